//! Gives the program hostile files for as long as it is told to, and says how they were taken:
//! `cargo run --release --example hostile -- --seconds 600`, or `--files 1000000`, with `--seed` and `--orders`.
//!
//! What panics or takes long is kept in the folder of `--keep`, under its kind and number. A long run may be done in
//! pieces: `--files 250000`, then `--first 250000 --files 250000` and so on. Files, panics and hangs of the pieces add
//! up; of the longest times and the most memory the largest counts.

#[path = "../tests/enemy/mod.rs"]
mod enemy;

use clap::Parser;
use enemy::{Kind, Seeds, Trial, Tried, Verdict};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Seconds after which a file counts as one that hangs.
const HANG: u64 = 5;
/// Seconds after which it is given up with the whole run.
const LOST: u64 = 120;

/// How the program takes hostile files.
#[derive(Parser)]
struct Run {
    /// Stop after this many seconds
    #[arg(long, default_value_t = 600)]
    seconds: u64,
    /// Stop after this many files
    #[arg(long)]
    files: Option<u64>,
    /// The seed; file n of it is always the same file
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first file
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Orders for which what is accepted is played
    #[arg(long, default_value_t = 3)]
    orders: usize,
    /// Where files are kept that panic or hang
    #[arg(long, default_value = "target/hostile")]
    keep: PathBuf,
}

/// What came of the files of a kind.
#[derive(Default)]
struct Tally {
    files: u64,
    played: u64,
    panics: u64,
    hangs: u64,
    longest: Duration,
}

fn main() -> std::io::Result<()> {
    let run = Run::parse();
    let place = std::env::temp_dir().join(format!("grapeshot-hostile-{}", std::process::id()));
    fs::create_dir_all(&place)?;
    fs::create_dir_all(&run.keep)?;
    let seeds = Seeds::new(&place);
    // A panic is counted, with its words; the trace of a million files helps nobody.
    std::panic::set_hook(Box::new(|_| {}));
    let mut trial = Trial::new(&seeds, &place, run.orders);
    let begun = Instant::now();
    let under_way = watch();
    let mut tallies: BTreeMap<Kind, Tally> = BTreeMap::new();
    let mut number = run.first;
    let mut told = 0;
    while begun.elapsed().as_secs() < run.seconds && run.files.is_none_or(|files| number < run.first + files) {
        under_way.store(number + 1, Ordering::Relaxed);
        let Tried { kind, from, text, verdict, took } = trial.give(run.seed, number);
        under_way.store(0, Ordering::Relaxed);
        let tally = tallies.entry(kind).or_default();
        tally.files += 1;
        tally.longest = tally.longest.max(took);
        tally.played += u64::from(verdict == Verdict::Played);
        let which = format!("{} {number}, from {from}", kind.word());
        let hangs = took.as_secs() >= HANG;
        let panics = matches!(verdict, Verdict::Panicked(_));
        tally.hangs += u64::from(hangs);
        tally.panics += u64::from(panics);
        if let Verdict::Panicked(words) = verdict {
            eprintln!("{which}, panics: {words}");
        }
        if hangs {
            eprintln!("{which}, takes {took:?}");
        }
        if hangs || panics {
            let ending = Path::new(&from).file_name().unwrap_or_default().to_string_lossy().into_owned();
            fs::write(run.keep.join(format!("{}-{number}-{ending}", kind.word())), &text)?;
        }
        number += 1;
        if begun.elapsed().as_secs() / 60 > told {
            told = begun.elapsed().as_secs() / 60;
            eprintln!("file {number} after {told} minutes, {} MB at most", top_memory().unwrap_or(0) / 1024);
        }
    }
    println!("kind        files   accepted  panics  over {HANG} s  longest");
    let mut bad = 0;
    for (kind, tally) in &tallies {
        let Tally { files, played, panics, hangs, longest } = tally;
        println!("{:<9}{files:>8}{played:>11}{panics:>8}{hangs:>10}  {:.2} s", kind.word(), longest.as_secs_f64());
        bad += panics + hangs;
    }
    let (files, seconds) = (number - run.first, begun.elapsed().as_secs_f64());
    println!("{files} files, numbers {} up to {number}, in {seconds:.0} s with seed {}", run.first, run.seed);
    match top_memory() {
        Some(kilobytes) => println!("top memory {:.0} MB", kilobytes as f64 / 1024.0),
        None => println!("top memory not known on this system"),
    }
    fs::remove_dir_all(&place)?;
    std::process::exit(i32::from(bad > 0));
}

/// Ends the run when a file does not end, and says which; the number that it is told is one more than the file's, 0
/// between two files.
fn watch() -> Arc<AtomicU64> {
    let under_way = Arc::new(AtomicU64::new(0));
    let seen = Arc::clone(&under_way);
    thread::spawn(move || {
        let mut last = (0, Instant::now());
        loop {
            thread::sleep(Duration::from_secs(1));
            let now = seen.load(Ordering::Relaxed);
            if now == 0 || now != last.0 {
                last = (now, Instant::now());
            } else if last.1.elapsed().as_secs() > LOST {
                eprintln!("file {} has not ended in {LOST} seconds; the run is given up", now - 1);
                std::process::exit(3);
            }
        }
    });
    under_way
}

/// The most memory that this process ever had, in kilobytes.
fn top_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

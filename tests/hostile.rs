//! A thousand hostile files of each kind, always the same ones: refused in words or played, without a panic or a hang.
//! The longer run is `cargo run --release --example hostile -- --seconds 600`.

mod enemy;

use enemy::{Dice, Kind, Seeds, Trial, Verdict, changed};
use std::time::{Duration, Instant};

/// Files of each kind.
const FILES: u64 = 1000;
/// What one file may take.
const LONGEST: Duration = Duration::from_secs(5);

/// Tries the files of a kind; some must be refused and, where that can be, some played.
fn try_a_thousand(kind: Kind) {
    let folder = tempfile::tempdir().unwrap();
    let seeds = Seeds::new(folder.path());
    let mut trial = Trial::new(&seeds, folder.path(), 3);
    let good = seeds.of(kind);
    let (mut refused, mut played) = (0, 0);
    for number in 0..FILES {
        let mut dice = Dice(number * 4 + kind as u64);
        let good = good[dice.below(good.len())];
        let text = changed(good, &mut dice);
        let start = Instant::now();
        let verdict = trial.give(good, &text, &mut dice);
        let took = start.elapsed();
        assert!(took < LONGEST, "{} {number}, from {}, took {took:?}", kind.word(), good.name);
        match verdict {
            Verdict::Refused => refused += 1,
            Verdict::Played => played += 1,
            Verdict::Panicked(words) => {
                let text = String::from_utf8_lossy(&text);
                panic!("{} {number}, from {}, panics: {words}\n{text}", kind.word(), good.name);
            }
        }
    }
    assert!(refused > FILES / 10 && played > FILES / 200, "{}: {refused} refused, {played} played", kind.word());
}

#[test]
fn a_thousand_hostile_scenarios_are_refused_or_played() {
    try_a_thousand(Kind::Scenario);
}

#[test]
fn a_thousand_hostile_records_are_refused_or_replayed() {
    try_a_thousand(Kind::Record);
}

#[test]
fn a_thousand_hostile_scripts_are_refused_or_played() {
    try_a_thousand(Kind::Script);
}

#[test]
fn a_thousand_hostile_data_files_are_refused_or_played_with() {
    try_a_thousand(Kind::Data);
}

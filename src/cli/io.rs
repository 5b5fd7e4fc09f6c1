//! Reading scenarios, writing to stdout and stderr.

use std::{
    io::{ErrorKind, IsTerminal, Write},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use grapeshot::{
    battle,
    files::{use_data, write_whole},
    rulesets,
    scenario::{self, Problems, Scenario},
    turn::{Rulebook, Rulebooks},
};

use super::Ending;

/// Whether a part of the result could not be written.
static UNWRITTEN: AtomicBool = AtomicBool::new(false);

/// Writes a result to stdout.
pub fn out(text: &str) {
    let mut stdout = std::io::stdout().lock();
    settle(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()));
}

/// Tells, once, that the result cannot be written. The reader may stop in the middle, which is no error.
pub fn settle(written: std::io::Result<()>) {
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
        && !UNWRITTEN.swap(true, Ordering::Relaxed)
    {
        tell(&format!("The result cannot be written: {error}."));
    }
}

/// Whether all of the result was written, as far as anybody reads it.
pub fn all_is_written() -> bool {
    !UNWRITTEN.load(Ordering::Relaxed)
}

/// Writes JSON to stdout.
pub fn out_json(value: &serde_json::Value) {
    out(&(serde_json::to_string_pretty(value).unwrap_or_default() + "\n"));
}

/// Tells the user something on stderr.
pub fn tell(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = stderr.write_all(text.trim_end().as_bytes()).and_then(|()| stderr.write_all(b"\n"));
}

/// Writes a file whole; tells why if it cannot be written.
pub fn written(path: &Path, bytes: &[u8]) -> bool {
    let written = write_whole(path, bytes);
    if let Err(error) = &written {
        tell(&format!("{} cannot be written: {error}.", path.display()));
    }
    written.is_ok()
}

/// Whether stderr is a terminal.
pub fn on_terminal() -> bool {
    std::io::stderr().is_terminal()
}

/// All rulesets.
pub fn books() -> Rulebooks {
    battle::rulebooks(rulesets::plugin)
}

/// The ruleset that a scenario would name so.
pub fn book<'b>(books: &'b Rulebooks, id: &str) -> Result<&'b Rulebook, Ending> {
    books.get(id).ok_or_else(|| {
        let known: Vec<&str> = books.iter().map(|book| book.id.0).collect();
        Ending::Usage(format!("There is no ruleset {id}; there are {}.", known.join(", ")))
    })
}

/// Reads a scenario; what is wrong with it was told on stderr.
pub fn load(path: &Path, books: &Rulebooks) -> Option<Arc<Scenario>> {
    told(scenario::load(path, books))
}

/// A scenario that was read; what is wrong with it is told on stderr.
pub fn told(read: Result<Arc<Scenario>, Problems>) -> Option<Arc<Scenario>> {
    match read {
        Ok(scenario) => Some(scenario),
        Err(problems) => {
            tell(&problems.render(on_terminal()));
            None
        }
    }
}

/// Takes the player's own data files in a folder, if they are good; what is wrong with them was told on stderr.
pub fn settle_data(folder: &Path) -> Result<(), Ending> {
    if !folder.is_dir() {
        let shown = folder.display();
        return Err(Ending::Usage(format!("{shown} is no folder; --data wants the folder with your own data files.")));
    }
    let files = rulesets::read_data(folder).map_err(|problems| {
        for problems in problems {
            tell(&problems.render(on_terminal()));
        }
        Ending::Findings
    })?;
    use_data(files).map_err(Ending::Usage)
}

/// A seed nobody chose.
#[cfg(feature = "screen")]
pub fn any_seed() -> u64 {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    // Seeds are told to people, who may want to type them again: six digits are enough.
    (time.as_nanos() % 1_000_000) as u64
}

//! Reading scenarios, writing to stdout and stderr.

use std::{
    io::{IsTerminal, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use grapeshot::{
    battle, rulesets,
    scenario::{self, Scenario},
    turn::{DataDir, Rulebooks},
};

/// Writes a result to stdout. Whoever reads may stop in the middle, which is no error.
pub fn out(text: &str) {
    let mut stdout = std::io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
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

/// Whether stderr is a terminal.
pub fn on_terminal() -> bool {
    std::io::stderr().is_terminal()
}

/// All rulesets.
pub fn books() -> Rulebooks {
    battle::rulebooks(rulesets::plugin)
}

/// Reads a scenario; what is wrong with it was told on stderr.
pub fn load(path: &Path, books: &Rulebooks) -> Option<Arc<Scenario>> {
    match scenario::load(path, books) {
        Ok(scenario) => Some(scenario),
        Err(problems) => {
            tell(&problems.render(on_terminal()));
            None
        }
    }
}

/// Takes the user's data files, if they are good.
pub fn settle_data(dir: PathBuf) -> Result<(), String> {
    rulesets::check_data(&DataDir(Some(dir.clone())))?;
    battle::use_data(dir)
}

/// A seed nobody chose.
#[cfg(feature = "screen")]
pub fn any_seed() -> u64 {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    // Seeds are told to people, who may want to type them again: six digits are enough.
    (time.as_nanos() % 1_000_000) as u64
}

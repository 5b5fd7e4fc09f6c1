use clap::Args;
use grapeshot::battle::{Battle, script::Script};
use std::path::PathBuf;

use super::{Ending, io};

#[derive(Args)]
pub struct Resolve {
    /// The scenario file; it may be left out if the script names one
    file: Option<PathBuf>,
    /// The script
    #[arg(long, value_name = "S")]
    script: PathBuf,
    /// The seed; the script's own if not given
    #[arg(long)]
    seed: Option<u64>,
}

impl Resolve {
    pub fn run(self) -> Ending {
        let shown = self.script.display();
        let text = match std::fs::read_to_string(&self.script) {
            Ok(text) => text,
            Err(error) => return Ending::Usage(format!("{shown} cannot be read: {error}.")),
        };
        let script = match Script::parse(&text) {
            Ok(script) => script,
            Err(why) => return Ending::Usage(format!("{shown} is no script: {why}.")),
        };
        let named = script.scenario.as_ref().map(|name| self.script.with_file_name("").join(name));
        let Some(file) = self.file.or(named) else {
            return Ending::Usage(format!("{shown} names no scenario: give one before --script."));
        };
        let Some(scenario) = io::load(&file, &io::books()) else { return Ending::Findings };
        let mut battle = Battle::new(&scenario, self.seed.unwrap_or(script.seed));
        let failures = script.play(&mut battle);
        for failure in &failures {
            io::tell(&format!("{shown}, step {}:\n  {}", failure.step, failure.what.join("\n  ")));
        }
        io::out_json(&serde_json::json!({
            "events": battle.log().events(),
            "awaiting": battle.awaiting(),
            "outcome": battle.outcome(),
            "state": battle.state_json(),
            "checksum": format!("{:016x}", battle.checksum()),
            "failures": failures,
        }));
        if failures.is_empty() { Ending::Well } else { Ending::Findings }
    }
}

use clap::Args;
use grapeshot::{
    battle::{
        Battle,
        script::{Script, Shown},
    },
    files::Problems,
    record::{Header, JournalError, JournalWriter},
};
use std::path::{Path, PathBuf};

use super::{Ending, io, log};

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
    /// Record the battle in this file; replay reads it
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print the log with every detail and sum, and no JSON
    #[arg(long)]
    log: bool,
}

impl Resolve {
    pub fn run(self) -> Ending {
        let shown = self.script.display();
        let script = match Script::load(&self.script) {
            Ok(script) => script,
            Err(problems) => return Ending::Usage(problems.render(io::on_terminal())),
        };
        let Some(file) = self.file.or_else(|| script.scenario()) else {
            return Ending::Usage(format!("{shown} names no scenario: give one before --script."));
        };
        let Some(scenario) = io::load(&file, &io::books()) else { return Ending::Findings };
        let mut battle = Battle::new(&scenario, self.seed.unwrap_or(script.seed()), grapeshot::rulesets::plugin);
        let mut shown = Vec::new();
        let problems = script.play(&mut battle, &mut shown).err();
        for shown in shown.iter().filter(|shown| shown.is_asked_for()) {
            let (_, line, _) = script.place_of(shown);
            io::tell(&format!("{}:{line}: {}", self.script.display(), shown.text));
        }
        if let Some(problems) = &problems {
            io::tell(&problems.render(io::on_terminal()));
        }
        if self.log {
            io::out(&log::text(&battle, true, &[], &[]));
        } else {
            print(&battle, &script, &shown, problems.as_ref());
        }
        if let Some(path) = &self.record
            && let Err(error) = record(&battle, path, &file)
        {
            io::tell(&format!("The battle is not recorded: {error}"));
            return Ending::Findings;
        }
        if problems.is_none() { Ending::Well } else { Ending::Findings }
    }
}

/// Writes the record of a battle that was played.
fn record(battle: &Battle, path: &Path, file: &Path) -> Result<(), JournalError> {
    let sides = battle.scenario().players().iter().map(|side| (side.key.clone(), "script".to_owned())).collect();
    let header = Header::new(battle.scenario(), battle.seed(), sides, std::path::absolute(file).ok());
    let mut writer = JournalWriter::create(path, &header)?;
    for recorded in battle.record() {
        writer.order(recorded)?;
    }
    match battle.outcome() {
        Some(outcome) => writer.outcome(outcome),
        None => Ok(()),
    }
}

fn print(battle: &Battle, script: &Script, shown: &[Shown], problems: Option<&Problems>) {
    let mut whole = battle.to_json();
    whole["shown"] = shown.iter().map(|shown| showing(script, shown)).collect();
    whole["checksum"] = format!("{:016x}", battle.checksum()).into();
    whole["failures"] = problems.map_or_else(Vec::new, |problems| failures(script, problems)).into();
    io::out_json(&whole);
}

/// What was shown, with the number, the text and the place of its step.
fn showing(script: &Script, shown: &Shown) -> serde_json::Value {
    let (step, line, column) = script.place_of(shown);
    serde_json::json!({
        "step": step,
        "text": step.map(|step| script.text_of(step)),
        "line": line,
        "column": column,
        shown.what: shown.value,
    })
}

/// What went wrong, each with the number, the text and the place of its step.
fn failures(script: &Script, problems: &Problems) -> Vec<serde_json::Value> {
    let failure = |problem| {
        let (line, column) = problems.place_of(problem);
        let step = script.step_of(problem);
        serde_json::json!({
            "step": step,
            "text": step.map(|step| script.text_of(step)),
            "line": line,
            "column": column,
            "message": problem.message,
            "help": problem.help,
        })
    };
    problems.iter().map(failure).collect()
}

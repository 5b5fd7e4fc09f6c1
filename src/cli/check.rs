use clap::Args;
use grapeshot::{
    battle::{Battle, script::Script},
    english,
    files::{Problems, read_text},
    picture::fonts,
    scenario,
    turn::Rulebooks,
};
use std::path::{Path, PathBuf};

use super::{Ending, io};

#[derive(Args)]
pub struct Check {
    /// Scenario files, and scripts, which end in .script.ron
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print the mistakes as JSON
    #[arg(long)]
    json: bool,
}

impl Check {
    pub fn run(self) -> Ending {
        let books = io::books();
        let mut all = Vec::new();
        let mut clean = true;
        for file in &self.files {
            let shown = file.display().to_string();
            let problems = problems_of(file, &books);
            clean &= problems.is_none();
            let warnings = if problems.is_none() { warnings_of(file) } else { None };
            if self.json {
                let [problems, warnings] =
                    [&problems, &warnings].map(|found| found.iter().flat_map(Problems::json).collect::<Vec<_>>());
                all.push(serde_json::json!({ "file": shown, "problems": problems, "warnings": warnings }));
                continue;
            }
            let found = |found: &Problems, thing| english::count(found.iter().len(), thing);
            io::out(&match (&problems, &warnings) {
                (Some(problems), _) => format!("{shown}: {}\n", found(problems, "problem")),
                (None, Some(warnings)) => format!("{shown}: good, {}\n", found(warnings, "warning")),
                (None, None) => format!("{shown}: good\n"),
            });
            if let Some(found) = problems.or(warnings) {
                io::tell(&found.render(io::on_terminal()));
            }
        }
        if self.json {
            io::out_json(&serde_json::Value::Array(all));
        }
        if clean { Ending::Well } else { Ending::Findings }
    }
}

/// Whether a file is a script by its name.
fn is_script(file: &Path) -> bool {
    file.to_string_lossy().ends_with(".script.ron")
}

/// What should be otherwise in a file with which nothing is wrong.
fn warnings_of(file: &Path) -> Option<Problems> {
    let text = read_text(file, scenario::LIMIT).ok().filter(|_| !is_script(file))?;
    scenario::warnings(&file.display().to_string(), &text, fonts::has)
}

fn problems_of(file: &Path, books: &Rulebooks) -> Option<Problems> {
    if is_script(file) { check_script(file, books).err() } else { scenario::load(file, books).err() }
}

/// A script is good if its form is, and its scenario has all that it names; it is not played.
fn check_script(file: &Path, books: &Rulebooks) -> Result<(), Problems> {
    let script = Script::load(file)?;
    let Some(named) = script.scenario() else { return Ok(()) };
    let scenario = scenario::load(&named, books)?;
    script.prepare(&Battle::new(&scenario, script.seed(), grapeshot::rulesets::plugin)).map(|_| ())
}

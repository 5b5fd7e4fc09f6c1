use clap::Args;
use grapeshot::{
    battle::{Battle, script::Script},
    files::Problems,
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
            if self.json {
                let list: Vec<_> = problems
                    .iter()
                    .flat_map(|problems| {
                        problems.iter().map(|problem| {
                            let (line, column) = problems.place_of(problem);
                            serde_json::json!({
                                "line": line, "column": column, "message": problem.message, "help": problem.help,
                            })
                        })
                    })
                    .collect();
                all.push(serde_json::json!({ "file": shown, "problems": list }));
                continue;
            }
            match problems {
                None => io::out(&format!("{shown}: good\n")),
                Some(problems) => {
                    let count = problems.iter().len();
                    io::out(&format!("{shown}: {count} {}\n", if count == 1 { "problem" } else { "problems" }));
                    io::tell(&problems.render(io::on_terminal()));
                }
            }
        }
        if self.json {
            io::out_json(&serde_json::Value::Array(all));
        }
        if clean { Ending::Well } else { Ending::Findings }
    }
}

fn problems_of(file: &Path, books: &Rulebooks) -> Option<Problems> {
    if file.to_string_lossy().ends_with(".script.ron") {
        check_script(file, books).err()
    } else {
        scenario::load(file, books).err()
    }
}

/// A script is good if its form is, and its scenario has all that it names; it is not played.
fn check_script(file: &Path, books: &Rulebooks) -> Result<(), Problems> {
    let script = Script::load(file)?;
    let Some(named) = script.scenario() else { return Ok(()) };
    let scenario = scenario::load(&named, books)?;
    script.prepare(&Battle::new(&scenario, script.seed(), grapeshot::rulesets::plugin)).map(|_| ())
}

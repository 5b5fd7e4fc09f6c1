use clap::Args;
use grapeshot::scenario;
use std::path::PathBuf;

use super::{Ending, io};

#[derive(Args)]
pub struct Check {
    /// Scenario files
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
            let problems = scenario::load(file, &books).err();
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

/// Prints the JSON Schema of the scenario format.
pub fn schema() -> Ending {
    io::out_json(&scenario::schema());
    Ending::Well
}

use clap::Args;
use grapeshot::{battle::script, scenario};

use super::{Ending, io};

#[derive(Args)]
pub struct Schema {
    /// The schema of scripts
    #[arg(long)]
    script: bool,
    /// With the words of this ruleset, as a scenario names it
    #[arg(long, conflicts_with = "script")]
    ruleset: Option<String>,
}

impl Schema {
    pub fn run(self) -> Ending {
        let schema = match self.ruleset {
            _ if self.script => script::schema(),
            None => scenario::schema(),
            Some(id) => match io::book(&io::books(), &id) {
                Ok(book) => scenario::schema_of(book),
                Err(ending) => return ending,
            },
        };
        io::out_json(&schema);
        Ending::Well
    }
}

use clap::Args;
use grapeshot::{battle::script, scenario};

use super::{Ending, io};

#[derive(Args)]
pub struct Schema {
    /// The schema of scripts
    #[arg(long)]
    script: bool,
}

impl Schema {
    pub fn run(self) -> Ending {
        io::out_json(&if self.script { script::schema() } else { scenario::schema() });
        Ending::Well
    }
}

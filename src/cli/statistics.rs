use clap::Args;
use grapeshot::{record::shelf, rulesets, simulate::Format, statistics::Statistics};
use std::path::PathBuf;

use super::{Ending, io, simulate::bar};

#[derive(Args)]
pub struct Arguments {
    /// The folder with the records; that in which your battles are kept if not given
    folder: Option<PathBuf>,
    /// text or json
    #[arg(long, default_value = "text")]
    format: Format,
}

impl Arguments {
    pub fn run(self) -> Ending {
        if self.format == Format::Csv {
            return Ending::Usage("Statistics are written as text or json.".into());
        }
        if let Some(folder) = self.folder.as_ref().filter(|folder| !folder.is_dir()) {
            return Ending::Usage(format!("{} is no folder; name the one with the records.", folder.display()));
        }
        let Some(folder) = self.folder.or_else(shelf::folder) else {
            return Ending::Usage("The system names no folder for your data; name the one with the records.".into());
        };
        let bar = bar(0, "Statistics");
        let statistics = Statistics::of(&shelf::files(&folder), rulesets::plugin, &mut |so_far| {
            bar.set_length(so_far.luck_of as u64);
            bar.set_position(so_far.luck_counted as u64);
            true
        });
        bar.finish_and_clear();
        match self.format {
            Format::Json => io::out_json(&statistics.json()),
            _ => io::out(&statistics.text(&io::books())),
        }
        if statistics.faulty.is_empty() { Ending::Well } else { Ending::Findings }
    }
}

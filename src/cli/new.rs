use clap::Args;
use grapeshot::{
    files::shape::is_key,
    scenario::{
        self, ENDINGS,
        begin::{self, Size},
    },
};
use std::path::{Path, PathBuf};

use super::{Ending, io};

#[derive(Args)]
pub struct New {
    /// The ruleset, as a scenario names it
    ruleset: String,
    /// The file to begin: NAME.scenario.ron
    file: PathBuf,
    /// The size of the table in inches, from west to east and from south to north
    #[arg(long, default_value_t, value_name = "WxH")]
    size: Size,
}

impl New {
    pub fn run(self) -> Ending {
        let books = io::books();
        let book = match io::book(&books, &self.ruleset) {
            Ok(book) => book,
            Err(ending) => return ending,
        };
        let shown = self.file.display().to_string();
        let id = match id_of_new(&self.file) {
            Ok(id) => id,
            Err(ending) => return ending,
        };
        let text = begin::text(book, &id, &id.replace('_', " "), self.size);
        if let Err(problems) = scenario::read(&shown, &text, &books) {
            return Ending::Usage(problems.render(io::on_terminal()));
        }
        if !io::written(&self.file, text.as_bytes()) {
            return Ending::Findings;
        }
        io::out(&format!(
            "Written {shown}. `grapeshot preview {shown} --watch` shows it; its key E changes the table.\n"
        ));
        Ending::Well
    }
}

/// The id of the scenario in a file that is yet to be written.
pub fn id_of_new(file: &Path) -> Result<String, Ending> {
    let (shown, name) = (file.display(), file.file_name().unwrap_or_default().to_string_lossy());
    let [ending, _] = ENDINGS;
    match name.strip_suffix(ending) {
        None => Err(Ending::Usage(format!("{shown} is no name of a scenario: it must end in {ending}."))),
        Some(_) if file.exists() => Err(Ending::Usage(format!("{shown} is there already: nothing is written."))),
        Some(id) if !is_key(id) => Err(Ending::Usage(format!(
            "{shown} is no name of a scenario: before {ending} it has small letters, digits and _, at most 40 of them."
        ))),
        Some(id) => Ok(id.to_owned()),
    }
}

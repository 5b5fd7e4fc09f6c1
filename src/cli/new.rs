use clap::Args;
use grapeshot::{files::shape::is_key, scenario, turn::Rulebook};
use std::{
    path::{Path, PathBuf},
    str::FromStr,
};

use super::{Ending, io};

#[derive(Args)]
pub struct New {
    /// The ruleset, as a scenario names it
    ruleset: String,
    /// The file to begin: NAME.scenario.ron
    file: PathBuf,
    /// The size of the table in inches, from west to east and from south to north
    #[arg(long, default_value = "48x36", value_name = "WxH")]
    size: Size,
}

/// The end of the names of scenario files.
const ENDING: &str = ".scenario.ron";
/// Inches from an edge to the nearest units, and from one place to the next.
const STEP: f32 = 4.0;

/// The size of a table in inches.
#[derive(Debug, Clone, Copy)]
struct Size {
    width: f32,
    height: f32,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers =
            text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
        match numbers {
            Some((width, height)) => Ok(Self { width, height }),
            None => Err(format!("a size is written 48x36, not {text}")),
        }
    }
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
        let text = text(book, &id, self.size);
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
    match name.strip_suffix(ENDING) {
        None => Err(Ending::Usage(format!("{shown} is no name of a scenario: it must end in {ENDING}."))),
        Some(_) if file.exists() => Err(Ending::Usage(format!("{shown} is there already: nothing is written."))),
        Some(id) if !is_key(id) => Err(Ending::Usage(format!(
            "{shown} is no name of a scenario: before {ENDING} it has small letters, digits and _, at most 40 of them."
        ))),
        Some(id) => Ok(id.to_owned()),
    }
}

/// The text of a new battle.
fn text(book: &Rulebook, id: &str, Size { width, height }: Size) -> String {
    let title = id.replace('_', " ");
    let ruleset = book.id.0;
    let (x, far) = (width / 2.0, height - STEP);
    // What a longer name begins with stands after it.
    let places = [
        ("$NEAREST", STEP / 2.0),
        ("$NEARER", 2.0 * STEP),
        ("$NEAR", STEP),
        ("$FARTHEST", far + STEP / 2.0),
        ("$FARTHER", far - STEP),
        ("$FAR", far),
        ("$EAST", x + 2.5 * STEP),
        ("$X", x),
    ];
    let battle = places
        .iter()
        .fold(book.vocabulary.new_battle.to_owned(), |text, (word, inches)| text.replace(word, &inches.to_string()));
    format!(
        "// docs/scenario-format.md has the format, `grapeshot words {ruleset}` the words.\n(\n    format: 1,\n    about: (\n        \
         id: \"{id}\",\n        title: \"{title}\",\n        ruleset: \"{ruleset}\",\n        location: \"somewhere\",\n        \
         date: \"some day\",\n        story: \"How it came to this.\",\n    ),\n    table: (width: {width}, height: {height}),\n    \
         terrain: (),\n{battle})\n"
    )
}

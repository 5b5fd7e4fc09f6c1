use clap::Args;
use grapeshot::scenario::dictionary::{Word, dictionary};
use std::fmt::Write;

use super::{Ending, io};

#[derive(Args)]
pub struct Words {
    /// The ruleset, as a scenario names it
    ruleset: String,
    /// A word, or a part of one; all words if not given
    word: Option<String>,
    /// Print the words as JSON
    #[arg(long)]
    json: bool,
}

impl Words {
    pub fn run(self) -> Ending {
        let books = io::books();
        let book = match io::book(&books, &self.ruleset) {
            Ok(book) => book,
            Err(ending) => return ending,
        };
        let mut words = dictionary(book);
        if let Some(part) = &self.word {
            let part = part.to_lowercase();
            words.retain(|word| word.word.to_lowercase().contains(&part));
            if let [only] = words.iter().filter(|word| word.word == part).collect::<Vec<_>>()[..] {
                words = vec![only.clone()];
            }
            if words.is_empty() {
                return Ending::Usage(format!("{} has no word with {part} in it.", book.title));
            }
        }
        if self.json {
            io::out_json(&serde_json::json!(words));
        } else {
            io::out(&text(&words));
        }
        Ending::Well
    }
}

/// The words by their places, each on a line.
fn text(words: &[Word]) -> String {
    let (mut text, mut place) = (String::new(), "");
    for word in words {
        if word.place != place {
            place = word.place;
            let _ = writeln!(text, "{place}");
        }
        let _ = write!(text, "  {:<24} {}", word.word, word.meaning);
        if !word.holds.is_empty() {
            let _ = write!(text, "; {}", word.holds);
        }
        if !word.default.is_empty() {
            let _ = write!(text, "; if not said: {}", word.default);
        }
        let _ = writeln!(text, "{}", if word.rule.is_empty() { String::new() } else { format!(" ({})", word.rule) });
    }
    text
}

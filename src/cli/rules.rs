use clap::Args;
use grapeshot::rulebook_text;
use std::{fmt::Write, path::PathBuf};

use super::{Ending, io};

#[derive(Args)]
pub struct Rules {
    /// The rule, such as CP-6.3, or words to look for
    rule: Vec<String>,
    /// The folder with the game's src and tests, to see which rules have a test
    #[arg(long, default_value = ".", value_name = "DIR")]
    sources: PathBuf,
}

impl Rules {
    pub fn run(self) -> Ending {
        let words = self.rule.join(" ");
        if words.is_empty() {
            return self.coverage();
        }
        if let Some(rule) = rulebook_text::rule(&words) {
            io::out(&format!("{} {}\n\n{}\n", rule.id, rule.title, rule.text.trim()));
            return Ending::Well;
        }
        let found = rulebook_text::search(&words);
        if found.is_empty() {
            io::tell(&format!("There is no rule {words}, and none that speaks of it."));
            return Ending::Findings;
        }
        let mut text = String::new();
        for rule in found {
            let _ = writeln!(text, "{:<10} {}", rule.id, rule.title);
        }
        io::out(&text);
        Ending::Well
    }

    fn coverage(&self) -> Ending {
        if !rulebook_text::has_sources(&self.sources) {
            return self.list();
        }
        let tested = rulebook_text::tested_rules(&self.sources);
        let mut text = String::new();
        for rule in rulebook_text::all() {
            let tests = tested.get(rule.id).map_or(0, Vec::len);
            let _ = writeln!(text, "{:<10} {tests:>3}  {}", rule.id, rule.title);
        }
        io::out(&text);
        io::tell(&format!("{} of {} rules have a test.", tested.len(), rulebook_text::all().len()));
        Ending::Well
    }

    /// All rules, where the tests cannot be seen.
    fn list(&self) -> Ending {
        let mut text = String::new();
        for rule in rulebook_text::all() {
            let _ = writeln!(text, "{:<10} {}", rule.id, rule.title);
        }
        io::out(&text);
        io::tell(&format!(
            "{} holds no source code of the game, so it cannot be seen which rules have a test; name the folder with \
             its src and tests after --sources.",
            self.sources.display()
        ));
        Ending::Well
    }
}

use clap::Args;
use grapeshot::rulebook_text::{self, Rule, Sources};
use std::{
    collections::BTreeSet,
    fmt::Write,
    path::{Path, PathBuf},
};

use super::{Ending, io};

#[derive(Args)]
pub struct Rules {
    /// The rule, such as CP-6.3, or words to look for
    rule: Vec<String>,
    /// The folder with the game's crates and tests, to see which tests and files a rule has
    #[arg(long, value_name = "DIR")]
    sources: Option<PathBuf>,
}

/// The places of all rules when this program was built; nothing in a development build.
const WHEN_BUILT: &str = include_str!(concat!(env!("OUT_DIR"), "/rules.txt"));

impl Rules {
    pub fn run(self) -> Ending {
        let words = self.rule.join(" ");
        if words.is_empty() {
            return self.coverage();
        }
        if let Some(rule) = rulebook_text::rule(&words) {
            io::out(&whole(rule, &self.places()));
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

    /// The folder that is named, else what was found when the program was built, else the folder in which it runs.
    fn places(&self) -> Sources {
        match &self.sources {
            None if !WHEN_BUILT.is_empty() => Sources::listed(WHEN_BUILT),
            _ if Sources::are_in(self.folder()) => Sources::read(self.folder()),
            _ => Sources::default(),
        }
    }

    fn folder(&self) -> &Path {
        self.sources.as_deref().unwrap_or(Path::new("."))
    }

    fn coverage(&self) -> Ending {
        let sources = self.places();
        let mut text = String::new();
        if sources.is_empty() {
            for rule in rulebook_text::all() {
                let _ = writeln!(text, "{:<10} {}", rule.id, rule.title);
            }
            io::out(&text);
            io::tell(&format!(
                "{} holds no source code of the game, so it cannot be seen which rules have a test; name the folder \
                 with its crates and tests after --sources.",
                self.folder().display()
            ));
            return Ending::Well;
        }
        let mut tested = 0;
        for rule in rulebook_text::all() {
            let tests = sources.places(rule.id).map_or(0, |places| places.tests.len());
            tested += usize::from(tests > 0);
            let _ = writeln!(text, "{:<10} {tests:>3}  {}", rule.id, rule.title);
        }
        io::out(&text);
        io::tell(&format!("{tested} of {} rules have a test.", rulebook_text::all().len()));
        Ending::Well
    }
}

/// A rule with its rulings, its tests and the files that implement it.
fn whole(rule: &Rule, sources: &Sources) -> String {
    let mut text = format!("{} {}\n\n{}\n", rule.id, rule.title, rule.text);
    for ruling in &rule.rulings {
        let _ = write!(text, "\nRuling: {ruling}\n");
    }
    if let Some(places) = sources.places(rule.id) {
        let kinds = [("Tests", &places.tests), ("Written in", &places.written), ("Named in", &places.named)];
        for (head, places) in kinds {
            list(&mut text, head, places);
        }
    }
    text
}

fn list(text: &mut String, head: &str, places: &BTreeSet<String>) {
    if places.is_empty() {
        return;
    }
    let _ = write!(text, "\n{head}:\n");
    for place in places {
        let _ = writeln!(text, "  {place}");
    }
}

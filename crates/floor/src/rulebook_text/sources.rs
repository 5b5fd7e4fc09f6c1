use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
    path::Path,
};

use super::ids::ids;

/// What the source code has of the rules, by rule id: read from the folder of the game ([`Sources::read`]), or from the
/// list that the build script of a release writes of that folder ([`Sources::listed`]).
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Sources(BTreeMap<String, Places>);

/// The places of one rule, in order, each once.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Tests in Rust whose doc comment names the rule, as "file: name", and scripts that name it anywhere.
    pub tests: BTreeSet<String>,
    /// Files in which the rule opens a doc comment: they implement it.
    pub written: BTreeSet<String>,
    /// Other files that name it, in a comment or as the rule of a modifier, a refusal or an event.
    pub named: BTreeSet<String>,
}

/// The names by which a list tells the three kinds of place apart.
const KINDS: [&str; 3] = ["test", "written", "named"];

impl Sources {
    /// Whether a folder is the source tree of the game.
    pub fn are_in(folder: &Path) -> bool {
        folder.join("crates/rulesets").is_dir() && folder.join("tests").is_dir()
    }

    /// Reads the source tree in a folder; what cannot be read there has nothing of any rule.
    pub fn read(folder: &Path) -> Self {
        let mut sources = Self::default();
        for within in ["crates", "tests"] {
            sources.read_folder(folder, within);
        }
        for places in sources.0.values_mut() {
            places.named.retain(|file| !places.written.contains(file));
        }
        sources
    }

    /// The places that a list has, as [`Sources`] is written.
    pub fn listed(list: &str) -> Self {
        let mut sources = Self::default();
        for line in list.lines() {
            let mut words = line.splitn(3, '\t');
            if let (Some(id), Some(kind), Some(place)) = (words.next(), words.next(), words.next())
                && let Some(places) = sources.0.entry(id.to_owned()).or_default().of_kind(kind)
            {
                places.insert(place.to_owned());
            }
        }
        sources
    }

    /// The places of a rule; nothing if no file names it.
    pub fn places(&self, rule: &str) -> Option<&Places> {
        self.0.get(rule)
    }

    /// Whether no rule has a place.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn read_folder(&mut self, root: &Path, within: &str) {
        let Ok(entries) = fs::read_dir(root.join(within)) else { return };
        for entry in entries.flatten() {
            let file = format!("{within}/{}", entry.file_name().to_string_lossy());
            // A link could lead back up; the source tree has none.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.read_folder(root, &file);
            } else if file.ends_with(".rs") {
                self.read_rust(&file, &fs::read_to_string(entry.path()).unwrap_or_default());
            } else if file.ends_with(".script.ron") {
                let text = fs::read_to_string(entry.path()).unwrap_or_default();
                self.add(KINDS[0], ids(&text), &file);
            }
        }
    }

    fn read_rust(&mut self, file: &str, text: &str) {
        for (test, doc) in tests(text) {
            self.add(KINDS[0], ids(&doc), &format!("{file}: {test}"));
        }
        let is_test = |part: &str| part == "tests" || part == "tests.rs";
        if file.split('/').any(is_test) {
            return;
        }
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        self.add(KINDS[2], ids(text), file);
        for opening in openings(text) {
            self.add(KINDS[1], implemented(opening), file);
        }
    }

    fn add<'t>(&mut self, kind: &str, ids: impl Iterator<Item = &'t str>, place: &str) {
        for id in ids {
            if let Some(places) = self.0.entry(id.to_owned()).or_default().of_kind(kind) {
                places.insert(place.to_owned());
            }
        }
    }
}

impl Places {
    fn of_kind(&mut self, kind: &str) -> Option<&mut BTreeSet<String>> {
        let at = KINDS.iter().position(|known| *known == kind)?;
        [&mut self.tests, &mut self.written, &mut self.named].into_iter().nth(at)
    }
}

/// The list that [`Sources::listed`] reads: a line for each place.
impl fmt::Display for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, places) in &self.0 {
            for (kind, places) in KINDS.iter().zip([&places.tests, &places.written, &places.named]) {
                for place in places {
                    writeln!(f, "{id}\t{kind}\t{place}")?;
                }
            }
        }
        Ok(())
    }
}

/// The first line of every doc comment of a Rust file.
fn openings(text: &str) -> impl Iterator<Item = &str> {
    let mut before = None;
    text.lines().map(str::trim).filter_map(move |line| {
        let sign = ["///", "//!"].into_iter().find(|sign| line.starts_with(sign));
        let opens = sign.filter(|sign| before != Some(*sign)).map(|sign| line[sign.len()..].trim());
        before = sign;
        opens
    })
}

/// The rules that open a doc comment: "XX-2.11, XX-5.7: what they say", or "XX-2.11." alone.
fn implemented(opening: &str) -> impl Iterator<Item = &str> {
    let opens = ids(opening).next().is_some_and(|id| opening.starts_with(id));
    let head = opening.split(": ").next().unwrap_or_default().trim_end_matches(':');
    ids(if opens { head } else { "" })
}

/// The tests of a Rust file with their doc comments.
fn tests(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut doc = String::new();
    let mut test = false;
    for line in text.lines().map(str::trim) {
        if let Some(comment) = line.strip_prefix("///") {
            doc.push_str(comment);
            doc.push('\n');
        } else if line == "#[test]" {
            test = true;
        } else if let Some((_, rest)) = line.split_once("fn ") {
            if test && let Some((name, _)) = rest.split_once('(') {
                found.push((name.trim().to_owned(), std::mem::take(&mut doc)));
            }
            doc.clear();
            test = false;
        } else if !line.starts_with("#[") {
            doc.clear();
            test = false;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_counts_for_the_rules_of_its_doc_comment() {
        let code = "/// CP-1.5: touching is contact (also HM-5.9).\n#[test]\nfn bases_touch() {}\n\n/// CP-9.9: no test.\nfn helper() {}\n\n#[test]\nfn silent() {}\n";
        assert_eq!(
            super::tests(code),
            [
                ("bases_touch".to_owned(), " CP-1.5: touching is contact (also HM-5.9).\n".to_owned()),
                ("silent".to_owned(), String::new())
            ]
        );
    }

    #[test]
    fn a_file_implements_the_rules_that_open_a_doc_comment_and_names_others() {
        let code = "//! FF-1.4: distances.\n\n/// CP-2.11, CP-5.7: who moves, as in HM-1.1.\n/// HM-2.2: not the opening.\nfn a() {}\n\
                    /// What it costs (OW-1.1).\nfn b() { cite(\"CP-9.9\") }\n#[cfg(test)]\nmod tests {\n/// SB-1.1: a helper.\nfn c() {}\n}\n";
        let mut sources = Sources::default();
        sources.read_rust("crates/a/src/b.rs", code);
        let of = |rule: &str| sources.places(rule).map(|places| (places.written.len(), places.named.len()));
        for rule in ["FF-1.4", "CP-2.11", "CP-5.7"] {
            assert_eq!(of(rule), Some((1, 1)), "{rule}");
        }
        for rule in ["HM-1.1", "HM-2.2", "OW-1.1", "CP-9.9"] {
            assert_eq!(of(rule), Some((0, 1)), "{rule}");
        }
        assert_eq!(of("SB-1.1"), None);
    }

    #[test]
    fn the_places_in_this_source_tree_are_found_and_survive_as_a_list() {
        let sources = Sources::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
        let of_the_deck = &sources.places("CP-3.1").expect("the deck has a test").tests;
        let tested = of_the_deck.iter().any(|test| test.ends_with("rs: no_card_is_lost_through_a_reshuffle"));
        assert!(tested, "{of_the_deck:?}");
        let of_the_activation = sources.places("CP-2.11").expect("it is implemented");
        assert!(!of_the_activation.written.is_empty());
        assert!(of_the_activation.written.is_disjoint(&of_the_activation.named));
        assert_eq!(Sources::listed(&sources.to_string()), sources);
    }

    #[test]
    fn a_folder_without_sources_has_nothing_of_any_rule() {
        assert!(Sources::read(Path::new("no/such/folder")).is_empty());
    }
}

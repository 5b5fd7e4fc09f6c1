use std::{collections::BTreeMap, fs, path::Path};

use super::ids;

/// Whether a folder is the source tree of the game, whose tests can be counted.
pub fn has_sources(folder: &Path) -> bool {
    folder.join("crates/rulesets").is_dir() && folder.join("tests").is_dir()
}

/// Which rules have a test, by rule id, with the names of the tests: tests in Rust whose doc comment names the rule,
/// and scripts under `tests/rules` that name it anywhere. `sources` is the folder with `crates` and `tests`; what cannot
/// be read there has no tests.
pub fn tested_rules(sources: &Path) -> BTreeMap<String, Vec<String>> {
    let mut tested: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut folders = vec![sources.join("crates"), sources.join("tests")];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            // A link could lead back up; the source tree has none.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
                continue;
            }
            let name = entry.file_name().to_string_lossy().into_owned();
            let rust = name.ends_with(".rs");
            if !rust && !name.ends_with(".script.ron") {
                continue;
            }
            let Ok(text) = fs::read_to_string(&path) else { continue };
            if rust {
                for (test, doc) in tests(&text) {
                    add(&mut tested, ids(&doc), &test);
                }
            } else {
                add(&mut tested, ids(&text), &name);
            }
        }
    }
    for tests in tested.values_mut() {
        tests.sort_unstable();
        tests.dedup();
    }
    tested
}

fn add<'t>(tested: &mut BTreeMap<String, Vec<String>>, ids: impl Iterator<Item = &'t str>, test: &str) {
    for id in ids {
        tested.entry(id.to_owned()).or_default().push(test.to_owned());
    }
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
    fn the_rules_tested_in_this_source_tree_are_found() {
        let tested = tested_rules(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
        let of_the_deck = &tested["CP-3.1"];
        assert!(of_the_deck.iter().any(|test| test == "no_card_is_lost_through_a_reshuffle"), "{of_the_deck:?}");
    }

    #[test]
    fn a_folder_without_sources_has_no_tests() {
        assert!(tested_rules(Path::new("no/such/folder")).is_empty());
    }
}

//! The rules as the command line reads them out.

use super::*;

#[test]
fn rules_are_read_and_found_by_their_words() {
    let (code, out, _) = grapeshot(&["rules", "cp-3.1"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("CP-3.1 "), "{out}");
    assert!(grapeshot(&["rules", "reshuffle"]).1.contains("CP-2.4"));
    assert_eq!(grapeshot(&["rules", "zeppelin"]).0, 1);
    let (code, out, err) = grapeshot(&["rules"]);
    assert_eq!(code, 0);
    assert!(out.lines().count() > 100 && err.contains("have a test"), "{err}");
    for written in ["BP2.8", "bp-2.8"] {
        assert!(grapeshot(&["rules", written]).1.starts_with("BP-2.8 "), "{written}");
    }
}

#[test]
fn a_rule_is_told_with_its_rulings_its_tests_and_the_files_that_implement_it() {
    let (code, out, _) = grapeshot(&["rules", "BP-2.8"]);
    assert_eq!(code, 0);
    let (rule, places) = out.split_once("\nTests:\n").expect("it has tests");
    assert!(rule.trim_end().ends_with("\nRuling: A garrison that blunders stays in its building."), "{rule}");
    let (tests, files) = places.split_once("\nWritten in:\n").expect("a file implements it");
    assert!(tests.contains("  tests/black_powder/command.rs: "), "{tests}");
    for file in files.lines().filter_map(|line| line.strip_prefix("  ")) {
        assert!(Path::new(file).is_file(), "{file}");
    }
}

#[test]
fn no_more_rules_have_a_test_than_there_are() {
    let (_, _, err) = grapeshot(&["rules"]);
    let mut numbers = err.split_whitespace().filter_map(|word| word.parse::<usize>().ok());
    let (tested, all) = (numbers.next().expect("how many have one"), numbers.next().expect("of how many"));
    assert!((1..=all).contains(&tested), "{err}");
}

#[test]
fn rules_away_from_the_source_code_say_that_the_tests_cannot_be_seen() {
    let folder = TempDir::new().unwrap();
    let (code, out, err) = grapeshot(&["rules", "--sources", &folder.path().display().to_string()]);
    assert_eq!(code, 0);
    assert!(out.contains("CP-3.1") && err.contains("cannot be seen"), "{err}");
}

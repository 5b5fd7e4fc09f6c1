//! A thousand hostile files of each kind, always the same ones: refused in words or played, without a panic or a hang.
//! The longer run is `cargo run --release --example hostile -- --seconds 600`; these files are those of its seed 0.

mod enemy;

use enemy::{Kind, Seeds, Trial, Verdict};
use std::time::Duration;

/// Files of each kind.
const FILES: usize = 1000;
/// What one file may take.
const LONGEST: Duration = Duration::from_secs(5);

/// Tries the files of a kind; some must be refused and, where that can be, some played.
fn try_a_thousand(kind: Kind) {
    let folder = tempfile::tempdir().unwrap();
    let seeds = Seeds::new(folder.path());
    let mut trial = Trial::new(&seeds, folder.path(), 3);
    let (mut refused, mut played) = (0, 0);
    for number in (0..).filter(|number| Kind::of(*number) == kind).take(FILES) {
        let tried = trial.give(0, number);
        let which = format!("{} {number}, from {}", tried.kind.word(), tried.from);
        assert!(tried.took < LONGEST, "{which}, took {:?}", tried.took);
        match tried.verdict {
            Verdict::Refused => refused += 1,
            Verdict::Played => played += 1,
            Verdict::Panicked(words) => {
                panic!("{which}, panics: {words}\n{}", String::from_utf8_lossy(&tried.text));
            }
        }
    }
    assert!(refused > FILES / 10 && played > FILES / 200, "{}: {refused} refused, {played} played", kind.word());
}

#[test]
fn a_thousand_hostile_scenarios_are_refused_or_played() {
    try_a_thousand(Kind::Scenario);
}

#[test]
fn a_thousand_hostile_records_are_refused_or_replayed() {
    try_a_thousand(Kind::Record);
}

#[test]
fn a_thousand_hostile_scripts_are_refused_or_played() {
    try_a_thousand(Kind::Script);
}

#[test]
fn a_thousand_hostile_data_files_are_refused_or_played_with() {
    try_a_thousand(Kind::Data);
}

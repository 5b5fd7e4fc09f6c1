//! Files of earlier versions of the game, under `tests/old`: each opens, or `grapeshot migrate` writes it as one of today,
//! or a sentence says what to do.

use assert_cmd::Command;
use grapeshot::{
    battle::{Replayed, replay, rulebooks},
    forces::SideId,
    record::Journal,
    rulesets, scenario,
    testing::files,
};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

const THAMES: &str = "tests/old/0.1/23234c7c/the_thames.scenario.ron";

fn migrate(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("grapeshot")
        .expect("the program is built")
        .arg("migrate")
        .args(arguments)
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes text");
    (output.status.code().expect("it ends by itself"), text(output.stdout), text(output.stderr))
}

/// A copy of an old file in a folder.
fn copied(folder: &TempDir, file: &Path) -> PathBuf {
    let copy = folder.path().join(file.file_name().expect("it has a name"));
    fs::copy(file, &copy).expect("it is there");
    copy
}

fn shown(path: &Path) -> &str {
    path.to_str().expect("it is text")
}

#[test]
fn every_old_scenario_opens_or_is_migrated_to_one_that_does() {
    let books = rulebooks(rulesets::plugin);
    let mut migrated = Vec::new();
    for file in files("tests/old", ".scenario.ron") {
        let text = fs::read_to_string(&file).unwrap();
        let today = scenario::migrated(&text, &books);
        if today.is_some() {
            let refused = scenario::load(&file, &books).expect_err("it is of an earlier version").render(false);
            assert!(refused.contains("grapeshot migrate"), "{refused}");
            migrated.push(file.file_name().unwrap().to_string_lossy().into_owned());
        }
        let text = today.unwrap_or(text);
        scenario::read(shown(&file), &text, &books).unwrap_or_else(|problems| panic!("{}", problems.render(false)));
        assert_eq!(scenario::migrated(&text, &books), None, "{}", file.display());
    }
    let wanted = ["cooks_mills", "cooks_mills", "the_thames"].map(|name| format!("{name}.scenario.ron"));
    migrated.sort();
    assert_eq!(migrated, wanted);
}

/// Plays an old record.
fn played(file: &Path) -> Replayed {
    let journal = Journal::open(file).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(journal.damage, None, "{}", file.display());
    replay(&journal, None, rulesets::plugin).unwrap_or_else(|why| panic!("{}: {why}", file.display()))
}

#[test]
fn every_old_record_opens_and_plays_or_says_which_version_plays_it() {
    for file in files("tests/old", ".journal") {
        if let Some(diverged) = played(&file).diverged {
            assert!(
                diverged.what.contains("the record is of Grapeshot 0.1.0"),
                "{}: {}",
                file.display(),
                diverged.what
            );
        }
    }
}

#[test]
fn an_old_record_that_numbers_the_side_that_goes_first_begins_with_that_side() {
    let file = Path::new("tests/old/0.1/2415688c/cooks_mills-1.journal");
    let journal = Journal::open(file).unwrap();
    assert_eq!(journal.header.scenario.settings.number("first_player"), Some(1.0));
    let begun = replay(&journal, Some(0), rulesets::plugin).unwrap_or_else(|why| panic!("{why}")).battle;
    assert_eq!(begun.awaiting().asks[0].side, SideId(0));
    assert_eq!(begun.orders().len(), 0);
}

#[test]
fn a_dry_run_shows_what_would_change_and_writes_nothing() {
    let folder = TempDir::new().unwrap();
    let file = copied(&folder, Path::new(THAMES));
    let before = fs::read(&file).unwrap();
    let (code, out, err) = migrate(&["--dry-run", shown(&file)]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("line 405\n  - first_player: 2,\n  + first_player: \"american\",\n"), "{out}");
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_scenario_is_migrated_once_its_remarks_stay_and_what_it_was_is_kept() {
    let folder = TempDir::new().unwrap();
    for old in [THAMES, "tests/old/0.1/aa0d278f/cooks_mills.scenario.ron"] {
        let before = fs::read_to_string(old).unwrap();
        let file = copied(&folder, Path::new(old));
        let (code, out, err) = migrate(&[shown(&file)]);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        let after = fs::read_to_string(&file).unwrap();
        let wanted = before
            .replace("first_player: 2", "first_player: \"american\"")
            .replace("kind: \"leader\"", "kind: \"commander\"");
        assert_ne!(before, wanted);
        assert_eq!(after, wanted, "only these values change");
        let kept = format!("{}~", shown(&file));
        assert_eq!(fs::read_to_string(&kept).unwrap(), before);
        fs::remove_file(&kept).unwrap();
        let (code, out, _) = migrate(&[shown(&file)]);
        assert_eq!((code, out), (0, format!("{}: nothing to change\n", shown(&file))));
        assert_eq!(fs::read_to_string(&file).unwrap(), after);
        assert!(!Path::new(&kept).exists(), "nothing was written");
    }
}

#[test]
fn a_scenario_in_json_is_migrated_too() {
    let folder = TempDir::new().unwrap();
    let books = rulebooks(rulesets::plugin);
    let text = r#"{"about": {"ruleset": "fire_and_fury"}, "sides": [{"key": "us"}, {"key": "them"}],
        "units": [{"kind": "leader"}, {"kind": "infantry"}], "settings": {"first_player": 2}}"#;
    let today = scenario::migrated(text, &books).expect("it is of an earlier version");
    assert_eq!(today, text.replace("\"leader\"", "\"commander\"").replace(": 2}", ": \"them\"}"));
    let file = folder.path().join("part.scenario.json");
    fs::write(&file, text).unwrap();
    let (code, _, err) = migrate(&[shown(&file)]);
    assert_eq!(code, 1);
    assert!(err.contains("that no migration mends") && err.contains("grapeshot check"), "{err}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn a_record_is_written_anew_as_one_of_today_that_plays_the_same() {
    let folder = TempDir::new().unwrap();
    let file = copied(&folder, Path::new("tests/old/0.1/2415688c/cooks_mills-1.journal"));
    let before = fs::read(&file).unwrap();
    let orders = |file: &Path| {
        let journal = Journal::open(file).unwrap();
        journal.orders().into_iter().map(|recorded| recorded.order.clone()).collect::<Vec<_>>()
    };
    let given = orders(&file);
    if played(&file).diverged.is_some() {
        let (code, _, err) = migrate(&[shown(&file)]);
        assert_eq!(code, 1);
        assert!(err.contains("It opens as it is"), "{err}");
        assert_eq!(fs::read(&file).unwrap(), before);
        return;
    }
    let (code, out, err) = migrate(&[shown(&file)]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("- first_player: 1\n  + first_player: british\n"), "{out}");
    assert_eq!(fs::read(format!("{}~", shown(&file))).unwrap(), before);
    assert_eq!(orders(&file), given);
    assert_eq!(played(&file).diverged, None);
    let (code, out, _) = migrate(&[shown(&file)]);
    assert_eq!((code, out), (0, format!("{}: nothing to change\n", shown(&file))));
}

#[test]
fn settings_and_data_files_of_0_1_are_read_as_they_are_or_told_with_their_places() {
    for file in ["tests/old/0.1/545922bf/settings.ron", "tests/old/0.1/74a4308f/data/combat_patrol/spotting.ron"] {
        let (code, out, err) = migrate(&[file]);
        assert_eq!((code, out), (0, format!("{file}: nothing to change\n")), "{err}");
    }
    let (code, _, err) = migrate(&["tests/old/0.1/24f446be/data/combat_patrol/core.ron"]);
    assert_eq!(code, 1);
    for part in ["copy the game's own", "has no field `radius_trained`", "`bog_holes` is missing", "core.ron:"] {
        assert!(err.contains(part), "{part}: {err}");
    }
}

#[test]
fn what_is_no_file_of_the_game_gets_a_sentence_and_the_others_are_migrated_all_the_same() {
    let folder = TempDir::new().unwrap();
    let thames = copied(&folder, Path::new(THAMES));
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        file.display().to_string()
    };
    let nonsense = write("nonsense.scenario.ron", "no scenario");
    let record = write("none.journal", "no record\n");
    let settings = write("settings.ron", "(");
    let (code, out, err) = migrate(&["Cargo.toml", "none.scenario.ron", &nonsense, &record, &settings, shown(&thames)]);
    assert_eq!(code, 1);
    assert!(out.contains("the_thames.scenario.ron: changed"), "{out}");
    for part in [
        "Cargo.toml: this is no file of Grapeshot by its name",
        "none.scenario.ron: it cannot be read",
        "nonsense.scenario.ron: it has 1 problem that no migration mends",
        "none.journal is no record of a battle",
        "settings.ron:1:1",
    ] {
        assert!(err.contains(part), "{part}: {err}");
    }
    assert!(!err.contains("panicked"), "{err}");
}

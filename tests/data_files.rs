//! Data files of the player: what is read from good ones, and what is said about bad ones.

use grapeshot::{
    battle::Battle,
    files::{DataFiles, Problems},
    rulesets::{
        check_data,
        combat_patrol::{book::data::CoreData, view::rulebook::Book},
        data_files, read_data,
    },
    testing::{BLUE, RED, TestTable},
};
use std::{
    cell::Cell,
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

fn said(problems: Vec<Problems>) -> String {
    problems.iter().map(|problems| problems.render(false)).collect()
}

/// The folders of bad data files.
fn cases() -> Vec<PathBuf> {
    let folders = std::fs::read_dir("tests/bad_data").unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<PathBuf> = folders.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

/// The tables of the data files name every field that the rules read, and no other.
#[test]
fn the_games_own_data_files_conform_to_their_tables() {
    let own = data_files().into_iter().map(|file| (file.name, file.own.to_owned()));
    check_data(&DataFiles::of(own)).unwrap_or_else(|problems| panic!("{}", said(problems)));
}

#[test]
fn every_data_file_of_the_assets_is_read() {
    let mut found = Vec::new();
    for ruleset in std::fs::read_dir("assets/rulesets").unwrap() {
        let ruleset = ruleset.unwrap().path();
        // The file that names the format of all of them is in no folder.
        if ruleset.ends_with("format.ron") {
            continue;
        }
        for file in std::fs::read_dir(&ruleset).unwrap() {
            let file = file.unwrap().path();
            let name = file.strip_prefix("assets/rulesets").unwrap().to_string_lossy().replace('\\', "/");
            found.push(name);
        }
    }
    let mut known: Vec<&str> = data_files().iter().map(|file| file.name).collect();
    known.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, known);
}

#[test]
fn everything_wrong_in_all_data_files_is_said_with_its_place() {
    let cases = cases();
    assert!(cases.len() >= 7, "the bad data files are there");
    for case in cases {
        let problems = read_data(&case).expect_err("bad data files are refused");
        let name = case.file_name().unwrap().to_str().unwrap().to_owned();
        insta::with_settings!({
            snapshot_path => "bad_data", prepend_module_to_snapshot => false, omit_expression => true,
        }, {
            insta::assert_snapshot!(name, said(problems));
        });
    }
}

/// Whether what follows this much of a file stands in a text.
fn in_text(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or(before);
    let after_raw = line.rsplit("\"#").next().unwrap_or(line);
    before.rfind("r#\"") > before.rfind("\"#") || after_raw.matches('"').count() % 2 == 1
}

/// Each field of a file is tried in the first rows that have it.
#[test]
fn what_is_no_number_is_refused_wherever_it_stands() {
    const ROWS: usize = 3;
    let mut refused = 0;
    for file in data_files() {
        let with = |text: String| check_data(&DataFiles::of([(file.name, text)]));
        let mut tried = BTreeMap::<&str, usize>::new();
        for (colon, found) in file.own.match_indices(": ") {
            let at = colon + found.len();
            let rest = &file.own[at..];
            if !rest.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-') || in_text(&file.own[..at]) {
                continue;
            }
            let field = file.own[..colon].rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_').next();
            let rows = tried.entry(field.unwrap_or_default()).or_default();
            *rows += 1;
            if *rows > ROWS {
                continue;
            }
            let end = rest.find(|letter: char| !(letter.is_ascii_digit() || "-.".contains(letter))).unwrap();
            for nothing in ["NaN", "-1e39"] {
                let text = format!("{}{nothing}{}", &file.own[..at], &rest[end..]);
                let problems = with(text).expect_err("it is no number");
                let (line, _) = problems[0].place_of(problems[0].iter().next().unwrap());
                assert_eq!(line, file.own[..at].matches('\n').count() + 1, "{} at {at}", file.name);
                refused += 1;
            }
        }
    }
    assert!(refused > 1800, "{refused}");
}

/// What a player might write into a file: the good text, the bad one, and what is said of it.
type Mistake = (&'static str, &'static str, &'static str);

#[test]
fn all_numbers_of_the_judgement_that_nobody_can_play_with_are_said_at_once() {
    const COMBAT_PATROL: &[Mistake] = &[
        ("second: 0.7,", "second: 1.7,", "`second` cannot be 1.7"),
        ("offered: 3,", "offered: 0,", "`offered` cannot be 0"),
        ("wheel: 60.0,", "wheel: 450.0,", "`wheel` cannot be 450"),
        ("    wagons: (", "    waggons: (", "`waggons`"),
    ];
    const BLACK_POWDER: &[Mistake] = &[
        ("offered: 12,", "offered: 0,", "`offered` cannot be 0"),
        ("start: 18.0,", "start: 0.0,", "`start` cannot be 0"),
        ("retired: 0.22,", "retired: 1.22,", "`retired` cannot be 1.22"),
        ("rounds: 3,", "rounds: 2.5,", "`rounds` cannot be 2.5"),
        ("    marches: (", "    marshes: (", "`marshes`"),
    ];
    const BURT: &[Mistake] = &[
        ("point: 8.0,", "point: -8.0,", "`point` cannot be -8"),
        ("broken: 0.8,", "broken: 1.8,", "`broken` cannot be 1.8"),
        ("near: 16.0,", "near: 300.0,", "`near` cannot be 300"),
        ("tried: 4,", "tried: 0,", "`tried` cannot be 0"),
        ("    clash: (", "    clashes: (", "`clashes`"),
    ];
    const FIRE_AND_FURY: &[Mistake] = &[
        ("broken: 2.5,", "broken: -2.5,", "`broken` cannot be -2.5"),
        ("start: 12.0,", "start: 0.0,", "`start` cannot be 0"),
        ("offered: 16,", "offered: 0,", "`offered` cannot be 0"),
        ("    charges: (", "    charge: (", "`charge`"),
    ];
    let files = [
        ("combat_patrol/judgement.ron", COMBAT_PATROL),
        ("black_powder/judgement.ron", BLACK_POWDER),
        ("burt/judgement.ron", BURT),
        ("fire_and_fury/judgement.ron", FIRE_AND_FURY),
    ];
    for (name, wrong) in files {
        let file = data_files().into_iter().find(|file| file.name == name).unwrap();
        let bad = wrong.iter().fold(file.own.to_owned(), |text, (good, bad, _)| {
            let good = format!(" {}", good.trim_start());
            assert_eq!(text.matches(&good).count(), 1, "{good}");
            text.replace(&good, &format!(" {}", bad.trim_start()))
        });
        let said = said(check_data(&DataFiles::of([(file.name, bad)])).expect_err("bad numbers are refused"));
        for (_, _, message) in wrong {
            assert!(said.contains(message), "{message}: {said}");
        }
    }
}

#[test]
fn data_files_are_read_once_so_that_what_happens_to_them_later_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("combat_patrol");
    std::fs::create_dir(&place).unwrap();
    let spotting = Path::new("assets/rulesets/combat_patrol/spotting.ron");
    std::fs::copy(spotting, place.join("spotting.ron")).unwrap();
    let files = read_data(folder.path()).unwrap_or_else(|problems| panic!("{}", said(problems)));
    let digest = files.digest().expect("there is a file");
    std::fs::write(place.join("spotting.ron"), "nonsense").unwrap();
    check_data(&files).unwrap_or_else(|problems| panic!("{}", said(problems)));
    assert_eq!(files.digest().as_deref(), Some(digest.as_str()));
    assert!(said(read_data(folder.path()).unwrap_err()).contains("spotting.ron"));
    assert_eq!(DataFiles::default().digest(), None);
}

#[test]
fn a_folder_without_data_files_and_one_that_is_a_device_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    assert!(said(read_data(folder.path()).unwrap_err()).contains("has no data file in it"));
    std::fs::create_dir_all(folder.path().join("combat_patrol/core.ron")).unwrap();
    assert!(said(read_data(folder.path()).unwrap_err()).contains("is a folder; a data file is a file"));
}

#[test]
fn data_files_of_a_newer_format_are_refused_and_those_of_this_one_read() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("combat_patrol")).unwrap();
    for file in ["format.ron", "combat_patrol/spotting.ron"] {
        std::fs::copy(Path::new("assets/rulesets").join(file), folder.path().join(file)).unwrap();
    }
    read_data(folder.path()).unwrap_or_else(|problems| panic!("{}", said(problems)));
    std::fs::write(folder.path().join("format.ron"), "(format: 2)").unwrap();
    let told = said(read_data(folder.path()).expect_err("nobody knows what they mean"));
    assert!(told.contains("format.ron") && told.contains("newer"), "{told}");
}

/// What a ruleset might make of the files.
struct Cards(usize);

#[test]
fn what_is_made_of_the_data_files_is_made_once_for_a_whole_series_of_battles() {
    let times = Cell::new(0);
    let make = |files: &DataFiles| {
        times.set(times.get() + 1);
        CoreData::read(files).map(|core| Cards(core.action_deck.len())).map_err(|(file, _)| file.name)
    };
    let files = DataFiles::default();
    let made = [files.made(make), files.clone().made(make)].map(|made| made.expect("the game's own files are good").0);
    assert_eq!((times.get(), made[0]), (1, made[1]));
    let table =
        || TestTable::new("horse_and_musket", grapeshot::rulesets::plugin).unit("blue", BLUE, &[(9.0, 9.0, 90.0)]);
    let battle = || table().unit("red", RED, &[(60.0, 40.0, 270.0)]).battle().battle;
    let book = |battle: Battle| battle.view().resource::<Book>().clone();
    let books = [battle(), battle(), battle()].map(book);
    assert!(books.iter().all(|book| Arc::ptr_eq(&book.core, &books[0].core)), "a battle has read the files anew");
}

#[test]
fn files_that_nothing_can_be_made_of_are_tried_anew() {
    let files = DataFiles::default();
    assert_eq!(files.made(|_| Err::<Cards, _>("bad")).err(), Some("bad"));
    assert_eq!(files.made(|_| Ok::<_, ()>(Cards(50))).map(|cards| cards.0), Ok(50));
}

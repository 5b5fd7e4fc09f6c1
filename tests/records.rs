//! Journals: written, read, damaged, edited, foreign, gone on with.

mod duel;

use grapeshot::{
    ai::{Level, commander},
    battle::{Battle, replay_with},
    record::{Header, Journal, JournalError, JournalWriter, journals},
};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

const SEED: u64 = 11;

/// Plays so many orders and writes them down.
fn played(folder: &Path, orders: usize) -> (Battle, PathBuf) {
    let scenario = duel::scenario(3, 40);
    let header = Header::new(&scenario, SEED, vec![("french".into(), "ai:random".into())], None);
    let mut writer = JournalWriter::begin(folder, &header).expect("the folder can be written");
    let mut battle = Battle::with_plugins(&scenario, SEED, duel::plugin);
    let mut blind = commander(Level::Random, 3);
    for _ in 0..orders {
        let ask = battle.awaiting().asks[0].clone();
        let order = blind.decide(&battle, &ask).order;
        let events = battle.submit(order).expect("a candidate is allowed").len();
        writer.order(battle.recorded(events)).expect("the file can be written");
    }
    (battle, writer.path().to_owned())
}

fn lines(path: &Path) -> Vec<String> {
    fs::read_to_string(path).expect("it can be read").lines().map(str::to_owned).collect()
}

fn write_lines(path: &Path, lines: &[String]) {
    fs::write(path, lines.join("\n") + "\n").expect("it can be written");
}

#[test]
fn a_journal_gives_back_the_same_battle() {
    let folder = TempDir::new().unwrap();
    let (battle, path) = played(folder.path(), 20);
    let journal = Journal::open(&path).unwrap();
    let replayed = replay_with(&journal, None, duel::plugin).unwrap();
    assert_eq!(replayed.diverged, None);
    assert_eq!(replayed.battle.checksum(), battle.checksum());
    assert_eq!(replayed.battle.log().events(), battle.log().events());
    let half = replay_with(&journal, Some(7), duel::plugin).unwrap().battle;
    assert_eq!(half.checksum(), battle.at(7).checksum());
    assert_eq!(half.orders().len(), 7);
}

#[test]
fn orders_taken_back_are_not_played_again() {
    let folder = TempDir::new().unwrap();
    let scenario = duel::scenario(2, 40);
    let header = Header::new(&scenario, SEED, Vec::new(), None);
    let mut writer = JournalWriter::begin(folder.path(), &header).unwrap();
    let mut battle = Battle::with_plugins(&scenario, SEED, duel::plugin);
    let pass = |battle: &Battle| grapeshot::orders::Order::new(battle.awaiting().asks[0].side, &duel::PASS);
    for _ in 0..3 {
        let events = battle.submit(pass(&battle)).unwrap().len();
        writer.order(battle.recorded(events)).unwrap();
    }
    battle.undo().unwrap();
    writer.undo(battle.orders().len()).unwrap();
    let journal = Journal::open(writer.path()).unwrap();
    assert_eq!(journal.orders().len(), 2);
    assert_eq!(replay_with(&journal, None, duel::plugin).unwrap().battle.checksum(), battle.checksum());
}

#[test]
fn undo_stops_at_a_die_that_was_rolled() {
    let scenario = duel::scenario(1, 40);
    let mut battle = Battle::with_plugins(&scenario, SEED, duel::plugin);
    assert!(battle.can_undo().is_err());
    let mut regular = commander(Level::Veteran, 1);
    while !battle.log().events().iter().any(|event| matches!(event.kind, grapeshot::events::EventKind::Rolled { .. })) {
        let ask = battle.awaiting().asks[0].clone();
        let order = regular.decide(&battle, &ask).order;
        battle.submit(order).unwrap();
    }
    let why = battle.undo().unwrap_err();
    assert!(why.contains("Rolled"), "{why}");
}

#[test]
fn a_line_cut_in_the_middle_ends_the_journal_and_the_battle_goes_on_in_a_new_file() {
    let folder = TempDir::new().unwrap();
    let (battle, path) = played(folder.path(), 10);
    let text = fs::read_to_string(&path).unwrap();
    let cut = &text[..text.len() - 15];
    fs::write(&path, cut).unwrap();
    let journal = Journal::open(&path).unwrap();
    let damage = journal.damage.clone().expect("the last line is cut");
    assert_eq!(damage.line, 11);
    let replayed = replay_with(&journal, None, duel::plugin).unwrap();
    assert_eq!(replayed.battle.checksum(), battle.at(9).checksum());
    let mut writer = JournalWriter::resume(&journal, 9).unwrap();
    assert_ne!(writer.path(), path);
    assert_eq!(fs::read_to_string(&path).unwrap(), cut, "the damaged file is left as it was");
    writer.order(battle.recorded(1)).unwrap();
    let saved = Journal::open(writer.path()).unwrap();
    assert_eq!((saved.orders().len(), saved.damage), (10, None));
}

#[test]
fn a_good_journal_is_gone_on_with_in_the_same_file() {
    let folder = TempDir::new().unwrap();
    let (mut battle, path) = played(folder.path(), 4);
    let journal = Journal::open(&path).unwrap();
    let mut writer = JournalWriter::resume(&journal, 4).unwrap();
    assert_eq!(writer.path(), path);
    let side = battle.awaiting().asks[0].side;
    let events = battle.submit(grapeshot::orders::Order::new(side, &duel::PASS)).unwrap().len();
    writer.order(battle.recorded(events)).unwrap();
    assert_eq!(Journal::open(&path).unwrap().orders().len(), 5);
}

#[test]
fn every_bad_line_is_found_and_what_stands_before_it_is_kept() {
    for bad in [
        "",
        "{}",
        "null",
        "not json",
        "{\"order\":{}}",
        "{\"undo\":{\"left\":99}}",
        "{\"undo\":{\"left\":-1}}",
        "{\"order\":{\"order\":{\"side\":0,\"verb\":\"pass\",\"cheat\":1},\"checksum\":\"0\",\"events\":0,\"turn\":1,\"asks\":[]}}",
        "{\"what\":1}",
        "\u{0}\u{0}\u{0}",
    ] {
        let folder = TempDir::new().unwrap();
        let (_, path) = played(folder.path(), 6);
        let mut all = lines(&path);
        all[4] = bad.into();
        write_lines(&path, &all);
        let journal = Journal::open(&path).unwrap();
        assert_eq!(journal.damage.as_ref().map(|damage| damage.line), Some(5), "{bad:?}");
        assert_eq!(journal.orders().len(), 3, "{bad:?}");
    }
}

#[test]
fn an_edited_order_is_found_by_its_checksum() {
    let folder = TempDir::new().unwrap();
    let (battle, path) = played(folder.path(), 6);
    let mut all = lines(&path);
    let moved = all.iter().position(|line| line.contains("\"to\"")).expect("somebody walked");
    let mut value: serde_json::Value = serde_json::from_str(&all[moved]).unwrap();
    let leg = &mut value["order"]["order"]["path"][0]["to"];
    *leg = serde_json::json!([leg[0].as_f64().unwrap() + 0.25, leg[1].as_f64().unwrap()]);
    all[moved] = value.to_string();
    write_lines(&path, &all);
    let journal = Journal::open(&path).unwrap();
    let replayed = replay_with(&journal, None, duel::plugin).unwrap();
    let diverged = replayed.diverged.expect("the edit shows");
    assert_eq!(diverged.step, moved);
    assert_eq!(replayed.battle.checksum(), battle.at(moved - 1).checksum());
}

#[test]
fn foreign_and_newer_and_edited_headers_are_refused_with_what_to_do() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 2);
    let good = lines(&path);
    let with_header = |header: String| {
        let mut all = good.clone();
        all[0] = header;
        write_lines(&path, &all);
        Journal::open(&path).unwrap_err()
    };
    let newer = with_header(good[0].replacen("\"grapeshot_journal\":1", "\"grapeshot_journal\":9", 1));
    assert!(matches!(newer, JournalError::Newer { found: 9, .. }), "{newer}");
    assert!(newer.to_string().contains("format 9") && newer.to_string().contains("Open it with"), "{newer}");
    let edited = with_header(good[0].replacen("Duel at dawn", "Duel at dusk", 1));
    assert!(matches!(edited, JournalError::Edited { .. }), "{edited}");
    for header in ["", "[]", "{\"a\":1}", "{\"grapeshot_journal\":1}", "hello"] {
        let foreign = with_header(header.into());
        assert!(matches!(foreign, JournalError::Foreign { .. }), "{foreign}");
    }
    fs::write(&path, b"").unwrap();
    assert!(matches!(Journal::open(&path), Err(JournalError::Foreign { .. })));
    fs::write(&path, b"\xff\xfe\n\xff").unwrap();
    assert!(matches!(Journal::open(&path), Err(JournalError::Foreign { .. })));
    assert!(matches!(Journal::open(&folder.path().join("none")), Err(JournalError::File { .. })));
    assert!(matches!(Journal::open(folder.path()), Err(JournalError::File { .. })));
}

#[test]
fn a_journal_knows_whose_scenario_it_is_and_is_never_written_over() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 2);
    let journal = Journal::open(&path).unwrap();
    assert!(journal.is_of(&duel::scenario(3, 40)).is_ok());
    assert!(matches!(journal.is_of(&duel::scenario(3, 41)), Err(JournalError::OtherScenario { .. })));
    let before = fs::read(&path).unwrap();
    assert!(JournalWriter::create(&path, &journal.header).is_err());
    assert_eq!(fs::read(&path).unwrap(), before);
    let second = JournalWriter::begin(folder.path(), &journal.header).unwrap();
    assert_ne!(second.path(), path);
}

#[test]
fn the_shelf_tells_where_each_battle_stands() {
    let folder = TempDir::new().unwrap();
    let (battle, path) = played(folder.path(), 5);
    fs::write(folder.path().join("broken.journal"), "nonsense\n").unwrap();
    fs::write(folder.path().join("notes.txt"), "no journal").unwrap();
    let shelf = journals(folder.path());
    assert_eq!(shelf.len(), 2);
    let good = shelf.iter().find(|info| info.path == path).expect("it is on the shelf");
    assert_eq!((good.title.as_str(), good.step), ("Duel at dawn", 5));
    assert_eq!(good.turn, battle.view().clock().turn);
    assert_eq!(good.waits_for, ["British"]);
    assert_eq!(good.sides, [("French".to_owned(), "ai:random".to_owned())]);
    assert!(shelf.iter().any(|info| info.trouble.is_some()));
    assert!(journals(Path::new("no such folder")).is_empty());
}

#[test]
fn a_journal_of_a_ruleset_that_is_not_there_is_refused() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 1);
    let journal = Journal::open(&path).unwrap();
    let why = replay_with(&journal, None, grapeshot::rulesets::plugin).err().expect("there is no duel in the game");
    assert!(why.contains("duel"), "{why}");
}

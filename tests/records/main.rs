//! Journals: written, read, damaged, edited, foreign, gone on with.

mod damage;
#[path = "../disk/mod.rs"]
mod disk;
#[path = "../duel/mod.rs"]
mod duel;
mod foreign;
mod kept;
mod statistics;

use disk::Disk;
use grapeshot::{
    ai::{Level, commander, unerring},
    battle::{Battle, replay},
    record::{Header, Journal, JournalError, JournalWriter, seal::Seal, shelf},
    scenario::Scenario,
};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

const SEED: u64 = 11;

/// Plays this many orders and writes them down.
fn played(folder: &Path, orders: usize) -> (Battle, PathBuf) {
    let scenario = duel::scenario(3, 40);
    let header = Header::new(&scenario, SEED, vec![("french".into(), "ai:random".into())], None);
    let mut writer = JournalWriter::begin(folder, &header).expect("the folder can be written");
    let mut battle = Battle::new(&scenario, SEED, duel::plugin);
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
    let replayed = replay(&journal, None, duel::plugin).unwrap();
    assert_eq!(replayed.diverged, None);
    assert_eq!(replayed.battle.checksum(), battle.checksum());
    assert_eq!(replayed.battle.log().events(), battle.log().events());
    let half = replay(&journal, Some(7), duel::plugin).unwrap().battle;
    assert_eq!(half.checksum(), battle.at(7).checksum());
    assert_eq!(half.orders().len(), 7);
}

#[test]
fn orders_taken_back_are_not_played_again() {
    let folder = TempDir::new().unwrap();
    let scenario = duel::scenario(2, 40);
    let header = Header::new(&scenario, SEED, Vec::new(), None);
    let mut writer = JournalWriter::begin(folder.path(), &header).unwrap();
    let mut battle = Battle::new(&scenario, SEED, duel::plugin);
    let pass = |battle: &Battle| grapeshot::orders::Order::new(battle.awaiting().asks[0].side, &duel::PASS);
    for _ in 0..3 {
        let events = battle.submit(pass(&battle)).unwrap().len();
        writer.order(battle.recorded(events)).unwrap();
    }
    battle.undo().unwrap();
    writer.undo(battle.orders().len()).unwrap();
    let journal = Journal::open(writer.path()).unwrap();
    assert_eq!(journal.orders().len(), 2);
    assert_eq!(replay(&journal, None, duel::plugin).unwrap().battle.checksum(), battle.checksum());
}

#[test]
fn undo_stops_at_a_die_that_was_rolled() {
    let scenario = duel::scenario(1, 40);
    let mut battle = Battle::new(&scenario, SEED, duel::plugin);
    assert!(battle.can_undo().is_err());
    let mut regular = unerring(1);
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
    let replayed = replay(&journal, None, duel::plugin).unwrap();
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

/// Two windows on one record would spoil it: the second goes on in a record of its own.
#[test]
fn a_record_that_is_being_played_is_read_by_everybody_and_written_by_one() {
    let folder = TempDir::new().unwrap();
    let (mut battle, path) = played(folder.path(), 4);
    let first = JournalWriter::resume(&Journal::open(&path).unwrap(), 4).unwrap();
    let journal = Journal::open(&path).expect("it can be read meanwhile");
    assert_eq!(replay(&journal, None, duel::plugin).unwrap().battle.checksum(), battle.checksum());
    assert!(matches!(JournalWriter::resume(&journal, 4), Err(JournalError::InUse { .. })));
    let before = fs::read(&path).unwrap();
    let (mut second, told) = JournalWriter::go_on(&journal, 4);
    let told = told.expect("it is told");
    assert!(told.contains("is being played in another window") && told.contains("a record of its own"), "{told}");
    assert_eq!((second.trouble(), second.path() == path), (None, false));
    second.sync().unwrap();
    assert!(!second.path().exists(), "no file is made before the first order");
    let side = battle.awaiting().asks[0].side;
    let events = battle.submit(grapeshot::orders::Order::new(side, &duel::PASS)).unwrap().len();
    second.order(battle.recorded(events)).unwrap();
    let copy = Journal::open(second.path()).unwrap();
    assert_eq!((copy.orders().len(), copy.damage), (5, None));
    assert_eq!(fs::read(&path).unwrap(), before);
    drop(first);
    let writer = JournalWriter::resume(&journal, 4).expect("it is free again");
    assert_eq!(writer.path(), path);
}

#[test]
fn a_record_that_another_has_played_on_since_it_was_read_is_left_to_him() {
    let folder = TempDir::new().unwrap();
    let (mut battle, path) = played(folder.path(), 4);
    let read_before = Journal::open(&path).unwrap();
    let mut other = JournalWriter::resume(&read_before, 4).unwrap();
    let side = battle.awaiting().asks[0].side;
    let events = battle.submit(grapeshot::orders::Order::new(side, &duel::PASS)).unwrap().len();
    other.order(battle.recorded(events)).unwrap();
    drop(other);
    let (writer, told) = JournalWriter::go_on(&read_before, 4);
    assert!(told.is_some_and(|told| told.contains("was played on")));
    drop(writer);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nobody ordered anything");
}

/// Seals lines anew, as somebody would who wants to deceive.
fn sealed(lines: &[String]) -> Vec<String> {
    let mut seal = Seal::default();
    let whole = |line: &String| seal.close(bare(line).as_bytes());
    lines.iter().map(whole).map(|line| String::from_utf8(line).expect("it is text")).collect()
}

/// A line without its seal.
fn bare(line: &str) -> String {
    match line.rfind(",\"seal\":") {
        Some(at) => format!("{}}}", &line[..at]),
        None => line.to_owned(),
    }
}

/// The lines of a journal as format 1 had them: without seals.
fn of_format_1(lines: &[String]) -> Vec<String> {
    let mut old: Vec<String> = lines.iter().map(|line| bare(line)).collect();
    old[0] = old[0].replacen("\"grapeshot_journal\":2", "\"grapeshot_journal\":1", 1);
    old
}

#[test]
fn an_outcome_that_was_not_so_is_found() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 2);
    let mut all = lines(&path);
    let outcome = r#"{"outcome":{"winner":0,"points":[1.0,0.0],"turn":1,"text":"a lie","rule":"X-1"}}"#;
    all.push(outcome.to_owned());
    write_lines(&path, &sealed(&all));
    let journal = Journal::open(&path).unwrap();
    assert_eq!(journal.damage, None);
    let diverged = replay(&journal, None, duel::plugin).unwrap().diverged.expect("it is no end");
    assert!(diverged.what.contains("does not end"), "{}", diverged.what);
}

#[test]
fn what_a_full_disk_does_not_take_waits_in_memory_and_is_written_when_there_is_room() {
    let scenario = duel::scenario(3, 40);
    let header = Header::new(&scenario, SEED, Vec::new(), None);
    let disk = Disk::default();
    let mut writer = JournalWriter::into_sink(Path::new("disk.journal"), Box::new(disk.clone()), &header);
    assert_eq!(writer.trouble(), None);
    let mut battle = Battle::new(&scenario, SEED, duel::plugin);
    let mut give = |writer: &mut JournalWriter| {
        let side = battle.awaiting().asks[0].side;
        let events = battle.submit(grapeshot::orders::Order::new(side, &duel::PASS)).unwrap().len();
        writer.order(battle.recorded(events))
    };
    give(&mut writer).unwrap();
    let before = disk.state().kept.len();
    disk.state().full = true;
    for _ in 0..2 {
        let why = give(&mut writer).unwrap_err().to_string();
        assert!(why.contains("disk.journal cannot be written: no space left"), "{why}");
        assert!(writer.trouble().is_some_and(|trouble| trouble.contains("no space left")));
    }
    assert_eq!(disk.state().kept.len(), before, "nothing is written by halves");
    disk.state().full = false;
    give(&mut writer).unwrap();
    assert_eq!(writer.trouble(), None);
    disk.state().broken = true;
    assert!(writer.sync().is_err() && writer.trouble().is_some());
    disk.state().broken = false;
    writer.sync().unwrap();
    let disk = disk.state();
    assert_eq!((disk.synced, writer.trouble()), (disk.kept.len(), None));
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("disk.journal");
    fs::write(&path, &disk.kept).unwrap();
    let journal = Journal::open(&path).unwrap();
    assert_eq!((journal.orders().len(), journal.damage), (4, None));
}

#[test]
fn a_battle_whose_folder_cannot_be_made_is_kept_in_memory_until_it_can() {
    let folder = TempDir::new().unwrap();
    let place = folder.path().join("journals");
    fs::write(&place, "a file where the folder should be").unwrap();
    let scenario = duel::scenario(3, 40);
    let header = Header::new(&scenario, SEED, Vec::new(), None);
    let mut writer = JournalWriter::keep(&place, &header);
    assert!(writer.trouble().is_some());
    let mut battle = Battle::new(&scenario, SEED, duel::plugin);
    let side = battle.awaiting().asks[0].side;
    let events = battle.submit(grapeshot::orders::Order::new(side, &duel::PASS)).unwrap().len();
    assert!(writer.order(battle.recorded(events)).is_err());
    fs::remove_file(&place).unwrap();
    writer.sync().unwrap();
    assert_eq!(writer.trouble(), None);
    let journal = Journal::open(writer.path()).unwrap();
    assert_eq!((journal.orders().len(), journal.damage), (1, None));
}

#[test]
fn records_that_are_no_ordinary_files_are_refused_at_once() {
    for path in ["/dev/zero", "/dev/null"] {
        if Path::new(path).exists() {
            let why = Journal::open(Path::new(path)).unwrap_err().to_string();
            assert!(why.contains("is a device or a pipe"), "{why}");
        }
    }
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

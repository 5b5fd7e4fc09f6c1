//! Journals: written, read, damaged, edited, foreign, gone on with.

#[path = "../disk/mod.rs"]
mod disk;
#[path = "../duel/mod.rs"]
mod duel;
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
        assert_eq!(Journal::open(&path).unwrap().orders().len(), 3, "{bad:?} without a seal");
        write_lines(&path, &sealed(&all));
        let journal = Journal::open(&path).unwrap();
        assert_eq!(journal.damage.as_ref().map(|damage| damage.line), Some(5), "{bad:?}");
        assert_eq!(journal.orders().len(), 3, "{bad:?}");
    }
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
fn an_edited_order_breaks_its_seal_and_sealed_anew_it_is_found_by_its_checksum() {
    let folder = TempDir::new().unwrap();
    let (battle, path) = played(folder.path(), 6);
    let mut all = lines(&path);
    let moved = all.iter().position(|line| line.contains("\"to\"")).expect("somebody walked");
    let mut value: serde_json::Value = serde_json::from_str(&bare(&all[moved])).unwrap();
    let leg = &mut value["order"]["order"]["path"][0]["to"];
    *leg = serde_json::json!([leg[0].as_f64().unwrap() + 0.25, leg[1].as_f64().unwrap()]);
    let end = all[moved][bare(&all[moved]).len() - 1..].to_owned();
    let edited = value.to_string();
    all[moved] = format!("{}{end}", edited.strip_suffix('}').unwrap());
    write_lines(&path, &all);
    let journal = Journal::open(&path).unwrap();
    assert_eq!(journal.damage.as_ref().map(|damage| damage.line), Some(moved + 1));
    assert!(journal.damage.unwrap().what.contains("seal"));
    write_lines(&path, &sealed(&all));
    let journal = Journal::open(&path).unwrap();
    assert_eq!(journal.damage, None);
    let replayed = replay(&journal, None, duel::plugin).unwrap();
    let diverged = replayed.diverged.expect("the edit shows");
    assert_eq!(diverged.step, moved);
    assert_eq!(replayed.battle.checksum(), battle.at(moved - 1).checksum());
}

#[test]
fn no_byte_of_a_journal_can_change_unseen() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 3);
    let good = fs::read(&path).unwrap();
    let header = good.iter().position(|byte| *byte == b'\n').unwrap();
    // The first line is long, and its bytes are sealed as those of the others are.
    for at in (0..good.len()).filter(|at| at % 7 == 0 || *at + 40 > header) {
        // Another letter or number where there was one, and a byte that is no text.
        for other in [good[at] ^ 1, good[at] ^ 0x80] {
            let mut changed = good.clone();
            changed[at] = other;
            fs::write(&path, &changed).unwrap();
            if let Ok(journal) = Journal::open(&path) {
                assert!(journal.damage.is_some(), "byte {at} as {other:#x}");
            }
        }
    }
}

#[test]
fn a_number_of_the_format_that_was_changed_is_not_believed() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 2);
    let good = lines(&path);
    for (found, told) in [(0, "there is not"), (1, "was changed"), (3, "was changed"), (99, "was changed")] {
        let mut all = good.clone();
        all[0] = all[0].replacen("\"grapeshot_journal\":2", &format!("\"grapeshot_journal\":{found}"), 1);
        write_lines(&path, &all);
        let why = Journal::open(&path).unwrap_err().to_string();
        assert!(why.contains(told), "{found}: {why}");
    }
    let mut all = good.clone();
    all[0] = all[0].replacen("\"game\":\"", "\"game\":\"9.", 1);
    write_lines(&path, &all);
    assert!(matches!(Journal::open(&path), Err(JournalError::Edited { .. })));
    // A record of format 1 has no seals; one line of format 2 in it is none of its own.
    let mut all = of_format_1(&good);
    all[2] = good[2].clone();
    write_lines(&path, &all);
    assert_eq!(Journal::open(&path).unwrap().damage.map(|damage| damage.line), Some(3));
}

#[test]
fn a_record_of_an_older_game_is_verified_by_its_checksums_and_says_what_plays_it() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 4);
    let mut all = lines(&path);
    all[0] = all[0].replacen(concat!("\"game\":\"", env!("CARGO_PKG_VERSION")), "\"game\":\"0.0.7", 1);
    write_lines(&path, &sealed(&all));
    let journal = Journal::open(&path).unwrap();
    assert_eq!(replay(&journal, None, duel::plugin).unwrap().diverged, None);
    let mut order: serde_json::Value = serde_json::from_str(&bare(&all[3])).unwrap();
    order["order"]["checksum"] = serde_json::json!("0123456789abcdef");
    all[3] = order.to_string();
    write_lines(&path, &sealed(&all));
    let diverged = replay(&Journal::open(&path).unwrap(), None, duel::plugin).unwrap().diverged.unwrap();
    assert_eq!(diverged.step, 3);
    assert!(diverged.what.contains("the record is of Grapeshot 0.0.7"), "{}", diverged.what);
}

#[test]
fn a_record_of_format_1_opens_and_goes_on_in_a_new_file_of_today() {
    let folder = TempDir::new().unwrap();
    let (battle, path) = played(folder.path(), 5);
    let old = of_format_1(&lines(&path));
    write_lines(&path, &old);
    let journal = Journal::open(&path).unwrap();
    assert!(!journal.is_sealed());
    assert_eq!((journal.orders().len(), journal.damage.clone()), (5, None));
    let replayed = replay(&journal, None, duel::plugin).unwrap();
    assert_eq!((replayed.battle.checksum(), replayed.diverged), (battle.checksum(), None));
    let writer = JournalWriter::resume(&journal, 5).unwrap();
    assert_ne!(writer.path(), path);
    assert_eq!(lines(&path), old, "the old record is left as it was");
    let new = Journal::open(writer.path()).unwrap();
    assert!(new.is_sealed());
    assert_eq!((new.orders().len(), new.damage), (5, None));
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
    let newer = sealed(&[good[0].replacen("\"grapeshot_journal\":2", "\"grapeshot_journal\":9", 1)]).remove(0);
    let newer = with_header(newer);
    assert!(matches!(newer, JournalError::Newer { found: 9, .. }), "{newer}");
    assert!(newer.to_string().contains("format 9") && newer.to_string().contains("Open it with"), "{newer}");
    let edited = with_header(good[0].replacen("Duel at dawn", "Duel at dusk", 1));
    assert!(matches!(edited, JournalError::Edited { .. }), "{edited}");
    let edited = with_header(sealed(&[good[0].replacen("Duel at dawn", "Duel at dusk", 1)]).remove(0));
    assert!(matches!(edited, JournalError::Edited { .. }), "{edited}");
    for header in ["", "[]", "{\"a\":1}", "{\"grapeshot_journal\":1}", "hello"] {
        let foreign = with_header(header.into());
        assert!(matches!(foreign, JournalError::Foreign { .. }), "{foreign}");
    }
    fs::write(&path, b"").unwrap();
    assert!(matches!(Journal::open(&path), Err(JournalError::Foreign { .. })));
    fs::write(&path, b"\xff\xfe\n\xff").unwrap();
    assert!(matches!(Journal::open(&path), Err(JournalError::Foreign { .. })));
    assert!(matches!(Journal::open(&folder.path().join("none")), Err(JournalError::Unreadable { .. })));
    assert!(matches!(Journal::open(folder.path()), Err(JournalError::Unreadable { .. })));
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
    let shelf: Vec<_> = shelf::files(folder.path()).iter().map(|path| shelf::info(path)).collect();
    assert_eq!(shelf.len(), 2);
    let good = shelf.iter().find(|info| info.path == path).expect("it is on the shelf");
    assert_eq!((good.title.as_str(), good.step), ("Duel at dawn", 5));
    assert_eq!(good.turn, battle.view().clock().turn);
    assert_eq!(good.waits_for, ["British"]);
    assert_eq!(good.sides, [("French".to_owned(), "ai:random".to_owned())]);
    assert!(shelf.iter().any(|info| info.trouble.is_some()));
    assert!(shelf::files(Path::new("no such folder")).is_empty());
    assert!(!shelf::is_over(&path).unwrap());
    let mut writer = JournalWriter::resume(&Journal::open(&path).unwrap(), 5).unwrap();
    let outcome = r#"{"winner":0,"points":[1.0,0.0],"turn":1,"text":"it is over","rule":"X-1"}"#;
    writer.outcome(&serde_json::from_str(outcome).unwrap()).unwrap();
    writer.sides(vec![("french".into(), "human".into())]).unwrap();
    assert!(shelf::is_over(&path).unwrap());
}

#[test]
fn a_player_names_a_record_and_it_stays_the_same_battle() {
    let folder = TempDir::new().unwrap();
    let (battle, path) = played(folder.path(), 5);
    assert_eq!(shelf::info(&path).name, None);
    let named = shelf::rename(&path, " The long afternoon ").unwrap();
    assert!(!path.exists());
    let info = shelf::info(&named);
    assert_eq!((info.name.as_deref(), info.title.as_str()), (Some("The long afternoon"), "Duel at dawn"));
    assert_eq!(Journal::open(&named).unwrap().orders().len(), battle.orders().len());
    assert_eq!(shelf::rename(&named, "The long afternoon.journal").unwrap(), named, "that is its name");
    let (_, other) = played(folder.path(), 1);
    for wrong in ["", "  ", "../away", ".hidden", "a/b", "The long afternoon"] {
        assert!(shelf::rename(&other, wrong).is_err(), "{wrong}");
    }
    assert!(other.exists() && named.exists());
}

#[test]
fn a_record_that_somebody_writes_is_neither_renamed_nor_deleted() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 2);
    let writer = JournalWriter::resume(&Journal::open(&path).unwrap(), 2).unwrap();
    for error in [shelf::rename(&path, "mine").err(), shelf::delete(&path).err()] {
        assert!(matches!(error, Some(JournalError::InUse { .. })), "{error:?}");
    }
    drop(writer);
    shelf::delete(&path).unwrap();
    assert!(!path.exists() && shelf::delete(&path).is_err());
}

#[test]
fn a_copy_of_a_record_is_put_where_it_was_asked_for_and_over_no_other_file() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 3);
    let name = path.file_name().unwrap();
    let away = folder.path().join("away");
    fs::create_dir(&away).unwrap();
    assert_eq!(shelf::copy(&path, &away).unwrap(), away.join(name), "a folder takes it under its own name");
    let copy = shelf::copy(&path, &away.join("new").join("mine")).unwrap();
    assert_eq!(copy, away.join("new").join("mine.journal"));
    assert_eq!(fs::read(&copy).unwrap(), fs::read(&path).unwrap());
    assert!(matches!(shelf::copy(&path, &copy), Err(JournalError::Exists { .. })));
}

#[test]
fn a_journal_of_a_ruleset_that_is_not_there_is_refused() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 1);
    let journal = Journal::open(&path).unwrap();
    let why = replay(&journal, None, grapeshot::rulesets::plugin).err().expect("there is no duel in the game");
    assert!(why.contains("duel"), "{why}");
}

/// A record whose header was changed and digested and sealed anew.
fn forged(lines: &[String], change: impl Fn(&mut Value)) -> Vec<String> {
    let mut all = lines.to_vec();
    let mut header: Value = serde_json::from_str(&bare(&all[0])).unwrap();
    change(&mut header["scenario"]);
    let scenario: Scenario = serde_json::from_value(header["scenario"].clone()).expect("it has the form of a scenario");
    header["digest"] = Header::new(&scenario, 0, Vec::new(), None).digest.into();
    all[0] = serde_json::to_string(&header).unwrap();
    sealed(&all)
}

#[test]
fn a_forged_scenario_is_refused_as_a_scenario_file_would_be() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 3);
    let good = lines(&path);
    let open = |change: &dyn Fn(&mut Value)| {
        write_lines(&path, &forged(&good, change));
        replay(&Journal::open(&path).expect("the seals are good"), None, duel::plugin).err()
    };
    assert_eq!(open(&|_| {}), None, "unchanged it is good");
    let changes: [(&dyn Fn(&mut Value), &[&str]); 9] = [
        (&|scenario| scenario["units"][0]["side"] = 7.into(), &["there is no side \"?\"", "Valid are"]),
        (&|scenario| scenario["units"][1]["superior"] = 99.into(), &["there is no unit \"?\" to be under"]),
        (&|scenario| scenario["units"][1]["superior"] = 1.into(), &["is under itself"]),
        (&|scenario| scenario["units"][0]["pieces"] = json!([]), &["cannot have 0 figures", "Give it 1 to"]),
        (
            &|scenario| scenario["units"][0]["unit_entry"]["kind"] = "ghost".into(),
            &["there is no kind of unit \"ghost\""],
        ),
        (&|scenario| scenario["units"][0]["pieces"][1]["place"]["at"] = json!([1e30, 3.0]), &["off the table"]),
        (
            &|scenario| scenario["units"][0]["pieces"][1]["place"]["at"] = json!([10.0, 9.0]),
            &["stand on each other", "move one of them"],
        ),
        (&|scenario| scenario["terrain"]["size"] = json!([0.0, 0.0]), &["width"]),
        (&|scenario| scenario["sides"][1]["id"] = 0.into(), &["no scenario file could say this", "sides[1].id is 0"]),
    ];
    for (change, parts) in changes {
        let why = open(change).expect("it is refused");
        for part in parts {
            assert!(why.contains(part), "{part}: {why}");
        }
        assert!(why.contains("the scenario in") && why.contains("cannot be played"), "{why}");
    }
}

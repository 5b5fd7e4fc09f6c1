//! The crash report: what is told when the program meets a fault of its own, and how the battle goes on.

mod duel;

use grapeshot::{
    battle::{Battle, replay},
    crash,
    orders::Order,
    record::{Header, Journal, JournalWriter},
};
use std::{fs, panic, path::PathBuf};
use tempfile::TempDir;

const SEED: u64 = 4711;

fn reports(folder: &TempDir) -> Vec<PathBuf> {
    fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// All of it is one test: a process has one hook and writes one report.
#[test]
fn a_panic_anywhere_writes_one_report_and_the_battle_goes_on_from_its_record() {
    let (crashes, records) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    crash::watch(crashes.path().to_owned());
    crash::note("adapter", "a card of paper");
    let scenario = duel::scenario(3, 40);
    let mut writer = JournalWriter::begin(records.path(), &Header::new(&scenario, SEED, Vec::new(), None)).unwrap();
    crash::note("record", writer.path().display().to_string());
    let mut battle = Battle::new(&scenario, SEED, duel::plugin);
    for _ in 0..3 {
        let side = battle.awaiting().asks[0].side;
        let events = battle.submit(Order::new(side, &duel::PASS)).unwrap().len();
        writer.order(battle.recorded(events)).unwrap();
    }
    let checksum = battle.checksum();
    assert_eq!(crash::report(), None);
    let order = serde_json::to_string(&Order::new(battle.awaiting().asks[0].side, &duel::PASS)).unwrap();
    let fault = panic::catch_unwind(|| {
        crash::resolving(3, order.clone());
        panic!("a figure stands on its head");
    });
    assert!(fault.is_err());
    let found = reports(&crashes);
    assert_eq!(found.len(), 1);
    assert_eq!(crash::report(), Some(found[0].as_path()));
    let text = fs::read_to_string(&found[0]).unwrap();
    let record = format!("record: {}", writer.path().display());
    for part in [
        "a figure stands on its head (tests/crash.rs:",
        concat!("version: Grapeshot ", env!("CARGO_PKG_VERSION")),
        "scenario: Duel at dawn",
        &format!("scenario hash: {:016x}", scenario.hash),
        "seed: 4711",
        "orders given: 3",
        &format!("order being resolved: {order}"),
        "adapter: a card of paper",
        &record,
        "trace:",
        "crash.rs",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }

    // What another thread meets later is in the same file.
    let thread = std::thread::Builder::new().name("the computer".to_owned());
    assert!(thread.spawn(|| panic!("and so does another")).unwrap().join().is_err());
    assert_eq!(reports(&crashes), found);
    let text = fs::read_to_string(&found[0]).unwrap();
    assert!(text.contains("and so does another") && text.contains("thread: the computer"), "{text}");

    drop(writer);
    let journal = Journal::open(&fs::read_dir(records.path()).unwrap().next().unwrap().unwrap().path()).unwrap();
    let mut again = replay(&journal, None, duel::plugin).unwrap().battle;
    assert_eq!((again.orders().len(), again.checksum()), (3, checksum));
    let side = again.awaiting().asks[0].side;
    again.submit(Order::new(side, &duel::PASS)).expect("the battle goes on");
}

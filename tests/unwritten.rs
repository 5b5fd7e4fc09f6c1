//! A record that cannot be written: the players are told at once, and the battle goes on in memory until it can.
#![cfg(feature = "screen")]

mod disk;

use disk::Disk;
use grapeshot::{
    ai::Controller,
    battle::{Battle, replay, simulation_world},
    record::{Header, Journal, JournalWriter},
    rulesets,
    scenario::{self, Scenario},
    screen::{playback::Speed, session::Session},
    turn::Rulebooks,
};
use std::{fs, path::Path, sync::Arc};

const SEED: u64 = 3;

fn scenario() -> Arc<Scenario> {
    let world = simulation_world(rulesets::plugin);
    let file = Path::new("scenarios/horse_and_musket/foraging_party.scenario.ron");
    scenario::load(file, world.resource::<Rulebooks>()).unwrap_or_else(|problems| panic!("{problems}"))
}

fn header(scenario: &Scenario) -> Header {
    Header::new(scenario, SEED, Controller::by_key(scenario, &[Controller::Human; 2]), None)
}

fn session(scenario: &Arc<Scenario>, writer: JournalWriter) -> Session {
    let mut session = Session::begin(
        scenario,
        grapeshot::rulesets::plugin,
        SEED,
        vec![Controller::Human; 2],
        Some(writer),
        Arc::new(|| {}),
    );
    session.set_speed(Speed::Instant);
    session
}

/// A person gives this many orders.
fn give(session: &mut Session, orders: usize) {
    let wanted = session.battle().orders().len() + orders;
    for _ in 0..1000 {
        if let Some(side) = session.hand_over() {
            session.take_seat(side, false);
        }
        if session.battle().orders().len() == wanted {
            return;
        }
        if session.ask_for_human().is_some() {
            let order = session.candidates()[0].clone();
            assert!(session.answer_with(order), "{:?}", session.notice());
        } else {
            // So little time that what cannot be written is not tried again.
            session.go_on_showing(0.001);
        }
    }
    panic!("nobody is asked: {:?}", session.notice());
}

/// The battle of a record, with all that was ordered.
fn recorded(path: &Path) -> Battle {
    let journal = Journal::open(path).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(journal.damage, None);
    let replayed = replay(&journal, None, grapeshot::rulesets::plugin).unwrap();
    assert_eq!(replayed.diverged, None);
    replayed.battle
}

#[test]
fn a_disk_that_is_full_is_told_of_at_once_and_written_when_there_is_room() {
    let (scenario, disk) = (scenario(), Disk::default());
    let name = Path::new("battle.journal");
    let writer = JournalWriter::into_sink(name, Box::new(disk.clone()), &header(&scenario));
    let mut session = session(&scenario, writer);
    give(&mut session, 2);
    assert_eq!(session.notice(), None);
    let before = disk.state().kept.len();
    disk.state().full = true;
    give(&mut session, 1);
    let told = session.notice().expect("it is told at once").to_owned();
    for part in ["battle.journal cannot be written", "no space left", "goes on in memory", "make room"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    session.clear_notice();
    give(&mut session, 3);
    assert_eq!(session.notice(), None, "it is told once, not with every order");
    assert_eq!((session.battle().orders().len(), disk.state().kept.len()), (6, before));
    disk.state().full = false;
    // It is tried again by itself, without an order.
    assert!(session.at_stake().is_some_and(|told| told.contains("in memory only")), "it stays visible");
    for _ in 0..3 {
        session.try_to_write(1.0);
    }
    assert_eq!(session.at_stake(), None);
    assert!(
        session.notice().is_some_and(|notice| notice.contains("written again, and whole")),
        "{:?}",
        session.notice()
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, &disk.state().kept).unwrap();
    assert_eq!(recorded(&path).checksum(), session.battle().checksum());
}

#[test]
fn a_disk_that_cannot_make_sure_of_an_order_is_told_of() {
    let (scenario, disk) = (scenario(), Disk::default());
    let writer = JournalWriter::into_sink(Path::new("battle.journal"), Box::new(disk.clone()), &header(&scenario));
    let mut session = session(&scenario, writer);
    disk.state().broken = true;
    give(&mut session, 1);
    assert!(session.notice().is_some_and(|notice| notice.contains("input/output error")), "{:?}", session.notice());
    disk.state().broken = false;
    give(&mut session, 1);
    assert!(session.notice().is_some_and(|notice| notice.contains("whole")), "{:?}", session.notice());
    let disk = disk.state();
    assert_eq!(disk.synced, disk.kept.len());
}

#[test]
fn a_battle_whose_folder_cannot_be_written_goes_on_and_is_written_whole_when_it_can() {
    let (scenario, folder) = (scenario(), tempfile::tempdir().unwrap());
    let place = folder.path().join("journals");
    fs::write(&place, "a file where the folder should be").unwrap();
    let writer = JournalWriter::keep(&place, &header(&scenario));
    assert!(
        writer.trouble().is_some_and(|trouble| trouble.contains("cannot be used as a folder")),
        "{:?}",
        writer.trouble()
    );
    let mut session = session(&scenario, writer);
    assert!(session.notice().is_some_and(|told| told.contains("goes on in memory")), "it is told in the window");
    give(&mut session, 4);
    assert!(session.journal().is_some_and(|journal| journal.trouble().is_some()));
    fs::remove_file(&place).unwrap();
    give(&mut session, 1);
    let path = session.journal().expect("it is kept").path().to_owned();
    let told = session.notice().expect("it is told where the record is").to_owned();
    assert!(told.contains("whole") && told.contains(&path.display().to_string()), "{told}");
    assert_eq!(recorded(&path).checksum(), session.battle().checksum());
    session.undo();
    assert_eq!(recorded(&path).checksum(), session.battle().checksum());
}

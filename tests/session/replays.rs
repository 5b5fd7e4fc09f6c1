//! Battles that are watched again, and played on from there.

use super::*;

/// The record of a battle that was left before its end.
fn left(file: &str, controllers: &[Controller], folder: &Path, orders: usize) -> Journal {
    let scenario = shipped(file);
    let header = Header::new(&scenario, 11, Controller::by_key(&scenario, controllers), None);
    let writer = JournalWriter::begin(folder, &header).expect("the folder can be written");
    let path = writer.path().to_owned();
    let plugins = grapeshot::rulesets::plugin;
    let mut session = Session::begin(&scenario, plugins, 11, controllers.to_vec(), Some(writer), Arc::new(|| {}));
    session.set_speed(Speed::Instant);
    while session.battle().orders().len() < orders {
        wait(&mut session, |session| session.ask_for_human().is_some() || session.battle().orders().len() >= orders);
        if session.battle().orders().len() < orders {
            let order = session.candidates()[0].clone();
            assert!(session.answer_with(order), "{:?}", session.notice());
        }
    }
    drop(session);
    Journal::open(&path).expect("it was just written")
}

/// A battle that is watched again.
fn watched(journal: &Journal) -> Session {
    let battle = replay(journal, None, grapeshot::rulesets::plugin).expect("it is played alike").battle;
    let controllers = Controller::of_sides(battle.scenario(), journal.sides());
    let writer = JournalWriter::branch(journal, battle.orders().len());
    let mut session = Session::over(battle, controllers, Some(writer), Arc::new(|| {}));
    session.set_speed(Speed::Instant);
    session.watch_again();
    session
}

/// Shows a battle that is watched to the end of its record, and looks at it after every order.
fn watch(session: &mut Session, look: impl Fn(&Session)) {
    for step in 0..=session.battle().orders().len() {
        session.seek(step);
        look(session);
    }
    session.skip();
    for _ in 0..100 {
        session.go_on_showing(0.1);
        thread::sleep(Duration::from_millis(1));
    }
    assert!(session.caught_up());
}

#[test]
fn a_battle_that_is_not_over_is_watched_as_its_players_knew_it_and_stays_as_it_is() {
    let (human, computer) = (Controller::Human, Controller::Computer(Level::Random));
    for (controllers, viewer, hidden, own) in [
        ([human, computer], Some(SideId(0)), 0, 8),
        ([computer, human], Some(SideId(1)), 10, 8),
        ([human, human], Some(STRANGER), 0, 8),
    ] {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let journal = left(AMBUSH, &controllers, folder.path(), 6);
        let mut session = watched(&journal);
        session.seek(0);
        assert_eq!((shown(&session, "in_1"), shown(&session, "us_1")), (hidden, own));
        watch(&mut session, |session| {
            assert_eq!(session.viewer(), viewer);
            assert!(session.events().iter().all(|event| event.known_to.includes(viewer)));
        });
        assert!(session.ask_for_human().is_none() && session.hand_over().is_none(), "nobody is asked");
        assert_eq!(session.battle().orders().len(), 6, "nobody has answered");
        // A player who gave both sides to the computer would see all.
        session.set_controller(SideId(0), computer);
        session.set_controller(SideId(1), computer);
        assert_eq!(session.viewer(), viewer);
        session.undo();
        assert_eq!(session.battle().orders().len(), 6);
        drop(session);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no record was begun");
    }
}

#[test]
fn what_is_played_on_from_a_replay_is_a_battle_of_its_own_with_its_own_record() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let journal = left(AMBUSH, &[Controller::Human; 2], folder.path(), 5);
    let before = std::fs::read(&journal.path).unwrap();
    let mut session = watched(&journal);
    watch(&mut session, |_| {});
    session.toggle_pause();
    let side = session.hand_over().expect("the next player sits down before he sees more");
    assert_eq!(session.viewer(), Some(STRANGER));
    session.take_seat(side, false);
    wait(&mut session, |session| session.ask_for_human().is_some());
    let order = session.candidates()[0].clone();
    assert!(session.answer_with(order), "{:?}", session.notice());
    let own = session.journal().expect("it is recorded").path().to_owned();
    assert_ne!(own, journal.path);
    let recorded = replay(&Journal::open(&own).unwrap(), None, grapeshot::rulesets::plugin).unwrap();
    assert_eq!((recorded.battle.checksum(), recorded.diverged), (session.battle().checksum(), None));
    assert_eq!(std::fs::read(&journal.path).unwrap(), before, "what was watched is as it was");
}

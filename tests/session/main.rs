//! The battle on the table: the log tells all that is seen, the computer answers, orders can be put together and
//! taken back.
#![cfg(feature = "screen")]

mod computer;
#[path = "../duel/mod.rs"]
mod duel;
mod looking_back;
mod orders;
mod players;
mod replays;

use bevy::math::Vec2;
use grapeshot::{
    ai::{Controller, Level, commander},
    battle::{Battle, replay, script::Script, simulation_world},
    forces::{MarkId, PieceId, SideId, UnitId, Value},
    orders::{ArgumentKind, Leg, Order, VerbId},
    record::{Header, Journal, JournalWriter},
    rulesets,
    scenario::{self, Scenario},
    screen::{
        pieces::motion::Scene,
        playback::{Speed, Tabletop},
        pointer::nudge,
        session::{Missed, Session},
    },
    table::position::Heading,
    testing::{BLUE, RED, TestTable, files},
    turn::{BattleView, Rulebooks, STRANGER},
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

const LONG_ENOUGH: usize = 4000;

fn shipped(file: &str) -> Arc<Scenario> {
    let world = simulation_world(rulesets::plugin);
    let file = Path::new(file);
    scenario::load(file, world.resource::<Rulebooks>()).unwrap_or_else(|_| panic!("{} is good", file.display()))
}

fn session(controllers: Vec<Controller>) -> Session {
    session_of("scenarios/horse_and_musket/foraging_party.scenario.ron", controllers)
}

fn session_of(file: &str, controllers: Vec<Controller>) -> Session {
    let mut session =
        Session::begin(&shipped(file), grapeshot::rulesets::plugin, 11, controllers, None, Arc::new(|| {}));
    session.set_speed(Speed::Instant);
    session
}

/// Lets time pass until the session has what is waited for.
fn wait(session: &mut Session, until: impl Fn(&Session) -> bool) {
    for _ in 0..LONG_ENOUGH {
        if let Some(side) = session.hand_over() {
            session.take_seat(side, false);
        }
        session.go_on_showing(0.1);
        if until(session) {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
    panic!("it does not come: {:?}, notice {:?}", session.waiting().map(|ask| &ask.question), session.notice());
}

fn over(battle: &Battle) -> Tabletop {
    let mut table = Tabletop::of(&battle.at(0).view());
    for event in battle.log().events() {
        table.apply(event);
    }
    table
}

#[test]
fn the_log_tells_all_that_is_seen_on_the_table() {
    let mut session = session(vec![Controller::Computer(Level::Random), Controller::Computer(Level::Regular)]);
    wait(&mut session, |session| session.battle().orders().len() >= 40 || session.battle().outcome().is_some());
    assert_eq!(session.notice(), None);
    let told = over(session.battle());
    let is = Tabletop::of(&session.battle().view());
    for (n, (told, is)) in told.pieces.iter().zip(&is.pieces).enumerate() {
        assert_eq!(told, is, "piece {n}");
    }
    for (n, (told, is)) in told.units.iter().zip(&is.units).enumerate() {
        assert_eq!(told.marks, is.marks, "unit {n}");
    }
}

#[test]
fn a_battle_that_is_shown_at_once_is_the_same_battle() {
    let computer = Controller::Computer(Level::Recruit);
    let mut session = session(vec![computer; 2]);
    session.set_speed(Speed::Instant);
    wait(&mut session, |session| session.battle().outcome().is_some() || session.battle().orders().len() > 150);
    let (scenario, seed) = (session.scenario().clone(), session.battle().seed());
    let mut alone = Battle::new(&scenario, seed, rulesets::plugin);
    let mut minds: Vec<_> = (0..2).map(|side| commander(Level::Recruit, seed.wrapping_add(side))).collect();
    for given in session.battle().orders() {
        let ask = alone.awaiting().asks[0].clone();
        let order = minds[ask.side.index()].decide(&alone, &ask).order;
        assert_eq!(&order, given);
        alone.submit(order).expect("it is allowed");
    }
    assert_eq!(alone.checksum(), session.battle().checksum());
    session.set_controller(BLUE, Controller::Human);
    session.set_speed(Speed::Normal);
    session.skip();
    let orders = session.battle().orders().len();
    wait(&mut session, |session| session.ask_for_human().is_some() || session.battle().outcome().is_some());
    assert!(session.battle().orders().len() >= orders && session.notice().is_none(), "{:?}", session.notice());
}

/// Barrosa at the first question for orders.
fn ordering() -> Session {
    let mut session = session_of("scenarios/black_powder/barrosa.scenario.ron", vec![Controller::Human; 2]);
    for _ in 0..10 {
        wait(&mut session, |session| session.ask_for_human().is_some());
        if session.ask_for_human().is_some_and(|ask| ask.kind == "command") {
            return session;
        }
        assert!(session.go_on(), "{:?}", session.notice());
    }
    panic!("nobody may give orders: {:?}", session.waiting());
}

fn unit_called(session: &Session, name: &str) -> UnitId {
    let view = session.battle().view();
    view.units().find(|unit| view.unit(*unit).name == name).expect(name)
}

/// The pieces of a unit that the window shows.
fn shown(session: &Session, key: &str) -> usize {
    let view = session.battle().view();
    let unit = view.units().find(|unit| view.unit(*unit).key == key).expect("it is on the table");
    session.shown().present(unit).count()
}

const AMBUSH: &str = "scenarios/horse_and_musket/raisin_trail.scenario.ron";

/// Whether a verb's button can be used.
fn open(session: &Session, id: &str) -> bool {
    session.buttons().iter().any(|button| button.verb.id.0 == id && button.open.is_ok())
}

#[test]
fn a_unit_is_chosen_moved_turned_and_placed_with_keys_alone() {
    let mut session = session_of("scenarios/horse_and_musket/hold_the_bridge.scenario.ron", vec![Controller::Human; 2]);
    wait(&mut session, |session| session.ask_for_human().is_some());
    session.walk(true);
    let first = session.selection().unit.expect("somebody is chosen");
    session.walk(true);
    assert_ne!(session.selection().unit, Some(first), "the next one is chosen");
    session.walk(false);
    assert_eq!(session.selection().unit, Some(first));
    let anchor = session.placeable(first).expect("it may be placed").anchor;
    assert!(!session.takes_arrows(), "the arrows move the view until something is in hand");
    session.choose_verb(&VerbId::new("deploy"));
    assert!(session.takes_arrows());
    for way in [Vec2::Y, Vec2::NEG_Y, Vec2::X, Vec2::NEG_X] {
        nudge::nudge(&mut session, way, true);
    }
    nudge::turn(&mut session, 1.0, false);
    let order = session.draft().expect("it is in hand").shown().clone();
    assert_eq!(order.heading, Some(Heading((anchor.facing.0 + 15.0).round()).normalized()));
    let Some(Leg::To(at)) = order.path.last() else { panic!("{order:?}") };
    assert!(at.distance(anchor.at) < 0.01, "there and back again: {at} for {}", anchor.at);
    nudge::turn(&mut session, -1.0, false);
    assert!(session.commit(), "{:?}", session.notice());
    assert_eq!(session.battle().orders().len(), 1);
}

/// A lesson at the table: each card waits, is followed, and the next one is laid; another order than a card asks for is
/// not given; going back lays the table as it was when the card before was turned up.
#[test]
fn every_lesson_is_followed_at_the_table() {
    for file in files("lessons", ".scenario.ron") {
        let name = file.display().to_string();
        let scenario = shipped(&name);
        let script = Script::load(&PathBuf::from(name.replace(".scenario.", ".script."))).expect("it is good");
        let script = Arc::new(script);
        let begin = |card: usize| {
            let session = Session::lesson(&scenario, rulesets::plugin, &script, card, Arc::new(|| {}));
            let mut session = session.unwrap_or_else(|problems| panic!("{}", problems.render(false)));
            session.set_speed(Speed::Instant);
            session
        };
        let mut session = begin(1);
        let mut cards = 0;
        while !session.lesson_is_over() {
            wait(&mut session, |session| session.card().is_some() || session.lesson_is_over());
            assert_eq!(session.notice(), None, "{name}");
            if session.lesson_is_over() {
                break;
            }
            let (number, of) = session.card_number();
            cards += 1;
            assert_eq!(number, cards, "{name}: cards come one after the other");
            assert_eq!(begin(number).battle().checksum(), session.battle().checksum(), "{name}: back to card {number}");
            if !session.card_is_read() {
                let before = session.battle().orders().len();
                if !session.go_on() && session.told_by_card().is_some() {
                    assert_eq!(session.battle().orders().len(), before, "{name}, card {number} of {of}");
                }
                // The rules may have refused it first.
                session.clear_notice();
            }
            if session.card_number().0 == number {
                session.show_how();
                if session.has_chosen() {
                    session.turn_card();
                }
            }
            assert_eq!(session.told_by_card(), None, "{name}, card {number} of {of}");
        }
        assert_eq!(cards, session.card_number().1, "{name}");
        assert!(session.at_stake().is_none(), "nothing is lost when a lesson is left");
    }
}

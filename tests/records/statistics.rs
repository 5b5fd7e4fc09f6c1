//! What the records of a player come to.

use grapeshot::{
    ai::{Controller, Level, commander},
    battle::{Battle, simulation_world},
    forces::SideId,
    luck::Tally,
    orders::Order,
    record::{Header, JournalWriter, shelf},
    rulesets,
    scenario::{self, Scenario},
    statistics::{Apart, Row, Score, Statistics},
    turn::Rulebooks,
};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::TempDir;

use super::{SEED, duel};

const HUMAN: Controller = Controller::Human;
const REGULAR: Controller = Controller::Computer(Level::Regular);
const RECRUIT: Controller = Controller::Computer(Level::Recruit);
/// The orders of a duel of two turns in which both sides do nothing.
const WHOLE: usize = 4;

/// A duel of two turns between this many men of each side; if nobody shoots, the side with more men wins.
fn duel_of(men: [usize; 2]) -> Scenario {
    let mut scenario = Scenario::clone(&duel::scenario(3, 2));
    for (unit, men) in scenario.units.iter_mut().zip(men) {
        unit.pieces.truncate(men);
    }
    scenario
}

/// Records a duel between these players in which this many orders do nothing.
fn record(folder: &Path, scenario: Scenario, players: [Controller; 2], orders: usize) -> PathBuf {
    let scenario = Arc::new(scenario);
    let header = Header::new(&scenario, SEED, Controller::by_key(&scenario, &players), None);
    let mut writer = JournalWriter::begin(folder, &header).expect("the folder can be written");
    let mut battle = Battle::new(&scenario, SEED, duel::plugin);
    for _ in 0..orders {
        let side = battle.awaiting().asks[0].side;
        let events = battle.submit(Order::new(side, &duel::PASS)).expect("anybody may pass").len();
        writer.order(battle.recorded(events)).expect("the file can be written");
    }
    if let Some(outcome) = battle.outcome() {
        writer.outcome(outcome).expect("the file can be written");
    }
    writer.path().to_owned()
}

fn counted(folder: &Path) -> Statistics {
    Statistics::of(&shelf::files(folder), duel::plugin, &mut |_| true)
}

#[test]
fn battles_are_counted_by_ruleset_and_level_as_their_person_saw_them_end() {
    let folder = TempDir::new().unwrap();
    for (men, players, orders) in [
        ([3, 2], [HUMAN, REGULAR], WHOLE),
        ([2, 3], [HUMAN, REGULAR], WHOLE),
        ([3, 3], [HUMAN, REGULAR], WHOLE),
        ([3, 3], [HUMAN, REGULAR], 3),
        ([2, 3], [RECRUIT, HUMAN], WHOLE),
        ([3, 2], [HUMAN, RECRUIT], 0),
    ] {
        record(folder.path(), duel_of(men), players, orders);
    }
    let statistics = counted(folder.path());
    let row = |level, won, lost, drawn, unfinished| Row {
        ruleset: "duel".into(),
        level,
        score: Score { won, lost, drawn, unfinished },
    };
    assert_eq!(statistics.against_computer, [row(Level::Recruit, 1, 0, 0, 0), row(Level::Regular, 1, 1, 1, 1)]);
    assert_eq!((statistics.battles, statistics.all().battles()), (5, 5), "nobody ordered anything in the sixth");
    assert_eq!((statistics.luck_counted, statistics.luck_of, statistics.luck.tries), (5, 5, 0));
    assert_eq!(statistics.faulty, []);
}

#[test]
fn hot_seat_watched_battles_and_lessons_that_were_left_are_counted_apart() {
    let folder = TempDir::new().unwrap();
    let lesson = Scenario { id: "lesson_duel".into(), ..duel_of([3, 3]) };
    record(folder.path(), duel_of([3, 2]), [HUMAN, HUMAN], WHOLE);
    record(folder.path(), duel_of([3, 2]), [HUMAN, HUMAN], 2);
    record(folder.path(), duel_of([3, 2]), [RECRUIT, REGULAR], WHOLE);
    record(folder.path(), lesson, [HUMAN, REGULAR], 1);
    let statistics = counted(folder.path());
    assert_eq!(statistics.hot_seat, Apart { finished: 1, unfinished: 1 });
    assert_eq!(statistics.watched, Apart { finished: 1, unfinished: 0 });
    assert_eq!(statistics.lessons, Apart { finished: 0, unfinished: 1 });
    assert_eq!((statistics.battles, statistics.against_computer.len(), statistics.luck_of), (4, 0, 0));
}

/// A side that changes hands after the last order was played by whoever gave its orders.
#[test]
fn a_battle_belongs_to_those_who_gave_its_orders() {
    let folder = TempDir::new().unwrap();
    let scenario = Arc::new(duel_of([3, 2]));
    let header = Header::new(&scenario, SEED, Controller::by_key(&scenario, &[REGULAR, REGULAR]), None);
    let mut writer = JournalWriter::begin(folder.path(), &header).unwrap();
    let mut battle = Battle::new(&scenario, SEED, duel::plugin);
    writer.sides(Controller::by_key(&scenario, &[HUMAN, REGULAR])).unwrap();
    let events = battle.submit(Order::new(SideId(0), &duel::PASS)).unwrap().len();
    writer.order(battle.recorded(events)).unwrap();
    writer.sides(Controller::by_key(&scenario, &[REGULAR, REGULAR])).unwrap();
    drop(writer);
    let statistics = counted(folder.path());
    assert_eq!((statistics.all().unfinished, statistics.watched), (1, Apart::default()));
}

#[test]
fn a_copy_counts_once_and_what_is_broken_is_named() {
    let folder = TempDir::new().unwrap();
    let good = record(folder.path(), duel_of([3, 2]), [HUMAN, REGULAR], WHOLE);
    fs::copy(&good, folder.path().join("copy.journal")).unwrap();
    fs::write(folder.path().join("notes.journal"), "nonsense\n").unwrap();
    let cut = record(folder.path(), duel_of([3, 3]), [HUMAN, REGULAR], WHOLE);
    let text = fs::read_to_string(&cut).unwrap();
    fs::write(&cut, &text[..text.len() - 9]).unwrap();
    let statistics = counted(folder.path());
    assert_eq!(statistics.battles, 2);
    let expected = Score { won: 1, unfinished: 1, ..Score::default() };
    assert_eq!(statistics.all(), expected, "the line with the outcome of one was cut");
    let mut faulty: Vec<&str> = statistics.faulty.iter().map(|faulty| faulty.path.as_str()).collect();
    faulty.sort_unstable();
    let mut named = [cut.display().to_string(), folder.path().join("notes.journal").display().to_string()];
    named.sort_unstable();
    assert_eq!(faulty, named);
    assert!(statistics.faulty.iter().all(|faulty| faulty.why.contains(&faulty.path)), "{:?}", statistics.faulty);
}

#[test]
fn counting_stops_when_nobody_waits_for_it() {
    let folder = TempDir::new().unwrap();
    for men in [[3, 2], [2, 3]] {
        record(folder.path(), duel_of(men), [HUMAN, REGULAR], WHOLE);
    }
    let statistics = Statistics::of(&shelf::files(folder.path()), duel::plugin, &mut |_| false);
    assert_eq!((statistics.battles, statistics.luck_counted), (1, 0));
}

#[test]
fn the_luck_is_that_of_the_side_that_the_person_played() {
    let folder = TempDir::new().unwrap();
    let world = simulation_world(rulesets::plugin);
    let file = Path::new("scenarios/horse_and_musket/foraging_party.scenario.ron");
    let scenario = scenario::load(file, world.resource::<Rulebooks>()).unwrap_or_else(|problems| panic!("{problems}"));
    let person = SideId(1);
    let header = Header::new(&scenario, SEED, Controller::by_key(&scenario, &[REGULAR, HUMAN]), None);
    let mut writer = JournalWriter::begin(folder.path(), &header).unwrap();
    let mut battle = Battle::new(&scenario, SEED, rulesets::plugin);
    let mut mind = commander(Level::Regular, SEED);
    for _ in 0..120 {
        let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
        let order = mind.decide(&battle, &ask).order;
        let events = battle.submit(order).expect("the computer gives orders that are allowed").len();
        writer.order(battle.recorded(events)).unwrap();
    }
    drop(writer);
    let statistics = Statistics::of(&shelf::files(folder.path()), rulesets::plugin, &mut |_| true);
    let luck = &Tally::of(&battle.view(), battle.log().events()).all[&person];
    assert!(luck.tries() > 0, "somebody of that side drew a card");
    assert_eq!((statistics.luck.tries, statistics.luck.drawn), (luck.tries(), luck.drawn));
    assert!((statistics.luck.expected - f64::from(luck.expected())).abs() < 1e-3);
    let text = statistics.text(world.resource::<Rulebooks>());
    assert!(text.contains("Horse & Musket, regular") && text.contains(&statistics.luck.words()), "{text}");
    assert_eq!(statistics.json()["against_computer"][0]["unfinished"], 1);
}

/// A battle from elsewhere lies among the player's own, once, and nothing is written over by it.
#[test]
fn a_record_from_elsewhere_is_taken_in_once() {
    let (shelf, elsewhere) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let mine = record(shelf.path(), duel_of([3, 2]), [HUMAN, REGULAR], 1);
    let theirs = record(elsewhere.path(), duel_of([2, 3]), [HUMAN, REGULAR], WHOLE);
    assert_eq!(mine.file_name(), theirs.file_name());
    let before = fs::read(&mine).unwrap();
    let taken = shelf::take_in(&theirs, shelf.path()).unwrap();
    assert_eq!(fs::read(&taken).unwrap(), fs::read(&theirs).unwrap());
    assert_eq!(fs::read(&mine).unwrap(), before);
    assert_eq!(shelf::take_in(&theirs, shelf.path()).unwrap(), taken);
    assert_eq!(shelf::take_in(&mine, shelf.path()).unwrap(), mine);
    let notes = elsewhere.path().join("notes.journal");
    fs::write(&notes, "nonsense\n").unwrap();
    assert!(shelf::take_in(&notes, shelf.path()).is_err());
    assert_eq!(shelf::files(shelf.path()).len(), 2);
}

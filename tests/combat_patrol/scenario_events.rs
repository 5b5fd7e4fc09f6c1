//! Events (CP-2.10, CP-2.4), units that come later, and how the end of a turn is drawn (CP-2.14).

use bevy::math::Vec2;
use grapeshot::{
    events::EventKind,
    forces::{Fate, UnitId, Value},
    rulesets::combat_patrol::{book::marks, cards::decks, state::happened::Happened},
    testing::{BLUE, RED},
    turn::{ScenarioEvent, Strikes},
};

use super::*;

const RESHUFFLE: u16 = 12;
const EVENT: u16 = 16;

fn scenario_event(name: &str) -> ScenarioEvent {
    ScenarioEvent {
        name: name.to_owned(),
        text: "It is told.".to_owned(),
        turn: None,
        points: Vec::new(),
        markers: Vec::new(),
        arrives: Vec::new(),
        strikes: None,
    }
}

fn word(word: &str) -> Value {
    Value::Word(word.into())
}

fn cards(count: f32) -> TestTable {
    table()
        .unit("blue", BLUE, &[(10.0, 10.0, 90.0), (12.0, 10.0, 90.0)])
        .unit("red", RED, &[(60.0, 45.0, 270.0)])
        .setting("event_cards", Value::Number(count))
}

fn told(test: &TestBattle) -> Vec<String> {
    let events = test.battle.log().events().iter().filter(|event| event.rule.to_string() == "CP-2.10" && !event.detail);
    events.filter(|event| event.text.ends_with("It is told.")).map(|event| event.text.clone()).collect()
}

/// CP-2.2, CP-2.10: this many Event cards as the scenario wants, while it has events for them.
#[test]
fn the_event_cards_are_in_the_deck_while_the_scenario_has_events() {
    let count =
        |table: TestTable| decks::activation_cards(&cp(&table.battle())).iter().filter(|card| **card == EVENT).count();
    assert_eq!(count(cards(3.0)), 0, "no event is named");
    assert_eq!(count(cards(0.0).scenario_event(scenario_event("rain"))), 0, "no card is wanted");
    assert_eq!(count(cards(3.0).scenario_event(scenario_event("rain"))), 3);
    let timed = ScenarioEvent { turn: Some(2), ..scenario_event("rain") };
    assert_eq!(count(cards(3.0).scenario_event(timed)), 0, "it needs no card");
}

/// CP-2.10: when drawn, the scenario's next event happens; each happens once.
#[test]
fn an_event_card_brings_the_next_event() {
    let table = cards(4.0).scenario_event(scenario_event("rain")).scenario_event(scenario_event("wind"));
    let mut test = table.battle();
    test.begin_turn(&[1, 6], &[EVENT, 0]);
    assert_eq!(told(&test), ["Rain: It is told."]);
    test.begin_turn(&[1, 6], &[EVENT, EVENT, 0]);
    assert_eq!(told(&test), ["Rain: It is told.", "Wind: It is told."]);
    assert_eq!(test.battle.view().resource::<Happened>().done, [0, 1]);
}

/// CP-2.10: or a random one of its list, if the scenario says so.
#[test]
fn an_event_card_may_bring_any_of_the_events() {
    let first = |seed: u64| {
        let mut table = cards(4.0).setting("event_order", word("random"));
        for n in 0..8 {
            table = table.scenario_event(scenario_event(&n.to_string()));
        }
        let mut battle =
            grapeshot::battle::Battle::new(&std::sync::Arc::new(table.scenario()), seed, grapeshot::rulesets::plugin);
        battle.force(&grapeshot::chance::StreamId::new("activation"), vec![EVENT, 0]);
        battle.force(&grapeshot::chance::StreamId::new("command dice"), vec![1, 6]);
        while battle.view().resource::<Happened>().done.is_empty() {
            let ask = battle.awaiting().asks[0].clone();
            let answer = battle.rules().candidates(&battle.view(), &ask).remove(0);
            battle.submit(answer).expect("a candidate is allowed");
        }
        battle.view().resource::<Happened>().done[0]
    };
    let firsts: std::collections::BTreeSet<usize> = (1..12).map(first).collect();
    assert!(firsts.len() > 2, "{firsts:?}");
}

/// CP-2.10: an event gives points and morale markers, and takes markers off.
#[test]
fn an_event_gives_points_and_markers() {
    let event = ScenarioEvent {
        points: vec![(RED, 4.0)],
        markers: vec![(UnitId(0), 2), (UnitId(1), -3)],
        ..scenario_event("rumour")
    };
    let mut test = cards(1.0).scenario_event(event).battle();
    test.mark_unit(test.unit("red"), &marks::MORALE, 2);
    test.begin_turn(&[3, 6], &[EVENT, 1]);
    while test.battle.view().resource::<Happened>().done.is_empty() {
        test.go_on();
    }
    let view = test.battle.view();
    assert_eq!(["blue", "red"].map(|key| view.unit_marks(test.unit(key)).count(&marks::MORALE)), [2, 0]);
    assert_eq!(test.battle.rules().standings(&view)[RED.index()].points.total(), 4.0);
}

/// CP-2.4: first of all, scenario events at the end of their turn, also of the last.
#[test]
fn an_event_of_a_turn_happens_at_its_end() {
    let at = |turn| ScenarioEvent { turn: Some(turn), points: vec![(BLUE, 2.0)], ..scenario_event("dusk") };
    let mut test = cards(0.0).turns(2).scenario_event(at(1)).scenario_event(at(2)).battle();
    let points = |test: &TestBattle| test.battle.rules().standings(&test.battle.view())[0].points.total();
    assert_eq!(points(&test), 0.0);
    test.begin_turn(&[1, 6], &[0]);
    assert_eq!((test.battle.view().clock().turn, points(&test)), (2, 2.0));
    test.activation_cards(&[RESHUFFLE]);
    while test.battle.outcome().is_none() {
        test.go_on();
    }
    assert_eq!(test.battle.outcome().expect("it is over").points[0], 4.0);
}

/// Red with a unit that comes on in this turn over the west edge.
fn reinforced(turn: u16) -> TestTable {
    table()
        .unit("blue", BLUE, &[(30.0, 10.0, 90.0)])
        .unit("red", RED, &[(60.0, 45.0, 270.0)])
        .unit("late", RED, &[(0.0, 20.0, 0.0), (0.0, 22.0, 0.0), (0.0, 24.0, 0.0)])
        .arrives(turn, &[(0.0, 18.0), (0.0, 30.0)])
}

/// CP-5.9: a unit that comes later is not on the table, rolls no die and is no target before; from the beginning of its
/// turn it stands at its stretch of the edge, in the middle of it.
#[test]
fn a_unit_comes_onto_the_table_in_its_turn() {
    let mut test = reinforced(3).battle();
    let men = test.pieces("late");
    let view = test.battle.view();
    assert!(men.iter().all(|man| view.fate(*man) == Fate::Awaited));
    assert_eq!(cp(&test).section(test.unit("late")).die, 0);
    let card = test.battle.rules().unit_card(&view, test.unit("late"));
    assert_eq!(card.badges, ["arrives turn 3"]);
    test.begin_turn(&[1, 6], &[0]);
    assert!(!test.battle.view().in_play(men[0]));
    test.begin_turn(&[1, 6, 4], &[0]);
    let places: Vec<Vec2> = men.iter().map(|man| test.battle.view().place(*man).at).collect();
    for (place, y) in places.iter().zip([22.0, 24.0, 26.0]) {
        assert!(place.distance(Vec2::new(0.51, y)) < 0.02, "{places:?}");
    }
    assert_eq!(cp(&test).section(test.unit("late")).die, 4);
}

/// CP-5.9: it stands beside those who are in its way, and waits if there is no room at all.
#[test]
fn a_unit_that_comes_finds_room_or_waits() {
    let blocked = |test: &mut TestBattle, y: f32| {
        test.stand(test.piece("blue", 1), 0.6, y, 0.0);
        test.begin_turn(&[1, 6, 4], &[0]);
    };
    let mut test = reinforced(2).battle();
    blocked(&mut test, 24.0);
    let there: Vec<f32> = test.pieces("late").iter().map(|man| test.battle.view().place(*man).at.y).collect();
    assert!(there.iter().all(|y| (y - 24.0).abs() > 0.97), "{there:?}");
    let narrow = reinforced(2).arrives(2, &[(0.0, 24.0), (0.0, 24.0)]);
    let mut test = narrow.battle();
    blocked(&mut test, 24.0);
    assert_eq!(test.battle.view().fate(test.piece("late", 1)), Fate::Awaited);
    blocked(&mut test, 5.0);
    assert!(test.battle.view().in_play(test.piece("late", 1)), "in the next turn there is room");
}

/// CP-5.9: of two stretches a die says over which a unit comes: this many or fewer, and it is the other one.
#[test]
fn a_die_says_over_which_edge_a_unit_comes() {
    for (die, x) in [(2, 71.49), (3, 0.51)] {
        let mut test = reinforced(2).or_elsewhere(2, &[(72.0, 18.0), (72.0, 30.0)]).battle();
        test.battle.force(&grapeshot::chance::StreamId::new("arrivals"), vec![die]);
        test.begin_turn(&[1, 6, 4], &[0]);
        let at = test.battle.view().place(test.piece("late", 1)).at;
        assert!((at.x - x).abs() < 0.02, "{die}: {at}");
        let thrown = |event: &&grapeshot::events::BattleEvent| matches!(&event.kind, EventKind::Rolled { dice, .. } if *dice == [die as u8]);
        assert!(test.battle.log().events().iter().filter(|event| event.rule.0 == "CP-5.9").any(|event| thrown(&event)));
    }
}

/// CP-5.9: dice may say the turn in which a unit comes; nobody learns of them before it comes.
#[test]
fn dice_say_in_which_turn_a_unit_comes() {
    let mut test = reinforced(3).by_dice("1d6+2").battle();
    let late = test.unit("late");
    let mut turn = |dice: &[u16]| {
        test.battle.force(&grapeshot::chance::StreamId::new("arrivals"), dice.to_vec());
        test.begin_turn(&[1, 6, 4], &[0]);
        let view = test.battle.view();
        let told = view.log().events().iter().filter(|event| event.rule.0 == "CP-5.9").count();
        (view.arrives(late, view.clock().turn), view.in_play(test.piece("late", 1)), told > 0)
    };
    assert_eq!(turn(&[]), ("arrives turn 3 to 8".to_owned(), false, false), "turn 2");
    assert_eq!(turn(&[2]), ("arrives turn 4 to 8".to_owned(), false, false), "turn 3, and they show 4");
    assert_eq!(turn(&[3]), ("arrives turn 5 to 8".to_owned(), false, false), "turn 4, and they show 5");
    let (_, comes, told) = turn(&[1, 2, 3]);
    assert!(comes && told, "turn 5: 3 and 4 would have been earlier");
}

/// CP-5.9: a unit may come by chance, a die in each turn.
#[test]
fn a_unit_comes_by_chance() {
    let mut test = reinforced(2).by_chance(2).battle();
    let late = test.unit("late");
    let mut turn = |die: u16| {
        test.battle.force(&grapeshot::chance::StreamId::new("arrivals"), vec![die]);
        test.begin_turn(&[1, 6, 4], &[0]);
        let view = test.battle.view();
        (view.arrives(late, view.clock().turn), view.in_play(test.piece("late", 1)))
    };
    assert_eq!(turn(3), ("may arrive from turn 3, 2 in 6 a turn".to_owned(), false));
    assert!(turn(2).1);
}

/// CP-2.3: a unit that waits for its cue does not act on its die before its turn, unless an enemy is near or it was fired
/// at.
#[test]
fn a_unit_waits_for_its_cue() {
    let acts = |turn: f32, change: &dyn Fn(&mut TestBattle)| {
        let on = table()
            .unit("blue", BLUE, &[(10.0, 10.0, 90.0)])
            .value("cue_turn", Value::Number(turn))
            .value("cue_within", Value::Number(20.0))
            .unit("red", RED, &[(60.0, 45.0, 270.0), (62.0, 45.0, 270.0)]);
        let mut test = on.battle();
        change(&mut test);
        test.begin_turn(&[1, 6], &[0, 5]);
        test.battle.awaiting().asks[0].unit == Some(test.unit("blue"))
    };
    // Blue's die is drawn first, red's next.
    assert!(!acts(9.0, &|_| {}), "it waits");
    assert!(acts(9.0, &|test| test.stand(test.piece("red", 1), 10.0, 30.0, 270.0)), "the enemy is near");
    assert!(acts(9.0, &|test| test.mark_unit(test.unit("blue"), &marks::MORALE, 1)), "it was fired at");
    assert!(acts(2.0, &|_| {}), "its turn has come");
}

/// CP-2.4, CP-8.2: an event strikes those beside some ground: "!!" on a card of each stuns him.
#[test]
fn an_event_strikes_those_beside_a_cliff() {
    let stone = ScenarioEvent {
        turn: Some(1),
        strikes: Some(Strikes { areas: vec![0], within: 3.0 }),
        ..scenario_event("a stone falls")
    };
    let on = table()
        .area("cliff", (40.0, 0.0), (50.0, 20.0))
        .unit("blue", BLUE, &[(38.0, 10.0, 90.0), (37.1, 14.0, 90.0), (36.8, 17.0, 90.0)])
        .unit("red", RED, &[(60.0, 45.0, 270.0)]);
    let mut test = on.scenario_event(stone).battle();
    // Card 9 shows "!!", card 1 does not; the third man is too far off.
    let quiet = cp(&test).book.core.action_deck.iter().find(|card| !card.stun).expect("some show none").id;
    test.cards(BLUE, &[9, quiet, 9]);
    test.begin_turn(&[1, 6], &[0]);
    let stunned: Vec<bool> = test.pieces("blue").into_iter().map(|man| cp(&test).stunned(man)).collect();
    assert_eq!(stunned, [true, false, false]);
}

/// CP-15.1: a side is not beaten while a unit of it is still to come.
#[test]
fn a_side_that_awaits_a_unit_is_not_wiped_out() {
    let mut test = reinforced(5).battle();
    test.put(test.piece("red", 1), "fate", Fate::Casualty);
    test.begin_turn(&[1], &[0]);
    assert!(test.battle.outcome().is_none());
}

/// CP-2.10: a unit may come by an event.
#[test]
fn an_event_may_bring_a_unit() {
    let event = ScenarioEvent { arrives: vec![UnitId(2)], ..scenario_event("the cavalry") };
    let mut test = reinforced(99).setting("event_cards", Value::Number(1.0)).scenario_event(event).battle();
    test.begin_turn(&[1, 6], &[EVENT, 0]);
    assert!(test.battle.view().in_play(test.piece("late", 2)));
}

/// CP-2.14: `buried`: the Reshuffle lies at a random place in the bottom half of the deck; `random`: anywhere.
#[test]
fn a_buried_reshuffle_lies_in_the_bottom_half() {
    let left_when_drawn = |mode: &str, seed: u64| {
        let table = cards(0.0).setting("reshuffle_mode", word(mode));
        let mut battle =
            grapeshot::battle::Battle::new(&std::sync::Arc::new(table.scenario()), seed, grapeshot::rulesets::plugin);
        let drawn = |battle: &grapeshot::battle::Battle| {
            battle.log().events().iter().find_map(|event| match &event.kind {
                EventKind::Drew(drawn) if drawn.card == "reshuffle" => Some(drawn.left),
                _ => None,
            })
        };
        loop {
            if let Some(left) = drawn(&battle) {
                return left;
            }
            let ask = battle.awaiting().asks[0].clone();
            let go_on = ask.go_on.clone().unwrap_or_else(|| VerbId::new("end"));
            battle.submit(Order::new(ask.side, &go_on)).expect("going on is allowed");
        }
    };
    let buried: Vec<u16> = (0..40).map(|seed| left_when_drawn("buried", seed)).collect();
    assert!(buried.iter().all(|left| *left < 6), "{buried:?}");
    assert!((0..6).all(|left| buried.contains(&left)), "{buried:?}");
    let random: Vec<u16> = (0..40).map(|seed| left_when_drawn("random", seed)).collect();
    assert!(random.iter().any(|left| *left > 6), "{random:?}");
}

/// CP-2.14: `double`: two Reshuffle cards, the turn ends on the second.
#[test]
fn of_two_reshuffles_the_second_ends_the_turn() {
    let double = cards(0.0).setting("reshuffle_mode", word("double"));
    let deck = decks::activation_cards(&cp(&double.clone().battle()));
    assert_eq!(deck.iter().filter(|card| **card == RESHUFFLE).count(), 2);
    let mut test = double.turns(4).battle();
    while test.battle.outcome().is_none() {
        test.go_on();
    }
    let drawn = |turn: u16| {
        let events = test.battle.log().events().iter().filter(move |event| event.turn == turn);
        events.filter(|event| matches!(&event.kind, EventKind::Drew(drawn) if drawn.card == "reshuffle")).count()
    };
    assert_eq!([1, 2, 3, 4].map(drawn), [2; 4]);
}

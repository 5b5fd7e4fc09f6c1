//! Chapter 12: attempts to spot, and the places at which a side suspects somebody.

use bevy::math::Vec2;
use grapeshot::{
    ai::unerring, events::EventKind, forces::SideId, orders::Leg, rulesets::combat_patrol::book::marks, testing::RED,
};

use super::{
    spotting::{hidden, placed, send, wood},
    *,
};

/// A blue man who stands by, with the place to look at 20 inches from his base.
fn lookout() -> TestBattle {
    let mut test = table()
        .area("woods", (15.0, 24.0), (55.0, 40.0))
        .unit("blue", BLUE, &[(25.0, 4.5, 90.0), (27.0, 4.5, 90.0), (5.0, 4.5, 90.0)])
        .unit("red", RED, &[(25.0, 25.0, 270.0)])
        .hidden()
        .dummies(RED, &[(50.0, 25.0)])
        .acting("blue");
    let nobody = order(&test, "declare");
    test.order(nobody);
    test
}

fn spot(test: &TestBattle, number: usize, x: f32, y: f32) -> Order {
    order(test, "spot").pieces([test.piece("blue", number)]).path([Leg::To(Vec2::new(x, y))])
}

/// CP-12.3, example: a Regular spotter, 20 inches, target in woods: 2 + 1 + 1 = 4 holes, 24 %; it is shown before.
#[test]
fn the_chance_to_spot_is_shown_before() {
    let test = lookout();
    let plan = test.battle.check(&spot(&test, 1, 25.0, 25.0)).unwrap();
    assert_eq!(plan.odds[0].explained.total(), 4.0);
    assert!((plan.odds[0].chance - 0.24).abs() < 1e-6);
    let lines: Vec<f32> = plan.odds[0].explained.modifiers().iter().map(|line| line.amount).collect();
    assert_eq!(lines, [2.0, 1.0, 1.0]);
}

/// CP-12.3: beyond 24 inches it is +2 in all, within 12 nothing; Green eyes begin at 3, Elite at 1.
#[test]
fn distance_and_accuracy_make_the_column_to_spot() {
    for (grade, y, column) in [
        ("Regular", 16.0, 2.0),
        ("Regular", 17.0, 3.0),
        ("Regular", 29.5, 4.0),
        ("Green", 16.0, 3.0),
        ("Elite", 16.0, 1.0),
    ] {
        let test = table()
            .unit("blue", BLUE, &[(25.0, 4.0, 90.0)])
            .word("accuracy", grade)
            .unit("red", RED, &[(60.0, 40.0, 270.0)])
            .hidden()
            .acting("blue");
        let sum = cp(&test).spot_column(test.piece("blue", 1), Vec2::new(25.0, y)).unwrap();
        assert_eq!(sum.total(), column, "{grade} {y}");
    }
}

/// CP-12.3: a card with enough holes spots who hides there; it is the figure's action.
#[test]
fn who_is_spotted_is_placed() {
    let mut test = lookout();
    test.cards(BLUE, &[6]);
    let look = spot(&test, 1, 25.0, 25.0);
    test.order(look);
    assert!(!hidden(&test) && placed(&test, 1));
    assert_eq!(test.battle.view_of(BLUE).suspected().count(), 1, "the place is looked through");
    let again = spot(&test, 1, 50.0, 25.0);
    assert_eq!(test.refused(again).1, "CP-2.12");
}

/// CP-12.3: of several who look the first success ends it; who has not looked keeps his action.
#[test]
fn who_need_not_look_any_more_keeps_his_action() {
    let mut test = lookout();
    test.cards(BLUE, &[6]);
    let look = order(&test, "spot").pieces([test.piece("blue", 1), test.piece("blue", 2)]).path([to(25.0, 25.0)]);
    test.order(look);
    assert!(!hidden(&test));
    let again = spot(&test, 2, 50.0, 25.0);
    assert!(test.battle.check(&again).is_ok());
}

/// CP-12.3: the enemy learns only that the place is empty or that the attempt failed, in the same words.
#[test]
fn a_failed_attempt_and_an_empty_place_read_the_same() {
    let read = |x: f32, card: u16| {
        let mut test = table()
            .area("woods", (15.0, 24.0), (65.0, 40.0))
            .unit("blue", BLUE, &[(37.5, 4.5, 90.0)])
            .unit("red", RED, &[(25.0, 25.0, 270.0)])
            .hidden()
            .dummies(RED, &[(50.0, 25.0)])
            .acting("blue");
        let nobody = order(&test, "declare");
        test.order(nobody);
        test.cards(BLUE, &[card]);
        let look = spot(&test, 1, x, 25.0);
        let before = test.battle.view_of(BLUE).events().count();
        test.battle.submit(look).unwrap();
        let events = test.battle.view_of(BLUE);
        let read: Vec<String> =
            events.events().skip(before).take(1).map(|e| serde_json::to_string(e).unwrap()).collect();
        let suspected: Vec<Vec2> = events.suspected().map(|place| place.at).collect();
        let cards = events.events().skip(before).filter(|event| event.text.contains("Needs")).count();
        (read, suspected, cards)
    };
    // Card 2 has 2 holes, card 6 has 6.
    let failed = read(25.0, 2);
    assert_eq!(failed, read(50.0, 6), "nobody is there, though the card would have spotted him");
    assert_eq!(failed, read(50.0, 2));
    assert_eq!((failed.1.len(), failed.2), (2, 0));
    assert!(failed.0[0].contains("nobody is seen"));
}

/// CP-12.3: that nobody is seen is one line of the log, however many look in vain in an activation; who spots somebody has
/// a line of his own.
#[test]
fn the_log_says_once_that_nobody_is_seen() {
    let looks = |at: [f32; 2], cards: [u16; 2]| {
        let mut test = lookout();
        test.cards(BLUE, &cards);
        let before = test.battle.log().len();
        for (number, x) in [1, 2].into_iter().zip(at) {
            test.order(spot(&test, number, x, 25.0));
        }
        let looks = test.battle.log().events()[before..].iter().filter(|event| event.text.contains(" looks"));
        looks.map(|event| (event.text.clone(), event.detail)).collect::<Vec<_>>()
    };
    let nobody = |number: usize, detail: bool| (format!("Blue.{number} looks: nobody is seen"), detail);
    assert_eq!(looks([50.0, 50.0], [2, 2]), [nobody(1, false), nobody(2, true)]);
    let found = ("Blue.2 looks and spots RED".to_owned(), false);
    assert_eq!(looks([50.0, 25.0], [2, 6]), [nobody(1, false), found]);
}

/// CP-12.3: every attempt at a place where somebody hides counts as a try, and none at an empty one; which is which no
/// side learns.
#[test]
fn the_log_keeps_each_try_to_spot_who_hides_there() {
    let tries = |x: f32, card: u16| {
        let mut test = lookout();
        test.cards(BLUE, &[card]);
        test.order(spot(&test, 1, x, 25.0));
        let trials = |side: Option<SideId>| {
            let log = test.battle.log().events().iter().filter(|event| event.known_to.includes(side));
            let trials = log.filter_map(|event| event.trial.as_ref()).filter(|trial| trial.what == "To spot");
            trials.map(|trial| (trial.tries, trial.successes)).collect::<Vec<_>>()
        };
        assert!([BLUE, RED].into_iter().all(|side| trials(Some(side)).is_empty()));
        trials(None)
    };
    // Card 2 has 2 holes, card 6 has 6.
    assert_eq!(tries(25.0, 6), [(1, 1)]);
    assert_eq!(tries(25.0, 2), [(1, 0)]);
    assert_eq!(tries(50.0, 6), []);
}

/// CP-12.1: where a side has dummies, its enemy suspects somebody at each hidden unit and at each dummy alike.
#[test]
fn dummies_look_like_hidden_units() {
    let test = lookout();
    let enemy = test.battle.view_of(BLUE);
    let places: Vec<Vec2> = enemy.suspected().map(|place| place.at).collect();
    assert_eq!(places, [Vec2::new(25.0, 25.0), Vec2::new(50.0, 25.0)]);
    assert_eq!(test.battle.view_of(RED).suspected().count(), 0, "they know where their own men are");
    let bare = wood().acting("blue");
    assert_eq!(bare.battle.view_of(BLUE).suspected().count(), 0, "without dummies the enemy sees nothing");
}

/// CP-12.2: a suspected place that an enemy sees within five inches is looked through.
#[test]
fn an_empty_suspected_place_is_cleared_by_who_comes_near() {
    let mut test = table()
        .unit("blue", BLUE, &[(25.0, 10.0, 90.0)])
        .unit("red", RED, &[(60.0, 40.0, 270.0)])
        .hidden()
        .dummies(RED, &[(25.0, 22.0)])
        .acting("blue");
    let man = test.piece("blue", 1);
    send(&mut test, BLUE, man, 4, 25.0, 18.0);
    let view = test.battle.view_of(BLUE);
    assert_eq!(view.suspected().count(), 1);
    assert!(view.events().any(|event| matches!(event.kind, EventKind::Cleared { .. })));
}

/// CP-12.3: what forbids to spot.
#[test]
fn what_forbids_to_spot() {
    let mut test = lookout();
    let elsewhere = spot(&test, 1, 40.0, 10.0);
    assert_eq!(test.refused(elsewhere), ("Nobody is suspected there".into(), "CP-12.3".into()));
    let far = table()
        .unit("blue", BLUE, &[(2.0, 4.5, 90.0)])
        .unit("red", RED, &[(60.0, 40.0, 270.0)])
        .hidden()
        .acting("blue");
    let column = cp(&far).spot_column(far.piece("blue", 1), Vec2::new(51.5, 4.5));
    assert_eq!(column.unwrap_err().rule.to_string(), "CP-12.3");
    assert!(cp(&far).spot_column(far.piece("blue", 1), Vec2::new(50.0, 4.5)).is_ok());
    let mut stunned = lookout();
    stunned.mark(stunned.piece("blue", 1), &marks::STUN, 1);
    let look = spot(&stunned, 1, 25.0, 25.0);
    assert_eq!(stunned.refused(look).1, "CP-7.4");
    let unseen = cp(&test).spot_column(test.piece("blue", 1), Vec2::new(25.0, 35.0));
    assert_eq!(unseen.unwrap_err().rule.to_string(), "CP-1.8", "deep in the wood");
    let lost = cp(&test).spot_column(test.piece("blue", 3), Vec2::new(25.0, 25.0));
    assert_eq!(lost.unwrap_err().rule.to_string(), "CP-4.3");
}

/// CP-12.3: where nobody hides there is nothing to spot.
#[test]
fn where_nobody_hides_nobody_is_asked_to_spot() {
    let test =
        table().unit("blue", BLUE, &[(25.0, 10.0, 90.0)]).unit("red", RED, &[(25.0, 30.0, 270.0)]).acting("blue");
    assert!(!test.battle.awaiting().asks[0].verbs.iter().any(|verb| verb.0 == "spot"));
}

/// CP-12.1: without dummies any place may be looked at, as wide as a target area.
#[test]
fn without_dummies_any_place_may_be_looked_at() {
    for (x, found) in [(26.5, true), (27.8, false)] {
        let mut test = table()
            .area("woods", (15.0, 24.0), (55.0, 40.0))
            .unit("blue", BLUE, &[(25.0, 4.5, 90.0)])
            .unit("red", RED, &[(25.0, 25.0, 270.0)])
            .hidden()
            .acting("blue");
        let nobody = order(&test, "declare");
        test.order(nobody);
        test.cards(BLUE, &[6]);
        let look = spot(&test, 1, x, 25.0);
        test.order(look);
        assert_eq!(hidden(&test), !found, "{x}");
    }
}

/// CP-12.3: the computer looks for somebody when it has nothing better to do.
#[test]
fn the_computer_looks_at_suspected_places() {
    let test = lookout();
    let ask = test.battle.awaiting().asks[0].clone();
    let decision = unerring(1).decide(&test.battle, &ask);
    assert_eq!(decision.order.verb.0, "spot");
}

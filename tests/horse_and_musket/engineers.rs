//! Chapter 8: engineers lay and fire charges, and break doors with axes.

use grapeshot::{
    rulesets::combat_patrol::{
        book::marks,
        state::{
            doors::{DoorId, Doors},
            mines::Mines,
        },
    },
    table::terrain::DoorState,
    turn::rules::ThingAt,
};

use super::{artillery::stand_to, *};

/// Two engineers at their charge in the middle of a bridge over deep water, a third on the west bank; a friend and an
/// enemy are on the bridge too.
fn bridge() -> TestTable {
    let men = [(30.0, 23.0, 0.0), (30.0, 21.0, 0.0), (18.0, 22.0, 0.0)];
    table()
        .stream(&[(30.0, 0.0), (30.0, 48.0)], 11.0, true)
        .bridge((22.0, 20.0), (38.0, 24.0))
        .setting("charge_activations", Value::Number(2.0))
        .unit("blue", BLUE, &men)
        .weapons(&["axe"])
        .value("charge", Value::List([30.0, 22.0].map(Value::Number).to_vec()))
        .number("charge_points", 12.0)
        .unit("friend", BLUE, &[(35.0, 22.0, 0.0)])
        .unit("red", RED, &[(60.0, 40.0, 180.0)])
        .weapons(&["sword"])
}

fn lay(test: &mut TestBattle, men: &[usize]) {
    stand_to(test);
    let men: Vec<PieceId> = men.iter().map(|man| test.piece("blue", *man)).collect();
    let lay = order(test, "lay").pieces(men);
    test.order(lay);
}

fn next(test: &mut TestBattle) {
    let unit = test.unit("blue");
    if test.battle.awaiting().asks[0].unit == Some(unit) {
        let end = order(test, "end");
        test.order(end);
    }
    test.act_next(unit);
}

/// The charge is laid, and the engineers may fire it.
fn laid() -> TestBattle {
    let mut test = bridge().acting("blue");
    lay(&mut test, &[1, 2]);
    next(&mut test);
    lay(&mut test, &[1, 2]);
    next(&mut test);
    stand_to(&mut test);
    test
}

fn done(test: &TestBattle) -> (u8, bool) {
    let mine = &test.battle.view().resource::<Mines>().0[0];
    (mine.done, mine.fired)
}

/// HM-8.1: several engineers in one activation count once, and only those at the charge work on it.
#[test]
fn several_engineers_in_one_activation_count_once() {
    let mut test = bridge().acting("blue");
    stand_to(&mut test);
    let [first, second, third] = [1, 2, 3].map(|man| test.piece("blue", man));
    let far = order(&test, "lay").pieces([third]);
    assert_eq!(test.refused(far), ("blue.3 is not at the charge".into(), "HM-8.1".into()));
    // Somebody still has something to do, so that the activation goes on.
    test.mark(third, &marks::STUN, 1);
    let one = order(&test, "lay").pieces([first]);
    test.order(one);
    let again = order(&test, "lay").pieces([second]);
    assert_eq!(test.battle.check(&again).unwrap_err().rule.to_string(), "HM-8.1");
    assert_eq!(done(&test).0, 1);
}

/// HM-8.1: laying takes as many activations as the scenario says.
#[test]
fn a_charge_takes_the_activations_of_the_scenario() {
    let mut test = bridge().acting("blue");
    lay(&mut test, &[1]);
    next(&mut test);
    stand_to(&mut test);
    let early = order(&test, "fire_charge").pieces([test.piece("blue", 1)]);
    let why = "The charge is not ready: it takes 1 more activations";
    assert_eq!(test.refused(early), (why.into(), "HM-8.2".into()));
    let last = order(&test, "lay").pieces([test.piece("blue", 1)]);
    test.order(last);
    next(&mut test);
    stand_to(&mut test);
    let more = order(&test, "lay").pieces([test.piece("blue", 1)]);
    assert_eq!(test.refused(more), ("The charge is laid".into(), "HM-8.1".into()));
}

/// HM-8.1: where the scenario says so, a six-sided die says how many activations a charge takes.
#[test]
fn a_charge_may_take_a_random_time() {
    let test = bridge().setting("charge_random", Value::Flag(true)).battle();
    let rolled = test.battle.log().events().iter().find(|event| event.rule.to_string() == "HM-8.1");
    let needed = test.battle.view().resource::<Mines>().0[0].needed;
    assert!(rolled.is_some_and(|event| event.text.contains(&format!("needs {needed} activations"))), "{rolled:?}");
    assert!((1..=6).contains(&needed));
}

/// HM-8.1, HM-2.4, CP-7.4: a stunned engineer lays nothing, and who is no engineer has no charge.
#[test]
fn only_unstunned_engineers_lay_a_charge() {
    let mut test = bridge().acting("blue");
    stand_to(&mut test);
    test.mark(test.piece("blue", 1), &marks::STUN, 1);
    let stunned = order(&test, "lay").pieces([test.piece("blue", 1)]);
    assert_eq!(test.refused(stunned).1, "CP-7.4");
    let mut test = bridge().acting("friend");
    stand_to(&mut test);
    let ask = &test.battle.awaiting().asks[0];
    assert!(!ask.verbs.iter().any(|verb| verb.0 == "lay"), "{ask:?}");
}

/// HM-8.2: card 4 (no hole) fails, and it may be tried again later.
#[test]
fn a_charge_may_fail_and_be_tried_again() {
    let mut test = laid();
    test.cards(BLUE, &[4]);
    let fire = order(&test, "fire_charge").pieces([test.piece("blue", 1)]);
    assert!((test.battle.check(&fire).unwrap().odds[0].chance - 0.8).abs() < 1e-4);
    test.order(fire);
    assert_eq!(done(&test), (2, false));
    next(&mut test);
    stand_to(&mut test);
    test.cards(BLUE, &[3]);
    let again = order(&test, "fire_charge").pieces([test.piece("blue", 1)]);
    test.order(again);
    assert_eq!(done(&test), (2, true));
}

/// HM-8.2: card 3 (a hole) destroys the bridge; all on it are under a large burst without cover, and who is left comes
/// to firm ground, as nobody goes over it any more.
#[test]
fn a_blown_bridge_takes_those_on_it_along() {
    let mut test = laid();
    // Nearest to the middle first: card 9 (large) hits, card 8 kills; cards 2 and 3 do nothing to the others.
    test.cards(BLUE, &[3, 9, 8, 3, 3]);
    let fire = order(&test, "fire_charge").pieces([test.piece("blue", 2)]);
    let plan = test.battle.check(&fire).unwrap();
    assert!(plan.warnings[0].contains("3 of your own men"), "{:?}", plan.warnings);
    test.order(fire);
    let view = test.battle.view();
    assert!(!view.in_play(test.piece("blue", 1)));
    for man in [test.piece("blue", 2), test.piece("friend", 1)] {
        let at = view.place(man).at;
        let on_bridge = (22.0..=38.0).contains(&at.x) && (20.0..=24.0).contains(&at.y);
        assert!(view.in_play(man) && !on_bridge && !(24.5..=35.5).contains(&at.x), "{at}");
    }
    let standing = test.battle.rules().standings(&test.battle.view());
    assert_eq!(standing[BLUE.index()].points.modifiers()[0].amount, 12.0);
    let friend = test.unit("friend");
    test.act_next(friend);
    let man = test.piece("friend", 1);
    declare(&mut test, [man], &[4]);
    let across = order(&test, "move").pieces([man]).path([Leg::To(Vec2::new(30.0, 22.0))]);
    let stopped = test.battle.check(&across).map(|plan| plan.moves[0].end.at.x >= 35.0);
    assert!(stopped.unwrap_or(true), "the bridge is destroyed");
}

/// HM-8.2: the engineer must be within 12 inches of the charge.
#[test]
fn a_charge_is_fired_from_within_twelve_inches() {
    let mut test = laid();
    test.stand(test.piece("blue", 3), 17.0, 22.0, 0.0);
    let far = order(&test, "fire_charge").pieces([test.piece("blue", 3)]);
    assert_eq!(test.refused(far).1, "HM-8.2");
    test.stand(test.piece("blue", 3), 17.6, 22.0, 0.0);
    let near = order(&test, "fire_charge").pieces([test.piece("blue", 3)]);
    assert!(test.battle.check(&near).is_ok(), "12.4 inches from its centre, 11.9 from its base");
}

/// HM-8.2, CP-8.6, CP-14.4: a charge at the wall of a house destroys the house: its walls stop nobody any more, and
/// part nobody.
#[test]
fn a_blown_house_is_a_ruin() {
    let house = table()
        .building((24.0, 20.0), (30.0, 26.0), &[], &[])
        .setting("charge_activations", Value::Number(1.0))
        .unit("blue", BLUE, &[(23.3, 23.0, 0.0)])
        .weapons(&["axe"])
        .value("charge", Value::List([23.8, 23.0].map(Value::Number).to_vec()))
        .unit("others", BLUE, &[(4.0, 2.0, 90.0), (8.0, 2.0, 90.0), (12.0, 2.0, 90.0), (16.0, 2.0, 90.0)]);
    let mut test = far_enemy(house).acting("blue");
    let man = test.piece("blue", 1);
    let formed = |test: &mut TestBattle| {
        let before = test.pieces("others").into_iter().map(|other| (other, test.battle.view().place(other).at));
        let before: Vec<_> = before.collect();
        for ((other, _), (x, y)) in before.iter().zip([(26.0, 19.5), (27.0, 19.5), (26.0, 20.5), (27.0, 20.5)]) {
            test.stand(*other, x, y, 90.0);
        }
        let formed = cp(test).supplement().in_body(&cp(test), before[0].0);
        before.iter().for_each(|(other, at)| test.stand(*other, at.x, at.y, 90.0));
        formed
    };
    assert!(!formed(&mut test), "the wall is between them");
    lay(&mut test, &[1]);
    next(&mut test);
    stand_to(&mut test);
    test.cards(BLUE, &[3]);
    let fire = order(&test, "fire_charge").pieces([man]);
    test.order(fire);
    next(&mut test);
    declare(&mut test, [man], &[3]);
    let enter = order(&test, "move").pieces([man]).path([Leg::To(Vec2::new(27.0, 23.0))]);
    assert!(test.battle.check(&enter).unwrap().moves[0].end.at.x > 24.5, "9 inches, two for the wall");
    assert!(formed(&mut test), "no wall is left");
}

/// A house with a locked door to the south and an engineer with an axe at it.
fn locked(gate: bool) -> TestTable {
    let house = table().building((10.0, 20.0), (16.0, 26.0), &[(13.0, 20.0, DoorState::Locked)], &[]);
    let house = if gate { house.gate() } else { house };
    far_enemy(house.unit("blue", BLUE, &[(13.0, 19.5, 90.0)]).weapons(&["axe"]))
}

fn lost(test: &TestBattle) -> u8 {
    test.battle.view().resource::<Doors>().lost(DoorId { building: 0, door: 0 })
}

/// HM-8.3: an axe adds 3: hth 2 against a door's 4 wins, and takes 1 off its Endurance; hth 1 does nothing.
#[test]
fn an_axe_breaks_a_door() {
    for (card, off) in [(8, 1), (1, 0)] {
        let mut test = locked(false).acting("blue");
        stand_to(&mut test);
        test.cards(BLUE, &[card]);
        test.cards(RED, &[7]);
        let chop = order(&test, "break").pieces([test.piece("blue", 1)]);
        test.order(chop);
        assert_eq!(lost(&test), off, "card {card}");
    }
}

/// HM-8.4: a house door has Endurance 2, a town gate 5; the scenario may say otherwise.
#[test]
fn a_gate_holds_longer_than_a_door() {
    let endurance = |table: TestTable| {
        let test = table.battle();
        cp(&test).door_endurance(DoorId { building: 0, door: 0 })
    };
    assert_eq!((endurance(locked(false)), endurance(locked(true))), (2, 5));
    assert_eq!(endurance(locked(true).setting("gate_endurance", Value::Number(7.0))), 7);
    assert_eq!(endurance(locked(false).setting("door_endurance", Value::Number(3.0))), 3);
}

/// HM-8.1, HM-8.2: what is shown of a charge says whether it is begun, laid, or has destroyed what it lay at.
#[test]
fn a_charge_is_shown_as_far_as_it_is() {
    let shown = |test: &TestBattle| test.battle.rules().things(&test.battle.view().seen_by(RED));
    let mut test = bridge().acting("blue");
    assert_eq!(shown(&test)[0].look, "charge_planned");
    lay(&mut test, &[1]);
    assert_eq!(shown(&test)[0].look, "charge");
    assert_eq!(shown(&test)[0].label, "the charge is laid in 1 more activations");
    let mut test = laid();
    assert_eq!(shown(&test)[0].look, "charge_ready");
    test.cards(BLUE, &[3, 3, 3, 3, 3]);
    let fire = order(&test, "fire_charge").pieces([test.piece("blue", 1)]);
    test.order(fire);
    let [fallen] = shown(&test).try_into().expect("one bridge has fallen");
    assert_eq!((fallen.look.as_str(), fallen.size), ("fallen_bridge", Some((4.0, 16.0))));
    let ThingAt::Lying(place) = fallen.at else { panic!("nobody carries a bridge") };
    assert!(place.at.distance(Vec2::new(30.0, 22.0)) < 1e-3, "{place:?}");
}

//! Chapter 2: what a unit does when it acts: its declaration, its actions, its march.

use grapeshot::rulesets::combat_patrol::orders::reactions;
use grapeshot::{
    events::{BattleEvent, EventKind},
    rulesets::combat_patrol::{book::marks, state::sequence_of_play::SequenceOfPlay},
    testing::{BLUE, RED},
};

use super::{activation::hold_still, *};

/// Blue men beside each other, red within reach of their muskets.
fn skirmish() -> TestTable {
    table().unit("men", BLUE, &[(20.0, 10.0, 90.0), (24.0, 10.0, 90.0), (28.0, 10.0, 90.0)]).unit(
        "foe",
        RED,
        &[(24.0, 19.0, 270.0)],
    )
}

/// CP-2.11: first the leader's decision, then one morale draw for each marker left, then the declaration.
#[test]
fn morale_comes_before_the_declaration() {
    let mut test = skirmish().acting("foe");
    test.mark_unit(test.unit("men"), &marks::MORALE, 2);
    test.act_next(test.unit("men"));
    assert_eq!(test.battle.awaiting().asks[0].kind, "steady");
    test.cards(BLUE, &[4]);
    let steady = order(&test, "steady").number(1.0);
    let events = test.order(steady);
    let morale = events.iter().filter(|event| event.text.starts_with("Morale:")).count();
    assert_eq!(morale, 1, "one marker was removed, one drawn for");
    assert_eq!(test.battle.awaiting().asks[0].kind, "declare");
}

/// CP-2.11: a figure stunned by a morale result has used its action; one held by P may do anything but move.
#[test]
fn a_figure_touched_by_a_morale_result_has_used_its_action() {
    let steady = |morale: &[u16]| {
        let mut test = skirmish().acting("foe");
        test.mark_unit(test.unit("men"), &marks::MORALE, 1);
        test.act_next(test.unit("men"));
        test.cards(BLUE, morale);
        let none = order(&test, "steady").number(0.0);
        test.order(none);
        test
    };
    // Card 3 is S1 for Regulars in the open; card 24 has pick 5: the second of three.
    let mut test = steady(&[3, 24]);
    let man = test.piece("men", 2);
    assert!(cp(&test).stunned(man));
    hold_still(&mut test);
    let recover = order(&test, "recover").pieces([man]);
    let (reason, rule) = test.refused(recover);
    assert_eq!((reason.as_str(), rule.as_str()), ("men.2 has used its action", "CP-2.12"));

    // Card 5 is P.
    let test = steady(&[5]);
    assert_eq!(test.battle.awaiting().asks[0].kind, "act", "nobody may move, so nobody declares");
    let shot = order(&test, "shoot").pieces([test.piece("men", 1)]).target(test.piece("foe", 1));
    test.battle.check(&shot).expect("who is pinned may shoot");
}

/// CP-2.11: shooting as Stationary after looking at the movement card: "This figure was declared moving".
#[test]
fn who_was_declared_moving_does_not_shoot_as_stationary() {
    let mut test = skirmish().acting("men");
    let men = test.pieces("men");
    declare(&mut test, vec![men[0]], 3);
    let shot = order(&test, "shoot").pieces([men[0]]).target(test.piece("foe", 1));
    let (reason, rule) = test.refused(shot);
    assert_eq!(rule, "CP-2.11");
    assert!(reason.contains("this figure was declared moving"), "{reason}");
    let shot = order(&test, "shoot").pieces([men[1]]).target(test.piece("foe", 1));
    test.battle.check(&shot).expect("he was marked Stationary");
    let go = order(&test, "move").pieces([men[1]]).path([to(24.0, 12.0)]);
    assert_eq!(test.refused(go).1, "CP-2.11", "he was not declared moving");
}

/// CP-2.11: the movement card is drawn once, if any figure moves, after the declaration.
#[test]
fn the_movement_card_is_drawn_only_if_somebody_moves() {
    let draws = |movers: usize| {
        let mut test = skirmish().acting("men");
        let declared = order(&test, "declare").pieces(test.pieces("men")[..movers].to_vec());
        let events = test.order(declared);
        events.iter().filter(|event| matches!(&event.kind, EventKind::Drew(drawn) if drawn.read == ["move"])).count()
    };
    assert_eq!([draws(0), draws(1), draws(3)], [0, 1, 1]);
}

/// CP-2.12: figures of one unit may do different things, each exactly one.
#[test]
fn each_figure_has_one_action() {
    let mut test = skirmish().acting("men");
    let men = test.pieces("men");
    test.mark(men[1], &marks::RELOAD, 2);
    hold_still(&mut test);
    test.cards(BLUE, &[3]);
    let foe = test.piece("foe", 1);
    let shot = order(&test, "shoot").pieces([men[0]]).target(foe);
    test.order(shot);
    let reload = order(&test, "reload").pieces([men[1]]);
    test.order(reload);
    for verb in ["shoot", "reload"] {
        let mut again = order(&test, verb).pieces([men[if verb == "shoot" { 0 } else { 1 }]]);
        again.target = (verb == "shoot").then_some(foe);
        let (reason, rule) = test.refused(again);
        assert!(reason.contains("has used its action"), "{verb}: {reason}");
        assert_eq!(rule, "CP-2.12");
    }
}

/// CP-2.12: a stunned figure can only Recover; it takes one action.
#[test]
fn a_stunned_figure_can_only_recover() {
    let mut test = skirmish().acting("men");
    let men = test.pieces("men");
    test.mark(men[0], &marks::STUN, 1);
    test.mark(men[0], &marks::RELOAD, 1);
    let moving = order(&test, "declare").pieces([men[0]]);
    assert_eq!(test.refused(moving).1, "CP-7.4");
    hold_still(&mut test);
    for verb in ["shoot", "reload"] {
        let mut other = order(&test, verb).pieces([men[0]]);
        other.target = (verb == "shoot").then_some(test.piece("foe", 1));
        assert_eq!(test.refused(other).1, "CP-7.4", "{verb}");
    }
    let recover = order(&test, "recover").pieces([men[0]]);
    test.order(recover.clone());
    assert!(!cp(&test).stunned(men[0]));
    assert_eq!(test.refused(order(&test, "reload").pieces([men[0]])).1, "CP-2.12");
}

/// CP-2.12: figures of another unit do not act in this activation.
#[test]
fn only_the_unit_whose_number_was_drawn_acts() {
    let mut test = skirmish().unit("mates", BLUE, &[(40.0, 10.0, 90.0)]).acting("men");
    let foreign = order(&test, "declare").pieces([test.piece("mates", 1)]);
    let (reason, rule) = test.refused(foreign);
    assert_eq!((reason.as_str(), rule.as_str()), ("mates.1 is not of the unit that acts", "CP-2.12"));
}

/// Two men on the march at (20,10) and (26,10), an enemy who sees them at (23,30).
fn on_the_march(table: TestTable, card: u16, paths: [(f32, f32); 2]) -> TestBattle {
    let mut test = table
        .unit("men", BLUE, &[(20.0, 10.0, 90.0), (26.0, 10.0, 90.0)])
        .unit("foe", RED, &[(23.0, 28.0, 270.0)])
        .acting("men");
    let men = test.pieces("men");
    declare(&mut test, men.clone(), card);
    for (man, (x, y)) in men.iter().zip(paths) {
        let go = order(&test, "move").pieces([*man]).path([to(x, y)]);
        test.order(go);
    }
    let march = order(&test, "march");
    test.order(march);
    test
}

fn heights(test: &TestBattle) -> Vec<f32> {
    test.pieces("men").into_iter().map(|piece| test.battle.view().place(piece).at.y).collect()
}

/// CP-2.15: two men with paths of 8 and 4 in: at the pause they have gone 4 and 2; then they finish.
#[test]
fn all_movers_go_the_same_share_of_their_paths() {
    let mut test = on_the_march(table(), 2, [(20.0, 18.0), (26.0, 14.0)]);
    assert_eq!(test.battle.awaiting().asks[0].kind, "react");
    assert_eq!(heights(&test), [14.0, 12.0]);
    let hold = order(&test, "hold");
    test.order(hold);
    assert_eq!(heights(&test), [18.0, 14.0]);
}

/// CP-2.15: all movement of an activation is one phase.
#[test]
fn there_is_one_movement_phase_in_an_activation() {
    let mut test = skirmish().acting("men");
    let men = test.pieces("men");
    declare(&mut test, men[..2].to_vec(), 2);
    let march = order(&test, "march");
    assert_eq!(test.refused(march).0, "No path has been fixed yet");
    let go = order(&test, "move").pieces([men[0]]).path([to(20.0, 11.0)]);
    test.order(go);
    let march = order(&test, "march");
    test.order(march);
    while test.battle.awaiting().asks[0].kind != "act" {
        test.go_on();
    }
    let go = order(&test, "move").pieces([men[1]]).path([to(24.0, 11.0)]);
    assert_eq!(test.refused(go).1, "CP-2.15");
    let march = order(&test, "march");
    assert_eq!(test.refused(march).1, "CP-2.15");
}

/// CP-2.15: a mover that is stunned on the way stops where it is; the others finish.
#[test]
fn a_mover_stunned_on_the_way_stops_there() {
    let brush = table().area("brush", (18.0, 8.0), (22.0, 20.0));
    let mut test = on_the_march(brush, 4, [(20.0, 15.0), (26.0, 18.0)]);
    assert_eq!(heights(&test), [12.5, 14.0]);
    // The check succeeds with a 1, the shot hits with 6 holes, the brush stops it.
    test.cards(RED, &[11, 36, 7]);
    let react =
        order(&test, "react").pieces([test.piece("foe", 1)]).choice(reactions::SHOOT).target(test.piece("men", 1));
    test.order(react);
    let hold = order(&test, "hold");
    test.order(hold);
    assert!(cp(&test).stunned(test.piece("men", 1)));
    let go_on = order(&test, "press_on");
    let events = test.order(go_on);
    assert_eq!(heights(&test), [12.5, 18.0]);
    let said = events.iter().any(|event| event.text.ends_with("goes no farther: stunned on the way"));
    assert!(said, "the log says why he stops: {:?}", events.iter().map(|event| &event.text).collect::<Vec<_>>());
}

/// CP-2.15: a mover that finds an enemy in its way that it did not foresee ends in contact with him.
#[test]
fn a_mover_stops_at_an_enemy_who_steps_in_its_way() {
    let mut test = table()
        .obstacle("stone_wall", &[(18.0, 20.0), (30.0, 20.0)])
        .unit("men", BLUE, &[(20.0, 27.0, 270.0)])
        .unit("foe", RED, &[(21.9, 18.8, 90.0)])
        .acting("men");
    let (man, foe) = (test.piece("men", 1), test.piece("foe", 1));
    declare(&mut test, vec![man], 4);
    let go = order(&test, "move").pieces([man]).path([to(20.0, 19.0)]);
    test.order(go);
    let march = order(&test, "march");
    test.order(march);
    test.cards(RED, &[11]);
    let react = order(&test, "react").pieces([foe]).choice(reactions::STEP).path([to(20.2, 19.3)]);
    test.order(react);
    let hold = order(&test, "hold");
    test.order(hold);
    assert!(test.battle.view().place(foe).at.x < 20.3, "he has stepped behind the wall");
    let fought = |events: &[BattleEvent]| events.iter().any(|event| matches!(event.kind, EventKind::Fought { .. }));
    let mut events = Vec::new();
    while test.battle.awaiting().asks[0].kind == "resume" {
        let go_on = order(&test, "press_on");
        events = test.order(go_on);
    }
    let moved = events.iter().find_map(|event| match &event.kind {
        EventKind::Moved { piece, end, .. } if *piece == man => Some(*end),
        _ => None,
    });
    assert!(moved.expect("he went on").at.y > 20.2, "he did not pass through him");
    let said =
        events.iter().any(|event| event.text.contains("and stops: ") && event.text.ends_with("stepped in the way"));
    assert!(said, "the log says who stops him: {:?}", events.iter().map(|event| &event.text).collect::<Vec<_>>());
    let play = test.battle.view().resource::<SequenceOfPlay>();
    let contact = play.activation.as_ref().is_some_and(|activation| !activation.contacts.is_empty());
    assert!(contact || fought(&events), "they fight");
}

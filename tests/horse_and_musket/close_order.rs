//! Chapter 5: what close order does in a fight, under fire and in reaction.

use grapeshot::{
    events::{BattleEvent, EventKind},
    forces::Fate,
    orders::Leg,
    rulesets::combat_patrol::{
        book::marks,
        state::{sequence_of_play::Ride, shot::Manner},
        view::supplement::FightSide,
    },
    table::position::Heading,
};

use super::*;

/// Four blue men in line against red ones, all with swords; blue assaults as a group with a card of 10.
fn assault(red: &[(f32, f32, f32)]) -> (TestBattle, Vec<BattleEvent>) {
    let mut test = table()
        .unit("blue", BLUE, &line(4, 20.0, 10.0))
        .weapons(&["sword"])
        .unit("red", RED, red)
        .weapons(&["sword"])
        .acting("blue");
    let men = test.pieces("blue");
    declare(&mut test, men.clone(), &[4]);
    let go = order(&test, "group").pieces(men).target(test.piece("red", 1));
    test.order(go.path([Leg::March { inches: 10.0, aside: 0.0 }]));
    let march = order(&test, "march");
    let events = test.order(march);
    (test, events)
}

fn bonus(test: &TestBattle, side: FightSide) -> f32 {
    let (man, foe) = (test.piece("blue", 1), test.piece("red", 1));
    let with = cp(test).melee_sum(man, foe, side, 0, None).total();
    with - cp(test).melee_sum(man, foe, FightSide { in_body: false, ..side }, 0, None).total()
}

/// HM-5.9: at its first contact the group stops as a body; others go on alone to an enemy within an inch of their
/// strip, and all of them fight in close order.
#[test]
fn a_group_stops_at_its_first_contact_and_closes_up() {
    let (test, _) = assault(&[(20.0, 15.0, 270.0), (22.0, 16.0, 270.0)]);
    near(place(&test, test.piece("blue", 1)), 20.0, 13.99);
    near(place(&test, test.piece("blue", 2)), 21.0, 13.99 + 0.0);
    assert!(cp(&test).in_contact(test.piece("blue", 3)), "{:?}", place(&test, test.piece("blue", 3)));
    near(place(&test, test.piece("blue", 4)), 23.0, 13.99);
}

/// HM-5.9: a group that does not reach an enemy makes no contact.
#[test]
fn a_group_must_reach_the_enemy_it_goes_for() {
    let mut test = far_enemy(table().unit("blue", BLUE, &line(4, 20.0, 10.0))).acting("blue");
    let men = test.pieces("blue");
    declare(&mut test, men.clone(), &[4]);
    let go = order(&test, "group").pieces(men).target(test.piece("red", 1));
    let short = go.path([Leg::March { inches: 10.0, aside: 0.0 }]);
    assert_eq!(test.refused(short).1, "HM-5.9");
}

/// HM-5.10: +1 for whoever is in close order, not against an enemy who attacks from behind.
#[test]
fn close_order_fights_better_but_not_to_its_rear() {
    let test = table().unit("blue", BLUE, &line(4, 20.0, 10.0)).unit("red", RED, &[(20.0, 11.0, 270.0)]).battle();
    let side = FightSide {
        attacker: false,
        in_body: true,
        from_rear: false,
        ride: Ride { moved: false, impetus: false },
        caught: false,
    };
    assert_eq!(bonus(&test, side), 1.0);
    assert_eq!(bonus(&test, FightSide { attacker: true, ..side }), 1.0);
    assert_eq!(bonus(&test, FightSide { from_rear: true, ..side }), 0.0);
}

/// HM-5.10: in a fight brought about by a group the line stands in the sum.
#[test]
fn a_group_that_charges_fights_with_its_bonus() {
    let (_, events) = assault(&[(20.0, 15.0, 270.0)]);
    let fought = events.iter().find(|event| matches!(event.kind, EventKind::Fought { .. })).expect("they fight");
    assert!(fought.explained.modifiers().iter().any(|line| line.label == "close order" && line.amount == 1.0));
}

/// HM-5.9: a group that on its way loses men until it is none any more fights without the bonus.
#[test]
fn a_group_shot_apart_on_its_way_has_no_bonus() {
    for lost in [false, true] {
        let mut test = table()
            .unit("blue", BLUE, &line(4, 20.0, 10.0))
            .weapons(&["sword"])
            .unit("red", RED, &[(20.0, 15.0, 270.0), (26.0, 20.0, 270.0)])
            .acting("blue");
        let men = test.pieces("blue");
        declare(&mut test, men.clone(), &[4]);
        let go = order(&test, "group").pieces(men).target(test.piece("red", 1));
        test.order(go.path([Leg::March { inches: 10.0, aside: 0.0 }]));
        let march = order(&test, "march");
        test.order(march);
        assert_eq!(test.battle.awaiting().asks[0].kind, "react");
        if lost {
            test.put(test.piece("blue", 4), "fate", Fate::Casualty);
        }
        let hold = order(&test, "hold");
        let events = test.order(hold);
        let fought = events.iter().find(|event| matches!(event.kind, EventKind::Fought { .. })).expect("they fight");
        let bonus = fought.explained.modifiers().iter().any(|line| line.label == "close order");
        assert_eq!(bonus, !lost);
    }
}

/// HM-5.11, HM-5.18: a group faces about by one reaction; the attack is not from the rear then.
#[test]
fn a_group_faces_about_by_one_reaction() {
    let mut test = table()
        .unit("blue", BLUE, &[(21.0, 10.0, 90.0)])
        .weapons(&["sword"])
        .unit("red", RED, &line(4, 20.0, 20.0))
        .weapons(&["sword"])
        .acting("blue");
    let man = test.piece("blue", 1);
    declare(&mut test, [man], &[4]);
    let go = order(&test, "assault").pieces([man]).target(test.piece("red", 2));
    test.order(go);
    let march = order(&test, "march");
    test.order(march);
    let red = test.pieces("red");
    let turn = order(&test, "react").pieces(red.clone()).choice("turn").heading(Heading(270.0));
    test.order(turn);
    test.cards(RED, &[30]);
    let hold = order(&test, "hold");
    let events = test.order(hold);
    let checks = events.iter().filter(|event| event.text.contains("(group")).count();
    assert_eq!(checks, 1, "one check for all");
    for piece in red {
        assert_eq!(place(&test, piece).facing, Heading(270.0));
        assert_eq!(test.battle.view().mark(piece, &marks::REACTED), 1);
    }
}

/// HM-5.18: the log names a group that reacts by its section, also when a captain stands in it who is named first.
#[test]
fn a_group_with_a_captain_in_it_is_named_by_its_section() {
    let mut test = table()
        .unit("blue", BLUE, &[(21.0, 10.0, 90.0)])
        .weapons(&["sword"])
        .unit("captain", RED, &[(19.0, 20.0, 90.0)])
        .leader("level", Value::Word("company".into()))
        .unit("red", RED, &line(4, 20.0, 20.0))
        .weapons(&["sword"])
        .under("captain")
        .acting("blue");
    let man = test.piece("blue", 1);
    march_to(&mut test, [man], &[4], (21.0, 30.0));
    let group = [test.pieces("captain"), test.pieces("red")].concat();
    let turn = order(&test, "react").pieces(group).choice("turn").heading(Heading(270.0));
    test.order(turn);
    test.cards(RED, &[30]);
    let hold = order(&test, "hold");
    let events = test.order(hold);
    let line = events.iter().find(|event| event.text.contains("(group")).expect("a check for all");
    assert!(line.text.starts_with("5 figures of RED react to turn"), "{}", line.text);
}

/// HM-5.12: ranks 1 and 2 fire, rank 3 does not; the man ahead is not in the way.
#[test]
fn two_ranks_fire_and_the_third_does_not() {
    let ranks = [line(2, 20.0, 10.0), line(2, 20.0, 9.0), line(2, 20.0, 8.0)].concat();
    let test = table().unit("blue", BLUE, &ranks).unit("red", RED, &[(20.0, 16.0, 270.0)]).battle();
    let aim = |n| cp(&test).aim(test.piece("blue", n), test.piece("red", 1), Manner::default());
    assert!(aim(1).is_ok() && aim(3).is_ok());
    assert_eq!(aim(5).unwrap_err().rule.to_string(), "HM-5.12");
}

/// HM-5.13: a target at (2.6, 10) is in the arc of 15 degrees to each side, one at (2.8, 10) is not.
#[test]
fn close_order_fires_within_an_arc_of_thirty_degrees() {
    for (x, allowed) in [(2.6, true), (2.8, false)] {
        let test =
            table().unit("blue", BLUE, &line(4, 20.0, 10.0)).unit("red", RED, &[(23.0 + x, 20.0, 270.0)]).battle();
        let aim = cp(&test).aim(test.piece("blue", 4), test.piece("red", 1), Manner::default());
        assert_eq!(aim.is_ok(), allowed, "{x}");
        if let Err(refusal) = aim {
            assert_eq!(refusal.rule.to_string(), "HM-5.13");
            assert!(refusal.reason.contains("outside the 30-degree arc of close order"));
        }
    }
}

/// HM-5.14: a named target in close order counts one band shorter; never from beyond long range.
#[test]
fn close_order_is_an_easier_target() {
    let holes = |gap: f32, count| {
        let test =
            table().unit("blue", BLUE, &[(20.0, 10.0, 90.0)]).unit("red", RED, &line(count, 20.0, 11.0 + gap)).battle();
        cp(&test).aim(test.piece("blue", 1), test.piece("red", 1), Manner::default()).map(|aim| aim.holes()).ok()
    };
    for (gap, open, close) in [(4.0, 2, 2), (9.0, 3, 2), (15.0, 4, 3)] {
        assert_eq!((holes(gap, 3), holes(gap, 4)), (Some(open), Some(close)), "at {gap} inches");
    }
    assert_eq!(holes(20.5, 4), None);
}

/// HM-5.18: a group checks by its leader's Guts if he is in it (2, 3, 4), else by the unit's Reaction; others singly.
#[test]
fn a_group_reacts_by_its_leaders_guts() {
    for (guts, number) in [("Green", 2), ("Regular", 3), ("Elite", 4)] {
        let places = [line(4, 20.0, 10.0), vec![(30.0, 10.0, 90.0)]].concat();
        let section =
            table().unit("blue", BLUE, &places).number("reaction", 5.0).leader("guts", Value::Word(guts.into()));
        let mut test = far_enemy(section).battle();
        assert_eq!(cp(&test).reaction_number(test.piece("blue", 3)).0, number, "{guts}");
        assert_eq!(cp(&test).reaction_number(test.piece("blue", 5)).0, 5, "outside the group");
        test.stand(test.piece("blue", 1), 40.0, 10.0, 90.0);
        test.stand(test.piece("blue", 5), 24.0, 10.0, 90.0);
        assert_eq!(cp(&test).reaction_number(test.piece("blue", 3)).0, 5, "the leader is outside");
    }
}

//! Chapter 6.

use grapeshot::{
    ai::unerring,
    events::{BattleEvent, EventKind},
    forces::{Fate, PieceId, Value},
    rulesets::combat_patrol::{
        book::{grade::Grade, marks},
        state::shot::Manner,
    },
    testing::{BLUE, RED},
};

use super::*;

/// Two figures this many inches apart, base to base: blue shoots, red stands.
pub(crate) fn duel(gap: f32) -> TestTable {
    table().unit("shooter", BLUE, &[(20.0, 10.0, 90.0)]).unit("target", RED, &[(20.0, 11.0 + gap, 270.0)])
}

pub(crate) fn pair(test: &TestBattle) -> (PieceId, PieceId) {
    (test.piece("shooter", 1), test.piece("target", 1))
}

fn holes(test: &TestBattle, manner: Manner) -> i8 {
    let (shooter, target) = pair(test);
    cp(test).aim(shooter, target, manner).expect("the shot is allowed").holes()
}

/// The reason and rule with which a shot is refused.
fn no_shot(test: &TestBattle) -> (String, String) {
    let (shooter, target) = pair(test);
    let refusal = cp(test).aim(shooter, target, Manner::default()).expect_err("no shot");
    (refusal.reason, refusal.rule.to_string())
}

/// The first figure of the shooters shoots with these cards; the target's side is asked next.
pub(crate) fn shoot(test: &mut TestBattle, cards: &[u16]) -> Vec<BattleEvent> {
    if test.battle.awaiting().asks[0].kind == "declare" {
        test.order(order(test, "declare"));
    }
    test.cards(BLUE, cards);
    test.activation_cards(&[5]);
    let (shooter, target) = pair(test);
    test.order(order(test, "shoot").pieces([shooter]).target(target))
}

pub(crate) fn shots(events: &[BattleEvent]) -> Vec<bool> {
    let shot = |event: &BattleEvent| match event.kind {
        EventKind::Shot { hit, .. } => Some(hit),
        _ => None,
    };
    events.iter().filter_map(shot).collect()
}

fn set_accuracy(test: &mut TestBattle, piece: PieceId, grade: Grade) {
    let mut soldier = cp(test).soldier(piece).clone();
    soldier.accuracy = grade;
    test.put(piece, "soldier", soldier);
}

/// CP-6.4: the line of a volley tells in short what came of its shots; what each did is told under it.
#[test]
fn the_line_of_a_volley_tells_how_many_shots_hit() {
    // Cards 6 and 5 show six and four holes, card 3 one.
    for (cards, said) in [
        (&[3, 3, 3][..], "SHOOTER fires at target.1: 3 shots, no hit"),
        (&[3, 6, 2, 3], "SHOOTER fires at target.1: 3 shots, 1 hit"),
        (&[6, 2, 5, 2, 3], "SHOOTER fires at target.1: 3 shots, 2 hits"),
    ] {
        let mut test = table()
            .unit("shooter", BLUE, &[(20.0, 10.0, 90.0), (22.0, 10.0, 90.0), (24.0, 10.0, 90.0)])
            .unit("target", RED, &[(22.0, 15.0, 270.0)])
            .number("endurance", 6.0)
            .acting("shooter");
        test.order(order(&test, "declare"));
        test.cards(BLUE, cards);
        let shoot = order(&test, "shoot").pieces(test.pieces("shooter")).target(test.piece("target", 1));
        let events = test.order(shoot);
        let lines: Vec<&str> = events.iter().filter(|event| !event.detail).map(|event| event.text.as_str()).collect();
        assert_eq!(lines[0], said);
        assert!(lines[1..].iter().all(|line| !line.contains("fires")), "{lines:?}");
    }
}

/// CP-6.1: "No shot: stunned / out of arc / out of range", or no weapon to shoot with.
#[test]
fn who_may_not_shoot_is_told_why() {
    let mut test = duel(4.0).battle();
    let (shooter, target) = pair(&test);
    test.mark(shooter, &marks::STUN, 1);
    assert_eq!(no_shot(&test), ("shooter.1 is stunned".to_owned(), "CP-7.4".to_owned()));
    test.mark(shooter, &marks::STUN, 0);
    test.stand(shooter, 20.0, 10.0, 270.0);
    assert_eq!(no_shot(&test), ("shooter.1: no shot, out of arc (180 degrees)".to_owned(), "CP-1.6".to_owned()));
    test.stand(shooter, 20.0, 10.0, 90.0);
    test.stand(target, 20.0, 40.0, 270.0);
    assert_eq!(no_shot(&test).1, "CP-6.2");
    let unarmed = duel(4.0).unit("swords", BLUE, &[(18.0, 10.0, 90.0)]).weapons(&["sword"]).battle();
    let refusal = cp(&unarmed).aim(unarmed.piece("swords", 1), unarmed.piece("target", 1), Manner::default());
    assert_eq!(refusal.expect_err("a sword does not shoot").reason, "swords.1 has no weapon to shoot with");
}

/// CP-6.1: not in contact; enemies in contact with friends may not be chosen; friends are no targets.
#[test]
fn nobody_shoots_into_or_out_of_a_fight() {
    let fight = duel(6.0).unit("mate", BLUE, &[(20.0, 16.0, 90.0)]).battle();
    let (_, target) = pair(&fight);
    assert_eq!(no_shot(&fight).0, "Enemies in contact with friends may not be chosen");
    let refusal = cp(&fight).aim(fight.piece("mate", 1), target, Manner::default()).expect_err("he is fighting");
    assert_eq!(refusal.reason, "mate.1 is in contact with an enemy");
    let refusal = cp(&fight).aim(fight.piece("shooter", 1), fight.piece("mate", 1), Manner::default());
    assert_eq!(refusal.expect_err("a friend").reason, "The target is a friend");
}

/// CP-6.1: the line from centre to centre may not cross the base of a friend, unless that friend touches the shooter or
/// stands within 1 in of him; enemies between do not matter.
#[test]
fn friends_block_the_shot_unless_they_stand_beside() {
    for (y, aside, blocked) in [
        (14.0, 0.0, true),
        (14.0, 0.45, true),
        (14.0, 0.55, false),
        (12.1, 0.0, true),
        (12.0, 0.0, false),
        (11.0, 0.0, false),
    ] {
        let test = duel(9.0).unit("mate", BLUE, &[(20.0 + aside, y, 90.0)]).battle();
        let (shooter, target) = pair(&test);
        let aim = cp(&test).aim(shooter, target, Manner::default());
        assert_eq!(aim.is_err(), blocked, "a friend at {aside}, {y}");
        if let Err(refusal) = aim {
            assert_eq!(refusal.reason, "shooter.1: no shot, blocked by mate.1");
        }
    }
    let test = duel(9.0).unit("other", RED, &[(20.0, 14.0, 270.0)]).battle();
    assert_eq!(holes(&test, Manner::default()), 3);
}

/// CP-6.1: the target must be in line of sight (CP-1.8).
#[test]
fn nobody_shoots_at_what_he_does_not_see() {
    let test = duel(9.0).obstacle("stone_wall", &[(10.0, 15.0), (30.0, 15.0)]).height(3.0).battle();
    assert_eq!(no_shot(&test).1, "CP-1.8");
}

/// CP-6.2: musket 5/10/20: 5.0 short, 5.1 medium, 20.0 long, 20.1 none.
#[test]
fn a_distance_equal_to_a_limit_is_within_its_band() {
    for (gap, needed) in [(5.0, 2), (5.1, 3), (10.0, 3), (10.1, 4), (20.0, 4)] {
        assert_eq!(holes(&duel(gap).acting("shooter"), Manner::default()), needed, "at {gap} inches");
    }
    let test = duel(20.1).acting("shooter");
    assert!(no_shot(&test).0.contains("out of range"));
}

/// CP-6.3: a Green musket at 12 inches whose leader is absent needs 3 + 2 + 1 = 6 holes, 4 %.
#[test]
fn a_green_musket_at_long_range_without_its_leader_needs_six_holes() {
    let test = table()
        .unit("shooter", BLUE, &[(60.0, 40.0, 90.0), (20.0, 10.0, 90.0)])
        .word("accuracy", "Green")
        .unit("target", RED, &[(20.0, 23.0, 270.0)])
        .acting("shooter");
    let aim = cp(&test).aim(test.piece("shooter", 2), test.piece("target", 1), Manner::default()).unwrap();
    assert_eq!(aim.holes(), 6);
    assert_eq!(cp(&test).chance_of_holes(6), 0.04);
}

/// CP-6.3: start column: Elite 1, Regular 2, Green 3; target moved or moving now +1, moving fire +2, wounded +1; all
/// lines add up and none counts twice.
#[test]
fn every_condition_shifts_the_column_once() {
    let mut test = duel(4.0).battle();
    let (shooter, target) = pair(&test);
    for (grade, column) in [(Grade::Elite, 1), (Grade::Regular, 2), (Grade::Green, 3)] {
        set_accuracy(&mut test, shooter, grade);
        assert_eq!(holes(&test, Manner::default()), column, "{grade}");
    }
    set_accuracy(&mut test, shooter, Grade::Elite);
    let moving = Manner { target_moving: true, ..Manner::default() };
    assert_eq!(holes(&test, moving), 2, "the target moves now");
    test.mark(target, &marks::MOVED, 1);
    assert_eq!(holes(&test, Manner::default()), 2, "it carries a Moved marker");
    assert_eq!(holes(&test, moving), 2, "no line counts twice");
    test.mark(shooter, &marks::WOUND, 3);
    assert_eq!(holes(&test, Manner::default()), 3, "a wounded shooter");
    let all = Manner { moving_fire: true, target_moving: true, ..Manner::default() };
    let aim = cp(&test).aim(shooter, target, all).expect("1 + 1 + 2 + 1 is 5");
    assert_eq!(aim.holes(), 5);
    let lines: Vec<_> = aim
        .column
        .modifiers()
        .iter()
        .map(|line| (line.label.to_string(), line.amount))
        .filter(|(_, n)| *n != 0.0)
        .collect();
    assert_eq!(
        lines,
        [
            ("Elite musket".to_owned(), 1.0),
            ("target moving".to_owned(), 1.0),
            ("moving fire: was declared to move".to_owned(), 2.0),
            ("shooter wounded".to_owned(), 1.0)
        ]
    );
}

/// CP-6.3: a column of 7 or more cannot hit: the shot is refused before a card is drawn.
#[test]
fn a_shot_that_needs_seven_holes_is_refused() {
    let mut test = duel(12.0).unit("near", RED, &[(24.0, 12.0, 180.0)]).acting("shooter");
    let (shooter, target) = pair(&test);
    test.order(order(&test, "declare"));
    set_accuracy(&mut test, shooter, Grade::Green);
    test.mark(shooter, &marks::WOUND, 1);
    test.mark(target, &marks::MOVED, 1);
    let shot = order(&test, "shoot").pieces([shooter]).target(target);
    let (reason, rule) = test.refused(shot);
    assert_eq!((reason.as_str(), rule.as_str()), ("shooter.1 cannot hit: it would take 7 holes", "CP-6.3"));
}

/// CP-6.4: column 3: a card with 3 holes hits, a card with 2 misses, and a miss does nothing to anybody.
#[test]
fn a_card_hits_if_it_shows_as_many_holes_as_the_column() {
    for (card, hit) in [(7, true), (2, false)] {
        let mut test = duel(9.0).acting("shooter");
        let events = shoot(&mut test, &[card, 39]);
        assert_eq!(shots(&events), [hit], "card {card}");
        let view = test.battle.view();
        let (_, target) = pair(&test);
        assert_eq!(view.mark(target, &marks::WOUND), u8::from(hit));
        assert_eq!(view.unit_marks(test.unit("target")).count(&marks::MORALE), u8::from(hit));
    }
}

/// CP-6.6: shooter (0,0), target (0,10): area x -2..2, y 9..14; whoever stands on its edge is in it, of either side.
#[test]
fn the_target_area_lies_along_the_line_of_fire() {
    let test = table()
        .unit("shooter", BLUE, &[(20.0, 10.0, 90.0)])
        .unit("target", RED, &[(20.0, 20.0, 270.0)])
        .unit("in", RED, &[(22.0, 24.0, 270.0), (18.0, 19.0, 270.0)])
        .unit("friend", BLUE, &[(21.0, 22.0, 90.0)])
        .unit("out", RED, &[(22.1, 21.5, 270.0), (19.0, 18.9, 270.0), (20.0, 24.1, 270.0)])
        .battle();
    let (shooter, target) = pair(&test);
    let mut found = cp(&test).candidates(shooter, target);
    found.sort();
    let mut expected = vec![target, test.piece("in", 1), test.piece("in", 2), test.piece("friend", 1)];
    expected.sort();
    assert_eq!(found, expected);
}

/// CP-6.6: figures that the shooter does not see, or that are in contact with his friends, are no candidates.
#[test]
fn hidden_and_fighting_figures_are_not_in_the_target_area() {
    let test = table()
        .building((17.0, 20.6), (19.5, 26.0), &[], &[])
        .unit("shooter", BLUE, &[(20.0, 10.0, 90.0)])
        .unit("target", RED, &[(20.0, 19.5, 270.0), (18.2, 23.2, 270.0), (21.5, 22.0, 90.0)])
        .unit("friend", BLUE, &[(21.5, 23.0, 270.0)])
        .battle();
    let (shooter, target) = pair(&test);
    let found = cp(&test).candidates(shooter, target);
    assert!(found.contains(&target));
    assert!(!found.contains(&test.piece("target", 2)), "he is in the house");
    assert!(!found.contains(&test.piece("target", 3)), "he is fighting");
}

/// CP-6.6: the setting changes the width and the depth of the target area.
#[test]
fn the_target_area_is_as_large_as_set() {
    let test = duel(9.0)
        .setting("target_area_width", Value::Number(2.0))
        .setting("target_area_depth", Value::Number(2.0))
        .unit("more", RED, &[(21.0, 22.0, 270.0), (21.2, 20.0, 270.0), (20.0, 22.2, 270.0)])
        .battle();
    let (shooter, target) = pair(&test);
    assert_eq!(cp(&test).candidates(shooter, target), [target, test.piece("more", 1)]);
}

/// Five candidates, the nearest first.
fn five() -> TestTable {
    table().unit("shooter", BLUE, &[(20.0, 12.0, 90.0)]).unit(
        "target",
        RED,
        &[(20.0, 20.0, 270.0), (18.6, 20.5, 270.0), (21.4, 21.0, 270.0), (19.0, 22.5, 270.0), (21.0, 23.3, 270.0)],
    )
}

/// CP-6.7: 5 candidates, card 2 (pick 32): second nearest figure, right arm, W; behind a fence: stunned instead.
#[test]
fn the_damage_card_says_which_figure_is_hit() {
    for fence in [false, true] {
        let mut table = five();
        if fence {
            table = table.obstacle("fence", &[(10.0, 19.3), (30.0, 19.3)]);
        }
        let mut test = table.acting("shooter");
        let events = shoot(&mut test, &[36, 2]);
        let second = test.piece("target", 2);
        let hits: Vec<_> = events
            .iter()
            .filter_map(|event| match &event.kind {
                EventKind::Hit { piece, location, stopped } => Some((*piece, location.to_string(), *stopped)),
                _ => None,
            })
            .collect();
        assert_eq!(hits, [(second, "right arm".to_owned(), fence)]);
        let view = test.battle.view();
        let marks = [&marks::WOUND, &marks::STUN].map(|mark| view.mark(second, mark));
        assert_eq!(marks, if fence { [0, 1] } else { [1, 0] });
    }
}

/// CP-6.8: card 4 (right leg, cover fwhk, W): a man behind a wall is stunned; in brush he is wounded.
#[test]
fn cover_stops_the_hit_if_the_card_shows_its_letter() {
    let wall = duel(9.0).obstacle("stone_wall", &[(10.0, 19.0), (30.0, 19.0)]);
    let brush = duel(9.0).area("brush", (15.0, 18.0), (25.0, 24.0));
    for (table, expected) in [(wall, [0, 1]), (brush, [1, 0])] {
        let mut test = table.acting("shooter");
        shoot(&mut test, &[36, 4]);
        let (_, target) = pair(&test);
        let view = test.battle.view();
        assert_eq!([&marks::WOUND, &marks::STUN].map(|mark| view.mark(target, mark)), expected);
    }
}

/// CP-6.8: severity I takes a figure out, W wounds it.
#[test]
fn the_severity_of_a_hit_is_on_the_damage_card() {
    for (card, fate, wounds) in [(5, Fate::Casualty, 0), (39, Fate::InPlay, 1)] {
        let mut test = duel(9.0).unit("other", RED, &[(60.0, 45.0, 270.0)]).acting("shooter");
        shoot(&mut test, &[36, card]);
        let (_, target) = pair(&test);
        assert_eq!((test.battle.view().fate(target), test.battle.view().mark(target, &marks::WOUND)), (fate, wounds));
    }
}

/// CP-6.10: a figure may move and then shoot once at the end, with +2 columns, measured from where it has come to.
#[test]
fn moving_fire_is_shot_after_the_move() {
    let mut test = duel(12.0).weapons(&["sword"]).acting("shooter");
    let (shooter, target) = pair(&test);
    declare(&mut test, vec![shooter], 7);
    test.order(order(&test, "move").pieces([shooter]).path([to(20.0, 14.0)]));
    let early = order(&test, "shoot").pieces([shooter]).target(target);
    assert_eq!(test.refused(early).1, "CP-2.11", "the shot comes at the end");
    test.order(order(&test, "march"));
    let shot = order(&test, "shoot").pieces([shooter]).target(target);
    let plan = test.battle.check(&shot).expect("moving fire");
    assert_eq!(plan.odds[0].explained.total(), 5.0, "Regular 2, 8 inches +1, moving fire +2");
    assert!(plan.odds[0].explained.modifiers().iter().any(|line| line.rule.to_string() == "CP-6.10"));
    let events = shoot(&mut test, &[36, 39]);
    assert_eq!(shots(&events), [true]);
}

/// CP-6.11: each figure that an attack wounds, incapacitates or stuns adds one morale marker to its unit.
#[test]
fn effective_fire_brings_a_morale_marker() {
    let wall = || duel(9.0).obstacle("stone_wall", &[(10.0, 19.0), (30.0, 19.0)]);
    for (name, table, card) in [("wounded", duel(9.0), 39), ("stunned", wall(), 4)] {
        let mut test = table.acting("shooter");
        let events = shoot(&mut test, &[36, card]);
        assert!(events.iter().any(|event| event.text == "TARGET has 1 morale marker"), "{name}");
    }
    let mut test = five().acting("shooter");
    // Card 17: pick 47, the second of five, right arm, I.
    shoot(&mut test, &[36, 17]);
    assert_eq!(test.battle.view().fate(test.piece("target", 2)), Fate::Casualty);
    assert_eq!(test.battle.view().unit_marks(test.unit("target")).count(&marks::MORALE), 1);
}

/// CP-6.11: a friend's stray shot brings a marker too, to the unit it strikes; stun from sprinting brings none.
#[test]
fn stray_shots_count_and_sprints_do_not() {
    let mut test = duel(9.0).unit("friend", BLUE, &[(21.0, 22.0, 90.0)]).acting("shooter");
    // Card 2 has pick 32: the second of two.
    shoot(&mut test, &[36, 2]);
    let markers = |test: &TestBattle, key| test.battle.view().unit_marks(test.unit(key)).count(&marks::MORALE);
    assert_eq!(test.battle.view().mark(test.piece("friend", 1), &marks::WOUND), 1);
    assert_eq!([markers(&test, "friend"), markers(&test, "target")], [1, 0]);

    let mut test = duel(30.0).acting("shooter");
    let (shooter, _) = pair(&test);
    test.cards(BLUE, &[7, 9]);
    test.order(order(&test, "declare").pieces([shooter]).also([shooter]));
    test.activation_cards(&[5]);
    test.order(order(&test, "end"));
    assert!(cp(&test).stunned(shooter));
    assert_eq!(markers(&test, "shooter"), 0);
}

/// CP-7.1: of two enemies the computer shoots at the wounded one, which any hit takes out.
#[test]
fn the_computer_shoots_at_the_wounded() {
    for wounded in ["left", "right"] {
        let mut test = table()
            .unit("shooter", BLUE, &[(36.0, 20.0, 90.0)])
            .weapons(&["musket"])
            .unit("left", RED, &[(32.0, 28.0, 270.0)])
            .number("endurance", 2.0)
            .unit("right", RED, &[(40.0, 28.0, 270.0)])
            .number("endurance", 2.0)
            .acting("shooter");
        let target = test.piece(wounded, 1);
        test.mark(target, &marks::WOUND, 1);
        let nobody = order(&test, "declare");
        test.order(nobody);
        let ask = test.battle.awaiting().asks[0].clone();
        let decision = unerring(1).decide(&test.battle, &ask);
        assert_eq!((decision.order.verb.0.as_str(), decision.order.target), ("shoot", Some(target)));
    }
}

//! Musketry and cannonade (FF-8).

use grapeshot::{
    forces::PieceId,
    rulesets::fire_and_fury::{
        book::{
            dice,
            formations::{Formation, Pose},
            values::{Gun, OrderState},
        },
        fire::{aim::Shot, odds},
    },
};

use crate::kit::*;

fn shots(test: &TestBattle, target: &str) -> Vec<Shot> {
    ff(test).shots(&shoot(test, target)).unwrap_or_else(|refusal| panic!("{refusal}")).1
}

fn points(test: &TestBattle, target: &str) -> f32 {
    odds::points(&shots(test, target))
}

/// What the die is modified by in all.
fn modifier(test: &TestBattle, target: &str) -> f32 {
    let shots = shots(test, target);
    ff(test).volley_modifiers(test.unit(target), &shots).map_or(f32::NAN, |sum| sum.total())
}

fn facing(gap: f32, stands: usize) -> TestTable {
    table().foot("a", BLUE, stands, "line", (20.0, 20.0, 90.0)).foot(
        "r",
        RED,
        stands,
        "line",
        (20.0, 20.0 + gap, 270.0),
    )
}

/// FF-8.6: eight muskets have 8 points at 3 inches and 4 at 6; six rifles 3 at 10 inches.
#[test]
fn muskets_and_rifles_have_the_points_of_the_example() {
    assert_eq!(points(&at_fire(facing(3.0, 8), BLUE), "r"), 8.0);
    assert_eq!(points(&at_fire(facing(6.0, 8), BLUE), "r"), 4.0);
    assert_eq!(points(&at_fire(facing(10.0, 6).word_of("a", "weapon", "R"), BLUE), "r"), 3.0);
    let test = at_fire(facing(9.0, 8), BLUE);
    assert_eq!(refused_by(&test, &shoot(&test, "r")), "FF-8.14", "out of range");
}

/// FF-8.6: the setting rifle_mid gives rifles half a point over 4 up to 8 inches.
#[test]
fn rifles_may_have_half_a_point_at_six_inches() {
    let battle = || facing(6.0, 6).word_of("a", "weapon", "R");
    assert_eq!(points(&at_fire(battle(), BLUE), "r"), 6.0);
    assert_eq!(points(&at_fire(battle().set_number("rifle_mid", 0.5), BLUE), "r"), 3.0);
}

/// FF-8.7: three light guns have 9 points at 10 inches and 6 at 20.
#[test]
fn three_light_guns_have_the_points_of_the_example() {
    let guns = |gap: f32| {
        let battle = table().guns("g", BLUE, "LG", 3, "unlimbered", (20.0, 20.0, 90.0));
        at_fire(battle.foot("r", RED, 8, "line", (20.0, 20.0 + gap, 270.0)), BLUE)
    };
    assert_eq!(points(&guns(10.0), "r"), 9.0);
    assert_eq!(points(&guns(20.0), "r"), 6.0);
}

/// FF-8.8: three rocket stands at 40 inches with dice 3, 7, 9: two succeed, 4 points, die modifier -1. None at 12 or less.
#[test]
fn rockets_roll_for_themselves() {
    let rockets = |gap: f32| {
        let battle = table().guns("g", BLUE, "CR", 3, "unlimbered", (20.0, 5.0, 90.0));
        at_fire(battle.foot("r", RED, 8, "line", (20.0, 5.0 + gap, 270.0)), BLUE)
    };
    let mut test = rockets(40.0);
    force(&mut test, &dice::ROCKETS, &[3, 7, 9]);
    force(&mut test, &dice::FIRE, &[5]);
    let order = shoot(&test, "r");
    let events = test.order(order);
    assert_eq!(rolled(&events, "FF-8.8"), [3, 7, 9]);
    assert_eq!(amount(sum(&events, "FF-8.17"), "4 fire points"), Some(-1.0));
    let test = rockets(12.0);
    assert_eq!(refused_by(&test, &shoot(&test, "r")), "FF-8.14");
}

/// FF-8.9: five muskets at 6 inches: 2.5, rounded down 2, -3; disordered 1.25, 1, -4. Halvings do not multiply.
#[test]
fn points_are_halved_once_and_rounded_down_once() {
    let mut test = at_fire(facing(6.0, 5), BLUE);
    assert_eq!((points(&test, "r"), modifier(&test, "r")), (2.0, -3.0));
    put_order(&mut test, "a", OrderState::Disordered);
    assert_eq!((points(&test, "r"), modifier(&test, "r")), (1.0, -4.0));
    put_troops(&mut test, "a", |troops| troops.low_on_ammo = true);
    assert_eq!(points(&test, "r"), 1.0);
}

/// FF-8.10: the breaks of fire points, one by one.
#[test]
fn the_breaks_are_those_of_the_rulebook() {
    let test = facing(6.0, 5).battle();
    let of = |points: f32| ff(&test).book.fire.of_points(points);
    let wanted = [
        (0.9, None),
        (1.0, Some(-4)),
        (2.5, Some(-3)),
        (3.0, Some(-2)),
        (4.0, Some(-1)),
        (5.0, Some(-1)),
        (6.0, Some(0)),
        (8.0, Some(0)),
        (9.0, Some(1)),
        (11.5, Some(1)),
        (12.0, Some(2)),
        (15.0, Some(3)),
        (20.0, Some(4)),
        (25.0, Some(5)),
        (60.0, Some(5)),
    ];
    for (points, modifier) in wanted {
        assert_eq!(of(points), modifier, "{points}");
    }
}

/// FF-8.18: the chances of one roll are those of all ten dice, row by row.
#[test]
fn the_chances_of_fire_are_those_of_the_rulebook() {
    let test = facing(6.0, 5).battle();
    for (m, wanted) in [
        (-4, [100, 0, 0, 0, 0]),
        (-3, [90, 10, 0, 0, 0]),
        (-1, [70, 30, 0, 0, 0]),
        (0, [60, 30, 10, 0, 0]),
        (1, [50, 30, 20, 0, 0]),
        (2, [40, 30, 20, 10, 0]),
        (4, [20, 30, 20, 30, 0]),
        (5, [10, 30, 20, 30, 10]),
        (6, [0, 30, 20, 30, 20]),
    ] {
        let shown: Vec<i32> =
            ff(&test).fire_chances(m).iter().map(|(_, share)| (share * 100.0).round() as i32).collect();
        assert_eq!(shown, wanted, "{m}");
    }
}

/// FF-8.20: the stands lost on average, of good order troops and of disordered ones, and the chance to be disordered.
#[test]
fn the_pace_of_fire_is_that_of_the_rulebook() {
    for (m, good, bad, struck) in
        [(-1, 0.0, 0.3, 0.3), (0, 0.1, 0.4, 0.4), (1, 0.2, 0.5, 0.5), (3, 0.6, 0.9, 0.7), (4, 0.8, 1.1, 0.8)]
    {
        let mut test = facing(3.0, 8).battle();
        let r = test.unit("r");
        about(ff(&test).expected_fire(r, m).0, good);
        about(ff(&test).expected_fire(r, m).1, struck);
        put_order(&mut test, "r", OrderState::Disordered);
        about(ff(&test).expected_fire(test.unit("r"), m).0, bad);
    }
}

/// FF-8.3: a supported line of ten fires ten stands, a field column two, a march column one.
#[test]
fn columns_fire_their_front_rank() {
    for (formation, count) in [("supported_line", 10), ("field_column", 2), ("march_column", 1), ("line", 10)] {
        let battle = table().foot("a", BLUE, 10, formation, (20.0, 20.0, 90.0));
        let test = at_fire(battle.foot("r", RED, 10, "line", (20.0, 23.0, 270.0)), BLUE);
        assert_eq!(shots(&test, "r").len(), count, "{formation}");
    }
}

/// FF-8.4: the arc opens by 45 degrees at each corner: (12, 12) is in that of a stand at (10, 10), (13, 12) is not.
#[test]
fn the_arc_opens_by_45_degrees() {
    use grapeshot::{
        rulesets::fire_and_fury::state::arc::FireArc,
        table::{
            footprint::{Footprint, Outline},
            position::Place,
        },
    };
    let arc = FireArc::before((bevy::math::Vec2::new(9.5, 10.0), bevy::math::Vec2::new(10.5, 10.0)), 45.0);
    let dot = |x: f32, y: f32| Outline {
        footprint: Footprint::Rectangle { width: 0.02, depth: 0.02 },
        place: Place::new(x, y, 90.0),
    };
    assert!(arc.holds(&dot(12.0, 12.0)).is_some() && arc.holds(&dot(13.0, 12.0)).is_none());
    assert!(arc.holds(&dot(10.0, 9.9)).is_none(), "behind it");
}

/// FF-8.2: mounted cavalry, broken troops, limbered and silenced guns do not fire.
#[test]
fn who_cannot_fire_does_not() {
    let battle = || {
        table()
            .foot("r", RED, 8, "line", (20.0, 23.0, 270.0))
            .horse("h", BLUE, 4, "line", (20.0, 20.0, 90.0))
            .word("weapon", "C")
            .guns("l", BLUE, "LG", 1, "limbered", (10.0, 20.0, 90.0))
            .guns("s", BLUE, "LG", 1, "unlimbered", (14.0, 20.0, 90.0))
            .foot("b", BLUE, 4, "line", (26.0, 20.0, 90.0))
    };
    let mut test = at_fire(battle(), BLUE);
    put_troops(&mut test, "s", |troops| troops.silenced = true);
    put_order(&mut test, "b", OrderState::Broken);
    let by = |key: &str| ff(&test).may_fire(test.unit(key)).expect_err("it does not fire").rule.0.to_string();
    assert_eq!(
        (by("h"), by("l"), by("s"), by("b")),
        ("FF-2.2".into(), "FF-8.2".into(), "FF-8.2".into(), "FF-8.2".into())
    );
}

/// FF-8.11: ten trained muskets at 3 inches at a raw line behind a stone wall: +1 +1 -2 = 0.
#[test]
fn the_modifiers_of_the_first_example() {
    let battle =
        table().foot("a", BLUE, 10, "line", (20.0, 20.0, 90.0)).obstacle("stone_wall", &[(10.0, 22.9), (30.0, 22.9)]);
    let test = at_fire(battle.foot("r", RED, 10, "line", (20.0, 23.0, 270.0)).word("experience", "raw"), BLUE);
    assert_eq!(points(&test, "r"), 10.0);
    assert_eq!(modifier(&test, "r"), 0.0);
}

/// FF-8.11: the same at a veteran open order behind the wall: +1 - 2 = -1.
#[test]
fn the_modifiers_of_the_second_example() {
    let battle =
        table().foot("a", BLUE, 10, "line", (20.0, 20.0, 90.0)).obstacle("stone_wall", &[(10.0, 22.9), (30.0, 22.9)]);
    let battle =
        battle.foot("r", RED, 6, "open_order", (20.0, 23.0, 270.0)).word("experience", "veteran").flag("light");
    let test = at_fire(battle, BLUE);
    assert_eq!(points(&test, "r"), 10.0);
    assert_eq!(modifier(&test, "r"), -1.0);
}

/// FF-8.12: a shooter at (18, 9) enfilades a line at (10, 10) heading 90; one at (18, 11) does not.
#[test]
fn who_is_behind_the_front_enfilades() {
    for (y, enfilades) in [(9.0, true), (11.0, false)] {
        let battle = table().foot("t", RED, 6, "line", (10.0, 10.0, 90.0));
        let test = at_fire(battle.foot("s", BLUE, 2, "march_column", (18.0, y, 180.0)), BLUE);
        let shots = shots(&test, "t");
        assert_eq!(shots.iter().map(|shot| shot.enfilades).collect::<Vec<_>>(), [enfilades]);
    }
}

/// FF-8.11: columns, squares and open order as targets.
#[test]
fn formations_are_hit_as_the_table_says() {
    let at = |formation: &str, stands: usize| {
        let battle = table().foot("a", BLUE, 8, "line", (20.0, 20.0, 90.0));
        let battle = battle.foot("r", RED, stands, formation, (20.0, 23.0, 270.0)).flag("light");
        let test = at_fire(battle, BLUE);
        let shots = shots(&test, "r");
        ff(&test).fire_modifiers(test.unit("r"), &shots).total()
    };
    assert_eq!(at("square", 12), 2.0);
    assert_eq!(at("march_column", 4), 2.0);
    assert_eq!(at("field_column", 8), 1.0);
    assert_eq!(at("open_order", 4), -1.0);
    assert_eq!(at("line", 8), 0.0);
}

/// FF-8.14: each stand of small arms shoots at its own nearest target; artillery at any.
#[test]
fn a_stand_shoots_at_its_nearest_target() {
    let battle =
        table().foot("a", BLUE, 10, "line", (20.0, 20.0, 90.0)).foot("near", RED, 4, "line", (17.0, 23.0, 270.0));
    let battle = battle.foot("far", RED, 4, "line", (24.5, 25.0, 270.0)).guns(
        "g",
        BLUE,
        "LG",
        1,
        "unlimbered",
        (26.0, 20.0, 90.0),
    );
    let mut test = at_fire(battle, BLUE);
    let near: Vec<_> = shots(&test, "near").iter().map(|shot| shot.piece).collect();
    let far: Vec<_> = shots(&test, "far").iter().map(|shot| shot.piece).collect();
    assert!(!near.is_empty() && !far.is_empty());
    let gun = test.piece("g", 1);
    assert!(far.contains(&gun), "the gun may shoot at either");
    assert!(near.iter().all(|piece| *piece == gun || !far.contains(piece)), "a musket has one nearest target");
    let by = |piece| test.battle.check(&shoot(&test, "far").pieces(vec![piece])).map_err(|refusal| refusal.rule.0);
    assert!(near.iter().any(|piece| by(*piece) == Err("FF-8.14".into())), "another is nearer");
    let order = shoot(&test, "near");
    test.order(order);
    assert_eq!(refused_by(&test, &shoot(&test, "near")), "FF-8.1", "once in a step");
}

/// FF-8.15: two batteries may fire at one target within 12 inches of both, or if it is the closest of both.
#[test]
fn batteries_are_massed_only_with_a_permission() {
    let battle = |gap: f32, second: bool| {
        let battle = table().guns("g", BLUE, "LG", 1, "unlimbered", (10.0, 10.0, 90.0));
        let battle = battle.guns("h", BLUE, "LG", 1, "unlimbered", (14.0, 10.0, 90.0));
        let battle = battle.foot("r", RED, 8, "line", (12.0, 10.0 + gap, 270.0));
        let battle = if second { battle.foot("close", RED, 2, "line", (18.0, 26.0, 270.0)) } else { battle };
        at_fire(battle, BLUE)
    };
    assert_eq!(shots(&battle(11.0, false), "r").len(), 2, "canister");
    assert_eq!(shots(&battle(20.0, false), "r").len(), 2, "the only target");
    assert_eq!(shots(&battle(20.0, true), "r").len(), 1, "another is closer");
}

/// FF-8.17: die 6, +2 points, +2 square: 10, Telling: a stand lost, disordered.
#[test]
fn a_ten_costs_a_square_a_stand() {
    let battle = table().foot("a", BLUE, 12, "line", (20.0, 20.0, 90.0));
    let mut test = at_fire(battle.foot("r", RED, 12, "square", (20.0, 22.0, 270.0)), BLUE);
    force(&mut test, &dice::FIRE, &[6]);
    let order = shoot(&test, "r");
    let before = points(&test, "r");
    assert!((12.0..15.0).contains(&before), "{before}");
    let events = test.order(order);
    assert!(says(&events, "FF-8.17", "10, Telling"), "{events:#?}");
    assert_eq!((count(&test, "r"), order_of(&test, "r")), (11, OrderState::Disordered));
}

/// FF-8.17: Galling fire disorders; troops that are disordered lose a stand by it.
#[test]
fn galling_fire_costs_disordered_troops_a_stand() {
    for (before, left) in [(OrderState::Good, 8), (OrderState::Disordered, 7)] {
        let mut test = at_fire(facing(3.0, 8), BLUE);
        put_order(&mut test, "r", before);
        force(&mut test, &dice::FIRE, &[7]);
        let order = shoot(&test, "r");
        test.order(order);
        assert_eq!((count(&test, "r"), order_of(&test, "r")), (left, OrderState::Disordered));
    }
}

/// FF-8.17, FF-9.4, FF-16.4: guns are silenced by Galling fire, damaged by Telling, wrecked if they were damaged, or by Withering.
#[test]
fn fire_silences_damages_and_wrecks_guns() {
    let at = |die: u16, damaged: bool| {
        let battle =
            table().foot("a", BLUE, 8, "line", (20.0, 20.0, 90.0)).foot("b", BLUE, 2, "line", (40.0, 20.0, 90.0));
        let battle = battle.guns("g", RED, "LG", 2, "unlimbered", (20.0, 23.0, 270.0));
        let mut test = at_fire(battle.foot("q", RED, 2, "line", (40.0, 23.0, 270.0)), BLUE);
        for piece in test.pieces("g") {
            test.put(piece, "fury_gun", Gun { damaged, ..*ff(&test).gun(piece).expect("it is a gun").0 });
        }
        force(&mut test, &dice::FIRE, &[die]);
        let order = shoot(&test, "g");
        test.order(order);
        let harmed = |piece: &_| ff(&test).gun(*piece).is_some_and(|(gun, _)| gun.damaged);
        (count(&test, "g"), ff(&test).stands(test.unit("g")).iter().filter(|piece| harmed(piece)).count())
    };
    assert_eq!(at(7, false), (2, 0));
    assert_eq!(at(10, false), (2, 1));
    assert_eq!(at(10, true), (1, 1), "it was damaged before");
}

/// FF-8.13: a 10 leaves the troops that fired low on ammunition, unless the scenario gives unlimited.
#[test]
fn a_ten_leaves_troops_low_on_ammunition() {
    for (rule, low) in [("resupply", true), ("unlimited", false)] {
        let mut test = at_fire(facing(3.0, 8).set_word("ammo_rule", rule), BLUE);
        force(&mut test, &dice::FIRE, &[10]);
        let order = shoot(&test, "r");
        test.order(order);
        assert_eq!(ff(&test).values(test.unit("a")).low_on_ammo, low, "{rule}");
    }
}

/// FF-8.1: the other player fires first, then the phasing player, with the losses of that.
#[test]
fn defensive_fire_comes_before_offensive_fire() {
    let mut test = facing(3.0, 8).battle();
    go_to(&mut test, "fire");
    assert_eq!(asked_side(&test), RED);
    force(&mut test, &dice::FIRE, &[7]);
    let order = shoot(&test, "a");
    test.order(order);
    assert_eq!((asked(&test).as_str(), asked_side(&test)), ("fire", BLUE));
    assert_eq!(points(&test, "r"), 4.0, "the line is disordered and fires at half");
}

/// FF-12.4: a side of a square of 12 fires 3 stands at its quadrant; two sides do not fire at one target.
#[test]
fn the_sides_of_a_square_fire_into_their_quadrants() {
    let battle = table().foot("s", BLUE, 12, "square", (10.0, 10.0, 90.0));
    let battle = battle.foot("a", RED, 2, "line", (10.0, 13.0, 270.0)).foot("b", RED, 2, "line", (16.0, 8.0, 180.0));
    let test = at_fire(battle, BLUE);
    assert_eq!((shots(&test, "a").len(), points(&test, "a")), (3, 3.0));
    about(shots(&test, "a")[0].range, 3.0);
    let b = shots(&test, "b");
    assert_eq!(b.len(), 3);
    about(b[0].range, 3.75);
}

/// FF-12.4: a long line before a corner of a square is in the arcs of two of its sides, of which one fires at it.
#[test]
fn one_side_of_a_square_fires_at_a_wide_target() {
    let battle = table().foot("s", BLUE, 16, "square", (20.0, 20.0, 90.0));
    let test = at_fire(battle.foot("r", RED, 12, "line", (23.5, 21.5, 225.0)), BLUE);
    let (seen, r) = (ff(&test), test.unit("r"));
    let looks = |piece| seen.outline(piece).place.facing;
    let able: Vec<PieceId> = test.pieces("s").into_iter().filter(|piece| seen.shot(*piece, r).is_ok()).collect();
    assert_eq!(able.len(), 8, "two sides of four stands could fire");
    let fired = shots(&test, "r");
    assert_eq!(fired.len(), 4);
    assert!(fired.iter().all(|shot| looks(shot.piece) == looks(fired[0].piece)));
    assert_eq!(refused_by(&test, &shoot(&test, "r").pieces(able)), "FF-12.4");
}

/// FF-12.4: the stands of a side of a square fire at one target; what does not fire with the others does not fire.
#[test]
fn a_side_of_a_square_fires_at_one_target() {
    let battle = table().foot("s", BLUE, 12, "square", (20.0, 20.0, 90.0));
    let battle = battle.foot("a", RED, 2, "line", (18.9, 23.0, 270.0)).foot("b", RED, 2, "line", (21.1, 23.0, 270.0));
    // Others have still to fire.
    let battle = battle.foot("c", BLUE, 2, "line", (40.0, 20.0, 90.0)).foot("d", RED, 2, "line", (40.0, 23.0, 270.0));
    let mut test = at_fire(battle, BLUE);
    let able: Vec<PieceId> = shots(&test, "a").iter().map(|shot| shot.piece).collect();
    let (first, last) = (able[0], able[able.len() - 1]);
    assert!(test.battle.check(&shoot(&test, "b").pieces(vec![last])).is_ok());
    let order = shoot(&test, "a").pieces(vec![first]);
    test.order(order);
    assert_eq!(refused_by(&test, &shoot(&test, "b").pieces(vec![last])), "FF-12.4");
}

/// FF-1.6: within 4 inches of an enemy that could fire, and in its arc; behind the enemy it is not.
#[test]
fn close_range_is_four_inches_in_the_arc_of_who_could_fire() {
    let battle = |facing: f32| {
        let battle = table().foot("a", BLUE, 6, "line", (20.0, 10.5, 90.0));
        battle.foot("r", RED, 6, "line", (20.0, 14.0, facing)).battle()
    };
    let near = |test: &TestBattle| ff(test).in_close_range_of(test.unit("a"), test.unit("r"));
    assert!(near(&battle(270.0)));
    assert!(!near(&battle(90.0)), "behind him");
    let mut test = battle(270.0);
    put_order(&mut test, "r", OrderState::Broken);
    assert!(!near(&test), "broken troops could not fire");
}

/// FF-4.4: units between block the line of fire; leaders do not.
#[test]
fn friends_in_between_block_the_fire() {
    let battle = table().foot("a", BLUE, 4, "line", (20.0, 20.0, 90.0)).foot("f", BLUE, 10, "line", (20.0, 22.0, 90.0));
    let test = at_fire(battle.foot("r", RED, 4, "line", (20.0, 25.0, 270.0)), BLUE);
    let f = test.unit("f");
    assert!(shots(&test, "r").iter().all(|shot| shot.unit == f));
    let battle = table().foot("a", BLUE, 4, "line", (20.0, 20.0, 90.0)).leader_at("l", BLUE, (20.0, 22.0));
    let test = at_fire(battle.foot("r", RED, 4, "line", (20.0, 25.0, 270.0)), BLUE);
    assert_eq!(shots(&test, "r").len(), 4);
}

/// FF-3.4, FF-8.3: refused stands fire along their own heading.
#[test]
fn refused_stands_fire_along_their_own_heading() {
    let battle = table().foot("a", BLUE, 6, "line", (20.0, 20.0, 90.0));
    let mut test = at_fire(battle.foot("r", RED, 2, "line", (27.0, 20.5, 225.0)), BLUE);
    let open = |test: &TestBattle| ff(test).shots(&shoot(test, "r")).map_or(0, |(_, shots)| shots.len());
    let before = open(&test);
    let now = pose(&test, "a");
    put_pose(&mut test, "a", Pose { refused: (0, 2), ..now });
    assert!(open(&test) > before, "{before} {}", open(&test));
    assert_eq!(formation(&test, "a"), Formation::Line);
}

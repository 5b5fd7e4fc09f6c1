//! Chapters 3 and 4: moves and formations.

use super::*;
use grapeshot::rulesets::black_powder::{
    book::values::{Formation, Troop},
    movement::walker::Leave,
    state::sequence_of_play::Manoeuvre,
};

/// A table with one blue unit at (60,20) facing north and an enemy far away.
fn alone(kind: &str, formation: &str) -> TestTable {
    table().blue("one", kind, formation, (60.0, 20.0, 90.0)).red("foe", "line_infantry", "line", (110.0, 65.0, 270.0))
}

/// Where the front is after this many moves along a list, and what it cost.
fn walked(test: &TestBattle, list: &[Manoeuvre], moves: u8) -> (Vec2, f32, Option<String>) {
    let walk = bp(test).walk(test.unit("one"), list, moves, Leave::default());
    let end = walk.end();
    (grapeshot::rulesets::shared::formed::block::front(&end.block), end.cost, walk.stopped)
}

fn north(inches: f32) -> Manoeuvre {
    Manoeuvre::Slide { by: Vec2::new(0.0, inches) }
}

/// BP-3.1: infantry 12, cavalry 18, manhandled guns 6, battalion guns 12, limbered foot 12, horse 18.
#[test]
fn move_distances_go_by_arm() {
    for (kind, formation, inches) in [
        ("line_infantry", "line", 12.0),
        ("dragoons", "line", 18.0),
        ("foot_battery", "deployed", 6.0),
        ("foot_battery", "limbered", 12.0),
        ("horse_battery", "limbered", 18.0),
        ("battalion_gun", "deployed", 12.0),
        ("wagon", "march_column", 12.0),
    ] {
        let test = alone(kind, formation).battle();
        assert_eq!(bp(&test).move_inches(test.unit("one")), inches, "{kind} {formation}");
        let (at, _, _) = walked(&test, &[north(40.0)], 1);
        near_point(at, 60.0, 20.0 + inches);
    }
}

/// BP-3.2: line W 9 wheels 30 degrees: 9 x 0.5236 = 4.71".
#[test]
fn a_wheel_costs_the_arc_of_the_outer_corner() {
    let test = alone("line_infantry", "line").battle();
    let walk = bp(&test).walk(test.unit("one"), &[Manoeuvre::Wheel { degrees: 30.0 }], 1, Leave::default());
    near(walk.end().cost, 4.712);
    // The left front corner stays where it is.
    let corner = walk.end().block.place.offset(0.75, -4.5);
    near_point(corner, 55.5, 20.0);
    near(walk.end().block.place.facing.0, 120.0);
}

/// BP-3.2: turning about is free once in a move; other turns cost the longest corner travel.
#[test]
fn turning_about_is_free_and_other_turns_are_not() {
    let test = alone("line_infantry", "line").battle();
    let walk = bp(&test).walk(test.unit("one"), &[Manoeuvre::About], 1, Leave::default());
    near(walk.end().cost, 0.0);
    let walk = bp(&test).walk(test.unit("one"), &[Manoeuvre::Pivot { degrees: 90.0 }], 1, Leave::default());
    near(walk.end().cost, (9.0_f32 * 9.0 + 1.5 * 1.5).sqrt() / 2.0 * std::f32::consts::FRAC_PI_2);
}

/// BP-3.2: march columns follow a path: the cost is that of the head.
#[test]
fn a_march_column_follows_its_head() {
    let test = alone("line_infantry", "march_column").battle();
    let list = [Manoeuvre::Follow { by: vec![Vec2::new(0.0, 6.0), Vec2::new(6.0, 0.0)] }];
    let (at, cost, stopped) = walked(&test, &list, 1);
    near_point(at, 66.0, 26.0);
    near(cost, 12.0);
    assert_eq!(stopped, None);
}

/// BP-3.3: no unit may pass through another formed unit, nor end within 1" of an enemy.
#[test]
fn formed_units_bar_the_way_and_enemies_are_kept_off() {
    let friend = |formation: &str, kind: &str| {
        let test = alone("line_infantry", "line").blue("two", kind, formation, (60.0, 27.0, 90.0)).battle();
        walked(&test, &[north(12.0)], 1).0.y
    };
    near(friend("line", "line_infantry"), 25.5);
    near(friend("skirmish", "french_light"), 32.0);
    near(friend("march_column", "line_infantry"), 32.0);
    let test = alone("line_infantry", "line").red("two", "line_infantry", "line", (60.0, 30.0, 270.0)).battle();
    near_point(walked(&test, &[north(12.0)], 1).0, 60.0, 29.0);
    let test = alone("french_light", "skirmish").blue("two", "line_infantry", "line", (60.0, 27.0, 90.0)).battle();
    near(walked(&test, &[north(12.0)], 1).0.y, 32.0);
}

/// BP-3.3: a unit that passes a friend must end clear of it.
#[test]
fn a_passing_unit_ends_clear() {
    let test = alone("french_light", "skirmish").blue("two", "line_infantry", "line", (60.0, 30.0, 90.0)).battle();
    let y = walked(&test, &[north(11.0)], 1).0.y;
    assert!(y <= 28.51, "it stops before the line: {y}");
}

/// BP-3.4: a change of formation takes one whole move and keeps the centre of the front; at most 90 degrees of turn.
#[test]
fn a_formation_change_takes_a_move() {
    let mut test = alone("line_infantry", "line").battle();
    let form =
        told(&test, &MARCH, &["one"]).formation("attack_column").heading(grapeshot::table::position::Heading(0.0));
    let now = test.battle.view().footprint(test.piece("one", 1));
    let planned = test.battle.check(&form).expect("it may form column").moves[0].clone();
    commanded(&mut test, form, &[2, 2]);
    test.order(order(&test, &verbs::GO));
    let bp = bp(&test);
    assert_eq!(bp.formation(test.unit("one")), Formation::AttackColumn);
    // What the plan showed is the shape that it has now.
    assert_eq!(planned.outline(now), bp.outline(test.unit("one")));
    assert_eq!(planned.shape.and_then(|shape| shape.formation).as_deref(), Some("attack_column"));
    near_point(front(&test, "one"), 60.0, 20.0);
    near(bp.outline(test.unit("one")).footprint.half_depth(), 1.75);
    let mut test = alone("line_infantry", "line").battle();
    let about =
        told(&test, &MARCH, &["one"]).formation("attack_column").heading(grapeshot::table::position::Heading(270.0));
    assert_eq!(test.refused(about).1, "BP-3.4");
}

/// BP-3.4, BP-4.1: formations an arm does not have, or that need a special rule, are refused.
#[test]
fn a_unit_takes_only_its_formations() {
    for (kind, formation, word, rule) in [
        ("line_infantry", "line", "skirmish", "BP-4.1"),
        ("line_infantry", "line", "mixed_line", "BP-4.3"),
        ("line_infantry", "line", "limbered", "BP-4.1"),
        ("dragoons", "line", "square", "BP-4.1"),
        ("dragoons", "line", "attack_column", "BP-4.1"),
        ("foot_battery", "deployed", "line", "BP-4.1"),
        ("line_infantry", "line", "line", "BP-3.4"),
        ("line_infantry", "line", "garrison", "BP-8.1"),
    ] {
        let mut test = alone(kind, formation).battle();
        let form = told(&test, &MARCH, &["one"]).formation(word);
        assert_eq!(test.refused(form).1, rule, "{kind} into {word}");
    }
}

/// BP-3.5: skirmishers enter a wood after 4": 8" of the move are left = 4" inside.
#[test]
fn skirmishers_go_at_half_pace_in_woods() {
    let test = alone("french_light", "skirmish").area("woods", (30.0, 24.0), (90.0, 50.0)).battle();
    let (at, cost, _) = walked(&test, &[north(20.0)], 1);
    near_point(at, 60.0, 28.0);
    near(cost, 12.0);
}

/// BP-3.5: woods are closed to formed infantry, cavalry and guns.
#[test]
fn woods_are_closed_to_all_but_skirmishers() {
    for (kind, formation) in [("line_infantry", "line"), ("dragoons", "line"), ("foot_battery", "limbered")] {
        let test = alone(kind, formation).area("woods", (30.0, 24.0), (90.0, 50.0)).battle();
        let (at, _, stopped) = walked(&test, &[north(10.0)], 1);
        near_point(at, 60.0, 24.0);
        assert!(stopped.expect("it stops").starts_with("no entry"));
    }
}

/// BP-3.5: rough ground: half pace for formed troops, none for skirmishing infantry and cavalry, closed to guns.
#[test]
fn rough_ground_slows_formed_troops() {
    let end = |kind: &str, formation: &str| {
        let test = alone(kind, formation).area("rough", (30.0, 24.0), (90.0, 50.0)).battle();
        walked(&test, &[north(12.0)], 1).0.y
    };
    near(end("line_infantry", "line"), 28.0);
    near(end("french_light", "skirmish"), 32.0);
    near(end("irregular_cavalry_small", "skirmish"), 32.0);
    near(end("dragoons", "line"), 31.0);
    near(end("foot_battery", "limbered"), 24.0);
}

/// BP-3.5: a unit is inside as long as any part of its outline is.
#[test]
fn the_rear_must_be_out_before_the_pace_is_free() {
    let test = alone("line_infantry", "attack_column").area("rough", (30.0, 21.0), (90.0, 23.0)).battle();
    // Two inches of rough ground and three and a half of depth at double cost after one free inch.
    let (at, cost, _) = walked(&test, &[north(6.5)], 1);
    near_point(at, 60.0, 26.5);
    near(cost, 12.0);
}

/// BP-3.5: crossing an obstacle takes 6" of the move; guns do not get over.
#[test]
fn an_obstacle_takes_six_inches() {
    let end = |kind: &str, formation: &str| {
        let test = alone(kind, formation).obstacle("stone_wall", &[(30.0, 24.0), (90.0, 24.0)]).battle();
        walked(&test, &[north(12.0)], 1).0.y
    };
    near(end("line_infantry", "line"), 26.0);
    near(end("french_light", "skirmish"), 26.0);
    near(end("foot_battery", "limbered"), 24.0);
}

/// BP-3.5: roads make all ground normal for march columns and limbered guns.
#[test]
fn a_road_makes_rough_ground_normal_for_columns() {
    let end = |kind: &str, formation: &str| {
        let test = alone(kind, formation)
            .area("rough", (30.0, 24.0), (90.0, 50.0))
            .road(&[(60.0, 0.0), (60.0, 72.0)])
            .battle();
        let list = if formation == "line" { north(12.0) } else { Manoeuvre::Follow { by: vec![Vec2::new(0.0, 12.0)] } };
        walked(&test, &[list], 1).0.y
    };
    near(end("line_infantry", "march_column"), 32.0);
    near(end("foot_battery", "limbered"), 32.0);
    near(end("line_infantry", "line"), 28.0);
}

/// BP-3.5: a deep river is crossed only at a bridge; a shallow stream is as rough ground, closed to guns.
#[test]
fn rivers_and_streams() {
    let end = |kind: &str, formation: &str, deep: bool, bridge: bool| {
        let mut table = alone(kind, formation).stream(&[(30.0, 25.0), (90.0, 25.0)], 2.0, deep);
        if bridge {
            table = table.bridge((58.5, 23.5), (61.5, 26.5));
        }
        let test = table.battle();
        let column = formation.contains("column") || formation == "limbered";
        let list = if column { Manoeuvre::Follow { by: vec![Vec2::new(0.0, 12.0)] } } else { north(12.0) };
        walked(&test, &[list], 1).0.y
    };
    near(end("line_infantry", "line", true, false), 24.0);
    near(end("line_infantry", "line", false, false), 28.5);
    near(end("foot_battery", "limbered", false, false), 24.0);
    near(end("line_infantry", "march_column", true, true), 32.0);
    near(end("foot_battery", "limbered", false, true), 32.0);
}

/// BP-3.6: a unit does not leave the table by a move.
#[test]
fn the_edge_of_the_table_stops_a_move() {
    let test = table()
        .blue("one", "line_infantry", "line", (60.0, 65.0, 90.0))
        .red("foe", "line_infantry", "line", (110.0, 20.0, 270.0))
        .battle();
    let (at, _, stopped) = walked(&test, &[north(12.0)], 1);
    near_point(at, 60.0, 72.0);
    assert_eq!(stopped.as_deref(), Some("the edge of the table"));
}

/// BP-4.3: going in or out of mixed formation costs no move when the unit makes a move.
#[test]
fn a_screen_goes_out_on_the_march() {
    let mut test = alone("french_line", "line").battle();
    let go = told(&test, &MARCH, &["one"]).path([Leg::Form("mixed_line".into()), ahead(12.0)]);
    commanded(&mut test, go, &[2, 2]);
    test.order(order(&test, &verbs::GO));
    assert_eq!(bp(&test).formation(test.unit("one")), Formation::MixedLine);
    near_point(front(&test, "one"), 60.0, 32.0);
    assert_eq!(bp(&test).troop(test.unit("one")), Troop::Infantry);
}

/// BP-4.5: march columns cannot charge or shoot.
#[test]
fn a_march_column_neither_charges_nor_shoots() {
    let mut test = table()
        .blue("one", "line_infantry", "march_column", (60.0, 20.0, 90.0))
        .red("foe", "line_infantry", "line", (60.0, 30.0, 270.0))
        .battle();
    let (reason, rule) = test.refused(told(&test, &CHARGE, &["one"]).target(test.piece("foe", 1)));
    assert_eq!(rule, "BP-6.1", "{reason}");
    assert_eq!(bp(&test).may_shoot(test.unit("one")).expect_err("no shooting").rule.to_string(), "BP-4.5");
    until(&mut test, "command");
    let (_, rule) = test.refused(told(&test, &CHARGE, &["one"]).target(test.piece("foe", 1)));
    assert_eq!(rule, "BP-6.1");
}

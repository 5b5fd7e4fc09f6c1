//! Chapter 1: units, outlines, distances, quarters, the turn.

use super::*;
use grapeshot::{
    rulesets::black_powder::book::values::{Formation, Size},
    table::position::Heading,
};

fn numbers(test: &TestBattle, key: &str) -> (u8, [u8; 3], u8, u8) {
    let bp = bp(test);
    let values = bp.values(test.unit(key));
    (values.hand, values.shoot, values.morale, values.stamina)
}

/// BP-1.1: large line infantry 6/3/4+/3 becomes 8/4/4+/4; small 4/2/4+/2; tiny 1/1/4+/1.
#[test]
fn the_size_changes_dice_and_stamina() {
    let test = table()
        .blue("large", "line_infantry", "line", (20.0, 10.0, 90.0))
        .word("size", "large")
        .blue("small", "line_infantry", "line", (40.0, 10.0, 90.0))
        .word("size", "small")
        .blue("tiny", "line_infantry", "line", (60.0, 10.0, 90.0))
        .word("size", "tiny")
        .red("foe", "line_infantry", "line", (60.0, 60.0, 270.0))
        .battle();
    assert_eq!(numbers(&test, "large"), (8, [4; 3], 4, 4));
    assert_eq!(numbers(&test, "small"), (4, [2; 3], 4, 2));
    assert_eq!(numbers(&test, "tiny"), (1, [1; 3], 4, 1));
    assert_eq!(numbers(&test, "foe"), (6, [3; 3], 4, 3));
    assert_eq!(bp(&test).values(test.unit("tiny")).size, Size::Tiny);
}

/// BP-1.2: values that the scenario gives count as they are.
#[test]
fn printed_values_are_final() {
    let test = table()
        .blue("guards", "british_foot_guard", "line", (20.0, 10.0, 90.0))
        .word("size", "small")
        .number("hand", 5.0)
        .value("shoot", Value::List(vec![Value::Number(3.0); 3]))
        .number("stamina", 3.0)
        .red("foe", "line_infantry", "line", (60.0, 60.0, 270.0))
        .battle();
    assert_eq!(numbers(&test, "guards"), (5, [3; 3], 3, 3));
}

/// BP-1.3: small infantry in line: 6 x 1.5. Large: 12 x 1.5. The size multiplies the depth of columns and both sides of
/// a square by its root.
#[test]
fn outlines_follow_from_arm_size_and_formation() {
    let test = table()
        .blue("small", "line_infantry_small", "line", (20.0, 10.0, 90.0))
        .blue("large", "line_infantry_large", "line", (40.0, 10.0, 90.0))
        .blue("guns", "foot_battery", "deployed", (60.0, 10.0, 90.0))
        .blue("horse", "dragoons", "line", (80.0, 10.0, 90.0))
        .red("foe", "line_infantry", "line", (60.0, 60.0, 270.0))
        .battle();
    let bp = bp(&test);
    let measured = |key: &str, formation| {
        let (width, depth) = bp.measures(test.unit(key), formation).expect("it has that formation");
        ((width * 100.0).round() / 100.0, (depth * 100.0).round() / 100.0)
    };
    assert_eq!(measured("small", Formation::Line), (6.0, 1.5));
    assert_eq!(measured("large", Formation::Line), (12.0, 1.5));
    assert_eq!(measured("small", Formation::MarchColumn), (2.0, 5.33));
    assert_eq!(measured("small", Formation::Square), (3.27, 3.27));
    assert_eq!(measured("small", Formation::AttackColumn), (2.67, 3.5));
    assert_eq!(measured("guns", Formation::Limbered), (2.0, 5.0));
    assert_eq!(measured("horse", Formation::MarchColumn), (2.5, 8.0));
    assert_eq!(bp.measures(test.unit("horse"), Formation::Square), None);
    let outline = bp.outline(test.unit("small"));
    assert_eq!((outline.footprint.half_width(), outline.footprint.half_depth()), (3.0, 0.75));
    near_point(front(&test, "small"), 20.0, 10.0);
    near_point(outline.place.at, 20.0, 9.25);
}

/// BP-1.3: the setting `scale` multiplies every distance and outline.
#[test]
fn a_small_table_halves_everything() {
    let test = table()
        .setting("scale", Value::Number(0.5))
        .blue("line", "line_infantry", "line", (20.0, 10.0, 90.0))
        .red("foe", "line_infantry", "line", (20.0, 17.0, 270.0))
        .battle();
    let bp = bp(&test);
    assert_eq!(bp.outline(test.unit("line")).footprint.half_width(), 2.25);
    assert_eq!(bp.move_inches(test.unit("line")), 6.0);
    assert!(!bp.enemy_near(test.unit("line")), "7 inches are more than 6");
}

/// BP-1.4: distance is that between outlines, "within" holds its end.
#[test]
fn distance_is_measured_between_outlines() {
    let test = table()
        .blue("line", "line_infantry", "line", (20.0, 10.0, 90.0))
        .red("foe", "line_infantry", "line", (20.0, 22.0, 270.0))
        .battle();
    let bp = bp(&test);
    near(bp.gap(test.unit("line"), test.unit("foe")), 12.0);
    assert!(bp.enemy_near(test.unit("line")));
    // The commander stands at (20, 5), the rear of the line is at 8.5.
    near(bp.distance_from(test.unit("blue"), test.unit("line")), 3.5);
}

/// BP-1.5: a unit is in the quarter that holds the midpoint of its own front edge.
#[test]
fn a_unit_is_in_the_quarter_of_its_front() {
    let test = table()
        .blue("line", "line_infantry", "line", (20.0, 30.0, 90.0))
        .red("before", "line_infantry", "line", (20.0, 40.0, 270.0))
        .red("beside", "line_infantry", "line", (40.0, 34.0, 180.0))
        .red("behind", "line_infantry", "line", (20.0, 20.0, 90.0))
        .battle();
    let bp = bp(&test);
    let line = test.unit("line");
    assert_eq!(bp.quarter(line, test.unit("before")), Face::Front);
    assert_eq!(bp.quarter(line, test.unit("beside")), Face::Right);
    assert_eq!(bp.quarter(line, test.unit("behind")), Face::Rear);
}

/// BP-1.6: order of parts for one full turn: A command, A shooting, A combat, B command, B shooting, B combat.
#[test]
fn each_side_takes_a_player_turn_in_a_full_turn() {
    let mut test = table()
        .blue("line", "line_infantry", "line", (20.0, 10.0, 90.0))
        .red("foe", "line_infantry", "line", (60.0, 60.0, 270.0))
        .battle();
    assert_eq!((asked(&test), asked_side(&test)), ("command".into(), BLUE));
    until_of(&mut test, RED, "command");
    assert_eq!(test.battle.view().clock().turn, 1);
    until_of(&mut test, BLUE, "command");
    assert_eq!(test.battle.view().clock().turn, 2);
}

/// BP-1.7: start with elite rolls, initiative, orders, commanders, shooting, hand-to-hand, recovery from disorder.
#[test]
fn the_steps_of_a_player_turn_come_in_order() {
    let mut test = table()
        .blue("line", "line_infantry", "line", (20.0, 10.0, 90.0))
        .blue("elite", "combined_grenadiers", "line", (40.0, 10.0, 90.0))
        .blue("fighting", "line_infantry", "line", (60.0, 10.0, 90.0))
        .red("foe", "line_infantry", "line", (20.0, 21.0, 270.0))
        .red("there", "line_infantry", "line", (60.0, 10.0, 270.0))
        .battle();
    touch(&mut test, "fighting", "there", Face::Front);
    force(&mut test, &dice::BLOWS, &[1; 36]);
    until_of(&mut test, RED, "command");
    disorder(&mut test, "elite");
    force(&mut test, &dice::SPECIALS, &[1]);
    until_of(&mut test, BLUE, "initiative");
    let begun = test.battle.log().events().len();
    let mut steps: Vec<String> = Vec::new();
    while bp(&test).play().active == BLUE {
        let kind = asked(&test);
        if steps.last() != Some(&kind) {
            steps.push(kind);
        }
        pass(&mut test);
    }
    assert_eq!(steps, ["initiative", "command", "officers", "shooting"]);
    let events = &test.battle.log().events()[begun..];
    let at = |what: &str| events.iter().position(|event| event.text.contains(what)).expect(what);
    assert!(at("Combat:") < at("ELITE is in order again"), "{}", texts(events));
    let before = &test.battle.log().events()[..begun];
    assert!(before.iter().any(|event| event.text.contains("ELITE, Elite 5+: 1")), "{}", texts(before));
}

/// BP-1.6: without a word of the scenario both roll a die, ties again; the higher chooses.
#[test]
fn the_higher_roll_chooses_who_goes_first() {
    let table = officers(TestTable::new("black_powder", grapeshot::rulesets::plugin).size(120.0, 72.0))
        .blue("line", "line_infantry", "line", (20.0, 10.0, 90.0))
        .red("foe", "line_infantry", "line", (60.0, 60.0, 270.0));
    let mut test = table.battle();
    assert_eq!(asked(&test), "first");
    let side = asked_side(&test);
    let key = test.battle.view().side_named(if side == BLUE { RED } else { BLUE }).key.clone();
    test.order(order(&test, &verbs::CHOOSE).choice(key));
    assert_ne!(asked_side(&test), side);
    assert_eq!(asked(&test), "command");
}

/// BP-1.8: formed units, woods, buildings and hills block sight, skirmishers do not; a flank line is enough.
#[test]
fn formed_units_block_sight_and_skirmishers_do_not() {
    let with = |kind: &str, formation: &str| {
        table()
            .blue("line", "line_infantry", "line", (20.0, 10.0, 90.0))
            .blue("between", kind, formation, (20.0, 20.0, 90.0))
            .red("foe", "line_infantry", "attack_column", (20.0, 30.0, 270.0))
            .battle()
    };
    let test = with("line_infantry_large", "line");
    assert!(!bp(&test).sees(test.unit("line"), test.unit("foe")));
    let test = with("french_light", "skirmish");
    assert_eq!(bp(&test).sight(test.unit("line"), test.unit("foe"), false).lines, 3);
    let test = with("line_infantry", "attack_column");
    let seen = bp(&test).sight(test.unit("line"), test.unit("foe"), false);
    assert!(seen.lines > 0 && seen.lines < 3, "{seen:?}");
}

/// Two lines that face each other over 20 inches of open ground.
fn two_lines() -> TestTable {
    let line = table().blue("line", "line_infantry", "line", (20.0, 10.0, 90.0));
    line.red("foe", "line_infantry", "line", (20.0, 30.0, 270.0))
}

/// BP-1.8: more than 3 inches of wood, a building, and a hill higher than both ends block.
#[test]
fn ground_blocks_sight() {
    let sees = |test: TestBattle| bp(&test).sees(test.unit("line"), test.unit("foe"));
    assert!(sees(two_lines().battle()));
    assert!(sees(two_lines().area("woods", (0.0, 15.0), (60.0, 18.0)).battle()), "three inches of wood");
    assert!(!sees(two_lines().area("woods", (0.0, 15.0), (60.0, 18.2)).battle()));
    assert!(sees(two_lines().area("rough", (0.0, 15.0), (60.0, 25.0)).battle()));
    assert!(!sees(two_lines().building((5.0, 18.0), (35.0, 22.0), &[], &[]).battle()));
    assert!(!sees(two_lines().hill((5.0, 18.0), (35.0, 22.0), 1, false).battle()));
    assert!(sees(two_lines().hill((5.0, 5.0), (35.0, 35.0), 1, false).battle()), "both stand on it");
}

/// BP-1.8: what hides a unit is named, with the place where the line meets it.
#[test]
fn what_hides_a_unit_is_named() {
    let hidden = |test: TestBattle| bp(&test).hidden_by(test.unit("line"), test.unit("foe"));
    assert_eq!(hidden(two_lines().battle()), None);
    let (what, at) = hidden(two_lines().hill((5.0, 18.0), (35.0, 22.0), 1, false).battle()).expect("a hill between");
    assert!(what.contains("hill"), "{what}");
    assert!((at.y - 18.0).abs() < 0.01, "the line meets its foot: {at}");
    let (what, at) = hidden(two_lines().area("woods", (0.0, 15.0), (60.0, 19.0)).battle()).expect("a wood between");
    assert!(what.contains("wood"), "{what}");
    assert!((at.y - 15.0).abs() < 0.01, "{at}");
    let between = two_lines().blue("between", "line_infantry_large", "line", (20.0, 20.0, 90.0)).battle();
    let name = between.battle.view().unit(between.unit("between")).name.clone();
    let (what, at) = bp(&between).hidden_by(between.unit("line"), between.unit("foe")).expect("a unit between");
    assert_eq!(what, name);
    assert!(at.y > 10.0 && at.y < 20.5, "{at}");
    let behind = table()
        .blue("line", "line_infantry", "line", (20.0, 20.0, 90.0))
        .red("foe", "line_infantry", "line", (20.0, 5.0, 90.0))
        .battle();
    let (what, _) = hidden(behind).expect("a line does not look behind it");
    assert!(what.contains("front"), "{what}");
}

/// BP-2.3, BP-3.1: three moves at most; a square makes one; a commander rides.
#[test]
fn a_unit_comes_as_far_as_three_moves_bring_it() {
    let test = table()
        .blue("line", "line_infantry", "line", (20.0, 10.0, 90.0))
        .blue("square", "line_infantry", "square", (40.0, 10.0, 90.0))
        .red("foe", "line_infantry", "line", (60.0, 60.0, 270.0))
        .battle();
    let inches = |key: &str| bp(&test).stride(test.unit(key)).map(|stride| stride.inches);
    assert_eq!(inches("line"), Some(36.0));
    assert_eq!(inches("square"), Some(12.0));
}

/// BP-1.8: from higher ground one sees over a unit that is more than six inches from both ends.
#[test]
fn higher_ground_looks_over_units() {
    let at = |y: f32| {
        let test = table()
            .blue("line", "line_infantry", "line", (20.0, 10.0, 90.0))
            .blue("between", "line_infantry_large", "line", (20.0, y, 90.0))
            .red("foe", "line_infantry", "attack_column", (20.0, 40.0, 270.0))
            .hill((5.0, 5.0), (35.0, 12.0), 1, false)
            .battle();
        bp(&test).sees(test.unit("line"), test.unit("foe"))
    };
    assert!(at(25.0));
    assert!(!at(17.0), "too near");
}

/// BP-1.9: with zones the side that moves first sets up brigade by brigade in turn with the other.
#[test]
fn brigades_are_placed_in_turn_in_their_zones() {
    use grapeshot::turn::Zone;
    let corners = |low: f32, high: f32| {
        [(0.0, low), (120.0, low), (120.0, high), (0.0, high)].map(|(x, y)| Vec2::new(x, y)).to_vec()
    };
    let zones =
        vec![Zone { side: BLUE, outline: corners(0.0, 20.0) }, Zone { side: RED, outline: corners(50.0, 72.0) }];
    let mut test = table()
        .blue("line", "line_infantry", "line", (20.0, 10.0, 90.0))
        .red("foe", "line_infantry", "line", (60.0, 60.0, 270.0))
        .zones(zones)
        .battle();
    assert_eq!((asked(&test), asked_side(&test)), ("deploy".into(), BLUE));
    let place = |test: &TestBattle, x, y| told(test, &verbs::PLACE, &["line"]).path([to(x, y)]);
    let (reason, rule) = test.refused(place(&test, 40.0, 21.0));
    assert_eq!(rule, "BP-1.9", "{reason}");
    let (_, rule) = test.refused(place(&test, 40.0, 1.0));
    assert_eq!(rule, "BP-1.9", "its rear would be off the table");
    let column = place(&test, 40.0, 17.0).formation("attack_column").heading(Heading(45.0));
    test.order(column);
    near_point(front(&test, "line"), 40.0, 17.0);
    assert_eq!(bp(&test).formation(test.unit("line")), Formation::AttackColumn);
    test.order(order(&test, &verbs::READY));
    assert_eq!((asked(&test), asked_side(&test)), ("deploy".into(), RED));
    test.order(order(&test, &verbs::READY));
    assert_eq!((asked(&test), asked_side(&test)), ("command".into(), BLUE));
}

/// BP-1.2: every row of the Data section can be a unit.
#[test]
fn every_row_of_the_data_makes_a_unit() {
    let dir = grapeshot::files::DataFiles::default();
    let data = grapeshot::rulesets::black_powder::book::data::Data::read(&dir).expect("the data are sound");
    assert_eq!(data.units.len(), 31);
    for row in &data.units {
        let test = table()
            .blue("one", &row.id, "", (60.0, 20.0, 90.0))
            .red("foe", "line_infantry", "line", (60.0, 60.0, 270.0))
            .battle();
        let values = bp(&test).values(test.unit("one")).clone();
        assert_eq!((values.hand, values.morale, values.stamina), (row.hand, row.morale, row.stamina), "{}", row.id);
        assert_eq!(values.rules.len(), row.rules.len(), "{}", row.id);
    }
}

//! Sight and arcs (SB-1.7, SB-1.8).

use crate::kit::*;

/// A blue unit with its front at (48,20), facing north, and a red line with its front this many inches before it.
fn facing_north(kind: &str, figures: u8, formation: &str, gap: f32) -> TestTable {
    table().troops("blue", BLUE, kind, figures, formation, (48.0, 20.0, 90.0)).foot(
        "red",
        RED,
        24,
        "line",
        (48.0, 20.0 + gap, 270.0),
    )
}

fn lines_at(gap: f32) -> TestTable {
    facing_north("infantry", 24, "line", gap)
}

fn sees(test: &TestBattle) -> bool {
    burt(test).sees(test.unit("blue"), test.unit("red"))
}

/// SB-1.7: a friendly line across the line of sight blocks it on flat ground; from a level 1 hill it is free.
#[test]
fn one_sees_over_a_line_from_a_hill() {
    let behind = || lines_at(9.0).foot("friend", BLUE, 40, "line", (48.0, 25.0, 90.0));
    let flat = behind().set_number("sight_limit", 0.0).battle();
    assert!(!sees(&flat), "it blocks all lines");
    assert!(sees(&behind().hill((30.0, 10.0), (66.0, 22.0), 1, false).battle()));
    assert!(sees(&behind().hill((30.0, 28.5), (66.0, 34.0), 1, false).battle()), "the higher end may be the other");
    let near = lines_at(9.0).foot("friend", BLUE, 40, "line", (48.0, 23.5, 90.0));
    assert!(!sees(&near.hill((30.0, 10.0), (66.0, 20.5), 1, false).battle()), "it is within 3 inches");
}

/// SB-1.7: one free line of the three is enough.
#[test]
fn one_free_line_is_enough() {
    let with = |x: f32| sees(&lines_at(9.0).foot("friend", BLUE, 28, "line", (x, 25.0, 90.0)).battle());
    assert!(with(50.0), "the left end of the front sees past it");
    assert!(!with(48.0));
}

/// SB-1.7: skirmishers, staff and wagons do not block; enemies do.
#[test]
fn skirmishers_and_wagons_do_not_block() {
    let with = |kind: &str, figures: u8, formation: &str| {
        sees(&lines_at(9.0).troops("other", RED, kind, figures, formation, (48.0, 25.0, 270.0)).battle())
    };
    assert!(!with("infantry", 28, "line"));
    assert!(with("skirmishers", 12, "open_order"));
    let wagons = facing_north("infantry", 24, "narrow_column", 9.0);
    assert!(sees(&wagons.troops("train", RED, "wagon", 4, "limbered", (48.0, 25.0, 270.0)).battle()));
}

/// SB-1.7: buildings, higher hills, and more than 2" of wood block; a unit in a wood sees and is seen through 2" of it.
#[test]
fn the_ground_blocks_sight() {
    assert!(!sees(&lines_at(20.0).building((40.0, 26.0), (56.0, 30.0), &[], &[]).battle()));
    assert!(!sees(&lines_at(20.0).hill((30.0, 26.0), (66.0, 30.0), 1, false).battle()));
    let both = lines_at(20.0).hill((30.0, 10.0), (66.0, 22.0), 1, false).hill((30.0, 28.0), (66.0, 32.0), 1, false);
    assert!(sees(&both.battle()), "it is no higher than both ends");
    let wood = |deep: f32| sees(&lines_at(20.0).area("wood", (30.0, 26.0), (66.0, 26.0 + deep)).battle());
    assert!(wood(2.0) && !wood(2.1));
    let inside = |deep: f32| sees(&lines_at(20.0).area("wood", (30.0, 40.0 - deep), (66.0, 50.0)).battle());
    assert!(inside(2.0) && !inside(2.1));
}

/// SB-1.7: squares look from the nearest point of their outline, others from their front.
#[test]
fn squares_look_from_their_nearest_point() {
    let sees_past_a_house = |formation: &str| {
        let table = table()
            .foot("blue", BLUE, 24, formation, (48.0, 30.0, 90.0))
            .foot("red", RED, 24, "narrow_column", (60.0, 26.0, 90.0))
            .building((50.0, 28.2), (58.0, 40.0), &[], &[]);
        sees(&table.battle())
    };
    // The square reaches from y 28 to 30: from its corner at (49,28) the line passes below the house.
    assert!(sees_past_a_house("square"));
    assert!(!sees_past_a_house("column"));
}

/// SB-1.7: the range of sight is unlimited unless the scenario sets a limit.
#[test]
fn the_range_of_sight_is_a_setting() {
    assert!(sees(&lines_at(39.0).battle()));
    assert!(!sees(&lines_at(39.0).set_number("sight_limit", 30.0).battle()));
    assert!(sees(&lines_at(30.0).set_number("sight_limit", 30.0).battle()));
}

/// SB-1.8: targets are those of which some part lies in the front zone; squares and skirmishers fire into all zones.
#[test]
fn the_arc_of_fire_is_the_front_zone() {
    let in_arc = |kind: &str, figures: u8, formation: &str, x: f32, y: f32| {
        let test = table()
            .troops("blue", BLUE, kind, figures, formation, (48.0, 20.0, 90.0))
            .foot("red", RED, 24, "narrow_column", (x, y, 90.0))
            .battle();
        burt(&test).in_arc(test.unit("blue"), test.unit("red"))
    };
    // The front of a column of 2 by 3 ends at 49; the ray from there goes up at 45 degrees. The target reaches from
    // x - 0.5 and y - 6 to y.
    assert!(in_arc("infantry", 24, "column", 53.4, 24.0), "its corner at (52.9, 24) lies inside");
    assert!(!in_arc("infantry", 24, "column", 53.6, 24.0));
    assert!(!in_arc("infantry", 24, "column", 48.0, 14.0));
    assert!(in_arc("infantry", 24, "square", 48.0, 14.0));
    assert!(in_arc("skirmishers", 12, "open_order", 48.0, 14.0));
}

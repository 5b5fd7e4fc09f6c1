//! Movement (chapter 4), and what each order allows to move (SB-3.3 to SB-3.5).

use bevy::math::Vec2;
use grapeshot::{
    orders::{Leg, Plan},
    rulesets::burt::{
        book::{
            values::{Chit, Level, Motion},
            verbs,
        },
        state::sequence_of_play::Step,
    },
};

use crate::kit::*;

/// A table with an enemy far off who does nothing.
pub fn field() -> TestTable {
    table().foot("red", RED, 24, "line", (90.0, 58.0, 270.0)).chit(Chit::Regroup)
}

/// The battle at step 5, blue to act.
pub fn manoeuvres(table: TestTable) -> TestBattle {
    let mut test = table.battle();
    go_to(&mut test, Step::Manoeuvres);
    test
}

/// The battle at step 6, blue to act.
fn reserves(table: TestTable) -> TestBattle {
    let mut test = table.battle();
    go_to(&mut test, Step::Reserves);
    test
}

/// What an order to blue would do.
pub fn plan(test: &TestBattle, legs: &[Leg]) -> Plan {
    let order = march(test, "blue", legs);
    test.battle.check(&order).unwrap_or_else(|refusal| panic!("refused: {refusal}"))
}

/// Blue marches; how far the middle of its front comes.
pub fn goes(test: &mut TestBattle, legs: &[Leg]) -> f32 {
    let from = front(test, "blue");
    let order = march(test, "blue", legs);
    test.order(order);
    front(test, "blue").distance(from)
}

fn refused(test: &mut TestBattle, legs: &[Leg]) -> (String, String) {
    let order = march(test, "blue", legs);
    test.refused(order)
}

fn wheel(test: &TestBattle, degrees: f32) -> Leg {
    Leg::Wheel { about: Some(test.piece("blue", 1)), degrees }
}

fn back(inches: f32) -> Leg {
    Leg::March { inches, aside: 180.0 }
}

fn aside(inches: f32, aside: f32) -> Leg {
    Leg::March { inches, aside }
}

fn line() -> TestTable {
    field().foot("blue", BLUE, 24, "line", (20.0, 20.0, 90.0))
}

fn column() -> TestTable {
    field().foot("blue", BLUE, 24, "column", (20.0, 20.0, 90.0))
}

const TROOPS: [(&str, u8, &str, f32, f32); 9] = [
    ("infantry", 24, "column", 6.0, 12.0),
    ("infantry", 24, "line", 4.0, 8.0),
    ("infantry", 24, "square", 3.0, 6.0),
    ("skirmishers", 12, "open_order", 8.0, 16.0),
    ("heavy_cavalry", 12, "line", 10.0, 20.0),
    ("light_cavalry", 12, "line", 12.0, 24.0),
    ("foot_guns", 2, "limbered", 6.0, 12.0),
    ("horse_guns", 2, "limbered", 9.0, 18.0),
    ("wagon", 1, "limbered", 6.0, 0.0),
];

/// SB-4.1: each kind of troops moves at its rate.
#[test]
fn troops_move_at_the_rates_of_the_table() {
    for (kind, figures, formation, rate, _) in TROOPS {
        let mut test = manoeuvres(field().troops("blue", BLUE, kind, figures, formation, (20.0, 20.0, 90.0)));
        near(goes(&mut test, &[ahead(40.0)]), rate);
    }
}

/// SB-4.1, SB-3.5: each kind of troops has its rate in reserve; wagons have none.
#[test]
fn reserves_move_at_the_rates_of_the_table() {
    for (kind, figures, formation, _, rate) in TROOPS {
        let table = field().troops("blue", BLUE, kind, figures, formation, (20.0, 10.0, 90.0)).chit(Chit::Reserve);
        if rate == 0.0 {
            let table = table.foot("other", BLUE, 24, "column", (60.0, 10.0, 90.0)).chit(Chit::Reserve);
            let mut test = reserves(table);
            assert!(!may_act(&test, "blue"));
            assert_eq!(refused(&mut test, &[ahead(1.0)]).1, "SB-4.1");
            continue;
        }
        let mut test = reserves(table);
        near(goes(&mut test, &[ahead(40.0)]), rate);
        assert_eq!(chit_seen_by(&test, RED, "blue"), Some(Chit::Reserve), "the reserve rate proves the order (SB-3.2)");
    }
}

/// SB-4.1: FIRE order, infantry in line: 2" forward or 1" back. Heavy cavalry: 5" forward, 2.5" back.
#[test]
fn a_unit_with_fire_orders_creeps() {
    for (kind, figures, forward, backward) in [("infantry", 24, 2.0, 1.0), ("heavy_cavalry", 12, 5.0, 2.5)] {
        let start =
            || manoeuvres(field().troops("blue", BLUE, kind, figures, "line", (20.0, 20.0, 90.0)).chit(Chit::Fire));
        let mut test = start();
        near(goes(&mut test, &[ahead(12.0)]), forward);
        assert_eq!(chit_seen_by(&test, RED, "blue"), None, "a MANOEUVER unit could have done so");
        let mut test = start();
        near(goes(&mut test, &[back(12.0)]), backward);
    }
}

/// SB-3.2: a MANOEUVER unit that does no more than a FIRE unit could keeps its chit face down; more proves it.
#[test]
fn more_than_half_a_move_proves_the_order() {
    let mut test = manoeuvres(line());
    goes(&mut test, &[ahead(2.0)]);
    assert_eq!(chit_seen_by(&test, RED, "blue"), None);
    let mut test = manoeuvres(line());
    goes(&mut test, &[ahead(2.5)]);
    assert_eq!(chit_seen_by(&test, RED, "blue"), Some(Chit::Manoeuver));
}

/// SB-3.2: the log gives no order away: the same move is told in the same words whatever lies on the chit.
#[test]
fn the_log_of_a_short_move_does_not_tell_the_order() {
    let told = |chit| {
        let mut test = manoeuvres(line().chit(chit).obstacle("hedge", &[(10.0, 21.5), (30.0, 21.5)]));
        let order = march(&test, "blue", &[ahead(1.0)]);
        texts(&test.order(order))
    };
    assert_eq!(told(Chit::Fire), told(Chit::Manoeuver));
}

/// SB-4.1: a crew may push its guns by an inch, or pivot them by up to 90 degrees, under FIRE or MANOEUVER.
#[test]
fn a_crew_pushes_its_guns_or_pivots_them() {
    for chit in [Chit::Fire, Chit::Manoeuver] {
        let start = || manoeuvres(field().guns("blue", BLUE, "6pdr", 2, "unlimbered", (20.0, 20.0, 90.0)).chit(chit));
        let mut test = start();
        near(goes(&mut test, &[ahead(4.0)]), 1.0);
        let mut test = start();
        goes(&mut test, &[Leg::Wheel { about: None, degrees: 90.0 }]);
        near(facing(&test, "blue"), 180.0);
        let mut test = start();
        assert_eq!(refused(&mut test, &[Leg::Wheel { about: None, degrees: 120.0 }]).1, "SB-4.1");
        let plan = plan(&test, &[ahead(0.5), Leg::Wheel { about: None, degrees: 45.0 }]);
        assert!(plan.moves[0].stopped.as_ref().is_some_and(|why| why.contains("either pushes")), "{plan:?}");
    }
}

/// SB-4.2: a line of W 6 wheels 30 degrees: 3.14"; a 4" move leaves 0.86".
#[test]
fn a_wheel_costs_the_arc_of_the_outer_corner() {
    let mut test = manoeuvres(line());
    let order = march(&test, "blue", &[wheel(&test, 30.0), ahead(10.0)]);
    let plan = test.battle.check(&order).expect("it may wheel");
    near(plan.moves[0].cost.total(), 4.0);
    let pivot = Vec2::new(17.0, 20.0);
    test.order(order);
    near(facing(&test, "blue"), 120.0);
    // The middle of the front is three inches from the pivot, and 0.86 inches farther on.
    let middle = front(&test, "blue") - pivot;
    near(middle.length(), (9.0_f32 + 0.86 * 0.86).sqrt());
}

/// SB-4.2: a column one base wide pivots freely by up to 90 degrees, once in a move.
#[test]
fn a_narrow_column_pivots_freely_once() {
    let pivot = |degrees| Leg::Wheel { about: None, degrees };
    let narrow = || field().foot("blue", BLUE, 24, "narrow_column", (20.0, 20.0, 90.0));
    let mut test = manoeuvres(narrow());
    let at = outline(&test, "blue").place.at;
    goes(&mut test, &[pivot(90.0), ahead(20.0)]);
    near(facing(&test, "blue"), 180.0);
    near(outline(&test, "blue").place.at.distance(at), 6.0);
    // A second one is a turn on the spot: a quarter of the move.
    let mut test = manoeuvres(narrow());
    goes(&mut test, &[pivot(90.0), pivot(-90.0), ahead(20.0)]);
    near(outline(&test, "blue").place.at.distance(at), 4.5);
}

/// SB-4.2: a turn of 90 or 180 degrees on the spot costs close order troops a quarter of a move; skirmishers nothing.
#[test]
fn a_turn_on_the_spot_costs_a_quarter_of_a_move() {
    let mut test = manoeuvres(line());
    let at = outline(&test, "blue").place.at;
    goes(&mut test, &[Leg::AboutFace, ahead(20.0)]);
    near(facing(&test, "blue"), 270.0);
    near(outline(&test, "blue").place.at.distance(at), 3.0);
    let mut test = manoeuvres(field().troops("blue", BLUE, "skirmishers", 12, "open_order", (20.0, 20.0, 90.0)));
    let at = outline(&test, "blue").place.at;
    goes(&mut test, &[Leg::AboutFace, ahead(20.0)]);
    near(outline(&test, "blue").place.at.distance(at), 8.0);
}

/// SB-4.2: backward at half speed.
#[test]
fn a_unit_goes_backward_at_half_speed() {
    let mut test = manoeuvres(line());
    near(goes(&mut test, &[back(9.0)]), 2.0);
    near(facing(&test, "blue"), 90.0);
}

/// SB-4.3: a line, 4" rate, may oblique 2".
#[test]
fn an_oblique_move_costs_twice_its_inches() {
    let mut test = manoeuvres(line());
    near(goes(&mut test, &[aside(9.0, 45.0)]), 2.0);
    near(facing(&test, "blue"), 90.0);
    near_point(front(&test, "blue"), 20.0 - 2.0_f32.sqrt(), 20.0 + 2.0_f32.sqrt());
}

/// SB-4.3: no farther off the facing than 45 degrees.
#[test]
fn nobody_obliques_by_more_than_45_degrees() {
    let mut test = manoeuvres(line());
    let (why, rule) = refused(&mut test, &[aside(1.0, 60.0)]);
    assert!(why.contains("45 degrees"), "{why}");
    assert_eq!(rule, "SB-4.3");
}

/// SB-4.2, SB-4.3: a path to a point is a wheel and a way straight on, or an oblique move if the facing is kept.
#[test]
fn a_path_to_a_point_is_walked_as_the_troops_go() {
    let mut test = manoeuvres(field().foot("blue", BLUE, 24, "column", (20.0, 20.0, 90.0)));
    let order = march(&test, "blue", &[to(22.0, 23.0)]);
    test.order(order);
    near_point(front(&test, "blue"), 22.0, 23.0);
    assert!(facing(&test, "blue") < 60.0);
    let mut test = manoeuvres(field().foot("blue", BLUE, 24, "column", (20.0, 20.0, 90.0)));
    let order = march(&test, "blue", &[to(21.0, 22.5)]).heading(grapeshot::table::position::Heading(90.0));
    test.order(order);
    near_point(front(&test, "blue"), 21.0, 22.5);
    near(facing(&test, "blue"), 90.0);
}

/// SB-4.4: infantry column on a road 8"; line on a road 4".
#[test]
fn a_road_adds_two_inches_to_the_move_of_a_column() {
    let road = [(20.0, 0.0), (20.0, 60.0)];
    let mut test = manoeuvres(column().road(&road));
    near(goes(&mut test, &[ahead(40.0)]), 8.0);
    let mut test = manoeuvres(line().road(&road));
    near(goes(&mut test, &[ahead(40.0)]), 4.0);
    let mut test = reserves(column().chit(Chit::Reserve).road(&road));
    near(goes(&mut test, &[ahead(40.0)]), 14.0);
}

/// SB-4.4: who does not stay on the road for the whole move has nothing of it.
#[test]
fn a_road_that_ends_adds_nothing() {
    let mut test = manoeuvres(column().road(&[(20.0, 0.0), (20.0, 22.0)]));
    near(goes(&mut test, &[ahead(40.0)]), 6.0);
}

/// SB-4.5: limbered foot guns move 3" and unlimber.
#[test]
fn limbering_takes_half_a_move() {
    let limbered = || field().guns("blue", BLUE, "6pdr", 2, "limbered", (20.0, 20.0, 90.0));
    let mut test = manoeuvres(limbered());
    near(goes(&mut test, &[ahead(3.0), Leg::Form("unlimbered".into())]), 3.0);
    assert_eq!(outline(&test, "blue").footprint.half_width() * 2.0, 3.0);
    assert_eq!(chit_seen_by(&test, RED, "blue"), Some(Chit::Manoeuver));
    let mut test = manoeuvres(limbered());
    near(goes(&mut test, &[ahead(5.0), Leg::Form("unlimbered".into())]), 5.0);
    assert_eq!(outline(&test, "blue").footprint.half_width() * 2.0, 2.0, "half a move was not left");
    // Both in one turn use the whole move.
    let mut test = manoeuvres(field().guns("blue", BLUE, "6pdr", 2, "unlimbered", (20.0, 20.0, 90.0)));
    let both = [Leg::Form("limbered".into()), Leg::Form("unlimbered".into()), ahead(1.0)];
    near(plan(&test, &both).moves[0].cost.total(), 6.0);
    near(goes(&mut test, &[Leg::Form("limbered".into()), ahead(20.0)]), 3.0);
}

/// SB-4.5, SB-5.4: limbering and changes of formation need MANOEUVER orders.
#[test]
fn a_change_of_formation_needs_manoeuver_orders() {
    let mut test = manoeuvres(field().guns("blue", BLUE, "6pdr", 2, "limbered", (20.0, 20.0, 90.0)).chit(Chit::Fire));
    assert_eq!(refused(&mut test, &[Leg::Form("unlimbered".into())]).1, "SB-5.4");
    let mut test = manoeuvres(line().chit(Chit::Fire));
    let (why, rule) = refused(&mut test, &[Leg::Form("column".into())]);
    assert_eq!(rule, "SB-5.4");
    assert!(why.contains("MANOEUVER"), "{why}");
}

/// SB-4.6: infantry column 6": 3" for the hedge, 3" left. If less than half the rate is left, it stops at the obstacle.
#[test]
fn an_obstacle_costs_half_a_move() {
    let hedge = |y: f32| column().obstacle("hedge", &[(10.0, y), (30.0, y)]);
    let mut test = manoeuvres(hedge(21.0));
    near(goes(&mut test, &[ahead(20.0)]), 3.0);
    let mut test = manoeuvres(hedge(23.5));
    near(goes(&mut test, &[ahead(20.0)]), 3.5);
    // Of the rate in use.
    let mut test = reserves(hedge(21.0).chit(Chit::Reserve));
    near(goes(&mut test, &[ahead(20.0)]), 6.0);
}

/// SB-4.6: guns and wheeled vehicles do not get over.
#[test]
fn guns_do_not_get_over_obstacles() {
    let table = field().guns("blue", BLUE, "6pdr", 2, "limbered", (20.0, 20.0, 90.0));
    let mut test = manoeuvres(table.obstacle("stone_wall", &[(10.0, 20.02), (30.0, 20.02)]));
    let (why, rule) = refused(&mut test, &[ahead(2.0)]);
    assert!(why.contains("do not get over the stone wall"), "{why}");
    assert_eq!(rule, "SB-4.6");
}

/// SB-4.7: a column moves 2" to a wood edge (2"), then 2" inside (4"): 6" used.
#[test]
fn each_inch_in_a_wood_costs_infantry_two() {
    let wood = |table: TestTable| table.area("wood", (10.0, 22.0), (40.0, 40.0));
    let mut test = manoeuvres(wood(column()));
    let cost = plan(&test, &[ahead(20.0)]).moves[0].cost.clone();
    near(cost.total(), 6.0);
    near(goes(&mut test, &[ahead(20.0)]), 4.0);
    let of = |kind, figures, formation| field().troops("blue", BLUE, kind, figures, formation, (20.0, 20.0, 90.0));
    // Each inch costs cavalry four; skirmishers one.
    let mut test = manoeuvres(wood(of("heavy_cavalry", 12, "line")));
    near(goes(&mut test, &[ahead(20.0)]), 4.0);
    let mut test = manoeuvres(wood(of("skirmishers", 12, "open_order")));
    near(goes(&mut test, &[ahead(20.0)]), 8.0);
    // Guns come no farther than its edge, but on a road.
    let mut test = manoeuvres(wood(of("foot_guns", 2, "limbered")));
    near(goes(&mut test, &[ahead(20.0)]), 2.0);
    let mut test = manoeuvres(wood(of("foot_guns", 1, "limbered")).road(&[(20.0, 0.0), (20.0, 60.0)]));
    near(goes(&mut test, &[ahead(20.0)]), 8.0);
}

/// SB-4.8: all at half rate in a ford, guns not at all; a river is crossed on bridges alone.
#[test]
fn rivers_are_forded_at_half_rate() {
    let ford = |table: TestTable| table.stream(&[(0.0, 22.0), (96.0, 22.0)], 2.0, false);
    let mut test = manoeuvres(ford(line()));
    near(goes(&mut test, &[ahead(20.0)]), 2.5);
    let mut test = manoeuvres(ford(field().troops("blue", BLUE, "skirmishers", 12, "open_order", (20.0, 20.0, 90.0))));
    // An inch to the water, three in it with its depth of an inch, which cost six, one beyond.
    near(goes(&mut test, &[ahead(20.0)]), 5.0);
    let guns = || field().guns("blue", BLUE, "6pdr", 1, "limbered", (20.0, 20.0, 90.0));
    let mut test = manoeuvres(ford(guns()));
    near(goes(&mut test, &[ahead(20.0)]), 1.0);
    let river = |table: TestTable| table.stream(&[(0.0, 22.0), (96.0, 22.0)], 2.0, true);
    let mut test = manoeuvres(river(line()));
    near(goes(&mut test, &[ahead(20.0)]), 1.0);
    let mut test = manoeuvres(river(column()).bridge((19.0, 20.5), (21.0, 23.5)));
    near(goes(&mut test, &[ahead(20.0)]), 6.0);
    let mut test = manoeuvres(river(guns()).bridge((19.0, 20.5), (21.0, 23.5)));
    near(goes(&mut test, &[ahead(20.0)]), 6.0);
}

/// SB-4.9: difficult ground and steep slopes: close order and guns at half rate, skirmishers at full.
#[test]
fn difficult_ground_slows_all_but_skirmishers() {
    let rough = |table: TestTable| table.area("difficult", (10.0, 20.0), (40.0, 40.0));
    let of = |kind, figures, formation| field().troops("blue", BLUE, kind, figures, formation, (20.0, 20.0, 90.0));
    for (kind, figures, formation, inches) in [
        ("infantry", 24, "line", 2.0),
        ("light_cavalry", 12, "line", 6.0),
        ("skirmishers", 12, "open_order", 8.0),
        ("foot_guns", 2, "limbered", 3.0),
    ] {
        let mut test = manoeuvres(rough(of(kind, figures, formation)));
        near(goes(&mut test, &[ahead(20.0)]), inches);
        let mut test = manoeuvres(of(kind, figures, formation).hill((10.0, 20.0), (40.0, 40.0), 1, true));
        near(goes(&mut test, &[ahead(20.0)]), inches);
    }
    let mut test = manoeuvres(of("infantry", 24, "line").hill((10.0, 20.0), (40.0, 40.0), 1, false));
    near(goes(&mut test, &[ahead(20.0)]), 4.0);
}

fn with_house(table: TestTable) -> TestTable {
    table.building((18.0, 22.0), (22.0, 25.0), &[], &[])
}

/// SB-4.9: infantry enters a building for half a move, and comes out for half a move.
#[test]
fn infantry_enters_a_building_for_half_a_move() {
    let mut test = manoeuvres(with_house(column()));
    let order = march(&test, "blue", &[to(20.0, 23.0)]);
    let plan = test.battle.check(&order).expect("it may go in");
    near(plan.moves[0].cost.total(), 5.0);
    test.order(order);
    assert!(burt(&test).house_of(test.unit("blue")).is_some());
    near_point(outline(&test, "blue").place.at, 20.0, 23.5);
    end_turn(&mut test);
    go_to(&mut test, Step::Manoeuvres);
    let order = march(&test, "blue", &[Leg::Form("column".into()), ahead(9.0)]);
    test.order(order);
    assert!(burt(&test).house_of(test.unit("blue")).is_none());
    assert_eq!(level(&test, "blue"), Level::Formed, "buildings take no level");
}

/// SB-4.9: only infantry and skirmishers enter buildings, and only one unit.
#[test]
fn horse_and_second_units_do_not_enter_buildings() {
    let horse = field().troops("blue", BLUE, "heavy_cavalry", 12, "column", (20.0, 21.99, 90.0));
    let mut test = manoeuvres(with_house(horse));
    let (why, rule) = refused(&mut test, &[to(20.0, 23.0)]);
    assert!(why.contains("only infantry and skirmishers"), "{why}");
    assert_eq!(rule, "SB-4.9");
    let table = with_house(field().foot("blue", BLUE, 24, "column", (20.0, 21.99, 90.0)));
    let mut test = manoeuvres(table.foot("first", BLUE, 24, "house", (20.0, 23.5, 90.0)));
    let (why, _) = refused(&mut test, &[to(20.0, 23.0)]);
    assert!(why.contains("holds"), "{why}");
}

/// SB-4.10: a battalion crosses a hedge and enters a wood in one move: unformed, not disordered.
#[test]
fn terrain_takes_one_level_in_a_move() {
    let table = column().obstacle("hedge", &[(10.0, 20.5), (30.0, 20.5)]).area("wood", (10.0, 21.0), (40.0, 40.0));
    let mut test = manoeuvres(table);
    assert!(!plan(&test, &[ahead(20.0)]).warnings.is_empty());
    goes(&mut test, &[ahead(20.0)]);
    assert_eq!(level(&test, "blue"), Level::Unformed);
}

/// SB-4.10: not below shaken, and not skirmishers or artillery; crops and buildings take nothing.
#[test]
fn terrain_never_routs_a_unit() {
    let wood = |table: TestTable| table.area("wood", (10.0, 20.0), (40.0, 40.0));
    let mut test = manoeuvres(wood(column()));
    put_level(&mut test, "blue", Level::Shaken);
    goes(&mut test, &[ahead(20.0)]);
    assert_eq!(level(&test, "blue"), Level::Shaken);
    let mut test = manoeuvres(wood(field().troops("blue", BLUE, "skirmishers", 12, "open_order", (20.0, 20.0, 90.0))));
    goes(&mut test, &[ahead(20.0)]);
    assert_eq!(level(&test, "blue"), Level::Unformed, "as it began");
    let mut test = manoeuvres(column().area("crops", (10.0, 20.0), (40.0, 40.0)));
    goes(&mut test, &[ahead(20.0)]);
    assert_eq!(level(&test, "blue"), Level::Formed);
}

/// SB-4.10: roads and bridges through such terrain cancel it.
#[test]
fn a_road_keeps_a_column_in_order() {
    let table = column()
        .area("wood", (10.0, 21.0), (40.0, 40.0))
        .obstacle("hedge", &[(10.0, 20.5), (30.0, 20.5)])
        .road(&[(20.0, 0.0), (20.0, 60.0)]);
    let mut test = manoeuvres(table);
    near(goes(&mut test, &[ahead(20.0)]), 8.0);
    assert_eq!(level(&test, "blue"), Level::Formed);
    let mut test =
        manoeuvres(column().stream(&[(0.0, 22.0), (96.0, 22.0)], 1.0, true).bridge((19.0, 21.0), (21.0, 23.0)));
    goes(&mut test, &[ahead(20.0)]);
    assert_eq!(level(&test, "blue"), Level::Formed);
}

/// SB-4.11: close order troops that pass through close order friends: both lose a level.
#[test]
fn passing_through_friends_costs_both_a_level() {
    let mut test = manoeuvres(column().foot("friend", BLUE, 24, "line", (20.0, 22.0, 90.0)));
    near(goes(&mut test, &[ahead(6.0)]), 6.0);
    assert_eq!(level(&test, "blue"), Level::Unformed);
    assert_eq!(level(&test, "friend"), Level::Unformed);
}

/// SB-4.11: skirmishers pass and are passed freely, unlimbered guns are passed freely; limbered ones count as close order.
#[test]
fn skirmishers_and_ready_guns_are_passed_freely() {
    for (kind, figures, formation, lost) in [
        ("skirmishers", 12, "open_order", false),
        ("foot_guns", 2, "unlimbered", false),
        ("foot_guns", 2, "limbered", true),
        ("wagon", 1, "limbered", true),
    ] {
        let table = column().chit(Chit::Reserve).troops("friend", BLUE, kind, figures, formation, (20.0, 24.0, 90.0));
        let mut test = reserves(table);
        let friend = level(&test, "friend");
        near(goes(&mut test, &[ahead(12.0)]), 12.0);
        assert_eq!(level(&test, "blue") > Level::Formed, lost, "{kind} {formation}");
        assert_eq!(level(&test, "friend") > friend, lost, "{kind} {formation}");
    }
    let table = field().troops("blue", BLUE, "skirmishers", 12, "open_order", (20.0, 20.0, 90.0));
    let mut test = manoeuvres(table.foot("friend", BLUE, 24, "line", (20.0, 23.0, 90.0)));
    near(goes(&mut test, &[ahead(20.0)]), 8.0);
    assert_eq!(level(&test, "friend"), Level::Formed);
}

/// SB-4.11: a unit may not end on top of another: "No room for the unit here."
#[test]
fn nobody_ends_on_a_friend() {
    let mut test = manoeuvres(line().foot("friend", BLUE, 24, "line", (20.0, 23.0, 90.0)));
    near(goes(&mut test, &[ahead(3.0)]), 2.0);
    assert_eq!(level(&test, "friend"), Level::Formed, "it was not passed");
    let mut test = manoeuvres(line().foot("friend", BLUE, 24, "line", (20.0, 21.0, 90.0)));
    let (why, rule) = refused(&mut test, &[ahead(0.5)]);
    assert!(why.contains("no room for the unit here"), "{why}");
    assert_eq!(rule, "SB-4.11");
}

/// SB-4.12: no move brings a unit nearer than an inch to an enemy.
#[test]
fn a_move_keeps_an_inch_away_from_enemies() {
    let enemy = |y: f32| column().foot("enemy", RED, 24, "line", (20.0, y, 270.0)).chit(Chit::Regroup);
    let mut test = manoeuvres(enemy(24.0));
    near(goes(&mut test, &[ahead(6.0)]), 3.0);
    let mut test = manoeuvres(enemy(20.9));
    let (why, rule) = refused(&mut test, &[ahead(0.5)]);
    assert!(why.contains("no nearer than 1"), "{why}");
    assert_eq!(rule, "SB-4.12");
    // From nearer than that it may go away.
    near(goes(&mut test, &[back(2.0)]), 2.0);
}

/// SB-4.12: nor does a move past an enemy.
#[test]
fn a_move_does_not_pass_within_an_inch_of_an_enemy() {
    let table = column().foot("enemy", RED, 24, "narrow_column", (22.0, 23.0, 270.0)).chit(Chit::Regroup);
    let mut test = manoeuvres(table);
    // The column reaches x 21, the enemy begins at x 21.5: the corner comes within an inch at y 22.13.
    let far = goes(&mut test, &[ahead(6.0)]);
    near(far, 3.0 - 0.75_f32.sqrt());
}

/// SB-3.3: REGROUP does not move, RESERVE moves in step 6, FIRE changes no formation.
#[test]
fn an_order_allows_what_the_table_says() {
    let beside = |table: TestTable| table.foot("other", BLUE, 24, "line", (60.0, 20.0, 90.0));
    for (chit, words) in [(Chit::Regroup, "REGROUP"), (Chit::Reserve, "step 6")] {
        let mut test = manoeuvres(beside(line().chit(chit)));
        let (why, rule) = refused(&mut test, &[ahead(1.0)]);
        assert!(why.contains(words), "{why}");
        assert_eq!(rule, "SB-3.3");
    }
    let table = line().foot("other", BLUE, 24, "line", (60.0, 20.0, 90.0)).chit(Chit::Reserve);
    let mut test = reserves(table);
    assert_eq!(refused(&mut test, &[ahead(1.0)]).1, "SB-3.3");
}

/// SB-2.2, SB-7.3: nobody acts twice in a step, and routers do not move by order.
#[test]
fn who_has_acted_or_routs_does_not_move() {
    let mut test = manoeuvres(line().foot("other", BLUE, 24, "line", (60.0, 20.0, 90.0)));
    goes(&mut test, &[ahead(1.0)]);
    if asked_side(&test) == RED {
        pass(&mut test);
    }
    assert_eq!(refused(&mut test, &[ahead(1.0)]), ("BLUE has acted in this step".to_owned(), "SB-2.2".to_owned()));
    let mut test = manoeuvres(line().foot("other", BLUE, 24, "line", (60.0, 20.0, 90.0)));
    put_level(&mut test, "blue", Level::Rout);
    assert_eq!(refused(&mut test, &[ahead(1.0)]).1, "SB-7.3");
}

fn assault_column(gap: f32) -> TestTable {
    table()
        .foot("blue", BLUE, 24, "column", (20.0, 20.0, 90.0))
        .chit(Chit::Assault)
        .foot("red", RED, 24, "line", (20.0, 20.0 + gap, 270.0))
        .chit(Chit::Regroup)
}

/// SB-3.4: infantry column, charge 8"; nearest enemy 11" away: no declaration, advances up to 6". It shows its chit then.
#[test]
fn a_unit_with_assault_orders_advances_if_nobody_is_in_reach() {
    let mut test = manoeuvres(assault_column(11.0));
    assert_eq!(chit_seen_by(&test, RED, "blue"), None);
    near(goes(&mut test, &[ahead(9.0)]), 6.0);
    assert_eq!(chit_seen_by(&test, RED, "blue"), Some(Chit::Assault));
    // The rules lay the way if none is given.
    let mut test = manoeuvres(assault_column(11.0));
    near(goes(&mut test, &[]), 6.0);
}

/// SB-3.4: it advances by an inch at least, also if its side passes.
#[test]
fn a_unit_with_assault_orders_advances_an_inch_if_its_side_passes() {
    let mut test = manoeuvres(assault_column(11.0));
    let from = front(&test, "blue");
    end_step(&mut test);
    near(front(&test, "blue").distance(from), 1.0);
    assert_eq!(chit_seen_by(&test, RED, "blue"), Some(Chit::Assault));
    let mut test = manoeuvres(assault_column(11.0));
    assert_eq!(refused(&mut test, &[ahead(0.5)]).1, "SB-3.4");
}

/// SB-3.4: it goes toward the nearest visible enemy, without a change of formation.
#[test]
fn an_advance_goes_toward_the_nearest_enemy() {
    let mut test = manoeuvres(assault_column(11.0));
    assert_eq!(refused(&mut test, &[back(2.0)]).1, "SB-3.4");
    assert_eq!(refused(&mut test, &[Leg::Form("line".into())]).1, "SB-5.4");
}

/// SB-3.4: a shaken unit does not advance; it stays if no enemy is visible.
#[test]
fn a_shaken_unit_and_one_that_sees_nobody_do_not_advance() {
    let other = |table: TestTable| table.foot("other", BLUE, 24, "line", (60.0, 5.0, 90.0));
    let mut test = manoeuvres(other(assault_column(11.0)));
    put_level(&mut test, "blue", Level::Shaken);
    assert_eq!(refused(&mut test, &[ahead(2.0)]).1, "SB-3.4");
    let from = front(&test, "blue");
    end_step(&mut test);
    assert_eq!(front(&test, "blue"), from);
    let wall = |table: TestTable| table.building((0.0, 24.0), (90.0, 26.0), &[], &[]);
    let mut test = manoeuvres(wall(other(assault_column(11.0))));
    let from = front(&test, "blue");
    end_step(&mut test);
    assert_eq!(front(&test, "blue"), from);
}

/// SB-3.5: a reserve may not end within 4" of an enemy.
#[test]
fn a_reserve_ends_four_inches_from_enemies() {
    let table = column().chit(Chit::Reserve).foot("enemy", RED, 24, "line", (20.0, 30.0, 270.0)).chit(Chit::Regroup);
    let mut test = reserves(table);
    near(goes(&mut test, &[ahead(12.0)]), 6.0);
    let table = column().chit(Chit::Reserve).foot("enemy", RED, 24, "line", (20.0, 23.0, 270.0)).chit(Chit::Regroup);
    let mut test = reserves(table);
    let (why, rule) = refused(&mut test, &[ahead(1.0)]);
    assert!(why.contains("4"), "{why}");
    assert_eq!(rule, "SB-3.5");
}

/// SB-8.4: what a unit did last by moving.
#[test]
fn a_move_is_forward_or_away_from_the_enemy() {
    let motion = |legs: &[Leg]| {
        let mut test = manoeuvres(column().foot("enemy", RED, 24, "line", (20.0, 32.0, 270.0)).chit(Chit::Regroup));
        goes(&mut test, legs);
        burt(&test).work(test.unit("blue")).motion
    };
    assert_eq!(motion(&[ahead(3.0)]), Some(Motion::Advanced));
    assert_eq!(motion(&[back(2.0)]), Some(Motion::Retired));
    assert_eq!(motion(&[Leg::AboutFace]), Some(Motion::Moved));
}

/// SB-11.6: a unit arrives in step 5 of its turn, in column, its front on the edge, and moves on from there.
#[test]
fn a_unit_arrives_over_its_stretch_of_the_edge() {
    let late = |turn: u16| {
        field()
            .foot("other", BLUE, 24, "line", (60.0, 20.0, 90.0))
            .foot("blue", BLUE, 24, "line", (20.0, 20.0, 90.0))
            .arrives(turn, &[(10.0, 0.0), (30.0, 0.0)])
    };
    let mut test = manoeuvres(late(1));
    assert!(!stands(&test, "blue"));
    let order = march(&test, "blue", &[]);
    test.order(order);
    assert!(stands(&test, "blue"));
    near_point(front(&test, "blue"), 20.0, 6.0);
    assert_eq!(outline(&test, "blue").footprint.half_width(), 1.0, "it comes in column");
    let mut test = manoeuvres(late(2));
    assert_eq!(refused(&mut test, &[]).1, "SB-11.6");
}

/// SB-11.6: a RESERVE unit arrives in step 6; enemies at all of the stretch keep a unit waiting.
#[test]
fn a_reserve_arrives_in_step_6_and_enemies_bar_the_edge() {
    let late = |table: TestTable| {
        table.foot("blue", BLUE, 24, "line", (20.0, 20.0, 90.0)).arrives(1, &[(19.0, 0.0), (21.0, 0.0)])
    };
    let mut test = reserves(late(field()).chit(Chit::Reserve));
    let order = march(&test, "blue", &[]);
    test.order(order);
    near_point(front(&test, "blue"), 20.0, 12.0);
    let barred = field()
        .foot("other", BLUE, 24, "line", (60.0, 20.0, 90.0))
        .foot("enemy", RED, 24, "line", (20.0, 0.5, 270.0))
        .chit(Chit::Regroup);
    let mut test = manoeuvres(late(barred));
    let (why, rule) = refused(&mut test, &[]);
    assert!(why.contains("waits"), "{why}");
    assert_eq!(rule, "SB-11.6");
}

/// SB-12.1: commanders do not march.
#[test]
fn commanders_ride_in_step_7() {
    let mut test = manoeuvres(line().commander("chief", BLUE, "commander_in_chief", (40.0, 10.0, 90.0)));
    let order = told(&test, &verbs::MARCH, "chief").path(vec![ahead(3.0)]);
    assert_eq!(test.refused(order).1, "SB-12.1");
}

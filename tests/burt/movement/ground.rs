//! Obstacles, woods, rivers and buildings (SB-4.6 to SB-4.10).

use super::*;

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

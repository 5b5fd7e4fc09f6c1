//! Rates, wheels, turns, oblique moves, roads and limbering (SB-4.1 to SB-4.5).

use super::*;

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

/// SB-4.4: a unit that does not stay on the road for the whole move has nothing of it.
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

//! Retreats, and the inch that units keep from enemies (FF-6.15 to FF-6.18).

use bevy::math::Vec2;
use grapeshot::{
    events::EventKind,
    rulesets::{
        fire_and_fury::book::{
            formations::{Formation, Pose},
            values::OrderState,
        },
        shared::formed::walk::Body,
    },
    table::position::Heading,
};

use crate::{
    kit::*,
    movement::{DOUBLE, WELL, checked},
};

/// FF-6.15: a broken unit in the open retreats 12 inches straight home and faces there.
#[test]
fn a_broken_unit_retreats_straight_home() {
    let battle = table().foot("a", BLUE, 6, "line", (20.0, 30.0, 90.0)).word("experience", "raw");
    let mut test = battle.foot("r", RED, 8, "line", (20.0, 55.0, 270.0)).battle();
    put_troops(&mut test, "a", |troops| troops.start = 20);
    checks_alone(&mut test, "a", 1);
    near(front(&test, "a"), 20.0, 18.0);
    assert_eq!((pose(&test, "a").facing, formation(&test, "a")), (Heading(270.0), Formation::Broken));
}

/// FF-6.15: a unit whose retreat reaches its friendly edge leaves the table and is lost.
#[test]
fn a_retreat_over_the_friendly_edge_loses_the_unit() {
    let battle = table().foot("a", BLUE, 6, "line", (20.0, 8.0, 90.0)).word("experience", "raw");
    let battle = battle.foot("b", BLUE, 6, "line", (40.0, 8.0, 90.0));
    let mut test = battle.foot("r", RED, 8, "line", (20.0, 55.0, 270.0)).battle();
    put_troops(&mut test, "a", |troops| troops.start = 20);
    let events = checks_alone(&mut test, "a", 1);
    assert_eq!(count(&test, "a"), 0);
    assert!(says(&events, "FF-6.15", "leaves the table"));
    assert_eq!(ff(&test).play().lost[0], 6);
}

/// FF-6.15: a unit that breaks at the enemy's edge of the table turns about there and retreats over the table.
#[test]
fn a_retreat_that_begins_at_the_enemys_edge_stays_on_the_table() {
    let battle = table().foot("a", BLUE, 6, "line", (20.0, 59.8, 90.0)).word("experience", "raw");
    let mut test = battle.foot("r", RED, 8, "line", (50.0, 30.0, 270.0)).battle();
    put_troops(&mut test, "a", |troops| troops.start = 20);
    checks_alone(&mut test, "a", 1);
    near(front(&test, "a"), 20.0, 47.8);
    assert_eq!(count(&test, "a"), 6);
}

/// FF-6.15: a retreat that comes to a side of the table goes on along it: only the friendly edge loses a unit.
#[test]
fn a_retreat_does_not_leave_the_table_at_its_side() {
    let battle = table().foot("a", BLUE, 6, "line", (3.5, 30.0, 90.0)).word("experience", "raw");
    let battle = battle.foot("q", RED, 10, "line", (7.5, 17.0, 180.0));
    let mut test = battle.battle();
    put_troops(&mut test, "a", |troops| troops.start = 20);
    checks_alone(&mut test, "a", 1);
    assert_eq!(count(&test, "a"), 6);
    assert!(front(&test, "a").y < 25.0, "{}", front(&test, "a"));
    assert!(stands(&test, "a").iter().flat_map(|stand| stand.corners()).all(|corner| corner.x > -0.1));
}

/// FF-6.15: a retreat that comes through friends to a river stops where it last had room.
#[test]
fn a_retreat_between_friends_and_a_river_stops_before_the_friends() {
    let battle = table().area("river", (0.0, 10.0), (60.0, 17.9)).foot("s", BLUE, 12, "line", (20.0, 20.0, 90.0));
    let battle = battle.foot("a", BLUE, 6, "line", (20.0, 30.0, 90.0)).word("experience", "raw");
    let mut test = battle.foot("r", RED, 8, "line", (20.0, 55.0, 270.0)).battle();
    put_troops(&mut test, "a", |troops| troops.start = 20);
    checks_alone(&mut test, "a", 1);
    near(front(&test, "a"), 20.0, 20.0);
}

/// FF-6.15: the way of a unit that breaks and goes round a pond, as the log tells it, is the way that its stands go.
#[test]
fn stands_that_form_a_block_and_retreat_go_round_a_pond() {
    let battle = table().area("river", (17.0, 23.0), (21.5, 26.0));
    let battle = battle.foot("a", BLUE, 6, "line", (20.0, 30.0, 90.0)).word("experience", "raw");
    let mut test = battle.foot("r", RED, 8, "line", (20.0, 55.0, 270.0)).battle();
    put_troops(&mut test, "a", |troops| troops.start = 20);
    let events = checks_alone(&mut test, "a", 1);
    assert!(front(&test, "a").y < 22.0, "it has come past the pond: {}", front(&test, "a"));
    let ways = events.iter().filter_map(|event| match &event.kind {
        EventKind::Moved { path, .. } => Some(path),
        _ => None,
    });
    let points =
        ways.flat_map(|way| way.windows(2)).flat_map(|leg| (0..=20).map(|n| leg[0].lerp(leg[1], n as f32 / 20.0)));
    let (low, high) = (Vec2::new(17.1, 23.1), Vec2::new(21.4, 25.9));
    let wet: Vec<Vec2> = points.filter(|at| at.cmpge(low).all() && at.cmple(high).all()).collect();
    assert_eq!(wet, [] as [Vec2; 0]);
}

/// FF-6.15: the block of a unit that breaks in contact is formed over the enemy, which does not keep it from going
/// home.
#[test]
fn a_unit_that_breaks_in_contact_retreats_home() {
    let battle = table().foot("a", BLUE, 14, "line", (20.0, 30.0, 90.0));
    let test = battle.foot("r", RED, 20, "line", (20.0, 30.0, 270.0)).battle();
    let way = ff(&test).full_retreat(unit(&test, "a"));
    let last = way.poses.last().expect("it goes somewhere");
    near(last.front, 20.0, 18.0);
    assert_eq!(last.facing, Heading(270.0));
}

/// FF-6.15: the block of a unit that breaks beside an enemy who stands on its way home goes round him, and not through
/// him.
#[test]
fn a_unit_that_breaks_beside_an_enemy_does_not_go_through_him() {
    let battle = table().foot("a", BLUE, 6, "line", (20.0, 30.0, 0.0));
    let test = battle.foot("r", RED, 6, "line", (20.0, 27.5, 180.0)).battle();
    let (a, enemies) = (unit(&test, "a"), stands(&test, "r"));
    let lies_on = |pose: &Pose| {
        let own: Vec<_> = ff(&test).body_in(a, pose).outlines().collect();
        own.iter().any(|own| enemies.iter().any(|theirs| own.overlap(theirs) > 0.25))
    };
    let way = ff(&test).full_retreat(a);
    assert!(lies_on(&way.poses[0]), "the block is formed over him");
    let last = way.poses.last().expect("it goes somewhere");
    assert!(last.front.y < 23.0, "{last:?}");
    let off = way.poses.iter().position(|pose| !lies_on(pose)).expect("it goes off him");
    assert!(way.poses[off].front.y > 29.0, "{:?}", way.poses[off]);
    assert!(!way.poses[off..].iter().any(lies_on));
}

/// FF-6.15: a block that would be formed over a river is formed beside it.
#[test]
fn a_unit_that_breaks_beside_a_river_does_not_retreat_in_it() {
    let battle = table().area("river", (20.2, 0.0), (40.0, 60.0));
    let test = battle.foot("a", BLUE, 6, "march_column", (19.5, 30.0, 90.0)).battle();
    let way = ff(&test).full_retreat(unit(&test, "a"));
    assert!(way.poses.iter().all(|pose| pose.front.x < 19.25), "{:?}", way.poses);
    about(way.poses.last().expect("it goes").front.y, 18.0);
}

/// FF-6.16: a line at y = 10 with the enemy's front at 12.5 retreats 1.51 inches.
#[test]
fn a_retreat_out_of_close_range_ends_just_beyond_it() {
    let battle = table().foot("a", BLUE, 6, "line", (20.0, 10.0, 90.0));
    let test = battle.foot("r", RED, 8, "line", (20.0, 12.5, 270.0)).battle();
    let (a, r) = (unit(&test, "a"), unit(&test, "r"));
    let way = ff(&test).out_of_close_range(a, &[r]).expect("there is room");
    assert_eq!(way.len(), 2, "it is straight");
    about(way[1].front.y, 10.0 - 1.51);
    assert_eq!(way[1].facing, Heading(90.0));
}

/// FF-3.4: a line straightens its refused flank for nothing as it sets out; if a unit stands there it goes with its
/// flank as it is.
#[test]
fn a_refused_flank_stays_refused_where_there_is_no_room_to_straighten_it() {
    for (x, wanted) in [(23.5, (0, 2)), (40.0, (0, 0))] {
        let battle = table().foot("a", BLUE, 6, "line", (20.0, 20.0, 90.0));
        let mut test = battle.foot("r", RED, 4, "field_column", (50.0, 19.9, 270.0)).battle();
        let bent = Pose { refused: (0, 2), ..pose(&test, "a") };
        put_pose(&mut test, "a", bent);
        let there = pose(&test, "r").at(Vec2::new(x, 19.9), Heading(270.0));
        put_pose(&mut test, "r", there);
        checks_alone(&mut test, "a", DOUBLE);
        marches(&mut test, "a", &[back(1.0)]);
        assert_eq!(pose(&test, "a").refused, wanted);
    }
}

/// FF-6.16: a unit that would have to leave the table to get out of close range stops at its edge, broken.
#[test]
fn a_retreat_out_of_close_range_stops_at_the_edge() {
    let battle = table().foot("a", BLUE, 6, "line", (20.0, 3.5, 90.0)).word("experience", "raw");
    let mut test = battle.foot("r", RED, 8, "line", (20.0, 4.5, 270.0)).battle();
    put_troops(&mut test, "a", |troops| troops.order = OrderState::Disordered);
    let events = checks_alone(&mut test, "a", 3);
    assert!(says(&events, "FF-6.16", "to the edge"), "{events:#?}");
    assert_eq!(formation(&test, "a"), Formation::Broken);
    let stands = stands(&test, "a");
    assert_eq!(stands.len(), 6);
    assert!(stands.iter().all(|stand| stand.place.at.y > 0.0 && stand.place.at.y < 3.5), "{stands:#?}");
}

/// FF-6.16, FF-6.18: a unit that gives way between two other enemies, which look away, goes on until it is an inch off
/// them.
#[test]
fn who_gives_way_ends_an_inch_off_all_enemies() {
    let battle = table().foot("a", BLUE, 6, "line", (20.0, 10.0, 90.0)).foot("r", RED, 8, "line", (20.0, 12.5, 270.0));
    let battle = battle.foot("b", RED, 4, "field_column", (15.6, 5.5, 270.0));
    let test = battle.foot("c", RED, 4, "field_column", (24.4, 5.5, 270.0)).battle();
    let a = unit(&test, "a");
    let way = ff(&test).out_of_close_range(a, &[unit(&test, "r")]).expect("there is room");
    let end: Vec<_> = ff(&test).body_in(a, &way[way.len() - 1]).outlines().collect();
    for enemy in ["b", "c", "r"] {
        let gap = ff(&test).gap_of(end.iter().copied(), &stands(&test, enemy));
        assert!(gap > 0.98, "{enemy}: {gap} at {way:?}");
    }
}

/// FF-6.16: a unit that gives way turns to the enemy from which it went, but not over closed ground.
#[test]
fn who_gives_way_does_not_turn_over_closed_ground() {
    for ((x, y), turns) in [((60.0, 1.0), true), ((22.2, 16.6), false)] {
        let battle = table().foot("a", BLUE, 8, "line", (20.0, 20.0, 90.0));
        let battle = battle.foot("r", RED, 6, "line", (28.0, 20.0, 180.0));
        let test = battle.area("lake", (x, y), (x + 0.8, y + 0.8)).battle();
        let way = ff(&test).out_of_close_range(unit(&test, "a"), &[unit(&test, "r")]).expect("there is room");
        assert_eq!(way[way.len() - 1].facing != Heading(90.0), turns, "{way:?}");
    }
}

/// FF-6.18: a column that deploys does not come within an inch of an enemy.
#[test]
fn who_changes_formation_keeps_an_inch_off_enemies() {
    for (x, refused) in [(23.9, true), (24.7, false)] {
        let battle = table().foot("a", BLUE, 4, "march_column", (20.0, 20.0, 90.0));
        let battle = battle.foot("r", RED, 4, "field_column", (x, 20.0, 270.0));
        let test = checked(battle, WELL);
        let order = march(&test, "a", &[form("line")]).choice("both");
        match refused {
            true => assert_eq!(refused_by(&test, &order), "FF-6.18"),
            false => drop(plan(&test, &order)),
        }
    }
}

/// FF-5.9, FF-6.18: a broken unit re-forms an inch off enemies if it has room there.
#[test]
fn who_re_forms_keeps_an_inch_off_enemies() {
    let battle = table().foot("a", BLUE, 6, "line", (20.0, 20.0, 90.0));
    let test = battle.foot("r", RED, 6, "field_column", (24.5, 20.0, 270.0)).battle();
    let a = unit(&test, "a");
    let there = ff(&test).room_to_re_form(a, &pose(&test, "a")).expect("there is room");
    let own = ff(&test).body_in(a, &there).outlines().collect::<Vec<_>>();
    assert!(ff(&test).gap_of(own.into_iter(), &stands(&test, "r")) > 0.98, "{there:?}");
}

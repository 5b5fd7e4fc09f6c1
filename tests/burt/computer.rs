//! How the computer plays: its orders and its assaults.

use bevy::math::Vec2;
use grapeshot::{
    ai,
    events::Explained,
    orders::Order,
    rulesets::burt::{
        book::{
            values::{Chit, Formation, Level},
            verbs,
        },
        state::sequence_of_play::Step,
    },
    turn::{HoldTerm, HoldWhen, Objective, VictoryTerms},
};

use crate::kit::*;

/// The computer answers for blue, red does as little as it can, until red or blue is asked in another step.
pub(super) fn plays_until(test: &mut TestBattle, wanted: Step) {
    let mut commander = ai::unerring(7);
    for _ in 0..200 {
        if step(test) == wanted {
            return;
        }
        let asks = test.battle.awaiting().asks.clone();
        match asks.iter().find(|ask| ask.side == BLUE) {
            Some(ask) => {
                let decision = commander.decide(&test.battle, ask);
                test.order(decision.order);
            }
            None => {
                pass(test);
            }
        }
    }
    panic!("the battle does not come to {wanted:?}: it stands at {:?}", step(test));
}

/// A place worth 4 points.
pub(super) fn objective(x: f32, y: f32) -> VictoryTerms {
    let at = Vec2::new(x, y);
    VictoryTerms {
        objectives: vec![Objective {
            id: "farm".into(),
            name: "the farm".into(),
            at,
            radius: 4.0,
            indoors: false,
            held_by: None,
        }],
        holds: vec![HoldTerm { objective: 0, points: 4.0, side: None, when: HoldWhen::Most }],
        ..VictoryTerms::default()
    }
}

/// What the computer thinks of the orders that blue can give now, the best first.
pub(super) fn thoughts(test: &TestBattle) -> Vec<(Order, Explained)> {
    let ask = test.battle.awaiting().asks.iter().find(|ask| ask.side == BLUE).cloned().expect("blue is asked");
    test.battle.rules().prospects(&test.battle.view_of(BLUE), &ask)
}

/// A brigade of two columns of blue with their staff, and a line of red so far from the fronts.
fn columns_before_a_line(inches: f32) -> TestTable {
    table()
        .commander("staff", BLUE, "command_element", (40.0, 16.4, 90.0))
        .foot("left", BLUE, 24, "column", (38.5, 20.0, 90.0))
        .under("staff")
        .foot("right", BLUE, 24, "column", (41.5, 20.0, 90.0))
        .under("staff")
        .foot("line", RED, 24, "line", (40.0, 20.0 + inches, 270.0))
        .chit(Chit::Fire)
        .class("D")
        .victory(objective(40.0, 30.0))
}

/// SB-3.3, SB-9.1: a unit that can reach an enemy and will probably break it gets ASSAULT orders, and they go in
/// together.
#[test]
fn columns_in_reach_of_a_line_assault_it() {
    let mut test = columns_before_a_line(6.0).battle();
    plays_until(&mut test, Step::Manoeuvres);
    assert_eq!(["left", "right"].map(|key| chit_of(&test, key)), [Chit::Assault; 2]);
    assert_eq!(burt(&test).assaults_on(test.unit("line")).count(), 2);
}

/// SB-9.1: a friend in the way leaves nobody to assault, so that the one behind gets no such order.
#[test]
fn who_stands_behind_a_friend_gets_no_assault_orders() {
    let table = table()
        .commander("staff", BLUE, "command_element", (42.0, 14.0, 90.0))
        .foot("behind", BLUE, 24, "column", (40.0, 16.0, 90.0))
        .under("staff")
        .foot("before", BLUE, 24, "line", (40.0, 18.0, 90.0))
        .foot("line", RED, 24, "line", (40.0, 23.0, 270.0))
        .chit(Chit::Fire)
        .class("E");
    let mut test = table.battle();
    plays_until(&mut test, Step::Manoeuvres);
    assert_ne!(chit_of(&test, "behind"), Chit::Assault);
}

/// SB-9.1: nobody marches into the way of a friend who has declared an assault.
#[test]
fn the_way_of_an_assault_is_kept_free() {
    let table = table()
        .foot("assaulter", BLUE, 24, "column", (40.0, 20.0, 90.0))
        .chit(Chit::Assault)
        .foot("other", BLUE, 24, "column", (43.0, 20.0, 90.0))
        .foot("line", RED, 24, "line", (40.0, 27.5, 270.0))
        .chit(Chit::Fire)
        .victory(objective(36.0, 24.0));
    let mut test = table.commander("chief", BLUE, "commander_in_chief", (40.0, 10.0, 90.0)).battle();
    go_to(&mut test, Step::Assaults);
    let order = assault(&test, "assaulter", "line");
    test.order(order);
    plays_until(&mut test, Step::Commanders);
    let way = burt(&test).way_to(test.unit("assaulter"), test.unit("line"));
    assert!(way.is_ok(), "{way:?}, the other at {}", front(&test, "other"));
}

/// SB-12.3, SB-3.1: a general takes over a unit beside him that is out of contact and could assault.
#[test]
fn a_general_takes_over_a_unit_that_needs_another_order() {
    let table = table()
        .commander("staff", BLUE, "command_element", (10.0, 10.0, 90.0))
        .commander("general", BLUE, "general", (40.0, 16.0, 90.0))
        .foot("column", BLUE, 24, "column", (40.0, 20.0, 90.0))
        .under("staff")
        .foot("line", RED, 24, "line", (40.0, 26.0, 270.0))
        .chit(Chit::Fire)
        .class("D");
    let mut test = table.battle();
    end_turn(&mut test);
    plays_until(&mut test, Step::Manoeuvres);
    assert_eq!(chit_of(&test, "column"), Chit::Assault);
}

/// SB-5.4, SB-9.11: a unit that has to attack stays in column, which strikes deeper and charges farther.
#[test]
fn columns_that_attack_stay_in_column() {
    let mut test = columns_before_a_line(12.0).battle();
    plays_until(&mut test, Step::Commanders);
    for key in ["left", "right"] {
        assert_eq!(burt(&test).formation(test.unit(key)), Formation::Column, "{key}");
        assert!(front(&test, key).y > 22.0, "{key}: {}", front(&test, key));
    }
}

/// SB-3.1: a command element rides to where it is in contact with both of its units.
#[test]
fn a_command_element_rides_between_its_units() {
    let table = table()
        .commander("staff", BLUE, "command_element", (60.0, 10.0, 90.0))
        .foot("left", BLUE, 24, "column", (38.4, 20.0, 90.0))
        .chit(Chit::Regroup)
        .under("staff")
        .foot("right", BLUE, 24, "column", (42.6, 20.0, 90.0))
        .chit(Chit::Regroup)
        .under("staff")
        .foot("line", RED, 24, "line", (40.0, 50.0, 270.0))
        .chit(Chit::Regroup);
    let mut test = table.battle();
    go_to(&mut test, Step::Commanders);
    plays_until(&mut test, Step::Orders);
    for key in ["left", "right"] {
        let gap = burt(&test).gap(test.unit("staff"), test.unit(key));
        assert!(gap <= 1.0, "{key}: {gap}");
    }
}

/// SB-12.2: the commander-in-chief rides to the unit that is about to be tested for its assault.
#[test]
fn a_general_rides_to_the_unit_that_assaults() {
    let table = table()
        .commander("chief", BLUE, "commander_in_chief", (52.0, 12.0, 90.0))
        .foot("assaulter", BLUE, 24, "column", (40.0, 20.0, 90.0))
        .chit(Chit::Assault)
        .foot("other", BLUE, 24, "column", (50.0, 14.0, 90.0))
        .chit(Chit::Regroup)
        .foot("line", RED, 24, "line", (40.0, 27.0, 270.0))
        .chit(Chit::Fire);
    let mut test = table.battle();
    go_to(&mut test, Step::Assaults);
    let order = assault(&test, "assaulter", "line");
    test.order(order);
    plays_until(&mut test, Step::Fire);
    let gap = burt(&test).gap(test.unit("chief"), test.unit("assaulter"));
    assert!(gap <= 1.0, "{gap}");
}

/// SB-11.5: a unit that alone holds an objective does not leave it for an enemy far off.
#[test]
fn who_alone_holds_an_objective_stays_there() {
    let table = table()
        .commander("chief", BLUE, "commander_in_chief", (40.0, 14.0, 90.0))
        .foot("keeper", BLUE, 24, "column", (40.0, 20.0, 90.0))
        .foot("line", RED, 24, "line", (40.0, 44.0, 270.0))
        .chit(Chit::Fire)
        .victory(objective(40.0, 17.0));
    let mut test = table.battle();
    plays_until(&mut test, Step::Commanders);
    let gap = burt(&test).outline(test.unit("keeper")).gap_to_point(Vec2::new(40.0, 17.0));
    assert!(gap <= 4.0, "{gap}");
}

/// SB-8.3: a line that stands higher is less likely to run from those who come up to it.
#[test]
fn an_assault_uphill_promises_less() {
    let worth = |hill: bool| {
        let mut table = table();
        if hill {
            table = table.hill((20.0, 24.0), (60.0, 50.0), 1, false);
        }
        let table = table
            .commander("staff", BLUE, "command_element", (42.0, 16.0, 90.0))
            .foot("column", BLUE, 24, "column", (40.0, 20.0, 90.0))
            .under("staff")
            .chit(Chit::Assault)
            .foot("line", RED, 24, "line", (40.0, 25.0, 270.0))
            .chit(Chit::Regroup);
        let mut test = table.battle();
        go_to(&mut test, Step::Assaults);
        let assaults = thoughts(&test).into_iter().filter(|(order, _)| order.verb == verbs::ASSAULT);
        assaults.map(|(_, worth)| worth.total()).fold(f32::NEG_INFINITY, f32::max)
    };
    let (up, level) = (worth(true), worth(false));
    assert!(up < level - 0.1, "{up} uphill, {level} on the level");
}

/// SB-8.4: a target stands uphill of the place where the assault starts, also if the assaulter tests on the hill.
#[test]
fn the_computer_looks_uphill_from_where_an_assault_starts() {
    let worth_if_hill_begins = |y: f32| {
        let table = table().hill((20.0, y), (60.0, 50.0), 1, false);
        let mut test = table
            .foot("column", BLUE, 24, "column", (40.0, 20.0, 90.0))
            .chit(Chit::Assault)
            .foot("line", RED, 24, "line", (40.0, 27.0, 270.0))
            .chit(Chit::Regroup)
            .battle();
        go_to(&mut test, Step::Assaults);
        let assaults = thoughts(&test).into_iter().filter(|(order, _)| order.verb == verbs::ASSAULT);
        assaults.map(|(_, worth)| worth.total()).fold(f32::NEG_INFINITY, f32::max)
    };
    near(worth_if_hill_begins(22.0), worth_if_hill_begins(25.0));
}

/// SB-11.5: an assault on an enemy who stands on ground that counts is worth more than one on him elsewhere.
#[test]
fn ground_that_an_enemy_keeps_is_a_reason_to_assault_him() {
    let worth_with_ground_at = |y: f32| {
        let table = table()
            .foot("column", BLUE, 24, "column", (40.0, 20.0, 90.0))
            .chit(Chit::Assault)
            .foot("line", RED, 24, "line", (40.0, 26.0, 270.0))
            .chit(Chit::Fire)
            .victory(objective(40.0, y));
        let mut test = table.battle();
        go_to(&mut test, Step::Assaults);
        let assaults = thoughts(&test).into_iter().filter(|(order, _)| order.verb == verbs::ASSAULT);
        assaults.map(|(_, worth)| worth.total()).fold(f32::NEG_INFINITY, f32::max)
    };
    let (kept, elsewhere) = (worth_with_ground_at(28.0), worth_with_ground_at(50.0));
    assert!(kept > elsewhere + 1.0, "{kept} against {elsewhere}");
}

/// SB-7.4: a unit that is about to close with the enemy and has lost order regroups first, as long as there is time.
#[test]
fn a_disordered_column_regroups_before_it_closes() {
    let chit_at = |level: Level| {
        let mut table = table()
            .commander("staff", BLUE, "command_element", (42.0, 16.4, 90.0))
            .foot("left", BLUE, 24, "column", (40.0, 20.0, 90.0))
            .under("staff")
            .victory(objective(40.0, 44.0));
        for (key, x) in [("line", 40.0), ("second", 48.0), ("third", 56.0), ("fourth", 64.0), ("fifth", 72.0)] {
            table = table.foot(key, RED, 24, "line", (x, 38.0, 270.0)).chit(Chit::Fire);
        }
        for (key, x) in [("rear", 6.0), ("last", 12.0), ("other", 18.0)] {
            table = table.foot(key, BLUE, 24, "column", (x, 10.0, 90.0)).chit(Chit::Manoeuver);
        }
        let mut test = table.battle();
        put_level(&mut test, "left", level);
        plays_until(&mut test, Step::Manoeuvres);
        chit_of(&test, "left")
    };
    assert_eq!(chit_at(Level::Disordered), Chit::Regroup);
    assert_ne!(chit_at(Level::Formed), Chit::Regroup);
}

/// SB-9.10: a line storms a house with more bases than a column, so that the computer thinks better of its assault.
#[test]
fn a_house_is_better_stormed_in_line() {
    let worth_in = |formation: &str| {
        let table = table()
            .building((38.0, 23.0), (42.0, 26.0), &[], &[])
            .foot("battalion", BLUE, 24, formation, (40.0, 20.0, 90.0))
            .chit(Chit::Assault)
            .troops("garrison", RED, "skirmishers", 12, "house", (40.0, 24.5, 270.0))
            .chit(Chit::Fire);
        let mut test = table.battle();
        go_to(&mut test, Step::Assaults);
        let assaults = thoughts(&test).into_iter().filter(|(order, _)| order.verb == verbs::ASSAULT);
        assaults.map(|(_, worth)| worth.total()).fold(f32::NEG_INFINITY, f32::max)
    };
    let (line, column) = (worth_in("line"), worth_in("column"));
    assert!(line > column + 1.0, "{line} in line, {column} in column");
}

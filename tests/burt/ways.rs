//! The ways that the computer takes over the ground.

use bevy::math::Vec2;
use grapeshot::{
    events::Explained,
    rulesets::burt::{
        book::{
            values::{Chit, Formation},
            verbs,
        },
        state::sequence_of_play::Step,
    },
};

use crate::{
    computer::{objective, plays_until, thoughts},
    kit::*,
};

/// SB-4.2: a unit that has its goal behind it turns about for a quarter of its move instead of wheeling.
#[test]
fn a_column_turns_about_toward_what_it_goes_for() {
    let table = table()
        .commander("staff", BLUE, "command_element", (42.0, 30.0, 270.0))
        .foot("column", BLUE, 24, "column", (40.0, 30.0, 270.0))
        .under("staff")
        .foot("line", RED, 24, "line", (80.0, 56.0, 270.0))
        .chit(Chit::Fire)
        .victory(objective(40.0, 52.0));
    let mut test = table.battle();
    plays_until(&mut test, Step::Commanders);
    assert_eq!(facing(&test, "column").rem_euclid(360.0).round(), 90.0);
    assert!(front(&test, "column").y > 34.0, "{}", front(&test, "column"));
}

/// SB-4.9: the computer thinks of going into an empty house in reach.
#[test]
fn a_way_into_an_empty_house_is_thought_of() {
    let table = table()
        .commander("chief", BLUE, "commander_in_chief", (40.0, 10.0, 90.0))
        .troops("skirmishers", BLUE, "skirmishers", 12, "open_order", (40.0, 26.0, 90.0))
        .foot("line", RED, 24, "line", (40.0, 48.0, 270.0))
        .chit(Chit::Fire)
        .building((38.0, 28.0), (42.0, 31.0), &[], &[])
        .victory(objective(40.0, 29.5));
    let mut test = table.battle();
    plays_until(&mut test, Step::Manoeuvres);
    let ask = test.battle.awaiting().asks[0].clone();
    let prospects = test.battle.rules().prospects(&test.battle.view_of(BLUE), &ask);
    let chit = chit_of(&test, "skirmishers");
    assert!(prospects.iter().any(|(order, _)| order.path == [to(40.0, 29.5)]), "{chit:?} {prospects:?}");
}

/// SB-4.10: a move over ground that costs a level is worth so much less, and the same move over open ground is not.
#[test]
fn a_way_that_costs_a_level_is_priced() {
    let priced = |table: TestTable| {
        let table = table
            .commander("staff", BLUE, "command_element", (42.0, 16.0, 90.0))
            .foot("column", BLUE, 24, "column", (40.0, 20.0, 90.0))
            .under("staff")
            .foot("line", RED, 24, "line", (40.0, 55.0, 270.0))
            .chit(Chit::Fire)
            .victory(objective(40.0, 36.0));
        let mut test = table.battle();
        go_to(&mut test, Step::Manoeuvres);
        let ground = |worth: &Explained| worth.modifiers().iter().any(|line| line.label.contains("costs it a level"));
        let marches = thoughts(&test).into_iter().filter(|(order, _)| order.verb == verbs::MARCH);
        marches.map(|(_, worth)| ground(&worth)).collect::<Vec<bool>>()
    };
    let (wood, open) = (priced(table().area("wood", (20.0, 21.0), (60.0, 30.0))), priced(table()));
    assert!(!wood.is_empty() && !open.is_empty());
    assert!(wood.contains(&true), "every way goes through the wood: {wood:?}");
    assert!(!open.contains(&true), "{open:?}");
}

/// SB-4.10: ground that lies before the goal of a unit must be crossed some day, so that its price counts for little, also
/// if it is too deep for one move. Ground beside the way is dear.
#[test]
fn ground_that_must_be_crossed_anyhow_costs_little() {
    let price = |wood: ((f32, f32), (f32, f32)), goal: (f32, f32)| {
        let table = table()
            .area("wood", wood.0, wood.1)
            .commander("staff", BLUE, "command_element", (42.0, 16.0, 90.0))
            .foot("column", BLUE, 24, "column", (40.0, 20.0, 90.0))
            .under("staff")
            .foot("line", RED, 24, "line", (40.0, 55.0, 270.0))
            .chit(Chit::Fire)
            .victory(objective(goal.0, goal.1));
        let mut test = table.battle();
        go_to(&mut test, Step::Manoeuvres);
        let marches = thoughts(&test).into_iter().filter(|(order, _)| order.verb == verbs::MARCH);
        let lines: Vec<(String, f32)> = marches.flat_map(|(_, worth)| lines(&worth)).collect();
        let ground = lines.into_iter().filter(|(label, _)| label.contains("costs it a level"));
        ground.map(|(_, amount)| -amount).fold(f32::INFINITY, f32::min)
    };
    let across = price(((20.0, 21.0), (60.0, 22.0)), (40.0, 36.0));
    let deep = price(((20.0, 21.0), (60.0, 33.0)), (40.0, 40.0));
    let beside = price(((36.0, 23.0), (60.0, 35.0)), (12.0, 21.0));
    assert!(
        across > 0.0 && deep <= across && across * 3.0 < beside,
        "{across} across, {deep} into the deep, {beside} beside the way"
    );
}

/// SB-4.11: a unit that waits behind a friend that stays where it is goes round it.
#[test]
fn who_waits_behind_a_friend_goes_round_him() {
    let aside_by = |bars: bool| {
        let mut table = table()
            .commander("staff", BLUE, "command_element", (42.0, 22.0, 90.0))
            .foot("rear", BLUE, 24, "column", (40.0, 26.0, 90.0))
            .under("staff");
        if bars {
            table = table.guns("waits", BLUE, "6pdr", 2, "unlimbered", (40.0, 29.0, 90.0)).chit(Chit::Fire);
        }
        let table = table.foot("line", RED, 24, "line", (40.0, 58.0, 270.0)).chit(Chit::Fire);
        let mut test = table.victory(objective(40.0, 48.0)).battle();
        plays_until(&mut test, Step::Commanders);
        (front(&test, "rear").x - 40.0).abs()
    };
    let (barred, free) = (aside_by(true), aside_by(false));
    assert!(free < 1.0 && barred > 3.0, "{free} inches aside on a free way, {barred} behind a friend");
}

/// SB-4.8: a unit that is parted from its goal by a river that nobody can ford goes for the bridge.
#[test]
fn the_way_to_a_goal_beyond_a_river_leads_over_the_bridge() {
    let table = table()
        .stream(&[(0.0, 30.0), (96.0, 30.0)], 2.0, true)
        .bridge((60.0, 28.0), (63.0, 32.0))
        .commander("staff", BLUE, "command_element", (42.0, 22.0, 90.0))
        .foot("column", BLUE, 24, "column", (40.0, 26.0, 90.0))
        .under("staff")
        .foot("line", RED, 24, "line", (40.0, 55.0, 270.0))
        .chit(Chit::Fire)
        .victory(objective(40.0, 36.0));
    let mut test = table.battle();
    let bridge = Vec2::new(61.5, 30.0);
    let before = front(&test, "column").distance(bridge);
    for _ in 0..2 {
        plays_until(&mut test, Step::Commanders);
        plays_until(&mut test, Step::Manoeuvres);
    }
    plays_until(&mut test, Step::Commanders);
    let after = front(&test, "column").distance(bridge);
    assert!(after < before - 6.0, "{before} {after}, at {}", front(&test, "column"));
}

/// SB-4.9: a garrison whose goal lies elsewhere comes out of its house toward it.
#[test]
fn a_garrison_comes_out_for_its_goal() {
    let table = table()
        .building((38.0, 17.0), (42.0, 20.0), &[], &[])
        .commander("staff", BLUE, "command_element", (40.0, 16.0, 90.0))
        .foot("garrison", BLUE, 24, "house", (40.0, 18.5, 90.0))
        .under("staff")
        .foot("line", RED, 24, "line", (40.0, 55.0, 270.0))
        .chit(Chit::Fire)
        .victory(objective(40.0, 36.0));
    let mut test = table.battle();
    plays_until(&mut test, Step::Commanders);
    assert_eq!(burt(&test).formation(test.unit("garrison")), Formation::Column);
    assert!(front(&test, "garrison").y > 20.0, "{}", front(&test, "garrison"));
}

/// The computer plays a number of turns for blue, each as far as the commanders ride.
fn plays_turns(test: &mut TestBattle, turns: usize) {
    for _ in 0..turns {
        plays_until(test, Step::Commanders);
        plays_until(test, Step::Orders);
    }
}

/// SB-4.2: skirmishers whose wide front is caught at the corner of a house go past it. At Columbeira the 5th/60th
/// Rifles stood there from turn 2 to turn 6, two inches out of their range.
#[test]
fn skirmishers_at_the_corner_of_a_house_go_past_it() {
    let table = table()
        .building((52.0, 22.0), (55.0, 24.0), &[], &[])
        .commander("chief", BLUE, "commander_in_chief", (57.0, 14.0, 90.0))
        .troops("rifles", BLUE, "skirmishers", 12, "deep_open_order", (57.6, 21.99, 95.7))
        .word("weapon", "rifle")
        .chit(Chit::Fire)
        .foot("line", RED, 30, "line", (63.0, 36.0, 270.0))
        .chit(Chit::Fire)
        .victory(objective(50.0, 38.0));
    let mut test = table.battle();
    let before = front(&test, "rifles");
    plays_turns(&mut test, 3);
    let after = front(&test, "rifles");
    assert!(after.distance(before) > 3.0, "{before} {after}");
}

/// SB-4.2, SB-4.9: a column behind a house that lies on the way to its goal goes round it.
#[test]
fn a_column_behind_a_house_goes_round_it() {
    let table = table()
        .building((46.0, 22.0), (49.5, 24.0), &[], &[])
        .commander("staff", BLUE, "command_element", (49.6, 19.5, 90.0))
        .foot("column", BLUE, 30, "column", (47.75, 21.4, 90.0))
        .under("staff")
        .foot("line", RED, 30, "line", (60.0, 52.0, 270.0))
        .chit(Chit::Fire)
        .victory(objective(50.0, 38.0));
    let mut test = table.battle();
    plays_turns(&mut test, 4);
    assert!(front(&test, "column").y > 24.0, "{}", front(&test, "column"));
}

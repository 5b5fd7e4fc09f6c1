//! How the computer crosses deep water (BP-3.5).

use super::*;
use grapeshot::{
    ai,
    rulesets::black_powder::book::values::Formation,
    turn::{HoldTerm, HoldWhen, Objective, VictoryTerms},
};

/// A deep river from west to east with one bridge, and a farm beyond that is worth the battle.
fn river() -> TestTable {
    let farm = Objective {
        id: "farm".into(),
        name: "the farm".into(),
        at: Vec2::new(40.0, 56.0),
        radius: 6.0,
        indoors: false,
        held_by: None,
    };
    let hold = HoldTerm { objective: 0, points: 6.0, side: None, when: HoldWhen::Most };
    table()
        .turns(14)
        .stream(&[(0.0, 36.0), (120.0, 36.0)], 4.0, true)
        .bridge((38.0, 33.0), (42.0, 39.0))
        .victory(VictoryTerms { objectives: vec![farm], holds: vec![hold], ..VictoryTerms::default() })
}

/// The same with an enemy so far away that he is in nobody's way.
fn empty_bank() -> TestTable {
    river().red("foe", "line_infantry", "line", (114.0, 66.0, 270.0))
}

fn formation(test: &TestBattle, key: &str) -> Formation {
    bp(test).formation(test.unit(key))
}

/// Lets the best player answer for blue, and red pass, until a question that ends it; looks at each before.
fn play(test: &mut TestBattle, mut ends: impl FnMut(&TestBattle) -> bool) {
    let mut commander = ai::unerring(1);
    while test.battle.outcome().is_none() && !ends(test) {
        let ask = test.battle.awaiting().asks[0].clone();
        if ask.side != BLUE {
            pass(test);
            continue;
        }
        let order = commander.decide(&test.battle, &ask).order;
        test.order(order);
    }
}

/// BP-3.4, BP-3.5: a brigade before a deep river forms march column, goes over the bridge and on to its goal.
#[test]
fn a_brigade_goes_over_the_bridge() {
    let keys = ["a", "b", "c"];
    let mut test = empty_bank()
        .blue("a", "line_infantry", "line", (14.0, 16.0, 90.0))
        .blue("b", "line_infantry", "line", (25.0, 16.0, 90.0))
        .blue("c", "line_infantry", "line", (36.0, 16.0, 90.0))
        .battle();
    let mut before = false;
    play(&mut test, |test| {
        let column = |key: &&str| formation(test, key) == Formation::MarchColumn && front(test, key).y < 33.0;
        before |= keys.iter().any(column);
        test.battle.view().clock().turn > 10
    });
    assert!(before, "march columns are formed on the near bank");
    let over = keys.iter().filter(|key| front(&test, key).y > 38.0).count();
    assert!(over >= 2, "{over} are over: {:?}", keys.map(|key| front(&test, key)));
}

/// BP-2.13, BP-3.4, BP-3.5: before a bridge the order says to form march column.
#[test]
fn a_line_before_the_bridge_is_ordered_into_march_column() {
    let test = empty_bank().blue("line", "line_infantry", "line", (40.0, 26.0, 90.0)).battle();
    let ask = test.battle.awaiting().asks[0].clone();
    let order = ai::unerring(1).decide(&test.battle, &ask).order;
    let column = Formation::MarchColumn.id();
    let formed = |leg: &Leg| matches!(leg, Leg::Form(word) if word == column);
    assert!(order.path.iter().any(formed) || order.formation.as_deref() == Some(column), "{order:?}");
}

/// BP-4.5: beyond the bridge a march column with an enemy within 12 inches forms for the fight.
#[test]
fn beyond_the_bridge_nobody_stays_in_march_column_before_an_enemy() {
    let mut test = river()
        .blue("column", "line_infantry", "march_column", (40.0, 46.0, 90.0))
        .red("foe", "line_infantry", "line", (40.0, 61.0, 270.0))
        .battle();
    play(&mut test, |test| asked(test) == "officers" || asked_side(test) != BLUE);
    assert_ne!(formation(&test, "column"), Formation::MarchColumn);
}

/// BP-3.5: a unit beside the bridge is nearer to a goal beyond the river than one that stands opposite it.
#[test]
fn the_way_to_a_goal_beyond_a_river_leads_over_the_bridge() {
    let mut test = empty_bank().blue("line", "line_infantry", "line", (20.0, 16.0, 90.0)).battle();
    until(&mut test, "command");
    let worth = |x: f32, y: f32| {
        let order = told(&test, &MARCH, &["line"]).path([to(x, y)]).unit(test.unit("blue"));
        test.battle.rules().appraise(&test.battle.view(), &order).total()
    };
    let (bridge, bank) = (worth(34.0, 26.0), worth(20.0, 33.0));
    assert!(bridge > bank, "{bridge} {bank}");
}

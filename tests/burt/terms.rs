//! Terms of a scenario: who wins, what earns points, where units come, what ground does.

use bevy::math::Vec2;
use grapeshot::{
    chance::StreamId,
    forces::{UnitEntry, UnitId, Value},
    rulesets::burt::{
        book::values::{Chit, Reason},
        fire::shot::Load,
        morale::modifiers::Circumstances,
    },
    testing::farm,
    turn::{BreakTerm, HoldWhen, VictoryTerms, ZoneTerm},
};

use crate::kit::*;

fn points(test: &TestBattle) -> [f32; 2] {
    let standings = test.battle.rules().standings(&test.battle.view());
    [BLUE, RED].map(|side| standings[side.index()].points.total())
}

/// SB-11.4: a scenario may ask for another lead than 3 points, and say who wins with a smaller one.
#[test]
fn a_scenario_may_ask_for_another_lead() {
    let ends = |margin: f32, otherwise| {
        let terms = VictoryTerms { handicap: vec![2.0, 0.0], margin, otherwise, ..VictoryTerms::default() };
        let table = table().foot("one", BLUE, 24, "line", (20.0, 8.0, 90.0)).chit(Chit::Regroup);
        let table = table.foot("two", RED, 24, "line", (20.0, 52.0, 270.0)).chit(Chit::Regroup);
        let mut test = table.turns(1).victory(terms).battle();
        end_turn(&mut test);
        test.battle.outcome().expect("the battle is over").winner
    };
    assert_eq!(ends(2.0, None), Some(BLUE));
    assert_eq!(ends(2.5, None), None);
    assert_eq!(ends(2.5, Some(RED)), Some(RED));
}

/// SB-11.5: a scenario may give points for having troops at an objective, or for having no enemy there.
#[test]
fn an_objective_may_be_shared_or_denied() {
    let earned = |when, red: bool| {
        let mut table = table().foot("one", BLUE, 24, "line", (48.0, 29.0, 90.0));
        if red {
            table = table.foot("two", RED, 24, "line", (48.0, 32.0, 270.0));
        }
        points(&table.victory(farm((48.0, 30.0), when)).battle())
    };
    assert_eq!([earned(HoldWhen::Most, false), earned(HoldWhen::Most, true)], [[4.0, 0.0], [0.0, 0.0]]);
    assert_eq!([earned(HoldWhen::Some, false), earned(HoldWhen::Some, true)], [[4.0, 0.0], [4.0, 4.0]]);
    assert_eq!([earned(HoldWhen::Denied, false), earned(HoldWhen::Denied, true)], [[4.0, 0.0], [0.0, 0.0]]);
}

/// SB-11.5: a scenario may give points for units that stand wholly in an area, or for named ones with their middle there.
#[test]
fn units_in_a_zone_earn_points() {
    let outline = [(40.0, 20.0), (60.0, 20.0), (60.0, 40.0), (40.0, 40.0)].map(|(x, y)| Vec2::new(x, y)).to_vec();
    let mut zone = ZoneTerm { side: BLUE, of: Vec::new(), driven: false, outline, each: 1.5, name: "the field".into() };
    let battle = |zone: &ZoneTerm| {
        let terms = VictoryTerms { zones: vec![zone.clone()], ..VictoryTerms::default() };
        let table = table().foot("in", BLUE, 24, "line", (50.0, 30.0, 90.0));
        let table = table.foot("across", BLUE, 24, "line", (41.0, 25.0, 90.0));
        let table = table.foot("red", RED, 24, "line", (50.0, 36.0, 270.0));
        points(&table.victory(terms).battle())
    };
    assert_eq!(battle(&zone), [1.0, 0.0], "one unit, rounded down");
    zone.of = vec![grapeshot::forces::UnitId(1), grapeshot::forces::UnitId(2)];
    assert_eq!(battle(&zone), [3.0, 0.0], "two units by their middles");
}

/// SB-11.6: dice may say the turn in which a unit comes, or it comes by chance.
#[test]
fn dice_say_in_which_turn_a_unit_comes() {
    let comes = |late: fn(TestTable) -> TestTable, dice: &[u16]| {
        let table = table().foot("other", BLUE, 24, "line", (60.0, 20.0, 90.0)).chit(Chit::Regroup);
        let table = table.foot("red", RED, 24, "line", (60.0, 52.0, 270.0)).chit(Chit::Regroup);
        let table = table.foot("late", BLUE, 24, "line", (20.0, 20.0, 90.0)).arrives(2, &[(10.0, 0.0), (30.0, 0.0)]);
        let mut test = late(table).battle();
        force(&mut test, &StreamId::new("arrivals"), dice);
        let due = |test: &TestBattle| {
            let view = test.battle.view();
            view.unit_part::<UnitEntry>(test.unit("late"))
                .arrival
                .as_ref()
                .is_some_and(|it| it.is_due(view.clock().turn))
        };
        while !due(&test) {
            end_turn(&mut test);
        }
        go_to_question(&mut test, "manoeuvre");
        let order = march(&test, "late", &[]);
        test.order(order);
        test.battle.view().clock().turn
    };
    assert_eq!(comes(|table| table.by_dice("1d6+1"), &[2, 2]), 3, "they show 3 in turn 2, and again in turn 3");
    assert_eq!(comes(|table| table.by_chance(2), &[3, 6, 2]), 4);
}

/// SB-11.6: a unit that may come over either of two edges comes where a die says when its turn begins.
#[test]
fn a_die_says_over_which_edge_a_unit_comes() {
    for (die, wanted) in [(2, Vec2::new(6.0, 20.0)), (3, Vec2::new(20.0, 6.0))] {
        let table = table().foot("other", BLUE, 24, "line", (60.0, 20.0, 90.0)).chit(Chit::Regroup);
        let table = table.foot("red", RED, 24, "line", (60.0, 52.0, 270.0)).chit(Chit::Regroup);
        let table = table.foot("late", BLUE, 24, "line", (20.0, 20.0, 90.0)).arrives(2, &[(10.0, 0.0), (30.0, 0.0)]);
        let mut test = table.or_elsewhere(2, &[(0.0, 10.0), (0.0, 30.0)]).battle();
        force(&mut test, &StreamId::new("arrivals"), &[die]);
        end_turn(&mut test);
        go_to_question(&mut test, "manoeuvre");
        let order = march(&test, "late", &[]);
        test.order(order);
        near_point(front(&test, "late"), wanted.x, wanted.y);
    }
}

/// SB-4.7: a piece of ground has the rate that its scenario gives it, and is closed to those that the scenario names.
#[test]
fn ground_is_as_the_scenario_has_it() {
    let goes = |rate: Option<f32>, closed: &[&str]| {
        let table = table().foot("one", BLUE, 24, "column", (20.0, 20.0, 90.0));
        let mut scenario = table.area("crops", (10.0, 20.5), (30.0, 50.0)).scenario();
        let ground = &mut scenario.terrain.areas[0].ground;
        (ground.rate, ground.own_rate) = (rate.unwrap_or(ground.rate), rate.is_some());
        ground.closed_to = closed.iter().map(|who| (*who).into()).collect();
        let battle = grapeshot::battle::Battle::new(&scenario.into(), 1, grapeshot::rulesets::plugin);
        let mut test = TestBattle { battle };
        go_to_question(&mut test, "manoeuvre");
        let order = march(&test, "one", &[ahead(6.0)]);
        test.battle.check(&order).map(|plan| plan.moves[0].end.at.y)
    };
    let reached =
        |found: Result<f32, _>| found.unwrap_or_else(|refusal: grapeshot::orders::Refusal| panic!("{refusal}"));
    let (usual, slow) = (reached(goes(None, &[])), reached(goes(Some(0.25), &[])));
    assert!(slow < usual - 2.0, "{slow} and {usual}");
    let (barred, free) = (reached(goes(None, &["foot"])), reached(goes(None, &["mounted"])));
    assert!(barred < usual - 2.0 && free == usual, "{barred}, {free} and {usual}");
}

/// SB-3.3: a unit that waits for its cue does not move until its turn, or until an enemy is near.
#[test]
fn a_unit_waits_for_its_cue() {
    let refusal = |cue: (f32, f32), foe: f32| {
        let table = table().foot("one", BLUE, 24, "line", (48.0, 10.0, 90.0));
        let table = table.value("cue_turn", Value::Number(cue.0)).value("cue_within", Value::Number(cue.1));
        let table = table.foot("foe", RED, 24, "line", (48.0, foe, 270.0)).chit(Chit::Regroup);
        let mut test = table.battle();
        end_turn(&mut test);
        go_to_question(&mut test, "manoeuvre");
        assert_eq!(test.battle.view().clock().turn, 2);
        burt(&test).may_manoeuvre(test.unit("one")).err().map(|refusal| refusal.reason)
    };
    assert_eq!(
        refusal((3.0, 0.0), 52.0),
        Some("ONE waits for its cue: until turn 3, or until it is harmed".to_owned())
    );
    assert_eq!(refusal((2.0, 0.0), 52.0), None, "its turn has come");
    assert_eq!(refusal((3.0, 50.0), 52.0), None, "an enemy is near");
}

/// SB-11.4: units that a scenario names earn points once they have lost the share of their figures that it asks for.
#[test]
fn units_that_are_named_earn_points_when_they_break() {
    let earned = |share: f32| {
        let term = BreakTerm { name: "broken".into(), side: BLUE, of: vec![UnitId(1)], share, points: 5.0 };
        let table = table().foot("one", BLUE, 24, "line", (20.0, 8.0, 90.0));
        let table = table.foot("foe", RED, 24, "line", (20.0, 52.0, 270.0)).number("lost", 12.0);
        points(&table.victory(VictoryTerms { breaks: vec![term], ..VictoryTerms::default() }).battle())[0]
    };
    assert_eq!(earned(0.5) - earned(0.6), 5.0, "it has lost 12 of 24 figures");
}

/// SB-6.5, SB-8.3: a scenario may give a unit modifiers of its own.
#[test]
fn a_house_rule_is_a_modifier_like_any_other() {
    let table =
        table().foot("plain", BLUE, 24, "line", (40.0, 20.0, 90.0)).foot("own", BLUE, 24, "line", (60.0, 20.0, 90.0));
    let table =
        ["SB-6.5", "SB-6.6", "SB-8.3"].iter().fold(table, |table, rule| table.house_rule(rule, 1, "fresh cartridges"));
    let test = table.foot("foe", RED, 24, "line", (50.0, 24.0, 270.0)).battle();
    let burt = burt(&test);
    let needed = |key: &str| {
        let (unit, foe) = (test.unit(key), test.unit("foe"));
        let (out, back) = (burt.shot(unit, foe, Load::SmallArms), burt.shot(foe, unit, Load::SmallArms));
        [out.to_hit(), back.to_save(), burt.morale_needed(unit, Reason::Casualties, &Circumstances::default()).needed()]
    };
    let (plain, own) = (needed("plain"), needed("own"));
    assert_eq!([own[0] - plain[0], own[1] - plain[1], own[2] - plain[2]], [1, 1, -1]);
}

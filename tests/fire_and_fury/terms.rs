//! Terms of a scenario: who wins, what earns points, where units come.

use bevy::math::Vec2;
use grapeshot::{
    chance::StreamId,
    forces::{UnitId, Value},
    rulesets::fire_and_fury::command::checks::Under,
    testing::farm,
    turn::{BreakTerm, HoldWhen, VictoryTerms, ZoneTerm},
};

use crate::kit::*;

fn points(test: &TestBattle) -> [f32; 2] {
    [BLUE, RED].map(|side| ff(test).standings()[side.index()].points.total())
}

/// FF-16.3: a scenario may ask for another lead than 4 points, and say who wins with a smaller one.
#[test]
fn a_scenario_may_ask_for_another_lead() {
    let ends = |margin: f32, otherwise| {
        let terms = VictoryTerms { handicap: vec![3.0, 0.0], margin, otherwise, ..VictoryTerms::default() };
        let battle = table().foot("a", BLUE, 6, "line", (20.0, 10.0, 90.0));
        let battle = battle.foot("r", RED, 6, "line", (20.0, 50.0, 270.0)).turns(1).victory(terms);
        let mut test = battle.battle();
        while test.battle.outcome().is_none() {
            goes_on(&mut test);
        }
        let outcome = test.battle.outcome().expect("the battle is over").clone();
        (outcome.winner, outcome.text)
    };
    assert_eq!(
        ends(3.0, None),
        (Some(BLUE), "The last turn is over: a minor victory for the blue, 3 points to 0".into())
    );
    assert_eq!(ends(3.5, None).0, None);
    assert_eq!(ends(3.5, Some(RED)), (Some(RED), "The last turn is over: the red win, 0 points to 3".into()));
}

/// FF-16.2: a scenario may give points for having troops at a key position, or for having no enemy there; otherwise who was
/// last there alone holds it.
#[test]
fn a_key_position_may_be_shared_or_denied() {
    let earned = |when, red: bool| {
        let mut battle = table().foot("a", BLUE, 6, "line", (20.0, 29.0, 90.0));
        let y = if red { 33.0 } else { 50.0 };
        battle = battle.foot("r", RED, 6, "line", (20.0, y, 270.0));
        points(&battle.victory(farm((20.0, 30.0), when)).battle())
    };
    assert_eq!([earned(HoldWhen::Most, false), earned(HoldWhen::Most, true)], [[4.0, 0.0], [0.0, 0.0]]);
    assert_eq!([earned(HoldWhen::Some, false), earned(HoldWhen::Some, true)], [[4.0, 0.0], [4.0, 4.0]]);
    assert_eq!([earned(HoldWhen::Denied, false), earned(HoldWhen::Denied, true)], [[4.0, 0.0], [0.0, 0.0]]);
}

/// FF-16.3: a scenario may give points for stands in an area.
#[test]
fn stands_in_a_zone_earn_points() {
    let outline = [(10.0, 20.0), (30.0, 20.0), (30.0, 40.0), (10.0, 40.0)].map(|(x, y)| Vec2::new(x, y)).to_vec();
    let mut zone = ZoneTerm { side: BLUE, of: Vec::new(), driven: false, outline, each: 0.5, name: "the field".into() };
    let battle = |zone: &ZoneTerm| {
        let terms = VictoryTerms { zones: vec![zone.clone()], ..VictoryTerms::default() };
        let battle = table().foot("a", BLUE, 5, "line", (20.0, 30.0, 90.0));
        let battle = battle.foot("r", RED, 6, "line", (20.0, 36.0, 270.0)).victory(terms);
        points(&battle.battle())
    };
    assert_eq!(battle(&zone), [2.0, 0.0], "five stands, rounded down");
    zone.of = vec![UnitId(1)];
    assert_eq!(battle(&zone), [3.0, 0.0], "six stands of the unit that it names");
}

/// FF-14.1: dice may say the turn in which a unit comes, or it comes by chance.
#[test]
fn dice_say_in_which_turn_a_unit_comes() {
    let comes = |table: TestTable, dice: &[u16]| {
        let mut test = table.battle();
        force(&mut test, &StreamId::new("arrivals"), dice);
        while test.battle.view().present(test.unit("late")).next().is_none() {
            goes_on(&mut test);
        }
        test.battle.view().clock().turn
    };
    let late = || {
        let battle = table().foot("a", BLUE, 6, "line", (40.0, 20.0, 90.0));
        let battle = battle.foot("r", RED, 6, "line", (40.0, 50.0, 270.0));
        battle.foot("late", BLUE, 6, "march_column", (20.0, 20.0, 90.0)).arrives(2, &[(10.0, 0.0), (30.0, 0.0)])
    };
    assert_eq!(comes(late().by_dice("1d6+1"), &[2, 2]), 3, "they show 3 in turn 2, and again in turn 3");
    assert_eq!(comes(late().by_chance(2), &[3, 6, 2]), 4);
}

/// FF-14.1: a unit that may come over either of two edges comes where a die says in its turn.
#[test]
fn a_die_says_over_which_edge_a_unit_comes() {
    for (die, elsewhere) in [(2, true), (3, false)] {
        let battle = table().foot("a", BLUE, 6, "line", (40.0, 20.0, 90.0));
        let battle = battle.foot("r", RED, 6, "line", (40.0, 50.0, 270.0));
        let battle = battle.foot("late", BLUE, 6, "march_column", (20.0, 20.0, 90.0));
        let battle = battle.arrives(2, &[(10.0, 0.0), (30.0, 0.0)]).or_elsewhere(2, &[(0.0, 10.0), (0.0, 30.0)]);
        let mut test = battle.battle();
        force(&mut test, &StreamId::new("arrivals"), &[die]);
        while test.battle.view().clock().turn < 2 || ff(&test).play().phasing != BLUE {
            goes_on(&mut test);
        }
        let at = front(&test, "late");
        assert_eq!((at.y - 20.0).abs() < 0.01, elsewhere, "{die}: {at}");
        assert_eq!((at.x - 20.0).abs() < 0.01, !elsewhere, "{die}: {at}");
    }
}

/// FF-5.3: a unit that waits for its cue does not check until its turn, until an enemy is near, or until it is harmed.
#[test]
fn a_unit_waits_for_its_cue() {
    let refusal = |cue: (f32, f32), foe: f32| {
        let table = table().foot("one", BLUE, 6, "line", (40.0, 10.0, 90.0));
        let table = table.value("cue_turn", Value::Number(cue.0)).value("cue_within", Value::Number(cue.1));
        // Somebody else is asked, so that no turn passes without a question.
        let table = table.foot("other", BLUE, 6, "line", (10.0, 10.0, 90.0));
        let mut test = table.foot("foe", RED, 6, "line", (40.0, foe, 270.0)).battle();
        while test.battle.view().clock().turn < 2 || ff(&test).play().phasing != BLUE {
            goes_on(&mut test);
        }
        ff(&test).may_check(test.unit("one"), Under::Nobody).err().map(|refusal| refusal.reason)
    };
    assert_eq!(
        refusal((3.0, 0.0), 52.0),
        Some("ONE waits for its cue: until turn 3, or until it is harmed".to_owned())
    );
    assert_eq!(refusal((2.0, 0.0), 52.0), None, "its turn has come");
    assert_eq!(refusal((3.0, 50.0), 52.0), None, "an enemy is near");
}

/// FF-16.3: units that a scenario names earn points once the share of their stands is lost that it asks for.
#[test]
fn units_that_are_named_earn_points_when_they_break() {
    let earned = |share: f32| {
        let term = BreakTerm { name: "broken".into(), side: BLUE, of: vec![UnitId(1)], share, points: 5.0 };
        let table = table().foot("one", BLUE, 6, "line", (20.0, 8.0, 90.0));
        let table = table.foot("foe", RED, 4, "line", (20.0, 52.0, 270.0)).value("lost", Value::Number(4.0));
        points(&table.victory(VictoryTerms { breaks: vec![term], ..VictoryTerms::default() }).battle())[0]
    };
    assert_eq!(earned(0.5) - earned(0.6), 5.0, "it has lost 4 of 8 stands");
}

/// FF-5.4, FF-8.11: a scenario may give a unit modifiers of its own.
#[test]
fn a_house_rule_is_a_modifier_like_any_other() {
    let table =
        table().foot("plain", BLUE, 6, "line", (14.0, 20.0, 90.0)).foot("own", BLUE, 6, "line", (24.0, 20.0, 90.0));
    let table = table.house_rule("FF-5.4", 1, "fresh cartridges").house_rule("FF-8.11", 1, "fresh cartridges");
    let test = table.foot("foe", RED, 6, "line", (19.0, 24.0, 270.0)).battle();
    let ff = ff(&test);
    let sums = |key: &str| {
        let (unit, foe) = (test.unit(key), test.unit("foe"));
        [ff.maneuver_modifiers(unit, Under::Nobody), ff.fire_modifiers(foe, &ff.shots_of(unit, foe))]
    };
    for (plain, own) in sums("plain").into_iter().zip(sums("own")) {
        assert_eq!(own.total() - plain.total(), 1.0);
        assert!(own.modifiers().iter().any(|line| line.label == "fresh cartridges"), "it is told");
    }
}

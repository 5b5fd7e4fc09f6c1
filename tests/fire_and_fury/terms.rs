//! Terms of a scenario: who wins, what earns points, where units come.

use bevy::math::Vec2;
use grapeshot::{
    chance::StreamId,
    forces::UnitId,
    turn::{HoldTerm, HoldWhen, Objective, VictoryTerms, ZoneTerm},
};

use crate::kit::*;

/// A place worth 4 points within 4 inches of (20, 30), earned in a way.
fn place(when: HoldWhen) -> VictoryTerms {
    let place = Objective {
        id: "farm".into(),
        name: "the farm".into(),
        at: Vec2::new(20.0, 30.0),
        radius: 4.0,
        indoors: false,
        held_by: None,
    };
    let hold = HoldTerm { objective: 0, points: 4.0, side: None, when };
    VictoryTerms { objectives: vec![place], holds: vec![hold], ..VictoryTerms::default() }
}

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
        points(&battle.victory(place(when)).battle())
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

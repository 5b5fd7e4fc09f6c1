//! Indirect fire from beyond the table (CP-8.5) and the Artillery card (CP-2.9).

use bevy::math::Vec2;
use grapeshot::{
    events::{BattleEvent, EventKind},
    forces::Value,
    rulesets::combat_patrol::explosives::missions::Missions,
    table::template::Template,
    testing::RED,
};

use super::*;

/// The Artillery card in the activation deck.
const ARTILLERY: u16 = 17;

/// An observer with two missions who looks north at three men; his own edge is to the south.
fn observed() -> TestTable {
    let men = [(36.0, 40.0, 270.0), (37.2, 40.0, 270.0), (45.0, 40.0, 270.0)];
    table()
        .setting("artillery_card", Value::Flag(true))
        .unit("blue", BLUE, &[(36.0, 10.0, 90.0), (38.0, 10.0, 90.0)])
        .number("missions", 2.0)
        .unit("red", RED, &men)
}

fn call(test: &mut TestBattle, x: f32, y: f32) {
    let nobody = order(test, "declare");
    test.order(nobody);
    let call = order(test, "call").pieces([test.piece("blue", 1)]).path([to(x, y)]);
    test.order(call);
}

/// The Artillery card is drawn next, and these action cards; the events up to the next question.
fn artillery(test: &mut TestBattle, cards: &[u16]) -> Vec<BattleEvent> {
    test.activation_cards(&[ARTILLERY]);
    test.cards(BLUE, cards);
    let end = order(test, "end");
    test.order(end)
}

fn burst(events: &[BattleEvent]) -> Option<(Vec2, f32)> {
    events.iter().find_map(|event| match &event.kind {
        EventKind::Covered { templates, .. } => match templates[..] {
            [Template::Circle { centre, radius }] => Some((centre, radius)),
            _ => None,
        },
        _ => None,
    })
}

/// CP-2.9, CP-8.5: a mission that was called lands when the Artillery card is drawn, not before; the Regular observer
/// needs 4 holes at long range.
#[test]
fn a_mission_lands_on_the_artillery_card() {
    let mut test = observed().acting("blue");
    call(&mut test, 36.0, 40.0);
    assert_eq!(test.battle.view().resource::<Missions>().called.len(), 1);
    // Card 5 has 4 holes; the medium template reaches two men: card 3 spares both.
    let events = artillery(&mut test, &[5, 3, 3]);
    assert_eq!(burst(&events), Some((Vec2::new(36.0, 40.0), 2.5)));
    let missions = test.battle.view().resource::<Missions>();
    assert!(missions.called.is_empty());
    assert_eq!(missions.left[0].1, 1);
}

/// CP-8.5: a miss deviates twice what the card shows, as the guns behind the own edge see it; the scenario may change
/// the factor.
#[test]
fn a_missed_mission_deviates_by_its_factor() {
    for (factor, inches) in [(None, 6.0), (Some(1.0), 3.0)] {
        let mut table = observed();
        if let Some(factor) = factor {
            table = table.setting("indirect_deviation_factor", Value::Number(factor));
        }
        let mut test = table.acting("blue");
        call(&mut test, 36.0, 40.0);
        // Card 7 has 3 holes, card 8 deviates 3 inches to the right: east, as they fire northward.
        let events = artillery(&mut test, &[7, 8, 3, 3]);
        let (at, _) = burst(&events).expect("it bursts");
        assert!(at.distance(Vec2::new(36.0 + inches, 40.0)) < 0.01, "{at}");
    }
}

/// CP-8.5: the observer must see the point, be unstunned and stationary, and have a mission left.
#[test]
fn an_observer_must_see_the_point() {
    let wall = observed().obstacle("stone_wall", &[(30.0, 30.0), (42.0, 30.0)]).height(3.0);
    let mut test = wall.acting("blue");
    let nobody = order(&test, "declare");
    test.order(nobody);
    let hidden = order(&test, "call").pieces([test.piece("blue", 1)]).path([to(36.0, 34.0)]);
    assert_eq!(test.refused(hidden).1, "CP-8.5");
    let mut test = observed().acting("blue");
    call(&mut test, 36.0, 40.0);
    let again = order(&test, "call").pieces([test.piece("blue", 1)]).path([to(36.0, 34.0)]);
    assert_eq!(test.refused(again).1, "CP-2.12", "he has used his action");
    let second = order(&test, "call").pieces([test.piece("blue", 2)]).path([to(36.0, 34.0)]);
    test.order(second);
    let unit = test.unit("blue");
    if test.battle.awaiting().asks[0].unit == Some(unit) {
        let end = order(&test, "end");
        test.order(end);
    }
    test.act_next(unit);
    let nobody = order(&test, "declare");
    test.order(nobody);
    let third = order(&test, "call").pieces([test.piece("blue", 1)]).path([to(36.0, 34.0)]);
    assert!(test.battle.check(&third).is_err(), "both missions were called");
}

/// CP-8.5: the template is the scenario's.
#[test]
fn a_mission_bursts_in_the_template_of_the_scenario() {
    let large = table()
        .setting("artillery_card", Value::Flag(true))
        .unit("blue", BLUE, &[(36.0, 10.0, 90.0), (38.0, 10.0, 90.0)])
        .number("missions", 1.0)
        .word("mission_burst", "large")
        .unit("red", RED, &[(45.0, 40.0, 270.0)]);
    let mut test = large.acting("blue");
    call(&mut test, 36.0, 40.0);
    let events = artillery(&mut test, &[5]);
    assert_eq!(burst(&events), Some((Vec2::new(36.0, 40.0), 3.5)));
}

/// CP-2.9: guns on the table act on their own dice, and the Artillery card is in the deck only where the scenario has
/// it.
#[test]
fn the_artillery_card_is_in_the_deck_where_the_scenario_has_it() {
    use grapeshot::rulesets::combat_patrol::cards::decks::activation_cards;
    let with = observed().battle();
    assert!(activation_cards(&cp(&with)).contains(&ARTILLERY));
    let without = observed().setting("artillery_card", Value::Flag(false)).battle();
    assert!(!activation_cards(&cp(&without)).contains(&ARTILLERY));
}

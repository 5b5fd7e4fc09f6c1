//! CP-8.4: grenades, which Horse & Musket has of the core.

use bevy::math::Vec2;
use grapeshot::{events::EventKind, table::template::Template, testing::RED};

use crate::chapters::*;

/// Men with grenades and an enemy at 5 inches from centre to centre.
fn grenadiers() -> TestTable {
    let men = [(20.0, 10.0, 90.0), (30.0, 10.0, 90.0)];
    table().unit("blue", BLUE, &men).weapons(&["grenade"]).unit("red", RED, &[(20.0, 15.0, 270.0), (60.0, 40.0, 270.0)])
}

fn throw(test: &mut TestBattle, cards: &[u16]) -> Vec<grapeshot::events::BattleEvent> {
    let nobody = order(test, "declare");
    test.order(nobody);
    test.cards(BLUE, cards);
    let throw = order(test, "throw").pieces([test.piece("blue", 1)]).target(test.piece("red", 1));
    test.order(throw)
}

/// CP-8.4: a grenade of 3/6/9 inches is a shot at a point by the thrower's Accuracy; it bursts in the small template.
#[test]
fn a_grenade_bursts_where_it_falls() {
    let mut test = grenadiers().acting("blue");
    // Regular, medium: needs 3; card 7 has them. Card 2 (small icon) hits, card 8 kills.
    let events = throw(&mut test, &[7, 2, 8]);
    assert!(!test.battle.view().in_play(test.piece("red", 1)));
    let burst = events.iter().find_map(|event| match &event.kind {
        EventKind::Covered { templates, .. } => Some(templates.clone()),
        _ => None,
    });
    assert_eq!(burst, Some(vec![Template::Circle { centre: Vec2::new(20.0, 15.0), radius: 1.5 }]));
}

/// CP-8.4: a miss deviates once, by what the card shows.
#[test]
fn a_missed_grenade_deviates_once() {
    let mut test = grenadiers().acting("blue");
    let events = throw(&mut test, &[1, 34]);
    let at = events.iter().find_map(|event| match &event.kind {
        EventKind::Covered { templates, .. } => match templates[..] {
            [Template::Circle { centre, .. }] => Some(centre),
            _ => None,
        },
        _ => None,
    });
    assert!(at.expect("it bursts").distance(Vec2::new(20.0, 18.0)) < 0.01);
    assert!(test.battle.view().in_play(test.piece("red", 1)));
}

/// CP-8.4: an out-of-ammo card is a dud, and the thrower has no more of them.
#[test]
fn a_dud_is_the_last_grenade() {
    let mut test = grenadiers().acting("blue");
    let events = throw(&mut test, &[21]);
    assert!(events.iter().all(|event| !matches!(event.kind, EventKind::Covered { .. })));
    assert!(cp(&test).to_throw(test.piece("blue", 1)).is_none());
    assert!(cp(&test).to_throw(test.piece("blue", 2)).is_some());
}

/// CP-8.4, CP-6.2: nobody throws beyond nine inches, nor what he has not.
#[test]
fn a_grenade_is_thrown_nine_inches_at_most() {
    let mut test = grenadiers().acting("blue");
    let nobody = order(&test, "declare");
    test.order(nobody);
    let far = order(&test, "throw").pieces([test.piece("blue", 1)]).path([to(20.0, 19.5)]);
    assert_eq!(test.refused(far).1, "CP-6.2");
    let shot = order(&test, "shoot").pieces([test.piece("blue", 1)]).target(test.piece("red", 1));
    assert_eq!(test.refused(shot).1, "CP-6.1", "a grenade is no firearm");
}

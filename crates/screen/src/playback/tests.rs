use super::*;
use bevy::math::Vec2;
use grapeshot_floor::{
    events::{Explained, Known},
    forces::UnitId,
    table::{footprint::Footprint, position::Place},
    turn::vocabulary::gaits,
};

fn event(rule: &'static str, kind: EventKind) -> BattleEvent {
    BattleEvent {
        step: 1,
        turn: 1,
        side: None,
        kind,
        text: String::new(),
        rule: RuleId::new(rule),
        explained: Explained::default(),
        trial: None,
        detail: true,
        known_to: Known::All,
    }
}

fn goes(rule: &'static str, piece: u32) -> BattleEvent {
    let path = vec![Vec2::ZERO, Vec2::new(8.0, 0.0)];
    event(rule, EventKind::Moved { piece: PieceId(piece), path, end: Place::new(8.0, 0.0, 0.0) })
}

fn playback() -> Playback {
    Playback::with_gaits(gaits([("X-1", Gait::Run), ("X-2", Gait::Charge)]))
}

#[test]
fn a_rout_is_faster_than_a_charge_and_a_charge_than_a_march() {
    let seconds = |rule| playback().seconds(&goes(rule, 0), 0);
    assert!(seconds("X-1") < seconds("X-2") && seconds("X-2") < seconds("X-3"));
}

#[test]
fn a_formation_and_the_places_that_it_gives_are_seen_together() {
    let formed = event("X-3", EventKind::Formed { unit: UnitId(0), formation: "line".into() });
    let footprint = Footprint::Rectangle { width: 9.0, depth: 1.5 };
    let end = Place::default();
    let reshaped = event("X-3", EventKind::Reshaped { piece: PieceId(0), footprint, end });
    let log = [goes("X-3", 0), formed, reshaped, goes("X-3", 1), goes("X-3", 0)];
    let beats: Vec<Range<usize>> = playback().beats(&log).into_iter().map(|beat| beat.events).collect();
    assert_eq!(beats, [0..1, 1..4, 4..5], "a piece goes but one way in a beat");
}

#[test]
fn each_speed_is_twice_as_fast_as_the_one_before() {
    let factors: Vec<f32> = Speed::ALL.into_iter().filter_map(Speed::factor).collect();
    assert_eq!(factors, [0.5, 1.0, 2.0, 4.0, 8.0]);
    assert_eq!((Speed::Eightfold.next(), Speed::Instant.next()), (Speed::Instant, Speed::Half));
}

#[test]
fn where_motion_is_cut_nothing_is_under_way() {
    let log = [goes("X-3", 0), goes("X-3", 0)];
    let mut playback = Playback { reduced_motion: true, ..playback() };
    playback.advance(0.001, &log);
    assert!(playback.beat().is_none() && playback.caught_up(&log));
}

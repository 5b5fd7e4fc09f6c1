//! What is seen follows from the log and its moment: in order along a line, from end to end of a way, and not at all where
//! nothing is to move.

use bevy::math::Vec2;
use std::sync::Arc;

use super::{
    Effects,
    ground::{self, Underfoot},
    shot, smoke,
    speck::{Speck, Stuff},
};
use crate::{
    pieces::motion::{Firing, Going, Scene, TRAIL},
    session::Session,
};
use grapeshot_floor::{
    events::{BattleEvent, EventKind, Explained, Known, RuleId},
    forces::PieceId,
    table::{footprint::Footprint, position::Place},
    turn::vocabulary::Gait,
};
use grapeshot_game::{
    ai::Controller,
    picture::{blocks::Mover, palette::Palette},
    testing::{BLUE, RED, TestTable},
};

/// Men of a line, and where they stand across the table.
const LINE: [f32; 5] = [20.0, 21.0, 22.0, 23.0, 24.0];

fn session() -> Session {
    let line = LINE.map(|x| (x, 10.0, 90.0));
    let table = TestTable::new("horse_and_musket", grapeshot_rulesets::plugin).unit("blue", BLUE, &line).unit(
        "red",
        RED,
        &[(22.0, 30.0, 270.0)],
    );
    Session::over(table.battle().battle, vec![Controller::Human; 2], None, Arc::new(|| {}))
}

fn event(kind: EventKind) -> BattleEvent {
    BattleEvent {
        step: 1,
        turn: 1,
        side: Some(BLUE),
        kind,
        text: String::new(),
        rule: RuleId::new("CP-6.1"),
        explained: Explained::default(),
        trial: None,
        detail: false,
        known_to: Known::All,
    }
}

/// Every man of the line shoots, in no order.
fn volley() -> Vec<BattleEvent> {
    let shot = |n: u32| event(EventKind::Shot { shooter: PieceId(n), target: PieceId(LINE.len() as u32), hit: false });
    [2, 0, 4, 1, 3].map(shot).to_vec()
}

fn march() -> Vec<BattleEvent> {
    let go = |(n, x): (usize, f32)| {
        let path = vec![Vec2::new(x, 10.0), Vec2::new(x, 16.0)];
        event(EventKind::Moved { piece: PieceId(n as u32), path, end: Place::new(x, 16.0, 90.0) })
    };
    LINE.into_iter().enumerate().map(go).collect()
}

fn seen(session: &Session) -> Vec<Speck> {
    let mut effects = Effects::default();
    effects.take(session, &Scene::of(session), Palette::default());
    effects.specks
}

fn block(width: f32) -> Firing {
    let footprint = Footprint::Rectangle { width, depth: 1.5 };
    Firing { place: Place::new(30.0, 30.0, 90.0), footprint, guns: false, ball: None, since: 0.0 }
}

#[test]
fn flashes_run_along_a_line_of_men_from_its_right() {
    let mut session = session();
    session.pretend(volley());
    let mut order: Vec<f32> = Vec::new();
    for _ in 0..60 {
        session.go_on_showing(0.005);
        for speck in seen(&session) {
            if let Speck::Flash { at, .. } = speck
                && !order.contains(&at.x)
            {
                order.push(at.x);
            }
        }
    }
    assert_eq!(order.len(), LINE.len());
    assert!(order.is_sorted_by(|a, b| a > b), "{order:?}");
}

#[test]
fn flashes_run_along_the_front_of_a_block() {
    let muzzles: Vec<smoke::Muzzle> = smoke::muzzles(&block(9.0)).collect();
    assert_eq!(muzzles.len(), 10);
    assert!(muzzles.is_sorted_by(|a, b| a.at.x > b.at.x && a.delay < b.delay));
    assert!(muzzles.iter().all(|muzzle| (muzzle.at.y - 30.85).abs() < 1e-3 && (muzzle.at.x - 30.0).abs() < 4.5));
}

#[test]
fn smoke_drifts_and_thins_until_it_is_gone() {
    let muzzle = smoke::muzzles(&block(1.0)).next().expect("it has one");
    let puffs = (0..).map_while(|n| smoke::puff(&muzzle, false, n as f32 * 0.5));
    let puffs: Vec<(Vec2, f32, f32)> = puffs
        .map(|puff| match puff {
            Speck::Puff { at, radius, seen, stuff: Stuff::Smoke } => (at, radius, seen),
            other => panic!("{other:?} is no smoke"),
        })
        .collect();
    assert_eq!(puffs.len() as f32, smoke::LASTS * 2.0);
    assert!(puffs.is_sorted_by(|a, b| a.1 < b.1 && a.2 > b.2 && a.0.x < b.0.x));
    assert_eq!(smoke::puff(&muzzle, false, -0.1), None);
}

#[test]
fn smoke_lies_after_a_volley_until_much_has_happened() {
    let mut session = session();
    session.pretend(volley());
    session.go_on_showing(5.0);
    assert!(session.playback().beat().is_none());
    let lies = seen(&session);
    assert_eq!(lies.len(), LINE.len());
    assert!(lies.iter().all(|speck| matches!(speck, Speck::Puff { stuff: Stuff::Smoke, .. })));
    session.pretend((0..12).map(|_| event(EventKind::Note)).collect());
    session.go_on_showing(5.0);
    assert_eq!(seen(&session), []);
}

#[test]
fn a_ball_bounces_along_its_line_to_its_target() {
    let (from, to) = (Vec2::new(2.0, 3.0), Vec2::new(30.0, 17.0));
    assert_eq!(shot::ball(from, to, 0.0), (from, 0.0));
    let (at, height) = shot::ball(from, to, 1.0);
    assert!(at.distance(to) < 1e-4 && height < 1e-4);
    let heights: Vec<f32> = (0..=100).map(|n| shot::ball(from, to, n as f32 / 100.0).1).collect();
    let low = heights[1..100].windows(3).filter(|three| three[1] < three[0] && three[1] < three[2]).count();
    assert_eq!(low, 2, "it strikes the ground twice on its way");
    let highest = |part: &[f32]| part.iter().copied().fold(0.0, f32::max);
    assert!(highest(&heights[..55]) > highest(&heights[56..82]));
}

fn rider(share: f32) -> Going {
    let trail: [Vec2; TRAIL] = std::array::from_fn(|n| Vec2::new(10.0 - n as f32 * 0.3, 5.0));
    Going { mover: Mover::Horse, gait: Gait::Charge, half_width: 0.5, trail, share, inches: 12.0 }
}

#[test]
fn riders_raise_dust_where_it_is_dry_and_water_where_they_ford() {
    let stirred = |going: &Going, under: Underfoot| {
        let mut specks = Vec::new();
        ground::stir(going, &|_| under, &mut specks);
        specks
    };
    let dust = |speck: &Speck| matches!(speck, Speck::Puff { stuff: Stuff::Dust, .. });
    let dry = stirred(&rider(0.5), Underfoot::Dry);
    assert!(dry.len() == TRAIL - 1 && dry.iter().all(dust));
    let wet = stirred(&rider(0.5), Underfoot::Water);
    assert!(wet.iter().any(|speck| matches!(speck, Speck::Ring { .. })) && !wet.iter().any(dust));
    assert_eq!(stirred(&rider(0.5), Underfoot::Firm), []);
    let marches = Going { mover: Mover::Foot, gait: Gait::March, ..rider(0.5) };
    assert_eq!(stirred(&marches, Underfoot::Dry), [], "men who march raise none");
}

#[test]
fn where_motion_is_cut_a_line_shows_who_went_where_and_nothing_else() {
    let mut session = session();
    session.set_reduced_motion(true);
    session.pretend([volley(), march()].concat());
    session.go_on_showing(0.001);
    let scene = Scene::of(&session);
    assert!(scene.going.is_empty() && scene.firing.is_empty() && scene.flows.is_empty());
    let specks = seen(&session);
    assert_eq!(specks.len(), LINE.len());
    assert!(specks.iter().all(|speck| matches!(speck, Speck::Leg { last: true, .. })));
}

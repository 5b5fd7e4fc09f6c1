//! How animals act that nobody herds: they go one way, and what was decided for them is done.

use bevy::math::Vec2;

use super::walk::{AnimalMove, go, inches_to};
use crate::herds::{state::HerdsView, walk::WalkView};
use grapeshot_combat_patrol::{
    movement::allowance::{Others, Wish},
    state::{
        activity,
        sequence_of_play::{SequenceOfPlay, Stage, go_to},
        ways::level,
    },
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    table::{footprint::Outline, path, position::Heading},
    turn::BattleMut,
};

/// The way of a beast by itself along corners, as far as it can go.
pub fn way_of(cp: &SkirmishView, unit: UnitId, corners: &[Vec2], allowance: f32) -> Option<AnimalMove> {
    let animal = cp.view.present(unit).next()?;
    let walk = path::walk(cp.view.ground(), corners, allowance, &cp.animal_going(animal));
    let way = level(&walk.corners, 0);
    let wish =
        Wish { piece: animal, way: &way, end_facing: None, allowance, target: None, going: cp.animal_going(animal) };
    let (route, shown) = cp.fix_route(wish, Others::default()).ok()?;
    Some(AnimalMove { animal, path: shown.path, end: route.end() })
}

/// OW-9.4: a straight way of this length in inches; at the edge of the table it turns along it by the smaller angle,
/// left if both are equal.
fn way_on_table(cp: &SkirmishView, piece: PieceId, toward: Heading, length: f32) -> Vec<Vec2> {
    let Outline { footprint, place } = cp.view.outline(piece);
    let margin = footprint.reach();
    let (low, high) = (Vec2::splat(margin), cp.view.terrain().size - Vec2::splat(margin));
    let forward = toward.forward();
    let mut way = vec![place.at];
    let Vec2 { x: across, y: along } = inches_to(low, high, place.at, forward);
    let straight = across.min(along).min(length);
    let edge = place.at + forward * straight;
    way.push(edge);
    let left = length - straight;
    if left > 1e-3 {
        let axis = if across <= along { Vec2::Y } else { Vec2::X };
        let share = forward.dot(axis);
        let on_the_left = -toward.right();
        let sign = if share.abs() > 1e-4 { share.signum() } else { on_the_left.dot(axis).signum() };
        way.push((edge + axis * sign * left).clamp(low.min(high), high.max(low)));
    }
    way.dedup_by(|a, b| a.distance(*b) < 1e-4);
    way
}

/// The animals of a unit go one way, as far as they can.
pub fn wander(battle: &mut BattleMut, book: &BookData, unit: UnitId, heading: Heading, allowance: f32) {
    let cp = SkirmishView { view: battle.view(), book };
    let lead = cp.herd(unit).map(|herd| herd.central).or_else(|| cp.view.present(unit).next());
    let Some(lead) = lead else { return };
    let way = way_on_table(&cp, lead, heading, allowance);
    let moves = moves_along(&cp, unit, &way, allowance);
    go(battle, moves, "OW-9.4", "goes");
}

/// The moves of a herd, or of a beast by itself, along a way.
pub fn moves_along(cp: &SkirmishView, unit: UnitId, way: &[Vec2], allowance: f32) -> Vec<AnimalMove> {
    match cp.herd(unit) {
        Some(herd) => cp.plan_herd(unit, herd, way, allowance),
        None => way_of(cp, unit, way, allowance).into_iter().collect(),
    }
}

/// How far the animals that act may go, in inches.
pub fn set_allowance(battle: &mut BattleMut, allowance: Option<f32>) {
    let figures = battle.resource::<SequenceOfPlay>().active().figures.clone();
    for figure in figures.into_iter().take(1) {
        activity::change(battle, figure, |activity| activity.allowance = allowance);
    }
}

/// What was decided for the animals is done: a bear may have come to somebody.
pub fn leave(battle: &mut BattleMut) {
    set_allowance(battle, None);
    go_on(battle);
}

/// To the fights of a bear, if there are any.
pub fn go_on(battle: &mut BattleMut) {
    let fights = !battle.resource::<SequenceOfPlay>().active().contacts.is_empty();
    go_to(battle, if fights { Stage::FIGHTS } else { Stage::END_UNIT });
}

//! Markers on pieces, marks where pieces were lost.

use bevy::prelude::*;

use super::{Acted, Cast, LOST_LAYER, TOO_SMALL, art::Art, motion::Scene};
use crate::{
    camera::BoardView,
    playback::ShownPiece,
    session::{Session, bodies},
};
use grapeshot_floor::{
    events::Subject,
    forces::{Fate, PieceId},
    table::position::Place,
    turn::vocabulary::MarkShape,
};
use grapeshot_game::picture::symbols::Detail;

/// The layer of smoke, over the crowns of trees and under the markers.
pub const SMOKE_LAYER: f32 = 13.0;
/// The layer of markers.
const MARK_LAYER: f32 = 14.0;
/// The share of its size that a marker keeps at a middle distance.
const MIDDLE_SIZE: f32 = 0.7;

/// A marker that lies on a piece.
#[derive(Component)]
pub(super) struct LaidMark;

/// The markers that were laid last, so that they are laid anew only when something changed: piece, shape, count, place,
/// size.
type Laid = Vec<(PieceId, MarkShape, u8, Vec2, f32)>;

pub(super) fn lay_marks(
    mut commands: Commands,
    session: Option<Res<Session>>,
    scene: Res<Scene>,
    acted: Res<Acted>,
    view: Res<BoardView>,
    mut art: ResMut<Art>,
    mut meshes: ResMut<Assets<Mesh>>,
    laid: Query<Entity, With<LaidMark>>,
    mut last: Local<(Laid, f32)>,
) {
    // The markers stay while nothing changes by which they were laid.
    let changed = session.as_ref().is_none_or(|session| session.is_changed())
        || scene.is_changed()
        || acted.is_changed()
        || view.is_changed();
    if !changed {
        return;
    }
    let mut next: Laid = Vec::new();
    let size = size_of_marks(&view);
    if let Some(session) = &session
        && view.points_per_inch() >= TOO_SMALL
    {
        let moved = marks_of_figures(session, &scene, size, &mut next);
        for body in bodies(&moved, abreast) {
            next.push((body[0].0, MarkShape::Chevron, 1, behind(&body, size), 1.0));
        }
        next.extend(ticks(session, &scene, &acted, &moved, size));
    }
    if let Some(session) = session.filter(|_| view.points_per_inch() >= TOO_SMALL) {
        next.extend(marks_of_blocks(&session, &scene, &acted, size));
    }
    if last.0 == next && last.1 == size {
        return;
    }
    for entity in &laid {
        commands.entity(entity).despawn();
    }
    for (id, shape, count, at, share) in &next {
        let mesh = art.bypass_change_detection().marker(&mut meshes, *shape, *count);
        let layer = if *shape == MarkShape::Smoke { SMOKE_LAYER } else { MARK_LAYER };
        let facing = scene.poses[id.index()].place.facing.0 - 90.0;
        let turned = matches!(shape, MarkShape::Chevron);
        commands.spawn((
            LaidMark,
            Mesh2d(mesh),
            MeshMaterial2d(art.white.clone()),
            Transform {
                translation: at.extend(layer + *shape as u8 as f32 * 0.01),
                rotation: if turned { Quat::from_rotation_z(facing.to_radians()) } else { Quat::IDENTITY },
                scale: Vec3::splat(size * share),
            },
        ));
    }
    *last = (next, size);
}

/// Lays the signs of figures, but for the one of their movement; returns the figures that have moved, with their places.
fn marks_of_figures(session: &Session, scene: &Scene, size: f32, next: &mut Laid) -> Vec<(PieceId, Place)> {
    let mut moved: Vec<(PieceId, Place)> = Vec::new();
    for (n, piece) in session.shown().pieces.iter().enumerate() {
        let Some(pose) = scene.poses.get(n).filter(|pose| pose.shown && piece.fate == Fate::InPlay) else {
            continue;
        };
        let id = PieceId(n as u32);
        let mut chips = 0;
        for mark in &session.battle().vocabulary().marks {
            let falling = scene.falling.iter().find(|f| f.subject == Subject::Piece(id) && f.mark == mark.id);
            let hides = piece.hidden && mark.shape == MarkShape::CrossedEye;
            let count = piece.marks.count(&mark.id).max(u8::from(falling.is_some() || hides));
            if count == 0 {
                continue;
            }
            if mark.shape == MarkShape::Chevron && falling.is_none() {
                moved.push((id, pose.place));
                continue;
            }
            let at = mark_place(&pose.place, mark.shape, &mut chips, size);
            let height = falling.map_or(0.0, |f| f.height) * size * 30.0;
            let several = if mark.shape == MarkShape::Smoke { count.min(2) } else { 1 };
            for nth in 0..several {
                let beside = pose.place.facing.right() * (f32::from(nth) * size * 11.0);
                next.push((id, mark.shape, count, at + beside + Vec2::Y * height, 1.0));
            }
        }
    }
    moved
}

/// The signs of figures that have acted, one behind each body, beside the sign of its movement.
fn ticks(session: &Session, scene: &Scene, acted: &Acted, moved: &[(PieceId, Place)], size: f32) -> Laid {
    let there = session.shown().pieces.iter().enumerate().filter_map(|(n, piece)| {
        let pose = scene.poses.get(n).filter(|pose| pose.shown && piece.fate == Fate::InPlay)?;
        let id = PieceId(n as u32);
        (acted.has(id) && !session.is_block(piece.unit)).then_some((id, pose.place))
    });
    let there: Vec<(PieceId, Place)> = there.collect();
    let sign = |body: Vec<(PieceId, Place)>| {
        let beside = if body.iter().any(|(id, _)| moved.iter().any(|(other, _)| other == id)) { SIGN } else { 0.0 };
        let at = behind(&body, size) + body[0].1.facing.right() * beside * size;
        (body[0].0, MarkShape::Tick, 1, at, 1.0)
    };
    bodies(&there, abreast).into_iter().map(sign).collect()
}

/// Inches between the middles of two figures that march as one body.
const ABREAST: f32 = 1.3;
/// Degrees between the facings of two such figures, at most.
const ALIKE: f32 = 20.0;

/// Whether two figures stand together and face alike, so that one sign tells of both.
fn abreast((_, one): &(PieceId, Place), (_, other): &(PieceId, Place)) -> bool {
    one.at.distance(other.at) <= ABREAST && one.facing.angle_to(other.facing) <= ALIKE
}

/// Where the sign of a body lies: behind the middle of its last rank.
fn behind(body: &[(PieceId, Place)], size: f32) -> Vec2 {
    let forward = body[0].1.facing.forward();
    let middle = body.iter().map(|(_, place)| place.at).sum::<Vec2>() / body.len() as f32;
    let rear = body.iter().map(|(_, place)| (place.at - middle).dot(forward)).fold(0.0, f32::min);
    middle + forward * (rear - BEHIND - size * 5.0)
}

/// Inches from the middle of a figure to the sign behind it.
const BEHIND: f32 = 0.62;
/// Pixels between the signs behind a block.
const SIGN: f32 = 15.0;

/// The signs of units that are blocks, in a row behind each; their tags tell their losses.
fn marks_of_blocks(session: &Session, scene: &Scene, acted: &Acted, size: f32) -> Laid {
    let mut laid = Laid::new();
    let (shown, view) = (session.shown(), session.view());
    for unit in view.units().filter(|unit| session.is_block(*unit)) {
        let Some(marks) = shown.units.get(unit.index()).map(|unit| &unit.marks) else { continue };
        let signs = session.battle().vocabulary().marks.iter();
        let mut signs: Vec<(MarkShape, u8)> = signs
            .filter(|mark| !matches!(mark.shape, MarkShape::Drop | MarkShape::Coins))
            .map(|mark| (mark.shape, marks.count(&mark.id)))
            .filter(|(_, count)| *count > 0)
            .collect();
        let told = signs.iter().any(|(shape, _)| *shape == MarkShape::Tick);
        if !told && acted.all(shown.present(unit).map(|(id, _)| id)) {
            signs.push((MarkShape::Tick, 1));
        }
        if signs.is_empty() {
            continue;
        }
        let stands = shown.present(unit).filter_map(|(id, piece)| {
            let pose = scene.poses.get(id.index()).filter(|pose| pose.shown)?;
            Some((id, pose.place, piece.footprint.half_depth()))
        });
        let stands: Vec<(PieceId, Place, f32)> = stands.collect();
        let Some((first, place, _)) = stands.first().copied() else { continue };
        let forward = place.facing.forward();
        let middle = stands.iter().map(|(_, place, _)| place.at).sum::<Vec2>() / stands.len() as f32;
        let rear = stands.iter().map(|(_, place, depth)| (place.at - middle).dot(forward) - depth);
        let row = middle + forward * (rear.fold(0.0, f32::min) - size * SIGN * 0.7);
        for (n, (shape, count)) in signs.iter().enumerate() {
            let aside = (n as f32 - (signs.len() - 1) as f32 / 2.0) * size * SIGN;
            laid.push((first, *shape, (*count).min(1), row + place.facing.right() * aside, 1.0));
        }
    }
    laid
}

/// Inches of one pixel of a marker.
fn size_of_marks(view: &BoardView) -> f32 {
    view.inches(if view.detail == Detail::Near { 1.0 } else { MIDDLE_SIZE })
}

/// Where a marker of this shape lies beside its piece, in inches; chips lie in a row.
fn mark_place(place: &Place, shape: MarkShape, chips: &mut u8, size: f32) -> Vec2 {
    match shape {
        MarkShape::Smoke => place.offset(1.05, 0.2),
        MarkShape::Stars => place.at + Vec2::new(0.0, 0.35) + Vec2::Y * size * 6.0,
        MarkShape::Chevron | MarkShape::Tick => place.offset(-BEHIND - size * 5.0, 0.0),
        MarkShape::Drop
        | MarkShape::CartridgeBox
        | MarkShape::BentArrow
        | MarkShape::Pin
        | MarkShape::CrossedEye
        | MarkShape::Coins => {
            let nth = f32::from(*chips);
            *chips += 1;
            place.at + Vec2::new(0.36, -0.36) + Vec2::new(size * 14.0 * nth, 0.0)
        }
    }
}

/// Flat marks where pieces were lost on the table.
pub(super) fn lay_lost(
    mut commands: Commands,
    session: Option<Res<Session>>,
    cast: Res<Cast>,
    view: Res<BoardView>,
    mut art: ResMut<Art>,
    mut meshes: ResMut<Assets<Mesh>>,
    there: Query<Entity, With<super::LostMark>>,
    mut last: Local<(Vec<Vec2>, f32)>,
) {
    let places: Vec<Vec2> = session.as_ref().map(|session| places_of_fallen(session, &cast)).unwrap_or_default();
    let size = size_of_marks(&view).min(0.05);
    if last.0 == places && last.1 == size {
        return;
    }
    for entity in &there {
        commands.entity(entity).despawn();
    }
    for at in &places {
        let mesh = art.bypass_change_detection().lost(&mut meshes);
        commands.spawn((
            super::LostMark,
            Mesh2d(mesh),
            MeshMaterial2d(art.white.clone()),
            Transform::from_translation(at.extend(LOST_LAYER)).with_scale(Vec3::splat(size)),
        ));
    }
    *last = (places, size);
}

/// Where the fallen lie. A stand of several leaves no mark: the unit closes up.
fn places_of_fallen(session: &Session, cast: &Cast) -> Vec<Vec2> {
    let view = session.view();
    let shown = session.shown();
    let closes_up = |(n, piece): (usize, &ShownPiece)| {
        let of_bases = cast.worn.get(n).is_some_and(|worn| !worn.bases.is_empty());
        of_bases && view.unit(piece.unit).pieces.len() > 1
    };
    let fallen = shown.pieces.iter().enumerate().filter(|(_, piece)| piece.fate == Fate::Casualty);
    fallen.filter(|fallen| !closes_up(*fallen)).map(|(_, piece)| piece.place.at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{pieces::worn, playback::Tabletop};
    use grapeshot_game::{
        ai::Controller,
        testing::{BLUE, RED, TestTable},
    };
    use std::sync::Arc;

    /// The marks after the last piece of blue has fallen.
    fn marks_of(table: TestTable) -> Vec<Vec2> {
        let mut test = table.battle();
        let last = test.pieces("blue").last().copied().expect("blue has pieces");
        test.put(last, "fate", Fate::Casualty);
        let view = test.battle.view();
        let worn = worn(&test.battle, &view, &Tabletop::of(&view));
        let cast = Cast { name: String::new(), worn };
        let session = Session::over(test.battle, vec![Controller::Human; 2], None, Arc::new(|| {}));
        places_of_fallen(&session, &cast)
    }

    #[test]
    fn a_body_that_has_moved_has_one_sign_behind_its_last_rank() {
        let man = |n: u32, x: f32, y: f32, facing: f32| (PieceId(n), Place::new(x, y, facing));
        let ranks =
            [man(0, 10.0, 10.0, 90.0), man(1, 11.0, 10.0, 90.0), man(2, 10.0, 9.0, 90.0), man(3, 11.0, 9.0, 90.0)];
        let others = [man(4, 20.0, 10.0, 90.0), man(5, 12.0, 10.0, 180.0)];
        let all: Vec<_> = ranks.into_iter().chain(others).collect();
        let found = bodies(&all, abreast);
        assert_eq!(found.iter().map(Vec::len).collect::<std::collections::BTreeSet<_>>(), [1, 4].into());
        let body = found.iter().find(|body| body.len() == 4).expect("the ranks");
        let at = behind(body, 0.0);
        assert!((at - Vec2::new(10.5, 9.0 - BEHIND)).length() < 1e-4, "{at}");
    }

    #[test]
    fn a_man_who_fell_leaves_a_mark_and_a_stand_that_was_lost_does_not() {
        let men = TestTable::new("horse_and_musket", grapeshot_rulesets::plugin)
            .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (22.0, 10.0, 90.0)])
            .unit("red", RED, &[(20.0, 30.0, 270.0)]);
        assert_eq!(marks_of(men).len(), 1);
        let stands = TestTable::new("fire_and_fury", grapeshot_rulesets::plugin)
            .block("blue", BLUE, "infantry", "line", (20.0, 10.0, 90.0))
            .stands(4)
            .block("red", RED, "infantry", "line", (20.0, 40.0, 270.0))
            .stands(4);
        assert_eq!(marks_of(stands), []);
    }
}

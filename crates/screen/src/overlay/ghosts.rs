//! The figures where the order in hand would bring them, where the computer saw them in a future, and those that come to
//! the table later.

use bevy::prelude::*;

use super::survey::Surveyed;
use crate::{
    camera::BoardView,
    pieces::{
        Cast, Worn,
        art::{Art, FigureKey},
        bases_of,
    },
    session::{Draft, Session},
};
use grapeshot_floor::table::position::Place;

/// The layer of ghosts.
const LAYER: f32 = 11.0;

/// A figure where an order would bring it, or where it comes later.
#[derive(Component)]
pub(super) struct Ghost;

pub(super) fn stand(
    mut commands: Commands,
    session: Option<Res<Session>>,
    view: Res<BoardView>,
    cast: Res<Cast>,
    mut art: ResMut<Art>,
    mut meshes: ResMut<Assets<Mesh>>,
    surveyed: Res<Surveyed>,
    ghosts: Query<Entity, With<Ghost>>,
) {
    let Some(session) = session else {
        for ghost in &ghosts {
            commands.entity(ghost).despawn();
        }
        return;
    };
    if !session.is_changed() && !view.is_changed() && !surveyed.is_changed() {
        return;
    }
    for ghost in &ghosts {
        commands.entity(ghost).despawn();
    }
    let draft = session.draft();
    let stages = draft.map_or(&[][..], Draft::stages);
    let parts = draft.map_or(&[][..], Draft::parts).iter().map(|(part, _)| part);
    let ends = draft.and_then(Draft::plan).map_or(&[][..], |plan| &plan.moves);
    let cut_short = parts.filter(|part| !ends.iter().any(|end| end.piece == part.piece && end.end == part.end));
    let mut stand_at = |place: Place, worn: &Worn| {
        let key = FigureKey::of(worn, view.detail);
        let (mesh, slice) = art.bypass_change_detection().figure(&mut meshes, &key);
        let degrees = place.facing.0 - 90.0;
        commands.spawn((
            Ghost,
            Mesh2d(mesh),
            MeshMaterial2d(art.ghost.clone()),
            Transform::from_translation(place.at.extend(LAYER + slice * 0.5))
                .with_rotation(Quat::from_rotation_z(degrees.to_radians())),
        ));
    };
    let arriving = surveyed.survey.arrivals.iter().flat_map(|(group, _)| &group.ghosts);
    for (piece, place) in arriving.chain(session.foreseen()) {
        if let Some(worn) = cast.worn.get(piece.index()) {
            stand_at(*place, worn);
        }
    }
    for planned in session.fixed_ways().iter().chain(stages).chain(cut_short).chain(ends) {
        let Some(worn) = cast.worn.get(planned.piece.index()) else { continue };
        let shape = planned.shape.as_ref();
        let footprint = planned.outline(worn.footprint).footprint;
        let formation = shape.and_then(|shape| shape.formation.as_ref()).unwrap_or(&worn.formation).clone();
        let (battle, known) = (session.battle(), session.view());
        let bases = bases_of(battle, &known, session.shown(), planned.piece, (&formation, footprint));
        let worn = Worn { footprint, formation, bases, ..worn.clone() };
        stand_at(planned.end, &worn);
    }
}

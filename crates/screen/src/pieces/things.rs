//! Things on the table that are no pieces: prizes, led horses, charges of dynamite, suspected places, wrecks.

use bevy::prelude::*;
use smol_str::SmolStr;

use super::{
    art::{Art, ThingKey},
    motion::Scene,
};
use crate::{camera::BoardView, session::Session};
use grapeshot_floor::{
    forces::Fate,
    table::position::Place,
    turn::rules::{Thing, ThingAt},
};

/// The layer of things that have sunk into the ground: under all that stands on it.
const GROUND_LAYER: f32 = 7.5;
/// The layer of led horses: under their riders.
const HORSE_LAYER: f32 = 9.8;
/// The layer of things that must be found: over the crowns of trees.
const GOODS_LAYER: f32 = 12.5;
/// The layer of signs and counters.
const SIGN_LAYER: f32 = 14.5;
/// Points across a thing that must be found, at least.
const LEAST: f32 = 22.0;

/// The things on the table, as far as the viewer knows of them.
#[derive(Resource, Debug, Default, PartialEq)]
pub struct Things(pub Vec<Thing>);

impl Things {
    /// Where a thing is: where it lies, or beside the piece that has it.
    pub fn place(thing: &Thing, scene: &Scene) -> Option<Vec2> {
        match thing.at {
            ThingAt::Lying(place) => Some(place.at),
            ThingAt::Carried(piece) => {
                let pose = scene.poses.get(piece.index()).filter(|pose| pose.shown)?;
                Some(pose.place.at + BESIDE)
            }
        }
    }
}

/// Where the sign of a prize lies from the middle of the piece that carries it, in inches.
const BESIDE: Vec2 = Vec2::new(-0.42, -0.36);

/// A thing on the table.
#[derive(Component)]
pub(super) struct LaidThing;

/// Asks the rules for the things whenever the whole log was shown; a moment that a player looks back at has none.
pub(crate) fn gather(session: Option<Res<Session>>, mut things: ResMut<Things>) {
    let Some(session) = session else {
        things.set_if_neq(Things::default());
        return;
    };
    if !session.is_changed() {
        return;
    }
    if session.caught_up() {
        let list = session.battle().rules().things(&session.view());
        things.set_if_neq(Things(list));
    } else if session.playback().paused() {
        things.set_if_neq(Things::default());
    }
}

/// A thing as it is drawn: its picture, its place, its scale, its layer.
type Drawing = (ThingKey, Place, f32, f32);

pub(super) fn lay(
    mut commands: Commands,
    session: Option<Res<Session>>,
    things: Res<Things>,
    scene: Res<Scene>,
    view: Res<BoardView>,
    mut art: ResMut<Art>,
    mut meshes: ResMut<Assets<Mesh>>,
    laid: Query<Entity, With<LaidThing>>,
    mut last: Local<(Vec<Drawing>, grapeshot_game::picture::palette::Palette)>,
) {
    let drawings = match &session {
        Some(session) => things.0.iter().filter_map(|thing| draw(session, thing, &scene, &view)).collect(),
        None => Vec::new(),
    };
    let next = (drawings, art.palette());
    if *last == next {
        return;
    }
    for entity in &laid {
        commands.entity(entity).despawn();
    }
    for (n, (key, place, scale, layer)) in next.0.iter().enumerate() {
        let mesh = art.bypass_change_detection().thing(&mut meshes, key);
        commands.spawn((
            LaidThing,
            Mesh2d(mesh),
            MeshMaterial2d(art.white.clone()),
            Transform {
                translation: place.at.extend(layer + n as f32 * 1e-4),
                rotation: Quat::from_rotation_z((place.facing.0 - 90.0).to_radians()),
                scale: Vec3::splat(*scale),
            },
        ));
    }
    *last = next;
}

fn draw(session: &Session, thing: &Thing, scene: &Scene, view: &BoardView) -> Option<Drawing> {
    let coat: SmolStr = thing.side.map_or_else(SmolStr::default, |side| session.view().side_named(side).coat.clone());
    let pixel = view.inches(1.0);
    let upright = |at: Vec2| Place { at, facing: grapeshot_floor::table::position::Heading(90.0), floor: 0 };
    match thing.at {
        ThingAt::Carried(piece) => {
            let in_play = session.shown().piece(piece).is_some_and(|piece| piece.fate == Fate::InPlay);
            let at = Things::place(thing, scene).filter(|_| in_play)?;
            Some((ThingKey::Carried { name: thing.label.as_str().into() }, upright(at), pixel, SIGN_LAYER))
        }
        ThingAt::Lying(place) if thing.look == "suspected" => {
            Some((ThingKey::Suspected, upright(place.at), pixel, SIGN_LAYER))
        }
        ThingAt::Lying(place) => {
            let key = ThingKey::lying(thing, coat, view.detail);
            let (layer, least) = match thing.look.as_str() {
                "led_horse" => (HORSE_LAYER, 0.0),
                _ if thing.size.is_some() => (GROUND_LAYER, 0.0),
                _ => (GOODS_LAYER, LEAST),
            };
            let scale = (least * pixel).max(1.0);
            Some((key, place, scale, layer))
        }
    }
}

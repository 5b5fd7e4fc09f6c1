//! The bases of blocks that take another formation, drawn one by one.

use bevy::prelude::*;

use super::{
    Cast, LAYER, Worn,
    art::{Art, FigureKey},
    motion::Scene,
};
use crate::camera::BoardView;
use grapeshot_floor::{table::footprint::Footprint, turn::bases::Base};

/// The height of bases on their way, over the blocks that stand.
const FLOWS: f32 = LAYER + 0.95;

/// What shows a base on its way; it is kept for the next one.
#[derive(Component)]
pub(super) struct FlowingBase;

/// Lays the bases of blocks that take another formation.
pub(super) fn stand(
    mut commands: Commands,
    scene: Res<Scene>,
    cast: Res<Cast>,
    view: Res<BoardView>,
    mut art: ResMut<Art>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut kept: Query<(&mut Mesh2d, &mut Transform, &mut Visibility), With<FlowingBase>>,
) {
    if !scene.is_changed() {
        return;
    }
    let mut kept = kept.iter_mut();
    for flow in &scene.flows {
        let Some(worn) = cast.worn.get(flow.piece.index()) else { continue };
        let mut last: Option<(Vec2, Handle<Mesh>)> = None;
        for (n, flowing) in flow.bases.iter().enumerate() {
            let size = flowing.base.size;
            let mesh = match &last {
                Some((of, mesh)) if *of == size => mesh.clone(),
                _ => {
                    let key = FigureKey::of(&alone(worn, &flowing.base), view.detail);
                    art.bypass_change_detection().figure(&mut meshes, &key).0
                }
            };
            last = Some((size, mesh.clone()));
            let place = flowing.place;
            let transform = Transform {
                translation: place.at.extend(FLOWS + n as f32 * 1e-4),
                rotation: Quat::from_rotation_z((place.facing.0 - 90.0).to_radians()),
                scale: (flowing.size / size.max(Vec2::splat(0.01))).extend(1.0),
            };
            match kept.next() {
                Some((mut drawn, mut at, mut visibility)) => {
                    if drawn.0 != mesh {
                        drawn.0 = mesh;
                    }
                    *at = transform;
                    visibility.set_if_neq(Visibility::Inherited);
                }
                None => {
                    commands.spawn((FlowingBase, Mesh2d(mesh), MeshMaterial2d(art.white.clone()), transform));
                }
            }
        }
    }
    for (_, _, mut visibility) in kept {
        visibility.set_if_neq(Visibility::Hidden);
    }
}

/// A base of a piece as a piece of its own.
fn alone(worn: &Worn, base: &Base) -> Worn {
    let footprint = Footprint::Rectangle { width: base.size.x, depth: base.size.y };
    let bases = vec![Base { at: Vec2::ZERO, turn: 0.0, ..*base }];
    Worn { footprint, bases, ..worn.clone() }
}

//! The table: paper on walnut, the ground in layers, tree crowns one by one.
//!
//! Each kind of ground is one mesh, made when the table is laid; all share one white material ([`crate::mesh`]).

use bevy::{
    asset::RenderAssetUsages,
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
};

use super::{
    mesh::{Lay, Triangles},
    pieces::{
        art::{Art, see_through},
        motion::Scene,
        things::Things,
    },
    session::Session,
    stage::FrameSystems,
    theme,
};
use grapeshot_floor::{
    table::{
        house::{Breach, Breaches},
        terrain::Terrain,
    },
    turn::rules::Light,
};
use grapeshot_game::picture::{
    paths::painted_paths,
    symbols,
    terrain::{crowns, layers},
};

/// The layer of tree crowns.
const CROWN_LAYER: f32 = 12.0;
/// The layer of the walnut: over the ground, which may reach over the edge.
const RIM_LAYER: f32 = 7.9;
/// Inches of walnut round the paper that are drawn.
const WALNUT: f32 = 40.0;
/// The layer of the darkened edge.
const VIGNETTE_LAYER: f32 = 16.0;
/// The layer of dusk and night: over pieces and smoke, under what is marked and written on the table.
const DUSK_LAYER: f32 = 13.5;
/// The tint of the table at dusk.
const TWILIGHT: Color = Color::srgba(0.32, 0.14, 0.20, 0.22);
const NIGHT: Color = Color::srgba(0.03, 0.05, 0.16, 0.46);
/// Inches round a figure in which no crown is drawn.
const CLEARING: f32 = 1.1;
/// Inches round the pointer in which crowns are faint.
const PEEP: f32 = 1.6;
/// Units of the picture of a tree or bush that are its radius.
const CROWN_UNITS: [f32; 4] = [18.0, 18.0, 18.0, 13.0];

/// All that lies on the table but the pieces.
#[derive(Component)]
struct Ground;

/// A tree crown with its middle in inches.
#[derive(Component)]
struct Crown(Vec2);

/// The tint of dusk or night that lies on the table.
#[derive(Component)]
struct Dusk;

/// The material of crowns under the pointer.
#[derive(Resource)]
struct FaintCrown(Handle<ColorMaterial>);

impl FromWorld for FaintCrown {
    fn from_world(world: &mut World) -> Self {
        let mut materials = world.resource_mut::<Assets<ColorMaterial>>();
        Self(materials.add(see_through(0.35)))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FaintCrown>().add_systems(
        Update,
        (lay_table, dim, part_crowns.after(super::pieces::things::gather)).chain().in_set(FrameSystems::Stand),
    );
}

/// The table that lies there.
struct Laid {
    /// The hash of its scenario.
    hash: u64,
    /// What went down in the battle.
    gone: Vec<Breach>,
    terrain: Terrain,
}

/// Lays the table of the battle.
fn lay_table(
    mut commands: Commands,
    session: Option<Res<Session>>,
    art: Res<Art>,
    mut meshes: ResMut<Assets<Mesh>>,
    there: Query<Entity, With<Ground>>,
    mut laid: Local<Option<Laid>>,
) {
    let scenario = session.as_ref().map(|session| session.scenario());
    // A wall goes down on the drawn table when the log has shown it.
    let same = laid.as_ref().map(|laid| laid.hash) == scenario.map(|scenario| scenario.hash);
    if same && session.as_ref().is_some_and(|session| !session.caught_up()) {
        return;
    }
    // In the battle walls may have gone down.
    let now = session.as_ref().map(|session| session.view().terrain());
    let breaches = session.as_ref().and_then(|session| session.view().get_resource::<Breaches>());
    let gone = breaches.map_or(&[][..], |breaches| breaches.0.as_slice());
    match (scenario, laid.as_mut()) {
        (Some(scenario), Some(known)) if known.hash == scenario.hash && known.gone == gone => return,
        // A scenario that was written anew may have the same ground.
        (Some(scenario), Some(known)) if known.gone == gone && known.terrain == scenario.terrain => {
            known.hash = scenario.hash;
            return;
        }
        (None, None) => return,
        _ => {}
    }
    *laid =
        scenario.map(|scenario| Laid { hash: scenario.hash, gone: gone.to_vec(), terrain: scenario.terrain.clone() });
    for entity in &there {
        commands.entity(entity).despawn();
    }
    let Some(scenario) = scenario else { return };
    let terrain = now.unwrap_or(&scenario.terrain);
    let size = terrain.size;
    let lay = Lay { scale: 1.0, origin: Vec2::new(0.0, size.y), tolerance: 0.01 };
    let mut put = |triangles: Triangles, z: f32| {
        if !triangles.is_empty() {
            commands.spawn((
                Ground,
                Mesh2d(meshes.add(triangles.mesh())),
                MeshMaterial2d(art.white.clone()),
                Transform::from_xyz(0.0, 0.0, z),
            ));
        }
    };
    put(rim(size), RIM_LAYER);
    for layer in layers(terrain) {
        put(draw(&layer.svg, lay), layer.z);
    }
    commands.spawn((
        Ground,
        Mesh2d(meshes.add(vignette(size))),
        MeshMaterial2d(art.white.clone()),
        Transform::from_xyz(0.0, 0.0, VIGNETTE_LAYER),
    ));
    let kinds: Vec<Handle<Mesh>> = (0..4).map(|kind| meshes.add(draw(&symbols::crown(kind), CROWN).mesh())).collect();
    for (n, crown) in crowns(&scenario.terrain).into_iter().enumerate() {
        let kind = usize::from(crown.kind).min(3);
        // Crowns shade those behind them, so each lies a little higher than the one before.
        let z = CROWN_LAYER + n as f32 * 1e-4;
        commands.spawn((
            Ground,
            Crown(crown.at),
            Mesh2d(kinds[kind].clone()),
            MeshMaterial2d(art.white.clone()),
            Transform::from_translation(crown.at.extend(z)).with_scale(Vec3::splat(crown.radius / CROWN_UNITS[kind])),
        ));
    }
}

/// Lays twilight or night over the table.
fn dim(
    mut commands: Commands,
    session: Option<Res<Session>>,
    mut meshes: ResMut<Assets<Mesh>>,
    art: Res<Art>,
    there: Query<Entity, With<Dusk>>,
    mut last: Local<(Light, Vec2)>,
) {
    if session.as_ref().is_some_and(|session| !session.is_changed()) {
        return;
    }
    let now =
        session.as_ref().map_or((Light::Day, Vec2::ZERO), |session| (session.light(), session.view().terrain().size));
    if *last == now {
        return;
    }
    *last = now;
    for entity in &there {
        commands.entity(entity).despawn();
    }
    let (light, size) = now;
    let tint = match light {
        Light::Day => return,
        Light::Twilight => TWILIGHT,
        Light::Night => NIGHT,
    };
    let mut triangles = Triangles::default();
    triangles.fill(&[Vec2::ZERO, Vec2::new(size.x, 0.0), size, Vec2::new(0.0, size.y)], tint);
    commands.spawn((
        Dusk,
        Mesh2d(meshes.add(triangles.mesh())),
        MeshMaterial2d(art.white.clone()),
        Transform::from_xyz(0.0, 0.0, DUSK_LAYER),
    ));
}

/// A crown in its own units.
const CROWN: Lay = Lay { scale: 1.0, origin: Vec2::ZERO, tolerance: 0.12 };

fn draw(svg: &str, lay: Lay) -> Triangles {
    let mut triangles = Triangles::default();
    match painted_paths(svg) {
        Ok(paths) => triangles.paint(&paths, lay),
        Err(error) => tracing::error!("a part of the table cannot be drawn: {error}"),
    }
    triangles
}

/// The walnut round the paper, which covers what ground reaches over the edge, the paper's shadow on it, and its
/// brass edge.
fn rim(size: Vec2) -> Triangles {
    let mut triangles = Triangles::default();
    let of = |colour: bevy_egui::egui::Color32| Color::srgb_u8(colour.r(), colour.g(), colour.b());
    let band = |triangles: &mut Triangles, by: Vec2, width: f32, colour: Color| {
        let (low, high) = (by.min(Vec2::ZERO), size + by.max(Vec2::ZERO));
        for [a, b] in [
            [Vec2::new(-width, -width) + low, Vec2::new(high.x + width, 0.0)],
            [Vec2::new(low.x - width, size.y), high + width],
            [Vec2::new(low.x - width, 0.0), Vec2::new(0.0, size.y)],
            [Vec2::new(size.x, 0.0), Vec2::new(high.x + width, size.y)],
        ] {
            triangles.fill(&[a, Vec2::new(b.x, a.y), b, Vec2::new(a.x, b.y)], colour);
        }
    };
    band(&mut triangles, Vec2::ZERO, WALNUT, of(theme::TABLE));
    for (width, alpha) in [(0.7, 0.16), (0.45, 0.2), (0.2, 0.3)] {
        let shade = Color::srgba(0.05, 0.03, 0.02, alpha);
        band(&mut triangles, Vec2::new(0.1, -0.15), width, shade);
    }
    band(&mut triangles, Vec2::ZERO, 0.12, of(theme::BRASS));
    triangles
}

/// The edge of the table, darkened towards the walnut.
fn vignette(size: Vec2) -> Mesh {
    let depth = size.min_element() * 0.22;
    let (low, high) = (Vec2::splat(depth), size - depth);
    let corners = |a: Vec2, b: Vec2| [a, Vec2::new(b.x, a.y), b, Vec2::new(a.x, b.y)];
    let dark = Color::srgba_u8(0x5C, 0x44, 0x20, 64).to_linear().to_f32_array();
    let clear = Color::srgba_u8(0x5C, 0x44, 0x20, 0).to_linear().to_f32_array();
    let mut positions = Vec::new();
    let mut colours = Vec::new();
    for (corner, colour) in corners(Vec2::ZERO, size)
        .into_iter()
        .map(|c| (c, dark))
        .chain(corners(low, high).into_iter().map(|c| (c, clear)))
    {
        positions.push([corner.x, corner.y, 0.0]);
        colours.push(colour);
    }
    let mut indices = Vec::new();
    for n in 0..4_u32 {
        let next = (n + 1) % 4;
        indices.extend([n, next, 4 + next, n, 4 + next, 4 + n]);
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
        .with_inserted_indices(Indices::U32(indices))
}

/// Hides crowns that cover a figure, and makes those under the pointer faint.
fn part_crowns(
    scene: Res<Scene>,
    session: Option<Res<Session>>,
    things: Res<Things>,
    art: Res<Art>,
    faint: Res<FaintCrown>,
    mut crowns: Query<(Ref<Crown>, &mut Visibility, &mut MeshMaterial2d<ColorMaterial>)>,
    mut last: Local<Option<Vec2>>,
) {
    let pointer = session.as_ref().and_then(|session| session.pointer);
    let moved = scene.is_changed() || things.is_changed();
    if !moved && *last == pointer && crowns.iter().all(|(crown, ..)| !crown.is_added()) {
        return;
    }
    *last = pointer;
    for (crown, mut visibility, mut material) in &mut crowns {
        let at = crown.0;
        if moved || crown.is_added() {
            let near = |place: Vec2| place.distance_squared(at) < CLEARING * CLEARING;
            let covered = scene.poses.iter().any(|pose| pose.shown && near(pose.place.at))
                || things.0.iter().filter_map(|thing| Things::place(thing, &scene)).any(near);
            visibility.set_if_neq(if covered { Visibility::Hidden } else { Visibility::Inherited });
        }
        let wanted = if pointer.is_some_and(|pointer| pointer.distance(at) < PEEP) { &faint.0 } else { &art.white };
        if material.0 != *wanted {
            material.0 = wanted.clone();
        }
    }
}

//! The pieces on the table.
//!
//! 1. [`art`]: each look and coat becomes one mesh, shared by all figures that wear it.
//! 2. [`track`]: how a piece goes its way; [`flow`]: how a block takes another formation; [`timing`]: how far either has
//!    come; [`beat`]: what is shown now; [`motion`]: where everything is at this moment of it.
//! 3. One entity for each piece follows its pose, [`bases`]: one for each base of a block that flows; [`marks`]: markers
//!    lie on top.
//! 4. [`things`]: the things that are no pieces.

pub mod art;
pub mod bases;
pub mod beat;
pub mod flow;
pub mod marks;
pub mod motion;
pub mod things;
pub mod timing;
pub mod track;

use bevy::prelude::*;
use smol_str::SmolStr;
use std::collections::BTreeSet;

use self::{
    art::{Art, FigureKey},
    motion::{Pose, Scene},
};
use super::{camera::BoardView, playback::Tabletop, session::Session, stage::FrameSystems};
use grapeshot_floor::{
    forces::{PieceId, SideId, UnitEntry, UnitId},
    table::footprint::Footprint,
    turn::{
        BattleView,
        bases::{Base, SeenShape},
        vocabulary::MarkShape,
    },
};
use grapeshot_game::{
    battle::Battle,
    picture::{dress::armed, symbols::Detail},
};

/// The layer of the pieces.
pub const LAYER: f32 = 10.0;
/// The layer of lost-men marks.
const LOST_LAYER: f32 = 9.0;
/// How much higher in their layer the pieces on the next storey are drawn.
const PER_FLOOR: f32 = 0.004;
/// Degrees that a stunned figure is turned.
const ASKEW: f32 = 26.0;
/// Points to the inch under which nothing but figures is drawn.
const TOO_SMALL: f32 = 5.0;

/// How a piece is dressed.
#[derive(Debug, Clone, PartialEq)]
pub struct Worn {
    /// The look, with the weapon in hand.
    pub look: SmolStr,
    /// The coat of its side.
    pub coat: SmolStr,
    /// The shape of its base.
    pub footprint: Footprint,
    /// The formation of its unit, if it has one.
    pub formation: SmolStr,
    /// The bases that it is made of, if there are any.
    pub bases: Vec<Base>,
    /// Whether it takes no room, and may stand where others do: then it lies on them.
    pub on_top: bool,
}

/// The pieces of the battle on the table and how each is dressed. It changes when another battle is laid.
#[derive(Resource, Debug, Default, PartialEq)]
pub struct Cast {
    name: String,
    /// The dress of each piece, by id.
    pub worn: Vec<Worn>,
}

/// The pieces that have acted, at the moment that is shown.
#[derive(Resource, Debug, Default, PartialEq)]
pub struct Acted {
    pieces: BTreeSet<PieceId>,
    /// The battle, the number of its orders, and the viewer, for which the pieces are known.
    known: Option<(String, usize, Option<SideId>)>,
}

impl Acted {
    /// Whether a piece has acted.
    pub fn has(&self, piece: PieceId) -> bool {
        self.pieces.contains(&piece)
    }

    /// Whether all of some pieces have acted, and there are any.
    pub fn all(&self, mut pieces: impl Iterator<Item = PieceId>) -> bool {
        pieces.next().is_some_and(|first| self.has(first) && pieces.all(|piece| self.has(piece)))
    }
}

/// The piece that an entity shows.
#[derive(Component, Debug, Clone, Copy)]
pub struct Shows(pub PieceId);

/// The mark where a piece was lost.
#[derive(Component)]
struct LostMark;

pub(super) fn plugin(app: &mut App) {
    let stand = (lay_cast, see_who_acted, set_scene, put_on_table, dress, pose_pieces, bases::stand).chain();
    let lay = (marks::lay_marks, marks::lay_lost, things::gather, things::lay).chain();
    app.init_resource::<Art>()
        .init_resource::<Cast>()
        .init_resource::<Acted>()
        .init_resource::<Scene>()
        .init_resource::<things::Things>()
        .add_systems(Update, (stand, lay).chain().in_set(FrameSystems::Stand));
}

/// Takes over the pieces of the battle.
fn lay_cast(session: Option<Res<Session>>, mut cast: ResMut<Cast>) {
    let next = match &session {
        Some(session) => {
            let name = name_of(session);
            if cast.name == name && !session.is_changed() {
                return;
            }
            let worn = worn(session.battle(), &session.view(), session.shown());
            Cast { name, worn }
        }
        None => Cast::default(),
    };
    if *cast != next {
        *cast = next;
    }
}

/// A name that tells a battle from the one before.
fn name_of(session: &Session) -> String {
    format!("battle {} {}", session.scenario().id, session.battle().seed())
}

/// Asks which pieces have acted, whenever all events of an order were shown.
fn see_who_acted(session: Option<Res<Session>>, mut acted: ResMut<Acted>) {
    let Some(session) = session else {
        acted.set_if_neq(Acted::default());
        return;
    };
    if !session.is_changed() {
        return;
    }
    let Some(after) = session.shown_after() else { return };
    let known = Some((name_of(&session), after, session.viewer()));
    if acted.known != known {
        *acted = Acted { pieces: session.acted().into_iter().collect(), known };
    }
}

fn worn(battle: &Battle, view: &BattleView, shown: &Tabletop) -> Vec<Worn> {
    // A formation of several figures is seen from where each of them stands.
    let formation = |unit: UnitId| {
        let alone = view.unit(unit).pieces.len() == 1;
        let word = shown.units.get(unit.index()).and_then(|unit| unit.formation.clone());
        word.filter(|word| alone || battle.vocabulary().is_block(word))
    };
    let kind = |unit: UnitId| battle.vocabulary().kind(&view.get_unit_part::<UnitEntry>(unit)?.kind);
    view.piece_ids()
        .zip(&shown.pieces)
        .map(|(id, piece)| {
            let formation = formation(view.unit_of(id)).unwrap_or_default();
            Worn {
                look: armed(&view.piece(id).look, battle.rules().weapon_in_hand(view, id).as_ref()),
                coat: view.side_named(view.side_of(id)).coat.clone(),
                footprint: piece.footprint,
                bases: bases_of(battle, view, shown, id, (&formation, piece.footprint)),
                formation,
                on_top: kind(view.unit_of(id)).is_some_and(|kind| !kind.takes_room),
            }
        })
        .collect()
}

/// The bases of a piece in a formation and a shape, as its unit is shown.
pub fn bases_of(
    battle: &Battle,
    view: &BattleView,
    shown: &Tabletop,
    piece: PieceId,
    (formation, footprint): (&str, Footprint),
) -> Vec<Base> {
    let Some(unit) = shown.units.get(view.unit_of(piece).index()) else { return Vec::new() };
    battle.rules().bases(view, piece, SeenShape { formation, footprint, marks: &unit.marks })
}

pub(super) fn set_scene(session: Option<Res<Session>>, mut scene: ResMut<Scene>) {
    let next = match &session {
        Some(session) if !session.is_changed() => return,
        Some(session) => Scene::of(session),
        None => Scene::default(),
    };
    scene.set_if_neq(next);
}

/// One entity for each piece of the cast.
fn put_on_table(mut commands: Commands, cast: Res<Cast>, entities: Query<(Entity, &Shows)>, art: Res<Art>) {
    if !cast.is_changed() {
        return;
    }
    let there = entities.iter().count();
    for (entity, shows) in &entities {
        if shows.0.index() >= cast.worn.len() {
            commands.entity(entity).despawn();
        }
    }
    for n in there..cast.worn.len() {
        commands.spawn((
            Shows(PieceId(n as u32)),
            Mesh2d::default(),
            MeshMaterial2d(art.white.clone()),
            Transform::default(),
            Visibility::Hidden,
        ));
    }
}

/// Gives each entity the mesh of its piece, as closely as the table is seen.
fn dress(
    cast: Res<Cast>,
    acted: Res<Acted>,
    view: Res<BoardView>,
    mut art: ResMut<Art>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut pieces: Query<(Ref<Shows>, &mut Mesh2d)>,
    mut last: Local<Option<(Detail, grapeshot_game::picture::palette::Palette)>>,
) {
    let now = Some((view.detail, art.palette()));
    let all = cast.is_changed() || acted.is_changed() || *last != now;
    *last = now;
    for (shows, mut mesh) in &mut pieces {
        if !all && !shows.is_added() {
            continue;
        }
        let Some(worn) = cast.worn.get(shows.0.index()) else { continue };
        let mut key = FigureKey::of(worn, view.detail);
        key.acted = acted.has(shows.0);
        let (handle, _) = art.bypass_change_detection().figure(&mut meshes, &key);
        if mesh.0 != handle {
            mesh.0 = handle;
        }
    }
}

fn pose_pieces(
    scene: Res<Scene>,
    session: Option<Res<Session>>,
    cast: Res<Cast>,
    view: Res<BoardView>,
    art: Res<Art>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut pieces: Query<(&Shows, &mut Transform, &mut Visibility, &mut MeshMaterial2d<ColorMaterial>)>,
    added: Query<(), Added<Shows>>,
    mut own: Local<Vec<f32>>,
) {
    if cast.is_changed() || own.len() != cast.worn.len() {
        *own = slices(&cast);
    }
    // While nothing changes that moves or dresses pieces, they stay as they are.
    let changed = cast.is_changed()
        || scene.is_changed()
        || view.is_changed()
        || session.as_ref().is_none_or(|session| session.is_changed());
    if !changed && added.is_empty() {
        return;
    }
    for (shows, mut transform, mut visibility, mut material) in &mut pieces {
        let Some(pose) = scene.poses.get(shows.0.index()) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        // The bases of a block that flows are drawn one by one.
        let drawn = pose.shown && scene.flows.iter().all(|flow| flow.piece != shows.0);
        visibility.set_if_neq(if drawn { Visibility::Inherited } else { Visibility::Hidden });
        if !drawn {
            continue;
        }
        let (askew, hidden) = session.as_ref().map_or((false, false), |session| {
            let hidden = session.shown().piece(shows.0).is_some_and(|piece| piece.hidden);
            (has_mark(session, shows.0, MarkShape::Stars), hidden)
        });
        let slice = own.get(shows.0.index()).copied().unwrap_or_default();
        let next = stand(pose, askew, slice, shows.0, view.detail);
        transform.set_if_neq(next);
        let wanted = if pose.seen < 1.0 {
            if let Some(mut fading) = materials.get_mut(&art.fading) {
                fading.color = Color::WHITE.with_alpha(pose.seen.max(0.02));
            }
            &art.fading
        } else if hidden {
            &art.faint
        } else {
            &art.white
        };
        if material.0 != *wanted {
            material.0 = wanted.clone();
        }
    }
}

/// Whether a marker of a shape lies on a piece as it is shown.
pub fn has_mark(session: &Session, piece: PieceId, shape: MarkShape) -> bool {
    session.shown().piece(piece).is_some_and(|piece| {
        piece.marks.iter().any(|(id, _)| session.battle().vocabulary().mark(id).is_some_and(|mark| mark.shape == shape))
    })
}

fn stand(pose: &Pose, askew: bool, slice: f32, id: PieceId, detail: Detail) -> Transform {
    // Men do not stand like nails: each has his own small turn.
    let jitter = if detail == Detail::Near { ((id.0.wrapping_mul(2_654_435_761) >> 16) % 5) as f32 - 2.0 } else { 0.0 };
    let degrees = pose.place.facing.0 - 90.0 + pose.tilt + jitter * 0.6 + if askew { -ASKEW } else { 0.0 };
    // Pieces farther from the enemy are drawn first, so that no musket of the rear rank lies on a hat.
    let depth = depth_of(pose);
    Transform {
        translation: pose.place.at.extend(LAYER + slice + depth + f32::from(pose.place.floor) * PER_FLOOR),
        rotation: Quat::from_rotation_z(degrees.to_radians()),
        scale: Vec3::ONE,
    }
}

/// A small height that grows in the direction a piece faces.
fn depth_of(pose: &Pose) -> f32 {
    (pose.place.at.dot(pose.place.facing.forward()) / 200.0).clamp(-1.0, 1.0) * 0.0015 + 0.0015
}

/// The height of each piece in its layer: foot lowest, then horse, guns and wagons, and what takes no room on them all;
/// equal looks together.
fn slices(cast: &Cast) -> Vec<f32> {
    let key =
        |worn: &Worn| (worn.on_top, (worn.footprint.reach() * 100.0) as u32, worn.coat.clone(), worn.look.clone());
    let mut kinds: Vec<(bool, u32, SmolStr, SmolStr)> = cast.worn.iter().map(key).collect();
    kinds.sort();
    kinds.dedup();
    let step = 0.9 / kinds.len().max(1) as f32;
    cast.worn.iter().map(|worn| kinds.binary_search(&key(worn)).unwrap_or_default() as f32 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_game::testing::{BLUE, RED, TestTable};

    /// A commander takes no room: he may stand where a battalion does, and is seen.
    #[test]
    fn a_commander_lies_on_the_battalion_where_he_stands() {
        let mut table = TestTable::new("burt", grapeshot_rulesets::plugin).size(48.0, 36.0);
        for (name, side, y, facing) in [("blue", BLUE, 12.0, 90.0), ("red", RED, 22.0, 270.0)] {
            let staff = format!("{name}_staff");
            table = table
                .block(&staff, side, "command_element", "", (24.0, y, facing))
                .block(&format!("{name}_foot"), side, "infantry", "line", (24.0, y, facing))
                .number("figures", 24.0)
                .under(&staff);
        }
        let test = table.battle();
        let view = test.battle.view();
        let worn = worn(&test.battle, &view, &Tabletop::of(&view));
        let slices = slices(&Cast { name: String::new(), worn });
        let height = |unit: &str| slices[test.piece(unit, 1).index()];
        assert!(height("blue_staff") > height("blue_foot"), "{slices:?}");
    }
}

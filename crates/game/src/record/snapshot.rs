//! The whole state of a battle at one moment.

use bevy::ecs::{entity::Entity, world::World};
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3;

use grapeshot_floor::{
    events::BattleLog,
    forces::{Fate, Piece, PieceId, Roster, SideId, Unit, UnitId},
    table::{
        footprint::{Footprint, Outline},
        house::Breaches,
        index::{PieceIndex, TerrainIndex},
        position::Place,
    },
    turn::{BattleStates, concealment::look_about, derived, state::Column},
};

/// The state of a battle at one moment: a column for each registered type, how many units and pieces there are, and the
/// length of the log. It costs little to clone.
#[derive(Clone)]
pub struct Snapshot {
    columns: Arc<[Column]>,
    units: usize,
    pieces: usize,
    log: usize,
}

/// The entities that hold the components of a battle: units, then pieces, in id order.
fn muster_roll(world: &World) -> Vec<Entity> {
    world.get_resource::<Roster>().map_or_else(Vec::new, |roster| {
        roster.units().map(|(_, entity)| entity).chain(roster.pieces().map(|(_, entity)| entity)).collect()
    })
}

impl Snapshot {
    /// The battle in a world as it is now.
    ///
    /// # Panics
    /// If nothing was registered as state in this world.
    pub fn take(world: &World) -> Self {
        let entities = muster_roll(world);
        let columns = world.resource::<BattleStates>().iter().map(|state| (state.save)(world, &entities)).collect();
        let roster = world.get_resource::<Roster>();
        let (units, pieces) = roster.map_or((0, 0), |roster| (roster.units().len(), roster.pieces().len()));
        Self { columns, units, pieces, log: world.get_resource::<BattleLog>().map_or(0, BattleLog::len) }
    }

    /// Puts the battle back as it was; units and pieces that came into being later go, and what only follows from the
    /// state (the index of the pieces) is made anew.
    ///
    /// # Panics
    /// If the world has other registered types than the one the snapshot was taken of.
    pub fn put_back(&self, world: &mut World) {
        self.fit_roster(world);
        let entities = muster_roll(world);
        let states = world.resource::<BattleStates>().clone();
        assert_eq!(states.iter().count(), self.columns.len(), "a snapshot goes back into a world like its own");
        for (state, column) in states.iter().zip(self.columns.iter()) {
            (state.load)(world, &entities, column);
        }
        if let Some(mut log) = world.get_resource_mut::<BattleLog>() {
            log.truncate(self.log);
        }
        make_anew(world);
    }

    /// Takes units and pieces out of the world that were not there yet, and makes room for those that were there.
    fn fit_roster(&self, world: &mut World) {
        let Some(mut roster) = world.remove_resource::<Roster>() else { return };
        for entity in roster.truncate(self.units, self.pieces) {
            world.despawn(entity);
        }
        // Whose they are stands in their parts, which come with the columns.
        let (units, pieces) = (roster.units().len(), roster.pieces().len());
        for _ in units..self.units {
            let entity = world.spawn_empty().id();
            let id = roster.enlist_unit(entity, SideId(0));
            world.entity_mut(entity).insert(id);
        }
        for _ in pieces..self.pieces {
            let entity = world.spawn_empty().id();
            let id = roster.enlist_piece(entity, UnitId(0));
            world.entity_mut(entity).insert(id);
        }
        world.insert_resource(roster);
    }

    /// The number of events there were.
    pub fn log_len(&self) -> usize {
        self.log
    }
}

/// Makes anew what only follows from the state: whose each unit and piece is, the index of the pieces in play, and the walls
/// with their breaches; what was derived from it is forgotten.
pub fn make_anew(world: &mut World) {
    derived::state_changes(world);
    assign(world);
    index_pieces(world);
    if let Some(breaches) = world.get_resource::<Breaches>().cloned()
        && let Some(mut ground) = world.get_resource_mut::<TerrainIndex>()
    {
        ground.breach(&breaches);
    }
}

/// Gives each unit to the side and each piece to the unit that it belongs to.
fn assign(world: &mut World) {
    let Some(roster) = world.get_resource::<Roster>() else { return };
    let side_of = |(id, entity)| Some((id, world.get::<Unit>(entity)?.side));
    let sides: Vec<(UnitId, SideId)> = roster.units().filter_map(side_of).collect();
    let others: Vec<_> = sides.into_iter().filter(|(unit, side)| roster.side_of_unit(*unit) != *side).collect();
    let unit_of = |(id, entity)| Some((id, world.get::<Piece>(entity)?.unit));
    let units: Vec<(PieceId, UnitId)> = roster.pieces().filter_map(unit_of).collect();
    let moved: Vec<_> = units.into_iter().filter(|(piece, unit)| roster.unit_of(*piece) != *unit).collect();
    let mut roster = world.resource_mut::<Roster>();
    for (unit, side) in others {
        roster.assign(unit, side);
    }
    for (piece, unit) in moved {
        roster.transfer(piece, unit);
    }
}

/// Makes the index of the pieces in play anew from where they stand.
fn index_pieces(world: &mut World) {
    let Some(roster) = world.get_resource::<Roster>() else { return };
    let mut index = PieceIndex::default();
    for (id, entity) in roster.pieces() {
        if world.get::<Piece>(entity).is_some()
            && world.get::<Fate>(entity) == Some(&Fate::InPlay)
            && let (Some(place), Some(footprint)) = (world.get::<Place>(entity), world.get::<Footprint>(entity))
        {
            index.put(id, Outline { footprint: *footprint, place: *place });
        }
    }
    world.insert_resource(index);
    look_about(world);
}

/// The checksum of the battle in a world: the digests of all registered types in the order of their names, and the
/// number of events. Equal battles have equal checksums on every machine.
///
/// # Panics
/// If nothing was registered as state in this world.
pub fn checksum(world: &World) -> u64 {
    let entities = muster_roll(world);
    let mut hash = Xxh3::new();
    let mut bytes = Vec::with_capacity(4096);
    for state in world.resource::<BattleStates>().iter() {
        bytes.clear();
        (state.digest)(world, &entities, &mut bytes);
        hash.update(state.name.as_bytes());
        hash.update(&(bytes.len() as u64).to_le_bytes());
        hash.update(&bytes);
    }
    hash.update(&(world.get_resource::<BattleLog>().map_or(0, BattleLog::len) as u64).to_le_bytes());
    hash.digest()
}

/// All registered state by name: a component as an object with a list for units and one for pieces, in id order
/// (null where one has no such component), a resource as its value.
///
/// # Panics
/// If nothing was registered as state in this world.
pub fn to_json(world: &World) -> serde_json::Value {
    let roster = world.get_resource::<Roster>().cloned().unwrap_or_default();
    let units: Vec<Entity> = roster.units().map(|(_, entity)| entity).collect();
    let pieces: Vec<Entity> = roster.pieces().map(|(_, entity)| entity).collect();
    let states = world.resource::<BattleStates>().iter().map(|state| {
        let value = if state.component {
            serde_json::json!({ "units": (state.to_json)(world, &units), "pieces": (state.to_json)(world, &pieces) })
        } else {
            (state.to_json)(world, &[])
        };
        (state.name.to_owned(), value)
    });
    serde_json::Value::Object(states.collect())
}

use bevy::ecs::{entity::Entity, resource::Resource};

use super::{PieceId, UnitId};

/// The entities of units and pieces in id order. Every loop of a rule goes through it.
#[derive(Resource, Debug, Clone, Default)]
pub struct Roster {
    units: Vec<Entity>,
    pieces: Vec<Entity>,
}

impl Roster {
    /// Adds the next unit's entity and gives its id.
    pub fn enlist_unit(&mut self, entity: Entity) -> UnitId {
        self.units.push(entity);
        UnitId((self.units.len() - 1) as u16)
    }

    /// Adds the next piece's entity and gives its id.
    pub fn enlist_piece(&mut self, entity: Entity) -> PieceId {
        self.pieces.push(entity);
        PieceId((self.pieces.len() - 1) as u32)
    }

    /// The entity of a unit, if the id is of this battle.
    pub fn unit(&self, id: UnitId) -> Option<Entity> {
        self.units.get(id.index()).copied()
    }

    /// The entity of a piece, if the id is of this battle.
    pub fn piece(&self, id: PieceId) -> Option<Entity> {
        self.pieces.get(id.index()).copied()
    }

    /// All units in id order.
    pub fn units(&self) -> impl ExactSizeIterator<Item = (UnitId, Entity)> + '_ {
        self.units.iter().enumerate().map(|(n, e)| (UnitId(n as u16), *e))
    }

    /// All pieces in id order.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = (PieceId, Entity)> + '_ {
        self.pieces.iter().enumerate().map(|(n, e)| (PieceId(n as u32), *e))
    }
}

use bevy::ecs::{entity::Entity, resource::Resource};

use super::{PieceId, SideId, UnitId};

/// The entities of units and pieces in id order, and which pieces belong to which unit, as
/// [`Piece::unit`](super::Piece) has it. Every loop of a rule goes through it.
#[derive(Resource, Debug, Clone, Default)]
pub struct Roster {
    units: Vec<(Entity, SideId)>,
    pieces: Vec<(Entity, UnitId)>,
}

impl Roster {
    /// Adds the next unit's entity and gives its id.
    pub fn enlist_unit(&mut self, entity: Entity, side: SideId) -> UnitId {
        self.units.push((entity, side));
        UnitId((self.units.len() - 1) as u16)
    }

    /// Adds the next piece's entity and gives its id.
    pub fn enlist_piece(&mut self, entity: Entity, unit: UnitId) -> PieceId {
        self.pieces.push((entity, unit));
        PieceId((self.pieces.len() - 1) as u32)
    }

    /// Forgets the units and pieces after this many of each, which came into being later, and gives their entities.
    pub fn truncate(&mut self, units: usize, pieces: usize) -> Vec<Entity> {
        let units = self.units.drain(units.min(self.units.len())..).map(|(entity, _)| entity);
        let pieces = self.pieces.drain(pieces.min(self.pieces.len())..).map(|(entity, _)| entity);
        units.chain(pieces).collect()
    }

    /// A unit is of this side.
    pub fn assign(&mut self, unit: UnitId, side: SideId) {
        if let Some((_, known)) = self.units.get_mut(unit.index()) {
            *known = side;
        }
    }

    /// A piece belongs to another unit now.
    pub fn transfer(&mut self, piece: PieceId, unit: UnitId) {
        if let Some((_, known)) = self.pieces.get_mut(piece.index()) {
            *known = unit;
        }
    }

    /// The entity of a unit, if the id is of this battle.
    pub fn unit(&self, id: UnitId) -> Option<Entity> {
        self.units.get(id.index()).map(|(entity, _)| *entity)
    }

    /// The entity of a piece, if the id is of this battle.
    pub fn piece(&self, id: PieceId) -> Option<Entity> {
        self.pieces.get(id.index()).map(|(entity, _)| *entity)
    }

    /// The side of a unit.
    ///
    /// # Panics
    /// If the unit is not of this battle.
    pub fn side_of_unit(&self, id: UnitId) -> SideId {
        self.units[id.index()].1
    }

    /// The unit of a piece.
    ///
    /// # Panics
    /// If the piece is not of this battle.
    pub fn unit_of(&self, id: PieceId) -> UnitId {
        self.pieces[id.index()].1
    }

    /// All units in id order.
    pub fn units(&self) -> impl ExactSizeIterator<Item = (UnitId, Entity)> + '_ {
        self.units.iter().enumerate().map(|(n, (entity, _))| (UnitId(n as u16), *entity))
    }

    /// All pieces in id order.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = (PieceId, Entity)> + '_ {
        self.pieces.iter().enumerate().map(|(n, (entity, _))| (PieceId(n as u32), *entity))
    }
}

//! What the sides have not seen of each other.

use bevy::ecs::{resource::Resource, world::World};
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

use crate::{
    forces::{PieceId, Roster, SideId, UnitId},
    table::{footprint::Outline, index::PieceIndex},
};

/// A place at which the enemies of a side suspect somebody.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SuspectedPlace {
    /// Its number, which never changes.
    pub number: u16,
    /// The side that may be hiding there.
    pub side: SideId,
    /// Where, in inches.
    pub at: Vec2,
    /// The unit that hid there when the battle began, which only its own side knows; none if the place is a dummy.
    pub unit: Option<UnitId>,
}

/// The units that hide from the other sides: their pieces are on the table, but only their own side sees them.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Concealment {
    pieces: BTreeSet<PieceId>,
    /// The places at which somebody is suspected, by number.
    pub places: Vec<SuspectedPlace>,
    /// The sides of which everybody knows that some hid when the battle began.
    pub hiders: Vec<SideId>,
    /// The side that alone learns what is written into the log without naming a piece or unit.
    pub veil: Option<SideId>,
}

impl Concealment {
    /// Whether a piece is hidden from all sides but its own.
    pub fn conceals(&self, piece: PieceId) -> bool {
        self.pieces.contains(&piece)
    }

    /// Whether nobody is hidden.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The hidden pieces, in id order.
    pub fn pieces(&self) -> impl Iterator<Item = PieceId> + '_ {
        self.pieces.iter().copied()
    }
}

/// For each side the pieces in play that it sees, and last those that are seen by all; empty as long as nobody is
/// hidden, for then all see all. It follows from the places of the pieces and the [`Concealment`].
#[derive(Resource, Debug, Clone, Default)]
pub struct SeenPieces(Vec<PieceIndex>);

impl SeenPieces {
    /// What a side sees, if it is not everything.
    pub fn of(&self, side: SideId) -> Option<&PieceIndex> {
        self.0.get(side.index())
    }

    /// What all see, if it is not everything.
    pub fn by_all(&self) -> Option<&PieceIndex> {
        self.0.last()
    }

    /// A piece stands somewhere now.
    pub fn put(&mut self, piece: PieceId, own: SideId, concealed: bool, outline: Outline) {
        for (side, index) in self.0.iter_mut().enumerate() {
            if !concealed || side == own.index() {
                index.put(piece, outline);
            }
        }
    }

    /// Walls went down or doors were opened.
    pub fn ground_changed(&mut self) {
        self.0.iter_mut().for_each(PieceIndex::ground_changed);
    }

    /// A piece left the table.
    pub fn remove(&mut self, piece: PieceId) {
        for index in &mut self.0 {
            index.remove(piece);
        }
    }
}

/// Works out anew what each side sees.
pub fn look_about(world: &mut World) {
    let (Some(concealment), Some(roster)) = (world.get_resource::<Concealment>(), world.get_resource::<Roster>())
    else {
        return;
    };
    let mut seen = SeenPieces::default();
    if !concealment.is_empty() {
        let whole = world.resource::<PieceIndex>();
        let sides = roster.units().map(|(unit, _)| roster.side_of_unit(unit).index() + 1).max().unwrap_or_default();
        seen.0 = vec![PieceIndex::default(); sides + 1];
        for (side, index) in seen.0.iter_mut().enumerate() {
            let sees = |piece: &PieceId| {
                let own = roster.side_of_unit(roster.unit_of(*piece));
                own.index() == side || !concealment.conceals(*piece)
            };
            let there = roster.pieces().map(|(piece, _)| piece).filter(sees);
            index.rebuild(there.filter_map(|piece| Some((piece, whole.outline(piece)?))));
        }
    }
    world.insert_resource(seen);
}

/// Hides pieces from the other sides, or shows them again.
pub(super) fn conceal(world: &mut World, pieces: &[PieceId], hide: bool) {
    let mut concealment = world.resource_mut::<Concealment>();
    for piece in pieces {
        if hide {
            concealment.pieces.insert(*piece);
        } else {
            concealment.pieces.remove(piece);
        }
    }
    look_about(world);
}

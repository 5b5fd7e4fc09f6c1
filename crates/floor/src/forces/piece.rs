use bevy::ecs::component::Component;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{PieceId, UnitId};

/// A piece: a figure, stand, base, gun, limber, wagon or animal. Where it stands is its
/// [`Place`](crate::table::position::Place), its shape its [`Footprint`](crate::table::footprint::Footprint).
#[derive(Component, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    pub id: PieceId,
    /// The unit it belongs to.
    pub unit: UnitId,
    /// Its number in the unit, from 1.
    pub number: u16,
    /// Its name ("Sergeant Lebrun", "Petit").
    pub name: String,
    /// Its picture in words of the screen ("foot", "leader", "officer").
    pub look: SmolStr,
}

/// Whether a piece is still in the battle. Pieces never vanish, so that ids never move.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// On the table.
    #[default]
    InPlay,
    /// Not on the table yet.
    Awaited,
    /// Out of the fight; its place is marked.
    Casualty,
    /// Off the table over an edge by an order.
    Exited,
    /// Off the table over an edge by a result of the rules.
    Fled,
}

/// The id of a kind of marker or state that a ruleset registers ("stun", "reload").
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MarkId(pub SmolStr);

impl MarkId {
    /// A kind of marker by its id.
    pub const fn new(id: &'static str) -> Self {
        Self(SmolStr::new_static(id))
    }
}

/// The markers on a unit or piece, with their number; sorted by kind, none with 0.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Marks(Vec<(MarkId, u8)>);

impl Marks {
    /// No markers at all.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// How many markers of a kind lie there.
    pub fn count(&self, kind: &MarkId) -> u8 {
        self.0.iter().find(|(k, _)| k == kind).map_or(0, |(_, n)| *n)
    }

    /// Whether at least one marker of a kind lies there.
    pub fn has(&self, kind: &MarkId) -> bool {
        self.count(kind) > 0
    }

    /// Sets the number of markers of a kind.
    pub fn set(&mut self, kind: &MarkId, count: u8) {
        match self.0.binary_search_by(|(k, _)| k.cmp(kind)) {
            Ok(at) if count == 0 => {
                self.0.remove(at);
            }
            Ok(at) => self.0[at].1 = count,
            Err(_) if count == 0 => {}
            Err(at) => self.0.insert(at, (kind.clone(), count)),
        }
    }

    /// All markers with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (&MarkId, u8)> {
        self.0.iter().map(|(k, n)| (k, *n))
    }
}

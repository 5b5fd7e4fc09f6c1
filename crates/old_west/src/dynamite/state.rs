//! Where dynamite lies and who carries it.

use bevy::{
    ecs::{component::Component, resource::Resource},
    math::Vec2,
};
use serde::{Deserialize, Serialize};

use grapeshot_combat_patrol::{cards::decks::Decks, view::rulebook::SkirmishView};
use grapeshot_floor::{
    forces::{PieceId, SideId},
    table::house::Wall,
    turn::{BattleView, Clock},
};

/// What a figure carries (OW-7.4, OW-7.5, OW-7.9). A figure that carries nothing has none of it.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Supply {
    /// Throws that are left; none if there is no end of them.
    pub throws: Option<u8>,
    /// Bundles to place.
    pub bundles: u8,
    /// Whether one of them is prepared.
    pub prepared: bool,
    /// Whether he carries a blasting machine.
    pub machine: bool,
    /// Wounds of his for which a card was drawn (OW-7.10).
    pub wounds: u8,
    /// Whether he has dynamite at all.
    pub carries: bool,
}

/// A lit fuse (OW-7.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lit {
    /// The die beside the charge.
    pub die: u8,
    /// The turn in which it was rolled.
    pub turn: u16,
    /// The activation cards drawn in that turn when it was lit; the card under way does not count.
    pub cards: u16,
}

/// A placed charge (OW-7.5 to OW-7.9).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Charge {
    /// Where it lies.
    pub at: Vec2,
    /// The storey.
    pub floor: u8,
    /// The man that placed it.
    pub by: PieceId,
    /// His side, which draws its cards.
    pub side: SideId,
    /// The wall at which it lies and the point of that, if it lies at one.
    pub wall: Option<(Wall, Vec2)>,
    /// The way of its fuse, from the charge.
    pub fuse: Vec<Vec2>,
    /// Activations in which fuse was laid.
    pub laid: u8,
    /// Whether he who placed it has gone on to something else.
    pub set: bool,
    /// Whether he lays fuse, or placed the charge, in the activation under way.
    pub busy: bool,
    /// Its die, while the fuse burns.
    pub lit: Option<Lit>,
    /// Whether a blasting machine stands at the end of its fuse.
    pub connected: bool,
    /// Whether it has gone off.
    pub gone: bool,
    /// Whether the other sides know nothing of it: it was placed before the battle, and hidden.
    pub hidden: bool,
}

impl Charge {
    /// Where its fuse ends.
    pub fn end(&self) -> Vec2 {
        self.fuse.last().copied().unwrap_or(self.at)
    }

    /// Whether a side knows of it; who watches both sides knows of all.
    pub fn known_to(&self, side: Option<SideId>) -> bool {
        !self.hidden || side.is_none_or(|side| side == self.side)
    }
}

/// A bundle that lies about (OW-7.1).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Cache {
    /// Where.
    pub at: Vec2,
    /// How many bundles he has left.
    pub bundles: u8,
    /// The side that alone knows of it, if it is hidden.
    pub hidden_by: Option<SideId>,
}

impl Cache {
    /// Whether a side knows of it; who watches both sides knows of all.
    pub fn known_to(&self, side: Option<SideId>) -> bool {
        self.hidden_by.is_none_or(|own| side.is_none_or(|side| side == own))
    }
}

/// The charges and caches of a battle.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Dynamite {
    /// Charges, those that went off among them.
    pub charges: Vec<Charge>,
    /// Caches that nobody has taken.
    pub caches: Vec<Cache>,
    /// The card that was read last for fuses: its turn, and how many had been drawn with it.
    pub read: (u16, u16),
}

/// The turn, and how many activation cards have been drawn in it.
pub fn now(view: &BattleView) -> (u16, u16) {
    (view.resource::<Clock>().turn, view.resource::<Decks>().activation.drawn().len() as u16)
}

/// The charges of the battle.
pub fn charges<'w>(cp: &SkirmishView<'w>) -> &'w [Charge] {
    &cp.view.resource::<Dynamite>().charges
}

//! What orders and units mean to somebody who judges how a battle is fought, whatever its ruleset.

use super::BattleView;
use crate::{forces::UnitId, orders::Order};

/// What an order is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Purpose {
    /// To fire at the enemy.
    Fire,
    /// To move without coming into contact; its plan has the ways.
    March,
    /// To come into contact with the enemy that it names.
    Charge,
    /// To have ammunition again, or a loaded weapon.
    Resupply,
    /// To say who will move before the inches are known.
    Declare,
    /// To do no more, or only to ask whether a unit may act.
    Hold,
    /// Anything else that a unit does.
    #[default]
    Other,
}

/// What can be expected of a unit as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Readiness {
    /// Whether it is a commander by himself, no match for troops.
    pub commander: bool,
    /// Whether it obeys: it neither flees nor lies stunned.
    pub obeys: bool,
    /// Whether it lacks ammunition, or most of its weapons are empty, and nothing forbids it to mend that in this turn.
    pub lacks_ammunition: bool,
}

/// What a unit fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fire {
    /// Muskets, ball, shell.
    Shot,
    /// Guns with canister, or at the range at which they fire it.
    Canister,
}

/// What a ruleset says of orders and units so that their use can be judged.
pub trait OrdersJudged: Send + Sync + 'static {
    /// What an order is for, in the battle in which it is about to be carried out.
    fn purpose(&self, _view: &BattleView, _order: &Order) -> Purpose {
        Purpose::default()
    }

    /// What can be expected of a unit on the table.
    fn readiness(&self, _view: &BattleView, _unit: UnitId) -> Readiness {
        Readiness { commander: false, obeys: true, lacks_ammunition: false }
    }

    /// What a unit could fire at another as both stand, whichever side fires now and whatever the unit has done in this
    /// turn; none if it is out of range, arc or sight.
    fn fire_on(&self, _view: &BattleView, _shooter: UnitId, _target: UnitId) -> Option<Fire> {
        None
    }

    /// The best chance, 0 to 1, that the shots of an order would have if their figures had been declared standing; none if
    /// they were.
    fn chance_if_standing(&self, _view: &BattleView, _order: &Order) -> Option<f32> {
        None
    }
}

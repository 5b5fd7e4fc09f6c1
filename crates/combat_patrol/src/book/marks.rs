//! Markers and states (CP-1.9).

use super::cites::{Cites, Topic};
use grapeshot_floor::{
    events::RuleId,
    forces::MarkId,
    turn::vocabulary::{Mark, MarkShape},
};

/// Wounds of a figure.
pub const WOUND: MarkId = MarkId::new("wound");
/// A stunned figure.
pub const STUN: MarkId = MarkId::new("stun");
/// A weapon that must be reloaded.
pub const RELOAD: MarkId = MarkId::new("reload");
/// A figure out of ammunition.
pub const OUT_OF_AMMO: MarkId = MarkId::new("out_of_ammo");
/// Morale markers of a unit.
pub const MORALE: MarkId = MarkId::new("morale");
/// A figure that moved.
pub const MOVED: MarkId = MarkId::new("moved");
/// A figure that reacted.
pub const REACTED: MarkId = MarkId::new("reacted");
/// A unit that may not move in this activation.
pub const PINNED: MarkId = MarkId::new("pinned");

/// A unit that no enemy has found.
pub const HIDDEN: MarkId = MarkId::new("hidden");

/// A limber that cannot move again.
pub const WRECKED: MarkId = MarkId::new("wrecked");

/// A wagon in enemy hands.
pub const TAKEN: MarkId = MarkId::new("taken");

/// All markers in the order in which they are drawn.
pub fn marks(cites: Cites) -> Vec<Mark> {
    let mark = |id: &MarkId, label, shape, rule| Mark { id: id.clone(), label, shape, rule: RuleId::new(rule) };
    vec![
        mark(&RELOAD, "must reload", MarkShape::Smoke, cites(Topic::Reload)),
        mark(&STUN, "stunned", MarkShape::Stars, "CP-7.4"),
        mark(&WOUND, "wounded", MarkShape::Drop, "CP-7.3"),
        mark(&OUT_OF_AMMO, "out of ammo", MarkShape::CartridgeBox, "CP-6.9"),
        mark(&MOVED, "moved", MarkShape::Chevron, "CP-5.2"),
        mark(&REACTED, "reacted", MarkShape::BentArrow, "CP-10.4"),
        mark(&PINNED, "pinned", MarkShape::Pin, "CP-11.4"),
        mark(&WRECKED, "cannot move", MarkShape::Pin, cites(Topic::LimberHit)),
        mark(&HIDDEN, "hidden", MarkShape::CrossedEye, "CP-1.9"),
        mark(&TAKEN, "taken", MarkShape::Pin, "CP-15.2"),
        mark(&MORALE, "morale markers", MarkShape::Coins, "CP-11.1"),
    ]
}

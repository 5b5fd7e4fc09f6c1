//! The states that lie on a unit as markers.

use super::values::Level;
use grapeshot_floor::{
    events::RuleId,
    forces::MarkId,
    turn::vocabulary::{Mark, MarkShape},
};

/// SB-6.3: figures (guns, wagons) that it has lost.
pub const LOST: MarkId = MarkId::new("lost");
/// SB-7.1: it is unformed.
pub const UNFORMED: MarkId = MarkId::new("unformed");
/// SB-7.1: it is disordered.
pub const DISORDERED: MarkId = MarkId::new("disordered");
/// SB-7.1: it is shaken.
pub const SHAKEN: MarkId = MarkId::new("shaken");
/// SB-7.1: it is routing.
pub const ROUTING: MarkId = MarkId::new("routing");
/// SB-10.2: it pursues.
pub const PURSUING: MarkId = MarkId::new("pursuing");
/// SB-9.2: it assaults or is assaulted.
pub const ASSAULT: MarkId = MarkId::new("assault");
/// SB-6.1: it has fired in this turn.
pub const FIRED: MarkId = MarkId::new("fired");

/// The marker of a level; none for formed troops.
pub fn of_level(level: Level) -> Option<MarkId> {
    match level {
        Level::Formed => None,
        Level::Unformed => Some(UNFORMED),
        Level::Disordered => Some(DISORDERED),
        Level::Shaken => Some(SHAKEN),
        Level::Rout => Some(ROUTING),
    }
}

/// All markers in the order in which they are drawn.
pub fn marks() -> Vec<Mark> {
    let mark = |id: &MarkId, label, shape, rule| Mark { id: id.clone(), label, shape, rule: RuleId::new(rule) };
    vec![
        mark(&LOST, "figures lost", MarkShape::Drop, "SB-6.3"),
        mark(&UNFORMED, "unformed", MarkShape::Pin, "SB-7.1"),
        mark(&DISORDERED, "disordered", MarkShape::Stars, "SB-7.1"),
        mark(&SHAKEN, "shaken", MarkShape::BentArrow, "SB-7.1"),
        mark(&ROUTING, "routing", MarkShape::CrossedEye, "SB-7.1"),
        mark(&PURSUING, "pursuing", MarkShape::Chevron, "SB-10.2"),
        mark(&ASSAULT, "assault", MarkShape::Chevron, "SB-9.2"),
        mark(&FIRED, "has fired", MarkShape::Smoke, "SB-6.1"),
    ]
}

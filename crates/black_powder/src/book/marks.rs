//! The states that lie on a unit as markers.

use grapeshot_floor::{
    events::RuleId,
    forces::MarkId,
    turn::vocabulary::{Mark, MarkShape},
};

/// BP-5.8: a casualty.
pub const CASUALTY: MarkId = MarkId::new("casualty");
/// BP-6.5: it is in disorder.
pub const DISORDERED: MarkId = MarkId::new("disordered");
/// BP-6.12: it has as many casualties as stamina.
pub const SHAKEN: MarkId = MarkId::new("shaken");
/// BP-2.2: it has acted in this turn.
pub const ACTED: MarkId = MarkId::new("acted");
/// BP-3.5: it is at work at a bridge that it is to destroy.
pub const AT_THE_BRIDGE: MarkId = MarkId::new("at_the_bridge");

/// All markers in the order in which they are drawn.
pub fn marks() -> Vec<Mark> {
    let mark = |id: &MarkId, label, shape, rule| Mark { id: id.clone(), label, shape, rule: RuleId::new(rule) };
    vec![
        mark(&CASUALTY, "casualties", MarkShape::Drop, "BP-5.8"),
        mark(&DISORDERED, "disordered", MarkShape::Stars, "BP-6.5"),
        mark(&SHAKEN, "shaken", MarkShape::BentArrow, "BP-6.12"),
        mark(&ACTED, "has acted", MarkShape::Tick, "BP-2.2"),
        mark(&AT_THE_BRIDGE, "at work at the bridge", MarkShape::Pin, "BP-3.5"),
    ]
}

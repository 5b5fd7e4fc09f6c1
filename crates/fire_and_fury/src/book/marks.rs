//! The states that lie on units and stands as markers (FF-1.5).

use super::values::OrderState;
use grapeshot_floor::{
    events::RuleId,
    forces::MarkId,
    turn::vocabulary::{Mark, MarkShape},
};

/// Troops are disordered.
pub const DISORDERED: MarkId = MarkId::new("disordered");
/// Troops are broken.
pub const BROKEN: MarkId = MarkId::new("broken");
/// Guns are silenced.
pub const SILENCED: MarkId = MarkId::new("silenced");
/// FF-12.6: the crews of guns have left them.
pub const ABANDONED: MarkId = MarkId::new("abandoned");
/// A gun stand is damaged.
pub const DAMAGED: MarkId = MarkId::new("damaged");
/// Troops are low on ammunition.
pub const LOW_AMMO: MarkId = MarkId::new("low_ammo");
/// A unit charges.
pub const CHARGING: MarkId = MarkId::new("charging");
/// A unit charges with cold steel.
pub const COLD_STEEL: MarkId = MarkId::new("cold_steel");
/// Cavalry countercharges.
pub const COUNTERCHARGING: MarkId = MarkId::new("countercharging");
/// A unit has formed a hasty square.
pub const HASTY_SQUARE: MarkId = MarkId::new("hasty_square");
/// A leader is on foot.
pub const ON_FOOT: MarkId = MarkId::new("on_foot");

/// The marker of an order; none for good order.
pub fn of_order(order: OrderState) -> Option<MarkId> {
    match order {
        OrderState::Good => None,
        OrderState::Disordered => Some(DISORDERED),
        OrderState::Broken => Some(BROKEN),
    }
}

/// All markers in the order in which they are drawn.
pub fn marks() -> Vec<Mark> {
    let mark = |id: &MarkId, label, shape, rule| Mark { id: id.clone(), label, shape, rule: RuleId::new(rule) };
    vec![
        mark(&DISORDERED, "disordered", MarkShape::Stars, "FF-1.5"),
        mark(&BROKEN, "broken", MarkShape::CrossedEye, "FF-1.5"),
        mark(&SILENCED, "silenced", MarkShape::Pin, "FF-1.5"),
        mark(&ABANDONED, "abandoned", MarkShape::CrossedEye, "FF-12.6"),
        mark(&DAMAGED, "damaged", MarkShape::Drop, "FF-9.4"),
        mark(&LOW_AMMO, "low on ammunition", MarkShape::CartridgeBox, "FF-8.13"),
        mark(&CHARGING, "charging", MarkShape::Chevron, "FF-10.1"),
        mark(&COLD_STEEL, "cold steel", MarkShape::Pin, "FF-10.4"),
        mark(&COUNTERCHARGING, "countercharging", MarkShape::BentArrow, "FF-10.9"),
        mark(&HASTY_SQUARE, "hasty square", MarkShape::Pin, "FF-12.3"),
        mark(&ON_FOOT, "on foot", MarkShape::Drop, "FF-11.3"),
    ]
}

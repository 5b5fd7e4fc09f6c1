//! The verbs.

use grapeshot_floor::orders::VerbId;

/// To place a unit in its zone before the battle.
pub const PLACE: VerbId = VerbId::new("place");
/// To give units an order on their chits.
pub const ORDER: VerbId = VerbId::new("order");
/// To say that a side has placed its units or chosen its orders.
pub const READY: VerbId = VerbId::new("ready");
/// To say which side acts first.
pub const CHOOSE: VerbId = VerbId::new("choose");
/// To declare an assault.
pub const ASSAULT: VerbId = VerbId::new("assault");
/// To move a unit, or to change its formation.
pub const MARCH: VerbId = VerbId::new("march");
/// To name a support.
pub const SUPPORT: VerbId = VerbId::new("support");
/// To have a commander ride.
pub const RIDE: VerbId = VerbId::new("ride");
/// To have a general take over a unit.
pub const LEAD: VerbId = VerbId::new("lead");
/// To fire.
pub const SHOOT: VerbId = VerbId::new("shoot");
/// To react to an assault.
pub const REACT: VerbId = VerbId::new("react");
/// To say which unit reacts next.
pub const NEXT: VerbId = VerbId::new("next");
/// To decide by one of the choices.
pub const DECIDE: VerbId = VerbId::new("decide");
/// To go on by some inches.
pub const FOLLOW: VerbId = VerbId::new("follow");
/// To pass for the rest of the step.
pub const PASS: VerbId = VerbId::new("pass");
/// To give the battle up.
pub const CONCEDE: VerbId = VerbId::new("concede");

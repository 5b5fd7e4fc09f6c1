//! The verbs.

use grapeshot_floor::orders::VerbId;

/// To place a unit or a leader before the battle.
pub const PLACE: VerbId = VerbId::new("place");
/// To have a leader move, attach himself or detach himself.
pub const RIDE: VerbId = VerbId::new("ride");
/// To check the maneuver of a leader's group, or of a unit out of command.
pub const CHECK: VerbId = VerbId::new("check");
/// To make the maneuver that a unit's check gave.
pub const MARCH: VerbId = VerbId::new("march");
/// To do what the unit may choose by its check.
pub const DECIDE: VerbId = VerbId::new("decide");
/// To refuse a flank.
pub const REFUSE: VerbId = VerbId::new("refuse");
/// To expand or contract an open order.
pub const SPREAD: VerbId = VerbId::new("spread");
/// To declare a charge.
pub const CHARGE: VerbId = VerbId::new("charge");
/// To answer a charge in haste.
pub const REACT: VerbId = VerbId::new("react");
/// To fire.
pub const SHOOT: VerbId = VerbId::new("shoot");
/// To have a charge go in, or its combat fought.
pub const GO: VerbId = VerbId::new("go");
/// To do no more in this step.
pub const PASS: VerbId = VerbId::new("pass");
/// To give the battle up.
pub const CONCEDE: VerbId = VerbId::new("concede");

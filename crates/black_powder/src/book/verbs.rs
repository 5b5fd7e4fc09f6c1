//! The verbs.

use grapeshot_floor::orders::VerbId;

/// To place a unit in its zone before the battle.
pub const PLACE: VerbId = VerbId::new("place");
/// To say that a brigade, or all of a side, is placed.
pub const READY: VerbId = VerbId::new("ready");
/// To say which side has the first turn.
pub const CHOOSE: VerbId = VerbId::new("choose");
/// To order units, or one by initiative, along a path or into a formation.
pub const MARCH: VerbId = VerbId::new("march");
/// To order units, or one by initiative, to charge.
pub const CHARGE: VerbId = VerbId::new("charge");
/// To have a commander lead a unit himself.
pub const FOLLOW: VerbId = VerbId::new("follow_me");
/// To have a commander rally a unit.
pub const RALLY: VerbId = VerbId::new("rally");
/// To have a unit destroy a bridge.
pub const DEMOLISH: VerbId = VerbId::new("demolish");
/// To end a commander's orders, or another part in which the side acts.
pub const DONE: VerbId = VerbId::new("done");
/// To carry an order out, as far as its owner likes.
pub const GO: VerbId = VerbId::new("go");
/// To stay in place.
pub const STAY: VerbId = VerbId::new("stay");
/// To answer a charge.
pub const RESPOND: VerbId = VerbId::new("respond");
/// To move by the leave of a rule.
pub const MOVE: VerbId = VerbId::new("move");
/// To have a commander ride to a point or a unit.
pub const RIDE: VerbId = VerbId::new("ride");
/// To shoot.
pub const SHOOT: VerbId = VerbId::new("shoot");
/// To fight one of several combats next.
pub const FIGHT: VerbId = VerbId::new("fight");
/// To decide by one of the choices.
pub const DECIDE: VerbId = VerbId::new("decide");
/// To change formation or facing after a victory.
pub const REFORM: VerbId = VerbId::new("reform");
/// To go on into another charge.
pub const SWEEP: VerbId = VerbId::new("sweep");
/// To go into the building that was won.
pub const OCCUPY: VerbId = VerbId::new("occupy");
/// To give the battle up.
pub const CONCEDE: VerbId = VerbId::new("concede");

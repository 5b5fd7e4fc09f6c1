//! What a figure may name as a reaction, by the choice of its order.

/// To shoot.
pub const SHOOT: &str = "shoot";
/// To turn.
pub const TURN: &str = "turn";
/// To step into cover.
pub const STEP: &str = "step";
/// To close ranks.
pub const CLOSE_RANKS: &str = "close_ranks";
/// To counter-charge.
pub const COUNTER_CHARGE: &str = "counter_charge";
/// To pursue.
pub const PURSUE: &str = "pursue";

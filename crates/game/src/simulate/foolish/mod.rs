//! Foolish orders, counted: what an experienced player would not have ordered, in the battles of any ruleset.
//!
//! A [`Counter`] follows a battle order by order, from its log, its questions and its orders. What an order is for and
//! what a unit can do, each ruleset says ([`OrdersJudged`]); what is foolish is said here, once for all.
//!
//! 1. [`kinds`]: the kinds, and how often each was ordered.
//! 2. [`table`]: distances between units, and what bears on a unit.
//! 3. [`turns`]: what is foolish by the end of a turn: to stand idle, to leave a resupply out, to lose without a try.
//! 4. [`marches`]: what is foolish once a unit has come to rest.
//! 5. [`counter`]: what is foolish in the order itself.
//!
//! [`OrdersJudged`]: grapeshot_floor::turn::OrdersJudged

mod counter;
mod kinds;
mod marches;
mod table;
mod turns;

pub use counter::Counter;
pub use kinds::{Count, Foolish, Kind, Tally};

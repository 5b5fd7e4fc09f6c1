//! Orders: what a player or the computer answers when the battle waits.
//!
//! An [`Order`] is plain data: who, which [`Verb`], and arguments of known kinds. The active ruleset checks it
//! and gives a [`Plan`] (what would happen, what it costs, what the odds are) or a [`Refusal`].

mod order;
mod plan;
mod verb;

pub use order::{Leg, Order};
pub use plan::{Findings, LabelledChance, NewShape, Odds, Outlook, Plan, PlannedMove, Refusal};
pub use verb::{ArgumentKind, Verb, VerbId};

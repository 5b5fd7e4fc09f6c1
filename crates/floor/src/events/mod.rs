//! Events: what happened, with its explanation.
//!
//! Everything that a rule did is appended to the [`BattleLog`] as a [`BattleEvent`]; the record, the statistics,
//! the tests and the screen read that one list. An [`Explained`] value carries every modifier by rule.

mod event;
mod explained;
mod log;

pub use event::{BattleEvent, Drawn, Duel, EventKind, Known, Subject, Trial};
pub use explained::{Explained, Modifier, RuleId};
pub use log::{BattleLog, folded, worth_reading};

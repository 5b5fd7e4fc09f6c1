//! Many battles of the computer against itself, to see whether a scenario is fair and how long it takes.
//!
//! 1. [`foolish`]: what an experienced player would not have ordered.
//! 2. [`run`]: one battle from its first question to its outcome.
//! 3. [`workers`]: many battles on several threads; the numbers do not depend on how many.
//! 4. [`statistics`]: shares with their uncertainty, means, quartiles.
//! 5. [`deeds`]: what the units did, and where.
//! 6. [`report`]: the report as a table, JSON or CSV, and reports of several parts joined.
//! 7. [`curve`]: how the wins change with a value of the scenario.
//! 8. [`page`]: reports as one page of HTML.
//! 9. [`fairness`]: what is kept of a series beside the scenario.
//! 10. [`league`]: how strong the levels are against each other, and how foolish.

pub mod curve;
pub mod deeds;
pub mod fairness;
pub mod foolish;
pub mod league;
pub mod page;
pub mod report;
pub mod run;
pub mod statistics;
pub mod workers;

pub use fairness::Fairness;
pub use grapeshot_floor::chance::seed_of;
pub use report::{Format, Report, merge};
pub use run::BattleResult;
pub use workers::{Campaign, Records, Shard, simulate};

//! Many battles of the computer against itself, to see whether a scenario is fair and how long it takes.
//!
//! 1. [`run`]: one battle from its first question to its outcome.
//! 2. [`workers`]: many battles on several threads; the numbers do not depend on how many.
//! 3. [`statistics`]: shares with their uncertainty, means, quartiles.
//! 4. [`deeds`]: what the units did, and where.
//! 5. [`report`]: the report as a table, JSON or CSV, and reports of several parts joined.
//! 6. [`curve`]: how the wins change with a value of the scenario.
//! 7. [`page`]: reports as one page of HTML.
//! 8. [`fairness`]: what is kept of a series beside the scenario.
//! 9. [`league`]: how strong the levels are against each other.

pub mod curve;
pub mod deeds;
pub mod fairness;
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

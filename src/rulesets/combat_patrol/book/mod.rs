//! What the rules say in numbers, and the battle seen through them.
//!
//! 1. [`data`]: the numbers and tables of the data files; [`files`]: what may stand in these; [`judgement`]: what the
//!    computer player thinks of things.
//! 2. [`profile`], [`marks`]: the attributes of figures, and the markers that lie beside them.
//! 3. [`cites`]: which rule of the ruleset that is played stands behind what the core does.
//! 4. [`supplement`]: what a period changes; [`rule_settings`]: what a scenario may choose; [`settings`]: what
//!    it says of units.
//! 5. [`view`]: the rulebook in use, and the battle seen through it.

pub mod cites;
pub mod data;
pub mod files;
pub mod judgement;
pub mod marks;
pub mod profile;
pub mod rule_settings;
pub mod settings;
pub mod supplement;
pub mod view;

//! What the rules say in numbers and tables.
//!
//! 1. [`data`]: the numbers and tables of the data files; [`files`]: what belongs together in these; [`judgement`]:
//!    what the computer player thinks of things.
//! 2. [`grade`], [`profile`], [`marks`]: the attributes of figures, and the markers that lie beside them; [`gaits`]: how
//!    they go; [`troops`]: the table of troops that fight in their own way; [`rounds`]: what guns fire; [`action_card`]:
//!    the action card and its fields.
//! 3. [`cites`]: which rule of the ruleset in play stands behind each topic of the core.
//! 4. [`rule_settings`]: what a scenario may choose.

pub mod action_card;
pub mod cites;
pub mod data;
pub mod files;
pub mod gaits;
pub mod grade;
pub mod judgement;
pub mod marks;
pub mod profile;
pub mod rounds;
pub mod rule_settings;
pub mod troops;

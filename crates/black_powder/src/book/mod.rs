//! The rulebook as data: its tables and words, and the values of units.
//!
//! 1. [`values`]: the words for arms, sizes and formations, and the values that a unit and a commander have through a
//!    battle.
//! 2. [`data`], [`judgement`]: the data files, and the data as they are read; [`checks`]: whether they make sense
//!    together.
//! 3. [`mover`]: the columns of the table of grounds; [`outlines`]: how much room a unit takes.
//! 4. [`dice`]: the streams of dice and the chance of a score; [`marks`]; [`verbs`]; [`points`]: what units cost;
//!    [`rule_settings`]: what a scenario may choose.
//! 5. [`army_list`]: units as a scenario enters them; [`mines`]: charges at bridges.
//! 6. [`vocabulary`]: all words of the ruleset, for scenarios, screens and scripts.

pub mod army_list;
pub mod checks;
pub mod data;
pub mod dice;
pub mod judgement;
pub mod marks;
pub mod mines;
pub mod mover;
pub mod outlines;
pub mod points;
pub mod rule_settings;
pub mod values;
pub mod verbs;
pub mod vocabulary;

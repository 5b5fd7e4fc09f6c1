//! What the rulebook says, as data: numbers, kinds of troops, the words of scenarios and orders, and what units and
//! commanders are.

pub mod army_list;
pub mod base_places;
pub mod bases;
pub mod checks;
pub mod data;
pub mod dice;
pub mod files;
pub mod judgement;
pub mod marks;
pub mod rule_settings;
pub mod values;
pub mod verbs;
pub mod vocabulary;

//! The rulebook as data: numbers, kinds of troops, the words of scenarios and orders, and the values of units and
//! commanders.

pub mod army_list;
pub mod base_places;
pub mod bases;
pub mod checks;
pub mod data;
pub mod dice;
pub mod judgement;
pub mod marks;
pub mod rule_settings;
pub mod values;
pub mod verbs;
pub mod vocabulary;

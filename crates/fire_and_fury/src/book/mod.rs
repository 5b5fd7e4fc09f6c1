//! The rulebook as data: charts and numbers, stands and formations, the words of scenarios and orders.

pub mod army_list;
pub mod checks;
pub mod data;
pub mod dice;
pub mod formations;
pub mod judgement;
pub mod marks;
pub mod rule_settings;
pub mod setting_checks;
pub mod values;
pub mod verbs;
pub mod vocabulary;

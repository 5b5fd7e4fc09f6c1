//! The battle seen through the rulebook in use ([`rulebook`]), what figures do and have done in the activation under way
//! ([`activity`]), and what a period changes in the rulebook ([`supplement`]).

pub mod activity;
pub mod rulebook;
pub mod supplement;

//! The battle seen through the rulebook in use ([`rulebook`]), and what a period changes in it ([`supplement`]).

pub mod rulebook;
pub mod supplement;

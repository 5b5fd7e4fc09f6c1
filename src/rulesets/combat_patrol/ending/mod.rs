//! What a battle is about (chapter 15): points and [`victory`], [`prizes`] that are carried, [`things`] that lie on the
//! table, and what a scenario lets happen ([`scenario_events`]).

pub mod prizes;
pub mod scenario_events;
pub mod things;
pub mod victory;

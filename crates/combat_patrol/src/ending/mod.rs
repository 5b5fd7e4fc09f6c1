//! What decides a battle (chapter 15): points and [`victory`], what they count ([`tallies`]), [`prizes`] that are
//! carried, [`things`] that lie on the table, and what a scenario lets happen ([`scenario_events`]).

pub mod prizes;
pub mod scenario_events;
pub mod tallies;
pub mod things;
pub mod victory;

//! The battle seen through the rulebook in use ([`rulebook`]), what figures do and have done in the activation under
//! way ([`activity`]), [`cover`], and what a supplement ([`supplement`]) and its chapters ([`chapter_rules`]) change in
//! the rulebook, which together are the [`period`]. The other files answer questions that several chapters ask: about [`horse`], [`guns`], [`loading`],
//! [`carriages`], [`doors`], [`cues`], [`troops`], [`burdens`] and [`scenario_events`].

pub mod activity;
pub mod burdens;
pub mod carriages;
pub mod chapter_rules;
pub mod cover;
pub mod cues;
pub mod doors;
pub mod guns;
pub mod horse;
pub mod loading;
pub mod period;
pub mod rulebook;
pub mod scenario_events;
pub mod supplement;
pub mod troops;

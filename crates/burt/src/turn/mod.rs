//! The turn as it is played: what is asked, checked and resolved, from decision to decision.

pub mod asks;
pub mod card;
pub mod check;
pub mod deployment;
pub mod orders;
pub mod resolve;
pub mod sound;
pub mod steps;
pub mod table;
pub mod victory;

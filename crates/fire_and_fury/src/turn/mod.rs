//! What is asked, checked and resolved in a player turn, and how a battle ends.

pub mod asks;
pub mod card;
pub mod check;
pub mod deployment;
pub mod resolve;
pub mod sequence;
pub mod sound;
pub mod table;
pub mod victory;

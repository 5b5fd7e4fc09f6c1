//! The decks (chapter 3): [`decks`] draws and shuffles, [`tempo`] tells what the activation deck gave the sides in a
//! turn.

pub mod decks;
pub mod tempo;

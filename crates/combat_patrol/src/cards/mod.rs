//! The decks (chapter 3): [`decks`] is what is drawn and shuffled, [`tempo`] what the activation deck gave the sides in
//! a turn.

pub mod decks;
pub mod tempo;

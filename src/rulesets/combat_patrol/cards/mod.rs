//! The decks (chapter 3): [`action`] is the action card and its fields, [`decks`] what is drawn and shuffled, [`tempo`] what the
//! activation deck gave the sides in a turn.

pub mod action;
pub mod decks;
pub mod tempo;

//! The rules of the Combat Patrol core as Horse & Musket plays them, and what of it no other ruleset has.

#[path = "chapters.rs"]
mod chapters;
mod crewed;
mod grenades;
mod repeating;
mod sniping;
mod sums;
mod tallies;
mod throwing;

/// The ruleset that plays the core.
const RULES: &str = "horse_and_musket";

/// HM-3.6: the usual Endurance.
const ENDURANCE: u8 = 2;

/// HM-5.1: whether four men may stand in close order, for which the activation deck has the Elite card.
const CLOSE_ORDER: bool = true;

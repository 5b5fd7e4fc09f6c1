//! The rules of the Combat Patrol core as the Old West plays them: the chapters that it takes over as they are.

#[path = "../combat_patrol/chapters.rs"]
mod chapters;

/// The ruleset that plays the core.
const RULES: &str = "old_west";

/// The usual Endurance.
const ENDURANCE: u8 = 3;

/// Whether four men may stand in close order, for which the activation deck has the Elite card.
const CLOSE_ORDER: bool = false;

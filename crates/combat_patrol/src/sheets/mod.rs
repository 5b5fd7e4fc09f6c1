//! Tables that a player is shown: the [`unit_card`], and the sheet of a pause for [`reactions`].

pub mod reactions;
pub mod unit_card;

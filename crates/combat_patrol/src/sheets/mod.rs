//! Tables that a player is shown: the [`unit_card`], and the sheet of a pause for [`reactions`]. What can be expected of
//! a unit, for judges of orders: [`judged`].

mod judged;
pub mod reactions;
pub mod unit_card;

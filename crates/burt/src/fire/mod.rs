//! Fire (chapter 6): targets, dice, scores and losses.
//!
//! 1. [`shot`]: the dice and scores of a shot; [`aim`]: the targets of a unit.
//! 2. [`odds`]: what a shot is likely to cost.
//! 3. [`volley`]: the dice, and the effect of hits.
//! 4. [`casualties`]: figures that fall, and the unit that is left.

pub mod aim;
pub mod casualties;
pub mod odds;
pub mod shot;
pub mod volley;

//! What may be ordered: [`verbs`] of the core, [`reactions`] at a pause, and the [`aim`] of an order.

pub mod aim;
pub mod reactions;
pub mod verbs;

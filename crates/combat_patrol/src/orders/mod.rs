//! What may be ordered: [`verbs`] are the words of the core, [`reactions`] those of a pause; [`aim`] is what an order
//! points at.

pub mod aim;
pub mod reactions;
pub mod verbs;

//! Which units may act in a step, and which may get orders.

pub mod able;
pub mod orders;

//! What happens to units wherever it comes from: order gained and lost, guns silenced, stands lost, places taken.

pub mod displaced;
pub mod losses;
pub mod order_state;
pub mod places;

//! How units move over the ground (BP-3, BP-9.1 to BP-9.3).
//!
//! 1. [`going`]: how ground slows a block.
//! 2. [`walker`]: the answers of the rules to the shared walk; [`moves`]: how a list of manoeuvres is walked as far as
//!    the moves last.
//! 3. [`arrivals`]: how units come onto the table and leave it; [`wording`]: an order as such a list.
//! 4. [`marching`]: how units move along their walks; [`commanders`]: how they go with units, ride, and are lost.

pub mod arrivals;
pub mod commanders;
pub mod going;
pub mod marching;
pub mod moves;
pub mod walker;
pub mod wording;

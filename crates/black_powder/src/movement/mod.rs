//! How units move over the ground (BP-3, BP-9.1 to BP-9.3).
//!
//! 1. [`going`]: what the ground does to a block.
//! 2. [`walker`]: what the shared walk asks of the rules; [`moves`]: a list of manoeuvres walked as far as the moves
//!    last.
//! 3. [`arrivals`]: how units come onto the table and leave it; [`wording`]: what an order says, as such a list.
//! 4. [`marching`]: units go where their walk led them; [`commanders`] go with them, ride, and are lost.

pub mod arrivals;
pub mod commanders;
pub mod going;
pub mod marching;
pub mod moves;
pub mod walker;
pub mod wording;

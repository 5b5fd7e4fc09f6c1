//! Chance: seeded, portable, one stream for each purpose.
//!
//! All chance of a battle comes from [`Chance`]: a ChaCha8 generator for each purpose ("dice", "activation",
//! "action french"), all made from one seed, so that one more draw for one purpose never changes another.
//! Results can be forced for a stream, which is how tests and scripts play a known hand. What draws also
//! logs the event.

mod deck;
mod odds;
mod streams;

pub use deck::Deck;
pub use odds::{spread, sum_of};
pub use streams::{Chance, StreamId, seed_of};

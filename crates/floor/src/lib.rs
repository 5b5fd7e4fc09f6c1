//! The floor under the rulesets of Grapeshot: what a battle of any of them stands on.
//!
//! The modules, each of which sees only those before it:
//!
//! 1. [`table`]: the ground and the shapes on it, in inches; [`chance`]: dice and cards; [`english`]: words for people;
//!    [`rulebook_text`]: the rulebooks; [`files`]: files in which every value knows its place.
//! 2. [`forces`]: sides, units and pieces.
//! 3. [`events`]: what happens in a battle, with its explanation.
//! 4. [`orders`]: what may be ordered, as plain data, and why it is refused.
//! 5. [`turn`]: the battle between two decisions, and the traits that a ruleset implements.
//! 6. [`procedure`]: how a ruleset is put together out of chapters, and what drives it from decision to decision.
//! 7. [`shared`]: what several rulesets have in common and not all.

pub mod chance;
pub mod english;
pub mod events;
pub mod files;
pub mod forces;
pub mod orders;
pub mod procedure;
pub mod rulebook_text;
pub mod shared;
pub mod table;
pub mod turn;

//! The game of Grapeshot without its rulesets and without its window: both come from outside.
//!
//! The modules, each of which sees only those before it:
//!
//! 1. [`crash`]: what a report of a fault of the program says.
//! 2. [`scenario`]: battles as files.
//! 3. [`record`]: journals and snapshots.
//! 4. [`battle`]: a battle, its orders, its scripts; [`background`]: what goes on beside the window.
//! 5. [`ai`]: the computer player; [`testing`]: tables for tests.
//! 6. [`luck`]: what cards and dice owed and gave, losses and honours, out of a log.
//! 7. [`picture`]: the table as a picture; `html`: what pages share.
//! 8. [`simulate`]: series of battles; [`story`]: a battle as a page; [`statistics`]: what a player's records come to.
//! 9. [`generate`]: battles made on demand.

pub mod ai;
pub mod background;
pub mod battle;
pub mod crash;
pub mod generate;
mod html;
pub mod luck;
pub mod picture;
pub mod record;
pub mod scenario;
pub mod simulate;
pub mod statistics;
pub mod story;
pub mod testing;

//! The game of Grapeshot without its rulesets and without its window: both come from outside.
//!
//! The modules, each of which sees only those before it:
//!
//! 1. [`home`]: where a player's things lie.
//! 2. [`crash`]: what a report of a fault of the program says.
//! 3. [`scenario`]: battles as files.
//! 4. [`record`]: journals and snapshots.
//! 5. [`battle`]: a battle, its orders, its scripts; [`background`]: what goes on beside the window.
//! 6. [`ai`]: the computer player; [`testing`]: tables for tests.
//! 7. [`luck`]: what cards and dice owed and gave, losses and honours, out of a log.
//! 8. [`picture`]: the table as a picture; `html`: what pages share.
//! 9. [`simulate`]: series of battles; [`story`]: a battle as a page; [`statistics`]: what a player's records come to.
//! 10. [`generate`]: battles made on demand.

pub mod ai;
pub mod background;
pub mod battle;
pub mod crash;
pub mod generate;
pub mod home;
mod html;
pub mod luck;
pub mod picture;
pub mod record;
pub mod scenario;
pub mod simulate;
pub mod statistics;
pub mod story;
pub mod testing;

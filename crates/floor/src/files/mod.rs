//! The files a user brings: read within bounds, and all that is wrong with them said with its place.
//!
//! 1. [`clock`]: what time it is. [`disk`]: all that touches a file. `read`: the reader of what a user brings, for regular files of a bounded size;
//!    `write`: the writer of what is his, of whole files.
//! 2. `token`, [`text`]: a RON text as a tree of [`node`]s, in which every value knows its place.
//! 3. [`dice_sum`]: dice as a file writes them; [`shape`]: what may stand in a file, as tables, and whether a tree does.
//! 4. [`problem`]: what is wrong, each with its place and what to do.
//! 5. [`data`]: the data files of the rulesets, those of the game and the player's own; [`record`]: their records, each
//!    of one table; [`tables`]: what these have in common.

pub mod clock;
pub mod data;
pub mod dice_sum;
pub mod disk;
pub mod node;
pub mod problem;
mod read;
pub mod record;
pub mod shape;
pub mod tables;
pub mod text;
mod token;
mod write;

pub use data::{DataFile, DataFiles, Sheets, digest, renew_data, use_data, user_data};
pub use problem::{Problem, Problems};
pub use read::{Limit, Unreadable, read_bytes, read_text};
pub use write::{kept_beside, write_over, write_whole};

//! Morale (chapter 11): `forced_moves`, the ways of figures that lose heart; `draws` and their results; `markers`, and
//! who removes them.

mod draws;
mod forced_moves;
mod markers;

pub use draws::{carry_out, chances, draw_all, in_cover};
pub use forced_moves::{after_forced_move, leave_over_edge};
pub use markers::{most_removals, remove_markers};

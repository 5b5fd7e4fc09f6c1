//! The window. It draws what the log says and asks what the battle asks; it changes nothing itself.
//!
//! 1. [`stage`]: title, set-up, battle, report; what lies on the table in each. [`pace`]: when a frame is drawn.
//! 2. [`session`]: the battle on the table: the question, the order that is being put together, the computer.
//! 3. [`playback`]: the cursor that follows the log, and the table as it stood there.
//! 4. [`camera`], [`board`], [`pieces`]: the table, drawn with a [`mesh`] for each shape, and kept as a picture, the
//!    `backdrop` of what is written over it; [`effects`]: fire, smoke and dust while the log is shown; [`shots`]: pictures
//!    of the window.
//! 5. [`keyboard`]: the names of keys; [`strokes`]: keys and clicks in the order in which they came; [`keeping`]: where
//!    things go that a player keeps.
//! 6. [`pointer`]: the player points at units, targets and ways to go; [`overlay`]: what that would do.
//! 7. [`bench`]: a scenario as its file has it, while the file is written.
//! 8. [`actions`]: the page that is open, and what people did at it ([`ui_action`]): [`title`] before its [`tableau`],
//!    [`lessons`], [`setup`], `quick` battles, `design` of one's own, [`panels`] of the battle, [`report`], [`reader`] of
//!    the rules, [`settings`], [`records`] with [`thumbs`] of all and a [`glimpse`] of one, which are [`reopened`], and the
//!    [`statistics`] of them.

#![cfg(feature = "window")]

pub mod actions;
mod backdrop;
pub mod bench;
pub mod board;
pub mod camera;
pub mod chits;
mod design;
pub mod effects;
pub mod glimpse;
pub mod keeping;
pub mod keyboard;
pub mod lessons;
mod library;
pub mod mesh;
pub mod overlay;
pub mod pace;
pub mod pages;
pub mod panels;
pub mod pictures;
pub mod pieces;
pub mod playback;
pub mod pointer;
pub mod preferences;
mod quick;
pub mod reader;
pub mod records;
pub mod reopened;
pub mod report;
pub mod session;
pub mod settings;
pub mod setup;
pub mod shots;
pub mod stage;
pub mod statistics;
pub mod strokes;
pub mod tableau;
#[cfg(test)]
mod tests;
pub mod theme;
pub mod thumbs;
pub mod title;
pub mod ui_action;
pub mod widgets;

mod open;
mod work_area;

pub use open::{OpenError, Start, open, open_in_page, unseen, who_plays};

//! What the rulebook says: [`data`] and [`files`], its [`settings`], the [`judgement`] of the computer, and the rules that it [`cites`].

pub mod cites;
pub mod data;
pub mod files;
pub mod judgement;
pub mod settings;

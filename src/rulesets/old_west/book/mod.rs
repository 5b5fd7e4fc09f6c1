//! What the rulebook says: [`data`] and [`files`], its [`settings`], and the rules that it [`cites`].

pub mod cites;
pub mod data;
pub mod files;
pub mod settings;

//! The window in a page of a browser. The page gives it what it kept and what comes with the game, and begins it; the
//! page and its scripts stand in `page`.
//!
//! 1. `page`: what the game asks of the page.
//! 2. `store`: what the player keeps goes to the page's store, or to him.
//! 3. `inbox`: files that he drops on the page.
//! 4. `sight`: what the page learns of the game.
//! 5. `start`: the game begins.

#[cfg(target_arch = "wasm32")]
mod inbox;
#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(target_arch = "wasm32")]
mod sight;
#[cfg(target_arch = "wasm32")]
mod start;
#[cfg(target_arch = "wasm32")]
mod store;

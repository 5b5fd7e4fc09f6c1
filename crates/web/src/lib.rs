//! The designer's bench for a page in a browser: what a page can ask of the game, as texts in and texts out, so that it
//! sees no more of a battle than what the command line prints. The page and its worker stand in `crates/web/page`.
//!
//! 1. `bench`: a scenario as text is checked and drawn, a record told.
//! 2. `watch`: the computer plays a battle against itself while the page looks on.
//! 3. `series`: many battles, one after the other.
//! 4. `again`: a playthrough is played again, to be compared with what another machine made of it.

mod again;
mod bench;
mod series;
mod watch;

pub use bench::Bench;
pub use series::Series;
pub use watch::Watch;

#[cfg(target_arch = "wasm32")]
mod faults {
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = console)]
        fn error(text: &str);
    }

    /// A fault of the program is told to the browser's console, with its place; without this it is only "unreachable".
    #[wasm_bindgen(start)]
    fn start() {
        std::panic::set_hook(Box::new(|fault| error(&fault.to_string())));
    }
}

use wasm_bindgen::prelude::wasm_bindgen;

/// What keeps files. Each answers why it cannot, if it cannot.
#[wasm_bindgen(raw_module = "./store.js")]
extern "C" {
    /// A file has these bytes now.
    pub fn whole(path: &str, bytes: &[u8]) -> Option<String>;
    /// A file has these bytes from this place on, and nothing after them.
    pub fn more(path: &str, at: f64, bytes: &[u8]) -> Option<String>;
    /// A file has another name now.
    pub fn named(from: &str, to: &str) -> Option<String>;
    /// A file is gone.
    pub fn gone(path: &str) -> Option<String>;
}

#[wasm_bindgen(raw_module = "./host.js")]
extern "C" {
    /// Gives the player a file, which the browser loads down.
    pub fn give(name: &str, bytes: &[u8]);
    /// Says which page of the game is open, how many orders the battle on the table has, the checksum that they came
    /// to, and whether something of it would be lost with the page.
    pub fn show(stage: &str, orders: u32, checksum: &str, at_stake: bool);
    /// Says that the program met a fault of its own.
    pub fn fault(text: &str);
}

//! What date and time it is. No rule asks: only files and reports have a date.

use std::time::SystemTime;

/// The moment that the clock of the system shows.
#[cfg(not(target_family = "wasm"))]
pub fn now() -> SystemTime {
    SystemTime::now()
}

/// The moment that the clock of the browser shows; that of the standard library panics there.
#[cfg(target_family = "wasm")]
pub fn now() -> SystemTime {
    use web_time::web::SystemTimeExt as _;
    web_time::SystemTime::now().to_std()
}

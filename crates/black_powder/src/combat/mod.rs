//! Hand-to-hand combat, and what it drives away (BP-7, BP-10.2).
//!
//! 1. [`score`]: dice, scores and supports; [`forecast`]: what a fight may be expected to bring.
//! 2. [`fight`]: a round as it is fought.
//! 3. [`breaks`]: break tests and retirements; [`withdraw`]: how broken brigades go back.

pub mod breaks;
pub mod fight;
pub mod forecast;
pub mod score;
pub mod withdraw;

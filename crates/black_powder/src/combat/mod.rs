//! Hand-to-hand combat, retirements and withdrawals (BP-7, BP-10.2).
//!
//! 1. [`score`]: dice, scores and supports; [`forecast`]: the expected result of a fight.
//! 2. [`fight`]: how a round is fought.
//! 3. [`breaks`]: break tests and retirements; [`withdraw`]: how broken brigades go back.

pub mod breaks;
pub mod fight;
pub mod forecast;
pub mod score;
pub mod withdraw;

//! Melee (SB-9.8 to SB-9.19), in the order of step 11:
//!
//! 1. [`coming`]: assaulters strike, countercharges meet them, supports come in.
//! 2. [`score`]: the scores that hits and saves need.
//! 3. [`forecast`]: the likely outcome of a round.
//! 4. [`answers`]: the likely outcome of each answer to an assault.
//! 5. [`rounds`]: linked units fight: dice are divided and rolled, casualties compared.
//! 6. [`results`]: units break and are pursued, or are pushed back and followed; all test.
//! 7. [`questions`]: the questions between rolls.

pub mod answers;
pub mod coming;
pub mod forecast;
pub mod questions;
pub mod results;
pub mod rounds;
pub mod score;

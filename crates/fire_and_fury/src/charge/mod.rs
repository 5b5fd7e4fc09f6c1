//! Charges (FF-10), hasty maneuvers (FF-5.13), squares (FF-12).
//!
//! 1. [`ways`]: how a charge reaches its target.
//! 2. [`declare`]: who charges whom.
//! 3. [`shelter`]: crews that leave their guns for a square.
//! 4. [`hasty`]: what the charged do in haste.
//! 5. [`moves`]: the charges go in.
//! 6. [`score`]: what each side adds to its die.
//! 7. [`defeat`]: what it does to lose.
//! 8. [`forecast`]: what a charge may come to.
//! 9. [`combat`]: the dice, and who loses what.
//! 10. [`aftermath`]: what the winners do.

pub mod aftermath;
pub mod combat;
pub mod declare;
pub mod defeat;
pub mod forecast;
pub mod hasty;
pub mod moves;
pub mod score;
pub mod shelter;
pub mod ways;

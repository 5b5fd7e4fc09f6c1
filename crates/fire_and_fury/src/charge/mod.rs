//! Charges (FF-10), hasty maneuvers (FF-5.13), squares (FF-12).
//!
//! 1. [`ways`]: how a charge reaches its target.
//! 2. [`declare`]: which units charge which enemies.
//! 3. [`shelter`]: crews that leave their guns for a square.
//! 4. [`hasty`]: what charged units do in haste.
//! 5. [`moves`]: how the charges go in.
//! 6. [`score`]: what each side adds to its die.
//! 7. [`defeat`]: what losing does to units.
//! 8. [`forecast`]: the expected results of a charge.
//! 9. [`aftermath`]: what each unit may choose when its combat is over.
//! 10. [`combat`]: the dice, and the losses of both sides.
//! 11. [`sequels`]: what the units do that have chosen; a breakthrough is a second combat.

pub mod aftermath;
pub mod combat;
pub mod declare;
pub mod defeat;
pub mod forecast;
pub mod hasty;
pub mod moves;
pub mod score;
pub mod sequels;
pub mod shelter;
pub mod ways;

//! Assaults (SB-9.1 to SB-9.9, SB-9.18, SB-9.20), in the order of a turn:
//!
//! 1. [`way`]: along which way an assault comes, and where it strikes.
//! 2. [`strikes`]: how units come into contact.
//! 3. [`pursue`]: who runs after a fleeing enemy.
//! 4. [`declare`]: step 4: assaults are declared, and the half move is made.
//! 5. [`reactions`]: step 10: who may react how, and what is asked.
//! 6. [`responding`]: the reactions as they are carried out.
//! 7. [`procedure`]: the order of step 10.
//! 8. [`wording`]: assaults in words.

pub mod declare;
pub mod procedure;
pub mod pursue;
pub mod reactions;
pub mod responding;
pub mod strikes;
pub mod way;
pub mod wording;

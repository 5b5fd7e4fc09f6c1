//! Assaults (SB-9.1 to SB-9.9, SB-9.18, SB-9.20), in the order of a turn:
//!
//! 1. [`way`]: the way of an assault, and the edge that it strikes.
//! 2. [`strikes`]: how units come into contact.
//! 3. [`pursue`]: how a unit runs after a fleeing enemy.
//! 4. [`declare`]: step 4: assaults are declared, and the half move is made.
//! 5. [`reactions`]: step 10: the reactions that a unit may choose, and the questions about them.
//! 6. [`progress`]: how far assaults and reactions have come.
//! 7. [`responding`]: how reactions are carried out.
//! 8. [`procedure`]: the order of step 10.
//! 9. [`wording`]: words for edges and scores.

pub mod declare;
pub mod procedure;
mod progress;
pub mod pursue;
pub mod reactions;
pub mod responding;
pub mod strikes;
pub mod way;
pub mod wording;

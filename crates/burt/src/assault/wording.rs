//! Assaults in words.

use grapeshot_floor::shared::formed::block::Face;

/// An edge as it is told.
pub fn edge_words(edge: Face) -> &'static str {
    match edge {
        Face::Front => "front",
        Face::Rear => "rear",
        Face::Left => "left flank",
        Face::Right => "right flank",
    }
}

/// What a natural score needs, in words.
pub fn needs(needed: i32) -> String {
    if needed <= 1 { "It passes without a roll".to_owned() } else { format!("Needs {needed}+") }
}

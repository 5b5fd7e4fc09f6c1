//! Words for edges and scores in assaults.

use grapeshot_floor::shared::formed::block::Face;

/// The word for an edge.
pub fn edge_words(edge: Face) -> &'static str {
    match edge {
        Face::Front => "front",
        Face::Rear => "rear",
        Face::Left => "left flank",
        Face::Right => "right flank",
    }
}

/// The natural score that is needed, in words.
pub fn needs(needed: i32) -> String {
    if needed <= 1 { "It passes without a roll".to_owned() } else { format!("Needs {needed}+") }
}

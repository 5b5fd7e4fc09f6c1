//! The ends of a line, by which its flanks are refused: an end is dragged back, and the farther it is dragged, the more
//! pieces bend.

use bevy::math::Vec2;
use smol_str::SmolStr;

use super::body::{flanks_of, movers};
use crate::session::{Draft, Session};
use grapeshot_floor::{orders::ArgumentKind, table::position::Heading};

/// Inches round the end of a line that count as its handle.
pub const GRIP: f32 = 0.5;
/// Inches that an end is dragged back for each inch of the line that bends.
const BACK: f32 = 0.7;

/// The left or the right end of a line of pieces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineEnd {
    /// The middle of the piece there, in inches.
    pub at: Vec2,
    /// The facing of the line.
    facing: Heading,
    /// Whether it is the right end.
    right: bool,
    /// The width of a piece in inches.
    width: f32,
}

impl LineEnd {
    /// The ends of the line that the order in hand may bend, the left one first; none if its verb bends no line.
    pub fn of_draft(session: &Session, draft: &Draft) -> Vec<Self> {
        if !draft.takes(ArgumentKind::Bend) {
            return Vec::new();
        }
        let line = movers(session, draft.order());
        let Some(flanks) = flanks_of(session, &line) else { return Vec::new() };
        let end = |right: bool| {
            let (piece, at) = flanks[usize::from(right)];
            let shown = session.shown().piece(piece)?;
            Some(Self { at, facing: line.first()?.1.facing, right, width: shown.footprint.half_width() * 2.0 })
        };
        [false, true].into_iter().filter_map(end).collect()
    }

    /// Whether a point lies on its handle.
    pub fn covers(&self, at: Vec2) -> bool {
        self.at.distance(at) <= GRIP
    }

    /// The end that is bent and the number of pieces that bend, if this end is dragged to a point; neither if it is not
    /// dragged back.
    pub fn bent_to(&self, to: Vec2) -> (Option<SmolStr>, Option<f32>) {
        let pieces = ((self.at - to).dot(self.facing.forward()) / (self.width * BACK)).round();
        if pieces < 1.0 {
            return (Some(SmolStr::new_static("straight")), None);
        }
        (Some(SmolStr::new_static(if self.right { "right" } else { "left" })), Some(pieces))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_farther_an_end_is_dragged_back_the_more_pieces_bend() {
        let end = LineEnd { at: Vec2::new(4.0, 0.0), facing: Heading(90.0), right: true, width: 1.0 };
        let bent = |back: f32| end.bent_to(Vec2::new(4.0, -back));
        assert_eq!(bent(0.2), (Some("straight".into()), None));
        assert_eq!(bent(0.7), (Some("right".into()), Some(1.0)));
        assert_eq!(bent(1.5), (Some("right".into()), Some(2.0)));
        assert_eq!(bent(-1.0).0, Some("straight".into()), "ahead of the line nothing is bent back");
    }
}

//! How the pieces of a unit stand at the start.
//!
//! The anchor is the middle of the first rank (the head of a column or file); the first piece is the leader.

use bevy::math::Vec2;

use crate::table::{footprint::Footprint, position::Place};

/// How far behind the first the second rank of an open two-rank order stands, in inches: on bases up to an inch
/// deep, and on deeper ones.
const OPEN_RANK: (f32, f32) = (1.75, 3.0);
/// Between the bases of a file lies at least this if no spacing is given, in inches.
const FILE_GAP: f32 = 0.5;

/// A way to stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// One rank, bases touching.
    Line,
    /// Two ranks, bases touching, the second rank behind the first.
    TwoRanks,
    /// Two files, bases touching.
    Column,
    /// One rank with spaces.
    OpenLine,
    /// Two ranks with spaces, the second behind the gaps of the first.
    OpenTwo,
    /// One behind the other with spaces.
    File,
}

impl Layout {
    /// All layouts with their names in a scenario.
    pub const ALL: [(&'static str, Self); 6] = [
        ("line", Self::Line),
        ("two_ranks", Self::TwoRanks),
        ("column", Self::Column),
        ("open_line", Self::OpenLine),
        ("open_two", Self::OpenTwo),
        ("file", Self::File),
    ];

    /// The layout of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, layout)| *layout)
    }

    /// Whether the spacing means anything.
    pub fn is_open(self) -> bool {
        matches!(self, Self::OpenLine | Self::OpenTwo | Self::File)
    }

    /// The spacing if the scenario gives none: the ruleset's, but wide enough for deep bases in a file.
    pub fn usual_spacing(self, registered: Option<f32>, footprint: Footprint) -> Option<f32> {
        match self {
            Self::File => Some(registered.unwrap_or_default().max(2.0 * footprint.half_depth() + FILE_GAP)),
            _ => registered,
        }
    }

    /// Where this many pieces stand, all facing as the anchor does. The spacing counts from centre to centre in
    /// inches; what has no spacing stands base to base.
    pub fn places(self, anchor: Place, count: usize, footprint: Footprint, spacing: Option<f32>) -> Vec<Place> {
        let (width, depth) = match footprint {
            Footprint::Circle { diameter } => (diameter, diameter),
            Footprint::Rectangle { width, depth } => (width, depth),
        };
        let behind = if depth <= 1.0 { OPEN_RANK.0 } else { OPEN_RANK.1 };
        let first_rank = match self {
            Self::TwoRanks | Self::OpenTwo => count.div_ceil(2),
            _ => count,
        };
        let across = if self.is_open() { spacing.unwrap_or(width) } else { width };
        let abreast = |number: usize| across * ((first_rank as f32 - 1.0) / 2.0 - number as f32);
        let place = |number: usize| -> Vec2 {
            let (forward, right) = match self {
                Self::Line | Self::OpenLine => (0.0, abreast(number)),
                Self::TwoRanks | Self::OpenTwo if number < first_rank => (0.0, abreast(number)),
                Self::TwoRanks => (-depth, abreast(number - first_rank)),
                Self::OpenTwo => (-behind, abreast(number - first_rank) - across / 2.0),
                Self::Column => {
                    (-depth * (number / 2) as f32, if number.is_multiple_of(2) { width / 2.0 } else { -width / 2.0 })
                }
                Self::File => (-across * number as f32, 0.0),
            };
            anchor.offset(forward, right)
        };
        (0..count).map(|number| Place { at: place(number), ..anchor }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOOT: Footprint = Footprint::Circle { diameter: 1.0 };
    const HORSE: Footprint = Footprint::Rectangle { width: 1.0, depth: 2.0 };

    fn points(layout: Layout, count: usize, footprint: Footprint, spacing: Option<f32>) -> Vec<(f32, f32)> {
        let anchor = Place::new(10.0, 20.0, 0.0);
        layout.places(anchor, count, footprint, spacing).iter().map(|place| (place.at.x, place.at.y)).collect()
    }

    #[test]
    fn the_leader_stands_on_the_right_of_a_line() {
        // Facing east the right hand is south.
        assert_eq!(points(Layout::Line, 3, FOOT, None), [(10.0, 19.0), (10.0, 20.0), (10.0, 21.0)]);
    }

    #[test]
    fn the_odd_man_of_two_ranks_stands_in_the_first() {
        let places = points(Layout::TwoRanks, 5, FOOT, None);
        assert_eq!(places, [(10.0, 19.0), (10.0, 20.0), (10.0, 21.0), (9.0, 19.0), (9.0, 20.0)]);
        assert_eq!(points(Layout::TwoRanks, 2, HORSE, None), [(10.0, 20.0), (8.0, 20.0)]);
    }

    #[test]
    fn a_column_has_two_files_that_touch() {
        let places = points(Layout::Column, 4, FOOT, None);
        assert_eq!(places, [(10.0, 19.5), (10.0, 20.5), (9.0, 19.5), (9.0, 20.5)]);
    }

    #[test]
    fn open_orders_use_the_spacing() {
        assert_eq!(points(Layout::OpenLine, 2, FOOT, Some(1.5)), [(10.0, 19.25), (10.0, 20.75)]);
        let two = points(Layout::OpenTwo, 4, FOOT, Some(2.0));
        assert_eq!(two, [(10.0, 19.0), (10.0, 21.0), (8.25, 20.0), (8.25, 22.0)]);
        assert_eq!(points(Layout::OpenTwo, 2, HORSE, Some(2.0)), [(10.0, 20.0), (7.0, 21.0)]);
        assert_eq!(points(Layout::File, 2, FOOT, Some(1.5)), [(10.0, 20.0), (8.5, 20.0)]);
        assert_eq!(Layout::File.usual_spacing(Some(1.5), FOOT), Some(1.5));
        assert_eq!(Layout::File.usual_spacing(Some(1.5), HORSE), Some(2.5));
    }
}

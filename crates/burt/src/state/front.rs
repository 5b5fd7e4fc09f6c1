//! The bases of a unit that look at the enemy, where they lie, and the figures on them (SB-1.4, SB-6.4).

use super::{sight::part_in_front, view::BurtView};
use crate::book::{
    bases,
    values::{Arm, Array},
};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::block::{self, Face},
    table::{
        footprint::{Footprint, Outline},
        position::Place,
    },
};

/// A base.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Base {
    /// Where it lies.
    pub outline: Outline,
    /// The figures (guns) on it.
    pub figures: u8,
}

/// The order in which the bases of a square are shared out to its sides (SB-5.3).
const SIDES: [Face; 4] = [Face::Front, Face::Rear, Face::Right, Face::Left];

/// SB-5.3: how many of so many bases stand on each side of a square: front, rear, right, left.
fn on_sides(bases: u8) -> [u8; 4] {
    [0, 1, 2, 3].map(|n| bases / 4 + u8::from(n < bases % 4))
}

/// The block that lies where another does and has its front on another face of it.
fn turned(block: &Outline, face: Face) -> Outline {
    let (width, depth) = (block::face_length(block, face), block::face_length(block, flank_of(face)));
    let place = Place { facing: block::outward(block, face), ..block.place };
    Outline { footprint: Footprint::Rectangle { width, depth }, place }
}

/// A face at right angles to another.
fn flank_of(face: Face) -> Face {
    match face {
        Face::Front | Face::Rear => Face::Left,
        Face::Left | Face::Right => Face::Front,
    }
}

impl BurtView<'_> {
    /// SB-6.4: the bases with which a unit fires, wherever the enemy is: the front rank, and the second rank of
    /// skirmishers; all sides of a square; in a building each side with as many figures as find room there.
    pub fn firing_bases(&self, unit: UnitId) -> Vec<Base> {
        let ranks = if self.arm(unit) == Arm::Skirmishers { 2 } else { 1 };
        self.bases_laid(unit, &self.outline(unit), ranks)
    }

    /// SB-1.4: the bases of the first so many ranks of a unit that stands so, the front rank first; all sides of a square,
    /// and of a building with as many figures as find room there.
    pub fn bases_laid(&self, unit: UnitId, own: &Outline, ranks: u8) -> Vec<Base> {
        let (row, array, figures) = (self.row(unit), self.array(unit), self.figures(unit));
        let count = bases::bases(row, figures);
        let on = |n: u8| if n + 1 == count { figures - row.figures * (count - 1) } else { row.figures };
        match array {
            Array::House(_) => {
                let figures = figures.min(self.numbers().house_side);
                Face::ALL.map(|face| Base { outline: turned(own, face), figures }).to_vec()
            }
            Array::Square => {
                let mut laid = Vec::new();
                for (face, places) in SIDES.into_iter().zip(on_sides(count)) {
                    let side = turned(own, face);
                    for file in 0..places {
                        laid.push(Base {
                            outline: self.laid(unit, &side, 0, file, places),
                            figures: on(laid.len() as u8),
                        });
                    }
                }
                laid
            }
            Array::Ranks(_) | Array::Unlimbered | Array::Limbered => {
                let wide = bases::wide(array, count);
                let firing = count.min(wide.saturating_mul(ranks));
                let lost = bases::bases(row, self.values(unit).start).saturating_sub(count);
                let base = |n: u8| {
                    let (rank, file) = (n / wide, n % wide);
                    let places = wide.min(count - rank * wide);
                    // Bases of a rank are lost from the right and from the left by turns, the one that is not full next.
                    let file = if lost % 2 == 1 { places - 1 - file } else { file };
                    Base { outline: self.laid(unit, own, rank, file, places), figures: on(n) }
                };
                (0..firing).map(base).collect()
            }
        }
    }

    /// SB-1.6, SB-6.4: the figures that can fire at a target: those on bases in whose own front zone some part of it
    /// lies. Skirmishers fire into all zones (SB-1.8).
    pub fn figures_that_bear(&self, unit: UnitId, target: UnitId) -> u8 {
        let other = self.outline(target);
        let all = self.arm(unit) == Arm::Skirmishers && self.house_of(unit).is_none();
        let bear = |base: &Base| all || part_in_front(&base.outline, &other);
        let bearing: u8 = self.firing_bases(unit).iter().filter(|base| bear(base)).map(|base| base.figures).sum();
        bearing.min(self.figures(unit))
    }

    /// The outline of a base in a rank, the front rank first, and a file from the left, of so many in that rank.
    fn laid(&self, unit: UnitId, block: &Outline, rank: u8, file: u8, places: u8) -> Outline {
        let (width, depth) = if self.array(unit) == Array::Limbered && self.arm(unit) == Arm::Artillery {
            self.numbers().limbered
        } else {
            self.row(unit).base
        };
        let ahead = block.footprint.half_depth() - (f32::from(rank) + 0.5) * depth;
        let right = (f32::from(file) + 0.5 - f32::from(places) / 2.0) * width;
        let place = Place { at: block.place.offset(ahead, right), ..block.place };
        Outline { footprint: Footprint::Rectangle { width, depth }, place }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SB-5.3: 6 bases stand 2-2-1-1 (front, rear, right, left).
    #[test]
    fn bases_of_a_square_face_four_ways_as_equally_as_possible() {
        assert_eq!(on_sides(6), [2, 2, 1, 1]);
        assert_eq!(on_sides(5), [2, 1, 1, 1]);
        assert_eq!(on_sides(3), [1, 1, 1, 0]);
        for bases in 1..=8 {
            assert_eq!(on_sides(bases).iter().sum::<u8>(), bases);
            assert_eq!(on_sides(bases)[0], bases::square_front(bases));
        }
    }
}

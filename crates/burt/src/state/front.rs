//! The bases of a unit that look at the enemy, where they lie, and the figures on them (SB-1.4, SB-6.4).

use smallvec::SmallVec;

use super::{sight::part_in_front, view::BurtView};
use crate::book::{
    base_places, bases,
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

/// One base of a unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Base {
    /// Where it lies.
    pub outline: Outline,
    /// The figures (guns) on it.
    pub figures: u8,
}

/// The depth in inches of a base that looks out of a face: only its edge touches.
const EDGE: f32 = 0.1;

/// The order in which the bases of a square are shared out to its sides (SB-5.3).
const SIDES: [Face; 4] = [Face::Front, Face::Rear, Face::Right, Face::Left];

/// SB-5.3: how many of a number of bases stand on each side of a square: front, rear, right, left.
pub fn on_sides(bases: u8) -> [u8; 4] {
    [0, 1, 2, 3].map(|n| bases / 4 + u8::from(n < bases % 4))
}

/// The block in the same place with its front on another face.
fn turned(block: &Outline, face: Face) -> Outline {
    let (width, depth) = (block::face_length(block, face), block::face_length(block, flank_of(face)));
    let place = Place { facing: block::outward(block, face), ..block.place };
    Outline { footprint: Footprint::Rectangle { width, depth }, place }
}

/// A base that looks out of a face: the nth of its equal parts, counted from the left end as seen from inside.
fn part_of(block: &Outline, face: Face, nth: usize, parts: usize) -> Outline {
    let (left, right) = block::edge(block, face);
    let middle = left.lerp(right, (nth as f32 + 0.5) / parts as f32);
    block::by_front(middle, block::outward(block, face), left.distance(right) / parts as f32, EDGE)
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
        let (own, figures, count) = (self.outline(unit), self.figures(unit), self.bases(unit));
        match self.array(unit) {
            Array::House(_) => {
                let figures = figures.min(self.numbers().house_side);
                Face::ALL.map(|face| Base { outline: turned(&own, face), figures }).to_vec()
            }
            Array::Square => {
                let mut laid = Vec::new();
                for (face, places) in SIDES.into_iter().zip(on_sides(count)) {
                    let side = turned(&own, face);
                    for file in 0..places {
                        let figures = self.figures_on(unit, laid.len() as u8);
                        laid.push(Base { outline: self.laid(unit, &side, 0, file, places), figures });
                    }
                }
                laid
            }
            array @ (Array::Ranks(_) | Array::Unlimbered | Array::Limbered) => {
                let wide = bases::wide(array, count);
                let ranks = if self.arm(unit) == Arm::Skirmishers { 2 } else { 1 };
                let base = |(n, (rank, file)): (u8, (u8, u8))| Base {
                    outline: self.laid(unit, &own, rank, file, wide),
                    figures: self.figures_on(unit, n),
                };
                (0..wide.saturating_mul(ranks)).zip(self.ranks_and_files(unit)).map(base).collect()
            }
        }
    }

    /// The figures on a base by its number; the last one may not be full.
    fn figures_on(&self, unit: UnitId, base: u8) -> u8 {
        let each = self.row(unit).figures;
        (self.figures(unit) - each * base).min(each)
    }

    /// SB-1.4: the rank and the file from the left in which each base stands: the front rank is full, and the bases of
    /// the last one are lost from its right and left ends by turns, the last number first.
    fn ranks_and_files(&self, unit: UnitId) -> impl Iterator<Item = (u8, u8)> + use<> {
        let count = self.bases(unit);
        let wide = bases::wide(self.array(unit), count);
        // In a front that has closed up, the losses begin anew, from the other end.
        let lost = bases::bases(self.row(unit), self.values(unit).start).saturating_sub(count);
        let other_end = count <= wide && lost % 2 == 1;
        (0..count).map(move |base| {
            let file = base_places::file(base % wide, wide);
            (base / wide, if other_end { wide - 1 - file } else { file })
        })
    }

    /// SB-9.10: the bases with which a unit in an outline fights on a face, by their numbers: its front rank; on a
    /// flank one for each base depth, though the rank may not reach so far; at the rear the last base of each file.
    /// They share the whole face, as the outline is what is struck.
    pub fn bases_at(&self, unit: UnitId, own: &Outline, face: Face) -> Vec<(u8, Base)> {
        let (array, count) = (self.array(unit), self.bases(unit));
        let numbers: Vec<u8> = match array {
            Array::House(_) => {
                let figures = self.figures(unit).min(self.numbers().house_side);
                return vec![(face as u8, Base { outline: part_of(own, face, 0, 1), figures })];
            }
            Array::Square => {
                let (mut from, mut held) = (0, 0..1);
                for (side, places) in SIDES.into_iter().zip(on_sides(count)) {
                    // A side on which no base is left is held by a base of the front.
                    if side == face && places > 0 {
                        held = from..from + places;
                    }
                    from += places;
                }
                held.collect()
            }
            Array::Ranks(_) | Array::Unlimbered | Array::Limbered => {
                let places: SmallVec<[(u8, u8); 16]> = self.ranks_and_files(unit).collect();
                let at = |base: &u8| places[usize::from(*base)];
                let (wide, deep) = (bases::wide(array, count), bases::deep(array, count));
                let of_file = |file: u8| (0..count).filter(move |base| at(base).1 == file);
                let of_rank = |rank: u8| (0..count).filter(move |base| at(base).0 == rank);
                // Places are counted from the left end of the face, as seen from inside.
                match face {
                    Face::Front => (0..wide).filter_map(|file| of_file(file).min_by_key(at)).collect(),
                    Face::Rear => (0..wide).rev().filter_map(|file| of_file(file).max_by_key(at)).collect(),
                    Face::Left => (0..deep).rev().filter_map(|rank| of_rank(rank).min_by_key(at)).collect(),
                    Face::Right => (0..deep).filter_map(|rank| of_rank(rank).max_by_key(at)).collect(),
                }
            }
        };
        let places = numbers.len();
        let (all, each) = (self.figures(unit), self.row(unit).figures);
        let base = |(nth, number): (usize, u8)| {
            let figures = (all - each * number).min(each);
            (number, Base { outline: part_of(own, face, nth, places), figures })
        };
        numbers.into_iter().enumerate().map(base).collect()
    }

    /// SB-1.6, SB-6.4: the figures that can fire at a target: those on bases in whose own front zone some part of it
    /// lies. Skirmishers fire into all zones (SB-1.8).
    pub fn figures_that_bear(&self, unit: UnitId, target: UnitId) -> u8 {
        let (own, other, array) = (self.outline(unit), self.outline(target), self.array(unit));
        let (figures, each) = (self.figures(unit), self.row(unit).figures);
        let bear = |base: &Base| part_in_front(&base.outline, &other);
        if !matches!(array, Array::Square | Array::House(_)) {
            let wide = bases::wide(array, self.bases(unit));
            if self.arm(unit) == Arm::Skirmishers {
                return wide.saturating_mul(2).saturating_mul(each).min(figures);
            }
            if !part_in_front(&own, &other) {
                return 0;
            }
            // What lies before both ends of a rank lies before all of it.
            let ends = [0, wide.saturating_sub(1)].map(|file| self.laid(unit, &own, 0, file, wide));
            if ends.iter().all(|base| block::quarter(base, other.place.at) == Face::Front) {
                return wide.saturating_mul(each).min(figures);
            }
        }
        let bearing: u8 = self.firing_bases(unit).iter().filter(|base| bear(base)).map(|base| base.figures).sum();
        bearing.min(figures)
    }

    /// The outline of a base in a rank, the front rank first, and a file from the left, of `places` in that rank.
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

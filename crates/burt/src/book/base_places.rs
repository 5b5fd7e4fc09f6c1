//! Where the bases of a unit lie in its outline, and which of them are lost (SB-1.4, SB-5.3).

use bevy::math::Vec2;

use super::{
    bases::bases,
    data::{Data, TroopRow},
};
use grapeshot_floor::turn::bases::Base;

/// The share of a square's side that its bases take inwards from the outline, in its picture.
const SIDE: f32 = 0.27;

/// The figures of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strength {
    /// The figures that it began with.
    pub start: u8,
    /// The figures that are left.
    pub left: u8,
}

/// SB-1.4: the bases of a unit in the formation of this word, in an outline of this width and depth in inches. Lost
/// bases are among them as far as the outline still has their places: the rear rank loses bases first, alternately at
/// its right and left.
pub fn places(book: &Data, row: &TroopRow, word: &str, strength: Strength, outline: Vec2) -> Vec<Base> {
    if word == "house" {
        return Vec::new();
    }
    let mut all = if word == "square" {
        square(row, bases(row, strength.left), outline)
    } else {
        let size = if word == "limbered" { limbered(book, row) } else { Vec2::from(row.base) };
        ranks(row, strength, size, outline)
    };
    // The base that is not full is the next to be lost.
    let rest = strength.left % row.figures.max(1);
    if rest > 0
        && let Some(last) = all.iter_mut().rev().find(|base| !base.is_lost())
    {
        last.figures = rest;
    }
    all
}

fn limbered(book: &Data, row: &TroopRow) -> Vec2 {
    let alone = row.arm == super::values::Arm::Wagon;
    Vec2::from(if alone { row.base } else { book.numbers.limbered })
}

/// Figures abreast on a whole base, and one behind the other.
fn on_a_base(row: &TroopRow) -> (u8, u8) {
    let deep = row.ranks.max(1);
    (row.figures.div_ceil(deep), deep)
}

/// Bases in ranks, in the order in which they are lost, the last first.
fn ranks(row: &TroopRow, strength: Strength, size: Vec2, outline: Vec2) -> Vec<Base> {
    let count = |inches: f32, base: f32| (inches / base).round().max(1.0) as u8;
    let (wide, deep) = (count(outline.x, size.x), count(outline.y, size.y));
    let there = bases(row, strength.left).min(wide.saturating_mul(deep));
    let gone = bases(row, strength.start).saturating_sub(there);
    let middle = |n: u8, of: u8| f32::from(n) - f32::from(of - 1) / 2.0;
    let mut all = Vec::new();
    for rank in 0..deep {
        let standing = there.saturating_sub(rank.saturating_mul(wide)).min(wide);
        for nth in 0..wide {
            let at = Vec2::new(middle(file(nth, wide), wide) * size.x, -middle(rank, deep) * size.y);
            let figures = if nth < standing { row.figures } else { 0 };
            all.push(Base { at, turn: 0.0, size, ranks: on_a_base(row), figures });
        }
    }
    let empty = all.iter().filter(|base| base.is_lost()).count();
    // Places on which no base ever stood are not lost: a unit may not fill its last rank.
    let never = empty.saturating_sub(usize::from(gone));
    all.truncate(all.len() - never);
    all
}

/// The file, from the left, of the base of a rank that is lost as the nth from the last: the right end is lost first,
/// then the left one, and so on inwards.
pub fn file(nth: u8, wide: u8) -> u8 {
    let lost_before = wide - 1 - nth;
    if lost_before.is_multiple_of(2) { wide - 1 - lost_before / 2 } else { lost_before / 2 }
}

/// SB-5.3: the bases of a square face four ways as equally as possible: front, rear, right and left.
fn square(row: &TroopRow, count: u8, outline: Vec2) -> Vec<Base> {
    let deep = outline.x.min(outline.y) * SIDE;
    let sides = [(0.0, outline.x), (180.0, outline.x), (-90.0, outline.y - 2.0 * deep), (90.0, outline.y - 2.0 * deep)];
    let mut all = Vec::new();
    for (nth, (turn, length)) in sides.into_iter().enumerate() {
        let of = count / 4 + u8::from(nth < usize::from(count % 4));
        let size = Vec2::new(length / f32::from(of.max(1)), deep);
        let away = if nth < 2 { outline.y / 2.0 } else { outline.x / 2.0 } - deep / 2.0;
        for n in 0..of {
            let along = (f32::from(n) - f32::from(of - 1) / 2.0) * size.x;
            // The place is seen from the side itself: along its right hand, and outward.
            let at = match nth {
                0 => Vec2::new(along, away),
                1 => Vec2::new(-along, -away),
                2 => Vec2::new(away, -along),
                _ => Vec2::new(-away, along),
            };
            all.push(Base { at, turn, size, ranks: on_a_base(row), figures: row.figures });
        }
    }
    all
}

//! The slots of a formation: where in it each of its stands has its place.

use bevy::math::Vec2;

use super::{Bend, Formation, Pose, Side};
use grapeshot_floor::{
    shared::formed::block,
    table::{position::Heading, terrain::Building},
};

impl Bend {
    /// The slots of a file of this many stands.
    fn slots(&self, count: usize, depth: f32) -> Vec<Slot> {
        let last = self.points().len();
        let point = |n: usize| if n == 0 { Vec2::ZERO } else { self.points[n - 1] };
        let at = |inches: f32| {
            let mut left = inches;
            for n in 1..=last {
                let length = point(n).distance(point(n - 1));
                if left <= length {
                    return point(n - 1).lerp(point(n), left / length.max(1e-6));
                }
                left -= length;
            }
            let way = if last == 0 { -Vec2::X } else { (point(last) - point(last - 1)).normalize_or_zero() };
            point(last) + way * left
        };
        (0..count)
            .map(|n| {
                let (front, rear) = (at(n as f32 * depth), at((n + 1) as f32 * depth));
                let (middle, way) = (front.midpoint(rear), front - rear);
                Slot { ahead: middle.x, right: middle.y, turn: -bevy::math::ops::atan2(way.y, way.x).to_degrees() }
            })
            .collect()
    }
}

/// The place of a stand in its unit, from the middle of the unit's front.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot {
    /// Inches ahead of the front; below 0 behind it.
    pub ahead: f32,
    /// Inches to the right of the middle.
    pub right: f32,
    /// Degrees off the facing of the unit, counter-clockwise.
    pub turn: f32,
}

/// FF-3.2: the frontage of a formation of a number of stands, in stands.
pub fn files(pose: &Pose, count: usize) -> usize {
    match pose.formation {
        Formation::Line | Formation::Unlimbered | Formation::Garrison => count,
        Formation::SupportedLine => count.div_ceil(2),
        Formation::FieldColumn | Formation::Broken => 2,
        Formation::OpenOrder if pose.files > 0 => usize::from(pose.files),
        Formation::OpenOrder => count.div_ceil(usize::from(pose.ranks.max(1))),
        Formation::MarchColumn | Formation::StormingColumn | Formation::Limbered | Formation::Square => 1,
    }
    .clamp(1, count.max(1))
}

/// FF-8.3: how many of this number of stands are in ranks that fire; they come first in the order of the stands.
pub fn firing(pose: &Pose, count: usize) -> usize {
    match pose.formation {
        Formation::Line
        | Formation::SupportedLine
        | Formation::Square
        | Formation::Unlimbered
        | Formation::Garrison => count,
        Formation::OpenOrder => count.min(2 * files(pose, count)),
        Formation::FieldColumn => count.min(2),
        Formation::MarchColumn | Formation::StormingColumn => count.min(1),
        Formation::Limbered | Formation::Broken => 0,
    }
}

/// FF-3.6: the outer and the inner stands of the front, the rear, the left and the right side of a square. `odd` is the
/// order in which the sides get odd stands.
pub fn sides_of_square(count: usize, odd: [Side; 4]) -> [(usize, usize); 4] {
    const OUTER: usize = 3;
    let spread = |count: usize, side: usize| count / 4 + usize::from(side < count % 4);
    Side::ALL.map(|named| {
        let side = odd.iter().position(|other| *other == named).unwrap_or_default();
        if count > 4 * OUTER { (OUTER, spread(count - 4 * OUTER, side)) } else { (spread(count, side), 0) }
    })
}

/// FF-3.6: the length in inches of a side of the hollow in the middle of a square.
pub fn hollow(count: usize) -> f32 {
    sides_of_square(count, Side::ALL).into_iter().map(|(outer, _)| outer).max().unwrap_or(1).max(1) as f32
}

/// FF-3.6, FF-3.7: the stands of a square, side after side: front, rear, left, right, each its outer stands first.
fn square(count: usize, (width, depth): (f32, f32), odd: [Side; 4]) -> Vec<Slot> {
    if count < 4 {
        // A small square stands back to back.
        let back = [(0.0, 0.0), (180.0, 0.0), (90.0, 0.0)];
        return (0..count)
            .map(|n| match n {
                0 => Slot { ahead: -depth / 2.0, right: 0.0, turn: back[0].0 },
                1 => Slot { ahead: -1.5 * depth, right: 0.0, turn: back[1].0 },
                _ => Slot { ahead: -depth, right: -(width + depth) / 2.0, turn: back[2].0 },
            })
            .collect();
    }
    let side = hollow(count) * width;
    let middle = -(depth + side / 2.0);
    let mut slots = Vec::with_capacity(count);
    for ((outer, inner), turn) in sides_of_square(count, odd).into_iter().zip([0.0, 180.0, 90.0, -90.0]) {
        for (of, out) in [(outer, (side + depth) / 2.0), (inner, (side - depth) / 2.0)] {
            for n in 0..of {
                let along = (n as f32 - (of as f32 - 1.0) / 2.0) * width;
                let (ahead, right) = match turn {
                    0.0 => (out, along),
                    180.0 => (-out, -along),
                    90.0 => (along, -out),
                    _ => (-along, out),
                };
                slots.push(Slot { ahead: middle + ahead, right, turn });
            }
        }
    }
    slots
}

/// FF-3.4: bends the stands at the ends of a line back about the inner front corner of their part.
fn refuse(slots: &mut [Slot], (left, right): (u8, u8), width: f32, depth: f32, step: f32, degrees: f32) {
    let count = slots.len();
    let (sin, cos) = bevy::math::ops::sin_cos(degrees.to_radians());
    for (hand, bent) in [(-1.0, usize::from(left)), (1.0, usize::from(right))] {
        if bent == 0 || bent >= count {
            continue;
        }
        let inner = if hand > 0.0 { slots[count - bent].right } else { slots[bent - 1].right };
        let pivot = inner - hand * width / 2.0;
        for n in 0..bent {
            let slot = if hand > 0.0 { &mut slots[count - bent + n] } else { &mut slots[bent - 1 - n] };
            let out = n as f32 * step + width / 2.0;
            *slot = Slot {
                ahead: -out * sin - depth / 2.0 * cos,
                right: pivot + hand * (out * cos - depth / 2.0 * sin),
                turn: -hand * degrees,
            };
        }
    }
}

/// FF-3.2 to FF-3.6: the slots of this many stands of a width and a depth in a pose, in the order of the stands: from
/// the left to the right, the front rank first. `refusal` is the degrees of a refused flank.
pub fn slots(pose: &Pose, count: usize, size: (f32, f32), refusal: f32) -> Vec<Slot> {
    let (width, depth) = of_each(pose, count, size);
    if pose.formation == Formation::Square {
        return square(count, (width, depth), pose.odd);
    }
    if pose.formation.is_file() && !pose.bend.is_straight() {
        return pose.bend.slots(count, depth);
    }
    let files = files(pose, count);
    let gap = if matches!(pose.formation, Formation::OpenOrder | Formation::Unlimbered) { pose.interval } else { 0.0 };
    let step = width + gap;
    let left = -(files as f32 - 1.0) / 2.0 * step;
    let mut slots: Vec<Slot> = (0..count)
        .map(|n| {
            let (rank, file) = (n / files, n % files);
            let of_rank = (count - rank * files).min(files);
            let right = match pose.formation {
                // The stands of a rank stand at the gaps of the one before it.
                Formation::OpenOrder if rank % 2 == 1 => left + (file as f32 + 0.5) * step,
                _ if pose.rear_left => left + file as f32 * step,
                // A short rank stands at the right.
                _ => left + (files - of_rank + file) as f32 * step,
            };
            Slot { ahead: -(rank as f32 + 0.5) * depth, right, turn: 0.0 }
        })
        .collect();
    let single = matches!(pose.formation, Formation::Line) || pose.formation == Formation::OpenOrder && files == count;
    if single && pose.refused != (0, 0) {
        refuse(&mut slots, pose.refused, width, depth, step, refusal);
    }
    slots
}

/// FF-1.3, FF-4.6: the width and the depth of each of this many stands; those of a garrison share the width of its
/// structure.
pub(super) fn of_each(pose: &Pose, count: usize, (width, depth): (f32, f32)) -> (f32, f32) {
    if pose.formation == Formation::Garrison { (width / count.max(1) as f32, depth) } else { (width, depth) }
}

/// FF-4.6: the pose of a garrison that looks to a heading as far as its structure lets it, and the width and the depth
/// that it fills: all of the structure but a hair.
pub fn in_structure(pose: &Pose, structure: &Building, facing: Heading) -> (Pose, (f32, f32)) {
    const WALL: f32 = 0.01;
    let all = block::garrison(structure, facing);
    let half = Vec2::new(all.footprint.half_width(), all.footprint.half_depth()) - WALL;
    let front = all.place.offset(half.y, 0.0);
    (pose.form(Formation::Garrison).at(front, all.place.facing), (2.0 * half.x, 2.0 * half.y))
}

/// FF-3.2: the inches of the front of a formation, and of its depth.
pub fn measures(pose: &Pose, count: usize, size: (f32, f32)) -> (f32, f32) {
    let (width, depth) = of_each(pose, count, size);
    if pose.formation == Formation::Square {
        return match count {
            0..=3 => (width, 2.0 * depth),
            _ => {
                let side = hollow(count) * width + 2.0 * depth;
                (side, side)
            }
        };
    }
    let files = files(pose, count);
    let gap = if matches!(pose.formation, Formation::OpenOrder | Formation::Unlimbered) { pose.interval } else { 0.0 };
    (files as f32 * (width + gap) - gap, count.max(1).div_ceil(files) as f32 * depth)
}

//! Formations: where the stands of a unit stand (FF-3).

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use crate::{
    rulesets::shared::formed::walk::Body,
    table::{
        footprint::{Footprint, Outline},
        position::{Heading, Place},
    },
};

/// FF-3.2: a formation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Formation {
    /// One rank.
    Line,
    /// Two ranks.
    SupportedLine,
    /// Two files.
    FieldColumn,
    /// One file.
    MarchColumn,
    /// FF-12.1: one file through a defile.
    StormingColumn,
    /// Intervals between the stands.
    OpenOrder,
    /// FF-3.6.
    Square,
    /// Guns one behind another.
    Limbered,
    /// Guns side by side.
    Unlimbered,
    /// Broken troops.
    Broken,
}

impl Formation {
    /// All formations.
    pub const ALL: [Self; 10] = [
        Self::Line,
        Self::SupportedLine,
        Self::FieldColumn,
        Self::MarchColumn,
        Self::StormingColumn,
        Self::OpenOrder,
        Self::Square,
        Self::Unlimbered,
        Self::Limbered,
        Self::Broken,
    ];

    /// Its id.
    pub fn id(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::SupportedLine => "supported_line",
            Self::FieldColumn => "field_column",
            Self::MarchColumn => "march_column",
            Self::StormingColumn => "storming_column",
            Self::OpenOrder => "open_order",
            Self::Square => "square",
            Self::Limbered => "limbered",
            Self::Unlimbered => "unlimbered",
            Self::Broken => "broken",
        }
    }

    /// Its words.
    pub fn label(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::SupportedLine => "supported line",
            Self::FieldColumn => "field column",
            Self::MarchColumn => "march column",
            Self::StormingColumn => "storming column",
            Self::OpenOrder => "open order",
            Self::Square => "square",
            Self::Limbered => "limbered",
            Self::Unlimbered => "unlimbered",
            Self::Broken => "broken",
        }
    }

    /// The formation of this id.
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|formation| formation.id() == id)
    }

    /// FF-3.2: line, supported line included.
    pub fn is_line(self) -> bool {
        matches!(self, Self::Line | Self::SupportedLine)
    }

    /// FF-3.2: a file of single stands.
    pub fn is_file(self) -> bool {
        matches!(self, Self::MarchColumn | Self::StormingColumn | Self::Limbered)
    }
}

/// FF-3.1: where and how a unit stands. All of its stands follow from that.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// FF-3.1: the middle of the front edge of the front rank, in inches.
    pub front: Vec2,
    /// Where it looks.
    pub facing: Heading,
    /// The formation.
    pub formation: Formation,
    /// FF-3.5: ranks of an open order.
    pub ranks: u8,
    /// FF-3.5: inches between the stands of an open order, or of a row of guns.
    pub interval: f32,
    /// FF-3.4: stands of the left flank that are refused, and of the right one.
    pub refused: (u8, u8),
}

impl Pose {
    /// The same unit elsewhere.
    pub fn at(self, front: Vec2, facing: Heading) -> Self {
        Self { front, facing, ..self }
    }

    /// The same place in another formation, straight.
    pub fn form(self, formation: Formation) -> Self {
        Self { formation, refused: (0, 0), ..self }
    }
}

/// Where a stand stands: inches ahead of the front of the unit and to its right, and degrees that it faces to the left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot {
    /// Inches ahead; what stands behind the front is below 0.
    pub ahead: f32,
    /// Inches to the right.
    pub right: f32,
    /// Degrees off the facing of the unit, counter-clockwise.
    pub turn: f32,
}

/// FF-3.2: the ranks and the frontage of a formation of so many stands, in stands.
fn files(pose: &Pose, count: usize) -> usize {
    match pose.formation {
        Formation::Line | Formation::Unlimbered => count,
        Formation::SupportedLine => count.div_ceil(2),
        Formation::FieldColumn | Formation::Broken => 2,
        Formation::OpenOrder => count.div_ceil(usize::from(pose.ranks.max(1))),
        Formation::MarchColumn | Formation::StormingColumn | Formation::Limbered | Formation::Square => 1,
    }
    .clamp(1, count.max(1))
}

/// FF-3.6: the outer and the inner stands of the front, the rear, the left and the right side of a square.
pub fn sides_of_square(count: usize) -> [(usize, usize); 4] {
    const OUTER: usize = 3;
    let spread = |count: usize, side: usize| count / 4 + usize::from(side < count % 4);
    std::array::from_fn(|side| {
        if count > 4 * OUTER { (OUTER, spread(count - 4 * OUTER, side)) } else { (spread(count, side), 0) }
    })
}

/// FF-3.6: the inches of a side of the hollow of a square.
pub fn hollow(count: usize) -> f32 {
    sides_of_square(count).into_iter().map(|(outer, _)| outer).max().unwrap_or(1).max(1) as f32
}

/// FF-3.6, FF-3.7: the stands of a square, side after side: front, rear, left, right, each its outer stands first.
fn square(count: usize, width: f32, depth: f32) -> Vec<Slot> {
    if count < 4 {
        // Back to back.
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
    for ((outer, inner), turn) in sides_of_square(count).into_iter().zip([0.0, 180.0, 90.0, -90.0]) {
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

/// FF-3.4: stands at the ends of a line that are bent back about the inner front corner of their part.
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

/// FF-3.2 to FF-3.6: where so many stands of a width and a depth stand in a pose, in the order of the stands: from the
/// left to the right, the front rank first. `refusal`: the degrees of a refused flank.
pub fn slots(pose: &Pose, count: usize, (width, depth): (f32, f32), refusal: f32) -> Vec<Slot> {
    if pose.formation == Formation::Square {
        return square(count, width, depth);
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
                // The short rank stands at the right.
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

/// FF-3.2: the inches of the front of a formation, and of its depth.
pub fn measures(pose: &Pose, count: usize, (width, depth): (f32, f32)) -> (f32, f32) {
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

/// FF-3.3: the outlines of the stands of a unit.
pub fn outlines(pose: &Pose, count: usize, size: (f32, f32), refusal: f32) -> Vec<Outline> {
    Stands::new(pose, count, size, refusal).outlines().collect()
}

/// The stands of a unit as one body that moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Stands {
    /// The middle of the rectangle of its front and its depth, and where it looks.
    place: Place,
    /// Half of its front and of its depth, in inches.
    half: Vec2,
    /// The stands, from the middle: ahead, to the right, degrees to the left.
    slots: Arc<[Slot]>,
    footprint: Footprint,
}

impl Stands {
    /// So many stands of a width and a depth in a pose.
    pub fn new(pose: &Pose, count: usize, size: (f32, f32), refusal: f32) -> Self {
        let (front, depth) = measures(pose, count, size);
        let half = Vec2::new(front, depth) / 2.0;
        let place = Place { at: pose.front - pose.facing.forward() * half.y, facing: pose.facing, floor: 0 };
        let slots = slots(pose, count, size, refusal);
        let slots = slots.into_iter().map(|slot| Slot { ahead: slot.ahead + half.y, ..slot }).collect();
        Self { place, half, slots, footprint: Footprint::Rectangle { width: size.0, depth: size.1 } }
    }

    /// The pose of the unit where the body stands, as it was in a pose before.
    pub fn pose(&self, before: &Pose) -> Pose {
        before.at(self.front(), self.place.facing)
    }
}

impl Body for Stands {
    fn place(&self) -> Place {
        self.place
    }

    fn at(&self, place: Place) -> Self {
        Self { place, slots: self.slots.clone(), ..*self }
    }

    fn half_depth(&self) -> f32 {
        self.half.y
    }

    fn half_width(&self) -> f32 {
        self.half.x
    }

    fn reach(&self) -> f32 {
        // A stand beyond a flank of an open order, or a refused one, is no farther off than this.
        self.half.length() + self.footprint.reach()
    }

    fn outlines(&self) -> impl Iterator<Item = Outline> {
        self.slots.iter().map(|slot| {
            let place = Place {
                at: self.place.offset(slot.ahead, slot.right),
                facing: self.place.facing.turned(slot.turn),
                floor: 0,
            };
            Outline { footprint: self.footprint, place }
        })
    }
}

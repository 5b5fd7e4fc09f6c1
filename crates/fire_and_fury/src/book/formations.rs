//! Formations: the places of a unit's stands (FF-3).

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use grapeshot_floor::{
    english::words::in_words,
    shared::formed::{block, walk::Body},
    table::{
        footprint::{Footprint, Outline},
        position::{Heading, Place},
        terrain::Building,
    },
};

in_words! {
    /// FF-3.2: a formation.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Formation: id, label {
        /// One rank of stands.
        Line = "line", "line";
        /// Two ranks of stands.
        SupportedLine = "supported_line", "supported line";
        /// Two files of stands.
        FieldColumn = "field_column", "field column";
        /// One file of stands.
        MarchColumn = "march_column", "march column";
        /// FF-12.1: one file through a defile.
        StormingColumn = "storming_column", "storming column";
        /// Intervals between the stands, in one rank or more.
        OpenOrder = "open_order", "open order";
        /// FF-3.6: a square, whose sides look four ways.
        Square = "square", "square";
        /// Guns one behind another.
        Limbered = "limbered", "limbered";
        /// Guns side by side.
        Unlimbered = "unlimbered", "unlimbered";
        /// Broken troops without formation.
        Broken = "broken", "broken";
        /// FF-4.6: troops in a structure, which their stands fill together.
        Garrison = "garrison", "garrison";
    }
}

impl Formation {
    /// All formations.
    pub const ALL: [Self; 11] = [
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
        Self::Garrison,
    ];

    /// The formation of this id.
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|formation| formation.id() == id)
    }

    /// FF-3.2: whether it is a line, supported line included.
    pub fn is_line(self) -> bool {
        matches!(self, Self::Line | Self::SupportedLine)
    }

    /// FF-3.2: whether it is a file of single stands.
    pub fn is_file(self) -> bool {
        matches!(self, Self::MarchColumn | Self::StormingColumn | Self::Limbered)
    }
}

/// FF-3.1: where and how a unit stands. All of its stands follow from that.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// FF-3.1: the middle of the front edge of the front rank, in inches.
    pub front: Vec2,
    /// The heading in which it looks.
    pub facing: Heading,
    /// The formation that it is in.
    pub formation: Formation,
    /// FF-3.5: the number of ranks of an open order.
    pub ranks: u8,
    /// FF-3.9: stands in the front rank of an open order that has lost some of its last rank; 0 if its ranks are even.
    #[serde(default)]
    pub files: u8,
    /// FF-3.5: inches between the stands of an open order, or of a row of guns.
    pub interval: f32,
    /// FF-3.4: the refused stands of the left flank and of the right one.
    pub refused: (u8, u8),
    /// FF-3.2: whether a short rear rank stands at the left.
    pub rear_left: bool,
    /// FF-3.6: the sides of a square in the order in which they get odd stands.
    pub odd: [Side; 4],
    /// FF-7.2: how a file bends behind its head.
    pub bend: Bend,
}

impl Pose {
    /// A pose of one rank, straight and without intervals.
    pub fn new(front: Vec2, facing: Heading, formation: Formation) -> Self {
        Self {
            front,
            facing,
            formation,
            ranks: 1,
            files: 0,
            interval: 0.0,
            refused: (0, 0),
            rear_left: false,
            odd: Side::ALL,
            bend: Bend::default(),
        }
    }

    /// FF-7.2: the way behind the head of a file, this many inches long, on the table: the head first.
    pub fn track(&self, inches: f32) -> Vec<Vec2> {
        let (ahead, right) = (self.facing.forward(), self.facing.right());
        let on_table = |point: Vec2| self.front + ahead * point.x + right * point.y;
        let mut track = vec![self.front];
        if self.bend.is_straight() {
            track.push(self.front - ahead * inches);
        }
        track.extend(self.bend.points().iter().map(|point| on_table(*point)));
        track
    }

    /// The same pose at another place, with another heading.
    pub fn at(self, front: Vec2, facing: Heading) -> Self {
        Self { front, facing, ..self }
    }

    /// The pose at the same place in another formation, straight.
    pub fn form(self, formation: Formation) -> Self {
        Self { formation, files: 0, refused: (0, 0), bend: Bend::default(), ..self }
    }
}

in_words! {
    /// FF-3.6: a side of a square, in the order in which sides get odd stands if their owner names none.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Side: ALL, word, named(word) {
        /// The side where the unit looks.
        Front = "front";
        /// The side away from the front.
        Rear = "rear";
        /// The side at the left hand of the unit.
        Left = "left";
        /// The side at the right hand of the unit.
        Right = "right";
    }
}

impl Side {
    /// The words by which their owner names the sides that get odd stands, with their labels.
    pub const CHOICES: [(&'static str, &'static str); 11] = [
        ("front", "odd stands to the front"),
        ("rear", "odd stands to the rear"),
        ("left", "odd stands to the left"),
        ("right", "odd stands to the right"),
        ("front+rear", "odd stands to front and rear"),
        ("front+left", "odd stands to front and left"),
        ("front+right", "odd stands to front and right"),
        ("rear+left", "odd stands to rear and left"),
        ("rear+right", "odd stands to rear and right"),
        ("left+right", "odd stands to left and right"),
        ("rear+left+right", "odd stands to all but the front"),
    ];

    /// The order of all sides if some are named, as words with a `+` between them; none if a word is no side or one is
    /// named twice.
    pub fn ordered(words: &str) -> Option<[Self; 4]> {
        let mut order = Vec::new();
        for word in words.split('+') {
            let side = Self::named(word)?;
            if order.contains(&side) {
                return None;
            }
            order.push(side);
        }
        let rest = Self::ALL.into_iter().filter(|side| !order.contains(side)).collect::<Vec<_>>();
        order.extend(rest);
        order.try_into().ok()
    }
}

/// FF-7.2: how the way behind the head of a file bends: points behind the middle of its front, each as inches ahead of
/// it (below 0, as it lies behind) and inches to its right, the nearest first. Beyond the last point the file is
/// straight.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Vec2>", into = "Vec<Vec2>")]
pub struct Bend {
    points: [Vec2; Bend::MOST],
    count: u8,
}

impl From<Vec<Vec2>> for Bend {
    fn from(list: Vec<Vec2>) -> Self {
        let mut bend = Self::default();
        for (at, point) in bend.points.iter_mut().zip(&list) {
            *at = *point;
        }
        bend.count = list.len().min(Self::MOST) as u8;
        bend
    }
}

impl From<Bend> for Vec<Vec2> {
    fn from(bend: Bend) -> Self {
        bend.points().to_vec()
    }
}

impl Bend {
    /// The most points at which a file bends.
    const MOST: usize = 8;

    fn points(&self) -> &[Vec2] {
        &self.points[..usize::from(self.count)]
    }

    /// Whether the file is straight.
    pub fn is_straight(&self) -> bool {
        self.count == 0
    }

    /// The bend of a file in a pose whose stands follow a track on the table, the head first, for this many inches.
    pub fn behind(pose: &Pose, track: &[Vec2], inches: f32) -> Self {
        let right = pose.facing.right();
        let ahead = pose.facing.forward();
        let local = |at: Vec2| Vec2::new((at - pose.front).dot(ahead), (at - pose.front).dot(right));
        let (mut list, mut last, mut left) = (Vec::new(), Vec2::ZERO, inches);
        for at in track.iter().map(|at| local(*at)) {
            let length = at.distance(last);
            if length < 1e-3 {
                continue;
            }
            if left <= 0.0 || list.len() == Self::MOST {
                break;
            }
            let point = if length > left { last.lerp(at, left / length) } else { at };
            list.push(point);
            left -= length;
            last = point;
        }
        // Points on one line add nothing to the end of the line.
        let mut kept: Vec<Vec2> = Vec::new();
        for point in list {
            let before = if kept.len() > 1 { kept[kept.len() - 2] } else { Vec2::ZERO };
            let same = kept.last().is_some_and(|last: &Vec2| {
                (*last - before).normalize_or_zero().dot((point - *last).normalize_or_zero()) > 0.99999
            });
            if same {
                kept.pop();
            }
            kept.push(point);
        }
        match kept[..] {
            [only] if only.y.abs() < 1e-3 && only.x < 0.0 => Self::default(),
            _ => kept.into(),
        }
    }

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
fn of_each(pose: &Pose, count: usize, (width, depth): (f32, f32)) -> (f32, f32) {
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

/// FF-3.3: the outlines of the stands of a unit.
pub fn outlines(pose: &Pose, count: usize, size: (f32, f32), refusal: f32) -> Vec<Outline> {
    Stands::new(pose, count, size, refusal).outlines().collect()
}

/// The stands of a unit as one body that moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Stands {
    /// The middle of the rectangle of its front and its depth, and its heading.
    place: Place,
    /// Half of its front and of its depth, in inches.
    half: Vec2,
    /// The slots of the stands, from the middle.
    slots: Arc<[Slot]>,
    footprint: Footprint,
    bend: Bend,
}

impl Stands {
    /// The body of this many stands of a width and a depth in a pose.
    pub fn new(pose: &Pose, count: usize, size: (f32, f32), refusal: f32) -> Self {
        let (front, depth) = measures(pose, count, size);
        let half = Vec2::new(front, depth) / 2.0;
        let place = Place { at: pose.front - pose.facing.forward() * half.y, facing: pose.facing, floor: 0 };
        let slots = slots(pose, count, size, refusal);
        let slots = slots.into_iter().map(|slot| Slot { ahead: slot.ahead + half.y, ..slot }).collect();
        let size = of_each(pose, count, size);
        Self { place, half, slots, footprint: Footprint::Rectangle { width: size.0, depth: size.1 }, bend: pose.bend }
    }

    /// The pose of the unit where the body stands; all but the place is as in a pose before.
    pub fn pose(&self, before: &Pose) -> Pose {
        Pose { bend: self.bend, ..before.at(self.front(), self.place.facing) }
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
        // A stand beyond a flank of an open order, or a refused one, is no farther from the middle than this.
        let bent = if self.bend.is_straight() { 0.0 } else { 2.0 * self.half.y };
        self.half.length() + self.footprint.reach() + bent
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

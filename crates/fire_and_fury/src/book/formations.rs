//! Formations (FF-3): how a unit stands; `slots`: the places of its stands in a formation; `stands`: where they lie on
//! the table.

mod slots;
mod stands;

pub use slots::{Slot, files, firing, hollow, in_structure, measures, sides_of_square, slots};
pub use stands::{Stands, outlines};

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use grapeshot_floor::{english::words::in_words, table::position::Heading};

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
}

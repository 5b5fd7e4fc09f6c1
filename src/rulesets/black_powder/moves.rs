//! How a block moves (BP-3.2 to BP-3.5): a list of slides, wheels and turns is walked as far as the moves last.

use bevy::math::Vec2;
use std::borrow::Cow;

use super::{
    block::{self, by_front, front},
    book::Bp,
    flow::Manoeuvre,
    values::{Formation, Stood},
    walker::Walker,
};
use crate::{
    events::{Explained, RuleId},
    forces::UnitId,
    table::{
        footprint::{Footprint, Outline},
        position::{Heading, Place},
    },
};

/// A block stops so far before what is in its way, in inches.
pub(super) const HAIR: f32 = 0.004;
/// Outlines may press into each other so deep, in inches: less is rounding.
const PRESS: f32 = 0.01;

/// A moment of a walk.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Where the block stands.
    pub block: Outline,
    /// Its formation.
    pub formation: Formation,
    /// The building it is in.
    pub building: Option<usize>,
    /// Inches of the move used so far, whole moves for formation changes.
    pub cost: f32,
}

/// A list as it was walked.
#[derive(Debug, Clone, PartialEq)]
pub struct Walk {
    /// The moments of the walk, the start first.
    pub poses: Vec<Pose>,
    /// The inches of each stretch of ground and each crossing.
    pub bill: Vec<(Cow<'static, str>, &'static str, f32)>,
    /// The moves used.
    pub moves: u8,
    /// Why it stopped before its end.
    pub stopped: Option<String>,
}

impl Walk {
    /// Where it ends.
    pub fn end(&self) -> Pose {
        self.poses[self.poses.len() - 1]
    }

    /// The corners of the way of the centre, for the eye.
    pub fn way(&self) -> Vec<Vec2> {
        let mut way: Vec<Vec2> = Vec::new();
        for pose in &self.poses {
            let at = pose.block.place.at;
            if let [.., before, last] = way[..]
                && (last - before).normalize_or_zero().dot((at - last).normalize_or_zero()) > 0.9999
            {
                way.pop();
            }
            if way.last() != Some(&at) {
                way.push(at);
            }
        }
        way
    }

    /// What was paid, by rule.
    pub fn explained(&self) -> Explained {
        let mut sum = Explained::default();
        for (label, rule, inches) in &self.bill {
            let before = sum.modifiers().iter().find(|line| line.label == *label).map_or(0.0, |line| line.amount);
            sum.add(RuleId::new(rule), label.clone(), before + inches);
        }
        sum
    }
}

/// What may be done on a walk beyond the ordinary.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Leave {
    /// The unit whose outline may be touched, as its charge target.
    pub target: Option<UnitId>,
    /// BP-7.9: it goes through friends freely.
    pub through_friends: bool,
    /// BP-2.7: it must obey the proximity rule, from where it stood at the start of its command.
    pub near: Option<Stood>,
}

/// BP-3.3: units that may be passed by friends and pass friends.
fn loose(formation: Formation) -> bool {
    matches!(formation, Formation::Skirmish | Formation::Deployed)
}

pub(super) fn thinner(block: &Outline) -> Outline {
    let slim = |length: f32| (length - 2.0 * PRESS).max(0.01);
    let footprint = match block.footprint {
        Footprint::Circle { diameter } => Footprint::Circle { diameter: slim(diameter) },
        Footprint::Rectangle { width, depth } => Footprint::Rectangle { width: slim(width), depth: slim(depth) },
    };
    Outline { footprint, place: block.place }
}

impl<'w> Bp<'w> {
    /// BP-3.3: whether a unit in a formation may pass through another.
    pub fn passes(&self, unit: UnitId, formation: Formation, other: UnitId) -> bool {
        let theirs = self.formation(other);
        self.side(unit) == self.side(other) && (loose(formation) || loose(theirs) || theirs == Formation::MarchColumn)
    }

    /// BP-3.3: why a unit may not end where this block stands; commanders are in nobody's way.
    pub fn blocked_at(&self, unit: UnitId, block: &Outline, target: Option<UnitId>) -> Option<String> {
        let berth = self.inches(self.numbers().berth);
        let reach = block.footprint.reach() + berth;
        for other in self.regiments().filter(|other| *other != unit) {
            let outline = self.outline(other);
            if outline.place.at.distance(block.place.at) > reach + outline.footprint.reach() {
                continue;
            }
            let enemy = self.side(other) != self.side(unit);
            if enemy && Some(other) != target && block.gap(&outline) < berth - self.numbers().tolerance {
                return Some(format!("it would end within {berth:.0} inch of {}", self.name(other)));
            }
            if block.overlap(&outline) > PRESS {
                return Some(format!("{} stands there", self.name(other)));
            }
        }
        None
    }

    /// BP-2.7: whether a unit that began within 12 inches of an enemy may end where this block stands.
    pub fn heeds_proximity(&self, start: Stood, block: &Outline) -> bool {
        use block::Face;
        let start = start.outline();
        matches!(block::quarter_of(&start, block), Face::Front | Face::Rear)
            || start.place.at.distance(block.place.at) < self.numbers().tolerance
    }

    /// The block of a unit in another formation (BP-3.4): it keeps the centre of its front, or of its outline.
    pub fn formed(&self, unit: UnitId, from: &Pose, formation: Formation, facing: Heading, centre: bool) -> Outline {
        let (width, depth) = self.measures(unit, formation).unwrap_or((1.0, 1.0));
        if let Some(building) = from.building {
            // BP-8.3: it is placed touching a face.
            let house = super::book::garrison_outline(&self.view.terrain().buildings[building], facing);
            let door = block::middle(&house, block::Face::Front);
            let out = house.place.facing;
            return by_front(door + out.forward() * (depth + HAIR), out, width, depth);
        }
        if centre {
            let place = Place { at: from.block.place.at, facing, floor: 0 };
            return Outline { footprint: Footprint::Rectangle { width, depth }, place };
        }
        by_front(front(&from.block), facing, width, depth)
    }

    /// Walks a list as far as so many moves last (BP-2.13, BP-3.2); it ends where it may stand.
    pub fn walk(&self, unit: UnitId, list: &[Manoeuvre], moves: u8, leave: Leave) -> Walk {
        self.walk_inches(unit, list, moves, None, leave)
    }

    /// Walks a list for no more than so many inches of path, beside the moves.
    pub fn walk_inches(&self, unit: UnitId, list: &[Manoeuvre], moves: u8, most: Option<f32>, leave: Leave) -> Walk {
        let (formation, building) = (self.formation(unit), self.values(unit).building);
        let start = Pose { block: self.outline(unit), formation, building, cost: 0.0 };
        self.walk_all(unit, start, list, moves, most, leave)
    }

    /// Walks a list from a pose that the unit takes first.
    pub fn walk_from(&self, unit: UnitId, start: Pose, list: &[Manoeuvre], moves: u8, leave: Leave) -> Walk {
        self.walk_all(unit, start, list, moves, None, leave)
    }

    /// BP-3.6: walks a list from the edge of the table: the depth of the block has been paid by then.
    pub fn walk_on(&self, unit: UnitId, start: Pose, list: &[Manoeuvre], moves: u8) -> Walk {
        let depth = 2.0 * start.block.footprint.half_depth();
        let most = (f32::from(moves) * self.move_in(unit, start.formation) - depth).max(0.0);
        self.walk_all(unit, start, list, moves, Some(most), Leave::default())
    }

    fn walk_all(
        &self,
        unit: UnitId,
        start: Pose,
        list: &[Manoeuvre],
        moves: u8,
        most: Option<f32>,
        leave: Leave,
    ) -> Walk {
        let mut walker = Walker {
            bp: *self,
            unit,
            leave,
            one: self.move_in(unit, start.formation),
            left: 0.0,
            moves,
            run: false,
            most: most.unwrap_or(f32::INFINITY),
            turned: false,
            walk: Walk { poses: vec![start], bill: Vec::new(), moves: 0, stopped: None },
            paid: Vec::new(),
        };
        walker.go(list);
        walker.settle();
        walker.walk
    }
}

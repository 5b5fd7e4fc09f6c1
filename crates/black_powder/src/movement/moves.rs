//! How a block moves (BP-3.2 to BP-3.5): a list of slides, wheels and turns is walked as far as the moves last.

use bevy::math::Vec2;
use std::borrow::Cow;

use super::walker::{self, Leave, March, Moves};
use crate::{
    book::values::{Formation, Stood},
    state::{pose::Pose, sequence_of_play::Manoeuvre, view::BlackPowderView},
};
use grapeshot_floor::{
    english,
    events::Explained,
    forces::UnitId,
    shared::formed::{
        block::{self, by_front, front},
        trail::{self, TRIFLE},
        walk::{BACK, HAIR, PRESS, Walker},
    },
    table::{
        footprint::{Footprint, Outline},
        position::{Heading, Place},
    },
};

/// The walk of a list of manoeuvres.
#[derive(Debug, Clone, PartialEq)]
pub struct Walk {
    /// The poses of the unit on the walk, the start first.
    pub poses: Vec<Pose>,
    /// The inches paid for each stretch of ground and each crossing, with a word for it and the rule.
    pub bill: Vec<(Cow<'static, str>, &'static str, f32)>,
    /// The moves used.
    pub moves: u8,
    /// Inches of path that its moves allow from the start, those already used included.
    pub allowance: f32,
    /// Why it stopped before its end.
    pub stopped: Option<String>,
}

impl Walk {
    /// Where it ends.
    pub fn end(&self) -> Pose {
        self.poses[self.poses.len() - 1]
    }

    /// Whether it leads nowhere: the block stands as it did.
    pub fn is_still(&self) -> bool {
        let start = &self.poses[0];
        let same = |pose: &Pose| {
            pose.formation == start.formation
                && pose.building == start.building
                && pose.block.footprint == start.block.footprint
                && pose.block.place.facing.angle_to(start.block.place.facing) < TRIFLE
        };
        let inches: f32 = self.poses.windows(2).map(|leg| leg[0].block.place.at.distance(leg[1].block.place.at)).sum();
        inches < TRIFLE && self.poses.iter().all(same)
    }

    /// The corners of the way of the centre, for the eye.
    pub fn way(&self) -> Vec<Vec2> {
        trail::corners(&self.poses)
    }

    /// The inches that were paid, by rule.
    pub fn explained(&self) -> Explained {
        trail::explained(&self.bill)
    }
}

/// BP-3.3: whether a formation passes friends and is passed by them.
fn loose(formation: Formation) -> bool {
    matches!(formation, Formation::Skirmish | Formation::Deployed)
}

impl<'w> BlackPowderView<'w> {
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
                return Some(format!("it would end within {} of {}", english::inches(berth), self.name(other)));
            }
            if block.overlap(&outline) > PRESS {
                return Some(format!("{} stands there", self.name(other)));
            }
        }
        None
    }

    /// Whether a block stands on the table and on no other unit.
    pub fn is_clear(&self, unit: UnitId, but: UnitId, block: &Outline) -> bool {
        self.is_clear_beside(unit, but, block, &[])
    }

    /// Whether a block stands on the table and on no other unit, if the units in `aside` stood elsewhere.
    pub fn is_clear_beside(&self, unit: UnitId, but: UnitId, block: &Outline, aside: &[(UnitId, Outline)]) -> bool {
        let place = |other: UnitId| {
            aside.iter().find(|(known, _)| *known == other).map_or_else(|| self.outline(other), |(_, place)| *place)
        };
        self.on_table(block)
            && self
                .regiments()
                .filter(|other| *other != unit && *other != but)
                .all(|other| block.overlap(&place(other)) <= 0.01)
    }

    /// BP-6.2: why a charger on its way to a target may not halt where this block stands.
    pub(super) fn barred_halt(&self, unit: UnitId, block: &Outline, target: Option<UnitId>) -> Option<String> {
        let mut others = self.regiments().filter(|other| *other != unit && Some(*other) != target);
        let there = others.find(|other| block.overlap(&self.outline(*other)) > PRESS)?;
        Some(format!("{} stands there", self.name(there)))
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
            // BP-8.3: the block is placed so that it touches a face.
            let house = block::garrison(&self.view.terrain().buildings[building], facing);
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

    /// Walks a list as far as this many moves last (BP-2.13, BP-3.2); it ends where it may stand.
    pub fn walk(&self, unit: UnitId, list: &[Manoeuvre], moves: u8, leave: Leave) -> Walk {
        self.walk_inches(unit, list, moves, None, leave)
    }

    /// Walks a list as far as the moves last, and for at most `most` inches of path.
    pub fn walk_inches(&self, unit: UnitId, list: &[Manoeuvre], moves: u8, most: Option<f32>, leave: Leave) -> Walk {
        self.walk_all(unit, self.pose(unit), list, moves, most, leave)
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

    /// BP-6.8: turns a block at the end of its walk, as far on as there is room for it. Without any room it faces, of
    /// the two ways along its own axis, the one nearer to the wanted heading.
    pub fn end_facing(&self, walk: &mut Walk, wanted: Heading, clear: impl Fn(&Outline) -> bool) {
        let end = walk.end();
        let faced = |block: &Outline, facing: Heading| Outline { place: Place { facing, ..block.place }, ..*block };
        let turns = |heading: Heading| end.block.place.facing.angle_to(heading) < TRIFLE;
        if turns(wanted) {
            return;
        }
        let mut facing = wanted;
        if !turns(wanted.about()) && !clear(&faced(&end.block, wanted)) {
            let start = walk.poses[0];
            let way = end.block.place.at - start.block.place.at;
            let steps = (way.length() / BACK).ceil() as i32;
            let share = |step: i32| 1.0 - step as f32 / steps.max(1) as f32;
            let at = |share: f32| block::moved(&start.block, way * share);
            match (1..=steps).map(share).find(|share| clear(&faced(&at(*share), wanted))) {
                Some(share) => {
                    let cost = start.cost + (end.cost - start.cost) * share;
                    walk.poses.truncate(1);
                    walk.poses.push(Pose { block: at(share), cost, ..end });
                    walk.stopped = Some("there is no room to turn farther on".to_owned());
                }
                None if end.block.place.facing.angle_to(wanted) > 90.0 => facing = end.block.place.facing.about(),
                None => return,
            }
        }
        let last = walk.end();
        walk.poses.push(Pose { block: faced(&last.block, facing), ..last });
    }

    /// BP-6.2: the inches that the way of a charge from a pose takes over the ground, its strip being free of units;
    /// `None` if the ground is closed.
    pub fn price(&self, unit: UnitId, start: Pose, list: &[Manoeuvre], target: UnitId) -> Option<f32> {
        let leave = Leave { target: Some(target), through_friends: true, charging: true, near: None };
        let march = March { bp: *self, unit, leave };
        let mut walker = Walker::new(&march, start, self.purse(unit, &start, u8::MAX, None));
        walker.go(&walker::steps(list));
        walker.stopped.is_none().then(|| walker.now().cost)
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
        let march = March { bp: *self, unit, leave };
        let purse = self.purse(unit, &start, moves, most);
        let whole = start.cost + purse.all();
        let mut walker = Walker::new(&march, start, purse);
        walker.go(&walker::steps(list));
        // Inches lost on the way, as at an obstacle, are part of the allowance all the same.
        let allowance = whole.max(walker.now().cost + walker.purse.all());
        walker.settle();
        let moves = walker.purse.used;
        let mut walk = Walk { poses: walker.moments, bill: walker.bill, moves, allowance, stopped: walker.stopped };
        if walk.is_still() {
            walk.poses.truncate(1);
            walk.bill.clear();
            walk.moves = 0;
        }
        walk
    }

    fn purse(&self, unit: UnitId, start: &Pose, moves: u8, most: Option<f32>) -> Moves {
        let most = most.unwrap_or(f32::INFINITY);
        Moves { one: self.move_in(unit, start.formation), left: 0.0, whole: moves, used: 0, most, turned: false }
    }
}

use bevy::math::Vec2;
use std::collections::VecDeque;

use super::draw::Draw;
use crate::scenario::edit::AHEAD;
use grapeshot_floor::{
    table::{path::point_at_share, position::Heading},
    turn::quick::{Arm, Army, Listed},
};

/// Inches from the rear of a unit to whoever commands it.
const BEHIND_THEM: f32 = 0.9;
/// Inches that whoever commands takes between two lines.
const STAFF: f32 = 2.4;
/// Inches before a gun's place that its equipment reaches.
const MUZZLE: f32 = AHEAD + 1.0;

/// A unit that comes, by its entry of the list and its name.
#[derive(Debug, Clone)]
pub(super) struct Member<'l> {
    pub(super) listed: &'l Listed,
    pub(super) name: &'l str,
}

/// A unit and where it begins.
#[derive(Debug, Clone)]
pub(super) struct Standing<'l> {
    pub(super) listed: &'l Listed,
    pub(super) name: &'l str,
    pub(super) key: String,
    /// The key of its superior.
    pub(super) under: Option<String>,
    /// The middle of its front.
    pub(super) at: Vec2,
    /// Degrees.
    pub(super) facing: f32,
    pub(super) layout: Option<&'l str>,
    /// Its front and its depth in inches.
    room: Vec2,
    pub(super) hidden: bool,
    /// The turn in which it comes, and the stretch of the edge, if it is not there at the start.
    pub(super) comes: Option<(u16, [Vec2; 2])>,
}

impl Standing<'_> {
    /// The corners of the room that it takes.
    pub(super) fn corners(&self) -> Vec<Vec2> {
        let (ahead, right) = (Heading(self.facing).forward(), Heading(self.facing).right());
        let before = before(self.listed);
        let behind = self.room.y - before;
        let half = right * (self.room.x / 2.0);
        let (front, rear) = (self.at + ahead * before, self.at - ahead * behind);
        vec![front - half, front + half, rear + half, rear - half]
    }
}

/// Where lines of units begin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// The middle of the front of the first line.
    pub(super) middle: Vec2,
    /// Where they look, in degrees.
    pub(super) facing: f32,
    /// The longest line in inches.
    pub(super) most: f32,
}

/// The forces of a side as they are put on the table.
pub(super) struct Force<'l> {
    pub(super) army: &'l Army,
    /// The key of its side.
    side: &'static str,
    /// Inches between units.
    gap: f32,
    /// Units under an officer.
    span: usize,
    made: usize,
    pub(super) standing: Vec<Standing<'l>>,
    officers: usize,
}

impl<'l> Force<'l> {
    pub(super) fn new(army: &'l Army, side: &'static str, gap: f32, span: usize) -> Self {
        Self { army, side, gap, span, made: 0, standing: Vec::new(), officers: 0 }
    }

    /// Draws units from the army's list until this strength is used up: the usual ones first, then any, those with many
    /// names sooner. A stronger force begins with the same units, and no more chance is taken for it.
    pub(super) fn muster(&self, strength: f32, draw: &mut Draw) -> Vec<Member<'l>> {
        let army = self.army;
        let list = &army.units;
        let usual = |listed: &Listed| usize::from(listed.usual).min(listed.called.len());
        let mut drawn: Vec<usize> = (0..list.len()).flat_map(|n| vec![n; usual(&list[n])]).collect();
        let mut others: Vec<usize> =
            (0..list.len()).flat_map(|n| vec![n; list[n].called.len() - usual(&list[n])]).collect();
        draw.shuffle(&mut others);
        let mut left = strength - drawn.iter().map(|n| list[*n].cost).sum::<f32>();
        for n in others {
            // What costs twice what is left would be too much by more than what is missing without it.
            if left > 0.0 && list[n].cost <= 2.0 * left {
                left -= list[n].cost;
                drawn.push(n);
            }
        }
        let taken = |drawn: &[usize], n: usize| drawn.iter().filter(|taken| **taken == n).count();
        let member =
            |(at, n): (usize, &usize)| Member { listed: &list[*n], name: &list[*n].called[taken(&drawn[..at], *n)] };
        drawn.iter().enumerate().map(member).collect()
    }

    fn key(&mut self) -> String {
        self.made += 1;
        format!("{}_{}", self.side, self.made)
    }

    fn stand(&mut self, member: Member<'l>, at: Vec2, facing: f32) -> Standing<'l> {
        let Member { listed, name } = member;
        let (front, depth) = listed.room;
        Standing {
            listed,
            name,
            key: self.key(),
            under: None,
            at,
            facing,
            layout: listed.layout.as_deref(),
            room: Vec2::new(front, depth),
            hidden: false,
            comes: None,
        }
    }

    /// Puts units in lines one behind the other: guns in the middle of the first, horse on the wings, what finds no room
    /// in the next; whoever commands them stands behind them. Answers the middle of the rear of the last line.
    pub(super) fn in_lines(&mut self, units: Vec<Member<'l>>, line: Line) -> Vec2 {
        let heading = Heading(line.facing);
        let (ahead, right) = (heading.forward(), heading.right());
        let first = self.standing.len();
        let mut front = line.middle;
        let mut waiting = by_arm(units);
        while !waiting.is_empty() {
            let (row, rest) = self.row(waiting, line.most);
            waiting = rest;
            let width: f32 = row.iter().map(|unit| unit.listed.room.0 + self.gap).sum::<f32>() - self.gap;
            let depth = row.iter().map(|unit| behind(unit.listed)).fold(0.0, f32::max);
            let mut along = -width / 2.0;
            for unit in row {
                let half = unit.listed.room.0 / 2.0;
                let at = front + right * (along + half);
                along += 2.0 * half + self.gap;
                let standing = self.stand(unit, at, line.facing);
                self.standing.push(standing);
            }
            self.officers_behind(first, ahead * -(depth + BEHIND_THEM), line.facing);
            front -= ahead * (depth + self.gap + STAFF);
        }
        front
    }

    /// Takes as many units as fit into a line, and puts guns into its middle and horse on its wings.
    fn row(&self, units: Vec<Member<'l>>, most: f32) -> (Vec<Member<'l>>, Vec<Member<'l>>) {
        let (mut row, mut rest, mut width) = (Vec::<Member>::new(), Vec::new(), 0.0);
        for unit in units {
            let wider = width + unit.listed.room.0 + if row.is_empty() { 0.0 } else { self.gap };
            if row.is_empty() || wider <= most {
                width = wider;
                row.push(unit);
            } else {
                rest.push(unit);
            }
        }
        // From the middle outwards, left and right by turns.
        let mut order = VecDeque::new();
        for (n, unit) in row.into_iter().enumerate() {
            if n % 2 == 0 {
                order.push_back(unit);
            } else {
                order.push_front(unit);
            }
        }
        (order.into(), rest)
    }

    /// Puts officers over the units from a place of the list on that have none, this far from the middle of theirs.
    fn officers_behind(&mut self, first: usize, from_them: Vec2, facing: f32) {
        let army = self.army;
        let Some(officer) = &army.officer else { return };
        let led = |unit: &Standing| unit.under.is_some() || std::ptr::eq(unit.listed, officer);
        let free: Vec<usize> = (first..self.standing.len()).filter(|n| !led(&self.standing[*n])).collect();
        for theirs in parts(&free, self.span) {
            let name = &officer.called[self.officers % officer.called.len()];
            self.officers += 1;
            let middle = theirs.iter().map(|n| self.standing[*n].at).sum::<Vec2>() / theirs.len() as f32;
            let over = self.stand(Member { listed: officer, name }, middle + from_them, facing);
            for n in theirs {
                self.standing[*n].under = Some(over.key.clone());
            }
            self.standing.push(over);
        }
    }

    /// Puts units one behind the other on a road, the head at this share of its length; those that find no room come on
    /// later, over the edge where it begins. Officers ride beside it.
    pub(super) fn on_the_march(&mut self, units: Vec<Member<'l>>, road: &[Vec2], head: f32) {
        let first = self.standing.len();
        let whole: f32 = road.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let (mut along, mut late) = (head * whole, 0);
        let (mut begun, mut widest) = (first, 0.0_f32);
        for unit in units {
            let listed = unit.listed;
            let (layout, front, depth) = match &listed.march {
                Some((layout, front, depth)) => (Some(layout.as_str()), *front, *depth),
                None => (listed.layout.as_deref(), listed.room.0, behind(listed)),
            };
            let at = along - before(listed);
            let (here, before) = (point_at_share(road, at / whole), point_at_share(road, (at + 0.5) / whole));
            let mut standing = self.stand(unit, here, Heading::from_to(here, before).0.round());
            standing.layout = layout;
            standing.room = Vec2::new(front, depth);
            if at - depth < 1.0 {
                late += 1;
                let across = Vec2::new(0.0, 5.0);
                standing.comes = Some((1 + late, [road[0] - across, road[0] + across]));
            } else {
                along = at - depth - self.gap.min(2.0);
            }
            widest = widest.max(front);
            self.standing.push(standing);
            if self.standing.len() - begun == self.span {
                self.beside(begun, widest, road);
                (begun, widest) = (self.standing.len(), 0.0);
            }
        }
        self.beside(begun, widest, road);
    }

    /// Puts an officer beside the road beside the units that he commands, as far as they are on the table.
    fn beside(&mut self, first: usize, widest: f32, road: &[Vec2]) {
        let there: Vec<Vec2> =
            self.standing[first..].iter().filter(|unit| unit.comes.is_none()).map(|unit| unit.at).collect();
        let middle = there.get(there.len() / 2).copied().unwrap_or(road[0] + Vec2::new(2.0, 0.0));
        let facing = self.standing.get(first).map_or(0.0, |unit| unit.facing);
        let before = self.standing.len();
        self.officers_behind(first, Vec2::ZERO, facing);
        for officer in &mut self.standing[before..] {
            officer.at = middle + Heading(facing).right() * (widest / 2.0 + BEHIND_THEM);
        }
    }

    /// Puts the commander at a place and all who have no superior under him, if he is the superior of anybody.
    pub(super) fn commanded(&mut self, at: Vec2, facing: f32, draw: &mut Draw) {
        let army = self.army;
        let listed = &army.commander;
        let name = draw.one(&listed.called);
        let commander = self.stand(Member { listed, name }, at, facing);
        if !self.army.apart {
            for unit in self.standing.iter_mut().filter(|unit| unit.under.is_none()) {
                unit.under = Some(commander.key.clone());
            }
        }
        self.standing.insert(0, commander);
    }
}

/// Inches before a unit's place that it reaches: its guns stand there, if it has guns.
fn before(listed: &Listed) -> f32 {
    if listed.says.contains("$AHEAD") { MUZZLE } else { 0.0 }
}

/// Inches from the place of a unit to its rear.
fn behind(listed: &Listed) -> f32 {
    listed.room.1 - before(listed)
}

/// Guns first, horse last.
fn by_arm(mut units: Vec<Member>) -> Vec<Member> {
    units.sort_by_key(|unit| match unit.listed.arm {
        Arm::Guns => 0,
        Arm::Foot => 1,
        Arm::Horse => 2,
    });
    units
}

/// A list in parts as even as can be, none longer than this.
fn parts(list: &[usize], most: usize) -> Vec<&[usize]> {
    let parts = list.len().div_ceil(most.max(1)).max(1);
    list.chunks(list.len().div_ceil(parts).max(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(called: &[&str], cost: f32, usual: u16) -> Listed {
        let called = called.iter().map(|name| (*name).to_owned()).collect();
        let (arm, room, says) = (Arm::Foot, (4.0, 2.0), String::new());
        Listed { called, arm, cost, room, says, layout: None, march: None, usual }
    }

    #[test]
    fn a_stronger_force_begins_with_the_same_units_and_takes_no_more_chance() {
        let army = Army {
            key: "army".into(),
            name: "The army".to_owned(),
            short: "Army".into(),
            coat: "french".into(),
            flag: "french".into(),
            period: "period".into(),
            commander: listed(&["The general"], 1.0, 0),
            units: vec![
                listed(&["1st Line", "2nd Line", "3rd Line", "4th Line"], 3.0, 1),
                listed(&["1st Light", "2nd Light", "3rd Light"], 2.0, 0),
                listed(&["1st Horse", "2nd Horse", "3rd Horse"], 4.0, 0),
            ],
            officer: None,
            train: None,
            apart: false,
            camp: None,
        };
        let force = Force::new(&army, "a", 1.0, 3);
        for seed in 0..20 {
            let drawn = |strength: f32| {
                let mut draw = Draw::new(seed, 0, "forces");
                let names: Vec<&str> = force.muster(strength, &mut draw).iter().map(|member| member.name).collect();
                (names, draw.below(1000))
            };
            let ((weak, next), (strong, next_of_strong)) = (drawn(10.0), drawn(14.0));
            assert_eq!(weak[..3], strong[..3], "seed {seed}");
            assert_eq!(next, next_of_strong, "seed {seed}");
        }
    }
}

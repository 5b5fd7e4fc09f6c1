//! Ways over several floors of a building (CP-5.5, CP-14.1, CP-14.2).

use bevy::math::Vec2;
use smol_str::SmolStr;

use super::mover::Mover;
use crate::{
    state::ways::{Spot, level},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    forces::PieceId,
    table::{
        footprint::Outline,
        measure::HAIR,
        path::{self, PathCost, Walk},
        position::Place,
        route,
    },
};

/// How often a way is halved to find where an allowance ends.
const HALVINGS: u8 = 16;

/// A way as it was walked.
#[derive(Debug, Clone, PartialEq)]
pub struct Climbed {
    /// Its corners, the start first.
    pub way: Vec<Spot>,
    /// Inches of allowance used.
    pub cost: f32,
    /// The costs, one for each kind of ground and obstacle.
    pub bill: Vec<PathCost>,
    /// Why it stopped before its end, if it did.
    pub stopped: Option<String>,
}

impl SkirmishView<'_> {
    /// CP-14.1: the height of a storey in inches.
    pub fn story_height(&self) -> f32 {
        self.settings().core.story_height
    }

    /// CP-5.5: walks a way as far as the allowance lasts, up and down stairs.
    pub fn walk_and_climb(&self, piece: PieceId, way: &[Spot], allowance: f32, going: &Mover) -> Climbed {
        let mut walked = Climbed { way: Vec::new(), cost: 0.0, bill: Vec::new(), stopped: None };
        let mut next = 0;
        while let Some(first) = way.get(next) {
            let run = way[next..].iter().take_while(|spot| spot.floor == first.floor).count();
            let corners: Vec<Vec2> = way[next..next + run].iter().map(|spot| spot.at).collect();
            let going = Mover { floor: first.floor, ..*going };
            let walk = path::walk(self.view.ground(), &corners, allowance - walked.cost, &going);
            let walk = self.dragged(piece, walk, allowance - walked.cost, &going);
            let end = walk.end();
            walked.way.extend(level(&walk.corners, first.floor));
            walked.cost += walk.cost;
            walked.bill.extend(walk.bill);
            walked.stopped = walk.stopped;
            next += run;
            let (None, Some(above)) = (&walked.stopped, way.get(next)) else { break };
            let here = Place { at: end, floor: first.floor, ..self.view.place(piece) };
            match self.cost_to_climb(piece, here, above.floor, &going) {
                Err(why) => walked.stopped = Some(why),
                Ok(cost) if cost > allowance - walked.cost + 1e-4 => {
                    let left = allowance - walked.cost;
                    walked.stopped =
                        Some(format!("it takes {cost:.1} inches to climb the stairs, and {left:.1} are left"));
                }
                Ok(cost) => {
                    walked.cost += cost;
                    walked.bill.push(PathCost { what: "stairs".into(), inches: 0.0, cost });
                }
            }
            if walked.stopped.is_some() {
                break;
            }
        }
        walked
    }

    /// A walk that the chapters of the period slow: it costs more, and may end sooner.
    fn dragged(&self, piece: PieceId, walk: Walk, left: f32, going: &Mover) -> Walk {
        let Some((what, inches, more)) = self.drag_on(piece, &walk.corners, going) else { return walk };
        let mut walk = walk;
        if walk.cost + more > left + 1e-4 {
            // The cost grows along the way: the share at which it is all spent is found by halving.
            let cost = |share: f32| {
                let part = path::part_of(&walk.corners, share);
                let paid = path::walk(self.view.ground(), &part, f32::INFINITY, going).cost;
                paid + self.drag_on(piece, &part, going).map_or(0.0, |(_, _, more)| more)
            };
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..HALVINGS {
                let middle = (low + high) / 2.0;
                if cost(middle) <= left { low = middle } else { high = middle }
            }
            let part = path::part_of(&walk.corners, low);
            walk = path::walk(self.view.ground(), &part, f32::INFINITY, going);
            walk.stopped = Some(format!("the allowance of {left:.1} inches is used up"));
            return self.drag_on(piece, &part, going).map_or(walk.clone(), |(what, inches, cost)| {
                walk.cost += cost;
                walk.bill.push(PathCost { what, inches, cost });
                walk
            });
        }
        walk.cost += more;
        walk.bill.push(PathCost { what, inches, cost: more });
        walk
    }

    /// What slows a figure on its way, in a word, with the inches that are slowed and their cost beyond the ground.
    fn drag_on(&self, piece: PieceId, corners: &[Vec2], going: &Mover) -> Option<(SmolStr, f32, f32)> {
        let mut sum: Option<(SmolStr, f32, f32)> = None;
        for leg in corners.windows(2) {
            let Some(drag) = self.chapters().drag(self, piece, leg[0], leg[1]) else { continue };
            let length = leg[0].distance(leg[1]).max(1e-6);
            for (from, to) in drag.stretches {
                let middle = leg[0].lerp(leg[1], (from + to) / 2.0 / length);
                let ground = path::Going::cost_per_inch(going, &self.view.ground().feature_at(middle)).unwrap_or(1.0);
                let more = (going.times() / drag.rate - ground).max(0.0) * (to - from);
                let (_, inches, cost) = sum.get_or_insert((drag.what.clone(), 0.0, 0.0));
                *inches += to - from;
                *cost += more;
            }
        }
        sum
    }

    /// CP-5.5: what it costs to climb from where a figure stands to another floor.
    fn cost_to_climb(&self, piece: PieceId, from: Place, floor: u8, going: &Mover) -> Result<f32, String> {
        if going.mounted || going.wheeled {
            return Err("only men on foot climb stairs".into());
        }
        if going.close_order.is_some() {
            return Err("close order cannot climb stairs".into());
        }
        let Some(building) = self.view.ground().building_at(from.at) else {
            return Err("there are no stairs out of doors".into());
        };
        let house = &self.view.terrain().buildings[building];
        let base = Outline { footprint: self.view.footprint(piece), place: from };
        if !house.has_stairs_under(&base) {
            return Err(format!("there are no stairs at that place in {}", house.the_name()));
        }
        if floor >= house.storeys {
            return Err(format!("{} has no storey {}", house.the_name(), floor + 1));
        }
        Ok(self.story_height() * f32::from(floor.abs_diff(from.floor)) * going.times())
    }

    /// CP-14.2: a way to a point on a floor, through doors and windows and by the stairs that make it shortest.
    pub fn way_by_stairs(&self, piece: PieceId, to: Vec2, floor: u8) -> Vec<Spot> {
        let start = self.view.place(piece);
        let ground = self.view.ground();
        let (here, there) = (ground.building_at(start.at), ground.building_at(to));
        let mut way = vec![Spot { at: start.at, floor: start.floor }];
        let one_floor = start.floor == floor && (floor == 0 || here == there);
        if !one_floor {
            let goal_floor = if here == there { floor } else { 0 };
            if start.floor != goal_floor {
                self.climb_in(piece, here, goal_floor, to, &mut way);
            }
            if goal_floor != floor {
                self.climb_in(piece, there, floor, to, &mut way);
            }
        }
        self.go_level(piece, to, &mut way);
        way
    }

    /// Adds to a way the stairs of a building and the climb to another floor.
    fn climb_in(&self, piece: PieceId, building: Option<usize>, floor: u8, then_to: Vec2, way: &mut Vec<Spot>) {
        let Some(building) = building else { return };
        let from = way[way.len() - 1].at;
        let round = |stairs: &Vec2| from.distance(*stairs) + stairs.distance(then_to);
        let stairs = self.view.terrain().buildings[building].stairs.iter().copied();
        let Some(stairs) = { stairs }.min_by(|a, b| round(a).total_cmp(&round(b))) else { return };
        self.go_level(piece, stairs, way);
        way.push(Spot { at: stairs, floor });
    }

    /// Adds to a way a stretch to a point of its floor.
    fn go_level(&self, piece: PieceId, to: Vec2, way: &mut Vec<Spot>) {
        let last = way[way.len() - 1];
        let going = Mover { floor: last.floor, ..self.mover(piece) };
        let radius = self.view.footprint(piece).reach();
        let corners = route::route(self.view.ground(), last.at, to, radius, &going);
        way.extend(level(&corners[1..], last.floor));
    }

    /// The share of a straight way at which a base comes within some inches of another, with no wall between them.
    pub fn sweep_past_walls(&self, base: &Outline, to: Vec2, other: &Outline, within: f32) -> Option<f32> {
        let ground = self.view.ground();
        let from = base.place.at;
        let length = from.distance(to);
        let mut gone = 0.0;
        loop {
            let start = Outline { place: Place { at: from.lerp(to, gone), ..base.place }, ..*base };
            let share = gone + (1.0 - gone) * start.sweep(to, other, within)?;
            let there = Place { at: from.lerp(to, share), ..base.place };
            if !self.parted(there, other.place) {
                return Some(share);
            }
            let walls = [ground.building_at(there.at), ground.building_at(other.place.at)];
            let next = walls.into_iter().flatten().filter_map(|n| ground.through_outline_after(from, to, n, share));
            gone = next.min_by(f32::total_cmp)? + HAIR / length;
            if gone >= 1.0 {
                return None;
            }
        }
    }
}

//! The walks of compulsory moves (SB-10.1 to SB-10.3): where routers run, pursuers follow and shaken units retreat.

use super::{
    moves::Walk,
    pace::{Leave, Pace},
    straight::{Straight, wheel_to},
    walker::nearing,
};
use crate::{
    book::{rule_settings::Edge, values::Array},
    state::{pose::Pose, view::BurtView},
};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::{
        block::{self, Face},
        trail::TRIFLE,
        walk::{Body, USED_UP},
    },
    table::{
        footprint::Outline,
        position::{Heading, Place},
    },
};

/// Why a walk stopped that came to the edge of the table.
pub(super) const EDGE: &str = "the edge of the table";
/// Inches from an edge of the table within which a unit has reached it.
const AT_EDGE: f32 = 0.01;
/// Degrees between the directions in which routers look for a way along a border.
const ALONG: f32 = 15.0;
/// Inches between the points of that way at which they look whether they can turn home.
const CORNER: f32 = 0.5;
/// A unit that runs through friends goes on for at most this many inches until there is room for it.
const BEYOND: f32 = 6.0;
/// Inches between the places beyond friends that are tried for room.
const ROOM: f32 = 0.25;
/// Units no farther apart than this are in contact, in inches.
const TOUCH: f32 = 0.05;

impl BurtView<'_> {
    /// SB-10.1: the way to the home edge of a unit's side.
    fn homeward(&self, unit: UnitId) -> Heading {
        match self.settings().home_edge[self.side(unit).index().min(1)] {
            Edge::Right => Heading(0.0),
            Edge::Top => Heading(90.0),
            Edge::Left => Heading(180.0),
            Edge::Bottom => Heading(270.0),
        }
    }

    /// SB-10.1: whether a block has reached an edge of the table.
    pub(super) fn at_edge(&self, block: &Outline) -> bool {
        let size = self.view.terrain().size;
        block
            .corners()
            .iter()
            .any(|corner| corner.cmple((AT_EDGE, AT_EDGE).into()).any() || corner.cmpge(size - AT_EDGE).any())
    }

    /// A straight walk that ends, where friends stand at its end, at the first place beyond them where there is room.
    fn through(&self, unit: UnitId, straight: &Straight) -> Walk {
        let walk = self.straight(unit, straight);
        if walk.stopped.as_deref().is_none_or(|why| !why.starts_with("no room")) {
            return walk;
        }
        let steps = (BEYOND / ROOM) as i32;
        let farther = |step: i32| {
            let more = step as f32 * ROOM;
            let straight = Straight { far: straight.far + more, inches: straight.inches + more, ..straight.clone() };
            self.straight(unit, &straight)
        };
        let free = |walk: &Walk| walk.stopped.as_deref().is_none_or(|why| why == USED_UP);
        (1..=steps).map(farther).find(free).unwrap_or(walk)
    }

    /// SB-10.1: the rout move of a unit: away from the nearest enemy, and home as soon as none is near.
    pub(super) fn rout_walk(&self, unit: UnitId) -> Walk {
        let within = self.numbers().home_within;
        let near = self.nearest_enemy(unit).filter(|(_, gap)| self.within(*gap, within)).map(|(enemy, _)| enemy);
        let home = self.homeward(unit);
        let way = near.map_or(home, |enemy| self.away_from(unit, enemy));
        let inches = self.pace(unit, self.array_outdoors(unit), Pace::Flight);
        self.out_of_doors(unit, (way, way), inches, Pace::Flight, |start, inches| {
            let start = start.unwrap_or_else(|| self.turned_back(unit, way));
            self.run(unit, start, way, home, near, inches)
        })
    }

    /// SB-10.1: a rout move from where a unit stands when it sets out.
    fn run(&self, unit: UnitId, start: Pose, way: Heading, home: Heading, near: Option<UnitId>, inches: f32) -> Walk {
        let within = self.numbers().home_within;
        let leave = Leave { keeps_order: true, spared: true, ..self.ordinary_leave() };
        let straight = Straight { start, way, far: inches, inches, pace: Pace::Flight, leave };
        let walk = self.through(unit, &straight);
        let way_off = |inches: f32| {
            let block = start.block.moved(way.forward() * inches);
            self.enemies_of(self.side(unit)).all(|enemy| block.gap(&self.outline(enemy)) > within)
        };
        let turns = near.and_then(|_| nearing(walk.inches().max(TRIFLE), way_off)).filter(|_| way.angle_to(home) > 1.0);
        let walk = match turns {
            Some(far) => {
                let first = self.straight(unit, &Straight { far, ..straight.clone() });
                let left = inches - first.end().cost;
                self.led_on(unit, first, home, left, left, &straight)
            }
            None => walk,
        };
        let left = inches - walk.end().cost;
        let barred = walk.stopped.as_deref().is_some_and(|why| why.starts_with("no entry"));
        if barred && left > TRIFLE { self.along_border(unit, walk, home, left, &straight) } else { walk }
    }

    /// A walk, and after it a straight one of at most `far` inches, for at most `inches` of the move.
    fn led_on(&self, unit: UnitId, walk: Walk, way: Heading, far: f32, inches: f32, straight: &Straight) -> Walk {
        let end = walk.end();
        let turned = Outline { place: Place { facing: way, ..end.block.place }, ..end.block };
        let start = Pose { block: turned, cost: 0.0, ..end };
        let next = Straight { start, way, far, inches, ..straight.clone() };
        let on = self.through(unit, &next);
        if on.inches() < TRIFLE && on.stopped.as_deref() != Some(EDGE) {
            // There is no room to turn: the unit goes on as it faces.
            let start = Pose { cost: 0.0, ..end };
            return walk.then(self.through(unit, &Straight { start, ..next }));
        }
        walk.then(on)
    }

    /// SB-10.1: before ground that it cannot enter a unit goes along the border toward the home edge, and home as soon
    /// as it can; else it stays. Of several ways it takes the one that leads nearest home.
    fn along_border(&self, unit: UnitId, walk: Walk, home: Heading, left: f32, straight: &Straight) -> Walk {
        let from = walk.end().block.place.at;
        let mut best: Option<(f32, Walk)> = None;
        let steps = (90.0 / ALONG) as i32;
        let ways = (1..=steps).flat_map(|step| [home.turned(step as f32 * ALONG), home.turned(-(step as f32) * ALONG)]);
        for way in ways {
            let whole = self.led_on(unit, walk.clone(), way, left, left, straight);
            let aside = whole.end().block.place.at.distance(from);
            if aside < TRIFLE {
                continue;
            }
            let corners = (1..(aside / CORNER) as i32).map(|step| {
                let leg = self.led_on(unit, walk.clone(), way, step as f32 * CORNER, left, straight);
                let rest = left - (leg.end().cost - walk.end().cost);
                self.led_on(unit, leg, home, rest, rest, straight)
            });
            for on in corners.chain([whole.clone()]) {
                let way = on.end().block.place.at - from;
                let nearer = way.dot(home.forward()) + way.length() / 100.0;
                if nearer > TRIFLE && best.as_ref().is_none_or(|(most, _)| nearer > most + TRIFLE) {
                    best = Some((nearer, on));
                }
            }
        }
        best.map_or(walk, |(_, walk)| walk)
    }

    /// SB-10.2: the walk of a pursuer, and the routers that it may meet.
    pub(super) fn pursuit_walk(&self, unit: UnitId) -> (Walk, Option<UnitId>) {
        let broken = self.values(unit).pursuing.filter(|broken| self.present(*broken) && self.sees(unit, *broken));
        let ahead = || {
            self.enemies_of(self.side(unit))
                .filter(|enemy| self.zone_of_nearest(unit, *enemy) == Face::Front)
                .min_by(|a, b| self.gap(unit, *a).total_cmp(&self.gap(unit, *b)))
        };
        let goal = broken.or_else(ahead);
        let own = self.outline(unit);
        let way = match goal {
            Some(goal) => self.away_from(unit, goal).about(),
            None => own.place.facing,
        };
        let start = self.turned_pose(unit, way);
        let inches = self.pace(unit, start.array, Pace::Flight);
        let quarry = goal.filter(|goal| self.routing(*goal));
        let leave = Leave { target: quarry, ..self.ordinary_leave() };
        let straight = Straight { start, way, far: inches, inches, pace: Pace::Flight, leave };
        (self.straight(unit, &straight), quarry)
    }

    /// SB-10.2: the enemy that stands right before the front of a unit within this many inches.
    pub(super) fn before(&self, unit: UnitId, inches: f32) -> Option<UnitId> {
        let own = self.outline(unit);
        let reach = own.moved(own.place.facing.forward() * (inches + TOUCH));
        let mut enemies: Vec<UnitId> =
            self.enemies_of(self.side(unit)).filter(|enemy| reach.gap(&self.outline(*enemy)) <= 0.0).collect();
        enemies.sort_by(|a, b| self.gap(unit, *a).total_cmp(&self.gap(unit, *b)).then(a.cmp(b)));
        enemies.into_iter().next()
    }

    /// SB-10.3: the walk of a shaken unit: away from the nearest enemy, still facing him; none if there is no enemy.
    pub(super) fn retreat_walk(&self, unit: UnitId) -> Option<Walk> {
        let (enemy, _) = self.nearest_enemy(unit)?;
        let way = self.away_from(unit, enemy);
        let own = self.pose(unit);
        let faces =
            block::quarter(&own.block, block::nearest_point(&self.outline(enemy), own.block.place.at)) == Face::Front;
        let inches = self.pace(unit, self.array_outdoors(unit), Pace::Move);
        let leave = Leave { keeps_order: true, ..self.ordinary_leave() };
        Some(self.out_of_doors(unit, (way, way.about()), inches, Pace::Move, |start, inches| {
            let stands = || if faces || self.all_round(unit) { own } else { self.turned_pose(unit, way.about()) };
            let (start, leave) = (start.unwrap_or_else(stands), leave.clone());
            self.straight(unit, &Straight { start, way, far: inches, inches, pace: Pace::Move, leave })
        }))
    }

    /// SB-10.3: the walk with which an enemy follows a unit that broke off, if its normal move reaches.
    pub(super) fn follow_walk(&self, enemy: UnitId, unit: UnitId) -> Option<Walk> {
        let (own, theirs) = (self.outline(enemy), self.outline(unit));
        let point = block::nearest_point(&theirs, block::front(&own));
        if block::quarter(&own, point) != Face::Front || self.array(enemy) == Array::Square {
            return None;
        }
        let inches = self.pace(enemy, self.array(enemy), Pace::Move);
        let leave = self.assault_leave(unit);
        let straight = |degrees: f32| self.approach(enemy, degrees, inches, inches, Pace::Move, &leave);
        let meets = |walk: &Walk| walk.end().block.gap(&theirs) <= TOUCH;
        let ahead = Some(straight(0.0)).filter(meets);
        ahead.or_else(|| wheel_to(&own, point).map(straight).filter(meets))
    }
}

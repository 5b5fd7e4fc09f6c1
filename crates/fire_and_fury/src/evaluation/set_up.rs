//! Where units and leaders stand when the battle begins (FF-14.1).

use bevy::math::Vec2;

use super::{marches::TRIFLE, mind::Mind};
use crate::book::{
    formations::{Formation, Pose},
    values::Cover,
    verbs,
};
use grapeshot_floor::{
    events::{EventKind, Explained},
    forces::UnitId,
    orders::{Leg, Order},
    table::{
        measure::{distance_to_edge, inside},
        position::Heading,
        terrain::Obstacle,
    },
    turn::Ask,
};

/// The numbers of columns and rows of places that are looked at in a zone.
const GRID: (usize, usize) = (9, 4);

/// Inches behind a linear obstacle at which the front of a unit stands that lines it.
const BEHIND: f32 = 0.1;

impl Mind<'_, '_> {
    /// The places of the next unit, then of the next leader; each is placed once. With `all`, those of every unit,
    /// wherever it has room.
    pub fn answers_to_set_up(&self, ask: &Ask, all: bool) -> Vec<(Order, Explained)> {
        let Some(zone) = self.ff.zone_of_side(ask.side) else { return Vec::new() };
        let spots = self.spots(&zone.outline);
        let mut list = Vec::new();
        for unit in self.own.iter().map(|own| own.unit).filter(|unit| !self.is_placed(*unit)) {
            let now = self.post(unit, &self.ff.pose(unit));
            let order = Order::new(ask.side, &verbs::PLACE).pieces(self.ff.stands(unit));
            for pose in self.poses_at(unit, &spots) {
                let gain = self.post(unit, &pose) - now;
                let formation = pose.formation.id();
                let order = order.clone().path([Leg::To(pose.front)]).heading(pose.facing).formation(formation);
                if all || gain > TRIFLE {
                    list.push((order, Explained::base("FF-14.1", "a better place", gain)));
                }
            }
            if !all {
                if list.iter().any(|(order, _)| self.ff.check(order).is_ok()) {
                    return list;
                }
                list.clear();
            }
        }
        for leader in self.ff.leaders_of(ask.side).filter(|leader| !self.is_placed(*leader)) {
            let flock = self.flock(leader);
            let Some(at) = self.post_of(&flock) else { continue };
            let order = Order::new(ask.side, &verbs::PLACE).pieces(self.ff.stands(leader)).path([Leg::To(at)]);
            let radius = self.ff.numbers().command;
            let gain = self.led_from(&flock, at, radius) - self.led_from(&flock, self.ff.middle(leader), radius);
            if gain > TRIFLE {
                list.push((order, Explained::base("FF-5.5", "units in command", gain)));
            }
        }
        list
    }

    /// Whether a unit or a leader was placed in this set-up.
    fn is_placed(&self, unit: UnitId) -> bool {
        let Some(piece) = self.ff.view.present(unit).next() else { return true };
        let moved = |kind: &EventKind| matches!(kind, EventKind::Moved { piece: of, .. } if *of == piece);
        self.ff.view.events().any(|event| moved(&event.kind))
    }

    /// Places in a zone: all over it, and behind what gives cover, each with the heading out over the cover.
    fn spots(&self, zone: &[Vec2]) -> Vec<(Vec2, Option<Heading>)> {
        let low = zone.iter().copied().reduce(Vec2::min).unwrap_or(Vec2::ZERO);
        let high = zone.iter().copied().reduce(Vec2::max).unwrap_or(Vec2::ZERO);
        let share = |n: usize, of: usize| (n as f32 + 0.5) / of as f32;
        let all = (0..GRID.0 * GRID.1)
            .map(|n| Vec2::new(share(n % GRID.0, GRID.0), share(n / GRID.0, GRID.1)))
            .map(|part| (low + (high - low) * part, None));
        let covers = |obstacle: &&Obstacle| obstacle.cover.as_deref().and_then(Cover::named).is_some();
        let lines = self.ff.view.terrain().obstacles.iter().filter(covers);
        let lined = lines.flat_map(|obstacle| obstacle.line.windows(2)).flat_map(|leg| {
            let (at, along) = (leg[0].midpoint(leg[1]), (leg[1] - leg[0]).normalize_or_zero());
            [along.perp(), -along.perp()].map(|out| (at - out * BEHIND, Some(Heading::of(out))))
        });
        all.chain(lined).filter(|(at, _)| inside(*at, zone) || distance_to_edge(*at, zone) < BEHIND).collect()
    }

    /// The poses of a unit at some places, in its present formation or in the one in which it fights; it looks toward
    /// the enemy.
    fn poses_at(&self, unit: UnitId, spots: &[(Vec2, Option<Heading>)]) -> Vec<Pose> {
        let (values, now) = (self.ff.values(unit), self.ff.pose(unit));
        let fights = match now.formation {
            _ if values.is_guns() => Formation::Unlimbered,
            Formation::MarchColumn | Formation::FieldColumn if values.flags.open_only || values.flags.indian => {
                Formation::OpenOrder
            }
            Formation::MarchColumn | Formation::FieldColumn => Formation::Line,
            formation => formation,
        };
        let outward = self.ff.homeward(self.ff.side(unit)).about();
        let mut poses = Vec::new();
        for (at, out) in spots {
            let enemy = self.nearest(*at).map(|(enemy, _)| Heading::from_to(*at, enemy.rect.middle));
            let facing = enemy.unwrap_or(outward);
            if out.is_some_and(|out| out.angle_to(facing) > 90.0) {
                continue;
            }
            let facing = out.unwrap_or(facing);
            poses.push(now.at(*at, facing));
            if fights != now.formation {
                poses.push(now.form(fights).at(*at, facing));
            }
        }
        poses
    }

    /// The worth of beginning in a pose: the worth of standing there, and the cover toward the enemy.
    fn post(&self, unit: UnitId, pose: &Pose) -> f32 {
        let toward = self.nearest(pose.front).map(|(enemy, _)| enemy.rect.middle);
        let there = self.ff.supposing(vec![self.ff.suppose_at(unit, *pose)], Vec::new());
        let ff = self.ff.after(&there);
        let to = |from| self.rect(unit, pose).nearest(from);
        let cover = |from| ff.cover_from((from, to(from)), unit, false, ff.cover_around(unit));
        let covered = toward.and_then(cover).is_some();
        self.standing(unit, pose) + if covered { self.judgement.ground.cover } else { 0.0 }
    }
}

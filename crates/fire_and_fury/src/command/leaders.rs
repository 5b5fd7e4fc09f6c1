//! Where leaders move, and which units they reach (FF-5.5, FF-11.1, FF-11.2).

use bevy::math::Vec2;

use crate::{
    book::values::{Class, Leader, Level},
    condition::places,
    movement::going::slower,
    state::{orders::planned, sequence_of_play::Step, view::FuryView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::{Leg, Order, Plan, Refusal},
    procedure::Found,
    shared::{formed::sight::nearest_point, refuse},
    table::{
        footprint::Outline,
        position::{Heading, Place},
    },
    turn::BattleMut,
};

/// Inches between the points of a leader's way that are looked at.
const STEP: f32 = 0.25;

/// Where a leader goes.
#[derive(Debug, Clone, PartialEq)]
pub struct Ride {
    leader: UnitId,
    path: Vec<Vec2>,
    attach: Option<UnitId>,
    told: String,
}

impl FuryView<'_> {
    /// FF-5.5: the command radius of a leader where he is, in inches.
    pub fn command_radius(&self, leader: UnitId) -> f32 {
        let less =
            self.is_dim() || self.leader(leader).is_some_and(|leader| leader.attached.is_some() || leader.on_foot > 0);
        if less { self.numbers().command_less } else { self.numbers().command }
    }

    /// FF-5.5: the units of a line of march that a leader attached to its first leads: nose to tail, without wide gaps.
    fn line_of_march(&self, first: UnitId) -> Vec<UnitId> {
        let mut line = vec![first];
        if !self.formation(first).is_file() {
            return line;
        }
        let gap = self.numbers().battery_gap;
        let mut at = 0;
        while at < line.len() {
            let next = self.units_of(self.side(first)).filter(|other| {
                !line.contains(other)
                    && self.formation(*other).is_file()
                    && self.within(self.gap(line[at], *other), gap)
            });
            let next: Vec<UnitId> = next.collect();
            line.extend(next);
            at += 1;
        }
        line
    }

    /// FF-5.5: whether a unit is in the command radius of a leader. Units in between do not hide it from him.
    pub fn in_radius(&self, leader: UnitId, unit: UnitId) -> bool {
        let Some(of) = self.leader(leader) else { return false };
        if !self.present(leader) {
            return false;
        }
        // FF-13.3: at night he leads the unit that he is with.
        if self.is_night() {
            return of.attached == Some(unit);
        }
        if of.attached.is_some_and(|first| first == unit || self.line_of_march(first).contains(&unit)) {
            return true;
        }
        let gap = self.gap(leader, unit);
        if !self.within(gap, self.command_radius(leader)) {
            return false;
        }
        let from = self.middle(leader);
        let to = nearest_point(&self.body(unit), from);
        let near = self.within(gap, self.numbers().command_less);
        self.ground_is_free(from, to) && (near || !self.through_dense_woods(from, to))
    }

    /// FF-2.4, FF-5.6: whether a leader may check for a unit at all: leaders of artillery only for guns.
    pub fn may_command(&self, leader: UnitId, unit: UnitId) -> bool {
        let artillery = self.leader(leader).is_some_and(|leader| leader.level == Level::Artillery);
        !artillery || self.values(unit).is_guns()
    }

    /// FF-5.6: the leaders in whose radius a unit is and that may check for it.
    pub fn leaders_over(&self, unit: UnitId) -> Vec<UnitId> {
        let over = |leader: &UnitId| self.may_command(*leader, unit) && self.in_radius(*leader, unit);
        self.leaders_of(self.side(unit)).filter(over).collect()
    }

    /// FF-11.1: whether a leader may move in this step.
    ///
    /// # Errors
    /// Why he may not.
    pub fn may_ride(&self, leader: UnitId) -> Result<(), Refusal> {
        let Some(of) = self.leader(leader) else {
            return refuse("FF-11.1", format!("{} is no leader", self.name(leader)));
        };
        if of.moved {
            return refuse("FF-11.1", format!("{} has moved in this phase", self.name(leader)));
        }
        if !matches!(self.play().step, Step::Leaders | Step::LastLeaders) {
            return refuse("FF-5.2", "Leaders move first and last in the phase");
        }
        Ok(())
    }

    /// FF-11.1: how far a leader goes on a way: the slowest class of ground on it counts for all of it.
    fn ridden(&self, leader: UnitId, path: &[Vec2]) -> (Vec<Vec2>, f32, Option<String>) {
        let on_foot = self.leader(leader).is_some_and(|leader| leader.on_foot > 0);
        let row = self.book.rates(if on_foot { "leader_dismounted" } else { "leader_mounted" });
        let rate = |class| row.map_or(0.0, |row| row.inches(class, false));
        let road = row.map_or(1.0, |row| row.road);
        let stand = self.outlines(leader).next();
        let Some(base) = stand else { return (path.to_vec(), 0.0, None) };
        let mut way = vec![path[0]];
        let (mut spent, mut worst) = (0.0, Class::Open);
        for leg in path.windows(2) {
            let length = leg[0].distance(leg[1]);
            let heading = (leg[1] - leg[0]).normalize_or_zero();
            let mut gone = 0.0;
            while gone < length - 1e-4 {
                let (follows, even) = self.good_road_from(leg[0] + heading * gone, heading, STEP);
                let step = even.min(length - gone);
                let at = leg[0] + heading * (gone + step);
                let there = Outline { place: Place { at, ..base.place }, ..base };
                let (class, name) = self.class_under(&there, false);
                let size = self.view.terrain().size;
                let on_table = at.cmpge(Vec2::ZERO).all() && at.cmple(size).all();
                let cost = step / if follows { road } else { 1.0 };
                let why = match class {
                    Class::Impassable => Some(format!("no entry: {name}")),
                    _ if !on_table => Some("the edge of the table".to_owned()),
                    _ if spent + cost > rate(worst) + 1e-3 => Some(format!("all {:.0}\u{2033} are spent", rate(worst))),
                    _ if spent + cost > rate(class) + 1e-3 => Some(slower(class, name)),
                    _ => None,
                };
                if why.is_some() {
                    way.push(leg[0] + heading * gone);
                    return (way, spent, why);
                }
                worst = worst.max(class);
                spent += cost;
                gone += step;
            }
            way.push(leg[1]);
        }
        (way, spent, None)
    }

    /// FF-11.1: whether a leader may go where an order says.
    ///
    /// # Errors
    /// Why he may not.
    pub fn check_ride(&self, order: &Order) -> Found<Ride> {
        let leader = self.one_unit(order)?;
        self.may_ride(leader)?;
        let name = self.name(leader);
        let piece = self.view.unit(leader).pieces[0];
        let start = self.view.place(piece);
        let attach = order.target_unit;
        let mut path = vec![start.at];
        for leg in &order.path {
            let Leg::To(point) = leg else { return refuse("FF-11.1", "Name the points of his way") };
            path.push(*point);
        }
        if let Some(unit) = attach {
            if self.troops(unit).is_none() || self.side(unit) != order.side || !self.present(unit) {
                return refuse("FF-11.1", format!("{name} attaches himself to a unit of his own side"));
            }
            let pose = self.pose(unit);
            path.push(pose.front - pose.facing.forward() * self.measures(unit).1);
        }
        if path.len() < 2 {
            return refuse("FF-11.1", "Name where he goes");
        }
        let (way, spent, stopped) = self.ridden(leader, &path);
        if attach.is_some() && stopped.is_some() {
            return refuse("FF-11.1", format!("{name} does not get there: {}", stopped.unwrap_or_default()));
        }
        let end = way[way.len() - 1];
        let facing = if way.len() > 1 { Heading::from_to(way[way.len() - 2], end) } else { start.facing };
        let place = Place { at: end, facing, floor: 0 };
        let cost = Explained::base("FF-11.1", "his way", spent);
        let moves = vec![planned(piece, way.clone(), place, None, cost, None, stopped)];
        let summary = match attach {
            Some(unit) => format!("{name} attaches himself to {}", self.name(unit)),
            None => format!("{name} moves {spent:.1}\u{2033}"),
        };
        let plan = Plan { summary: summary.clone(), moves, ..Plan::default() };
        Ok((plan, Ride { leader, path: way, attach, told: summary }))
    }
}

/// Moves a leader as the order in hand says.
pub fn resolve_ride(battle: &mut BattleMut, _: &Order, Ride { leader, path, attach, told: text }: Ride) {
    let side = battle.view().side_of_unit(leader);
    battle.log(Some(side), EventKind::Note, RuleId::new("FF-11.1"), text.clone(), Explained::default());
    {
        let mut of = battle.unit_mut::<Leader>(leader);
        of.moved = true;
        of.attached = attach;
    }
    let piece = battle.view().unit(leader).pieces[0];
    let end = path[path.len() - 1];
    let before = battle.view().place(piece);
    let facing = if before.at.distance(end) > 1e-3 { Heading::from_to(before.at, end) } else { before.facing };
    battle.move_piece(piece, path, Place { at: end, facing, floor: 0 }, RuleId::new("FF-11.1"), text);
    if let Some(unit) = attach {
        places::follow(battle, leader, unit);
    }
}

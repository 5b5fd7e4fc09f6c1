//! What a side knows of the table, and the worth of standing somewhere.

use bevy::math::Vec2;
use std::{cell::RefCell, collections::BTreeMap};

use super::{
    rect::Rect,
    stakes::{at_stake, would_lose},
};
use crate::{
    book::{
        formations::{Formation, Pose},
        judgement::Judgement,
        values::{Arm, Class, Cover, Effectiveness, Experience},
    },
    state::view::FuryView,
};
use grapeshot_floor::{
    forces::{SideId, UnitId},
    shared::memo::Memo,
    table::position::Heading,
    turn::{HoldWhen, VictoryTerms},
};

/// A friend within this many inches of a goal goes for it already.
const AT_GOAL: f32 = 8.0;

/// The number of turns that are left after this one.
fn left_of(ff: &FuryView) -> f32 {
    (f32::from(ff.view.scenario_info().turns) - f32::from(ff.view.clock().turn)).max(0.0)
}

/// A unit with the values that the computer uses all the time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glance {
    pub unit: UnitId,
    /// Its place, its heading and its formation.
    pub pose: Pose,
    /// The rectangle that it covers.
    pub rect: Rect,
    /// FF-16.3: the points that the loss of its next stand brings its enemy on average.
    pub at_stake: f32,
}

/// A place worth holding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Its middle, in inches.
    pub at: Vec2,
    /// FF-16.2: its radius, in inches.
    pub radius: f32,
    /// FF-16.3: the points that it brings.
    pub of: f32,
    /// Its worth to the side that thinks, in points.
    pub worth: f32,
    /// Whether that side holds it.
    pub kept: bool,
}

/// A unit that is to stand on a key position when the battle ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Claim {
    pub unit: UnitId,
    /// The position.
    pub place: Place,
    /// The worth of standing there at the end.
    pub worth: f32,
}

/// What a side knows of the table, as the computer judges its answers.
pub struct Mind<'f, 'w> {
    /// The battle.
    pub ff: &'f FuryView<'w>,
    /// The numbers by which it judges.
    pub judgement: &'w Judgement,
    /// The enemies on the table.
    pub enemies: Vec<Glance>,
    /// Its own units.
    pub own: Vec<Glance>,
    /// Places worth holding.
    pub places: Vec<Place>,
    /// FF-16.3: how much its own losses count beside those of the enemy: not at all in a last try.
    pub care: f32,
    /// Whether it is the last turn, and the side loses if nothing changes.
    pub last_try: bool,
    /// The fire points of units at enemies as they stand, as far as they were asked for.
    bearings: RefCell<BTreeMap<(UnitId, UnitId), f32>>,
    /// The goals of units, as far as they were asked for.
    goals: Memo<UnitId, Option<Goal>>,
    /// FF-4.3: the cover around units as they stand, as far as it was asked for.
    pub covers: RefCell<BTreeMap<UnitId, Option<Cover>>>,
    /// The number of turns that are left after this one.
    pub left: f32,
    /// FF-16.2: which unit is to stand on which key position when the battle ends.
    pub claims: Vec<Claim>,
}

/// The place that a unit goes for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goal {
    /// Its place, in inches.
    pub at: Vec2,
    /// Inches from it at which a unit has come up.
    pub stop: f32,
    /// Whether it lies on the way round closed ground to what the unit wants.
    pub round: bool,
}

impl<'f, 'w> Mind<'f, 'w> {
    /// What a side knows of the table in a battle.
    pub fn new(ff: &'f FuryView<'w>, side: SideId) -> Self {
        let judgement = &ff.book.judgement;
        let terms = ff.view.resource::<VictoryTerms>();
        let places: Vec<Place> = terms
            .holds
            .iter()
            .filter_map(|hold| {
                let holder = ff.play().holders.get(hold.objective).copied().flatten();
                let kept = match hold.when {
                    HoldWhen::Most => holder == Some(side),
                    HoldWhen::Some | HoldWhen::Denied => ff.earned(hold, side).is_some(),
                };
                let worth = hold.points * if kept { judgement.goals.kept } else { 1.0 };
                let of = terms.objectives.get(hold.objective)?;
                Some(Place { at: of.at, radius: of.radius, of: hold.points, worth, kept })
            })
            .collect();
        // FF-16.3: a battle that is lost as it stands in the last turn cannot be lost more.
        let last_try = left_of(ff) <= 0.0 && would_lose(ff, side);
        let mut mind = Self {
            ff,
            judgement,
            enemies: Vec::new(),
            own: Vec::new(),
            places,
            care: if last_try { 0.0 } else { 1.0 },
            bearings: RefCell::default(),
            goals: Memo::default(),
            covers: RefCell::default(),
            left: left_of(ff),
            claims: Vec::new(),
            last_try,
        };
        let of = |side| -> Vec<Glance> {
            let glance = |unit| {
                let pose = ff.pose(unit);
                Glance { unit, pose, rect: mind.rect(unit, &pose), at_stake: at_stake(ff, unit) }
            };
            ff.units_of(side).map(glance).collect()
        };
        (mind.enemies, mind.own) = (of(side.other()), of(side));
        mind.claims = mind.find_claims();
        mind
    }

    /// A charge that brings less than this is not made.
    pub fn worthwhile_charge(&self) -> f32 {
        if self.last_try { 0.0 } else { self.judgement.charges.worthwhile }
    }

    /// The worth of a stand of a unit: by what it could still do, and by the points that its loss brings.
    pub fn worth_of_stand(&self, unit: UnitId) -> f32 {
        let says = &self.judgement.units;
        let glance = self.own.iter().chain(&self.enemies).find(|glance| glance.unit == unit);
        let points = says.point * glance.map_or(0.0, |glance| glance.at_stake).min(says.most);
        points + if self.ff.values(unit).is_guns() { says.gun } else { says.stand }
    }

    /// The worth of the key positions on which a unit stands.
    pub fn place_under(&self, unit: UnitId) -> f32 {
        let Some(of) = self.enemies.iter().chain(&self.own).find(|of| of.unit == unit) else { return 0.0 };
        let within = |place: &&Place| of.rect.gap(place.at) <= place.radius;
        self.places.iter().filter(within).map(|place| place.worth).sum()
    }

    /// The nearest enemy to a point, with its distance.
    pub fn nearest(&self, at: Vec2) -> Option<(&Glance, f32)> {
        let far = self.enemies.iter().map(|enemy| (enemy, enemy.rect.gap(at)));
        far.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// FF-8.10: the points that the friends of a unit fire at an enemy as they stand.
    pub fn fire_of_others(&self, unit: UnitId, enemy: UnitId) -> f32 {
        let mut known = self.bearings.borrow_mut();
        let Some(target) = self.enemies.iter().find(|of| of.unit == enemy) else { return 0.0 };
        let others = self.own.iter().filter(|friend| friend.unit != unit);
        let each = others.map(|friend| {
            let find = || self.bearing(friend.unit, &friend.pose, &target.rect).points;
            *known.entry((friend.unit, enemy)).or_insert_with(find)
        });
        each.sum()
    }

    /// The place of the frame to which a unit belongs: the middle of all units under its leader.
    fn frame_of(&self, unit: UnitId) -> Option<Vec2> {
        let leader = self.ff.view.unit(unit).superior?;
        let mates = self.own.iter().filter(|mate| {
            self.ff.view.unit(mate.unit).superior == Some(leader) && !self.ff.values(mate.unit).is_guns()
        });
        let places: Vec<Vec2> = mates.map(|mate| mate.rect.middle).collect();
        (!places.is_empty()).then(|| places.iter().sum::<Vec2>() / places.len() as f32)
    }

    /// The goal of a unit: the place or the enemy that draws it and its frame most.
    pub fn goal(&self, unit: UnitId) -> Option<Goal> {
        self.goals.get(unit, || self.find_goal(unit))
    }

    fn find_goal(&self, unit: UnitId) -> Option<Goal> {
        let own = self.own.iter().find(|own| own.unit == unit)?;
        let says = &self.judgement.goals;
        if self.ff.values(unit).is_guns() {
            return self.gun_post(unit).map(|post| self.round_to(unit, own.pose.front, post));
        }
        let at = match self.frame_of(unit) {
            Some(frame) => own.rect.middle.lerp(frame, says.frame),
            None => own.rect.middle,
        };
        let crowd = |goal: Vec2| {
            let near = |friend: &&Glance| friend.unit != unit && friend.rect.middle.distance(goal) < AT_GOAL;
            1.0 / (1.0 + says.crowd * self.own.iter().filter(near).count() as f32)
        };
        let draw = |goal: Vec2, worth: f32| worth * crowd(goal) / (at.distance(goal) + says.start);
        let enemies = self.enemies.iter().map(|enemy| {
            let weak = match self.ff.values(enemy.unit) {
                values if values.is_broken() => says.broken,
                values if values.must_check() => 1.0 + says.weak,
                _ => 1.0,
            };
            let guns = if self.ff.values(enemy.unit).is_guns() { self.judgement.units.guns } else { 1.0 };
            let goal = enemy.rect.nearest(own.pose.front);
            (draw(goal, says.enemy * weak * guns), Goal { at: goal, stop: says.meet, round: false })
        });
        let places = self.places.iter().map(|place| {
            // A unit that stands an inch within the radius of a position holds it.
            let stop = (place.radius - 1.0).max(1.0);
            (draw(place.at, place.worth * says.objective), Goal { at: place.at, stop, round: false })
        });
        let best = enemies.chain(places).max_by(|a, b| a.0.total_cmp(&b.0))?.1;
        Some(self.round_to(unit, own.pose.front, best))
    }

    /// Whether a unit has lost so much that it is no use in front.
    pub fn is_tired(&self, unit: UnitId) -> bool {
        !self.ff.values(unit).is_guns() && self.ff.effectiveness(unit) == Effectiveness::Spent
    }

    /// The worth of a pose to a unit: by the fire that it gives and takes, its way to its goal, its flanks.
    pub fn standing(&self, unit: UnitId, pose: &Pose) -> f32 {
        let (says, fire, ground) = (&self.judgement.goals, &self.judgement.fire, &self.judgement.ground);
        let Some(goal) = self.goal(unit) else { return 0.0 };
        let tired = self.is_tired(unit);
        let far = pose.front.distance(goal.at);
        let near = self.nearest(pose.front).map_or(f32::INFINITY, |(_, inches)| inches);
        // A spent unit is drawn nowhere.
        let way = if tired { 0.0 } else { (far - goal.stop).max(0.0) };
        let mut worth = -says.pull * way;
        let (gives, takes) = (self.opportunity(unit, pose), self.exposure(unit, pose));
        worth += self.claimed(unit, pose) + fire.shot * gives;
        let fear = self.care * if tired { fire.threat + fire.tired } else { fire.threat };
        worth -= fear * takes;
        let toward = match self.nearest(pose.front) {
            Some((enemy, inches)) if inches < says.column && !goal.round => enemy.rect.nearest(pose.front),
            _ => goal.at,
        };
        let off = pose.facing.angle_to(Heading::from_to(pose.front, toward));
        worth -= ground.degree * off;
        worth -= ground.flank * self.flankers(unit, pose) as f32;
        if self.ff.values(unit).is_guns() && near < ground.close {
            worth -= self.judgement.units.disordered;
        }
        if pose.formation == Formation::Garrison {
            worth += self.in_garrison(unit, pose, way, near);
        }
        worth + self.in_formation(unit, pose, if goal.round { near.max(says.column) } else { near })
    }

    /// The harm that enemy cavalry could do to infantry in a pose, if the cavalry is mounted, in order and within reach
    /// of a charge.
    pub fn threat_of_horse(&self, unit: UnitId, pose: &Pose) -> f32 {
        if self.ff.values(unit).arm != Arm::Infantry {
            return 0.0;
        }
        let rides = |enemy: &&Glance| {
            let values = self.ff.values(enemy.unit);
            values.is_mounted()
                && !values.is_broken()
                && enemy.pose.formation != Formation::MarchColumn
                && enemy.rect.gap(pose.front) <= self.ff.full_move(enemy.unit, enemy.pose.formation, Class::Open, false)
                && self.sees_from(enemy.pose.front, &self.rect(unit, pose), [enemy.unit, unit])
        };
        let does = |enemy: &Glance| self.prospect(enemy.unit, unit, self.ff.may_use_steel(enemy.unit).is_ok()).gain;
        self.enemies.iter().filter(rides).map(does).fold(0.0, f32::max)
    }

    /// FF-12.3: the worth of standing in square: as much as the harm that cavalry could do, and less to a unit that can
    /// form square in haste in good order.
    fn in_square(&self, unit: UnitId, pose: &Pose) -> f32 {
        let raw = self.ff.values(unit).experience == Experience::Raw;
        let haste = if raw { 1.0 } else { self.judgement.formations.hasty };
        haste * self.threat_of_horse(unit, pose)
    }

    /// FF-5.7: the number of enemies that would stand on a flank of a unit in a pose.
    pub fn flankers(&self, unit: UnitId, pose: &Pose) -> usize {
        if matches!(pose.formation, Formation::Square | Formation::Garrison) || self.ff.values(unit).is_broken() {
            return 0;
        }
        let own = self.rect(unit, pose);
        let within = self.ff.numbers().outflanked;
        let flanks = |enemy: &&Glance| {
            !self.is_refused_to(unit, pose, enemy.rect.middle)
                && !self.ff.values(enemy.unit).must_check()
                && own.gap(enemy.rect.nearest(own.middle)) <= within
                && self.is_behind(pose, enemy.rect.middle)
                && (own.middle - enemy.pose.front).dot(enemy.pose.facing.forward()) > 0.0
        };
        self.enemies.iter().filter(flanks).count()
    }

    /// FF-5.7: whether a refused flank of a unit in a pose looks at a point on its side.
    fn is_refused_to(&self, unit: UnitId, pose: &Pose, at: Vec2) -> bool {
        let on_right = (at - pose.front).dot(pose.facing.right()) > 0.0;
        let bent = if on_right { pose.refused.1 } else { pose.refused.0 };
        if bent == 0 {
            return false;
        }
        let half = self.rect(unit, pose).half.x;
        let hand = if on_right { 1.0 } else { -1.0 };
        let share = 1.0 - 2.0 * f32::from(bent) / self.ff.count(unit).max(1) as f32;
        let pivot = pose.front + pose.facing.right() * (hand * half * share);
        let facing = pose.facing.turned(-hand * self.ff.numbers().refuse);
        (at - pivot).dot(facing.forward()) >= 0.0
    }

    /// FF-4.6: the worth of holding a structure: its walls if the enemy is near, and a key position that no other
    /// friend is on, less the inches that the unit would get on in the next turn if it were outside.
    fn in_garrison(&self, unit: UnitId, pose: &Pose, way: f32, near: f32) -> f32 {
        let says = &self.judgement;
        let walls = if near < says.goals.column { says.formations.garrison } else { 0.0 };
        walls + self.keeps_alone(unit, pose) - says.goals.pull * way.min(says.goals.a_turn)
    }

    /// FF-16.2: the draw of the key positions on which a unit in a pose would stand alone.
    fn keeps_alone(&self, unit: UnitId, pose: &Pose) -> f32 {
        let rect = self.rect(unit, pose);
        let alone = |place: &&Place| {
            let on = |rect: &Rect| rect.gap(place.at) <= place.radius;
            on(&rect) && !self.own.iter().any(|friend| friend.unit != unit && on(&friend.rect))
        };
        self.places.iter().filter(alone).map(|place| self.judgement.goals.objective * place.of).sum()
    }

    /// The worth of a formation with the nearest enemy this many inches off.
    fn in_formation(&self, unit: UnitId, pose: &Pose, near: f32) -> f32 {
        let (says, formation) = (&self.judgement.formations, pose.formation);
        if formation == Formation::Square {
            return self.in_square(unit, pose);
        }
        let close = near < self.judgement.goals.column;
        let guns = self.ff.values(unit).is_guns();
        match formation {
            Formation::Line | Formation::OpenOrder if close => says.line_near,
            Formation::SupportedLine if close => says.supported_near,
            Formation::FieldColumn if close => 0.0,
            Formation::Line | Formation::SupportedLine => says.line_far,
            Formation::FieldColumn | Formation::OpenOrder => says.column_far,
            Formation::MarchColumn if !close => says.column_far,
            Formation::Unlimbered if guns && near <= self.ff.numbers().canister => says.unlimbered,
            Formation::Unlimbered if guns && near < self.reach(unit) => says.unlimbered_far,
            _ => 0.0,
        }
    }
}

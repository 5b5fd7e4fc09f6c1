//! The way of a unit that must go back (FF-6.15 to FF-6.17): straight by its heading, and round ground that it may not
//! enter.

use std::collections::VecDeque;

use crate::{
    book::{
        formations::{Formation, Pose},
        values::Class,
    },
    state::{standing::StandingUnit, view::FuryView},
};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::walk::{Body, thinner},
    table::{footprint::Outline, position::Heading},
};

/// The length of one step of a way, in inches.
pub const STEP: f32 = 0.25;
/// Inches within which a unit stops before what bars it.
pub const FINE: f32 = 0.01;
/// The most inches that a unit goes for a free place.
pub const FARTHEST: f32 = 60.0;
/// Degrees between the directions that a unit tries to get round what bars it.
const TURNS: f32 = 15.0;
/// The most that a unit turns in one step, in degrees.
const TURN: f32 = 45.0;

/// A pose of a unit on its way back, with its stands.
#[derive(Debug, Clone)]
pub struct Trodden {
    /// The pose of the unit.
    pub pose: Pose,
    /// The outlines of the stands in that pose.
    pub stands: Vec<Outline>,
    /// How many of them are on ground that is closed to it.
    shut: usize,
    /// How many inches they reach over the edges of the table that it may not cross.
    beyond: f32,
}

/// How a unit goes back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Manner {
    /// FF-6.15: it faces in the direction in which it goes, and over its friendly edge it leaves the table.
    Retreat,
    /// FF-6.16: it keeps its front, and its friendly edge stops it.
    GiveWay,
    /// FF-6.17: it keeps its front, and its friendly edge and closed ground stop it.
    PushedBack,
}

/// A unit that goes back.
pub struct WayBack<'v> {
    ff: FuryView<'v>,
    unit: UnitId,
    /// The heading in which it goes if nothing is in its way.
    heading: Heading,
    manner: Manner,
    enemies: Vec<StandingUnit>,
    /// The enemies that its block overlapped when it was formed: its front may move away from their middle.
    beneath: Vec<UnitId>,
    /// Its pose now.
    pub now: Trodden,
    /// The steps of its way round something.
    ahead: VecDeque<Trodden>,
    /// Whether it has come up to something that it cannot get round.
    stopped: bool,
}

/// How deep stands lie in the stands of an enemy, in inches.
fn depth(stands: &[Outline], enemy: &StandingUnit) -> f32 {
    let pairs = stands.iter().flat_map(|own| enemy.stands.iter().map(move |theirs| (own, theirs)));
    pairs.map(|(own, theirs)| thinner(own).overlap(theirs)).fold(0.0, f32::max)
}

impl<'v> WayBack<'v> {
    /// A unit that goes back from a pose by a heading.
    pub fn new(ff: FuryView<'v>, unit: UnitId, start: &Pose, heading: Heading, manner: Manner) -> Self {
        let side = ff.side(unit);
        let enemies = ff.standing_units().iter().filter(|other| ff.side(other.unit) != side).cloned().collect();
        let nowhere = Trodden { pose: *start, stands: Vec::new(), shut: 0, beyond: 0.0 };
        let (ahead, stopped) = (VecDeque::new(), false);
        let beneath = Vec::new();
        let mut way = Self { ff, unit, heading, manner, enemies, beneath, now: nowhere, ahead, stopped };
        way.now = way.at(*start);
        let lies_on = |enemy: &&StandingUnit| depth(&way.now.stands, enemy) > 0.0;
        way.beneath = way.enemies.iter().filter(lies_on).map(|enemy| enemy.unit).collect();
        way
    }

    fn at(&self, pose: Pose) -> Trodden {
        let stands = self.stands_at(&pose);
        let (shut, beyond) = (self.shut_among(&stands).count(), self.beyond(&stands));
        Trodden { pose, stands, shut, beyond }
    }

    fn stands_at(&self, pose: &Pose) -> Vec<Outline> {
        self.ff.body_in(self.unit, pose).outlines().collect()
    }

    fn shut_among<'s>(&self, stands: &'s [Outline]) -> impl Iterator<Item = &'s Outline> + use<'s, 'v> {
        let (ff, rides) = (self.ff, self.ff.rides(self.unit));
        stands.iter().filter(move |stand| ff.class_under(stand, rides).0 == Class::Impassable)
    }

    fn beyond(&self, stands: &[Outline]) -> f32 {
        self.ff.beyond_edges(self.ff.side(self.unit), stands, self.manner != Manner::Retreat)
    }

    /// A step to a pose; none if it leads farther onto closed ground or over an edge of the table. Stands that lie
    /// there already may leave it.
    fn unless_shut(&self, from: &Trodden, pose: Pose) -> Option<Trodden> {
        let stands = self.stands_at(&pose);
        let beyond = self.beyond(&stands);
        if beyond > from.beyond.max(self.ff.numbers().tolerance) + 1e-3 {
            return None;
        }
        // The ground under a stand costs most to find, so it is asked only as often as it takes to decide.
        let shut = self.shut_among(&stands).take(from.shut + 1).count();
        (shut <= from.shut).then_some(Trodden { pose, stands, shut, beyond })
    }

    /// A step to a pose; none if something is in the way.
    fn unless_barred(&self, from: &Trodden, pose: Pose) -> Option<Trodden> {
        self.unless_shut(from, pose).filter(|to| !self.is_held(from, to))
    }

    /// Whether a step leads into an enemy, or farther into one.
    fn is_held(&self, from: &Trodden, to: &Trodden) -> bool {
        let own = StandingUnit::new(self.unit, to.stands.clone());
        let near = self.enemies.iter().filter(|enemy| enemy.may_be_within(0.0, own.middle, own.reach));
        let far = |at: &Trodden, enemy: &StandingUnit| at.pose.front.distance(enemy.middle);
        let holds = |(now, enemy): (f32, &StandingUnit)| {
            let before = depth(&from.stands, enemy);
            match before > 0.0 && self.beneath.contains(&enemy.unit) {
                true => far(to, enemy) <= far(from, enemy),
                false => now > before + 1e-4,
            }
        };
        near.map(|enemy| (depth(&to.stands, enemy), enemy)).filter(|(now, _)| *now > 0.0).any(holds)
    }

    /// A step in a direction, turned toward it as far as there is room to; none if something is in the way.
    fn step(&self, from: &Trodden, direction: Heading, inches: f32) -> Option<Trodden> {
        let front = from.pose.front + direction.forward() * inches;
        let facing = from.pose.facing;
        let turns = self.manner == Manner::Retreat;
        let turn = if turns { facing.turn_to(direction).clamp(-TURN, TURN) } else { 0.0 };
        let turned = Some(facing.turned(turn)).filter(|_| turn != 0.0);
        let mut poses = turned.into_iter().chain([facing]).map(|facing| from.pose.at(front, facing));
        poses.find_map(|pose| self.unless_barred(from, pose))
    }

    /// FF-6.15: the steps round what is in the way, on the shorter side; none if there is no way round.
    fn way_round(&self) -> Option<Vec<Trodden>> {
        let most = (self.ff.full_move(self.unit, Formation::Broken, Class::Open, false) / STEP) as usize;
        let left = self.round(1.0, most, true);
        let right = match &left {
            Some(left) => self.round(-1.0, left.len() - 1, false),
            None => self.round(-1.0, most, true),
        };
        right.or(left)
    }

    /// FF-6.15: the steps round what is in the way, with the obstacle on one hand, until the straight way is free again
    /// farther on; or, if it `may_stop`, to where it is nearer home after the most steps. None if it is not.
    fn round(&self, hand: f32, most: usize, may_stop: bool) -> Option<Vec<Trodden>> {
        let on = |way: Heading, next: &Trodden| (next.pose.front - self.now.pose.front).dot(way.forward()) > STEP;
        let home = self.ff.homeward(self.ff.side(self.unit));
        let mut steps: Vec<Trodden> = Vec::new();
        let mut way = self.heading.turned(90.0 * hand);
        while steps.len() < most {
            let now = steps.last().unwrap_or(&self.now);
            let mut tried = (0..(360.0 / TURNS) as i32).map(|n| way.turned(hand * (n as f32 * TURNS - 90.0)));
            let (direction, next) = tried.find_map(|way| self.step(now, way, STEP).map(|next| (way, next)))?;
            way = direction;
            let past = on(self.heading, &next) && self.step(&next, self.heading, STEP).is_some();
            let ends = past || self.leaves(&next.stands);
            let nearer = on(home, &next);
            steps.push(next);
            if ends || steps.len() >= most {
                return Some(steps).filter(|_| ends || nearer && may_stop);
            }
        }
        None
    }

    /// FF-6.15: whether stands come over the friendly edge of a unit that may leave the table.
    pub fn leaves(&self, stands: &[Outline]) -> bool {
        let side = self.ff.side(self.unit);
        let home = self.ff.homeward(side).forward();
        let front = |stand: &Outline| stand.place.at + home * stand.footprint.half_depth();
        self.manner == Manner::Retreat && stands.iter().any(|stand| self.ff.inches_home(side, front(stand)) < 0.0)
    }

    /// Goes on by some inches, a step at most, round what bars it if it may; returns whether it could.
    pub fn goes_on(&mut self, inches: f32) -> bool {
        if self.stopped {
            return false;
        }
        if self.ahead.is_empty() {
            if let Some(next) = self.step(&self.now, self.heading, inches) {
                self.now = next;
                return true;
            }
            let pose = self.now.pose;
            let ahead = pose.at(pose.front + self.heading.forward() * inches, pose.facing);
            if self.manner != Manner::PushedBack || self.unless_shut(&self.now, ahead).is_some() {
                self.ahead = self.way_round().unwrap_or_default().into();
            }
        }
        let Some(next) = self.ahead.pop_front() else {
            self.stopped = true;
            return self.comes_up(inches);
        };
        let far = self.now.pose.front.distance(next.pose.front);
        let part = self.now.pose.front.lerp(next.pose.front, (inches / far.max(FINE)).min(1.0));
        let between = (inches < far).then(|| self.unless_barred(&self.now, next.pose.at(part, next.pose.facing)));
        if let Some(between) = between.flatten() {
            self.now = between;
            self.ahead.push_front(next);
        } else {
            self.now = next;
        }
        true
    }

    /// Moves up to what stops it.
    fn comes_up(&mut self, inches: f32) -> bool {
        let (mut low, mut high) = (0.0, inches);
        let start = self.now.clone();
        while high - low > FINE / 4.0 {
            let middle = f32::midpoint(low, high);
            match self.step(&start, self.heading, middle) {
                Some(next) => {
                    self.now = next;
                    low = middle;
                }
                None => high = middle,
            }
        }
        low > FINE
    }
}

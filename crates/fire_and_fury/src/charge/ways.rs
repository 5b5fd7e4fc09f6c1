//! How a charge reaches its target (FF-10.2).

use bevy::math::Vec2;

use crate::{
    book::{
        formations::{Bend, Pose, Stands},
        values::{Class, Effect},
    },
    movement::march::{March, Purpose, Walked},
    state::view::FuryView,
};
use grapeshot_floor::{
    forces::UnitId,
    orders::Refusal,
    shared::{
        formed::{
            block,
            walk::{Body, Step},
        },
        refuse,
    },
    table::{footprint::Outline, position::Heading},
};

/// Outlines no farther apart than this are in contact, in inches.
pub const CONTACT: f32 = 0.05;
/// The degrees of a step in which wheels and obliques are tried.
const DEGREES: f32 = 5.0;
/// The most ways that are walked, the shortest first.
const TRIED: usize = 8;
/// Inches by which circles must pass each other to stay clear of each other however they are measured.
const SLACK: f32 = 0.05;
/// Inches within which a unit is met together with another.
const TOGETHER: f32 = 0.01;

/// A way to a target.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// The poses, the start first.
    pub poses: Vec<Pose>,
    /// The slowest class that it touches.
    pub class: Class,
    /// The inches that it costs.
    pub cost: f32,
    /// The enemy that it meets; none if it ends short of all.
    pub meets: Option<UnitId>,
    /// FF-10.2: the enemies that it meets together with that one.
    pub also: Vec<UnitId>,
}

/// FF-10.2: how far a charge may go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Allowance {
    /// The share of a full move.
    pub share: f32,
    /// Whether it goes at the double quick.
    pub double_quick: bool,
    /// Whether the target has formed a hasty square: the inches missing to touch it are added, and the turn is not
    /// limited.
    pub raised: bool,
}

impl Allowance {
    /// FF-10.2: half a move, or a full one if it is well handled or goes in disorder.
    pub fn of(effect: Effect, disordered: bool) -> Self {
        let share = if effect.is_well_handled() || disordered { 1.0 } else { 0.5 };
        Self { share, double_quick: effect == Effect::DoubleQuick, raised: false }
    }
}

/// The steps of a charge before it runs straight on, and the direction in which it then runs.
type Lead = (Vec<March>, Vec2);

impl FuryView<'_> {
    /// The inches that a body goes in a direction, of length 1, until it touches outlines, if it does so within `most`
    /// inches.
    fn inches_to(&self, body: &Stands, direction: Vec2, theirs: &[Outline], most: f32) -> Option<f32> {
        let mut first: Option<f32> = None;
        for stand in body.outlines() {
            let to = stand.place.at + direction * most;
            for other in theirs {
                // Stands whose circles pass by each other, or meet later than others do, need no closer look.
                let off = other.place.at - stand.place.at;
                let (along, aside) = (off.dot(direction), off.perp_dot(direction).abs());
                let reach = stand.footprint.reach() + other.footprint.reach() + SLACK;
                let soonest = along - reach;
                if aside > reach || along < -reach || first.is_some_and(|share| soonest > share * most) {
                    continue;
                }
                if let Some(share) = stand.sweep(to, other, 0.0)
                    && first.is_none_or(|known| share < known)
                {
                    first = Some(share);
                }
            }
        }
        first.map(|share| share * most)
    }

    /// The most inches of a charge over open ground.
    fn inches_of_charge(&self, unit: UnitId, allowance: Allowance) -> f32 {
        let open = self.full_move(unit, self.formation(unit), Class::Open, allowance.double_quick) * allowance.share;
        if allowance.raised { open * 2.0 + 6.0 } else { open }
    }

    fn charged(&self, unit: UnitId, steps: &[March], goals: &[UnitId], allowance: Allowance) -> Walked {
        let from = self.setting_out(unit);
        let share = if allowance.raised { 4.0 * allowance.share } else { allowance.share };
        let (rate, double_quick) = (from.formation, allowance.double_quick);
        self.walk(unit, &from, &Purpose { steps, share, rate, double_quick, passes: false, goals })
    }

    /// The ways to outlines, straight, by a wheel or oblique, the shortest first.
    fn leads_to(&self, unit: UnitId, theirs: &[Outline], most: f32, turn: f32) -> Vec<(f32, Lead)> {
        let from = self.setting_out(unit);
        let body = self.body_in(unit, &from);
        let front = body.half_width() * 2.0;
        let mut leads: Vec<(f32, Lead)> = Vec::new();
        let steps = (turn / DEGREES) as i32;
        for step in -steps..=steps {
            let degrees = step as f32 * DEGREES;
            let wheeled = body.wheeled(degrees);
            let arc = front * degrees.abs().to_radians();
            let ahead = wheeled.place().facing.forward();
            if let Some(inches) = self.inches_to(&wheeled, ahead, theirs, most) {
                let lead = if degrees == 0.0 { Vec::new() } else { vec![Step::Wheel(degrees)] };
                leads.push((arc + inches, (lead, ahead)));
            }
            if degrees != 0.0 {
                let aside = from.facing.turned(degrees).forward();
                if let Some(inches) = self.inches_to(&body, aside, theirs, most) {
                    leads.push((inches, (Vec::new(), aside)));
                }
            }
        }
        leads.retain(|(cost, _)| *cost <= most + 1e-3);
        leads.sort_by(|a, b| a.0.total_cmp(&b.0));
        leads.truncate(TRIED);
        leads
    }

    /// The way that takes the steps of a lead and runs straight on until it meets an enemy by touching it; none if it
    /// meets no enemy.
    fn run_into(&self, unit: UnitId, (lead, ahead): &Lead, enemies: &[UnitId], allowance: Allowance) -> Option<Way> {
        let begun = self.charged(unit, lead, enemies, allowance);
        if begun.stopped.is_some() {
            return None;
        }
        let (body, most) = (self.body_in(unit, begun.end()), self.inches_of_charge(unit, allowance));
        let mut first: Option<(UnitId, f32)> = None;
        for enemy in enemies {
            let theirs: Vec<Outline> = self.outlines(*enemy).collect();
            // Of several that are met together the first of the list is met.
            if let Some(inches) = self.inches_to(&body, *ahead, &theirs, most)
                && first.is_none_or(|(_, known)| inches < known - TOGETHER)
            {
                first = Some((*enemy, inches));
            }
        }
        let (enemy, inches) = first?;
        let steps: Vec<March> = lead.iter().cloned().chain([Step::Slide(*ahead * inches)]).collect();
        let walked = self.charged(unit, &steps, enemies, allowance);
        let theirs: Vec<Outline> = self.outlines(enemy).collect();
        let gap = self.gap_of(self.body_in(unit, walked.end()).outlines(), &theirs);
        let meets = gap <= CONTACT && self.is_clear_of_friends(unit, walked.end());
        meets.then(|| Way {
            also: self.met_with(unit, enemy, (&body, *ahead, inches)),
            ..self.way_of(unit, &walked, Some(enemy))
        })
    }

    /// FF-10.2: the enemies that a body meets together with `met`, which is this many inches ahead. No unit fights for
    /// abandoned guns (FF-12.6).
    fn met_with(&self, unit: UnitId, met: UnitId, (body, ahead, inches): (&Stands, Vec2, f32)) -> Vec<UnitId> {
        let together = |enemy: &UnitId| {
            let theirs: Vec<Outline> = self.outlines(*enemy).collect();
            self.inches_to(body, ahead, &theirs, inches + CONTACT).is_some()
        };
        let others = self.enemies_of(self.side(unit)).filter(|enemy| *enemy != met);
        others.filter(|enemy| self.values(*enemy).sheltered.is_none()).filter(together).collect()
    }

    /// FF-4.7: whether a charge that ends in a pose ends on no friends, not even on friends through which it went.
    fn is_clear_of_friends(&self, unit: UnitId, end: &Pose) -> bool {
        const TOUCHING: f32 = 0.02;
        let body = self.body_in(unit, end);
        self.units_of(self.side(unit)).filter(|friend| *friend != unit).all(|friend| {
            self.outlines(friend).all(|theirs| body.outlines().all(|stand| stand.overlap(&theirs) <= TOUCHING))
        })
    }

    fn way_of(&self, unit: UnitId, walked: &Walked, meets: Option<UnitId>) -> Way {
        let cost = walked.paid();
        Way { poses: walked.poses(), class: walked.class_touched(self, unit), cost, meets, also: Vec::new() }
    }

    /// The most degrees by which a charger may turn.
    fn turn_of(&self, allowance: Allowance) -> f32 {
        if allowance.raised { 90.0 } else { self.numbers().wheel }
    }

    /// FF-10.2: the shortest way of a charge to its target: straight ahead, after a wheel, or oblique from the start.
    pub fn charge_way(&self, unit: UnitId, target: UnitId, allowance: Allowance) -> Option<Way> {
        let theirs: Vec<Outline> = self.outlines(target).collect();
        let most = self.inches_of_charge(unit, allowance);
        let leads = self.leads_to(unit, &theirs, most, self.turn_of(allowance));
        leads.into_iter().find_map(|(_, lead)| self.run_into(unit, &lead, &[target], allowance))
    }

    /// The enemies of a unit, its target first.
    fn enemies_after(&self, unit: UnitId, target: UnitId) -> Vec<UnitId> {
        let others = self.enemies_of(self.side(unit)).filter(|enemy| *enemy != target);
        std::iter::once(target).chain(others).collect()
    }

    /// FF-10.2: the way of a charge to a target that it has still to reach: straight to the target if nothing bars
    /// that, else into the first enemy that stands in the way.
    pub fn charge_home(&self, unit: UnitId, target: UnitId, allowance: Allowance) -> Option<Way> {
        self.charge_way(unit, target, allowance).or_else(|| {
            let theirs: Vec<Outline> = self.outlines(target).collect();
            let most = self.inches_of_charge(unit, allowance);
            let leads = self.leads_to(unit, &theirs, most, self.turn_of(allowance));
            let enemies = self.enemies_after(unit, target);
            leads.into_iter().find_map(|(_, lead)| self.run_into(unit, &lead, &enemies, allowance))
        })
    }

    /// FF-10.2: a way that the player lays: its last leg runs straight on until it meets an enemy; none if it meets
    /// none.
    pub fn charge_along(&self, unit: UnitId, target: UnitId, steps: &[March], allowance: Allowance) -> Option<Way> {
        let (lead, ahead) = match steps.split_last() {
            Some((Step::Slide(way), lead)) => (lead.to_vec(), way.normalize_or_zero()),
            _ => {
                let end = *self.charged(unit, steps, &[], allowance).end();
                (steps.to_vec(), end.facing.forward())
            }
        };
        self.run_into(unit, &(lead, ahead), &self.enemies_after(unit, target), allowance)
    }

    /// FF-12.2: the way of a storming column through a defile, and straight from its far end to the target.
    ///
    /// # Errors
    /// The rule that bars the way.
    pub fn storm_way(&self, unit: UnitId, target: UnitId, effect: Effect, points: &[Vec2]) -> Result<Way, Refusal> {
        const FAR: f32 = 120.0;
        let mut storm = self.storm(unit, effect, points)?;
        let theirs: Vec<Outline> = self.outlines(target).collect();
        let last = storm.start.front + storm.legs.iter().sum::<Vec2>();
        let points = theirs.iter().map(|stand| block::nearest_point(stand, last));
        let nearest = points.min_by(|a, b| a.distance(last).total_cmp(&b.distance(last)));
        let ahead = nearest.map_or(Vec2::ZERO, |at| (at - last).normalize_or_zero());
        let head = Pose { bend: Bend::default(), ..storm.start }.at(last, Heading::of(ahead));
        if let Some(inches) = self.inches_to(&self.body_in(unit, &head), ahead, &theirs, FAR) {
            storm.legs.push(ahead * inches);
        }
        let walked = self.stormed(unit, effect, &storm, &[target]);
        let gap = self.gap_of(self.body_in(unit, walked.end()).outlines(), &theirs);
        if gap > CONTACT {
            let why = walked.stopped.clone().unwrap_or_else(|| "its way ends short".to_owned());
            return refuse("FF-12.2", format!("{} does not reach {}: {why}", self.name(unit), self.name(target)));
        }
        Ok(self.way_of(unit, &walked, Some(target)))
    }

    /// FF-10.2, FF-12.9: the way of a charge that meets no enemy: to the end of its allowance, or to where a unit
    /// stood, and short of all units.
    pub fn charge_short(&self, unit: UnitId, theirs: &[Outline], allowance: Allowance) -> Way {
        const FAR: f32 = 120.0;
        let most = self.inches_of_charge(unit, allowance);
        let leads = self.leads_to(unit, theirs, FAR, self.turn_of(allowance));
        let ahead = (Vec::new(), self.pose(unit).facing.forward());
        let (inches, (mut steps, ahead)) = leads.into_iter().next().unwrap_or((most, ahead));
        let turned: f32 = steps.iter().map(|step| self.inches_of_wheel(unit, step)).sum();
        steps.push(Step::Slide(ahead * (inches - turned).max(0.0)));
        self.way_of(unit, &self.charged(unit, &steps, &[], allowance), None)
    }

    fn inches_of_wheel(&self, unit: UnitId, step: &March) -> f32 {
        match step {
            Step::Wheel(degrees) => {
                2.0 * self.body_in(unit, &self.setting_out(unit)).half_width() * degrees.abs().to_radians()
            }
            _ => 0.0,
        }
    }

    /// FF-10.14: the way straight ahead from a pose for half the double quick rate: into the first enemy there, or
    /// short of all units.
    pub fn break_through_from(&self, unit: UnitId, start: &Pose, prey: UnitId) -> Way {
        let double_quick = true;
        let most = self.full_move(unit, start.formation, Class::Open, double_quick) / 2.0;
        let ahead = start.facing.forward();
        let body = self.body_in(unit, start);
        let enemies = self.enemies_after(unit, prey);
        let hit = |enemy: &UnitId| {
            let theirs: Vec<Outline> = self.outlines(*enemy).collect();
            self.inches_to(&body, ahead, &theirs, most).map(|inches| (*enemy, inches))
        };
        let first = enemies.iter().filter_map(hit).min_by(|a, b| a.1.total_cmp(&b.1));
        let walked = |inches: f32, goals: &[UnitId]| {
            let steps = [Step::Slide(ahead * inches)];
            let rate = start.formation;
            self.walk(unit, start, &Purpose { steps: &steps, share: 0.5, rate, double_quick, passes: false, goals })
        };
        if let Some((enemy, inches)) = first {
            let way = walked(inches, &[enemy]);
            let theirs: Vec<Outline> = self.outlines(enemy).collect();
            let meets = self.gap_of(self.body_in(unit, way.end()).outlines(), &theirs) <= CONTACT;
            if meets && self.is_clear_of_friends(unit, way.end()) {
                let also = self.met_with(unit, enemy, (&body, ahead, inches));
                return Way { also, ..self.way_of(unit, &way, Some(enemy)) };
            }
        }
        self.way_of(unit, &walked(most, &[]), None)
    }

    /// Whether two units are no farther apart than [`CONTACT`].
    pub fn touch(&self, a: UnitId, b: UnitId) -> bool {
        self.gap(a, b) <= CONTACT
    }

    /// FF-10.1: whether a unit sees another from any of its stands.
    pub fn sees(&self, unit: UnitId, target: UnitId) -> bool {
        if !self.within(self.gap(unit, target), self.farthest_sight()) {
            return false;
        }
        let theirs: Vec<Vec2> = self.outlines(target).map(|stand| stand.place.at).collect();
        self.outlines(unit).any(|stand| {
            let eye = stand.place.offset(stand.footprint.half_depth(), 0.0);
            theirs.iter().any(|point| self.line_is_free(eye, *point, [unit, target]))
        })
    }
}

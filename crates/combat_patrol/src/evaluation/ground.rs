//! What it is worth for a unit to stand somewhere.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    known::{GoalShare, PositionValue},
};
use crate::{book::cites::Topic, state::ways::Route};
use grapeshot_floor::{
    english::{amount, inches},
    events::Explained,
    forces::{PieceId, UnitId},
    table::measure,
};

impl Evaluator<'_, '_> {
    /// What it is worth for a unit to come to a point, at a sprint or not.
    pub fn stand_of_mover(&self, block: &UnitSummary, at: Vec2, sprints: bool) -> PositionValue {
        self.breathless(self.stand(block, at), sprints)
    }

    /// CP-5.7: the value for a unit that sprints there: for another activation it stays under fire and does nothing
    /// against it, so that the fire counts for more.
    pub(super) fn breathless(&self, stand: PositionValue, sprints: bool) -> PositionValue {
        let times = if sprints { self.judgement.ground.helpless } else { 1.0 };
        PositionValue { danger: times * stand.danger, guns: times * stand.guns, ..stand }
    }

    /// What it is worth for a unit to stand round a point.
    pub fn stand(&self, block: &UnitSummary, at: Vec2) -> PositionValue {
        self.memos.stands.get((block.unit, at), || {
            let mut stand = self.out_of_fire(block, at);
            self.under_fire(block, at, &mut stand);
            stand
        })
    }

    /// The most points that a unit could gain at a point; what is seen from there, and what cover it has, is not looked
    /// at.
    pub fn at_most(&self, block: &UnitSummary, at: Vec2) -> f32 {
        let mut stand = self.out_of_fire(block, at);
        for enemy in self.enemies() {
            let distance = (self.cp.view.place(enemy.man).at.distance(at) - self.judgement.figures.base).max(0.0);
            stand.fire = stand.fire.max(self.fire_at(block, enemy, distance, 0.0).unwrap_or_default());
        }
        stand.total()
    }

    /// Points that a unit may win by fire on an enemy at a distance, whose cover stops this share of hits; none out of
    /// range.
    fn fire_at(&self, block: &UnitSummary, enemy: &UnitSummary, distance: f32, stopped: f32) -> Option<f32> {
        let hits = f32::from(block.able) * self.chance(self.holes(block, distance)?) * self.judgement.ground.over_time;
        Some(hits.min(f32::from(enemy.men)) * self.hit(enemy.frail, stopped))
    }

    /// What a point is worth without the fire.
    fn out_of_fire(&self, block: &UnitSummary, at: Vec2) -> PositionValue {
        let mut stand = PositionValue::default();
        self.toward_goal(block, at, &mut stand);
        stand.charge = self.threat_of_charge(block, at);
        stand.hiding = self.hiding_at(block, at);
        for zone in self.terms.zones.iter().filter(|zone| zone.side == self.side && zone.of.is_empty()) {
            if measure::inside(at, &zone.outline) {
                stand.zone += zone.each * f32::from(block.able);
            }
        }
        stand
    }

    /// CP-12.2: what hiding is worth to a unit that goes straight to a point: nothing if it is found on the way or
    /// there.
    fn hiding_at(&self, block: &UnitSummary, at: Vec2) -> f32 {
        let worth = self.worth_of_hiding(block.unit);
        if worth == 0.0 {
            return 0.0;
        }
        let steps = (block.centre.distance(at) / self.judgement.figures.base).ceil();
        let mut way = (1..=steps as u16).map(|step| block.centre.lerp(at, f32::from(step) / steps));
        if way.all(|at| self.stays_hidden(block, at)) { worth } else { 0.0 }
    }

    /// Whether a unit stays hidden at a point of its way.
    fn stays_hidden(&self, block: &UnitSummary, at: Vec2) -> bool {
        let outline = self.outline_at(block.man, at);
        let shelters = self.cp.shelters(at);
        let near = self.cp.book.core.spotting.found_within;
        self.enemies().all(|enemy| {
            let apart = self.cp.view.place(enemy.man).at.distance(at);
            (shelters && apart > near) || !self.sees(enemy.man, &outline)
        })
    }

    fn toward_goal(&self, block: &UnitSummary, at: Vec2, stand: &mut PositionValue) {
        let (Some(task), Some(way)) = (self.task(block.unit), self.way(block.unit)) else { return };
        let goal = &self.goals()[task.goal];
        let mut remaining = (way.remaining(at) - goal.radius).max(0.0);
        if goal.exit && block.lone() && self.bears(block.unit) && self.is_barred(at, goal.at) {
            remaining = remaining.max(self.escort_remaining(goal.at));
        }
        stand.remaining = remaining;
        stand.arrived = remaining <= 0.0;
        let ground = &self.judgement.ground;
        let march = ground.march * self.pace(block, false) * self.left;
        stand.goal = task.stake * (1.0 - remaining / march).max(-1.0);
    }

    /// Whether enemies stand by a way or may hide by it.
    fn is_barred(&self, from: Vec2, to: Vec2) -> bool {
        let known = self.enemies().filter(|enemy| enemy.able > 0).map(|enemy| enemy.centre);
        let suspected = self.cp.view.suspected().map(|place| place.at);
        known.chain(suspected).any(|at| measure::distance_to_segment(at, from, to) <= self.judgement.ground.bars)
    }

    /// How many inches the units that lead the way still have to go.
    fn escort_remaining(&self, to: Vec2) -> f32 {
        let escort = self.friends().filter(|friend| friend.men >= self.judgement.ground.body);
        let ahead = escort.map(|friend| friend.centre.distance(to)).min_by(f32::total_cmp);
        ahead.map_or(0.0, |ahead| ahead + self.judgement.ground.apart)
    }

    /// What it is worth to a unit that some of its men go these ways and the others stay: by the middle of all of them
    /// then. In a house that is the goal each man inside counts.
    pub(super) fn stand_after(&self, block: &UnitSummary, routes: &[Route]) -> PositionValue {
        let end = |piece: PieceId| {
            let route = routes.iter().find(|route| route.piece == piece);
            route.map_or_else(|| self.cp.view.place(piece), Route::end).at
        };
        let ends: Vec<Vec2> = self.cp.men(block.unit).map(end).collect();
        let count = ends.len().max(1) as f32;
        let mut stand = self.stand(block, ends.iter().sum::<Vec2>() / count);
        if let Some((task, house)) = self.task(block.unit).and_then(|task| Some((task, self.house_of(task)?))) {
            let ground = self.cp.view.ground();
            let inside = ends.iter().filter(|at| ground.building_at(**at) == Some(house)).count() as f32 / count;
            stand.goal += inside * (task.stake - stand.goal);
            stand.arrived = inside >= self.judgement.ground.there;
        }
        stand
    }

    /// The building that is the goal of a task.
    pub(super) fn house_of(&self, task: GoalShare) -> Option<usize> {
        let goal = &self.goals()[task.goal];
        self.cp.view.ground().building_at(goal.at).filter(|_| !goal.exit)
    }

    fn under_fire(&self, block: &UnitSummary, at: Vec2, stand: &mut PositionValue) {
        let outline = self.outline_at(block.man, at);
        let indoors = self.cp.view.ground().building_at(at).is_some();
        let men = f32::from(block.men);
        let mut worst = 0.0;
        for enemy in self.enemies() {
            let there = self.cp.view.place(enemy.man).at;
            let distance = (there.distance(at) - self.judgement.figures.base).max(0.0);
            // Only the best field of fire counts.
            let ours = self.fire_at(block, enemy, distance, 0.0).filter(|fire| *fire > stand.fire);
            let theirs = self.holes(enemy, distance);
            if theirs.is_none() && ours.is_none() {
                continue;
            }
            if !indoors && !self.sees(enemy.man, &outline) {
                continue;
            }
            if let Some(holes) = theirs {
                let cover = self.cp.cover_at(&outline, there);
                let muskets = 0.5 * (f32::from(enemy.able) + f32::from(enemy.loaded));
                let hits = muskets * self.chance(holes) * self.judgement.ground.over_time;
                let danger = hits.min(men) * self.hit(block.frail, self.stops(cover.as_deref()));
                stand.danger += danger;
                stand.muskets += f32::from(enemy.loaded);
                if danger > worst {
                    worst = danger;
                    stand.cover = cover.is_some();
                }
            }
            if ours.is_some() {
                let cover = self.cp.cover_at(&self.cp.view.outline(enemy.man), at);
                let fire = self.fire_at(block, enemy, distance, self.stops(cover.as_deref()));
                stand.fire = stand.fire.max(fire.unwrap_or_default());
            }
        }
        stand.guns = self.danger_of_guns(block, at);
        stand.danger = self.judgement.ground.caution * (stand.danger + stand.guns);
        if block.lone() {
            // A leader by himself is worth more than a man.
            stand.danger *= self.man(block.man);
        }
        stand.danger += self.insights().map(|insight| (insight.danger)(self, block, at)).sum::<f32>();
        stand.if_found = stand.danger;
        if stand.hiding > 0.0 {
            // Nobody shoots at hidden figures.
            stand.danger = 0.0;
        }
    }

    /// The gain of going from where a unit stands to another place, with its reasons.
    pub fn gain(&self, unit: UnitId, here: &PositionValue, there: &PositionValue) -> Explained {
        let mut worth = Explained::default();
        let goal = there.goal - here.goal;
        if let Some(task) = self.task(unit) {
            let name = &self.goals()[task.goal].name;
            let nearer = here.remaining - there.remaining;
            if there.arrived && !here.arrived {
                worth.add("CP-15.2", format!("takes {name}: {} at stake", amount(task.stake, "point")), goal);
            } else if goal != 0.0 {
                let word = if nearer >= 0.0 { "nearer to" } else { "farther from" };
                let label = match nearer.abs() < self.judgement.ground.noticed {
                    true => format!("the way to {name}"),
                    false => format!("{} {word} {name}", inches(nearer.abs())),
                };
                worth.add("CP-15.2", label, goal);
            }
        }
        if there.zone != here.zone {
            worth.add("CP-15.2", "men in the area that counts", there.zone - here.zone);
        }
        let danger = there.danger - here.danger;
        if danger.abs() > self.judgement.ground.noticed {
            let label = if danger < 0.0 && there.cover {
                "in cover".to_owned()
            } else if danger < 0.0 {
                "out of the enemy's fire".into()
            } else if here.cover && !there.cover {
                format!("leaves cover under {}", there.fire_upon())
            } else {
                format!("under {}", there.fire_upon())
            };
            worth.add("CP-7.5", label, -danger);
        }
        let fire = there.fire - here.fire;
        if fire.abs() > self.judgement.ground.noticed {
            let label = if fire > 0.0 { "a better field of fire" } else { "a worse field of fire" };
            worth.add("CP-6.2", label, fire);
        }
        let hiding = there.hiding - here.hiding;
        if hiding < 0.0 {
            worth.add("CP-12.2", "is found in the open", hiding);
        }
        let charge = there.charge - here.charge;
        if charge.abs() > self.judgement.ground.noticed {
            let label = if charge > 0.0 { "within reach of a charge" } else { "out of reach of a charge" };
            worth.add(self.cp.cites(Topic::Charge), label, charge);
        }
        worth
    }
}

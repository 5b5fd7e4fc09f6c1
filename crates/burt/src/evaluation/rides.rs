//! Step 7: the rides of commanders, and the worth of a general to the unit that he is with.

use bevy::math::Vec2;

use super::{evaluator::Evaluator, findings::Tests, summary::Summary};
use crate::{
    book::{
        dice,
        values::{Level, Reason, Role},
        verbs,
    },
    morale::modifiers::Circumstances,
    state::sequence_of_play::AssaultStage,
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::UnitId,
    orders::{Leg, Order},
    shared::formed::block,
    table::{footprint::Outline, position::Place},
    turn::Ask,
};

impl Evaluator<'_, '_> {
    /// Step 7: the rides of commanders: those of the first commander with a ride better than passing, which would end
    /// the step for all commanders.
    pub fn answers_to_command(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let pass = self.pass(ask);
        let least = pass.1.total();
        let mut list = vec![pass];
        for piece in &ask.pieces {
            if list.iter().any(|(_, worth)| worth.total() > least) {
                break;
            }
            let officer = self.burt.view.unit_of(*piece);
            for at in self.posts(officer) {
                let mut order = Order::new(ask.side, &verbs::RIDE).pieces(vec![*piece]);
                order.path = vec![Leg::To(at)];
                let worth = self.worth_of_ride(&order);
                list.push((order, worth));
            }
        }
        list
    }

    /// Places beside and behind the units that a commander could be with.
    fn posts(&self, officer: UnitId) -> Vec<Vec2> {
        let Some(values) = self.burt.officer(officer) else { return Vec::new() };
        let here = self.burt.outline(officer).place.at;
        let reach = self.burt.numbers().staff_reach;
        let all = matches!(values.role, Role::CommanderInChief | Role::General | Role::Adc);
        // A general may rally a routing unit beside him.
        let near = |body: &&Summary| {
            body.stance.block.gap_to_point(here) <= reach && (body.level < Level::Rout || values.role.is_general())
        };
        let fits = |body: &&Summary| all || body.brigade == Some(officer);
        let mut posts: Vec<Vec2> = Vec::new();
        for body in self.friends().filter(near).filter(fits) {
            let block = &body.stance.block;
            let (depth, width) = (block.footprint.half_depth(), block.footprint.half_width());
            posts.push(block.place.offset(-depth - 0.7, 0.0));
            posts.push(block.place.offset(-depth - 0.7, width));
            posts.push(block.place.offset(-depth - 0.7, -width));
            posts.push(block.place.offset(0.0, width + 0.7));
            posts.push(block.place.offset(0.0, -width - 0.7));
            // Places between two units, in contact with both.
            let mates = self.friends().filter(near).filter(fits).filter(|mate| mate.unit > body.unit);
            for mate in
                mates.filter(|mate| mate.stance.block.gap(block) <= 2.0 * self.burt.settings().contact_distance + 1.4)
            {
                let point = block::nearest_point(&mate.stance.block, block.place.at);
                posts.push(point.midpoint(block::nearest_point(block, point)));
                posts.push(
                    (mate.stance.block.place.offset(-depth - 0.7, 0.0)).midpoint(block.place.offset(-depth - 0.7, 0.0)),
                );
            }
        }
        posts
    }

    pub fn worth_of_ride(&self, order: &Order) -> Explained {
        let says = &self.judgement.acts;
        let Some(officer) = order.pieces.first().map(|piece| self.burt.view.unit_of(*piece)) else {
            return Explained::default();
        };
        let (Some(values), [Leg::To(at)]) = (self.burt.officer(officer), &order.path[..]) else {
            return Explained::default();
        };
        let footprint = self.burt.outline(officer).footprint;
        let here = self.burt.outline(officer);
        let there = Outline { footprint, place: Place { at: *at, ..here.place } };
        let mut sum = Explained::default();
        let mut add = |rule: &'static str, label: &'static str, amount: f32| {
            if amount.abs() > 1e-3 {
                sum.add(RuleId::new(rule), label, amount);
            }
        };
        if values.role == Role::Brigade {
            let contact = self.burt.settings().contact_distance;
            // A unit in contact both before and after the ride adds nothing.
            let gained = self.brigade_of(officer).filter(|body| body.level < Level::Rout).map(|body| {
                let touched = |outline: &Outline| body.stance.block.gap(outline) <= contact;
                match (touched(&here), touched(&there)) {
                    (false, true) => 1.0 + 0.5 * self.need(body),
                    (true, false) => -(1.0 + 0.5 * self.need(body)),
                    _ => 0.0,
                }
            });
            add("SB-3.1", "units in contact", says.contact * gained.sum::<f32>());
            // If no unit is in reach, a ride that comes nearer is better.
            let gaps = |outline: &Outline| {
                self.brigade_of(officer).map(|body| body.stance.block.gap(outline).min(40.0)).sum::<f32>()
            };
            add("SB-3.1", "nearer to its units", 0.01 * (gaps(&here) - gaps(&there)));
        }
        if values.role.is_general() {
            let with = self.burt.numbers().with_unit;
            // A unit that he is with both before and after the ride adds nothing.
            let gained = self.friends().map(|body| {
                let beside = |outline: &Outline| body.stance.block.gap(outline) <= with;
                match (beside(&here), beside(&there)) {
                    (false, true) => self.steadied(body, officer),
                    (true, false) => -self.steadied(body, officer),
                    _ => 0.0,
                }
            });
            add("SB-12.2", "a unit that he steadies", gained.sum::<f32>());
        }
        let danger =
            |outline: &Outline| self.enemies().any(|enemy| enemy.stance.block.gap(outline) <= says.danger_within);
        let share = if values.role == Role::CommanderInChief { 1.0 } else { 0.5 };
        let risk = f32::from(u8::from(danger(&there))) - f32::from(u8::from(danger(&here)));
        add("SB-12.4", "the enemy is near", -says.danger * share * risk);
        sum
    }

    /// SB-12.2: the modifier of a general for the tests of a unit that he is with.
    fn adds(&self, officer: UnitId) -> i32 {
        match self.burt.officer(officer).map(|officer| officer.role) {
            Some(Role::CommanderInChief) => i32::from(self.burt.settings().top_morale_group),
            Some(Role::General) => i32::from(self.burt.book.morale.add.general),
            _ => 0,
        }
    }

    /// SB-12.2: the worth of a general to the unit that he is with: for the tests that it will take in this turn, and
    /// for the orders that he may give it (SB-12.3).
    fn steadied(&self, body: &Summary, officer: UnitId) -> f32 {
        let says = &self.judgement.acts;
        let with_it = self.burt.generals_with(body.unit);
        let now = with_it.first().map_or(0, |general| self.adds(*general));
        let others = with_it.iter().filter(|general| **general != officer).map(|general| self.adds(*general));
        let without = others.max().unwrap_or(0);
        let with = self.adds(officer).max(without);
        let gained = |needed: i32| dice::chance(needed + now - with) - dice::chance(needed + now - without);
        let Some(tests) =
            self.index(body.unit).map(|at| self.memory.asked[at].tests.get_or_init(|| self.tests_of(body)))
        else {
            return 0.0;
        };
        let mut worth = match body.nearest {
            near if near <= says.general_within => says.general * gained(tests.fire),
            // The general is already there in the next turn.
            _ => 0.1 * says.general * gained(tests.fire),
        };
        for (needed, stake) in &tests.now {
            worth += stake * gained(*needed);
        }
        let out = body.level < Level::Rout && self.burt.may_change_order(body.unit).is_err();
        worth + if out && without == 0 { says.lead * self.need(body) } else { 0.0 }
    }

    fn needed(&self, body: &Summary, reason: Reason) -> i32 {
        self.burt.morale_needed(body.unit, reason, &Circumstances::default()).needed()
    }

    fn tests_of(&self, body: &Summary) -> Tests {
        Tests { fire: self.needed(body, Reason::Casualties), now: self.tests_to_come(body) }
    }

    /// SB-8.2: the tests that a unit will take in this turn as things stand: the natural score that each needs, and the
    /// worth of passing it in points.
    fn tests_to_come(&self, body: &Summary) -> Vec<(i32, f32)> {
        let rally = self.judgement.clash.rally;
        let mut tests = Vec::new();
        if let Some(assault) = self.burt.assault_of(body.unit).filter(|known| known.stage == AssaultStage::Declared)
            && let Some(fight) = self.worth_if_it_goes_in(assault)
        {
            let needed = self.burt.assault_test(body.unit, assault.target, assault.edge).needed();
            tests.push((needed, (fight + self.price_of_losing_one(body)).max(0.0)));
        }
        let enemies: Vec<UnitId> = self.burt.assaults_on(body.unit).map(|assault| assault.unit).collect();
        if !enemies.is_empty() && body.level < Level::Rout {
            let about = Circumstances { enemies, ..Circumstances::default() };
            let needed = self.burt.morale_needed(body.unit, Reason::Assaulted, &about).needed();
            tests.push((needed, rally * body.value));
        }
        if body.level == Level::Rout {
            let share = self.judgement.units.routing;
            let lost = body.value / (1.0 - share).max(0.1) * share;
            tests.push((self.needed(body, Reason::RallyRout), (lost - self.judgement.units.shaken).max(0.0)));
        }
        if body.busy {
            tests.push((self.needed(body, Reason::Melee), self.price_of_losing_one(body)));
        }
        tests
    }
}

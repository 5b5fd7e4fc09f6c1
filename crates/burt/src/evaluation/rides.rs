//! Step 7: the rides of commanders, and the worth of a general to the unit that he is with.

use bevy::math::Vec2;

use super::{evaluator::Evaluator, summary::Summary};
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
    events::Explained,
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
        let mut list = vec![self.pass(ask)];
        for piece in &ask.pieces {
            if list.iter().any(|(_, worth)| worth.total() > 0.0) {
                break;
            }
            let officer = self.burt.view.unit_of(*piece);
            for at in self.posts(officer) {
                let order = Order::new(ask.side, &verbs::RIDE).pieces(vec![*piece]).path(vec![Leg::To(at)]);
                list.push(self.weighed(order));
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
            let (behind, width) = (-block.footprint.half_depth() - 0.7, block.footprint.half_width());
            let places = [(behind, 0.0), (behind, width), (behind, -width), (0.0, width + 0.7), (0.0, -width - 0.7)];
            posts.extend(places.map(|(ahead, aside)| block.place.offset(ahead, aside)));
            // Places between two units, in contact with both.
            let apart = 2.0 * self.burt.settings().contact_distance + 1.4;
            let mates = self.friends().filter(near).filter(fits).filter(|mate| mate.unit > body.unit);
            for mate in mates.filter(|mate| mate.stance.block.gap(block) <= apart) {
                let point = block::nearest_point(&mate.stance.block, block.place.at);
                posts.push(point.midpoint(block::nearest_point(block, point)));
                posts.push(mate.stance.block.place.offset(behind, 0.0).midpoint(block.place.offset(behind, 0.0)));
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
        let here = self.burt.outline(officer);
        let there = Outline { place: Place { at: *at, ..here.place }, ..here };
        let mut sum = Explained::default();
        let mut add = |rule: &'static str, label: &'static str, amount: f32| {
            if amount.abs() > 1e-3 {
                sum.add(rule, label, amount);
            }
        };
        // What is so both before and after the ride adds nothing.
        let gained =
            |holds: &dyn Fn(&Outline) -> bool| f32::from(u8::from(holds(&there))) - f32::from(u8::from(holds(&here)));
        let within = |body: &Summary, inches: f32| gained(&|outline| body.stance.block.gap(outline) <= inches);
        if values.role == Role::Brigade {
            let contact = self.burt.settings().contact_distance;
            let units = self.brigade_of(officer).filter(|body| body.level < Level::Rout);
            let worth = units.map(|body| within(body, contact) * (says.contact + self.need(body)));
            add("SB-3.1", "units in contact", worth.sum());
        }
        let with = self.burt.numbers().with_unit;
        if values.role.is_general() {
            let beside = self.friends().map(|body| (body, within(body, with))).filter(|(_, gained)| *gained != 0.0);
            let worth = beside.map(|(body, gained)| gained * self.steadied(body, officer));
            add("SB-12.2", "a unit that he steadies", worth.sum());
        }
        let alone = |outline: &Outline| {
            self.friends().all(|friend| friend.stance.block.gap(outline) > with)
                && self.enemies().any(|enemy| enemy.stance.block.gap(outline) <= self.judgement.position.near)
        };
        add("SB-12.4", "alone before the enemy", -says.contact * gained(&alone));
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
        let with_it = self.burt.generals_with(body.unit);
        let now = with_it.first().map_or(0, |general| self.adds(*general));
        let others = with_it.iter().filter(|general| **general != officer).map(|general| self.adds(*general));
        let without = others.max().unwrap_or(0);
        let with = self.adds(officer).max(without);
        let gained = |needed: i32| dice::chance(needed + now - with) - dice::chance(needed + now - without);
        let tests = body.tests.get_or_init(|| self.tests_to_come(body));
        let worth: f32 = tests.iter().map(|(needed, stake)| stake * gained(*needed)).sum();
        let out = body.level < Level::Rout && self.burt.may_change_order(body.unit).is_err();
        worth + if out && without == 0 { self.need(body) } else { 0.0 }
    }

    fn needed(&self, body: &Summary, reason: Reason) -> i32 {
        self.burt.morale_needed(body.unit, reason, &Circumstances::default()).needed()
    }

    /// SB-8.2: the tests that a unit will take in this turn as things stand: the natural score that each needs, and the
    /// worth of passing it in points.
    fn tests_to_come(&self, body: &Summary) -> Vec<(i32, f32)> {
        let mut tests = Vec::new();
        if body.nearest <= self.judgement.position.near {
            tests.push((self.needed(body, Reason::Casualties), self.price_of_losing_one(body)));
        }
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
            tests.push((needed, self.price_of_breaking(body)));
        }
        if body.level == Level::Rout {
            let gained = self.price_of_level(body, Level::Rout) - self.price_of_level(body, Level::Shaken);
            tests.push((self.needed(body, Reason::RallyRout), gained));
        }
        if body.busy {
            tests.push((self.needed(body, Reason::Melee), self.price_of_losing_one(body)));
        }
        tests
    }
}

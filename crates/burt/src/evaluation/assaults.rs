//! Assaults that the side's units could declare from where they stand, by the ways and the chances of the rulebook, and
//! the units that should go in together.

use super::{
    evaluator::Evaluator,
    findings::Choice,
    summary::{Stance, Summary},
};
use crate::{
    assault::way::Way,
    book::{
        dice::{self, Bare, Tally},
        values::{Chit, Reason},
    },
    melee::forecast::Forecast,
    morale::modifiers::Circumstances,
    state::sequence_of_play::Step,
};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::{block, contacts},
};

/// One unit's part in an assault.
#[derive(Debug, Clone, PartialEq)]
struct Charge<'s> {
    body: &'s Summary,
    enemy: &'s Summary,
    way: Way,
    /// The figures that it loses to fire on the way, if the enemy fires at it.
    shots: f32,
    /// The chance that it goes in if nobody fires at it, 0 to 1.
    goes: f32,
    /// The chance that it goes in if the enemy fires at it, 0 to 1.
    goes_shot: f32,
    /// The chance that the enemy stands.
    stands: f32,
    /// Its first round, if it alone comes into contact.
    round: Forecast,
    /// The cost of the ground and of the friends on its way, in points.
    toll: f32,
}

impl Charge<'_> {
    /// The assault as a choice, with its worth in points.
    fn choice(&self, worth: f32) -> Choice {
        Choice { by: self.body.unit, at: self.enemy.unit, worth, goes: self.goes, wins: self.round.wins() }
    }
}

/// The ways of the charges given.
fn ways<'c>(charges: &[&'c Charge]) -> Vec<&'c Way> {
    charges.iter().map(|charge| &charge.way).collect()
}

impl Evaluator<'_, '_> {
    /// SB-9.1: the assaults for which the side's units have a way, whatever the orders of the units are; in step 4 only
    /// the assaults of units with ASSAULT orders.
    pub fn assaults(&self) -> &[Choice] {
        self.assaults.get_or_init(|| self.find_assaults())
    }

    fn find_assaults(&self) -> Vec<Choice> {
        let declares = self.burt.play().step == Step::Assaults;
        let mut charges = Vec::new();
        let ready = |body: &&Summary| !declares || body.chit == Some(Chit::Assault);
        for body in self.friends().filter(ready).filter(|body| self.burt.can_assault(body.unit).is_ok()) {
            let reach = self.burt.charge_reach(body.unit);
            for enemy in self.enemies() {
                if !self.burt.within(body.stance.block.gap(&enemy.stance.block), reach) {
                    continue;
                }
                if let Ok(way) = self.burt.assault_on(body.unit, enemy.unit) {
                    charges.push(self.charge(body, enemy, way));
                }
            }
        }
        // Charges of one unit alone, or of several on the same enemy.
        let mut plans: Vec<(Vec<usize>, f32)> = Vec::new();
        let mut groups: Vec<Vec<usize>> = (0..charges.len()).map(|n| vec![n]).collect();
        while let Some(group) = groups.pop() {
            let members: Vec<&Charge> = group.iter().map(|n| &charges[*n]).collect();
            plans.push((group.clone(), self.worth_of_charges(&members)));
            if group.len() < self.judgement.clash.abreast {
                let (last, enemy) = (group[group.len() - 1], members[0].enemy.unit);
                let mates = (last + 1..charges.len()).filter(|n| charges[*n].enemy.unit == enemy);
                // SB-9.1: only a few units find room on an edge.
                let room = |n: &usize| {
                    let edge = charges[*n].way.edge;
                    let there = members.iter().filter(|charge| charge.way.edge == edge).count();
                    there < usize::from(self.burt.numbers().assault_edge)
                };
                groups.extend(mates.filter(room).map(|n| group.iter().copied().chain([n]).collect::<Vec<usize>>()));
            }
        }
        // The units that gain most choose first; the others choose among what is left.
        let share = |plan: &(Vec<usize>, f32)| plan.1 / plan.0.len() as f32;
        plans.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut list: Vec<Choice> = Vec::new();
        let mut busy: Vec<UnitId> = Vec::new();
        for plan in &plans {
            let alone = |n: &usize| {
                let own = plans
                    .iter()
                    .filter(|other| other.0.len() == 1 && charges[other.0[0]].body.unit == charges[*n].body.unit);
                own.map(|other| other.1).fold(f32::NEG_INFINITY, f32::max)
            };
            // Two units that would gain more apart assault apart.
            let apart: f32 = plan.0.iter().map(alone).sum();
            let free = plan.0.iter().all(|n| !busy.contains(&charges[*n].body.unit));
            if plan.1 <= 0.0 || !free || plan.0.len() > 1 && apart > plan.1 {
                continue;
            }
            for n in &plan.0 {
                busy.push(charges[*n].body.unit);
                list.push(charges[*n].choice(share(plan)));
            }
        }
        // Other assaults, for units that must assault.
        for plan in plans.iter().filter(|plan| plan.0.len() == 1) {
            let choice = charges[plan.0[0]].choice(plan.1);
            if list.iter().all(|known| (known.by, known.at) != (choice.by, choice.at)) {
                list.push(choice);
            }
        }
        list
    }

    fn charge<'s>(&self, body: &'s Summary, enemy: &'s Summary, way: Way) -> Charge<'s> {
        let burt = self.burt;
        let walk = burt.half_way(&way);
        let half_way = [(body.unit, walk.end())];
        let there = burt.after_walk(&walk, &half_way);
        let surroundings = there.surroundings(body.unit);
        let test = there.assault_test_among::<Bare>(body.unit, enemy.unit, way.edge, &surroundings);
        let goes = dice::chance(test.needed());
        let shot = there.shots_at_assaulter(enemy.unit, body.unit).max_by(|a, b| a.expected().total_cmp(&b.expected()));
        let goes_shot = shot.as_ref().map_or(goes, |shot| there.goes_in_after(shot, way.edge, &surroundings));
        let about = Circumstances { enemies: vec![body.unit], start: Some(body.stance.front()) };
        let stands = there.morale_among::<Bare>(enemy.unit, Reason::Assaulted, &about, &there.surroundings(enemy.unit));
        let round = burt.outlook_of_round(enemy.unit, &[&way]);
        let (shots, stands) = (shot.map_or(0.0, |shot| shot.expected()), dice::chance(stands.needed()));
        let mut toll = 0.0;
        if way.disorders {
            toll += self.price_of_losing_one(body);
        }
        for friend in way.through.iter().filter_map(|friend| self.body(*friend)) {
            toll += self.price_of_losing_one(body) + self.price_of_losing_one(friend);
        }
        let gap = body.stance.block.gap(&enemy.stance.block);
        let toward = enemy.stance.block.place.at - body.stance.block.place.at;
        let contact = block::moved(&body.stance.block, toward.normalize_or_zero() * gap);
        let then = Stance { block: contact, ..body.stance };
        toll += (self.worth_of_ground(body, &body.stance) - self.worth_of_ground(body, &then)).max(0.0);
        Charge { body, enemy, way, shots, goes, goes_shot, stands, round, toll }
    }

    /// The worth of one or more charges on the same enemy, by the tests and the dice that decide them, in points.
    fn worth_of_charges(&self, charges: &[&Charge]) -> f32 {
        let Some(first) = charges.first() else { return 0.0 };
        let enemy = first.enemy;
        let toll: f32 = charges.iter().map(|charge| charge.toll).sum();
        // SB-9.6: the enemy fires at one of them, if he has an order to.
        let fires = (enemy.beliefs.of(Chit::Fire) + enemy.beliefs.of(Chit::Reserve)) / charges.len() as f32;
        let shots = fires * charges.iter().map(|charge| charge.shots).sum::<f32>();
        let goes: Vec<f32> =
            charges.iter().map(|charge| charge.goes + fires * (charge.goes_shot - charge.goes)).collect();
        let stands = charges.iter().map(|charge| charge.stands).fold(1.0, f32::min);
        let body = first.body;
        if enemy.busy {
            return self.worth_of_joining(charges, &goes) - toll;
        }
        // Each charge may fail by itself.
        let met: f32 = (0..1_usize << charges.len())
            .map(|who| {
                let comes = |n: usize| who >> n & 1 == 1;
                let chance: f32 = (0..charges.len()).map(|n| if comes(n) { goes[n] } else { 1.0 - goes[n] }).product();
                let (home, failed): (Vec<usize>, Vec<usize>) = (0..charges.len()).partition(|n| comes(*n));
                let fails: f32 = failed.iter().map(|n| self.price_of_losing_one(charges[*n].body)).sum();
                let home: Vec<&Charge> = home.into_iter().map(|n| charges[n]).collect();
                let units: Vec<&Summary> = home.iter().map(|charge| charge.body).collect();
                chance * (self.worth_of_ending(&self.ending_of_charges(&home), enemy, &units) - fails)
            })
            .sum();
        self.outcome_of_met(enemy, stands, met - shots * body.hurt) - toll
    }

    /// SB-9.14: how the first round may end for the charges that come into contact.
    fn ending_of_charges(&self, home: &[&Charge]) -> Forecast {
        match home {
            [] => Forecast::default(),
            [one] => one.round,
            [one, ..] => self.burt.outlook_of_round(one.enemy.unit, &ways(home)),
        }
    }

    /// SB-9.13: the worth of charges into a melee in which the enemy fights already, in points.
    fn worth_of_joining(&self, charges: &[&Charge], goes: &[f32]) -> f32 {
        let burt = self.burt;
        let Some(first) = charges.first() else { return 0.0 };
        let contacts: Vec<_> = burt.play().fights.iter().map(|fight| fight.contact).collect();
        let melee = contacts::linked(&contacts, first.enemy.unit);
        let mut units: Vec<&Summary> =
            melee.iter().filter_map(|unit| self.body(*unit)).filter(|body| body.ours).collect();
        let now = burt.forecast(&burt.strikes_of_all(&melee), self.side);
        let alone = self.worth_of_ending(&now, first.enemy, &units);
        let (mut chance, mut fails) = (1.0, 0.0);
        for (charge, goes) in charges.iter().zip(goes) {
            units.push(charge.body);
            chance *= goes;
            fails += (1.0 - goes) * self.price_of_losing_one(charge.body);
        }
        let joined = burt.outlook_of_joining(first.enemy.unit, &ways(charges));
        chance * (self.worth_of_ending(&joined, first.enemy, &units) - alone) - fails
    }

    /// The best assault that a unit could declare where it stands: its target and its worth in points.
    pub fn best_assault(&self, body: &Summary) -> Option<(&Summary, f32)> {
        let own = self.assaults().iter().filter(|choice| choice.by == body.unit);
        let best = own.max_by(|a, b| a.worth.total_cmp(&b.worth).then(b.at.cmp(&a.at)))?;
        Some((self.body(best.at)?, best.worth))
    }
}

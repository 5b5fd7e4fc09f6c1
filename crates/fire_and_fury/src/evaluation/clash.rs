//! What charges and fire may come to.

use bevy::math::Vec2;

use super::mind::{Glance, Mind, because};
use crate::{
    book::{
        dice,
        formations::{Formation, Pose},
        values::{Class, Effect, Effectiveness, Experience},
        verbs,
    },
    charge::score::Combat,
    fire::odds::Volley,
    state::view::FuryView,
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::UnitId,
    orders::Order,
    table::position::Heading,
    turn::Ask,
};

/// FF-10.2: a charger wheels or obliques no farther than so many degrees.
const WHEEL: f32 = 45.0;

/// What a charge may come to.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Prospect {
    /// The chance that it wins.
    pub wins: f32,
    /// The chance that it loses.
    pub loses: f32,
    /// What it costs the enemy on average, fire before the combat included.
    pub gain: f32,
    /// What it costs those who charge.
    pub cost: f32,
}

/// FF-8.17: what fire may do to a unit.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Struck {
    /// The chance of it.
    chance: f32,
    /// The stands that it loses.
    lost: u8,
    /// Whether it is disordered, or silenced.
    disordered: bool,
}

impl Mind<'_, '_> {
    /// FF-10.18: what fire at close range may come to for a charger, or for whom he charges.
    fn close_fire(&self, firer: UnitId, target: UnitId) -> Vec<Struck> {
        let nothing = vec![Struck { chance: 1.0, lost: 0, disordered: false }];
        if self.ff.armed(firer).is_err() || self.ff.may_fire(firer).is_err() {
            return nothing;
        }
        let (values, of_target) = (self.ff.values(firer), self.ff.values(target));
        let Some(piece) = self.ff.view.present(firer).next() else { return nothing };
        let each = self.ff.points_at(firer, piece, 0.0).0;
        let stands = match self.ff.formation(firer) {
            Formation::FieldColumn => 2,
            Formation::Square => self.ff.count(firer).div_ceil(4),
            _ => self.ff.count(firer),
        };
        let halved = if !values.is_guns() && values.must_check() || values.low_on_ammo { 0.5 } else { 1.0 };
        let points = (each * stands as f32 * halved).floor();
        let Some(of_points) = self.ff.book.fire.of_points(points) else { return nothing };
        let pose = self.ff.pose(target);
        let cover = self.cover_in(target, &pose, self.ff.pose(firer).front);
        let ball = if values.flags.buck_and_ball { self.ff.book.fire.modifiers.buck_and_ball } else { 0 };
        let of_target_now = self.modifier_at(target, pose.formation, cover, false) as i32;
        let modifier = i32::from(of_points) + of_target_now + i32::from(ball);
        let mut list: Vec<Struck> = Vec::new();
        for die in 1..=i32::from(dice::FACES) {
            let (lost, disordered) = match self.ff.book.fire.result(die + modifier) {
                None => (0, false),
                Some(result) if of_target.is_guns() => (result.wrecked, true),
                Some(result) if of_target.must_check() => (result.disordered, true),
                Some(result) => (result.lost, true),
            };
            let chance = 1.0 / f32::from(dice::FACES);
            match list.iter_mut().find(|known| (known.lost, known.disordered) == (lost, disordered)) {
                Some(known) => known.chance += chance,
                None => list.push(Struck { chance, lost, disordered }),
            }
        }
        list
    }

    /// FF-10.6: how much what fire did to a unit takes from its die in the combat.
    fn weakened(&self, unit: UnitId, struck: &Struck) -> i32 {
        let values = self.ff.values(unit);
        let table = &self.ff.book.charge.modifiers;
        let order = if struck.disordered && !values.must_check() { i32::from(table.disordered) } else { 0 };
        if values.is_guns() || struck.lost == 0 {
            return order;
        }
        let of = |effectiveness: Effectiveness| match effectiveness {
            Effectiveness::Fresh => table.fresh,
            Effectiveness::Worn => table.worn,
            Effectiveness::Spent => table.spent,
        };
        let left = (self.ff.count(unit) as u8).saturating_sub(struck.lost).max(1);
        let then = self.ff.book.effectiveness_of(values.start, left, values.morale);
        order + i32::from(of(then)) - i32::from(of(self.ff.effectiveness(unit)))
    }

    /// What a charge of a unit on another may come to, if that stands; those who charge it already charge along.
    pub fn prospect(&self, unit: UnitId, target: UnitId, steel: bool) -> Prospect {
        let centres: Vec<Vec2> = self.ff.outlines(unit).map(|stand| stand.place.at).collect();
        let square = self.ff.formation(target) == Formation::Square;
        self.prospect_of(unit, target, steel, !square && self.ff.behind_front(target, &centres))
    }

    /// What a charge of a unit on another may come to that is outflanked by it or not: found once.
    fn prospect_of(&self, unit: UnitId, target: UnitId, steel: bool, outflanked: bool) -> Prospect {
        let key = (unit, target, steel, outflanked);
        if let Some(known) = self.prospects.borrow().get(&key) {
            return *known;
        }
        let found = self.find_prospect(unit, target, steel, outflanked);
        self.prospects.borrow_mut().insert(key, found);
        found
    }

    fn find_prospect(&self, unit: UnitId, target: UnitId, steel: bool, outflanked: bool) -> Prospect {
        let ff = self.ff;
        let mut attackers = ff.chargers_of(target);
        if !attackers.contains(&unit) {
            attackers.push(unit);
        }
        let combat = Combat {
            attackers,
            defenders: vec![target],
            second: false,
            desperate: false,
            flanked: if outflanked { vec![target] } else { Vec::new() },
            class: ff.class_under_unit(unit).max(ff.class_under_unit(target)),
            level: ff.level_of(unit),
        };
        let own = ff.charge_modifiers(&combat, true).total() + f32::from(u8::from(steel));
        let net = own - ff.charge_modifiers(&combat, false).total();
        let silent = steel && ff.values(unit).experience != Experience::Elite;
        let quiet = vec![Struck { chance: 1.0, lost: 0, disordered: false }];
        let at_own = self.close_fire(target, unit);
        let at_enemy = if silent { quiet } else { self.close_fire(unit, target) };
        let (each, theirs) = (self.worth_of_stand(unit), self.worth_of_stand(target));
        let place = self.judgement.charges.place * self.place_under(target);
        let mut sum = Prospect::default();
        for own in &at_own {
            sum.cost += own.chance * f32::from(own.lost) * each;
            for enemy in &at_enemy {
                let chance = own.chance * enemy.chance;
                sum.gain += chance * f32::from(enemy.lost) * theirs;
                let change = self.weakened(unit, own) - self.weakened(target, enemy);
                for (difference, share) in FuryView::differences(net as i32 + change) {
                    let part = chance * share;
                    match difference {
                        0 => {
                            sum.gain += part * theirs;
                            sum.cost += part * each;
                        }
                        d if d > 0 => {
                            sum.wins += part;
                            let defeat = self.cost_of_defeat(target, d, enemy.disordered, outflanked);
                            sum.gain += part * (defeat + place);
                        }
                        d => {
                            sum.loses += part;
                            sum.cost += part * self.cost_of_defeat(unit, -d, own.disordered, false);
                        }
                    }
                }
            }
        }
        sum
    }

    /// FF-10.10, FF-10.12: what it costs a unit to lose a charge combat by so much.
    fn cost_of_defeat(&self, unit: UnitId, by: i32, struck: bool, outflanked: bool) -> f32 {
        let table = &self.ff.book.charge;
        let says = &self.judgement.units;
        let values = self.ff.values(unit);
        let each = self.worth_of_stand(unit);
        if values.is_guns() {
            return match by {
                d if d >= i32::from(table.swept) => each * self.ff.count(unit) as f32,
                _ if self.ff.has_heavy_guns(unit) => each * self.ff.count(unit) as f32,
                _ if self.would_leave(unit) => each * self.ff.count(unit) as f32,
                _ => self.lasts * (says.silenced + says.broken / 2.0),
            };
        }
        let shaken = struck || values.must_check();
        let order = if values.must_check() { 0.0 } else { self.lasts * says.disordered };
        let (broken, ground) = (self.lasts * says.broken, self.judgement.charges.ground);
        match by {
            d if (outflanked || d >= i32::from(table.swept)) && self.would_leave(unit) => {
                each * self.ff.count(unit) as f32
            }
            d if d >= i32::from(table.swept) => {
                let more = (d - i32::from(table.more_from)).max(0) as f32;
                each * (f32::from(table.lost_swept) + more) + broken
            }
            d if d >= i32::from(table.driven) => {
                let more = if outflanked { each + broken } else { 0.0 };
                each * f32::from(table.lost_driven) + order + ground + more
            }
            _ => {
                let lost = if shaken { each } else { 0.0 };
                lost + order + ground / 2.0 + if outflanked { broken } else { 0.0 }
            }
        }
    }

    /// FF-6.15: whether a unit would leave the table by a full retreat from where it stands.
    fn would_leave(&self, unit: UnitId) -> bool {
        if let Some(known) = self.leaving.borrow().get(&unit) {
            return *known;
        }
        let ff = self.ff;
        let formation = if ff.values(unit).is_guns() { Formation::Limbered } else { Formation::Broken };
        let way = ff.inches_home(ff.side(unit), ff.pose(unit).front);
        let leaves = way <= ff.full_move(unit, formation, Class::Open, false) && ff.full_retreat(unit).leaves;
        self.leaving.borrow_mut().insert(unit, leaves);
        leaves
    }

    /// The enemies whom a unit could reach by its check.
    fn reachable(&self, unit: UnitId) -> Vec<UnitId> {
        let Ok(effect) = self.ff.may_charge(unit) else { return Vec::new() };
        let double = effect == Effect::DoubleQuick;
        let reach = self.ff.full_move(unit, self.ff.formation(unit), Class::Open, double);
        self.in_reach(unit, reach)
    }

    /// The enemies within so many inches of a unit.
    fn in_reach(&self, unit: UnitId, reach: f32) -> Vec<UnitId> {
        let near = |enemy: &UnitId| self.ff.within(self.ff.gap(unit, *enemy), reach);
        self.enemies.iter().map(|enemy| enemy.unit).filter(near).collect()
    }

    /// What a charge is worth at best, with steel or with fire, before anything else is known of it.
    fn charge_at_best(&self, unit: UnitId, target: UnitId) -> f32 {
        let steels = [false, true].into_iter().filter(|steel| !steel || self.ff.may_use_steel(unit).is_ok());
        let best = steels.map(|steel| self.weighed(&self.prospect(unit, target, steel)));
        best.fold(f32::NEG_INFINITY, f32::max) - self.stays(unit)
    }

    /// FF-10.2, FF-10.17: what the best charge would be worth from a pose, beside what fire is worth there.
    pub fn charge_from(&self, unit: UnitId, pose: &Pose) -> f32 {
        let values = self.ff.values(unit);
        let never = matches!(pose.formation, Formation::MarchColumn | Formation::Square | Formation::Garrison);
        if values.is_guns() || values.is_broken() || never {
            return 0.0;
        }
        let reach = self.ff.full_move(unit, pose.formation, Class::Open, false);
        let middle = self.rect(unit, pose).middle;
        let charge = |enemy: &Glance| {
            let to = enemy.rect.nearest(pose.front);
            let off = pose.facing.angle_to(Heading::from_to(pose.front, to));
            if pose.front.distance(to) > reach
                || off > WHEEL
                || !self.sees_from(pose.front, &enemy.rect, [unit, enemy.unit])
            {
                return 0.0;
            }
            let outflanked = self.is_behind(&enemy.pose, middle);
            let steels = [false, true].into_iter().filter(|steel| !steel || self.ff.may_use_steel(unit).is_ok());
            let worth = steels.map(|steel| self.weighed(&self.prospect_of(unit, enemy.unit, steel, outflanked)));
            worth.fold(0.0, f32::max)
        };
        self.enemies.iter().map(charge).fold(0.0, f32::max)
    }

    /// FF-10.18: what the fire of this turn is worth to a unit that stays where it is: what it gives less what it takes.
    fn stays(&self, unit: UnitId) -> f32 {
        let pose = self.ff.pose(unit);
        self.opportunity(unit, &pose) - self.care * self.exposure(unit, &pose)
    }

    /// What a prospect comes to: gain less cost, and nothing that is too bold.
    fn weighed(&self, prospect: &Prospect) -> f32 {
        let says = &self.judgement.charges;
        let bold = if prospect.wins < says.least { says.bold } else { 0.0 };
        prospect.gain - self.care * (prospect.cost + bold)
    }

    /// What the best charge is worth that a unit in good order could hope for, if its check goes well.
    pub fn hope_of_charge(&self, unit: UnitId) -> f32 {
        let values = self.ff.values(unit);
        if values.is_guns() || matches!(values.formation(), Formation::MarchColumn | Formation::Square) {
            return 0.0;
        }
        let reach = self.ff.full_move(unit, self.ff.formation(unit), Class::Open, false);
        let worth = self.in_reach(unit, reach).into_iter().map(|enemy| self.charge_at_best(unit, enemy));
        worth.fold(0.0, f32::max)
    }

    /// Whether a unit would rather charge than move, and has a way to.
    pub fn would_charge(&self, unit: UnitId) -> bool {
        let Ok(effect) = self.ff.may_charge(unit) else { return false };
        let least = self.judgement.charges.worthwhile;
        let good = self.reachable(unit).into_iter().filter(|enemy| self.charge_at_best(unit, *enemy) > least);
        good.into_iter()
            .any(|enemy| self.ff.sees(unit, enemy) && self.ff.way_by_check(unit, enemy, effect, false).is_some())
    }

    /// Who charges whom to some gain; `all`: also to none.
    pub fn answers_to_declare(&self, ask: &Ask, all: bool) -> Vec<(Order, Explained)> {
        let mut list = Vec::new();
        for unit in self.ff.able_to_charge(ask.side) {
            if !self.ff.stands(unit).iter().any(|piece| ask.pieces.contains(piece)) {
                continue;
            }
            for target in self.reachable(unit) {
                let Some(piece) = self.ff.view.present(target).next() else { continue };
                let order = Order::new(ask.side, &verbs::CHARGE).pieces(self.ff.stands(unit)).target(piece);
                for choice in ["cold_steel", "fire"] {
                    if choice == "cold_steel" && self.ff.may_use_steel(unit).is_err() {
                        continue;
                    }
                    let order = order.clone().choice(choice);
                    let worth = self.worth_of_charge(&order);
                    if all || worth.total() > 0.0 {
                        list.push((order, worth));
                    }
                }
            }
        }
        list
    }

    /// What a charge is worth.
    pub fn worth_of_charge(&self, order: &Order) -> Explained {
        let (Some(piece), Some(target)) = (order.pieces.first(), order.target) else { return Explained::default() };
        let (unit, target) = (self.ff.view.unit_of(*piece), self.ff.view.unit_of(target));
        if self.ff.troops(unit).is_none() || self.ff.troops(target).is_none() {
            return Explained::default();
        }
        let steel = order.choice.as_deref() == Some("cold_steel");
        let prospect = self.prospect(unit, target, steel);
        let says = &self.judgement.charges;
        let mut worth = because("FF-10.10", "what it costs the enemy", prospect.gain);
        worth.add(RuleId::new("FF-10.12"), "what it may cost", -self.care * prospect.cost);
        if prospect.wins < says.least {
            worth.add(RuleId::new("FF-10.16"), "too bold", -self.care * says.bold);
        }
        worth.add(RuleId::new("FF-10.18"), "the fire if it stays", -self.stays(unit));
        worth.add(RuleId::new("FF-10.1"), "a charge at all", -says.worthwhile);
        worth
    }

    /// At whom a side fires.
    pub fn answers_to_fire(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let targets = self.ff.open_targets(ask.side).into_iter();
        targets
            .filter_map(|target| {
                let piece = self.ff.view.present(target).next()?;
                let order = Order::new(ask.side, &verbs::SHOOT).target(piece);
                let worth = self.worth_of_fire(&order);
                Some((order, worth))
            })
            .collect()
    }

    /// What fire is worth.
    pub fn worth_of_fire(&self, order: &Order) -> Explained {
        let Ok(plan) = self.ff.check(order) else { return because("FF-8.14", "not allowed", -50.0) };
        let Some(Volley { target, shots }) = plan.findings.get::<Volley>() else { return Explained::default() };
        let Some(sum) = self.ff.volley_modifiers(*target, shots) else {
            return because("FF-8.9", "too weak", 0.01);
        };
        let says = &self.judgement.fire;
        let modifier = sum.total() as i32;
        let (lost, struck) = self.ff.expected_fire(*target, modifier);
        let mut worth = because("FF-8.20", "stands lost", lost * self.worth_of_stand(*target) * says.shot);
        if !self.ff.values(*target).must_check() {
            let charged = self.ff.charge_of(*target).is_some() || !self.ff.chargers_of(*target).is_empty();
            let more = if charged { says.charged } else { 1.0 };
            worth.add(RuleId::new("FF-8.17"), "disorder", struck * self.lasts * self.judgement.units.disordered * more);
        }
        // A die more is worth something even if it seldom tells.
        let chance = self.ff.fire_chances(modifier).first().map_or(0.0, |(_, none)| 1.0 - none);
        worth.add(RuleId::new("FF-8.1"), "a chance at all", 0.05 + chance / f32::from(dice::FACES));
        worth
    }
}

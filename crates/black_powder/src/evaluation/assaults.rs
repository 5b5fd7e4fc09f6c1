//! Charges: whom to charge, with whom, and how to answer one.

use super::{
    clash::{Answer, Attack},
    evaluator::{Evaluator, Onset, UnitSummary, because},
};
use crate::{
    book::{values::Troop, verbs},
    movement::wording::MOST_MOVES,
    state::sequence_of_play::{Charge, Charger, Response, Task},
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::UnitId,
    orders::Order,
    shared::formed::block::Face,
    turn::Ask,
};

impl<'w> Evaluator<'_, 'w> {
    /// The charge of a unit at an enemy, if it may be ordered and can reach him.
    fn may_charge(&self, commander: Option<UnitId>, body: &UnitSummary, target: &UnitSummary) -> Option<Onset> {
        let most = if commander.is_some() { MOST_MOVES } else { 1 };
        let near = body.charges()
            && !body.coming
            && self.may_fall_on(body, body.stance.formation, target, &target.stance)
            && body.stance.gap(&target.stance) <= f32::from(most).min(self.judgement.assaults.moves) * body.inches;
        if near { self.onset(body, target).filter(|onset| onset.moves <= most) } else { None }
    }

    /// How the target of a charge would answer, as far as it may.
    fn best_answer(&self, attacks: &[Attack], target: &UnitSummary) -> f32 {
        let support = self.supports(target, &target.stance);
        let value = |answer| self.clash(attacks, target, &target.stance, support, answer);
        let mut worst = value(Answer::Holds);
        let front = attacks.iter().any(|attack| attack.face == Face::Front) || target.stance.formation.is_all_round();
        if front && !target.busy {
            match target.troop {
                Troop::Infantry | Troop::Artillery => worst = worst.min(value(Answer::Fires)),
                Troop::Cavalry if !target.unsteady() => worst = worst.min(value(Answer::Counters)),
                _ => {}
            }
        }
        worst
    }

    /// Charges of one unit worth thinking of.
    pub fn charges(&self, commander: Option<UnitId>, body: &UnitSummary) -> Vec<Order> {
        let mut list = Vec::new();
        for target in self.enemies() {
            if self.may_charge(commander, body, target).is_none() {
                continue;
            }
            let mut order = Order::new(self.side, &verbs::CHARGE).pieces([body.piece]).target(target.piece);
            order.unit = commander;
            list.push(order.clone());
            // He leads it himself.
            let Some(commander) = commander else { continue };
            let close = self.bp.within(self.bp.distance_from(commander, body.unit), self.bp.numbers().follow_within);
            if close {
                list.push(Order { verb: verbs::FOLLOW, ..order.clone() });
            }
        }
        list
    }

    /// Charges of several units at one enemy.
    pub fn group_charges(&self, commander: UnitId, units: &[&UnitSummary]) -> Vec<Order> {
        let mut list = Vec::new();
        for target in self.enemies() {
            let fit = |body: &&&UnitSummary| {
                body.stance.gap(&target.stance) <= self.judgement.assaults.together * body.inches
                    && self.may_charge(Some(commander), body, target).is_some()
            };
            let mut able: Vec<&UnitSummary> = units.iter().filter(fit).copied().collect();
            let gap = |body: &UnitSummary| body.stance.gap(&target.stance);
            able.sort_by(|a, b| gap(a).total_cmp(&gap(b)).then(a.unit.cmp(&b.unit)));
            able.truncate(self.judgement.assaults.able);
            for first in 0..able.len() {
                for second in first + 1..able.len() {
                    let pair = [able[first], able[second]];
                    let apart = self.bp.gap(pair[0].unit, pair[1].unit);
                    let room = self.have_room(&pair, target);
                    if room && pair[0].troop == pair[1].troop && self.bp.within(apart, self.bp.numbers().group_gap) {
                        let order = Order::new(self.side, &verbs::CHARGE).unit(commander).target(target.piece);
                        list.push(order.pieces(pair.map(|body| body.piece)));
                    }
                }
            }
            // A garrison is best beaten on several faces at once.
            let units: Vec<UnitId> = able.iter().map(|body| body.unit).collect();
            if able.len() > 2 && target.building.is_some() && self.bp.is_chain(&units) {
                let order = Order::new(self.side, &verbs::CHARGE).unit(commander).target(target.piece);
                list.push(order.pieces(able.iter().map(|body| body.piece).collect::<Vec<_>>()));
            }
        }
        list
    }

    /// BP-6.3: whether no face of a target is struck by more units than it takes. At a garrison a unit goes round to
    /// the next face.
    fn have_room(&self, units: &[&UnitSummary], target: &UnitSummary) -> bool {
        target.building.is_some()
            || units.iter().filter_map(|body| self.onset(body, target)).all(|onset| {
                let on_it =
                    |body: &&&UnitSummary| self.onset(body, target).is_some_and(|other| other.face == onset.face);
                units.iter().filter(on_it).count() <= self.bp.room_on(target.unit, onset.face)
            })
    }

    /// The attacks of units that charge together.
    fn attacks<'b>(&'b self, units: &[&'b UnitSummary], target: &UnitSummary) -> Vec<Attack<'b>> {
        let fighting: Vec<UnitId> = units.iter().map(|body| body.unit).collect();
        let attack = |body: &&'b UnitSummary| {
            let toward = (target.stance.at - body.stance.at).normalize_or_zero();
            let there = body.stance.moved(toward * body.stance.gap(&target.stance));
            Some(Attack {
                body,
                formation: body.stance.formation.body(),
                face: self.onset(body, target)?.face,
                support: self.supports_but(body, &there, &fighting),
                charges: true,
            })
        };
        units.iter().filter_map(attack).collect()
    }

    /// The units of the other side that fight a unit already.
    fn engaged<'b>(&'b self, target: &UnitSummary) -> Vec<Attack<'b>> {
        let contacts = self.bp.play().contacts.iter();
        let others = contacts.filter_map(|contact| Some((contact.other(target.unit)?, contact.face_of(target.unit))));
        let attack = |(unit, face)| {
            let body = self.body(unit)?;
            let charges = self.bp.charges_home(unit);
            Some(Attack { body, formation: body.stance.formation.body(), face, support: 0.0, charges })
        };
        others.filter_map(attack).collect()
    }

    /// What attacks are worth beside those of the units that fight the target already.
    fn joining(&self, engaged: &[Attack], attacks: &[Attack], target: &UnitSummary) -> f32 {
        if engaged.is_empty() {
            return self.best_answer(attacks, target);
        }
        let support = self.supports(target, &target.stance);
        let all: Vec<Attack> = engaged.iter().chain(attacks).copied().collect();
        let value = |attacks: &[Attack]| self.clash(attacks, target, &target.stance, support, Answer::Holds);
        value(&all) - value(engaged)
    }

    /// BP-2.6: the share of a unit in what it does with others who may charge the same enemy by initiative after it.
    fn with_followers(&self, engaged: &[Attack], first: &UnitSummary, target: &UnitSummary) -> Option<f32> {
        let may = |body: &&UnitSummary| {
            body.unit != first.unit
                && self.may_charge(None, body, target).is_some()
                && self.bp.may_take_initiative(body.unit).is_ok()
        };
        let mut followers: Vec<&UnitSummary> = self.friends().filter(may).collect();
        let gap = |body: &UnitSummary| body.stance.gap(&target.stance);
        followers.sort_by(|a, b| gap(a).total_cmp(&gap(b)).then(a.unit.cmp(&b.unit)));
        // A garrison is stormed on all faces, anybody else by two on his front.
        let most = if target.building.is_some() { Face::ALL.len() } else { 2 };
        followers.truncate(most.saturating_sub(1 + engaged.len()));
        let shares = (1..=followers.len()).map(|count| {
            let units: Vec<&UnitSummary> = std::iter::once(first).chain(followers[..count].iter().copied()).collect();
            self.joining(engaged, &self.attacks(&units, target), target) / units.len() as f32
        });
        shares.max_by(f32::total_cmp)
    }

    /// What an order to charge is worth.
    pub fn worth_of_charge(&self, order: &Order) -> Explained {
        let commander = self.giver(order);
        let units: Vec<&UnitSummary> =
            order.pieces.iter().filter_map(|piece| self.body(self.bp.view.unit_of(*piece))).collect();
        let target = order.target.and_then(|piece| self.body(self.bp.view.unit_of(piece)));
        let (Some(target), Some(first)) = (target, units.first()) else { return Explained::default() };
        let follow = order.verb == verbs::FOLLOW;
        let chances = self.chances(commander, &units, false, follow);
        let onset = |body: &&UnitSummary| self.may_charge(commander, body, target).map(|onset| onset.moves);
        let Some(needs) = units.iter().map(onset).collect::<Option<Vec<u8>>>() else { return Explained::default() };
        let enough = |need: u8| {
            let from = usize::from(need.clamp(1, 4)) - 1;
            chances.moves.iter().skip(from).map(|count| f32::from(*count)).sum::<f32>() / 36.0
        };
        let all = self.attacks(&units, target);
        let least = needs.iter().copied().min().unwrap_or(3);
        let most = needs.iter().copied().max().unwrap_or(3);
        let together = enough(most);
        let some = enough(least) - together;
        let engaged = self.engaged(target);
        let mut value = self.joining(&engaged, &all, target);
        let mut label = "what the charge should do";
        if commander.is_none()
            && let Some(shared) = self.with_followers(&engaged, first, target)
            && shared > value
        {
            (value, label) = (shared, "what the charge should do with those who follow");
        }
        let mut worth = because("BP-6.1", label, together * value);
        if together * value > 0.0 {
            worth.add(RuleId::new("BP-6.1"), "the initiative", self.judgement.assaults.dash * together);
        }
        if some > 0.0 {
            let nearest = (0..units.len()).min_by_key(|n| needs[*n]).unwrap_or_default();
            let alone = self.joining(&engaged, &all[nearest..=nearest], target);
            worth.add(RuleId::new("BP-6.1"), "only some of them reach", some * alone);
        }
        let any: f32 = chances.moves.iter().map(|count| f32::from(*count)).sum::<f32>() / 36.0;
        let short = any - enough(least);
        if short > 0.0 {
            worth.add(RuleId::new("BP-6.1"), "it may fall short", -short * self.judgement.assaults.short * first.hurt);
        }
        if target.building.is_some() {
            worth.add(
                RuleId::new("BP-8.2"),
                "fire alone seldom drives a garrison out",
                self.judgement.assaults.storm * together,
            );
        }
        if follow {
            worth.add(RuleId::new("BP-9.3"), "he leads it himself", self.judgement.assaults.leads * together);
        }
        self.add_silence(commander, &units, &chances, &mut worth);
        worth
    }

    /// What a charge that is under way may be answered.
    pub fn answers_to_charge(&self, ask: &Ask) -> Vec<Order> {
        let choices = ask.choices.iter();
        choices.map(|(choice, _)| Order::new(ask.side, &verbs::RESPOND).choice(choice.clone())).collect()
    }

    fn charge_under_way(&self) -> Option<&'w Charge> {
        match self.bp.play().task() {
            Some(Task::Charge(charge)) => Some(charge),
            _ => None,
        }
    }

    /// What an answer to a charge is worth.
    pub fn worth_of_response(&self, order: &Order) -> Explained {
        let Some(charge) = self.charge_under_way() else { return Explained::default() };
        let Some(target) = self.body(charge.target) else { return Explained::default() };
        let response = order.choice.as_deref().and_then(Response::named).unwrap_or(Response::Hold);
        let attacks: Vec<Attack> = charge
            .chargers
            .iter()
            .filter_map(|charger| {
                let body = self.body(charger.unit)?;
                let face = charger.face.unwrap_or(Face::Front);
                Some(Attack { body, formation: body.stance.formation.body(), face, support: 0.0, charges: true })
            })
            .collect();
        let support = self.supports(target, &target.stance);
        let rule = "BP-6.4";
        match response {
            Response::Hold => {
                let lost = self.clash(&attacks, target, &target.stance, support, Answer::Holds);
                because(rule, "the fight as it stands", -lost)
            }
            Response::ClosingFire => {
                let lost = self.clash(&attacks, target, &target.stance, support, Answer::Fires);
                let first = charge.chargers.first();
                let shot = first.map(|charger| self.bp.closing_fire(charge, charger.unit));
                let mut worth = because(rule, "the fight after closing fire", -lost);
                if let (Some(shot), Some(attack)) = (shot, attacks.first()) {
                    worth.add(
                        RuleId::new("BP-6.6"),
                        "closing fire",
                        self.judgement.assaults.closing_fire * shot.expected() * attack.body.hurt,
                    );
                }
                worth
            }
            Response::CounterCharge => {
                let lost = self.clash(&attacks, target, &target.stance, support, Answer::Counters);
                because(rule, "the fight with a charge of its own", -lost)
            }
            Response::Square => because(rule, "infantry forms square", self.judgement.assaults.square),
            Response::TurnToFace => {
                let front: Vec<Attack> = attacks.iter().map(|attack| Attack { face: Face::Front, ..*attack }).collect();
                let lost = self.clash(&front, target, &target.stance, support, Answer::Holds);
                because(rule, "the fight with its front to them", -lost)
            }
            Response::Evade | Response::EvadeFacing => self.worth_of_evasion(charge, target, response),
        }
    }

    /// BP-6.8: what it is worth to be gone when they come.
    fn worth_of_evasion(&self, charge: &Charge, target: &UnitSummary, response: Response) -> Explained {
        let rule = "BP-6.8";
        let caught = |charger: &Charger| {
            let Some(body) = self.body(charger.unit) else { return false };
            let gap = body.stance.gap(&target.stance);
            charger.reach - charger.gone >= gap + target.inches
        };
        let attacks: Vec<Attack> = charge
            .chargers
            .iter()
            .filter(|charger| caught(charger))
            .filter_map(|charger| {
                let body = self.body(charger.unit)?;
                Some(Attack {
                    body,
                    formation: body.stance.formation.body(),
                    face: Face::Rear,
                    support: 0.0,
                    charges: true,
                })
            })
            .collect();
        let mut worth = because(rule, "ground given up", -self.judgement.assaults.gives_ground);
        if !attacks.is_empty() {
            let lost = self.clash(&attacks, target, &target.stance, 0.0, Answer::Holds);
            worth.add(RuleId::new("BP-6.8"), "it would be caught", -lost.max(0.0) - self.judgement.assaults.caught);
        } else if response == Response::EvadeFacing {
            worth.add(RuleId::new(rule), "its front to them", self.judgement.assaults.front);
        }
        worth
    }

    /// BP-6.8, BP-7.12: enemies on whom a unit may turn, or none of them.
    pub fn answers_to_sweep(&self, ask: &Ask, targets: &[UnitId]) -> Vec<Order> {
        let on = targets.iter().map(|target| Order::new(ask.side, &verbs::SWEEP).target(self.bp.piece(*target)));
        on.chain([Order::new(ask.side, &verbs::STAY)]).collect()
    }

    /// What it is worth to go on into another enemy.
    pub fn worth_of_sweep(&self, order: &Order) -> Explained {
        let unit = match self.bp.play().task() {
            Some(Task::Charge(charge)) => charge.chargers.first().map(|charger| charger.unit),
            Some(Task::Win(win)) => Some(win.unit),
            _ => None,
        };
        let target = order.target.and_then(|piece| self.body(self.bp.view.unit_of(piece)));
        let (Some(body), Some(target)) = (unit.and_then(|unit| self.body(unit)), target) else {
            return Explained::default();
        };
        let face = target.stance.quarter(body.stance.front);
        let attack = Attack { body, formation: body.stance.formation.body(), face, support: 0.0, charges: true };
        because("BP-7.12", "what another charge should do", self.best_answer(&[attack], target))
    }
}

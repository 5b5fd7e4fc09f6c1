//! Charges: which enemies to charge, with which units, and how to answer a charge.

use super::{
    clash::{Answer, striker},
    evaluator::{Evaluator, Onset, UnitSummary},
};
use crate::{
    book::verbs,
    combat::forecast::Striker,
    movement::wording::MOST_MOVES,
    state::sequence_of_play::{Charge, Charger, Response, Task},
};
use grapeshot_floor::{events::Explained, forces::UnitId, orders::Order, shared::formed::block::Face, turn::Ask};

impl<'w> Evaluator<'_, 'w> {
    /// The charge of a unit at an enemy, if it may be ordered and can reach him.
    fn may_charge(&self, commander: Option<UnitId>, body: &UnitSummary, target: &UnitSummary) -> Option<Onset> {
        let most = if commander.is_some() { MOST_MOVES } else { 1 };
        let near = body.charges()
            && !body.coming
            && self.may_fall_on(body, body.stance.formation, target, &target.stance)
            && body.stance.gap(&target.stance) <= f32::from(most) * body.inches;
        if near { self.onset(body, target).filter(|onset| onset.moves <= most) } else { None }
    }

    /// What a charge is worth if its target gives the best answer that it may.
    fn best_answer(&self, strikers: &[Striker], target: &UnitSummary) -> f32 {
        let answers = [Answer::Holds, Answer::Fires, Answer::Counters];
        let values = answers.map(|answer| self.clash_at(strikers, target, answer));
        values.into_iter().fold(f32::INFINITY, f32::min)
    }

    /// What an assault on a target where it stands is worth.
    fn clash_at(&self, strikers: &[Striker], target: &UnitSummary, answer: Answer) -> f32 {
        self.clash(self.bp, self.bp.assault(strikers, target.unit), target, answer)
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
            // The commander leads it himself.
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
            let fit = |body: &&&UnitSummary| self.may_charge(Some(commander), body, target).is_some();
            let mut able: Vec<&UnitSummary> = units.iter().filter(fit).copied().collect();
            let gap = |body: &UnitSummary| body.stance.gap(&target.stance);
            able.sort_by(|a, b| gap(a).total_cmp(&gap(b)).then(a.unit.cmp(&b.unit)));
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
        }
        list
    }

    /// BP-6.3: whether each face of a target has room for the units that strike it. At a garrison a unit goes round to
    /// the next face.
    fn have_room(&self, units: &[&UnitSummary], target: &UnitSummary) -> bool {
        target.building.is_some()
            || units.iter().filter_map(|body| self.onset(body, target)).all(|onset| {
                let on_it =
                    |body: &&&UnitSummary| self.onset(body, target).is_some_and(|other| other.face == onset.face);
                units.iter().filter(on_it).count() <= self.bp.room_on(target.unit, onset.face)
            })
    }

    /// The units that charge together, with the places where they would strike.
    pub fn strikers(&self, units: &[&UnitSummary], target: &UnitSummary) -> Vec<Striker> {
        let striker = |body: &&UnitSummary| {
            let Onset { face, contact, .. } = self.onset(body, target)?;
            Some(Striker { unit: body.unit, at: contact, face, charges: true })
        };
        units.iter().filter_map(striker).collect()
    }

    /// The units of the other side that fight a unit already.
    fn engaged(&self, target: &UnitSummary) -> Vec<Striker> {
        let contacts = self.bp.play().contacts.iter();
        let others = contacts.filter_map(|contact| Some((contact.other(target.unit)?, contact.face_of(target.unit))));
        let fighting = |(unit, face)| {
            let charges = self.bp.charges_home(unit);
            Striker { unit, at: self.bp.outline(unit), face, charges }
        };
        others.map(fighting).collect()
    }

    /// What chargers are worth beside the units that fight the target already.
    fn joining(&self, engaged: &[Striker], strikers: &[Striker], target: &UnitSummary) -> f32 {
        if engaged.is_empty() {
            return self.best_answer(strikers, target);
        }
        let value = |strikers: &[Striker]| self.clash_at(strikers, target, Answer::Holds);
        value(&[engaged, strikers].concat()) - value(engaged)
    }

    /// BP-2.6: a unit's share of what a charge brings together with others that may charge the same enemy by initiative
    /// after it.
    fn with_followers(&self, engaged: &[Striker], first: &UnitSummary, target: &UnitSummary) -> f32 {
        let may = |body: &&UnitSummary| {
            body.unit != first.unit
                && self.may_charge(None, body, target).is_some()
                && self.bp.may_take_initiative(body.unit).is_ok()
        };
        let mut followers: Vec<&UnitSummary> = self.friends().filter(may).collect();
        let gap = |body: &UnitSummary| body.stance.gap(&target.stance);
        followers.sort_by(|a, b| gap(a).total_cmp(&gap(b)).then(a.unit.cmp(&b.unit)));
        // A garrison is stormed on all faces, any other unit by two on its front.
        let most = if target.building.is_some() { Face::ALL.len() } else { 2 };
        followers.truncate(most.saturating_sub(1 + engaged.len()));
        followers.insert(0, first);
        self.joining(engaged, &self.strikers(&followers, target), target) / followers.len() as f32
    }

    /// What an order to charge is worth.
    pub fn worth_of_charge(&self, order: &Order) -> Explained {
        let commander = self.giver(order);
        let units = self.named(order);
        let target = order.target.and_then(|piece| self.body(self.bp.view.unit_of(piece)));
        let (Some(target), Some(first)) = (target, units.first()) else { return Explained::default() };
        let follow = order.verb == verbs::FOLLOW;
        let chances = self.chances(commander, &units, false, follow);
        let onset = |body: &&UnitSummary| self.may_charge(commander, body, target).map(|onset| onset.moves);
        let Some(needs) = units.iter().map(onset).collect::<Option<Vec<u8>>>() else { return Explained::default() };
        let most = needs.iter().copied().max().unwrap_or(MOST_MOVES);
        let rolls: u8 = chances.moves.iter().skip(usize::from(most.max(1)) - 1).sum();
        let together = f32::from(rolls) / 36.0;
        let all = self.strikers(&units, target);
        let engaged = self.engaged(target);
        let alone = self.joining(&engaged, &all, target);
        let shared = if commander.is_none() { self.with_followers(&engaged, first, target) } else { alone };
        let value = alone.max(shared);
        let held = self.bp.first_round(self.bp.assault(&all, target.unit), false);
        let label = format!("what the charge should do, {:.0} % if it holds", held.wins * 100.0);
        let mut worth = Explained::base("BP-6.1", label, together * value);
        if value > 0.0 {
            worth.add("BP-6.1", "the initiative", self.judgement.clash.dash * together);
        }
        self.add_silence(commander, &units, chances.fails(), &mut worth);
        worth
    }

    /// What an answer to a charge is worth.
    pub fn worth_of_response(&self, order: &Order) -> Explained {
        let Some(Task::Charge(charge)) = self.bp.play().task() else { return Explained::default() };
        let Some(target) = self.body(charge.target) else { return Explained::default() };
        let response = order.choice.as_deref().and_then(Response::named).unwrap_or(Response::Hold);
        let rule = "BP-6.4";
        let fight = |how: &str| {
            let Some(forecast) = self.bp.forecast_of_answer(charge, response) else {
                return Explained::base(rule, "no fight", 0.0);
            };
            let wins = forecast.outlook_of_target("").wins * 100.0;
            Explained::base(rule, format!("{how}, {wins:.0} %"), -self.gain(&forecast, &charge.strikers(), target))
        };
        match response {
            Response::Hold => fight("the fight as it stands"),
            Response::ClosingFire => fight("the fight after closing fire"),
            Response::CounterCharge => fight("the fight with a charge of its own"),
            Response::Square => Explained::base(rule, "infantry forms square", self.judgement.replies.yes),
            Response::TurnToFace => fight("the fight with its front to them"),
            Response::Evade | Response::EvadeFacing => self.worth_of_evasion(charge, target),
        }
    }

    /// BP-6.8: what evading is worth.
    fn worth_of_evasion(&self, charge: &Charge, target: &UnitSummary) -> Explained {
        let caught = |charger: &Charger| {
            let Some(body) = self.body(charger.unit) else { return false };
            let gap = body.stance.gap(&target.stance);
            charger.reach - charger.gone >= gap + target.inches
        };
        let caught = charge.chargers.iter().filter(|charger| caught(charger));
        let bodies = caught.filter_map(|charger| self.body(charger.unit));
        let strikers: Vec<Striker> =
            bodies.map(|body| striker(self.bp, body, &body.stance, &target.stance, Face::Rear)).collect();
        Explained::base("BP-6.8", "if it is caught", -self.clash_at(&strikers, target, Answer::Holds).max(0.0))
    }

    /// BP-6.8, BP-7.12: the orders to turn on another enemy, or on none.
    pub fn answers_to_sweep(&self, ask: &Ask, targets: &[UnitId]) -> Vec<Order> {
        let on = targets.iter().map(|target| Order::new(ask.side, &verbs::SWEEP).target(self.bp.piece(*target)));
        on.chain([Order::new(ask.side, &verbs::STAY)]).collect()
    }

    /// What it is worth to go on into another enemy.
    pub fn worth_of_sweep(&self, order: &Order) -> Explained {
        let target = order.target.and_then(|piece| self.body(self.bp.view.unit_of(piece)));
        let (Some(body), Some(target)) = (self.goes_on(), target) else { return Explained::default() };
        let face = target.stance.quarter(body.stance.front);
        let strikers = [striker(self.bp, body, &body.stance, &target.stance, face)];
        Explained::base("BP-7.12", "what another charge should do", self.best_answer(&strikers, target))
    }
}

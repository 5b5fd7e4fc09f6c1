//! Declaring which figures of a unit move, stay or sprint.

use super::{
    evaluator::{Evaluator, UnitSummary},
    men, order,
};
use crate::{
    book::{cites::Topic, marks},
    orders::verbs,
    state::{sequence_of_play::SequenceOfPlay, shot::Manner},
};
use grapeshot_floor::{english, events::Explained, forces::PieceId, orders::Order, turn::Ask};

impl Evaluator<'_, '_> {
    /// The declarations that a unit might make: nobody moves, all move, those move that have nothing to shoot at, all
    /// sprint.
    pub(super) fn answers_to_declare(&self, ask: &Ask) -> Vec<Order> {
        if let Some(gun) = ask.unit.and_then(|unit| self.own_gun(unit)) {
            return self.declares_of_crew(ask, gun);
        }
        if let Some(mine) = ask.unit.and_then(|unit| self.charge_of(unit)) {
            return self.declares_of_engineers(ask, mine);
        }
        let movable: &Vec<PieceId> = &ask.pieces.iter().copied().filter(|piece| self.cp.is_man(*piece)).collect();
        let activation = self.cp.view.resource::<SequenceOfPlay>().active();
        let all: Vec<PieceId> = self.cp.men(activation.unit).filter(|man| self.cp.acts(*man)).collect();
        let volleys = self.volleys_standing(&all, Manner { busy: activation.busy, ..Manner::default() });
        let shoots = |piece: &PieceId| volleys.iter().any(|volley| volley.shooters.iter().any(|(id, _)| id == piece));
        let idle: Vec<PieceId> = movable
            .iter()
            .copied()
            .filter(|piece| {
                (self.cp.is_loaded(*piece) || !self.cp.view.marks(*piece).has(&marks::RELOAD)) && !shoots(piece)
            })
            .collect();
        let fresh: Vec<PieceId> =
            movable.iter().copied().filter(|piece| !self.cp.wounded(*piece) || self.cp.mounted(*piece)).collect();
        let mut list = self.mountings(ask);
        list.extend(self.dismountings(ask));
        list.extend([order(ask, &verbs::DECLARE), order(ask, &verbs::DECLARE).pieces(movable.clone())]);
        if !idle.is_empty() && idle.len() < movable.len() {
            list.push(order(ask, &verbs::DECLARE).pieces(idle));
        }
        if !fresh.is_empty() {
            list.push(order(ask, &verbs::DECLARE).pieces(movable.clone()).also(fresh));
        }
        list.extend(self.declares_to_help(ask));
        list.extend(self.insights().flat_map(|insight| (insight.declares)(self, ask)));
        // The wagons drive whatever their men do, on the road if they can.
        let wagons = self.wagons_to_drive(ask);
        for declared in list.iter_mut().filter(|declared| declared.verb == verbs::DECLARE) {
            declared.pieces.extend(&wagons);
            declared.also.extend(wagons.iter().filter(|wagon| self.on_road(**wagon)));
        }
        list
    }

    /// What it is worth that some figures move and the others stay.
    pub fn worth_of_declare(&self, order: &Order) -> Explained {
        let activation = self.cp.view.resource::<SequenceOfPlay>().active();
        let Some(block) = self.block(activation.unit) else { return Explained::default() };
        if let Some(gun) = self.own_gun(activation.unit) {
            return self.worth_of_crew_declare(gun, order);
        }
        if let Some(mine) = self.charge_of(activation.unit) {
            return self.worth_of_engineers_declare(mine, order);
        }
        let stays = |man: &PieceId| self.cp.acts(*man) && !order.pieces.contains(man);
        let staying: Vec<PieceId> = self.cp.men(block.unit).filter(stays).collect();
        let mut worth = self.worth_of_staying(block, &staying);
        for stays in staying.iter().flat_map(|man| self.insights().map(|insight| (insight.stays)(self, *man))) {
            worth.add_all(&stays, 1.0);
        }
        let movers: Vec<PieceId> = order.pieces.iter().copied().filter(|piece| self.cp.is_man(*piece)).collect();
        if movers.is_empty() {
            return worth;
        }
        if let Some((_, need)) = self.worth_of_helpers(block, &order.pieces) {
            worth.add(self.cp.cites(Topic::HelpAtGun), "two men go to help at a gun", need);
            return worth;
        }
        let out_of_breath = order.also.iter().filter(|piece| self.cp.is_man(**piece)).count();
        let sprints = out_of_breath > 0;
        let inches = self.pace(block, sprints);
        if self.follows(block) {
            worth.add_all(&self.best_following(block, inches, sprints), 1.0);
        } else {
            let share = movers.len() as f32 / f32::from(block.men);
            worth.add_all(&self.best_move(block, &movers, inches, sprints), share);
        }
        if sprints {
            let cost = self.judgement.declare.breathless * out_of_breath as f32;
            worth.add(self.cp.haste(block.man).rule, "out of breath afterwards", -cost);
        }
        worth
    }

    /// What figures are worth that stay where they are: their fire and other actions there.
    fn worth_of_staying(&self, block: &UnitSummary, staying: &[PieceId]) -> Explained {
        let mut worth = Explained::default();
        let busy = self.cp.view.resource::<SequenceOfPlay>().active().busy;
        let (mut stunned, mut unloaded) = (0.0, 0.0);
        for piece in staying {
            let marks = self.cp.view.marks(*piece);
            if marks.has(&marks::STUN) {
                stunned += 1.0;
            } else if !self.cp.is_loaded(*piece) {
                unloaded += 1.0;
            }
        }
        let manner = Manner { busy, ..Manner::default() };
        let volleys = self.volleys_standing(staying, manner);
        let best = volleys.iter().map(|volley| self.worth_of(volley)).max_by(|a, b| a.0.total_cmp(&b.0));
        let mut opening = Explained::default();
        if let Some(first) = staying.first() {
            self.add_price_of_opening(self.cp.view.unit_of(*first), 1.0, &mut opening);
        }
        let best = best.map(|(points, hits)| (points + opening.total(), hits));
        if let Some((points, hits)) = best.filter(|(points, _)| *points > 0.0) {
            worth.add("CP-6.4", format!("{} expected", english::about(hits, "hit")), points);
        }
        let thrown = staying.iter().filter_map(|piece| self.best_throw(*piece)).map(|(worth, _)| worth);
        let thrown: f32 = thrown.sum();
        if thrown > 0.0 {
            worth.add("CP-8.4", "something to throw at", thrown);
        }
        if unloaded > 0.0 {
            let each = self.worth_of_load(block);
            worth.add(self.cp.cites(Topic::Reload), men(unloaded as usize, "reloads", "reload"), unloaded * each);
        }
        if stunned > 0.0 {
            worth.add("CP-7.4", men(stunned as usize, "recovers", "recover"), stunned * self.judgement.figures.ready);
        }
        worth
    }

    /// The worth of the best that a unit may do by moving.
    fn best_move(&self, block: &UnitSummary, movers: &[PieceId], inches: f32, sprints: bool) -> Explained {
        let here = self.stand(block, block.centre);
        let mut best = Explained::default();
        if let Some((_, there)) = self.destinations(block, inches, sprints).first() {
            best = self.gain(block.unit, &here, there);
        }
        if !sprints {
            for enemy in self.enemies() {
                let Some(charge) = self.charge(movers, enemy, inches, false, None) else { continue };
                let comes = self.judgement.declare.may_fall_short;
                if charge.total() * comes > best.total() {
                    best = Explained::default();
                    best.add_all(&charge, comes);
                }
            }
        }
        best
    }
}

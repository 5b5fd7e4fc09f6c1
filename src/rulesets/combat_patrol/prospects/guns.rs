//! What the crew of a gun might do: fire, load, turn the gun.

use super::{
    super::{
        artillery::{Gun, Round},
        verbs,
    },
    because,
    mind::{Block, Mind},
    order,
};
use crate::{
    events::Explained,
    forces::PieceId,
    orders::{Order, VerbId},
    table::position::Heading,
    turn::Ask,
};

/// What is left of a solid shot's odds, which suppose that it flies straight.
const DEVIATES: f32 = 0.35;
/// What is left of a shell's, which may miss its point and then bursts far off.
const BURSTS_BESIDE: f32 = 0.4;
/// What a loaded gun is worth, in men.
const LOADED: f32 = 0.8;
/// What it is worth to have the enemy before the muzzle, in men.
const LAID: f32 = 0.3;

impl Mind<'_, '_> {
    /// What the crews of the guns that are asked about might do.
    pub(super) fn gunnery(&self, ask: &Ask) -> Vec<Order> {
        let mut list = Vec::new();
        for gun in ask.pieces.iter().filter_map(|piece| self.cp.gun(*piece)) {
            let orders = |verb: &VerbId| order(ask, verb).pieces([gun.piece]);
            list.extend(self.enemies().map(|block| orders(&verbs::FIRE).target(block.man)));
            list.push(orders(&verbs::LOAD).choice(gun.round.unwrap_or_else(|| self.round_for(gun)).id()));
            if let Some(block) = self.nearest_to_gun(gun) {
                let at = self.cp.view.place(gun.piece).at;
                list.push(orders(&verbs::FACE).heading(Heading::from_to(at, block.centre)));
            }
        }
        list
    }

    fn nearest_to_gun(&self, gun: &Gun) -> Option<&Block> {
        let at = self.cp.view.place(gun.piece).at;
        self.enemies().min_by(|a, b| a.centre.distance(at).total_cmp(&b.centre.distance(at)))
    }

    /// Canister for those who are near, solid shot for the others.
    fn round_for(&self, gun: &Gun) -> Round {
        let at = self.cp.view.place(gun.piece).at;
        let (_, medium, _) = self.cp.gun_kind(gun).canister;
        match self.nearest_to_gun(gun) {
            Some(block) if block.centre.distance(at) <= medium => Round::Canister,
            _ => Round::Shot,
        }
    }

    /// The men whom a round may be expected to strike, friends counted against it.
    pub(super) fn worth_of_gunfire(&self, order: &Order) -> Explained {
        let Ok(plan) = self.cp.check(order) else { return Explained::default() };
        let Some(gun) = order.pieces.first().and_then(|piece| self.cp.gun(*piece)) else {
            return Explained::default();
        };
        let at_point = plan.odds.first().filter(|odds| !odds.explained.is_empty()).map_or(1.0, |odds| odds.chance);
        let under = |piece: PieceId| plan.templates.iter().any(|part| part.holds(self.cp.view.place(piece).at));
        let all = || self.cp.view.pieces().filter(|piece| self.cp.view.in_play(*piece) && self.cp.is_man(*piece));
        let count = |ours: bool| {
            all().filter(|piece| (self.cp.view.side_of(*piece) == self.side) == ours && under(*piece)).count() as f32
        };
        let each = match gun.round {
            Some(Round::Shot) => DEVIATES * self.cp.chance_of_icon(self.cp.artillery().close_order_icon),
            Some(Round::Canister) => plan.odds.iter().skip(1).map(|odds| odds.chance).fold(0.0, f32::max),
            _ => BURSTS_BESIDE * at_point,
        };
        let crew = self.cp.crew(gun).gunners.iter().filter(|piece| under(**piece)).count() as f32;
        let men = each * (count(false) - 2.0 * (count(true) - crew).max(0.0));
        because("HM-7.12", format!("{men:.1} men struck"), men * self.terms.losses.each)
    }

    /// What it is worth to load, and to turn a gun.
    pub(super) fn worth_of_serving(&self, order: &Order) -> Explained {
        let each = self.terms.losses.each;
        if order.verb == verbs::LOAD {
            return because("HM-7.8", "the gun is loaded", LOADED * each);
        }
        let laid = order.pieces.first().and_then(|piece| self.cp.gun(*piece)).is_some_and(|gun| {
            let arc = self.cp.view.settings().number("gun_arc").unwrap_or(45.0);
            let place = self.cp.view.place(gun.piece);
            self.nearest_to_gun(gun).is_some_and(|block| place.bearing_to(block.centre) <= arc)
        });
        because("HM-7.3", "the gun is laid", if laid { 0.0 } else { LAID * each })
    }
}

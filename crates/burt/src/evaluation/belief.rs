//! Which order a chit that lies face down may be: the army's belief, from what everybody sees.

use super::{
    evaluator::Evaluator,
    summary::{Beliefs, Summary},
};
use crate::{
    acting::orders::Chosen,
    book::values::{Arm, ArmyMorale, Chit, Formation},
    state::view::{BurtView, book},
};
use grapeshot_floor::{
    chance::Chance,
    events::RuleId,
    forces::{SideId, UnitId},
    shared::formed::block::{self, Face},
    turn::BattleMut,
};

impl Evaluator<'_, '_> {
    /// The belief of the side that decides about a unit's order: it knows its own orders, and chits that lie face up.
    pub(super) fn beliefs_of(&self, body: &Summary) -> Beliefs {
        if let Some(chit) = body.chit {
            return Beliefs::known(chit);
        }
        let says = &self.judgement.belief;
        let ahead = |other: &&Summary| {
            body.stance.all_round()
                || block::quarter(
                    &body.stance.block,
                    block::nearest_point(&other.stance.block, body.stance.block.place.at),
                ) == Face::Front
        };
        let gap = |other: &Summary| body.stance.block.gap(&other.stance.block);
        let in_range = self.foes(body).filter(ahead).any(|other| gap(other) <= body.range());
        let reach = body.charge_in(body.stance.formation);
        let in_reach = body.assaults() && self.foes(body).filter(ahead).any(|other| gap(other) <= reach);
        let far = body.nearest > says.far;
        let striking = body.stance.formation == Formation::Column || body.arm.is_cavalry();
        let assault = match (body.assaults(), in_reach) {
            (false, _) => 0.0,
            (true, true) => says.assault * if striking { says.column } else { 1.0 },
            (true, false) => says.assault_far,
        };
        let fire = match body.arm {
            _ if body.range() <= 0.0 => 0.0,
            Arm::Artillery if body.stance.formation == Formation::Unlimbered => says.guns,
            Arm::Artillery => 0.0,
            _ if in_range => says.fire,
            _ => says.fire_far,
        };
        let lost = body.level as u8 as f32 - self.burt.row(body.unit).level as u8 as f32;
        Beliefs::weighed([
            if far { says.reserve } else { says.reserve_near },
            says.manoeuver,
            fire,
            assault,
            says.regroup * lost.max(0.0),
        ])
    }
}

/// Draws anew the orders of the enemy on chits that lie face down, and his army morale, from what a side may believe.
pub(crate) fn imagine(battle: &mut BattleMut, viewer: SideId) {
    let (book, enemy) = (book(battle), viewer.other());
    let burt = BurtView::by(battle.view_of(viewer), &book);
    let evaluator = Evaluator::new(&burt, viewer);
    let hidden = evaluator.bodies.iter().filter(|body| !body.ours && body.chit.is_none());
    let believed: Vec<(UnitId, Beliefs)> = hidden.map(|body| (body.unit, evaluator.beliefs_of(body))).collect();
    let broken = burt.all_units().filter(|unit| burt.side(*unit) == enemy && !burt.to_come(*unit));
    let broken = broken.filter(|unit| !burt.present(*unit) || burt.routing(*unit)).count() as f32;
    let shown =
        evaluator.bodies.iter().filter(|body| !body.ours && body.chit.is_some_and(|chit| chit != Chit::Reserve));
    let left = shown.count() as f32 + believed.iter().map(|(_, beliefs)| 1.0 - beliefs.of(Chit::Reserve)).sum::<f32>();
    let morale = f32::from(burt.starting_army_morale(enemy)) - broken - left;
    let rule = || RuleId::new("SB-3.2");
    battle.give_side_secret(enemy, ArmyMorale(morale.round().max(1.0) as u8), rule(), "it is believed");
    for (unit, beliefs) in believed {
        let mut chance = battle.resource_mut::<Chance>();
        let chit = beliefs.draw(&mut chance);
        battle.give_secret(unit, chit, rule(), "it is believed");
        if battle.view().secret::<Chosen>(unit).is_some() {
            battle.give_secret(unit, Chosen(None), rule(), "it is believed");
        }
    }
}

//! Which order a chit that lies face down may be: the army's belief, from what everybody sees.

use super::{
    evaluator::Evaluator,
    summary::{Beliefs, Summary},
};
use crate::{
    acting::orders::Chosen,
    book::values::{Arm, ArmyMorale, Chit, Formation},
    state::view::{Book, BurtView},
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
    let (book, enemy) = (Book::of(battle), viewer.other());
    let burt = BurtView::by(battle.view_of(viewer), &book);
    let evaluator = Evaluator::new(&burt, viewer);
    let believed = |unit: UnitId| {
        let body = evaluator.bodies.iter().find(|body| body.unit == unit);
        body.map_or_else(|| Beliefs::weighed([1.0; 5]), |body| evaluator.beliefs_of(body))
    };
    let own: Vec<(UnitId, Beliefs)> =
        burt.all_units().filter(|unit| burt.side(*unit) == enemy).map(|unit| (unit, believed(unit))).collect();
    // SB-11.1: a unit that routs and one that leaves the reserve cost a point each.
    let gone = |unit: &UnitId| !burt.to_come(*unit) && (!burt.present(*unit) || burt.routing(*unit));
    let broken = own.iter().filter(|(unit, _)| gone(unit)).count() as f32;
    let left: f32 = own.iter().map(|(_, beliefs)| 1.0 - beliefs.of(Chit::Reserve)).sum();
    let morale = (f32::from(burt.starting_army_morale(enemy)) - broken - left).round().max(1.0);
    let closed = |unit: UnitId| burt.view.secret::<Chit>(unit).is_none();
    let chosen = |unit: UnitId| burt.view.secret::<Chosen>(unit).is_none();
    let hidden: Vec<(UnitId, Beliefs, bool, bool)> =
        own.iter().map(|(unit, beliefs)| (*unit, *beliefs, closed(*unit), chosen(*unit))).collect();
    let rule = || RuleId::new("SB-3.2");
    if battle.view_of(viewer).side_secret::<ArmyMorale>(enemy).is_none() {
        battle.give_side_secret(enemy, ArmyMorale(morale as u8), rule(), "it is believed");
    }
    for (unit, beliefs, closed, chosen) in hidden {
        if closed && battle.view().secret::<Chit>(unit).is_some() {
            let chit = beliefs.draw(&mut battle.resource_mut::<Chance>());
            battle.give_secret(unit, chit, rule(), "it is believed");
        }
        if chosen && battle.view().secret::<Chosen>(unit).is_some() {
            battle.give_secret(unit, Chosen(None), rule(), "it is believed");
        }
    }
}

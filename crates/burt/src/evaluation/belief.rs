//! Which order a chit that lies face down may be: the army's belief, from what everybody sees.

use super::{
    evaluator::Evaluator,
    summary::{Beliefs, Summary},
};
use crate::{
    acting::orders::Chosen,
    book::values::{ArmyMorale, Chit, Formation},
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
    /// The belief of the side that decides about a unit's order: it knows its own orders, and chits that lie face up. Of
    /// the others it takes those for likely that a unit can carry out where it stands.
    pub(super) fn beliefs_of(&self, body: &Summary) -> Beliefs {
        if let Some(chit) = body.chit {
            return Beliefs::known(chit);
        }
        let likely = self.judgement.clash.likely;
        let block = &body.stance.block;
        let before = |other: &Summary| {
            let point = block::nearest_point(&other.stance.block, block.place.at);
            body.stance.all_round() || block::quarter(block, point) == Face::Front
        };
        let meets = |reach: f32| self.foes(body).any(|other| block.gap(&other.stance.block) <= reach && before(other));
        let chance = |able: bool, reach: f32| match able {
            true if meets(reach) => likely,
            true => 1.0,
            false => 0.0,
        };
        let fires = body.range() > 0.0 && body.stance.formation != Formation::Limbered;
        let lost = (body.level as u8).saturating_sub(self.burt.row(body.unit).level as u8);
        Beliefs::weighed([
            1.0,
            1.0,
            chance(fires, body.range()),
            chance(body.assaults(), body.charge_in(body.stance.formation)),
            f32::from(lost),
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

//! Which order a chit that lies face down may be: the army's belief, from what everybody sees.

use super::evaluator::{Evaluator, Summary};
use crate::book::values::{Arm, Chit, Formation};
use grapeshot_floor::shared::formed::block::{self, Face};

/// The chance of each order to be a unit's order; the chances add up to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Beliefs([f32; 5]);

impl Beliefs {
    /// The belief that an order is certain.
    fn known(chit: Chit) -> Self {
        Self(Chit::ALL.map(|other| if other == chit { 1.0 } else { 0.0 }))
    }

    /// Turns weights into chances that add up to 1.
    fn weighed(weights: [f32; 5]) -> Self {
        let sum: f32 = weights.iter().sum();
        if sum <= 0.0 { Self([0.2; 5]) } else { Self(weights.map(|weight| weight / sum)) }
    }

    /// The chance of an order, 0 to 1.
    pub fn of(&self, chit: Chit) -> f32 {
        self.0[chit as usize]
    }
}

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

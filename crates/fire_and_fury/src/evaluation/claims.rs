//! Which units go to the key positions while there is time (FF-16.2).

use super::{
    mind::{Claim, Glance, Mind, Place},
    rect::Rect,
};
use crate::book::formations::Pose;
use grapeshot_floor::forces::UnitId;

impl Mind<'_, '_> {
    /// FF-16.2: for each key position that the side must still take, or could lose, the nearest unbroken foot or horse.
    pub fn find_claims(&self) -> Vec<Claim> {
        let says = &self.judgement.goals;
        let reach = says.a_turn * (self.left + 1.0);
        let troops = |glance: &&Glance| {
            let values = self.ff.values(glance.unit);
            !values.is_guns() && !values.is_broken()
        };
        let gap = |glance: &Glance, place: &Place| glance.rect.gap(place.at) - place.radius;
        let claim = |place: &Place| {
            let threatened = || self.enemies.iter().filter(troops).any(|enemy| gap(enemy, place) <= reach);
            if place.kept && !threatened() {
                return None;
            }
            let near = self.own.iter().filter(troops).min_by(|a, b| gap(a, place).total_cmp(&gap(b, place)))?;
            Some(Claim { unit: near.unit, place: *place, worth: says.claim * self.judgement.units.point * place.of })
        };
        self.places.iter().filter_map(claim).collect()
    }

    /// FF-16.2: the worth to a unit of a pose on a key position that it is to hold, or near enough to come there in the
    /// turns that are left: the less, the more of these turns the way takes.
    pub fn claimed(&self, unit: UnitId, pose: &Pose) -> f32 {
        let claims = self.claims.iter().filter(|claim| claim.unit == unit);
        claims.map(|claim| claim.worth * self.in_time(&self.rect(unit, pose), &claim.place)).sum()
    }

    /// The share of the turns that are left, 0 to 1, that the way to a key position does not need.
    fn in_time(&self, rect: &Rect, place: &Place) -> f32 {
        let gap = (rect.gap(place.at) - place.radius).max(0.0);
        let reach = self.judgement.goals.a_turn * self.left;
        if gap <= 0.0 {
            1.0
        } else if reach <= 0.0 {
            0.0
        } else {
            (1.0 - gap / reach).max(0.0)
        }
    }
}

//! The battle as it would be if units were, stood or did otherwise, and what follows from where they stand.

use std::{cell::OnceCell, sync::Arc};

use super::{
    sequence_of_play::Charge,
    standing::{AllStanding, GapOf, StandingUnit},
    supposed::{Supposed, Supposition},
    view::FuryView,
};
use crate::book::formations::Pose;
use grapeshot_floor::{forces::UnitId, shared::formed::walk::Body, table::footprint::Outline, turn::Derivation};

impl<'w> FuryView<'w> {
    /// A unit as it is looked at here, to look at it otherwise.
    pub fn suppose(&self, unit: UnitId) -> Supposed {
        let now = || Supposed { unit, troops: self.values(unit).clone(), stands: None, lost: 0, in_haste: false };
        self.supposed_of(unit).cloned().unwrap_or_else(now)
    }

    /// A unit as it would be elsewhere, or in another formation (FF-6.19).
    pub fn suppose_at(&self, unit: UnitId, pose: Pose) -> Supposed {
        let mut known = self.suppose(unit);
        if pose.formation != known.troops.formation() {
            known.troops.mounted = known.troops.mounted_in(pose.formation);
        }
        known.troops.pose = pose;
        known.stands = Some(self.body_in(unit, &pose).outlines().collect());
        known
    }

    /// What is supposed of a unit.
    pub fn supposed_of(&self, unit: UnitId) -> Option<&'w Supposed> {
        self.supposed?.units.iter().find(|supposed| supposed.unit == unit)
    }

    /// These units, and these charges in place of others of their units, besides what is supposed here already.
    pub fn supposing(&self, mut units: Vec<Supposed>, mut charges: Vec<Charge>) -> Supposition {
        let mut standing = OnceCell::new();
        if let Some(known) = self.supposed {
            if units.iter().all(|unit| unit.stands.is_none() || self.stands_elsewhere(unit.unit)) {
                standing = known.standing.clone();
            }
            let others = known.units.iter().filter(|known| !units.iter().any(|new| new.unit == known.unit));
            units.extend(others.cloned().collect::<Vec<_>>());
            let others = known.charges.iter().filter(|known| !charges.iter().any(|new| new.unit == known.unit));
            charges.extend(others.cloned().collect::<Vec<_>>());
        }
        Supposition { units, charges, standing }
    }

    /// The battle as it would be then.
    pub fn after<'s>(&'s self, supposition: &'s Supposition) -> FuryView<'s> {
        FuryView { view: self.view.awhile(), book: self.book, supposed: Some(supposition) }
    }

    /// Whether a unit is looked at as if it stood elsewhere.
    pub fn stands_elsewhere(&self, unit: UnitId) -> bool {
        self.supposed_of(unit).is_some_and(|known| known.stands.is_some())
    }

    /// The units of troops and guns on the table, as they stand, in id order.
    pub fn standing_units(&self) -> Arc<[StandingUnit]> {
        let of = |unit| StandingUnit::new(unit, self.outlines(unit).collect());
        let all = || self.units().map(of).collect();
        match self.supposed.filter(|supposed| supposed.units.iter().any(|unit| unit.stands.is_some())) {
            Some(supposed) => supposed.standing.get_or_init(all).clone(),
            None => self.view.derive(AllStanding, all),
        }
    }

    /// FF-1.4: the distance between two units, or a leader and a unit.
    pub fn gap(&self, a: UnitId, b: UnitId) -> f32 {
        let find = || {
            let theirs: Vec<Outline> = self.outlines(b).collect();
            self.gap_of(self.outlines(a), &theirs)
        };
        let elsewhere = self.stands_elsewhere(a) || self.stands_elsewhere(b);
        if elsewhere { find() } else { self.view.derive(GapOf(a, b), find) }
    }

    /// The answer to a question that follows from the battle: found once for as long as nothing changes, and anew where
    /// something is supposed.
    pub fn derive<D: Derivation>(&self, question: D, find: impl FnOnce() -> D::Answer) -> D::Answer {
        if self.supposed.is_none() { self.view.derive(question, find) } else { find() }
    }
}

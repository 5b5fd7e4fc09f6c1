//! The targets of a unit (SB-6.1 to SB-6.3).

use std::sync::Arc;

use super::shot::{Load, Occasion, Shot};
use crate::{
    book::values::{Arm, Array, Chit, Level},
    state::view::BurtView,
};
use grapeshot_floor::{
    english,
    forces::UnitId,
    orders::{Order, Refusal},
    procedure::Found,
    shared::refuse,
    turn::Derivation,
};

/// SB-6.3: the enemies at which a unit may choose to fire in step 9.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct TargetsOf(UnitId);

impl Derivation for TargetsOf {
    type Answer = Arc<[UnitId]>;
}

impl BurtView<'_> {
    /// Whether a unit may act in step 9, as far as the viewer knows: it needs a target.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_fire(&self, unit: UnitId) -> Result<(), Refusal> {
        self.may_be_ordered_to_fire(unit)?;
        if self.targets(unit).is_empty() {
            return refuse("SB-6.3", format!("{} has no enemy in range, sight and arc", self.name(unit)));
        }
        Ok(())
    }

    /// SB-6.1: whether a unit may fire in step 9 at all: FIRE orders, and nothing that keeps it from firing.
    fn may_be_ordered_to_fire(&self, unit: UnitId) -> Result<(), Refusal> {
        if self.troops(unit).is_none() {
            return refuse("SB-6.1", "Commanders do not fire");
        }
        if !self.may_have(unit, Chit::Fire) {
            return refuse("SB-6.1", format!("{} does not have FIRE orders", self.name(unit)));
        }
        self.ready_to_fire(unit)
    }

    /// SB-6.1: whether a unit can fire, in step 9 or in a reaction, whatever its orders.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn ready_to_fire(&self, unit: UnitId) -> Result<(), Refusal> {
        let (name, work) = (self.name(unit), self.work(unit));
        if !self.present(unit) {
            return refuse("SB-6.1", format!("{name} is not on the table"));
        }
        if work.fired {
            return refuse("SB-6.1", format!("{name} has fired in this turn"));
        }
        if work.retreated {
            return refuse("SB-10.3", format!("{name} retreated in this turn"));
        }
        self.fires(unit)
    }

    /// SB-6.1: whether a unit can fire as it stands, whatever it has done in this turn.
    pub(super) fn fires(&self, unit: UnitId) -> Result<(), Refusal> {
        let (name, values) = (self.name(unit), self.values(unit));
        if self.loads(unit).is_empty() {
            return refuse("SB-6.2", format!("{name} has nothing to fire with"));
        }
        if values.arm == Arm::Artillery && self.array(unit) != Array::Unlimbered {
            return refuse("SB-6.1", format!("{name} is limbered"));
        }
        if self.in_melee(unit) {
            return refuse("SB-6.1", format!("{name} is in melee"));
        }
        if values.level == Level::Rout {
            return refuse("SB-6.1", format!("{name} is routing"));
        }
        if values.pursuing.is_some() {
            return refuse("SB-6.1", format!("{name} is pursuing"));
        }
        Ok(())
    }

    /// SB-6.2: the ammunition that a unit can fire.
    pub fn loads(&self, unit: UnitId) -> &'static [Load] {
        match (self.gun(unit), self.weapon(unit)) {
            (Some(_), _) => &[Load::Canister, Load::Ball],
            (None, Some(_)) => &[Load::SmallArms],
            (None, None) => &[],
        }
    }

    /// SB-6.2: short, medium and long range of what a unit fires, in inches.
    pub fn ranges(&self, unit: UnitId, load: Load) -> (f32, f32, f32) {
        match (self.gun(unit), self.weapon(unit)) {
            (Some(gun), _) if load == Load::Canister => gun.canister,
            (Some(gun), _) if load == Load::Ball => gun.ball,
            (None, Some(weapon)) if load == Load::SmallArms => weapon.ranges,
            _ => (0.0, 0.0, 0.0),
        }
    }

    /// SB-6.2, SB-9.6: the range of a unit in inches.
    pub(super) fn farthest(&self, unit: UnitId, load: Load, occasion: Occasion) -> f32 {
        let (_, _, long) = self.ranges(unit, load);
        match occasion {
            Occasion::Step => long,
            Occasion::Reaction => long.min(self.book.fire.reaction_range),
        }
    }

    /// SB-6.2, SB-6.3, SB-6.12: whether an enemy is in range, arc and sight of a unit, and no melee is in the way.
    fn bears(&self, unit: UnitId, target: UnitId, load: Load, occasion: Occasion) -> Result<(), Refusal> {
        let (name, enemy) = (self.name(unit), self.name(target));
        if self.in_melee(target) {
            return refuse("SB-6.12", format!("{enemy} is in melee"));
        }
        let gap = self.gap(unit, target);
        if self.within(gap, 0.0) {
            return refuse("SB-6.2", format!("{enemy} is in contact with {name}"));
        }
        let farthest = self.farthest(unit, load, occasion);
        if !self.within(gap, farthest) {
            let what = if load.is_artillery() { load.id() } else { "fire" };
            return refuse("SB-6.2", format!("{enemy} is beyond the {} of {what}", english::inches(farthest)));
        }
        if !self.in_arc(unit, target) {
            return refuse("SB-1.8", format!("{enemy} is not in front of {name}"));
        }
        let shell = load == Load::Ball && self.gun(unit).is_some_and(|gun| gun.howitzer);
        if !self.has_line_of_fire(unit, target, shell) {
            if self.sees(unit, target) {
                return refuse("SB-6.12", format!("Friends in melee are too near to the line of fire at {enemy}"));
            }
            return refuse("SB-1.7", format!("{name} does not see {enemy}"));
        }
        if self.figures_that_bear(unit, target) == 0 {
            return refuse("SB-6.4", format!("No base of {name} has {enemy} in its own front zone"));
        }
        Ok(())
    }

    /// SB-6.3: the enemies at which a unit may fire in step 9: if any are within 4 inches, only those.
    pub fn targets(&self, unit: UnitId) -> Arc<[UnitId]> {
        self.view.derive(TargetsOf(unit), || self.find_targets(unit).into())
    }

    fn find_targets(&self, unit: UnitId) -> Vec<UnitId> {
        let bears = |enemy: &UnitId| {
            let mut loads = self.loads(unit).iter();
            loads.any(|load| self.bears(unit, *enemy, *load, Occasion::Step).is_ok())
        };
        let targets: Vec<UnitId> = self.enemies_of(self.side(unit)).filter(bears).collect();
        let near: Vec<UnitId> = targets.iter().copied().filter(|enemy| self.is_near(unit, *enemy)).collect();
        if near.is_empty() { targets } else { near }
    }

    /// SB-6.1, SB-6.2: what a unit could fire at another as both stand, whatever its orders and whatever it has done in this
    /// turn: canister before ball.
    pub fn load_for(&self, unit: UnitId, target: UnitId) -> Option<Load> {
        self.fires(unit).ok()?;
        self.loads(unit).iter().copied().find(|load| self.bears(unit, target, *load, Occasion::Step).is_ok())
    }

    /// SB-6.3: whether a target is so near that it comes before those farther away.
    fn is_near(&self, unit: UnitId, target: UnitId) -> bool {
        self.within(self.gap(unit, target), self.book.fire.near_target)
    }

    /// SB-6.3: whether a unit may fire at an enemy, and its shot. In a reaction the assault names the target, and the
    /// caller checks that the order of the unit allows it to fire.
    ///
    /// # Errors
    /// Why it may not.
    pub fn aim(&self, unit: UnitId, target: UnitId, load: Load, occasion: Occasion) -> Result<Shot, Refusal> {
        self.ready_to_fire(unit)?;
        if self.troops(target).is_none() {
            return refuse("SB-6.3", "Commanders are no targets");
        }
        if self.side(target) == self.side(unit) || !self.present(target) {
            return refuse("SB-6.3", "Only enemy units on the table are targets");
        }
        if !self.loads(unit).contains(&load) {
            return refuse("SB-6.2", format!("{} does not fire {}", self.name(unit), load.id()));
        }
        self.bears(unit, target, load, occasion)?;
        if occasion == Occasion::Step && !self.is_near(unit, target) && !self.targets(unit).contains(&target) {
            return refuse("SB-6.3", format!("{} must fire at the enemy in front within 4 inches", self.name(unit)));
        }
        Ok(self.shot(unit, target, load))
    }

    /// Whether a unit may fire as it is ordered; finds its shot. If the order does not say what guns fire, they take
    /// the ammunition that is likely to cost the enemy more.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check_shoot(&self, order: &Order) -> Found<Shot> {
        let unit = self.one_unit(order)?;
        self.may_be_ordered_to_fire(unit)?;
        let target = self.target_of(order)?;
        let loads = self.loads(unit);
        let shot = match order.choice.as_deref() {
            Some(word) => {
                match [Load::SmallArms, Load::Canister, Load::Ball].into_iter().find(|load| load.id() == word) {
                    Some(load) => self.aim(unit, target, load, Occasion::Step)?,
                    None => return refuse("SB-6.2", format!("{word:?} is nothing to fire: canister or ball")),
                }
            }
            None => {
                let shots: Vec<Result<Shot, Refusal>> =
                    loads.iter().map(|load| self.aim(unit, target, *load, Occasion::Step)).collect();
                let good = shots.iter().flatten().max_by(|a, b| a.expected().total_cmp(&b.expected())).cloned();
                match (good, shots.into_iter().next_back()) {
                    (Some(shot), _) => shot,
                    (None, Some(Err(refusal))) => return Err(refusal),
                    _ => return refuse("SB-6.2", format!("{} has nothing to fire with", self.name(unit))),
                }
            }
        };
        Ok((self.plan_of_shot(&shot), shot))
    }
}

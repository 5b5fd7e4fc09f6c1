//! Step 1: orders on chits, unseen by the other side (SB-3.1 to SB-3.6).

use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use crate::{
    book::values::{Arm, Chit, Level, Role},
    cohesion::army,
    state::{
        orders::{found, hand},
        sequence_of_play::SequenceOfPlay,
        view::BurtView,
    },
};
use grapeshot_floor::{
    english::count,
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, SideId, UnitId},
    orders::{Order, Plan, Refusal},
    shared::refuse,
    turn::{BattleMut, Confidential, Secret},
};

/// SB-3.1: the order that a side has chosen for a unit in this step 1. It is laid down when both sides are ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chosen(pub Option<Chit>);

impl Confidential for Chosen {
    const NAME: &'static str = "burt_chosen_order";
}

/// What the check of an order to give orders found: which chit for whom.
#[derive(Debug, Clone, PartialEq)]
struct Given {
    chit: Chit,
    units: Vec<UnitId>,
}

impl BurtView<'_> {
    /// SB-3.1: whether a unit is in contact with the command element of its brigade, itself or by an aide (SB-12.5).
    pub fn in_contact(&self, unit: UnitId) -> bool {
        let Some(element) = self.view.unit(unit).superior else { return false };
        if self.beside_element(unit) {
            return true;
        }
        self.officers_of(self.side(unit)).any(|aide| {
            self.officer(aide).is_some_and(|aide| aide.role == Role::Adc && aide.rides_for.contains(&element))
                && self.within(self.gap(aide, unit), self.numbers().with_unit)
        })
    }

    /// SB-12.3: whether a general leads a unit.
    pub fn is_led(&self, unit: UnitId) -> bool {
        self.officers_of(self.side(unit))
            .any(|general| self.officer(general).is_some_and(|general| general.leads == Some(unit)))
    }

    /// SB-3.1, SB-7.3: whether a unit may get another order in step 1.
    ///
    /// # Errors
    /// Why it may not: it routs or pursues, or it is out of contact with its command element.
    pub fn may_change_order(&self, unit: UnitId) -> Result<(), Refusal> {
        let Some(values) = self.troops(unit) else {
            return refuse("SB-3.1", format!("{} needs no orders", self.name(unit)));
        };
        let name = self.name(unit);
        if values.level == Level::Rout {
            return refuse("SB-7.3", format!("{name} is routing and takes no orders"));
        }
        if values.pursuing.is_some() {
            return refuse("SB-10.2", format!("{name} pursues and takes no orders"));
        }
        let free = matches!(values.arm, Arm::Skirmishers | Arm::Artillery | Arm::Wagon);
        if free || self.in_contact(unit) || self.is_led(unit) {
            return Ok(());
        }
        refuse("SB-3.1", format!("{name}: out of contact with its command element"))
    }

    /// SB-3.3, SB-3.6, SB-7.3: whether a unit may have an order at all.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_get(&self, unit: UnitId, chit: Chit) -> Result<(), Refusal> {
        let values = self.values(unit);
        let name = self.name(unit);
        match chit {
            Chit::Assault if !values.arm.is_close_order() => {
                refuse("SB-3.3", format!("{name}: this troop type cannot assault"))
            }
            Chit::Assault if values.level == Level::Shaken => {
                refuse("SB-7.3", format!("{name}: shaken troops cannot assault"))
            }
            Chit::Reserve if values.left_reserve => {
                refuse("SB-3.6", format!("{name}: a unit cannot go back into reserve"))
            }
            _ => Ok(()),
        }
    }

    /// The units of a side on the table that may get orders in this step 1.
    pub fn orderable(&self, side: SideId) -> Vec<UnitId> {
        self.units_of(side).filter(|unit| self.may_change_order(*unit).is_ok()).collect()
    }

    /// The orderable units of a side to which an order was given in this step 1.
    pub fn ordered(&self, side: SideId) -> usize {
        let chosen = |unit: &UnitId| self.view.secret::<Chosen>(*unit).is_some_and(|chosen| chosen.0.is_some());
        self.orderable(side).iter().filter(|unit| chosen(unit)).count()
    }

    /// The order that a unit will have after this step 1, as far as those know whose view it is.
    pub fn chosen(&self, unit: UnitId) -> Option<Chit> {
        self.view.secret::<Chosen>(unit).and_then(|chosen| chosen.0).or_else(|| self.chit(unit))
    }

    /// Whether units may get the order that is named.
    ///
    /// # Errors
    /// Why one of them may not.
    pub fn check_order(&self, order: &Order) -> Result<Plan, Refusal> {
        let Some(chit) = order.choice.as_deref().and_then(Chit::named) else {
            return refuse("SB-3.3", "Name the order: reserve, manoeuver, fire, assault or regroup");
        };
        if order.pieces.is_empty() {
            return refuse("SB-3.1", "Name the units");
        }
        let mut units: Vec<UnitId> = order.pieces.iter().map(|piece: &PieceId| self.view.unit_of(*piece)).collect();
        units.sort_unstable();
        units.dedup();
        for unit in &units {
            if self.side(*unit) != order.side {
                return refuse("SB-3.1", format!("{} is not yours", self.name(*unit)));
            }
            self.may_change_order(*unit)?;
            self.may_get(*unit, chit)?;
        }
        let whom = match units[..] {
            [unit] => self.name(unit).to_owned(),
            _ => count(units.len(), "unit"),
        };
        let plan = Plan { summary: format!("{whom}: {}", chit.label()), ..Plan::default() };
        Ok(plan.finding(Given { chit, units }))
    }
}

/// Gives units the order of the order in hand, out of sight.
pub fn resolve_order(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let Some(Given { chit, units }) = found::<Given>(&battle) else { return };
    for unit in units {
        let text = format!("{} will have {} orders", battle.view().unit(unit).name, chit.label());
        battle.give_secret(unit, Chosen(Some(chit)), RuleId::new("SB-3.1"), text);
    }
}

/// A side stands by its places or orders.
pub fn resolve_ready(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let side = hand(&battle).side;
    battle.resource_mut::<SequenceOfPlay>().ready[side.index().min(1)] = true;
    let text = format!("The {} are ready", battle.view().side_named(side).short);
    battle.detail(Some(side), EventKind::Note, RuleId::new("SB-3.1"), text, Explained::default());
}

/// SB-3.1, SB-3.2: both sides are ready: what was chosen lies on the table. A chit that was changed lies face down again.
pub fn lay_down(battle: &mut BattleMut) {
    let rule = || RuleId::new("SB-3.1");
    let units: Vec<UnitId> = BurtView::of(battle.view()).all_units().collect();
    for unit in units {
        let chosen = battle.view().secret::<Chosen>(unit).and_then(|chosen| chosen.0);
        let now = battle.view().secret::<Chit>(unit).copied();
        let name = battle.view().unit(unit).name.clone();
        if let Some(chit) = chosen {
            if now != Some(chit) {
                battle.cover::<Chit>(unit, RuleId::new("SB-3.2"), format!("{name}: a new chit lies face down"));
                battle.give_secret(unit, chit, rule(), format!("{name} has {} orders", chit.label()));
            }
            battle.add_unit_part(unit, Secret::new(Chosen(None)));
        }
        if battle.view().secret::<Chit>(unit) != Some(&Chit::Reserve) {
            army::leaves_reserve(battle, unit);
        }
    }
}

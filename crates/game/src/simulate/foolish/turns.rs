use super::{
    kinds::Kind,
    table::{Table, asked},
};
use crate::battle::Battle;
use grapeshot_floor::{
    forces::{SideId, UnitId},
    orders::Order,
    turn::{Ask, Purpose},
};
use std::collections::{BTreeMap, BTreeSet};

/// An enemy as near as this is at hand, in inches.
const AT_HAND: f32 = 4.0;

/// How a unit stood when it was asked first in a turn.
#[derive(Debug, Clone, Copy)]
struct Asked {
    side: SideId,
    threatened: bool,
    lacks_ammunition: bool,
}

/// A turn under way.
#[derive(Debug, Default)]
pub struct Turn {
    pub number: u16,
    asked: BTreeMap<UnitId, Asked>,
    /// The units that did something.
    acted: BTreeSet<UnitId>,
    /// The units that were resupplied, fired or charged.
    supplied: BTreeSet<UnitId>,
    /// The sides that could charge, if it is the last turn.
    could_charge: BTreeSet<SideId>,
    charged: BTreeSet<SideId>,
}

/// What a turn has to say: of which kind, of which side and unit, and whether it was foolish.
pub type Verdict = (Kind, SideId, Option<UnitId>, bool);

impl Turn {
    pub fn new(number: u16) -> Self {
        Self { number, ..Self::default() }
    }

    /// A side is asked. Before the first turn nobody can do anything that counts.
    pub fn asks(&mut self, battle: &Battle, ask: &Ask) {
        if self.number == 0 {
            return;
        }
        let table = Table::of(battle, ask.side);
        for unit in asked(&table.view, ask) {
            if self.asked.contains_key(&unit) || !table.present(unit) || table.view.hides_unit(unit) {
                continue;
            }
            let ready = table.readiness(unit);
            if !ready.obeys || ready.commander {
                continue;
            }
            let at_hand = || table.enemies().any(|enemy| table.gap(unit, enemy) <= AT_HAND);
            let threatened = table.under_fire(unit) || at_hand();
            self.asked.insert(unit, Asked { side: ask.side, threatened, lacks_ammunition: ready.lacks_ammunition });
        }
        if self.number == battle.view().scenario_info().turns && !self.could_charge.contains(&ask.side) {
            let charges = |order: &Order| battle.rules().purpose(&table.view, order) == Purpose::Charge;
            let offered = ask.verbs.iter().any(|verb| charges(&Order::new(ask.side, verb)));
            if offered && battle.rules().candidates(&table.view, ask).iter().any(charges) {
                self.could_charge.insert(ask.side);
            }
        }
    }

    /// An order for these units.
    pub fn orders(&mut self, side: SideId, purpose: Purpose, units: &BTreeSet<UnitId>) {
        match purpose {
            Purpose::Hold | Purpose::Declare => return,
            Purpose::Charge => {
                self.charged.insert(side);
                self.supplied.extend(units);
            }
            Purpose::Fire | Purpose::Resupply => self.supplied.extend(units),
            Purpose::March | Purpose::Other => {}
        }
        self.acted.extend(units);
    }

    /// A unit did something, ordered or not.
    pub fn acts(&mut self, unit: UnitId) {
        self.acted.insert(unit);
    }

    /// A unit fired or fought, ordered or not.
    pub fn fights(&mut self, unit: UnitId) {
        self.acted.insert(unit);
        self.supplied.insert(unit);
    }

    /// The turn is over.
    pub fn ends(&self, battle: &Battle) -> Vec<Verdict> {
        let mut verdicts = Vec::new();
        for (unit, asked) in &self.asked {
            if battle.view().present(*unit).next().is_none() {
                continue;
            }
            if asked.threatened {
                verdicts.push((Kind::IdleUnderFire, asked.side, Some(*unit), !self.acted.contains(unit)));
            }
            if asked.lacks_ammunition {
                verdicts.push((Kind::ResupplyLeftOut, asked.side, Some(*unit), !self.supplied.contains(unit)));
            }
        }
        verdicts
    }

    /// The battle is over in this turn.
    pub fn ends_the_battle(&self, battle: &Battle) -> Vec<Verdict> {
        let Some(winner) = battle.outcome().and_then(|outcome| outcome.winner) else { return Vec::new() };
        let losers = self.could_charge.iter().filter(|side| **side != winner);
        losers.map(|side| (Kind::LastTurnWithoutTry, *side, None, !self.charged.contains(side))).collect()
    }
}

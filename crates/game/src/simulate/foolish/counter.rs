use super::{
    kinds::{Foolish, Kind, Tally},
    marches::March,
    table::{Table, ordered},
    turns::{Turn, Verdict},
};
use crate::battle::Battle;
use grapeshot_floor::{
    events::{BattleEvent, EventKind},
    forces::{PieceId, SideId, UnitId},
    orders::{Order, Plan, PlannedMove},
    table::path,
    turn::{Ask, Purpose},
};
use std::collections::{BTreeMap, BTreeSet};

/// A friend or an enemy as near as this takes part in a fight, in inches.
const NEAR: f32 = 12.0;
/// Fewer figures make no unit.
const FEW: usize = 3;
/// A shot that hits with no more than this is a bad one.
const BAD: f32 = 0.06;
/// A chance below this is none.
const NO_CHANCE: f32 = 1e-4;

/// A whole unit that was declared moving.
#[derive(Debug)]
struct Declared {
    unit: UnitId,
    side: SideId,
    pieces: Vec<PieceId>,
    gone: BTreeSet<PieceId>,
}

/// Follows a battle and counts the foolish orders of each side.
#[derive(Debug, Default)]
pub struct Counter {
    tallies: BTreeMap<SideId, Tally>,
    found: Vec<Foolish>,
    /// The events that were read.
    read: usize,
    /// The order that is judged, from 1.
    step: u32,
    turn: Turn,
    marches: BTreeMap<UnitId, March>,
    declared: Option<Declared>,
}

impl Counter {
    /// The counts of a side.
    pub fn tally(&self, side: SideId) -> Tally {
        self.tallies.get(&side).cloned().unwrap_or_default()
    }

    /// The foolish orders, the first first.
    pub fn found(&self) -> &[Foolish] {
        &self.found
    }

    /// Looks at a battle in which an order is about to be carried out.
    pub fn look(&mut self, battle: &Battle, order: &Order) {
        self.read_log(battle);
        let number = battle.view().clock().turn;
        if number != self.turn.number {
            let over = std::mem::replace(&mut self.turn, Turn::new(number));
            self.judge(battle, over.ends(battle));
        }
        for ask in &battle.awaiting().asks {
            self.turn.asks(battle, ask);
        }
        self.step += 1;
        if let Some(ask) = battle.awaiting().of(order.side)
            && let Ok(plan) = battle.check(order)
        {
            self.weigh(battle, ask, order, &plan);
        }
    }

    /// Looks at a battle that is over.
    pub fn end(&mut self, battle: &Battle) {
        self.read_log(battle);
        self.judge(battle, self.turn.ends_the_battle(battle));
        let over = std::mem::take(&mut self.turn);
        self.judge(battle, over.ends(battle));
    }

    fn judge(&mut self, battle: &Battle, verdicts: Vec<Verdict>) {
        for (kind, side, unit, foolish) in verdicts {
            self.note(battle, kind, side, unit, foolish);
        }
    }

    fn note(&mut self, battle: &Battle, kind: Kind, side: SideId, unit: Option<UnitId>, foolish: bool) {
        self.tallies.entry(side).or_default().note(kind, foolish);
        if foolish {
            let view = battle.view();
            let unit = match unit {
                Some(unit) => view.unit(unit).name.clone(),
                None => view.side_named(side).short.clone(),
            };
            self.found.push(Foolish { step: self.step, side, kind, unit });
        }
    }

    /// Reads what happened since the last look, and sees which marches are over.
    fn read_log(&mut self, battle: &Battle) {
        self.step = battle.view().clock().step;
        let events = &battle.log().events()[self.read..];
        for event in events {
            self.read_event(battle, event);
        }
        self.read += events.len();
        let acting = battle.rules().acting(&battle.view());
        let over: Vec<UnitId> = self.marches.keys().copied().filter(|unit| acting != Some(*unit)).collect();
        for unit in over {
            let Some(march) = self.marches.remove(&unit) else { continue };
            let side = battle.view().side_of_unit(unit);
            for (kind, foolish) in march.ends(&Table::of(battle, side), unit) {
                self.note(battle, kind, side, Some(unit), foolish);
            }
        }
        if let Some(declared) = self.declared.take_if(|declared| acting != Some(declared.unit)) {
            let few = 3 * declared.gone.len() <= declared.pieces.len();
            self.note(battle, Kind::FewGo, declared.side, Some(declared.unit), few);
        }
    }

    fn read_event(&mut self, battle: &Battle, event: &BattleEvent) {
        let view = battle.view();
        match &event.kind {
            EventKind::Moved { piece, path, .. } => {
                let inches = path::length(path);
                self.turn.acts(view.unit_of(*piece));
                if let Some(march) = self.marches.get_mut(&view.unit_of(*piece)) {
                    march.goes(*piece, inches);
                }
                if let Some(declared) = &mut self.declared {
                    declared.gone.extend(declared.pieces.contains(piece).then_some(*piece));
                }
            }
            EventKind::Formed { unit, .. } => self.forms(*unit),
            EventKind::Reshaped { piece, .. } => self.forms(view.unit_of(*piece)),
            EventKind::Turned { piece, .. } => self.turn.acts(view.unit_of(*piece)),
            EventKind::Shot { shooter, .. } => self.turn.fights(view.unit_of(*shooter)),
            EventKind::Fought { attacker, defender, .. } => {
                self.turn.fights(view.unit_of(*attacker));
                self.turn.fights(view.unit_of(*defender));
            }
            _ => {}
        }
    }

    fn forms(&mut self, unit: UnitId) {
        self.turn.acts(unit);
        if let Some(march) = self.marches.get_mut(&unit) {
            march.formed = true;
        }
    }

    /// Weighs an order that is about to be carried out.
    fn weigh(&mut self, battle: &Battle, ask: &Ask, order: &Order, plan: &Plan) {
        let table = Table::of(battle, order.side);
        let purpose = battle.rules().purpose(&table.view, order);
        let units = ordered(&table.view, ask, order);
        self.turn.orders(order.side, purpose, &units);
        let first = units.first().copied();
        match purpose {
            Purpose::Fire => {
                self.note(battle, Kind::HopelessFire, order.side, first, nothing_can_come_of(plan));
                if let Some(standing) = battle.rules().chance_if_standing(&table.view, order) {
                    let chance = best_chance(plan);
                    self.note(battle, Kind::ShotOnTheMove, order.side, first, chance <= BAD && chance < standing);
                }
            }
            Purpose::Charge => {
                for unit in &units {
                    let march = self.marches.entry(*unit).or_insert_with(|| March::begins(&table, *unit));
                    march.charges = true;
                }
                let target = order.target.map(|piece| table.view.unit_of(piece)).or(order.target_unit);
                if let Some(target) = target {
                    self.note(battle, Kind::AloneIntoContact, order.side, first, is_alone(&table, &units, target));
                }
            }
            Purpose::March => {
                for unit in &units {
                    self.marches.entry(*unit).or_insert_with(|| March::begins(&table, *unit));
                }
                for unit in units.iter().filter(|unit| !table.readiness(**unit).commander) {
                    let own = plan.moves.iter().filter(|way| table.view.unit_of(way.piece) == *unit);
                    let ways: Vec<PlannedMove> = own.cloned().collect();
                    if let Some(way) = PlannedMove::dearest(&ways) {
                        let cut = is_cut_by_friend(&table, *unit, way);
                        self.note(battle, Kind::CutByFriends, order.side, Some(*unit), cut);
                    }
                }
            }
            Purpose::Declare => {
                let whole = ask.pieces.iter().all(|piece| order.pieces.contains(piece));
                if let Some(unit) = ask.unit.filter(|_| whole && order.pieces.len() >= FEW) {
                    let (side, pieces, gone) = (order.side, order.pieces.clone(), BTreeSet::new());
                    self.declared = Some(Declared { unit, side, pieces, gone });
                }
            }
            Purpose::Resupply | Purpose::Hold | Purpose::Other => {}
        }
    }
}

/// The best chance that the order of a plan has, of its tries or of what it may strike.
fn best_chance(plan: &Plan) -> f32 {
    let tries = plan.odds.iter().map(|odds| odds.chance);
    tries.chain(plan.struck.iter().map(|(_, chance)| *chance)).fold(0.0, f32::max)
}

/// Whether nothing can come of the fire of a plan, whatever chance says.
fn nothing_can_come_of(plan: &Plan) -> bool {
    best_chance(plan) < NO_CHANCE || plan.distribution.first().is_some_and(|none| *none > 1.0 - NO_CHANCE)
}

/// Whether units that charge have no friend near the enemy that they charge, and he has one.
fn is_alone(table: &Table, units: &BTreeSet<UnitId>, target: UnitId) -> bool {
    let near = |unit: &UnitId| table.gap(*unit, target) <= NEAR;
    let helped = table.enemies().filter(|enemy| *enemy != target).any(|enemy| near(&enemy));
    helped && units.len() == 1 && !table.friends().filter(|unit| !units.contains(unit)).any(|unit| near(&unit))
}

/// Whether a way ends before a third of its allowance because a friend stands in it.
fn is_cut_by_friend(table: &Table, unit: UnitId, way: &PlannedMove) -> bool {
    let (Some(allowance), Some(why)) = (way.allowance, &way.stopped) else { return false };
    way.cost.total() < allowance / 3.0 && table.names_a_friend(why, unit)
}

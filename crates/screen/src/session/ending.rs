//! Ending a part of the turn: what is left undone then, and passing where a side is asked again and again.

use super::Session;
use grapeshot_floor::{
    forces::{SideId, UnitId},
    turn::Ask,
};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// The number of passes after which a side may pass for the rest of the turn.
const TIRED: usize = 2;

/// A question as it comes again and again in a turn.
#[derive(Debug, Clone, PartialEq)]
struct Recurring {
    turn: u16,
    side: SideId,
    kind: SmolStr,
}

/// What a player has done with the questions that end something.
#[derive(Debug, Default)]
pub(super) struct Endings {
    /// The units that could still do something, as the player was told, and after how many orders.
    told: Option<(usize, Vec<UnitId>)>,
    /// The question that was passed last, and how often in a row.
    passed: Option<(Recurring, usize)>,
    /// The question that is passed for the rest of its turn.
    passing: Option<Recurring>,
}

impl Session {
    /// Goes on without doing more. Where that ends a part of the turn in which units could still do something worth
    /// doing, the player is told of them once instead; false then, or if nothing goes on.
    pub fn go_on_or_tell(&mut self) -> bool {
        let given = self.battle().orders().len();
        if self.undone().is_empty() {
            let units = self.left_undone();
            if !units.is_empty() {
                self.endings.told = Some((given, units));
                return false;
            }
        }
        self.go_on()
    }

    /// The units that could still do something worth doing, as the player was told, the one with the most to do first;
    /// none if nothing was told since the last order.
    pub fn undone(&self) -> &[UnitId] {
        let given = self.battle().orders().len();
        match &self.endings.told {
            Some((told, units)) if *told == given && self.ask_for_human().is_some() => units,
            _ => &[],
        }
    }

    /// The units that could do something worth more than going on, if the question ends what several units do.
    fn left_undone(&self) -> Vec<UnitId> {
        let Some(ask) = self.ask_for_human().filter(|ask| ask.pick && !self.is_placing(ask)) else { return Vec::new() };
        let Some(end) = &ask.go_on else { return Vec::new() };
        let (battle, view) = (self.battle(), self.battle().view_of(ask.side));
        let prospects = battle.rules().prospects(&view, ask);
        let worth_of_ending = prospects.iter().filter(|(order, _)| order.verb == *end);
        let least = worth_of_ending.map(|(_, worth)| worth.total()).fold(0.0, f32::max);
        let mut best: BTreeMap<UnitId, f32> = BTreeMap::new();
        for (order, worth) in prospects.iter().filter(|(order, worth)| order.verb != *end && worth.total() > least) {
            let doer = order.pieces.first().map(|piece| view.unit_of(*piece)).or(order.unit);
            let Some(unit) = doer else { continue };
            if best.get(&unit).is_none_or(|known| *known < worth.total()) && battle.check(order).is_ok() {
                best.insert(unit, worth.total());
            }
        }
        let mut units: Vec<(UnitId, f32)> = best.into_iter().collect();
        units.sort_by(|a, b| b.1.total_cmp(&a.1));
        units.into_iter().map(|(unit, _)| unit).collect()
    }

    /// Counts a pass of this question.
    pub(super) fn count_pass(&mut self, ask: &Ask) {
        let now = self.recurring(ask);
        let before = match self.endings.passed.take() {
            Some((known, often)) if known == now => often,
            _ => 0,
        };
        self.endings.passed = Some((now, before + 1));
    }

    fn recurring(&self, ask: &Ask) -> Recurring {
        Recurring { turn: self.view().clock().turn, side: ask.side, kind: ask.kind.clone() }
    }

    /// Whether the person who is asked may pass questions of this kind for the rest of the turn: after he has passed
    /// several in a row.
    pub fn may_pass_on(&self) -> bool {
        let Some(ask) = self.ask_for_human().filter(|ask| ask.go_on.is_some()) else { return false };
        let now = self.recurring(ask);
        self.endings.passed.as_ref().is_some_and(|(passed, often)| *passed == now && *often >= TIRED)
    }

    /// Passes the question that stands, and all of its kind that come in this turn.
    pub fn pass_on(&mut self) {
        if self.may_pass_on() {
            self.endings.passing = self.ask_for_human().map(|ask| self.recurring(ask));
            self.pass_by_itself();
        }
    }

    /// Passes a question that its player passes for the rest of the turn; true if it did.
    pub(super) fn pass_by_itself(&mut self) -> bool {
        let Some(ask) = self.ask_for_human() else { return false };
        self.endings.passing.as_ref() == Some(&self.recurring(ask)) && self.go_on()
    }
}

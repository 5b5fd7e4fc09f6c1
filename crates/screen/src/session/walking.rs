//! Going through units and targets one after the other, for a player who plays by keys.

use super::{LookAt, Session};
use grapeshot_floor::{forces::UnitId, orders::ArgumentKind};

impl Session {
    /// The units that the person who is asked may answer for, in order.
    pub fn units_to_act(&self) -> Vec<UnitId> {
        let Some(ask) = self.ask_for_human() else { return Vec::new() };
        let view = self.view();
        let mut units: Vec<UnitId> = if self.is_placing(ask) {
            view.units().filter(|unit| self.placeable(*unit).is_some()).collect()
        } else if ask.pick || ask.unit.is_none() {
            ask.pieces.iter().map(|piece| view.unit_of(*piece)).collect()
        } else {
            ask.unit.into_iter().collect()
        };
        units.sort_unstable();
        units.dedup();
        units
    }

    /// Goes to the next unit that may act, or back to the unit before; while the order in hand wants a target and its
    /// pieces have one, to the next target.
    pub fn walk(&mut self, on: bool) {
        let (wanted, targets, units) = match &self.draft {
            Some(draft) => (draft.waits_for(), draft.targets().to_vec(), draft.target_units().to_vec()),
            None => (None, Vec::new(), Vec::new()),
        };
        match wanted {
            Some(ArgumentKind::Target) if !targets.is_empty() => {
                let now = self.draft.as_ref().and_then(|draft| draft.shown().target);
                if let Some(target) = next(&targets, now, on) {
                    self.try_target(target);
                    self.look_at = self.shown().piece(target).map(|piece| LookAt::Point(piece.place.at));
                }
            }
            Some(ArgumentKind::TargetUnit) if !units.is_empty() => {
                let now = self.draft.as_ref().and_then(|draft| draft.shown().target_unit);
                if let Some(unit) = next(&units, now, on) {
                    self.try_out(|order| order.target_unit = Some(unit));
                    self.look_at_unit_if_far(unit);
                }
            }
            _ => {
                let units = self.units_to_act();
                if let Some(unit) = next(&units, self.selection.unit, on) {
                    self.select_unit(Some(unit));
                    self.look_at_unit_if_far(unit);
                }
            }
        }
    }
}

/// The entry after `now` in a list, or the one before it; after the last comes the first.
fn next<T: Copy + PartialEq>(list: &[T], now: Option<T>, on: bool) -> Option<T> {
    let count = list.len();
    let at = now.and_then(|now| list.iter().position(|one| *one == now));
    let to = match (at, on) {
        (_, _) if count == 0 => return None,
        (None, true) => 0,
        (None, false) => count - 1,
        (Some(at), true) => (at + 1) % count,
        (Some(at), false) => (at + count - 1) % count,
    };
    Some(list[to])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_goes_round_a_list_in_both_ways() {
        let list = [3, 5, 8];
        assert_eq!(next(&list, None, true), Some(3));
        assert_eq!(next(&list, Some(8), true), Some(3));
        assert_eq!(next(&list, Some(3), false), Some(8));
        assert_eq!(next::<u8>(&[], None, true), None);
    }
}

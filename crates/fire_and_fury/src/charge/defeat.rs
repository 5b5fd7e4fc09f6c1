//! What losing a charge combat does to units (FF-9.6, FF-10.10, FF-10.12, FF-12.8).

use super::score::Combat;
use crate::{book::formations::Formation, state::view::FuryView};
use grapeshot_floor::forces::UnitId;

/// The ending of a unit that has lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It holds, in a square or behind works.
    Holds,
    /// FF-6.17: it goes back two inches.
    Back,
    /// FF-6.16: it retreats out of close range.
    OutOfRange,
    /// FF-6.15: it retreats in full: troops broken, guns silenced.
    Flees,
    /// Its guns are lost.
    Lost,
}

/// FF-10.10, FF-10.12: what losing does to a side.
#[derive(Debug, Clone, PartialEq)]
pub struct Defeat {
    /// The stands that its troops lose together.
    pub stands: u8,
    /// The ending of each of its units.
    pub units: Vec<(UnitId, Ending)>,
}

impl FuryView<'_> {
    /// FF-10.10, FF-10.12: whether a side that loses by this difference is swept.
    pub fn is_swept(&self, difference: i32) -> bool {
        difference >= i32::from(self.book.charge.swept)
    }

    /// FF-10.5: the stands that each unit of a side loses of the side's losses, the lead unit first.
    pub fn shares(&self, units: &[UnitId], mut stands: u8) -> Vec<(UnitId, u8)> {
        if units.is_empty() {
            return Vec::new();
        }
        let lead = self.lead(units);
        let all = std::iter::once(lead).chain(units.iter().copied().filter(|unit| *unit != lead));
        let share = |unit: UnitId| {
            let share = stands.min(self.count(unit) as u8);
            stands -= share;
            (unit, share)
        };
        all.map(share).collect()
    }

    /// FF-10.10, FF-10.12: what losing a combat by this difference does to the attackers, or to the defenders. They
    /// share the losses, the lead unit first (FF-10.5); all else comes upon each unit.
    pub fn defeat(&self, combat: &Combat, attacks: bool, difference: i32) -> Defeat {
        let table = &self.book.charge;
        let (driven, swept) = (difference >= i32::from(table.driven), self.is_swept(difference));
        let (attackers, defenders) = (&combat.attackers[..], &combat.defenders[..]);
        let (losers, winners) = if attacks { (attackers, defenders) } else { (defenders, attackers) };
        let horse = self.mostly(winners, |unit| self.values(unit).is_mounted());
        let outflanked = self.is_outflanked(combat, losers);
        let worse = horse || outflanked;
        let troops: Vec<UnitId> = losers.iter().copied().filter(|unit| !self.values(*unit).is_guns()).collect();
        let stands = match (swept, driven) {
            (true, _) => table.lost_swept + (difference - i32::from(table.more_from)).max(0) as u8,
            (_, true) if worse => table.lost_driven + table.lost_driven_more,
            (_, true) => table.lost_driven,
            _ => u8::from(!troops.is_empty() && self.values(self.lead(&troops)).must_check()),
        };
        let of_troops = |unit: UnitId| {
            let formation = self.formation(unit);
            let square = formation == Formation::Square;
            // FF-12.2: a storming column that loses breaks.
            let storms = attacks && formation == Formation::StormingColumn;
            match (driven, square) {
                _ if swept || storms || driven && (worse || square) || outflanked && !square => Ending::Flees,
                (true, _) => Ending::OutOfRange,
                (false, true) => Ending::Holds,
                (false, false) if !attacks && self.is_fortified(unit) => Ending::Holds,
                (false, false) => Ending::Back,
            }
        };
        let of_guns = |unit: UnitId| {
            let limbered = self.formation(unit) == Formation::Limbered;
            let stays = self.has_heavy_guns(unit) || self.values(unit).flags.fixed;
            match driven {
                _ if !limbered && (swept || driven && (stays || horse)) => Ending::Lost,
                // Fortified guns stay where they are, even if they are outflanked.
                false if self.is_fortified(unit) => Ending::Holds,
                _ if !limbered && stays => Ending::Lost,
                _ => Ending::Flees,
            }
        };
        let of = |unit: UnitId| if self.values(unit).is_guns() { of_guns(unit) } else { of_troops(unit) };
        Defeat { stands, units: losers.iter().map(|unit| (*unit, of(*unit))).collect() }
    }
}

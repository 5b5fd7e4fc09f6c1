//! Which units may act in a step.

use crate::{
    book::{
        formations::Formation,
        values::{Class, Effect},
    },
    command::checks::Under,
    state::view::FuryView,
};
use grapeshot_floor::forces::{SideId, UnitId};

impl FuryView<'_> {
    /// FF-10.1: the units of a side that may charge and have an enemy near enough.
    pub fn able_to_charge(&self, side: SideId) -> Vec<UnitId> {
        let near = |unit: &UnitId| {
            let double = self.work(*unit).effect == Some(Effect::DoubleQuick);
            let reach = self.full_move(*unit, self.formation(*unit), Class::Open, double);
            self.nearest_enemy(*unit).is_some_and(|(_, gap)| self.within(gap, reach))
        };
        self.units_of(side).filter(|unit| self.may_charge(*unit).is_ok() && near(unit)).collect()
    }

    /// FF-5.3: the units of a side that may still check, with a leader or out of command.
    pub fn able_to_check(&self, side: SideId) -> Vec<UnitId> {
        let able = |unit: &UnitId| {
            let over = self.leaders_over(*unit);
            self.may_check(*unit, Under::Nobody).is_ok()
                || over.into_iter().any(|leader| self.may_check(*unit, Under::Leader(leader)).is_ok())
        };
        self.units_of(side).filter(able).collect()
    }

    /// FF-6.2: the units that have checked together and still have their maneuver to make.
    pub fn waiting(&self) -> Vec<UnitId> {
        let play = self.play();
        play.group
            .iter()
            .copied()
            .filter(|unit| self.present(*unit) && !self.work(*unit).done)
            .filter(|unit| self.charge_of(*unit).is_none())
            .collect()
    }

    /// FF-3.4: the units of the group that have moved and may still refuse a flank.
    pub fn may_refuse_still(&self) -> Vec<UnitId> {
        let may = |unit: &UnitId| {
            let pose = self.pose(*unit);
            let single = pose.formation == Formation::Line || pose.formation == Formation::OpenOrder && pose.ranks <= 1;
            single && pose.refused == (0, 0) && self.work(*unit).effect.is_some_and(Effect::is_usable)
        };
        let group = self.play().group.iter().copied();
        group.filter(|unit| self.present(*unit) && self.work(*unit).done).filter(may).collect()
    }
}

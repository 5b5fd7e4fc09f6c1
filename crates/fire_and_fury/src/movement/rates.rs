//! The inches of a unit's move (FF-6.1).

use crate::{
    book::{
        data::Rates,
        formations::Formation,
        values::{Arm, Class},
    },
    state::view::FuryView,
};
use grapeshot_floor::forces::UnitId;

/// The name of the row of a formation of foot or horse.
fn row(formation: Formation, mounted: bool) -> &'static str {
    match (formation, mounted) {
        (Formation::Line | Formation::SupportedLine, true) => "cav_line",
        (Formation::Broken, true) => "cav_broken",
        (Formation::StormingColumn, false) => "inf_storming_column",
        (_, true) => "cav_column",
        (Formation::Line | Formation::SupportedLine, false) => "inf_line",
        (Formation::FieldColumn, false) => "inf_field_column",
        (Formation::OpenOrder, false) => "open_order",
        (Formation::Square, false) => "square",
        (Formation::Broken, false) => "inf_broken",
        (_, false) => "inf_march_column",
    }
}

impl<'w> FuryView<'w> {
    /// FF-6.1: the row of rates of a unit in a formation; none if it does not move in that formation. For guns the
    /// slowest gun counts.
    pub fn rates(&self, unit: UnitId, formation: Formation) -> Option<&'w Rates> {
        let values = self.values(unit);
        if values.arm != Arm::Artillery {
            return self.book.rates(row(formation, values.is_mounted()));
        }
        let rows = self.stands(unit).into_iter().map(|piece| {
            let (_, kind) = self.gun(piece)?;
            let name = if formation == Formation::Unlimbered { kind.haul.as_ref()? } else { &kind.row };
            self.book.rates(name)
        });
        let rows: Option<Vec<&Rates>> = rows.collect();
        rows?.into_iter().min_by(|a, b| a.rates.0.total_cmp(&b.rates.0))
    }

    /// FF-6.1: the inches of a full move of a unit in a formation over a class of ground; 0 if it may not move there.
    pub fn full_move(&self, unit: UnitId, formation: Formation, class: Class, double_quick: bool) -> f32 {
        let Some(rates) = self.rates(unit, formation) else { return 0.0 };
        let inches = rates.inches(class, double_quick);
        // The table has no row for cavalry that storms: half of its march column.
        if formation == Formation::StormingColumn && self.values(unit).is_mounted() {
            return inches / 2.0;
        }
        if rates.id != "inf_line" {
            return inches;
        }
        let usual = rates.rates.0;
        if usual > 0.0 { inches * self.settings().line_rate_open / usual } else { inches }
    }

    /// FF-7.3: the factor of a good road on the inches of a unit.
    pub fn road_multiplier(&self, unit: UnitId, formation: Formation) -> f32 {
        self.rates(unit, formation).map_or(1.0, |rates| rates.road)
    }
}

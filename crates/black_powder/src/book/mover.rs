//! Kinds of mover: the columns of the table of grounds (BP-3.5).

use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::{
    data::GroundRow,
    values::{Formation, Troop},
};
use grapeshot_floor::{english::words::in_words, table::terrain::Ground};

in_words! {
    /// A kind of mover, by the columns of BP-3.5.
    pub enum Mover: ALL, label {
        /// Formed infantry.
        Infantry = "formed foot";
        /// Infantry in skirmish order.
        Skirmishers = "foot in skirmish order";
        /// Formed cavalry.
        Cavalry = "formed horse";
        /// Cavalry in skirmish order.
        OpenCavalry = "horse in skirmish order";
        /// Guns and wagons.
        Wheels = "guns and wagons";
    }
}

impl Mover {
    /// The kind of mover that an arm is in a formation.
    pub fn of(troop: Troop, formation: Formation) -> Self {
        match (troop, formation) {
            (Troop::Infantry, Formation::Skirmish) => Self::Skirmishers,
            (Troop::Infantry, _) => Self::Infantry,
            (Troop::Cavalry, Formation::Skirmish) => Self::OpenCavalry,
            (Troop::Cavalry, _) => Self::Cavalry,
            (Troop::Artillery | Troop::Wagon, _) => Self::Wheels,
        }
    }

    /// The word for it in ground that a scenario closes to some.
    pub fn who(self) -> &'static str {
        match self {
            Self::Infantry | Self::Skirmishers => "foot",
            Self::Cavalry | Self::OpenCavalry => "mounted",
            Self::Wheels => "wheeled",
        }
    }

    /// BP-3.5: the rate of this mover over a piece of ground: as the scenario has it, else that of its kind.
    pub fn rate_over(self, rows: &BTreeMap<SmolStr, GroundRow>, kind: &str, ground: &Ground) -> f32 {
        ground.rate_for(self.who(), rows.get(kind).map_or(1.0, |row| self.rate(row.rates)))
    }

    /// The value of this mover's column.
    pub fn rate(self, rates: (f32, f32, f32, f32, f32)) -> f32 {
        match self {
            Self::Infantry => rates.0,
            Self::Skirmishers => rates.1,
            Self::Cavalry => rates.2,
            Self::OpenCavalry => rates.3,
            Self::Wheels => rates.4,
        }
    }
}

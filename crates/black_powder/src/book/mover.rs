//! Kinds of mover: the columns of the table of grounds (BP-3.5).

use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::{
    data::GroundRow,
    values::{Formation, Troop},
};
use grapeshot_floor::table::terrain::Ground;

/// A kind of mover, by the columns of BP-3.5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mover {
    /// Formed infantry.
    Infantry,
    /// Infantry in skirmish order.
    Skirmishers,
    /// Formed cavalry.
    Cavalry,
    /// Cavalry in skirmish order.
    OpenCavalry,
    /// Guns and wagons.
    Wheels,
}

impl Mover {
    /// All kinds of mover, in the order of the columns.
    pub const ALL: [Self; 5] = [Self::Infantry, Self::Skirmishers, Self::Cavalry, Self::OpenCavalry, Self::Wheels];

    /// The words for it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Infantry => "formed foot",
            Self::Skirmishers => "foot in skirmish order",
            Self::Cavalry => "formed horse",
            Self::OpenCavalry => "horse in skirmish order",
            Self::Wheels => "guns and wagons",
        }
    }

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

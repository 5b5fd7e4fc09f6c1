//! Kinds of mover: the columns of the table of grounds (BP-3.5).

use super::{
    data::GroundRow,
    values::{Formation, Troop},
};

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

    /// BP-3.5: the rate of this mover on a kind of ground.
    pub fn rate_in(self, row: &GroundRow) -> f32 {
        self.rate(row.rates)
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

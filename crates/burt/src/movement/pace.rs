//! How far a unit may walk: its pace, and the limits of a walk beyond ground and friends.

use bevy::math::Vec2;

use crate::{
    book::{
        bases,
        data::TroopRow,
        values::{Array, Formation},
    },
    state::view::BurtView,
};
use grapeshot_floor::{forces::UnitId, table::footprint::Outline};

/// SB-4.1: the rate at which a unit goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// A normal move.
    Move,
    /// The charge rate.
    Charge,
    /// A reserve's move.
    Reserve,
    /// A rout or a pursuit (SB-10.1, SB-10.2): the charge rate, or for units without one the normal rate.
    Flight,
}

/// The limits of a walk beyond ground and friends.
#[derive(Debug, Clone, PartialEq)]
pub struct Leave {
    /// SB-4.12: inches that it keeps from enemies; it comes no nearer to enemies that are nearer already.
    pub berth: f32,
    /// SB-3.5: inches that it must be away from enemies where it ends.
    pub end_berth: f32,
    /// The enemy that it may come up to and touch.
    pub target: Option<UnitId>,
    /// SB-9.1: whether it lines up, where it touches the enemy, beside friends that it would stand on.
    pub lines_up: bool,
    /// SB-9.2: the outlines of its assaulters, whose front zones it may not leave.
    pub zones: Vec<Outline>,
    /// Whether it must touch nobody where it ends (SB-9.3).
    pub apart: bool,
    /// Whether terrain takes no level from it (SB-10.1, SB-10.3).
    pub keeps_order: bool,
    /// Whether friends that it passes take no level from it; they lose one all the same (SB-10.1).
    pub spared: bool,
    /// The corners between which it may go, if they are not those of the table (SB-11.6).
    pub table: Option<(Vec2, Vec2)>,
}

impl BurtView<'_> {
    /// SB-4.12: the limits of an ordinary move.
    pub fn ordinary_leave(&self) -> Leave {
        Leave {
            berth: self.numbers().enemy_berth,
            end_berth: 0.0,
            target: None,
            lines_up: false,
            zones: Vec::new(),
            apart: false,
            keeps_order: false,
            spared: false,
            table: None,
        }
    }

    /// SB-4.1, SB-10.1: inches of a whole move of a unit in an arrangement; 0 if it has none of that kind.
    pub fn pace(&self, unit: UnitId, array: Array, pace: Pace) -> f32 {
        let (row, arm) = (self.row(unit), self.arm(unit));
        let formation = bases::formation(array, arm, self.bases(unit));
        if formation == Formation::Unlimbered {
            return 0.0;
        }
        match pace {
            Pace::Move => TroopRow::by_formation(row.moves, formation),
            Pace::Charge => TroopRow::by_formation(row.charges, formation),
            Pace::Reserve => TroopRow::by_formation(row.reserve, formation),
            Pace::Flight if formation == Formation::Square => self.numbers().squares_rout,
            Pace::Flight => match TroopRow::by_formation(row.charges, formation) {
                charge if charge > 0.0 => charge,
                _ => TroopRow::by_formation(row.moves, formation),
            },
        }
    }
}

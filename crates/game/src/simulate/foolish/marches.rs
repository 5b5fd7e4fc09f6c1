use super::{kinds::Kind, table::Table};
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    table::position::Heading,
};
use std::collections::BTreeMap;

/// A march of fewer inches is hardly one.
const HALF_AN_INCH: f32 = 0.5;
/// A unit that turns by more degrees has done something.
const TURN: f32 = 15.0;
/// An enemy as near as this may ride a commander down, in inches.
const AT_HAND: f32 = 8.0;

/// A unit on its march.
#[derive(Debug)]
pub struct March {
    commander: bool,
    facing: Option<Heading>,
    under_canister: bool,
    /// The inches that each piece has gone.
    gone: BTreeMap<PieceId, f32>,
    /// Whether the unit took another formation or shape.
    pub formed: bool,
    /// Whether some of it went into contact.
    pub charges: bool,
}

impl March {
    /// A unit is about to set out.
    pub fn begins(table: &Table, unit: UnitId) -> Self {
        let commander = table.readiness(unit).commander;
        Self {
            commander,
            facing: facing(table, unit),
            under_canister: !commander && table.under_canister(unit),
            gone: BTreeMap::new(),
            formed: false,
            charges: false,
        }
    }

    /// A piece has gone some inches.
    pub fn goes(&mut self, piece: PieceId, inches: f32) {
        *self.gone.entry(piece).or_default() += inches;
    }

    /// The unit has come to rest: of which kinds the march could have been foolish, and whether it was.
    pub fn ends(&self, table: &Table, unit: UnitId) -> Vec<(Kind, bool)> {
        if !table.present(unit) || self.charges {
            return Vec::new();
        }
        if self.commander {
            return vec![(Kind::LeaderAlone, is_alone(table, unit))];
        }
        let far = self.gone.values().copied().fold(0.0, f32::max);
        let turned = match (self.facing, facing(table, unit)) {
            (Some(from), Some(to)) => from.angle_to(to) >= TURN,
            _ => false,
        };
        let canister = !self.under_canister && table.under_canister(unit);
        vec![
            (Kind::HalfAnInch, far < HALF_AN_INCH && !turned && !self.formed),
            (Kind::IntoCanister, canister && !table.bears(unit) && !table.at_objective(unit)),
        ]
    }
}

fn facing(table: &Table, unit: UnitId) -> Option<Heading> {
    table.view.present(unit).next().map(|piece| table.view.place(piece).facing)
}

/// Whether an enemy is at hand, and no friend is as near.
fn is_alone(table: &Table, commander: UnitId) -> bool {
    let nearest = |gaps: &mut dyn Iterator<Item = UnitId>| {
        gaps.map(|unit| table.gap(commander, unit)).fold(f32::INFINITY, f32::min)
    };
    let enemy = nearest(&mut table.enemies());
    enemy <= AT_HAND && nearest(&mut table.friends()) > enemy
}

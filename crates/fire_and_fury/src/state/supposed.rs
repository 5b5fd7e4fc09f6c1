//! What is looked at as if it were so: units that are, stand or do otherwise.

use std::{cell::OnceCell, sync::Arc};

use super::{sequence_of_play::Charge, standing::StandingUnit};
use crate::book::values::{OrderState, Troops};
use grapeshot_floor::{forces::UnitId, table::footprint::Outline};

/// A unit that is looked at as if it were otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Supposed {
    /// Which.
    pub unit: UnitId,
    /// What it would be, and how it would stand.
    pub troops: Troops,
    /// Its stands, if they would stand elsewhere.
    pub stands: Option<Vec<Outline>>,
    /// How many of them it would have lost.
    pub lost: usize,
    /// FF-5.13: it would have formed a hasty square, or countercharge.
    pub in_haste: bool,
}

impl Supposed {
    /// FF-1.5: it has lost its order, or its guns are silenced.
    pub fn disordered(mut self) -> Self {
        if self.troops.is_guns() {
            self.troops.silenced = true;
        } else if self.troops.order == OrderState::Good {
            self.troops.order = OrderState::Disordered;
        }
        self
    }
}

/// What is looked at as if it were so.
#[derive(Debug, Default)]
pub struct Supposition {
    pub(super) units: Vec<Supposed>,
    pub(super) charges: Vec<Charge>,
    /// The places of all units then, once they are asked for.
    pub(super) standing: OnceCell<Arc<[StandingUnit]>>,
}

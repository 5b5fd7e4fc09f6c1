//! A question that several may answer at once, laid out as a sheet: who may do what, with what chance, and what it
//! leads to.

use crate::{
    events::RuleId,
    forces::UnitId,
    orders::{Order, Outlook},
};

/// One thing that some may do.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetWay {
    /// What it is ("Form a rally square").
    pub label: String,
    /// The doer and what it leads to, in a line ("4 of 7; 40 % a shot").
    pub note: String,
    /// The orders that name it, each of which is allowed as the battle stands; none where it is to do nothing.
    pub orders: Vec<Order>,
    /// How many checks it takes.
    pub checks: usize,
    /// The chance of each check, 0 to 1; none where nothing is left to chance.
    pub chance: Option<f32>,
    /// The fight that would follow.
    pub outlook: Option<Outlook>,
    pub rule: RuleId,
}

/// What those of one unit may do.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetGroup {
    pub unit: UnitId,
    /// What it is just now ("7 men, Reaction 3").
    pub about: String,
    /// The ways open to it, the one that does nothing last.
    pub ways: Vec<SheetWay>,
}

/// A question laid out as a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// What it is ("Pause at half distance").
    pub title: String,
    /// How it is answered, in a line.
    pub hint: String,
    /// What was named before in answer to the same question, with the chance of its check.
    pub named: Vec<(String, f32)>,
    /// The units.
    pub groups: Vec<SheetGroup>,
    /// Whether the answers go on with the battle at once; else the order that goes on must follow them.
    pub closes: bool,
}

impl SheetWay {
    /// Whether two ways cannot go together, because somebody would do both.
    pub fn excludes(&self, other: &Self) -> bool {
        let named = |order: &Order| order.pieces.clone();
        let pieces: Vec<_> = self.orders.iter().flat_map(named).collect();
        let theirs: Vec<_> = other.orders.iter().flat_map(named).collect();
        pieces.is_empty() || theirs.is_empty() || pieces.iter().any(|piece| theirs.contains(piece))
    }
}

//! What the computer did last and why, and the futures of the orders that it thought of.

use super::Session;
use grapeshot_floor::{
    forces::{PieceId, SideId, UnitId},
    table::position::Place,
};

/// What the computer did and why, for the caption.
#[derive(Debug, Clone, PartialEq)]
pub struct Caption {
    /// The side that the computer plays.
    pub side: SideId,
    /// The unit, if it is about one.
    pub unit: Option<UnitId>,
    /// What it does ("Section Lebrun marches").
    pub title: String,
    /// The number of orders after which it stands in the log.
    pub step: usize,
    /// What it thought; none if that side keeps secrets from the viewer.
    pub thought: Option<Thought>,
}

/// What the computer thought before it gave an order.
#[derive(Debug, Clone, PartialEq)]
pub struct Thought {
    /// Why, in the computer's words.
    pub reason: String,
    /// The best orders that it thought of, the best first.
    pub considered: Vec<ThoughtOf>,
}

/// An order that the computer thought of.
#[derive(Debug, Clone, PartialEq)]
pub struct ThoughtOf {
    pub text: String,
    /// What it was worth to it, in words.
    pub worth: String,
    /// Where pieces would have gone in a future that it played with this order; empty if it played none.
    pub end: Vec<(PieceId, Place)>,
}

impl Session {
    /// What the computer did last and why.
    pub fn caption(&self) -> Option<&Caption> {
        self.caption.as_ref()
    }

    /// Looks at a future of one of the orders that the computer thought of, by its place; at none any more.
    pub fn foresee(&mut self, order: Option<usize>) {
        self.foreseen = order;
    }

    /// Which of the orders that the computer thought of is looked at, by its place.
    pub fn foresees(&self) -> Option<usize> {
        self.foreseen
    }

    /// Where pieces go in the future that is looked at.
    pub fn foreseen(&self) -> &[(PieceId, Place)] {
        let thought = self.caption.as_ref().and_then(|caption| caption.thought.as_ref());
        let order = thought.zip(self.foreseen).and_then(|(thought, n)| thought.considered.get(n));
        order.map_or(&[], |order| &order.end)
    }
}

//! The paths that an order fixes, by its verb: a move, a group, an assault, a charge, or to man a house.

use std::sync::Arc;

use super::declaration::pinned;
use crate::{
    orders::verbs,
    state::{
        sequence_of_play::{Activation, FigureAction},
        ways::Fixed,
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    orders::{Order, Refusal},
    shared::refuse,
    turn::Derivation,
};

/// The paths that an order would fix. It holds the order as text, which can be sorted.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct PathsOf(String);

impl Derivation for PathsOf {
    type Answer = Result<Arc<Fixed>, Refusal>;
}

impl SkirmishView<'_> {
    /// The paths that a move, group or assault order fixes in the activation under way.
    ///
    /// # Errors
    /// If the movement of the activation is over, if the unit is pinned, if a figure was not declared moving, or if a
    /// way is barred or too long.
    pub fn plan_paths(&self, order: &Order) -> Result<Arc<Fixed>, Refusal> {
        let text = serde_json::to_string(order).expect("an order is plain data");
        self.view.derive(PathsOf(text), || self.find_paths(order, self.activation()).map(Arc::new))
    }

    fn find_paths(&self, order: &Order, activation: &Activation) -> Result<Fixed, Refusal> {
        if activation.marched {
            return refuse("CP-2.15", "The movement of this activation is over: all movement is one phase");
        }
        if activation.pinned {
            return Err(pinned());
        }
        for piece in &order.pieces {
            if !matches!(self.part(*piece), FigureAction::Moving | FigureAction::Sprinting) {
                return refuse("CP-2.11", format!("{} was not declared moving", self.name(*piece)));
            }
        }
        if order.verb == verbs::GROUP {
            return self.supplement().plan_body(self, order, activation);
        }
        if order.verb == verbs::MAN {
            return self.plan_man(order, activation);
        }
        if order.verb == verbs::ASSAULT {
            return self.plan_assault(order, activation);
        }
        if order.verb == verbs::CHARGE {
            return self.plan_charge(order, activation);
        }
        self.plan_move(order, activation)
    }
}

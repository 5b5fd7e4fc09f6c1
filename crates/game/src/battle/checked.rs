//! Orders that were checked: a draft that a player looks at, or an order that the computer thought over, is checked
//! once and resolved as it was checked.

use std::{ops::Range, sync::Arc};

use super::{Battle, order_validation};
use grapeshot_floor::orders::{Order, Plan, Refusal};

/// A state of a battle, to tell whether the battle stands as it stood.
#[derive(Debug, Clone, Default)]
pub(super) struct Moment(Arc<()>);

impl PartialEq for Moment {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// An order that is allowed, with what it would do, as of the moment at which it was checked.
#[derive(Debug, Clone)]
pub struct Checked {
    pub(super) order: Order,
    pub(super) plan: Plan,
    moment: Moment,
}

impl PartialEq for Checked {
    /// The same order with the same plan, whenever it was checked.
    fn eq(&self, other: &Self) -> bool {
        self.order == other.order && self.plan == other.plan
    }
}

impl Checked {
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// What it would do.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The same with the lines of its plan as `say` tells them.
    pub fn told(mut self, say: impl Fn(&str) -> String) -> Self {
        for line in std::iter::once(&mut self.plan.summary).chain(&mut self.plan.warnings) {
            *line = say(line);
        }
        self
    }
}

impl Battle {
    /// Whether an order is allowed now, and what it would do: the order is sane, its side is asked, and the
    /// ruleset allows it by what that side knows.
    ///
    /// # Errors
    /// A [`Refusal`] that says why.
    pub fn check(&self, order: &Order) -> Result<Plan, Refusal> {
        order_validation::check(self, order).map_err(order_validation::Fault::refusal)?;
        self.rules().check(&self.view_of(order.side), order)
    }

    /// Checks an order that may be given after.
    ///
    /// # Errors
    /// A [`Refusal`] that says why it is not allowed.
    pub fn draft(&self, order: Order) -> Result<Checked, Refusal> {
        let plan = self.check(&order)?;
        Ok(Checked { order, plan, moment: self.moment.clone() })
    }

    /// Gives an order that was checked, as [`Battle::submit`] does: what was found then is what is resolved. If the
    /// battle no longer stands as it stood, or is another one, the order is checked anew.
    ///
    /// # Errors
    /// A [`Refusal`]; nothing has changed then.
    pub fn give(&mut self, checked: Checked) -> Result<Range<usize>, Refusal> {
        self.carry_out(checked, false)?;
        Ok(self.go_on())
    }

    /// The order as it was checked, or checked anew if the battle has moved on.
    pub(super) fn as_it_stands(&self, checked: Checked) -> Result<Checked, Refusal> {
        match checked.moment == self.moment {
            true => Ok(checked),
            false => self.draft(checked.order),
        }
    }
}

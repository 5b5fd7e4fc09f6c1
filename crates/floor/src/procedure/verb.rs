//! What may be done. A handler belongs to a verb: its check finds what an order would do, and what the check found is
//! what is resolved, by a system of its own; nothing is counted again, and both see the same battle.

use bevy::{
    app::App,
    ecs::{
        schedule::ScheduleLabel,
        system::{In, IntoSystem, Res},
        world::World,
    },
};
use std::any::Any;

use super::Family;
use crate::{
    forces::UnitId,
    orders::{Order, Plan, Refusal, VerbId},
    turn::{BattleMut, InHand, derived::state_changed, strict_schedule},
};

/// What the check of an order gives: the plan that is shown, and what resolving the order takes.
pub type Found<T> = Result<(Plan, T), Refusal>;

/// A plan that only says what is done.
///
/// # Errors
/// None: it has the form of a check.
pub fn plainly<T>(summary: impl Into<String>, found: T) -> Found<T> {
    Ok((Plan { summary: summary.into(), ..Plan::default() }, found))
}

type Check<F> = dyn Fn(&<F as Family>::View<'_>, &Order) -> Result<Plan, Refusal> + Send + Sync;
type Add = dyn Fn(&mut App, Resolving) + Send + Sync;

/// The schedule in which a ruleset resolves the orders of a verb; a verb with several handlers has one for each.
#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Resolving(pub &'static str, pub VerbId, pub usize);

/// What may be done by a verb: whether an order for it is allowed, and what happens then.
pub struct VerbHandler<F: Family> {
    /// The verb of the orders that it checks and resolves.
    pub verb: VerbId,
    /// What must be true of whoever gives the order.
    pub by: F::By,
    /// The phases in which it answers for its verb; all if none is named.
    pub during: Vec<F::Phase>,
    /// Whether a unit that acts has what it is about: a gun, horses, a door.
    pub offered: fn(&F::View<'_>, UnitId) -> bool,
    /// The orders for it of which the computer thinks when it is asked what a unit does.
    pub ideas: Option<F::Answers>,
    /// What an order for it is worth to the computer; nothing if it is not said.
    pub worth: Option<F::Worth>,
    check: Box<Check<F>>,
    add: Box<Add>,
}

impl<F: Family> VerbHandler<F> {
    /// A handler whose check finds what its resolving takes: a procedure that takes the whole battle.
    pub fn new<T: Any + Clone + Send + Sync>(
        verb: VerbId,
        check: fn(&F::View<'_>, &Order) -> Found<T>,
        resolve: impl Fn(&mut BattleMut, &Order, T) + Copy + Send + Sync + 'static,
    ) -> Self {
        let system = move |world: &mut World| {
            let hand = world.resource::<InHand>().clone();
            if let Some(found) = hand.plan.findings.get::<T>().cloned() {
                resolve(&mut BattleMut::new(world), &hand.order, found);
            }
        };
        let add = move |app: &mut App, label: Resolving| {
            let name = format!("resolve_{}", label.1);
            app.add_systems(label, IntoSystem::into_system(system).with_name(name));
        };
        Self::with(verb, check, Box::new(add))
    }

    /// A handler whose check finds what its resolving takes: a system that names what it touches.
    pub fn system<T: Any + Clone + Send + Sync, M>(
        verb: VerbId,
        check: fn(&F::View<'_>, &Order) -> Found<T>,
        system: impl IntoSystem<In<Option<(Order, T)>>, (), M> + Clone + Send + Sync + 'static,
    ) -> Self {
        let add = move |app: &mut App, label: Resolving| {
            app.add_systems(label, found_in_hand::<T>.pipe(system.clone()).pipe(state_changed));
        };
        Self::with(verb, check, Box::new(add))
    }

    fn with<T: Any + Clone + Send + Sync>(
        verb: VerbId,
        check: fn(&F::View<'_>, &Order) -> Found<T>,
        add: Box<Add>,
    ) -> Self {
        Self {
            verb,
            by: F::By::default(),
            during: Vec::new(),
            offered: |_, _| true,
            ideas: None,
            worth: None,
            check: Box::new(move |view, order| check(view, order).map(|(plan, found)| plan.finding(found))),
            add,
        }
    }

    /// The same handler, with what must be true of whoever gives the order.
    #[must_use]
    pub fn by(self, by: F::By) -> Self {
        Self { by, ..self }
    }

    /// The same handler, for these phases only.
    #[must_use]
    pub fn during(self, phases: impl Into<Vec<F::Phase>>) -> Self {
        Self { during: phases.into(), ..self }
    }

    /// The same handler, offered only to a unit that has what it is about.
    #[must_use]
    pub fn offered_if(self, offered: fn(&F::View<'_>, UnitId) -> bool) -> Self {
        Self { offered, ..self }
    }

    /// The same handler, with what its orders are worth to the computer.
    #[must_use]
    pub fn worth(self, worth: F::Worth) -> Self {
        Self { worth: Some(worth), ..self }
    }

    /// The same handler, with the orders of which the computer thinks, and what they are worth to it.
    #[must_use]
    pub fn thought_of(self, ideas: F::Answers, worth: F::Worth) -> Self {
        Self { ideas: Some(ideas), ..self.worth(worth) }
    }

    /// Whether an order for it is allowed, and what it would do.
    ///
    /// # Errors
    /// The rule that forbids it, with its reason.
    pub fn check(&self, view: &F::View<'_>, order: &Order) -> Result<Plan, Refusal> {
        (self.check)(view, order)
    }

    /// Adds the system that resolves its orders to a ruleset, in a schedule of its own.
    pub(super) fn add(&self, app: &mut App, label: Resolving) {
        strict_schedule(app, label.clone());
        (self.add)(app, label);
    }
}

/// The order in hand with what its check found.
fn found_in_hand<T: Any + Clone>(hand: Res<InHand>) -> Option<(Order, T)> {
    Some((hand.order.clone(), hand.plan.findings.get::<T>().cloned()?))
}

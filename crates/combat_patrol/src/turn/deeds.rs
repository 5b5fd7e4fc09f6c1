//! What may be done in a battle of this family. A [`Deed`] belongs to a verb: its check finds what an order would do,
//! and what the check found is what is resolved, by a system of its own; nothing is reckoned again, and both see the
//! same battle.

use bevy::{
    app::App,
    ecs::{
        schedule::ScheduleLabel,
        system::{In, IntoSystem, Res},
        world::World,
    },
};
use std::{any::Any, collections::BTreeMap};

use crate::{
    arms::declaration::declare,
    evaluation::{Answers, Worth},
    orders::{found::Found, verbs},
    state::sequence_of_play::{SequenceOfPlay, Stage},
    view::rulebook::{Book, BookData, SkirmishView},
};
use grapeshot_floor::{
    forces::UnitId,
    orders::{Order, Plan, Refusal, VerbId},
    turn::{ActiveRulebook, BattleMut, InHand, RulesetId, derived::state_changed, strict_schedule},
};

/// Who does a deed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The side that is asked; its check looks at whatever the order names.
    Side,
    /// The unit that acts, as a whole.
    Unit,
    /// Figures of the unit that acts, guns and limbers among them (CP-1.1).
    Pieces,
    /// Men of the unit that acts.
    Men,
}

type Check = dyn Fn(&SkirmishView, &Order) -> Result<Plan, Refusal> + Send + Sync;
type Add = dyn Fn(&mut App, Resolving) + Send + Sync;

/// The schedule in which a ruleset resolves the orders of a verb.
#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Resolving(pub &'static str, pub VerbId);

/// Something that may be done: who does it, whether an order for it is allowed, and what happens then.
pub struct Deed {
    /// Its verb.
    pub verb: VerbId,
    /// Who does it.
    pub by: By,
    /// Whether it is done hand to hand, so that its target must be a man.
    pub hand_to_hand: bool,
    /// Whether a unit that acts has what the deed is about: a gun, horses, a door.
    pub offered: fn(&SkirmishView, UnitId) -> bool,
    /// The orders for it of which the computer thinks when it is asked what a unit does.
    pub ideas: Option<Answers>,
    /// What an order for it is worth to the computer; nothing if it is not said.
    pub worth: Option<Worth>,
    check: Box<Check>,
    add: Box<Add>,
}

impl Deed {
    /// A deed whose check finds what its resolving takes: a procedure that takes the whole battle.
    pub fn new<T: Any + Clone + Send + Sync>(
        verb: VerbId,
        by: By,
        check: fn(&SkirmishView, &Order) -> Found<T>,
        resolve: fn(&mut BattleMut, &BookData, &Order, T),
    ) -> Self {
        let system = move |world: &mut World| {
            let (hand, book) = (world.resource::<InHand>().clone(), world.resource::<Book>().clone());
            if let Some(found) = hand.plan.findings.get::<T>().cloned() {
                resolve(&mut BattleMut::new(world), &book, &hand.order, found);
            }
        };
        let add = move |app: &mut App, label: Resolving| {
            let name = format!("resolve_{}", label.1);
            app.add_systems(label, IntoSystem::into_system(system).with_name(name));
        };
        Self::with(verb, by, check, Box::new(add))
    }

    /// A deed whose check finds what its resolving takes: a system that names what it touches.
    pub fn system<T: Any + Clone + Send + Sync, M>(
        verb: VerbId,
        by: By,
        check: fn(&SkirmishView, &Order) -> Found<T>,
        system: impl IntoSystem<In<Option<(Order, T)>>, (), M> + Clone + Send + Sync + 'static,
    ) -> Self {
        let add = move |app: &mut App, label: Resolving| {
            app.add_systems(label, found_in_hand::<T>.pipe(system.clone()).pipe(state_changed));
        };
        Self::with(verb, by, check, Box::new(add))
    }

    fn with<T: Any + Clone + Send + Sync>(
        verb: VerbId,
        by: By,
        check: fn(&SkirmishView, &Order) -> Found<T>,
        add: Box<Add>,
    ) -> Self {
        Self {
            verb,
            by,
            hand_to_hand: false,
            offered: |_, _| true,
            ideas: None,
            worth: None,
            check: Box::new(move |cp, order| check(cp, order).map(|(plan, found)| plan.finding(found))),
            add,
        }
    }

    /// A deed that is done hand to hand.
    #[must_use]
    pub fn hand_to_hand(self) -> Self {
        Self { hand_to_hand: true, ..self }
    }

    /// A deed that is offered only to a unit that has what it is about.
    #[must_use]
    pub fn offered_if(self, offered: fn(&SkirmishView, UnitId) -> bool) -> Self {
        Self { offered, ..self }
    }

    /// A deed of which the computer thinks, and what it is worth to it.
    #[must_use]
    pub fn thought_of(self, ideas: Answers, worth: Worth) -> Self {
        Self { ideas: Some(ideas), worth: Some(worth), ..self }
    }

    /// Whether an order for it is allowed, and what it would do.
    ///
    /// # Errors
    /// The rule that forbids it, with its reason.
    pub fn check(&self, cp: &SkirmishView, order: &Order) -> Result<Plan, Refusal> {
        (self.check)(cp, order)
    }

    /// Adds the system that resolves its orders to a ruleset, in a schedule of its own.
    pub fn add(&self, app: &mut App, ruleset: RulesetId) {
        let label = Resolving(ruleset.0, self.verb.clone());
        strict_schedule(app, label.clone());
        (self.add)(app, label);
    }
}

/// Resolves the order in hand: runs the schedule of its verb. CP-2.11: the first deed in place declares that nobody moves.
pub fn resolve(world: &mut World) {
    let ruleset = world.resource::<ActiveRulebook>().0.id;
    // The sequence of play goes on from where a battle begins without an order.
    let Some(hand) = world.get_resource::<InHand>() else { return };
    let (verb, side) = (hand.order.verb.clone(), hand.order.side);
    if world.resource::<SequenceOfPlay>().stage == Stage::DECLARE && verbs::IN_PLACE.contains(&verb) {
        let book = world.resource::<Book>().clone();
        declare(&mut BattleMut::new(world), &book, &Order::new(side, &verbs::DECLARE));
    }
    world.run_schedule(Resolving(ruleset.0, verb));
}

/// The order in hand with what its check found.
fn found_in_hand<T: Any + Clone>(hand: Res<InHand>) -> Option<(Order, T)> {
    Some((hand.order.clone(), hand.plan.findings.get::<T>().cloned()?))
}

/// The deeds of a ruleset, by their verbs.
pub type Deeds = BTreeMap<VerbId, Deed>;

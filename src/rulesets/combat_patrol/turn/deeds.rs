//! What may be done in a battle of this family. A [`Deed`] belongs to a verb: its check finds what an order would do,
//! and what the check found is what is resolved; nothing is reckoned again, and both see the same battle.

use std::{any::Any, collections::BTreeMap};

use crate::{
    forces::UnitId,
    orders::{Order, Plan, Refusal, VerbId},
    rulesets::combat_patrol::{
        evaluation::{Answers, Worth},
        orders::found::Found,
        view::rulebook::{BookData, SkirmishView},
    },
    turn::{BattleMut, InHand},
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
type Resolve = dyn Fn(&mut BattleMut, &BookData, &InHand) + Send + Sync;

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
    resolve: Box<Resolve>,
}

impl Deed {
    /// A deed whose check finds what its resolving takes.
    pub fn new<T: Any + Clone + Send + Sync>(
        verb: VerbId,
        by: By,
        check: fn(&SkirmishView, &Order) -> Found<T>,
        resolve: fn(&mut BattleMut, &BookData, &Order, T),
    ) -> Self {
        Self {
            verb,
            by,
            hand_to_hand: false,
            offered: |_, _| true,
            ideas: None,
            worth: None,
            check: Box::new(move |cp, order| check(cp, order).map(|(plan, found)| plan.finding(found))),
            resolve: Box::new(move |battle, book, hand| {
                if let Some(found) = hand.plan.findings.get::<T>().cloned() {
                    resolve(battle, book, &hand.order, found);
                }
            }),
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

    /// Resolves an order with what its check found.
    pub fn resolve(&self, battle: &mut BattleMut, book: &BookData, hand: &InHand) {
        (self.resolve)(battle, book, hand);
    }
}

/// The deeds of a ruleset, by their verbs.
pub type Deeds = BTreeMap<VerbId, Deed>;

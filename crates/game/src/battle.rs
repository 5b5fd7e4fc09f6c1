//! The battle as screen, computer player and command line hold it: orders in, events out.
//!
//! A [`Battle`] owns a world of its own with all rulesets in it. It waits; an order is checked, enters the list of
//! orders, is resolved by the schedule of the active ruleset, and the battle waits again, or has an outcome.
//!
//! 1. [`sane`]: what is asked of every order before the ruleset looks at it.
//! 2. [`Checked`]: an order with the plan that its check gave, which may be given after.
//! 3. [`simulation_world`]: the world of a battle; [`Battle`]: the flow of one order, snapshots; `undo`.
//! 4. [`Battle::come_to`]: any moment of a battle, from the keyframes that it keeps.
//! 5. [`Intervention`]: what is done to a battle from outside its rules; a state is checked as a whole before it is
//!    taken.
//! 6. [`replay()`]: a battle out of its journal.
//! 7. [`renewed`]: a journal of an earlier version of the game, written anew.
//! 8. [`script`]: a battle told in steps, with what must come of them.
//! 9. [`reconnaissance`]: what the rules say of units as they stand, for those who look at the table.

mod audit;
mod checked;
mod intervention;
mod keyframes;
mod naming;
mod order_validation;
pub mod reconnaissance;
mod renewal;
mod replay;
pub mod script;
mod simulation;
mod sound;
mod undo;

pub use crate::record::{Bearer, Intervention};
pub use checked::Checked;
pub use keyframes::{KEYFRAMES_APART, KEYFRAMES_MOST};
pub use renewal::{Renewal, renewed};
pub use replay::{Divergence, Replayed, replay, replay_watching};
pub use simulation::{Plugins, SimulationPlugin, rulebooks, simulation_world};

use bevy::ecs::world::World;

use std::{collections::VecDeque, ops::Range, sync::Arc};

use checked::Moment;
use keyframes::Keyframes;
use undo::reveals;

use crate::{
    crash,
    record::{self, Snapshot},
    scenario::{self, Scenario},
};
use grapeshot_floor::{
    chance::Chance,
    events::BattleLog,
    forces::SideId,
    orders::{Order, Refusal},
    turn::{
        ActiveRulebook, Awaiting, BattleMut, BattleView, Clock, Halt, InHand, Outcome, Resolve, Rulebook, Rulebooks,
        Rules, Vocabulary, derived,
    },
};

/// The orders that can be undone at most.
const UNDO_DEPTH: usize = 64;

/// A battle: a world of its own with all rulesets in it, and the orders given so far.
pub struct Battle {
    world: World,
    plugins: Plugins,
    /// The registered state of a world without a battle, to begin another in it.
    blank: Snapshot,
    scenario: Arc<Scenario>,
    seed: u64,
    orders: Vec<Order>,
    interventions: Vec<(usize, Intervention)>,
    /// Where the log was before the last order, and the state, while the battle stands still after it.
    halted: Option<(usize, Option<Snapshot>)>,
    undo_depth: usize,
    /// The states before the last orders that revealed nothing, the oldest first.
    checkpoints: VecDeque<Snapshot>,
    /// Moments that are kept to come to any other; the beginning is always among them.
    keyframes: Keyframes,
    /// The state in which it is now; another with each change.
    moment: Moment,
}

impl Battle {
    /// A battle of this scenario with these rulesets, come to its first question.
    ///
    /// # Panics
    /// If the scenario's ruleset is not among them.
    pub fn new(scenario: &Arc<Scenario>, seed: u64, plugins: Plugins) -> Self {
        let mut battle = Self::unopened(scenario, seed, plugins);
        battle.begin();
        battle
    }

    /// A battle of this scenario with these rulesets as it is laid, before anything is played: nobody is asked, and it
    /// does not go on.
    ///
    /// # Panics
    /// If the scenario's ruleset is not among them.
    pub fn laid(scenario: &Arc<Scenario>, seed: u64, plugins: Plugins) -> Self {
        let mut battle = Self::unopened(scenario, seed, plugins);
        battle.world.insert_resource(Halt::Standing);
        battle.open();
        battle.world.remove_resource::<Halt>();
        battle.changes();
        battle.keep_moment();
        battle
    }

    fn unopened(scenario: &Arc<Scenario>, seed: u64, plugins: Plugins) -> Self {
        let world = simulation_world(plugins);
        let blank = Snapshot::take(&world);
        Self {
            world,
            plugins,
            blank,
            scenario: scenario.clone(),
            seed,
            orders: Vec::new(),
            interventions: Vec::new(),
            halted: None,
            undo_depth: UNDO_DEPTH,
            checkpoints: VecDeque::new(),
            keyframes: Keyframes::default(),
            moment: Moment::default(),
        }
    }

    /// Begins another battle in the same world, which is quicker than a new one.
    ///
    /// # Panics
    /// If there is no such ruleset.
    pub fn reset(&mut self, scenario: &Arc<Scenario>, seed: u64) {
        self.scenario = scenario.clone();
        self.seed = seed;
        self.orders.clear();
        self.interventions.clear();
        self.halted = None;
        self.checkpoints.clear();
        self.begin();
    }

    fn begin(&mut self) {
        // The battle before may have stood still after an order.
        self.world.remove_resource::<Halt>();
        let book = self.open();
        self.settle(&book);
        if self.awaiting().asks.is_empty() && self.outcome().is_none() {
            self.world.run_schedule(Resolve::of(book.id));
            self.settle(&book);
        }
        self.keyframes = Keyframes::default();
        self.keep_moment();
    }

    /// Lays the scenario out in the world and opens the ruleset, which goes on to its first question unless the battle
    /// stands still.
    fn open(&mut self) -> Rulebook {
        crash::playing(&self.scenario.title, self.scenario.hash, self.seed);
        scenario::dismiss(&mut self.world);
        self.blank.put_back(&mut self.world);
        self.world.clear_trackers();
        let book = self.world.resource::<Rulebooks>().get(&self.scenario.ruleset).cloned();
        let book = book.unwrap_or_else(|| panic!("there is no ruleset {}", self.scenario.ruleset));
        self.world.insert_resource(Chance::new(self.seed));
        self.world.insert_resource(Awaiting::default());
        self.world.insert_resource(ActiveRulebook(book.clone()));
        scenario::muster(&mut self.world, &self.scenario);
        self.changes();
        book.rules.open(&mut self.world);
        book
    }

    /// The state is another one now: what was checked or derived before holds no longer.
    fn changes(&mut self) {
        self.moment = Moment::default();
        derived::state_changes(&self.world);
    }

    /// Asks the ruleset how the battle stands: is it over, and if not, who must answer what.
    fn settle(&mut self, book: &Rulebook) {
        // Whatever has changed the state has said so; what was derived since then still holds.
        self.moment = Moment::default();
        if self.outcome().is_none()
            && let Some(outcome) = book.rules.outcome(&BattleView::whole(&self.world))
        {
            self.world.insert_resource(outcome);
            derived::state_changes(&self.world);
        }
        let awaiting = match self.outcome() {
            Some(_) => Awaiting::default(),
            None => book.rules.awaiting(&BattleView::whole(&self.world)),
        };
        // What was derived to ask this still holds for those who answer it.
        self.world.insert_resource(awaiting);
    }

    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// The seed of all its chance.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// What added its rulesets.
    pub fn plugins(&self) -> Plugins {
        self.plugins
    }

    /// The whole battle, read-only.
    pub fn view(&self) -> BattleView<'_> {
        BattleView::whole(&self.world)
    }

    /// The battle as a side may see it.
    pub fn view_of(&self, side: SideId) -> BattleView<'_> {
        BattleView::of(&self.world, side)
    }

    /// The battle as somebody may see it who is of no side.
    pub fn view_of_stranger(&self) -> BattleView<'_> {
        BattleView::of_stranger(&self.world)
    }

    /// The active ruleset.
    pub fn rulebook(&self) -> &Rulebook {
        &self.world.resource::<ActiveRulebook>().0
    }

    /// The questions of the active ruleset.
    pub fn rules(&self) -> &dyn Rules {
        &*self.rulebook().rules
    }

    /// The words of the active ruleset.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.rulebook().vocabulary
    }

    /// The questions to be answered; none when the battle is over.
    pub fn awaiting(&self) -> &Awaiting {
        self.world.resource::<Awaiting>()
    }

    /// How the battle ended, if it did.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.world.get_resource::<Outcome>()
    }

    /// All that happened.
    pub fn log(&self) -> &BattleLog {
        self.world.resource::<BattleLog>()
    }

    /// The world, for tests of what is in it.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// All orders so far.
    pub fn orders(&self) -> &[Order] {
        &self.orders
    }

    /// What makes an order one that no rule would ever look at: a verb, formation or id that is not there, an argument
    /// that its verb does not take or cannot do without, a way that is none.
    pub fn malformed(&self, order: &Order) -> Option<String> {
        match order_validation::check(self, order) {
            Err(order_validation::Fault::Malformed(refusal)) => Some(refusal.reason),
            _ => None,
        }
    }

    /// Gives an order: it is checked and resolved, and the battle goes on until somebody must decide again. The
    /// events it caused are those of the log in the range given back.
    ///
    /// # Errors
    /// A [`Refusal`]; nothing has changed then.
    pub fn submit(&mut self, order: Order) -> Result<Range<usize>, Refusal> {
        self.give(self.draft(order)?)
    }

    /// Gives an order, which is carried out, and stops before the sequence of play goes on: no card is drawn and nobody
    /// is asked until [`Battle::go_on`].
    ///
    /// # Errors
    /// A [`Refusal`]; nothing has changed then.
    pub fn submit_and_halt(&mut self, order: Order) -> Result<(), Refusal> {
        self.carry_out(self.draft(order)?, true)
    }

    /// Whether the battle stands still after an order.
    pub fn is_halted(&self) -> bool {
        self.halted.is_some()
    }

    fn carry_out(&mut self, checked: Checked, halt: bool) -> Result<(), Refusal> {
        let Checked { order, plan, .. } = self.as_it_stands(checked)?;
        let book = self.rulebook().clone();
        let before = (self.undo_depth > 0).then(|| self.snapshot());
        let start = self.log().len();
        self.world.resource_mut::<Clock>().step += 1;
        derived::state_changes(&self.world);
        crash::resolving(self.orders.len(), serde_json::to_string(&order).unwrap_or_default());
        self.world.insert_resource(InHand { order: order.clone(), plan });
        if halt {
            self.world.insert_resource(Halt::Standing);
        }
        self.world.run_schedule(Resolve::of(book.id));
        if halt {
            self.world.insert_resource(Awaiting::default());
            self.changes();
        } else {
            self.world.remove_resource::<InHand>();
            self.settle(&book);
        }
        crash::resolved();
        // No app does it for this world, and what was removed would be remembered for ever.
        self.world.clear_trackers();
        self.orders.push(order);
        self.halted = Some((start, before));
        Ok(())
    }

    /// Goes on after the last order until somebody must decide again. The events that the order caused are those of the
    /// log in the range given back; none if the battle did not stand still.
    pub fn go_on(&mut self) -> Range<usize> {
        let Some((start, before)) = self.halted.take() else { return self.log().len()..self.log().len() };
        if self.world.remove_resource::<Halt>().is_some() {
            let book = self.rulebook().clone();
            self.world.insert_resource(Halt::GoingOn);
            self.world.run_schedule(Resolve::of(book.id));
            self.world.remove_resource::<Halt>();
            self.world.remove_resource::<InHand>();
            self.settle(&book);
        }
        let end = self.log().len();
        if let Some(before) = before {
            if self.log().events()[start..end].iter().any(reveals) {
                self.checkpoints.clear();
            } else {
                self.checkpoints.push_back(before);
                while self.checkpoints.len() > self.undo_depth {
                    self.checkpoints.pop_front();
                }
            }
            self.keep_moment();
        }
        start..end
    }

    /// The checksum of the state: equal battles have equal checksums on every machine.
    pub fn checksum(&self) -> u64 {
        record::checksum(&self.world)
    }

    /// The state as it is now.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::take(&self.world)
    }

    /// Puts this battle where another of the same scenario stands, for a side to look ahead in: what the side cannot know
    /// is drawn anew from what it may believe, and all chance comes from a seed. Orders and events of before are not in it.
    ///
    /// # Panics
    /// If the snapshot is of another scenario.
    pub fn imagine(&mut self, now: &Snapshot, side: SideId, seed: u64) {
        now.put_back(&mut self.world);
        self.orders.clear();
        self.interventions.clear();
        self.checkpoints.clear();
        self.keyframes.forget_after(0);
        self.halted = None;
        self.world.resource_mut::<BattleLog>().truncate(0);
        self.world.insert_resource(Chance::new(seed));
        let rules = self.rulebook().rules.clone();
        rules.imagine(&mut BattleMut::new(&mut self.world), side);
        self.world.resource_mut::<BattleLog>().truncate(0);
        self.changes();
    }

    /// Goes back to a state of this battle. The orders given after it are forgotten, and so is what could be undone.
    ///
    /// # Panics
    /// If the snapshot is of another battle or of a later moment.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        assert!(snapshot.log_len() <= self.log().len(), "a battle goes back, not forward, to a snapshot");
        self.put_back(snapshot);
        self.checkpoints.clear();
    }

    pub(super) fn put_back(&mut self, snapshot: &Snapshot) {
        snapshot.put_back(&mut self.world);
        self.changes();
        self.halted = None;
        self.world.remove_resource::<Halt>();
        self.world.remove_resource::<InHand>();
        let step = self.world.resource::<Clock>().step as usize;
        self.orders.truncate(step);
        self.interventions.retain(|(at, _)| *at <= step);
        self.keyframes.forget_after(step);
    }

    /// All registered state by name, units and pieces by id: components as a list in id order, resources as a value.
    pub fn state_json(&self) -> serde_json::Value {
        record::snapshot::to_json(&self.world)
    }
}

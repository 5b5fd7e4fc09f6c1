//! Goes through the sequence of play: the order in hand is resolved, then phase follows phase until somebody must decide.

use bevy::{
    app::App,
    ecs::{resource::Resource, schedule::IntoScheduleConfigs, world::World},
};
use std::{collections::BTreeMap, sync::Arc};

use super::{Between, During, Family, Question, Resolving, Stop, VerbHandler};
use crate::{
    events::RuleId,
    orders::{Order, Plan, Refusal, VerbId},
    turn::{
        ActiveRulebook, Awaiting, Halt, InHand, Resolve, ResolveSystems, RulesetId, ruleset_schedule, strict_schedule,
    },
};

/// What may be done and what is asked in a battle of the ruleset that is played.
#[derive(Resource)]
pub struct Procedure<F: Family> {
    handlers: Arc<BTreeMap<VerbId, Vec<VerbHandler<F>>>>,
    questions: Arc<BTreeMap<F::Phase, Question<F>>>,
}

impl<F: Family> Clone for Procedure<F> {
    fn clone(&self) -> Self {
        Self { handlers: self.handlers.clone(), questions: self.questions.clone() }
    }
}

impl<F: Family> Procedure<F> {
    /// What handles the verbs, and what is asked in each phase.
    pub(super) fn new(
        handlers: BTreeMap<VerbId, Vec<VerbHandler<F>>>,
        questions: BTreeMap<F::Phase, Question<F>>,
    ) -> Self {
        Self { handlers: Arc::new(handlers), questions: Arc::new(questions) }
    }

    /// All handlers, by their verbs.
    pub fn handlers(&self) -> impl Iterator<Item = &VerbHandler<F>> {
        self.handlers.values().flatten()
    }

    /// What handles a verb in a phase.
    pub fn handler(&self, verb: &VerbId, phase: &F::Phase) -> Option<&VerbHandler<F>> {
        self.numbered(verb, phase).map(|(_, handler)| handler)
    }

    fn numbered(&self, verb: &VerbId, phase: &F::Phase) -> Option<(usize, &VerbHandler<F>)> {
        let mut handlers = self.handlers.get(verb)?.iter().enumerate();
        handlers.find(|(_, handler)| handler.during.is_empty() || handler.during.contains(phase))
    }

    /// The question of a phase.
    pub fn question(&self, phase: &F::Phase) -> Option<&Question<F>> {
        self.questions.get(phase)
    }

    /// The question asked by this kind of choice.
    pub fn question_of_kind(&self, kind: &str) -> Option<&Question<F>> {
        self.questions.values().find(|question| question.kind.id == kind)
    }

    /// What is asked now, and which sides answer.
    pub fn awaiting(&self, view: &F::View<'_>, play: &F::Play) -> Awaiting {
        let question = self.question(&F::phase(play));
        question.map_or_else(Awaiting::default, |question| (question.ask)(view, play))
    }

    /// Whether an order answers what is asked of its side, whether it is allowed, and what it would do.
    ///
    /// # Errors
    /// It is no answer, or the rule of its verb forbids it, with the reason.
    pub fn check(
        &self,
        view: &F::View<'_>,
        (asked, play): (&Awaiting, &F::Play),
        order: &Order,
    ) -> Result<Plan, Refusal> {
        let answers = asked.of(order.side).is_some_and(|ask| ask.verbs.contains(&order.verb));
        match self.handler(&order.verb, &F::phase(play)).filter(|_| answers) {
            Some(handler) => handler.check(view, order),
            None => {
                let why = format!("\"{}\" is no answer to this question", order.verb);
                Err(Refusal::new(RuleId::new(F::SEQUENCE), why))
            }
        }
    }

    /// Adds the schedules of all handlers to a ruleset, and what drives it.
    pub(super) fn add(&self, app: &mut App, ruleset: RulesetId) {
        ruleset_schedule(app, ruleset);
        strict_schedule(app, Between(ruleset.0));
        for (verb, handlers) in &*self.handlers {
            for (n, handler) in handlers.iter().enumerate() {
                handler.add(app, Resolving(ruleset.0, verb.clone(), n));
            }
        }
        let label = Resolve::of(ruleset);
        app.add_systems(label, resolve::<F>.in_set(ResolveSystems::Obey));
        app.add_systems(label, advance::<F>.in_set(ResolveSystems::Advance));
    }
}

/// Resolves the order in hand: runs the schedule of its verb.
pub fn resolve<F: Family>(world: &mut World) {
    let ruleset = world.resource::<ActiveRulebook>().0.id;
    // The sequence of play goes on from where a battle begins without an order.
    let Some(hand) = world.get_resource::<InHand>() else { return };
    let verb = &hand.order.verb;
    let phase = F::phase(world.resource::<F::Play>());
    let handler = world.resource::<Procedure<F>>().numbered(verb, &phase);
    if let Some(label) = handler.map(|(n, _)| Resolving(ruleset.0, verb.clone(), n)) {
        world.run_schedule(label);
    }
}

/// Runs phase after phase until somebody must decide, or the battle is over. A battle that stands still comes to no
/// phase.
pub fn advance<F: Family>(world: &mut World) {
    let ruleset = world.resource::<ActiveRulebook>().0.id;
    loop {
        world.run_schedule(Between(ruleset.0));
        if world.get_resource::<Halt>() == Some(&Halt::Standing) {
            break;
        }
        let phase = F::phase(world.resource::<F::Play>());
        let ran = world.try_run_schedule(During::of(ruleset, phase)).is_ok();
        if !ran || world.remove_resource::<Stop>().is_some() {
            break;
        }
    }
}

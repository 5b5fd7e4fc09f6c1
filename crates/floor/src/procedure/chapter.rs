//! What of a ruleset belongs together.

use bevy::app::App;
use std::collections::BTreeMap;

use super::{Family, Phase, Procedure, Question, VerbHandler};
use crate::{
    orders::Verb,
    turn::{ArmyList, ArmyListProblem, BattleMut, RulesetId, vocabulary::QuestionKind},
};

/// What in the army lists of a scenario goes against the rules of a chapter.
pub type Problems = Box<dyn Fn(&ArmyList) -> Vec<ArmyListProblem> + Send + Sync>;

/// A chapter of a ruleset.
pub struct Chapter<F: Family> {
    /// What it is called ("horse").
    pub name: &'static str,
    /// Its verbs, in the order of their buttons.
    pub verbs: Vec<Verb>,
    /// What may be done.
    pub handlers: Vec<VerbHandler<F>>,
    /// What is asked.
    pub questions: Vec<Question<F>>,
    /// What happens in its phases.
    pub phases: Vec<Phase<F>>,
    /// Adds what else it has for a ruleset: its state, and systems in the schedules of phases.
    pub build: fn(&mut App, RulesetId),
    /// Puts its resources for a new battle into the world, after units and terrain are there.
    pub open: fn(&mut BattleMut),
    /// What in the army lists of a scenario goes against its rules.
    pub problems: Problems,
    /// What it changes in what the core of its family does.
    pub changes: F::Changes,
}

impl<F: Family> Chapter<F> {
    /// A chapter without anything in it yet.
    pub fn new(name: &'static str) -> Self {
        Self {
            name,
            verbs: Vec::new(),
            handlers: Vec::new(),
            questions: Vec::new(),
            phases: Vec::new(),
            build: |_, _| {},
            open: |_| {},
            problems: Box::new(|_| Vec::new()),
            changes: F::Changes::default(),
        }
    }
}

/// The chapters of a ruleset, put together.
pub struct Chapters<F: Family> {
    /// What may be done and what is asked.
    pub procedure: Procedure<F>,
    /// All verbs, chapter after chapter.
    pub verbs: Vec<Verb>,
    /// All kinds of questions, in the order in which chapters name them first.
    pub questions: Vec<QuestionKind>,
    /// What the chapters change in the core of their family.
    pub changes: Vec<F::Changes>,
    phases: Vec<Phase<F>>,
    build: Vec<fn(&mut App, RulesetId)>,
    open: Vec<fn(&mut BattleMut)>,
    problems: Vec<Problems>,
}

impl<F: Family> Chapters<F> {
    /// Puts chapters together. What handles a verb takes the place of what handled it in an earlier chapter, in the same
    /// phases, and is worth as much if it does not say; so does the question of a phase.
    pub fn new(chapters: Vec<Chapter<F>>) -> Self {
        let mut handlers: BTreeMap<_, Vec<VerbHandler<F>>> = BTreeMap::new();
        let mut questions = BTreeMap::new();
        let (mut verbs, mut kinds, mut phases) = (Vec::new(), Vec::<QuestionKind>::new(), Vec::new());
        let (mut build, mut open, mut problems, mut changes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for chapter in chapters {
            verbs.extend(chapter.verbs);
            phases.extend(chapter.phases);
            build.push(chapter.build);
            open.push(chapter.open);
            problems.push(chapter.problems);
            changes.push(chapter.changes);
            for handler in chapter.handlers {
                let of_verb = handlers.entry(handler.verb.clone()).or_default();
                match of_verb.iter_mut().find(|known| known.during == handler.during) {
                    Some(known) => {
                        let worth = handler.worth.or(known.worth);
                        *known = handler;
                        known.worth = worth;
                    }
                    None => of_verb.push(handler),
                }
            }
            for question in chapter.questions {
                if !kinds.iter().any(|kind| kind.id == question.kind.id) {
                    kinds.push(question.kind.clone());
                }
                questions.insert(question.phase.clone(), question);
            }
        }
        let procedure = Procedure::new(handlers, questions);
        Self { procedure, verbs, questions: kinds, changes, phases, build, open, problems }
    }

    /// Adds all that they have to a ruleset: phases, verbs, state and systems, and the schedule that drives them.
    pub fn add(&self, app: &mut App, ruleset: RulesetId) {
        self.procedure.add(app, ruleset);
        for phase in &self.phases {
            phase.add(app, ruleset);
        }
        for build in &self.build {
            build(app, ruleset);
        }
    }

    /// Opens the chapters for a new battle, when units and terrain are there.
    pub fn open(&self, battle: &mut BattleMut) {
        for open in &self.open {
            open(battle);
        }
    }

    /// What in the army lists of a scenario goes against the rules of the chapters.
    pub fn problems(&self, army: &ArmyList) -> Vec<ArmyListProblem> {
        self.problems.iter().flat_map(|problems| problems(army)).collect()
    }
}

//! The chapters of the core: what a ruleset takes of it, and what it may add.
//!
//! A [`Chapter`] lists its verbs, its deeds (who does them, their check, what resolves them, what they are worth to the
//! computer), its questions and its stages, and adds its state and systems. A period makes chapters of its own in the
//! same way.

use bevy::{
    app::App,
    ecs::{
        schedule::IntoScheduleConfigs,
        system::{IntoSystem, Res},
    },
};
use smol_str::SmolStr;

use super::{
    asks::{self, Question},
    deeds::Deed,
    resolve,
    sequence::{self, During, Step, StepSystems},
    turns,
};
use crate::{
    book::cites::Cites,
    evaluation::Insight,
    orders::verbs,
    state::{
        activity,
        sequence_of_play::{SequenceOfPlay, Stage},
    },
    view::chapter_rules::ChapterRules,
};
use grapeshot_floor::{
    orders::{Verb, VerbId},
    turn::{ArmyList, ArmyListProblem, BattleMut, RulesetId, derived::state_changed, vocabulary::Formation},
};

/// What in the army lists of a scenario goes against the rules of a chapter.
pub type Problems = Box<dyn Fn(&ArmyList) -> Vec<ArmyListProblem> + Send + Sync>;

/// A chapter of a ruleset of this family.
pub struct Chapter {
    /// What it is called ("horse").
    pub name: &'static str,
    /// Its verbs, in the order of their buttons.
    pub verbs: Vec<Verb>,
    /// What may be done.
    pub deeds: Vec<Deed>,
    /// What is asked.
    pub questions: Vec<Question>,
    /// What happens at its stages.
    pub steps: Vec<Step>,
    /// Adds what else it has for a ruleset: its state, and systems in the schedules of stages.
    pub build: fn(&mut App, RulesetId),
    /// Puts its resources for a new battle into the world, after units and terrain are there.
    pub open: fn(&mut BattleMut),
    /// What in the army lists of a scenario goes against its rules.
    pub problems: Problems,
    /// What it changes in what the core does, if it changes anything.
    pub rules: Option<Box<dyn ChapterRules>>,
    /// What it makes the computer think of besides the orders of its verbs, if it does.
    pub insight: Option<Insight>,
}

impl Chapter {
    /// A chapter without anything in it yet.
    pub fn new(name: &'static str) -> Self {
        let (verbs, deeds, questions, steps) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self {
            name,
            verbs,
            deeds,
            questions,
            steps,
            build: |_, _| {},
            open: |_| {},
            problems: Box::new(|_| Vec::new()),
            rules: None,
            insight: None,
        }
    }

    /// What of the core has these verbs and stages.
    fn of_core(
        name: &'static str,
        cites: Cites,
        has_verb: impl Fn(&VerbId) -> bool,
        has_stage: impl Fn(&Stage) -> bool,
    ) -> Self {
        let mut chapter = Self::new(name);
        chapter.verbs = verbs::verbs(cites).into_iter().filter(|verb| has_verb(&verb.id)).collect();
        chapter.deeds = resolve::deeds().into_iter().filter(|deed| has_verb(&deed.verb)).collect();
        chapter.questions = asks::questions(cites).into_iter().filter(|question| has_stage(&question.stage)).collect();
        chapter.steps =
            sequence::steps().into_iter().chain(turns::steps()).filter(|step| has_stage(&step.stage)).collect();
        chapter
    }
}

const HORSE: [VerbId; 6] = [verbs::CHARGE, verbs::MOUNT, verbs::DISMOUNT, verbs::CLOSE_IN, verbs::RIDE_ON, verbs::VEER];
const STAGES_OF_HORSE: [Stage; 2] = [Stage::RIDE_ON, Stage::BREAKTHROUGH];
const GUNS: [VerbId; 5] = [verbs::FIRE, verbs::LOAD, verbs::LIMBER, verbs::UNLIMBER, verbs::HELP];
const ENGINEERS: [VerbId; 2] = [verbs::LAY, verbs::FIRE_CHARGE];
const CLOSE_ORDER: [VerbId; 1] = [verbs::GROUP];
const TROOPS: [VerbId; 1] = [verbs::HUNT];
const STAGES_OF_TROOPS: [Stage; 1] = [Stage::PREY];

/// Men on foot: the turn, shooting, buildings, explosives, fights, reactions, morale.
pub fn core(cites: Cites) -> Chapter {
    let others: [&[VerbId]; 5] = [&HORSE, &GUNS, &ENGINEERS, &CLOSE_ORDER, &TROOPS];
    let verbs = |verb: &VerbId| !others.iter().any(|chapter| chapter.contains(verb));
    let stages = |stage: &Stage| !STAGES_OF_HORSE.contains(stage) && !STAGES_OF_TROOPS.contains(stage);
    let mut core = Chapter::of_core("core", cites, verbs, stages);
    core.build = |app, ruleset| {
        let forget = activity::forget.pipe(state_changed);
        let over = |play: Res<SequenceOfPlay>| play.activation.is_none();
        app.add_systems(During::of(ruleset, Stage::END_UNIT), forget.run_if(over).after(StepSystems));
    };
    core
}

/// Mounted figures.
pub fn horse(cites: Cites) -> Chapter {
    Chapter::of_core("horse", cites, |verb| HORSE.contains(verb), |stage| STAGES_OF_HORSE.contains(stage))
}

/// Guns, their crews and their limbers.
pub fn guns(cites: Cites) -> Chapter {
    Chapter::of_core("guns", cites, |verb| GUNS.contains(verb), |_| false)
}

/// Engineers and what they blow up.
pub fn engineers(cites: Cites) -> Chapter {
    Chapter::of_core("engineers", cites, |verb| ENGINEERS.contains(verb), |_| false)
}

/// Groups that move as one; how, the supplement says.
pub fn close_order(cites: Cites) -> Chapter {
    Chapter::of_core("close order", cites, |verb| CLOSE_ORDER.contains(verb), |_| false)
}

/// Troops that fight in their own way.
pub fn troops(cites: Cites) -> Chapter {
    Chapter::of_core("troops", cites, |verb| TROOPS.contains(verb), |stage| STAGES_OF_TROOPS.contains(stage))
}

/// The formations that the core lays out.
pub fn formations() -> Vec<Formation> {
    [
        ("line", "line", None),
        ("two_ranks", "two ranks", None),
        ("column", "column", None),
        ("open_line", "open line", Some(2.0)),
        ("open_two", "open, two ranks", Some(2.0)),
        ("file", "file", Some(1.5)),
    ]
    .map(|(id, label, spacing)| Formation { id: SmolStr::new_static(id), label, spacing, block: false })
    .to_vec()
}

/// All chapters of the core.
pub fn all(cites: Cites) -> Vec<Chapter> {
    vec![core(cites), horse(cites), guns(cites), engineers(cites), close_order(cites), troops(cites)]
}

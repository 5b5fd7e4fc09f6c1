//! The chapters of the core: a ruleset takes those that it plays. A period makes chapters of its own in the same way.

use bevy::ecs::{
    schedule::IntoScheduleConfigs,
    system::{IntoSystem, Res},
};
use smol_str::SmolStr;

use super::{asks, resolve, sequence, turns};
use crate::{
    book::cites::Cites,
    evaluation::{self, family::Chapter},
    orders::verbs,
    state::{
        activity,
        sequence_of_play::{SequenceOfPlay, Stage},
    },
};
use grapeshot_floor::{
    orders::VerbId,
    procedure::{During, PhaseSystems},
    turn::{derived::state_changed, vocabulary::Formation},
};

/// The chapter made of the core's handlers, questions and phases for these verbs and stages.
fn of_core(
    name: &'static str,
    cites: Cites,
    has_verb: impl Fn(&VerbId) -> bool,
    has_stage: impl Fn(&Stage) -> bool,
) -> Chapter {
    let mut chapter = Chapter::new(name);
    chapter.verbs = verbs::verbs(cites).into_iter().filter(|verb| has_verb(&verb.id)).collect();
    chapter.handlers = resolve::handlers().into_iter().filter(|handler| has_verb(&handler.verb)).collect();
    for (verb, worth) in evaluation::worths() {
        if let Some(handler) = chapter.handlers.iter_mut().find(|handler| handler.verb == verb) {
            handler.worth = Some(worth);
        }
    }
    chapter.questions = asks::questions(cites).into_iter().filter(|question| has_stage(&question.phase)).collect();
    chapter.phases =
        sequence::phases().into_iter().chain(turns::phases()).filter(|phase| has_stage(&phase.id)).collect();
    chapter
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
    let mut core = of_core("core", cites, verbs, stages);
    core.changes.in_place = vec![verbs::SHOOT, verbs::RELOAD, verbs::RECOVER, verbs::THROW];
    core.build = |app, ruleset| {
        let forget = activity::forget.pipe(state_changed);
        let over = |play: Res<SequenceOfPlay>| play.activation.is_none();
        app.add_systems(During::of(ruleset, Stage::END_UNIT), forget.run_if(over).after(PhaseSystems));
    };
    core
}

/// Mounted figures.
pub fn horse(cites: Cites) -> Chapter {
    of_core("horse", cites, |verb| HORSE.contains(verb), |stage| STAGES_OF_HORSE.contains(stage))
}

/// Guns, their crews and their limbers.
pub fn guns(cites: Cites) -> Chapter {
    of_core("guns", cites, |verb| GUNS.contains(verb), |_| false)
}

/// Engineers and what they blow up.
pub fn engineers(cites: Cites) -> Chapter {
    of_core("engineers", cites, |verb| ENGINEERS.contains(verb), |_| false)
}

/// Groups that move as one; the supplement says how.
pub fn close_order(cites: Cites) -> Chapter {
    of_core("close order", cites, |verb| CLOSE_ORDER.contains(verb), |_| false)
}

/// Troops that fight in their own way.
pub fn troops(cites: Cites) -> Chapter {
    of_core("troops", cites, |verb| TROOPS.contains(verb), |stage| STAGES_OF_TROOPS.contains(stage))
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

//! The parts of which chapters of this family are made.

use bevy::ecs::resource::Resource;
use std::sync::Arc;

use super::{Answers, Insight, Worth};
use crate::{
    state::sequence_of_play::{SequenceOfPlay, Stage},
    view::{chapter_rules::ChapterRules, rulebook::SkirmishView},
};
use grapeshot_floor::{
    orders::VerbId,
    procedure::{self, Family, VerbHandler},
};

/// The skirmish rulesets, which share the core of Combat Patrol.
pub struct Skirmish;

impl Family for Skirmish {
    const SEQUENCE: &'static str = "CP-2.12";

    type View<'w> = SkirmishView<'w>;
    type Play = SequenceOfPlay;
    type Phase = Stage;
    type By = By;
    type Answers = Answers;
    type Worth = Worth;
    type Changes = Changes;

    fn phase(play: &SequenceOfPlay) -> Stage {
        play.stage.clone()
    }
}

/// The pieces that do what a verb says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum By {
    /// The side that is asked; the check itself looks at what the order names.
    #[default]
    Side,
    /// The unit that acts, as a whole.
    Unit,
    /// Figures of the unit that acts, guns and limbers among them (CP-1.1).
    Pieces,
    /// Men of the unit that acts.
    Men,
    /// Men of the unit that acts, hand to hand, so that its target must be a man.
    Fighters,
}

/// What a chapter changes besides.
#[derive(Default)]
pub struct Changes {
    /// What it changes in what the core does, if it changes anything.
    pub rules: Option<Box<dyn ChapterRules>>,
    /// What it makes the computer think of besides the orders of its verbs, if it does.
    pub insight: Option<Insight>,
    /// CP-2.11: the verbs that men may carry out before anything was declared: the first such order declares that
    /// nobody of the unit moves.
    pub in_place: Vec<VerbId>,
}

/// A chapter of a ruleset of this family.
pub type Chapter = procedure::Chapter<Skirmish>;
/// The handler of a verb.
pub type Handler = VerbHandler<Skirmish>;
/// The question at a stage.
pub type Question = procedure::Question<Skirmish>;
/// The phase at a stage.
pub type Phase = procedure::Phase<Skirmish>;
/// All handlers, questions and phases of the ruleset in play.
pub type Procedure = procedure::Procedure<Skirmish>;

/// What the chapters of the ruleset in play make the computer think of besides the orders of their verbs.
#[derive(Resource, Clone)]
pub struct Insights(pub Arc<[Insight]>);

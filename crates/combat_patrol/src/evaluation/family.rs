//! What the chapters of this family are made of.

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

/// Who does what a verb says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum By {
    /// The side that is asked; its check looks at whatever the order names.
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
    /// CP-2.11: the verbs that men of a unit may follow at once of which nobody is to move: the first such order declares
    /// that.
    pub in_place: Vec<VerbId>,
}

/// A chapter of a ruleset of this family.
pub type Chapter = procedure::Chapter<Skirmish>;
/// What may be done by a verb.
pub type Handler = VerbHandler<Skirmish>;
/// What is asked at a stage.
pub type Question = procedure::Question<Skirmish>;
/// What happens at a stage.
pub type Phase = procedure::Phase<Skirmish>;
/// What may be done and what is asked in the ruleset that is played.
pub type Procedure = procedure::Procedure<Skirmish>;

/// What the chapters of the ruleset that is played make the computer think of besides the orders of their verbs.
#[derive(Resource, Clone)]
pub struct Insights(pub Arc<[Insight]>);

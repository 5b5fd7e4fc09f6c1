//! What may be done and what is asked in a battle of the ruleset that is played.

use bevy::ecs::resource::Resource;
use std::{collections::BTreeMap, sync::Arc};

use super::{asks::Question, deeds::Deeds};
use crate::{
    evaluation::{Insight, Thoughts},
    state::sequence_of_play::Stage,
};

/// The deeds and questions of a ruleset.
#[derive(Resource, Clone)]
pub struct Procedure {
    /// What may be done, by verb.
    pub deeds: Arc<Deeds>,
    /// What is asked, by the stage at which it is.
    pub questions: Arc<BTreeMap<Stage, Question>>,
    /// What the chapters add to what the computer thinks of.
    pub insights: Arc<[Insight]>,
}

impl Procedure {
    /// What the computer thinks of for these deeds and questions.
    pub fn thoughts(&self) -> Thoughts {
        let mut thoughts = Thoughts { insights: self.insights.to_vec(), ..Thoughts::default() };
        for question in self.questions.values() {
            thoughts.answers.entry(question.kind.id).or_insert(question.answers);
        }
        for (verb, deed) in &*self.deeds {
            thoughts.ideas.extend(deed.ideas.map(|ideas| (verb.clone(), ideas)));
            thoughts.worths.extend(deed.worth.map(|worth| (verb.clone(), worth)));
        }
        thoughts
    }
}

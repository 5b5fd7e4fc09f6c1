//! What the supplement changes in the core's own rules.

use std::sync::Arc;

use crate::{
    rulesets::{
        combat_patrol::{
            book::{judgement::JudgementChanges, troops::Troop},
            turn::chapters::Chapter,
            view::supplement::Supplement,
        },
        old_west::book::{
            data::Data,
            settings::{Frontier, OldWestSettings},
        },
    },
    turn::Settings,
};

/// The supplement.
#[derive(Debug)]
pub struct OldWest {
    /// Its numbers.
    pub data: Arc<Data>,
}

impl Supplement for OldWest {
    fn judgement(&self) -> JudgementChanges {
        self.data.judgement.clone()
    }

    fn troops(&self) -> &[Troop] {
        &self.data.troops
    }
}

/// The chapter of what is changed.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("frontier");
    chapter.open = |battle| {
        let settings = OldWestSettings::read(&battle.world().resource::<Settings>().0);
        battle.world().insert_resource(Frontier(settings));
    };
    chapter
}

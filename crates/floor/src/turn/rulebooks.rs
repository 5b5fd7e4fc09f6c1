//! The rulesets of the program, and the one that is played.

use bevy::ecs::resource::Resource;
use serde::Serialize;
use std::{collections::BTreeMap, fmt, sync::Arc};

use super::{Rules, Vocabulary};

/// The id of a ruleset ("horse_and_musket").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct RulesetId(pub &'static str);

impl fmt::Display for RulesetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A ruleset as its plugin registers it.
#[derive(Clone)]
pub struct Rulebook {
    pub id: RulesetId,
    /// The title ("Horse & Musket").
    pub title: &'static str,
    /// Prefixes of its rules, its own first ("HM", "CP").
    pub prefixes: &'static [&'static str],
    /// Its words.
    pub vocabulary: Arc<Vocabulary>,
    /// Its questions.
    pub rules: Arc<dyn Rules>,
}

/// All rulesets, and which one is played.
#[derive(Resource, Clone, Default)]
pub struct Rulebooks {
    books: BTreeMap<RulesetId, Rulebook>,
}

impl Rulebooks {
    /// Adds a ruleset.
    pub fn add(&mut self, book: Rulebook) {
        self.books.insert(book.id, book);
    }

    /// The ruleset with this id.
    pub fn get(&self, id: &str) -> Option<&Rulebook> {
        self.books.values().find(|book| book.id.0 == id)
    }

    /// All rulesets by id.
    pub fn iter(&self) -> impl Iterator<Item = &Rulebook> {
        self.books.values()
    }
}

/// The ruleset that is played.
#[derive(Resource, Clone)]
pub struct ActiveRulebook(pub Rulebook);

//! What the parts of the check of a scenario share.

use bevy::math::Vec2;
use std::collections::BTreeMap;

use super::{
    node::Node,
    problem::{Problem, short},
};
use grapeshot_floor::{
    forces::Values,
    turn::{Rules, Vocabulary},
};

/// What the parts of the check share: the ruleset's words, the size of the table, what was found.
pub struct Reading<'r> {
    /// The words of the scenario's ruleset.
    pub words: &'r Vocabulary,
    /// The questions of the scenario's ruleset.
    pub rules: &'r dyn Rules,
    /// The settings of the scenario.
    pub settings: Values,
    /// The table in inches.
    pub size: Vec2,
    /// What was found.
    pub problems: Vec<Problem>,
}

/// Says every id that is given twice.
pub fn unique<'n>(nodes: impl Iterator<Item = &'n Node>, field: &str, reading: &mut Reading) {
    let mut first = BTreeMap::new();
    for node in nodes {
        let Some(id) = node.get(field).and_then(Node::as_text) else { continue };
        if let Some(known) = first.insert(id, node.span_of(field)) {
            reading.problems.push(
                Problem::at(node.span_of(field), format!("the id {:?} is given twice", short(id)))
                    .label("again here")
                    .also(known, "first here")
                    .help("Every id can be used once."),
            );
        }
    }
}

//! The setting `first_player`: the side that goes first, by its key.

use crate::{
    events::RuleId,
    forces::{Side, SideId},
    turn::{ArmyList, SettingProblem},
};

/// The side that is named, if one is.
pub fn named(sides: &[Side], key: &str) -> Option<SideId> {
    sides.iter().find(|side| side.key == key).map(|side| side.id)
}

/// What is wrong with the setting: it names no side, and is not the word of the ruleset for none.
pub fn problem(list: &ArmyList, key: &str, none: &str, rule: &'static str) -> Option<SettingProblem> {
    let known = key == none || named(list.sides, key).is_some();
    (!known).then(|| {
        let keys: Vec<String> = list.sides.iter().map(|side| format!("{:?}", side.key)).collect();
        SettingProblem {
            setting: "first_player",
            rule: RuleId::new(rule),
            message: format!("there is no side {key:?} to go first"),
            help: format!("Name a side by its key ({}), or say {none:?}.", keys.join(", ")),
        }
    })
}

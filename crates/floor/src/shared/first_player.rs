//! The setting `first_player`: the side that goes first, by its key.

use crate::{
    events::RuleId,
    forces::{Side, SideId, Value, Values},
    turn::{ArmyList, SettingProblem},
};

/// The side that is named, if one is.
pub fn named(sides: &[Side], key: &str) -> Option<SideId> {
    sides.iter().find(|side| side.key == key).map(|side| side.id)
}

/// The side that goes first by the settings of a battle, if they say it. Records of Grapeshot 0.1 have its place among the
/// sides, from 1, where those of today have its key.
pub fn of(sides: &[Side], settings: &Values) -> Option<SideId> {
    match settings.0.get("first_player")? {
        Value::Word(key) => named(sides, key),
        Value::Number(place) => sides.get((*place as usize).checked_sub(1)?).map(|side| side.id),
        Value::Flag(_) | Value::List(_) => None,
    }
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

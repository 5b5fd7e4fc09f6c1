use bevy::ecs::component::Component;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::{collections::BTreeMap, fmt};

use super::{Arrival, HouseRule};
use crate::table::position::Place;

/// A value of a scenario in words of the ruleset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// Yes or no.
    Flag(bool),
    Number(f32),
    Word(SmolStr),
    /// Several.
    List(Vec<Value>),
}

impl Value {
    pub fn word(word: &str) -> Self {
        Self::Word(word.into())
    }
}

impl fmt::Display for Value {
    /// As one would say it: yes or no, the number, the word; several with spaces between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(true) => f.write_str("yes"),
            Self::Flag(false) => f.write_str("no"),
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => word.fmt(f),
            Self::List(list) => list.iter().enumerate().try_for_each(|(n, value)| {
                let space = if n > 0 { " " } else { "" };
                write!(f, "{space}{value}")
            }),
        }
    }
}

/// Named values: the profile of a unit, its leader, the settings of a rulebook. Which names there are and what
/// they may hold, the ruleset registers as `ValueField`s.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Values(pub BTreeMap<SmolStr, Value>);

impl Values {
    /// A number by name.
    pub fn number(&self, name: &str) -> Option<f32> {
        match self.0.get(name)? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// A word by name.
    pub fn word(&self, name: &str) -> Option<&SmolStr> {
        match self.0.get(name)? {
            Value::Word(word) => Some(word),
            _ => None,
        }
    }

    /// A flag by name.
    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.0.get(name)? {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    /// A list of words by name; a single word counts as a list of one.
    pub fn words(&self, name: &str) -> Vec<SmolStr> {
        match self.0.get(name) {
            Some(Value::Word(word)) => vec![word.clone()],
            Some(Value::List(list)) => list
                .iter()
                .filter_map(|value| match value {
                    Value::Word(word) => Some(word.clone()),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// A list of numbers by name.
    pub fn numbers(&self, name: &str) -> Vec<f32> {
        match self.0.get(name) {
            Some(Value::Number(number)) => vec![*number],
            Some(Value::List(list)) => list
                .iter()
                .filter_map(|value| match value {
                    Value::Number(number) => Some(*number),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        }
    }
}

/// How a unit enters the battle, apart from where its pieces stand: what its ruleset needs to make it. It stays on
/// the unit.
#[derive(Component, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct UnitEntry {
    /// The kind of unit in the ruleset's words ("foot").
    pub kind: SmolStr,
    /// The values of its ordinary pieces.
    pub values: Values,
    /// The values of its leader, the first piece; empty if it has none of its own.
    pub leader: Values,
    /// When and where it comes onto the table, if it is not there at the start.
    pub arrival: Option<Arrival>,
    /// What its last pieces are if they are none of its men, in the ruleset's words ("gun").
    pub equipment: Vec<SmolStr>,
    /// Whether it begins hidden from the other sides.
    pub hidden: bool,
    /// Those of its men who are somebody in their own right: the number of each in the unit, from 0, and his values.
    pub heroes: Vec<(usize, Values)>,
    /// Where the horses of men on foot stand, if not where the ruleset has them.
    pub led_horses: Vec<Place>,
    /// What the scenario adds to its sums.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub house_rules: Vec<HouseRule>,
}

impl UnitEntry {
    /// The weapon that one of this many pieces, the leader first, has in hand at the start: the first that it is given.
    pub fn weapon_in_hand(&self, number: usize, of: usize) -> Option<SmolStr> {
        if number + self.equipment.len() >= of {
            return None;
        }
        let hero = self.heroes.iter().find(|(known, _)| *known == number).map(|(_, values)| values);
        let own = [hero, (number == 0).then_some(&self.leader), Some(&self.values)];
        own.into_iter().flatten().find_map(|values| values.words("weapons").into_iter().next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_as_one_would_say_them() {
        let told = |value: Value| value.to_string();
        assert_eq!(told(Value::Flag(true)), "yes");
        assert_eq!(told(Value::Number(4.0)), "4");
        assert_eq!(told(Value::List(vec![Value::Word("musket".into()), Value::Number(2.5)])), "musket 2.5");
    }
}

//! The charges by which a scenario lets bridges be destroyed (BP-3.5): its words, and what is wrong with them.

use bevy::math::Vec2;

use super::{army_list::regiment, data::Data, values::Troop};
use grapeshot_floor::{
    events::RuleId,
    forces::{UnitId, Value, Values},
    table::{measure::inside, terrain::Terrain},
    turn::{
        ArmyList, ArmyListProblem,
        vocabulary::{ValueField, ValueKind},
    },
};

/// The words of a scenario: where the charge lies, the score of the die, the points.
const AT: &str = "charge";
const SCORE: &str = "charge_score";
const POINTS: &str = "charge_points";
/// The score, if the scenario does not say.
const USUAL: u8 = 4;

/// The charge that a unit may lay at a bridge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mine {
    /// Where it lies on the bridge, in inches.
    pub at: Vec2,
    /// The score of a die that destroys the bridge.
    pub score: u8,
    /// Points of its side for that.
    pub points: f32,
}

impl Mine {
    /// The charge of a unit with these values, if it has one.
    pub fn of(values: &Values) -> Option<Self> {
        let [x, y] = values.numbers(AT)[..] else { return None };
        let score = values.number(SCORE).map_or(USUAL, |score| score as u8);
        Some(Self { at: Vec2::new(x, y), score, points: values.number(POINTS).unwrap_or_default() })
    }

    /// The bridge on which it lies, by the index of its crossing, as long as that stands.
    pub fn bridge(&self, terrain: &Terrain) -> Option<usize> {
        terrain.crossings.iter().position(|crossing| crossing.kind == "bridge" && inside(self.at, &crossing.outline))
    }

    /// The chance that one die destroys the bridge, 0 to 1.
    pub fn chance(&self) -> f32 {
        f32::from(7_u8.saturating_sub(self.score)) / 6.0
    }
}

/// The values of a unit that speak of its charge.
pub fn values() -> [ValueField; 3] {
    let of = ValueField::new;
    [
        of(
            AT,
            ValueKind::Numbers(2, 0.0, 240.0),
            Some(Value::List(Vec::new())),
            "BP-3.5",
            "where on a bridge it may lay a charge, inches",
        )
        .sparse(),
        of(
            SCORE,
            ValueKind::Integer(2, 6),
            Some(Value::Number(f32::from(USUAL))),
            "BP-3.5",
            "the score of a die that destroys that bridge",
        )
        .sparse(),
        of(
            POINTS,
            ValueKind::Number(0.0, 99.0),
            Some(Value::Number(0.0)),
            "BP-10.3",
            "points that its side earns when it has destroyed the bridge",
        )
        .sparse(),
    ]
}

/// BP-3.5: charges that lie on no bridge, that foot does not lay, or that both sides lay at one bridge.
pub fn problems(book: &Data, army: &ArmyList) -> Vec<ArmyListProblem> {
    let laid = army.units.iter().enumerate().filter_map(|(n, entry)| Some((n, Mine::of(&entry.unit_entry.values)?)));
    let laid: Vec<(usize, Mine)> = laid.collect();
    let wrong = laid.iter().filter_map(|(n, mine)| {
        let entry = &army.units[*n];
        let bridge = mine.bridge(army.terrain);
        let foot = regiment(book, &entry.unit_entry).is_some_and(|values| values.troop == Troop::Infantry);
        let rival = laid.iter().find(|(other, theirs)| {
            army.units[*other].side != entry.side && other < n && theirs.bridge(army.terrain) == bridge
        });
        let (message, help) = match (bridge, rival) {
            (None, _) => (
                format!("there is no bridge at ({}, {})", mine.at.x, mine.at.y),
                "`charge` must lie on a crossing of the kind \"bridge\".",
            ),
            _ if !foot => (format!("unit {:?} is no infantry, which destroys bridges", entry.key), "Give it to foot."),
            (_, Some((other, _))) => {
                let keys = (&army.units[*other].key, &entry.key);
                (format!("units {:?} and {:?} would both destroy one bridge", keys.0, keys.1), "Give it to one side.")
            }
            _ => return None,
        };
        let (unit, rule) = (UnitId(*n as u16), RuleId::new("BP-3.5"));
        Some(ArmyListProblem { unit, field: "values", rule, message, help: help.into() })
    });
    wrong.collect()
}

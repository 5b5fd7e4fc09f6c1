//! What in a scenario goes against the rules of wagons (OW-10).

use super::book::{BODY, TEAM, WagonPark};
use crate::{
    events::RuleId,
    forces::{UnitId, Value},
    table::position::Place,
    turn::{
        ArmyList, ArmyListProblem,
        vocabulary::{ValueField, ValueKind},
    },
};

/// The value of a wagon that says that it rolls at the start.
pub const ROLLS: &str = "rolling";

/// How far from its place a team may stand, in inches.
const HAIR: f32 = 0.05;

/// What units may say of wagons.
pub fn unit_values() -> Vec<ValueField> {
    vec![ValueField {
        name: ROLLS.into(),
        kind: ValueKind::Flag,
        default: Some(Value::Flag(false)),
        rule: RuleId::new("OW-10.4"),
        hint: "whether a wagon rolls when the battle begins".into(),
    }]
}

/// Says what is wrong with the wagons of a scenario.
pub fn problems(park: &WagonPark, army: &ArmyList) -> Vec<ArmyListProblem> {
    let mut problems = Vec::new();
    for (n, unit) in army.units.iter().enumerate() {
        let entry = &unit.unit_entry;
        let mut say = |field: &'static str, rule: &'static str, message: String, help: String| {
            problems.push(ArmyListProblem { unit: UnitId(n as u16), field, rule: RuleId::new(rule), message, help });
        };
        let Some(number) = park.number(&entry.kind) else { continue };
        let kind = &park.0.kinds[usize::from(number)];
        let men = unit.outlines.len() - entry.equipment.len().min(unit.outlines.len());
        let of = |what: &str| {
            let n = entry.equipment.iter().position(|known| known == what)?;
            unit.outlines.get(men + n)
        };
        let rolls = entry.values.flag(ROLLS) == Some(true);
        let Some(body) = of(BODY) else { continue };
        match of(TEAM) {
            None if rolls => {
                let message = format!("unit {:?} rolls, but has no team", unit.key);
                say("values", "OW-10.4", message, format!("Add a team to `equipment`, or leave `{ROLLS}` out."));
            }
            None => {}
            Some(team) => {
                let at = body.place.offset((kind.body.0 + kind.team.0) / 2.0, 0.0);
                let wanted = Place { at, ..body.place };
                let off = team.place.at.distance(at) > HAIR || team.place.facing.angle_to(wanted.facing) > 0.5;
                if off {
                    let message = format!("the team of unit {:?} does not stand before its body", unit.key);
                    let help = format!("Put it at ({:.2}, {:.2}), facing {:.0}.", at.x, at.y, wanted.facing.0);
                    say("equipment", "OW-10.1", message, help);
                }
            }
        }
    }
    problems
}

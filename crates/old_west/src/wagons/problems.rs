//! What in a scenario goes against the rules of wagons (OW-10).

use super::book::{BODY, TEAM, WagonPark};
use crate::book::{data::Data, settings::OldWestSettings};
use grapeshot_combat_patrol::arms::artillery::GUN;
use grapeshot_floor::{
    events::RuleId,
    forces::{UnitId, Value},
    table::position::Place,
    turn::{
        ArmyList, ArmyListEntry, ArmyListProblem,
        vocabulary::{ValueField, ValueKind},
    },
};

/// The value of a wagon that says that it rolls at the start.
pub const ROLLS: &str = "rolling";
/// The value of a wagon that says that there is a load on it.
pub const LOADED: &str = "loaded";
/// The value of a unit that names the wagon on which it sits at the start.
pub const ON_BOARD: &str = "aboard";

/// How far from its place a piece of a wagon may stand, in inches.
const HAIR: f32 = 0.05;

/// What units may say of wagons.
pub fn unit_values() -> Vec<ValueField> {
    let no = || Some(Value::Flag(false));
    let not_said = Some(Value::List(Vec::new()));
    vec![
        ValueField::new(ROLLS, ValueKind::Flag, no(), "OW-10.4", "whether a wagon rolls when the battle begins"),
        ValueField::new(LOADED, ValueKind::Flag, no(), "OW-10.16", "whether there is a load on a wagon"),
        ValueField::new(
            ON_BOARD,
            ValueKind::Word(Vec::new()),
            not_said,
            "OW-10.9",
            "the key of the wagon on which the men of the unit sit when the battle begins",
        ),
    ]
}

/// Says what is wrong with the wagons of a scenario, and with those on board.
pub fn problems(park: &WagonPark, data: &Data, army: &ArmyList) -> Vec<ArmyListProblem> {
    let mut found = Vec::new();
    for (n, unit) in (0..).zip(army.units) {
        let mut say = |field: &'static str, rule: &'static str, message: String, help: String| {
            found.push(ArmyListProblem { unit: UnitId(n), field, rule: RuleId::new(rule), message, help });
        };
        of_wagon(park, army, unit, &mut say);
        of_wagon_gun(park, data, army, unit, &mut say);
        of_passengers(park, army, unit, &mut say);
    }
    found
}

/// Says what is wrong: the field, the rule, what, and what to do.
type Say<'a> = dyn FnMut(&'static str, &'static str, String, String) + 'a;

/// How many of the pieces of a unit are men.
fn men(unit: &ArmyListEntry) -> usize {
    unit.outlines.len() - unit.unit_entry.equipment.len().min(unit.outlines.len())
}

/// OW-10.1, OW-10.4: a team stands before its body, and what rolls has one.
fn of_wagon(park: &WagonPark, army: &ArmyList, unit: &ArmyListEntry, say: &mut Say) {
    let entry = &unit.unit_entry;
    let key = &unit.key;
    let Some(number) = park.number(&entry.kind) else {
        for (value, rule) in [(ROLLS, "OW-10.4"), (LOADED, "OW-10.16")] {
            if entry.values.flag(value) == Some(true) {
                let message = format!("`{value}` is said of unit {key:?}, which is no wagon");
                say("values", rule, message, format!("Leave `{value}` out."));
            }
        }
        return;
    };
    let kind = &park.0.kinds[usize::from(number)];
    let of = |what: &str| {
        let n = entry.equipment.iter().position(|known| known == what)?;
        unit.outlines.get(men(unit) + n)
    };
    let Some(body) = of(BODY) else { return };
    let placed = |at: bevy::math::Vec2, place: Place, wanted: Place| {
        place.at.distance(at) <= HAIR && place.facing.angle_to(wanted.facing) <= 0.5
    };
    let rolls = entry.values.flag(ROLLS) == Some(true);
    match of(TEAM) {
        None if rolls => {
            let message = format!("unit {key:?} rolls, but has no team");
            say("values", "OW-10.4", message, format!("Add a team to `equipment`, or leave `{ROLLS}` out."));
        }
        None => {}
        Some(team) => {
            let at = body.place.offset((kind.body.0 + kind.team.0) / 2.0, 0.0);
            if !placed(at, team.place, body.place) {
                let message = format!("the team of unit {key:?} does not stand before its body");
                let help = format!("Put it at ({:.2}, {:.2}), facing {:.0}.", at.x, at.y, body.place.facing.0);
                say("equipment", "OW-10.1", message, help);
            }
        }
    }
    let seats = usize::from(kind.seats);
    let others = army.units.iter().filter(|other| other.unit_entry.values.word(ON_BOARD) == Some(key));
    let on_board = men(unit) + others.map(men).sum::<usize>();
    if on_board > seats {
        let message = format!("{on_board} are on board of unit {key:?}, which has {seats} seats");
        say("values", "OW-10.9", message, "Let some of them walk.".into());
    }
}

/// OW-6.10: only the crew of a Gatling is on a wagon with its driver, and only where the scenario has guns on wagons.
fn of_wagon_gun(park: &WagonPark, data: &Data, army: &ArmyList, unit: &ArmyListEntry, say: &mut Say) {
    let entry = &unit.unit_entry;
    if park.number(&entry.kind).is_none() {
        return;
    }
    if !entry.equipment.iter().any(|known| known == GUN) {
        if men(unit) > 1 {
            let message = format!("unit {:?} is a wagon with {} men", unit.key, men(unit));
            let help = format!("Its driver alone is of its unit: make the others a unit with `{ON_BOARD}`.");
            say("figures", "OW-10.1", message, help);
        }
        return;
    }
    if !OldWestSettings::read(army.settings).has_wagon_gatlings() {
        let message = "a Gatling on a wagon is not available in this scenario".to_owned();
        say("equipment", "OW-1.1", message, "Say `wagon_gatling_allowed: true` in `settings`.".into());
    }
    let of_kind = entry.values.word("gun").and_then(|id| data.guns.iter().find(|gun| gun.id == *id));
    if of_kind.is_none_or(|gun| gun.fires_as.is_none()) {
        let message = format!("the gun on unit {:?} is no Gatling", unit.key);
        say("values", "OW-6.10", message, "Say `gun: gatling`.".into());
    }
}

/// OW-10.9: a man that begins on board is on foot, and on a wagon of his own side.
fn of_passengers(park: &WagonPark, army: &ArmyList, unit: &ArmyListEntry, say: &mut Say) {
    let entry = &unit.unit_entry;
    let Some(key) = entry.values.word(ON_BOARD) else { return };
    let wagons = || army.units.iter().filter(|other| park.number(&other.unit_entry.kind).is_some());
    let Some(wagon) = wagons().find(|other| other.key == *key) else {
        let known: Vec<&str> = wagons().map(|other| other.key.as_str()).collect();
        let help = match known.as_slice() {
            [] => "The scenario has no wagon.".to_owned(),
            known => format!("The wagons are {}.", grapeshot_floor::english::list(known)),
        };
        return say("values", "OW-10.9", format!("`{ON_BOARD}` names no wagon: {key:?}"), help);
    };
    if army.are_enemies(wagon.side, unit.side) {
        let message = format!("unit {:?} sits on the wagon of the enemy", unit.key);
        say("values", "OW-10.9", message, "Put it on a wagon of its own side.".into());
    }
    if entry.kind != "foot" {
        let message = format!("unit {:?} is {}, and cannot sit on a wagon", unit.key, entry.kind);
        say("values", "OW-10.9", message, "Only men on foot do.".into());
    }
}

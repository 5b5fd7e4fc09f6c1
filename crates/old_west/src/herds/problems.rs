//! What in a scenario goes against the rules of animals (OW-9).

use super::book::{HerdSettings, LIVESTOCK, Livestock};
use grapeshot_floor::{
    events::RuleId,
    files::DataFiles,
    forces::UnitId,
    turn::{ArmyList, ArmyListEntry, ArmyListProblem},
};

/// The value of a unit that says which herd it rides from the start.
pub const RIDES: &str = "rides_herd";
/// The value of a herd that says which of its animals is the central one.
pub const CENTRAL: &str = "central";

/// Says what is wrong with the animals of a scenario, and with those who ride herd.
pub fn problems(livestock: &Livestock, army: &ArmyList) -> Vec<ArmyListProblem> {
    let settings = HerdSettings::read(army.settings);
    let mut problems = Vec::new();
    let mut say = |unit: usize, field: &'static str, rule: &'static str, message: String, help: &str| {
        let help = help.to_owned();
        problems.push(ArmyListProblem { unit: UnitId(unit as u16), field, rule: RuleId::new(rule), message, help });
    };
    let keeper = settings.animal_controller.as_str();
    let first = army.units.iter().position(|unit| livestock.number(&unit.unit_entry.kind).is_some());
    if let Some(first) = first
        && keeper != "program"
        && !army.sides.iter().any(|side| side.plays && side.key == keeper)
    {
        let message = format!("`animal_controller` {keeper:?} is neither \"program\" nor a side that plays");
        say(first, "kind", "OW-9.2", message, "Name a side by its key.");
    }
    for (n, unit) in army.units.iter().enumerate() {
        let played = army.sides[unit.side.index()].plays;
        if !played && !unit.unit_entry.leader.0.is_empty() {
            let message = format!("unit {:?} has a leader, but nobody plays its side", unit.key);
            say(n, "leader", "OW-9.2", message, "Leave the leader out, or let somebody play the side.");
        }
        if let Some(number) = livestock.number(&unit.unit_entry.kind) {
            let species = &livestock.0.species[usize::from(number)];
            if army.settings.flag("animals_allowed") == Some(false) {
                let message = format!("unit {:?} is not available in this scenario", unit.key);
                say(
                    n,
                    "kind",
                    "OW-1.1",
                    message,
                    "Set `animals_allowed: true` in `settings`, or leave the animals out.",
                );
            }
            if played {
                let message = format!("unit {:?} is of a side that somebody plays", unit.key);
                say(n, "side", "OW-9.2", message, "Animals are of a side with `plays: false`; men ride herd on them.");
            }
            let endurance = unit.unit_entry.values.number("endurance").unwrap_or_default();
            let (least, most) = (f32::from(species.endurance.0), f32::from(species.endurance.1));
            if !(least..=most).contains(&endurance) {
                let message =
                    format!("`endurance` cannot be {endurance}: for {} it is {least} to {most}", species.name);
                say(n, "values", "OW-9.1", message, "Leave it out to have the usual one.");
            }
            say_astray(n, unit, livestock, &mut say);
        }
        if let Some(key) = unit.unit_entry.values.word(RIDES) {
            let herd = army.units.iter().find(|other| other.key == *key);
            let kind = herd.and_then(|herd| livestock.number(&herd.unit_entry.kind));
            let herdable =
                kind.is_some_and(|kind| settings.herdable_species.contains(&livestock.0.species[usize::from(kind)].id));
            if kind.is_none() {
                let message = format!("`{RIDES}` {key:?} is no herd");
                say(n, "values", "OW-9.7", message, "Name the key of a unit of animals.");
            } else if !herdable {
                let message = format!("nobody herds {key:?} in this scenario");
                say(n, "values", "OW-9.7", message, "The setting `herdable_species` says which animals can be herded.");
            } else if unit.outlines.len() < livestock.0.numbers.riders {
                let message = format!("unit {:?} is too small to ride herd", unit.key);
                say(n, "values", "OW-9.7", message, "At least 3 figures must ride herd.");
            }
        }
    }
    problems
}

/// OW-9.5: animals too far from the central one.
fn say_astray(
    n: usize,
    unit: &ArmyListEntry,
    livestock: &Livestock,
    say: &mut impl FnMut(usize, &'static str, &'static str, String, &str),
) {
    let central = unit.unit_entry.values.number(CENTRAL).unwrap_or_default() as usize;
    let Some(middle) = unit.outlines.get(central) else {
        let message = format!("unit {:?} has no animal {central}", unit.key);
        return say(n, "values", "OW-9.5", message, "Animals are counted from 0.");
    };
    let reach = livestock.0.numbers.reach;
    let far = |outline: &grapeshot_floor::table::footprint::Outline| {
        outline.place.at.distance(middle.place.at) > reach + 1e-3
    };
    if unit.outlines.iter().any(far) {
        let message = format!("unit {:?} has animals more than {reach} inches from the central one", unit.key);
        say(n, "points", "OW-9.5", message, "Centres are measured.");
    }
}

/// The animals of the ruleset as a scenario is checked against them.
///
/// # Panics
/// If the file of the user is wrong, which is said before.
pub fn known(user: &DataFiles) -> Livestock {
    match Livestock::read(user) {
        Ok(livestock) => livestock,
        Err((_, problem)) => panic!("{}: {}", LIVESTOCK.name, problem.message),
    }
}

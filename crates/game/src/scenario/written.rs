//! A scenario written down as a file again: one that does not come out of a file, but out of a record, is read as any
//! other is, and all that is wrong with it is said with its place and what to do.
//!
//! `record`: the entries of the file and the values in them; `ground`: its terrain; `troops`: its sides and units;
//! `victory`: its terms of victory.

mod ground;
mod record;
mod troops;
mod victory;

use serde_json::Value as Json;

use super::{
    Scenario,
    check::read_again,
    migrate::of_today,
    problem::{Problem, Problems},
};
use grapeshot_floor::{
    forces::{Layout, SideId, Value},
    turn::{Rulebook, Rulebooks, Strikes},
};
use record::{Record, prose, value};
pub(super) use record::{edge, text};

/// Numbers that differ by less are the same: places are worked out from others.
const SAME: f64 = 1e-3;

/// The value in which a unit's layout is kept.
const FORMATION: &str = "formation";

/// Checks a scenario as the file is checked that would say the same; the name stands in the messages.
///
/// # Errors
/// All that is wrong with it, with its place in that file, or what no file could say.
pub fn verify(name: &str, scenario: &Scenario, books: &Rulebooks) -> Result<(), Problems> {
    let Some(book) = books.get(&scenario.ruleset) else {
        let problem = Problem::at(0..0, format!("this Grapeshot has no ruleset {:?}", scenario.ruleset));
        return Err(Problems::new(name, "", vec![problem.help("Use one that has.")]));
    };
    let scenario = &of_today(scenario, book);
    let text = Writer { scenario, book }.whole();
    let mut again = Scenario::clone(&*read_again(name, &text, books)?);
    again.hash = scenario.hash;
    for (again, unit) in again.units.iter_mut().zip(&scenario.units) {
        // Where each figure stands says it all, so the layout is not written down.
        if let Some(Value::Word(layout)) = unit.unit_entry.values.0.get(FORMATION)
            && Layout::named(layout).is_some()
        {
            again.unit_entry.values.0.entry(FORMATION.into()).or_insert_with(|| Value::Word(layout.clone()));
        }
    }
    let json = |scenario: &Scenario| serde_json::to_value(scenario).unwrap_or_default();
    match difference(&json(&again), &json(scenario), "the scenario".into()) {
        None => Ok(()),
        Some(what) => {
            let problem = Problem::at(0..0, format!("no scenario file could say this: {what}"));
            Err(Problems::new(
                name,
                "",
                vec![problem.help("The rules or the record were changed since; use unedited ones.")],
            ))
        }
    }
}

/// Where two values first differ, and how.
fn difference(wanted: &Json, found: &Json, at: String) -> Option<String> {
    match (wanted, found) {
        (Json::Object(wanted), Json::Object(found)) => {
            let names = wanted.keys().chain(found.keys().filter(|name| !wanted.contains_key(*name)));
            names.into_iter().find_map(|name| {
                let part = |fields: &serde_json::Map<String, Json>| fields.get(name).cloned().unwrap_or_default();
                difference(&part(wanted), &part(found), format!("{at}.{name}"))
            })
        }
        (Json::Array(wanted), Json::Array(found)) if wanted.len() == found.len() => {
            let mut pairs = wanted.iter().zip(found).enumerate();
            pairs.find_map(|(n, (wanted, found))| difference(wanted, found, format!("{at}[{n}]")))
        }
        (Json::Number(wanted), Json::Number(number)) => match (wanted.as_f64(), number.as_f64()) {
            (Some(wanted), Some(number)) if (wanted - number).abs() <= SAME => None,
            _ => Some(format!("{at} is {found}, and should be {wanted}")),
        },
        _ if wanted == found => None,
        _ => Some(format!("{at} is {}, and should be {}", cut(found), cut(wanted))),
    }
}

fn cut(value: &Json) -> String {
    let text = value.to_string();
    if text.chars().count() > 60 { format!("{}...", text.chars().take(60).collect::<String>()) } else { text }
}

struct Writer<'w> {
    scenario: &'w Scenario,
    book: &'w Rulebook,
}

impl Writer<'_> {
    fn whole(&self) -> String {
        let scenario = self.scenario;
        let about = Record::default()
            .with("id", text(&scenario.id))
            .with("title", text(&scenario.title))
            .with("ruleset", text(&scenario.ruleset))
            .with("location", text(&scenario.location))
            .with("date", text(&scenario.date))
            .maybe("story", prose(&scenario.story))
            .maybe("lesson", prose(&scenario.lesson));
        let size = scenario.terrain.size;
        let changed = scenario.changed_settings.iter();
        let changed = changed.filter_map(|name| Some(format!("{name}: {}", value(scenario.settings.0.get(name)?))));
        Record::default()
            .with("format", super::file::FORMAT)
            .with("about", about.end())
            .with("table", format!("(width: {}, height: {})", size.x, size.y))
            .with("turns", scenario.turns)
            .with("terrain", self.terrain())
            .list("sides", (0..scenario.sides.len()).map(|n| self.side(n)))
            .list("units", scenario.units.iter().map(|unit| self.unit(unit)))
            .with("settings", Record(changed.collect()).end())
            .with("victory", self.victory(&scenario.victory))
            .list(
                "events",
                scenario.scenario_events.iter().map(|scenario_event| {
                    let by_side = scenario_event
                        .points
                        .iter()
                        .map(|(side, points)| format!("{}: {points}", self.side_key(*side)));
                    let by_unit = scenario_event
                        .markers
                        .iter()
                        .map(|(unit, markers)| format!("{}: {markers}", self.unit_key(unit.index())));
                    let joined = |list: Vec<String>| (!list.is_empty()).then(|| format!("({})", list.join(", ")));
                    Record::default()
                        .with("name", text(&scenario_event.name))
                        .maybe("text", prose(&scenario_event.text))
                        .maybe("turn", scenario_event.turn)
                        .maybe("points", joined(by_side.collect()))
                        .maybe("markers", joined(by_unit.collect()))
                        .list("comes", scenario_event.arrives.iter().map(|unit| text(self.unit_key(unit.index()))))
                        .maybe("strikes", scenario_event.strikes.as_ref().map(|strikes| self.strikes(strikes)))
                        .end()
                }),
            )
            .end()
    }

    fn strikes(&self, strikes: &Strikes) -> String {
        let areas = &self.scenario.terrain.areas;
        let ids = strikes.areas.iter().filter_map(|n| areas.get(*n)).map(|area| text(&area.id));
        Record::default().list("areas", ids).with("within", strikes.within).end()
    }

    fn side_key(&self, side: SideId) -> &str {
        self.scenario.sides.get(side.index()).map_or("?", |side| side.key.as_str())
    }

    fn unit_key(&self, unit: usize) -> &str {
        self.scenario.units.get(unit).map_or("?", |unit| unit.key.as_str())
    }
}

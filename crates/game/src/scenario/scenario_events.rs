//! The section `events`: what may happen.

use super::{
    ScenarioUnit,
    node::Node,
    problem::{Problem, short},
    reading::Reading,
};
use grapeshot_floor::{
    forces::{Side, SideId, UnitId},
    table::terrain::Terrain,
    turn::{ScenarioEvent, Strikes},
};

/// Reads the events.
pub fn scenario_events(
    root: &Node,
    sides: &[Side],
    units: &[ScenarioUnit],
    terrain: &Terrain,
    reading: &mut Reading,
) -> Vec<ScenarioEvent> {
    root.list("events").iter().map(|node| scenario_event(node, sides, units, terrain, reading)).collect()
}

fn scenario_event(
    node: &Node,
    sides: &[Side],
    units: &[ScenarioUnit],
    terrain: &Terrain,
    reading: &mut Reading,
) -> ScenarioEvent {
    let by_side = named(node, "points", "side", sides.iter().map(|side| side.key.as_str()), reading);
    let by_unit = named(node, "markers", "unit", units.iter().map(|unit| unit.key.as_str()), reading);
    let mut markers = Vec::new();
    for (n, name, number) in by_unit {
        if number.fract() == 0.0 {
            markers.push((UnitId(n as u16), number as i8));
        } else {
            let problem = Problem::at(name, format!("{number} is no number of markers"));
            reading.problems.push(problem.label("whole markers only"));
        }
    }
    ScenarioEvent {
        name: node.text("name").to_owned(),
        text: node.text("text").split_whitespace().collect::<Vec<_>>().join(" "),
        turn: node.number("turn").map(|turn| turn as u16),
        points: by_side.into_iter().map(|(n, _, points)| (SideId(n as u8), points)).collect(),
        markers,
        arrives: node.list("comes").iter().filter_map(|key| comes(key, units, reading)).collect(),
        strikes: node.get("strikes").map(|record| strikes(record, terrain, reading)),
    }
}

/// The areas beside which an event strikes, by their ids.
fn strikes(node: &Node, terrain: &Terrain, reading: &mut Reading) -> Strikes {
    let ids = || terrain.areas.iter().map(|area| area.id.as_str());
    let mut areas = Vec::new();
    for name in node.list("areas") {
        let Some(id) = name.as_text() else { continue };
        match ids().position(|known| known == id) {
            Some(n) => areas.push(n),
            None => reading.problems.push(
                Problem::at(name.head(), format!("there is no area {:?}", short(id)))
                    .label("unknown area")
                    .nearest(id, ids()),
            ),
        }
    }
    Strikes { areas, within: node.number("within").unwrap_or_default() }
}

/// A unit that comes by an event: it must not be on the table already.
fn comes(node: &Node, units: &[ScenarioUnit], reading: &mut Reading) -> Option<UnitId> {
    let key = node.as_text()?;
    let Some(n) = units.iter().position(|unit| unit.key == key) else {
        reading.problems.push(
            Problem::at(node.head(), format!("there is no unit {:?}", short(key)))
                .label("unknown unit")
                .nearest(key, units.iter().map(|unit| unit.key.as_str())),
        );
        return None;
    };
    if units[n].unit_entry.arrival.is_none() {
        reading.problems.push(
            Problem::at(node.head(), format!("unit {:?} is on the table from the start", short(key)))
                .label("it cannot come")
                .help("Give it `arrives: (turn: 99, line: [(x, y), (x, y)])`, which says where it comes."),
        );
        return None;
    }
    Some(UnitId(n as u16))
}

/// Numbers by the keys of sides or units: the place of each key in the list, where it stands in the file, the number.
fn named<'k>(
    node: &Node,
    field: &str,
    what: &str,
    keys: impl Iterator<Item = &'k str> + Clone,
    reading: &mut Reading,
) -> Vec<(usize, std::ops::Range<usize>, f32)> {
    let mut found = Vec::new();
    for (name, number) in node.get(field).map_or(&[][..], Node::fields) {
        match keys.clone().position(|key| key == name.text) {
            Some(n) => found.extend(number.as_number().map(|number| (n, name.span.clone(), number))),
            None => reading.problems.push(
                Problem::at(name.span.clone(), format!("there is no {what} {:?}", short(&name.text)))
                    .label(format!("unknown {what}"))
                    .nearest(&name.text, keys.clone()),
            ),
        }
    }
    found
}

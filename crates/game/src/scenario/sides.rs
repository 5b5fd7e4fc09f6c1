//! The section `sides`: the sides of a battle, the zones in which they set up, and their dummies.

use bevy::math::Vec2;

use super::{
    ScenarioUnit,
    lines::outline,
    node::Node,
    problem::{Problem, short},
    reading::{Reading, unique},
};
use grapeshot_floor::{
    forces::{Edge, Side, SideId},
    table::measure,
    turn::Zone,
};

/// Sides of one battle.
const SIDES: std::ops::RangeInclusive<usize> = 2..=6;
/// Inches between the zones of two sides, so that bases whose middles are in them never meet.
const ZONES_APART: f32 = 4.0;

/// Reads the sides and their deployment zones.
pub fn sides(section: &Node, reading: &mut Reading) -> (Vec<Side>, Vec<Zone>) {
    let nodes = section.list("sides");
    if section.get("sides").is_some() && !SIDES.contains(&nodes.len()) {
        reading.problems.push(
            Problem::at(section.span_of("sides"), format!("{} sides cannot fight a battle", nodes.len()))
                .label("this list")
                .help(format!("Give {} to {} sides.", SIDES.start(), SIDES.end())),
        );
    }
    unique(nodes.iter(), "key", reading);
    let mut sides = Vec::new();
    let mut zones = Vec::new();
    for (number, node) in nodes.iter().enumerate() {
        let id = SideId(number.min(255) as u8);
        sides.push(Side {
            id,
            key: node.text("key").into(),
            name: node.text("name").to_owned(),
            short: node.text("short").to_owned(),
            coat: node.text("coat").into(),
            flag: node.text("flag").into(),
            goes_for: node.text("goes_for").to_owned(),
            own_edge: edge(node.text("own_edge")),
            exit_edges: node.list("exit_edges").iter().filter_map(Node::as_text).map(edge).collect(),
            dummies: node.points("dummies"),
            plays: node.get("plays").is_none() || node.flag("plays"),
        });
        if node.get("zone").is_some() {
            zones.push(Zone { side: id, outline: outline(node, "zone", reading) });
        }
    }
    played(section, nodes, &sides, reading);
    zones_apart(nodes, &zones, reading);
    (sides, zones)
}

/// A side that sets up unseen by the others must not set up on them.
fn zones_apart(nodes: &[Node], zones: &[Zone], reading: &mut Reading) {
    for (n, zone) in zones.iter().enumerate() {
        let near = zones[..n].iter().find(|other| measure::gap_between(&zone.outline, &other.outline) < ZONES_APART);
        if let Some(other) = near {
            reading.problems.push(
                Problem::at(nodes[zone.side.index()].span_of("zone"), "two zones are too near each other")
                    .label("this zone")
                    .also(nodes[other.side.index()].span_of("zone"), "and this")
                    .help(format!("Keep {ZONES_APART} inches between them: the sides set up unseen by each other.")),
            );
        }
    }
}

/// Two sides at least are played, and they come first.
fn played(section: &Node, nodes: &[Node], sides: &[Side], reading: &mut Reading) {
    let playing = sides.iter().filter(|side| side.plays).count();
    if playing < *SIDES.start() && sides.len() >= *SIDES.start() {
        reading.problems.push(
            Problem::at(section.span_of("sides"), "too few sides are played".to_owned())
                .label("this list")
                .help(format!("A battle needs {} sides that somebody plays.", SIDES.start())),
        );
        return;
    }
    for (side, node) in sides.iter().zip(nodes).skip(1) {
        if side.plays && !sides[side.id.index() - 1].plays {
            reading.problems.push(
                Problem::at(node.span_of("key"), format!("side {:?} comes after one that nobody plays", side.key))
                    .label("this side")
                    .help("Put the sides that nobody plays last."),
            );
        }
    }
}

fn edge(word: &str) -> Edge {
    match word {
        "east" => Edge::East,
        "south" => Edge::South,
        "north" => Edge::North,
        _ => Edge::West,
    }
}

/// A side by its key, or a problem with the nearest.
pub fn side_of(node: &Node, field: &str, sides: &[Side], reading: &mut Reading) -> Option<SideId> {
    let key = node.get(field)?.as_text()?;
    let found = sides.iter().find(|side| side.key == key).map(|side| side.id);
    if found.is_none() {
        reading.problems.push(
            Problem::at(node.span_of(field), format!("there is no side {:?}", short(key)))
                .label("unknown side")
                .nearest(key, sides.iter().map(|side| side.key.as_str())),
        );
    }
    found
}

/// Says which places of dummies are wrong: those off the table, and those of a side of which nobody hides.
pub fn dummies(root: &Node, sides: &[Side], units: &[ScenarioUnit], reading: &mut Reading) {
    if !reading.words.plays("sides: dummies") {
        return;
    }
    for (node, side) in root.list("sides").iter().zip(sides).filter(|(_, side)| !side.dummies.is_empty()) {
        let hides = |unit: &&ScenarioUnit| unit.side == side.id && reading.rules.begins_hidden(&unit.unit_entry);
        if !units.iter().any(|unit| hides(&unit)) {
            reading.problems.push(
                Problem::at(
                    node.span_of("dummies"),
                    format!("side {:?} has dummies, but none of its units hides", short(&side.key)),
                )
                .label("leave them out")
                .help("Dummies stand among hidden units: give a unit `hidden: true`."),
            );
        }
        for (point, at) in node.list("dummies").iter().zip(&side.dummies) {
            if at.cmplt(Vec2::ZERO).any() || at.cmpgt(reading.size).any() {
                reading.problems.push(
                    Problem::at(point.head(), "a dummy lies off the table".to_owned())
                        .label("off the table")
                        .help(format!("x goes from 0 to {}, y from 0 to {}.", reading.size.x, reading.size.y)),
                );
            }
        }
    }
}

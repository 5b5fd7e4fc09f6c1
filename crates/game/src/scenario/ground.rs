//! The section `terrain`: what lies on the table, with what the ruleset makes of it.

use smol_str::SmolStr;
use std::collections::BTreeSet;

use super::{
    house,
    lines::{crosses_itself, line, on_outline, outline},
    node::Node,
    problem::{Problem, short},
    reading::Reading,
    values::{Rest, values},
};
use grapeshot_floor::{
    forces::Values,
    table::terrain::{
        Area, Building, Crossing, Door, DoorState, Ground, Hill, Obstacle, Road, SightThrough, Stream, Terrain,
    },
    turn::{TerrainPart, TerrainValues, Vocabulary, vocabulary::ValueField},
};

/// Reads the terrain. Every entry of a list becomes an entry of the result, so that an index leads back to the file.
pub fn terrain(section: &Node, reading: &mut Reading) -> Terrain {
    Terrain {
        size: reading.size,
        areas: section.list("areas").iter().map(|node| area(node, reading)).collect(),
        obstacles: section.list("obstacles").iter().map(|node| obstacle(node, reading)).collect(),
        roads: section.list("roads").iter().map(|node| road(node, reading)).collect(),
        streams: section.list("streams").iter().map(|node| stream(node, reading)).collect(),
        crossings: section.list("crossings").iter().map(|node| crossing(node, reading)).collect(),
        buildings: section.list("buildings").iter().map(|node| building(node, reading)).collect(),
        hills: section.list("hills").iter().map(|node| hill(node, reading)).collect(),
    }
}

/// Reads what the pieces of terrain are in the ruleset's own terms, and what the ruleset says against them.
pub fn own_terms(section: &Node, terrain: &Terrain, reading: &mut Reading) -> TerrainValues {
    let mut found = TerrainValues::default();
    for part in TerrainPart::ALL {
        let (list, one) = part.words();
        let declared = || reading.words.terrain_values.iter().filter(|value| value.of.contains(&part));
        let fields: Vec<ValueField> = declared().map(|value| value.field.clone()).collect();
        for node in section.list(list) {
            let kind = kind_of(part, node);
            let usual =
                declared().filter_map(|value| Some((value.field.name.clone(), value.by_kind.get(kind)?.clone())));
            let usual = Values(usual.collect());
            let what = format!("the {one} {:?}", short(node.text("id")));
            let own = values(node, "values", &what, &fields, Rest::Of(&usual), reading);
            if !own.0.is_empty() {
                found.0.insert(node.text("id").into(), own);
            }
        }
    }
    let nodes = || TerrainPart::ALL.into_iter().flat_map(|part| section.list(part.words().0));
    for problem in reading.rules.terrain_problems(terrain, &found) {
        let Some(node) = nodes().find(|node| node.text("id") == problem.id) else { continue };
        reading.problems.push(
            Problem::at(node.span_of(problem.field), problem.message)
                .label(format!("against {}", problem.rule))
                .help(problem.help),
        );
    }
    found
}

/// The word by which a ruleset knows what a piece of terrain is.
fn kind_of(part: TerrainPart, node: &Node) -> &str {
    match part {
        TerrainPart::Areas | TerrainPart::Obstacles | TerrainPart::Roads | TerrainPart::Crossings => node.text("kind"),
        TerrainPart::Streams if node.flag("deep") => "deep",
        TerrainPart::Streams => "stream",
        TerrainPart::Buildings => node.text("material"),
        TerrainPart::Hills if node.flag("steep") => "steep",
        TerrainPart::Hills => "hill",
    }
}

fn name(node: &Node) -> Option<String> {
    node.get("name").and_then(Node::as_text).map(str::to_owned)
}

fn area(node: &Node, reading: &mut Reading) -> Area {
    Area {
        id: node.text("id").into(),
        kind: node.text("kind").into(),
        name: name(node),
        outline: outline(node, "outline", reading),
        ground: ground(node, node.text("kind"), reading),
    }
}

fn obstacle(node: &Node, reading: &mut Reading) -> Obstacle {
    let kind = node.text("kind");
    let barrier = reading.words.barriers.get(kind).cloned();
    if barrier.is_none() && node.get("kind").is_some() {
        let known: Vec<&str> = reading.words.barriers.keys().map(SmolStr::as_str).collect();
        reading.problems.push(
            Problem::at(node.span_of("kind"), format!("there is no kind of obstacle {:?}", short(kind)))
                .label("unknown kind")
                .nearest(kind, known),
        );
    }
    let (height, cover, bog) = barrier.map_or((1.0, None, None), |known| (known.height, known.cover, known.bog));
    Obstacle {
        id: node.text("id").into(),
        kind: kind.into(),
        line: line(node, reading),
        height: node.number("height").unwrap_or(height),
        cover: code(node, "cover", cover, reading),
        bog: code(node, "bog", bog, reading),
        stops_shot: stops_shot(node),
    }
}

fn road(node: &Node, reading: &mut Reading) -> Road {
    let line = line(node, reading);
    crosses_itself(node, &line, reading);
    let kind = node.text("kind");
    let known = &reading.words.roads;
    if node.get("kind").is_some() && !known.iter().any(|road| road == kind) {
        reading.problems.push(
            Problem::at(node.span_of("kind"), format!("there is no kind of road {:?}", short(kind)))
                .label("unknown kind")
                .nearest(kind, known.iter().map(SmolStr::as_str)),
        );
    }
    Road { id: node.text("id").into(), kind: kind.into(), line, width: width(node) }
}

/// The inches that a road or stream is wide. That there are none, or none that can be, is said already.
fn width(node: &Node) -> f32 {
    node.number("width").filter(|width| *width > 0.0).unwrap_or(1.0)
}

fn stream(node: &Node, reading: &mut Reading) -> Stream {
    let deep = node.flag("deep");
    let line = line(node, reading);
    crosses_itself(node, &line, reading);
    Stream {
        id: node.text("id").into(),
        name: name(node),
        line,
        width: width(node),
        deep,
        ground: ground(node, if deep { "deep" } else { "stream" }, reading),
    }
}

fn crossing(node: &Node, reading: &mut Reading) -> Crossing {
    Crossing {
        id: node.text("id").into(),
        kind: node.text("kind").into(),
        outline: outline(node, "outline", reading),
        ground: ground(node, node.text("kind"), reading),
    }
}

fn building(node: &Node, reading: &mut Reading) -> Building {
    let material = node.text("material");
    if node.get("material").is_some() && !reading.words.materials.iter().any(|known| known == material) {
        let known: Vec<&str> = reading.words.materials.iter().map(SmolStr::as_str).collect();
        reading.problems.push(
            Problem::at(node.span_of("material"), format!("there is no material {:?}", short(material)))
                .label("unknown material")
                .nearest(material, known),
        );
    }
    let outline = outline(node, "outline", reading);
    let mut doors = Vec::new();
    for door in node.list("doors") {
        let Some(at) = door.point("at") else { continue };
        on_outline(at, door.get("at"), "door", &outline, reading);
        let state = match door.text("state") {
            "open" => DoorState::Open,
            "locked" => DoorState::Locked,
            _ => DoorState::Closed,
        };
        let endurance = door.number("endurance").map(|number| number as u8);
        doors.push(Door { gate: door.flag("gate"), endurance, ..Door::new(at, state) });
    }
    for breach in node.list("breaches") {
        let Some(at) = breach.as_point() else { continue };
        on_outline(at, Some(breach), "breach", &outline, reading);
        doors.push(Door::breach(at));
    }
    let storeys = node.number("storeys").unwrap_or(1.0) as u8;
    let cover = reading.words.building_cover.clone();
    Building {
        id: node.text("id").into(),
        name: node.text("name").to_owned(),
        storeys,
        material: material.into(),
        doors,
        windows: house::windows(node, storeys, &outline, reading),
        rooms: house::rooms(node, storeys, &outline, reading),
        stairs: house::stairs(node, storeys, &outline, reading),
        cover: code(node, "cover", cover, reading),
        size: size(node, reading),
        outline,
    }
}

/// Whether the cover of a piece of terrain stops solid shot, if the scenario says so.
fn stops_shot(node: &Node) -> Option<bool> {
    node.get("stops_shot").map(|_| node.flag("stops_shot"))
}

/// How large a building counts: as it says, or the usual size.
fn size(node: &Node, reading: &mut Reading) -> Option<SmolStr> {
    let sizes = &reading.words.building_sizes;
    let Some(given) = node.get("size").and_then(Node::as_text) else { return sizes.first().cloned() };
    let known = sizes.iter().find(|size| *size == given).cloned();
    if known.is_none() {
        reading.problems.push(
            Problem::at(node.span_of("size"), format!("there is no size of buildings {:?}", short(given)))
                .label("unknown size")
                .nearest(given, sizes.iter().map(SmolStr::as_str)),
        );
    }
    known
}

fn hill(node: &Node, reading: &mut Reading) -> Hill {
    let steep = node.flag("steep");
    Hill {
        id: node.text("id").into(),
        name: name(node),
        outline: outline(node, "outline", reading),
        levels: node.number("levels").unwrap_or(1.0) as u8,
        steep,
        rate: node.number("rate").unwrap_or(if steep { reading.words.steep_rate } else { 1.0 }),
    }
}

/// The ground of a kind, with what this piece of ground has of its own.
fn ground(node: &Node, kind: &str, reading: &mut Reading) -> Ground {
    let known = reading.words.grounds.get(kind).cloned();
    if known.is_none() && node.get("id").is_some() && !kind.is_empty() {
        let kinds: Vec<&str> = reading.words.grounds.keys().map(SmolStr::as_str).collect();
        reading.problems.push(
            Problem::at(node.span_of("kind"), format!("there is no kind of ground {:?}", short(kind)))
                .label("unknown kind")
                .nearest(kind, kinds),
        );
    }
    let base = known.unwrap_or_else(Ground::open);
    let sight = match node.get("sight") {
        Some(sight) => match (sight.as_number(), sight.as_text()) {
            (Some(inches), _) => SightThrough::Inside(inches),
            (_, Some("blocked")) => SightThrough::Blocked,
            _ => SightThrough::Free,
        },
        None => base.sight,
    };
    Ground {
        rate: node.number("rate").unwrap_or(base.rate),
        own_rate: node.get("rate").is_some(),
        cover: code(node, "cover", base.cover, reading),
        sight,
        bog: code(node, "bog", base.bog, reading),
        closed_to: match node.get("closed_to") {
            Some(_) => node.list("closed_to").iter().filter_map(Node::as_text).map(SmolStr::new).collect(),
            None => base.closed_to,
        },
        stops_shot: stops_shot(node).or(base.stops_shot),
    }
}

/// The codes of the ruleset for the field `cover`, or for `bog`.
pub fn codes<'w>(field: &str, words: &'w Vocabulary) -> BTreeSet<&'w str> {
    if field == "cover" {
        let grounds = words.grounds.values().filter_map(|ground| ground.cover.as_deref());
        let barriers = words.barriers.values().filter_map(|barrier| barrier.cover.as_deref());
        grounds.chain(barriers).chain(words.building_cover.as_deref()).chain(["none"]).collect()
    } else {
        let grounds = words.grounds.values().filter_map(|ground| ground.bog.as_deref());
        let barriers = words.barriers.values().filter_map(|barrier| barrier.bog.as_deref());
        grounds.chain(barriers).chain(["none"]).collect()
    }
}

/// A code of the ruleset that a piece of terrain may have of its own.
fn code(node: &Node, field: &str, usual: Option<SmolStr>, reading: &mut Reading) -> Option<SmolStr> {
    let Some(given) = node.get(field).and_then(Node::as_text) else { return usual };
    if given == "none" {
        return None;
    }
    let known = codes(field, reading.words);
    if !known.contains(given) {
        reading.problems.push(
            Problem::at(node.span_of(field), format!("`{field}` cannot be {:?}", short(given)))
                .label("unknown code")
                .nearest(given, known),
        );
    }
    Some(given.into())
}

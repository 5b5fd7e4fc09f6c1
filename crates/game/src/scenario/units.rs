//! The sections `sides` and `units`: the troops, their leaders, and where each stands.

use bevy::math::Vec2;
use smol_str::SmolStr;
use std::ops::Range;

use super::{
    ScenarioUnit, StartPiece,
    heroes::{self, Hero},
    house_rules::house_rules,
    led_horses,
    lines::{outline, stretch},
    names::Names,
    node::Node,
    problem::{Problem, short},
    reading::{Reading, unique},
    values::{Rest, values},
};
use grapeshot_floor::{
    english::{capital, plural},
    files::dice_sum::DiceSum,
    forces::{Arrival, Edge, Elsewhere, Layout, Side, SideId, UnitEntry, UnitId, Values},
    table::{
        footprint::{Footprint, Outline},
        measure,
        position::{Heading, Place},
        terrain::Terrain,
    },
    turn::{
        Zone,
        vocabulary::{Equipment, UnitKind},
    },
};

/// Sides of one battle.
const SIDES: std::ops::RangeInclusive<usize> = 2..=6;
/// Inches between the zones of two sides, so that bases whose middles are in them never meet.
const ZONES_APART: f32 = 4.0;
/// Pieces of one battle.
pub const MOST_PIECES: usize = 1000;

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

/// Reads the units. Every entry of the list becomes an entry of the result.
pub fn units(section: &Node, sides: &[Side], terrain: &Terrain, reading: &mut Reading) -> Vec<ScenarioUnit> {
    let nodes = section.list("units");
    unique(nodes.iter(), "key", reading);
    let mut names = Names::default();
    for node in nodes {
        if let Some(leader) = node.get("leader") {
            names.take(leader.text("name"));
        }
        node.list("men").iter().filter_map(Node::as_text).for_each(|name| names.take(name));
        node.list("heroes").iter().for_each(|hero| names.take(hero.text("name")));
    }
    let mut total = 0;
    let mut units = Vec::new();
    for node in nodes {
        let unit = unit(node, nodes, sides, terrain, &mut names, &mut total, reading);
        units.push(unit);
    }
    if total > MOST_PIECES {
        reading.problems.push(
            Problem::at(section.span_of("units"), format!("{total} figures are too many"))
                .label("in this list")
                .help(format!("A battle has at most {MOST_PIECES} figures.")),
        );
    }
    for side in sides {
        if !units.is_empty() && !units.iter().any(|unit| unit.side == side.id) {
            let span = section.list("sides").get(side.id.index()).map_or(0..0, |node| node.span_of("key"));
            reading.problems.push(
                Problem::at(span, format!("side {:?} has no unit", short(&side.key)))
                    .label("this side")
                    .help("Give it a unit, or leave the side out."),
            );
        }
    }
    chain_of_command(nodes, &units, reading);
    units
}

fn unit(
    node: &Node,
    all: &[Node],
    sides: &[Side],
    terrain: &Terrain,
    names: &mut Names,
    total: &mut usize,
    reading: &mut Reading,
) -> ScenarioUnit {
    let key = node.text("key");
    let side = side_of(node, "side", sides, reading).unwrap_or(SideId(0));
    let kind = kind(node, reading);
    let footprint = kind.map_or(Footprint::Circle { diameter: 1.0 }, |kind| kind.footprint_under(&reading.settings));
    let words = reading.words;
    let what = format!("unit {:?}", short(key));
    let rest = kind.map_or(Rest::Unknown, |kind| Rest::Of(&kind.values));
    let mut men = values(node, "values", &what, &words.unit_values, rest, reading);
    let arrival = arrival(node, reading);
    let mut layout = None;
    let mut places = places(node, footprint, arrival.as_ref(), &mut layout, reading);
    // The ruleset lays out its own formations, and a figure that stands alone.
    let laid = layout.as_deref().is_some_and(|name| reading.words.is_block(name)) || places.len() == 1;
    let anchor = places.first().copied().filter(|_| laid);
    as_many_as_its_kind_has(node, kind.map_or((1, usize::MAX), |kind| kind.pieces), places.len(), reading);
    *total += places.len();
    if *total > MOST_PIECES {
        // There are too many, which is said once; the rest need neither names nor room.
        places.clear();
    }

    let leader = match node.get("leader") {
        Some(leader) => {
            let rest = kind.map_or(Rest::Unknown, |_| Rest::Of(&men));
            values(leader, "values", &format!("the leader of {what}"), &words.leader_values, rest, reading)
        }
        None => Values::default(),
    };
    if let Some(layout) = layout {
        men.0.insert(SmolStr::new_static("formation"), grapeshot_floor::forces::Value::Word(layout));
    }
    // What a unit of no known kind may have besides is not looked at.
    let heroes = if kind.is_some() { heroes::heroes(node, places.len(), &men, &leader, reading) } else { Vec::new() };
    let train = equipment(node, kind, reading);
    *total += train.len();
    let mut unit_entry = UnitEntry {
        kind: node.text("kind").into(),
        values: men,
        leader,
        arrival,
        equipment: train.iter().map(|piece| piece.look.clone()).collect(),
        hidden: hidden(node, reading),
        heroes: heroes.iter().map(|hero| (hero.figure, hero.values.clone())).collect(),
        led_horses: Vec::new(),
        house_rules: house_rules(node, reading),
    };
    if kind.is_some() {
        unit_entry.led_horses = led_horses::led_horses(node, &unit_entry, places.len(), reading);
    }
    let laid = anchor.and_then(|at| reading.rules.layout(&unit_entry, &reading.settings, terrain, at, places.len()));
    let footprint = reading.rules.footprint(&unit_entry, &reading.settings).unwrap_or(footprint);
    let as_placed = |place: &Place| Outline { footprint, place: *place };
    let outlines = laid.unwrap_or_else(|| places.iter().map(as_placed).collect());

    let flag = sides.get(side.index()).map_or("", |side| side.flag.as_str());
    let mut pieces = men_named(node, &outlines, &heroes, (flag, names), reading);
    pieces.extend(train);
    ScenarioUnit {
        key: key.into(),
        name: node.text("name").to_owned(),
        short: node.get("short").and_then(Node::as_text).unwrap_or_default().to_owned(),
        colours: node.get("colours").and_then(Node::as_text).unwrap_or_default().into(),
        side,
        superior: superior(node, all, sides, reading),
        pieces,
        unit_entry,
    }
}

/// The pieces of a unit where they stand, the leader first, with names of their own; who has none gets one that fits the
/// flag of his side.
fn men_named(
    node: &Node,
    outlines: &[Outline],
    heroes: &[Hero],
    (flag, names): (&str, &mut Names),
    reading: &mut Reading,
) -> Vec<StartPiece> {
    let (key, given, leader) = (node.text("key"), node.list("men"), node.get("leader"));
    let leaders = usize::from(leader.is_some());
    let room = outlines.len().saturating_sub(leaders);
    if given.len() > room && !outlines.is_empty() {
        let message = format!("unit {:?} has {} names for {room} men", short(key), given.len());
        reading.problems.push(Problem::at(node.span_of("men"), message).label("too many names"));
    }
    let piece = |(number, outline): (usize, &Outline)| {
        let (name, look) = match (number, leader) {
            (0, Some(leader)) => {
                (leader.text("name").to_owned(), if outlines.len() == 1 { "officer" } else { "leader" }.into())
            }
            _ => {
                let hero = heroes.iter().find(|hero| hero.figure == number).and_then(|hero| hero.name);
                let given = hero.or_else(|| given.get(number - leaders).and_then(Node::as_text));
                (given.map_or_else(|| names.next(flag, key), str::to_owned), node.text("kind").into())
            }
        };
        StartPiece { name, place: outline.place, footprint: outline.footprint, look }
    };
    outlines.iter().enumerate().map(piece).collect()
}

/// The kind of a unit, if there is such a kind.
fn kind<'r>(node: &Node, reading: &mut Reading<'r>) -> Option<&'r UnitKind> {
    let kind = reading.words.kind(node.text("kind"));
    if kind.is_none()
        && let Some(word) = node.get("kind").and_then(Node::as_text)
    {
        let known: Vec<&str> = reading.words.kinds.iter().map(|kind| kind.id.as_str()).collect();
        reading.problems.push(
            Problem::at(node.span_of("kind"), format!("there is no kind of unit {:?}", short(word)))
                .label("unknown kind")
                .nearest(word, known),
        );
    }
    kind
}

/// Says if a unit has fewer figures than a unit of its kind, or more.
fn as_many_as_its_kind_has(node: &Node, (fewest, most): (usize, usize), figures: usize, reading: &mut Reading) {
    let nobody = has_nobody(node);
    if nobody && fewest == 0 {
        means_nothing_to_nobody(node, reading);
    }
    if (nobody || figures > 0) && !(fewest..=most).contains(&figures) {
        let counted = ["points", "points_on"].into_iter().find(|name| node.get(name).is_some()).unwrap_or("figures");
        reading.problems.push(
            Problem::at(
                node.span_of(counted),
                format!("a unit of kind {:?} cannot have {figures} figures", node.text("kind")),
            )
            .label("too many or too few")
            .help(format!("Give it {fewest} to {most} figures.")),
        );
    }
}

/// Whether a unit begins hidden, which means nothing before it arrives.
fn hidden(node: &Node, reading: &mut Reading) -> bool {
    let hides = node.flag("hidden");
    if hides && node.get("arrives").is_some() {
        let message = format!("unit {:?} arrives later, so it hides from nobody", short(node.text("key")));
        let found = Problem::at(node.span_of("hidden"), message).label("leave it out");
        reading.problems.push(found.also(node.span_of("arrives"), "when it arrives"));
    }
    hides
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

/// What the unit has with it besides its men: each piece that its kind knows, once.
fn equipment(node: &Node, kind: Option<&UnitKind>, reading: &mut Reading) -> Vec<StartPiece> {
    let what = short(node.text("key"));
    let known = kind.map_or(&[][..], |kind| &kind.equipment);
    let mut pieces: Vec<StartPiece> = Vec::new();
    for entry in node.list("equipment") {
        let word = entry.text("what");
        let Some(piece) = known.iter().find(|piece| piece.id == word) else {
            if kind.is_some() {
                reading.problems.push(
                    Problem::at(entry.span_of("what"), format!("unit {what:?} can have no {:?}", short(word)))
                        .label("unknown equipment")
                        .nearest(word, known.iter().map(|piece| piece.id.as_str())),
                );
            }
            continue;
        };
        let have = pieces.iter().filter(|other| other.look == piece.id).count();
        if have >= piece.most {
            let most = if piece.most == 1 { "two".to_owned() } else { format!("more than {}", piece.most) };
            let message = format!("unit {what:?} has {most} of {:?}", short(word));
            reading.problems.push(Problem::at(entry.span_of("what"), message).label("leave one out"));
            continue;
        }
        let Some(at) = entry.point("at") else { continue };
        let facing = entry.number("facing").or(node.number("facing")).unwrap_or_default();
        pieces.push(StartPiece {
            name: name_of_equipment(piece, have, node.text("name")),
            place: Place { at, facing: Heading(facing).normalized(), floor: 0 },
            footprint: piece.footprint_under(&reading.settings),
            look: piece.id.clone(),
        });
    }
    for piece in known.iter().filter(|piece| piece.needed) {
        if !node.list("equipment").iter().any(|entry| entry.text("what") == piece.id) {
            reading.problems.push(
                Problem::at(node.head(), format!("unit {what:?} has no {}", piece.id))
                    .label("in here")
                    .help(format!("Add `equipment: [(what: {:?}, at: (x, y), facing: degrees)]`.", piece.id)),
            );
        }
    }
    // The men come first; each kind's own order makes the ids the same whatever the file's.
    pieces.sort_by_key(|piece| known.iter().position(|other| other.id == piece.look));
    pieces
}

/// What a piece of equipment is called, by its number among those of its kind from 0 and the name of its unit. A unit
/// that is named for it lends it its name: the gun of "East gun" is that gun, and the second wagon of "Wagons 3 and 4"
/// is wagon 4.
fn name_of_equipment(piece: &Equipment, number: usize, unit: &str) -> String {
    let id = piece.id.as_str();
    if piece.most == 1 {
        let named = piece.bears_unit_name || unit.rsplit(' ').next().is_some_and(|word| word.eq_ignore_ascii_case(id));
        return if named { unit.to_owned() } else { format!("{id} of {unit}") };
    }
    let several = capital(&plural(id));
    let numbers = unit.strip_prefix(several.as_str()).and_then(|rest| rest.strip_prefix(' ')).unwrap_or_default();
    let mut own = numbers.split([',', ' ']).filter(|word| !word.is_empty() && *word != "and");
    match own.nth(number).filter(|own| own.parse::<u8>().is_ok()) {
        Some(own) => format!("{} {own}", capital(id)),
        None => format!("{id} {} of {unit}", number + 1),
    }
}

/// Whether a unit is equipment without a man.
fn has_nobody(node: &Node) -> bool {
    node.number("figures") == Some(0.0)
}

/// Says what is told of the men of a unit that has none.
fn means_nothing_to_nobody(node: &Node, reading: &mut Reading) {
    let what = short(node.text("key"));
    for field in ["layout", "at", "spacing", "points", "points_on", "leader", "men", "heroes", "arrives"] {
        if node.get(field).is_some() {
            reading.problems.push(
                Problem::at(node.span_of(field), format!("unit {what:?} has no figures, so `{field}` means nothing"))
                    .label("leave it out")
                    .also(node.span_of("figures"), "nobody"),
            );
        }
    }
}

/// Where the figures stand: at points of their own, or in a layout.
fn places(
    node: &Node,
    footprint: Footprint,
    arrival: Option<&Arrival>,
    formation: &mut Option<SmolStr>,
    reading: &mut Reading,
) -> Vec<Place> {
    let facing = Heading(node.number("facing").unwrap_or_default()).normalized();
    if has_nobody(node) {
        return Vec::new();
    }
    let figures = node.number("figures").filter(|figures| (1.0..=99.0).contains(figures) && figures.fract() == 0.0);
    let figures = figures.map(|figures| figures as usize);
    let what = short(node.text("key"));
    if node.get("points").or(node.get("points_on")).is_some() {
        return places_at_points(node, facing, figures, reading);
    }
    let enters = arrival.and_then(|arrival| arrival.line.first().copied());
    let Some(at) = node.point("at").or(enters) else {
        if node.get("at").is_none() {
            reading.problems.push(
                Problem::at(node.head(), format!("unit {what:?} stands nowhere"))
                    .label("in here")
                    .help("Add `figures`, `layout` and `at: (x, y)`, or `points: [(x, y), ...]`."),
            );
        }
        return Vec::new();
    };
    let count = match (figures, node.get("figures")) {
        (Some(figures), _) => figures,
        (None, None) => 1,
        (None, Some(_)) => return Vec::new(),
    };
    let name = match node.get("layout").map(|layout| (layout, layout.as_text())) {
        // Nobody need say how one stands.
        None if count == 1 && node.get("spacing").is_none() => return vec![Place { at, facing, floor: 0 }],
        None if count == 1 => "line",
        None => {
            reading.problems.push(
                Problem::at(node.head(), format!("`layout` is missing in unit {what:?}"))
                    .label("in here")
                    .help(format!("Say how its {count} figures stand: {}.", layouts(reading).join(", "))),
            );
            return Vec::new();
        }
        Some((_, Some(name))) => name,
        Some((_, None)) => return Vec::new(),
    };
    if reading.words.is_block(name) {
        *formation = node.get("layout").map(|_| name.into());
        return vec![Place { at, facing, floor: 0 }; count];
    }
    let known = layouts(reading);
    // How a single figure is laid out does not matter, but a block has its shape from it.
    let blocks = reading.words.formations.iter().any(|formation| formation.block);
    let (Some(layout), true) = (Layout::named(name), (count == 1 && !blocks) || known.contains(&name)) else {
        reading.problems.push(
            Problem::at(node.span_of("layout"), format!("there is no layout {:?}", short(name)))
                .label("unknown layout")
                .nearest(name, known),
        );
        return Vec::new();
    };
    if node.get("spacing").is_some() && !layout.is_open() {
        reading.problems.push(
            Problem::at(node.span_of("spacing"), format!("figures in {name:?} stand base to base"))
                .label("leave it out")
                .help("Only open_line, open_two and file have a spacing."),
        );
    }
    let registered = reading.words.formation(name).and_then(|formation| formation.spacing);
    let spacing = node.number("spacing").or(layout.usual_spacing(registered, footprint));
    *formation = node.get("layout").map(|_| name.into());
    layout.places(Place { at, facing, floor: 0 }, count, footprint, spacing)
}

/// Where figures stand that have a point each.
fn places_at_points(node: &Node, facing: Heading, figures: Option<usize>, reading: &mut Reading) -> Vec<Place> {
    let what = short(node.text("key"));
    let given = if node.get("points").is_some() { "points" } else { "points_on" };
    for field in ["layout", "at", "spacing"] {
        if node.get(field).is_some() {
            reading.problems.push(
                Problem::at(node.span_of(field), format!("unit {what:?} has `{given}`, so `{field}` means nothing"))
                    .label("leave it out")
                    .also(node.span_of(given), "the points"),
            );
        }
    }
    let places: Vec<Place> = points_of(node).map(|(at, floor)| Place { at, facing, floor }).collect();
    if let Some(figures) = figures
        && figures != places.len()
    {
        reading.problems.push(
            Problem::at(
                node.span_of("figures"),
                format!("unit {what:?} has {figures} figures at {} points", places.len()),
            )
            .label("this number")
            .also(node.span_of(given), "these points")
            .help("Give a point for each figure; `figures` may be left out."),
        );
    }
    places
}

/// The points of its figures, each with its floor: those that only say where, then those on storeys.
fn points_of(node: &Node) -> impl Iterator<Item = (Vec2, u8)> + '_ {
    point_nodes(node).filter_map(|(point, floor)| Some((point.as_point()?, floor)))
}

fn point_nodes(node: &Node) -> impl Iterator<Item = (&Node, u8)> {
    let upstairs = node.list("points_on").iter().flat_map(|entry| {
        let floor = entry.number("storey").unwrap_or(1.0).max(1.0) as u8 - 1;
        entry.list("points").iter().map(move |point| (point, floor))
    });
    node.list("points").iter().map(|point| (point, 0)).chain(upstairs)
}

/// The names of the layouts that the ruleset has too.
fn layouts<'r>(reading: &Reading<'r>) -> Vec<&'r str> {
    let formations = reading.words.formations.iter().map(|formation| formation.id.as_str());
    formations.filter(|name| Layout::named(name).is_some() || reading.words.is_block(name)).collect()
}

fn arrival(node: &Node, reading: &mut Reading) -> Option<Arrival> {
    let record = node.get("arrives")?;
    let elsewhere = record.get("elsewhere").and_then(|other| {
        let facing = other.number("facing").map(Heading);
        Some(Elsewhere { die: other.number("die")? as u8, line: stretch(other, "line", reading), facing })
    });
    let when = record.get("turn")?;
    let dice = when.as_text().and_then(DiceSum::parse);
    let turn = dice.map(|dice| *dice.range().start()).or(when.as_number().map(|turn| turn as u16))?;
    let chance = record.number("chance").map(|chance| chance as u8);
    Some(Arrival { turn, dice, chance, line: stretch(record, "line", reading), elsewhere })
}

/// The place in the file of a piece, by its number in the unit from 0.
pub fn place_of(node: &Node, piece: usize) -> Range<usize> {
    match point_nodes(node).nth(piece) {
        Some((point, _)) => point.head(),
        None if node.get("at").is_some() => node.span_of("at"),
        None => node.head(),
    }
}

fn superior(node: &Node, all: &[Node], sides: &[Side], reading: &mut Reading) -> Option<UnitId> {
    let key = node.get("under")?.as_text()?;
    let found = all.iter().position(|unit| unit.text("key") == key);
    // Of a side that there is not, only that is said.
    let has_side = |unit: &Node| sides.iter().any(|side| side.key == unit.text("side"));
    match found {
        None => reading.problems.push(
            Problem::at(node.span_of("under"), format!("there is no unit {:?} to be under", short(key)))
                .label("unknown unit")
                .nearest(key, all.iter().map(|unit| unit.text("key"))),
        ),
        Some(at) if all[at].text("side") != node.text("side") && has_side(node) && has_side(&all[at]) => {
            reading.problems.push(
                Problem::at(node.span_of("under"), format!("unit {:?} is of another side", short(key)))
                    .label("an enemy cannot command here")
                    .also(all[at].span_of("side"), "its side"),
            );
        }
        Some(_) => {}
    }
    found.map(|at| UnitId(at as u16))
}

/// Says every circle of units that are under each other, once.
fn chain_of_command(nodes: &[Node], units: &[ScenarioUnit], reading: &mut Reading) {
    // 0 not looked at yet, else the number of the walk that came by.
    let mut walked = vec![0_usize; units.len()];
    for start in 0..units.len() {
        let mut at = start;
        while walked[at] == 0 {
            walked[at] = start + 1;
            match units[at].superior {
                Some(superior) => at = superior.index(),
                None => break,
            }
        }
        if walked[at] == start + 1 && units[at].superior.is_some() {
            let mut circle = vec![at];
            let mut next = units[at].superior.map_or(at, UnitId::index);
            while next != at {
                circle.push(next);
                next = units[next].superior.map_or(at, UnitId::index);
            }
            let names: Vec<String> = circle.iter().map(|n| format!("{:?}", short(&units[*n].key))).collect();
            let message = match names.as_slice() {
                [one] => format!("unit {one} is under itself"),
                _ => format!("the units {} are under each other in a circle", names.join(", ")),
            };
            reading.problems.push(
                Problem::at(nodes[at].span_of("under"), message)
                    .label("here")
                    .help("The highest leader has no `under`."),
            );
        }
    }
}

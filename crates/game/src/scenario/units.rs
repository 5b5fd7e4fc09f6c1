//! The section `units`: the troops, their leaders, and which is under which.

use smol_str::SmolStr;

use super::{
    ScenarioUnit, StartPiece,
    equipment::equipment,
    heroes::{self, Hero},
    house_rules::house_rules,
    layout::{arrival, has_nobody, means_nothing_to_nobody, places},
    led_horses,
    names::Names,
    node::Node,
    problem::{Problem, short},
    reading::{Reading, unique},
    sides::side_of,
    values::{Rest, values},
};
use grapeshot_floor::{
    forces::{Side, SideId, UnitEntry, UnitId, Values},
    table::{
        footprint::{Footprint, Outline},
        position::Place,
        terrain::Terrain,
    },
    turn::vocabulary::UnitKind,
};

/// Pieces of one battle.
pub const MOST_PIECES: usize = 1000;

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

//! Whether the pieces can stand where the scenario puts them.

use bevy::math::{Rect, Vec2};
use std::collections::{BTreeMap, BTreeSet};

use super::{
    ScenarioUnit,
    check::Reading,
    node::Node,
    problem::{Problem, short},
    units::place_of,
};
use grapeshot_floor::table::{footprint::Outline, measure, position::Place, terrain::Terrain};

/// Bases may overlap this deep, in inches: less is rounding.
const OVERLAP: f32 = 0.02;

/// A piece where it is to stand.
struct Standing<'s> {
    unit: usize,
    number: usize,
    name: &'s str,
    /// Whether its unit has no other piece.
    alone: bool,
    outline: Outline,
    reach: f32,
}

impl Standing<'_> {
    /// How a message names it.
    fn who(&self) -> String {
        if self.alone {
            format!("unit {:?}", short(self.name))
        } else {
            format!("figure {} of unit {:?}", self.number + 1, short(self.name))
        }
    }
}

/// Says which pieces stand off the table, on each other, in impassable ground, across an obstacle or a wall.
pub fn standing(root: &Node, units: &[ScenarioUnit], terrain: &Terrain, reading: &mut Reading) {
    let nodes = root.list("units");
    let mut pieces = Vec::new();
    for (unit, entry) in units.iter().enumerate() {
        // Who arrives later stands nowhere yet.
        let there = entry.unit_entry.arrival.is_none();
        for (number, piece) in entry.pieces.iter().enumerate().filter(|_| there) {
            let outline = Outline { footprint: piece.footprint, place: piece.place };
            let alone = entry.pieces.len() == 1;
            pieces.push(Standing { unit, number, name: &entry.key, alone, outline, reach: piece.footprint.reach() });
        }
    }
    off_table(nodes, &pieces, terrain, reading);
    let words = reading.words;
    let takes_room =
        |piece: &Standing| words.kind(&units[piece.unit].unit_entry.kind).is_none_or(|kind| kind.takes_room);
    pieces.retain(takes_room);
    on_each_other(nodes, &mut pieces, reading);
    pieces.sort_by_key(|piece| (piece.unit, piece.number));
    in_the_air(nodes, &pieces, terrain, reading);
    on_terrain(root, nodes, units, &pieces, terrain, reading);
}

/// Says who is on a storey that is not there.
fn in_the_air(nodes: &[Node], pieces: &[Standing], terrain: &Terrain, reading: &mut Reading) {
    for piece in pieces.iter().filter(|piece| piece.outline.place.floor > 0) {
        let Place { at, floor, .. } = piece.outline.place;
        let storey = floor + 1;
        let house = terrain.buildings.iter().find(|building| measure::inside(at, &building.outline));
        let why = match house {
            Some(house) if house.storeys > floor => continue,
            Some(house) if house.storeys == 1 => format!("but {:?} has one storey", short(&house.id)),
            Some(house) => format!("but {:?} has {} storeys", short(&house.id), house.storeys),
            None => "but is in no building".to_owned(),
        };
        reading.problems.push(
            Problem::at(
                place_of(&nodes[piece.unit], piece.number),
                format!("{} stands on storey {storey}, {why}", piece.who()),
            )
            .label("placed here")
            .help("Storey 1 is the ground floor."),
        );
    }
}

fn off_table(nodes: &[Node], pieces: &[Standing], terrain: &Terrain, reading: &mut Reading) {
    let size = reading.size;
    let off = |piece: &&Standing| !terrain.holds(&piece.outline);
    for (unit, (first, numbers)) in by_unit(pieces.iter().filter(off)) {
        reading.problems.push(
            Problem::at(place_of(&nodes[unit], first.number), format!("{} off the table", stand(first, &numbers)))
                .label("placed here")
                .help(format!("The table is {} by {} inches, and bases must be wholly on it.", size.x, size.y)),
        );
    }
}

/// The pieces by unit: the first, and the numbers of all from 1.
fn by_unit<'a, 's: 'a>(
    pieces: impl Iterator<Item = &'a Standing<'s>>,
) -> BTreeMap<usize, (&'a Standing<'s>, Vec<usize>)> {
    let mut units = BTreeMap::new();
    for piece in pieces {
        units.entry(piece.unit).or_insert((piece, Vec::new())).1.push(piece.number + 1);
    }
    units
}

fn stand(first: &Standing, numbers: &[usize]) -> String {
    let unit = first.name;
    if first.alone {
        return format!("{} stands", first.who());
    }
    let list = numbers.iter().take(12).map(usize::to_string).collect::<Vec<_>>().join(", ");
    let more = if numbers.len() > 12 { ", ..." } else { "" };
    match numbers {
        [_] => format!("figure {list} of unit {:?} stands", short(unit)),
        _ => format!("figures {list}{more} of unit {:?} stand", short(unit)),
    }
}

fn on_each_other(nodes: &[Node], pieces: &mut [Standing], reading: &mut Reading) {
    pieces.sort_by(|a, b| a.outline.place.at.x.total_cmp(&b.outline.place.at.x));
    let widest = pieces.iter().map(|piece| piece.reach).fold(0.0, f32::max);
    // One problem for two units is enough, however many of their figures are on each other.
    let mut said = BTreeSet::new();
    for (n, a) in pieces.iter().enumerate() {
        for b in &pieces[n + 1..] {
            if b.outline.place.at.x - a.outline.place.at.x > a.reach + widest {
                break;
            }
            let (a, b) = if (a.unit, a.number) < (b.unit, b.number) { (a, b) } else { (b, a) };
            if said.contains(&(a.unit, b.unit)) {
                continue;
            }
            let depth = a.outline.overlap(&b.outline);
            if depth <= OVERLAP {
                continue;
            }
            said.insert((a.unit, b.unit));
            let who = if a.unit == b.unit {
                format!("figures {} and {} of unit {:?} stand", a.number + 1, b.number + 1, short(a.name))
            } else {
                format!("{} and {} stand", a.who(), b.who())
            };
            let (at, also) = (place_of(&nodes[b.unit], b.number), place_of(&nodes[a.unit], a.number));
            let mut problem = Problem::at(at.clone(), format!("{who} on each other"))
                .label("placed here")
                .help(format!("Their bases overlap by {depth:.2} inches; move one of them."));
            if at != also {
                problem = problem.also(also, "and here");
            }
            reading.problems.push(problem);
        }
    }
}

fn on_terrain(
    root: &Node,
    nodes: &[Node],
    units: &[ScenarioUnit],
    pieces: &[Standing],
    terrain: &Terrain,
    reading: &mut Reading,
) {
    let Some(section) = root.get("terrain") else { return };
    let span = |list: &str, n: usize| section.list(list).get(n).map_or(section.head(), |node| node.span_of("id"));
    let mut say = |found: Vec<&Standing>, what: String, thing: std::ops::Range<usize>, help: &str| {
        for (unit, (first, numbers)) in by_unit(found.into_iter()) {
            reading.problems.push(
                Problem::at(place_of(&nodes[unit], first.number), format!("{} {what}", stand(first, &numbers)))
                    .label("placed here")
                    .also(thing.clone(), "in the way")
                    .help(help),
            );
        }
    };

    for (n, area) in terrain.areas.iter().enumerate().filter(|(_, area)| area.ground.rate <= 0.0) {
        let found = near(pieces, &area.outline, 0.0).filter(|piece| terrain.closed_under(n, &piece.outline)).collect();
        let what = format!("in {:?}, where nobody can go", short(&area.id));
        say(found, what, span("areas", n), "Its rate is 0: move the figures or change its kind.");
    }
    for (n, stream) in terrain.streams.iter().enumerate().filter(|(_, stream)| stream.ground.rate <= 0.0) {
        let wet = near(pieces, &stream.line, stream.width / 2.0);
        let found = wet.filter(|piece| terrain.drowns(n, &piece.outline)).collect();
        let what = format!("in the deep stream {:?}", short(&stream.id));
        say(found, what, span("streams", n), "Only its crossings can be entered.");
    }
    for (n, obstacle) in terrain.obstacles.iter().enumerate() {
        let cut = near(pieces, &obstacle.line, 0.0).filter(|piece| terrain.across_obstacle(n, &piece.outline));
        let found = cut.collect();
        let what = format!("across {:?}", short(&obstacle.id));
        say(found, what, span("obstacles", n), "A base must lie wholly on one side of an obstacle.");
    }
    for (n, building) in terrain.buildings.iter().enumerate() {
        let cut = |piece: &&Standing| edges(&building.outline).any(|(a, b)| piece.outline.cut_by(a, b));
        let found = near(pieces, &building.outline, 0.0).filter(cut).collect();
        let what = format!("across a wall of {:?}", short(&building.id));
        say(found, what, span("buildings", n), "A base must lie wholly inside or wholly outside a building.");
        let shut_out = |piece: &&Standing| {
            let kind = reading.words.kind(&units[piece.unit].unit_entry.kind);
            let inside = measure::inside(piece.outline.place.at, &building.outline);
            inside && !cut(piece) && kind.is_some_and(|kind| !kind.enters_buildings)
        };
        let found = near(pieces, &building.outline, 0.0).filter(shut_out).collect();
        let what = format!("inside {:?}, which units of this kind cannot enter", short(&building.id));
        say(found, what, span("buildings", n), "Place them outside.");
    }
}

/// The pieces near enough to a line or polygon to have anything to do with it.
fn near<'a, 's>(
    pieces: &'a [Standing<'s>],
    points: &[Vec2],
    margin: f32,
) -> impl Iterator<Item = &'a Standing<'s>> + use<'a, 's> {
    let low = points.iter().copied().reduce(Vec2::min).unwrap_or_default();
    let high = points.iter().copied().reduce(Vec2::max).unwrap_or_default();
    let bounds = Rect::from_corners(low, high).inflate(margin);
    pieces.iter().filter(move |piece| {
        let at = piece.outline.place.at;
        at.cmpge(bounds.min - piece.reach).all() && at.cmple(bounds.max + piece.reach).all()
    })
}

fn edges(polygon: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    (0..polygon.len()).map(|n| (polygon[n], polygon[(n + 1) % polygon.len()]))
}

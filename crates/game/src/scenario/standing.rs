//! Whether the pieces can stand where the scenario puts them.

use bevy::math::{Rect, Vec2};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use super::{
    ScenarioUnit,
    layout::place_of,
    node::Node,
    problem::{Problem, short},
    reading::Reading,
};
use grapeshot_floor::table::{footprint::Outline, measure, position::Place, terrain::Terrain};

/// Bases may overlap this deep, in inches: less is rounding.
const OVERLAP: f32 = 0.02;

/// The word for a piece of a unit.
const FIGURE: &str = "figure";
/// The word for a horse without its rider.
const LED_HORSE: &str = "led horse";

/// What is said of the place of a piece or a led horse in the file.
const PLACED: &str = "placed here";
/// What is said of the place of a man whose horse has none of its own.
const BEHIND: &str = "behind its man here, as `led_horses` puts it nowhere else";

/// A piece or a led horse where it is to stand.
struct Standing<'s> {
    unit: usize,
    number: usize,
    /// What it is, in a word.
    what: &'static str,
    /// The place in the file that puts it there.
    at: Range<usize>,
    /// What is said of that place.
    here: &'static str,
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
            format!("{} {} of unit {:?}", self.what, self.number + 1, short(self.name))
        }
    }
}

/// Says which pieces and led horses stand off the table, on each other, in impassable ground, across an obstacle or a wall.
pub fn standing(root: &Node, units: &[ScenarioUnit], terrain: &Terrain, reading: &mut Reading) {
    let nodes = root.list("units");
    let mut pieces = Vec::new();
    let words = reading.words;
    // How a unit of no known kind stands nobody can tell.
    let known = |entry: &ScenarioUnit| words.kind(&entry.unit_entry.kind).is_some();
    for (unit, entry) in units.iter().enumerate().filter(|(_, entry)| known(entry)) {
        // A unit that arrives later stands nowhere yet.
        let there = entry.unit_entry.arrival.is_none();
        for (number, piece) in entry.pieces.iter().enumerate().filter(|_| there) {
            let outline = Outline { footprint: piece.footprint, place: piece.place };
            let alone = entry.pieces.len() == 1;
            let at = place_of(&nodes[unit], number);
            let reach = piece.footprint.reach();
            let (what, here) = (FIGURE, PLACED);
            pieces.push(Standing { unit, number, what, at, here, name: &entry.key, alone, outline, reach });
        }
    }
    let horses = led_horses(nodes, units, reading);
    off_table(&horses, terrain, reading);
    on_terrain(root, units, &horses, terrain, reading);
    off_table(&pieces, terrain, reading);
    let takes_room =
        |piece: &Standing| words.kind(&units[piece.unit].unit_entry.kind).is_none_or(|kind| kind.takes_room);
    pieces.retain(takes_room);
    on_each_other(&mut pieces, reading);
    pieces.sort_by_key(|piece| (piece.unit, piece.number));
    in_the_air(&pieces, terrain, reading);
    on_terrain(root, units, &pieces, terrain, reading);
}

/// The led horses of men who begin on foot: where the scenario puts them, else behind their men. Those of a unit that
/// arrives later stand nowhere yet.
fn led_horses<'s>(nodes: &[Node], units: &'s [ScenarioUnit], reading: &Reading) -> Vec<Standing<'s>> {
    let mut horses = Vec::new();
    for (unit, entry) in units.iter().enumerate().filter(|(_, entry)| entry.unit_entry.arrival.is_none()) {
        let Some(footprint) = reading.rules.led_horse(&entry.unit_entry, &reading.settings) else { continue };
        let mut add = |number, outline, at, here| {
            let (what, name, reach) = (LED_HORSE, entry.key.as_str(), footprint.reach());
            horses.push(Standing { unit, number, what, at, here, name, alone: false, outline, reach });
        };
        let points = nodes[unit].get("led_horses").map_or(&[][..], |record| record.list("points"));
        for (number, (place, point)) in entry.unit_entry.led_horses.iter().zip(points).enumerate() {
            add(number, Outline { footprint, place: *place }, point.head(), PLACED);
        }
        if entry.unit_entry.led_horses.is_empty() {
            for (number, man) in entry.pieces.iter().enumerate() {
                let of_man = Outline { footprint: man.footprint, place: man.place };
                add(number, of_man.behind(footprint), place_of(&nodes[unit], number), BEHIND);
            }
        }
    }
    horses
}

/// Says who is on a storey that is not there.
fn in_the_air(pieces: &[Standing], terrain: &Terrain, reading: &mut Reading) {
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
            Problem::at(piece.at.clone(), format!("{} stands on storey {storey}, {why}", piece.who()))
                .label(piece.here)
                .help("Storey 1 is the ground floor."),
        );
    }
}

fn off_table(pieces: &[Standing], terrain: &Terrain, reading: &mut Reading) {
    let size = reading.size;
    let off = |piece: &&Standing| !terrain.holds(&piece.outline);
    for (first, numbers) in by_unit(pieces.iter().filter(off)) {
        reading.problems.push(
            Problem::at(first.at.clone(), format!("{} off the table", stand(first, &numbers)))
                .label(first.here)
                .help(format!("The table is {} by {} inches, and bases must be wholly on it.", size.x, size.y)),
        );
    }
}

/// The pieces by unit: the first, and the numbers of all from 1.
fn by_unit<'a, 's: 'a>(pieces: impl Iterator<Item = &'a Standing<'s>>) -> Vec<(&'a Standing<'s>, Vec<usize>)> {
    let mut units = BTreeMap::<usize, (&'a Standing<'s>, Vec<usize>)>::new();
    for piece in pieces {
        units.entry(piece.unit).or_insert((piece, Vec::new())).1.push(piece.number + 1);
    }
    units.into_values().collect()
}

fn stand(first: &Standing, numbers: &[usize]) -> String {
    let (unit, what) = (first.name, first.what);
    if first.alone {
        return format!("{} stands", first.who());
    }
    let list = numbers.iter().take(12).map(usize::to_string).collect::<Vec<_>>().join(", ");
    let more = if numbers.len() > 12 { ", ..." } else { "" };
    match numbers {
        [_] => format!("{what} {list} of unit {:?} stands", short(unit)),
        _ => format!("{what}s {list}{more} of unit {:?} stand", short(unit)),
    }
}

fn on_each_other(pieces: &mut [Standing], reading: &mut Reading) {
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
            let (at, also) = (b.at.clone(), a.at.clone());
            let mut problem = Problem::at(at.clone(), format!("{who} on each other"))
                .label(PLACED)
                .help(format!("Their bases overlap by {depth:.2} inches; move one of them."));
            if at != also {
                problem = problem.also(also, "and here");
            }
            reading.problems.push(problem);
        }
    }
}

fn on_terrain(root: &Node, units: &[ScenarioUnit], pieces: &[Standing], terrain: &Terrain, reading: &mut Reading) {
    let Some(section) = root.get("terrain") else { return };
    let span = |list: &str, n: usize| section.list(list).get(n).map_or(section.head(), |node| node.span_of("id"));
    let mut say = |found: Vec<&Standing>, what: String, thing: Range<usize>, help: &str| {
        for (first, numbers) in by_unit(found.into_iter()) {
            reading.problems.push(
                Problem::at(first.at.clone(), format!("{} {what}", stand(first, &numbers)))
                    .label(first.here)
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
            let entry = &units[piece.unit].unit_entry;
            let kind = reading.words.kind(&entry.kind);
            let on_foot = piece.what == FIGURE && reading.rules.led_horse(entry, &reading.settings).is_some();
            let inside = measure::inside(piece.outline.place.at, &building.outline);
            inside && !on_foot && !cut(piece) && kind.is_some_and(|kind| !kind.enters_buildings)
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

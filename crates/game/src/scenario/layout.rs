//! Where the figures of a unit stand, or arrive.

use bevy::math::Vec2;
use smol_str::SmolStr;
use std::ops::Range;

use super::{
    lines::stretch,
    node::Node,
    problem::{Problem, short},
    reading::Reading,
};
use grapeshot_floor::{
    files::dice_sum::DiceSum,
    forces::{Arrival, Elsewhere, Layout},
    table::{
        footprint::Footprint,
        position::{Heading, Place},
    },
};

/// Whether a unit is equipment without a man.
pub(super) fn has_nobody(node: &Node) -> bool {
    node.number("figures") == Some(0.0)
}

/// Says what is told of the men of a unit that has none.
pub(super) fn means_nothing_to_nobody(node: &Node, reading: &mut Reading) {
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
pub(super) fn places(
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

pub(super) fn arrival(node: &Node, reading: &mut Reading) -> Option<Arrival> {
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

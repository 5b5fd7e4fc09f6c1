//! The layers that the rules answer for, as a map shows them: arrivals, sight, reach, fire, command, distances.

use bevy::math::Vec2;
use std::fmt::Write as _;

use super::{
    Cast, Layer, Layers, MapOptions,
    tags::{Taken, chip},
};
use crate::{
    battle::reconnaissance::{self, Arrivals, Look, Threat},
    picture::{
        fonts::{escape, width},
        palette::{GOOD, HALO, INK, INK2, PAPER_LIGHT, Rgb, TARGET},
    },
};
use grapeshot_floor::{
    english,
    forces::{SideId, UnitId},
    table::position::Heading,
    turn::{
        ActiveRulebook, BattleView,
        rules::{Arc2, Reach},
    },
};

/// The most units whose reach and command are told in words; of more, the circles alone are drawn.
const TOLD: usize = 8;
/// The most units that are named where they come together.
const NAMED: usize = 3;

/// What the rules say of a table for the layers that are wanted.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Survey {
    /// The units that come later, with their names in a few words.
    pub arrivals: Vec<(Arrivals, String)>,
    /// Lines of sight: of one unit all, else those that are free.
    pub looks: Vec<Look>,
    /// What units could reach and shoot at, each with its side.
    pub threats: Vec<(SideId, Threat)>,
    /// Command radii, each with its side.
    pub reaches: Vec<(SideId, Reach)>,
    /// The ends of each distance, in inches, and what is said of it.
    pub distances: Vec<([Vec2; 2], String)>,
}

impl Survey {
    /// Asks the rules, as far as he knows of the battle whose view it is: about one unit, or about all.
    pub fn of(view: &BattleView, layers: Layers, about: Option<UnitId>) -> Self {
        let units: Vec<UnitId> = match about {
            Some(unit) => vec![unit],
            None => view.units().collect(),
        };
        let side = |unit: UnitId| view.side_of_unit(unit);
        let mut survey = Self::default();
        if layers.has(Layer::Arrivals) {
            let named = |group: Arrivals| {
                let names = names_of(view, &group.units);
                (group, names)
            };
            survey.arrivals = reconnaissance::arrivals(view).into_iter().map(named).collect();
        }
        if layers.has(Layer::Sight) {
            survey.looks = match about {
                Some(unit) => reconnaissance::looks(view, unit, None),
                None => reconnaissance::free_looks(view).into_iter().map(|(_, look)| look).collect(),
            };
        }
        if layers.has(Layer::Reach) || layers.has(Layer::Fire) {
            let threat = |unit: &UnitId| Some((side(*unit), reconnaissance::threat(view, *unit)?));
            survey.threats = units.iter().filter_map(threat).collect();
        }
        if layers.has(Layer::Command) {
            let rules = &view.resource::<ActiveRulebook>().0.rules;
            for unit in units.iter().filter(|unit| view.present(**unit).next().is_some()) {
                for reach in rules.reaches(view, *unit) {
                    // What two units say of the same commander is drawn once.
                    if !survey.reaches.iter().any(|(_, known)| *known == reach) {
                        survey.reaches.push((side(*unit), reach));
                    }
                }
            }
        }
        if layers.has(Layer::Distances) {
            let ends = |approach: &reconnaissance::Approach| approach.units.map(|(_, piece)| view.place(piece).at);
            let found = reconnaissance::approaches(view, about);
            survey.distances = found.iter().map(|approach| (ends(approach), approach.text(view))).collect();
        }
        survey
    }
}

/// The names of some units: of many, the first two and how many more.
fn names_of(view: &BattleView, units: &[UnitId]) -> String {
    let mut names: Vec<String> = units.iter().map(|unit| view.unit(*unit).name.clone()).collect();
    if names.len() > NAMED {
        let more = names.len() - NAMED + 1;
        names.truncate(NAMED - 1);
        names.push(format!("{more} more"));
    }
    english::list(&names)
}

/// What lies under the pieces: stretches of the edge, command radii, fields of fire.
pub fn under(cast: &Cast, options: &MapOptions) -> String {
    let scale = options.pixels_per_inch;
    let mut svg = String::new();
    if options.layers.has(Layer::Fire) {
        for (side, threat) in &cast.survey.threats {
            if let Some(fire) = &threat.fire {
                svg += &field_of_fire(cast, options, fire, cast.colour(side.index(), options));
            }
        }
    }
    for (side, reach) in &cast.survey.reaches {
        let at = cast.spot(reach.centre, scale);
        let radius = reach.radius * scale;
        let _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"none\" stroke=\"{PAPER_LIGHT}\" \
             stroke-width=\"4\" stroke-opacity=\".55\"/><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" \
             fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\" stroke-dasharray=\"9 5\"/>",
            cast.colour(side.index(), options),
            x = at.x,
            y = at.y
        );
    }
    svg + &stretches(cast, options)
}

/// A field of fire, nearer bands darker, edged in the coat.
fn field_of_fire(cast: &Cast, options: &MapOptions, fire: &Arc2, coat: Rgb) -> String {
    let scale = options.pixels_per_inch;
    let mut svg = String::new();
    let apex = cast.spot(fire.apex, scale);
    for (radius, _) in &fire.bands {
        let r = radius * scale;
        let shape = if fire.half_angle >= 179.0 {
            format!("<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{r:.1}\"", apex.x, apex.y)
        } else {
            let rim = |turn: f32| cast.spot(fire.apex + Heading(fire.heading.0 + turn).forward() * *radius, scale);
            let (from, to) = (rim(fire.half_angle), rim(-fire.half_angle));
            let large = u8::from(fire.half_angle > 90.0);
            format!(
                "<path d=\"M{:.1} {:.1}L{:.1} {:.1}A{r:.1} {r:.1} 0 {large} 1 {:.1} {:.1}Z\"",
                apex.x, apex.y, from.x, from.y, to.x, to.y
            )
        };
        let _ = write!(
            svg,
            "{shape} fill=\"{TARGET}\" fill-opacity=\".07\" stroke=\"{coat}\" stroke-width=\"1\" \
             stroke-opacity=\".6\"/>"
        );
    }
    svg
}

/// Where units come: a bar of their coat along the edge, dashed where only a die may bring them.
fn stretches(cast: &Cast, options: &MapOptions) -> String {
    let scale = options.pixels_per_inch;
    let mut svg = String::new();
    for (group, _) in &cast.survey.arrivals {
        let colour = cast.colour(group.side.index(), options);
        for (n, stretch) in group.stretches.iter().enumerate() {
            let [from, to] = stretch.ends.map(|end| cast.spot(end, scale));
            let line = format!("M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, to.x, to.y);
            let dashes = if n > 0 { " stroke-dasharray=\"10 7\"" } else { "" };
            let _ = write!(
                svg,
                "<path d=\"{line}\" fill=\"none\" stroke=\"{HALO}\" stroke-width=\"22\" stroke-linecap=\"round\"/>\
                 <path d=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"16\" \
                 stroke-linecap=\"{}\"{dashes}/>",
                if n > 0 { "butt" } else { "round" }
            );
        }
    }
    svg
}

/// What lies over the pieces: lines of sight, reaches, distances.
pub fn over(cast: &Cast, options: &MapOptions) -> String {
    let scale = options.pixels_per_inch;
    let mut svg = String::new();
    if options.layers.has(Layer::Reach) {
        for (side, threat) in &cast.survey.threats {
            let Some(radius) = threat.radius else { continue };
            let at = cast.spot(threat.middle, scale);
            let _ = write!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" \
                 stroke-dasharray=\"3 5\"/>",
                at.x,
                at.y,
                radius * scale,
                cast.colour(side.index(), options)
            );
        }
    }
    for look in &cast.survey.looks {
        let from = cast.spot(look.from, scale);
        match &look.line.blocker {
            None => line(&mut svg, [from, cast.spot(look.to, scale)], GOOD, ""),
            Some((_, at)) => {
                let at = cast.spot(*at, scale);
                line(&mut svg, [from, at], INK2, " stroke-dasharray=\"2 5\"");
                let _ = write!(
                    svg,
                    "<path d=\"M{:.1} {:.1}l10 10m0 -10l-10 10\" stroke=\"{TARGET}\" stroke-width=\"2.4\"/>",
                    at.x - 5.0,
                    at.y - 5.0
                );
            }
        }
    }
    for (ends, _) in &cast.survey.distances {
        line(&mut svg, ends.map(|end| cast.spot(end, scale)), INK, " stroke-dasharray=\"10 4\"");
    }
    svg
}

/// A thin line with its halo.
fn line(svg: &mut String, [from, to]: [Vec2; 2], colour: Rgb, more: &str) {
    let path = format!("M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, to.x, to.y);
    let _ = write!(
        svg,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{HALO}\" stroke-width=\"3\" stroke-opacity=\".6\"/>\
         <path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.3\"{more}/>"
    );
}

/// What is written beside what is drawn. Words of arrivals and distances are always written; the others where there is
/// room and they are few.
pub fn words(cast: &Cast, options: &MapOptions, taken: &mut Taken) -> String {
    let scale = options.pixels_per_inch;
    let mut svg = String::new();
    for (group, names) in &cast.survey.arrivals {
        let colour = cast.colour(group.side.index(), options);
        for stretch in &group.stretches {
            let chance =
                if stretch.chance < 1.0 { format!(" ({:.0} %)", stretch.chance * 100.0) } else { String::new() };
            let middle = cast.spot((stretch.ends[0] + stretch.ends[1]) / 2.0, scale);
            svg += &chip(&format!("{names}: {}{chance}", group.when), (middle, 60.0), colour, taken);
        }
    }
    for (ends, text) in &cast.survey.distances {
        let middle = cast.spot(ends[0].lerp(ends[1], 0.5), scale);
        svg += &chip(text, (middle, 4.0), INK, taken);
    }
    if options.layers.has(Layer::Reach) && cast.survey.threats.len() <= TOLD {
        for (side, threat) in &cast.survey.threats {
            let (Some(stride), Some(radius)) = (&threat.stride, threat.radius) else { continue };
            let top = cast.spot(threat.middle + Vec2::new(0.0, radius), scale);
            let text = format!("{:.1}\u{2033} with {}", stride.inches, stride.label);
            svg += &chip(&text, (top, 2.0), cast.colour(side.index(), options), taken);
        }
    }
    if cast.survey.reaches.len() <= TOLD {
        for (side, reach) in &cast.survey.reaches {
            let foot = cast.spot(reach.centre - Vec2::new(0.0, reach.radius), scale);
            svg += &chip(&reach.label, (foot, 2.0), cast.colour(side.index(), options), taken);
        }
    }
    svg + &legend(cast, options.layers, taken)
}

/// What the lines mean, in a corner where it is least in the way.
fn legend(cast: &Cast, layers: Layers, taken: &mut Taken) -> String {
    const ROW: f32 = 20.0;
    let rows: Vec<(Layer, String)> = Layer::ALL
        .into_iter()
        .filter(|layer| layers.has(*layer))
        .filter(|layer| *layer != Layer::Arrivals || !cast.survey.arrivals.is_empty())
        .filter_map(|layer| Some((layer, format!("{}: {}", layer.word(), layer.meaning()?))))
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let wide = rows.iter().map(|(_, text)| width("u", 13.0, text)).fold(0.0, f32::max) + 62.0;
    let half = Vec2::new(wide, rows.len() as f32 * ROW + 12.0) / 2.0;
    let at = taken.corner(half);
    taken.text(at, half);
    let (left, top) = (at.x - half.x, at.y - half.y);
    let mut svg = format!(
        "<g transform=\"translate({left:.1} {top:.1})\"><rect width=\"{:.1}\" height=\"{:.1}\" rx=\"3\" \
         fill=\"{PAPER_LIGHT}\" fill-opacity=\".94\" stroke=\"{INK2}\" stroke-width=\"1\"/>",
        half.x * 2.0,
        half.y * 2.0
    );
    for (n, (layer, text)) in rows.iter().enumerate() {
        let y = 6.0 + (n as f32 + 0.5) * ROW;
        let sign = match layer {
            Layer::Arrivals => format!("stroke=\"{INK2}\" stroke-width=\"8\" stroke-linecap=\"round\""),
            Layer::Sight => format!("stroke=\"{GOOD}\" stroke-width=\"1.6\""),
            Layer::Reach => format!("stroke=\"{INK2}\" stroke-width=\"1.6\" stroke-dasharray=\"3 5\""),
            Layer::Fire => format!("stroke=\"{TARGET}\" stroke-width=\"12\" stroke-opacity=\".25\""),
            Layer::Distances => format!("stroke=\"{INK}\" stroke-width=\"1.3\" stroke-dasharray=\"10 4\""),
            _ => format!("stroke=\"{INK2}\" stroke-width=\"1.8\" stroke-dasharray=\"9 5\""),
        };
        let _ = write!(
            svg,
            "<path d=\"M14 {y:.1}h28\" fill=\"none\" {sign}/><text x=\"52\" y=\"{:.1}\" class=\"u\" font-size=\"13\" \
             fill=\"{INK}\">{}</text>",
            y + 4.5,
            escape(text)
        );
    }
    svg + "</g>"
}

//! Buildings from above: the ridge along the longer side, shingles, doors and windows in the outline.

use bevy::math::Vec2;
use std::fmt::Write as _;

use super::{
    UNITS,
    shape::{Pen, degrees, grain, hatch, hatch_path, middle, straight, towards},
};
use crate::picture::palette::{
    INK, PAPER_LIGHT, Rgb, SLATE, SLATE_DARK, STONE, STONE_INK, THATCH, THATCH_DARK, TILE, TILE_DARK, TIMBER,
    TIMBER_LIGHT, WATER_LIGHT,
};
use grapeshot_floor::table::terrain::{Building, DoorState};

/// All buildings.
pub fn buildings(pen: &Pen) -> String {
    pen.terrain.buildings.iter().filter(|building| building.outline.len() >= 3).map(|b| building(pen, b)).collect()
}

/// The light and the dark half of the roof, by material and use.
fn roof(building: &Building) -> (Rgb, Rgb) {
    let name = building.name.to_lowercase();
    let called = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if called(&["church", "chapel", "tower", "dovecote", "mill", "bank", "jail", "granary", "abbey"]) {
        return (SLATE, SLATE_DARK);
    }
    match building.material.as_str() {
        "wood_frame" | "wood" if called(&["barn", "shed", "stable", "hay", "corral"]) => (THATCH, THATCH_DARK),
        "wood_frame" | "wood" => (TIMBER_LIGHT, Rgb::hex(0x866238)),
        "log" | "timber" => (Rgb::hex(0xA98A5A), Rgb::hex(0x86693F)),
        "adobe" => (Rgb::hex(0xD2AE7E), Rgb::hex(0xB8905E)),
        _ if called(&["barn", "stable", "hut", "cottage"]) => (THATCH, THATCH_DARK),
        _ => (TILE, TILE_DARK),
    }
}

fn building(pen: &Pen, building: &Building) -> String {
    let outline = pen.all(&building.outline);
    let edge = straight(&outline, true);
    let (light, dark) = roof(building);
    let angle = grain(&outline);
    let centre = middle(&outline);
    let mut svg = format!(
        "<path d=\"{edge}\" fill=\"{INK}\" opacity=\".28\" transform=\"translate(5 6)\"/><path d=\"{edge}\" \
         fill=\"{light}\"/>"
    );
    if outline.len() == 4 {
        svg += &gable(&outline, angle, dark);
    }
    let _ = write!(
        svg,
        "<path d=\"{}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\".7\" opacity=\".35\"/>",
        hatch_path(&hatch(&outline, angle, 5.0, 5.0), 0.0)
    );
    if outline.len() == 4 {
        let ridge: Vec<[Vec2; 2]> = ridge(&outline).into_iter().collect();
        let _ = write!(svg, "<path d=\"{}\" stroke=\"{INK}\" stroke-width=\"1.6\"/>", hatch_path(&ridge, 0.0));
    }
    let _ = write!(
        svg,
        "<path d=\"{edge}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.8\" stroke-linejoin=\"round\"/>"
    );
    let lived_in = light == TILE || light == TIMBER_LIGHT || building.material == "log";
    if lived_in {
        let at = centre + towards(angle) * length_along(&outline, angle) * 0.3;
        let _ = write!(
            svg,
            "<g transform=\"translate({:.1} {:.1})rotate({angle:.1})\"><rect x=\"-5.5\" y=\"-5.5\" width=\"11\" \
             height=\"11\" fill=\"#8A7F70\" stroke=\"{INK}\" stroke-width=\"1.3\"/><rect x=\"-2\" y=\"-2\" width=\"4\" \
             height=\"4\" fill=\"{INK}\"/></g>",
            at.x, at.y
        );
    }
    stairs(pen, building, angle, &mut svg);
    openings(pen, building, &outline, &mut svg);
    svg
}

/// The middles of the two edges that the ridge joins: those of the gable ends.
fn ridge(outline: &[Vec2]) -> Option<[Vec2; 2]> {
    let [a, b, c, d] = <[Vec2; 4]>::try_from(outline).ok()?;
    Some(if a.distance(b) + c.distance(d) >= b.distance(c) + d.distance(a) {
        [(d + a) / 2.0, (b + c) / 2.0]
    } else {
        [(a + b) / 2.0, (c + d) / 2.0]
    })
}

/// The half of the roof away from the light, which comes from the upper left.
fn gable(outline: &[Vec2], angle: f32, dark: Rgb) -> String {
    let Some([from, to]) = ridge(outline) else { return String::new() };
    let across = towards(angle + 90.0);
    let shade = if across.dot(Vec2::new(0.4, 1.0)) >= 0.0 { across } else { -across };
    let half: Vec<Vec2> = outline.iter().copied().filter(|p| (*p - from).dot(shade) > 0.01).collect();
    let mut corners = vec![from, to];
    // The two eaves corners in the order that goes back along the ridge.
    let mut half = half;
    half.sort_by(|a, b| a.distance(to).total_cmp(&b.distance(to)));
    corners.extend(half);
    format!("<path d=\"{}\" fill=\"{dark}\"/>", straight(&corners, true))
}

fn length_along(outline: &[Vec2], angle: f32) -> f32 {
    let along = towards(angle);
    let far = |pick: fn(f32, f32) -> f32, start: f32| outline.iter().map(|p| p.dot(along)).fold(start, pick);
    far(f32::max, f32::NEG_INFINITY) - far(f32::min, f32::INFINITY)
}

/// The direction of the edge nearest to a point of the outline.
fn wall_at(outline: &[Vec2], at: Vec2) -> f32 {
    let mut best = (f32::INFINITY, 0.0);
    for (i, a) in outline.iter().enumerate() {
        let b = outline[(i + 1) % outline.len()];
        let gap = grapeshot_floor::table::measure::nearest_on_segment(at, *a, b).distance(at);
        if gap < best.0 {
            best = (gap, degrees(b - *a));
        }
    }
    best.1
}

/// Stairs as a flight of steps, an inch long.
fn stairs(pen: &Pen, building: &Building, angle: f32, svg: &mut String) {
    let half = 0.5 * UNITS;
    for at in building.stairs.iter().map(|stairs| pen.at(*stairs)) {
        let steps: String =
            (0..=4).map(|n| format!("M{:.1} {}V{half}", half * (n as f32 / 2.0 - 1.0), -half)).collect();
        let _ = write!(
            svg,
            "<g transform=\"translate({:.1} {:.1})rotate({angle:.1})\"><rect x=\"{}\" y=\"{}\" width=\"{}\" \
             height=\"{}\" fill=\"{PAPER_LIGHT}\" opacity=\".8\"/><path d=\"{steps}\" stroke=\"{INK}\" \
             stroke-width=\"1.4\"/></g>",
            at.x,
            at.y,
            -half,
            -half,
            half * 2.0,
            half * 2.0
        );
    }
}

/// CP-14.5: a gap in a wall that went down, this many units to each side of its middle, with its stones on both sides.
fn breach(half: f32) -> String {
    let mut svg = format!(
        "<path d=\"M{l} -4L{l2} 0L{l} 4H{r}L{r2} 0L{r} -4Z\" fill=\"{PAPER_LIGHT}\"/><path d=\"M{l} -5L{l2} -1L{l} 5M{r} \
         -5L{r2} 1L{r} 5\" stroke=\"{INK}\" stroke-width=\"2\" fill=\"none\"/>",
        l = -half,
        l2 = -half + 5.0,
        r = half,
        r2 = half - 5.0,
    );
    for (n, side) in [-1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0].into_iter().enumerate() {
        let x = -half + half * 2.0 * (n as f32 + 0.5) / 7.0;
        let y = side * (6.0 + 3.0 * (n % 3) as f32);
        let _ = write!(
            svg,
            "<path d=\"M-4 2L-2 -3L3 -2L4 2L0 4Z\" fill=\"{STONE}\" stroke=\"{STONE_INK}\" stroke-width=\"1\" \
             transform=\"translate({x:.1} {y:.1})rotate({})\"/>",
            n * 50
        );
    }
    svg
}

fn openings(pen: &Pen, building: &Building, outline: &[Vec2], svg: &mut String) {
    for window in &building.windows {
        let at = pen.at(window.at);
        let half = 0.25 * UNITS;
        let _ = write!(
            svg,
            "<rect x=\"{}\" y=\"-2.6\" width=\"{}\" height=\"5.2\" fill=\"{WATER_LIGHT}\" stroke=\"{INK}\" \
             stroke-width=\"1.2\" transform=\"translate({:.1} {:.1})rotate({:.1})\"/>",
            -half,
            half * 2.0,
            at.x,
            at.y,
            wall_at(outline, at)
        );
    }
    for door in &building.doors {
        let at = pen.at(door.at);
        let half = door.width / 2.0 * UNITS;
        let leaf = match door.state {
            _ if door.is_breach() => breach(half),
            DoorState::Open => format!(
                "<rect x=\"{}\" y=\"-3\" width=\"{}\" height=\"6\" fill=\"{PAPER_LIGHT}\" stroke=\"{INK}\" \
                 stroke-width=\"1.2\"/><path d=\"M{} 0L{} -9\" stroke=\"{TIMBER}\" stroke-width=\"2.6\"/>",
                -half,
                half * 2.0,
                -half,
                -half - 7.0
            ),
            DoorState::Closed | DoorState::Locked => format!(
                "<rect x=\"{}\" y=\"-3\" width=\"{}\" height=\"6\" fill=\"{TIMBER}\" stroke=\"{INK}\" \
                 stroke-width=\"1.2\"/>{}",
                -half,
                half * 2.0,
                if door.state == DoorState::Locked {
                    format!("<circle r=\"3.4\" fill=\"{STONE}\" stroke=\"{STONE_INK}\" stroke-width=\"1.2\"/>")
                } else {
                    "<path d=\"M0 -3V3\" stroke=\"#2B231C\" stroke-width=\"1\"/>".into()
                }
            ),
        };
        let _ = write!(
            svg,
            "<g transform=\"translate({:.1} {:.1})rotate({:.1})\">{leaf}</g>",
            at.x,
            at.y,
            wall_at(outline, at)
        );
    }
}

//! Paper, fields, the floors of woods and marshes, slopes.

use bevy::math::Vec2;
use std::fmt::Write as _;

use super::shape::{
    Pen, along, blot, grain, hatch, hatch_path, key, middle, rounded, scatter, straight, strewn, towards,
};
use crate::picture::palette::{
    BANK, BRUSH, CROP, CROP_INK, CROWN_INK, FURROW, HACHURE, HILL, INK2, INK3, MARSH, MEADOW, PAPER, PAPER_DARK,
    PLOUGH, STONE, STONE_INK, TUFT, WOOD,
};
use grapeshot_floor::table::terrain::{Area, Hill};

/// The sheet with washes of meadow, tufts of grass and the creases of its folds.
pub fn paper(pen: &Pen) -> String {
    let size = pen.size();
    let mut svg = format!("<rect width=\"{}\" height=\"{}\" fill=\"{PAPER}\"/>", size.x, size.y);
    // A table of another size has other blots, in rows so that none is left bare.
    let seed = key(&format!("{}x{}", size.x, size.y));
    let (columns, rows) = ((size.x / 420.0).ceil().max(1.0), (size.y / 360.0).ceil().max(1.0));
    let cell = Vec2::new(size.x / columns, size.y / rows);
    for i in 0..(columns * rows) as u32 {
        if scatter(seed, i) < 0.32 {
            continue;
        }
        let corner = Vec2::new((i % columns as u32) as f32, (i / columns as u32) as f32) * cell;
        let centre = corner + cell * Vec2::new(0.2 + 0.6 * scatter(seed, 900 + i), 0.2 + 0.6 * scatter(seed, 1800 + i));
        let reach = cell * (0.42 + 0.3 * scatter(seed, 2700 + i));
        let points: Vec<Vec2> = (0..12)
            .map(|k| {
                let wobble = 0.72 + 0.42 * scatter(seed ^ 77, i * 12 + k);
                // The blot stays on the sheet: nothing may show beyond the edge of the table.
                (centre + towards(k as f32 * 30.0) * reach * wobble).clamp(Vec2::splat(4.0), size - 4.0)
            })
            .collect();
        let _ = write!(svg, "<path d=\"{}\" fill=\"{MEADOW}\" opacity=\".62\"/>", blot(&points));
    }
    let mut tufts = String::new();
    let count = (size.x * size.y / 4200.0) as u32;
    for i in 0..count {
        let x = 8.0 + (size.x - 22.0) * scatter(seed ^ 5, i);
        let y = 10.0 + (size.y - 16.0) * scatter(seed ^ 6, i);
        let _ = write!(tufts, "M{x:.0} {y:.0}l1 -4m2 4l.5 -5m2.5 5l-1 -4");
    }
    let _ = write!(svg, "<path d=\"{tufts}\" fill=\"none\" stroke=\"{TUFT}\" stroke-width=\"1\" opacity=\".75\"/>");
    for share in [0.25, 0.5, 0.75] {
        let x = size.x * share;
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" width=\"7\" height=\"{}\" fill=\"#5A3F1C\" opacity=\".07\"/>\
             <rect x=\"{:.1}\" width=\"2.5\" height=\"{}\" fill=\"#FFF8E6\" opacity=\".4\"/>",
            x - 3.5,
            size.y,
            x + 3.5,
            size.y
        );
    }
    let y = size.y * 0.5;
    let _ = write!(
        svg,
        "<rect y=\"{:.1}\" width=\"{}\" height=\"6\" fill=\"#5A3F1C\" opacity=\".06\"/>\
         <rect y=\"{:.1}\" width=\"{}\" height=\"2.5\" fill=\"#FFF8E6\" opacity=\".4\"/>",
        y - 3.0,
        size.x,
        y + 3.0,
        size.x
    );
    svg
}

/// The areas, each after its kind.
pub fn fields(pen: &Pen) -> String {
    pen.terrain.areas.iter().map(|area| field(pen, area)).collect()
}

/// Whether an area is an orchard: its trees stand in rows.
pub fn is_orchard(area: &Area) -> bool {
    let named = |text: &str| {
        let text = text.to_lowercase();
        text.contains("orchard")
            || text.split(|letter: char| !letter.is_alphabetic()).any(|word| word.starts_with("vine"))
    };
    named(&area.id) || named(&area.kind) || area.name.as_deref().is_some_and(named)
}

fn field(pen: &Pen, area: &Area) -> String {
    let outline = pen.all(&area.outline);
    let seed = key(&area.id);
    match area.kind.as_str() {
        "ploughed" | "plough" => rows(&outline, PLOUGH, FURROW, (8.0, 1.6, "")),
        "crops" | "crop" | "field" | "tall_crop" => {
            rows(&outline, CROP, CROP_INK, (7.0, 2.6, " stroke-dasharray=\"2 4\""))
        }
        "woods" | "wood" | "light_woods" | "dense_woods" => floor(&outline, WOOD),
        "brush" | "scrub" | "orchard" => floor(&outline, BRUSH),
        "marsh" | "swamp" | "deep_marsh" => marsh(&outline, seed),
        "rough" | "rocks" | "broken" => rough(&outline, seed),
        "cliff" | "crag" => cliff(&outline),
        "deep" | "lake" | "pond" | "water" => pond(&outline),
        "river" | "creek" => flowing(&outline),
        "ravine" | "gully" | "slope" => ravine(&outline),
        "town" | "village" | "built_up" | "garden" | "yard" => yard(&outline),
        _ => format!(
            "<path d=\"{}\" fill=\"{MEADOW}\" stroke=\"{INK3}\" stroke-width=\"1.2\" stroke-dasharray=\"5 3\"/>",
            rounded(&outline, true, 30.0)
        ),
    }
}

fn rows(
    outline: &[Vec2],
    ground: impl std::fmt::Display,
    ink: impl std::fmt::Display,
    (step, width, dash): (f32, f32, &str),
) -> String {
    let lines = hatch_path(&hatch(outline, grain(outline), step, step * 0.5), 2.0);
    let edge = straight(outline, true);
    format!(
        "<path d=\"{edge}\" fill=\"{ground}\"/><path d=\"{lines}\" fill=\"none\" stroke=\"{ink}\" \
         stroke-width=\"{width}\" opacity=\".75\"{dash}/><path d=\"{edge}\" fill=\"none\" stroke=\"{INK3}\" \
         stroke-width=\"1.1\" stroke-dasharray=\"5 3\"/>"
    )
}

fn floor(outline: &[Vec2], ground: impl std::fmt::Display) -> String {
    format!(
        "<path d=\"{}\" fill=\"{ground}\" stroke=\"{CROWN_INK}\" stroke-width=\"1.3\" stroke-dasharray=\"1 4\" \
         stroke-linecap=\"round\" opacity=\".95\"/>",
        rounded(outline, true, 34.0)
    )
}

fn marsh(outline: &[Vec2], seed: u32) -> String {
    let mut reeds = String::new();
    for p in strewn(outline, 34.0, seed) {
        let (x, y) = (p.x, p.y);
        let _ = write!(reeds, "M{:.1} {y:.1}h11M{:.1} {:.1}l-2 -6m3 6v-7m3 7l2 -6", x - 5.5, x - 2.5, y - 2.0);
    }
    format!(
        "<path d=\"{}\" fill=\"{MARSH}\" stroke=\"{BANK}\" stroke-width=\"1.2\" stroke-dasharray=\"3 4\"/>\
         <path d=\"{reeds}\" fill=\"none\" stroke=\"{BANK}\" stroke-width=\"1.3\"/>",
        rounded(outline, true, 40.0)
    )
}

fn rough(outline: &[Vec2], seed: u32) -> String {
    let mut svg = format!(
        "<path d=\"{}\" fill=\"{HILL}\" opacity=\".55\" stroke=\"{INK3}\" stroke-width=\"1.1\" \
         stroke-dasharray=\"2 4\"/>",
        rounded(outline, true, 34.0)
    );
    let mut tufts = String::new();
    for (i, p) in strewn(outline, 30.0, seed).into_iter().enumerate() {
        let turn = i as u32;
        if scatter(seed ^ 9, turn) < 0.5 {
            let wide = 4.0 + 4.5 * scatter(seed ^ 10, turn);
            let _ = write!(
                svg,
                "<path d=\"M{:.1} {:.1}l{:.1} -{:.1}l{wide:.1} -1.2l{:.1} {:.1}l-{:.1} 3.4Z\" fill=\"{STONE}\" \
                 stroke=\"{STONE_INK}\" stroke-width=\"1\"/>",
                p.x - wide,
                p.y + 2.0,
                wide * 0.5,
                wide * 0.9,
                wide * 0.5,
                wide * 0.7,
                wide * 0.9
            );
        } else {
            let _ = write!(tufts, "M{:.1} {:.1}l-3 -5m5 5l0 -6.5m2 6.5l3 -5", p.x, p.y);
        }
    }
    let _ = write!(svg, "<path d=\"{tufts}\" fill=\"none\" stroke=\"{HACHURE}\" stroke-width=\"1.1\"/>");
    svg
}

fn cliff(outline: &[Vec2]) -> String {
    let mut teeth = String::new();
    for (i, (p, inward)) in along(outline, 8.0).into_iter().enumerate() {
        let end = p + inward * (10.0 + 9.0 * scatter(41, i as u32));
        let _ = write!(teeth, "M{:.1} {:.1}L{:.1} {:.1}", p.x, p.y, end.x, end.y);
    }
    let cracks = hatch_path(&hatch(outline, grain(outline) + 78.0, 13.0, 6.0), 9.0);
    let edge = straight(outline, true);
    format!(
        "<path d=\"{edge}\" fill=\"{STONE}\"/><path d=\"{cracks}\" fill=\"none\" stroke=\"{STONE_INK}\" \
         stroke-width=\"1\" opacity=\".45\"/><path d=\"{teeth}\" fill=\"none\" stroke=\"{STONE_INK}\" \
         stroke-width=\"1.8\"/><path d=\"{edge}\" fill=\"none\" stroke=\"{STONE_INK}\" stroke-width=\"2.6\" \
         stroke-linejoin=\"round\"/>"
    )
}

fn pond(outline: &[Vec2]) -> String {
    use crate::picture::palette::{WATER, WATER_LIGHT};
    let centre = middle(outline);
    let inner: Vec<Vec2> = outline.iter().map(|p| centre + (*p - centre) * 0.72).collect();
    format!(
        "<path d=\"{}\" fill=\"{WATER}\" stroke=\"{BANK}\" stroke-width=\"1.8\"/><path d=\"{}\" fill=\"{WATER_LIGHT}\"/>",
        rounded(outline, true, 40.0),
        rounded(&inner, true, 40.0)
    )
}

/// Water that flows along an outline, too broad or too crooked for a line.
fn flowing(outline: &[Vec2]) -> String {
    use crate::picture::palette::{WATER, WATER_LIGHT};
    let ripples = hatch_path(&hatch(outline, grain(outline), 9.0, 4.0), 3.0);
    let edge = straight(outline, true);
    format!(
        "<path d=\"{edge}\" fill=\"{WATER}\" stroke=\"{BANK}\" stroke-width=\"1.8\"/><path d=\"{ripples}\" fill=\"none\" \
         stroke=\"{WATER_LIGHT}\" stroke-width=\"1.6\" stroke-dasharray=\"16 11\" stroke-linecap=\"round\"/>"
    )
}

/// Ground that falls off from its edges to the middle.
fn ravine(outline: &[Vec2]) -> String {
    let mut teeth = String::new();
    for (i, (p, inward)) in along(outline, 7.0).into_iter().enumerate() {
        let end = p + inward * (7.0 + 5.0 * scatter(43, i as u32));
        let _ = write!(teeth, "M{:.1} {:.1}L{:.1} {:.1}", p.x, p.y, end.x, end.y);
    }
    let edge = rounded(outline, true, 30.0);
    format!(
        "<path d=\"{edge}\" fill=\"{HILL}\" opacity=\".7\"/><path d=\"{teeth}\" fill=\"none\" stroke=\"{HACHURE}\" \
         stroke-width=\"1.3\" opacity=\".8\"/>"
    )
}

fn yard(outline: &[Vec2]) -> String {
    let dots = hatch_path(&hatch(outline, grain(outline), 11.0, 6.0), 4.0);
    format!(
        "<path d=\"{}\" fill=\"{PAPER_DARK}\" stroke=\"{INK2}\" stroke-width=\"1.4\"/><path d=\"{dots}\" fill=\"none\" \
         stroke=\"{INK3}\" stroke-width=\"1.2\" stroke-dasharray=\"1.5 9\" opacity=\".6\"/>",
        straight(outline, true)
    )
}

/// The tints of the hills, the lowest first.
pub fn hills(pen: &Pen) -> String {
    let mut svg = String::new();
    for hill in by_level(pen) {
        let outline = pen.all(&hill.outline);
        let centre = middle(&outline);
        let crest: Vec<Vec2> = outline.iter().map(|p| centre + (*p - centre) * 0.62).collect();
        let _ = write!(
            svg,
            "<path d=\"{}\" fill=\"{HILL}\" opacity=\".9\"/><path d=\"{}\" fill=\"#EADDB6\" opacity=\".85\"/>",
            rounded(&outline, true, 70.0),
            rounded(&crest, true, 90.0)
        );
    }
    svg
}

fn by_level<'p>(pen: &'p Pen) -> Vec<&'p Hill> {
    let mut hills: Vec<&Hill> = pen.terrain.hills.iter().collect();
    hills.sort_by_key(|hill| hill.levels);
    hills
}

/// Hachures run down the slopes: long and close on a steep hill, short and wide on a gentle one, in a second row for
/// each further level.
pub fn hachures(pen: &Pen) -> String {
    let mut svg = String::new();
    for hill in by_level(pen) {
        let outline = pen.all(&hill.outline);
        let centre = middle(&outline);
        let (step, long, width) = if hill.steep { (6.2, 22.0, 1.6) } else { (9.5, 14.0, 1.2) };
        let seed = key(&hill.id);
        let mut strokes = String::new();
        let rings = u32::from(hill.levels.max(1)).min(3);
        for ring in 0..rings {
            let share = 1.0 - 0.26 * ring as f32;
            let edge: Vec<Vec2> = outline.iter().map(|p| centre + (*p - centre) * share).collect();
            for (i, (p, inward)) in along(&softened(&edge), step).into_iter().enumerate() {
                let turn = ring << 16 | i as u32;
                let start = p + inward * (1.0 + 3.0 * scatter(seed ^ 3, turn));
                let end = start + inward * long * (0.65 + 0.6 * scatter(seed, turn));
                let _ = write!(strokes, "M{:.1} {:.1}L{:.1} {:.1}", start.x, start.y, end.x, end.y);
            }
        }
        let _ = write!(
            svg,
            "<path d=\"{strokes}\" fill=\"none\" stroke=\"{HACHURE}\" stroke-width=\"{width}\" \
             stroke-linecap=\"round\" opacity=\".8\"/>"
        );
    }
    svg
}

/// The outline with its corners cut twice, so that hachures turn round them.
fn softened(outline: &[Vec2]) -> Vec<Vec2> {
    let mut points = outline.to_vec();
    for _ in 0..3 {
        points = points
            .iter()
            .enumerate()
            .flat_map(|(i, a)| {
                let b = points[(i + 1) % points.len()];
                let cut = (70.0 / a.distance(b).max(1.0)).min(0.25);
                [a.lerp(b, cut), a.lerp(b, 1.0 - cut)]
            })
            .collect();
    }
    points
}

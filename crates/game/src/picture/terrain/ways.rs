//! Water, roads, fords, bridges.

use bevy::math::Vec2;
use std::fmt::Write as _;

use super::{
    UNITS,
    shape::{Pen, beyond_edge, degrees, hatch, hatch_path, key, middle, rounded, scatter, straight, strewn},
};
use crate::picture::palette::{BANK, INK, ROAD, ROAD_EDGE, STONE, STONE_INK, TIMBER, TIMBER_LIGHT, WATER, WATER_LIGHT};
use grapeshot_floor::table::terrain::FALLEN_BRIDGE;

/// Streams with their banks, their light and their current.
pub fn water(pen: &Pen) -> String {
    let mut svg = String::new();
    let lines: Vec<(String, f32, bool)> = pen
        .terrain
        .streams
        .iter()
        .map(|stream| {
            let width = stream.width * UNITS;
            let line = beyond_edge(&pen.all(&stream.line), pen.size(), width * 0.6);
            (rounded(&line, false, width * 1.2), width, stream.deep)
        })
        .collect();
    // Banks first, so that streams run into each other.
    for (d, width, _) in &lines {
        let _ = write!(
            svg,
            "<path d=\"{d}\" fill=\"none\" stroke=\"{BANK}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"/>",
            width + 1.5
        );
    }
    for (d, width, deep) in &lines {
        let light = if *deep { 0.22 } else { 0.45 };
        let _ = write!(
            svg,
            "<path d=\"{d}\" fill=\"none\" stroke=\"{WATER}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"/>\
             <path d=\"{d}\" fill=\"none\" stroke=\"{WATER_LIGHT}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"/>",
            width - 1.5,
            width * light
        );
        for (shift, dash) in [(-0.2, "26 14 9 20"), (0.21, "14 22 30 16"), (0.02, "20 34 8 40")] {
            let _ = write!(
                svg,
                "<path d=\"{d}\" fill=\"none\" stroke=\"{BANK}\" stroke-width=\"1\" stroke-dasharray=\"{dash}\" \
                 opacity=\".75\" transform=\"translate({:.1} {:.1})\"/>",
                shift * width * 0.7,
                shift * width
            );
        }
    }
    svg
}

/// Roads with edges and ruts; tracks as two broken lines.
pub fn roads(pen: &Pen) -> String {
    let mut svg = String::new();
    let mut over = String::new();
    for road in &pen.terrain.roads {
        let width = road.width * UNITS * 0.92;
        let line = beyond_edge(&pen.all(&road.line), pen.size(), width * 0.6);
        let d = rounded(&line, false, width * 1.6);
        let track = road.kind == "track";
        let dash = if track { " stroke-dasharray=\"9 4\"" } else { "" };
        let _ = write!(
            svg,
            "<path d=\"{d}\" fill=\"none\" stroke=\"{ROAD_EDGE}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"{dash}/>",
            width + 2.4
        );
        let _ = write!(
            over,
            "<path d=\"{d}\" fill=\"none\" stroke=\"{ROAD}\" stroke-width=\"{width:.1}\" stroke-linejoin=\"round\"/>"
        );
        for (shift, dash) in [(-0.18, "18 10 7 12"), (0.2, "11 14 22 9")] {
            let _ = write!(
                over,
                "<path d=\"{d}\" fill=\"none\" stroke=\"{ROAD_EDGE}\" stroke-width=\"1\" stroke-dasharray=\"{dash}\" \
                 opacity=\".5\" transform=\"translate({:.1} {:.1})\"/>",
                width * shift * 0.6,
                width * shift
            );
        }
    }
    svg + &over
}

/// Fords and bridges.
pub fn crossings(pen: &Pen) -> String {
    let mut svg = String::new();
    for crossing in &pen.terrain.crossings {
        let outline = pen.all(&crossing.outline);
        if outline.len() < 3 {
            continue;
        }
        svg += &match crossing.kind.as_str() {
            // What is left of a bridge is drawn over it.
            "bridge" | FALLEN_BRIDGE => bridge(&outline, direction(pen, middle(&outline))),
            _ => ford(&outline, key(&crossing.id)),
        };
    }
    svg
}

/// The way the nearest road runs past a point; across the nearest stream if there is no road near.
fn direction(pen: &Pen, at: Vec2) -> Vec2 {
    let nearest = |lines: Vec<Vec<Vec2>>| {
        let mut best: (f32, Vec2) = (f32::INFINITY, Vec2::X);
        for line in lines {
            for pair in line.windows(2) {
                let edge = pair[1] - pair[0];
                let share = ((at - pair[0]).dot(edge) / edge.length_squared().max(0.001)).clamp(0.0, 1.0);
                let gap = at.distance(pair[0] + edge * share);
                if gap < best.0 {
                    best = (gap, edge.normalize_or(Vec2::X));
                }
            }
        }
        best
    };
    let (gap, along) = nearest(pen.terrain.roads.iter().map(|road| pen.all(&road.line)).collect());
    if gap < 2.0 * UNITS {
        return along;
    }
    nearest(pen.terrain.streams.iter().map(|stream| pen.all(&stream.line)).collect()).1.perp()
}

fn ford(outline: &[Vec2], seed: u32) -> String {
    let mut svg = format!(
        "<path d=\"{}\" fill=\"#D3DDCE\" stroke=\"{BANK}\" stroke-width=\"1.2\" stroke-dasharray=\"2 3\"/>",
        rounded(outline, true, 9.0)
    );
    for (i, p) in strewn(outline, 13.0, seed).into_iter().enumerate() {
        let size = 2.6 + 1.6 * scatter(seed ^ 4, i as u32);
        let _ = write!(
            svg,
            "<ellipse cx=\"{:.1}\" cy=\"{:.1}\" rx=\"{size:.1}\" ry=\"{:.1}\" fill=\"{STONE}\" stroke=\"{STONE_INK}\" \
             stroke-width=\".9\"/>",
            p.x,
            p.y,
            size * 0.74
        );
    }
    svg
}

fn bridge(outline: &[Vec2], way: Vec2) -> String {
    let planks = hatch_path(&hatch(outline, degrees(way) + 90.0, 7.0, 4.0), 1.0);
    let edge = straight(outline, true);
    let mut svg = format!(
        "<path d=\"{edge}\" fill=\"{INK}\" opacity=\".28\" transform=\"translate(4 5)\"/><path d=\"{edge}\" \
         fill=\"{TIMBER_LIGHT}\"/><path d=\"{edge}\" fill=\"{ROAD}\" opacity=\".55\"/><path d=\"{planks}\" \
         fill=\"none\" stroke=\"{TIMBER}\" stroke-width=\"1.2\" opacity=\".8\"/><path d=\"{edge}\" fill=\"none\" \
         stroke=\"{INK}\" stroke-width=\"1.4\"/>"
    );
    for (i, a) in outline.iter().enumerate() {
        let b = outline[(i + 1) % outline.len()];
        let run = (b - *a).normalize_or_zero();
        if run.dot(way).abs() > 0.8 {
            let rail = straight(&[*a - run * 3.0, b + run * 3.0], false);
            let _ = write!(
                svg,
                "<path d=\"{rail}\" stroke=\"{INK}\" stroke-width=\"7\"/><path d=\"{rail}\" stroke=\"{STONE}\" \
                 stroke-width=\"4.2\"/>"
            );
        }
    }
    svg
}

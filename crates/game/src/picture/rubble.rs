//! What a charge leaves of walls, as large as the table says: a house as a ruin, a breach in a wall in the open.

use bevy::math::Vec2;
use std::fmt::Write as _;

use super::{
    palette::{INK, Rgb, STONE, STONE_INK, TIMBER},
    terrain::scatter,
};

/// Units to the inch.
const INCH: f32 = 100.0;
/// What lies about where a house stood: mortar, plaster, earth.
const DEBRIS: Rgb = Rgb::hex(0xA89A84);
/// Where the powder burnt.
const SOOT: Rgb = Rgb::hex(0x5B5044);
/// How thick what is left of the walls is drawn, in units.
const WALL: f32 = 26.0;

/// A stream of numbers from 0 to 1 that is the same for the same size.
struct Chances(u32, u32);

impl Chances {
    fn of(size: (f32, f32)) -> Self {
        Self((size.0 * 31.0 + size.1 * 977.0) as u32, 0)
    }

    fn next(&mut self) -> f32 {
        self.1 += 1;
        scatter(self.0, self.1)
    }

    /// A number from `low` to `high`.
    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }
}

/// A stone about so large, anyhow.
fn stone(svg: &mut String, at: Vec2, size: f32, chances: &mut Chances) {
    let corners = 5 + usize::from(chances.next() < 0.5);
    let turn = chances.next();
    let _ = write!(svg, "<path d=\"");
    for n in 0..corners {
        let angle = (n as f32 / corners as f32 + turn) * std::f32::consts::TAU;
        let corner = at + Vec2::from_angle(angle) * size * chances.between(0.7, 1.15);
        let _ = write!(svg, "{}{:.1} {:.1}", if n == 0 { "M" } else { "L" }, corner.x, corner.y);
    }
    let _ = write!(svg, "Z\" fill=\"{STONE}\" stroke=\"{STONE_INK}\" stroke-width=\"3.5\"/>");
}

/// A house of that size, in inches across and along, as a ruin: stumps of walls, stones, beams.
pub fn ruin(size: (f32, f32)) -> String {
    let mut chances = Chances::of(size);
    let half = Vec2::from(size) * INCH / 2.0;
    let (width, height) = (half.x * 2.0, half.y * 2.0);
    // Its floor covers the roof, and the doors and windows in the outline.
    let edge = WALL * 0.6;
    let mut svg = format!(
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{DEBRIS}\"/>",
        -half.x - edge,
        -half.y - edge,
        width + edge * 2.0,
        height + edge * 2.0
    );
    let inside = |chances: &mut Chances, share: f32| {
        Vec2::new(chances.between(-half.x, half.x), chances.between(-half.y, half.y)) * share
    };
    for _ in 0..3 {
        let at = inside(&mut chances, 0.5);
        let _ = write!(
            svg,
            "<ellipse cx=\"{:.1}\" cy=\"{:.1}\" rx=\"{:.1}\" ry=\"{:.1}\" fill=\"{SOOT}\" opacity=\".35\"/>",
            at.x,
            at.y,
            half.x * chances.between(0.25, 0.5),
            half.y * chances.between(0.25, 0.5)
        );
    }
    stumps(&mut svg, half, &mut chances);
    for _ in 0..4 {
        beam(&mut svg, inside(&mut chances, 0.6), half.min_element(), &mut chances);
    }
    let stones = (size.0 * size.1 * 0.9).clamp(8.0, 60.0) as usize;
    for _ in 0..stones {
        let (at, size) = (inside(&mut chances, 0.95), chances.between(8.0, 20.0));
        stone(&mut svg, at, size, &mut chances);
    }
    svg
}

/// What still stands of the walls: the corners, and pieces between them.
fn stumps(svg: &mut String, half: Vec2, chances: &mut Chances) {
    let corners = [-half, Vec2::new(half.x, -half.y), half, Vec2::new(-half.x, half.y)];
    for (n, from) in corners.into_iter().enumerate() {
        let to = corners[(n + 1) % 4];
        let (length, way) = (from.distance(to), (to - from).normalize_or_zero());
        let mut gone = 0.0;
        while gone < length {
            let piece = chances.between(50.0, 110.0).min(length - gone);
            let at_corner = gone == 0.0 || gone + piece >= length;
            if at_corner || chances.next() < 0.4 {
                let (a, b) = (from + way * gone, from + way * (gone + piece));
                let (out, jag) = (way.perp() * WALL / 2.0, way * chances.between(6.0, 16.0));
                let points = [a - out, b - out, b + jag * 0.6, b + out - jag, a + out];
                let path: String = points.iter().map(|p| format!("L{:.1} {:.1}", p.x, p.y)).collect();
                let _ = write!(
                    svg,
                    "<path d=\"M{}Z\" fill=\"{STONE}\" stroke=\"{INK}\" stroke-width=\"4.5\" stroke-linejoin=\"round\"/>",
                    &path[1..]
                );
            }
            gone += piece;
        }
    }
}

/// A beam of the roof that lies across what came down.
fn beam(svg: &mut String, middle: Vec2, half: f32, chances: &mut Chances) {
    let way = Vec2::from_angle(chances.between(0.0, std::f32::consts::PI)) * half * chances.between(0.25, 0.45);
    let (a, b) = (middle - way, middle + way);
    for (colour, width) in [(INK, 24.0), (TIMBER, 16.0)] {
        let _ = write!(
            svg,
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{colour}\" stroke-width=\"{width}\" fill=\"none\"/>",
            a.x, a.y, b.x, b.y
        );
    }
}

/// A breach in a wall in the open, this many inches along it and so deep: torn ends, stones between and before them.
pub fn breach(size: (f32, f32)) -> String {
    let mut chances = Chances::of(size);
    let half = Vec2::from(size) * INCH / 2.0;
    let mut svg = String::new();
    for _ in 0..9 {
        let at = Vec2::new(chances.between(-half.x, half.x) * 0.8, chances.between(-half.y, half.y));
        let size = chances.between(6.0, 13.0);
        stone(&mut svg, at, size, &mut chances);
    }
    for side in [-1.0, 1.0] {
        for _ in 0..7 {
            let (off, across) = (chances.between(-18.0, 26.0), chances.between(-26.0, 26.0));
            let at = Vec2::new(side * (half.x - off), across);
            let size = chances.between(10.0, 17.0);
            stone(&mut svg, at, size, &mut chances);
        }
    }
    svg
}

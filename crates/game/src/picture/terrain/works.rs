//! Hedges, walls, fences, barricades, ditches, earthworks.

use bevy::math::Vec2;
use std::fmt::Write as _;

use super::shape::{Pen, degrees, length, straight, walk};
use crate::picture::palette::{
    CROWN_INK, HACHURE, HEDGE, HEDGE_LIGHT, INK2, PAPER_DARK, STONE, STONE_INK, TIMBER, TIMBER_LIGHT,
};

/// All linear obstacles.
pub fn works(pen: &Pen) -> String {
    let mut svg = String::new();
    for obstacle in &pen.terrain.obstacles {
        let line = pen.all(&obstacle.line);
        if line.len() < 2 {
            continue;
        }
        let kind = obstacle.kind.as_str();
        svg += &match kind {
            "hedge" => hedge(&line),
            "fence" | "railing" => fence(&line),
            "log_barricade" | "barricade" | "abatis" => barricade(&line),
            "ditch" | "sunken_road" => ditch(&line),
            "earthwork" | "redoubt" | "works" => earthwork(&line),
            _ => wall(&line),
        };
    }
    svg
}

fn stroke(d: &str, colour: impl std::fmt::Display, width: f32, more: &str) -> String {
    format!("<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" {more}/>")
}

fn hedge(line: &[Vec2]) -> String {
    let d = straight(line, false);
    let row = "stroke-linecap=\"round\" stroke-linejoin=\"round\" stroke-dasharray=\".1 8.6\"";
    stroke(&d, CROWN_INK, 14.6, row)
        + &stroke(&d, HEDGE, 12.0, row)
        + &stroke(&d, HEDGE_LIGHT, 5.0, &format!("{row} transform=\"translate(-1.5 -1.5)\""))
}

fn wall(line: &[Vec2]) -> String {
    let d = straight(line, false);
    let mut svg = stroke(&d, STONE_INK, 10.6, "stroke-linejoin=\"miter\"")
        + &stroke(&d, STONE, 8.0, "")
        + &stroke(&d, STONE_INK, 8.0, "stroke-dasharray=\"1.2 8\" opacity=\".8\"")
        + &stroke(&d, STONE_INK, 0.9, "stroke-dasharray=\"9 5 14 4\" opacity=\".7\"");
    // Posts at the ends: a gap between two walls then reads as a gateway.
    if line.first() != line.last() {
        for (end, next) in [(line[0], line[1]), (line[line.len() - 1], line[line.len() - 2])] {
            let _ = write!(
                svg,
                "<rect x=\"-5.5\" y=\"-5.5\" width=\"11\" height=\"11\" fill=\"{STONE}\" stroke=\"{STONE_INK}\" \
                 stroke-width=\"1.7\" transform=\"translate({:.1} {:.1})rotate({:.1})\"/>",
                end.x,
                end.y,
                degrees(next - end)
            );
        }
    }
    svg
}

fn fence(line: &[Vec2]) -> String {
    let d = straight(line, false);
    stroke(&d, TIMBER, 2.0, "") + &stroke(&d, TIMBER, 8.0, "stroke-dasharray=\"2.5 15\"")
}

fn barricade(line: &[Vec2]) -> String {
    let d = straight(line, false);
    let mut stakes = String::new();
    let mut far = 9.0;
    while far < length(line) {
        let (p, run) = walk(line, far);
        let side = run.perp() * 9.0;
        let (a, b) = (p - side + run * 4.0, p + side - run * 4.0);
        let _ = write!(stakes, "M{:.1} {:.1}L{:.1} {:.1}", a.x, a.y, b.x, b.y);
        far += 17.0;
    }
    stroke(&d, INK2, 9.6, "")
        + &stroke(&d, TIMBER_LIGHT, 7.0, "")
        + &stroke(&d, TIMBER, 1.1, "")
        + &stroke(&d, TIMBER, 7.0, "stroke-dasharray=\"1.4 24\"")
        + &stroke(&stakes, INK2, 3.6, "stroke-linecap=\"round\"")
        + &stroke(&stakes, TIMBER_LIGHT, 1.6, "stroke-linecap=\"round\"")
}

/// Ticks along one side of a line or both.
fn ticks(line: &[Vec2], step: f32, from: f32, to: f32, both: bool) -> String {
    let mut d = String::new();
    let mut far = step * 0.5;
    while far < length(line) {
        let (p, run) = walk(line, far);
        for side in [1.0, -1.0] {
            if side > 0.0 || both {
                let out = run.perp() * side;
                let (a, b) = (p + out * from, p + out * to);
                let _ = write!(d, "M{:.1} {:.1}L{:.1} {:.1}", a.x, a.y, b.x, b.y);
            }
        }
        far += step;
    }
    d
}

fn ditch(line: &[Vec2]) -> String {
    let d = straight(line, false);
    stroke(&d, HACHURE, 15.0, "stroke-linejoin=\"round\"")
        + &stroke(&d, "#C7AE7C", 12.6, "stroke-linejoin=\"round\"")
        + &stroke(&d, "#9C8557", 4.6, "stroke-linejoin=\"round\"")
        + &stroke(&ticks(line, 6.0, 2.6, 6.2, true), HACHURE, 1.2, "")
}

fn earthwork(line: &[Vec2]) -> String {
    let d = straight(line, false);
    stroke(&d, INK2, 13.6, "stroke-linejoin=\"round\"")
        + &stroke(&d, "#CDB27C", 11.0, "stroke-linejoin=\"round\"")
        + &stroke(&d, PAPER_DARK, 4.4, "stroke-linejoin=\"round\"")
        + &stroke(&ticks(line, 5.5, 6.6, 11.5, true), HACHURE, 1.3, "stroke-linecap=\"round\"")
}

//! Flags: of nations as the sides fly them, and the colours that regiments carried.
//!
//! A flag is 30 units long and 20 high with its upper left corner at 0,0, the hoist at the left. Everything lies inside
//! that, so that it can be laid on a figure, on the table or in a panel.

use std::fmt::Write as _;

use super::palette::{INK, Rgb};

/// Units from hoist to fly.
pub const LENGTH: f32 = 30.0;
/// Units from the upper to the lower edge.
pub const HEIGHT: f32 = 20.0;

const WHITE: &str = "#F6F0E2";
const RED: &str = "#B8252C";
const BLUE: &str = "#1F3A7A";
const GOLD: &str = "#E2B13C";
const BLACK: &str = "#231D18";
const GREEN: &str = "#2E6B43";
const YELLOW: &str = "#EACB52";

fn rect(svg: &mut String, (x, y): (f32, f32), (width, height): (f32, f32), fill: &str) {
    let _ =
        write!(svg, "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{fill}\"/>");
}

fn polygon(svg: &mut String, points: &[(f32, f32)], fill: &str) {
    svg.push_str("<path d=\"");
    for (n, (x, y)) in points.iter().enumerate() {
        let _ = write!(svg, "{}{x:.2} {y:.2}", if n == 0 { "M" } else { "L" });
    }
    let _ = write!(svg, "Z\" fill=\"{fill}\"/>");
}

/// Stripes from the hoist to the fly.
fn upright<const N: usize>(fills: [&str; N]) -> String {
    let mut svg = String::new();
    let step = LENGTH / N as f32;
    for (n, fill) in fills.into_iter().enumerate() {
        rect(&mut svg, (step * n as f32, 0.0), (step, HEIGHT), fill);
    }
    svg
}

/// Stripes from the upper to the lower edge, each with its share of the height.
fn level<const N: usize>(stripes: [(&str, f32); N]) -> String {
    let mut svg = String::new();
    let all: f32 = stripes.iter().map(|(_, share)| share).sum();
    let mut top = 0.0;
    for (fill, share) in stripes {
        let height = HEIGHT * share / all;
        rect(&mut svg, (0.0, top), (LENGTH, height), fill);
        top += height;
    }
    svg
}

/// The Union Flag of 1801 in a field of a size at the upper hoist: the saltire of Saint Patrick is narrower than that
/// of Saint Andrew and turned about the middle, the broad white above it in the half at the hoist.
fn union(length: f32, height: f32) -> String {
    let mut svg = String::new();
    rect(&mut svg, (0.0, 0.0), (length, height), BLUE);
    let (a, b) = (length / LENGTH, height / HEIGHT);
    let mut lay = |points: &[(f32, f32)], fill: &str| {
        let points: Vec<(f32, f32)> = points.iter().map(|(x, y)| (x * a, y * b)).collect();
        polygon(&mut svg, &points, fill);
    };
    let white = [(0.0, 0.0), (3.6, 0.0), (30.0, 17.6), (30.0, 20.0), (26.4, 20.0), (0.0, 2.4)];
    lay(&white, WHITE);
    lay(&white.map(|(x, y)| (LENGTH - x, y)), WHITE);
    let hoist = [(0.0, 0.0), (15.0, 10.0), (12.6, 10.0), (0.0, 1.6)];
    let fly = [(30.0, 0.0), (15.0, 10.0), (15.0, 8.4), (27.6, 0.0)];
    for arm in [hoist, fly] {
        lay(&arm, RED);
        lay(&arm.map(|(x, y)| (LENGTH - x, HEIGHT - y)), RED);
    }
    for (half, fill) in [(3.33, WHITE), (2.0, RED)] {
        lay(&[(15.0 - half, 0.0), (15.0 + half, 0.0), (15.0 + half, 20.0), (15.0 - half, 20.0)], fill);
        lay(&[(0.0, 10.0 - half), (30.0, 10.0 - half), (30.0, 10.0 + half), (0.0, 10.0 + half)], fill);
    }
    svg
}

/// A field of one colour with the Union in its upper hoist and a wreath in its middle: a British regimental colour.
fn regimental(field: &str) -> String {
    let mut svg = String::new();
    rect(&mut svg, (0.0, 0.0), (LENGTH, HEIGHT), field);
    svg += &union(12.0, 8.4);
    let wreath = if field == GREEN { GOLD } else { GREEN };
    let _ = write!(
        svg,
        "<circle cx=\"18\" cy=\"11.5\" r=\"3.6\" fill=\"none\" stroke=\"{wreath}\" stroke-width=\"1.5\"/>\
         <circle cx=\"18\" cy=\"11.5\" r=\"1.7\" fill=\"{RED}\"/>"
    );
    svg
}

/// A field with the red cross of Saint George over all of it, its quarters in the colour of the facings.
fn cross_of_saint_george(field: &str) -> String {
    let mut svg = String::new();
    rect(&mut svg, (0.0, 0.0), (LENGTH, HEIGHT), field);
    rect(&mut svg, (12.6, 0.0), (4.8, HEIGHT), RED);
    rect(&mut svg, (0.0, 7.6), (LENGTH, 4.8), RED);
    svg += &union(12.0, 7.2);
    svg
}

/// A star with five points.
fn star(svg: &mut String, (x, y): (f32, f32), radius: f32, fill: &str) {
    let points: Vec<(f32, f32)> = (0..10)
        .map(|n| {
            let far = if n % 2 == 0 { radius } else { radius * 0.42 };
            let (sin, cos) = bevy::math::ops::sin_cos((n as f32 * 36.0 - 90.0).to_radians());
            (x + cos * far, y + sin * far)
        })
        .collect();
    polygon(svg, &points, fill);
}

/// The Stars and Stripes with this many stripes, and rows of stars in the canton, which is as high as `deep` stripes.
fn stars_and_stripes(stripes: usize, deep: usize, rows: &[usize]) -> String {
    let mut svg = String::new();
    let step = HEIGHT / stripes as f32;
    for n in 0..stripes {
        rect(&mut svg, (0.0, step * n as f32), (LENGTH, step), if n % 2 == 0 { RED } else { WHITE });
    }
    let (length, height) = (13.0, step * deep as f32);
    rect(&mut svg, (0.0, 0.0), (length, height), BLUE);
    let row_step = height / rows.len() as f32;
    let most = rows.iter().copied().max().unwrap_or(1) as f32;
    let radius = (row_step * 0.46).min(length / most * 0.4);
    for (row, count) in rows.iter().enumerate() {
        let step = length / most;
        let first = (length - step * (*count as f32 - 1.0)) / 2.0;
        for n in 0..*count {
            star(&mut svg, (first + step * n as f32, row_step * (row as f32 + 0.5)), radius, WHITE);
        }
    }
    svg
}

/// An eagle with spread wings about a point; with two heads if it is the Emperor's.
fn eagle(svg: &mut String, (x, y): (f32, f32), scale: f32, fill: &str, heads: usize) {
    const HALF: [(f32, f32); 14] = [
        (0.0, -3.6),
        (1.4, -2.6),
        (2.6, -5.2),
        (4.2, -6.6),
        (7.4, -6.2),
        (6.6, -4.6),
        (7.4, -3.2),
        (6.2, -1.6),
        (6.4, 0.2),
        (4.6, 1.0),
        (3.2, 2.2),
        (3.8, 4.4),
        (1.8, 4.0),
        (0.0, 7.0),
    ];
    let left = HALF.iter().rev().skip(1).map(|(dx, dy)| (-dx, *dy));
    let body: Vec<(f32, f32)> =
        HALF.iter().copied().chain(left).map(|(dx, dy)| (x + dx * scale, y + dy * scale)).collect();
    polygon(svg, &body, fill);
    let sides: &[f32] = if heads == 2 { &[-1.0, 1.0] } else { &[1.0] };
    for side in sides {
        let lean = if heads == 2 { 1.3 * side } else { 0.0 };
        let head = [(-0.9, -3.0), (-0.8, -5.6), (0.4, -6.4), (2.4, -5.2), (1.0, -4.8), (0.9, -3.0)]
            .map(|(dx, dy)| (x + (lean + dx * side) * scale, y + dy * scale));
        polygon(svg, &head, fill);
    }
}

/// A white lozenge whose tips touch the edges, the corners by turns blue and red: the French pattern of 1804.
fn lozenge() -> String {
    let mut svg = String::new();
    for (x, y, fill) in [(0.0, 0.0, BLUE), (15.0, 0.0, RED), (0.0, 10.0, RED), (15.0, 10.0, BLUE)] {
        rect(&mut svg, (x, y), (15.0, 10.0), fill);
    }
    polygon(&mut svg, &[(15.0, 0.0), (30.0, 10.0), (15.0, 20.0), (0.0, 10.0)], WHITE);
    for y in [7.6, 10.0, 12.4] {
        rect(&mut svg, (10.5, y - 0.4), (9.0, 0.8), GOLD);
    }
    svg
}

/// The tricolour with the gold of the honours on its white and wreaths in its corners: the French pattern of 1812.
fn tricolour_of_1812() -> String {
    let mut svg = upright([BLUE, WHITE, RED]);
    for (x, y) in [(3.4, 3.4), (26.6, 3.4), (3.4, 16.6), (26.6, 16.6)] {
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"1.7\" fill=\"none\" stroke=\"{GOLD}\" stroke-width=\".9\"/>"
        );
    }
    for y in [6.4, 9.2, 12.0, 14.8] {
        rect(&mut svg, (11.8, y - 0.5), (6.4, 1.0), GOLD);
    }
    svg
}

/// A ragged cross of Burgundy on white.
fn burgundy() -> String {
    let mut svg = String::new();
    rect(&mut svg, (0.0, 0.0), (LENGTH, HEIGHT), WHITE);
    let bar = [(3.0, 2.0), (5.6, 2.0), (27.0, 16.3), (27.0, 18.0), (24.4, 18.0), (3.0, 3.7)];
    polygon(&mut svg, &bar, RED);
    polygon(&mut svg, &bar.map(|(x, y)| (LENGTH - x, y)), RED);
    for share in [0.22, 0.38, 0.62, 0.78] {
        let (x, y) = (3.0 + 24.0 * share, 2.0 + 16.0 * share);
        for (dx, dy) in [(1.6, -2.2), (-1.6, 2.2)] {
            let knot = |mirror: bool| {
                let side = |x: f32| if mirror { LENGTH - x } else { x };
                [(side(x - 1.0), y - 0.6), (side(x + 1.0), y + 0.6), (side(x + dx), y + dy)]
            };
            polygon(&mut svg, &knot(false), RED);
            polygon(&mut svg, &knot(true), RED);
        }
    }
    svg
}

/// A cross over a field of two colours in triangles from the middle, a disc with an eagle on it: Prussian and Russian
/// infantry.
fn rays(field: &str, cross: &str, disc: &str, bird: &str) -> String {
    let mut svg = String::new();
    rect(&mut svg, (0.0, 0.0), (LENGTH, HEIGHT), field);
    for wedge in [
        [(0.0, 0.0), (6.0, 0.0), (15.0, 10.0), (0.0, 4.0)],
        [(30.0, 0.0), (30.0, 4.0), (15.0, 10.0), (24.0, 0.0)],
        [(0.0, 20.0), (0.0, 16.0), (15.0, 10.0), (6.0, 20.0)],
        [(30.0, 20.0), (24.0, 20.0), (15.0, 10.0), (30.0, 16.0)],
    ] {
        polygon(&mut svg, &wedge, cross);
    }
    let _ = write!(svg, "<circle cx=\"15\" cy=\"10\" r=\"5.4\" fill=\"{disc}\"/>");
    eagle(&mut svg, (15.0, 10.0), 0.6, bird, 1);
    svg
}

/// A border of flames in red, white and black round a field: Austrian infantry.
fn flames(field: &str) -> String {
    let mut svg = String::new();
    rect(&mut svg, (0.0, 0.0), (LENGTH, HEIGHT), WHITE);
    let step = 3.0;
    for n in 0..10 {
        let (x, fill) = (n as f32 * step, if n % 2 == 0 { RED } else { BLACK });
        polygon(&mut svg, &[(x, 0.0), (x + step, 0.0), (x + step / 2.0, 2.4)], fill);
        polygon(&mut svg, &[(x, HEIGHT), (x + step, HEIGHT), (x + step / 2.0, HEIGHT - 2.4)], fill);
    }
    for n in 0..6 {
        let step = HEIGHT / 6.0;
        let (y, fill) = (n as f32 * step, if n % 2 == 0 { BLACK } else { RED });
        polygon(&mut svg, &[(0.0, y), (0.0, y + step), (2.4, y + step / 2.0)], fill);
        polygon(&mut svg, &[(LENGTH, y), (LENGTH, y + step), (LENGTH - 2.4, y + step / 2.0)], fill);
    }
    rect(&mut svg, (2.6, 2.6), (LENGTH - 5.2, HEIGHT - 5.2), field);
    eagle(&mut svg, (15.0, 10.2), 0.95, BLACK, 2);
    svg
}

/// Lozenges of two colours.
fn lozenges(one: &str, other: &str) -> String {
    let mut svg = String::new();
    rect(&mut svg, (0.0, 0.0), (LENGTH, HEIGHT), one);
    let (a, b) = (5.0, 5.0);
    for row in 0..4 {
        for column in 0..6 {
            let (x, y) = (column as f32 * a, row as f32 * b);
            polygon(&mut svg, &[(x, y), (x + a / 2.0, y + b / 2.0), (x, y + b)], other);
            polygon(&mut svg, &[(x + a, y), (x + a, y + b), (x + a / 2.0, y + b / 2.0)], other);
        }
    }
    svg
}

fn design(word: &str) -> Option<String> {
    let mut svg = String::new();
    let mut field = |fill: &str| rect(&mut svg, (0.0, 0.0), (LENGTH, HEIGHT), fill);
    match word {
        "british" | "allied" | "kings_colour" => svg = union(LENGTH, HEIGHT),
        "regimental_yellow" => svg = regimental(YELLOW),
        "regimental_green" => svg = regimental(GREEN),
        "regimental_buff" => svg = regimental("#DDBF8D"),
        "regimental_blue" => svg = regimental("#27427E"),
        "regimental_red" => svg = cross_of_saint_george("#8E1F2B"),
        "regimental_white" => svg = cross_of_saint_george(WHITE),
        "regimental_black" => svg = cross_of_saint_george(BLACK),
        "guards_colour" => {
            field("#9C1B2E");
            let _ = write!(svg, "<circle cx=\"15\" cy=\"11.6\" r=\"3.4\" fill=\"{GOLD}\"/>");
            rect(&mut svg, (11.6, 4.6), (6.8, 2.6), GOLD);
        }
        "hanoverian" => svg = level([(YELLOW, 1.0), (WHITE, 1.0)]),
        "portuguese" => {
            field(WHITE);
            rect(&mut svg, (10.6, 4.4), (8.8, 10.2), RED);
            rect(&mut svg, (12.4, 6.0), (5.2, 6.4), WHITE);
            rect(&mut svg, (14.0, 7.2), (2.0, 4.0), BLUE);
            rect(&mut svg, (11.6, 2.4), (6.8, 1.8), GOLD);
        }
        "french" => svg = upright([BLUE, WHITE, RED]),
        "french_1804" => svg = lozenge(),
        "french_eagle" => svg = tricolour_of_1812(),
        "old_guard" => {
            svg = tricolour_of_1812();
            eagle(&mut svg, (15.0, 10.0), 0.8, GOLD, 1);
        }
        "duchy_of_warsaw" => {
            field("#A3203A");
            eagle(&mut svg, (15.0, 10.4), 1.1, WHITE, 1);
        }
        "prussian" => {
            field(WHITE);
            rect(&mut svg, (0.0, 0.0), (LENGTH, 2.2), BLACK);
            rect(&mut svg, (0.0, HEIGHT - 2.2), (LENGTH, 2.2), BLACK);
            eagle(&mut svg, (15.0, 10.2), 1.05, BLACK, 1);
        }
        "prussian_regiment" => svg = rays(WHITE, BLACK, "#E58F2E", BLACK),
        "landwehr" => {
            field(WHITE);
            rect(&mut svg, (13.0, 3.0), (4.0, 14.0), BLACK);
            rect(&mut svg, (8.0, 8.0), (14.0, 4.0), BLACK);
        }
        "russian" => svg = level([(WHITE, 1.0), ("#2B4C9B", 1.0), (RED, 1.0)]),
        "russian_regiment" => svg = rays(GREEN, WHITE, "#E58F2E", BLACK),
        "russian_guard" => {
            svg = rays(YELLOW, WHITE, "#E58F2E", BLACK);
        }
        "austrian" | "austrian_ordinary" => svg = flames(if word == "austrian" { YELLOW } else { WHITE }),
        "spanish" => svg = level([(RED, 1.0), (YELLOW, 2.0), (RED, 1.0)]),
        "burgundy" => svg = burgundy(),
        "brunswick" => svg = level([("#5B8FC9", 1.0), (YELLOW, 1.0)]),
        "bavarian" => svg = lozenges(WHITE, "#5B8FC9"),
        "saxon" => svg = level([(BLACK, 1.0), (YELLOW, 1.0)]),
        "german" => svg = level([(BLACK, 1.0), (RED, 1.0), (GOLD, 1.0)]),
        "mexican" => {
            svg = upright([GREEN, WHITE, RED]);
            eagle(&mut svg, (15.0, 10.0), 0.55, "#6A4A2A", 1);
        }
        "american" | "militia" => svg = stars_and_stripes(15, 8, &[3, 2, 3, 2, 3, 2]),
        "american_regimental" => {
            field(BLUE);
            eagle(&mut svg, (15.0, 10.6), 1.0, GOLD, 1);
            for n in 0..7 {
                star(&mut svg, (6.0 + n as f32 * 3.0, 2.2), 0.9, WHITE);
            }
        }
        "union" => svg = stars_and_stripes(13, 7, &[7, 6, 7, 7, 7]),
        "army" | "cavalry" | "law" | "stage" => svg = stars_and_stripes(13, 7, &[8, 7, 8, 7, 8]),
        "confederate" => {
            svg = level([(RED, 1.0), (WHITE, 1.0), (RED, 1.0)]);
            rect(&mut svg, (0.0, 0.0), (12.0, HEIGHT * 2.0 / 3.0), BLUE);
            for n in 0..7 {
                let (sin, cos) = bevy::math::ops::sin_cos((n as f32 * 360.0 / 7.0 - 90.0).to_radians());
                star(&mut svg, (6.0 + cos * 4.0, 6.66 + sin * 4.0), 1.3, WHITE);
            }
        }
        "indian" | "cheyenne" => {
            field("#F2DE98");
            let _ = write!(
                svg,
                "<path d=\"M15 3V17M15 4L9 9M15 4L21 9M15 9L10 13M15 9L20 13\" stroke=\"#7A2A1E\" stroke-width=\"2\" \
                 fill=\"none\"/>"
            );
        }
        _ => return None,
    }
    Some(svg)
}

/// A flag by its word; one that is not known is plain, in the coat with a pale bar.
pub fn flag(word: &str, coat: Rgb) -> String {
    let mut svg = design(word).unwrap_or_else(|| {
        let mut svg = String::new();
        rect(&mut svg, (0.0, 0.0), (LENGTH, HEIGHT), &coat.to_string());
        rect(&mut svg, (0.0, 8.0), (LENGTH, 4.0), WHITE);
        svg
    });
    let _ = write!(
        svg,
        "<rect x=\".5\" y=\".5\" width=\"29\" height=\"19\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1\"/>"
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{
        fonts,
        paths::{Segment, painted_paths},
        raster, sample,
    };
    use grapeshot_floor::forces::{COLOURS, NATIONS};

    const SCALE: u32 = 8;

    fn drawn(word: &str) -> raster::Image {
        let svg = fonts::document(0.0, 0.0, LENGTH, HEIGHT, &flag(word, Rgb(0x80, 0x60, 0x40)));
        raster::raster(&svg, 30 * SCALE, 20 * SCALE).expect("a flag is SVG")
    }

    /// The colour of a flag at a point of it.
    fn at(image: &raster::Image, (x, y): (f32, f32)) -> Rgb {
        let (x, y) = ((x * SCALE as f32) as u32, (y * SCALE as f32) as u32);
        let first = ((y * image.width + x) * 4) as usize;
        Rgb(image.rgba[first], image.rgba[first + 1], image.rgba[first + 2])
    }

    fn colour(hex: &str) -> Rgb {
        Rgb::parse(&hex[1..]).expect("it is a colour")
    }

    #[test]
    fn the_union_flag_has_a_narrow_red_saltire_turned_about_the_middle() {
        let union = drawn("british");
        assert_eq!(at(&union, (15.0, 2.0)), colour(RED), "the cross of Saint George");
        assert_eq!(at(&union, (9.0, 1.0)), colour(BLUE), "the field");
        // Along a diagonal the red lies below the middle line at the hoist and above it at the fly.
        for (x, below) in [(5.0, true), (25.0, false)] {
            let line = if x < 15.0 { x * 2.0 / 3.0 } else { (30.0 - x) * 2.0 / 3.0 };
            let (red, white) = if below { (line + 0.8, line - 0.8) } else { (line - 0.8, line + 0.8) };
            assert_eq!(at(&union, (x, red)), colour(RED), "the red arm at {x}");
            assert_eq!(at(&union, (x, white)), colour(WHITE), "the broad white at {x}");
        }
    }

    #[test]
    fn the_flag_of_1812_has_fifteen_stripes_and_fifteen_stars() {
        let flag = drawn("american");
        // The first and the last are half under the line round the flag.
        let inside = |n: usize| (n as f32 + 0.5) * HEIGHT / 15.0;
        let fly: Vec<Rgb> = (0..15).map(|n| at(&flag, (25.0, inside(n).clamp(1.15, 18.8)))).collect();
        for (n, stripe) in fly.iter().enumerate() {
            assert_eq!(*stripe, colour(if n % 2 == 0 { RED } else { WHITE }), "stripe {n}");
        }
        let svg = stars_and_stripes(15, 8, &[3, 2, 3, 2, 3, 2]);
        let stars = svg.matches("<path").count();
        assert_eq!(stars, 15);
        assert_eq!(at(&flag, (12.4, 6.2)), colour(BLUE), "the canton");
    }

    #[test]
    fn every_nation_and_every_colour_has_a_flag_that_stays_inside_its_edges() {
        for word in NATIONS.iter().chain(COLOURS) {
            let svg = flag(word, Rgb(0x80, 0x60, 0x40));
            for path in painted_paths(&svg).expect("a flag is SVG") {
                for segment in path.segments {
                    let [x, y] = match segment {
                        Segment::MoveTo(to) | Segment::LineTo(to) => to,
                        Segment::QuadTo(_, to) | Segment::CubicTo(_, _, to) => to,
                        Segment::Close => continue,
                    };
                    let inside = (-0.01..=LENGTH + 0.01).contains(&x) && (-0.01..=HEIGHT + 0.01).contains(&y);
                    assert!(inside, "{word}: {x} {y}");
                }
            }
        }
    }

    #[test]
    fn the_flags_of_nations_that_fought_each_other_and_all_colours_differ() {
        let known: Vec<&str> =
            ["british", "french", "prussian", "russian", "austrian", "spanish", "american", "indian"]
                .into_iter()
                .chain(COLOURS.iter().copied().filter(|word| *word != "kings_colour"))
                .collect();
        for (n, one) in known.iter().enumerate() {
            for other in &known[n + 1..] {
                assert_ne!(drawn(one).rgba, drawn(other).rgba, "{one} and {other}");
            }
        }
    }

    #[test]
    fn a_sheet_of_all_flags_can_be_looked_at() {
        let mut sheet = String::new();
        let words: Vec<&&str> = NATIONS.iter().chain(COLOURS).collect();
        for (n, word) in words.iter().enumerate() {
            let (x, y) = ((n % 8) as f32 * 40.0 + 5.0, (n / 8) as f32 * 34.0 + 5.0);
            let svg = flag(word, Rgb(0x80, 0x60, 0x40));
            let _ = write!(
                sheet,
                "<g transform=\"translate({x} {y})\">{svg}<text y=\"26\" class=\"u\" font-size=\"5\">{word}</text></g>"
            );
        }
        let height = (words.len().div_ceil(8)) as f32 * 34.0 + 5.0;
        let png = raster::png(&fonts::document(0.0, 0.0, 325.0, height, &sheet), 1625).expect("it is SVG");
        sample::keep("flags.png", &png);
    }
}

//! Wagons of two parts, each as large as its base: the body on its wheels, and the team before it.

use std::fmt::Write as _;

use super::{
    palette::{INK, Rgb},
    symbols::{Detail, part},
};

/// Inches that a horse is long and wide in the sheet of parts, head and tail included.
const HORSE: (f32, f32) = (2.2, 0.6);

/// The part of a wagon that a look names, if it names one.
pub fn drawn(look: &str, detail: Detail, coat: Rgb, width: f32, depth: f32) -> Option<String> {
    let named = |word: &str| look.split('_').any(|known| known == word);
    if named("body") {
        Some(body(detail, coat, width * 100.0, depth * 100.0))
    } else if named("team") {
        Some(team(detail, coat, width, depth))
    } else {
        None
    }
}

/// The body of a wagon, its box between four wheels and the front a seat; from afar the box alone.
fn body(detail: Detail, coat: Rgb, w: f32, d: f32) -> String {
    let (x, y) = (w / 2.0, d / 2.0);
    let wood = if detail == Detail::Far { coat } else { Rgb::hex(0xA9784A) };
    let mut svg = String::new();
    if detail != Detail::Far {
        // Seen from above a wheel is a narrow bar.
        for (side, along) in [(-1.0, -0.55), (1.0, -0.55), (-1.0, 0.5), (1.0, 0.5)] {
            let (left, top) = (side * x - 9.0 - side * 7.0, along * y - d * 0.13);
            let _ = write!(
                svg,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"18\" height=\"{:.1}\" rx=\"6\" fill=\"#4A3320\" \
                 stroke=\"{INK}\" stroke-width=\"3\"/>",
                d * 0.26
            );
        }
    }
    let inset = 16.0;
    let _ = write!(
        svg,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"10\" fill=\"{wood}\" stroke=\"{INK}\" \
         stroke-width=\"5\"/>",
        inset - x,
        -y,
        w - 2.0 * inset,
        d
    );
    if detail == Detail::Near {
        let planks = 4;
        for n in 1..planks {
            let at = inset - x + (w - 2.0 * inset) * n as f32 / planks as f32;
            let _ = write!(
                svg,
                "<path d=\"M{at:.1} {:.1}V{:.1}\" stroke=\"#6E4E30\" stroke-width=\"3\"/>",
                -y * 0.55,
                y * 0.92
            );
        }
    }
    if detail != Detail::Far {
        // The seat, in the colour of the side.
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{coat}\" stroke=\"{INK}\" \
             stroke-width=\"4\"/>",
            inset - x + 4.0,
            -y * 0.9,
            w - 2.0 * inset - 8.0,
            d * 0.14
        );
    }
    svg
}

/// The horses of a team, in pairs one before the other, as many as its base has room for, with the pole between them.
fn team(detail: Detail, coat: Rgb, width: f32, depth: f32) -> String {
    let abreast = if width > 1.0 { 2 } else { 1 };
    let pairs = ((depth / 2.0).round() as usize).max(1);
    let (w, d) = (width * 100.0, depth * 100.0);
    if detail == Detail::Far {
        return format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{w:.1}\" height=\"{d:.1}\" rx=\"20\" fill=\"#8A6240\" \
             stroke=\"{coat}\" stroke-width=\"14\"/>",
            -w / 2.0,
            -d / 2.0
        );
    }
    let mut svg = format!(
        "<path d=\"M0 {:.1}V{:.1}\" stroke=\"{INK}\" stroke-width=\"6\"/>",
        d / 2.0,
        -d / 2.0 + d / pairs as f32 * 0.4
    );
    let scale = (depth / pairs as f32 / HORSE.0).min(width / abreast as f32 / HORSE.1);
    for pair in 0..pairs {
        let y = -d / 2.0 + d * (pair as f32 + 0.5) / pairs as f32;
        for n in 0..abreast {
            let x = if abreast == 1 { 0.0 } else { (n as f32 - 0.5) * w * 0.46 };
            let hide = if (pair + n) % 2 == 0 { "#8A6240" } else { "#6B4830" };
            let horse = part("horse").replace("var(--hide)", hide).replace("var(--mane)", "#462F1F");
            let _ = write!(svg, "<g transform=\"translate({x:.1} {y:.1})scale({scale:.3})\">{horse}</g>");
        }
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::paths::painted_paths;

    #[test]
    fn bodies_and_teams_are_drawn_at_every_detail() {
        for look in ["body", "team"] {
            for detail in [Detail::Near, Detail::Middle, Detail::Far] {
                for (width, depth) in [(0.75, 2.0), (1.5, 2.0), (1.5, 6.0), (2.0, 4.5)] {
                    let svg = drawn(look, detail, Rgb::hex(0x94BEDC), width, depth).expect("it is drawn");
                    assert!(!svg.contains("var("), "{look} {detail:?}");
                    assert!(!painted_paths(&svg).expect("it is SVG").is_empty(), "{look} {detail:?}");
                }
            }
        }
        assert_eq!(drawn("wagon", Detail::Near, Rgb::hex(0), 1.5, 4.0), None);
    }
}

//! Things on the table that are no pieces: prizes, led horses, charges, what is broken or destroyed.

use super::{
    palette::Palette,
    rubble,
    symbols::{self, Detail, part, part_in_coat},
};

/// What a prize is, as far as its picture goes, by the words of its name.
fn kind_of_prize(name: &str) -> &'static str {
    let name = name.to_lowercase();
    let called = |words: &[&str]| name.split(|c: char| !c.is_alphabetic()).any(|word| words.contains(&word));
    if called(&["mail", "letter", "letters", "dispatch", "dispatches", "despatch", "despatches", "plans", "map"]) {
        "mail"
    } else if called(&["colour", "colours", "color", "colors", "eagle", "standard", "flag", "guidon"]) {
        "colour"
    } else if called(&["chest", "strongbox", "box", "pay", "paychest", "gold", "silver", "treasure", "bullion"]) {
        "chest"
    } else {
        "sack"
    }
}

/// A thing where it lies or stands, in units of 100 to the inch, its front up; empty for an unknown look. `name` is
/// what a prize is called; `size` stretches what is as large as the table says, in inches across and along.
pub fn lying(look: &str, name: &str, coat: &str, palette: Palette, detail: Detail, size: Option<(f32, f32)>) -> String {
    match (look, size) {
        ("ruin", Some(size)) => return rubble::ruin(size),
        ("breach", Some(size)) => return rubble::breach(size),
        _ => {}
    }
    let svg = match look {
        "prize" => part(&format!("prize_{}", kind_of_prize(name))).into(),
        "led_horse" if detail == Detail::Near => part_in_coat("led_horse", coat, palette),
        "herd_ground" => "<circle r=\"49\" fill=\"none\" stroke=\"#6E4E30\" stroke-width=\"0.9\" \
                          stroke-dasharray=\"3 4\" opacity=\".7\"/>"
            .to_owned(),
        "fuse" => "<rect x=\"-50\" y=\"-50\" width=\"100\" height=\"100\" fill=\"#2B231C\"/>\
                   <rect x=\"-22\" y=\"-50\" width=\"44\" height=\"100\" fill=\"#D9C9A3\"/>"
            .to_owned(),
        "trampled" => trampled(),
        "herd_runs" => arrow("#B8402A"),
        "herd_shies" => arrow("#E7CB82"),
        // A fuse that burns: the charge with the die beside it.
        known if known.starts_with("fuse_") => {
            let pips = known.trim_start_matches("fuse_").parse().unwrap_or_default();
            let die = symbols::die(pips);
            format!("{}<g transform=\"translate(58 -52)scale(1.9)\">{die}</g>", part("charge_ready"))
        }
        "led_horse" => symbols::at_detail(detail, "loose", coat, palette),
        known => part(known).to_owned(),
    };
    match size {
        Some((across, along)) => format!("<g transform=\"scale({across} {along})\">{svg}</g>"),
        None => svg,
    }
}

/// A broad arrow that points to its front, as wide and long as an inch.
fn arrow(colour: &str) -> String {
    format!(
        "<path d=\"M0 -50L-46 -6H-18V50H18V-6H46Z\" fill=\"{colour}\" stroke=\"#2B231C\" stroke-width=\"3\" \
         opacity=\".85\"/>"
    )
}

/// Flat ground with the prints of hooves, as wide and long as an inch.
fn trampled() -> String {
    let mut svg = "<ellipse rx=\"50\" ry=\"50\" fill=\"#B39A6B\" opacity=\".92\"/>".to_owned();
    for (x, y) in [(-24, -22), (4, -34), (26, -14), (-32, 8), (-6, 2), (18, 16), (-16, 30), (10, 36), (34, 8)] {
        svg += &format!(
            "<path d=\"M{x} {y}m-4 5q0 -10 4 -10q4 0 4 10\" fill=\"none\" stroke=\"#5E4A2E\" stroke-width=\"2.4\"/>"
        );
    }
    svg
}

/// The chip on a piece that carries a prize, in logical pixels.
pub fn carried(name: &str) -> String {
    part(&format!("mark_prize_{}", kind_of_prize(name))).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::paths::painted_paths;

    #[test]
    fn every_thing_has_a_picture_of_its_own() {
        let looks = [
            "herd_ground",
            "herd_runs",
            "herd_shies",
            "fuse",
            "trampled",
            "fuse_1",
            "fuse_6",
            "led_horse",
            "charge_planned",
            "charge",
            "charge_ready",
            "broken_door",
            "fallen_bridge",
        ];
        let mut seen: Vec<String> = Vec::new();
        let mut look_at = |svg: String, what: &str| {
            assert!(!svg.contains("var("), "{what}");
            assert!(!painted_paths(&svg).expect("it is SVG").is_empty(), "{what}");
            assert!(!seen.contains(&svg), "{what}");
            seen.push(svg);
        };
        for look in looks {
            look_at(lying(look, "", "french", Palette::Campaign, Detail::Near, None), look);
        }
        for look in ["ruin", "breach"] {
            for size in [(2.0, 1.0), (9.0, 6.0)] {
                look_at(lying(look, "", "french", Palette::Campaign, Detail::Near, Some(size)), look);
            }
        }
        for name in ["the mail", "the pay chest", "the Eagle of the 8th", "the flour"] {
            look_at(lying("prize", name, "french", Palette::Campaign, Detail::Near, None), name);
            look_at(carried(name), name);
        }
        look_at(symbols::suspected_mark(), "suspected");
    }
}

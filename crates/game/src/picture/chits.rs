//! Chits with orders: a sign for each, and the back that all have. In pixels about 0,0.

use std::fmt::Write as _;

use super::palette::{INK, IVORY, Rgb};

/// The sign of an order by its word, 20 pixels wide about 0,0; a question mark's dot for a word that has none.
pub fn sign(picture: &str) -> String {
    let ink = |width: f32, d: &str| {
        format!(
            "<path d=\"{d}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"/>"
        )
    };
    let solid = |d: &str| format!("<path d=\"{d}\" fill=\"{INK}\"/>");
    match picture {
        // Two bars: it is held back.
        "hold" => solid("M-6 -8H-2V8H-6ZM2 -8H6V8H2Z"),
        // Two chevrons upwards: it moves.
        "march" => ink(3.0, "M-7 1L0 -7L7 1M-7 8L0 0L7 8"),
        // The flash at the muzzle.
        "fire" => solid("M0 -10L2 -3L9 -6L4 0L10 4L3 4L3 10L-1 5L-7 9L-4 3L-10 1L-4 -2L-7 -8L-1 -4Z"),
        // Crossed swords.
        "charge" => {
            ink(2.6, "M-8 -8L5 5M8 -8L-5 5") + &ink(2.6, "M1.5 7.5L7.5 1.5M-1.5 7.5L-7.5 1.5M5 5L8.5 8.5M-5 5L-8.5 8.5")
        }
        // The colours, round which it rallies.
        "rally" => ink(2.4, "M-6 9V-9") + &solid("M-6 -9Q-1 -12 3 -9T9 -9V0Q5 2 2 0T-6 0Z"),
        _ => solid("M-2 -2H2V2H-2Z"),
    }
}

/// The back of a chit this many pixels wide and high, in the colour of its side: lozenges in a frame.
pub fn back(width: f32, height: f32, colour: Rgb) -> String {
    let (x, y) = (width / 2.0, height / 2.0);
    let (across, down) = (((width - 8.0) / 7.0) as i32, ((height - 6.0) / 6.0) as i32);
    let middle = |n: i32, of: i32, step: f32| (n as f32 - (of - 1) as f32 / 2.0) * step;
    let mut lozenges = String::new();
    for row in 0..down.max(1) {
        for column in 0..across.max(1) {
            let (cx, cy) = (middle(column, across.max(1), 7.0), middle(row, down.max(1), 6.0));
            let _ = write!(
                lozenges,
                "M{:.1} {cy:.1}L{cx:.1} {:.1}L{:.1} {cy:.1}L{cx:.1} {:.1}Z",
                cx - 3.0,
                cy - 2.5,
                cx + 3.0,
                cy + 2.5
            );
        }
    }
    let ground = colour.towards(INK, 0.25);
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" rx=\"3\" fill=\"{ground}\"/>\
         <path d=\"{lozenges}\" fill=\"{IVORY}\" fill-opacity=\".7\"/>\
         <rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"2\" fill=\"none\" stroke=\"{IVORY}\" \
         stroke-width=\"1.2\"/>",
        -x,
        -y,
        -x + 1.6,
        -y + 1.6,
        width - 3.2,
        height - 3.2
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::paths::painted_paths;
    use std::collections::BTreeSet;

    #[test]
    fn every_order_has_a_sign_of_its_own() {
        let signs: BTreeSet<String> = ["hold", "march", "fire", "charge", "rally", ""].map(sign).into();
        assert_eq!(signs.len(), 6);
        assert!(signs.iter().all(|sign| !painted_paths(sign).expect("it is SVG").is_empty()));
    }

    #[test]
    fn the_back_of_a_chit_says_whose_it_is_and_nothing_else() {
        let [blue, red] = [Rgb(47, 98, 181), Rgb(188, 50, 39)].map(|coat| back(30.0, 20.0, coat));
        assert_ne!(blue, red);
        assert!(!painted_paths(&blue).expect("it is SVG").is_empty());
    }
}

//! The faces that are compiled in: EB Garamond for titles and names, Lato for all numbers and all that one must read.

use resvg::usvg::{self, fontdb};
use std::sync::{Arc, OnceLock};
use ttf_parser::Face;

/// EB Garamond, with lining digits.
pub const GARAMOND: &[u8] = include_bytes!("../../../../assets/fonts/EBGaramond-Regular.ttf");
/// EB Garamond Italic, with lining digits.
pub const GARAMOND_ITALIC: &[u8] = include_bytes!("../../../../assets/fonts/EBGaramond-Italic.ttf");
/// EB Garamond with small capitals for small letters, with lining digits.
pub const GARAMOND_CAPS: &[u8] = include_bytes!("../../../../assets/fonts/EBGaramondSC-Regular.ttf");
/// Lato Medium.
pub const LATO: &[u8] = include_bytes!("../../../../assets/fonts/Lato-Medium.ttf");
pub const LATO_BOLD: &[u8] = include_bytes!("../../../../assets/fonts/Lato-Bold.ttf");

const FACES: [&[u8]; 5] = [GARAMOND, GARAMOND_ITALIC, GARAMOND_CAPS, LATO, LATO_BOLD];

/// The classes of text in the pictures: `u` plain, `b` bold, `d` book face, `i` its italic, `c` small capitals.
pub const STYLE: &str = "<style>\
.u{font-family:Lato;font-weight:500}\
.b{font-family:Lato;font-weight:700}\
.d{font-family:'EB Garamond'}\
.i{font-family:'EB Garamond';font-style:italic}\
.c{font-family:'EB Garamond SC';letter-spacing:.03em}\
</style>";

/// What SVG is read with: our faces and nothing else, so that a picture is the same on every machine.
pub fn options() -> &'static usvg::Options<'static> {
    static OPTIONS: OnceLock<usvg::Options<'static>> = OnceLock::new();
    OPTIONS.get_or_init(|| {
        let mut faces = fontdb::Database::new();
        for face in FACES {
            faces.load_font_source(fontdb::Source::Binary(Arc::new(face)));
        }
        usvg::Options { fontdb: Arc::new(faces), font_family: "Lato".into(), ..Default::default() }
    })
}

/// Whether one of our faces has a letter: where its own face lacks it, another is taken.
pub fn has(letter: char) -> bool {
    static PARSED: OnceLock<Vec<Face>> = OnceLock::new();
    let parsed = PARSED.get_or_init(|| FACES.iter().filter_map(|face| Face::parse(face, 0).ok()).collect());
    parsed.iter().any(|face| face.glyph_index(letter).is_some())
}

/// A whole SVG file round a fragment, in the fragment's own units.
pub fn document(left: f32, top: f32, width: f32, height: f32, fragment: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" \
         width=\"{width}\" height=\"{height}\">{STYLE}{fragment}</svg>"
    )
}

/// Text as it may stand between SVG tags or in an attribute.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(letter),
        }
    }
    safe
}

/// How wide a text of a class is at a font size, in the units of the size.
pub fn width(class: &str, size: f32, text: &str) -> f32 {
    let fragment = format!("<text y=\"{size}\" class=\"{class}\" font-size=\"{size}\">{}</text>", escape(text));
    usvg::Tree::from_str(&document(0.0, 0.0, 10.0, 10.0, &fragment), options())
        .map_or(0.0, |tree| tree.root().abs_bounding_box().right())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greek_and_cyrillic_are_shown_in_every_class_and_other_letters_are_known_to_be_missing() {
        for text in ["\u{3a9}\u{3ac}\u{3c3}\u{3cd}", "\u{411}\u{43e}\u{440}\u{43e}\u{434}\u{456}"] {
            assert!(text.chars().all(has), "{text}");
            for class in ["u", "b", "d", "i", "c"] {
                assert!(width(class, 20.0, text) > 30.0, "{text} in {class}");
            }
        }
        assert!(!has('\u{6f22}') && !has('\u{5d0}') && !has('\u{1f40e}'));
    }

    #[test]
    fn every_class_of_text_finds_its_own_face() {
        let widths = ["u", "b", "d", "i", "c"].map(|class| width(class, 20.0, "1re Section 1810 \u{2033}"));
        for (i, a) in widths.iter().enumerate() {
            assert!(*a > 60.0, "{widths:?}");
            assert!(widths[i + 1..].iter().all(|b| (a - b).abs() > 0.01), "{widths:?}");
        }
    }
}

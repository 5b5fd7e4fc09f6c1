//! Card faces, drawn 200 by 280: the action card with its fields, the activation cards, any other card as a list.
//!
//! A card that was read shows what was read: a gold ring and a tab on the field, all else dimmed.

mod action;
mod activation;
mod emblems;

use smol_str::SmolStr;
use std::fmt::Write as _;

use super::{
    fonts::{self, escape},
    palette::{BRASS, CARD, INK, INK2, INK3, SELECT},
};
use grapeshot_floor::forces::{Value, Values};

/// Width of a card in its own units.
pub const WIDTH: f32 = 200.0;
/// Height of a card in its own units.
pub const HEIGHT: f32 = 280.0;

/// How much of a field is left when another one was read.
const DIMMED: f32 = 0.34;

/// A box of a card: left, top, width, height.
type Frame = [f32; 4];

/// The face of a card as a whole SVG file. The picture is the deck's ("action", "activation"), the fields are the
/// card's, `read` names the fields that were read; nothing is dimmed if it is empty.
pub fn card_svg(picture: &str, fields: &Values, read: &[SmolStr]) -> String {
    let face = match picture {
        "action" => action::face(fields, read),
        "activation" => activation::face(fields),
        _ => listed(fields, read),
    };
    fonts::document(0.0, 0.0, WIDTH, HEIGHT, &face)
}

/// The blank card with its edge.
fn blank() -> String {
    format!(
        "<rect x=\".7\" y=\".7\" width=\"198.6\" height=\"278.6\" rx=\"9\" fill=\"{CARD}\" stroke=\"{INK}\" stroke-width=\"1.4\"/>"
    )
}

/// A field with its drawing: dimmed if others were read, ringed if it was itself.
struct Field {
    frame: Frame,
    keys: &'static [&'static str],
    svg: String,
}

/// Lays fields on a card: the unread ones first and dimmed, the read ones over them with ring and tab.
fn lay(fields: Vec<Field>, read: &[SmolStr]) -> String {
    let was_read = |field: &Field| field.keys.iter().any(|key| read.iter().any(|name| name == key));
    let (marked, plain): (Vec<Field>, Vec<Field>) = fields.into_iter().partition(was_read);
    let mut svg = String::new();
    for field in &plain {
        if marked.is_empty() {
            svg += &field.svg;
        } else {
            let _ = write!(svg, "<g opacity=\"{DIMMED}\">{}</g>", field.svg);
        }
    }
    for field in &marked {
        svg += &field.svg;
        let [x, y, w, h] = field.frame;
        let _ = write!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"none\" stroke=\"{INK}\" \
             stroke-width=\"4.6\"/><rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" rx=\"4\" fill=\"none\" \
             stroke=\"{SELECT}\" stroke-width=\"3\"/>",
            x - 1.5,
            y - 1.5,
            w + 3.0,
            h + 3.0
        );
    }
    // One tab is enough: it hangs from the first field read, or stands on it where below there is no room.
    if let Some(Field { frame: [x, y, w, h], .. }) = marked.first() {
        let below = y + h;
        let free = below + 15.0 < 208.0 && !marked[1..].iter().any(|other| other.frame[1] - below < 15.0);
        let top = if free { below } else { (y - 14.0).max(1.0) };
        let middle = x + w / 2.0;
        let _ = write!(
            svg,
            "<rect x=\"{}\" y=\"{top}\" width=\"46\" height=\"15\" rx=\"3\" fill=\"{SELECT}\" stroke=\"{INK}\" \
             stroke-width=\"1.1\"/><text x=\"{middle}\" y=\"{}\" class=\"b\" font-size=\"11\" fill=\"{INK}\" \
             text-anchor=\"middle\">READ</text>",
            middle - 23.0,
            top + 11.5
        );
    }
    svg
}

/// A card of a deck without a picture of its own: its fields as a list.
fn listed(fields: &Values, read: &[SmolStr]) -> String {
    let mut svg = blank();
    let _ = write!(
        svg,
        "<rect x=\"8\" y=\"8\" width=\"184\" height=\"264\" rx=\"6\" fill=\"none\" stroke=\"{BRASS}\" stroke-width=\"1\"/>"
    );
    let step = (250.0 / fields.0.len().max(1) as f32).min(24.0);
    for (row, (name, value)) in fields.0.iter().enumerate() {
        let y = 16.0 + step * (row as f32 + 0.72);
        let mine = read.contains(name);
        let opacity = if read.is_empty() || mine { 1.0 } else { DIMMED };
        if mine {
            let _ = write!(
                svg,
                "<rect x=\"12\" y=\"{}\" width=\"176\" height=\"{step}\" rx=\"3\" fill=\"none\" stroke=\"{SELECT}\" \
                 stroke-width=\"3\"/>",
                y - step * 0.72
            );
        }
        let size = (step * 0.62).min(13.0);
        let _ = write!(
            svg,
            "<g opacity=\"{opacity}\"><text x=\"17\" y=\"{y}\" class=\"u\" font-size=\"{size}\" fill=\"{INK2}\">{}</text>\
             <text x=\"183\" y=\"{y}\" class=\"b\" font-size=\"{size}\" fill=\"{INK}\" text-anchor=\"end\">{}</text>\
             <path d=\"M14 {line}H186\" stroke=\"{INK3}\" stroke-width=\".5\"/></g>",
            escape(&name.replace('_', " ")),
            escape(&value.to_string()),
            line = y + step * 0.28
        );
    }
    svg
}

/// A number of a field as it is printed; an empty string if there is none.
fn number(fields: &Values, name: &str) -> String {
    match fields.0.get(name) {
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Word(word)) => word.to_string(),
        _ => String::new(),
    }
}

/// Whether a field says yes: a flag, or a number above 0.
fn says_yes(fields: &Values, name: &str) -> bool {
    fields.flag(name).unwrap_or(false) || fields.number(name).is_some_and(|number| number > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{
        raster::{png, raster},
        sample,
    };

    fn values(pairs: &[(&'static str, Value)]) -> Values {
        Values(pairs.iter().map(|(name, value)| (SmolStr::new_static(name), value.clone())).collect())
    }

    #[test]
    fn a_read_field_dims_the_others_and_wears_a_tab() {
        let fields = values(&[("move", Value::Number(7.0)), ("hth", Value::Number(4.0))]);
        let plain = card_svg("action", &fields, &[]);
        let read = card_svg("action", &fields, &["move".into()]);
        assert!(!plain.contains("READ") && !plain.contains("opacity=\"0.34\""));
        assert_eq!(read.matches("READ").count(), 1);
        assert!(read.contains("opacity=\"0.34\""));
    }

    #[test]
    fn every_kind_of_card_is_a_picture() {
        for kind in ["black", "red", "reshuffle", "elite", "green", "hero", "artillery", "event", "unheard-of"] {
            let fields = values(&[("kind", Value::Word(kind.into())), ("number", Value::Number(4.0))]);
            let face = card_svg("activation", &fields, &[]);
            sample::keep(&format!("card_{kind}.png"), &png(&face, 200).expect("it can be drawn"));
            for picture in ["activation", "tarot"] {
                raster(&card_svg(picture, &fields, &["kind".into()]), 100, 140).expect("it can be drawn");
            }
        }
        raster(&card_svg("action", &Values::default(), &[]), 100, 140).expect("an empty card can be drawn");
    }
}

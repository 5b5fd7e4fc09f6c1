//! The cards of the activation deck.

use std::fmt::Write as _;

use super::{blank, emblems, number};
use crate::picture::{
    fonts::escape,
    palette::{BRASS, BRASS_LIGHT, CARD, INK, INK2, Rgb, TARGET},
};
use grapeshot_floor::forces::Values;

/// The face of an activation card by its fields `kind` and `number`, and `text` for its lines if it has its own.
pub fn face(fields: &Values) -> String {
    let kind = fields.word("kind").map_or("", |kind| kind.as_str());
    match kind {
        "black" | "red" => numbered(kind, &number(fields, "number")),
        _ => special(kind, fields),
    }
}

fn centred(x: f32, y: f32, class: &str, size: f32, colour: &str, text: &str) -> String {
    format!(
        "<text x=\"{x}\" y=\"{y}\" class=\"{class}\" font-size=\"{size}\" fill=\"{colour}\" \
         text-anchor=\"middle\">{}</text>",
        escape(text)
    )
}

fn numbered(kind: &str, number: &str) -> String {
    let ink = if kind == "red" { TARGET } else { INK };
    let mut svg = blank();
    let _ = write!(
        svg,
        "<rect x=\"9\" y=\"9\" width=\"182\" height=\"262\" rx=\"5\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.4\"/>"
    );
    svg += &if kind == "red" {
        format!(
            "<rect x=\"14\" y=\"14\" width=\"172\" height=\"252\" rx=\"3\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1\"/>"
        )
    } else {
        format!(
            "<path d=\"M9 30L30 9M170 9L191 30M9 250L30 271M170 271L191 250\" stroke=\"{ink}\" stroke-width=\"1.2\"/>"
        )
    };
    let emblem = if kind == "red" { emblems::grenade(ink) } else { emblems::sabres(ink) };
    for (x, y) in [(34, 38), (166, 38), (100, 208)] {
        let _ = write!(svg, "<g transform=\"translate({x} {y})scale(.62)\">{emblem}</g>");
    }
    let (quiet, loud) = (INK2.to_string(), ink.to_string());
    svg += &centred(100.0, 40.0, "c", 15.0, &quiet, "activation");
    svg += &centred(100.0, 180.0, "d", 182.0, &loud, number);
    let _ = write!(svg, "<path d=\"M30 208H80M120 208H170\" stroke=\"{ink}\" stroke-width=\"1\"/>");
    svg += &centred(100.0, 240.0, "c", 27.0, &loud, kind);
    svg += &centred(100.0, 258.0, "i", 14.0, &quiet, &format!("dice showing {number} may act"));
    svg
}

fn special(kind: &str, fields: &Values) -> String {
    let (ground, emblem, lines): (u32, fn(Rgb) -> String, [&str; 2]) = match kind {
        "reshuffle" => (0x2B231C, emblems::hourglass, ["The turn ends at once", "roll the dice anew"]),
        "elite" => (0x8A6A1E, emblems::elite, ["Elite units on the last", "number act again"]),
        "green" => (0x2F6B4A, emblems::seedling, ["Green units lose the", "next number"]),
        "hero" => (0x7A2E5A, emblems::hero, ["Heroes on the last", "number act"]),
        "artillery" => (0x2F4B6E, emblems::gun, ["Guns beyond the table", "fire their missions"]),
        _ => (0x6B4A2B, emblems::letter, ["Something happens", ""]),
    };
    let ground = Rgb::hex(ground);
    let own = fields.words("text");
    let line = |i: usize| own.get(i).map_or(if own.is_empty() { lines[i] } else { "" }, |text| text.as_str());
    let mut title = if kind.is_empty() { "card".to_owned() } else { kind.replace('_', " ") };
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let mut svg = blank();
    let _ = write!(
        svg,
        "<rect x=\"9\" y=\"9\" width=\"182\" height=\"262\" rx=\"5\" fill=\"{ground}\"/>\
         <rect x=\"13\" y=\"13\" width=\"174\" height=\"254\" rx=\"3\" fill=\"none\" stroke=\"{BRASS_LIGHT}\" \
         stroke-width=\"1\"/><ellipse cx=\"100\" cy=\"104\" rx=\"72\" ry=\"78\" fill=\"{CARD}\" stroke=\"{BRASS}\" \
         stroke-width=\"2\"/><ellipse cx=\"100\" cy=\"104\" rx=\"66\" ry=\"72\" fill=\"none\" stroke=\"{ground}\" \
         stroke-width=\"1\"/><g transform=\"translate(100 104)\">{}</g>",
        emblem(ground)
    );
    svg += &centred(100.0, 212.0, "c", 31.0, "#FFF5DC", &title);
    svg += &centred(100.0, 236.0, "i", 16.0, "#F6E9C6", line(0));
    svg += &centred(100.0, 254.0, "i", 16.0, "#F6E9C6", line(1));
    svg
}

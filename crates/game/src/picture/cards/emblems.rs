//! The emblems of cards, about 0,0 in one colour.

use std::fmt::Write as _;

use crate::picture::palette::{BRASS, BRASS_LIGHT, CARD, Rgb};

/// Two crossed sabres, some 40 units wide.
pub fn sabres(ink: Rgb) -> String {
    let one = format!(
        "<path d=\"M-10 12Q7 3 15 -19Q3 -1 -12 9Z\" fill=\"{ink}\" stroke-width=\"1.6\"/>\
         <path d=\"M-12 11L-18 17\" stroke-width=\"3.6\"/>\
         <path d=\"M-6 13Q-10 21 -18 19M-14 6Q-19 10 -19 15\" stroke-width=\"2\"/>"
    );
    format!(
        "<g fill=\"none\" stroke=\"{ink}\" stroke-linecap=\"round\">{one}<g transform=\"scale(-1 1)\">{one}</g></g>"
    )
}

/// A burning grenade, some 50 units high.
pub fn grenade(ink: Rgb) -> String {
    format!(
        "<path d=\"M-6 -6C-15 -10 -13 -18 -8 -25C-8 -20 -5 -19 -4 -22C-4 -26 -1 -29 3 -31C1 -26 4 -24 6 -21C7 -23 8 \
         -25 7 -27C14 -20 15 -11 6 -6Z\" fill=\"{ink}\"/><path d=\"M-5 -5H5\" stroke=\"{ink}\" stroke-width=\"4\"/>\
         <circle cy=\"7\" r=\"12.5\" fill=\"{ink}\"/><path d=\"M-7 4A8 8 0 0 1 -1 -1\" stroke=\"{CARD}\" \
         stroke-width=\"2\" fill=\"none\" stroke-linecap=\"round\"/>"
    )
}

/// A wreath of laurel, some 66 units wide.
pub fn laurel(ink: Rgb) -> String {
    const LEAVES: [(f32, f32, f32); 7] = [
        (9.9, 27.3, 132.0),
        (-2.0, 28.9, 156.0),
        (-13.6, 25.6, 180.0),
        (-22.9, 17.9, 204.0),
        (-28.1, 7.0, 228.0),
        (-28.6, -5.0, -108.0),
        (-24.0, -16.2, -84.0),
    ];
    let mut half = String::new();
    for (x, y, turn) in LEAVES {
        let _ = write!(
            half,
            "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"7\" ry=\"2.8\" transform=\"rotate({turn} {x} {y})\" fill=\"{ink}\"/>"
        );
    }
    format!(
        "{half}<g transform=\"scale(-1 1)\">{half}</g>\
         <path d=\"M-6 32Q0 27 6 32\" stroke=\"{ink}\" stroke-width=\"2\" fill=\"none\"/>"
    )
}

/// Two arrows in a circle round an hourglass.
pub fn hourglass(ink: Rgb) -> String {
    format!(
        "<g fill=\"none\" stroke=\"{ink}\" stroke-width=\"6\"><path d=\"M-36 -10A38 38 0 0 1 28 -26\"/>\
         <path d=\"M36 10A38 38 0 0 1 -28 26\"/></g><path d=\"M40 -34L36 -8L15 -24ZM-40 34L-36 8L-15 24Z\" \
         fill=\"{ink}\"/><path d=\"M-13 -19H13V-15L3 0L13 15V19H-13V15L-3 0L-13 -15Z\" fill=\"{CARD}\" \
         stroke=\"{ink}\" stroke-width=\"2.6\" stroke-linejoin=\"round\"/><path d=\"M-9 16L0 6L9 16Z\" fill=\"{ink}\"/>"
    )
}

pub fn seedling(ink: Rgb) -> String {
    format!(
        "<path d=\"M0 46V-4\" stroke=\"{ink}\" stroke-width=\"5\"/>\
         <path d=\"M0 4C-38 4 -42 -26 -42 -36C-16 -38 0 -20 0 4Z\" fill=\"{ink}\"/>\
         <path d=\"M0 -4C0 -34 18 -46 40 -48C44 -22 28 -6 0 -4Z\" fill=\"#5C9B6E\" stroke=\"{ink}\" stroke-width=\"2\"/>\
         <path d=\"M-26 48H26\" stroke=\"{ink}\" stroke-width=\"4\" stroke-linecap=\"round\"/>"
    )
}

/// A star in a wreath.
pub fn hero(ink: Rgb) -> String {
    format!(
        "<g transform=\"scale(1.5)\">{}</g><path d=\"M0 -30L7.9 -8.9L30.4 -7.9L12.8 6.2L18.8 27.9L0 15.4L-18.8 27.9\
         L-12.8 6.2L-30.4 -7.9L-7.9 -8.9Z\" fill=\"{ink}\" stroke=\"{BRASS}\" stroke-width=\"1.1\" \
         stroke-linejoin=\"round\"/><circle cy=\"2\" r=\"8\" fill=\"{BRASS_LIGHT}\"/>",
        laurel(ink)
    )
}

/// A grenade in a wreath.
pub fn elite(ink: Rgb) -> String {
    format!(
        "<g transform=\"scale(1.5)\">{}</g><g transform=\"translate(0 4)scale(1.35)\">{}</g>",
        laurel(ink),
        grenade(ink)
    )
}

/// A gun on its carriage from the side, with a heap of shot.
pub fn gun(ink: Rgb) -> String {
    format!(
        "<path d=\"M-52 -14L40 -20V-34H44L44 -36H50V-6H44V-8H40L-44 0Q-54 0 -57 -7Q-62 -10 -56 -13Z\" fill=\"{ink}\" \
         transform=\"translate(4 2)rotate(-8)\"/><path d=\"M-6 6L-58 36L-54 43L18 14Z\" fill=\"{ink}\"/>\
         <circle cx=\"0\" cy=\"18\" r=\"25\" fill=\"{CARD}\" stroke=\"{ink}\" stroke-width=\"6\"/>\
         <path d=\"M0 -6V42M-24 18H24M-17 1L17 35M17 1L-17 35\" stroke=\"{ink}\" stroke-width=\"4\"/>\
         <circle cy=\"18\" r=\"6.5\" fill=\"{ink}\"/>\
         <circle cx=\"38\" cy=\"38\" r=\"6\" fill=\"{ink}\"/><circle cx=\"51\" cy=\"38\" r=\"6\" fill=\"{ink}\"/>\
         <circle cx=\"44.5\" cy=\"27.5\" r=\"6\" fill=\"{ink}\"/>"
    )
}

/// A sealed letter.
pub fn letter(ink: Rgb) -> String {
    format!(
        "<rect x=\"-44\" y=\"-30\" width=\"88\" height=\"60\" rx=\"3\" fill=\"{CARD}\" stroke=\"{ink}\" \
         stroke-width=\"4\"/><path d=\"M-43 -28L0 8L43 -28M-43 29L-12 -2M43 29L12 -2\" fill=\"none\" stroke=\"{ink}\" \
         stroke-width=\"3\"/><circle cy=\"8\" r=\"12\" fill=\"#A8321F\" stroke=\"{ink}\" stroke-width=\"2.5\"/>\
         <path d=\"M-4 8L-1 11L5 4\" fill=\"none\" stroke=\"#F6ECD4\" stroke-width=\"2.5\"/>"
    )
}

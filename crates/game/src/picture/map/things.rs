//! What lies on a drawn table besides pieces, as the window shows it: under the pieces, over the crowns, over all.

use bevy::math::Vec2;
use std::fmt::Write as _;

use super::{Cast, MapOptions};
use crate::picture::{
    fonts::{escape, width},
    palette::{INK, PAPER_LIGHT},
    symbols::{self, Detail},
    things,
};
use grapeshot_floor::{
    table::position::Place,
    turn::rules::{Thing, ThingAt},
};

/// The fewest pixels across of what must be found.
const LEAST: f32 = 22.0;
/// The line on which the word under a suspected place is written, in pixels below its middle.
const WORD_AT: f32 = 30.0;
/// Where the sign of a prize lies from the middle of who carries it, in inches of the table.
const BESIDE: Vec2 = Vec2::new(-0.42, -0.36);

fn is_suspected(thing: &Thing) -> bool {
    thing.look == "suspected"
}

/// Whether a thing is drawn under the figures: led horses, and what is as large as the table says.
fn is_low(thing: &Thing) -> bool {
    thing.size.is_some() || thing.look == "led_horse"
}

fn lying<'c>(cast: &'c Cast) -> impl Iterator<Item = (&'c Thing, Place)> {
    let lies = |thing: &Thing| matches!(thing.at, ThingAt::Lying(_)) && !is_suspected(thing);
    cast.things.iter().filter(move |(thing, _)| lies(thing)).map(|(thing, place)| (thing, *place))
}

/// What lies under the pieces.
pub fn on_the_ground(cast: &Cast, options: &MapOptions) -> String {
    lying(cast).filter(|(thing, _)| is_low(thing)).map(|thing| draw(cast, options, thing, 0.0)).collect()
}

/// What must be found, over the crowns.
pub fn goods(cast: &Cast, options: &MapOptions) -> String {
    lying(cast).filter(|(thing, _)| !is_low(thing)).map(|thing| draw(cast, options, thing, LEAST)).collect()
}

fn draw(cast: &Cast, options: &MapOptions, (thing, place): (&Thing, Place), least: f32) -> String {
    let scale = options.pixels_per_inch;
    let coat = thing.side.map_or("", |side| cast.coat(side.index()));
    let svg = things::lying(&thing.look, &thing.label, coat, options.palette, Detail::at(scale), thing.size);
    let at = cast.spot(place.at, scale);
    format!(
        "<g transform=\"translate({:.1} {:.1})rotate({:.1})scale({})\">{svg}</g>",
        at.x,
        at.y,
        90.0 - place.facing.0,
        scale.max(least) / 100.0
    )
}

/// Where the word under a suspected place is, from its middle, and half its size, in pixels.
pub fn word(thing: &Thing) -> Option<(Vec2, Vec2)> {
    thing.reach.map(|_| (Vec2::new(0.0, WORD_AT - 4.0), Vec2::new(width("u", 13.0, &thing.look) / 2.0, 8.0)))
}

/// The chips on figures that carry prizes, and the suspected places with the rings within which somebody is found
/// there.
pub fn signs(cast: &Cast, scale: f32) -> String {
    let mut svg = String::new();
    for (thing, place) in &cast.things {
        let (at, mark) = match thing.at {
            ThingAt::Carried(_) => (place.at + BESIDE, things::carried(&thing.label)),
            ThingAt::Lying(_) if is_suspected(thing) => (place.at, symbols::suspected_mark()),
            ThingAt::Lying(_) => continue,
        };
        let at = cast.spot(at, scale);
        let _ = write!(svg, "<g transform=\"translate({:.1} {:.1})\">", at.x, at.y);
        if let Some(reach) = thing.reach {
            let _ = write!(
                svg,
                "<circle r=\"{:.1}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.6\" stroke-dasharray=\"2 5\"/>\
                 <text y=\"{WORD_AT}\" class=\"u\" font-size=\"13\" fill=\"{INK}\" text-anchor=\"middle\" \
                 paint-order=\"stroke\" stroke=\"{PAPER_LIGHT}\" stroke-width=\"3.5\" \
                 stroke-linejoin=\"round\">{}</text>",
                reach * scale,
                escape(&thing.look)
            );
        }
        let _ = write!(svg, "{mark}</g>");
    }
    svg
}

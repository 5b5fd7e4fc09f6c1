//! Names of the map, compass, scale bar, frame.

use bevy::math::Vec2;
use std::fmt::Write as _;

use super::tags::Taken;
use crate::picture::{
    fonts::{escape, width},
    palette::{BRASS, INK, INK2, INK3, PAPER, PAPER_DARK, PAPER_LIGHT},
    terrain::{self, LabelStyle, to_picture},
};
use grapeshot_floor::table::terrain::Terrain;

/// The names of the ground. A name that no free spot is left for is not written.
pub fn names(ground: &Terrain, scale: f32, taken: &mut Taken) -> String {
    let mut svg = String::new();
    for label in terrain::labels(ground) {
        let size = if label.style == LabelStyle::Place { 15.0 } else { 18.0 };
        let tracking = label.style.tracking();
        let letters = label.text.chars().count() as f32;
        let long = width(label.style.class(), size, &label.text) + tracking * letters;
        let turned = Vec2::from_angle(label.rotation.to_radians());
        let half = Vec2::new(
            long / 2.0 * turned.x.abs() + size * 0.5 * turned.y.abs(),
            long / 2.0 * turned.y.abs() + size * 0.5 * turned.x.abs(),
        );
        let spot = to_picture(ground, label.at) * scale;
        let at = [0.0, -1.0, 1.0, -2.0, 2.0]
            .into_iter()
            .map(|step| spot + Vec2::new(0.0, step * size))
            .find(|at| taken.cost((*at, half)) < 0.05);
        let Some(at) = at else { continue };
        let _ = write!(
            svg,
            "<text transform=\"translate({:.1} {:.1})rotate({:.1})\" y=\"{:.1}\" class=\"{}\" font-size=\"{size}\" \
             letter-spacing=\"{tracking}\" fill=\"{}\" text-anchor=\"middle\" paint-order=\"stroke\" stroke=\"{PAPER}\" \
             stroke-width=\"3\" stroke-opacity=\".75\" stroke-linejoin=\"round\">{}</text>",
            at.x,
            at.y,
            label.rotation,
            size * 0.3,
            label.style.class(),
            label.style.colour(),
            escape(&label.text)
        );
        taken.text(at, half);
    }
    svg
}

/// Compass and scale bar, in the corner where the least is in their way.
pub fn compass_and_scale(scale: f32, taken: &Taken) -> String {
    let inches = if scale >= 20.0 { 6.0 } else { 12.0 };
    let bar = inches / 2.0 * scale;
    let half = Vec2::new((bar * 2.0 + 86.0) / 2.0, 30.0);
    let at = taken.corner(half);
    let left = at.x - half.x;
    let number = |x: f32, words: &str| {
        format!(
            "<text x=\"{x:.1}\" y=\"{:.1}\" class=\"u\" font-size=\"13\" fill=\"{INK}\" text-anchor=\"middle\" \
             paint-order=\"stroke\" stroke=\"{PAPER_LIGHT}\" stroke-width=\"3.5\" stroke-linejoin=\"round\">{words}</text>",
            at.y - 2.0
        )
    };
    let (zero, middle, end) = (left + 66.0, left + 66.0 + bar, left + 66.0 + bar * 2.0);
    format!(
        "<g transform=\"translate({:.1} {:.1})\"><circle r=\"25\" fill=\"{PAPER_LIGHT}\" stroke=\"{INK2}\" \
         stroke-width=\"1.2\"/><circle r=\"21\" fill=\"none\" stroke=\"{INK3}\" stroke-width=\".7\"/>\
         <path d=\"M0 -22L5 0L0 22L-5 0Z\" fill=\"{PAPER_DARK}\" stroke=\"{INK}\" stroke-width=\"1\"/>\
         <path d=\"M0 -22L5 0H-5Z\" fill=\"{INK}\"/><path d=\"M-22 0L0 -4L22 0L0 4Z\" fill=\"none\" stroke=\"{INK}\" \
         stroke-width=\".8\"/></g><rect x=\"{zero:.1}\" y=\"{y:.1}\" width=\"{bar:.1}\" height=\"6\" fill=\"{INK}\" \
         stroke=\"{INK}\"/><rect x=\"{middle:.1}\" y=\"{y:.1}\" width=\"{bar:.1}\" height=\"6\" \
         fill=\"{PAPER_LIGHT}\" stroke=\"{INK}\"/>{}{}",
        left + 28.0,
        at.y,
        number(zero, "0"),
        number(end, &format!("{inches}\u{2033}")),
        y = at.y + 4.0
    )
}

/// The neat line round the map, and the shade towards its edges.
pub fn frame(size: Vec2) -> String {
    let mut svg = String::from(
        "<defs><radialGradient id=\"shade\" cx=\".5\" cy=\".5\" r=\".72\"><stop offset=\".6\" stop-color=\"#7A5A2A\" \
         stop-opacity=\"0\"/><stop offset=\"1\" stop-color=\"#5A3F1C\" stop-opacity=\".26\"/></radialGradient></defs>",
    );
    let _ = write!(
        svg,
        "<rect width=\"{w}\" height=\"{h}\" fill=\"url(#shade)\"/><rect x=\"1.5\" y=\"1.5\" width=\"{}\" height=\"{}\" \
         fill=\"none\" stroke=\"{INK}\" stroke-width=\"3\"/><rect x=\"5\" y=\"5\" width=\"{}\" height=\"{}\" \
         fill=\"none\" stroke=\"{BRASS}\" stroke-width=\"1\"/>",
        size.x - 3.0,
        size.y - 3.0,
        size.x - 10.0,
        size.y - 10.0,
        w = size.x,
        h = size.y
    );
    svg
}

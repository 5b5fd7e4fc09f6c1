//! The tags of units and objectives: behind them, on the table, out of each other's way.

use bevy::math::Vec2;
use std::fmt::Write as _;

use super::{Cast, MapOptions, facing};
use crate::picture::{
    fonts::{escape, width},
    palette::{INK, INK2, PAPER_LIGHT, Rgb},
    symbols,
};
use grapeshot_floor::{forces::SideId, turn::vocabulary::MarkShape};

/// A box: its middle and half its size.
type Patch = (Vec2, Vec2);

/// What is already drawn, in pixels of the picture.
pub struct Taken {
    size: Vec2,
    pieces: Vec<Patch>,
    texts: Vec<Patch>,
}

/// How far from the edge of the picture its frame reaches, in pixels.
const FRAME: f32 = 6.0;

fn shared(a: Patch, b: Patch) -> f32 {
    let part = (a.1 + b.1 - (a.0 - b.0).abs()).max(Vec2::ZERO).min(a.1.min(b.1) * 2.0);
    part.x * part.y
}

impl Taken {
    /// An empty picture of a size.
    pub fn new(size: Vec2) -> Self {
        Self { size, pieces: Vec::new(), texts: Vec::new() }
    }

    /// A piece stands there.
    pub fn piece(&mut self, middle: Vec2, half: Vec2) {
        self.pieces.push((middle, half));
    }

    /// Something is written there.
    pub fn text(&mut self, middle: Vec2, half: Vec2) {
        self.texts.push((middle, half));
    }

    /// The middle of a box of half a size in the corner where it is least in the way.
    pub fn corner(&self, half: Vec2) -> Vec2 {
        let (low, high) = (half + Vec2::new(16.0, 14.0), self.size - half - Vec2::new(16.0, 14.0));
        let corners = [(low.x, high.y), (high.x, high.y), (high.x, low.y), (low.x, low.y)].map(Vec2::from);
        let cost = |at: &Vec2| self.cost((*at, half));
        corners.into_iter().min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or(half)
    }

    /// How bad it is to write over a box; 0 is a free place.
    pub fn cost(&self, patch: Patch) -> f32 {
        let area = (patch.1.x * patch.1.y * 4.0).max(1.0);
        let pieces: f32 = self.pieces.iter().map(|piece| shared(*piece, patch)).sum();
        let texts: f32 = self.texts.iter().map(|text| shared(*text, patch)).sum();
        let (low, high) = (patch.0 - patch.1, patch.0 + patch.1);
        let off = (-low).max(Vec2::ZERO) + (high - self.size).max(Vec2::ZERO);
        pieces / area * 20.0 + texts / area * 40.0 + (off.x + off.y) * 4.0
    }
}

/// A few words on paper with a bar of a colour, in the best place about a spot; `gap` are the pixels round the spot that
/// stay free.
pub fn chip(text: &str, (spot, gap): (Vec2, f32), colour: Rgb, taken: &mut Taken) -> String {
    let half = Vec2::new(width("b", 13.0, text) / 2.0 + 11.0, 10.0);
    let at = best(taken, (spot, Vec2::splat(gap)), half, Vec2::Y);
    taken.text(at, half + 2.0);
    format!(
        "<g transform=\"translate({:.1} {:.1})\"><rect width=\"{:.1}\" height=\"20\" rx=\"3\" fill=\"{PAPER_LIGHT}\" \
         stroke=\"{INK2}\" stroke-width=\"1\" opacity=\".97\"/><rect x=\".5\" y=\".5\" width=\"5\" height=\"19\" \
         fill=\"{colour}\"/><text x=\"13\" y=\"14.6\" class=\"b\" font-size=\"13\" fill=\"{INK}\">{}</text></g>",
        at.x - half.x,
        at.y - half.y,
        half.x * 2.0,
        escape(text)
    )
}

/// The best middle on the picture for a box of half a size about a group: away from the enemy first, then round about.
fn best(taken: &Taken, group: Patch, half: Vec2, away: Vec2) -> Vec2 {
    let inset = half + FRAME;
    let room = (taken.size - inset).max(inset);
    let mut found = (f32::INFINITY, group.0);
    for gap in [4.0, 12.0, 26.0, 48.0, 80.0] {
        for step in 0..24 {
            // Alternating to both sides of the way that leads off from the enemy.
            let turn = (step as f32 / 2.0).ceil() * 15.0 * if step % 2 == 0 { 1.0 } else { -1.0 };
            let way = Vec2::from_angle(turn.to_radians()).rotate(away);
            let reach = group.1 + half + gap;
            // As far along the way as the two boxes need to part.
            let share = (reach.x / way.x.abs().max(0.001)).min(reach.y / way.y.abs().max(0.001));
            let middle = (group.0 + way * share).clamp(inset.min(room), room);
            let cost = taken.cost((middle, half)) + turn.abs() * 0.006 + gap * 0.02;
            if cost < found.0 {
                found = (cost, middle);
            }
        }
    }
    found.1
}

/// The tags of all units that are on the table.
pub fn troops(cast: &Cast, options: &MapOptions, taken: &mut Taken) -> String {
    let scale = options.pixels_per_inch;
    let mut svg = String::new();
    for troop in &cast.troops {
        let Some(middle) = troop.middle() else { continue };
        let side = SideId(troop.side as u8);
        let ahead = cast.enemy_way(side, middle).unwrap_or_else(|| facing(troop));
        let away = Vec2::new(-ahead.x, ahead.y);
        let spots: Vec<Vec2> = troop.present().map(|piece| cast.spot(piece.place.at, scale)).collect();
        let low = spots.iter().copied().fold(Vec2::INFINITY, Vec2::min);
        let high = spots.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
        let reach = troop.present().map(|piece| piece.footprint.reach()).fold(0.0, f32::max) * scale;
        let group = ((low + high) / 2.0, (high - low) / 2.0 + reach);

        let words: f32 = width("c", 16.0, &troop.name);
        let states: Vec<&MarkShape> = troop.states.iter().collect();
        let full = 6.0 + 9.0 + words + 9.0 + 20.0 * states.len() as f32;
        let half = Vec2::new(full / 2.0, 12.0);
        let at = best(taken, group, half, away);
        let (left, top) = (at.x - half.x, at.y - half.y);
        let gap = (at - group.0).abs() - group.1 - half;
        if gap.x.max(gap.y) > 14.0 {
            let _ = write!(
                svg,
                "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{INK2}\" stroke-width=\"1\" stroke-dasharray=\"2 3\"/>",
                at.x, at.y, group.0.x, group.0.y
            );
        }
        let _ = write!(
            svg,
            "<g transform=\"translate({left:.1} {top:.1})\"><rect x=\"1.5\" y=\"2.5\" width=\"{full:.1}\" height=\"24\" \
             rx=\"3\" fill=\"{INK}\" opacity=\".25\"/><rect width=\"{full:.1}\" height=\"24\" rx=\"3\" \
             fill=\"{PAPER_LIGHT}\" stroke=\"{INK}\" stroke-width=\"1.2\"/><rect x=\".6\" y=\".6\" width=\"6\" \
             height=\"22.8\" fill=\"{}\"/><text x=\"14\" y=\"17\" class=\"c\" font-size=\"16\" fill=\"{INK}\">{}</text>",
            cast.colour(troop.side, options),
            escape(&troop.name)
        );
        for (i, shape) in states.into_iter().enumerate() {
            let _ = write!(
                svg,
                "<g transform=\"translate({:.1} 12)\">{}</g>",
                6.0 + 9.0 + words + 12.0 + 20.0 * i as f32,
                symbols::marker(*shape, 1)
            );
        }
        if let Some(coins) = troop.coins {
            let _ = write!(
                svg,
                "<g transform=\"translate({:.1} 13)\">{}</g>",
                full + 12.0,
                symbols::marker(MarkShape::Coins, coins)
            );
        }
        svg += "</g>";
        taken.text(at, half + 3.0);
    }
    svg
}

/// The names of the objectives, under their rings.
pub fn objectives(cast: &Cast, scale: f32, taken: &mut Taken) -> String {
    let mut svg = String::new();
    for objective in &cast.victory.objectives {
        let spot = cast.spot(objective.at, scale);
        let words: f32 = width("b", 13.0, &objective.name);
        let half = Vec2::new(words / 2.0 + 6.0, 10.0);
        let at = best(taken, (spot, Vec2::splat(15.0)), half, Vec2::Y);
        let _ = write!(
            svg,
            "<g transform=\"translate({:.1} {:.1})\"><rect x=\"{:.1}\" y=\"-10\" width=\"{:.1}\" height=\"20\" rx=\"3\" \
             fill=\"{PAPER_LIGHT}\" stroke=\"{INK2}\" stroke-width=\"1\" opacity=\".97\"/><text y=\"4.6\" class=\"b\" \
             font-size=\"13\" fill=\"{INK}\" text-anchor=\"middle\">{}</text></g>",
            at.x,
            at.y,
            -half.x,
            half.x * 2.0,
            escape(&objective.name)
        );
        taken.text(at, half + 2.0);
    }
    svg
}

/// The names of the areas and of the stretches of the edge that earn points, each with what a piece earns there.
pub fn goals(cast: &Cast, options: &MapOptions, taken: &mut Taken) -> String {
    let middle = |points: &[Vec2]| points.iter().sum::<Vec2>() / points.len().max(1) as f32;
    let zones = cast.victory.zones.iter().map(|zone| (zone.side, middle(&zone.outline), zone.told()));
    let exits = cast.victory.exits.iter().map(|exit| (exit.side, middle(&exit.line), exit.told()));
    let mut svg = String::new();
    for (side, at, text) in zones.chain(exits) {
        let spot = cast.spot(at, options.pixels_per_inch);
        svg += &chip(&text, (spot, 8.0), cast.colour(side.index(), options), taken);
    }
    svg
}

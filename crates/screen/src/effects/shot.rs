//! A ball on its way: it bounces along its line, each time lower, and throws up earth.

use bevy::math::Vec2;

use super::speck::{Speck, Stuff};
use crate::pieces::{motion::Firing, timing::FLASH};

/// Seconds that a ball flies.
const FLIES: f32 = 0.55;
/// The shares of its way at which it strikes the ground, the last at its end.
const BOUNCES: [f32; 3] = [0.55, 0.82, 1.0];
/// How high it goes before each, in inches.
const HEIGHTS: [f32; 3] = [1.4, 0.7, 0.3];
/// The share of its way during which earth is seen where it struck.
const EARTH: f32 = 0.3;

/// Where a ball is when it has flown a share of its way, 0 to 1, and how high.
pub fn ball(from: Vec2, to: Vec2, share: f32) -> (Vec2, f32) {
    let leap = BOUNCES.iter().position(|bounce| share <= *bounce).unwrap_or(BOUNCES.len() - 1);
    let begun = if leap == 0 { 0.0 } else { BOUNCES[leap - 1] };
    let within = ((share - begun) / (BOUNCES[leap] - begun)).clamp(0.0, 1.0);
    (from.lerp(to, share), HEIGHTS[leap] * 4.0 * within * (1.0 - within))
}

/// The ball of a piece that fires, and the earth that it throws up.
pub fn fly(firing: &Firing, out: &mut Vec<Speck>) {
    let Some(to) = firing.ball else { return };
    let from = firing.place.offset(firing.footprint.half_depth(), 0.0);
    let share = (firing.since - FLASH) / FLIES;
    if share < 0.0 {
        return;
    }
    if share < 1.0 {
        let (at, height) = ball(from, to, share);
        out.push(Speck::Ball { at, height });
    }
    for bounce in BOUNCES {
        let settled = (share - bounce) / EARTH;
        if (0.0..1.0).contains(&settled) {
            let radius = 0.2 + 0.35 * settled;
            let seen = 0.7 * (1.0 - settled);
            out.push(Speck::Puff { at: from.lerp(to, bounce), radius, stuff: Stuff::Dust, seen });
        }
    }
}

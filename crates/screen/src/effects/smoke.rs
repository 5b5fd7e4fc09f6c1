//! A volley: flashes that run along the line, and the smoke that rises before it, drifts and thins.

use bevy::math::Vec2;

use super::speck::{Speck, Stuff};
use crate::{
    pieces::{motion::Firing, timing::FLASH},
    playback::{RIPPLE, SHOT},
};
use grapeshot_floor::table::footprint::Footprint;

/// Inches of a front for each flash of a volley.
const FILE: f32 = 0.9;
/// The most flashes along a front.
const FILES: f32 = 14.0;
/// Inches of a front for each barrel of a battery.
const GUN: f32 = 2.5;
/// Seconds in which a volley runs along the front of one block, at most.
const ALONG: f32 = 0.3;
/// Seconds in which smoke rises.
const RISES: f32 = SHOT - FLASH;
/// Seconds after which smoke is gone.
pub const LASTS: f32 = 14.0;
/// Inches a second at which the wind carries smoke.
const WIND: Vec2 = Vec2::new(0.11, 0.05);
/// Inches of the fire of a musket and of a gun.
const FIRE: (f32, f32) = (0.42, 0.85);
/// Inches from the middle to the rim of the smoke of a musket and of a gun.
const PUFF: (f32, f32) = (0.42, 0.8);

/// A muzzle of what fires.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Muzzle {
    /// Where it is.
    pub at: Vec2,
    /// Where it points, a unit long.
    pub way: Vec2,
    /// Seconds after the first one that it fires.
    pub delay: f32,
}

/// The muzzles of a piece that fires, from its right to its left.
pub fn muzzles(firing: &Firing) -> impl Iterator<Item = Muzzle> {
    let (place, guns) = (firing.place, firing.guns);
    let (ahead, width) = match firing.footprint {
        Footprint::Circle { .. } => (0.95, 0.0),
        Footprint::Rectangle { width, depth } => (depth / 2.0 + 0.1, width),
    };
    let aside = if width > 0.0 { 0.0 } else { 0.2 };
    let count = (width / if guns { GUN } else { FILE }).round().clamp(1.0, FILES);
    let delay = RIPPLE.min(ALONG / count);
    let way = place.facing.forward();
    (0..count as u16).map(move |n| {
        let right = width * (0.5 - (f32::from(n) + 0.5) / count) + aside;
        Muzzle { at: place.offset(ahead, right), way, delay: delay * f32::from(n) }
    })
}

/// Flashes and smoke of a piece that fires.
pub fn fire(firing: &Firing, out: &mut Vec<Speck>) {
    for muzzle in muzzles(firing) {
        let since = firing.since - muzzle.delay;
        if (0.0..FLASH).contains(&since) {
            let size = if firing.guns { FIRE.1 } else { FIRE.0 };
            out.push(Speck::Flash { at: muzzle.at, way: muzzle.way, size });
        } else {
            out.extend(puff(&muzzle, firing.guns, since - FLASH));
        }
    }
}

/// The smoke before a muzzle some seconds after the flash; none before the flash, and none once it is gone.
pub fn puff(muzzle: &Muzzle, guns: bool, age: f32) -> Option<Speck> {
    if !(0.0..LASTS).contains(&age) {
        return None;
    }
    let risen = (age / RISES).min(1.0);
    let thinned = ((age - RISES) / (LASTS - RISES)).max(0.0);
    let full = if guns { PUFF.1 } else { PUFF.0 };
    let radius = full * (0.35 + 0.65 * risen * (2.0 - risen)) * (1.0 + 0.8 * thinned);
    let at = muzzle.at + muzzle.way * (0.15 + full * risen) + WIND * age;
    Some(Speck::Puff { at, radius, stuff: Stuff::Smoke, seen: (0.9 - 0.4 * risen) * (1.0 - thinned) })
}

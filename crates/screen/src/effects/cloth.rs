//! A cloth that falls with the last who stood by it.

use bevy::math::{Vec2, ops};

use super::speck::Speck;
use crate::pieces::motion::Cloth;
use grapeshot_game::picture::palette::{Coat, Palette};

/// Inches of the staff, and of the cloth on it.
const STAFF: f32 = 1.7;
const FLY: f32 = 1.0;
/// The share of its time in which it falls; then it lies, and fades.
const FALLS: f32 = 0.7;

/// A cloth in its fall, in the coat of a palette.
pub fn fall(cloth: &Cloth, palette: Palette, out: &mut Vec<Speck>) {
    let fallen = (cloth.share / FALLS).min(1.0);
    let (sin, cos) = ops::sin_cos(fallen * fallen * std::f32::consts::FRAC_PI_2);
    let staff = Vec2::new(sin, cos) * STAFF;
    // It flaps as it comes down.
    let flaps = 1.0 - 0.35 * ops::sin(fallen * 9.0).abs();
    let fly = Vec2::new(cos, -sin) * FLY * flaps;
    let seen = 1.0 - ((cloth.share - FALLS) / (1.0 - FALLS)).max(0.0);
    let colour = palette.coat(Coat::named(&cloth.coat)).channels();
    out.push(Speck::Cloth { foot: cloth.at, staff, fly, colour, seen });
}

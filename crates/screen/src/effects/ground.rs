//! Dust behind horses, wheels, animals and all who run, where the ground is dry; water where they go through it.

use bevy::math::{Vec2, ops};

use super::speck::{Speck, Stuff};
use crate::pieces::motion::Going;
use grapeshot_floor::{
    table::index::{Feature, TerrainIndex},
    turn::vocabulary::Gait,
};
use grapeshot_game::picture::blocks::Mover;

/// The kind of a crossing that leads through the water.
const FORD: &str = "ford";
/// The share of its way in which dust rises, and in which it has settled before the end.
const RISES: f32 = 0.12;
/// Rings on the water for each inch of a way.
const RINGS: f32 = 0.9;
/// Drops about a splash.
const DROPS: u8 = 4;

/// What lies under feet and hoofs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Underfoot {
    /// Earth that rises as dust.
    Dry,
    Water,
    /// Neither: floors, woods, bridges.
    Firm,
}

impl Underfoot {
    /// What lies at a point of the table.
    pub fn at(ground: &TerrainIndex, at: Vec2) -> Self {
        match ground.feature_at(at) {
            Feature::Open | Feature::Road(_) | Feature::Slope(..) => Self::Dry,
            Feature::Stream(..) => Self::Water,
            Feature::Crossing(n, _) if ground.terrain().crossings[n].kind == FORD => Self::Water,
            Feature::Crossing(..) | Feature::Building(_) | Feature::Area(..) => Self::Firm,
        }
    }
}

/// What a piece on its way stirs up.
pub fn stir(going: &Going, underfoot: &dyn Fn(Vec2) -> Underfoot, out: &mut Vec<Speck>) {
    if underfoot(going.trail[0]) == Underfoot::Water {
        splash(going, out);
    }
    if raises_dust(going) {
        dust(going, underfoot, out);
    }
}

fn raises_dust(going: &Going) -> bool {
    let heavy = matches!(going.mover, Mover::Horse | Mover::Wagons | Mover::Beasts);
    heavy || going.gait != Gait::March
}

fn dust(going: &Going, underfoot: &dyn Fn(Vec2) -> Underfoot, out: &mut Vec<Speck>) {
    let settles = (going.share / RISES).min((1.0 - going.share) / RISES).min(1.0);
    let behind = going.trail.len() as f32;
    for (n, at) in going.trail.iter().enumerate().skip(1) {
        // Where it stands still at the beginning of its way nothing lies behind it.
        if *at == going.trail[n - 1] || underfoot(*at) != Underfoot::Dry {
            continue;
        }
        let age = n as f32 / behind;
        let radius = (going.half_width * 0.7).clamp(0.3, 1.6) * (0.5 + 0.7 * age);
        out.push(Speck::Puff { at: *at, radius, stuff: Stuff::Dust, seen: 0.4 * (1.0 - age) * settles });
    }
}

fn splash(going: &Going, out: &mut Vec<Speck>) {
    let gone = going.inches * going.share * RINGS;
    let phase = gone - gone.floor();
    let at = going.trail[0];
    let reach = going.half_width.clamp(0.4, 1.5);
    out.push(Speck::Ring { at, radius: reach * (0.5 + 0.8 * phase), seen: 0.8 * (1.0 - phase) });
    for n in 0..DROPS {
        let (sin, cos) = ops::sin_cos(f32::from(n) * std::f32::consts::TAU / f32::from(DROPS) + gone.floor());
        let to = at + Vec2::new(cos, sin) * reach * (0.4 + 0.7 * phase);
        out.push(Speck::Puff { at: to, radius: 0.12, stuff: Stuff::Spray, seen: 0.9 * (1.0 - phase) });
    }
}

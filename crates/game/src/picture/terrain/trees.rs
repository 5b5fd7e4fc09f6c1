//! The crowns of trees, one by one.

use bevy::math::Vec2;

use super::{
    ground::is_orchard,
    shape::{grain, hatch, key, scatter},
};
use grapeshot_floor::table::{
    measure::{distance_to_edge, inside},
    terrain::{Area, Terrain},
};

/// A tree or bush.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crown {
    /// Its middle, in inches on the table.
    pub at: Vec2,
    /// Its picture: 0 to 2 a tree, 3 a bush (see `symbols::crown`).
    pub kind: u8,
    /// Its radius in inches.
    pub radius: f32,
}

/// All crowns on a table, from the top of the picture down so that each shades the one behind it.
pub fn crowns(terrain: &Terrain) -> Vec<Crown> {
    let mut all: Vec<Crown> = terrain.areas.iter().flat_map(in_area).collect();
    all.sort_by(|a, b| b.at.y.total_cmp(&a.at.y).then(a.at.x.total_cmp(&b.at.x)));
    all
}

fn in_area(area: &Area) -> Vec<Crown> {
    let seed = key(&area.id);
    match area.kind.as_str() {
        "woods" | "wood" => wood(&area.outline, seed, 0.1),
        "light_woods" => wood(&area.outline, seed, 0.45),
        "dense_woods" => wood(&area.outline, seed, 0.0),
        _ if is_orchard(area) => orchard(&area.outline, seed),
        "brush" | "scrub" => brush(&area.outline, seed),
        _ => Vec::new(),
    }
}

/// Trees close together, in staggered rows that are shaken until nobody sees them. `bare`: the share of the wood that is
/// clearings.
fn wood(outline: &[Vec2], seed: u32, bare: f32) -> Vec<Crown> {
    const STEP: f32 = 1.32;
    let mut crowns = Vec::new();
    for (row, [a, b]) in hatch(outline, 0.0, STEP * 0.82, STEP * 0.35).into_iter().enumerate() {
        let stagger = if row % 2 == 0 { 0.3 } else { 0.8 };
        let mut place = 0_u32;
        loop {
            let x = a.x + (place as f32 + stagger) * STEP;
            if x > b.x {
                break;
            }
            let turn = (row as u32) << 10 | place;
            place += 1;
            let shake = |salt: u32| (scatter(seed ^ salt, turn) - 0.5) * STEP * 0.5;
            let at = Vec2::new(x + shake(11), a.y + shake(12));
            // Clearings let the floor show; the edge of the wood stays thick.
            if !inside(at, outline) || (scatter(seed ^ 13, turn) < bare && distance_to_edge(at, outline) > 1.2) {
                continue;
            }
            let kind = (scatter(seed ^ 14, turn) * 2.999) as u8;
            crowns.push(Crown { at, kind, radius: 0.6 + 0.3 * scatter(seed ^ 15, turn) });
        }
    }
    crowns
}

/// Trees in rows along the longer side.
fn orchard(outline: &[Vec2], seed: u32) -> Vec<Crown> {
    const STEP: f32 = 2.1;
    let mut crowns = Vec::new();
    for (row, [a, b]) in hatch(outline, grain(outline), STEP, STEP * 0.45).into_iter().enumerate() {
        let count = (a.distance(b) / STEP).round();
        for place in 0..count as u32 {
            let turn = (row as u32) << 10 | place;
            let at = a.lerp(b, (place as f32 + 0.5) / count);
            let kind = (scatter(seed, turn) * 2.999) as u8;
            crowns.push(Crown { at, kind, radius: 0.52 + 0.1 * scatter(seed ^ 2, turn) });
        }
    }
    crowns.retain(|crown| inside(crown.at, outline));
    crowns
}

/// Bushes with a small tree here and there.
fn brush(outline: &[Vec2], seed: u32) -> Vec<Crown> {
    const STEP: f32 = 1.75;
    let mut crowns = Vec::new();
    for (row, [a, b]) in hatch(outline, 0.0, STEP * 0.8, STEP * 0.4).into_iter().enumerate() {
        let count = (a.distance(b) / STEP).floor() as u32;
        for place in 0..count {
            let turn = (row as u32) << 10 | place;
            let shake = |salt: u32| (scatter(seed ^ salt, turn) - 0.5) * STEP * 0.8;
            let at = a.lerp(b, (place as f32 + 0.5) / count as f32) + Vec2::new(shake(21), shake(22));
            if !inside(at, outline) {
                continue;
            }
            let tree = scatter(seed ^ 23, turn) < 0.22;
            let kind = if tree { (scatter(seed ^ 24, turn) * 2.999) as u8 } else { 3 };
            let radius = if tree { 0.42 } else { 0.4 } + 0.18 * scatter(seed ^ 25, turn);
            crowns.push(Crown { at, kind, radius });
        }
    }
    crowns
}

//! How a herd stands at the start (OW-9.6).

use bevy::math::Vec2;

use super::book::{Numbers, Species};
use grapeshot_floor::table::{
    footprint::{Footprint, Outline},
    index::{Feature, TerrainIndex},
    measure,
    position::Place,
    terrain::Terrain,
};

/// The formation in which the ruleset lays out herds.
pub const HERD: &str = "herd";

/// Slots in the first ring; each ring has as many more.
const FIRST_RING: u8 = 6;

/// OW-9.6: the slots of a herd ring by ring, as inches from its middle, with bases `apart` inches apart.
fn slots(place: Place, apart: f32, reach: f32) -> impl Iterator<Item = Vec2> {
    let rings = (reach / apart + 1e-4) as u8;
    let ring = move |r: u8| {
        let (count, far) = (FIRST_RING * r, f32::from(r) * apart);
        let step = 360.0 / f32::from(count);
        (0..count).map(move |j| place.at + place.facing.turned(step * f32::from(j)).forward() * far)
    };
    std::iter::once(place.at).chain((1..=rings).flat_map(ring))
}

/// Whether an animal can stand at a point: on the table, in no house, in no ground that is closed to it.
pub fn is_pasture(ground: &TerrainIndex, outline: &Outline) -> bool {
    let at = outline.place.at;
    let walled = ground
        .terrain()
        .buildings
        .iter()
        .any(|house| measure::inside(at, &house.outline) || cut(outline, &house.outline));
    let open = match ground.feature_at(at) {
        Feature::Area(_, of) | Feature::Stream(_, of) | Feature::Crossing(_, of) => {
            of.rate > 0.0 && !of.closed_to.iter().any(|closed| closed == "mounted")
        }
        _ => true,
    };
    ground.terrain().holds(outline) && open && !walled
}

fn cut(outline: &Outline, walls: &[Vec2]) -> bool {
    measure::edges(walls).any(|(a, b)| outline.cut_by(a, b))
}

/// OW-9.6: where the animals of a herd stand round a place. The rings close up until there is a slot for each; those
/// without one stand at the middle, where the scenario is told that they lie on each other.
pub fn lay_out(species: &Species, numbers: &Numbers, terrain: &Terrain, middle: Place, count: usize) -> Vec<Outline> {
    let ground = TerrainIndex::new(terrain.clone());
    let footprint = Footprint::Circle { diameter: species.base };
    let outline = |at: Vec2| Outline { footprint, place: Place { at, ..middle } };
    let free = |apart: f32| -> Vec<Outline> {
        let all = slots(middle, apart, numbers.reach).map(outline);
        all.filter(|outline| is_pasture(&ground, outline)).take(count).collect()
    };
    let mut apart = species.base + numbers.slot_gap;
    let mut laid = free(apart);
    while laid.len() < count && apart - numbers.slot_step >= species.base - 1e-4 {
        apart -= numbers.slot_step;
        laid = free(apart);
    }
    laid.resize(count, outline(middle.at));
    laid
}

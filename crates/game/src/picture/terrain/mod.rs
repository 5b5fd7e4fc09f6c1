//! The ground as a campaign map: washes, fields, slopes, water, roads, walls, roofs, trees.
//!
//! Everything is drawn in inches with y down, the upper left corner of the table at 0,0, so that text stands upright;
//! [`to_picture`] takes points of the table there. Scatter comes from a hash of the place, so a table looks the same
//! every time.
//!
//! 1. [`shape`]: the pen: rounded outlines, hatching, scatter.
//! 2. [`ground`]: paper, fields, wood floors, marshes, slopes.
//! 3. [`ways`]: water, roads, fords, bridges.
//! 4. [`works`]: hedges, walls, fences, ditches.
//! 5. [`roofs`]: buildings from above.
//! 6. [`trees`]: crowns, one by one, so that they can fade.
//! 7. [`names`]: what is written on the map.

mod ground;
mod names;
mod roofs;
mod shape;
mod trees;
mod ways;
mod works;

pub(super) use shape::scatter;

use bevy::math::Vec2;

pub use names::{Label, LabelStyle, Spot, labels};
pub use trees::{Crown, crowns};

use grapeshot_floor::table::terrain::Terrain;
use shape::Pen;

/// How many units of line an inch has: lines are as thick as at 26 pixels to the inch.
const UNITS: f32 = 26.0;

/// All of one kind of ground.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// What it is ("roads").
    pub name: &'static str,
    /// Its height in the stack of layers of the screen.
    pub z: f32,
    /// An SVG fragment in inches with y down.
    pub svg: String,
}

/// A point of the table in the picture: inches from the upper left corner, y down.
pub fn to_picture(terrain: &Terrain, point: Vec2) -> Vec2 {
    Vec2::new(point.x, terrain.size.y - point.y)
}

/// The outline of a polygon as path data, in the units of its corners.
pub fn outline(polygon: &[Vec2]) -> String {
    shape::straight(polygon, true)
}

/// Parallel lines across a polygon as path data: at an angle in degrees (clockwise as seen with y down), so far apart.
pub fn hatching(polygon: &[Vec2], angle: f32, step: f32) -> String {
    shape::hatch_path(&shape::hatch(polygon, angle, step, step * 0.5), 0.0)
}

/// The ground in layers, from the paper up.
pub fn layers(terrain: &Terrain) -> Vec<Layer> {
    let pen = Pen::new(terrain);
    let layer = |name, z, drawing: String| Layer {
        name,
        z,
        svg: if drawing.is_empty() {
            drawing
        } else {
            format!("<g transform=\"scale({})\">{drawing}</g>", 1.0 / UNITS)
        },
    };
    vec![
        layer("paper", 1.0, ground::paper(&pen)),
        layer("hills", 1.9, ground::hills(&pen)),
        layer("fields", 2.0, ground::fields(&pen)),
        layer("hachures", 3.0, ground::hachures(&pen)),
        layer("water", 4.0, ways::water(&pen)),
        layer("roads", 5.0, ways::roads(&pen)),
        layer("crossings", 5.5, ways::crossings(&pen)),
        layer("works", 6.0, works::works(&pen)),
        layer("buildings", 7.0, roofs::buildings(&pen)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{paths::painted_paths, sample::foraging_party};

    #[test]
    fn the_same_table_looks_the_same_every_time() {
        let terrain = foraging_party();
        assert_eq!(layers(&terrain), layers(&terrain));
        assert_eq!(crowns(&terrain), crowns(&terrain));
    }

    #[test]
    fn every_layer_is_valid_svg_and_none_needed_is_empty() {
        for layer in layers(&foraging_party()) {
            let paths = painted_paths(&layer.svg).unwrap_or_else(|error| panic!("{}: {error}", layer.name));
            assert!(layer.name.starts_with('h') || !paths.is_empty(), "{}", layer.name);
        }
    }

    #[test]
    fn trees_stand_in_their_wood() {
        let terrain = foraging_party();
        let all = crowns(&terrain);
        let wooded: Vec<_> = terrain.areas.iter().filter(|area| area.kind == "woods" || area.kind == "brush").collect();
        assert!(all.len() > 60, "{}", all.len());
        for crown in all {
            let home = wooded.iter().any(|area| grapeshot_floor::table::measure::inside(crown.at, &area.outline));
            assert!(home, "{crown:?}");
        }
    }
}

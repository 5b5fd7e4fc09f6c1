//! Where a base can stand: wholly on the table, and across nothing that parts the ground.

use bevy::math::Vec2;

use super::{footprint::Outline, measure, terrain::Terrain};

/// A base may reach over the table's edge by this much, in inches: less is rounding.
const OVER_EDGE: f32 = 0.01;

impl Terrain {
    /// Whether a base would lie wholly on the table.
    pub fn holds(&self, base: &Outline) -> bool {
        let over = |corner: Vec2| {
            corner.cmplt(Vec2::splat(-OVER_EDGE)).any() || corner.cmpgt(self.size + Vec2::splat(OVER_EDGE)).any()
        };
        !base.corners().into_iter().any(over)
    }

    /// Whether a base would lie in an area where nobody can go, by its number, with any part of it.
    pub fn closed_under(&self, area: usize, base: &Outline) -> bool {
        let Some(area) = self.areas.get(area).filter(|area| area.ground.rate <= 0.0) else { return false };
        let outline = &area.outline;
        outline.len() >= 3
            && (measure::inside(base.place.at, outline) || measure::edges(outline).any(|(a, b)| base.cut_by(a, b)))
    }

    /// Whether a base would lie in a stream, by its number, that only its crossings let one over.
    pub fn drowns(&self, stream: usize, base: &Outline) -> bool {
        let Some(stream) = self.streams.get(stream).filter(|stream| stream.ground.rate <= 0.0) else { return false };
        let on_crossing = |at: Vec2| {
            self.crossings.iter().any(|known| known.ground.rate > 0.0 && measure::inside(at, &known.outline))
        };
        let wet = stream.line.windows(2).any(|ab| base.gap_to_segment(ab[0], ab[1]) < stream.width / 2.0);
        wet && !on_crossing(base.place.at)
    }

    /// Whether a base would lie across an obstacle, by its number.
    pub fn across_obstacle(&self, obstacle: usize, base: &Outline) -> bool {
        self.obstacles.get(obstacle).is_some_and(|known| known.line.windows(2).any(|ab| base.cut_by(ab[0], ab[1])))
    }
}

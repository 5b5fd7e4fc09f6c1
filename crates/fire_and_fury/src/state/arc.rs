//! The arc of fire of a stand (FF-8.4).

use bevy::math::Vec2;

use grapeshot_floor::table::{footprint::Outline, measure::nearest_on_segment};

/// FF-8.4: the arc of fire of a stand: the edge from which its range is measured, and the lines that bound it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FireArc {
    /// The left and the right end of the edge.
    pub edge: (Vec2, Vec2),
    /// A point on each border, and the direction in which the arc lies from it.
    planes: [(Vec2, Vec2); 3],
}

/// FF-8.4, FF-8.5: the nearest point of a stand that another can hit, with the range and the line to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InArc {
    /// Inches from the edge of the arc to the target.
    pub range: f32,
    /// The point on the edge of the arc where the line begins.
    pub from: Vec2,
    /// The point of the target where it ends.
    pub to: Vec2,
}

impl FireArc {
    /// The arc before an edge that opens by this many degrees at each end.
    pub fn before(edge: (Vec2, Vec2), degrees: f32) -> Self {
        let (left, right) = edge;
        let along = (right - left).normalize_or_zero();
        let ahead = Vec2::new(-along.y, along.x);
        let (sin, cos) = bevy::math::ops::sin_cos(degrees.to_radians());
        Self { edge, planes: [(left, ahead), (left, along * cos + ahead * sin), (right, -along * cos + ahead * sin)] }
    }

    /// FF-8.4: the arc of a side of a square: the quadrant from its middle that the side looks to.
    pub fn of_side(edge: (Vec2, Vec2), middle: Vec2) -> Self {
        let arc = Self::before(edge, 45.0);
        Self { planes: arc.planes.map(|(_, inward)| (middle, inward)), ..arc }
    }

    /// The nearest point of an outline that lies in the arc, if any does.
    pub fn holds(&self, target: &Outline) -> Option<InArc> {
        const HAIR: f32 = 1e-4;
        let mut shape = target.corners();
        for (point, inward) in self.planes {
            let depth = |corner: Vec2| (corner - point).dot(inward);
            let mut clipped = Vec::with_capacity(shape.len() + 1);
            for n in 0..shape.len() {
                let (a, b) = (shape[n], shape[(n + 1) % shape.len()]);
                let (here, next) = (depth(a), depth(b));
                if here >= -HAIR {
                    clipped.push(a);
                }
                if (here >= -HAIR) != (next >= -HAIR) {
                    clipped.push(a.lerp(b, here / (here - next)));
                }
            }
            shape = clipped;
            if shape.is_empty() {
                return None;
            }
        }
        let (left, right) = self.edge;
        // Two convex shapes are nearest to each other at a corner of one of them.
        let corners = shape.iter().map(|corner| (nearest_on_segment(*corner, left, right), *corner));
        let ends = [left, right].into_iter().map(|end| {
            let sides = (0..shape.len()).map(|n| nearest_on_segment(end, shape[n], shape[(n + 1) % shape.len()]));
            let nearest = sides.min_by(|a, b| a.distance_squared(end).total_cmp(&b.distance_squared(end)));
            (end, nearest.unwrap_or(end))
        });
        let nearest = corners.chain(ends).min_by(|a, b| a.0.distance(a.1).total_cmp(&b.0.distance(b.1)));
        nearest.map(|(from, to)| InArc { range: from.distance(to), from, to })
    }
}

//! How bases that are dragged come to lie against others.

use bevy::math::Vec2;

use grapeshot_floor::table::{
    footprint::{Footprint, Outline},
    measure,
};

/// The cosine of the angle up to which two edges count as parallel.
const PARALLEL: f32 = 0.9998;

/// The shortest shift, of at most `within` inches, that brings one of the bases against one of the others: edge to edge
/// where the edges are parallel, and corner to corner where corners are near.
pub fn shift(moved: &[Outline], others: &[Outline], within: f32) -> Option<Vec2> {
    let pairs = moved.iter().flat_map(|own| others.iter().map(move |other| (own, other)));
    let near = pairs.filter(|(own, other)| {
        let reach = own.footprint.reach() + other.footprint.reach() + within;
        own.place.floor == other.place.floor && own.place.at.distance(other.place.at) <= reach
    });
    let shifts = near.filter_map(|(own, other)| edge_to_edge(own, other, within).or_else(|| nearest(own, other)));
    let shortest = shifts.min_by(|a, b| a.length().total_cmp(&b.length()))?;
    (shortest.length() <= within * std::f32::consts::SQRT_2).then_some(shortest)
}

/// The shift that lays an edge of a rectangle on a parallel edge of another.
fn edge_to_edge(own: &Outline, other: &Outline, within: f32) -> Option<Vec2> {
    let is_rectangle = |outline: &Outline| matches!(outline.footprint, Footprint::Rectangle { .. });
    if !is_rectangle(own) || !is_rectangle(other) {
        return None;
    }
    let (own, other) = (own.corners(), other.corners());
    let mut best: Option<(f32, Vec2)> = None;
    for (a, b) in measure::edges(&own) {
        for (c, d) in measure::edges(&other) {
            let along = (d - c).normalize_or_zero();
            if (b - a).normalize_or_zero().dot(along) > -PARALLEL {
                continue;
            }
            // The corners of a base go round by the right, so that outside is on the left of an edge.
            let outside = along.perp();
            let gap = (a - c).dot(outside);
            let (low, high, end) = ((b - c).dot(along), (a - c).dot(along), (d - c).length());
            if gap.abs() > within || high < -within || low > end + within {
                continue;
            }
            let align = [-low, end - high, end - low, -high].into_iter().filter(|by| by.abs() <= within);
            let align = align.min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0);
            if best.is_none_or(|(least, _)| gap.abs() < least) {
                best = Some((gap.abs(), along * align - outside * gap));
            }
        }
    }
    best.map(|(_, shift)| shift)
}

/// The shift that brings two bases to touch where they are nearest; none if rectangles overlap.
fn nearest(own: &Outline, other: &Outline) -> Option<Vec2> {
    let core = |outline: &Outline| match outline.footprint {
        Footprint::Circle { diameter } => (vec![outline.place.at], diameter / 2.0),
        Footprint::Rectangle { .. } => (outline.corners(), 0.0),
    };
    let ((own, own_radius), (other, other_radius)) = (core(own), core(other));
    let inside = |points: &[Vec2], polygon: &[Vec2]| points.iter().any(|point| measure::inside(*point, polygon));
    if inside(&own, &other) || inside(&other, &own) {
        return None;
    }
    let to_edges = |point: Vec2, polygon: &[Vec2]| {
        let nearest = measure::edges(polygon).map(|(a, b)| measure::nearest_on_segment(point, a, b));
        nearest.min_by(|a, b| a.distance(point).total_cmp(&b.distance(point))).map(|nearest| nearest - point)
    };
    let ways = own.iter().filter_map(|point| to_edges(*point, &other));
    let back = other.iter().filter_map(|point| to_edges(*point, &own).map(|way| -way));
    let way = ways.chain(back).min_by(|a, b| a.length().total_cmp(&b.length()))?;
    Some(way.normalize_or_zero() * (way.length() - own_radius - other_radius))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::table::position::Place;

    fn block(x: f32, y: f32, facing: f32) -> Outline {
        Outline { footprint: Footprint::Rectangle { width: 6.0, depth: 2.0 }, place: Place::new(x, y, facing) }
    }

    fn man(x: f32, y: f32) -> Outline {
        Outline { footprint: Footprint::Circle { diameter: 1.0 }, place: Place::new(x, y, 90.0) }
    }

    #[test]
    fn a_block_comes_to_lie_against_the_front_or_the_flank_of_another() {
        let others = [block(10.0, 10.0, 90.0)];
        let to =
            |x: f32, y: f32, facing: f32| shift(&[block(x, y, facing)], &others, 0.4).map(|by| Vec2::new(x, y) + by);
        let near = |found: Option<Vec2>, x: f32, y: f32| {
            assert!(found.is_some_and(|at| at.distance(Vec2::new(x, y)) < 1e-3), "{found:?} is not at {x}, {y}");
        };
        near(to(11.5, 12.3, 270.0), 11.5, 12.0);
        near(to(10.2, 11.8, 270.0), 10.0, 12.0);
        near(to(16.3, 10.1, 90.0), 16.0, 10.0);
        near(to(14.2, 10.2, 0.0), 14.0, 10.2);
        assert_eq!(to(11.5, 12.6, 270.0), None, "it is too far away");
        assert_eq!(to(10.0, 10.5, 90.0), None, "it lies on it");
    }

    #[test]
    fn round_bases_and_those_that_are_askew_touch_where_they_are_nearest() {
        let by = shift(&[man(10.0, 10.0)], &[man(11.2, 10.0)], 0.4).expect("it is near");
        assert!(by.distance(Vec2::new(0.2, 0.0)) < 1e-3, "{by}");
        let by = shift(&[man(10.0, 10.0)], &[man(10.9, 10.0)], 0.4).expect("it is near");
        assert!(by.distance(Vec2::new(-0.1, 0.0)) < 1e-3, "{by}");
        let by = shift(&[man(10.0, 11.7)], &[block(10.0, 10.0, 90.0)], 0.4).expect("it is near");
        assert!(by.distance(Vec2::new(0.0, -0.2)) < 1e-3, "{by}");
        let askew = shift(&[block(10.0, 13.5, 45.0)], &[block(10.0, 10.0, 90.0)], 0.4);
        assert_eq!(askew, None, "a corner of it is in the other");
    }
}

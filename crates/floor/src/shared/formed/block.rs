//! Units as blocks: outlines, faces and quarters.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use crate::{
    english::words::in_words,
    table::{
        footprint::{Footprint, Outline},
        measure::{edges, inside},
        position::{Heading, Place},
        terrain::Building,
    },
};

in_words! {
    /// A face of a block, and the quarter before it.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Face: word {
        /// Where it looks.
        Front = "front";
        /// Behind it.
        Rear = "rear";
        /// On its left hand.
        Left = "left";
        /// On its right hand.
        Right = "right";
    }
}

impl Face {
    /// All faces.
    pub const ALL: [Self; 4] = [Self::Front, Self::Left, Self::Right, Self::Rear];

    /// The degrees from the facing of the block to the direction of the face.
    pub fn degrees(self) -> f32 {
        match self {
            Self::Front => 0.0,
            Self::Rear => 180.0,
            Self::Left => 90.0,
            Self::Right => -90.0,
        }
    }
}

/// A point within this many inches of a ray, measured along a side, lies on it.
const ON_RAY: f32 = 0.01;

/// The block whose front has its middle at a point.
pub fn by_front(front: Vec2, facing: Heading, width: f32, depth: f32) -> Outline {
    let place = Place { at: front - facing.forward() * (depth / 2.0), facing, floor: 0 };
    Outline { footprint: Footprint::Rectangle { width, depth }, place }
}

/// The middle of the front of a block.
pub fn front(block: &Outline) -> Vec2 {
    block.place.offset(block.footprint.half_depth(), 0.0)
}

/// The middle of a face.
pub fn middle(block: &Outline, face: Face) -> Vec2 {
    let (width, depth) = (block.footprint.half_width(), block.footprint.half_depth());
    match face {
        Face::Front => block.place.offset(depth, 0.0),
        Face::Rear => block.place.offset(-depth, 0.0),
        Face::Left => block.place.offset(0.0, -width),
        Face::Right => block.place.offset(0.0, width),
    }
}

/// The direction in which a face looks.
pub fn outward(block: &Outline, face: Face) -> Heading {
    block.place.facing.turned(face.degrees())
}

pub fn face_length(block: &Outline, face: Face) -> f32 {
    match face {
        Face::Front | Face::Rear => 2.0 * block.footprint.half_width(),
        Face::Left | Face::Right => 2.0 * block.footprint.half_depth(),
    }
}

/// The two ends of a face.
pub fn edge(block: &Outline, face: Face) -> (Vec2, Vec2) {
    let middle = middle(block, face);
    let half = outward(block, face).right() * (face_length(block, face) / 2.0);
    (middle - half, middle + half)
}

/// The left end, the middle and the right end of the front: where the lines of sight begin.
pub fn eyes(block: &Outline) -> [Vec2; 3] {
    let (depth, width) = (block.footprint.half_depth(), block.footprint.half_width());
    [block.place.offset(depth, -width), block.place.offset(depth, 0.0), block.place.offset(depth, width)]
}

/// The quarter of a block in which a point lies. A point on a ray belongs to the front before the side, and to
/// the side before the rear.
pub fn quarter(block: &Outline, point: Vec2) -> Face {
    let (w, d) = (block.footprint.half_width(), block.footprint.half_depth());
    let Vec2 { x: u, y: v } = block.place.frame(point);
    if v >= d - ON_RAY && u.abs() <= w + (v - d) + ON_RAY {
        Face::Front
    } else if v <= -d + ON_RAY && u.abs() < w + (-v - d) - ON_RAY {
        Face::Rear
    } else if u < 0.0 {
        Face::Left
    } else {
        Face::Right
    }
}

/// The quarter of a block in which another is: that which holds the middle of its front.
pub fn quarter_of(block: &Outline, other: &Outline) -> Face {
    quarter(block, front(other))
}

/// The point of a block nearest to a point.
pub fn nearest_point(block: &Outline, point: Vec2) -> Vec2 {
    match block.footprint {
        Footprint::Circle { diameter } => block.place.at + (point - block.place.at).clamp_length_max(diameter / 2.0),
        Footprint::Rectangle { width, depth } => {
            let half = Vec2::new(width, depth) / 2.0;
            let inside = block.place.frame(point).clamp(-half, half);
            block.place.offset(inside.y, inside.x)
        }
    }
}

/// The point at which a straight line from a point to the centre of a block comes into it; the point itself if it lies
/// inside.
pub fn entry(block: &Outline, from: Vec2) -> Vec2 {
    let half = Vec2::new(block.footprint.half_width(), block.footprint.half_depth());
    let seen = block.place.frame(from);
    let share = (0..2).map(|axis| half[axis] / seen[axis].abs().max(half[axis])).fold(1.0, f32::min);
    block.place.offset(seen.y * share, seen.x * share)
}

/// The same block somewhere else.
pub fn moved(block: &Outline, by: Vec2) -> Outline {
    Outline {
        footprint: block.footprint,
        place: Place { at: block.place.at + by, facing: block.place.facing, floor: 0 },
    }
}

/// The block that faces another heading where it stands.
pub fn facing(block: &Outline, heading: Heading) -> Outline {
    Outline { footprint: block.footprint, place: Place { at: block.place.at, facing: heading, floor: 0 } }
}

/// Whether a block and a polygon overlap.
pub fn overlaps(block: &Outline, polygon: &[Vec2]) -> bool {
    inside(block.place.at, polygon) || edges(polygon).any(|(a, b)| block.cut_by(a, b))
}

/// The rectangle round a building, which is the outline of its garrison: along its longest wall, its front toward the
/// facing.
pub fn garrison(building: &Building, facing: Heading) -> Outline {
    let longest = edges(&building.outline).max_by(|a, b| a.0.distance(a.1).total_cmp(&b.0.distance(b.1)));
    let along = longest.map_or(Heading(0.0), |(a, b)| Heading::from_to(a, b));
    let turned = [0.0, 90.0, 180.0, 270.0].map(|degrees| along.turned(degrees));
    let heading = turned.into_iter().min_by(|a, b| a.angle_to(facing).total_cmp(&b.angle_to(facing))).unwrap_or(along);
    let frame = Place { at: Vec2::ZERO, facing: heading, floor: 0 };
    let corners: Vec<Vec2> = building.outline.iter().map(|corner| frame.frame(*corner)).collect();
    let low = corners.iter().copied().fold(Vec2::INFINITY, Vec2::min);
    let high = corners.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
    let (middle, size) = ((low + high) / 2.0, high - low);
    Outline {
        footprint: Footprint::Rectangle { width: size.x, depth: size.y },
        place: Place { at: frame.offset(middle.y, middle.x), facing: heading, floor: 0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W 9, D 1.5; point u 8, v 4.25: front. u 8.1: right.
    #[test]
    fn quarters_are_parted_by_rays_at_45_degrees() {
        let line = by_front(Vec2::new(0.0, 0.75), Heading(90.0), 9.0, 1.5);
        assert_eq!(quarter(&line, Vec2::new(8.0, 4.25)), Face::Front);
        assert_eq!(quarter(&line, Vec2::new(8.1, 4.25)), Face::Right);
        // A hundredth of an inch decides nothing.
        assert_eq!(quarter(&line, Vec2::new(8.004, 4.25)), Face::Front);
        assert_eq!(quarter(&line, Vec2::new(8.02, 4.25)), Face::Right);
        assert_eq!(quarter(&line, Vec2::new(7.996, -4.25)), Face::Right);
        assert_eq!(quarter(&line, Vec2::new(7.98, -4.25)), Face::Rear);
        assert_eq!(quarter(&line, Vec2::new(-8.1, 4.25)), Face::Left);
        assert_eq!(quarter(&line, Vec2::new(0.0, -3.0)), Face::Rear);
        assert_eq!(quarter(&line, Vec2::new(8.0, -4.25)), Face::Right, "on the ray: side before rear");
        assert_eq!(quarter(&line, Vec2::new(0.0, 0.75)), Face::Front, "touching the front");
    }

    #[test]
    fn a_line_to_the_centre_comes_in_through_a_side() {
        let column = by_front(Vec2::new(10.0, 10.0), Heading(90.0), 4.0, 3.5);
        assert!(entry(&column, Vec2::new(10.0, 14.0)).distance(Vec2::new(10.0, 10.0)) < 1e-4);
        assert!(entry(&column, Vec2::new(20.0, 8.25)).distance(Vec2::new(12.0, 8.25)) < 1e-4);
        assert!(entry(&column, Vec2::new(10.5, 9.0)).distance(Vec2::new(10.5, 9.0)) < 1e-4, "it lies inside");
    }

    #[test]
    fn faces_have_ends_and_middles() {
        let line = by_front(Vec2::new(10.0, 10.0), Heading(90.0), 8.0, 2.0);
        assert_eq!(front(&line), Vec2::new(10.0, 10.0));
        assert_eq!(middle(&line, Face::Rear), Vec2::new(10.0, 8.0));
        assert_eq!(middle(&line, Face::Left), Vec2::new(6.0, 9.0));
        assert_eq!(edge(&line, Face::Front), (Vec2::new(6.0, 10.0), Vec2::new(14.0, 10.0)));
        assert_eq!(face_length(&line, Face::Right), 2.0);
    }
}

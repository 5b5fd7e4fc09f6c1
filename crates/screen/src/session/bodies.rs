//! The pieces that could move as one body: this is tried with a short step, as the rules judge no such order without a
//! path. And the frame round a body that stands close.

use bevy::math::Vec2;

use super::Session;
use grapeshot_floor::{
    forces::PieceId,
    orders::{ArgumentKind, Leg, Order, Refusal, Verb},
    table::footprint::Outline,
    turn::Ask,
};

/// The step that is tried, in inches.
const STEP: f32 = 0.5;
/// Bases no farther apart than this stand together, in inches.
const TOGETHER: f32 = 0.1;

impl Session {
    /// The pieces of a question that a verb for a body could move: all of them, or else the largest group that stands
    /// together; none if the verb moves no body.
    ///
    /// # Errors
    /// Why they may not.
    pub(super) fn body_for(&self, ask: &Ask, verb: &Verb) -> Option<Result<Vec<PieceId>, Refusal>> {
        if !verb.needs.contains(&ArgumentKind::BodyPath) {
            return None;
        }
        let bare = self.bare_order(ask, verb);
        let tried = |pieces: Vec<PieceId>| {
            let step = Order { pieces, path: vec![Leg::March { inches: STEP, aside: 0.0 }], ..bare.clone() };
            self.battle.check(&step).map(|_| step.pieces)
        };
        let all = match tried(bare.pieces.clone()) {
            Ok(all) => return Some(Ok(all)),
            Err(refusal) => refusal,
        };
        let part = self.standing_together(&bare.pieces).into_iter().find_map(|body| tried(body).ok());
        Some(part.ok_or(all))
    }

    /// The groups of figures base to base, the largest first.
    fn standing_together(&self, pieces: &[PieceId]) -> Vec<Vec<PieceId>> {
        let view = self.view();
        let mut bodies = bodies(pieces, |one, other| view.gap(*one, *other) <= TOGETHER);
        bodies.iter_mut().for_each(|body| body.sort_unstable());
        bodies.sort_by_key(|body| std::cmp::Reverse(body.len()));
        bodies
    }
}

/// Parts all things into groups: each is beside another of its group, and beside none of another group.
pub fn bodies<T: Copy>(all: &[T], beside: impl Fn(&T, &T) -> bool) -> Vec<Vec<T>> {
    let mut left = all.to_vec();
    let mut bodies = Vec::new();
    while let Some(first) = left.pop() {
        let mut body = vec![first];
        let mut n = 0;
        while n < body.len() {
            let (near, far): (Vec<T>, Vec<T>) = left.into_iter().partition(|other| beside(&body[n], other));
            left = far;
            body.extend(near);
            n += 1;
        }
        bodies.push(body);
    }
    bodies
}

/// The rectangle this many inches off the outline of a body, along its facing; none if its pieces do not stand close
/// together.
pub fn frame(outlines: &[Outline], off: f32) -> Option<[Vec2; 4]> {
    let facing = outlines.first()?.place.facing;
    if outlines.iter().any(|outline| outline.place.facing.angle_to(facing) > 30.0) {
        return None;
    }
    let (forward, right) = (facing.forward(), facing.right());
    let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    let mut covered = 0.0;
    for outline in outlines {
        let at = Vec2::new(outline.place.at.dot(right), outline.place.at.dot(forward));
        let half = Vec2::new(outline.footprint.half_width(), outline.footprint.half_depth());
        low = low.min(at - half);
        high = high.max(at + half);
        covered += 4.0 * half.x * half.y;
    }
    let size = high - low;
    if size.x * size.y > 2.2 * covered {
        return None;
    }
    let (low, high) = (low - off, high + off);
    let corner = |x: f32, y: f32| right * x + forward * y;
    Some([corner(low.x, low.y), corner(high.x, low.y), corner(high.x, high.y), corner(low.x, high.y)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::table::{footprint::Footprint, position::Place};

    #[test]
    fn a_frame_keeps_close_to_its_body_whichever_way_it_faces() {
        let block = |x: f32, y: f32, facing: f32| Outline {
            footprint: Footprint::Rectangle { width: 6.0, depth: 1.0 },
            place: Place::new(x, y, facing),
        };
        for facing in [0.0, 35.0, 90.0, 250.0] {
            let block = block(10.0, 12.0, facing);
            for corner in frame(&[block], 0.5).expect("it is one body") {
                assert!((0.4..0.8).contains(&block.gap_to_point(corner)), "{corner} at {facing}");
            }
        }
        assert_eq!(frame(&[block(10.0, 12.0, 0.0), block(10.0, 60.0, 0.0)], 0.5), None, "they stand far apart");
    }
}

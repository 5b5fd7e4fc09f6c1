//! The pieces that could move as one body: this is tried with a short step, as the rules judge no such order without a
//! path.

use super::Session;
use grapeshot_floor::{
    forces::PieceId,
    orders::{ArgumentKind, Leg, Order, Refusal, Verb},
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

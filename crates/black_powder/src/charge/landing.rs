//! Where a charger comes to stand: flush with the face that it strikes, with others on the same face (BP-6.2, BP-6.13).

use crate::{book::values::Formation, state::view::BlackPowderView};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::{
        block::{self, Face, by_front, front},
        contacts,
    },
    table::footprint::Outline,
};

/// Inches between the places along a face that are tried for a charger.
const SHIFT: f32 = 0.25;
/// Inches between a charger and the outline against which it is set flush.
const FLUSH: f32 = 0.002;
impl<'w> BlackPowderView<'w> {
    /// BP-6.2: where a charger, that is now at `own`, stands flush with a face, its front centre as near as possible to
    /// the middle of the face. `None` if there is no room. `aside` holds units that would stand elsewhere by then.
    pub(super) fn flush(
        &self,
        unit: UnitId,
        own: &Outline,
        target: UnitId,
        face: Face,
        formation: Formation,
        aside: &[(UnitId, Outline)],
    ) -> Option<Outline> {
        let (width, depth) = self.measures(unit, formation)?;
        let goal = self.outline(target);
        let out = block::outward(&goal, face);
        let middle = block::middle(&goal, face) + out.forward() * FLUSH;
        let along = out.right();
        let most = (block::face_length(&goal, face) + width) / 2.0 - self.inches(self.numbers().least_contact);
        let steps = (most / SHIFT).max(0.0) as i32;
        let at = |shift: f32| by_front(middle + along * shift, out.about(), width, depth);
        // Of two places equally far from the middle, the one nearer to where it comes from is tried first.
        let sign = if (front(own) - middle).dot(along) >= 0.0 { 1.0 } else { -1.0 };
        (0..=steps).flat_map(|step| [sign * step as f32 * SHIFT, -sign * step as f32 * SHIFT]).map(at).find(|block| {
            self.is_clear_beside(unit, target, block, aside) && self.meets_fit_enemies(unit, target, block)
        })
    }

    /// BP-6.11: whether a charger that stands flush with its target in this place touches no enemy that it may not
    /// fight.
    fn meets_fit_enemies(&self, unit: UnitId, target: UnitId, block: &Outline) -> bool {
        let least = self.inches(self.numbers().least_contact);
        let others = self.enemies_of(self.side(unit)).filter(|other| *other != target && !self.may_meet(unit, *other));
        others.map(|other| self.outline(other)).all(|other| contacts::shared(block, &other) < least)
    }

    /// BP-6.13: the places of two chargers that share a face: the first moves along it as little as gives the second a
    /// place, and keeps contact with all enemies that it has struck. `None` if there is no room.
    pub(super) fn shared_face(
        &self,
        first: UnitId,
        unit: UnitId,
        target: UnitId,
        face: Face,
    ) -> Option<(Outline, Outline)> {
        let (own, second, goal) = (self.outline(first), self.outline(unit), self.outline(target));
        let along = block::outward(&goal, face).right();
        // The first gives way to the side from which the second does not come.
        let away = if (front(&second) - own.place.at).dot(along) >= 0.0 { -along } else { along };
        let steps = (block::face_length(&goal, face) / SHIFT).ceil() as i32;
        let least = self.inches(self.numbers().least_contact);
        (1..=steps).flat_map(|step| [away, -away].map(|side| side * (step as f32 * SHIFT))).find_map(|by| {
            let place = block::moved(&own, by);
            let keeps = |enemy: UnitId| contacts::shared(&place, &self.outline(enemy)) >= least;
            if !self.fighting(first).into_iter().all(keeps) || !self.meets_fit_enemies(first, target, &place) {
                return None;
            }
            let block = self.flush(unit, &second, target, face, self.formation(unit), &[(first, place)])?;
            self.is_clear_beside(first, target, &place, &[(unit, block)]).then_some((place, block))
        })
    }
}

//! Where a charger comes to stand: flush with the face that it strikes, with others on the same face (BP-6.2, BP-6.13), and
//! where it halts on the way (BP-6.4).

use super::{
    block::{self, Face, by_front, front},
    book::BlackPowderView,
    charge::{Strike, wheeled},
    sequence_of_play::{Charger, Course, Manoeuvre},
    values::{Formation, Stood},
};
use crate::{forces::UnitId, table::footprint::Outline};

/// A charger is shifted along the face that it strikes in steps of so many inches.
const SHIFT: f32 = 0.25;
/// A charger is not set flush against the outline but so far from it, in inches.
const FLUSH: f32 = 0.002;
/// A wheel is looked at in steps of so many degrees for where it comes near the target.
const SWING: f32 = 1.0;
/// The degrees at which a wheel comes near the target are found to within so many.
const SWING_FINE: f32 = 0.01;

impl Charger {
    /// Takes the way of a charge as its course: all of it is before it.
    pub(super) fn takes(&mut self, bp: &BlackPowderView, strike: &Strike, target: UnitId) {
        self.face = Some(strike.way.face);
        self.needs = bp.moves_needed(self.unit, strike.way.cost);
        self.course = Some(Course {
            list: strike.way.list.clone(),
            cost: strike.way.cost,
            contact: Stood::of(strike.way.contact),
            target: Stood::of(bp.outline(target)),
        });
    }

    /// Its course, if the target still stands where it was looked for.
    pub(super) fn course_to(&self, bp: &BlackPowderView, target: UnitId) -> Option<&Course> {
        self.course.as_ref().filter(|course| course.target == Stood::of(bp.outline(target)))
    }
}

/// The part of a list that brings a block to within so many inches of another, and the rest of it.
pub(super) fn cut(start: Outline, list: &[Manoeuvre], goal: &Outline, inches: f32) -> (Vec<Manoeuvre>, Vec<Manoeuvre>) {
    let mut block = start;
    for (n, manoeuvre) in list.iter().enumerate() {
        let (halves, end) = match manoeuvre {
            Manoeuvre::Slide { by } => {
                let share = block.sweep(block.place.at + *by, goal, inches);
                let part = |share: f32| Manoeuvre::Slide { by: *by * share };
                (share.map(|share| (part(share), part(1.0 - share))), block::moved(&block, *by))
            }
            Manoeuvre::Wheel { degrees } => {
                let near = nearing(&block, *degrees, goal, inches);
                let part = |degrees: f32| Manoeuvre::Wheel { degrees };
                (near.map(|near| (part(near), part(degrees - near))), wheeled(&block, *degrees))
            }
            _ => (None, block),
        };
        if let Some((before, after)) = halves {
            let first = list[..n].iter().cloned().chain([before]).collect();
            let rest = std::iter::once(after).chain(list[n + 1..].iter().cloned()).collect();
            return (first, rest);
        }
        block = end;
    }
    (list.to_vec(), Vec::new())
}

/// How many degrees of a wheel bring a block to within so many inches of another, if the wheel does.
fn nearing(block: &Outline, degrees: f32, goal: &Outline, inches: f32) -> Option<f32> {
    let is_near = |turn: f32| wheeled(block, turn).gap(goal) <= inches;
    let steps = (degrees.abs() / SWING).ceil().max(1.0) as i32;
    let at = |step: i32| degrees * step as f32 / steps as f32;
    let first = (0..=steps).find(|step| is_near(at(*step)))?;
    if first == 0 {
        return Some(0.0);
    }
    let (mut far, mut near) = (at(first - 1), at(first));
    while (near - far).abs() > SWING_FINE {
        let middle = far.midpoint(near);
        if is_near(middle) { near = middle } else { far = middle }
    }
    Some(near)
}

impl<'w> BlackPowderView<'w> {
    /// BP-6.2: where a charger, that is now at `own`, stands flush with a face, its front centre as near as possible to the
    /// middle of it. `None` if there is no room. `aside`: units that would stand elsewhere by then.
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
        // Of two places equally far from the middle that nearer to where it comes from.
        let sign = if (front(own) - middle).dot(along) >= 0.0 { 1.0 } else { -1.0 };
        (0..=steps).flat_map(|step| [sign * step as f32 * SHIFT, -sign * step as f32 * SHIFT]).map(at).find(|block| {
            self.is_clear_beside(unit, target, block, aside) && self.meets_fit_enemies(unit, target, block)
        })
    }

    /// BP-6.11: whether a charger that stands flush with its target there is in contact with none whom it may not fight.
    fn meets_fit_enemies(&self, unit: UnitId, target: UnitId, block: &Outline) -> bool {
        let least = self.inches(self.numbers().least_contact);
        let others = self.enemies_of(self.side(unit)).filter(|other| *other != target && !self.may_meet(unit, *other));
        others.map(|other| self.outline(other)).all(|other| block::contact(block, &other) < least)
    }

    /// Whether a block stands on no other unit and on the table.
    pub fn is_clear(&self, unit: UnitId, but: UnitId, block: &Outline) -> bool {
        self.is_clear_beside(unit, but, block, &[])
    }

    fn is_clear_beside(&self, unit: UnitId, but: UnitId, block: &Outline, aside: &[(UnitId, Outline)]) -> bool {
        let place = |other: UnitId| {
            aside.iter().find(|(known, _)| *known == other).map_or_else(|| self.outline(other), |(_, place)| *place)
        };
        self.on_table(block)
            && self
                .regiments()
                .filter(|other| *other != unit && *other != but)
                .all(|other| block.overlap(&place(other)) <= 0.01)
    }

    /// BP-6.13: two chargers share a face: the first moves along it as little as gives the second a place; the places of
    /// both. `None` if there is none.
    pub(super) fn shared_face(
        &self,
        first: UnitId,
        unit: UnitId,
        target: UnitId,
        face: Face,
    ) -> Option<(Outline, Outline)> {
        let (own, second, goal) = (self.outline(first), self.outline(unit), self.outline(target));
        let along = block::outward(&goal, face).right();
        // It gives way to the side on which the second does not come.
        let away = if (front(&second) - own.place.at).dot(along) >= 0.0 { -along } else { along };
        let steps = (block::face_length(&goal, face) / SHIFT).ceil() as i32;
        let least = self.inches(self.numbers().least_contact);
        (1..=steps).flat_map(|step| [away, -away].map(|side| side * (step as f32 * SHIFT))).find_map(|by| {
            let place = block::moved(&own, by);
            if block::contact(&place, &goal) < least {
                return None;
            }
            let block = self.flush(unit, &second, target, face, self.formation(unit), &[(first, place)])?;
            self.is_clear_beside(first, target, &place, &[(unit, block)]).then_some((place, block))
        })
    }

    /// BP-6.4: a charger's course up to so many inches from the target, the rest of it, and where it halts if nothing
    /// stops it.
    pub(super) fn halt(
        &self,
        charger: &Charger,
        target: UnitId,
        inches: f32,
    ) -> Option<(Vec<Manoeuvre>, Vec<Manoeuvre>, Outline)> {
        let course = charger.course_to(self, target)?;
        let own = self.outline(charger.unit);
        let (first, rest) = cut(own, &course.list, &self.outline(target), inches);
        let end = first.iter().fold(own, |block, manoeuvre| match manoeuvre {
            Manoeuvre::Slide { by } => block::moved(&block, *by),
            Manoeuvre::Wheel { degrees } => wheeled(&block, *degrees),
            _ => block,
        });
        Some((first, rest, end))
    }
}

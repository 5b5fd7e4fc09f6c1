//! Maneuvers of guns: limbering, moving, hauling, turning, prolonging (FF-9.1 to FF-9.3).

use super::{legs::Legs, maneuvers::Maneuver};
use crate::{
    book::{
        formations::{self, Formation, Pose},
        values::Effect,
    },
    state::view::FuryView,
};
use grapeshot_floor::{
    forces::UnitId,
    orders::{Order, Refusal},
    shared::{formed::walk::Step, refuse},
};

impl FuryView<'_> {
    /// FF-9.1 to FF-9.3: the maneuver of guns by an order.
    pub(super) fn gun_maneuver(
        &self,
        unit: UnitId,
        effect: Effect,
        legs: &Legs,
        from: &Pose,
        order: &Order,
    ) -> Result<Maneuver, Refusal> {
        let name = self.name(unit);
        let values = self.values(unit);
        if values.flags.fixed {
            return refuse("FF-9.5", format!("{name} is fixed in place"));
        }
        let (heavy, well) = (self.has_heavy_guns(unit), effect.is_well_handled());
        // By the table the double quick is only for light carriages.
        let pace = if heavy && effect == Effect::DoubleQuick { Effect::WellHandled } else { effect };
        let to = legs.before.or(legs.after);
        if to.is_some_and(|to| to == from.formation) {
            return refuse("FF-9.2", format!("{name} is {} already", from.formation.label()));
        }
        if let Some(to) = to {
            return self.limbers(unit, (to, pace, well), legs, from, order);
        }
        if from.formation == Formation::Limbered {
            let share = if well { 1.0 } else { 0.5 };
            let walked = self.walked(unit, from, (&legs.steps, share), pace, from.formation, false);
            return Ok(self.done(unit, &walked, "moves", "FF-9.2"));
        }
        if heavy {
            return refuse("FF-9.2", format!("{name} is on heavy carriages: no hand haul and no prolonge"));
        }
        if let [degrees] = legs.wheels[..]
            && legs.steps.len() == 1
        {
            let most = self.numbers().wheel;
            if degrees.abs() > most + 0.01 {
                return refuse("FF-9.3", format!("{name} turns no more than {most:.0}\u{b0}"));
            }
            let steps = [Step::Pivot(degrees)];
            // Turning on the spot costs no inches.
            let walked = self.walked(unit, from, (&steps, 10.0), effect, from.formation, false);
            return Ok(self.done(unit, &walked, "is turned by hand", "FF-9.3"));
        }
        let [Step::Slide(way)] = &legs.steps[..] else {
            return refuse("FF-9.3", format!("{name} is hauled straight, or turned on the spot"));
        };
        let haul = self.walked(unit, from, (&legs.steps, 1.0), effect, from.formation, false);
        let back = way.dot(from.facing.forward()) < 0.0;
        if back && well && way.length() > haul.allowance + 0.01 {
            let walked = self.walked(unit, from, (&legs.steps, 0.5), effect, Formation::Limbered, false);
            let maneuver = self.done(unit, &walked, "is prolonged to the rear", "FF-9.2");
            return Ok(Maneuver { no_fire: true, ..maneuver });
        }
        Ok(self.done(unit, &haul, "is hauled by hand", "FF-9.3"))
    }

    /// FF-9.2: the maneuver of guns that limber or unlimber at a pace, handled well or not, before or after a move.
    fn limbers(
        &self,
        unit: UnitId,
        (to, pace, well): (Formation, Effect, bool),
        legs: &Legs,
        from: &Pose,
        order: &Order,
    ) -> Result<Maneuver, Refusal> {
        let (name, heavy) = (self.name(unit), self.has_heavy_guns(unit));
        if !matches!(to, Formation::Limbered | Formation::Unlimbered) {
            return refuse("FF-3.2", format!("{name} is either limbered or unlimbered"));
        }
        if legs.moved && (heavy || !well) {
            let why = if heavy { "on heavy carriages" } else { "Tardy" };
            return refuse("FF-9.2", format!("{name} is {why}: it does no more than that"));
        }
        if legs.moved && (to == Formation::Limbered) != legs.before.is_some() {
            return refuse("FF-9.2", format!("{name} moves limbered"));
        }
        let share = (&legs.steps[..], 0.5);
        let (walked, end) = if legs.after.is_some() {
            let walked = self.walked(unit, from, share, pace, from.formation, false);
            let end = self.limbered(unit, walked.end(), to);
            (walked, end)
        } else {
            let on_road = to == Formation::Limbered && order.choice.as_deref() == Some("road");
            let formed = match on_road {
                true => self.on_road(unit, from, to, order.heading.unwrap_or(from.facing))?,
                false => self.limbered(unit, from, to),
            };
            let walked = match legs.moved {
                true => {
                    let steps = legs.steps_from(from.front - formed.front);
                    self.walked(unit, &formed, (&steps, 0.5), pace, to, false)
                }
                false => self.standing(unit, &formed),
            };
            let end = *walked.end();
            (walked, end)
        };
        let what = if to == Formation::Limbered { "limbers" } else { "unlimbers" };
        let mut maneuver = self.done(unit, &walked, what, "FF-9.2");
        maneuver.poses.push(end);
        self.has_room(unit, &end, false)?;
        Ok(maneuver)
    }

    /// FF-9.1: the pose of guns that limber or unlimber: guns that limber look the other way, the head where the
    /// right-hand gun stood; guns that unlimber keep their front.
    pub fn limbered(&self, unit: UnitId, from: &Pose, to: Formation) -> Pose {
        let plain = from.form(to);
        if to != Formation::Limbered || from.formation == Formation::Limbered {
            return plain;
        }
        let (width, depth) = self.size(unit);
        let front = formations::measures(from, self.count(unit), (width, depth)).0;
        let right = from.front + from.facing.right() * ((front - width) / 2.0);
        plain.at(right - from.facing.forward() * depth, from.facing.about())
    }
}

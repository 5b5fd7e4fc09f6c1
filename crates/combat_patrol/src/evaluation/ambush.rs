//! Where the enemy is expected to come by, and where a unit that hides goes to meet him.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    goals::Goal,
};
use grapeshot_floor::table::measure;

/// The way on which an enemy is expected, and how far he comes in an activation.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// The corners of the way in inches, from where he is to where he goes.
    pub corners: Vec<Vec2>,
    /// Inches that he makes in an activation.
    pub pace: f32,
}

impl Evaluator<'_, '_> {
    /// The ways on which the enemies that the side sees are expected, each to its goals.
    fn courses(&self) -> &[Course] {
        self.courses.get_or_init(|| {
            let sides = self.cp.view.sides().players().filter(|side| *side != self.side);
            sides.flat_map(|side| Evaluator::foreseeing(self.cp, side).own_courses()).collect()
        })
    }

    /// The ways of the side's own units to their goals, and the ways that the chapters know of.
    fn own_courses(&self) -> Vec<Course> {
        let straight = |block: &UnitSummary| {
            let goal = &self.goals()[self.task(block.unit)?.goal];
            Some(Course { corners: vec![block.centre, goal.at], pace: self.pace(block, false) })
        };
        let mut list: Vec<Course> = self.friends().filter_map(straight).collect();
        list.extend(self.insights().flat_map(|insight| (insight.courses)(self)));
        list
    }

    /// Whether a unit hides and waits for the enemy to come near: as long as he is expected to come by, and not for
    /// ever.
    pub(super) fn lies_in_wait(&self, block: &UnitSummary) -> bool {
        let ambush = &self.judgement.ambush;
        let near = |enemy: &UnitSummary| enemy.centre.distance(block.centre) <= ambush.pounce;
        if !self.cp.is_hidden(block.unit) || self.nearest_enemy(block.centre).is_some_and(near) {
            return false;
        }
        let late = self.left < (1.0 - ambush.patience) * f32::from(self.cp.view.scenario_info().turns);
        !late && self.courses().iter().any(|course| course.passes(block.centre, ambush.pounce))
    }

    /// Places to which hidden units go if no enemy is expected to come by where they are: where they would meet one
    /// first.
    pub(super) fn meetings(&self) -> Vec<Goal> {
        if self.foresees {
            return Vec::new();
        }
        let ambush = &self.judgement.ambush;
        let waits = |block: &&UnitSummary| self.cp.is_hidden(block.unit) && block.men >= ambush.men as u8;
        let goal = |block: &UnitSummary| {
            let pace = self.pace(block, false);
            let met = self.courses().iter().filter_map(|course| course.met_from(block.centre, pace, ambush.beside));
            let (_, at) = met.min_by(|a, b| a.0.total_cmp(&b.0))?;
            let aside = at + (block.centre - at).clamp_length_max(ambush.beside);
            let passed = self.courses().iter().any(|course| course.passes(block.centre, ambush.pounce));
            let name = "where the enemy comes by";
            (!passed).then(|| Goal { only: Some(block.unit), ..Goal::at(aside, ambush.beside, ambush.meets, name) })
        };
        self.friends().filter(waits).filter_map(goal).collect()
    }
}

impl Course {
    /// Whether the way leads past a point within this many inches.
    fn passes(&self, at: Vec2, within: f32) -> bool {
        let apart = self.corners.windows(2).map(|leg| measure::distance_to_segment(at, leg[0], leg[1]));
        apart.fold(f32::INFINITY, f32::min) <= within
    }

    /// The first point of the way that a unit with this pace in inches reaches no later than the enemy, if it stops
    /// `beside` inches beside the way, with the activations until then; the end of the way if there is none.
    fn met_from(&self, from: Vec2, pace: f32, beside: f32) -> Option<(f32, Vec2)> {
        let time = |at: Vec2| (from.distance(at) - beside).max(0.0) / pace.max(1.0);
        let mut gone = 0.0;
        for leg in self.corners.windows(2) {
            let length = leg[0].distance(leg[1]);
            let steps = (length / beside.max(1.0)).ceil().max(1.0) as u16;
            for step in 1..=steps {
                let share = f32::from(step) / f32::from(steps);
                let at = leg[0].lerp(leg[1], share);
                let due = (gone + share * length) / self.pace.max(1.0);
                if time(at) <= due {
                    return Some((due, at));
                }
            }
            gone += length;
        }
        self.corners.last().map(|at| (time(*at), *at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_enemy_is_met_where_one_comes_before_him() {
        let course = Course { corners: vec![Vec2::ZERO, Vec2::new(40.0, 0.0)], pace: 10.0 };
        // The enemy takes two activations for 20 inches of the way, the unit for 14 inches less 4 beside the way.
        let met = course.met_from(Vec2::new(20.0, 14.0), 5.0, 4.0);
        assert_eq!(met, Some((2.0, Vec2::new(20.0, 0.0))));
        // A unit that comes too late everywhere goes to where the way ends.
        let late = course.met_from(Vec2::new(40.0, 60.0), 5.0, 4.0);
        assert_eq!(late.map(|(_, at)| at), Some(Vec2::new(40.0, 0.0)));
        assert!(course.passes(Vec2::new(20.0, 14.0), 14.0) && !course.passes(Vec2::new(20.0, 14.0), 13.0));
    }
}

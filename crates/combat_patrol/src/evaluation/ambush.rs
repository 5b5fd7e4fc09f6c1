//! Where the enemy is expected to come by, and where a unit that hides goes to meet him.

use super::{
    evaluator::{Evaluator, UnitSummary},
    known::{Course, Goal},
};

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
        let waits = |block: &&UnitSummary| self.cp.is_hidden(block.unit) && block.men >= self.judgement.ground.body;
        let goal = |block: &UnitSummary| {
            let pace = self.pace(block, false);
            let met = self
                .courses()
                .iter()
                .filter_map(|course| course.met_from(block.centre, pace, self.judgement.ground.apart));
            let (_, at) = met.min_by(|a, b| a.0.total_cmp(&b.0))?;
            let aside = at + (block.centre - at).clamp_length_max(self.judgement.ground.apart);
            let passed = self.courses().iter().any(|course| course.passes(block.centre, ambush.pounce));
            let name = "where the enemy comes by";
            (!passed).then(|| Goal {
                only: Some(block.unit),
                ..Goal::at(aside, self.judgement.ground.apart, ambush.meets, name)
            })
        };
        self.friends().filter(waits).filter_map(goal).collect()
    }
}

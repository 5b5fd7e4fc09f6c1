//! What the table shows of a turn: the parts of an activation, and where it is.

use crate::{
    state::sequence_of_play::{SequenceOfPlay, Stage},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::turn::turn_steps::{TurnStep, TurnSteps};

/// CP-2.1: a word for each part of a turn, the stages that belong to it, what happens in it, and the rule that says what
/// is done.
const PARTS: [(&str, &[Stage], &str, &str); 7] = [
    ("Card", &[Stage::NEW_TURN, Stage::CARD, Stage::NEXT_UNIT, Stage::LEAD], "a card says who acts next", "CP-2.3"),
    ("Morale", &[Stage::STEADY, Stage::MORALE, Stage::PREY], "the unit draws for its markers", "CP-11.3"),
    ("Declare", &[Stage::DECLARE], "the owner says who moves", "CP-2.11"),
    ("Act", &[Stage::ACT, Stage::SWEEP, Stage::UNPLAYED], "figures shoot, load and do more", "CP-2.12"),
    ("Move", &[Stage::MARCH, Stage::RESUME, Stage::RIDE_ON], "figures go along their ways", "CP-2.15"),
    ("Reactions", &[Stage::REACT, Stage::REACTIONS], "the enemy answers what he sees", "CP-10.1"),
    ("Fights", &[Stage::FIGHTS, Stage::FOLLOW_UP, Stage::BREAKTHROUGH], "men fight hand to hand", "CP-9.1"),
];

impl SkirmishView<'_> {
    /// CP-2.1, CP-2.9: the parts of an activation, which of them is played, and who acts in it.
    pub fn turn_steps(&self) -> TurnSteps {
        let stage = &self.view.resource::<SequenceOfPlay>().stage;
        let steps = PARTS.iter().enumerate();
        let steps = steps.map(|(n, (label, _, about, rule))| TurnStep::untold(n + 1, label, about, rule)).collect();
        let now = PARTS.iter().position(|(_, stages, ..)| stages.contains(stage));
        TurnSteps::asked(steps, now, &self.awaiting(), self.view.sides().players())
    }
}

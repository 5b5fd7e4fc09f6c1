//! What the table shows of a player turn: its steps, and the one that is played.

use crate::state::{sequence_of_play::Step, view::FuryView};
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    turn::turn_steps::{TurnStep, TurnSteps},
};

impl Step {
    /// FF-5.2: the word for the step, and its rule.
    fn heading(self) -> (&'static str, &'static str) {
        match self {
            Self::SetUp => ("Set-up", "FF-14.1"),
            Self::Leaders => ("Leaders", "FF-11.1"),
            Self::Checks => ("Maneuver", "FF-5.3"),
            Self::Charges => ("Charges", "FF-10.1"),
            Self::Hasty => ("In haste", "FF-5.13"),
            Self::ChargeMoves => ("Charge moves", "FF-5.2"),
            Self::LastLeaders => ("Leaders again", "FF-11.1"),
            Self::DefensiveFire => ("Defensive fire", "FF-8.1"),
            Self::OffensiveFire => ("Offensive fire", "FF-8.1"),
            Self::Combats => ("Combats", "FF-10.5"),
            Self::Over => ("The end", "FF-16.1"),
        }
    }
}

impl FuryView<'_> {
    /// FF-5.2: the steps of a player turn, which of them is played, and which side acts in it.
    pub fn turn_steps(&self) -> TurnSteps {
        let told = |(n, step): (usize, Step)| {
            let (label, rule) = step.heading();
            TurnStep::untold(n + 1, label, step.label(), rule)
        };
        let now = Step::ALL.into_iter().position(|step| step == self.play().step);
        let steps = Step::ALL.into_iter().enumerate().map(told).collect();
        let steps = TurnSteps::asked(steps, now, &self.awaiting(), self.view.sides().players());
        steps.with_acted(self.acted_in_step())
    }

    /// FF-5.2: the stands that have had their turn in the step that is played: those of leaders that have moved and of
    /// units that have made their maneuver.
    fn acted_in_step(&self) -> Vec<PieceId> {
        let (play, side) = (self.play(), self.play().phasing);
        let acted: Vec<UnitId> = match play.step {
            Step::Leaders | Step::LastLeaders => {
                self.leaders_of(side).filter(|unit| self.leader(*unit).is_some_and(|leader| leader.moved)).collect()
            }
            Step::Checks | Step::Charges | Step::Hasty | Step::ChargeMoves => {
                self.units_of(side).filter(|unit| self.work(*unit).done).collect()
            }
            _ => Vec::new(),
        };
        acted.into_iter().flat_map(|unit| self.stands(unit)).collect()
    }
}

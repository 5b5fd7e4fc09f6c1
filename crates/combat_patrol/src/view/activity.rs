//! What figures do and have done in the activation under way, as questions of the rules.

use super::rulebook::SkirmishView;
use crate::state::{
    activity::Activity,
    sequence_of_play::{FigureAction, SequenceOfPlay},
};
use grapeshot_floor::{forces::PieceId, orders::Refusal, shared::refuse};

impl<'w> SkirmishView<'w> {
    /// What a figure does and has done in the activation under way.
    pub fn activity(&self, piece: PieceId) -> Activity {
        Activity::of(&self.view, piece)
    }

    /// Whether a figure takes part in the activation under way.
    pub fn acts(&self, piece: PieceId) -> bool {
        self.activity(piece).action.is_some()
    }

    /// A figure's part in the activation under way; a figure without one does nothing more.
    pub fn part(&self, piece: PieceId) -> FigureAction {
        self.activity(piece).part()
    }

    /// The figures with this part in the activation under way, in the order in which they act.
    pub fn with_part(&self, part: FigureAction) -> impl Iterator<Item = PieceId> + use<'w> {
        let cp = *self;
        let active = self.view.resource::<SequenceOfPlay>().activation.as_ref();
        let figures = active.map_or(&[][..], |activation| &activation.figures);
        figures.iter().copied().filter(move |piece| cp.part(*piece) == part)
    }

    /// CP-7.4: a stunned figure does nothing but recover.
    pub fn require_unstunned(&self, piece: PieceId) -> Result<(), Refusal> {
        if self.stunned(piece) {
            return refuse("CP-7.4", format!("{} is stunned and can only recover", self.name(piece)));
        }
        Ok(())
    }

    /// CP-2.12: whether a figure still has its one action, which it may use in place of moving or shooting.
    pub fn require_stationary(&self, piece: PieceId) -> Result<(), Refusal> {
        let name = self.name(piece);
        match self.part(piece) {
            FigureAction::Stationary => Ok(()),
            FigureAction::Done => refuse("CP-2.12", format!("{name} has used its action")),
            _ => refuse("CP-2.12", format!("{name}: this figure was declared moving")),
        }
    }
}

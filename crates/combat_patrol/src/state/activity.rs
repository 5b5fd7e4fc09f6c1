//! What each figure does and has done in the activation under way.

use bevy::{
    ecs::{
        change_detection::{DetectChangesMut, Mut},
        component::Component,
        system::{Query, Res, SystemParam},
    },
    math::Vec2,
};
use serde::{Deserialize, Serialize};

use super::sequence_of_play::FigureAction;
use grapeshot_floor::{
    forces::{PieceId, Roster},
    turn::{BattleMut, BattleView},
};

/// What a piece does and has done in the activation under way; every piece has it, and it is empty between activations.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Activity {
    /// Its part in the activation, if it takes part.
    pub action: Option<FigureAction>,
    /// The inches that were drawn for it, if it was declared moving.
    pub allowance: Option<f32>,
    /// The point where it set out, in inches, if it marched.
    pub set_out: Option<Vec2>,
    /// Whether a morale result of this activation has touched it (CP-11.4).
    pub touched: bool,
    /// Whether it has failed to react to this activation (CP-10.2).
    pub failed_to_react: bool,
    /// How many fights it has fought in this activation (CP-9.2).
    pub fights: u8,
    /// Whether it moved into contact in this activation (`Lance`).
    pub moved_in: bool,
}

impl Activity {
    /// What a piece does and has done in the activation under way.
    pub fn of(view: &BattleView, piece: PieceId) -> Self {
        view.get_piece_part::<Self>(piece).copied().unwrap_or_default()
    }

    /// The piece's part; a piece that takes no part does nothing more.
    pub fn part(&self) -> FigureAction {
        self.action.unwrap_or(FigureAction::Done)
    }

    /// The inches that the piece may move, by its part.
    pub fn inches(&self) -> Option<f32> {
        self.allowance.filter(|_| matches!(self.part(), FigureAction::Moving | FigureAction::Sprinting))
    }
}

/// Changes what a piece does or has done in the activation under way.
pub fn change(battle: &mut BattleMut, piece: PieceId, deed: impl FnOnce(&mut Activity)) {
    deed(&mut battle.piece_mut::<Activity>(piece));
}

/// Gives a piece another part in the activation under way; a piece that takes no part stays without one.
pub fn set_part(battle: &mut BattleMut, piece: PieceId, part: FigureAction) {
    change(battle, piece, |activity| activity.action = activity.action.map(|_| part));
}

/// Notes that a piece has used its action, if it takes part in the activation.
pub fn done(battle: &mut BattleMut, piece: PieceId) {
    set_part(battle, piece, FigureAction::Done);
}

/// What the pieces do and have done, as a parameter of systems that name what they touch.
#[derive(SystemParam)]
pub struct Activities<'w, 's> {
    roster: Res<'w, Roster>,
    pieces: Query<'w, 's, &'static mut Activity>,
}

impl Activities<'_, '_> {
    /// Notes that a piece has used its action, if it takes part in the activation.
    pub fn done(&mut self, piece: PieceId) {
        if let Some(mut activity) = self.of(piece).filter(|activity| activity.action.is_some()) {
            activity.action = Some(FigureAction::Done);
        }
    }

    /// Counts one more fight of a piece in the activation.
    pub fn fought(&mut self, piece: PieceId) {
        if let Some(mut activity) = self.of(piece) {
            activity.fights += 1;
        }
    }

    fn of(&mut self, piece: PieceId) -> Option<Mut<'_, Activity>> {
        self.roster.piece(piece).and_then(|entity| self.pieces.get_mut(entity).ok())
    }
}

/// Empties all activities when the activation is over.
pub fn forget(mut pieces: Query<&mut Activity>) {
    for mut activity in &mut pieces {
        activity.set_if_neq(Activity::default());
    }
}

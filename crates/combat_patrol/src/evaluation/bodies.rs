//! What a position is made of: the men of each side, and the things that are worth carrying.

use crate::view::rulebook::SkirmishView;
use grapeshot_floor::{
    forces::{Fate, PieceId},
    turn::{
        VictoryTerms,
        position::{Body, Position},
    },
};

impl SkirmishView<'_> {
    /// What the battle is made of as it stands (CP-15.2).
    pub fn position(&self) -> Position {
        let played = |piece: &PieceId| self.view.is_played(self.view.unit_of(*piece)) && self.is_man(*piece);
        let body = |piece: PieceId| {
            let soldier = self.soldier(piece);
            let full = match (soldier.leader.is_some(), soldier.hero.is_some()) {
                (false, false) => 1.0,
                (true, true) => 3.0,
                _ => 2.0,
            };
            let left = match self.view.fate(piece) {
                Fate::InPlay | Fate::Awaited => full,
                _ => 0.0,
            };
            let fit = if self.wounded(piece) { 0.6 } else { 1.0 };
            let awake = if self.stunned(piece) { 0.4 } else { 1.0 };
            let loaded = if self.is_loaded(piece) { 1.0 } else { 0.8 };
            let unit = self.view.unit_of(piece);
            let at = self.view.in_play(piece).then(|| self.view.place(piece).at);
            Body { unit, side: self.view.side_of(piece), at, full, left, order: fit * awake * loaded }
        };
        let terms = self.view.resource::<VictoryTerms>();
        let prized = |side| {
            let carried = self.view.pieces().filter(move |piece| self.view.side_of(*piece) == side);
            let worth = |piece| -> f32 {
                let reward = |prize: &grapeshot_floor::turn::PrizeTerm| {
                    let own = prize.rewards.iter().filter(|reward| reward.side == side);
                    own.map(|reward| reward.points).fold(0.0, f32::max)
                };
                self.prizes_of(piece).map(reward).sum()
            };
            (side, "prizes in hand", carried.map(worth).sum::<f32>() / terms.margin.max(1.0))
        };
        Position {
            bodies: self.view.pieces().filter(played).map(body).collect(),
            lead: terms.margin.max(1.0),
            also: self.view.sides().players().map(prized).collect(),
        }
    }
}

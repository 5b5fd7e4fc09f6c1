//! What figures carry (CP-15.2).

use super::rulebook::SkirmishView;
use crate::state::prizes::Prizes;
use grapeshot_floor::{
    forces::PieceId,
    turn::{PrizeTerm, VictoryTerms},
};

/// The weight, in scenarios' units, that a man on foot carries at his full rate.
const WHOLE: f32 = 1.0;

impl SkirmishView<'_> {
    /// The prizes that a figure carries.
    pub fn prizes_of(&self, piece: PieceId) -> impl Iterator<Item = &PrizeTerm> {
        let held = self.view.resource::<Prizes>().0.iter().zip(&self.view.resource::<VictoryTerms>().prizes);
        held.filter(move |(bearer, _)| **bearer == Some(piece)).map(|(_, term)| term)
    }

    /// Whether a man on foot carries too much to move at his full rate.
    pub fn is_laden(&self, piece: PieceId) -> bool {
        self.prizes_of(piece).map(|prize| prize.weight).sum::<f32>() > WHOLE
    }
}

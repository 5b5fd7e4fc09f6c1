//! What a side is out for beyond what each order is worth by itself: to press on, to storm, to hold back. What each is worth
//! as the battle stands is learnt like the value of a position, and its weights stand beside the others in `value.ron`.

use bevy::math::Vec2;

use super::value::Prospect;
use crate::battle::Battle;
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::SideId,
    orders::{Order, PlannedMove},
    turn::BattleView,
};

/// The inches by which an order must bring its pieces nearer to the enemy to be worth what the intent says.
const STRIDE: f32 = 6.0;
/// What an intent must be worth to be followed, in logits: about 0.02 of the chance to win.
const WORTHWHILE: f32 = 0.08;

/// How a side means to deal with the enemy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Intent {
    /// Each order by its own worth.
    #[default]
    None,
    PressOn,
    Storm,
    HoldBack,
}

impl Intent {
    pub const ALL: [Self; 4] = [Self::None, Self::PressOn, Self::Storm, Self::HoldBack];

    /// The points that an order is worth more for each stride that it brings its pieces nearer to the enemy.
    fn points(self) -> f32 {
        match self {
            Self::None => 0.0,
            Self::PressOn => 1.0,
            Self::Storm => 3.0,
            Self::HoldBack => -1.0,
        }
    }

    /// The names of its weights: always, late in the battle, if the side would not win as things stand, if it is stronger.
    fn weights(self) -> Option<[&'static str; 4]> {
        match self {
            Self::None => None,
            Self::PressOn => Some(["press on", "press on late", "press on if losing", "press on if stronger"]),
            Self::Storm => Some(["storm", "storm late", "storm if losing", "storm if stronger"]),
            Self::HoldBack => Some(["hold back", "hold back late", "hold back if losing", "hold back if stronger"]),
        }
    }

    /// What has proved best for a side as the battle stands, by what the side can know.
    pub fn of(battle: &Battle, side: SideId) -> Self {
        let weights = &battle.rules().weights().weights;
        Self::by(&Prospect::of(battle, side), |name| weights.get(name).copied().unwrap_or_default())
    }

    /// What is best by weights, told by their names.
    pub fn by(prospect: &Prospect, weight: impl Fn(&str) -> f32) -> Self {
        let worth = |intent: Self| intent.parts(prospect).map(|(name, part)| part * weight(name)).sum::<f32>();
        let best = Self::ALL.into_iter().max_by(|a, b| worth(*a).total_cmp(&worth(*b)));
        best.filter(|best| worth(*best) >= WORTHWHILE).unwrap_or_default()
    }

    /// What it is made of for a side, by the names of the weights.
    pub fn parts(self, prospect: &Prospect) -> impl Iterator<Item = (&'static str, f32)> {
        let amounts = [1.0, prospect.gone, prospect.losing, prospect.stronger];
        self.weights().into_iter().flat_map(move |names| names.into_iter().zip(amounts))
    }

    /// Adds to what an order is worth what the intent makes of it.
    pub(super) fn weigh(self, battle: &Battle, view: &BattleView, order: &Order, rule: &RuleId, worth: &mut Explained) {
        if self == Self::None {
            return;
        }
        let Ok(plan) = battle.check(order) else { return };
        let inches = approach(view, order.side, &plan.moves);
        let nearer = if inches < 0.0 { "farther from the enemy" } else { "nearer to the enemy" };
        worth.add(rule.clone(), nearer, self.points() * inches / STRIDE);
    }
}

/// How much nearer moves bring their pieces to the enemy on average, in inches.
fn approach(view: &BattleView, side: SideId, moves: &[PlannedMove]) -> f32 {
    let enemies = || view.pieces().filter(|piece| view.in_play(*piece) && view.side_of(*piece) != side);
    let near = |at: Vec2| enemies().map(|enemy| view.place(enemy).at.distance(at)).min_by(f32::total_cmp);
    let nearer = |way: &PlannedMove| Some(near(view.place(way.piece).at)? - near(way.end.at)?);
    moves.iter().filter_map(nearer).sum::<f32>() / moves.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_out_for_what_its_weights_speak_for_as_the_battle_stands() {
        let weight = |name: &str| match name {
            "press on" => 0.05,
            "storm" => -0.4,
            "storm if losing" => 1.0,
            _ => 0.0,
        };
        let prospect = |losing: f32| Prospect { gone: 0.0, losing, stronger: 0.0 };
        assert_eq!(Intent::by(&prospect(0.0), weight), Intent::None, "what hardly tells is not followed");
        assert_eq!(Intent::by(&prospect(1.0), weight), Intent::Storm);
    }
}

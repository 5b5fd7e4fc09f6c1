//! Gaps that men clear in linear obstacles (OW-10.6).

use bevy::math::Vec2;
use easy_ext::ext;

use crate::wagons::{seats::SeatsView, state::WagonsView};
use grapeshot_combat_patrol::{
    state::activity,
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    events::RuleId,
    forces::PieceId,
    orders::{Order, VerbId},
    procedure::{Found, plainly},
    shared::refuse,
    table::{
        house::{Breach, Wall},
        measure, path,
    },
    turn::BattleMut,
};

/// Men clear a gap in an obstacle.
pub const CLEAR_GAP: VerbId = VerbId::new("clear_gap");
/// The rule of gaps.
const GAP: &str = "OW-10.6";
/// The obstacle that takes more hands.
const STONE: &str = "stone_wall";
/// OW-1.3: how near a figure is adjacent, in inches.
const ADJACENT: f32 = 1.0;

/// Questions to the view about gap.
#[ext(GapView)]
pub impl SkirmishView<'_> {
    /// OW-10.6: the obstacle beside a figure, by its index, and its nearest point.
    fn obstacle_beside(&self, piece: PieceId) -> Option<(usize, Vec2)> {
        let here = self.view.outline(piece);
        let near = self.view.ground().obstacles_near(here.place.at, here.footprint.reach() + ADJACENT);
        let (n, _) = *near.first()?;
        let on = self.view.terrain().nearest_on_wall(Wall::Obstacle(n), here.place.at)?;
        (here.gap_to_point(on) <= ADJACENT + 1e-4).then_some((n, on))
    }

    /// Whether a figure of the unit that acts could help to clear a gap.
    fn could_clear_gap(&self, piece: PieceId) -> bool {
        let wheels = self.coaches().next().is_some() || !self.guns().is_empty();
        wheels && self.is_free_afoot(piece) && self.obstacle_beside(piece).is_some()
    }

    /// OW-10.6: figures beside an obstacle clear a gap in it, at the point nearest to the first of them.
    fn check_clear_gap(&self, order: &Order) -> Found<Breach> {
        for piece in &order.pieces {
            self.require_stationary(*piece)?;
            self.require_unstunned(*piece)?;
            let who = self.name(*piece);
            if self.carriage(*piece).is_some() || self.mounted(*piece) {
                return refuse(GAP, format!("{who} is not on foot"));
            }
            if self.obstacle_beside(*piece).is_none() {
                return refuse(GAP, format!("{who} is at no obstacle"));
            }
        }
        let found = order.pieces.first().and_then(|piece| self.obstacle_beside(*piece));
        let Some((n, at)) = found else { return refuse(GAP, "Name who clears the gap") };
        let obstacles = &self.view.terrain().obstacles;
        let width = self.wagon_numbers().gap;
        let apart = |piece: &&PieceId| {
            self.obstacle_beside(**piece).is_none_or(|(other, _)| obstacles[other].id != obstacles[n].id)
                || measure::distance_to_segment(self.view.place(**piece).at, at, at) > width
        };
        if let Some(piece) = order.pieces.iter().find(apart) {
            return refuse(GAP, format!("{} is not where the gap is to be", self.name(*piece)));
        }
        let needed = match obstacles[n].kind == STONE {
            true => usize::from(self.wagon_settings().gap_stone_wall_figures),
            false => 1,
        };
        let what = path::spoken(&obstacles[n].kind);
        if order.pieces.len() < needed {
            return refuse(GAP, format!("It takes {needed} figures to clear a gap in the {what}"));
        }
        // Walls are told by what they were when the battle began; what is left of one has the same id.
        let whole = obstacles.iter().position(|known| known.id == obstacles[n].id).unwrap_or(n);
        let breach = Breach { wall: Wall::Obstacle(whole), at, width };
        plainly(format!("A gap of {width:.0} inches in the {what}"), breach)
    }
}

/// OW-10.6: there is a gap.
pub fn resolve_clear_gap(battle: &mut BattleMut, _: &BookData, order: &Order, breach: Breach) {
    let names: Vec<&str> = order.pieces.iter().map(|piece| battle.view().piece(*piece).name.as_str()).collect();
    let text = format!("{} cleared a gap of {:.0} inches", grapeshot_floor::english::list(&names), breach.width);
    for piece in &order.pieces {
        activity::done(battle, *piece);
    }
    battle.breach(breach, RuleId::new(GAP), text);
}

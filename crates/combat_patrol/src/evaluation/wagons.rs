//! The wagons of a train, which are driven to where they are worth something.

use bevy::math::Vec2;

use super::{evaluator::Evaluator, order};
use crate::{
    book::cites::Topic,
    orders::verbs,
    state::sequence_of_play::{Activation, FigureAction},
};
use grapeshot_floor::{
    events::Explained,
    forces::PieceId,
    orders::{Leg, Order},
    table::{index::Feature, measure},
    turn::{Ask, SpoilState},
};

/// A wagon this near to the middle of a road is on it, in inches.
const ON_ROAD: f32 = 0.75;

impl Evaluator<'_, '_> {
    /// Where the wagons of the side are to leave the table.
    fn way_out(&self) -> Option<Vec2> {
        let off = self.terms.spoils.iter().find(|spoil| spoil.side == self.side && spoil.when == SpoilState::Off)?;
        Some((*off.line.first()? + *off.line.last()?) / 2.0)
    }

    /// The wagons that may be declared moving, if they have anywhere to go.
    pub(super) fn wagons_to_drive(&self, ask: &Ask) -> Vec<PieceId> {
        if self.way_out().is_none() {
            return Vec::new();
        }
        ask.pieces.iter().copied().filter(|piece| self.cp.is_wagon(*piece)).collect()
    }

    /// Whether a wagon stands on a road or bridge, and can keep to it.
    pub(super) fn on_road(&self, wagon: PieceId) -> bool {
        let feature = self.cp.view.ground().feature_at(self.cp.view.place(wagon).at);
        matches!(feature, Feature::Road(_) | Feature::Crossing(..)) && self.road_from(wagon).is_some()
    }

    /// The way along the road on which a wagon stands, toward the way out.
    fn road_from(&self, wagon: PieceId) -> Option<Vec<Vec2>> {
        let (at, out) = (self.cp.view.place(wagon).at, self.way_out()?);
        let near = |line: &[Vec2]| {
            line.windows(2).map(|ab| measure::distance_to_segment(at, ab[0], ab[1])).fold(f32::INFINITY, f32::min)
        };
        let road = self.cp.view.terrain().roads.iter().find(|road| near(&road.line) <= ON_ROAD)?;
        let mut line = road.line.clone();
        if line.first()?.distance(out) < line.last()?.distance(out) {
            line.reverse();
        }
        let apart = line.windows(2).map(|ab| measure::distance_to_segment(at, ab[0], ab[1]));
        let (segment, _) = apart.enumerate().min_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(line.split_off(segment + 1))
    }

    /// The wagons of the unit that are declared moving and have no way yet, each with the way that it can go.
    pub(super) fn drives(&self, ask: &Ask, activation: &Activation) -> Vec<Order> {
        let Some(out) = self.way_out() else { return Vec::new() };
        let moves = |piece: &PieceId| matches!(self.cp.part(*piece), FigureAction::Moving | FigureAction::Sprinting);
        let waits = |wagon: &PieceId| !activation.routes.iter().any(|route| route.piece == *wagon);
        let wagons = activation.figures.iter().copied().filter(|piece| moves(piece) && self.cp.is_wagon(*piece));
        let drive = |wagon: PieceId| {
            let road = self.road_from(wagon).map(|way| way.into_iter().map(Leg::To).collect());
            let legs: Vec<Leg> = road.unwrap_or_else(|| self.cp.legs_to(wagon, out, 0));
            order(ask, &verbs::MOVE).pieces([wagon]).path(legs)
        };
        let drives = wagons.filter(waits).map(drive);
        drives.filter(|order| self.cp.check(order).is_ok()).collect()
    }

    /// What it is worth to drive a wagon.
    pub(super) fn worth_of_driving(&self, order: &Order) -> Explained {
        let wagons = order.pieces.iter().filter(|piece| self.cp.is_wagon(**piece)).count() as f32;
        Explained::base(self.cp.cites(Topic::LimberedMove), "the wagons roll", self.judgement.wagons.rolls * wagons)
    }
}

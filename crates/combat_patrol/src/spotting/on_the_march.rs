//! How movement shows hidden figures (CP-12.2): they go in the open in sight of an enemy, or come near one.

use bevy::math::Vec2;

use super::reveal;
use crate::{
    state::{sequence_of_play::March, ways::Route},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    table::{footprint::Outline, sight},
    turn::BattleMut,
};

/// Steps in which a way is looked over, in inches.
const STEP: f32 = 0.5;

/// The shares of a way that are looked at, from one share to another, both included.
fn steps(route: &Route, from: f32, to: f32) -> impl Iterator<Item = f32> + use<> {
    let count = (route.length() * (to - from) / STEP).ceil().max(1.0);
    (0..=count as u16).map(move |n| from + (to - from) * f32::from(n) / count)
}

impl SkirmishView<'_> {
    /// CP-12.2: whether a hidden figure that moves is in the open in sight of an enemy: it has no cover against an
    /// enemy that sees it (CP-7.5).
    fn in_the_open(&self, there: &Outline, mover: PieceId) -> bool {
        let side = self.view.side_of(mover);
        if self.shelters(there.place.at) {
            return false;
        }
        let exposed = |enemy: PieceId| self.cover_at(there, self.view.place(enemy).at).is_none();
        self.enemies(side).any(|enemy| self.in_sight(enemy, there) && exposed(enemy))
    }

    /// Whether a point is out of the open for every viewer: inside a building, a wood or the like.
    pub fn shelters(&self, at: Vec2) -> bool {
        let ground = self.view.ground();
        let wooded = |area: &usize| self.view.terrain().areas[*area].ground.cover.is_some();
        ground.building_at(at).is_some() || ground.areas_at(at).iter().any(wooded)
    }

    /// CP-12.2: the share of its way at which a hidden mover is first found, from one share to another.
    pub fn shows_itself(&self, route: &Route, from: f32, to: f32) -> Option<f32> {
        let side = self.view.side_of(route.piece);
        let footprint = self.view.footprint(route.piece);
        steps(route, from, to).find(|share| {
            let there = Outline { footprint, place: route.at(*share) };
            (*share > from && self.in_the_open(&there, route.piece)) || self.found_at(side, &there).is_some()
        })
    }

    /// CP-12.2: the hidden movers that are found before a share of their ways, one of each unit.
    pub fn movers_found(&self, march: &March, to: f32) -> Vec<(UnitId, PieceId)> {
        let mut found: Vec<(UnitId, PieceId)> = Vec::new();
        for (route, until) in march.routes.iter().zip(&march.until).filter(|(route, _)| self.view.conceals(route.piece))
        {
            let unit = self.view.unit_of(route.piece);
            let known = found.iter().any(|(known, _)| *known == unit);
            if !known && self.shows_itself(route, march.gone, to.min(*until).max(march.gone)).is_some() {
                found.push((unit, route.piece));
            }
        }
        found
    }

    /// CP-12.2: the share of its way from which a mover can be seen; none if it stays hidden all the way.
    pub fn share_in_view(&self, march: &March, route: &Route) -> Option<f32> {
        if !self.view.conceals(route.piece) {
            return Some(0.0);
        }
        let unit = self.view.unit_of(route.piece);
        let mates = march.routes.iter().filter(|other| self.view.unit_of(other.piece) == unit);
        mates.filter_map(|other| self.shows_itself(other, march.gone, 1.0)).min_by(f32::total_cmp)
    }
}

/// CP-12.2: after the movers went from the share `from` on: reveals the movers that were seen on the way, and the
/// enemies that they passed near.
pub fn look_back(battle: &mut BattleMut, march: &March, from: f32, found: &[(UnitId, PieceId)]) {
    for (unit, piece) in found {
        let why = format!("{} is seen on the move", battle.view().piece(*piece).name);
        reveal(battle, *unit, &[*piece], &why);
    }
    let passed = SkirmishView::of(battle.view()).passed_near(march, from);
    for (hidden, by) in passed {
        let (unit, name) = (battle.view().unit_of(hidden), battle.view().piece(hidden).name.clone());
        let why = format!("{} comes upon {name}", battle.view().piece(by).name);
        reveal(battle, unit, &[hidden], &why);
    }
}

impl SkirmishView<'_> {
    /// The hidden enemies that movers saw within five inches since a share of their ways, each with the mover.
    fn passed_near(&self, march: &March, from: f32) -> Vec<(PieceId, PieceId)> {
        let within = self.book.core.spotting.found_within;
        let mut passed = Vec::new();
        for (route, until) in march.routes.iter().zip(&march.until).filter(|(route, _)| self.view.in_play(route.piece))
        {
            let side = self.view.side_of(route.piece);
            let footprint = self.view.footprint(route.piece);
            let to = march.gone.min(*until).max(from);
            for hidden in self.enemies(side).filter(|enemy| self.view.conceals(*enemy)) {
                let there = self.view.outline(hidden);
                let sees = |share: f32| {
                    let eye = Outline { footprint, place: route.at(share) };
                    eye.gap(&there) <= within && sight::is_seen(self.view.ground(), self.sight_rule(), &eye, &there)
                };
                if steps(route, from, to).any(sees) {
                    passed.push((hidden, route.piece));
                }
            }
        }
        passed
    }
}

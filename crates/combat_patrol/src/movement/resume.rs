//! How movers go on after the pause for reactions (CP-10.3): slower if they were wounded, and up to an enemy that
//! turned.

use super::{allowance::CONTACT, mover::Mover};
use crate::{
    book::{action_card::MoraleResult, marks},
    state::{
        sequence_of_play::{Cause, March, SequenceOfPlay, change_march},
        ways::{self, Route},
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    english::inches,
    events::RuleId,
    forces::PieceId,
    table::{footprint::Outline, path::Going, position::Place},
    turn::BattleMut,
};

/// The least share of a path by which it is shortened: less is rounding.
const ROUNDING: f32 = 1e-3;

/// The movers on foot that are not wounded.
pub fn sound_on_foot(cp: &SkirmishView, march: &March) -> Vec<PieceId> {
    let movers = march.routes.iter().map(|route| route.piece);
    movers.filter(|piece| cp.is_man(*piece) && !cp.mounted(*piece) && !cp.wounded(*piece)).collect()
}

/// The movers in the saddle.
pub fn in_the_saddle(cp: &SkirmishView, march: &March) -> Vec<PieceId> {
    march.routes.iter().map(|route| route.piece).filter(|piece| cp.mounted(*piece)).collect()
}

/// CP-2.15, `ThrownRider`: leaves riders that lost their horses at the pause where they are.
pub fn leave_the_unhorsed(battle: &mut BattleMut, march: &March, riders: &[PieceId]) {
    for (n, route) in march.routes.iter().enumerate().filter(|(_, route)| riders.contains(&route.piece)) {
        let (cp, piece) = (SkirmishView::of(battle.view()), route.piece);
        if !cp.view.in_play(piece) || cp.mounted(piece) {
            continue;
        }
        let text = format!("{} has lost his horse: he goes no farther", cp.name(piece));
        let side = cp.view.side_of(piece);
        crate::spotting::of_pieces(battle, &[piece], |battle| battle.note(Some(side), march.rule(), text));
        change_march(battle, |march| {
            march.until[n] = march.gone.min(march.until[n]);
            march.halted.push(piece);
        });
    }
}

/// CP-5.6: shortens the paths of movers on foot that were wounded at the pause: they pay double for the rest of the
/// path and go as far as the rest of their allowance lasts.
pub fn slow_the_wounded(battle: &mut BattleMut, march: &March, sound: &[PieceId]) {
    for (n, route) in march.routes.iter().enumerate().filter(|(_, route)| sound.contains(&route.piece)) {
        let cp = SkirmishView::of(battle.view());
        let piece = route.piece;
        if !cp.view.in_play(piece) || cp.stunned(piece) || !cp.wounded(piece) {
            continue;
        }
        let (gone, until) = (march.gone.min(march.until[n]), march.until[n]);
        let share = cp.share_if_wounded(march, route, gone, until);
        if share >= until - ROUNDING {
            continue;
        }
        let further = inches(route.length() * (share - gone));
        let text = format!("{} is wounded and goes no more than {further} further", cp.name(piece));
        let side = cp.view.side_of(piece);
        crate::spotting::of_pieces(battle, &[piece], |battle| battle.note(Some(side), RuleId::new("CP-5.6"), text));
        change_march(battle, |march| march.until[n] = share);
    }
}

impl SkirmishView<'_> {
    /// The share of its path to which a man on foot comes that was wounded at the share `gone`.
    fn share_if_wounded(&self, march: &March, route: &Route, gone: f32, until: f32) -> f32 {
        let (piece, length) = (route.piece, route.length());
        let going = self.mover(piece);
        let before = Mover { wounded: false, ..going };
        let cost = |from: f32, to: f32| self.walk_and_climb(piece, &route.spots(from, to), f32::INFINITY, &before).cost;
        let (first, whole) = (cost(0.0, gone), cost(0.0, 1.0));
        if length <= 0.0 || whole <= 0.0 {
            return until;
        }
        // A body pays what it pays beyond the ground all along its way.
        let left = self.allowance_on(march, route) - route.cost * first / whole;
        let rest = self.walk_and_climb(piece, &route.spots(gone, until), left.max(0.0), &going);
        gone + ways::length(&rest.way) / length
    }

    /// The inches that a mover may go, by the cards that were drawn for its movement.
    fn allowance_on(&self, march: &March, route: &Route) -> f32 {
        let play = self.view.resource::<SequenceOfPlay>();
        let Some(activation) = &play.activation else { return route.cost };
        let drawn = match march.cause {
            Cause::Ordered => self.activity(route.piece).allowance,
            Cause::Morale(result) => {
                let cards = activation.forced_inches.iter().find(|(known, _)| *known == result);
                cards.map(|(_, cards)| self.paces(route.piece, result == MoraleResult::RT).inches(cards))
            }
        };
        drawn.unwrap_or(route.cost).max(route.cost)
    }

    /// CP-2.15: where a mover comes into contact with a target that turned by reaction and so swung its base out of
    /// reach, if the mover has the inches left and finds room.
    fn up_to_who_turned(&self, march: &March, route: &Route) -> Option<(PieceId, Place)> {
        let (piece, target) = (route.piece, route.target?);
        let able = |piece: PieceId| self.view.in_play(piece) && !march.halted.contains(&piece);
        let turned = self.view.marks(target).has(&marks::REACTED) && !self.view.marks(target).has(&marks::MOVED);
        let rides_on = self.mounted(piece) && self.ride_of(route).impetus;
        if !able(piece) || !able(target) || !turned || rides_on || self.stunned(piece) || self.in_contact(piece) {
            return None;
        }
        let (here, there) = (self.view.outline(piece), self.view.outline(target));
        let swing = there.footprint.reach() - there.footprint.half_width().min(there.footprint.half_depth());
        let share = here.sweep(there.place.at, &there, CONTACT)?;
        let end = Place { at: here.place.at.lerp(there.place.at, share), ..here.place };
        let inches = here.place.at.distance(end.at);
        let each = self.mover(piece).cost_per_inch(&self.view.ground().feature_at(here.place.at)).ok()?;
        let reaches = inches <= swing && inches * each <= self.allowance_on(march, route) - route.cost;
        let base = Outline { place: end, ..here };
        (reaches && !self.parted(end, there.place) && !self.lies_on_another(&base, &[piece])).then_some((target, end))
    }
}

/// Closes movers that went their whole paths up to enemies that turned away from them on the spot.
pub fn close_up(battle: &mut BattleMut, march: &March) {
    for (route, _) in march.routes.iter().zip(&march.until).filter(|(_, until)| **until >= 1.0) {
        let cp = SkirmishView::of(battle.view());
        let Some((target, end)) = cp.up_to_who_turned(march, route) else { continue };
        let text = format!("{} closes up to {}, who has turned", cp.name(route.piece), cp.name(target));
        let from = cp.view.place(route.piece).at;
        battle.move_piece(route.piece, vec![from, end.at], end, RuleId::new("CP-2.15"), text);
    }
}

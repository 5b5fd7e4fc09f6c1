//! Where a body ends: with room for all its bases, and in contact with the enemy (HM-5.9, HM-6.18).

use super::{Body, CONTACT};
use crate::{data::CloseOrder, groups::linked};
use grapeshot_combat_patrol::{
    state::{
        sequence_of_play::Activation,
        ways::{Fixed, Route},
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    forces::PieceId,
    orders::{Order, PlannedMove, Refusal},
    shared::refuse,
    table::{footprint::Outline, path, position::Place},
};

impl Body<'_, '_> {
    /// The routes: as far as there is room at the end; then, in contact, each other figure may close up (HM-5.9).
    pub(super) fn finish(self, order: &Order, activation: &Activation) -> Result<Fixed, Refusal> {
        let total = self.gone[self.gone.len() - 1];
        if total < 0.01 {
            let why = self.stopped.unwrap_or_else(|| "there is no room".into());
            return refuse("HM-5.6", format!("The group cannot move that way: {why}"));
        }
        if self.attacks && !self.contact {
            let why = self.stopped.unwrap_or_else(|| "the way ends before the enemy".into());
            return refuse("HM-5.9", format!("The group does not reach the enemy: {why}"));
        }
        let shares: Vec<f32> = self.gone.iter().map(|gone| gone / total).collect();
        let mut routes: Vec<Route> = self
            .pieces
            .iter()
            .zip(&self.trails)
            .map(|(piece, trail)| Route {
                piece: *piece,
                places: trail.clone(),
                shares: shares.clone(),
                target: None,
                intended: None,
                cost: self.bill.total(),
                body: self.pieces.first().copied(),
            })
            .collect();
        let share = room(self.cp, &routes, order, activation);
        let mut stopped = self.stopped.clone();
        if share < 1.0 {
            if share <= 0.0 || self.attacks {
                return refuse("CP-1.5", "Bases overlap");
            }
            let blocked = routes.iter().find(|route| self.cp.across_a_wall(&self.cp.base_after(route)).is_some());
            stopped = Some(self.cp.no_room_at(&self.cp.base_after(blocked.unwrap_or(&routes[0]))));
            routes = routes.into_iter().map(|route| route.cut(share)).collect();
        }
        for route in &routes {
            self.cp.check_rejoins(route)?;
        }
        if self.contact {
            for piece in self.pieces {
                self.cp.require_command(*piece)?;
            }
            if self.with_impetus(&routes) {
                halt_in_contact(self.cp, &mut routes, order.target);
            } else {
                close_up(self.cp, self.data, &mut routes, self.left);
            }
        }
        let shown = routes
            .iter()
            .map(|route| PlannedMove {
                piece: route.piece,
                path: route.places.iter().map(|place| place.at).collect(),
                end: route.end(),
                shape: None,
                cost: self.bill.clone(),
                allowance: self.cp.activity(route.piece).inches(),
                stopped: stopped.clone(),
            })
            .collect();
        Ok((routes, shown))
    }

    /// HM-6.18: riders with impetus close up after their paths are finished.
    fn with_impetus(&self, routes: &[Route]) -> bool {
        routes.first().is_some_and(|first| self.cp.gives_impetus(first))
    }
}

/// The enemy that a base touches, the first in id order.
fn touched(cp: &SkirmishView, piece: PieceId, outline: &Outline) -> Option<PieceId> {
    let side = cp.view.side_of(piece);
    let near = cp.view.pieces_index().within(outline.place.at, outline.footprint.reach() + 3.5);
    let mut enemies = near.into_iter().filter(|other| cp.view.is_enemy(*other, side) && cp.is_man(*other));
    enemies.find(|other| cp.bases_touch(outline, &cp.view.outline(*other)))
}

/// HM-6.18: the body of riders has stopped at its first contact; who touches an enemy has met him, the others meant to
/// meet the target. All keep their places in the body.
fn halt_in_contact(cp: &SkirmishView, routes: &mut [Route], target: Option<PieceId>) {
    for route in routes {
        let end = route.end();
        route.target = touched(cp, route.piece, &Outline { footprint: cp.view.footprint(route.piece), place: end });
        route.intended = route.target.or(target);
        route.places.push(end);
        route.shares.push(1.0);
    }
}

/// The largest share of the way at which no figure of the body lies on another base.
fn room(cp: &SkirmishView, routes: &[Route], order: &Order, activation: &Activation) -> f32 {
    let mut moving: Vec<PieceId> = order.pieces.clone();
    let mut taken: Vec<Outline> = Vec::new();
    for route in activation.routes.iter().filter(|route| !order.pieces.contains(&route.piece)) {
        moving.push(route.piece);
        taken.push(cp.base_after(route));
    }
    let mut share = 1.0f32;
    // Each round takes the body back to where its worst-placed figure is free; a few rounds free all.
    for _ in 0..16 {
        let freest = routes.iter().map(|route| cp.free_share(route, share, &moving, &taken)).fold(share, f32::min);
        if freest >= share {
            return share;
        }
        share = freest;
        if share <= 0.0 {
            break;
        }
    }
    0.0
}

/// HM-5.9: the body has stopped at its first contact; each other figure may go on by itself to contact an enemy within
/// an inch of the strip its base would sweep straight ahead.
fn close_up(cp: &SkirmishView, data: &CloseOrder, routes: &mut [Route], left: f32) {
    let side = cp.view.side_of(routes[0].piece);
    let ends: Vec<Outline> = routes.iter().map(|route| cp.base_after(route)).collect();
    let mut extra: Vec<Option<(Place, PieceId)>> = vec![None; routes.len()];
    let mut taken = ends.clone();
    // A man with an enemy straight before him goes first.
    let mut order: Vec<usize> = (0..routes.len()).collect();
    let aside = |n: usize| {
        let near = cp.view.pieces_index().within(ends[n].place.at, left + 5.0);
        let foes = near.into_iter().filter(|other| cp.view.is_enemy(*other, side) && cp.is_man(*other));
        let frames = foes.map(|foe| ends[n].place.frame(cp.view.place(foe).at)).filter(|frame| frame.y > 0.0);
        frames.map(|frame| frame.x.abs()).fold(f32::INFINITY, f32::min)
    };
    order.sort_by(|a, b| aside(*a).total_cmp(&aside(*b)).then(a.cmp(b)));
    for n in order {
        if let Some(enemy) = touched(cp, routes[n].piece, &ends[n]) {
            routes[n].target = Some(enemy);
            continue;
        }
        let place = ends[n].place;
        let strip = ends[n].footprint.half_width() + data.reach_beside;
        let mut foes: Vec<PieceId> = cp
            .view
            .pieces_index()
            .within(place.at, left + 5.0)
            .into_iter()
            .filter(|other| cp.view.is_enemy(*other, side) && cp.is_man(*other))
            .filter(|other| {
                let there = cp.view.outline(*other);
                let frame = place.frame(there.place.at);
                frame.y > 0.0 && frame.x.abs() - there.footprint.half_width() <= strip && ends[n].gap(&there) <= left
            })
            .collect();
        foes.sort_by(|a, b| {
            ends[n].gap(&cp.view.outline(*a)).total_cmp(&ends[n].gap(&cp.view.outline(*b))).then(a.cmp(b))
        });
        let others: Vec<Outline> = taken.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, o)| *o).collect();
        for foe in foes {
            let there = cp.view.outline(foe);
            let Some(share) = cp.sweep_past_walls(&ends[n], there.place.at, &there, CONTACT) else { continue };
            let at = place.at.lerp(there.place.at, share);
            let outline = Outline { footprint: ends[n].footprint, place: Place { at, ..place } };
            let clear = others.iter().all(|other| outline.overlap(other) <= cp.numbers().overlap_tolerance);
            let going = cp.mover(routes[n].piece);
            if clear && path::walk(cp.view.ground(), &[place.at, at], left, &going).stopped.is_none() {
                taken[n] = outline;
                extra[n] = Some((outline.place, foe));
                break;
            }
        }
    }
    let longest = (0..routes.len())
        .filter_map(|n| extra[n].map(|(place, _)| place.at.distance(ends[n].place.at)))
        .fold(0.0, f32::max);
    let whole = routes[0].length().max(0.01) + longest;
    for (route, extra) in routes.iter_mut().zip(extra) {
        let body = (whole - longest) / whole;
        for share in &mut route.shares {
            *share *= body;
        }
        match extra {
            Some((place, foe)) => {
                route.places.push(place);
                route.shares.push(1.0);
                route.target = Some(foe);
            }
            None => {
                let last = route.end();
                route.places.push(last);
                route.shares.push(1.0);
            }
        }
    }
}

/// HM-5.9: whether the body that a route belongs to was still one when it made contact: who fell or stopped on the way
/// no longer counts.
pub fn kept_together(cp: &SkirmishView, data: &CloseOrder, route: &Route, all: &[Route]) -> bool {
    // The last corner of a route is where the figure has closed up to, the one before it is its place in the body. A
    // figure that was halted before the end with its body stands in its place there.
    let in_body = |route: &Route| {
        let here = cp.view.place(route.piece);
        let at_end = here.at.distance(route.end().at) <= cp.touch_tolerance();
        if at_end { route.places[route.places.len().saturating_sub(2)] } else { here }
    };
    let still: Vec<(PieceId, Outline)> = all
        .iter()
        .filter(|other| other.body.is_some() && cp.view.in_play(other.piece))
        .map(|other| (other.piece, Outline { footprint: cp.view.footprint(other.piece), place: in_body(other) }))
        .collect();
    let groups = linked(&still, data.min_linked, |a, b| cp.bases_touch(a, b));
    groups.iter().any(|group| group.contains(&route.piece))
}

//! The way that a mover goes: its corners, on the floors of buildings too, and the share of the way at each.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use grapeshot_floor::{
    forces::PieceId,
    orders::PlannedMove,
    table::position::{Heading, Place},
};

/// Inches of way for which the stairs from one floor to the next count.
const INCHES_A_FLOOR: f32 = 3.0;

/// A corner of a way, on its floor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    /// The point, in inches.
    pub at: Vec2,
    /// Its storey, 0 for the ground floor.
    pub floor: u8,
}

/// Inches from one corner of a way to the next, stairs included.
pub fn way(a: &Place, b: &Place) -> f32 {
    a.at.distance(b.at) + f32::from(a.floor.abs_diff(b.floor)) * INCHES_A_FLOOR
}

fn between(a: &Spot, b: &Spot) -> f32 {
    a.at.distance(b.at) + f32::from(a.floor.abs_diff(b.floor)) * INCHES_A_FLOOR
}

/// The length of a way in inches, stairs included.
pub fn length(way: &[Spot]) -> f32 {
    way.windows(2).map(|pair| between(&pair[0], &pair[1])).sum()
}

/// The corners of a way up to a share of its length.
pub fn part_of(way: &[Spot], share: f32) -> Vec<Spot> {
    if share >= 1.0 {
        return way.to_vec();
    }
    let mut part: Vec<Spot> = way.first().copied().into_iter().collect();
    let mut left = length(way) * share.max(0.0);
    for pair in way.windows(2) {
        let inches = between(&pair[0], &pair[1]);
        if left <= 0.0 {
            break;
        }
        if inches <= left {
            part.push(pair[1]);
        } else if pair[0].floor == pair[1].floor {
            part.push(Spot { at: pair[0].at + (pair[1].at - pair[0].at) * (left / inches), ..pair[0] });
        }
        left -= inches;
    }
    part
}

/// A way that stays on one floor.
pub fn level(corners: &[Vec2], floor: u8) -> Vec<Spot> {
    corners.iter().map(|at| Spot { at: *at, floor }).collect()
}

/// The fixed path of one mover (CP-2.15): places with the share of the way at which it reaches them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Route {
    /// The mover.
    pub piece: PieceId,
    /// The corners of its path with the facing there; the first is where it stands.
    pub places: Vec<Place>,
    /// The share (0 to 1) of the way at which each corner is reached.
    pub shares: Vec<f32>,
    /// The enemy that it is to contact, if it assaults.
    pub target: Option<PieceId>,
    /// The enemy that a mounted charge is meant for, whether it reaches him or not (`Charge`).
    pub intended: Option<PieceId>,
    /// Inches of allowance it costs.
    pub cost: f32,
    /// The first figure of its body, if it moves in a body all the way.
    pub body: Option<PieceId>,
}

impl Route {
    /// The place at a share of the way.
    pub fn at(&self, share: f32) -> Place {
        let last = self.places.len() - 1;
        if share >= 1.0 {
            return self.places[last];
        }
        if share <= 0.0 || last == 0 {
            return self.places[0];
        }
        let next = self.shares.partition_point(|s| *s <= share).clamp(1, last.max(1)).min(last);
        let (from, to) = (self.places[next - 1], self.places[next]);
        let span = self.shares[next] - self.shares[next - 1];
        let part = if span > 0.0 { ((share - self.shares[next - 1]) / span).clamp(0.0, 1.0) } else { 1.0 };
        let turn = from.facing.turn_to(to.facing);
        // A free mover faces the way it goes; only a wheeling body turns on the way.
        let facing = if self.body.is_some() { from.facing.turned(turn * part) } else { to.facing };
        Place { at: from.at.lerp(to.at, part), facing, floor: from.floor }
    }

    /// The corners passed from one share of the way to another, both ends included.
    pub fn corners(&self, from: f32, to: f32) -> Vec<Vec2> {
        self.spots(from, to).into_iter().map(|spot| spot.at).collect()
    }

    /// The corners passed from one share of the way to another, with their floors.
    pub fn spots(&self, from: f32, to: f32) -> Vec<Spot> {
        let spot = |place: Place| Spot { at: place.at, floor: place.floor };
        let mut spots = vec![spot(self.at(from))];
        for (place, share) in self.places.iter().zip(&self.shares) {
            if *share > from && *share < to {
                spots.push(spot(*place));
            }
        }
        spots.push(spot(self.at(to)));
        spots
    }

    /// The end of the path.
    pub fn end(&self) -> Place {
        self.places[self.places.len() - 1]
    }

    /// Its length in inches, stairs included.
    pub fn length(&self) -> f32 {
        self.places.windows(2).map(|pair| way(&pair[0], &pair[1])).sum()
    }

    /// A path through these corners on the floor where it starts, with the shares by length.
    pub fn free(piece: PieceId, start: Place, corners: &[Vec2], end_facing: Option<Heading>) -> Self {
        let spots: Vec<Spot> = corners.iter().map(|at| Spot { at: *at, floor: start.floor }).collect();
        Self::through(piece, start, &spots, end_facing)
    }

    /// A path through these spots, the start first, with the shares by length.
    pub fn through(piece: PieceId, start: Place, spots: &[Spot], end_facing: Option<Heading>) -> Self {
        let mut places = vec![start];
        for Spot { at, floor } in &spots[1..] {
            let from = places[places.len() - 1];
            if *at != from.at {
                places.push(Place { at: *at, facing: Heading::from_to(from.at, *at), floor: *floor });
            } else if *floor != from.floor {
                places.push(Place { floor: *floor, ..from });
            }
        }
        let last = places.len() - 1;
        if let (Some(facing), true) = (end_facing, last > 0) {
            places[last].facing = facing;
        }
        let mut route = Self { piece, places, shares: Vec::new(), target: None, intended: None, cost: 0.0, body: None };
        route.share_by_length();
        route
    }

    /// Extends the path in a straight line to a place.
    pub fn go_on_to(&mut self, place: Place) {
        self.places.push(place);
        self.share_by_length();
    }

    /// The path up to a share of it, which becomes the whole.
    pub fn cut(mut self, share: f32) -> Self {
        if share >= 1.0 {
            return self;
        }
        let end = self.at(share);
        let kept = self.shares.iter().take_while(|s| **s < share).count().max(1);
        self.places.truncate(kept);
        self.shares.truncate(kept);
        self.places.push(end);
        self.shares.push(share);
        if share > 0.0 {
            for s in &mut self.shares {
                *s /= share;
            }
        }
        self
    }

    fn share_by_length(&mut self) {
        let total = self.length();
        let mut gone = 0.0;
        self.shares = vec![0.0];
        for pair in self.places.windows(2) {
            gone += way(&pair[0], &pair[1]);
            self.shares.push(if total > 0.0 { gone / total } else { 1.0 });
        }
        if let Some(last) = self.shares.last_mut()
            && total > 0.0
        {
            *last = 1.0;
        }
    }
}

/// Paths that are fixed, with what the player is shown of them.
pub type Fixed = (Vec<Route>, Vec<PlannedMove>);

//! What an order would aim at and go over, and where somebody may be: what marks and words on the table both tell.

use bevy::math::Vec2;

use super::pen::inches;
use crate::{
    pieces::things::Things,
    session::{Draft, Session},
};
use grapeshot_floor::{
    forces::PieceId,
    orders::{Leg, PlannedMove},
    table::{
        index::Feature,
        path::{Part, survey},
    },
    turn::rules::{Thing, ThingAt},
};

/// Where a thing lies, and the inches within which somebody is found there, if it is a suspected place.
pub(super) fn found_at(thing: &Thing) -> Option<(Vec2, f32)> {
    match thing.at {
        ThingAt::Lying(place) => thing.reach.map(|reach| (place.at, reach)),
        ThingAt::Carried(_) => None,
    }
}

/// The suspected places, each with the inches within which somebody is found there.
pub(super) fn suspected(things: &Things) -> Vec<(Vec2, f32)> {
    things.0.iter().filter_map(found_at).collect()
}

/// A stretch of a way that costs more inches than it is long.
pub(super) struct SlowStretch {
    /// Where it begins, in inches.
    pub from: Vec2,
    /// Where it ends.
    pub to: Vec2,
    /// What it costs, in inches.
    pub cost: f32,
    /// What is said of it.
    pub text: String,
}

impl SlowStretch {
    /// The one that costs most.
    pub fn dearest(stretches: Vec<Self>) -> Option<Self> {
        stretches.into_iter().max_by(|a, b| a.cost.total_cmp(&b.cost))
    }
}

/// The stretches of a way that cost more inches than they are long.
pub(super) fn slow_stretches(session: &Session, planned: &PlannedMove) -> Vec<SlowStretch> {
    let ground = session.view().ground().clone();
    let terrain = ground.terrain();
    let mut slow = Vec::new();
    for part in survey(&ground, &planned.path) {
        let Part::Stretch(stretch) = part else { continue };
        let (rate, name) = match stretch.feature {
            Feature::Stream(n, ground) => {
                (ground.rate, terrain.streams[n].name.clone().unwrap_or_else(|| "stream".into()))
            }
            Feature::Area(n, ground) => {
                let area = &terrain.areas[n];
                (ground.rate, area.name.clone().unwrap_or_else(|| area.kind.replace('_', " ")))
            }
            Feature::Crossing(n, ground) => (ground.rate, terrain.crossings[n].kind.replace('_', " ")),
            Feature::Slope(_, hill) => (hill.rate, "slope".to_owned()),
            Feature::Open | Feature::Road(_) | Feature::Building(_) => continue,
        };
        if rate >= 1.0 || rate <= 0.0 || stretch.length < 0.05 {
            continue;
        }
        let cost = stretch.length / rate;
        let text = format!("{name} {}: {} costs {cost:.1}", share(rate), inches(stretch.length));
        slow.push(SlowStretch { from: stretch.from, to: stretch.to, cost, text });
    }
    slow
}

/// A rate as the player reads it ("×½").
fn share(rate: f32) -> String {
    match rate {
        r if (r - 0.5).abs() < 0.01 => "\u{d7}\u{bd}".into(),
        r if (r - 0.25).abs() < 0.01 => "\u{d7}\u{bc}".into(),
        r if (r - 0.75).abs() < 0.01 => "\u{d7}\u{be}".into(),
        r => format!("\u{d7}{r:.2}"),
    }
}

/// A line of fire: from each piece that would shoot to the target, or to a point of the table.
pub(super) struct Aim {
    /// Where each piece that would shoot would then stand, in inches.
    pub from: Vec<(PieceId, Vec2)>,
    /// Where the target is.
    pub to: Vec2,
    /// The target, if it is a piece.
    pub target: Option<PieceId>,
}

impl Aim {
    /// Where the piece nearest to the target would stand.
    pub fn nearest(&self) -> Option<(PieceId, Vec2)> {
        let gap = |at: Vec2| at.distance(self.to);
        self.from.iter().min_by(|a, b| gap(a.1).total_cmp(&gap(b.1))).copied()
    }
}

/// The line of fire of the order in hand, if it has one.
pub(super) fn aim_of(session: &Session, draft: &Draft) -> Option<Aim> {
    let order = draft.shown();
    let target = order.target.and_then(|piece| Some((Some(piece), session.shown().piece(piece)?.place.at)));
    let point = order.path.last().filter(|_| draft.takes_point_or_target()).and_then(|leg| match leg {
        Leg::To(point) => Some((None, *point)),
        _ => None,
    });
    let (target, to) = target.or(point)?;
    let place = |piece: &PieceId| {
        let planned = draft.plan().and_then(|plan| plan.moves.iter().find(|m| m.piece == *piece));
        let at = planned.map(|m| m.end.at).or_else(|| session.shown().piece(*piece).map(|p| p.place.at))?;
        Some((*piece, at))
    };
    Some(Aim { from: order.pieces.iter().filter_map(place).collect(), to, target })
}

//! What a side is out for beyond what each order is worth by itself: to close with the enemy, to go where points are to be
//! had, to keep together. What each is worth as the battle stands is learnt like the value of a position, and its weights
//! stand beside the others in `value.ron`.

use bevy::math::Vec2;
use std::collections::BTreeMap;

use super::value::{self, Prospect};
use crate::battle::Battle;
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::{PieceId, SideId},
    orders::{Order, PlannedMove},
    table::measure,
    turn::{BattleView, VictoryTerms},
};

/// The inches by which an order must bring its pieces nearer to an aim to be worth what the intent says.
const STRIDE: f32 = 6.0;
/// The points between which a side chooses for each aim.
pub const LEVELS: [f32; 4] = [0.0, 1.0, 3.0, -1.0];
/// The points that count as 1 in what is learnt.
const FULL: f32 = 3.0;
/// What an aim must be worth to be followed, in logits: about 0.02 of the chance to win.
const WORTHWHILE: f32 = 0.08;

/// Something that a side may be out for.
struct Aim {
    nearer: &'static str,
    farther: &'static str,
    /// The names of the weights: always, late in the battle, if ahead in points, if stronger; and of its square.
    weights: [&'static str; 4],
    squared: &'static str,
}

const AIMS: [Aim; 3] = [
    Aim {
        nearer: "nearer to the enemy",
        farther: "farther from the enemy",
        weights: ["to the enemy", "to the enemy late", "to the enemy if ahead", "to the enemy if stronger"],
        squared: "to the enemy squared",
    },
    Aim {
        nearer: "nearer to points",
        farther: "farther from points",
        weights: ["to points", "to points late", "to points if ahead", "to points if stronger"],
        squared: "to points squared",
    },
    Aim {
        nearer: "nearer to friends",
        farther: "farther from friends",
        weights: ["to friends", "to friends late", "to friends if ahead", "to friends if stronger"],
        squared: "to friends squared",
    },
];

/// The points that an order is worth more for each stride that it brings its pieces nearer to the enemy, to points, to
/// friends.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Intent(pub [f32; 3]);

impl Intent {
    /// What has proved best for a side as the battle stands, by what the side can know.
    pub fn of(battle: &Battle, side: SideId) -> Self {
        let weights = &battle.rules().weights().weights;
        Self::by(&Prospect::of(battle, side), |name| weights.get(name).copied().unwrap_or_default())
    }

    /// What is best by weights, told by their names.
    pub fn by(prospect: &Prospect, weight: impl Fn(&str) -> f32) -> Self {
        let worth = |aim: &Aim, points: f32| -> f32 {
            parts_of(aim, points, prospect).map(|(name, part)| part * weight(name)).sum()
        };
        Self(AIMS.each_ref().map(|aim| {
            let best = LEVELS.into_iter().max_by(|a, b| worth(aim, *a).total_cmp(&worth(aim, *b)));
            best.filter(|best| worth(aim, *best) >= WORTHWHILE).unwrap_or_default()
        }))
    }

    /// What it is made of for a side, by the names of the weights.
    pub fn parts(self, prospect: &Prospect) -> BTreeMap<&'static str, f32> {
        AIMS.iter().zip(self.0).flat_map(|(aim, points)| parts_of(aim, points, prospect)).collect()
    }

    /// Adds to what an order is worth what the intent makes of it.
    pub(super) fn weigh(self, battle: &Battle, view: &BattleView, order: &Order, rule: &RuleId, worth: &mut Explained) {
        if self == Self::default() {
            return;
        }
        let Ok(plan) = battle.check(order) else { return };
        for ((aim, points), inches) in AIMS.iter().zip(self.0).zip(approach(view, order.side, &plan.moves)) {
            if points != 0.0 && inches != 0.0 {
                let words = if inches < 0.0 { aim.farther } else { aim.nearer };
                worth.add(rule.clone(), words, points * inches / STRIDE);
            }
        }
    }
}

fn parts_of(aim: &Aim, points: f32, prospect: &Prospect) -> impl Iterator<Item = (&'static str, f32)> {
    let much = points / FULL;
    let by = [1.0, prospect.gone, prospect.ahead, prospect.stronger];
    let parts: Vec<_> = aim.weights.into_iter().zip(by.map(|amount| amount * much)).collect();
    parts.into_iter().chain([(aim.squared, much * much)])
}

/// How much nearer moves bring their pieces on average to the enemy, to points and to friends, in inches.
fn approach(view: &BattleView, side: SideId, moves: &[PlannedMove]) -> [f32; 3] {
    if moves.is_empty() {
        return [0.0; 3];
    }
    let moved = |piece: PieceId| moves.iter().any(|way| way.piece == piece);
    let standing = || view.pieces().filter(|piece| view.in_play(*piece));
    let nearest = |at: Vec2, pieces: &[Vec2]| pieces.iter().map(|piece| piece.distance(at)).min_by(f32::total_cmp);
    let enemies: Vec<Vec2> =
        standing().filter(|piece| view.side_of(*piece) != side).map(|piece| view.place(piece).at).collect();
    let friends: Vec<Vec2> = standing()
        .filter(|piece| view.side_of(*piece) == side && !moved(*piece))
        .map(|piece| view.place(piece).at)
        .collect();
    let mut inches = [0.0; 3];
    for way in moves.iter().filter(|way| view.in_play(way.piece)) {
        let (from, to) = (view.place(way.piece).at, way.end.at);
        let aims: [&dyn Fn(Vec2) -> Option<f32>; 3] =
            [&|at| nearest(at, &enemies), &|at| to_points(view, side, at), &|at| nearest(at, &friends)];
        for (sum, aim) in inches.iter_mut().zip(aims) {
            *sum += aim(from).zip(aim(to)).map_or(0.0, |(from, to)| from - to);
        }
    }
    inches.map(|sum| sum / moves.len() as f32)
}

/// The inches from a point to where a side may earn points next: a place at which none of its own stands, else an edge or
/// an area.
fn to_points(view: &BattleView, side: SideId, at: Vec2) -> Option<f32> {
    let terms: &VictoryTerms = view.resource();
    let own = |place: Vec2, radius: f32| {
        let mut pieces = view.pieces().filter(|piece| view.in_play(*piece) && view.side_of(*piece) == side);
        pieces.any(|piece| view.place(piece).at.distance(place) <= radius)
    };
    let places = terms.holds.iter().filter(|hold| hold.side.is_none_or(|only| only == side));
    let places = places.map(|hold| &terms.objectives[hold.objective]).filter(|place| !own(place.at, place.radius));
    let places = places.map(|place| (at.distance(place.at) - place.radius).max(0.0)).min_by(f32::total_cmp);
    let exits = || terms.exits.iter().filter(|exit| exit.side == side && exit.of.is_empty());
    let exits = || exits().map(|exit| measure::distance_to_line(at, &exit.line));
    let zones = || terms.zones.iter().filter(|zone| zone.side == side && zone.of.is_empty());
    let zones = || zones().map(|zone| value::distance_into(at, &zone.outline));
    places.or_else(|| exits().chain(zones()).min_by(f32::total_cmp))
}

//! What the rules say of units as they stand, for those who look at the table: what each sees, how far it could come,
//! what it could shoot at, how far it is from the enemy, and where those come who are not there yet.
//!
//! Everything is asked of the ruleset through [`UnitsShown`](grapeshot_floor::turn::rules::UnitsShown); pictures and the
//! window draw the same answers.

use bevy::math::Vec2;
use std::collections::BTreeSet;

use grapeshot_floor::{
    forces::{Arrival, Fate, PieceId, SideId, UnitEntry, UnitId},
    shared::formed::going::inward,
    table::position::Place,
    turn::{
        ActiveRulebook, BattleView, ScenarioEvents,
        rules::{Arc2, Rules, Sightline, Stride},
    },
};

/// A line of sight from a unit to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Where it begins, in inches.
    pub from: Vec2,
    /// Where it would end.
    pub to: Vec2,
    /// The unit there.
    pub unit: UnitId,
    /// Whether the line is free, and what blocks it.
    pub line: Sightline,
}

/// What a unit could reach and shoot at.
#[derive(Debug, Clone, PartialEq)]
pub struct Threat {
    pub unit: UnitId,
    /// The middle of its pieces, in inches.
    pub middle: Vec2,
    /// Inches from there that it could come, the size of the unit included; none if it cannot move.
    pub radius: Option<f32>,
    /// Where its middle piece could shoot.
    pub fire: Option<Arc2>,
    /// How far it could come at most.
    pub stride: Option<Stride>,
}

/// How far a unit is from the nearest unit of an enemy.
#[derive(Debug, Clone, PartialEq)]
pub struct Approach {
    /// The two units, with the pieces of theirs that are nearest to each other.
    pub units: [(UnitId, PieceId); 2],
    /// Inches between the outlines of the two pieces.
    pub gap: f32,
}

/// A stretch of the table's edge over which units come.
#[derive(Debug, Clone, PartialEq)]
pub struct Stretch {
    /// Its ends, in inches.
    pub ends: [Vec2; 2],
    /// The chance that they come here, 0 to 1.
    pub chance: f32,
}

/// Units that come onto the table together.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrivals {
    pub side: SideId,
    pub units: Vec<UnitId>,
    /// When they come, in words ("arrives turn 3").
    pub when: String,
    /// Where they come: the stretch that the scenario names, then the one at which a die may bring them instead.
    pub stretches: Vec<Stretch>,
    /// Where their pieces would stand if they came now over the middle of the first stretch, one unit beside the other.
    pub ghosts: Vec<(PieceId, Place)>,
}

fn rules<'w>(view: &BattleView<'w>) -> &'w dyn Rules {
    &*view.resource::<ActiveRulebook>().0.rules
}

fn places(view: &BattleView, unit: UnitId) -> Vec<(PieceId, Vec2)> {
    view.present(unit).map(|piece| (piece, view.place(piece).at)).collect()
}

/// The lines of sight from a unit to the nearest piece of each unit of another side: from one of its pieces, or from its
/// middle one.
pub fn looks(view: &BattleView, unit: UnitId, picked: Option<PieceId>) -> Vec<Look> {
    let own = places(view, unit);
    let middle = own.get(own.len() / 2);
    let Some((eye, from)) = own.iter().find(|(piece, _)| picked == Some(*piece)).or(middle).copied() else {
        return Vec::new();
    };
    let side = view.side_of_unit(unit);
    let others = view.units().filter(|other| view.side_of_unit(*other) != side);
    let look = |other: UnitId| {
        let nearest = places(view, other).into_iter().min_by(|a, b| a.1.distance(from).total_cmp(&b.1.distance(from)));
        let (target, to) = nearest?;
        let line = rules(view).sightline(view, eye, target)?;
        Some(Look { from, to, unit: other, line })
    };
    others.filter_map(look).collect()
}

/// What a unit could reach and shoot at; none if nobody of it is on the table.
pub fn threat(view: &BattleView, unit: UnitId) -> Option<Threat> {
    let pieces = places(view, unit);
    let (eye, _) = *pieces.get(pieces.len() / 2)?;
    let middle = pieces.iter().map(|(_, at)| *at).sum::<Vec2>() / pieces.len() as f32;
    let spread = pieces.iter().map(|(piece, at)| at.distance(middle) + view.footprint(*piece).reach());
    let spread = spread.fold(0.0, f32::max);
    let stride = rules(view).stride(view, unit);
    let radius = stride.as_ref().map(|stride| stride.inches + spread);
    Some(Threat { unit, middle, radius, fire: rules(view).arc(view, eye), stride })
}

impl Approach {
    /// What the distance is in inches, and in the moves of both units as far as each can move.
    pub fn text(&self, view: &BattleView) -> String {
        let moves = self.units.iter().filter_map(|(unit, _)| {
            let stride = rules(view).stride(view, *unit).filter(|stride| stride.inches > 0.0)?;
            Some(format!("{} {:.1} \u{d7} {}", view.unit(*unit).name, self.gap / stride.inches, stride.label))
        });
        let parts: Vec<String> = std::iter::once(format!("{:.1}\u{2033} apart", self.gap)).chain(moves).collect();
        parts.join(", ")
    }
}

/// The distances between units and their enemies: of a unit from the nearest unit of each enemy side, or else between
/// the two units of each two enemy sides that are nearest to each other.
pub fn approaches(view: &BattleView, unit: Option<UnitId>) -> Vec<Approach> {
    let sides: Vec<SideId> = view.sides().0.iter().map(|side| side.id).collect();
    let of_side = |side: SideId| view.units().filter(move |unit| view.side_of_unit(*unit) == side).collect();
    let pairs: Vec<(Vec<UnitId>, SideId)> = match unit {
        Some(unit) => sides.iter().map(|side| (vec![unit], *side)).collect(),
        None => sides
            .iter()
            .flat_map(|side| sides.iter().filter(move |other| side < *other).map(move |other| (*side, *other)))
            .map(|(side, other)| (of_side(side), other))
            .collect(),
    };
    let enemies = |(units, side): &(Vec<UnitId>, SideId)| {
        units.first().is_some_and(|first| view.sides().are_enemies(view.side_of_unit(*first), *side))
    };
    pairs.into_iter().filter(enemies).filter_map(|(units, side)| nearest(view, &units, &of_side(side))).collect()
}

/// The two units of two groups that are nearest to each other.
fn nearest(view: &BattleView, ours: &[UnitId], theirs: &[UnitId]) -> Option<Approach> {
    let pieces = |units: &[UnitId]| -> Vec<(UnitId, PieceId)> {
        units.iter().flat_map(|unit| view.present(*unit).map(|piece| (*unit, piece))).collect()
    };
    let theirs = pieces(theirs);
    let mut best: Option<Approach> = None;
    for one in pieces(ours) {
        for other in &theirs {
            let (a, b) = (view.outline(one.1), view.outline(other.1));
            let least = a.place.at.distance(b.place.at) - a.footprint.reach() - b.footprint.reach();
            if best.as_ref().is_some_and(|best| least >= best.gap) {
                continue;
            }
            let gap = a.gap(&b);
            if best.as_ref().is_none_or(|best| gap < best.gap) {
                best = Some(Approach { units: [one, *other], gap });
            }
        }
    }
    best
}

/// The units that are not on the table yet, those together that come at the same time over the same stretch.
pub fn arrivals(view: &BattleView) -> Vec<Arrivals> {
    let mut found: Vec<Arrivals> = Vec::new();
    let awaited = |unit: &UnitId| {
        let pieces = &view.unit(*unit).pieces;
        !pieces.is_empty() && pieces.iter().all(|piece| view.fate(*piece) == Fate::Awaited)
    };
    for unit in view.units().filter(awaited) {
        let Some(arrival) = view.get_unit_part::<UnitEntry>(unit).and_then(|entry| entry.arrival.as_ref()) else {
            continue;
        };
        let (side, when, stretches) = (view.side_of_unit(unit), when(view, unit), stretches(arrival));
        let same = |known: &&mut Arrivals| known.side == side && known.when == when && known.stretches == stretches;
        match found.iter_mut().find(same) {
            Some(known) => known.units.push(unit),
            None => found.push(Arrivals { side, units: vec![unit], when, stretches, ghosts: Vec::new() }),
        }
    }
    put_ghosts(view, &mut found);
    found
}

/// When a unit comes: in a turn, or by an event.
fn when(view: &BattleView, unit: UnitId) -> String {
    let events = view.get_resource::<ScenarioEvents>().map_or(&[][..], |events| &events.0);
    match events.iter().find(|event| event.arrives.contains(&unit)) {
        Some(event) => format!("arrives by {}", event.name),
        None => view.arrives(unit, view.clock().turn),
    }
}

fn stretches(arrival: &Arrival) -> Vec<Stretch> {
    let ends = |line: &[Vec2]| line.first().zip(line.last()).map(|(first, last)| [*first, *last]);
    let other = arrival.elsewhere.as_ref().and_then(|other| Some((ends(&other.line)?, f32::from(other.die) / 6.0)));
    let chance = 1.0 - other.map_or(0.0, |(_, chance)| chance);
    let own = ends(&arrival.line).map(|ends| Stretch { ends, chance });
    own.into_iter().chain(other.map(|(ends, chance)| Stretch { ends, chance })).collect()
}

/// Puts the pieces of arriving units side by side along their stretch, all that come over the same one together.
fn put_ghosts(view: &BattleView, arrivals: &mut [Arrivals]) {
    let ends = |arrivals: &Arrivals| arrivals.stretches.first().map(|stretch| stretch.ends);
    let all: Vec<(Option<[Vec2; 2]>, UnitId)> =
        arrivals.iter().flat_map(|group| group.units.iter().map(|unit| (ends(group), *unit))).collect();
    for group in arrivals {
        let Some([from, to]) = ends(group) else { continue };
        let beside: Vec<UnitId> =
            all.iter().filter(|(known, _)| *known == Some([from, to])).map(|(_, unit)| *unit).collect();
        for unit in &group.units {
            let nth = beside.iter().position(|known| known == unit).unwrap_or(0);
            let share = (nth as f32 + 0.5) / beside.len().max(1) as f32;
            group.ghosts.extend(ghosts_at(view, *unit, from.lerp(to, share)));
        }
    }
}

/// The pieces of a unit as the scenario has them stand, moved to a point of the edge and onto the table.
fn ghosts_at(view: &BattleView, unit: UnitId, at: Vec2) -> Vec<(PieceId, Place)> {
    let pieces = &view.unit(unit).pieces;
    let size = view.terrain().size;
    let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    for piece in pieces {
        let (place, reach) = (view.place(*piece), view.footprint(*piece).reach());
        low = low.min(place.at - reach);
        high = high.max(place.at + reach);
    }
    let half = (high - low) / 2.0;
    let goal = at + inward(at, size).forward() * half;
    let goal = goal.clamp(half.min(size / 2.0), (size - half).max(size / 2.0));
    let by = goal - (low + high) / 2.0;
    let moved = |piece: &PieceId| {
        let place = view.place(*piece);
        (*piece, Place { at: place.at + by, ..place })
    };
    pieces.iter().map(moved).collect()
}

/// The lines of sight that are free between units of different sides, each pair of units once: from the units of the
/// side whose view it is, or from all.
pub fn free_looks(view: &BattleView) -> Vec<(UnitId, Look)> {
    let mut seen: BTreeSet<(UnitId, UnitId)> = BTreeSet::new();
    let own = |unit: &UnitId| view.side().is_none_or(|side| view.side_of_unit(*unit) == side);
    let looks =
        view.units().filter(own).flat_map(|unit| looks(view, unit, None).into_iter().map(move |look| (unit, look)));
    let free = looks.filter(|(_, look)| look.line.blocker.is_none());
    free.filter(|(unit, look)| seen.insert((*unit.min(&look.unit), *unit.max(&look.unit)))).collect()
}

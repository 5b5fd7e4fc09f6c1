//! The worth of stands, by the points that their loss brings the enemy (FF-16.3), and who would lose.

use crate::state::view::FuryView;
use grapeshot_floor::{
    forces::{SideId, UnitId},
    shared::breaks,
    turn::VictoryTerms,
};

/// FF-16.3: whether a side would lose if the battle ended now.
pub fn would_lose(ff: &FuryView, side: SideId) -> bool {
    let points: Vec<f32> = ff.standings().iter().map(|standing| standing.points.total()).collect();
    let lead = points[side.index().min(1)] - points[side.other().index()];
    lead <= -ff.view.resource::<VictoryTerms>().margin.max(1.0)
}

/// FF-16.1, FF-16.3: the points that the next loss of a side brings the enemy on average, on the way to the next of its
/// two thresholds.
fn of_army(ff: &FuryView, side: SideId) -> f32 {
    let score = &ff.numbers().score;
    let lost = f32::from(ff.play().lost[side.index().min(1)]);
    let (heavy, greater) = ff.thresholds(side);
    if lost < heavy {
        score.heavy / (heavy - lost)
    } else if lost < greater {
        (score.greater - score.heavy) / (greater - lost)
    } else {
        0.0
    }
}

/// FF-16.3: the points that the next loss of a unit brings the enemy on average, on the way to its next line.
fn of_unit(ff: &FuryView, unit: UnitId) -> f32 {
    let (score, values) = (&ff.numbers().score, ff.values(unit));
    if values.is_guns() {
        return score.gun;
    }
    let now = ff.count(unit) as u8;
    let (worn, spent) = ff.book.steps(values.start, values.morale);
    let (at, from, to) = match worn {
        Some(worn) if now > worn => (worn, 0.0, score.worn),
        Some(_) if now > spent => (spent, score.worn, score.spent),
        None if now > spent => (spent, 0.0, score.spent),
        // FF-3.10: a unit with one stand left is removed.
        _ => (1, score.spent, score.destroyed),
    };
    (to - from) / f32::from(now.saturating_sub(at).max(1))
}

/// The points that the loss of the next stand of a unit brings the enemy on average.
pub fn at_stake(ff: &FuryView, unit: UnitId) -> f32 {
    let named = breaks::at_stake(&ff.view, unit, |other| ff.stands_lost(other));
    of_army(ff, ff.side(unit)) + of_unit(ff, unit) + named
}

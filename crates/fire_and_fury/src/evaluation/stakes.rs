//! The worth of stands, by the points that their loss brings the enemy (FF-16.3), and how much a side dares.

use crate::state::view::FuryView;
use grapeshot_floor::{
    forces::{SideId, UnitId},
    shared::breaks,
    turn::VictoryTerms,
};

/// FF-16.3: the lead of a side in points, and how far the rest of the battle may change it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outlook {
    /// The points of the side less the points of its enemy.
    pub lead: f32,
    /// The lead that wins.
    margin: f32,
    /// The points by which the lead may well change.
    spread: f32,
    /// The weight of a defeat, where a victory weighs 1.
    defeat: f32,
}

impl Outlook {
    /// The outlook of a side when this share of the battle, 0 to 1, is over.
    pub fn new(ff: &FuryView, side: SideId, gone: f32) -> Self {
        let says = &ff.book.judgement.stakes;
        let points: Vec<f32> = ff.standings().iter().map(|standing| standing.points.total()).collect();
        let units = ff.all_units().count() as f32;
        let spread = says.swing * (units * (1.0 - gone)).max(0.0).sqrt();
        Self {
            lead: points[side.index().min(1)] - points[side.other().index()],
            margin: ff.view.resource::<VictoryTerms>().margin.max(1.0),
            spread: spread.max(says.least_swing),
            // A draw is worth the less, the nearer the end is.
            defeat: says.defeat * (1.0 - gone).max(0.0).sqrt(),
        }
    }

    /// The worth of a lead: about the chance to win with it, less some of the chance to lose.
    fn hope(&self, lead: f32) -> f32 {
        let chance = |lead: f32| {
            let beyond = (lead - self.margin) / self.spread;
            0.5 + 0.5 * beyond / (1.0 + beyond.abs())
        };
        chance(lead) - self.defeat * chance(-lead)
    }

    /// How much a point lost counts beside a point won.
    pub fn care(&self) -> f32 {
        let gain = self.hope(self.lead + self.margin) - self.hope(self.lead);
        let loss = self.hope(self.lead) - self.hope(self.lead - self.margin);
        loss / gain.max(1e-3)
    }

    /// Whether the side would win, or lose, if the battle ended now.
    pub fn decided(&self) -> (bool, bool) {
        (self.lead >= self.margin, self.lead <= -self.margin)
    }
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

//! What the terms of victory count (CP-15.2): men lost, horses, figures in an area, animals that fell and by which
//! side's hand.

use bevy::math::Vec2;

use crate::{arms::mounted, state::led_horses::Horses, view::rulebook::SkirmishView};
use grapeshot_floor::{
    english::count,
    events::EventKind,
    forces::{Fate, PieceId, SideId, UnitEntry, UnitId},
    table::{footprint::Outline, measure},
    turn::{FallTerm, LossTerm, ZoneTerm},
};

/// The points that the loss of a figure brings the enemy, and as what it counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Loss {
    /// It counts as one of the men.
    Man(f32),
    /// It counts by the leader's rank.
    Leader(f32),
    /// It counts as a hero.
    Hero(f32),
}

impl Loss {
    /// The points, whatever it counts as.
    pub fn points(self) -> f32 {
        match self {
            Self::Man(points) | Self::Leader(points) | Self::Hero(points) => points,
        }
    }
}

impl SkirmishView<'_> {
    /// CP-15.2: the points that a lost figure brings the enemy: a hero counts as a hero, a leader by his rank, if the
    /// scenario counts either.
    pub fn worth_of_loss(&self, piece: PieceId, losses: &LossTerm) -> Loss {
        if losses.heroes > 0.0 && self.hero(piece).is_some() {
            return Loss::Hero(losses.heroes);
        }
        let rank = self.as_leader(piece).and_then(|leader| losses.by_rank.get(&leader.rank));
        rank.map_or(Loss::Man(losses.each), |worth| Loss::Leader(*worth))
    }

    /// How many horses units have lost: figures that were riders at the start and have no horse now, on the table or off
    /// it.
    pub(super) fn horses_lost_by(&self, counts: impl Fn(UnitId) -> bool) -> usize {
        let led = &self.view.resource::<Horses>().0;
        let lost = |unit: UnitId| {
            let riders = self.view.unit(unit).pieces.iter().filter(|piece| self.is_man(**piece));
            let on_foot = riders.filter(|piece| !self.mounted(**piece)).count();
            on_foot.saturating_sub(led.iter().filter(|horse| horse.unit == unit).count())
        };
        let rode = |unit: &UnitId| {
            let entry = self.view.unit_part::<UnitEntry>(*unit);
            entry.kind == mounted::KIND && counts(*unit)
        };
        self.view.units().filter(rode).map(lost).sum()
    }

    /// How many pieces count in an area.
    pub(super) fn inside(&self, zone: &ZoneTerm) -> usize {
        self.view
            .pieces()
            .filter(|piece| self.view.in_play(*piece))
            .filter(|piece| self.counts_in(zone, *piece))
            .count()
    }

    /// Whether a piece in play counts in an area where it stands: an unstunned figure of the side, wholly inside; or a
    /// piece of the units that count with its middle in it, which the side may have to drive.
    pub fn counts_in(&self, zone: &ZoneTerm, piece: PieceId) -> bool {
        let driven = |unit: UnitId| !zone.driven || self.chapters().driver_of(self, unit) == Some(zone.side);
        if zone.of.is_empty() {
            return self.view.side_of(piece) == zone.side
                && !self.stunned(piece)
                && self.is_man(piece)
                && wholly_inside(&self.view.outline(piece), &zone.outline);
        }
        let unit = self.view.unit_of(piece);
        zone.of.contains(&unit) && driven(unit) && measure::inside(self.view.place(piece).at, &zone.outline)
    }

    /// How many pieces of the units that count have fallen, by the hand of the side if only those count.
    pub(super) fn fallen(&self, fall: &FallTerm) -> usize {
        let pieces = fall.of.iter().flat_map(|unit| self.view.unit(*unit).pieces.iter().copied());
        let fell = |piece: &PieceId| self.view.fate(*piece) == Fate::Casualty;
        pieces.filter(fell).filter(|piece| !fall.own_hand || self.felled_by(*piece) == Some(fall.side)).count()
    }

    /// Whether a piece is lost to its side.
    pub(super) fn is_lost(&self, piece: PieceId) -> bool {
        matches!(self.view.fate(piece), Fate::Casualty | Fate::Fled)
    }

    /// How many men of a unit are lost, and how many it had.
    pub fn men_lost(&self, unit: UnitId) -> (usize, usize) {
        let men = self.view.unit(unit).pieces.iter().filter(|piece| self.is_man(**piece));
        (men.clone().filter(|piece| self.is_lost(**piece)).count(), men.count())
    }

    /// The event with which a piece left the table, by its number in the log.
    fn fall_of(&self, piece: PieceId) -> Option<usize> {
        let fell = |kind: &EventKind| matches!(kind, EventKind::Removed { piece: known, .. } if *known == piece);
        self.view.log().events().iter().rposition(|event| fell(&event.kind))
    }

    /// The side that shot at a unit or fought with it, or with one piece of it, in an event.
    fn hand_in(&self, kind: &EventKind, unit: UnitId, piece: Option<PieceId>) -> Option<SideId> {
        let struck = |struck: PieceId| piece.map_or(self.view.unit_of(struck) == unit, |piece| struck == piece);
        let by = match kind {
            EventKind::Shot { shooter, target, .. } if self.view.unit_of(*target) == unit => *shooter,
            EventKind::Fought { attacker, defender, .. } if struck(*defender) => *attacker,
            EventKind::Fought { attacker, defender, .. } if struck(*attacker) => *defender,
            _ => return None,
        };
        Some(self.view.side_of(by))
    }

    /// The side that brought a piece down: the one that shot at its unit or fought with it last before it fell, under
    /// the same order.
    fn felled_by(&self, piece: PieceId) -> Option<SideId> {
        let (events, end) = (self.view.log().events(), self.fall_of(piece)?);
        let before = events[..end].iter().rev().take_while(|event| event.step == events[end].step);
        before.into_iter().find_map(|event| self.hand_in(&event.kind, self.view.unit_of(piece), Some(piece)))
    }

    /// CP-15.2: the side by whose hand a figure was lost: the one that brought it down; else, as when it fled or something
    /// blew up, the one whose doing it was under the same order, or that shot at its unit or fought with it last.
    pub(super) fn lost_to(&self, piece: PieceId) -> Option<SideId> {
        self.felled_by(piece).or_else(|| {
            let (events, end) = (self.view.log().events(), self.fall_of(piece)?);
            let own = self.view.side_of(piece);
            let doing = events[..end].iter().rev().take_while(|event| event.step == events[end].step);
            let doing = doing.filter_map(|event| event.side).find(|side| self.view.sides().are_enemies(*side, own));
            doing.or_else(|| self.last_hand_on(self.view.unit_of(piece), end))
        })
    }

    /// The side that shot at a unit or fought with it last before an event, by the number of that in the log.
    pub(super) fn last_hand_on(&self, unit: UnitId, before: usize) -> Option<SideId> {
        let events = self.view.log().events();
        events[..before.min(events.len())].iter().rev().find_map(|event| self.hand_in(&event.kind, unit, None))
    }

    /// A number of men, or of pieces of the units that count, in words: "3 men", "3 of Lead bunch".
    pub(super) fn counted(&self, of: &[UnitId], number: usize) -> String {
        match of.first() {
            None => count(number, "man"),
            Some(unit) => format!("{number} of {}", self.unit_name(*unit)),
        }
    }
}

fn wholly_inside(outline: &Outline, area: &[Vec2]) -> bool {
    measure::inside(outline.place.at, area)
        && measure::distance_to_edge(outline.place.at, area) >= outline.footprint.reach() - 1e-4
}

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

    /// How many horses the enemies of a side have lost: figures that were riders at the start and have no horse now, on
    /// the table or off it.
    pub(super) fn horses_lost_to(&self, side: SideId) -> usize {
        let led = &self.view.resource::<Horses>().0;
        let lost = |unit: UnitId| {
            let riders = self.view.unit(unit).pieces.iter().filter(|piece| self.is_man(**piece));
            let on_foot = riders.filter(|piece| !self.mounted(**piece)).count();
            on_foot.saturating_sub(led.iter().filter(|horse| horse.unit == unit).count())
        };
        let rode = |unit: &UnitId| {
            let entry = self.view.unit_part::<UnitEntry>(*unit);
            self.view.is_enemy_unit(*unit, side) && entry.kind == mounted::KIND
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

    /// The side that brought a piece down: the one that shot at its unit or fought with it last before it fell, under
    /// the same order.
    fn felled_by(&self, piece: PieceId) -> Option<SideId> {
        let events = self.view.log().events();
        let fell = |kind: &EventKind| matches!(kind, EventKind::Removed { piece: known, .. } if *known == piece);
        let end = events.iter().rposition(|event| fell(&event.kind))?;
        let unit = self.view.unit_of(piece);
        let before = events[..end].iter().rev().take_while(|event| event.step == events[end].step);
        let by = |kind: &EventKind| match kind {
            EventKind::Shot { shooter, target, .. } if self.view.unit_of(*target) == unit => Some(*shooter),
            EventKind::Fought { attacker, defender, .. } if *defender == piece => Some(*attacker),
            EventKind::Fought { attacker, defender, .. } if *attacker == piece => Some(*defender),
            _ => None,
        };
        before.into_iter().find_map(|event| by(&event.kind)).map(|who| self.view.side_of(who))
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

//! Things that are worth carrying (CP-15.2: the scenario's objectives): which figure has them, where they lie, how they
//! are taken up.
//!
//! Each is carried by a figure from the start, or lies at a point. When its bearer falls it lies where he fell, until a
//! figure that touches the place, or the wagon on which it lies, takes it up, which is its action; when he leaves the table
//! it is gone with him.

use bevy::math::Vec2;

use crate::{state::prizes::Prizes, view::rulebook::SkirmishView};
use grapeshot_floor::{
    forces::{Fate, PieceId, SideId},
    orders::Order,
    procedure::{Found, plainly},
    shared::refuse,
    table::measure,
    turn::{BattleMut, ExitTerm, Objective, PrizeReward, PrizeStart, PrizeTerm, VictoryTerms},
};

/// Where a prize is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PrizeAt {
    /// A figure on the table carries it.
    Carried(PieceId),
    /// It lies at a point, in inches.
    Lying(Vec2),
    /// It left the table with this figure.
    Gone(PieceId),
}

/// What is on a wagon is taken off it from no farther than this, in inches.
const BESIDE: f32 = 1.0;
/// Nothing on wheels reaches farther than this from its middle, in inches.
const LONGEST: f32 = 4.0;
/// How near an edge a figure that left over it has its place, in inches.
const AT_EDGE: f32 = 1.0;

/// Gives each prize to the figure that carries it at the start.
pub fn open(battle: &mut BattleMut) {
    let view = battle.view();
    let bearer = |prize: &PrizeTerm| match prize.start {
        PrizeStart::With(unit) => Some(view.unit(unit).pieces[0]),
        PrizeStart::Aboard(unit) => {
            let cp = SkirmishView::of(view);
            view.unit(unit).pieces.iter().copied().find(|piece| !cp.is_man(*piece))
        }
        PrizeStart::Lying(_) => None,
    };
    let bearers = view.resource::<VictoryTerms>().prizes.iter().map(bearer);
    let bearers = Prizes(bearers.collect());
    battle.world().insert_resource(bearers);
}

/// Whether a point is near a stretch of an edge.
fn on_stretch(at: Vec2, stretch: &[Vec2]) -> bool {
    stretch.windows(2).any(|pair| measure::distance_to_segment(at, pair[0], pair[1]) <= AT_EDGE)
}

impl SkirmishView<'_> {
    /// Where a prize is, by its number. A prize on a hidden figure does not betray it.
    pub fn prize(&self, number: usize) -> PrizeAt {
        let Some(bearer) = self.view.resource::<Prizes>().0[number] else {
            return match self.view.resource::<VictoryTerms>().prizes[number].start {
                PrizeStart::Lying(at) => PrizeAt::Lying(at),
                PrizeStart::With(unit) | PrizeStart::Aboard(unit) => PrizeAt::Carried(self.view.unit(unit).pieces[0]),
            };
        };
        match self.view.fate(bearer) {
            Fate::Casualty => PrizeAt::Lying(self.view.place(bearer).at),
            Fate::InPlay | Fate::Awaited => PrizeAt::Carried(bearer),
            Fate::Exited | Fate::Fled => PrizeAt::Gone(bearer),
        }
    }

    /// The points of a side for a prize, with the reason.
    pub fn points_for_prize(&self, number: usize, side: SideId) -> Option<(String, f32)> {
        let terms = self.view.resource::<VictoryTerms>();
        let term = &terms.prizes[number];
        if self.view.resource::<Prizes>().0[number].is_none() {
            let kept = term.rewards.iter().find(|reward| reward.untouched && reward.side == side)?;
            return Some((format!("nobody has touched {}", term.name), kept.points));
        }
        let earned = |bearer: PieceId, gone: bool| {
            let at = self.view.place(bearer).at;
            let fits = |reward: &&PrizeReward| {
                let off = reward.off.as_ref().is_none_or(|stretch| gone && on_stretch(at, stretch));
                let there = reward.at.is_none_or(|n| !gone && self.has_come_to(bearer, &terms.objectives[n]));
                reward.side == side && !reward.untouched && off && there
            };
            let best = term.rewards.iter().filter(fits).max_by(|a, b| a.points.total_cmp(&b.points))?;
            let what = if gone { "carried off" } else { "carries" };
            (self.view.side_of(bearer) == side).then(|| (format!("{what} {}", term.name), best.points))
        };
        match self.prize(number) {
            PrizeAt::Lying(_) => None,
            PrizeAt::Carried(bearer) => earned(bearer, false),
            PrizeAt::Gone(bearer) => earned(bearer, true),
        }
    }

    /// Whether a figure is at an objective, with its middle within the objective's radius.
    fn has_come_to(&self, piece: PieceId, objective: &Objective) -> bool {
        self.view.place(piece).at.distance(objective.at) <= objective.radius + 1e-4
    }

    /// How many figures of a side, or pieces of the units that count, left the table over a stretch of its edge.
    pub fn exited(&self, term: &ExitTerm) -> usize {
        let own = |piece: PieceId| self.view.side_of(piece) == term.side && self.is_man(piece);
        let out = |piece: &PieceId| {
            (if term.of.is_empty() { own(*piece) } else { term.of.contains(&self.view.unit_of(*piece)) })
                && self.view.fate(*piece) == Fate::Exited
                && on_stretch(self.view.place(*piece).at, &term.line)
        };
        self.view.pieces().filter(out).count()
    }

    /// The prize that a figure may take up where it stands, by its number.
    pub fn prize_in_contact(&self, piece: PieceId) -> Option<usize> {
        let prizes = 0..self.view.resource::<Prizes>().0.len();
        prizes.into_iter().find(|number| match self.prize(*number) {
            PrizeAt::Lying(at) => {
                let near = self.touch_tolerance();
                self.view.outline(piece).gap_to_point(at) <= near
                    || self.wheels_under(at).is_some_and(|wheels| self.view.gap(piece, wheels) <= near)
            }
            PrizeAt::Carried(wheels) => self.is_unguarded(wheels, piece) && self.view.gap(piece, wheels) <= BESIDE,
            PrizeAt::Gone(_) => false,
        })
    }

    /// Whether a thing on wheels has no able enemy of a figure near it, so that the figure may take off what is on it.
    pub fn is_unguarded(&self, wheels: PieceId, taker: PieceId) -> bool {
        let side = self.view.side_of(taker);
        let guard = self.artillery().wagon_guard + 1e-4;
        let able = |man: &PieceId| {
            self.is_man(*man)
                && self.view.is_enemy(*man, side)
                && !self.stunned(*man)
                && self.view.gap(*man, wheels) <= guard
        };
        let near = self.view.pieces_index().within(self.view.place(wheels).at, LONGEST + guard + 2.0);
        !self.is_man(wheels) && !near.iter().any(able)
    }

    /// The wagon, gun or limber on which a point lies.
    fn wheels_under(&self, at: Vec2) -> Option<PieceId> {
        let on = |piece: &PieceId| !self.is_man(*piece) && self.view.outline(*piece).gap_to_point(at) <= 0.0;
        self.view.pieces_index().within(at, LONGEST).into_iter().find(on)
    }

    /// CP-2.12: to take up a prize is a figure's action.
    ///
    /// # Errors
    /// If the order does not name one figure, if he is stunned or has used his action, or if nothing lies at his feet.
    pub fn check_take(&self, order: &Order) -> Found<usize> {
        let [piece] = order.pieces.as_slice() else { return refuse("CP-2.12", "Name one figure to take it up") };
        let name = self.name(*piece);
        self.require_unstunned(*piece)?;
        self.require_stationary(*piece)?;
        match self.prize_in_contact(*piece) {
            Some(number) => {
                let what = &self.view.resource::<VictoryTerms>().prizes[number].name;
                plainly(format!("{name} takes up {what}"), number)
            }
            None => refuse("CP-15.2", format!("Nothing lies at the feet of {name}")),
        }
    }
}

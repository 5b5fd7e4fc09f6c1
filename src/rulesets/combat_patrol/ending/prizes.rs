//! Things that are worth carrying (CP-15.2: the scenario's objectives): who has them, where they lie, who takes them
//! up.
//!
//! Each is carried by a figure from the start. When its bearer falls it lies where he fell, until a figure that touches
//! the place takes it up, which is its action; when he leaves the table it is gone with him.

use bevy::{ecs::resource::Resource, math::Vec2};
use serde::{Deserialize, Serialize};

use crate::{
    events::RuleId,
    forces::{Fate, PieceId, SideId},
    orders::Order,
    rulesets::{
        combat_patrol::{
            orders::found::{Found, plainly},
            spotting::of_pieces,
            view::rulebook::SkirmishView,
        },
        shared::refuse,
    },
    table::measure,
    turn::{BattleMut, ExitTerm, PrizeTerm, VictoryTerms},
};

/// Who had each prize last, in the order of the terms of victory.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Prizes(pub Vec<PieceId>);

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

/// How near an edge a figure that left over it has its place, in inches.
const AT_EDGE: f32 = 1.0;

/// Gives each prize to the figure that carries it at the start.
pub fn open(battle: &mut BattleMut) {
    let view = battle.view();
    let bearers = view.resource::<VictoryTerms>().prizes.iter().map(|prize| view.unit(prize.bearer).pieces[0]);
    let bearers = Prizes(bearers.collect());
    battle.world().insert_resource(bearers);
}

/// Whether a point lies on a stretch of an edge.
fn on_stretch(at: Vec2, stretch: &[Vec2]) -> bool {
    stretch.windows(2).any(|pair| measure::distance_to_segment(at, pair[0], pair[1]) <= AT_EDGE)
}

impl SkirmishView<'_> {
    /// Where a prize is, by its number. Nobody learns where one is who hides.
    pub fn prize(&self, number: usize) -> PrizeAt {
        let bearer = self.view.resource::<Prizes>().0[number];
        match self.view.fate(bearer) {
            Fate::Casualty => PrizeAt::Lying(self.view.place(bearer).at),
            Fate::InPlay | Fate::Awaited => PrizeAt::Carried(bearer),
            Fate::Exited | Fate::Fled => PrizeAt::Gone(bearer),
        }
    }

    /// The points of a side for a prize, with their reason.
    pub fn points_for_prize(&self, number: usize, side: SideId) -> Option<(String, f32)> {
        let term = &self.view.resource::<VictoryTerms>().prizes[number];
        let earned = |bearer: PieceId, gone: bool| {
            let at = self.view.place(bearer).at;
            let fits = |reward: &&crate::turn::PrizeReward| {
                reward.side == side && reward.off.as_ref().is_none_or(|stretch| gone && on_stretch(at, stretch))
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

    /// How many figures of a side left the table by an order over a stretch of its edge.
    pub fn exited(&self, term: &ExitTerm) -> usize {
        let out = |piece: &PieceId| {
            self.view.side_of(*piece) == term.side
                && self.is_man(*piece)
                && self.view.fate(*piece) == Fate::Exited
                && on_stretch(self.view.place(*piece).at, &term.line)
        };
        self.view.pieces().filter(out).count()
    }

    /// The prize that a figure may take up where it stands.
    pub fn prize_in_contact(&self, piece: PieceId) -> Option<usize> {
        let prizes = 0..self.view.resource::<Prizes>().0.len();
        prizes.into_iter().find(|number| match self.prize(*number) {
            PrizeAt::Lying(at) => self.view.outline(piece).gap_to_point(at) <= self.touch_tolerance(),
            PrizeAt::Carried(_) | PrizeAt::Gone(_) => false,
        })
    }

    /// The prizes that a figure carries.
    pub fn prizes_of(&self, piece: PieceId) -> impl Iterator<Item = &PrizeTerm> {
        let held = self.view.resource::<Prizes>().0.iter().zip(&self.view.resource::<VictoryTerms>().prizes);
        held.filter(move |(bearer, _)| **bearer == piece).map(|(_, term)| term)
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

/// A figure takes up the prize with this number, which lies at its feet.
pub fn take(battle: &mut BattleMut, piece: PieceId, number: usize) {
    let cp = SkirmishView::of(battle.view());
    let what = cp.view.resource::<VictoryTerms>().prizes[number].name.clone();
    let text = format!("{} takes up {what}", cp.name(piece));
    let side = cp.view.side_of(piece);
    battle.resource_mut::<Prizes>().0[number] = piece;
    of_pieces(battle, &[piece], |battle| battle.note(Some(side), RuleId::new("CP-15.2"), text));
}

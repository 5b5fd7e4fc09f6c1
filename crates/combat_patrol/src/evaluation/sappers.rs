//! The orders for engineers: lay their charge, get off what it destroys, fire it.

use bevy::math::Vec2;

use super::{evaluator::Evaluator, order};
use crate::{
    book::cites::Topic,
    orders::verbs,
    state::{mines::Mine, sequence_of_play::SequenceOfPlay},
};
use grapeshot_floor::{
    events::Explained,
    forces::{Edge, PieceId, UnitId},
    orders::Order,
    table::path::Going,
    turn::Ask,
};

/// Steps in which a way off the structure is looked for, in inches.
const STEP: f32 = 0.5;

impl Evaluator<'_, '_> {
    /// The charge that a unit still has to lay or to fire.
    pub(super) fn charge_of(&self, unit: UnitId) -> Option<&Mine> {
        let able = || self.cp.men(unit).any(|man| !self.cp.stunned(man));
        self.cp.mine_of(unit).filter(|mine| !mine.fired && able())
    }

    /// What firing a charge now is worth.
    fn worth_of_firing(&self, mine: &Mine) -> f32 {
        mine.points + self.worth_of_men_on(mine)
    }

    /// What the men on a charge are worth, own men counted against it.
    pub(super) fn worth_of_men_on(&self, mine: &Mine) -> f32 {
        let men = self.cp.all_on(mine.structure).into_iter().filter(|piece| self.cp.is_man(*piece));
        men.map(|man| if self.cp.view.side_of(man) == self.side { -self.man(man) } else { self.man(man) }).sum()
    }

    /// The engineers that are to move: those away from a charge that is not laid yet, those on what a laid charge
    /// destroys.
    fn engineers_to_move(&self, mine: &Mine, of: &[PieceId]) -> Vec<PieceId> {
        let moves = |piece: &PieceId| match mine.done < mine.needed {
            true => !self.cp.at_charge(*piece, mine),
            false => {
                let place = self.cp.view.place(*piece).at;
                self.cp.lies_on(place, mine.structure) || place.distance(mine.at) > self.cp.book.core.burst.fuse
            }
        };
        of.iter().copied().filter(moves).collect()
    }

    pub(super) fn declares_of_engineers(&self, ask: &Ask, mine: &Mine) -> Vec<Order> {
        let declare = order(ask, &verbs::DECLARE);
        let mut list = vec![declare.clone()];
        let movers = self.engineers_to_move(mine, &ask.pieces);
        if !movers.is_empty() {
            list.push(declare.pieces(movers));
        }
        list
    }

    pub(super) fn worth_of_engineers_declare(&self, mine: &Mine, order: &Order) -> Explained {
        let unit = mine.unit;
        let staying = || self.cp.men(unit).filter(|man| !order.pieces.contains(man) && !self.cp.stunned(*man));
        if mine.done >= mine.needed {
            let (label, worth) = match order.pieces.is_empty() {
                true => ("the charge can be fired", self.worth_of_firing(mine)),
                false => ("off what is to be destroyed", order.pieces.iter().map(|man| self.man(*man)).sum()),
            };
            return Explained::base(self.cp.cites(Topic::FireCharge), label, worth);
        }
        let mut worth = Explained::default();
        if staying().any(|man| self.cp.at_charge(man, mine)) {
            worth.add(self.cp.cites(Topic::LayCharge), "work at the charge", self.worth_of_work(mine));
        }
        if !order.pieces.is_empty() {
            worth.add(self.cp.cites(Topic::LayCharge), "engineers go to the charge", self.worth_of_work(mine));
        }
        worth
    }

    fn worth_of_work(&self, mine: &Mine) -> f32 {
        self.judgement.reply.press_on + mine.points / f32::from(mine.needed.max(1))
    }

    /// The moves of the engineers that were declared moving: to the charge, or off the structure on their own side.
    pub(super) fn moves_of_engineers(&self, ask: &Ask, mine: &Mine, movers: &[PieceId]) -> Vec<Order> {
        let ways = movers.iter().map(|man| {
            let goal = match mine.done < mine.needed {
                true => mine.at,
                false => self.beside(mine, *man),
            };
            let legs = self.cp.legs_to(*man, goal, 0);
            order(ask, &verbs::MOVE).pieces([*man]).path(legs)
        });
        ways.collect()
    }

    /// A point off the structure where an engineer can stand, on the way to the side's own edge if there is one.
    fn beside(&self, mine: &Mine, man: PieceId) -> Vec2 {
        let way = match self.cp.view.side_named(self.side).own_edge {
            Edge::West => Vec2::NEG_X,
            Edge::East => Vec2::X,
            Edge::South => Vec2::NEG_Y,
            Edge::North => Vec2::Y,
        };
        let steps = (self.cp.book.core.burst.fuse / STEP) as u8;
        let going = self.cp.mover(man);
        let ground = self.cp.view.ground();
        let firm = |at: &Vec2| ground.on_table(*at) && going.cost_per_inch(&ground.feature_at(*at)).is_ok();
        let ways = [way, way.perp(), -way.perp(), -way];
        let mut ends = ways.into_iter().filter_map(|way| {
            let at = |step: u8| mine.at + way * (f32::from(step) * STEP);
            let first = (1..=steps).find(|step| !self.cp.lies_on(at(*step), mine.structure))?;
            Some(at(first) + way).filter(firm)
        });
        ends.next().unwrap_or(mine.at + way)
    }

    /// `LayCharge`, `FireCharge`: what engineers might do at their charge.
    pub(super) fn engineering(&self, ask: &Ask) -> Vec<Order> {
        let activation = self.cp.view.resource::<SequenceOfPlay>().active();
        let Some(mine) = self.charge_of(activation.unit) else { return Vec::new() };
        let ready = |piece: &PieceId| {
            self.cp.part(*piece) == crate::state::sequence_of_play::FigureAction::Stationary
                && !self.cp.stunned(*piece)
                && self.cp.has_work_at_charge(activation, *piece)
        };
        let men: Vec<PieceId> = ask.pieces.iter().copied().filter(ready).collect();
        let Some(first) = men.first().copied() else { return Vec::new() };
        match mine.done < mine.needed {
            true => vec![order(ask, &verbs::LAY).pieces(men)],
            false => vec![order(ask, &verbs::FIRE_CHARGE).pieces([first])],
        }
    }

    pub(super) fn worth_of_engineering(&self, order: &Order) -> Explained {
        let unit = order.pieces.first().map(|piece| self.cp.view.unit_of(*piece));
        let Some(mine) = unit.and_then(|unit| self.charge_of(unit)) else { return Explained::default() };
        let (rule, label, worth) = match order.verb == verbs::LAY {
            true => (Topic::LayCharge, "the charge is worked on", self.worth_of_work(mine)),
            false => (Topic::FireCharge, "the charge goes off", self.worth_of_firing(mine)),
        };
        Explained::base(self.cp.cites(rule), label, worth)
    }
}

//! What assaults and charges are worth.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary, frail},
    order,
};
use crate::{
    book::cites::Topic,
    melee::fight::is_behind,
    orders::verbs,
    state::sequence_of_play::{Ride, SequenceOfPlay},
    view::supplement::FightSide,
};
use grapeshot_floor::{
    english::amount,
    events::Explained,
    forces::PieceId,
    orders::{Leg, Order},
    table::{path, position::Heading},
    turn::Ask,
};

impl Evaluator<'_, '_> {
    /// The assaults that movers might make with this many inches.
    pub(super) fn assaults(&self, ask: &Ask, movers: &[PieceId], inches: f32) -> Vec<Order> {
        let Some(block) = ask.unit.and_then(|unit| self.block(unit)) else { return Vec::new() };
        let mut list = Vec::new();
        for enemy in self.enemies() {
            let Some((mover, target, gap)) = self.nearest_pair(movers, enemy) else { continue };
            if gap > inches {
                continue;
            }
            list.extend(self.charges(ask, movers, enemy, target));
            list.push(order(ask, &verbs::ASSAULT).pieces(movers.to_vec()).target(target));
            if movers.len() >= self.judgement.moves.body
                && usize::from(block.men) == movers.len()
                && self.cp.supplement().in_body(self.cp, mover)
            {
                let leg = Leg::March { inches, aside: 0.0 };
                list.push(order(ask, &verbs::GROUP).pieces(movers.to_vec()).path([leg]).target(target));
            }
        }
        list
    }

    fn nearest_pair(&self, movers: &[PieceId], enemy: &UnitSummary) -> Option<(PieceId, PieceId, f32)> {
        let view = self.cp.view;
        let foes: Vec<(PieceId, Vec2)> = self.cp.men(enemy.unit).map(|foe| (foe, view.place(foe).at)).collect();
        let pairs = movers.iter().flat_map(|mover| {
            let gap = |there: Vec2| there.distance(view.place(*mover).at) - self.judgement.figures.base;
            foes.iter().map(move |(foe, there)| (*mover, *foe, gap(*there)))
        });
        pairs.min_by(|a, b| a.2.total_cmp(&b.2))
    }

    /// What a charge of some figures at an enemy is worth with this many inches; nothing if they cannot get at him.
    /// `met` is how many of them meet an enemy, if their paths were planned.
    pub fn charge(
        &self,
        movers: &[PieceId],
        enemy: &UnitSummary,
        inches: f32,
        as_body: bool,
        met: Option<f32>,
    ) -> Option<Explained> {
        let view = self.cp.view;
        let (lead, foe, gap) = self.nearest_pair(movers, enemy).filter(|(.., gap)| *gap <= inches)?;
        let mut worth = Explained::default();
        let line = [view.place(lead).at, view.place(foe).at];
        let storms = self.cp.indoors_apart(lead, foe);
        if !storms
            && path::walk(view.ground(), &line, inches + self.judgement.figures.base, &self.cp.mover(lead))
                .stopped
                .is_some()
        {
            return None;
        }
        let foes: Vec<PieceId> = self.cp.men(enemy.unit).collect();
        let openings = self.fights_at_openings(movers, &foes, inches);
        if storms && openings == 0.0 {
            return None;
        }
        let reaching = |piece: &&PieceId| {
            let at = view.place(**piece).at;
            foes.iter().any(|foe| view.place(*foe).at.distance(at) - self.judgement.figures.base <= inches)
        };
        let fights = match (met, storms) {
            (Some(met), _) => met,
            (None, true) => openings,
            (None, false) => movers.iter().filter(reaching).count().min(foes.len()) as f32,
        };
        let mean = |men: &[PieceId]| {
            men.iter().map(|man| self.man(*man) * frail(self.cp, *man)).sum::<f32>() / men.len().max(1) as f32
        };
        let in_body = self.cp.supplement().in_body(self.cp, foe);
        let ride = self.ride_over(lead, &line, gap);
        let from_rear = is_behind(view.place(foe), view.place(lead).at);
        let first = FightSide { attacker: true, in_body: as_body, ride, ..FightSide::default() };
        let second = FightSide { in_body, from_rear, ..FightSide::default() };
        let mine = self.cp.melee_sum(lead, foe, first, 0, None).total();
        let mut yours = self.cp.melee_sum(foe, lead, second, 0, None).total();
        if storms && self.cp.opening_between(view.place(lead), foe).is_none() {
            yours += f32::from(self.cp.numbers().melee.defended_position);
        }
        let (wins, ties) = self.cp.melee_chances(mine, yours);
        let loses = 1.0 - wins - ties;
        let label = format!("{}, {:.0} % won", amount(fights.round(), "fight"), wins * 100.0);
        worth.add("CP-9.3", label, fights * (wins * mean(&foes) - loses * mean(movers)));
        self.add_patience(view.unit_of(lead), 1.0, &mut worth);
        Some(worth)
    }

    /// `Impetus`: how a charger that rides straight at an enemy would come into the fight.
    fn ride_over(&self, lead: PieceId, line: &[Vec2; 2], gap: f32) -> Ride {
        let facing = Heading::from_to(line[0], line[1]);
        let end = line[0] + facing.forward() * gap.max(0.0);
        Ride { moved: true, impetus: self.cp.has_impetus(lead, &[line[0], end], facing) }
    }

    pub(super) fn worth_of_assault(&self, order: &Order) -> Explained {
        let Some(target) = order.target else { return Explained::default() };
        let activation = self.cp.view.resource::<SequenceOfPlay>().active();
        let Some(enemy) = self.block(self.cp.view.unit_of(target)) else { return Explained::default() };
        let inches = order.pieces.first().and_then(|piece| self.cp.activity(*piece).inches()).unwrap_or_default();
        let as_body = order.verb == verbs::GROUP;
        let rides = order.pieces.iter().any(|piece| self.cp.mounted(*piece));
        let clash = if rides { self.clash(order) } else { None };
        let met = clash.map(|clash| clash.met);
        let charge = self.charge(&order.pieces, enemy, inches, as_body, met);
        let Some(mut worth) = charge.filter(|_| !rides || clash.is_some_and(|clash| clash.met > 0.0)) else {
            return Explained::default();
        };
        if let Some(clash) = clash {
            worth.add(self.cp.cites(Topic::CloseIn), "meet nobody", -self.judgement.horse.meets_nobody * clash.missed);
        }
        if let Some(block) = self.block(activation.unit).filter(|block| self.follows(block)) {
            self.add_peril(block, self.cp.view.place(target).at, &mut worth);
        }
        if let Some(task) = self.task(activation.unit) {
            let goal = &self.goals()[task.goal];
            if enemy.centre.distance(goal.at) <= goal.radius + self.judgement.goals.about {
                let label = format!("drives them from {}", goal.name);
                worth.add("CP-15.2", label, self.judgement.goals.step * task.stake);
            }
        }
        self.add_as_declared(activation, &mut worth);
        worth
    }
}

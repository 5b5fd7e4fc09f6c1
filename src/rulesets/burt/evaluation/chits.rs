//! Which orders to give (SB-3): what each order is worth to each unit.

use super::{
    because,
    clash::Attack,
    evaluator::{Evaluator, Summary},
};
use crate::{
    events::{Explained, RuleId},
    orders::Order,
    rulesets::{
        burt::{
            book::values::{Arm, Chit, Level},
            book::verbs,
            turn::orders::Chosen,
        },
        shared::formed::block::{self, Face},
    },
    table::position::Heading,
    turn::Ask,
};

/// What is as good as the best order but for so much may be given as well, so that nobody can be sure.
const NEARLY: f32 = 0.3;

impl Evaluator<'_, '_> {
    /// Orders to give in step 1: every unit gets one once, the same for all that it suits best at a time; then the
    /// side is ready.
    pub(super) fn answers_to_orders(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let says = &self.judgement.chits;
        let mut list = vec![(Order::new(ask.side, &verbs::READY), Explained::default())];
        let given =
            |body: &&Summary| self.burt.view.secret::<Chosen>(body.unit).is_some_and(|chosen| chosen.0.is_some());
        let open: Vec<&Summary> =
            self.friends().filter(|body| !given(body) && self.burt.may_change_order(body.unit).is_ok()).collect();
        let mut groups: [Vec<(&Summary, Explained)>; 5] = Default::default();
        let mut singles = Vec::new();
        for body in open {
            let mut ranked: Vec<(Chit, Explained)> = Chit::ALL
                .into_iter()
                .filter(|chit| self.burt.may_get(body.unit, *chit).is_ok())
                .map(|chit| (chit, self.worth_of_chit(body, chit)))
                .collect();
            ranked.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()));
            let Some((best, worth)) = ranked.first().cloned() else { continue };
            for (chit, other) in ranked.iter().skip(1) {
                let behind = worth.total() - other.total();
                if behind <= NEARLY {
                    let order = self.chit_order(ask, *chit, &[body]);
                    let mut sum = because("SB-3.1", format!("{} as well", chit.label()), says.given - behind);
                    sum.add(RuleId::new("SB-3.3"), "nearly as good as the best", 0.0);
                    singles.push((order, sum));
                }
            }
            groups[best as usize].push((body, worth));
        }
        for (chit, group) in Chit::ALL.into_iter().zip(&groups) {
            if group.is_empty() {
                continue;
            }
            let units: Vec<&Summary> = group.iter().map(|(body, _)| *body).collect();
            let mut sum = because("SB-3.1", "every unit gets its order", says.given);
            for line in group.iter().flat_map(|(_, worth)| worth.modifiers()).take(3) {
                sum.add(line.rule.clone(), line.label.clone(), 0.0);
            }
            list.push((self.chit_order(ask, chit, &units), sum));
        }
        list.extend(singles);
        list
    }

    fn chit_order(&self, ask: &Ask, chit: Chit, units: &[&Summary]) -> Order {
        let pieces: Vec<_> = units.iter().map(|body| body.piece).collect();
        let mut order = Order::new(ask.side, &verbs::ORDER).pieces(pieces);
        order.choice = Some(chit.id().into());
        order
    }

    /// What an order to give orders is worth when it is looked at alone.
    pub(super) fn worth_of_order(&self, order: &Order) -> Explained {
        let Some(chit) = order.choice.as_deref().and_then(Chit::named) else { return Explained::default() };
        let mut sum = Explained::default();
        let units = order.pieces.iter().map(|piece| self.burt.view.unit_of(*piece));
        for body in units.filter_map(|unit| self.body(unit)) {
            for line in self.worth_of_chit(body, chit).modifiers() {
                sum.add(line.rule.clone(), line.label.clone(), line.amount);
            }
        }
        sum
    }

    /// The enemy whose assault a unit has most to fear where it stands, what it would cost, and how likely it is.
    fn threat(&self, body: &Summary) -> (f32, f32) {
        let says = &self.judgement.position;
        let mut worst = (0.0_f32, 0.0_f32);
        for enemy in self.foes(body).filter(|enemy| enemy.assaults()) {
            let gap = body.stance.block.gap(&enemy.stance.block);
            if gap > enemy.charge_in(enemy.stance.formation) - says.spare {
                continue;
            }
            let face = block::quarter_of(&body.stance.block, &enemy.stance.block);
            let attack = Attack { body: enemy, stance: &enemy.stance, face };
            let lost = self.assault(&attack, body, &body.stance).max(0.0);
            let likely = (enemy.beliefs.of(Chit::Assault) + 0.1).min(1.0);
            if lost * likely > worst.0 * worst.1 {
                worst = (lost, likely);
            }
        }
        worst
    }

    /// The best assault that a unit could declare where it stands, as it looks.
    pub(super) fn best_assault(&self, body: &Summary) -> Option<(&Summary, f32)> {
        if !body.assaults() {
            return None;
        }
        let says = &self.judgement.position;
        let reach = body.charge_in(body.stance.formation);
        let wheel = self.burt.numbers().assault_wheel;
        let mut best: Option<(&Summary, f32)> = None;
        for enemy in self.foes(body) {
            let gap = body.stance.block.gap(&enemy.stance.block);
            let point = block::nearest_point(&enemy.stance.block, body.stance.front());
            if gap > reach - says.spare.min(0.3) || block::quarter(&body.stance.block, point) != Face::Front {
                continue;
            }
            let turn = Heading::from_to(body.stance.front(), point).angle_to(body.stance.block.place.facing);
            if turn > wheel {
                continue;
            }
            let face = block::quarter_of(&enemy.stance.block, &body.stance.block);
            let attack = Attack { body, stance: &body.stance, face };
            let worth = self.assault(&attack, enemy, &enemy.stance);
            if best.is_none_or(|(_, known)| worth > known) {
                best = Some((enemy, worth));
            }
        }
        best
    }

    /// What the best move is worth that an order allows.
    fn best_move(&self, body: &Summary, chit: Chit) -> f32 {
        let Some(allowance) = self.allowance(body, chit) else { return 0.0 };
        let now = self.stand(body, &body.stance).total();
        let moves = self.marches(body, allowance);
        moves.iter().map(|march| self.stand(body, &march.stance).total() - now).fold(0.0, f32::max)
    }

    /// What it is worth for a unit to have an order in this turn, with the reasons.
    pub(super) fn worth_of_chit(&self, body: &Summary, chit: Chit) -> Explained {
        let says = &self.judgement.chits;
        let mut sum = Explained::default();
        let mut add = |rule: &'static str, label: String, amount: f32| {
            if amount.abs() > 1e-3 {
                sum.add(RuleId::new(rule), label, amount);
            }
        };
        let (loss, likely) = self.threat(body);
        let threat = says.threat * loss * likely;
        match chit {
            Chit::Fire => {
                let shot = self
                    .foes(body)
                    .filter(|enemy| enemy.level < Level::Rout)
                    .map(|enemy| {
                        let kills = self.fire(body, &body.stance, enemy, &enemy.stance, false);
                        kills * (enemy.hurt + self.judgement.clash.nerve)
                    })
                    .fold(0.0, f32::max);
                add("SB-6.1", "its fire".into(), shot);
                add(
                    "SB-3.3",
                    "half a move".into(),
                    self.best_move(body, Chit::Fire) * if shot > 0.0 { 0.2 } else { 1.0 },
                );
                if body.ranges.is_some() {
                    add("SB-9.6", "fire at those who come".into(), threat * 0.35);
                }
                if shot <= 0.0 && loss <= 0.0 {
                    add("SB-6.1", "nobody in range".into(), -says.still);
                }
            }
            Chit::Manoeuver => {
                add("SB-4.1", "its move".into(), self.best_move(body, Chit::Manoeuver));
                let spared = if body.arm == Arm::Skirmishers { says.evade } else { says.countercharge * 0.5 };
                add("SB-9.6", "it may evade or countercharge".into(), threat * spared * 0.5);
            }
            Chit::Assault => match self.best_assault(body) {
                Some((enemy, worth)) => {
                    let name = self.burt.name(enemy.unit);
                    add("SB-9.1", format!("an assault on {name}"), worth);
                    add("SB-9.18", "it meets those who assault it".into(), threat * 0.6);
                }
                None => {
                    let advance = self.best_move(body, Chit::Assault) * says.assault_advance;
                    add("SB-3.4", "its advance".into(), advance);
                    add("SB-3.4", "nobody in reach".into(), -says.still);
                    add("SB-9.18", "it meets those who assault it".into(), threat * 0.4);
                }
            },
            Chit::Reserve => {
                if body.chit != Some(Chit::Reserve) && !self.burt.before_battle() {
                    add("SB-3.6", "it cannot go back into reserve".into(), -100.0);
                }
                let far = body.nearest >= says.reserve_behind;
                add("SB-3.5", "its reserve move".into(), self.best_move(body, Chit::Reserve));
                add("SB-3.6", "it is kept in reserve".into(), if far { says.reserve } else { 0.0 });
                let supports = self.friends().any(|friend| {
                    friend.unit != body.unit
                        && friend.stance.block.gap(&body.stance.block) <= says.support_within
                        && friend.nearest < body.nearest
                        && friend.nearest <= 16.0
                });
                add("SB-9.3", "it may support a friend".into(), if supports { says.support } else { 0.0 });
                add("SB-9.6", "it may evade, countercharge or fire".into(), threat * says.countercharge * 0.5);
            }
            Chit::Regroup => {
                let best = self.burt.row(body.unit).level;
                if body.level > best && body.level < Level::Rout {
                    let price = self.price_of_level(body.level, body.value)
                        - self.price_of_level(body.level.better(), body.value);
                    let near = body.nearest < says.regroup_near;
                    add("SB-7.4", "it regains a level".into(), price * says.regroup * if near { 0.5 } else { 1.0 });
                } else {
                    add("SB-7.4", "it has nothing to regain".into(), -says.still);
                }
            }
        }
        let reserved = body.chit == Some(Chit::Reserve);
        if reserved && chit != Chit::Reserve && !self.burt.before_battle() {
            add("SB-3.6", "it leaves the reserve".into(), -says.leaving * self.morale);
        }
        if !reserved && chit == Chit::Reserve {
            add("SB-3.6", "it would have to leave the reserve some day".into(), -says.going_in * self.morale);
        }
        if body.chit == Some(chit) {
            add("SB-3.1", "its order stands".into(), says.steady);
        }
        sum
    }
}

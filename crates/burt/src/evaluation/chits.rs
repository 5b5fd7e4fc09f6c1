//! Which orders to give (SB-3): the worth of each order to each unit.

use std::borrow::Cow;

use super::{evaluator::Evaluator, marches::March, summary::Summary};
use crate::{
    acting::orders::Chosen,
    book::{
        values::{Chit, Level},
        verbs,
    },
};
use grapeshot_floor::{events::Explained, orders::Order, turn::Ask};

impl Evaluator<'_, '_> {
    /// Orders to give in step 1: every unit gets an order once, and all units that one order suits best get it
    /// together; then the side is ready.
    pub fn answers_to_orders(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let says = &self.judgement.acts;
        let mut list = vec![(Order::new(ask.side, &verbs::READY), Explained::default())];
        let given =
            |body: &&Summary| self.burt.view.secret::<Chosen>(body.unit).is_some_and(|chosen| chosen.0.is_some());
        let open: Vec<&Summary> =
            self.friends().filter(|body| !given(body) && self.burt.may_change_order(body.unit).is_ok()).collect();
        let mut groups: [Vec<(&Summary, Explained)>; 5] = Default::default();
        for body in open {
            let may = Chit::ALL.into_iter().rev().filter(|chit| self.burt.may_get(body.unit, *chit).is_ok());
            let weighed = may.map(|chit| (chit, self.worth_of_chit(body, chit, says.tried)));
            let Some((best, worth)) = weighed.max_by(|a, b| a.1.total().total_cmp(&b.1.total())) else { continue };
            groups[best as usize].push((body, worth));
        }
        for (chit, group) in Chit::ALL.into_iter().zip(&groups) {
            if group.is_empty() {
                continue;
            }
            let pieces: Vec<_> = group.iter().map(|(body, _)| body.piece).collect();
            let mut sum = Explained::base("SB-3.1", "every unit gets its order", says.must);
            for line in group.iter().flat_map(|(_, worth)| worth.modifiers()).take(3) {
                sum.add(line.rule.clone(), line.label.clone(), 0.0);
            }
            list.push((Order::new(ask.side, &verbs::ORDER).pieces(pieces).choice(chit.id()), sum));
        }
        list.extend(self.takings_over(ask));
        list
    }

    /// SB-12.3: generals take over the units beside them that need another order and are out of contact.
    fn takings_over(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let mut list = Vec::new();
        for body in self.friends().filter(|body| self.burt.may_change_order(body.unit).is_err()) {
            for general in self.burt.generals_with(body.unit) {
                let piece = self.burt.piece(general);
                let order = Order::new(ask.side, &verbs::LEAD).pieces(vec![piece]).target_unit(body.unit);
                list.extend(Some(self.weighed(order)).filter(|(_, worth)| worth.total() > 0.0));
            }
        }
        list
    }

    /// The worth of an order by which a general takes over a unit.
    pub fn worth_of_taking_over(&self, order: &Order) -> Explained {
        let need = order.target_unit.and_then(|unit| self.body(unit)).map_or(0.0, |body| self.need(body));
        let worth = if need > 0.0 { self.judgement.acts.must + need } else { 0.0 };
        Explained::base("SB-12.3", "it needs another order", worth)
    }

    /// How much more the best other order would be worth to a unit than its own, in points.
    pub(super) fn need(&self, body: &Summary) -> f32 {
        *body.need.get_or_init(|| {
            let Some(own) = body.chit.filter(|_| body.ours && !body.busy && !body.out_of_hand) else { return 0.0 };
            let worth = |chit: Chit| self.worth_of_chit(body, chit, 0).total();
            let others = Chit::ALL.into_iter().filter(|chit| self.burt.may_get(body.unit, *chit).is_ok());
            others.map(worth).fold(worth(own), f32::max) - worth(own)
        })
    }

    /// The worth of an order to give orders, looked at alone.
    pub fn worth_of_order(&self, order: &Order) -> Explained {
        let Some(chit) = order.choice.as_deref().and_then(Chit::named) else { return Explained::default() };
        let mut sum = Explained::default();
        let units = order.pieces.iter().map(|piece| self.burt.view.unit_of(*piece));
        for body in units.filter_map(|unit| self.body(unit)) {
            sum.add_all(&self.worth_of_chit(body, chit, self.judgement.acts.tried), 1.0);
        }
        sum
    }

    /// The worth of the best move that an order allows.
    fn best_move(&self, body: &Summary, chit: Chit, tried: usize) -> f32 {
        let Some(allowance) = self.allowance(body, chit) else { return 0.0 };
        self.best_of(body, chit, self.marches(body, allowance), tried).unwrap_or_default().max(0.0)
    }

    /// The marches by what they gain at a glance, the best first.
    fn ranked(&self, body: &Summary, marches: Vec<March>) -> Vec<(f32, March)> {
        let now = self.stand(body, &body.stance).total();
        let gain =
            |march: &March| self.stand(body, &march.stance).total() - now - self.price_of_ground(body, &march.stance);
        let mut ranked: Vec<(f32, March)> = marches.into_iter().map(|march| (gain(&march), march)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranked
    }

    /// The worth of the best march under an order. The rules try the marches that look best, at most `tried`, until no
    /// other looks better than the best one tried.
    fn best_of(&self, body: &Summary, chit: Chit, marches: Vec<March>, tried: usize) -> Option<f32> {
        let ranked = self.ranked(body, marches);
        if tried == 0 {
            return ranked.first().map(|(glance, _)| *glance);
        }
        let mut best: Option<f32> = None;
        for (glance, march) in ranked.into_iter().take(tried) {
            if best.is_some_and(|best| best >= glance) || chit != Chit::Assault && glance <= 0.0 {
                break;
            }
            if let Ok(walk) = self.burt.walk_under(body.unit, &march.order(self, body), chit) {
                let worth = self.worth_of_walk(body, &walk).total();
                best = Some(best.unwrap_or(f32::NEG_INFINITY).max(worth));
            }
        }
        best
    }

    /// The worth of the best advance on the nearest enemy in sight for a unit with ASSAULT orders; none if it cannot
    /// advance.
    fn best_advance(&self, body: &Summary, tried: usize) -> Option<f32> {
        let allowance = self.allowance(body, Chit::Assault)?;
        let gap = |enemy: &Summary| body.stance.block.gap(&enemy.stance.block);
        let seen = self.enemies().filter(|enemy| self.burt.sees(body.unit, enemy.unit));
        let enemy = seen.min_by(|a, b| gap(a).total_cmp(&gap(b)))?;
        let mut marches = self.marches(body, allowance);
        marches.retain(|march| march.stance.block.gap(&enemy.stance.block) <= gap(enemy) - 1.0);
        self.best_of(body, Chit::Assault, marches, tried)
    }

    /// The worth of an order to a unit in this turn, with the reasons. The rules try at most `tried` moves.
    pub fn worth_of_chit(&self, body: &Summary, chit: Chit, tried: usize) -> Explained {
        let mut sum = Explained::default();
        match chit {
            Chit::Fire => self.weigh_fire(body, tried, &mut sum),
            Chit::Manoeuver => add(&mut sum, "SB-4.1", "its move", self.best_move(body, Chit::Manoeuver, tried)),
            Chit::Assault => match self.best_assault(body) {
                Some((enemy, worth)) => {
                    add(&mut sum, "SB-9.1", format!("an assault on {}", self.burt.name(enemy.unit)), worth);
                }
                None => add(&mut sum, "SB-3.4", "its advance", self.best_advance(body, tried).unwrap_or_default()),
            },
            Chit::Reserve => self.weigh_reserve(body, tried, &mut sum),
            Chit::Regroup => self.weigh_regrouping(body, &mut sum),
        }
        sum
    }

    /// What a FIRE order is worth to a unit.
    fn weigh_fire(&self, body: &Summary, tried: usize, sum: &mut Explained) {
        let shots = self.foes(body).map(|enemy| self.fire((body, &body.stance), (enemy, &enemy.stance)) * enemy.hurt);
        let shot = shots.fold(0.0, f32::max);
        add(sum, "SB-6.1", "its fire", shot);
        if shot <= 0.0 {
            add(sum, "SB-3.3", "half a move", self.best_move(body, Chit::Fire, tried));
        }
    }

    /// What a RESERVE order is worth to a unit.
    fn weigh_reserve(&self, body: &Summary, tried: usize, sum: &mut Explained) {
        add(sum, "SB-3.5", "its reserve move", self.best_move(body, Chit::Reserve, tried));
        let supports = self.friends().any(|friend| {
            friend.unit != body.unit
                && friend.stance.block.gap(&body.stance.block) <= body.reserve.0
                && friend.nearest < body.nearest
                && friend.nearest <= self.judgement.position.near
        });
        add(sum, "SB-9.3", "it may support a friend", if supports { self.judgement.acts.offer } else { 0.0 });
    }

    /// What a REGROUP order is worth to a unit.
    fn weigh_regrouping(&self, body: &Summary, sum: &mut Explained) {
        if body.level <= self.burt.row(body.unit).level || body.level >= Level::Rout {
            return;
        }
        let price = self.price_of_level(body, body.level) - self.price_of_level(body, body.level.better());
        add(sum, "SB-7.4", "it regains a level", price);
    }
}

/// Adds a reason that weighs anything.
fn add(sum: &mut Explained, rule: &'static str, label: impl Into<Cow<'static, str>>, amount: f32) {
    if amount.abs() > 1e-3 {
        sum.add(rule, label, amount);
    }
}

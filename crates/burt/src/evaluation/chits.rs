//! Which orders to give (SB-3): the worth of each order to each unit.

use std::borrow::Cow;

use super::{
    because,
    clash::Attack,
    evaluator::Evaluator,
    findings::PositionValue,
    marches::March,
    summary::{Stance, Summary},
};
use crate::{
    acting::orders::Chosen,
    book::{
        values::{Arm, Chit, Formation, Level},
        verbs,
    },
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    orders::Order,
    shared::formed::block,
    turn::Ask,
};

impl Evaluator<'_, '_> {
    /// Orders to give in step 1: every unit gets an order once, and all units that one order suits best get it
    /// together; then the side is ready.
    pub fn answers_to_orders(&self, ask: &Ask) -> Vec<(Order, Explained)> {
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
                .map(|chit| (chit, self.worth_of_chit(body, chit, says.tried)))
                .collect();
            ranked.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()));
            let Some((best, worth)) = ranked.first().cloned() else { continue };
            for (chit, other) in ranked.iter().skip(1) {
                let behind = worth.total() - other.total();
                if behind <= says.nearly {
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
                let worth = self.worth_of_taking_over(&order);
                if worth.total() > 0.0 {
                    list.push((order, worth));
                }
            }
        }
        list
    }

    /// The worth of an order by which a general takes over a unit.
    pub fn worth_of_taking_over(&self, order: &Order) -> Explained {
        let need = order.target_unit.and_then(|unit| self.body(unit)).map_or(0.0, |body| self.need(body));
        let worth = if need >= self.judgement.chits.taken_over { self.judgement.chits.given + need } else { 0.0 };
        because("SB-12.3", "it needs another order", worth)
    }

    /// How much more the best other order would be worth to a unit than its own, in points.
    pub(super) fn need(&self, body: &Summary) -> f32 {
        self.index(body.unit).map_or(0.0, |at| *self.memory.asked[at].need.get_or_init(|| self.find_need(body)))
    }

    fn find_need(&self, body: &Summary) -> f32 {
        let Some(own) = body.chit.filter(|_| body.ours && !body.busy && !body.out_of_hand) else { return 0.0 };
        let worth = |chit: Chit| self.worth_of_chit(body, chit, 0).total();
        let now = worth(own);
        let others = Chit::ALL.into_iter().filter(|chit| *chit != own && self.burt.may_get(body.unit, *chit).is_ok());
        (others.map(worth).fold(now, f32::max) - now).min(self.judgement.chits.needed)
    }

    fn chit_order(&self, ask: &Ask, chit: Chit, units: &[&Summary]) -> Order {
        let pieces: Vec<_> = units.iter().map(|body| body.piece).collect();
        let mut order = Order::new(ask.side, &verbs::ORDER).pieces(pieces);
        order.choice = Some(chit.id().into());
        order
    }

    /// The worth of an order to give orders, looked at alone.
    pub fn worth_of_order(&self, order: &Order) -> Explained {
        let Some(chit) = order.choice.as_deref().and_then(Chit::named) else { return Explained::default() };
        let mut sum = Explained::default();
        let units = order.pieces.iter().map(|piece| self.burt.view.unit_of(*piece));
        for body in units.filter_map(|unit| self.body(unit)) {
            for line in self.worth_of_chit(body, chit, self.judgement.chits.tried).modifiers() {
                sum.add(line.rule.clone(), line.label.clone(), line.amount);
            }
        }
        sum
    }

    /// The cost in points of the assault that a unit has most to fear where it stands, and the chance that the enemy
    /// makes it.
    fn threat(&self, body: &Summary) -> (f32, f32) {
        self.index(body.unit)
            .map_or_else(Default::default, |at| *self.memory.asked[at].threat.get_or_init(|| self.find_threat(body)))
    }

    fn find_threat(&self, body: &Summary) -> (f32, f32) {
        let says = &self.judgement.position;
        let mut worst = (0.0_f32, 0.0_f32);
        for enemy in self.foes(body).filter(|enemy| enemy.assaults()) {
            let gap = body.stance.block.gap(&enemy.stance.block);
            if gap > enemy.charge_in(enemy.stance.formation) - says.spare {
                continue;
            }
            let face = block::quarter_of(&body.stance.block, &enemy.stance.block);
            let attack = Attack { body: enemy, stance: &enemy.stance, face };
            let lost = self.assault(&attack, body, &body.stance, 0.0).max(0.0);
            let likely = (enemy.beliefs.of(Chit::Assault) + 0.1).min(1.0);
            if lost * likely > worst.0 * worst.1 {
                worst = (lost, likely);
            }
        }
        worst
    }

    /// SB-2.1: the worth of the best shot that a unit may have in step 9 at an enemy that comes up in step 5.
    fn fire_at_comers(&self, body: &Summary) -> f32 {
        let shot = |enemy: &Summary| {
            let gap = body.stance.block.gap(&enemy.stance.block);
            let inches = enemy.move_in(enemy.stance.formation);
            if gap <= body.range() || gap - inches > body.range() {
                return 0.0;
            }
            let way = (body.stance.block.place.at - enemy.stance.block.place.at).normalize_or_zero();
            let block = block::moved(&enemy.stance.block, way * inches.min(gap - 1.0));
            let kills = self.fire((body, &body.stance), (enemy, &Stance { block, ..enemy.stance }));
            kills * (enemy.hurt + self.judgement.clash.nerve)
        };
        self.foes(body).filter(|enemy| enemy.level < Level::Shaken).map(shot).fold(0.0, f32::max)
    }

    /// The worth of the best move that an order allows.
    fn best_move(&self, body: &Summary, chit: Chit, tried: usize) -> f32 {
        let Some(allowance) = self.allowance(body, chit) else { return 0.0 };
        self.best_of(body, chit, self.marches(body, allowance), tried).unwrap_or_default().max(0.0)
    }

    /// The marches that gain most at a glance, the best first, each with its gain and its number: at least `most`, if
    /// there are as many.
    fn ranked(&self, body: &Summary, marches: Vec<March>, most: usize) -> Vec<(f32, usize, March)> {
        let now = self.stand(body, &body.stance).total();
        let gain = |march: &March, then: PositionValue| then.total() - now - self.price_of_ground(body, &march.stance);
        let at_most = |march: &March| gain(march, self.stand_without_fear(body, &march.stance));
        let order = |a: &(f32, usize, March), b: &(f32, usize, March)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        let bound = |(n, march): (usize, March)| (at_most(&march), n, march);
        let mut open: Vec<(f32, usize, March)> = marches.into_iter().enumerate().map(bound).collect();
        open.sort_by(order);
        let mut ranked: Vec<(f32, usize, March)> = Vec::new();
        for (at_most, n, march) in open {
            // No march that is still open gains more than this one may.
            if ranked.iter().filter(|(better, ..)| *better > at_most).count() >= most {
                break;
            }
            ranked.push((gain(&march, self.stand(body, &march.stance)), n, march));
        }
        ranked.sort_by(order);
        ranked
    }

    /// The worth of the best march under an order. The rules try the marches that look best, at most `tried`, until no
    /// other looks better than the best one tried.
    fn best_of(&self, body: &Summary, chit: Chit, marches: Vec<March>, tried: usize) -> Option<f32> {
        let ranked = self.ranked(body, marches, tried.max(1));
        if tried == 0 {
            return ranked.first().map(|(glance, ..)| *glance);
        }
        let least = self.judgement.acts.move_least;
        let mut best: Option<f32> = None;
        for (glance, _, march) in ranked.into_iter().take(tried) {
            if best.is_some_and(|best| best >= glance) || chit != Chit::Assault && glance < least {
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
        let says = &self.judgement.chits;
        let mut sum = Explained::default();
        let (loss, likely) = self.threat(body);
        let threat = says.threat * loss * likely;
        match chit {
            Chit::Fire => self.weigh_fire(body, tried, (loss, threat), &mut sum),
            Chit::Manoeuver => {
                add(&mut sum, "SB-4.1", "its move", self.best_move(body, Chit::Manoeuver, tried));
                let spared = if body.arm == Arm::Skirmishers { says.evade } else { says.countercharge * 0.5 };
                add(&mut sum, "SB-9.6", "it may evade or countercharge", threat * spared * 0.5);
            }
            Chit::Assault => self.weigh_assault(body, tried, threat, &mut sum),
            Chit::Reserve => self.weigh_reserve(body, tried, threat, &mut sum),
            Chit::Regroup => self.weigh_regrouping(body, &mut sum),
        }
        if body.chit == Some(Chit::Reserve) && chit != Chit::Reserve {
            add(&mut sum, "SB-3.6", "it leaves the reserve", -says.leaving * self.morale);
        }
        if body.chit == Some(chit) {
            add(&mut sum, "SB-3.1", "its order stands", says.steady);
        }
        sum
    }

    /// What a FIRE order is worth to a unit that may lose `loss` to an attack; what that weighs is `threat`.
    fn weigh_fire(&self, body: &Summary, tried: usize, (loss, threat): (f32, f32), sum: &mut Explained) {
        let says = &self.judgement.chits;
        let foes = self.foes(body).filter(|enemy| enemy.level < Level::Rout);
        let shots = foes.map(|enemy| {
            let kills = self.fire((body, &body.stance), (enemy, &enemy.stance));
            kills * (enemy.hurt + self.judgement.clash.nerve)
        });
        let column = body.stance.formation == Formation::Column && self.attacks();
        let share = if column { says.column } else { 1.0 };
        let shot = share * shots.fold(0.0, f32::max);
        let coming = if shot > 0.0 { 0.0 } else { says.coming * share * self.fire_at_comers(body) };
        add(sum, "SB-6.1", "its fire", shot);
        add(sum, "SB-6.1", "its fire at those who may come up", coming);
        let half_a_move = self.best_move(body, Chit::Fire, tried) * if shot > 0.0 { 0.2 } else { 1.0 };
        add(sum, "SB-3.3", "half a move", half_a_move);
        if body.ranges.is_some() {
            add(sum, "SB-9.6", "fire at those who come", threat * 0.35);
        }
        if shot + coming <= 0.0 && loss <= 0.0 {
            add(sum, "SB-6.1", "nobody in range", -says.still);
        }
    }

    /// What an ASSAULT order is worth to a unit; an attack on it weighs `threat`.
    fn weigh_assault(&self, body: &Summary, tried: usize, threat: f32, sum: &mut Explained) {
        let says = &self.judgement.chits;
        if let Some((enemy, worth)) = self.best_assault(body) {
            add(sum, "SB-9.1", format!("an assault on {}", self.burt.name(enemy.unit)), worth);
            add(sum, "SB-9.18", "it meets those who assault it", threat * 0.6);
            return;
        }
        match self.best_advance(body, tried) {
            Some(advance) => add(sum, "SB-3.4", "its advance", advance * says.assault_advance),
            None => add(sum, "SB-3.4", "it cannot advance", -says.stuck),
        }
        add(sum, "SB-3.4", "nobody in reach", -says.still);
        add(sum, "SB-9.18", "it meets those who assault it", threat * 0.4);
    }

    /// What a RESERVE order is worth to a unit; an attack on it weighs `threat`.
    fn weigh_reserve(&self, body: &Summary, tried: usize, threat: f32, sum: &mut Explained) {
        let says = &self.judgement.chits;
        let far = body.nearest >= says.reserve_behind;
        add(sum, "SB-3.5", "its reserve move", self.best_move(body, Chit::Reserve, tried));
        add(sum, "SB-3.6", "it is kept in reserve", if far { says.reserve } else { 0.0 });
        let supports = self.friends().any(|friend| {
            friend.unit != body.unit
                && friend.stance.block.gap(&body.stance.block) <= says.support_within
                && friend.nearest < body.nearest
                && friend.nearest <= 16.0
        });
        add(sum, "SB-9.3", "it may support a friend", if supports { says.support } else { 0.0 });
        add(sum, "SB-9.6", "it may evade, countercharge or fire", threat * says.countercharge * 0.5);
    }

    /// What a REGROUP order is worth to a unit.
    fn weigh_regrouping(&self, body: &Summary, sum: &mut Explained) {
        let says = &self.judgement.chits;
        if body.level <= self.burt.row(body.unit).level || body.level >= Level::Rout {
            add(sum, "SB-7.4", "it has nothing to regain", -says.still);
            return;
        }
        let price = self.price_of_level(body.level, body.value) - self.price_of_level(body.level.better(), body.value);
        let near = body.nearest < says.regroup_near;
        add(sum, "SB-7.4", "it regains a level", price * says.regroup * if near { 0.5 } else { 1.0 });
        let closing = self.attacks() && body.nearest <= says.ready_within && body.arm.is_close_order();
        if closing && self.left > 2.0 {
            add(sum, "SB-7.4", "it is about to close with the enemy", says.ready);
        }
    }
}

/// Adds a reason that weighs anything.
fn add(sum: &mut Explained, rule: &'static str, label: impl Into<Cow<'static, str>>, amount: f32) {
    if amount.abs() > 1e-3 {
        sum.add(RuleId::new(rule), label, amount);
    }
}

//! Acts of one unit in steps 4 to 9: assaults, moves, supports and fire.

use std::collections::BTreeSet;

use super::{
    evaluator::Evaluator,
    findings::Choice,
    marches::March,
    summary::{Stance, Summary, stance},
    ways::Ways,
};
use crate::{
    book::{
        values::{Chit, Level},
        verbs,
    },
    fire::{casualties::called, shot::Occasion},
    movement::{manoeuvres::Marched, moves::Walk},
};
use grapeshot_floor::{
    english::amount,
    events::Explained,
    forces::UnitId,
    orders::{Order, Plan},
    turn::Ask,
};

impl Evaluator<'_, '_> {
    /// The unit that an order is for.
    fn actor(&self, order: &Order) -> Option<&Summary> {
        order.pieces.first().and_then(|piece| self.body(self.burt.view.unit_of(*piece)))
    }

    /// The unit that an order is against.
    fn target(&self, order: &Order) -> Option<&Summary> {
        order.target.and_then(|piece| self.body(self.burt.view.unit_of(piece)))
    }

    pub(super) fn pass(&self, ask: &Ask) -> (Order, Explained) {
        (Order::new(ask.side, &verbs::PASS), Explained::default())
    }

    /// The units of a question that can act, as the side knows.
    fn able(&self, ask: &Ask) -> Vec<&Summary> {
        let able = self.burt.able(ask.side);
        able.into_iter().filter_map(|unit| self.body(unit)).collect()
    }

    /// Step 4: the assaults to declare. A unit with ASSAULT orders must assault if it can.
    pub fn answers_to_assault(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let mut list = vec![self.pass(ask)];
        for body in self.able(ask) {
            for choice in self.assaults().iter().filter(|choice| choice.by == body.unit) {
                let piece = self.burt.piece(choice.at);
                let order = Order::new(ask.side, &verbs::ASSAULT).pieces(vec![body.piece]).target(piece);
                list.push(self.weighed(order));
            }
        }
        list
    }

    pub fn worth_of_assault(&self, order: &Order) -> Explained {
        let (Some(body), Some(enemy)) = (self.actor(order), self.target(order)) else { return Explained::default() };
        let known = self.assaults().iter().find(|choice| choice.by == body.unit && choice.at == enemy.unit);
        let label = known.map_or_else(
            || "the assault".to_owned(),
            |Choice { goes, wins, .. }| {
                format!("the assault, {:.0} % to go in, {:.0} % if it holds", goes * 100.0, wins * 100.0)
            },
        );
        let mut sum = Explained::base("SB-9.1", label, known.map_or(0.0, |choice| choice.worth));
        // The unit must declare its assault sooner or later.
        sum.add("SB-3.4", "it has ASSAULT orders", self.judgement.acts.must);
        sum
    }

    /// Steps 5 and 6: the moves to make.
    pub fn answers_to_moves(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let says = &self.judgement.acts;
        let mut list = vec![self.pass(ask)];
        for body in self.able(ask) {
            let Some(chit) = body.chit else { continue };
            let Some(allowance) = self.allowance(body, chit) else { continue };
            let now = self.stand(body, &body.stance);
            let mut marches: Vec<(Order, Explained)> = Vec::new();
            for march in self.marches(body, allowance) {
                let then = self.stand(body, &march.stance);
                let mut sum = Explained::default();
                then.explain_over(&now, &mut sum);
                let ground = self.price_of_ground(body, &march.stance);
                if ground > 0.0 {
                    sum.add("SB-4.10", "the ground may cost it a level", -ground);
                }
                if chit == Chit::Assault {
                    sum.add("SB-3.4", "it has ASSAULT orders", says.must);
                }
                if sum.total() > 0.0 {
                    marches.push((march.order(self, body), sum));
                }
            }
            marches.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()));
            marches.truncate(says.tried);
            list.extend(marches);
        }
        if ask.verbs.contains(&verbs::SUPPORT) {
            list.extend(self.supports(ask));
        }
        list
    }

    /// SB-9.3: reserves that may support a friend in an assault.
    fn supports(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let marked = self.burt.play().assaults.iter().flat_map(|assault| [assault.unit, assault.target]);
        let friends: BTreeSet<UnitId> = marked.filter(|unit| self.burt.side(*unit) == ask.side).collect();
        let mut list = Vec::new();
        for body in self.able(ask).into_iter().filter(|body| body.chit == Some(Chit::Reserve)) {
            let near = |friend: &&UnitId| **friend != body.unit && self.burt.gap(**friend, body.unit) <= body.reserve.0;
            for friend in friends.iter().filter(near) {
                let order = Order::new(ask.side, &verbs::SUPPORT).pieces(vec![body.piece]).target_unit(*friend);
                list.push(self.weighed(order));
            }
        }
        list
    }

    pub fn worth_of_support(&self, order: &Order) -> Explained {
        let Some(friend) = order.target_unit.and_then(|unit| self.body(unit)) else { return Explained::default() };
        let assaults = self.burt.assaults_on(friend.unit);
        let feared: f32 =
            assaults.filter_map(|assault| self.worth_if_it_goes_in(assault)).map(|worth| worth.max(0.0)).sum();
        let label = format!("support of {}", self.burt.name(friend.unit));
        Explained::base("SB-9.3", label, feared)
    }

    pub fn worth_of_march(&self, order: &Order) -> Explained {
        let Some(body) = self.actor(order) else { return Explained::default() };
        let Some(allowance) = body.chit.and_then(|chit| self.allowance(body, chit)) else {
            return Explained::default();
        };
        let now = self.stand(body, &body.stance);
        let same = |march: &&March| march.order(self, body) == *order;
        let mut sum = Explained::default();
        if let Some(march) = self.marches(body, allowance).iter().find(same) {
            self.stand(body, &march.stance).explain_over(&now, &mut sum);
        }
        sum
    }

    /// The worth of a move as the rules have planned it: the place where it ends, less the levels that it costs; none
    /// if the plan is of no move.
    pub fn worth_of_plan(&self, plan: &Plan) -> Option<Explained> {
        let marched = plan.findings.get::<Marched>()?;
        let body = self.body(marched.unit)?;
        let mut sum = self.worth_of_walk(body, &marched.walk);
        if body.chit == Some(Chit::Assault) {
            sum.add("SB-3.4", "it has ASSAULT orders", self.judgement.acts.must);
        }
        Some(sum)
    }

    /// The worth of a walk: the place where it ends, less the levels that it costs.
    pub fn worth_of_walk(&self, body: &Summary, walk: &Walk) -> Explained {
        let end = walk.end();
        let then = stance(end.block, end.array, body.arm, self.burt.bases(body.unit));
        let mut sum = Explained::default();
        self.stand(body, &then).explain_over(&self.stand(body, &body.stance), &mut sum);
        if walk.disorders && body.level < Level::Shaken && !self.burt.work(body.unit).lost_order {
            let price = self.price_of_losing_one(body);
            sum.add("SB-4.10", "the ground costs it a level", -price);
        }
        if !walk.spared {
            for friend in walk.passed.iter().filter_map(|friend| self.body(*friend)) {
                let price = self.price_of_losing_one(body) + self.price_of_losing_one(friend);
                sum.add("SB-4.11", "it passes through a friend", -price);
            }
        }
        sum
    }

    /// SB-4.10: the likely cost of the ground on the way to a stance.
    pub(super) fn price_of_ground(&self, body: &Summary, then: &Stance) -> f32 {
        let (from, to) = (body.stance.block.place.at, then.block.place.at);
        let ways = self.burt.view.resource::<Ways>();
        let loses = body.level < Level::Shaken && ways.disorder(body.arm, from, to);
        if loses { self.price_of_losing_one(body) } else { 0.0 }
    }

    /// Step 9: the shots to fire.
    pub fn answers_to_fire(&self, ask: &Ask) -> Vec<(Order, Explained)> {
        let mut list = vec![self.pass(ask)];
        for body in self.able(ask) {
            for target in self.burt.targets(body.unit).iter().copied() {
                for load in self.burt.loads(body.unit) {
                    let piece = self.burt.piece(target);
                    let mut order = Order::new(ask.side, &verbs::SHOOT).pieces(vec![body.piece]).target(piece);
                    order.choice = load.is_artillery().then(|| load.id().into());
                    list.push(self.weighed(order));
                }
            }
        }
        list
    }

    pub fn worth_of_fire(&self, order: &Order) -> Explained {
        let (Some(body), Some(enemy)) = (self.actor(order), self.target(order)) else { return Explained::default() };
        let mut loads = self.burt.loads(body.unit).iter();
        let load = loads.find(|known| order.choice.as_deref().is_none_or(|word| known.id() == word));
        let shot = load.and_then(|load| self.burt.aim(body.unit, enemy.unit, *load, Occasion::Step).ok());
        let kills = shot.map_or(0.0, |shot| shot.expected());
        let label = format!("{} to be expected", amount(kills, called(enemy.arm)));
        let mut sum = Explained::base("SB-6.3", label, kills * enemy.hurt);
        sum.add("SB-6.1", "it fires", self.judgement.acts.offer);
        sum
    }
}

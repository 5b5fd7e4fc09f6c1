//! Everything else: how far to carry an order out, which enemy to shoot at, where commanders ride, what winners do.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary, because},
    notes::PositionValue,
    stance::Stance,
};
use crate::{
    book::{data::Outcome, values::Formation, verbs},
    combat::breaks,
    movement::moves::Walk,
    shooting::shot::Manner,
    state::sequence_of_play::{RoundChoice, Task, Win},
};
use grapeshot_floor::{
    english,
    events::{Explained, RuleId},
    forces::UnitId,
    orders::{Leg, Order},
    table::position::Heading,
    turn::Ask,
};

impl<'w> Evaluator<'_, 'w> {
    fn task(&self) -> Option<&'w Task> {
        self.bp.play().task()
    }

    fn plain(&self, ask: &Ask, verb: &grapeshot_floor::orders::VerbId) -> Order {
        Order::new(ask.side, verb)
    }

    /// The answers to the question how far an order is carried out.
    pub fn answers_to_carry(&self, ask: &Ask) -> Vec<Order> {
        let mut list = vec![self.plain(ask, &verbs::GO), self.plain(ask, &verbs::STAY)];
        if let Some(Task::Carry(carry)) = self.task()
            && self.bp.present(carry.unit)
        {
            let whole = path_of(&self.bp.carried(carry, None));
            if whole > self.judgement.marches.least {
                list.extend(
                    self.judgement
                        .replies
                        .parts
                        .map(|part| self.plain(ask, &verbs::GO).number((whole * part * 4.0).round() / 4.0)),
                );
            }
        }
        list
    }

    /// What carrying an order out this far is worth.
    pub fn worth_of_go(&self, order: &Order) -> Explained {
        let Some(Task::Carry(carry)) = self.task() else { return Explained::default() };
        let Some(body) = self.body(carry.unit) else { return Explained::default() };
        if body.coming {
            return because("BP-3.6", "it comes onto the table", self.judgement.replies.arrives);
        }
        if order.verb == verbs::STAY {
            return Explained::default();
        }
        let stance = Stance::of(&self.bp.carried(carry, order.number).end());
        let mut gain = PositionValue::default();
        gain.gain(1.0, &self.value_at(body, &stance), &self.rest(body));
        let mut worth = Explained::default();
        gain.explain(&mut worth);
        if self.hardly_moves(&body.stance, &stance) {
            worth.add(RuleId::new("BP-2.13"), "it would hardly move", -self.judgement.marches.fuss);
        }
        worth
    }

    /// The shots of the first unit that may shoot.
    pub fn answers_to_shooting(&self, ask: &Ask) -> Vec<Order> {
        let mut list = Vec::new();
        if let Some(piece) = ask.pieces.first() {
            let unit = self.bp.view.unit_of(*piece);
            for target in self.bp.targets(unit) {
                let order = Order::new(ask.side, &verbs::SHOOT);
                list.push(order.pieces([*piece]).target(self.bp.piece(target)));
            }
        }
        list.push(self.plain(ask, &verbs::DONE));
        list
    }

    /// What a shot is worth.
    pub fn worth_of_shot(&self, order: &Order) -> Explained {
        let (Some(piece), Some(target)) = (order.pieces.first(), order.target) else { return Explained::default() };
        let (unit, target) = (self.bp.view.unit_of(*piece), self.bp.view.unit_of(target));
        let Some(body) = self.body(target) else { return Explained::default() };
        let shot = self.bp.shot(unit, target, Manner::Ordinary);
        let casualties = english::amount(shot.expected(), "casualty");
        let mut worth = because("BP-5.8", format!("{casualties} to be expected"), shot.expected() * body.hurt);
        worth.add(RuleId::new("BP-5.2"), "it has a target", self.judgement.replies.target);
        worth
    }

    /// The rides of commanders.
    pub fn answers_to_officers(&self, ask: &Ask) -> Vec<Order> {
        let mut list = vec![self.plain(ask, &verbs::DONE)];
        for piece in &ask.pieces {
            let commander = self.bp.view.unit_of(*piece);
            let order = Order::new(ask.side, &verbs::RIDE).pieces([*piece]);
            if let Some(at) = self.post(commander) {
                let from = self.bp.outline(commander).place.at;
                let by = (at - from).clamp_length_max(self.bp.ride_inches(commander) - 0.1);
                list.push(order.clone().path([Leg::To(self.clear_post(commander, from + by))]));
            }
            let from = self.bp.outline(commander).place.at;
            let gain = |body: &&UnitSummary| self.rally_gain(body);
            let worn = self.to_rally(commander).max_by(|a, b| gain(a).total_cmp(&gain(b)).then(b.unit.cmp(&a.unit)));
            if let Some(body) = worn {
                let by = (body.stance.at - body.stance.forward * self.judgement.replies.behind - from)
                    .clamp_length_max(self.bp.ride_inches(commander) - 0.1);
                list.push(order.clone().path([Leg::To(self.clear_post(commander, from + by))]));
            }
            let fighting = self.friends().filter(|body| body.busy && self.his(commander, body));
            list.extend(fighting.map(|body| order.clone().target_unit(body.unit)));
        }
        list
    }

    fn his(&self, commander: UnitId, body: &UnitSummary) -> bool {
        let general = self.bp.officer(commander).is_some_and(|officer| officer.general);
        general || body.brigade == Some(commander)
    }

    /// The place of a commander: behind the middle of the units under his command.
    fn post(&self, commander: UnitId) -> Option<Vec2> {
        let (mut sum, mut count) = (Vec2::ZERO, 0.0);
        for body in self.friends().filter(|body| self.his(commander, body)) {
            sum += body.stance.at;
            count += 1.0;
        }
        if count == 0.0 {
            return None;
        }
        let middle = sum / count;
        let foe = self.enemies().min_by(|a, b| {
            let apart = |body: &UnitSummary| body.stance.at.distance_squared(middle);
            apart(a).total_cmp(&apart(b))
        })?;
        Some(middle - (foe.stance.at - middle).normalize_or_zero() * self.judgement.replies.behind)
    }

    /// A point near `at` where a commander may stand.
    fn clear_post(&self, commander: UnitId, at: Vec2) -> Vec2 {
        let size = self.bp.view.terrain().size;
        let within = |at: Vec2| at.clamp(Vec2::splat(0.6), size - 0.6);
        let tries = [Vec2::ZERO, Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y]
            .map(|by| within(at + by * self.judgement.replies.beside));
        tries.into_iter().find(|at| self.bp.may_ride_to(commander, *at).is_ok()).unwrap_or(within(at))
    }

    /// BP-2.4: what the distances from a point cost a commander.
    fn cost_from(&self, commander: UnitId, at: Vec2) -> f32 {
        let step = self.bp.inches(self.bp.numbers().distance_step);
        let own = self.friends().filter(|body| body.brigade == Some(commander) || self.general(commander));
        let (mut sum, mut count) = (0.0, 0.0_f32);
        for body in own {
            sum += body.stance.at.distance(at) / step;
            count += 1.0;
        }
        if self.general(commander) { sum / count.max(1.0) } else { sum }
    }

    fn general(&self, commander: UnitId) -> bool {
        self.bp.officer(commander).is_some_and(|officer| officer.general)
    }

    /// What a ride is worth.
    pub fn worth_of_ride(&self, order: &Order) -> Explained {
        let Some(piece) = order.pieces.first() else { return Explained::default() };
        let commander = self.bp.view.unit_of(*piece);
        let from = self.bp.outline(commander).place.at;
        if let Some(unit) = order.target_unit {
            let Some(body) = self.body(unit) else { return Explained::default() };
            let given = self.cost_from(commander, from) - self.cost_from(commander, body.stance.at);
            let says = &self.judgement.replies;
            let worth = because("BP-9.3", "he fights beside his men", says.example);
            return worth.with(RuleId::new("BP-2.4"), "nearer to his units", given * self.judgement.replies.distance);
        }
        let Some(Leg::To(at)) = order.path.first() else { return Explained::default() };
        let nearer = self.cost_from(commander, from) - self.cost_from(commander, *at);
        let mut worth = because("BP-2.4", "nearer to his units", nearer * self.judgement.replies.distance);
        let rallied = self.rallied_from(commander, *at) - self.rallied_from(commander, from);
        worth.add(RuleId::new("BP-2.11"), "a unit to rally", self.judgement.replies.rally * rallied);
        let danger = self.enemies().any(|enemy| enemy.stance.at.distance(*at) < self.judgement.goals.meet);
        if danger {
            worth.add(RuleId::new("BP-9.1"), "too near to the enemy", -self.judgement.replies.danger);
        }
        worth.add(RuleId::new("BP-9.2"), "he may stay as well", -self.judgement.replies.ride);
        worth
    }

    /// The choices of the next combat.
    pub fn answers_to_fight(&self, ask: &Ask) -> Vec<Order> {
        ask.pieces.iter().map(|piece| Order::new(ask.side, &verbs::FIGHT).target(*piece)).collect()
    }

    /// The worth of fighting a combat next: strong units first, as they may free supports for the others.
    pub fn worth_of_fight(&self, order: &Order) -> Explained {
        let unit = order.target.map(|piece| self.bp.view.unit_of(piece));
        let lead = unit.map_or(0.0, |unit| {
            let linked = self.bp.linked(unit);
            linked
                .iter()
                .filter_map(|unit| self.body(*unit))
                .map(|body| if body.ours { body.hand } else { -body.hand })
                .sum()
        });
        because("BP-7.1", "the combat that looks best", lead)
    }

    /// The answers that choose one of the words of a verb.
    pub fn answers_by_choice(&self, ask: &Ask, verb: &grapeshot_floor::orders::VerbId) -> Vec<Order> {
        ask.choices.iter().map(|(choice, _)| Order::new(ask.side, verb).choice(choice.clone())).collect()
    }

    /// What a choice is worth.
    pub fn worth_of_choice(&self, order: &Order) -> Explained {
        let word = order.choice.as_deref().unwrap_or_default();
        match self.task() {
            Some(Task::Test(test)) => {
                let total = test.dice.map_or(7, |(a, b)| i32::from(a + b));
                let sum = total + self.bp.break_sum::<i32>(test);
                let now = self.bp.break_outcome(test, sum);
                let bad = matches!(now, Outcome::Breaks | Outcome::RetiresDisordered);
                because(
                    "BP-11.1",
                    breaks::word(now),
                    if (word == "yes") == bad { self.judgement.replies.yes } else { -self.judgement.replies.yes },
                )
            }
            Some(Task::Retire(retire)) => {
                let aside: f32 = word.parse().unwrap_or(0.0);
                let Some(body) = self.body(retire.unit) else { return Explained::default() };
                let Some((walk, _)) = self.bp.retirement(retire.unit, aside, 1) else { return Explained::default() };
                let stance = Stance::of(&walk.end());
                let within = self.judgement.replies.retire_within;
                let gap = self.nearest_enemy(&stance).map_or(within, |(_, gap)| gap.min(within));
                let back = because("BP-7.9", "away from the enemy", gap * self.judgement.replies.retire);
                back.with(RuleId::new("BP-7.9"), "the fire it would come under", self.value_at(body, &stance).harm)
            }
            Some(Task::Round(round)) => match round.choices.first() {
                Some(RoundChoice::Support(_)) => because(
                    "BP-7.6",
                    "support where it is needed",
                    if word == "yes" { self.judgement.replies.yes } else { 0.0 },
                ),
                Some(RoundChoice::Divide(unit)) => {
                    let enemy = self.bp.fighting(*unit).into_iter().find(|enemy| self.bp.unit(*enemy).key == word);
                    let Some(enemy) = enemy else { return because("BP-7.2", "evenly", self.judgement.replies.yes) };
                    let dice = self.bp.fighting_dice(*unit).total() as u8;
                    let hurt = self.body(enemy).map_or(0.0, |body| body.hurt);
                    let blows = self.bp.expected_blows(*unit, enemy, dice.saturating_sub(1).max(1));
                    because("BP-7.2", "casualties to be expected", blows * hurt)
                }
                None => Explained::default(),
            },
            _ => {
                let own = self.bp.view.side_named(self.side).key == word;
                because("BP-1.6", "the first move", if own { self.judgement.replies.yes } else { 0.0 })
            }
        }
    }

    /// The answers of cavalry before a square.
    pub fn answers_to_halt(&self, ask: &Ask) -> Vec<Order> {
        let mut list = vec![self.plain(ask, &verbs::STAY)];
        let Some(unit) = ask.unit else { return list };
        let Some(body) = self.body(unit) else { return list };
        for inches in [body.inches - 0.1, body.inches / 2.0] {
            let to = body.stance.front - body.stance.forward * inches;
            list.push(self.plain(ask, &verbs::MOVE).path([Leg::To(to)]));
        }
        list
    }

    /// The answers of a winner.
    pub fn answers_to_win(&self, ask: &Ask) -> Vec<Order> {
        let mut list = vec![self.plain(ask, &verbs::STAY)];
        let Some(Task::Win(win)) = self.task() else { return list };
        let Some(body) = self.body(win.unit) else { return list };
        if ask.verbs.contains(&verbs::OCCUPY) {
            list.push(self.plain(ask, &verbs::OCCUPY));
        }
        if ask.verbs.contains(&verbs::SWEEP) {
            list.extend(self.sweeps(ask, win));
        }
        let here = body.stance;
        if let Some((enemy, gap)) = self.nearest_enemy(&here) {
            let heading = Heading::from_to(here.at, enemy.stance.at);
            if body.building.is_none() && here.facing.angle_to(heading) > self.judgement.marches.turn {
                list.push(self.plain(ask, &verbs::REFORM).heading(heading));
            }
            if ask.verbs.contains(&verbs::MOVE) && body.building.is_none() {
                let toward = (enemy.stance.at - here.at).normalize_or_zero();
                for by in [-toward * body.inches, toward * (gap - self.judgement.marches.close).clamp(0.0, body.inches)]
                {
                    if by.length() > self.judgement.marches.least {
                        list.push(self.plain(ask, &verbs::MOVE).path([Leg::To(here.front + by)]));
                    }
                }
            }
        }
        if body.building.is_none() {
            for formation in [Formation::Line, Formation::AttackColumn] {
                if formation != here.formation && self.bp.can_form(win.unit, formation) {
                    list.push(self.plain(ask, &verbs::REFORM).formation(formation.id()));
                }
            }
        }
        list
    }

    fn sweeps(&self, ask: &Ask, win: &Win) -> Vec<Order> {
        let on = self.bp.sweeps(win);
        on.into_iter().map(|target| Order::new(ask.side, &verbs::SWEEP).target(self.bp.piece(target))).collect()
    }

    /// What it is worth to reform or move where a rule allows it.
    pub fn worth_of_leave(&self, order: &Order) -> Explained {
        let unit = match self.task() {
            Some(Task::Charge(charge)) => charge.chargers.first().map(|charger| charger.unit),
            Some(Task::Win(win)) => Some(win.unit),
            _ => None,
        };
        let Some(body) = unit.and_then(|unit| self.body(unit)) else { return Explained::default() };
        if order.verb == verbs::OCCUPY {
            let building = match self.task() {
                Some(Task::Win(win)) => win.building,
                _ => None,
            };
            return because("BP-8.2", "the building", self.judgement.replies.yes + self.house_value(building));
        }
        let end = match order.verb == verbs::REFORM {
            true => self.bp.reformed(body.unit, order),
            false => self.bp.free_walk(body.unit, order).map(|walk| walk.end()),
        };
        let Ok(end) = end else { return Explained::default() };
        let stance = Stance::of(&end);
        let mut gain = PositionValue::default();
        // The unit is in no combat any more.
        let free = UnitSummary { busy: false, ..body.clone() };
        gain.gain(1.0, &self.value_at(&free, &stance), &self.value_at(&free, &body.stance));
        let mut worth = Explained::default();
        gain.explain(&mut worth);
        if self.hardly_moves(&body.stance, &stance) {
            worth.add(RuleId::new("BP-7.11"), "it would hardly move", -self.judgement.marches.fuss);
        }
        worth
    }

    /// BP-2.11: the order to rally a unit, if its commander may.
    pub fn rallies(&self, commander: UnitId, body: &UnitSummary) -> Option<Order> {
        let near = self.bp.within(self.bp.distance_from(commander, body.unit), self.bp.numbers().follow_within);
        let fit =
            near && body.casualties >= self.judgement.replies.worn && !body.coming && !self.bp.enemy_near(body.unit);
        fit.then(|| Order::new(self.side, &verbs::RALLY).unit(commander).pieces([body.piece]))
    }

    /// What taking a casualty off a unit is worth.
    fn rally_gain(&self, body: &UnitSummary) -> f32 {
        let recovers = body.shaken && body.casualties - 1.0 < body.stamina;
        if recovers {
            body.whole * self.judgement.replies.no_longer_shaken
        } else {
            body.value * self.judgement.replies.casualty_back / body.stamina
        }
    }

    /// BP-2.11: the unit that a commander who stood at a point could best rally next.
    fn rallied_from(&self, commander: UnitId, at: Vec2) -> f32 {
        let within = self.bp.numbers().follow_within;
        let near = |body: &&UnitSummary| self.bp.within(body.stance.at.distance(at), within);
        self.to_rally(commander).filter(near).map(|body| self.rally_gain(body)).fold(0.0, f32::max)
    }

    /// The units that a commander could rally if he were near.
    fn to_rally(&self, commander: UnitId) -> impl Iterator<Item = &UnitSummary> {
        self.friends().filter(move |body| {
            body.casualties >= self.judgement.replies.worn
                && !body.busy
                && self.his(commander, body)
                && !self.bp.within(body.faced[0].1, self.bp.numbers().near_enemy)
        })
    }

    /// What a rally is worth.
    pub fn worth_of_rally(&self, order: &Order) -> Explained {
        let unit = order.pieces.first().map(|piece| self.bp.view.unit_of(*piece));
        let Some(body) = unit.and_then(|unit| self.body(unit)) else { return Explained::default() };
        let commander = self.giver(order);
        let chances = self.chances(commander, &[body], false, false);
        let success = chances.moves.iter().map(|count| f32::from(*count)).sum::<f32>() / 36.0;
        let mut worth = because("BP-2.11", "a casualty comes back to the ranks", success * self.rally_gain(body));
        let waiting = |other: &&UnitSummary| {
            let aim = self.aim(other);
            other.unit != body.unit
                && other.brigade == commander
                && other.building.is_none()
                && !other.shaken
                && !other.broken
                && other.stance.at.distance(aim.at) > aim.radius
                && self.bp.may_act(other.unit).is_ok()
        };
        let others = self.friends().filter(waiting).count() as f32;
        worth.add(
            RuleId::new("BP-2.11"),
            "it is his last order",
            -self.judgement.replies.last_order * others.min(self.judgement.replies.last_order_most),
        );
        worth
    }
}

/// The inches of a walk without changes of formation.
fn path_of(walk: &Walk) -> f32 {
    let stretches = walk.poses.windows(2).filter(|pair| pair[0].formation == pair[1].formation);
    stretches.map(|pair| pair[1].cost - pair[0].cost).sum()
}

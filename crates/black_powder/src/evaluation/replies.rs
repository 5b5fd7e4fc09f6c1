//! Everything else: how far to carry an order out, which enemy to shoot at, where commanders ride, what winners do.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary, cost},
    notes::PositionValue,
    stance::Stance,
};
use crate::{
    book::{data::Outcome, verbs},
    combat::breaks,
    movement::{moves::Walk, wording::MOST_MOVES},
    shooting::shot::Manner,
    state::sequence_of_play::{RoundChoice, Task},
};
use grapeshot_floor::{
    english,
    events::Explained,
    forces::UnitId,
    orders::{Leg, Order},
    table::position::Heading,
    turn::Ask,
};

impl<'w> Evaluator<'_, 'w> {
    fn task(&self) -> Option<&'w Task> {
        self.bp.play().task()
    }

    /// The answers to the question how far an order is carried out.
    pub fn answers_to_carry(&self, ask: &Ask) -> Vec<Order> {
        let mut list = vec![Order::new(ask.side, &verbs::GO), Order::new(ask.side, &verbs::STAY)];
        if let Some(Task::Carry(carry)) = self.task()
            && self.bp.present(carry.unit)
        {
            let whole = path_of(&self.bp.carried(carry, None));
            let moves = (1..MOST_MOVES).map(|moves| f32::from(moves) * self.bp.move_inches(carry.unit));
            list.extend(moves.filter(|part| *part < whole).map(|part| Order::new(ask.side, &verbs::GO).number(part)));
        }
        list
    }

    /// What carrying an order out this far is worth.
    pub fn worth_of_go(&self, order: &Order) -> Explained {
        let Some(Task::Carry(carry)) = self.task() else { return Explained::default() };
        let Some(body) = self.body(carry.unit) else { return Explained::default() };
        if body.coming {
            return Explained::base("BP-3.6", "it comes onto the table", self.judgement.replies.arrives);
        }
        if order.verb == verbs::STAY {
            return Explained::default();
        }
        self.worth_of_standing(body, &Stance::of(&self.bp.carried(carry, order.number).end()))
    }

    /// What it is worth for a unit to stand elsewhere than it does.
    fn worth_of_standing(&self, body: &UnitSummary, stance: &Stance) -> Explained {
        let mut gain = PositionValue::default();
        gain.gain(1.0, &self.value_at(body, stance), &self.value_at(body, &body.stance));
        let mut worth = Explained::default();
        gain.explain(&mut worth);
        if self.hardly_moves(&body.stance, stance) {
            worth.add("BP-2.13", "it would hardly move", -self.judgement.marches.effort);
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
        list.push(Order::new(ask.side, &verbs::DONE));
        list
    }

    /// What a shot is worth.
    pub fn worth_of_shot(&self, order: &Order) -> Explained {
        let (Some(piece), Some(target)) = (order.pieces.first(), order.target) else { return Explained::default() };
        let (unit, target) = (self.bp.view.unit_of(*piece), self.bp.view.unit_of(target));
        let Some(body) = self.body(target) else { return Explained::default() };
        let shot = self.bp.shot(unit, target, Manner::Ordinary);
        let casualties = english::amount(shot.expected(), "casualty");
        let mut worth = Explained::base("BP-5.8", format!("{casualties} to be expected"), shot.expected() * body.hurt);
        worth.add("BP-5.2", "it has a target", self.judgement.replies.yes);
        worth
    }

    /// The rides of commanders.
    pub fn answers_to_officers(&self, ask: &Ask) -> Vec<Order> {
        let mut list = vec![Order::new(ask.side, &verbs::DONE)];
        for piece in &ask.pieces {
            let commander = self.bp.view.unit_of(*piece);
            let order = Order::new(ask.side, &verbs::RIDE).pieces([*piece]);
            let from = self.bp.outline(commander).place.at;
            let gain = |body: &&UnitSummary| self.rally_gain(body);
            let worn = self.to_rally(commander).max_by(|a, b| gain(a).total_cmp(&gain(b)).then(b.unit.cmp(&a.unit)));
            let behind = worn.map(|body| body.stance.at - body.stance.forward * self.behind());
            for at in self.post(commander).into_iter().chain(behind) {
                let by = (at - from).clamp_length_max(self.bp.ride_inches(commander) - self.bp.numbers().tolerance);
                list.push(order.clone().path([Leg::To(self.clear_post(commander, from + by))]));
            }
            let fighting = self.men_of(commander).filter(|body| body.busy);
            list.extend(fighting.map(|body| order.clone().target_unit(body.unit)));
        }
        list
    }

    /// The units on the table that are under a commander.
    fn men_of(&self, commander: UnitId) -> impl Iterator<Item = &UnitSummary> {
        let general = self.general(commander);
        self.friends().filter(move |body| general || body.brigade == Some(commander))
    }

    /// The place of a commander: behind the middle of the units under his command.
    fn post(&self, commander: UnitId) -> Option<Vec2> {
        let men: Vec<Vec2> = self.men_of(commander).map(|body| body.stance.at).collect();
        let middle = men.iter().copied().sum::<Vec2>() / men.len() as f32;
        let apart = |body: &UnitSummary| body.stance.at.distance_squared(middle);
        let foe = self.enemies().min_by(|a, b| apart(a).total_cmp(&apart(b)))?;
        let behind = middle - (foe.stance.at - middle).normalize_or_zero() * self.behind();
        (!men.is_empty()).then_some(behind)
    }

    /// How far behind his men a commander rides, in inches: as far as those who support them (BP-7.6).
    fn behind(&self) -> f32 {
        self.bp.inches(self.bp.numbers().support_within)
    }

    /// A point near `at` where a commander may stand.
    fn clear_post(&self, commander: UnitId, at: Vec2) -> Vec2 {
        let size = self.bp.view.terrain().size;
        let within = |at: Vec2| at.clamp(Vec2::splat(0.6), size - 0.6);
        let tries = [Vec2::ZERO, Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y].map(|by| within(at + by * self.behind()));
        tries.into_iter().find(|at| self.bp.may_ride_to(commander, *at).is_ok()).unwrap_or(within(at))
    }

    /// BP-2.4: what the distances from a point cost a commander.
    fn cost_from(&self, commander: UnitId, at: Vec2) -> f32 {
        let step = self.bp.inches(self.bp.numbers().distance_step);
        let steps: Vec<f32> = self.men_of(commander).map(|body| body.stance.at.distance(at) / step).collect();
        let sum: f32 = steps.iter().sum();
        if self.general(commander) { sum / (steps.len() as f32).max(1.0) } else { sum }
    }

    /// What a ride is worth.
    pub fn worth_of_ride(&self, order: &Order) -> Explained {
        let Some(piece) = order.pieces.first() else { return Explained::default() };
        let commander = self.bp.view.unit_of(*piece);
        let from = self.bp.outline(commander).place.at;
        let fighting = order.target_unit.and_then(|unit| self.body(unit)).map(|body| body.stance.at);
        let at = match order.path.first() {
            Some(Leg::To(at)) => *at,
            _ => fighting.unwrap_or(from),
        };
        let nearer = self.cost_from(commander, from) - self.cost_from(commander, at);
        let mut worth = Explained::base("BP-2.4", "nearer to his units", nearer * self.judgement.replies.distance);
        if fighting.is_some() {
            return worth.with("BP-9.3", "he fights beside his men", self.judgement.replies.yes);
        }
        let rallied = self.rallied_from(commander, at) - self.rallied_from(commander, from);
        worth.add_some("BP-2.11", "a unit to rally", rallied);
        if self.enemies().any(|enemy| enemy.stance.at.distance(at) < self.close()) {
            worth.add("BP-9.1", "too near to the enemy", -self.judgement.replies.danger);
        }
        worth
    }

    /// The choices of the next combat.
    pub fn answers_to_fight(&self, ask: &Ask) -> Vec<Order> {
        ask.pieces.iter().map(|piece| Order::new(ask.side, &verbs::FIGHT).target(*piece)).collect()
    }

    /// The worth of fighting a combat next: strong units first, as they may free supports for the others.
    pub fn worth_of_fight(&self, order: &Order) -> Explained {
        let linked = order.target.map_or_else(Vec::new, |piece| self.bp.linked(self.bp.view.unit_of(piece)));
        let hand = |body: &UnitSummary| if body.ours { body.hand } else { -body.hand };
        let lead = linked.iter().filter_map(|unit| self.body(*unit)).map(hand).sum();
        Explained::base("BP-7.1", "the combat that looks best", lead)
    }

    /// The answers that choose one of the words of a verb.
    pub fn answers_by_choice(&self, ask: &Ask, verb: &grapeshot_floor::orders::VerbId) -> Vec<Order> {
        ask.choices.iter().map(|(choice, _)| Order::new(ask.side, verb).choice(choice.clone())).collect()
    }

    /// What a choice is worth.
    pub fn worth_of_choice(&self, order: &Order) -> Explained {
        let word = order.choice.as_deref().unwrap_or_default();
        let taken = |rule, label: &'static str, takes: bool| {
            Explained::base(rule, label, if takes { self.judgement.replies.yes } else { 0.0 })
        };
        match self.task() {
            Some(Task::Test(test)) => {
                let total = test.dice.map_or(7, |(a, b)| i32::from(a + b));
                let now = self.bp.break_outcome(test, total + self.bp.break_sum::<i32>(test));
                let bad = matches!(now, Outcome::Breaks | Outcome::RetiresDisordered);
                taken("BP-11.1", breaks::word(now), (word == "yes") == bad)
            }
            Some(Task::Retire(retire)) => {
                let aside: f32 = word.parse().unwrap_or(0.0);
                let Some(body) = self.body(retire.unit) else { return Explained::default() };
                let Some((walk, _)) = self.bp.retirement(retire.unit, aside, 1) else { return Explained::default() };
                let stance = Stance::of(&walk.end());
                let gap = self.nearest_enemy(&stance).map_or(f32::INFINITY, |(_, gap)| gap);
                let back = Explained::base("BP-7.9", "away from the enemy", -self.pressed(gap));
                back.with("BP-7.9", "the fire it would come under", self.value_at(body, &stance).harm)
            }
            Some(Task::Round(round)) => match round.choices.first() {
                Some(RoundChoice::Support(_)) => taken("BP-7.6", "support where it is needed", word == "yes"),
                Some(RoundChoice::Divide(unit)) => {
                    let enemy = self.bp.fighting(*unit).into_iter().find(|enemy| self.bp.unit(*enemy).key == word);
                    let Some(enemy) = enemy else { return taken("BP-7.2", "evenly", true) };
                    let dice = self.bp.fighting_dice(*unit).total() as u8;
                    let hurt = self.body(enemy).map_or(0.0, |body| body.hurt);
                    let blows = self.bp.expected_blows(*unit, enemy, dice.saturating_sub(1).max(1));
                    Explained::base("BP-7.2", "casualties to be expected", blows * hurt)
                }
                None => Explained::default(),
            },
            _ => taken("BP-1.6", "the first move", self.bp.view.side_named(self.side).key == word),
        }
    }

    /// The answers of cavalry before a square: it stays, or goes back a move.
    pub fn answers_to_halt(&self, ask: &Ask) -> Vec<Order> {
        let back = |body: &UnitSummary| {
            let to = body.stance.front - body.stance.forward * (body.inches - self.bp.numbers().tolerance);
            Order::new(ask.side, &verbs::MOVE).path([Leg::To(to)])
        };
        let goes = ask.unit.and_then(|unit| self.body(unit)).map(back);
        [Order::new(ask.side, &verbs::STAY)].into_iter().chain(goes).collect()
    }

    /// The answers of a winner.
    pub fn answers_to_win(&self, ask: &Ask) -> Vec<Order> {
        let Some(Task::Win(win)) = self.task() else { return vec![Order::new(ask.side, &verbs::STAY)] };
        let sweeps = if ask.verbs.contains(&verbs::SWEEP) { self.bp.sweeps(win) } else { Vec::new() };
        let mut list = self.answers_to_sweep(ask, &sweeps);
        let Some(body) = self.body(win.unit) else { return list };
        if ask.verbs.contains(&verbs::OCCUPY) {
            list.push(Order::new(ask.side, &verbs::OCCUPY));
        }
        let here = body.stance;
        if let Some((enemy, gap)) = self.nearest_enemy(&here) {
            let heading = Heading::from_to(here.at, enemy.stance.at);
            if body.building.is_none() && here.facing.angle_to(heading) > self.judgement.marches.turn {
                list.push(Order::new(ask.side, &verbs::REFORM).heading(heading));
            }
            if ask.verbs.contains(&verbs::MOVE) && body.building.is_none() {
                let ways = self.ways(here.at, here.forward, body.inches, Some((enemy.stance.at, gap))).into_iter();
                let ends = ways.map(|by| here.front + by.clamp_length_max(body.inches));
                list.extend(ends.map(|end| Order::new(ask.side, &verbs::MOVE).path([Leg::To(end)])));
            }
        }
        list
    }

    /// The unit that may go on: it charges, or has won.
    pub fn goes_on(&self) -> Option<&UnitSummary> {
        let unit = match self.task()? {
            Task::Charge(charge) => charge.chargers.first()?.unit,
            Task::Win(win) => win.unit,
            _ => return None,
        };
        self.body(unit)
    }

    /// What it is worth to reform or move where a rule allows it.
    pub fn worth_of_leave(&self, order: &Order) -> Explained {
        let Some(body) = self.goes_on() else { return Explained::default() };
        if order.verb == verbs::OCCUPY {
            let building = match self.task() {
                Some(Task::Win(win)) => win.building,
                _ => None,
            };
            return Explained::base("BP-8.2", "the building", self.judgement.replies.yes + self.house_value(building));
        }
        let end = match order.verb == verbs::REFORM {
            true => self.bp.reformed(body.unit, order),
            false => self.bp.free_walk(body.unit, order).map(|walk| walk.end()),
        };
        let Ok(end) = end else { return Explained::default() };
        // The unit is in no combat any more.
        self.worth_of_standing(&UnitSummary { busy: false, ..body.clone() }, &Stance::of(&end))
    }

    /// BP-2.11: the order to rally a unit, if its commander may.
    pub fn rallies(&self, commander: UnitId, body: &UnitSummary) -> Option<Order> {
        self.bp.may_rally(commander, body.unit).ok()?;
        Some(Order::new(self.side, &verbs::RALLY).unit(commander).pieces([body.piece]))
    }

    /// What taking a casualty off a unit is worth.
    fn rally_gain(&self, body: &UnitSummary) -> f32 {
        let left = body.left + 1.0;
        if body.shaken && left > 0.0 { body.whole - body.value } else { body.value * cost(left) }
    }

    /// BP-2.11: the unit that a commander who stood at a point could best rally next.
    fn rallied_from(&self, commander: UnitId, at: Vec2) -> f32 {
        let within = self.bp.numbers().follow_within;
        let near = |body: &&UnitSummary| self.bp.within(body.stance.at.distance(at), within);
        self.to_rally(commander).filter(near).map(|body| self.rally_gain(body)).fold(0.0, f32::max)
    }

    /// The units that a commander could rally if he were near.
    fn to_rally(&self, commander: UnitId) -> impl Iterator<Item = &UnitSummary> {
        self.men_of(commander).filter(|body| !body.busy && self.bp.may_recover(body.unit).is_ok())
    }

    /// What a rally is worth.
    pub fn worth_of_rally(&self, order: &Order) -> Explained {
        let Some(body) = self.named(order).first().copied() else { return Explained::default() };
        let commander = self.giver(order);
        let success = self.chances(commander, &[body], false, false).obeys();
        let mut worth =
            Explained::base("BP-2.11", "a casualty comes back to the ranks", success * self.rally_gain(body));
        self.add_silence(commander, &[body], 1.0, &mut worth);
        worth
    }
}

/// The inches of a walk without changes of formation.
fn path_of(walk: &Walk) -> f32 {
    let stretches = walk.poses.windows(2).filter(|pair| pair[0].formation == pair[1].formation);
    stretches.map(|pair| pair[1].cost - pair[0].cost).sum()
}

//! The orders that riders might get: charge, keep together, counter-charge, pursue, ride on.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    men, order,
};
use crate::{
    book::cites::Topic,
    melee::fight::is_behind,
    movement::setting_out,
    orders::{reactions, verbs},
    state::{
        sequence_of_play::{Contact, FigureAction, Ride, SequenceOfPlay},
        ways::Route,
    },
    view::supplement::FightSide,
};
use grapeshot_floor::{
    events::Explained,
    forces::PieceId,
    orders::{Leg, Order},
    table::position::Heading,
    turn::Ask,
};

/// How a charge would meet the enemy by its planned paths, counted in riders.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Clash {
    /// Riders that meet an enemy.
    pub met: f32,
    /// Riders that meet nobody: they halt before the enemy, or are carried beyond him (`CloseIn`).
    pub missed: f32,
}

impl Evaluator<'_, '_> {
    /// Inches that a unit makes in an activation, on the average of the cards; more at a sprint or gallop.
    pub fn pace(&self, block: &UnitSummary, sprints: bool) -> f32 {
        self.card * f32::from(block.paces.cards + u8::from(sprints)) + block.paces.plus
    }

    /// What a unit that stands round a point may win by a charge: at the best enemy within reach of its next move.
    pub fn threat_of_charge(&self, block: &UnitSummary, at: Vec2) -> f32 {
        if block.able == 0 || block.lone() {
            return 0.0;
        }
        let reach = self.pace(block, false);
        let ride = Ride { moved: block.rides, impetus: block.rides };
        let worth = |enemy: &UnitSummary| match enemy.centre.distance(at) > reach {
            true => 0.0,
            false => self.worth_of_meeting(block, enemy, ride),
        };
        self.enemies().map(worth).fold(0.0, f32::max)
    }

    /// What a unit may win by a charge at an enemy, from wherever it sets out.
    fn worth_of_meeting(&self, block: &UnitSummary, enemy: &UnitSummary, ride: Ride) -> f32 {
        self.memos.met.get((block.unit, enemy.unit), || {
            let charges = FightSide { attacker: true, ride, ..FightSide::default() };
            let formed = self.cp.supplement().in_body(self.cp, enemy.man);
            let awaits = FightSide { in_body: formed, ..FightSide::default() };
            let mine = self.cp.melee_sum(block.man, enemy.man, charges, 0, None).total();
            let yours = self.cp.melee_sum(enemy.man, block.man, awaits, 0, None).total();
            let (wins, ties) = self.cp.melee_chances(mine, yours);
            let fights = f32::from(block.able.min(enemy.men));
            self.judgement.horse.next_time * fights * (2.0 * wins + ties - 1.0)
        })
    }

    /// The charges that movers might make at an enemy: straight at its nearest man, and at the man in its middle; all
    /// of them, or only the riders that meet somebody.
    pub(super) fn charges(&self, ask: &Ask, movers: &[PieceId], enemy: &UnitSummary, nearest: PieceId) -> Vec<Order> {
        let riders: Vec<PieceId> = movers.iter().copied().filter(|mover| self.cp.mounted(*mover)).collect();
        if riders.is_empty() {
            return Vec::new();
        }
        let mut targets = vec![nearest, enemy.man];
        targets.dedup();
        let mut list = Vec::new();
        for target in targets {
            let all = order(ask, &verbs::CHARGE).pieces(riders.clone()).target(target);
            let Ok(fixed) = self.cp.plan_paths(&all) else { continue };
            let meets = fixed.0.iter().filter(|route| route.target.is_some());
            let meet: Vec<PieceId> = meets.map(|route| route.piece).collect();
            if !meet.is_empty() && meet.len() < riders.len() {
                list.push(all.clone().pieces(meet));
            }
            list.push(all);
        }
        list
    }

    /// The order for a body of riders to go on as one: it wheels toward a place and rides straight ahead.
    pub(super) fn ride_together(
        &self,
        ask: &Ask,
        block: &UnitSummary,
        movers: &[PieceId],
        to: Vec2,
        inches: f32,
    ) -> Option<Order> {
        let (first, view) = (*movers.first()?, self.cp.view);
        let body = self.cp.supplement().body_of(self.cp, first);
        if !self.cp.mounted(first) || body.len() != movers.len() || !movers.iter().all(|mover| body.contains(mover)) {
            return None;
        }
        let facing = view.place(first).facing;
        let turn = facing
            .turn_to(Heading::from_to(block.centre, to))
            .clamp(-self.judgement.horse.wheel, self.judgement.horse.wheel);
        let mut path = Vec::new();
        if turn != 0.0 {
            path.push(Leg::Wheel { about: self.end_of_front(movers, turn > 0.0), degrees: turn });
        }
        path.push(Leg::March { inches: inches.min(block.centre.distance(to)).max(1.0), aside: 0.0 });
        Some(order(ask, &verbs::GROUP).pieces(movers.to_vec()).path(path))
    }

    /// The figure at the left or right end of the front rank.
    fn end_of_front(&self, riders: &[PieceId], left: bool) -> Option<PieceId> {
        let lead = self.cp.view.place(*riders.first()?);
        let outward = |rider: &PieceId| {
            let frame = lead.frame(self.cp.view.place(*rider).at);
            (if left { -frame.x } else { frame.x }, frame.y)
        };
        riders.iter().copied().max_by(|a, b| {
            let ((out_a, on_a), (out_b, on_b)) = (outward(a), outward(b));
            // Figures of one file differ by a hair aside.
            (out_a * 20.0).round().total_cmp(&(out_b * 20.0).round()).then(on_a.total_cmp(&on_b))
        })
    }

    /// What it is worth for a body of riders to go on as one.
    pub(super) fn worth_of_riding_together(&self, order: &Order) -> Explained {
        let activation = self.cp.view.resource::<SequenceOfPlay>().active();
        let Some(block) = self.block(activation.unit) else { return Explained::default() };
        let Ok(fixed) = self.cp.plan_paths(order) else { return Explained::default() };
        let ends: Vec<Vec2> = fixed.0.iter().map(|route| route.end().at).collect();
        let reached = ends.iter().sum::<Vec2>() / ends.len().max(1) as f32;
        let gallops = order.pieces.iter().any(|piece| self.cp.part(*piece) == FigureAction::Sprinting);
        let here = self.stand_of_mover(block, block.centre, gallops);
        let there = self.stand_of_mover(block, reached, gallops);
        let mut worth = self.gain(block.unit, &here, &there);
        worth.add(
            self.cp.cites(Topic::GroupMorale),
            "they keep together",
            self.judgement.moves.close_fight * f32::from(block.men),
        );
        worth
    }

    /// How the riders of an order meet the enemy, by the paths that it would fix.
    pub(super) fn clash(&self, order: &Order) -> Option<Clash> {
        self.cp.view.resource::<SequenceOfPlay>().activation.as_ref()?;
        let fixed = self.cp.plan_paths(order).ok()?;
        let (routes, _) = &*fixed;
        let (met, missed): (Vec<&Route>, Vec<&Route>) = routes.iter().partition(|route| route.target.is_some());
        let left_out = order.pieces.len().saturating_sub(routes.len());
        Some(Clash { met: met.len() as f32, missed: (missed.len() + left_out) as f32 })
    }

    /// The reactions of riders, and of foot against riders, that may be tried.
    pub(super) fn reactions_of_horse(&self, ask: &Ask) -> Vec<Order> {
        let play = self.cp.view.resource::<SequenceOfPlay>();
        let Some(march) = &play.march else { return Vec::new() };
        let movers = setting_out::movers(self.cp);
        let mut list = Vec::new();
        let paces = |piece: PieceId| self.block(self.cp.view.unit_of(piece)).map_or(0.0, |unit| self.pace(unit, false));
        let (riders, foot): (Vec<PieceId>, Vec<PieceId>) =
            ask.pieces.iter().partition(|piece| self.cp.mounted(**piece));
        // Not every ride that points at the enemy means him.
        let comes = |rider: &PieceId| {
            march.routes.iter().any(|route| {
                let near = || self.cp.view.gap(*rider, route.piece) <= paces(route.piece);
                route.intended.is_some() && self.cp.view.in_play(route.piece) && near()
            })
        };
        let meets: Vec<PieceId> =
            riders.iter().copied().filter(|rider| comes(rider) && self.cp.sees_a_charge(*rider)).collect();
        if !meets.is_empty() {
            list.push(order(ask, &verbs::REACT).pieces(meets).choice(reactions::COUNTER_CHARGE));
        }
        let pursues: Vec<PieceId> = riders
            .iter()
            .copied()
            .filter(|rider| {
                let away = self.cp.moving_away_from(*rider, march);
                let near = |mover: &PieceId| self.cp.view.gap(*rider, *mover) <= self.card;
                away.iter().any(|mover| near(mover) && !self.cp.mounted(*mover))
                    && self.cp.sees_a_mover(*rider, &away, false)
            })
            .collect();
        if !pursues.is_empty() {
            list.push(order(ask, &verbs::REACT).pieces(pursues).choice(reactions::PURSUE));
        }
        let charged = |man: &PieceId| {
            let near = |mover: &PieceId| self.cp.mounted(*mover) && self.cp.view.gap(*man, *mover) <= paces(*mover);
            !self.cp.supplement().in_body(self.cp, *man) && movers.iter().any(near) && self.cp.sees_a_charge(*man)
        };
        let square: Vec<PieceId> = foot.into_iter().filter(charged).collect();
        if square.len() >= self.judgement.moves.body {
            list.push(order(ask, &verbs::REACT).pieces(square).choice(reactions::CLOSE_RANKS));
        }
        list
    }

    /// What a reaction of riders, or of foot against riders, is worth; none if it is another.
    pub(super) fn worth_of_reaction_of_horse(&self, order: &Order, success: f32) -> Option<Explained> {
        let count = order.pieces.len();
        let (topic, what) = match order.choice.as_deref()? {
            reactions::COUNTER_CHARGE => {
                (Topic::CounterCharge, men(count, "rides at the chargers", "ride at the chargers"))
            }
            reactions::PURSUE => (Topic::Pursuit, men(count, "pursues", "pursue")),
            reactions::CLOSE_RANKS => (Topic::CloseRanks, men(count, "joins a rally square", "form a rally square")),
            _ => return None,
        };
        Some(Explained::base(self.cp.cites(topic), what, success * self.judgement.figures.ready * count as f32))
    }

    /// The orders for riders that might close to an enemy beside their way.
    pub(super) fn answers_to_ride_on(&self, ask: &Ask) -> Vec<Order> {
        let mut list: Vec<Order> =
            ask.pieces.iter().map(|rider| order(ask, &verbs::CLOSE_IN).pieces([*rider])).collect();
        list.push(order(ask, &verbs::RIDE_ON));
        list
    }

    pub(super) fn worth_of_closing(&self, order: &Order) -> Explained {
        let Ok(closing) = self.cp.closing(order) else { return Explained::default() };
        let mut worth = Explained::base(
            self.cp.cites(Topic::CloseIn),
            "not carried beyond the enemy",
            self.judgement.horse.meets_nobody,
        );
        for (rider, enemy, _) in closing {
            let contact = self.contact(rider, enemy, true, false);
            let (points, wins) = self.worth_of_contact(&contact, None);
            worth.add("CP-9.3", format!("wins {:.0} %", wins * 100.0), points);
        }
        worth
    }

    fn contact(&self, rider: PieceId, enemy: PieceId, impetus: bool, second: bool) -> Contact {
        let from_rear = is_behind(self.cp.view.place(enemy), self.cp.view.place(rider).at);
        Contact {
            attacker: rider,
            defender: enemy,
            attacker_in_body: false,
            defender_in_body: self.cp.supplement().in_body(self.cp, enemy),
            from_rear,
            attacker_ride: Ride { moved: true, impetus },
            defender_ride: Ride::default(),
            caught: false,
            second,
        }
    }

    /// The orders to go straight on, or an inch to either side.
    pub(super) fn answers_to_breakthrough(&self, ask: &Ask) -> Vec<Order> {
        let (left, right) = ask.numbers.unwrap_or_default();
        [0.0, left, right].map(|aside| order(ask, &verbs::VEER).number(aside)).to_vec()
    }

    pub(super) fn worth_of_veering(&self, order: &Order) -> Explained {
        let (Some(through), Some(aside)) = (self.cp.view.resource::<SequenceOfPlay>().breakthrough, order.number)
        else {
            return Explained::default();
        };
        let onward = self.cp.onward(through.winner, through.inches, aside, through.through);
        let mut worth = Explained::default();
        if onward.blocked {
            let lost = self.judgement.figures.stunned * self.man(through.winner);
            worth.add(self.cp.cites(Topic::NoRoomBeyond), "no room to ride on", -lost);
        }
        if let Some(enemy) = onward.enemy {
            let (points, wins) = self.worth_of_contact(&self.contact(through.winner, enemy, false, true), None);
            worth.add(self.cp.cites(Topic::SecondMelee), format!("a second melee, wins {:.0} %", wins * 100.0), points);
        }
        worth
    }

    /// Whether no enemy is near a man.
    fn is_calm(&self, man: PieceId) -> bool {
        let at = self.cp.view.place(man).at;
        self.nearest_enemy(at).is_none_or(|enemy| enemy.centre.distance(at) > self.judgement.ground.close)
    }

    /// The orders for men that might mount.
    pub(super) fn mountings(&self, ask: &Ask) -> Vec<Order> {
        let mounts = |man: &PieceId| self.cp.horse_to_mount(*man).is_ok() && self.is_calm(*man);
        let up: Vec<PieceId> = ask.pieces.iter().copied().filter(mounts).collect();
        if up.is_empty() { Vec::new() } else { vec![order(ask, &verbs::MOUNT).pieces(up)] }
    }

    /// What mounting is worth: a mounted man goes twice as far, and shoots worse.
    pub(super) fn worth_of_mounting(&self, order: &Order) -> Explained {
        let (count, horse) = (order.pieces.len(), &self.judgement.horse);
        let seat = horse.mounting * count as f32;
        let mut worth = Explained::base(self.cp.cites(Topic::Mounting), men(count, "mounts", "mount"), seat);
        let unit = order.pieces.first().map(|man| self.cp.view.unit_of(*man));
        if let Some(block) = unit.and_then(|unit| self.block(unit)).filter(|_| horse.on_foot > 0.0) {
            let stand = self.stand(block, block.centre);
            let near = stand.remaining <= self.pace(block, false);
            if near && (stand.fire > 0.0 || self.task(block.unit).is_some()) {
                worth.add("CP-15.2", "not far to go", -seat);
            }
            self.add_fire_on_foot(block, -1.0, &mut worth);
        }
        worth
    }

    /// The order for all riders that can to get down and shoot, if no enemy is near.
    pub(super) fn dismountings(&self, ask: &Ask) -> Vec<Order> {
        let horse = &self.judgement.horse;
        let unit = ask.unit.and_then(|unit| self.block(unit));
        if horse.on_foot <= 0.0 || unit.is_none_or(|block| block.men < self.judgement.ground.body) {
            return Vec::new();
        }
        let gets_down = |man: &PieceId| self.cp.place_to_dismount(*man).is_ok() && self.is_calm(*man);
        let down: Vec<PieceId> = ask.pieces.iter().copied().filter(gets_down).collect();
        let down = order(ask, &verbs::DISMOUNT).pieces(down);
        if self.worth_of_dismounting(&down).total() > 0.0 { vec![down] } else { Vec::new() }
    }

    /// What dismounting is worth: on foot riders shoot better, but they give up the charge and half of their way, and
    /// no horse takes a hit for them.
    pub(super) fn worth_of_dismounting(&self, order: &Order) -> Explained {
        let unit = order.pieces.first().map(|rider| self.cp.view.unit_of(*rider));
        let Some(block) = unit.and_then(|unit| self.block(unit)) else { return Explained::default() };
        let stand = self.stand(block, block.centre);
        let mut worth = Explained::default();
        self.add_fire_on_foot(block, 1.0, &mut worth);
        // A man on foot makes half of a rider's way.
        let far = stand.remaining > 0.5 * self.pace(block, false);
        let way = if far { self.judgement.horse.mounting * order.pieces.len() as f32 } else { 0.0 };
        let prices = [
            ("no charge from here", stand.charge),
            ("far to go", way),
            ("no horse takes a hit for them", stand.danger),
        ];
        for (label, price) in prices.into_iter().filter(|(_, price)| *price > 0.0) {
            worth.add(self.cp.cites(Topic::Mounting), label, -price);
        }
        worth
    }

    /// `FireFromHorseback`: adds what the fire of a unit on foot brings beyond its fire from the saddle.
    fn add_fire_on_foot(&self, block: &UnitSummary, sign: f32, worth: &mut Explained) {
        let at = block.centre;
        let fire = self.stand(block, at).fire;
        if fire <= 0.0 || self.cp.supplement().is_horseman(self.cp, block.man) {
            return;
        }
        let mounted = self.cp.numbers().shifts.mounted;
        let apart = self.nearest_enemy(at).map(|enemy| enemy.centre.distance(at) - self.judgement.figures.base);
        let Some(holes) = apart.and_then(|apart| self.holes(block, apart.max(0.0))) else { return };
        let share = 1.0 - self.chance(holes + mounted) / self.chance(holes).max(f32::MIN_POSITIVE);
        let amount = sign * share * fire * self.judgement.horse.on_foot.min(self.left);
        worth.add(self.cp.cites(Topic::FireFromHorseback), "better fire on foot", amount);
    }
}

//! What to do in the enemy's turn and in the fights.

use super::{evaluator::Evaluator, men, order};
use crate::{
    melee::fight,
    movement::setting_out,
    orders::{reactions, verbs},
    state::sequence_of_play::{Contact, Ride, SequenceOfPlay},
};
use grapeshot_floor::{
    english,
    events::{Explained, RuleId},
    forces::PieceId,
    orders::Order,
    table::{footprint::Outline, position::Heading},
    turn::Ask,
};

impl Evaluator<'_, '_> {
    pub(super) fn answers_to_react(&self, ask: &Ask) -> Vec<Order> {
        let movers = setting_out::movers(self.cp);
        let mut by_target: Vec<(PieceId, Vec<(PieceId, f32)>)> = Vec::new();
        let mut turning: Vec<PieceId> = Vec::new();
        let mut heading = None;
        for piece in ask.pieces.iter().filter(|piece| self.cp.is_man(**piece)) {
            let place = self.cp.view.place(*piece);
            let mut near: Vec<(f32, PieceId)> =
                movers.iter().map(|mover| (self.cp.view.place(*mover).at.distance_squared(place.at), *mover)).collect();
            near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let fit = self.cp.fit_to_shoot(*piece).is_ok();
            let aimed = |mover: PieceId| Some((mover, self.aimed(*piece, mover, self.cp.by_reaction(*piece))?));
            let target =
                near.iter().take(self.judgement.moves.offered).filter(|_| fit).find_map(|(_, mover)| aimed(*mover));
            if let Some((mover, chance)) = target {
                match by_target.iter_mut().find(|(known, _)| *known == mover) {
                    Some((_, shooters)) => shooters.push((*piece, chance)),
                    None => by_target.push((mover, vec![(*piece, chance)])),
                }
            } else if let Some((apart, mover)) = near.first()
                && *apart < self.judgement.fire.turn_within * self.judgement.fire.turn_within
                && fight::is_behind(place, self.cp.view.place(*mover).at)
            {
                heading.get_or_insert(Heading::from_to(place.at, self.cp.view.place(*mover).at));
                turning.push(*piece);
            }
        }
        let shots = by_target.into_iter().map(|(target, shooters)| (target, self.worth_their_shots(target, shooters)));
        let mut list: Vec<Order> = shots
            .filter(|(_, shooters)| !shooters.is_empty())
            .map(|(target, shooters)| {
                let shooters: Vec<PieceId> = shooters.into_iter().map(|(piece, _)| piece).collect();
                order(ask, &verbs::REACT).pieces(shooters).choice(reactions::SHOOT).target(target)
            })
            .collect();
        if let Some(heading) = heading {
            list.push(order(ask, &verbs::REACT).pieces(turning).choice(reactions::TURN).heading(heading));
        }
        list.extend(self.reactions_of_horse(ask));
        list.extend(self.reactions_of_guns(ask, &movers));
        list.extend(self.reactions_of_crewed(ask, &movers));
        list.push(order(ask, &verbs::HOLD));
        list
    }

    pub(super) fn worth_of_reaction(&self, order: &Order) -> Explained {
        let (number, ..) = order
            .pieces
            .first()
            .map_or((0, String::new(), RuleId::new("CP-10.2")), |piece| self.cp.reaction_number(*piece));
        let success = self.cp.reaction_chance(number);
        let count = order.pieces.len() as f32;
        if let Some(worth) = self.worth_of_reaction_of_horse(order, success) {
            return worth;
        }
        if let Some(gun) = order.pieces.first().and_then(|piece| self.cp.gun(*piece)) {
            return match self.cp.fires_as(gun) {
                Some(_) => self.worth_of_crewed_reaction(gun.piece, order, success),
                None => self.worth_of_gun_reaction(gun, order, success),
            };
        }
        if order.choice.as_deref() != Some(reactions::SHOOT) {
            let what = men(order.pieces.len(), "turns to an enemy behind", "turn to an enemy behind");
            return Explained::base("CP-10.3", what, success * self.judgement.figures.ready * count);
        }
        let Some(target) = order.target else { return Explained::default() };
        let chances = order.pieces.iter().filter_map(|piece| self.aimed(*piece, target, self.cp.by_reaction(*piece)));
        let hits = chances.sum::<f32>() * success;
        let (each, _) = order.pieces.first().map_or((0.0, false), |piece| self.worth_of_hit(*piece, target));
        let mut worth =
            Explained::base("CP-10.3", format!("{} expected on the movers", english::about(hits, "hit")), hits * each);
        if let Some(first) = order.pieces.first() {
            self.add_price_of_opening(self.cp.view.unit_of(*first), success, &mut worth);
        }
        worth
    }

    /// CP-6.12: the guns that fire card after card, each at the mover against which its cards are worth most.
    fn reactions_of_crewed(&self, ask: &Ask, movers: &[PieceId]) -> Vec<Order> {
        let guns =
            ask.pieces.iter().filter(|piece| self.cp.gun(**piece).is_some_and(|gun| self.cp.fires_as(gun).is_some()));
        let best = |gun: &PieceId| {
            let rated = movers.iter().map(|mover| (self.worth_of_crewed_fire(*gun, *mover).0, *mover));
            let (_, mover) = rated.filter(|(worth, _)| *worth > 0.0).max_by(|a, b| a.0.total_cmp(&b.0))?;
            Some(order(ask, &verbs::REACT).pieces([*gun]).choice(reactions::SHOOT).target(mover))
        };
        guns.filter_map(best).collect()
    }

    /// What the cards are worth that a gun fires by reaction at a mover, and the hits to be expected.
    fn worth_of_crewed_fire(&self, gun: PieceId, mover: PieceId) -> (f32, f32) {
        let manner = self.cp.by_reaction(gun);
        let Ok(aim) = self.cp.aim(gun, mover, manner) else { return (0.0, 0.0) };
        let hits = self.chance(aim.holes()) * f32::from(aim.shots);
        let (each, _) = self.worth_of_hit(gun, mover);
        (hits * each, hits)
    }

    fn worth_of_crewed_reaction(&self, gun: PieceId, order: &Order, success: f32) -> Explained {
        let Some(mover) = order.target else { return Explained::default() };
        let (worth, hits) = self.worth_of_crewed_fire(gun, mover);
        Explained::base("CP-10.3", format!("{} expected on the movers", english::about(hits, "hit")), worth * success)
    }

    pub(super) fn answers_to_resume(&self, ask: &Ask) -> Vec<Order> {
        vec![order(ask, &verbs::PRESS_ON), order(ask, &verbs::SHORTEN).pieces(ask.pieces.clone()).number(0.0)]
    }

    pub(super) fn worth_of_resuming(&self, order: &Order) -> Explained {
        let play = self.cp.view.resource::<SequenceOfPlay>();
        let Some(march) = play.march.as_ref().filter(|_| order.verb == verbs::PRESS_ON) else {
            return Explained::default();
        };
        let mut worth = Explained::base("CP-10.3", "goes where it was sent", self.judgement.reply.press_on);
        let mut fights = 0.0;
        for route in march.routes.iter().filter(|route| !self.cp.stunned(route.piece)) {
            // A target that stepped aside is no longer met.
            let end = Outline { footprint: self.cp.view.footprint(route.piece), place: route.end() };
            let there =
                |foe: &PieceId| self.cp.view.in_play(*foe) && self.cp.bases_touch(&end, &self.cp.view.outline(*foe));
            let Some(foe) = route.target.filter(there) else { continue };
            if self.cp.view.in_play(route.piece) {
                let contact = Contact {
                    attacker: route.piece,
                    defender: foe,
                    attacker_in_body: route.body.is_some(),
                    defender_in_body: self.cp.supplement().in_body(self.cp, foe),
                    from_rear: false,
                    attacker_ride: self.cp.ride_of(route),
                    defender_ride: Ride::default(),
                    caught: false,
                    second: false,
                };
                fights += self.worth_of_contact(&contact, None).0;
            }
        }
        if fights != 0.0 {
            worth.add("CP-9.3", "the fights to come", fights);
        }
        worth
    }

    /// What a fight is worth, with the chance of winning it.
    pub(super) fn worth_of_contact(&self, contact: &Contact, weapon: Option<&str>) -> (f32, f32) {
        let (mine, yours) = self.cp.fight_sums(contact, weapon);
        let (wins, ties) = self.cp.melee_chances(mine.total(), yours.total());
        let loses = 1.0 - wins - ties;
        (self.judgement.reply.fight * (wins * self.man(contact.defender) - loses * self.man(contact.attacker)), wins)
    }

    pub(super) fn answers_to_fight(&self, ask: &Ask) -> Vec<Order> {
        let fights = fight::fights_to_name(self.cp).map(|(_, fights)| fights).unwrap_or_default();
        fights
            .into_iter()
            .map(|fight| fight.pair_of(|piece| self.cp.view.side_of(piece) == ask.side))
            .map(|(own, foe)| order(ask, &verbs::FIGHT).pieces([own]).target(foe))
            .collect()
    }

    pub(super) fn worth_of_fight(&self, order: &Order) -> Explained {
        let fights = fight::open_fights(self.cp);
        let ([own], Some(foe)) = (order.pieces.as_slice(), order.target) else { return Explained::default() };
        let Some(fight) = fights.iter().find(|fight| fight.is_between(*own, foe)) else { return Explained::default() };
        let (worth, wins) = self.worth_of_contact(fight, order.choice.as_deref());
        Explained::base("CP-9.3", format!("wins {:.0} %", wins * 100.0), worth)
    }

    pub(super) fn answers_to_advance(&self, ask: &Ask) -> Vec<Order> {
        let (least, most) = ask.numbers.unwrap_or_default();
        vec![order(ask, &verbs::ADVANCE).number(least), order(ask, &verbs::ADVANCE).number(most)]
    }

    pub(super) fn worth_of_advance(&self, order: &Order) -> Explained {
        let play = self.cp.view.resource::<SequenceOfPlay>();
        let (Some(follow_up), Some(inches)) = (play.follow_up, order.number.filter(|inches| *inches > 0.0)) else {
            return Explained::default();
        };
        let from = self.cp.view.place(follow_up.winner).at;
        let to = from + follow_up.toward.forward() * inches;
        let unit = self.cp.view.unit_of(follow_up.winner);
        let Some(task) = self.task(unit) else { return Explained::default() };
        let goal = &self.goals()[task.goal];
        let nearer = from.distance(goal.at) - to.distance(goal.at);
        Explained::base("CP-9.7", format!("toward {}", goal.name), nearer)
    }
}

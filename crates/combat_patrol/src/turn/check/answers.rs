//! Answers to the questions of a movement, of a fight and about leaders.

use crate::{
    arms::mounted::beyond::Closing,
    book::cites::Topic,
    melee::fight,
    movement::setting_out,
    orders::verbs,
    state::sequence_of_play::{Contact, Reaction, SequenceOfPlay, Try},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    english::{self, count, does},
    events::{Explained, RuleId},
    forces::{PieceId, UnitId},
    orders::{Odds, Order, Plan, PlannedMove},
    procedure::{Found, plainly},
    shared::refuse,
    turn::Awaiting,
};

impl SkirmishView<'_> {
    pub(crate) fn check_close_in(&self, order: &Order) -> Found<Vec<Closing>> {
        self.require_foe(order)?;
        let closing = self.closing(order)?;
        let moves = closing
            .iter()
            .map(|(piece, _, end)| PlannedMove {
                piece: *piece,
                path: vec![self.view.place(*piece).at, end.at],
                end: *end,
                shape: None,
                cost: Explained::default(),
                allowance: None,
                stopped: None,
            })
            .collect();
        let summary = format!("{} to an enemy", does(closing.len(), "rider", "closes", "close"));
        Ok((Plan { summary, moves, ..Plan::default() }, closing))
    }

    pub(crate) fn check_react(&self, order: &Order) -> Found<Vec<Try>> {
        let tries = self.tries_of(order)?;
        let mut plan = Plan::default();
        for attempt in &tries {
            let (first, reaction) = &attempt.figures[0];
            let (number, why, rule) = self.reaction_number(*first);
            let mut then = Vec::new();
            if let Reaction::Shoot(target) = reaction
                && self.is_man(*first)
                && let Ok(aim) = self.reaction_shot(*first, *target)
            {
                let odds = self.odds_of(&aim);
                let cards = match self.cards_at_target(&aim) {
                    1 => String::new(),
                    cards => format!(", {cards} shots"),
                };
                let text = format!("then {}: {:.0} % a shot{cards}", odds.needs.to_lowercase(), odds.chance * 100.0);
                then.push((text, RuleId::new("CP-6.3")));
            }
            plan.odds.push(Odds {
                label: format!("{} reacts", self.name(*first)),
                explained: Explained::base(rule, why, f32::from(number)),
                needs: format!("Needs {number} or less on the six-sided icon"),
                chance: self.reaction_chance(number),
                then,
            });
        }
        plan.summary = does(tries.len(), "reaction", "is tried", "are tried");
        Ok((plan, tries))
    }

    pub(crate) fn check_swap_order(&self, order: &Order) -> Found<UnitId> {
        let play = self.view.resource::<SequenceOfPlay>();
        let unit = play.active().unit;
        let (Some(leader), Some(target)) = (self.leader_of(unit), order.target_unit) else {
            return refuse("CP-2.13", "Name the unit that gets the number");
        };
        let number = self.section(unit).die;
        self.check_swap(leader, unit, target, number, &play.acted)?;
        plainly(format!("{} acts on the {number} at once", self.unit_name(target)), target)
    }

    pub(crate) fn check_shorten(&self, order: &Order) -> Found<f32> {
        let play = self.view.resource::<SequenceOfPlay>();
        let movers = setting_out::movers(self);
        if order.pieces.is_empty() || order.pieces.iter().any(|piece| !movers.contains(piece)) {
            return refuse("CP-10.3", "Name movers whose paths are to be shortened");
        }
        let Some(inches) = order.number.filter(|inches| *inches >= 0.0) else {
            return refuse("CP-10.3", "Say how many inches they still go");
        };
        let march = play.march.as_ref();
        let already = order.pieces.iter().all(|piece| {
            march.is_some_and(|march| {
                march.routes.iter().zip(&march.until).any(|(route, until)| {
                    route.piece == *piece && route.length() * (until - march.gone) <= inches + 1e-4
                })
            })
        });
        if already {
            return refuse("CP-10.3", "That would not shorten any of these paths");
        }
        let movers = order.pieces.len();
        let summary = match inches < 0.05 {
            true => does(movers, "figure", "goes no farther", "go no farther"),
            false => format!("{} {} farther", does(movers, "figure", "goes", "go"), english::inches(inches)),
        };
        plainly(summary, inches)
    }

    pub(crate) fn check_fight(&self, order: &Order) -> Found<Contact> {
        let ([own], Some(foe)) = (order.pieces.as_slice(), order.target) else {
            return refuse("CP-9.2", "Name one figure and its opponent");
        };
        let fights = fight::fights_to_name(self).map(|(_, fights)| fights).unwrap_or_default();
        let Some(fight) = fights.iter().find(|fight| fight.is_between(*own, foe)) else {
            return refuse("CP-9.2", "These two are not to fight");
        };
        if let Some(choice) = &order.choice
            && !self.soldier(fight.attacker).weapons.iter().any(|n| self.book.weapon(*n).id == *choice)
        {
            return refuse("CP-9.4", format!("{} does not carry that weapon", self.name(fight.attacker)));
        }
        let odds = self.odds_of_fight(fight, order.choice.as_deref());
        let summary = format!("{}: wins {:.0} %", odds.label, odds.chance * 100.0);
        Ok((Plan { summary, odds: vec![odds], ..Plan::default() }, *fight))
    }

    pub(crate) fn check_promote(&self, order: &Order) -> Found<PieceId> {
        let play = self.view.resource::<SequenceOfPlay>();
        let [piece] = order.pieces.as_slice() else { return refuse("CP-4.5", "Name one figure of the unit") };
        if Some(&self.view.unit_of(*piece)) != play.leaderless.first() {
            return refuse("CP-4.5", "The new leader must be a figure of the unit that lost its leader");
        }
        plainly(format!("{} takes the lead", self.name(*piece)), *piece)
    }

    /// CP-11.5, CP-9.7, `RideThrough`: a number within what the question allows; a count must be whole.
    pub(crate) fn check_number(&self, order: &Order) -> Found<f32> {
        number_within(
            order,
            self.cites(Topic::RideThrough),
            self.view.resource::<Awaiting>().of(order.side).and_then(|ask| ask.numbers),
        )
    }
}

fn number_within(order: &Order, veering: &'static str, allowed: Option<(f32, f32)>) -> Found<f32> {
    let whole = order.verb == verbs::STEADY;
    let veers = order.verb == verbs::VEER;
    let rule = match (whole, veers) {
        (true, _) => "CP-11.5",
        (false, true) => veering,
        (false, false) => "CP-9.7",
    };
    let (least, most) = allowed.unwrap_or((0.0, 0.0));
    let Some(number) = order.number else { return refuse(rule, "Say how many") };
    if number < least - 1e-4 || number > most + 1e-4 || (whole && number.fract() != 0.0) {
        return refuse(rule, format!("At least {least:.0}, at most {most:.1}"));
    }
    let way = english::inches(number.abs());
    let none = number.abs() < 0.05;
    let summary = match (whole, veers) {
        (true, _) if none => "No morale marker is removed".to_owned(),
        (true, _) => format!("{} removed", count(number as usize, "morale marker")),
        (false, true) if none => "Straight on".to_owned(),
        (false, true) => format!("{way} to the {}", if number < 0.0 { "left" } else { "right" }),
        (false, false) if none => "The winner stays".to_owned(),
        (false, false) => format!("{way} forward"),
    };
    plainly(summary, number)
}

//! The questions of step 11: how a unit divides its dice (SB-9.19), and whether a winner follows (SB-9.15).

use smol_str::SmolStr;

use super::results;
use crate::{
    book::verbs,
    state::{
        orders::{bad_answer, planned},
        sequence_of_play::{Division, SequenceOfPlay, pop},
        tasks::Task,
        touching::divisions,
        view::BurtView,
    },
};
use grapeshot_floor::{
    english,
    events::Explained,
    forces::UnitId,
    orders::{Order, Plan},
    procedure::{Found, plainly},
    shared::refuse,
    turn::{Ask, Awaiting, BattleMut},
};

/// SB-9.15: the decision of a winner whether to follow an enemy.
#[derive(Debug, Clone, Copy)]
pub struct FollowUp {
    unit: UnitId,
    enemy: UnitId,
    follows: bool,
}

impl BurtView<'_> {
    /// SB-9.19: the ways in which a unit may divide its dice, as words with their labels.
    fn ways_to_divide(&self, unit: UnitId) -> Vec<(SmolStr, String, Division)> {
        let mut enemies = self.fighting(unit);
        enemies.sort_unstable();
        let all = divisions(self.melee_dice(unit).dice, enemies.len());
        let told = |shares: Vec<u8>| {
            let word = shares.iter().map(u8::to_string).collect::<Vec<_>>().join("-");
            let at = |(enemy, dice): (&UnitId, &u8)| format!("{dice} at {}", self.name(*enemy));
            let label = english::list(&enemies.iter().zip(&shares).map(at).collect::<Vec<_>>());
            let dice = enemies.iter().copied().zip(shares).collect();
            (SmolStr::new(word), label, Division { unit, dice })
        };
        all.into_iter().map(told).collect()
    }

    /// SB-9.19: the question how a unit with several enemies divides its dice.
    pub fn ask_division(&self) -> Awaiting {
        let Some(Task::Divide { unit }) = self.play().task() else { return Awaiting::default() };
        let ways = self.ways_to_divide(*unit);
        let question = format!("How does {} divide the dice?", self.name(*unit));
        let ask = self.ask_about(*unit, "divide", "SB-9.19", question);
        Awaiting::one(ask.choices(ways.into_iter().map(|(word, label, _)| (word, label))))
    }

    /// SB-9.15: the question whether a winner follows; nothing if it cannot.
    pub fn ask_follow_up(&self) -> Awaiting {
        let Some(Task::FollowUp { unit, enemy }) = self.play().task() else { return Awaiting::default() };
        if self.followed_to(*unit, *enemy).is_none() {
            return Awaiting::default();
        }
        let question = format!("Does {} follow {}?", self.name(*unit), self.name(*enemy));
        let choices = [("follow", "follow into contact"), ("stay", "stay where it is")];
        Awaiting::one(self.ask_about(*unit, "follow_up", "SB-9.15", question).choices(choices))
    }

    fn ask_about(&self, unit: UnitId, kind: &'static str, rule: &'static str, question: String) -> Ask {
        Ask::new(kind, self.side(unit), rule, question, [verbs::DECIDE]).about(unit, [self.piece(unit)])
    }

    /// Whether a unit may divide its dice as it is ordered.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check_division(&self, order: &Order) -> Found<Division> {
        let Some(Task::Divide { unit }) = self.play().task() else { return bad_answer(order) };
        let word = order.choice.as_deref().unwrap_or_default();
        match self.ways_to_divide(*unit).into_iter().find(|(known, _, _)| known == word) {
            Some((_, label, division)) => plainly(format!("{}: {label}", self.name(*unit)), division),
            None => {
                let text = format!("At least one die goes to each enemy while {} has them", self.name(*unit));
                refuse("SB-9.19", text)
            }
        }
    }

    /// Whether a winner follows an enemy that was pushed back.
    ///
    /// # Errors
    /// It cannot, or the order says neither.
    pub fn check_follow_up(&self, order: &Order) -> Found<FollowUp> {
        let Some(Task::FollowUp { unit, enemy }) = self.play().task() else { return bad_answer(order) };
        let (unit, enemy) = (*unit, *enemy);
        match (order.choice.as_deref(), self.followed_to(unit, enemy)) {
            (Some("stay"), _) => {
                plainly(format!("{} stays in place", self.name(unit)), FollowUp { unit, enemy, follows: false })
            }
            (Some("follow"), Some(block)) => {
                let path = vec![self.outline(unit).place.at, block.place.at];
                let moves = vec![planned(self.piece(unit), path, block.place, None, Explained::default(), None, None)];
                let summary = format!("{} follows {}", self.name(unit), self.name(enemy));
                Ok((Plan { summary, moves, ..Plan::default() }, FollowUp { unit, enemy, follows: true }))
            }
            (Some("follow"), None) => refuse("SB-9.15", format!("{} cannot follow", self.name(unit))),
            _ => refuse("SB-9.15", "Follow or stay"),
        }
    }
}

/// SB-9.19: a unit divides its dice as the order in hand says.
pub fn resolve_division(battle: &mut BattleMut, _: &Order, division: Division) {
    pop(battle);
    battle.resource_mut::<SequenceOfPlay>().divisions.push(division);
}

/// SB-9.15: the winner follows, or stays.
pub fn resolve_follow_up(battle: &mut BattleMut, _: &Order, FollowUp { unit, enemy, follows }: FollowUp) {
    pop(battle);
    if follows {
        results::follow(battle, unit, enemy);
    } else {
        results::stay(battle, unit, enemy);
    }
}

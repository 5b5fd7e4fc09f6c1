//! The question when a shaken unit breaks off from a melee (SB-10.3): whether one of its enemies follows.

use super::compulsory;
use crate::{
    book::verbs,
    state::{orders::bad_answer, sequence_of_play::pop, tasks::Task, view::BurtView},
};
use grapeshot_floor::{
    forces::UnitId,
    orders::{Order, Plan},
    procedure::{Found, plainly},
    shared::refuse,
    turn::{Ask, Awaiting, BattleMut},
};

/// The answers.
const FOLLOW: &str = "follow";
const STAY: &str = "stay";

/// The decision whether the enemy follows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Follows(bool);

impl BurtView<'_> {
    /// SB-10.3: the question whether an enemy follows a unit that broke off.
    pub fn ask_break_off(&self) -> Awaiting {
        let Some((unit, enemy)) = self.broken_off() else { return Awaiting::default() };
        let question = format!("{} breaks off: does {} follow?", self.name(unit), self.name(enemy));
        let choices = [(FOLLOW, "Follow"), (STAY, "Stay")];
        let ask = Ask::new("break_off", self.side(enemy), "SB-10.3", question, [verbs::DECIDE]).choices(choices);
        Awaiting::one(ask.about(enemy, [self.piece(enemy)]))
    }

    /// SB-10.3: the unit that breaks off, and the enemy that may follow next.
    fn broken_off(&self) -> Option<(UnitId, UnitId)> {
        match self.play().task() {
            Some(Task::BreakOff { unit, may_follow }) => Some((*unit, *may_follow.first()?)),
            _ => None,
        }
    }

    /// Checks the answer whether the enemy follows.
    ///
    /// # Errors
    /// If the order says something else, or comes from the wrong side.
    pub fn check_break_off(&self, order: &Order) -> Found<Follows> {
        let Some((unit, enemy)) = self.broken_off() else { return bad_answer(order) };
        if order.side != self.side(enemy) {
            return refuse("SB-10.3", format!("{} is not yours", self.name(enemy)));
        }
        match (order.choice.as_deref(), self.follow_walk(enemy, unit)) {
            (Some(FOLLOW), Some(walk)) => {
                let moves = vec![self.planned_walk(enemy, &walk)];
                let summary = format!("{} follows {} into contact", self.name(enemy), self.name(unit));
                Ok((Plan { summary, moves, ..Plan::default() }, Follows(true)))
            }
            (Some(STAY), _) => plainly(format!("{} stays", self.name(enemy)), Follows(false)),
            _ => refuse("SB-10.3", "Say whether it follows or stays"),
        }
    }
}

/// Lets the enemy follow, or stay.
pub fn resolve_break_off(battle: &mut BattleMut, _: &Order, Follows(follows): Follows) {
    if let Some(Task::BreakOff { unit, may_follow }) = pop(battle)
        && let [enemy, rest @ ..] = &may_follow[..]
    {
        compulsory::follow(battle, unit, *enemy, rest, follows);
    }
}

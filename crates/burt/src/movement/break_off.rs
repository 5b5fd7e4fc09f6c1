//! What is asked when a shaken unit breaks off from a melee (SB-10.3): whether one of its enemies follows.

use bevy::ecs::world::World;

use super::compulsory;
use crate::{
    book::verbs,
    state::{
        orders::{bad_answer, found},
        sequence_of_play::{SequenceOfPlay, pop},
        tasks::Task,
        view::BurtView,
    },
};
use grapeshot_floor::{
    orders::{Order, Plan, Refusal},
    shared::refuse,
    turn::{Ask, BattleMut},
};

/// The answers.
const FOLLOW: &str = "follow";
const STAY: &str = "stay";

/// What was decided: whether the enemy follows.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Follows(bool);

impl BurtView<'_> {
    /// SB-10.3: whether an enemy follows a unit that broke off.
    pub fn ask_break_off(&self, task: &Task) -> Option<Ask> {
        let Task::BreakOff { unit, may_follow } = task else { return None };
        let enemy = *may_follow.first()?;
        let question = format!("{} breaks off: does {} follow?", self.name(*unit), self.name(enemy));
        let choices = [(FOLLOW, "Follow"), (STAY, "Stay")];
        let ask = Ask::new("break_off", self.side(enemy), "SB-10.3", question, [verbs::DECIDE]).choices(choices);
        Some(ask.about(enemy, [self.piece(enemy)]))
    }

    /// Whether an order says whether the enemy follows.
    ///
    /// # Errors
    /// If it says something else, or is not his.
    pub fn check_break_off(&self, order: &Order, task: &Task) -> Result<Plan, Refusal> {
        let Task::BreakOff { unit, may_follow } = task else { return bad_answer(order) };
        let Some(enemy) = may_follow.first().copied() else { return bad_answer(order) };
        if order.side != self.side(enemy) {
            return refuse("SB-10.3", format!("{} is not yours", self.name(enemy)));
        }
        let choice = order.choice.as_deref().filter(|_| order.verb == verbs::DECIDE);
        match (choice, self.follow_walk(enemy, *unit)) {
            (Some(FOLLOW), Some(walk)) => {
                let moves = vec![self.planned_walk(enemy, &walk)];
                let summary = format!("{} follows {} into contact", self.name(enemy), self.name(*unit));
                Ok(Plan { summary, moves, ..Plan::default() }.finding(Follows(true)))
            }
            (Some(STAY), _) => {
                let summary = format!("{} stays", self.name(enemy));
                Ok(Plan { summary, ..Plan::default() }.finding(Follows(false)))
            }
            _ => refuse("SB-10.3", "Say whether it follows or stays"),
        }
    }
}

/// The enemy follows, or stays.
pub fn resolve_break_off(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let Some(Follows(follows)) = found::<Follows>(&battle) else { return };
    let Some(Task::BreakOff { unit, may_follow }) = battle.view().resource::<SequenceOfPlay>().task().cloned() else {
        return;
    };
    pop(&mut battle);
    if let [enemy, rest @ ..] = &may_follow[..] {
        compulsory::follow(&mut battle, unit, *enemy, rest, follows);
    }
}

//! What is asked in step 11: how dice are divided (SB-9.19), and whether a winner follows (SB-9.15).

use bevy::ecs::world::World;
use smol_str::SmolStr;

use super::results;
use crate::{
    book::verbs,
    state::{
        orders::{bad_answer, found, plain, planned},
        sequence_of_play::{Division, SequenceOfPlay, pop},
        tasks::Task,
        touching::divisions,
        view::BurtView,
    },
};
use grapeshot_floor::{
    english,
    forces::UnitId,
    orders::{Order, Plan, Refusal},
    shared::refuse,
    turn::{Ask, BattleMut},
};

/// What was decided.
#[derive(Debug, Clone)]
enum Decided {
    Divided(Division),
    Follows { unit: UnitId, enemy: UnitId },
    Stays { unit: UnitId, enemy: UnitId },
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

    /// The question that a task of step 11 asks.
    pub fn ask_melee(&self, task: &Task) -> Option<Ask> {
        let unit = task.unit()?;
        let ask = |kind, rule, question: String| {
            Ask::new(kind, self.side(unit), rule, question, [verbs::DECIDE]).about(unit, [self.piece(unit)])
        };
        match task {
            Task::Divide { .. } => {
                let ways = self.ways_to_divide(unit);
                let question = format!("How does {} divide the dice?", self.name(unit));
                Some(ask("divide", "SB-9.19", question).choices(ways.into_iter().map(|(word, label, _)| (word, label))))
            }
            Task::FollowUp { enemy, .. } => {
                self.followed_to(unit, *enemy)?;
                let question = format!("Does {} follow {}?", self.name(unit), self.name(*enemy));
                let choices = [("follow", "follow into contact"), ("stay", "stay where it is")];
                Some(ask("follow_up", "SB-9.15", question).choices(choices))
            }
            _ => None,
        }
    }

    /// Whether an order answers that question.
    ///
    /// # Errors
    /// Why it does not.
    pub fn check_melee(&self, order: &Order, task: &Task) -> Result<Plan, Refusal> {
        if order.verb != verbs::DECIDE {
            return bad_answer(order);
        }
        let word = order.choice.as_deref().unwrap_or_default();
        match task {
            Task::Divide { unit } => {
                let ways = self.ways_to_divide(*unit);
                let Some((_, label, division)) = ways.into_iter().find(|(known, _, _)| known == word) else {
                    let text = format!("At least one die goes to each enemy while {} has them", self.name(*unit));
                    return refuse("SB-9.19", text);
                };
                Ok(plain(format!("{}: {label}", self.name(*unit)))?.finding(Decided::Divided(division)))
            }
            Task::FollowUp { unit, enemy } => {
                let (unit, enemy) = (*unit, *enemy);
                match (word, self.followed_to(unit, enemy)) {
                    ("stay", _) => {
                        let text = format!("{} stays in place", self.name(unit));
                        Ok(plain(text)?.finding(Decided::Stays { unit, enemy }))
                    }
                    ("follow", Some(block)) => {
                        let path = vec![self.outline(unit).place.at, block.place.at];
                        let cost = grapeshot_floor::events::Explained::default();
                        let moves = vec![planned(self.piece(unit), path, block.place, None, cost, None, None)];
                        let summary = format!("{} follows {}", self.name(unit), self.name(enemy));
                        Ok(Plan { summary, moves, ..Plan::default() }.finding(Decided::Follows { unit, enemy }))
                    }
                    ("follow", None) => refuse("SB-9.15", format!("{} cannot follow", self.name(unit))),
                    _ => refuse("SB-9.15", "Follow or stay"),
                }
            }
            _ => bad_answer(order),
        }
    }
}

/// Carries out the decision of the order in hand.
pub fn resolve_melee(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let Some(decided) = found::<Decided>(&battle) else { return };
    pop(&mut battle);
    match decided {
        Decided::Divided(division) => battle.resource_mut::<SequenceOfPlay>().divisions.push(division),
        Decided::Follows { unit, enemy } => results::follow(&mut battle, unit, enemy),
        Decided::Stays { unit, enemy } => results::stay(&mut battle, unit, enemy),
    }
}

//! A lesson: a script whose cards a player reads and follows, one after the other.

use super::{
    cards::{Card, Task},
    read::Script,
    steps::Steps,
};
use crate::battle::Battle;
use grapeshot_floor::{files::Problems, forces::SideId, orders::Order};

/// A lesson under way.
pub struct Lesson {
    script: Script,
    steps: Steps,
    /// The number of the step whose card lies open; of all of them once the lesson is over.
    at: usize,
}

impl Lesson {
    /// Begins a lesson on a battle that has just begun, and plays it up to its first card.
    ///
    /// # Errors
    /// What the script names and the battle does not have, or a step that cannot be done.
    pub fn begin(script: &Script, battle: &mut Battle) -> Result<Self, Problems> {
        let steps = script.prepare(battle)?;
        let mut lesson = Self { script: script.clone(), steps, at: 0 };
        lesson.play_on(battle)?;
        Ok(lesson)
    }

    /// The card that lies open; none once the lesson is over.
    pub fn card(&self) -> Option<&Card> {
        self.steps.card(self.at)
    }

    /// The number of the open card, from 1, and of how many.
    pub fn number(&self) -> (usize, usize) {
        let cards = |steps: usize| (0..steps).filter(|step| self.steps.card(*step).is_some()).count();
        ((cards(self.at) + 1).min(cards(self.steps.len())), cards(self.steps.len()))
    }

    /// The side that the player plays: that of the first order that a card asks for.
    pub fn side(&self, battle: &Battle) -> SideId {
        let cards = (0..self.steps.len()).filter_map(|step| self.steps.card(step));
        let of_card = |card: &Card| match &card.task {
            Task::Give(wanted) => wanted.side(battle),
            Task::Read | Task::Choose(_) => None,
        };
        cards.map(of_card).find_map(|side| side).unwrap_or(SideId(0))
    }

    /// The order that the open card asks for, if it asks for one.
    pub fn answer(&self, battle: &Battle) -> Option<Order> {
        match &self.card()?.task {
            Task::Give(wanted) => wanted.order(battle),
            Task::Read | Task::Choose(_) => None,
        }
    }

    /// The open card is done: plays what follows, up to the next one. The order that it asked for was given.
    ///
    /// # Errors
    /// A step that cannot be done.
    pub fn turn_over(&mut self, battle: &mut Battle) -> Result<(), Problems> {
        if self.card().is_some() {
            self.at += 1;
        }
        self.play_on(battle)
    }

    /// Does what the open card asks for, and turns it over.
    ///
    /// # Errors
    /// An order that is refused, or a step that cannot be done.
    pub fn follow(&mut self, battle: &mut Battle) -> Result<(), Problems> {
        if self.card().is_some() {
            let done = self.steps.play_one(self.at, battle);
            done.map_err(|problem| self.script.problems(vec![problem]))?;
        }
        self.turn_over(battle)
    }

    fn play_on(&mut self, battle: &mut Battle) -> Result<(), Problems> {
        let found = self.steps.play_to_card(self.at, battle);
        self.at = found.map_err(|problems| self.script.problems(problems))?;
        Ok(())
    }
}

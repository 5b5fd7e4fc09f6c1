//! A lesson at the table: the card that lies open, and what the player does about it.

use std::sync::Arc;

use super::{Session, Wake};
use grapeshot_floor::{files::Problems, forces::SideId, orders::Order};
use grapeshot_game::{
    battle::{
        Battle, Plugins,
        script::{Card, Lesson, OnTable, Script, Task},
    },
    scenario::Scenario,
};

/// A lesson that a player follows.
pub(super) struct Class {
    lesson: Lesson,
    script: Arc<Script>,
    /// The side that the player plays.
    side: SideId,
    /// What the player is told about what the card did not ask for.
    told: Option<String>,
}

impl Session {
    /// Lays a lesson on the table, as it is when the card with this number, from 1, is turned up.
    ///
    /// # Errors
    /// Why the lesson cannot be followed so far.
    pub fn lesson(
        scenario: &Arc<Scenario>,
        plugins: Plugins,
        script: &Arc<Script>,
        card: usize,
        wake: Wake,
    ) -> Result<Self, Problems> {
        let mut battle = Battle::new(scenario, script.seed(), plugins);
        let mut lesson = Lesson::begin(script, &mut battle)?;
        while lesson.card().is_some() && lesson.number().0 < card {
            lesson.follow(&mut battle)?;
        }
        let side = lesson.side(&battle);
        let mut session = Self::over(battle, Vec::new(), None, wake);
        session.class = Some(Class { lesson, script: Arc::clone(script), side, told: None });
        session.look_as(session.who_looks(), Some(usize::MAX));
        session.put_question();
        Ok(session)
    }

    /// The script of the lesson that is followed, if one is.
    pub fn lesson_script(&self) -> Option<&Arc<Script>> {
        self.class.as_ref().map(|class| &class.script)
    }

    /// The card that lies open, once all that happened was shown.
    pub fn card(&self) -> Option<&Card> {
        self.class.as_ref().and_then(|class| class.lesson.card()).filter(|_| self.caught_up() && !self.resting())
    }

    /// The number of the open card, from 1, and of how many.
    pub fn card_number(&self) -> (usize, usize) {
        self.class.as_ref().map_or((0, 0), |class| class.lesson.number())
    }

    /// Whether a lesson lies on the table whose cards are all done.
    pub fn lesson_is_over(&self) -> bool {
        self.class.as_ref().is_some_and(|class| class.lesson.card().is_none())
    }

    /// The side that the player of a lesson plays, as long as there is a card to follow.
    pub(super) fn pupil(&self) -> Option<SideId> {
        self.class.as_ref().filter(|class| class.lesson.card().is_some()).map(|class| class.side)
    }

    /// What the player is told about what the card did not ask for.
    pub fn told_by_card(&self) -> Option<&str> {
        self.class.as_ref()?.told.as_deref()
    }

    /// Whether the open card waits for nothing but that it is read.
    pub fn card_is_read(&self) -> bool {
        self.card().is_some_and(|card| matches!(card.task, Task::Read))
    }

    /// Whether the player has chosen what the open card asks for.
    pub fn has_chosen(&self) -> bool {
        let Some(Task::Choose(wanted)) = self.card().map(|card| &card.task) else { return false };
        match wanted {
            OnTable::Unit(unit) => self.selection.unit == Some(*unit),
            OnTable::Piece(piece) => self.selection.pieces == [*piece],
        }
    }

    /// Turns the open card over, which was read or whose unit was chosen.
    pub fn turn_card(&mut self) {
        let Some(class) = &mut self.class else { return };
        class.told = None;
        if let Err(problems) = class.lesson.turn_over(&mut self.battle) {
            self.say(problems.render(false));
        }
        self.settled = false;
        self.follow();
        self.put_question();
    }

    /// Does for the player what the open card asks for.
    pub fn show_how(&mut self) {
        let Some(class) = &self.class else { return };
        match class.lesson.card().map(|card| &card.task) {
            Some(&Task::Choose(OnTable::Unit(unit))) => self.select_unit(Some(unit)),
            Some(&Task::Choose(OnTable::Piece(piece))) => self.select_pieces(&[piece], false),
            Some(Task::Give(_)) => {
                if let Some(order) = class.lesson.answer(&self.battle) {
                    self.answer_with(order);
                }
            }
            Some(Task::Read) | None => self.turn_card(),
        }
    }

    /// Whether a lesson lets a player give an order. What it does not ask for is told on its card.
    pub(super) fn lesson_allows(&mut self, order: &Order) -> bool {
        let Some(class) = &mut self.class else { return true };
        let told = match class.lesson.card().map(|card| &card.task) {
            Some(Task::Give(wanted)) => wanted.takes(&self.battle, order).err(),
            Some(Task::Read | Task::Choose(_)) => Some("Do first what the card says.".to_owned()),
            None => None,
        };
        class.told = told;
        class.told.is_none()
    }

    /// The order that the open card asks for. It is given in place of one that is near enough, so that what the later cards
    /// tell is what lies on the table.
    pub(super) fn order_of_card(&self) -> Option<Order> {
        self.class.as_ref()?.lesson.answer(&self.battle)
    }

    /// An order was given: the card that asked for it is done.
    pub(super) fn card_is_done(&mut self) {
        let card = self.class.as_ref().and_then(|class| class.lesson.card());
        if card.is_some_and(|card| matches!(card.task, Task::Give(_))) {
            self.turn_card();
        }
    }
}

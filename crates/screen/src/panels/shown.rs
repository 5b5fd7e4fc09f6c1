use std::collections::BTreeMap;

use bevy_egui::egui::Color32;

use crate::{
    preferences::Preferences,
    session::{Draft, Session},
    theme,
};
use grapeshot_floor::{
    events::{BattleEvent, EventKind},
    forces::{SideId, UnitId},
    turn::{Ask, BattleView, rules::UnitCard, turn_steps::TurnSteps},
};
use grapeshot_game::{battle::Battle, scenario::ScenarioUnit};

/// The battle as the panels show it.
pub struct Shown<'a> {
    /// The battle on the table.
    pub session: &'a Session,
    /// The battle itself, always at its end.
    pub battle: &'a Battle,
    /// All events there are.
    pub log: &'a [BattleEvent],
    /// How many of them were shown.
    pub cursor: usize,
    /// The question that is open, once all events were shown.
    pub ask: Option<&'a Ask>,
    /// Whether a person must answer it.
    pub person: bool,
    /// Whether the battle is shown as it was, not as it is.
    pub past: bool,
    /// What a player likes.
    pub preferences: &'a Preferences,
}

impl<'a> Shown<'a> {
    /// The battle of a session.
    pub fn of(session: &'a Session, preferences: &'a Preferences) -> Self {
        let battle = session.battle();
        let log = session.events();
        let cursor = session.playback().shown().min(log.len());
        let mine = session.ask_for_human();
        let ask = if session.caught_up() { mine.or_else(|| session.waiting()) } else { None };
        let past = !session.caught_up() && session.playback().paused();
        Self { session, battle, log, cursor, ask, person: mine.is_some(), past, preferences }
    }

    /// The battle as the viewer may see it now.
    pub fn view(&self) -> BattleView<'a> {
        self.session.view()
    }

    /// The battle as the viewer may see it, at the moment that is shown.
    pub fn moment(&self) -> BattleView<'a> {
        self.session.moment()
    }

    /// The time of day in a turn, if the ruleset has one.
    pub fn hour(&self, turn: u16) -> Option<String> {
        self.battle.rules().clock(&self.view(), turn.max(1))
    }

    /// The order in hand.
    pub fn draft(&self) -> Option<&'a Draft> {
        self.session.draft().filter(|_| self.person)
    }

    /// The events that were shown.
    pub fn events(&self) -> &'a [BattleEvent] {
        &self.log[..self.cursor]
    }

    /// How much of its time an event has been shown, 0 to 1: less than 1 while it is a part of the running beat.
    pub fn share_of(&self, event: &BattleEvent) -> f32 {
        let runs = |of: &BattleEvent| std::ptr::eq(of, event);
        match self.session.playback().beat() {
            Some(beat) if self.session.beat_events().iter().any(runs) => {
                (beat.elapsed / beat.length.max(0.01)).clamp(0.0, 1.0)
            }
            _ => 1.0,
        }
    }

    /// A question with the side that is asked before it.
    pub fn question_of(&self, ask: &Ask) -> String {
        let short = &self.view().side_named(ask.side).short;
        let question = &ask.question;
        if question.starts_with(short.as_str()) { question.clone() } else { format!("{short}: {question}") }
    }

    /// A line of the log with the short names of units in place of their long ones.
    pub fn in_short(&self, text: &str) -> String {
        let units = &self.session.scenario().units;
        let mut long: Vec<&ScenarioUnit> = units.iter().filter(|unit| !unit.short.is_empty()).collect();
        // A name may be the beginning of a longer one, so the longest come first.
        long.sort_by_key(|unit| std::cmp::Reverse(unit.name.len()));
        long.into_iter().fold(text.to_owned(), |text, unit| {
            if text.contains(&unit.name) { text.replace(&unit.name, &unit.short) } else { text }
        })
    }

    /// The colour of a side's coat.
    pub fn coat(&self, side: SideId) -> Color32 {
        theme::coat(&self.preferences.palette, &self.view().side_named(side).coat)
    }

    /// The colour of a side's coat; a neutral one for no side.
    pub fn coat_of(&self, side: Option<SideId>) -> Color32 {
        side.map_or(theme::EDGE, |side| self.coat(side))
    }

    /// The unit to look at: the chosen one, else the one the question is about, else the one that acted last.
    pub fn unit(&self) -> Option<UnitId> {
        let chosen = self.session.selection().unit;
        let asked = || self.ask.and_then(|ask| ask.unit);
        let acted = || self.session.caption().and_then(|caption| caption.unit);
        chosen.or_else(asked).or_else(acted).filter(|unit| self.view().knows_unit(*unit))
    }

    /// The turn that is shown.
    pub fn turn(&self) -> u16 {
        self.events().last().map_or(0, |event| event.turn)
    }

    /// The number of the order that is shown; 0 before the first. The log may tell nothing of the last one.
    pub fn order(&self) -> usize {
        self.session.steps().0
    }

    /// The place in the log behind the last event that showed something unknown: undo does not go past it.
    pub fn barrier(&self) -> Option<usize> {
        self.log.iter().rposition(|event| matches!(event.kind, EventKind::Drew(_) | EventKind::Rolled { .. }))
    }
}

/// What the panels have worked out of a battle; it stays true until the next order.
#[derive(Default)]
pub struct Worked {
    of: Option<(u32, usize, u64, usize, Option<SideId>, Option<usize>)>,
    cards: BTreeMap<UnitId, UnitCard>,
    states: BTreeMap<UnitId, Option<String>>,
    steps: Option<Option<TurnSteps>>,
}

impl Worked {
    /// Forgets what was worked out before the last order.
    pub fn refresh(&mut self, shown: &Shown) {
        let viewer = shown.session.viewer();
        let looked_at = shown.session.shown_after();
        let laid = shown.session.laid();
        let now = (laid, shown.battle.orders().len(), shown.battle.seed(), shown.log.len(), viewer, looked_at);
        if self.of != Some(now) {
            *self = Self { of: Some(now), ..Self::default() };
        }
    }

    /// The card of a unit.
    pub fn card(&mut self, shown: &Shown, unit: UnitId) -> &UnitCard {
        self.cards.entry(unit).or_insert_with(|| shown.battle.rules().unit_card(&shown.session.moment_of(unit), unit))
    }

    /// The steps of a turn, if the ruleset numbers them.
    pub fn steps(&mut self, shown: &Shown) -> Option<&TurnSteps> {
        let find = || shown.battle.rules().turn_steps(&shown.moment());
        self.steps.get_or_insert_with(find).as_ref()
    }

    /// The state of a unit in a phrase.
    pub fn state(&mut self, shown: &Shown, unit: UnitId) -> Option<&str> {
        self.states
            .entry(unit)
            .or_insert_with(|| shown.battle.rules().unit_state(&shown.session.moment_of(unit), unit))
            .as_deref()
    }
}

/// A phase in words: the ruleset's own word without underlines, with a capital.
pub fn words(id: &str) -> String {
    let text = id.replace('_', " ");
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_reads_as_words() {
        assert_eq!(words("shooting_phase"), "Shooting phase");
        assert_eq!(words(""), "");
    }
}

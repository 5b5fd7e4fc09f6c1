//! The viewer at the screen, and what he may see of the battle.

use super::{Controller, Selection, Session};
use crate::playback::Tabletop;
use grapeshot_floor::{
    events::{BattleEvent, EventKind},
    forces::{PieceId, SideId},
    turn::{BattleView, STRANGER},
};

/// What a player has not seen yet, or would be shown again.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Missed {
    /// Marches of units.
    pub moves: usize,
    /// Times that a unit fired.
    pub volleys: usize,
    /// Fights hand to hand.
    pub fights: usize,
    /// Seconds that it takes to show.
    pub seconds: f32,
}

impl Session {
    /// The battle as the viewer at the screen may see it. It shows a side's view to its player; if several persons
    /// share the screen, the view of the side that is to choose; everything if nobody plays, or when the battle is
    /// over.
    pub fn view(&self) -> BattleView<'_> {
        match self.viewer {
            Some(side) => self.battle.view_of(side),
            None => self.battle.view(),
        }
    }

    /// The side whose player looks at the screen; none if it shows everything.
    pub fn viewer(&self) -> Option<SideId> {
        self.viewer
    }

    /// The events of the log that the viewer knows of.
    pub fn events(&self) -> &[BattleEvent] {
        &self.events
    }

    /// The side whose player looks at the screen now; none if it shows everything.
    pub(super) fn who_looks(&self) -> Option<SideId> {
        let persons = || (0..self.controllers.len() as u8).map(SideId);
        let mut persons = persons().filter(|side| self.controller(*side) == Controller::Human);
        if self.battle.outcome().is_some() {
            return None;
        }
        if let Some(inspection) = &self.inspection {
            return inspection.side;
        }
        if self.peeking.is_some() {
            return self.peeking;
        }
        if let Some(side) = self.pupil() {
            return Some(side);
        }
        let first = persons.next()?;
        match (persons.next(), self.human_ask()) {
            (None, _) => Some(first),
            (Some(_), _) if self.watched => Some(STRANGER),
            // Until the next player sits down, the player before sees what came of his order; if nobody sat there yet,
            // the screen shows what all may know.
            (Some(_), Some(_)) if self.hand_over().is_some() => Some(self.seated.unwrap_or(STRANGER)),
            // Several look at one table, on which the secrets of each lie face down.
            (Some(_), Some(ask)) if !self.is_private(ask) && self.battle.view().keeps_secrets() => Some(STRANGER),
            (Some(_), Some(ask)) => Some(ask.side),
            (Some(_), None) if self.seated.is_none() && self.battle.view().keeps_secrets() => Some(STRANGER),
            (Some(_), None) => Some(self.viewer.unwrap_or(STRANGER)),
        }
    }

    /// Seats the player of this side at the screen. With `again` he is shown what his side saw happen since it gave its
    /// last order.
    pub fn take_seat(&mut self, side: SideId, again: bool) {
        self.seated = Some(side);
        self.forget_notice();
        let from = again.then(|| self.last_looked(side));
        self.look_as(self.who_looks(), from);
        if again {
            self.playback.set_paused(false);
        }
        self.put_question();
    }

    /// The sides whose players may peek at what is theirs alone: while several persons look at one table.
    pub fn may_peek(&self) -> Vec<SideId> {
        let together = self.caught_up() && (self.viewer == Some(STRANGER) || self.peeking.is_some());
        if !together || self.hand_over().is_some() {
            return Vec::new();
        }
        let players = self.battle.view().sides().players();
        players.filter(|side| self.controller(*side) == Controller::Human).collect()
    }

    /// The side whose player peeks at what is his alone.
    pub fn peeking(&self) -> Option<SideId> {
        self.peeking
    }

    /// Shows a player what is his alone, until it is called with none.
    pub fn peek(&mut self, side: Option<SideId>) {
        let side = side.filter(|side| self.may_peek().contains(side));
        if self.peeking == side {
            return;
        }
        self.peeking = side;
        // Nothing that one player chose stays for the others.
        self.selection = Selection::default();
        self.draft = None;
        self.look_as(self.who_looks(), None);
        self.playback.seek(self.events.len(), &self.events);
        self.put_question();
    }

    /// Clears the seat at the screen: from here on it shows what all may know, until somebody takes his seat.
    pub fn leave_seat(&mut self) {
        if self.peeking.is_none() && self.seated.is_none() {
            return;
        }
        (self.peeking, self.seated) = (None, None);
        self.forget_notice();
        self.look_as(self.who_looks(), None);
        self.playback.seek(self.events.len(), &self.events);
        self.put_question();
    }

    /// Shows the battle again from its first order: all of it if it is over, else as its players knew it. Nobody is asked
    /// and nobody answers until somebody plays on from its end.
    pub fn watch_again(&mut self) {
        self.watched = true;
        self.thinker = None;
        self.answer = None;
        self.look_as(self.who_looks(), None);
        self.put_question();
        self.seek(0);
    }

    /// Whether a battle that is not over is only watched again.
    pub fn is_watched(&self) -> bool {
        self.watched && self.battle.outcome().is_none()
    }

    /// Lets a battle that was watched to the end of its record go on from there.
    pub(super) fn play_on(&mut self) {
        self.watched = false;
        self.playback.set_paused(false);
        self.look_as(self.who_looks(), None);
        self.playback.seek(self.events.len(), &self.events);
        self.start_thinker();
        self.put_question();
    }

    /// What the player of this side would be shown again: the beats since its last order, as far as it knows of them.
    pub fn missed_by(&self, side: SideId) -> Missed {
        let log = &self.battle.log().events()[self.last_looked(side)..];
        let known: Vec<BattleEvent> = log.iter().filter(|event| event.known_to.includes(Some(side))).cloned().collect();
        let mut missed = Missed::default();
        for beat in self.playback.beats(&known) {
            let of = |kind: fn(&EventKind) -> bool| known[beat.events.clone()].iter().any(|event| kind(&event.kind));
            missed.moves += usize::from(of(|kind| matches!(kind, EventKind::Moved { .. })));
            missed.volleys += usize::from(of(|kind| matches!(kind, EventKind::Shot { .. })));
            missed.fights += usize::from(of(|kind| matches!(kind, EventKind::Fought { .. })));
            missed.seconds += beat.length;
        }
        missed.seconds /= self.playback.speed().factor().unwrap_or(f32::INFINITY);
        missed
    }

    /// The place in the whole log up to which a side's player has seen it: behind all that the side's last order
    /// brought about, or farther, if he has looked at the screen since, alone or with the others. Everybody has seen
    /// what stood there from the beginning.
    fn last_looked(&self, side: SideId) -> usize {
        let own = self.battle.orders().iter().rposition(|order| order.side == side);
        let step = own.map_or(0, |n| n as u32 + 1);
        let log = self.battle.log().events();
        let seen = |side: SideId| match self.viewer {
            Some(viewer) if viewer == side => self.shown_of_log(),
            _ => self.seen.get(&side).copied().unwrap_or_default().min(log.len()),
        };
        let alone = log.iter().position(|event| event.step > step).unwrap_or(log.len()).max(seen(side));
        let together = seen(STRANGER).max(alone);
        let knows = |who: SideId, event: &BattleEvent| event.known_to.includes(Some(who));
        let missed = log[alone..together].iter().position(|event| knows(side, event) && !knows(STRANGER, event));
        missed.map_or(together, |missed| alone + missed)
    }

    /// Keeps how far the players who look at the screen now have seen the log.
    fn note_seen(&mut self) {
        if let Some(viewer) = self.viewer {
            let seen = self.shown_of_log();
            self.seen.insert(viewer, seen);
        }
    }

    /// Takes over what happened since the last call. When the viewer changes, the new one is shown the battle as he
    /// knows it, from where the viewer before has seen it.
    pub(super) fn follow(&mut self) {
        let viewer = self.who_looks();
        if viewer == self.viewer {
            let log = self.battle.log().events();
            let known = log[self.read.min(log.len())..].iter().filter(|event| event.known_to.includes(viewer));
            self.events.extend(known.cloned());
            self.read = log.len();
            return;
        }
        self.look_as(viewer, None);
    }

    /// Shows the battle as another knows it, from a place in the whole log on, or else from where the viewer before has
    /// seen it.
    pub(super) fn look_as(&mut self, viewer: Option<SideId>, from: Option<usize>) {
        if viewer == self.viewer && from.is_none() {
            return;
        }
        self.note_seen();
        let seen = from.unwrap_or_else(|| self.shown_of_log());
        self.viewer = viewer;
        self.look_again();
        let log = self.battle.log().events();
        let known = log[..seen.min(log.len())].iter().filter(|event| event.known_to.includes(viewer)).count();
        self.playback.seek(known, &self.events);
        self.has_read(known);
        self.caption = None;
        self.settled = false;
    }

    /// How many events of the whole log lie behind those that were shown.
    fn shown_of_log(&self) -> usize {
        let log = self.battle.log().events();
        let read = &log[..self.read.min(log.len())];
        let known = read.iter().enumerate().filter(|(_, event)| event.known_to.includes(self.viewer));
        let shown = self.playback.shown();
        if shown >= self.events.len() {
            return read.len();
        }
        known.map(|(n, _)| n).nth(shown).unwrap_or(read.len())
    }

    /// Reads the whole log anew, and lays the table as it was at the start.
    pub(super) fn look_again(&mut self) {
        let viewer = self.viewer;
        let log = self.battle.log().events();
        self.events = log.iter().filter(|event| event.known_to.includes(viewer)).cloned().collect();
        self.read = log.len();
        let begun = (!self.battle.orders().is_empty()).then(|| self.battle.at(0));
        let begun = begun.as_ref().unwrap_or(&self.battle);
        let start = match viewer {
            Some(side) => Tabletop::of(&begun.view_of(side)),
            None => Tabletop::of(&begun.view()),
        };
        self.playback.begin_anew(start);
        self.forget_strangers();
    }

    /// Lets go of units and pieces that are chosen or pointed at and of which the viewer does not know, or which are
    /// not in the battle any more since an order was taken back.
    fn forget_strangers(&mut self) {
        let view = self.view();
        let known = |piece: &PieceId| view.knows_piece(*piece);
        let unit = self.selection.unit.is_none_or(|unit| view.knows_unit(unit));
        let selected = unit && self.selection.pieces.iter().all(known);
        let (hovered, menu_of) = (self.hovered.filter(known), self.menu_of.filter(known));
        if !selected {
            self.selection = Selection::default();
        }
        (self.hovered, self.menu_of) = (hovered, menu_of);
    }
}

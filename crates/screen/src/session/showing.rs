//! Following the log, and letting the computer answer.

use bevy::{math::Vec2, platform::time::Instant};
use std::time::Duration;

use super::{
    CAPTION_SECONDS, Caption, Controller, HELD_SECONDS, LookAt, Part, Session, Thought, ThoughtOf,
    thinker::{Answer, Thinker},
};
use crate::playback::{Playback, Speed, Tabletop};
use grapeshot_floor::{
    events::{BattleEvent, EventKind},
    forces::{PieceId, SideId},
    orders::PlannedMove,
    table::position::Place,
    turn::rules::DeclaredCharge,
};
use grapeshot_game::ai::Considered;

/// How long the computer gives orders before the window is drawn, if they are shown at once.
const AT_ONCE: Duration = Duration::from_millis(400);

/// How many of the computer's candidates are told.
const CONSIDERED: usize = 3;
/// Inches that a piece goes at least in a future to be shown there.
const WENT: f32 = 0.5;

impl Session {
    /// The cursor over the log.
    pub fn playback(&self) -> &Playback {
        &self.playback
    }

    /// The table as it is shown.
    pub fn shown(&self) -> &Tabletop {
        self.playback.table()
    }

    /// The storey on which a place is, 1 on the ground; none out of doors and in a house that has but one.
    pub fn storey_of(&self, place: Place) -> Option<u8> {
        let view = self.battle.view();
        let there = view.ground().inside(place)?;
        (view.terrain().buildings[there.building].storeys > 1).then_some(there.floor + 1)
    }

    /// The events that were shown.
    pub fn shown_events(&self) -> &[BattleEvent] {
        let events = &self.events;
        &events[..self.playback.shown().min(events.len())]
    }

    /// The events of the running beat.
    pub fn beat_events(&self) -> &[BattleEvent] {
        match self.playback.beat() {
            Some(beat) => &self.events[beat.events.clone()],
            None => &[],
        }
    }

    /// The events before the running beat.
    pub fn settled_events(&self) -> &[BattleEvent] {
        let settled = self.playback.beat().map_or(self.playback.shown(), |beat| beat.events.start);
        &self.events[..settled.min(self.events.len())]
    }

    /// Shows events together after all that the log tells, as if the battle had brought them about, for pictures of
    /// motion and their measures.
    pub fn pretend(&mut self, events: Vec<BattleEvent>) {
        self.playback.seek(self.events.len(), &self.events);
        self.events.extend(events);
        self.playback.show_together(&self.events);
    }

    /// Whether the whole log was shown.
    pub fn caught_up(&self) -> bool {
        self.playback.caught_up(&self.events)
    }

    /// The charges that were declared and have not gone in yet, while nothing else is being shown.
    pub fn declared_charges(&self) -> Vec<DeclaredCharge> {
        if self.caught_up() { self.battle.rules().declared_charges(&self.view()) } else { Vec::new() }
    }

    /// The ways that orders have fixed and no piece has gone yet, once the log was shown to its end.
    pub fn fixed_ways(&self) -> Vec<PlannedMove> {
        if self.caught_up() { self.battle.rules().fixed_ways(&self.view()) } else { Vec::new() }
    }

    /// Whether nobody plays, so that the computer's battle is shown as fast as it is played.
    pub fn runs_at_once(&self) -> bool {
        let over = self.watched || self.battle.outcome().is_some();
        self.persons() == 0 && self.playback.speed() == Speed::Instant && !self.playback.paused() && !over
    }

    /// Gives the orders that the computer has decided, as many as there is time for before the window is drawn again.
    fn run_at_once(&mut self) -> bool {
        let begun = Instant::now();
        let mut changed = false;
        while begun.elapsed() < AT_ONCE && self.runs_at_once() {
            let step = self.battle.orders().len();
            let Some((side, thinker)) = self.computer_ask().zip(self.thinker.as_mut()) else { break };
            if self.answer.is_none() {
                thinker.run_ahead(side, step);
                self.hear_thinker();
            }
            if self.answer.is_none() {
                break;
            }
            changed |= self.let_computer_answer();
            self.playback.seek(self.events.len(), &self.events);
            self.has_read(self.events.len());
        }
        changed
    }

    /// Whether something moves on the table, or the computer is about to answer.
    pub fn is_lively(&self) -> bool {
        !self.runs_at_once() && self.is_about_to_change()
    }

    fn is_about_to_change(&self) -> bool {
        self.playback.is_running(&self.events)
            || (!self.playback.paused()
                && !self.halted()
                && (self.answer.is_some() || self.dwell > 0.0 || self.held > 0.0))
            || (self.once_more && self.answer.is_some())
    }

    /// The number of orders up to the cursor, and of all.
    pub fn steps(&self) -> (usize, usize) {
        let shown = self.shown_events().last().map_or(0, |event| event.step as usize);
        let all = self.battle.orders().len();
        (if self.caught_up() { all } else { shown }, all)
    }

    /// Shows the log at another speed.
    pub fn set_speed(&mut self, speed: Speed) {
        self.playback.set_speed(speed);
    }

    /// Cuts motion to its end state.
    pub fn set_reduced_motion(&mut self, reduced: bool) {
        self.playback.reduced_motion = reduced;
    }

    /// Stops the cursor and the computer, or lets them go on.
    pub fn toggle_pause(&mut self) {
        self.once_more = false;
        if self.is_watched() && self.caught_up() {
            self.play_on();
        } else {
            self.playback.set_paused(!self.playback.paused());
        }
    }

    /// Shows one more beat, then pauses; at the end of the log the computer decides once more, if it is its turn.
    pub fn step_once(&mut self) {
        if self.halted() {
            self.leave_fight(false);
        }
        if self.resting() {
            self.leave_rest();
        }
        self.playback.halt_at(self.next_stop());
        self.playback.step_once();
        self.once_more = self.caught_up() && !self.watched && self.computer_ask().is_some();
        if self.once_more {
            self.dwell = 0.0;
        }
    }

    /// Shows the rest of the log at once.
    pub fn skip(&mut self) {
        self.playback.set_paused(false);
        self.playback.seek(self.events.len(), &self.events);
        self.has_read(self.events.len());
        self.put_early_question();
    }

    /// Shows the table after this many orders, and pauses there; the end of the log lets the battle go on.
    pub fn seek(&mut self, step: usize) {
        let events = &self.events;
        let at = events.iter().position(|event| event.step as usize > step).unwrap_or(events.len());
        self.playback.seek(at, events);
        self.playback.set_paused(at < events.len());
        self.has_read(at);
        self.settled = false;
        self.look_back();
        self.put_early_question();
    }

    /// Lets time pass: the cursor goes on, the computer is asked and heard. True if something changed.
    pub fn go_on_showing(&mut self, seconds: f32) -> bool {
        self.held = (self.held - seconds).max(0.0);
        let from = self.playback.shown();
        self.playback.halt_at(self.next_stop());
        let mut changed = self.playback.advance(seconds, &self.events);
        self.pass_fights(from);
        changed |= self.rest(seconds);
        changed |= self.hear_thinker();
        self.follow_with_view();
        if self.caught_up() {
            if !self.settled {
                self.settled = true;
                let table = Tabletop::of(&self.view());
                self.playback.settle(table);
                self.put_early_question();
                changed = true;
            }
            if self.once_more {
                let given = self.battle.orders().len();
                changed |= self.let_computer_answer();
                if self.battle.orders().len() > given {
                    self.once_more = false;
                    self.playback.run_to(self.events.len());
                }
            } else if self.runs_at_once() {
                changed |= self.run_at_once();
            } else if self.pass_by_itself() {
                changed = true;
            } else if !self.playback.paused() && !self.halted() && !self.resting() {
                self.dwell -= seconds * self.playback.speed().factor().unwrap_or(f32::INFINITY);
                if self.dwell <= 0.0 {
                    self.dwell = 0.0;
                    changed |= self.let_computer_answer();
                }
            }
        }
        self.keep_up();
        changed
    }

    pub(super) fn let_computer_answer(&mut self) -> bool {
        if self.held > 0.0 || self.watched {
            return false;
        }
        if let Some((step, decision)) = self.answer.take() {
            if step != self.battle.orders().len() {
                return true;
            }
            let side = decision.order.side;
            let unit = decision.order.unit;
            let verb = self.battle.vocabulary().verb(&decision.order.verb).map_or("", |verb| verb.label);
            let who = match unit {
                Some(unit) => self.view().unit(unit).name.clone(),
                None => self.view().side_named(side).short.clone(),
            };
            // The viewer is told nothing of pieces that hide from him, of answers in secret, and of their reasons.
            let order = &decision.order;
            let secret = self.battle.awaiting().of(side).is_some_and(|ask| ask.secret);
            let foreign = self.viewer.is_some_and(|viewer| viewer != side);
            let open = !self.keeps_secrets_from_viewer(side);
            let known = !(secret && foreign)
                && order.unit.is_none_or(|unit| self.view().knows_unit(unit))
                && order.pieces.iter().all(|piece| self.view().knows_piece(*piece));
            let (title, step) = (format!("{who}: {verb}"), step + 1);
            self.foreseen = None;
            self.caption = known.then(|| {
                let thought = open.then(|| Thought {
                    reason: decision.reason(&self.battle),
                    considered: self.in_words(&decision.considered()),
                });
                Caption { side, unit, title, step, thought }
            });
            self.dwell = if self.playback.speed() == Speed::Instant { 0.0 } else { CAPTION_SECONDS };
            if let Err(refusal) = self.submit(decision.order) {
                self.say(format!("the computer gave an order that is not allowed: {refusal}"));
                self.controllers[side.index()] = Controller::Human;
                self.put_question();
            }
            return true;
        }
        let step = self.battle.orders().len();
        let asked = self.computer_ask();
        if let (Some(side), Some(thinker)) = (asked, &mut self.thinker)
            && thinker.busy().is_none()
        {
            thinker.decide(side, step);
            if self.keeps_secrets_from_viewer(side) {
                self.held = HELD_SECONDS;
            }
            return true;
        }
        false
    }

    /// Whether a side may know something that the viewer does not.
    fn keeps_secrets_from_viewer(&self, side: SideId) -> bool {
        self.viewer.is_some_and(|viewer| viewer != side) && self.battle.view().keeps_secrets()
    }

    /// The best of the orders that the computer thought of, each once, in words.
    fn in_words(&self, considered: &[Considered]) -> Vec<ThoughtOf> {
        let view = self.view();
        let mut told: Vec<ThoughtOf> = Vec::new();
        for Considered { order, worth, end } in considered {
            let verb = self.battle.vocabulary().verb(&order.verb).map_or("", |verb| verb.label);
            let Ok(plan) = self.battle.check(order) else { continue };
            let target = order.target.filter(|piece| view.knows_piece(*piece)).map(|piece| view.unit_of(piece));
            let target = order.target_unit.or(target).filter(|unit| view.knows_unit(*unit));
            let mut text = if plan.summary.is_empty() { verb.to_owned() } else { plan.summary };
            if let Some(name) = target.map(|unit| self.short_name(unit)).filter(|name| !text.contains(*name)) {
                text = format!("{text}, {name}");
            }
            // Orders that differ in a way of some tenths of an inch only read alike.
            if !told.iter().any(|known| known.text == text) {
                let goes = |(piece, end): &&(PieceId, Place)| {
                    view.knows_piece(*piece) && view.place(*piece).at.distance(end.at) > WENT
                };
                told.push(ThoughtOf { text, worth: worth.clone(), end: end.iter().filter(goes).copied().collect() });
            }
            if told.len() == CONSIDERED {
                break;
            }
        }
        told
    }

    /// The side whose question the computer must answer, if it must answer one.
    fn computer_ask(&self) -> Option<SideId> {
        let asks = &self.battle.awaiting().asks;
        asks.iter().map(|ask| ask.side).find(|side| self.controller(*side) != Controller::Human)
    }

    /// Moves the view, at the beginning of each beat, to where something happens; if a person plays, only if he would
    /// not see it otherwise.
    fn follow_with_view(&mut self) {
        let Some(beat) = self.playback.beat() else { return };
        let first = beat.events.start;
        if self.followed.replace(first) == Some(first) {
            return;
        }
        let Some(now) = self.part_of(self.beat_events()) else { return };
        let step = self.events[first].step;
        let rest = self.events[first..].iter().take_while(|event| event.step == step).count();
        let soon = self.part_of(&self.events[first..first + rest]).unwrap_or(now);
        self.look_at = Some(LookAt::Doings { now, soon, unless_seen: self.persons() > 0 });
    }

    /// The part of the table on which events are seen.
    fn part_of(&self, events: &[BattleEvent]) -> Option<Part> {
        let places = events.iter().flat_map(|event| self.places_of(event)).map(|at| (at, at));
        places.reduce(|(low, high), (at, _)| (low.min(at), high.max(at)))
    }

    /// Where an event is seen: where a march begins and ends, who shoots and who is shot at.
    fn places_of(&self, event: &BattleEvent) -> Vec<Vec2> {
        let at = |piece: &PieceId| self.shown().piece(*piece).map(|piece| piece.place.at);
        match &event.kind {
            EventKind::Moved { path, end, .. } => path.first().copied().into_iter().chain([end.at]).collect(),
            EventKind::Appeared { place, .. } => vec![place.at],
            EventKind::Shot { shooter, target, .. } => [shooter, target].into_iter().filter_map(at).collect(),
            EventKind::Fought { attacker, defender, .. } => [attacker, defender].into_iter().filter_map(at).collect(),
            EventKind::Removed { piece, .. } => at(piece).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    pub(super) fn hear_thinker(&mut self) -> bool {
        let Some(answer) = self.thinker.as_mut().and_then(Thinker::hear) else { return false };
        match answer {
            Answer::Decided { step, decision } => self.answer = Some((step, decision)),
            Answer::Parted(text) => {
                self.say(format!("The computer stopped: {text}. Its sides can be played by hand."));
                self.dismiss_thinker();
            }
            Answer::Lost => {
                self.say("The computer player stopped. Its sides can be played by hand.");
                self.dismiss_thinker();
            }
        }
        true
    }

    pub(super) fn dismiss_thinker(&mut self) {
        self.thinker = None;
        self.controllers.fill(Controller::Human);
        self.put_question();
    }
}

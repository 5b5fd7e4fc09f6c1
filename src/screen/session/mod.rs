//! The battle on the table: what is asked, the order that is being put together, what the window shows of it.
//!
//! 1. [`Session::waiting`] tells who must answer; [`Session::ask_for_human`] if a person at the table must.
//! 2. A verb is chosen ([`Session::choose_verb`]); pointer and panels fill its [`Draft`]; the rules check each
//!    change, so that the preview is what the order will do.
//! 3. [`Session::commit`] submits it: the record, the computer's copy and the battle take it together.
//! 4. [`Session::go_on_showing`] moves the cursor over the log; when it has caught up, the next question stands.

mod draft;
mod thinker;

use bevy::{ecs::resource::Resource, math::Vec2};
use smol_str::SmolStr;
use std::{collections::BTreeMap, sync::Arc};

pub use draft::Draft;
pub use thinker::Wake;
use thinker::{Answer, Thinker};

use super::playback::{Playback, Speed, Tabletop};
pub use crate::ai::Controller;
use crate::{
    ai::Level,
    battle::Battle,
    events::BattleEvent,
    forces::{PieceId, SideId, UnitId},
    orders::{ArgumentKind, Leg, Order, Refusal, Verb, VerbId},
    record::{JournalError, JournalWriter},
    scenario::Scenario,
    table::position::Heading,
    turn::Ask,
};

/// What is chosen on the table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Selection {
    /// The unit.
    pub unit: Option<UnitId>,
    /// Its pieces that were picked; all of them if none.
    pub pieces: Vec<PieceId>,
}

/// A verb's button: whether it can answer now, and why not.
#[derive(Debug, Clone)]
pub struct VerbButton {
    /// The verb.
    pub verb: Verb,
    /// Why it cannot be used now.
    pub open: Result<(), Refusal>,
}

/// What the computer did and why, for the caption.
#[derive(Debug, Clone, PartialEq)]
pub struct Caption {
    /// The side.
    pub side: SideId,
    /// The unit, if it is about one.
    pub unit: Option<UnitId>,
    /// What it does ("Section Lebrun marches").
    pub title: String,
    /// Why, in the computer's words.
    pub reason: String,
    /// The order after which it stands in the log.
    pub step: usize,
}

/// The battle on the table.
#[derive(Resource)]
pub struct Session {
    battle: Battle,
    controllers: Vec<Controller>,
    journal: Option<JournalWriter>,
    thinker: Option<Thinker>,
    answer: Option<(usize, Box<crate::ai::Decision>)>,
    wake: Wake,
    playback: Playback,
    selection: Selection,
    draft: Option<Draft>,
    candidates: Vec<Order>,
    buttons: Vec<VerbButton>,
    caption: Option<Caption>,
    notice: Option<String>,
    seated: Option<SideId>,
    settled: bool,
    /// The piece under the pointer.
    pub hovered: Option<PieceId>,
    /// Where the pointer is on the table, in inches.
    pub pointer: Option<Vec2>,
    /// A point that the view should go to next.
    pub look_at: Option<Vec2>,
}

impl Session {
    /// A new battle.
    pub fn begin(
        scenario: &Arc<Scenario>,
        seed: u64,
        controllers: Vec<Controller>,
        journal: Option<JournalWriter>,
        wake: Wake,
    ) -> Self {
        Self::over(Battle::new(scenario, seed), controllers, journal, wake)
    }

    /// A battle that has gone on for some orders already; the window begins at its end.
    pub fn over(battle: Battle, mut controllers: Vec<Controller>, journal: Option<JournalWriter>, wake: Wake) -> Self {
        controllers.resize(battle.scenario().sides.len(), Controller::Human);
        let start =
            if battle.orders().is_empty() { Tabletop::of(&battle.view()) } else { Tabletop::of(&battle.at(0).view()) };
        let mut playback = Playback::new(start);
        playback.seek(battle.log().len(), battle.log().events());
        let mut session = Self {
            battle,
            controllers,
            journal,
            thinker: None,
            answer: None,
            wake,
            playback,
            selection: Selection::default(),
            draft: None,
            candidates: Vec::new(),
            buttons: Vec::new(),
            caption: None,
            notice: None,
            seated: None,
            settled: false,
            hovered: None,
            pointer: None,
            look_at: None,
        };
        session.start_thinker();
        session.put_question();
        session
    }

    fn start_thinker(&mut self) {
        let levels: BTreeMap<SideId, Level> = self
            .controllers
            .iter()
            .enumerate()
            .filter_map(|(n, controller)| match controller {
                Controller::Computer(level) => Some((SideId(n as u8), *level)),
                Controller::Human => None,
            })
            .collect();
        self.answer = None;
        self.thinker = (!levels.is_empty()).then(|| {
            Thinker::start(
                Arc::clone(self.battle.scenario()),
                self.battle.seed(),
                self.battle.orders().to_vec(),
                levels,
                Arc::clone(&self.wake),
            )
        });
    }

    /// The battle, read-only.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// The scenario.
    pub fn scenario(&self) -> &Arc<Scenario> {
        self.battle.scenario()
    }

    /// Who plays a side.
    pub fn controller(&self, side: SideId) -> Controller {
        self.controllers.get(side.index()).copied().unwrap_or(Controller::Human)
    }

    /// Gives a side to a person or the computer from now on.
    pub fn set_controller(&mut self, side: SideId, controller: Controller) {
        if let Some(known) = self.controllers.get_mut(side.index())
            && *known != controller
        {
            *known = controller;
            self.start_thinker();
            self.put_question();
        }
    }

    /// The number of sides that persons play.
    pub fn persons(&self) -> usize {
        self.controllers.iter().filter(|controller| **controller == Controller::Human).count()
    }

    // --- the question -------------------------------------------------------------------------------------

    /// The question that stands, whoever must answer; of a person's rather than the computer's.
    pub fn waiting(&self) -> Option<&Ask> {
        self.human_ask().or_else(|| self.battle.awaiting().asks.first())
    }

    /// The question a person at the table must answer now: the log was shown to its end, and nobody has to hand
    /// the seat over first.
    pub fn ask_for_human(&self) -> Option<&Ask> {
        let ask = self.human_ask()?;
        (self.caught_up() && self.hand_over().is_none()).then_some(ask)
    }

    fn human_ask(&self) -> Option<&Ask> {
        self.battle.awaiting().asks.iter().find(|ask| self.controller(ask.side) == Controller::Human)
    }

    /// The side whose player must take the seat before the next question is shown: only where answers are secret
    /// and several persons share the screen.
    pub fn hand_over(&self) -> Option<SideId> {
        let ask = self.human_ask()?;
        (ask.secret && self.persons() > 1 && self.seated != Some(ask.side)).then_some(ask.side)
    }

    /// The player of this side sits at the screen now.
    pub fn take_seat(&mut self, side: SideId) {
        self.seated = Some(side);
        self.put_question();
    }

    /// The side the computer is thinking for.
    pub fn thinking(&self) -> Option<SideId> {
        self.thinker.as_ref().and_then(Thinker::busy)
    }

    /// The verbs that may answer the person's question, in the order of their buttons.
    pub fn buttons(&self) -> &[VerbButton] {
        if self.ask_for_human().is_some() { &self.buttons } else { &[] }
    }

    /// Orders that the rules accept as answers to the person's question.
    pub fn candidates(&self) -> &[Order] {
        &self.candidates
    }

    /// Puts the question that stands before the person it is for.
    fn put_question(&mut self) {
        self.draft = None;
        self.candidates.clear();
        self.buttons.clear();
        let Some(ask) = self.human_ask().cloned() else { return };
        let view = self.battle.view_of(ask.side);
        self.candidates = self.battle.rules().candidates(&view, &ask);
        let vocabulary = self.battle.vocabulary();
        self.buttons = ask
            .verbs
            .iter()
            .filter_map(|id| vocabulary.verb(id))
            .map(|verb| {
                let open = if self.candidates.iter().any(|order| order.verb == verb.id) {
                    Ok(())
                } else {
                    self.battle.check(&self.bare_order(&ask, verb)).map(|_| ())
                };
                VerbButton { verb: verb.clone(), open }
            })
            .collect();
        if let Some(unit) = ask.unit {
            self.selection = Selection { unit: Some(unit), pieces: Vec::new() };
            self.look_at_unit_if_far(unit);
        }
        if let [only] = self.buttons.as_slice() {
            let verb = only.verb.id.clone();
            self.choose_verb(&verb);
        }
    }

    fn look_at_unit_if_far(&mut self, unit: UnitId) {
        let mut middle = Vec2::ZERO;
        let mut count = 0.0;
        for (_, piece) in self.playback.table().present(unit) {
            middle += piece.place.at;
            count += 1.0;
        }
        if count > 0.0 {
            self.look_at = Some(middle / count);
        }
    }

    fn bare_order(&self, ask: &Ask, verb: &Verb) -> Order {
        let mut order = Order::new(ask.side, &verb.id);
        let view = self.battle.view();
        order.unit = ask.unit.or_else(|| self.selection.unit.filter(|unit| view.side_of_unit(*unit) == ask.side));
        if verb.needs.contains(&ArgumentKind::Pieces) || verb.takes.contains(&ArgumentKind::Pieces) {
            order.pieces = self.default_pieces(ask, order.unit);
        }
        order
    }

    /// The pieces of a new draft: those picked on the table if the question allows them, else all it is about.
    fn default_pieces(&self, ask: &Ask, unit: Option<UnitId>) -> Vec<PieceId> {
        let allowed: Vec<PieceId> = if ask.pieces.is_empty() {
            unit.map(|unit| self.battle.view().present(unit).collect()).unwrap_or_default()
        } else {
            ask.pieces.clone()
        };
        let picked: Vec<PieceId> =
            self.selection.pieces.iter().copied().filter(|piece| allowed.contains(piece)).collect();
        if picked.is_empty() { allowed } else { picked }
    }

    // --- the draft ----------------------------------------------------------------------------------------

    /// The order that is being put together.
    pub fn draft(&self) -> Option<&Draft> {
        self.draft.as_ref()
    }

    /// Begins an order with a verb that may answer the question.
    pub fn choose_verb(&mut self, id: &VerbId) {
        let Some(ask) = self.ask_for_human().cloned().or_else(|| self.human_ask().cloned()) else { return };
        if !ask.verbs.contains(id) {
            return;
        }
        let Some(verb) = self.battle.vocabulary().verb(id).cloned() else { return };
        let bare = self.bare_order(&ask, &verb);
        let order = draft::first_draft(bare, &verb, &ask, &self.candidates);
        let mut draft = Draft::new(verb, order);
        if !self.selection.pieces.is_empty() {
            draft.pick_by_hand();
        }
        self.draft = Some(draft);
        self.check_draft();
    }

    /// Puts the draft away.
    pub fn drop_draft(&mut self) {
        self.draft = None;
    }

    /// Changes the settled part of the draft; the rules check it at once.
    pub fn settle(&mut self, change: impl FnOnce(&mut Order)) {
        if let Some(draft) = &mut self.draft {
            let mut order = draft.order().clone();
            change(&mut order);
            draft.settle(order);
            self.check_draft();
        }
    }

    /// Tries a change that lies under the pointer only; the settled order stays.
    pub fn try_out(&mut self, change: impl FnOnce(&mut Order)) {
        if let Some(draft) = &mut self.draft {
            let mut order = draft.order().clone();
            change(&mut order);
            if draft.shown() != &order {
                draft.try_out(Some(order));
                self.check_draft();
            }
        }
    }

    /// Forgets what was only pointed at.
    pub fn stop_trying(&mut self) {
        if let Some(draft) = &mut self.draft
            && draft.is_trial()
        {
            draft.try_out(None);
            self.check_draft();
        }
    }

    /// Picks the pieces of the draft by hand.
    pub fn draft_pieces(&mut self, pieces: Vec<PieceId>) {
        if let Some(draft) = &mut self.draft {
            draft.pick_by_hand();
        }
        self.settle(|order| order.pieces = pieces);
    }

    /// Names the target; where the men were not picked by hand, those who can reach it do it.
    pub fn draft_target(&mut self, target: PieceId) {
        let pieces = self.pieces_for(|order| order.target == Some(target));
        self.settle(|order| {
            order.target = Some(target);
            if let Some(pieces) = pieces {
                order.pieces = pieces;
            }
        });
    }

    /// Points at a target without settling it.
    pub fn try_target(&mut self, target: PieceId) {
        let pieces = self.pieces_for(|order| order.target == Some(target));
        self.try_out(|order| {
            order.target = Some(target);
            if let Some(pieces) = pieces {
                order.pieces = pieces;
            }
        });
    }

    fn pieces_for(&self, fits: impl Fn(&Order) -> bool) -> Option<Vec<PieceId>> {
        let draft = self.draft.as_ref()?;
        if draft.hand_picked() {
            return None;
        }
        self.candidates
            .iter()
            .filter(|order| order.verb == draft.verb().id && order.unit == draft.order().unit && fits(order))
            .map(|order| order.pieces.clone())
            .max_by_key(Vec::len)
            .filter(|pieces| !pieces.is_empty())
    }

    /// Names the target unit.
    pub fn draft_target_unit(&mut self, unit: UnitId) {
        self.settle(|order| order.target_unit = Some(unit));
    }

    /// Adds a leg to the path.
    pub fn draft_leg(&mut self, leg: Leg) {
        self.settle(|order| order.path.push(leg));
    }

    /// Sets the facing at the end.
    pub fn draft_heading(&mut self, heading: Heading) {
        self.settle(|order| order.heading = Some(heading));
    }

    /// Sets the formation.
    pub fn draft_formation(&mut self, formation: impl Into<SmolStr>) {
        let formation = formation.into();
        self.settle(|order| order.formation = Some(formation));
    }

    /// Sets the choice.
    pub fn draft_choice(&mut self, choice: impl Into<SmolStr>) {
        let choice = choice.into();
        self.settle(|order| order.choice = Some(choice));
    }

    /// Sets the number.
    pub fn draft_number(&mut self, number: f32) {
        self.settle(|order| order.number = Some(number));
    }

    /// Takes the last step of the draft back, or puts the draft away if it had none.
    pub fn draft_back(&mut self) {
        if let Some(draft) = &mut self.draft {
            if draft.back() {
                self.check_draft();
            } else {
                self.draft = None;
            }
        }
    }

    fn check_draft(&mut self) {
        if let Some(draft) = &mut self.draft {
            draft.result = draft.is_whole().then(|| self.battle.check(draft.shown()));
        }
    }

    /// The pieces that the rules accept as targets of the draft's verb.
    pub fn possible_targets(&self) -> Vec<PieceId> {
        let Some(draft) = &self.draft else { return Vec::new() };
        let mut targets: Vec<PieceId> = self
            .candidates
            .iter()
            .filter(|order| order.verb == draft.verb().id)
            .filter_map(|order| order.target)
            .collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    // --- answers ------------------------------------------------------------------------------------------

    /// Submits the draft; false if it is not allowed, with a notice that says why.
    pub fn commit(&mut self) -> bool {
        let Some(draft) = &self.draft else { return false };
        if let Some(kind) = draft.waits_for()
            && !draft.is_whole()
        {
            let prompt = draft.prompt();
            tracing::debug!("the order still needs {kind:?}");
            self.say(prompt);
            return false;
        }
        let order = if draft.is_trial() && draft.waits_for().is_some() { draft.shown() } else { draft.order() };
        let order = order.clone();
        self.answer_with(order)
    }

    /// Answers with the verb that goes on without doing more; false if there is none or it is not allowed.
    pub fn go_on(&mut self) -> bool {
        let Some(ask) = self.ask_for_human() else { return false };
        let Some(verb) = ask.go_on.clone() else { return false };
        let mut order = Order::new(ask.side, &verb);
        order.unit = ask.unit;
        // The rules may want more than unit and verb; their own candidate has it.
        if self.battle.check(&order).is_err()
            && let Some(own) = self.candidates.iter().find(|candidate| candidate.verb == verb)
        {
            order = own.clone();
        }
        self.answer_with(order)
    }

    /// Answers the question with an order; false if it is not allowed, with a notice that says why.
    pub fn answer_with(&mut self, order: Order) -> bool {
        match self.submit(order) {
            Ok(()) => true,
            Err(refusal) => {
                self.say(refusal.to_string());
                false
            }
        }
    }

    fn submit(&mut self, order: Order) -> Result<(), Refusal> {
        let events = self.battle.submit(order.clone())?.len();
        let checksum = self.battle.checksum();
        let recorded = self.battle.recorded(events);
        self.write_down(|journal| journal.order(recorded));
        if let Some(outcome) = self.battle.outcome().cloned() {
            self.write_down(|journal| journal.outcome(&outcome));
        }
        if let Some(thinker) = &mut self.thinker {
            thinker.obey(order, checksum);
        }
        self.answer = None;
        self.settled = false;
        self.put_question();
        Ok(())
    }

    /// Writes to the record; a disk that fails stops the record, not the battle.
    fn write_down(&mut self, write: impl FnOnce(&mut JournalWriter) -> Result<(), JournalError>) {
        if let Some(journal) = &mut self.journal
            && let Err(error) = write(journal)
        {
            self.journal = None;
            self.notice = Some(format!("{error}. The battle goes on, but is no longer recorded."));
        }
    }

    /// The record, if one is kept.
    pub fn journal(&self) -> Option<&JournalWriter> {
        self.journal.as_ref()
    }

    /// Whether the last decision of a person can be taken back, and why not.
    ///
    /// # Errors
    /// The reason, a sentence.
    pub fn can_undo(&self) -> Result<(), String> {
        self.battle.can_undo()
    }

    /// Takes orders back up to and including the last one of a person.
    pub fn undo(&mut self) {
        loop {
            match self.battle.undo() {
                Ok(order) => {
                    let checksum = self.battle.checksum();
                    let left = self.battle.orders().len();
                    self.write_down(|journal| journal.undo(left));
                    if let Some(thinker) = &mut self.thinker {
                        thinker.back(checksum);
                    }
                    if self.controller(order.side) == Controller::Human {
                        break;
                    }
                }
                Err(reason) => {
                    self.say(reason);
                    break;
                }
            }
        }
        self.answer = None;
        self.caption = None;
        self.settled = false;
        let events = self.battle.log().len();
        self.playback.seek(0, self.battle.log().events());
        self.playback.seek(events, self.battle.log().events());
        self.put_question();
    }

    // --- selection ----------------------------------------------------------------------------------------

    /// What is chosen on the table.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Chooses a unit, or nothing.
    pub fn select_unit(&mut self, unit: Option<UnitId>) {
        self.selection = Selection { unit, pieces: Vec::new() };
        self.redraft();
    }

    /// Chooses some pieces of one unit; with `add` they join or leave those chosen before.
    pub fn select_pieces(&mut self, pieces: &[PieceId], add: bool) {
        let Some(first) = pieces.first() else { return };
        let unit = self.battle.view().unit_of(*first);
        if !add || self.selection.unit != Some(unit) {
            self.selection = Selection { unit: Some(unit), pieces: Vec::new() };
        }
        for piece in pieces.iter().filter(|piece| self.battle.view().unit_of(**piece) == unit) {
            match self.selection.pieces.iter().position(|known| known == piece) {
                Some(at) if add => {
                    self.selection.pieces.remove(at);
                }
                Some(_) => {}
                None => self.selection.pieces.push(*piece),
            }
        }
        self.selection.pieces.sort_unstable();
        self.redraft();
    }

    /// A draft whose men were changed on the table takes them over.
    fn redraft(&mut self) {
        let Some(ask) = self.ask_for_human().cloned() else { return };
        let Some(draft) = &self.draft else { return };
        if !draft.takes(ArgumentKind::Pieces) {
            return;
        }
        let unit = draft.order().unit;
        if unit.is_some() && self.selection.unit != unit {
            return;
        }
        let pieces = self.default_pieces(&ask, unit);
        self.draft_pieces(pieces);
    }

    // --- the log ------------------------------------------------------------------------------------------

    /// The cursor over the log.
    pub fn playback(&self) -> &Playback {
        &self.playback
    }

    /// The table as it is shown.
    pub fn shown(&self) -> &Tabletop {
        self.playback.table()
    }

    /// The events that were shown.
    pub fn shown_events(&self) -> &[BattleEvent] {
        let events = self.battle.log().events();
        &events[..self.playback.shown().min(events.len())]
    }

    /// The events of the running beat.
    pub fn beat_events(&self) -> &[BattleEvent] {
        match self.playback.beat() {
            Some(beat) => &self.battle.log().events()[beat.events.clone()],
            None => &[],
        }
    }

    /// Whether the whole log was shown.
    pub fn caught_up(&self) -> bool {
        self.playback.caught_up(self.battle.log().events())
    }

    /// Whether something moves on the table, or the computer is about to answer.
    pub fn is_lively(&self) -> bool {
        self.playback.is_running(self.battle.log().events()) || (!self.playback.paused() && self.answer.is_some())
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
        self.playback.set_paused(!self.playback.paused());
    }

    /// Shows one more beat, then pauses.
    pub fn step_once(&mut self) {
        self.playback.step_once();
    }

    /// Shows the rest of the log at once.
    pub fn skip(&mut self) {
        self.playback.set_paused(false);
        self.playback.seek(self.battle.log().len(), self.battle.log().events());
    }

    /// Shows the table after so many orders, and pauses there; the end of the log lets the battle go on.
    pub fn seek(&mut self, step: usize) {
        let events = self.battle.log().events();
        let at = events.iter().position(|event| event.step as usize > step).unwrap_or(events.len());
        self.playback.seek(at, events);
        self.playback.set_paused(at < events.len());
        self.settled = false;
    }

    /// Lets time pass: the cursor goes on, the computer is asked and heard. True if something changed.
    pub fn go_on_showing(&mut self, seconds: f32) -> bool {
        let mut changed = self.playback.advance(seconds, self.battle.log().events());
        changed |= self.hear_thinker();
        if self.caught_up() {
            if !self.settled {
                self.settled = true;
                let table = Tabletop::of(&self.battle.view());
                self.playback.settle(table);
                changed = true;
            }
            if !self.playback.paused() {
                changed |= self.let_computer_answer();
            }
        }
        changed
    }

    fn let_computer_answer(&mut self) -> bool {
        if let Some((step, decision)) = self.answer.take() {
            if step != self.battle.orders().len() {
                return true;
            }
            let side = decision.order.side;
            let unit = decision.order.unit;
            let verb = self.battle.vocabulary().verb(&decision.order.verb).map_or("", |verb| verb.label);
            let who = match unit {
                Some(unit) => self.battle.view().unit(unit).name.clone(),
                None => self.battle.view().side_named(side).short.clone(),
            };
            self.caption =
                Some(Caption { side, unit, title: format!("{who}: {verb}"), reason: decision.reason, step: step + 1 });
            if let Err(refusal) = self.submit(decision.order) {
                self.say(format!("the computer gave an order that is not allowed: {refusal}"));
                self.controllers[side.index()] = Controller::Human;
                self.put_question();
            }
            return true;
        }
        // The computer is asked only when no person has to answer first: a person's answer may change the question.
        let step = self.battle.orders().len();
        let asked = self.battle.awaiting().asks.iter().find(|ask| self.controller(ask.side) != Controller::Human);
        if let (Some(ask), Some(thinker)) = (asked, &mut self.thinker)
            && thinker.busy().is_none()
        {
            thinker.decide(ask.side, step);
            return true;
        }
        false
    }

    fn hear_thinker(&mut self) -> bool {
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

    fn dismiss_thinker(&mut self) {
        self.thinker = None;
        self.controllers.fill(Controller::Human);
        self.put_question();
    }

    // --- words to the player ------------------------------------------------------------------------------

    /// What the computer did last and why.
    pub fn caption(&self) -> Option<&Caption> {
        self.caption.as_ref()
    }

    /// Something the player must be told, until it is taken.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// The notice was read.
    pub fn clear_notice(&mut self) {
        self.notice = None;
    }

    /// Tells the player something.
    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(text.into());
    }
}

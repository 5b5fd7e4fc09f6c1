//! The battle on the table: what is asked, the order that is being put together, what the window shows of it.
//!
//! 1. [`Session::waiting`] tells who must answer; [`Session::ask_for_human`] if a person at the table must.
//! 2. A verb is chosen ([`Session::choose_verb`]); pointer and panels fill its [`Draft`]; the rules check each
//!    change, so that the preview is what the order will do.
//! 3. [`Session::commit`] submits it: the record, the computer's copy and the battle take it together.
//! 4. [`Session::go_on_showing`] moves the cursor over the log; when it has caught up, the next question stands.

mod allotting;
mod answers;
mod bodies;
mod buttons;
mod choosing;
mod draft;
mod drafting;
mod ending;
mod fights;
mod inspecting;
mod lesson;
mod past;
mod placing;
mod resting;
mod showing;
mod thinker;
mod tools;
mod walking;
mod watching;

use bevy::{ecs::resource::Resource, math::Vec2};
use smol_str::SmolStr;
use std::{collections::BTreeMap, sync::Arc};

pub use answers::TRY_AGAIN;
pub use bodies::{bodies, frame};
pub use buttons::only_goes_on;
pub use draft::Draft;
pub use fights::{ShownFight, duel_of};
use inspecting::Inspection;
use lesson::Class;
pub use placing::Standing;
use thinker::Thinker;
pub use thinker::Wake;
pub use tools::{InHand, Tool};
pub use watching::Missed;

use super::playback::Playback;
use grapeshot_floor::{
    events::BattleEvent,
    forces::{PieceId, SideId, UnitId},
    orders::{ArgumentKind, Order, Refusal, Verb, VerbId},
    table::position::Place,
    turn::{Ask, chit::Allotment, rules::Light, sheet::Sheet},
};
pub use grapeshot_game::ai::Controller;
use grapeshot_game::{
    ai::Level,
    battle::{Battle, Plugins},
    crash,
    record::JournalWriter,
    scenario::Scenario,
};

/// Seconds that the computer's reason stands after its events were shown, before it answers again.
const CAPTION_SECONDS: f32 = 0.7;

/// Seconds after which a computer that keeps secrets from a person answers, so that the time does not betray whether it
/// had much to think over.
const HELD_SECONDS: f32 = 0.3;

/// A part of the table: its lower left and its upper right corner, in inches.
pub type Part = (Vec2, Vec2);

/// Where the view should go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LookAt {
    /// A point of the table, in inches.
    Point(Vec2),
    /// The part where something happens.
    Doings {
        /// Where it happens now.
        now: Part,
        /// Where all of it will have happened when the order is carried out.
        soon: Part,
        /// Whether the view stays as it is if any of what happens now is in sight.
        unless_seen: bool,
    },
}

/// What is chosen on the table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Selection {
    /// The chosen unit.
    pub unit: Option<UnitId>,
    /// The pieces of it that were picked; all of them if none.
    pub pieces: Vec<PieceId>,
}

/// A verb's button: whether it can answer now, and why not.
#[derive(Debug, Clone)]
pub struct VerbButton {
    pub verb: Verb,
    /// Why the verb cannot be used now, if it cannot.
    pub open: Result<(), Refusal>,
}

/// What the computer did and why, for the caption.
#[derive(Debug, Clone, PartialEq)]
pub struct Caption {
    /// The side that the computer plays.
    pub side: SideId,
    /// The unit, if it is about one.
    pub unit: Option<UnitId>,
    /// What it does ("Section Lebrun marches").
    pub title: String,
    /// The number of orders after which it stands in the log.
    pub step: usize,
    /// What it thought; none if that side keeps secrets from the viewer.
    pub thought: Option<Thought>,
}

/// What the computer thought before it gave an order.
#[derive(Debug, Clone, PartialEq)]
pub struct Thought {
    /// Why, in the computer's words.
    pub reason: String,
    /// The best orders that it thought of, the best first.
    pub considered: Vec<ThoughtOf>,
}

/// An order that the computer thought of.
#[derive(Debug, Clone, PartialEq)]
pub struct ThoughtOf {
    pub text: String,
    /// What it was worth to it, in words.
    pub worth: String,
    /// Where pieces would have gone in a future that it played with this order; empty if it played none.
    pub end: Vec<(PieceId, Place)>,
}

/// The battle on the table.
#[derive(Resource)]
pub struct Session {
    battle: Battle,
    controllers: Vec<Controller>,
    journal: Option<JournalWriter>,
    thinker: Option<Thinker>,
    answer: Option<(usize, Box<grapeshot_game::ai::Decision>)>,
    wake: Wake,
    /// The side whose player looks at the screen; none if it shows everything.
    viewer: Option<SideId>,
    /// The events of the log that the viewer knows of.
    events: Vec<BattleEvent>,
    /// How many events of the log those were taken from.
    read: usize,
    /// The questions that stand as the viewer may read them.
    asks: Vec<Ask>,
    playback: Playback,
    selection: Selection,
    draft: Option<Draft>,
    candidates: Vec<Order>,
    /// The question as a sheet, if it is one that several may answer at once.
    sheet: Option<Sheet>,
    /// The question, if it gives each of several units one of some choices.
    allotment: Option<Allotment>,
    buttons: Vec<VerbButton>,
    caption: Option<Caption>,
    /// Which of the orders that the computer thought of is looked at, by its place.
    foreseen: Option<usize>,
    notice: Option<String>,
    /// The last notice about the record.
    notice_of_record: String,
    seated: Option<SideId>,
    /// The side whose player peeks at what is his alone, on a table at which several persons look together.
    peeking: Option<SideId>,
    settled: bool,
    /// Whether the question was put before the log was shown to its end.
    early: bool,
    dwell: f32,
    /// Seconds for which the answer of a computer that keeps secrets is held back.
    held: f32,
    /// Seconds since the record was last tried to be written, while it cannot be.
    untried: f32,
    /// Whether the computer decides once more although the battle is paused.
    once_more: bool,
    /// The beat that the view has followed, by its first event.
    followed: Option<usize>,
    /// Whether the log halts after each fight until a player goes on.
    halts_at_fights: bool,
    /// What players have done with the questions that end something.
    endings: ending::Endings,
    /// Whether the player wants no halt at the other fights of the melee.
    hurries: bool,
    /// The number of events up to which players have read the fights of the log.
    read_fights: usize,
    /// Whether the log rests at what came of an order.
    rests_at_results: bool,
    /// The number of events up to which players have read the results in the log.
    read_results: usize,
    /// The place at which the log rests, and the seconds for which it still does.
    rest: Option<(usize, f32)>,
    /// How many events of the whole log each side has seen; under `STRANGER`, how many all sides have seen together.
    seen: BTreeMap<SideId, usize>,
    /// The battle at the moment that was looked back to, or that the log has reached, last.
    past: Option<Battle>,
    /// Whether the battle is only watched again, until somebody plays on from its end.
    watched: bool,
    /// What the table is looked at for, if nobody plays on it.
    inspection: Option<Inspection>,
    /// The lesson that is followed on the table, if one is.
    class: Option<Class>,
    /// Whether a person gave an order that no record keeps.
    unrecorded: bool,
    /// The number of orders after which a player was asked whether the last order, which is another's, is to be taken
    /// back.
    consent: Option<usize>,
    /// The piece under the pointer.
    pub hovered: Option<PieceId>,
    /// Where the pointer is on the table, in inches.
    pub pointer: Option<Vec2>,
    /// Where the view should go next.
    pub look_at: Option<LookAt>,
    /// The tool that lies on the table.
    pub tool: Option<InHand>,
    /// The piece whose menu is open.
    pub menu_of: Option<PieceId>,
}

impl Session {
    /// A new battle with these rulesets.
    pub fn begin(
        scenario: &Arc<Scenario>,
        plugins: Plugins,
        seed: u64,
        controllers: Vec<Controller>,
        journal: Option<JournalWriter>,
        wake: Wake,
    ) -> Self {
        Self::over(Battle::new(scenario, seed, plugins), controllers, journal, wake)
    }

    /// A battle that has gone on for some orders already; the window begins at its end.
    pub fn over(battle: Battle, controllers: Vec<Controller>, journal: Option<JournalWriter>, wake: Wake) -> Self {
        Self::lay(battle, controllers, journal, wake, None)
    }

    /// Lays a battle on the table, with what it is inspected for if nobody is to play it.
    fn lay(
        battle: Battle,
        mut controllers: Vec<Controller>,
        journal: Option<JournalWriter>,
        wake: Wake,
        inspection: Option<Inspection>,
    ) -> Self {
        controllers.resize(battle.scenario().players().len(), Controller::Human);
        let playback = Playback::with_gaits(battle.vocabulary().gaits.clone());
        let scenario = battle.scenario();
        crash::note("battle", format!("{}, hash {:016x}, seed {}", scenario.title, scenario.hash, battle.seed()));
        let mut session = Self {
            battle,
            controllers,
            journal,
            thinker: None,
            answer: None,
            wake,
            viewer: None,
            events: Vec::new(),
            read: 0,
            asks: Vec::new(),
            playback,
            selection: Selection::default(),
            draft: None,
            candidates: Vec::new(),
            sheet: None,
            allotment: None,
            buttons: Vec::new(),
            caption: None,
            foreseen: None,
            notice: None,
            notice_of_record: String::new(),
            seated: None,
            peeking: None,
            settled: false,
            early: false,
            dwell: 0.0,
            held: 0.0,
            untried: 0.0,
            once_more: false,
            followed: None,
            halts_at_fights: false,
            endings: ending::Endings::default(),
            hurries: false,
            read_fights: 0,
            rests_at_results: false,
            read_results: 0,
            rest: None,
            seen: BTreeMap::new(),
            past: None,
            watched: inspection.is_some(),
            inspection,
            class: None,
            unrecorded: false,
            consent: None,
            hovered: None,
            pointer: None,
            look_at: None,
            tool: None,
            menu_of: None,
        };
        session.note_record();
        session.tell_trouble();
        session.viewer = session.who_looks();
        session.look_again();
        session.playback.seek(session.events.len(), &session.events);
        session.has_read(session.events.len());
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
                self.battle.plugins(),
                self.battle.seed(),
                self.battle.orders().to_vec(),
                levels,
                Arc::clone(&self.wake),
            )
        });
    }

    /// Keeps the record of what is played from here on.
    pub fn record(&mut self, journal: JournalWriter) {
        self.journal = Some(journal);
        self.unrecorded = false;
        self.note_record();
        self.tell_trouble();
    }

    /// Writes to its record no longer.
    pub fn close_record(&mut self) {
        self.journal = None;
    }

    /// The battle, read-only.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// The scenario of the battle.
    pub fn scenario(&self) -> &Arc<Scenario> {
        self.battle.scenario()
    }

    /// The name of a unit on tags and in lists.
    pub fn short_name(&self, unit: UnitId) -> &str {
        let short = self.scenario().units.get(unit.index()).map(|entry| entry.short.as_str());
        short.filter(|short| !short.is_empty()).unwrap_or(&self.battle.view().unit(unit).name)
    }

    /// Whether the pieces of a unit are one block in a formation, which is chosen as a whole.
    pub fn is_block(&self, unit: UnitId) -> bool {
        let word = self.battle.rules().formation(&self.view(), unit);
        word.is_some_and(|word| self.battle.vocabulary().is_block(&word))
    }

    /// The name of a piece by itself; of a stand of a block, the name of its unit.
    pub fn name_alone(&self, piece: PieceId) -> &str {
        let view = self.battle.view();
        let unit = view.unit_of(piece);
        if self.is_block(unit) { &view.unit(unit).name } else { view.name_alone(piece) }
    }

    /// How light it is on the table as it is shown.
    pub fn light(&self) -> Light {
        self.battle.rules().light(&self.view(), self.shown().turn.max(1))
    }

    /// The flag of a unit, in words of the pictures: its own colours, or the flag of its side.
    pub fn flag_of(&self, unit: UnitId) -> &SmolStr {
        let view = self.battle.view();
        // A unit that came into being in the battle has the colours of the unit from which it came.
        let first = std::iter::successors(Some(unit), |unit| view.unit(*unit).from).last().unwrap_or(unit);
        let colours = self.scenario().units.get(first.index()).map(|entry| &entry.colours);
        let side = view.unit(unit).side;
        colours.filter(|colours| !colours.is_empty()).unwrap_or(&self.scenario().sides[side.index()].flag)
    }

    /// The player of a side.
    pub fn controller(&self, side: SideId) -> Controller {
        self.controllers.get(side.index()).copied().unwrap_or(Controller::Human)
    }

    /// Gives a side to a person or the computer from now on. In a lesson the sides stay as they are: the computer would not
    /// know what the lesson has forced.
    pub fn set_controller(&mut self, side: SideId, controller: Controller) {
        if let Some(known) = self.controllers.get_mut(side.index()).filter(|_| !self.watched && self.class.is_none())
            && *known != controller
        {
            *known = controller;
            let sides = Controller::by_key(self.battle.scenario(), &self.controllers);
            self.write_down(|journal| journal.sides(sides));
            self.start_thinker();
            self.follow();
            self.put_question();
        }
    }

    /// The number of sides that persons play.
    pub fn persons(&self) -> usize {
        self.controllers.iter().filter(|controller| **controller == Controller::Human).count()
    }

    /// The question that is open, to any side, as the viewer may read it; a question to a person before one to the
    /// computer.
    pub fn waiting(&self) -> Option<&Ask> {
        let of_person = |ask: &&Ask| self.controller(ask.side) == Controller::Human;
        self.asks.iter().find(of_person).or_else(|| self.asks.first())
    }

    /// The question a person at the table must answer now: the log was shown to its end, and nobody has to hand
    /// the seat over first.
    pub fn ask_for_human(&self) -> Option<&Ask> {
        let ask = self.human_ask().filter(|_| !self.watched)?;
        (self.caught_up() && self.hand_over().is_none() && self.peeking.is_none()).then_some(ask)
    }

    fn human_ask(&self) -> Option<&Ask> {
        let mine = |ask: &&Ask| {
            self.controller(ask.side) == Controller::Human && self.pupil().is_none_or(|side| side == ask.side)
        };
        self.battle.awaiting().asks.iter().find(mine)
    }

    /// The side whose player must take the seat before the next question is shown: only where several persons share the
    /// screen, and the answer is secret or somebody hides. Chits that lie face down on the table lie so for both.
    pub fn hand_over(&self) -> Option<SideId> {
        let ask = self.human_ask().filter(|ask| !self.watched && self.is_private(ask))?;
        (self.persons() > 1 && self.class.is_none() && self.seated != Some(ask.side)).then_some(ask.side)
    }

    /// The side whose player lifts the cloth that lies over the table: when the player before has read what came of his
    /// order, or at once if nobody sits there.
    pub fn covered_for(&self) -> Option<SideId> {
        self.hand_over().filter(|_| (self.caught_up() || self.seated.is_none()) && !self.resting())
    }

    /// Whether a question is put to its side alone, out of sight of the others.
    fn is_private(&self, ask: &Ask) -> bool {
        ask.secret || self.battle.view().anybody_hides()
    }

    /// The side the computer is thinking for.
    pub fn thinking(&self) -> Option<SideId> {
        self.thinker.as_ref().and_then(Thinker::busy)
    }

    /// How much of the computer's decision under way is thought over, 0 to 1, if it takes long enough to be told.
    pub fn thought_over(&self) -> Option<f32> {
        self.thinker.as_ref().filter(|thinker| thinker.busy().is_some()).and_then(Thinker::share)
    }

    /// Has the computer decide with what it has thought over.
    pub fn decide_now(&mut self) {
        if let Some(thinker) = &self.thinker {
            thinker.decide_now();
        }
    }

    /// The verbs that may answer the person's question, in the order of their buttons; none that gives the battle up.
    pub fn buttons(&self) -> &[VerbButton] {
        if self.ask_for_human().is_some() { &self.buttons } else { &[] }
    }

    /// The verb by which the person may give the battle up instead of answering his question.
    pub fn way_out(&self) -> Option<&Verb> {
        let vocabulary = self.battle.vocabulary();
        let mut verbs = self.ask_for_human()?.verbs.iter().filter_map(|id| vocabulary.verb(id));
        verbs.find(|verb| verb.gives_up)
    }

    /// Orders that the rules accept as answers to the person's question.
    pub fn candidates(&self) -> &[Order] {
        &self.candidates
    }

    /// The person's question as a sheet, if it is one that several may answer at once.
    pub fn sheet(&self) -> Option<&Sheet> {
        self.sheet.as_ref().filter(|_| self.ask_for_human().is_some())
    }

    /// Puts the open question before the person it is for.
    fn put_question(&mut self) {
        self.early = !self.caught_up();
        self.draft = None;
        self.candidates.clear();
        self.sheet = None;
        self.allotment = None;
        self.buttons.clear();
        let view = self.view();
        let before = self.asks.first().map(|ask| ask.side);
        self.asks = self.battle.awaiting().asks.iter().map(|ask| ask.as_known(&view)).collect();
        let Some(ask) = self.human_ask().filter(|_| !self.watched).cloned() else { return };
        if before != Some(ask.side) {
            self.let_go_of_others(ask.side);
        }
        if !self.is_private(&ask) {
            // Nobody sits apart at a table at which all look.
            self.seated = None;
        }
        // A unit that was set down stays chosen, to be moved on.
        let carried = self.is_placing(&ask).then_some(self.selection.unit).flatten();
        if let Some(unit) = ask.unit.filter(|_| carried.is_none() && !self.early) {
            self.selection = Selection { unit: Some(unit), pieces: Vec::new() };
            self.look_at_unit_if_far(unit);
        }
        let view = self.battle.view_of(ask.side);
        if ask.pick && self.selection.pieces.is_empty() {
            // A unit that was chosen before is picked for this question too.
            let of_unit = |piece: &PieceId| Some(view.unit_of(*piece)) == self.selection.unit;
            self.selection.pieces = ask.pieces.iter().copied().filter(of_unit).collect();
        }
        self.candidates = self.battle.rules().candidates(&view, &ask);
        self.sheet = self.battle.rules().sheet(&view, &ask);
        self.allotment = self.battle.rules().allotment(&view, &ask);
        self.light_buttons(&ask);
        if let Some(only) = self.only_verb(&ask) {
            self.choose_verb(&only);
        }
    }

    /// Puts the question again that was put while the log had still to be shown, once it was: the unit that it is about
    /// takes the place of the one that a player looked at meanwhile.
    fn put_early_question(&mut self) {
        if !self.early || !self.caught_up() {
            return;
        }
        self.early = false;
        let asked = self.human_ask().and_then(|ask| ask.unit);
        if asked.is_some() && asked != self.selection.unit {
            self.put_question();
        }
    }

    /// The verb that is taken up for the person: the only one, or the only one with which the rules answer a question
    /// that offers choices. Going on has a button of its own and is not taken up.
    fn only_verb(&self, ask: &Ask) -> Option<VerbId> {
        if let [only] = self.buttons.as_slice() {
            return Some(only.verb.id.clone()).filter(|_| !only_goes_on(ask, &only.verb));
        }
        let first = self.candidates.first().filter(|_| !ask.choices.is_empty() && !ask.pick)?;
        let chosen = |order: &Order| order.verb == first.verb && order.choice.is_some();
        self.candidates.iter().all(chosen).then(|| first.verb.clone())
    }

    fn look_at_unit_if_far(&mut self, unit: UnitId) {
        let mut middle = Vec2::ZERO;
        let mut count = 0.0;
        for (_, piece) in self.playback.table().present(unit) {
            middle += piece.place.at;
            count += 1.0;
        }
        if count > 0.0 {
            self.look_at = Some(LookAt::Point(middle / count));
        }
    }

    fn bare_order(&self, ask: &Ask, verb: &Verb) -> Order {
        let mut order = Order::new(ask.side, &verb.id);
        let view = self.view();
        let own = |unit: &UnitId| view.side_of_unit(*unit) == ask.side;
        // Picked pieces are what an order is about; their unit does not give it.
        let picked = |unit: &UnitId| ask.pick && ask.pieces.iter().any(|piece| view.unit_of(*piece) == *unit);
        // Where a side chooses a word and nothing else, whatever unit is chosen has nothing to do with it.
        let of_side = verb.needs == [ArgumentKind::Choice] && verb.takes.is_empty();
        let chosen = self.selection.unit.filter(|unit| !of_side && own(unit) && !picked(unit));
        // A unit that cannot be picked and commands nobody is what an order of a commander is about, too.
        let commands = |unit: &UnitId| self.battle.rules().readiness(&view, *unit).commander;
        let by_commander = ask.pick && verb.takes.contains(&ArgumentKind::Commander);
        let told = chosen.filter(|unit| by_commander && !commands(unit));
        order.unit = ask.unit.or(chosen.filter(|_| told.is_none()));
        if verb.needs.contains(&ArgumentKind::Pieces) || verb.takes.contains(&ArgumentKind::Pieces) {
            order.pieces = self.default_pieces(ask, order.unit);
            if order.pieces.is_empty() {
                order.pieces.extend(told.into_iter().flat_map(|unit| view.present(unit)));
            }
        }
        order
    }

    /// The pieces of a new draft: those picked on the table if the question allows them, else all that the question is
    /// about.
    fn default_pieces(&self, ask: &Ask, unit: Option<UnitId>) -> Vec<PieceId> {
        // Beside the units that are given a choice there may be others that have other orders.
        let view = self.view();
        let given = |unit: UnitId| ask.pieces.iter().any(|piece| view.unit_of(*piece) == unit);
        if let Some(beside) = unit.filter(|unit| self.allotment.is_some() && !given(*unit)) {
            return view.present(beside).collect();
        }
        let allowed: Vec<PieceId> = if ask.pieces.is_empty() {
            unit.map(|unit| self.view().present(unit).collect()).unwrap_or_default()
        } else {
            ask.pieces.clone()
        };
        let picked: Vec<PieceId> =
            self.selection.pieces.iter().copied().filter(|piece| allowed.contains(piece)).collect();
        // The stands of one regiment are not picked one by one.
        let one = allowed.first().map(|first| view.unit_of(*first)).filter(|unit| self.is_block(*unit));
        let together = one.is_some_and(|unit| allowed.iter().all(|piece| view.unit_of(*piece) == unit));
        if !picked.is_empty() || (ask.pick && allowed.len() > 1 && !together) { picked } else { allowed }
    }

    /// What the computer did last and why.
    pub fn caption(&self) -> Option<&Caption> {
        self.caption.as_ref()
    }

    /// Looks at a future of one of the orders that the computer thought of, by its place; at none any more.
    pub fn foresee(&mut self, order: Option<usize>) {
        self.foreseen = order;
    }

    /// Which of the orders that the computer thought of is looked at, by its place.
    pub fn foresees(&self) -> Option<usize> {
        self.foreseen
    }

    /// Where pieces go in the future that is looked at.
    pub fn foreseen(&self) -> &[(PieceId, Place)] {
        let thought = self.caption.as_ref().and_then(|caption| caption.thought.as_ref());
        let order = thought.zip(self.foreseen).and_then(|(thought, n)| thought.considered.get(n));
        order.map_or(&[], |order| &order.end)
    }

    /// The notice to the player, until he has read it.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Drops the notice that the player has read.
    pub fn clear_notice(&mut self) {
        self.notice = None;
    }

    /// Tells the player something.
    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(text.into());
    }
}

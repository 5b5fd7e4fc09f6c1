//! The battle on the table: what is asked, the order that is being put together, what the window shows of it.
//!
//! 1. [`Session::waiting`] tells who must answer; [`Session::ask_for_human`] if a person at the table must.
//! 2. A verb is chosen ([`Session::choose_verb`]); pointer and panels fill its [`Draft`]; the rules check each
//!    change, so that the preview is what the order will do.
//! 3. [`Session::commit`] submits it: the record, the computer's copy and the battle take it together.
//! 4. [`Session::go_on_showing`] moves the cursor over the log; when it has caught up, the next question stands.

mod allotting;
mod answers;
mod asking;
mod bodies;
mod buttons;
mod caption;
mod checking;
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
pub use caption::{Caption, Thought, ThoughtOf};
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
    orders::{Order, Refusal, Verb},
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
        self.notice = Some(self.view().in_english(&text.into()));
    }
}

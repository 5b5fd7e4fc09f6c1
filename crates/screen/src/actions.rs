//! Shows the page that is open and does what people did at it.

mod files;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use bevy::{
    ecs::system::SystemParam,
    prelude::*,
    window::{FileDragAndDrop, WindowCloseRequested},
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::{
    bench::{self, Bench, measuring::Series},
    camera::{BoardView, Insets},
    glimpse::Means,
    keeping::Errand,
    keyboard, lessons,
    library::Library,
    overlay::PaintSystems,
    panels::{self, Desk, cloth::Peek, notices, shown::Shown},
    pictures::Pictures,
    pieces::art::Art,
    pointer::nudge,
    preferences::{PICTURE, Preferences},
    quick::{self, QuickPage},
    reader::{self, ReaderPage},
    records::{self, RecordsPage},
    reopened,
    report::{self, ReportPage},
    session::{Controller, LookAt, Session},
    settings::{self, SettingsPage},
    setup::{self, SetupPage},
    shots,
    stage::{Stage, Wakeup},
    statistics::{self, StatisticsPage},
    theme,
    title::{self, TitlePage},
    ui_action::{LessonStep, UiAction},
};
use grapeshot_floor::orders::{Leg, Verb};
use grapeshot_game::{
    picture::palette::Palette,
    record::{Header, Journal, JournalWriter, shelf},
    scenario::{self, Scenario},
};

/// How many of the last battles are tried, if one cannot be opened.
const RECALLED: usize = 3;

/// What the pages of the window remember while they are shut.
#[derive(Resource, Default)]
struct Pages {
    title: TitlePage,
    setup: SetupPage,
    quick: QuickPage,
    reader: ReaderPage,
    report: ReportPage,
    settings: SettingsPage,
    records: RecordsPage,
    statistics: StatisticsPage,
    before: Vec<Stage>,
    told: Option<String>,
    /// What is made meanwhile.
    errands: Vec<Errand>,
    dressed: bool,
    file: Option<PathBuf>,
    /// The journal of the battle on the table and how many of its orders are good, while nobody has gone on with it.
    resting: Option<(Journal, usize)>,
    /// The record that the battle on the table was loaded from, if it was.
    loaded: Option<PathBuf>,
    /// What somebody wants to do, until he has confirmed that part of the battle may be lost by it.
    leaving: Option<UiAction>,
}

/// Tells the player something as soon as there is a window.
pub(super) fn tell(world: &mut World, told: Option<String>) {
    let mut pages = world.resource_mut::<Pages>();
    pages.told = pages.told.take().or(told);
}

pub(super) fn plugin(app: &mut App) {
    let (preferences, trouble) = Preferences::load();
    app.insert_resource(preferences)
        .insert_resource(Pages { told: trouble, ..Pages::default() })
        .init_resource::<Pictures>()
        .init_resource::<Desk>()
        .add_plugins(shots::plugin)
        .add_systems(Update, dress)
        .add_systems(EguiPrimaryContextPass, show.in_set(PaintSystems::Panels));
}

/// All that a player's action may change.
#[derive(SystemParam)]
struct UiContext<'w, 's> {
    session: Option<ResMut<'w, Session>>,
    bench: Option<ResMut<'w, Bench>>,
    preferences: ResMut<'w, Preferences>,
    pages: ResMut<'w, Pages>,
    desk: ResMut<'w, Desk>,
    library: ResMut<'w, Library>,
    pictures: ResMut<'w, Pictures>,
    board: ResMut<'w, BoardView>,
    art: ResMut<'w, Art>,
    stage: Res<'w, State<Stage>>,
    next: ResMut<'w, NextState<Stage>>,
    wakeup: Res<'w, Wakeup>,
    exit: MessageWriter<'w, AppExit>,
    closing: MessageReader<'w, 's, WindowCloseRequested>,
    dropping: MessageReader<'w, 's, FileDragAndDrop>,
    commands: Commands<'w, 's>,
}

/// Puts in the fonts before the first pass, as soon as there is a window, and looks what there is to play.
fn dress(mut contexts: EguiContexts, mut hands: UiContext) {
    if hands.pages.dressed {
        return;
    }
    let Ok(ctx) = contexts.ctx_mut() else { return };
    theme::install(ctx);
    hands.pages.dressed = true;
    if hands.bench.is_some() {
        // Nothing else is played in that window.
        return;
    }
    hands.library.read();
    hands.pages.records.read();
    if hands.session.is_none() {
        hands.recall();
    }
}

fn show(mut contexts: EguiContexts, mut hands: UiContext) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    if !hands.pages.dressed {
        return Ok(());
    }
    let palette = Palette::named(&hands.preferences.palette).unwrap_or_default();
    if hands.art.palette() != palette {
        hands.art.set_palette(palette);
    }
    if hands.session.as_ref().is_some_and(|session| session.is_added()) {
        hands.take_up();
    }
    let height = ctx.content_rect().height() * ctx.zoom_factor();
    let scale = hands.preferences.scale_for(height);
    if (ctx.zoom_factor() - scale).abs() > 1e-3 {
        ctx.set_zoom_factor(scale);
    }
    hands.hear();
    let mut ui_actions = Vec::new();
    page(&ctx, &mut hands, &mut ui_actions);
    hands.act_all(&ctx, ui_actions);
    Ok(())
}

/// Shows the page that is open.
fn page(ctx: &egui::Context, hands: &mut UiContext, ui_actions: &mut Vec<UiAction>) {
    let UiContext { session, bench, preferences, pages, desk, library, pictures, board, stage, wakeup, .. } = hands;
    let likes_now = preferences.clone();
    let session = session.as_deref();
    let shown = session.map(|session| Shown::of(session, &likes_now));
    let mut insets = Insets::default();
    match stage.get() {
        Stage::Title => {
            let records = pages.records.list.len();
            title::show(ctx, &mut pages.title, library, records, shown.as_ref(), pictures, &likes_now, ui_actions);
        }
        Stage::Lessons => lessons::show(ctx, library, &likes_now, ui_actions),
        Stage::Setup => {
            setup::show(ctx, &mut pages.setup, library, pictures, &likes_now, ui_actions);
        }
        Stage::Quick => quick::show(ctx, &mut pages.quick, library, pictures, &likes_now, &wakeup.0, ui_actions),
        Stage::Battle => match &shown {
            Some(shown) => insets = panels::show(ctx, shown, desk, pictures, board, ui_actions),
            None => ui_actions.push(UiAction::Open(Stage::Title)),
        },
        Stage::Report => match &shown {
            Some(shown) => report::show(ctx, &mut pages.report, shown, ui_actions),
            None => ui_actions.push(UiAction::Open(Stage::Title)),
        },
        Stage::Reader => {
            let prefixes = match session {
                Some(session) => session.battle().rulebook().prefixes,
                None => &[],
            };
            let offered: Vec<&str> = library.books.iter().flat_map(|book| book.prefixes).copied().collect();
            reader::show(ctx, &mut pages.reader, prefixes, &offered, shown.as_ref(), ui_actions);
        }
        Stage::Settings => {
            let verbs: Vec<Verb> = match session {
                Some(session) => session.battle().vocabulary().verbs.clone(),
                None => library.books.iter().flat_map(|book| book.vocabulary.verbs.clone()).collect(),
            };
            let mut likes_new = likes_now.clone();
            settings::show(ctx, &mut pages.settings, &mut likes_new, &verbs, ui_actions);
            if likes_new != likes_now {
                **preferences = likes_new;
            }
        }
        Stage::Records => {
            let palette = Palette::named(&likes_now.palette).unwrap_or_default();
            let means = Means { plugins: library.plugins, palette, wake: Arc::clone(&wakeup.0) };
            records::show(ctx, &mut pages.records, &means, ui_actions);
        }
        Stage::Statistics => statistics::show(ctx, &pages.statistics, library, ui_actions),
        Stage::Bench => match bench {
            Some(bench) => insets = bench::page::show(ctx, &*bench, shown.as_ref(), desk, board, ui_actions),
            None => ui_actions.push(UiAction::Open(Stage::Title)),
        },
    }
    // In the settings a key that is pressed may be one that is chosen.
    let listens = *stage.get() != Stage::Settings && !ctx.text_edit_focused();
    if listens && keyboard::pressed(ctx, likes_now.key(&PICTURE)) {
        ui_actions.push(UiAction::Shot);
    }
    if board.insets != insets {
        board.insets = insets;
    }
    let free = board.free();
    // Under the cloth nobody reads what the player before was told.
    let covered = *stage.get() == Stage::Battle && desk.covered;
    let word = session.and_then(Session::notice).filter(|_| !covered).or(pages.told.as_deref()).map(str::to_string);
    if let Some(word) = word {
        let on_table = matches!(stage.get(), Stage::Battle | Stage::Bench);
        let room = if on_table { free } else { ctx.content_rect() };
        show_word(ctx, room, &word, ui_actions);
    }
}

/// Shows a word to the player; the key that closes it does nothing else.
fn show_word(ctx: &egui::Context, room: egui::Rect, word: &str, ui_actions: &mut Vec<UiAction>) {
    let entered = keyboard::pressed(ctx, "Enter");
    if entered {
        ui_actions.clear();
    }
    if notices::word(ctx, room, word) || entered {
        ui_actions.push(UiAction::Read);
    }
}

impl UiContext<'_, '_> {
    /// Carries out what people asked for at the page and at the window.
    fn act_all(&mut self, ctx: &egui::Context, mut ui_actions: Vec<UiAction>) {
        let closing = self.closing.read().count() > 0;
        let dropped = self.dropping.read().filter_map(|message| match message {
            FileDragAndDrop::DroppedFile { path_buf, .. } => Some(path_buf.clone()),
            FileDragAndDrop::HoveredFile { .. } | FileDragAndDrop::HoveredFileCanceled { .. } => None,
        });
        let dropped: Vec<PathBuf> = dropped.collect();
        if self.pages.leaving.is_some() {
            // Whatever else was clicked or pressed waits for the answer.
            ui_actions.clear();
            match self.session.as_ref().and_then(|session| session.at_stake()) {
                Some(at_stake) => notices::ask_to_leave(ctx, &at_stake, &mut ui_actions),
                None => ui_actions.push(UiAction::Leave),
            }
        } else if closing {
            ui_actions.push(UiAction::Quit);
        } else if let [file] = &dropped[..] {
            ui_actions.push(UiAction::OpenFile(file.clone()));
        } else if !dropped.is_empty() {
            self.pages.told = Some("Of several files none is opened: drop one at a time.".into());
        }
        for ui_action in ui_actions {
            self.act(ctx, ui_action);
        }
    }

    fn act(&mut self, ctx: &egui::Context, ui_action: UiAction) {
        if self.loses_something(&ui_action) {
            self.pages.leaving = Some(ui_action);
            ctx.request_repaint();
            return;
        }
        self.carry_out(ctx, ui_action);
    }

    /// Whether an action leaves the battle on the table while something of it is in memory only.
    fn loses_something(&mut self, ui_action: &UiAction) -> bool {
        let leaves = match ui_action {
            UiAction::Quit | UiAction::Begin | UiAction::Again(_) | UiAction::Learn(_) => true,
            UiAction::Load(path, replay) => *replay || !self.is_on_table(path),
            _ => false,
        };
        let Some(session) = self.session.as_mut().filter(|_| leaves) else { return false };
        session.write_now();
        session.at_stake().is_some()
    }

    /// Whether the battle on the table is written to this record.
    fn is_on_table(&self, path: &Path) -> bool {
        let journal = self.session.as_ref().and_then(|session| session.journal());
        journal.is_some_and(|journal| journal.path() == path)
    }

    fn carry_out(&mut self, ctx: &egui::Context, ui_action: UiAction) {
        match ui_action {
            UiAction::Open(stage) => self.open(stage),
            UiAction::Back => self.back(),
            UiAction::OpenRule(id) => {
                self.pages.reader.turn_to(id);
                self.open(Stage::Reader);
            }
            UiAction::Quit => {
                self.exit.write(AppExit::Success);
            }
            UiAction::Leave => {
                if let Some(ui_action) = self.pages.leaving.take() {
                    self.carry_out(ctx, ui_action);
                }
            }
            UiAction::Stay => self.pages.leaving = None,
            UiAction::PlayScript(_)
            | UiAction::Measure(_)
            | UiAction::StopMeasuring
            | UiAction::ShowHeat(_)
            | UiAction::ChangeTable
            | UiAction::Edit(_)
            | UiAction::OpenBattle(_) => self.at_the_bench(ui_action),
            UiAction::Begin => self.begin_chosen(),
            UiAction::Hinted(rule) => {
                self.preferences.hinted.insert(rule.0);
                self.keep();
            }
            UiAction::NoHints => {
                self.preferences.hints = false;
                self.keep();
            }
            UiAction::PlayMade => self.keep_made(),
            UiAction::Learn(lesson) => self.begin_lesson(lesson, 1),
            UiAction::Lesson(step) => self.in_lesson(step),
            UiAction::Again(seed) => self.again(seed),
            UiAction::Load(path, replay) => self.load(&path, replay),
            UiAction::NameRecord(path, name) => self.name_record(&path, &name),
            UiAction::OpenFile(path) => self.open_file(ctx, &path),
            UiAction::ExportRecord(path, to) => self.export_to(&path, &to),
            UiAction::Export => self.export(),
            UiAction::Story => self.write_story(),
            UiAction::DeleteRecord(path) => self.delete_record(&path),
            UiAction::Keep => self.keep(),
            UiAction::Hide => self.desk.hidden = !self.desk.hidden,
            UiAction::Help => self.desk.help = !self.desk.help,
            UiAction::Menu => self.desk.menu = !self.desk.menu,
            UiAction::GiveUp => {
                let asks = !self.desk.gives_up;
                self.desk.put_away();
                self.desk.gives_up = asks;
            }
            UiAction::Why => self.desk.why = !self.desk.why,
            UiAction::Picture => self.keep_picture(),
            UiAction::Shot => self.keep_shot(),
            UiAction::Read => match &mut self.session {
                Some(session) if session.notice().is_some() => session.clear_notice(),
                _ => self.pages.told = None,
            },
            other => self.at_the_table(other),
        }
        ctx.request_repaint();
    }

    /// Carries out what concerns the files that are followed.
    fn at_the_bench(&mut self, ui_action: UiAction) {
        let (Some(bench), Some(session)) = (&mut self.bench, &self.session) else { return };
        match ui_action {
            UiAction::PlayScript(plays) => bench.play(plays),
            UiAction::Measure(battles) => {
                let (scenario, wake) = (Arc::clone(session.scenario()), Arc::clone(&self.wakeup.0));
                bench.measure(Series::begin(scenario, battles, self.library.plugins, wake));
            }
            UiAction::StopMeasuring => bench.series().iter().for_each(|series| series.stop()),
            UiAction::ShowHeat(map) => bench.show_heat(map),
            UiAction::ChangeTable => bench.change_table(),
            UiAction::Edit(edit) => {
                let (words, middle) = (session.battle().vocabulary(), self.board.centre);
                if let Some((before, after)) = bench.editor_mut().and_then(|editor| editor.makes(&edit, words, middle))
                {
                    bench.write(before, after);
                }
            }
            UiAction::OpenBattle(battle) => {
                bench.series().iter().for_each(|series| series.open(battle, bench.file()));
            }
            _ => {}
        }
    }

    /// Carries out what concerns the battle on the table.
    fn at_the_table(&mut self, ui_action: UiAction) {
        let Some(session) = &mut self.session else { return };
        match ui_action {
            UiAction::TakeUp(verb) => {
                session.choose_verb(&verb);
                self.desk.odds_shown = 0;
            }
            UiAction::Choose(choice) => session.draft_choice(choice),
            UiAction::Form(formation) => session.draft_formation(formation),
            UiAction::FaceAbout => session.draft_leg(Leg::AboutFace),
            UiAction::Command(commander) => session.draft_commander(commander),
            UiAction::DropStep(step) => session.drop_step(step),
            UiAction::HastenStep(step) => session.hasten_step(step),
            UiAction::Count(number) => session.draft_number(number),
            UiAction::Climb(storey) => session.draft_leg(Leg::Climb(storey)),
            UiAction::Commit => {
                session.commit();
            }
            UiAction::GoOn => {
                session.go_on_or_tell();
            }
            UiAction::DecideNow => session.decide_now(),
            UiAction::Foresee(order) => session.foresee(order),
            UiAction::PassOn => session.pass_on(),
            UiAction::LayDown => session.draft_back(),
            UiAction::Undo => session.undo(),
            UiAction::Select(unit) => session.select_unit(Some(unit)),
            UiAction::Pick(piece) => session.name_piece(piece),
            UiAction::Muster(all) => session.draft_all(all),
            UiAction::Shoot(piece) => session.draft_target(piece),
            UiAction::Aim(unit) => session.draft_target_unit(unit),
            UiAction::Walk(on) => session.walk(on),
            UiAction::Nudge(way, finely) => nudge::nudge(session, way, finely),
            UiAction::Turn(sense, finely) => nudge::turn(session, sense, finely),
            UiAction::LookAt(point) => session.look_at = Some(LookAt::Point(point)),
            UiAction::TakeSeat(again) => {
                if let Some(side) = session.hand_over() {
                    session.take_seat(side, again);
                }
            }
            UiAction::GiveAll(orders, goes_on) => {
                self.desk.put_away();
                session.give_all(orders, goes_on);
            }
            UiAction::Allot(choice) => {
                session.allot(&choice);
            }
            UiAction::ChooseUnits(units, add) => session.choose_units(&units, add),
            UiAction::Cover => self.desk.peek = Peek::Covered(None),
            UiAction::Peek(side) => session.peek(side),
            UiAction::LeaveFight(rest) => session.leave_fight(rest),
            UiAction::Hasten(all) => session.draft_haste(all),
            UiAction::LeaveRest => session.leave_rest(),
            UiAction::Engage(one, foe) => session.engage(one, foe),
            UiAction::Hand(side, controller) => session.set_controller(side, controller),
            UiAction::Pause => session.toggle_pause(),
            UiAction::Speed(speed) => {
                session.set_speed(speed);
                self.preferences.speed = speed.factor().unwrap_or(0.0);
                self.keep();
            }
            UiAction::Seek(step) => session.seek(step),
            UiAction::Step(1) => session.step_once(),
            UiAction::Step(_) => {
                let (now, _) = session.steps();
                session.seek(now.saturating_sub(1));
            }
            UiAction::Live => session.skip(),
            UiAction::Take(tool, piece) => session.take_tool(tool, piece),
            UiAction::Draw(layer) => session.toggle_layer(layer),
            UiAction::SeeAs(side) => session.look_through(side),
            UiAction::CloseMenu => session.menu_of = None,
            _ => {}
        }
    }

    /// Lays the last battle that was not fought out on the table, as its journal left it. Nothing is written until
    /// somebody goes on with it.
    fn recall(&mut self) {
        let files = self.pages.records.list.iter().map(|(path, _)| path);
        let mut last = files.filter(|path| shelf::is_over(path).is_ok_and(|over| !over)).take(RECALLED);
        let Some(opened) = last.find_map(|path| reopened::open(path, self.library.plugins).ok()) else { return };
        let controllers = Controller::of_sides(opened.battle.scenario(), opened.journal.sides());
        self.commands.insert_resource(Session::over(opened.battle, controllers, None, Arc::clone(&self.wakeup.0)));
        self.pages.told = self.pages.told.take().or(opened.note);
        self.pages.file.clone_from(&opened.journal.header.file);
        self.pages.resting = Some((opened.journal, opened.good));
    }

    /// What is played from here on goes to the journal of the battle on the table.
    fn wake_journal(&mut self) {
        let (Some((journal, good)), Some(session)) = (self.pages.resting.take(), &mut self.session) else { return };
        let (writer, told) = JournalWriter::go_on(&journal, good);
        session.record(writer);
        self.pages.told = told.or(self.pages.told.take());
    }

    /// Gives a record a name. The battle on the table goes on in it under that name.
    fn name_record(&mut self, path: &Path, name: &str) {
        let rested = self.rest_record(path);
        let named = shelf::rename(path, name);
        let now = named.as_deref().unwrap_or(path);
        if rested {
            self.pages.resting = Journal::open(now).ok().zip(self.session.as_ref().map(|s| s.battle().orders().len()));
        }
        if self.pages.loaded.as_deref() == Some(path) {
            self.pages.loaded = Some(now.to_owned());
        }
        self.pages.told = named.as_ref().err().map(sentence);
        self.pages.records.read();
        self.pages.records.choose(now);
    }

    /// Deletes a record; its battle is taken off the table.
    fn delete_record(&mut self, path: &Path) {
        let rested = self.rest_record(path);
        match shelf::delete(path) {
            Ok(()) if rested => {
                self.pages.resting = None;
                self.commands.remove_resource::<Session>();
            }
            deleted => self.pages.told = deleted.as_ref().err().map(sentence),
        }
        self.pages.records.read();
    }

    /// Closes a record that the battle on the table is written to, until somebody goes on with it. Returns whether it
    /// is that battle's record.
    fn rest_record(&mut self, path: &Path) -> bool {
        if self.pages.resting.as_ref().is_some_and(|(journal, _)| journal.path == path) {
            return true;
        }
        let written = self.is_on_table(path);
        if let Some(session) = self.session.as_mut().filter(|_| written) {
            session.write_now();
            session.close_record();
            let good = session.battle().orders().len();
            self.pages.resting = Journal::open(path).ok().map(|journal| (journal, good));
        }
        written
    }

    fn open(&mut self, stage: Stage) {
        self.desk.put_away();
        let now = *self.stage.get();
        if now != stage {
            self.pages.before.retain(|before| *before != stage);
            self.pages.before.push(now);
            if stage == Stage::Title {
                self.pages.before.clear();
            }
            if matches!(stage, Stage::Title | Stage::Records) {
                self.pages.records.read();
            }
            if stage == Stage::Statistics {
                let files = shelf::folder().as_deref().map(shelf::files).unwrap_or_default();
                self.pages.statistics.read(files, self.library.plugins, Arc::clone(&self.wakeup.0));
            }
            self.go_to(stage);
        }
    }

    fn back(&mut self) {
        let fallback = if self.session.is_some() { Stage::Battle } else { Stage::Title };
        let to = self.pages.before.pop().unwrap_or(fallback);
        self.go_to(if to == *self.stage.get() { Stage::Title } else { to });
    }

    fn go_to(&mut self, stage: Stage) {
        // In the window that follows a file nothing else is played.
        let elsewhere = self.bench.is_some() && matches!(stage, Stage::Title | Stage::Battle);
        let stage = if elsewhere { Stage::Bench } else { stage };
        if stage == Stage::Battle {
            self.wake_journal();
        } else if let Some(session) = &mut self.session {
            self.desk.peek = Peek::Closed;
            session.peek(None);
            // The title stands open to anybody.
            if stage == Stage::Title {
                session.leave_seat();
            }
        }
        self.next.set(stage);
    }

    fn keep(&mut self) {
        if let Err(trouble) = self.preferences.save() {
            self.pages.told = Some(trouble);
        }
        if let Some(session) = &mut self.session {
            session.set_speed(settings::speed(self.preferences.speed));
            session.set_reduced_motion(self.preferences.reduced_motion);
            session.set_halts_at_fights(self.preferences.halt_at_fights);
            session.set_rests_at_results(self.preferences.rest_at_results);
        }
    }

    fn begin_chosen(&mut self) {
        let page = &self.pages.setup;
        let Some(entry) = self.library.entries.get(page.chosen) else { return };
        let (scenario, path) = (Arc::clone(&entry.scenario), entry.path.clone());
        let controllers = page.controllers_for(scenario.players().len());
        let seed = page.seed();
        self.begin(&scenario, Some(path), controllers, seed);
    }

    /// Keeps the battle that was made on demand, and goes to the chooser with it.
    fn keep_made(&mut self) {
        let Some((id, generated)) = self.pages.quick.made() else { return };
        let kept = shelf::keep_battle(&id, &generated.text).and_then(|path| {
            let scenario = scenario::load(&path, &self.library.books).map_err(|problems| problems.render(false))?;
            Ok((scenario, path))
        });
        match kept {
            Ok((scenario, path)) => {
                self.pages.setup.chosen = self.library.add(scenario, path);
                self.open(Stage::Setup);
            }
            Err(why) => self.pages.told = Some(why),
        }
    }

    /// Lays a lesson on the table, at the card with this number.
    fn begin_lesson(&mut self, lesson: usize, card: usize) {
        let Some(entry) = self.library.lessons.get(lesson) else { return };
        let wake = Arc::clone(&self.wakeup.0);
        match Session::lesson(&entry.scenario, self.library.plugins, &entry.script, card, wake) {
            Ok(session) => {
                self.pages.file = None;
                self.lay(session);
            }
            Err(problems) => self.pages.told = Some(problems.render(false)),
        }
    }

    /// Carries out what concerns the card of a lesson.
    fn in_lesson(&mut self, step: LessonStep) {
        let Some(session) = &mut self.session else { return };
        let lesson = session.lesson_script().and_then(|script| self.library.lesson_of(script));
        match step {
            LessonStep::GoOn => session.turn_card(),
            LessonStep::ShowHow => session.show_how(),
            LessonStep::Back => {
                let before = session.card_number().0 - usize::from(!session.lesson_is_over());
                if let Some(lesson) = lesson {
                    self.begin_lesson(lesson, before.max(1));
                }
            }
            LessonStep::Finish => {
                if let Some(entry) = lesson.and_then(|lesson| self.library.lessons.get(lesson)) {
                    let last = session.card_number();
                    if session.lesson_is_over() || last.0 == last.1 {
                        self.preferences.finished.insert(entry.scenario.id.as_str().into());
                        self.keep();
                    }
                }
                self.open(Stage::Lessons);
            }
        }
    }

    fn again(&mut self, seed: u64) {
        let Some(session) = &self.session else { return };
        if let Some(lesson) = session.lesson_script().and_then(|script| self.library.lesson_of(script)) {
            return self.begin_lesson(lesson, 1);
        }
        let scenario = Arc::clone(session.scenario());
        let controllers = scenario.players().iter().map(|side| session.controller(side.id)).collect();
        let file = self.pages.file.clone();
        self.begin(&scenario, file, controllers, seed);
    }

    /// Lays the table for a new battle and opens its page.
    fn begin(&mut self, scenario: &Arc<Scenario>, file: Option<PathBuf>, controllers: Vec<Controller>, seed: u64) {
        let sides = Controller::by_key(scenario, &controllers);
        let header = Header::new(scenario, seed, sides, file.clone());
        let journal = shelf::folder().map(|folder| JournalWriter::keep(&folder, &header));
        let unrecorded = || "This battle is not recorded: the system names no folder for your data.".to_owned();
        self.pages.told = journal.is_none().then(unrecorded);
        let session =
            Session::begin(scenario, self.library.plugins, seed, controllers, journal, Arc::clone(&self.wakeup.0));
        self.pages.file = file;
        self.lay(session);
    }

    /// Opens a journal: to go on with it, or to watch it from its first order. What is played on from there goes to a
    /// record of its own.
    fn load(&mut self, path: &Path, replay: bool) {
        if !replay && self.is_on_table(path) {
            self.open(Stage::Battle);
            return;
        }
        let opened = match reopened::open(path, self.library.plugins) {
            Ok(opened) => opened,
            Err(trouble) => {
                self.pages.told = Some(trouble);
                return;
            }
        };
        let controllers = Controller::of_sides(opened.battle.scenario(), opened.journal.sides());
        let (journal, told) = match replay {
            true => (JournalWriter::branch(&opened.journal, opened.good), None),
            false => JournalWriter::go_on(&opened.journal, opened.good),
        };
        let notes: Vec<String> = opened.note.into_iter().chain(told).collect();
        self.pages.told = (!notes.is_empty()).then(|| notes.join(" "));
        let mut session = Session::over(opened.battle, controllers, Some(journal), Arc::clone(&self.wakeup.0));
        if replay {
            session.watch_again();
        }
        self.pages.file = opened.journal.header.file;
        self.lay(session);
        self.pages.loaded = Some(path.to_owned());
    }

    fn lay(&mut self, session: Session) {
        self.pages.resting = None;
        self.pages.loaded = None;
        self.commands.insert_resource(session);
        self.open(Stage::Battle);
    }

    /// Shows a battle that has just been laid on the table with the player's settings.
    fn take_up(&mut self) {
        self.desk.clear();
        let (speed, reduced) = (settings::speed(self.preferences.speed), self.preferences.reduced_motion);
        let (halts, rests) = (self.preferences.halt_at_fights, self.preferences.rest_at_results);
        if let Some(session) = &mut self.session {
            session.set_speed(speed);
            session.set_reduced_motion(reduced);
            session.set_halts_at_fights(halts);
            session.set_rests_at_results(rests);
            self.desk.toasted = session.playback().shown();
        }
    }
}

/// What an error says, as a sentence.
fn sentence(error: &impl ToString) -> String {
    let text = error.to_string();
    if text.ends_with('.') { text } else { format!("{text}.") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{panels::trying::tap, theme};
    use bevy::ecs::system::RunSystemOnce;
    use bevy_egui::egui::{Key, Pos2, RawInput, Rect, Vec2};
    use grapeshot_floor::turn::Rulebooks;
    use grapeshot_game::{battle::simulation_world, scenario};
    use grapeshot_rulesets as rulesets;

    /// The pages over a battle of two persons of which one has given an order; a record in this folder keeps it.
    fn pages(folder: Option<&Path>) -> App {
        let world = simulation_world(rulesets::plugin);
        let file = Path::new("../../scenarios/horse_and_musket/foraging_party.scenario.ron");
        let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
        let persons = vec![Controller::Human; 2];
        let header = Header::new(&scenario, 1, Controller::by_key(&scenario, &persons), None);
        let journal = folder.map(|folder| JournalWriter::begin(folder, &header).expect("it can be written"));
        let mut session = Session::begin(&scenario, rulesets::plugin, 1, persons, journal, Arc::new(|| {}));
        if let Some(side) = session.hand_over() {
            session.take_seat(side, false);
        }
        let order = session.candidates()[0].clone();
        assert!(session.answer_with(order), "{:?}", session.notice());
        let mut app = App::new();
        app.insert_resource(session)
            .insert_resource(Library::new(rulesets::plugin))
            .insert_resource(State::new(Stage::Battle))
            .insert_resource(Wakeup(Arc::new(|| {})))
            .init_resource::<NextState<Stage>>()
            .init_resource::<Preferences>()
            .init_resource::<Pages>()
            .init_resource::<Pictures>()
            .init_resource::<Desk>()
            .init_resource::<BoardView>()
            .init_resource::<Assets<ColorMaterial>>()
            .init_resource::<Art>()
            .add_message::<WindowCloseRequested>()
            .add_message::<FileDragAndDrop>();
        app
    }

    /// Shows one frame in which something was done and these keys were pressed; returns whether the program ends.
    fn frame(app: &mut App, ui_actions: Vec<UiAction>, events: Vec<egui::Event>) -> bool {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 720.0)));
        ctx.begin_pass(RawInput { screen_rect, events, ..RawInput::default() });
        let shown = ctx.clone();
        app.world_mut()
            .run_system_once(move |mut hands: UiContext| hands.act_all(&shown, ui_actions.clone()))
            .expect("all is there that it wants");
        ctx.end_pass().textures_delta.clear();
        app.world_mut().resource_mut::<Messages<WindowCloseRequested>>().clear();
        !app.world().resource::<Messages<AppExit>>().is_empty()
    }

    /// Somebody closes the window. Returns whether the program ends.
    fn close(app: &mut App) -> bool {
        app.world_mut().write_message(WindowCloseRequested { window: Entity::PLACEHOLDER });
        frame(app, Vec::new(), Vec::new())
    }

    #[test]
    fn whoever_leaves_a_battle_that_is_in_memory_only_is_asked_first() {
        for leave in [close, |app: &mut App| frame(app, vec![UiAction::Again(2)], Vec::new())] {
            let mut app = pages(None);
            assert!(!leave(&mut app));
            assert!(app.world().resource::<Pages>().leaving.is_some(), "it is asked");
            assert!(!frame(&mut app, vec![UiAction::Quit], Vec::new()), "what else is pressed waits");
            assert!(!frame(&mut app, Vec::new(), tap(Key::Escape)));
            assert!(app.world().resource::<Pages>().leaving.is_none(), "they stay");
            assert_eq!(app.world().resource::<Session>().battle().orders().len(), 1);
        }
        let mut app = pages(None);
        assert!(!close(&mut app));
        frame(&mut app, Vec::new(), tap(Key::L));
        assert!(frame(&mut app, Vec::new(), Vec::new()), "they leave all the same");
    }

    #[test]
    fn enter_closes_what_is_told_before_it_gives_the_order_in_hand() {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let room = Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 720.0));
        let mut ui_actions = vec![UiAction::Commit];
        ctx.begin_pass(RawInput { screen_rect: Some(room), events: tap(Key::Enter), ..RawInput::default() });
        show_word(&ctx, room, "Choose on the table who does it.", &mut ui_actions);
        ctx.end_pass().textures_delta.clear();
        assert_eq!(ui_actions, [UiAction::Read]);
    }

    /// The record of the battle on the table in a folder.
    fn only_record(folder: &Path) -> PathBuf {
        let files = shelf::files(folder);
        assert_eq!(files.len(), 1, "{files:?}");
        files[0].clone()
    }

    #[test]
    fn the_battle_on_the_table_goes_on_in_its_record_under_the_name_that_it_gets() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let mut app = pages(Some(folder.path()));
        let begun = only_record(folder.path());
        frame(&mut app, vec![UiAction::NameRecord(begun, "at the farm".into())], Vec::new());
        let named = only_record(folder.path());
        assert_eq!(named.file_stem().and_then(|name| name.to_str()), Some("at the farm"));
        // The page of the records is open; going on opens the battle.
        app.insert_resource(State::new(Stage::Records));
        frame(&mut app, vec![UiAction::Open(Stage::Battle)], Vec::new());
        let mut session = app.world_mut().resource_mut::<Session>();
        assert_eq!(session.journal().map(|journal| journal.path().to_owned()), Some(named.clone()));
        if let Some(side) = session.hand_over() {
            session.take_seat(side, false);
        }
        let order = session.candidates()[0].clone();
        assert!(session.answer_with(order), "{:?}", session.notice());
        assert_eq!(Journal::open(&named).expect("it is good").orders().len(), 2);
    }

    #[test]
    fn the_record_of_the_battle_on_the_table_is_deleted_and_the_table_is_cleared() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let mut app = pages(Some(folder.path()));
        let begun = only_record(folder.path());
        frame(&mut app, vec![UiAction::DeleteRecord(begun)], Vec::new());
        assert!(shelf::files(folder.path()).is_empty());
        assert!(!app.world().contains_resource::<Session>());
        assert!(app.world().resource::<Pages>().told.is_none());
    }

    #[test]
    fn an_exported_record_tells_where_it_is() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let mut app = pages(Some(folder.path()));
        let (begun, to) = (only_record(folder.path()), folder.path().join("copies").join("one.journal"));
        let copies = |app: &mut App| {
            frame(app, vec![UiAction::ExportRecord(begun.clone(), to.clone())], Vec::new());
            app.world().resource::<Pages>().told.clone().expect("the player is told")
        };
        assert!(copies(&mut app).contains("one.journal") && to.exists());
        assert!(copies(&mut app).contains("is there already"), "nothing is written over");
    }

    /// Somebody drops files on the window; answers what the player is told.
    fn dropped(app: &mut App, files: &[&Path]) -> Option<String> {
        app.world_mut().resource_mut::<Pages>().told = None;
        for file in files {
            let path_buf = file.to_path_buf();
            app.world_mut().write_message(FileDragAndDrop::DroppedFile { window: Entity::PLACEHOLDER, path_buf });
        }
        frame(app, Vec::new(), Vec::new());
        app.world_mut().resource_mut::<Messages<FileDragAndDrop>>().clear();
        app.world().resource::<Pages>().told.clone()
    }

    #[test]
    fn a_scenario_that_is_dropped_lies_in_the_chooser_and_what_is_no_battle_is_named() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let mut app = pages(Some(folder.path()));
        let write = |name: &str| {
            let file = folder.path().join(name);
            std::fs::write(&file, "nonsense\n").expect("the folder is there");
            file
        };
        for (name, told) in [
            ("letter.txt", "letter.txt is neither"),
            ("bad.scenario.ron", "bad.scenario.ron cannot be played"),
            ("notes.journal", "record"),
        ] {
            let word = dropped(&mut app, &[&write(name)]).unwrap_or_default();
            assert!(word.contains(told), "{name}: {word}");
        }
        let good = Path::new("../../scenarios/black_powder/barrosa.scenario.ron");
        let word = dropped(&mut app, &[good, good]).unwrap_or_default();
        assert!(word.contains("one at a time"), "{word}");
        assert!(!matches!(app.world().resource::<NextState<Stage>>(), NextState::Pending(_)), "nothing was opened");
        assert_eq!(dropped(&mut app, &[good]), None);
        assert!(matches!(app.world().resource::<NextState<Stage>>(), NextState::Pending(Stage::Setup)));
        let (shown, library) = (app.world().resource::<Pages>(), app.world().resource::<Library>());
        assert_eq!(library.entries[shown.setup.chosen].scenario.id, "barrosa");
    }

    /// The actions that come from the page that is open in a frame in which these keys were pressed.
    fn done_at(app: &mut App, events: Vec<egui::Event>) -> Vec<UiAction> {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 720.0)));
        ctx.begin_pass(RawInput { screen_rect, events, ..RawInput::default() });
        let shown = ctx.clone();
        let look = move |mut hands: UiContext| {
            let mut done = Vec::new();
            page(&shown, &mut hands, &mut done);
            done
        };
        let done = app.world_mut().run_system_once(look).expect("all is there that it wants");
        ctx.end_pass().textures_delta.clear();
        done
    }

    #[test]
    fn enter_closes_a_word_to_the_player_before_it_does_anything_else() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let mut app = pages(Some(folder.path()));
        let record = only_record(folder.path());
        app.insert_resource(State::new(Stage::Records));
        let mut known = app.world_mut().resource_mut::<Pages>();
        known.records.read_in(Some(folder.path()));
        known.told = Some("The copy is there.".to_owned());
        assert_eq!(done_at(&mut app, tap(Key::Enter)), [UiAction::Read]);
        app.world_mut().resource_mut::<Pages>().told = None;
        assert_eq!(done_at(&mut app, tap(Key::Enter)), [UiAction::Load(record, false)]);
    }

    /// In the settings the key may be one that is chosen.
    #[test]
    fn the_key_of_pictures_takes_one_on_every_page_but_the_settings() {
        for (stage, taken) in [(Stage::Battle, 1), (Stage::Report, 1), (Stage::Statistics, 1), (Stage::Settings, 0)] {
            let mut app = pages(None);
            app.insert_resource(State::new(stage));
            let done = done_at(&mut app, tap(Key::F12));
            assert_eq!(done.iter().filter(|done| **done == UiAction::Shot).count(), taken, "{stage:?}");
        }
    }

    /// The story would tell what one side hides from the other.
    #[test]
    fn no_story_is_told_before_the_battle_is_over() {
        let mut app = pages(None);
        frame(&mut app, vec![UiAction::Story], Vec::new());
        let pages = app.world().resource::<Pages>();
        assert!(pages.told.as_ref().is_some_and(|told| told.contains("when the battle is over")));
        assert!(pages.errands.is_empty());
    }

    #[test]
    fn what_is_made_meanwhile_is_told_once_it_is_made() {
        let mut app = pages(None);
        let errand = Errand::default();
        app.world_mut().resource_mut::<Pages>().errands.push(Arc::clone(&errand));
        let hear = |app: &mut App| {
            app.world_mut().run_system_once(|mut hands: UiContext| hands.hear()).expect("all is there that it wants");
            let pages = app.world().resource::<Pages>();
            (pages.told.clone(), pages.errands.len())
        };
        assert_eq!(hear(&mut app), (None, 1));
        errand.set("It is there.".to_owned()).expect("it was not set before");
        assert_eq!(hear(&mut app), (Some("It is there.".to_owned()), 0));
    }

    #[test]
    fn whoever_leaves_a_battle_that_is_kept_is_not_asked() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        assert!(close(&mut pages(Some(folder.path()))));
    }
}

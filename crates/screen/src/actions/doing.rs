//! What people asked for is done.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use bevy::{app::AppExit, window::FileDragAndDrop};
use bevy_egui::egui;

use super::UiContext;
use crate::{
    bench::measuring::Series,
    panels::{cloth::Peek, shade},
    pointer::nudge,
    session::LookAt,
    settings,
    stage::Stage,
    ui_action::UiAction,
};
use grapeshot_floor::orders::Leg;
use grapeshot_game::record::shelf;

impl UiContext<'_, '_> {
    /// Carries out what people asked for at the page and at the window.
    pub(super) fn act_all(&mut self, ctx: &egui::Context, mut ui_actions: Vec<UiAction>) {
        self.mark_lesson();
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
                Some(at_stake) => shade::ask_to_leave(ctx, &at_stake, &mut ui_actions),
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

    pub(super) fn act(&mut self, ctx: &egui::Context, ui_action: UiAction) {
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
            UiAction::Quit | UiAction::Begin | UiAction::Again(_) | UiAction::Learn(..) => true,
            UiAction::BeginDesign | UiAction::OpenBench(_) => true,
            UiAction::Load(path, replay) => *replay || !self.is_on_table(path),
            _ => false,
        };
        let Some(session) = self.session.as_mut().filter(|_| leaves) else { return false };
        session.write_now();
        session.at_stake().is_some()
    }

    /// Whether the battle on the table is written to this record.
    pub(super) fn is_on_table(&self, path: &Path) -> bool {
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
            UiAction::BeginDesign => self.begin_design(),
            UiAction::OpenBench(file) => self.open_bench(file),
            UiAction::Learn(lesson, card) => self.begin_lesson(lesson, card),
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
            UiAction::StopMeasuring => bench.stop_measuring(),
            UiAction::ShowHeat(map) => bench.show_heat(map),
            UiAction::ChangeTable => {
                bench.change_table();
                if let Some(editor) = bench.editor_mut() {
                    editor.choose(session.selection().unit, &session.battle().view());
                }
            }
            UiAction::Edit(edit) => {
                // The middle of what panels leave free: that of the window may lie under one.
                let middle = self.board.table_at(self.board.free().center());
                let words = session.battle().vocabulary();
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

    pub(super) fn open(&mut self, stage: Stage) {
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

    /// Goes to a page; the bench is left for those on which battles are played.
    fn go_to(&mut self, stage: Stage) {
        let stays = matches!(stage, Stage::Bench | Stage::Design | Stage::Reader);
        let stage = match self.bench.as_ref().filter(|_| !stays).map(|bench| bench.leads_back()) {
            Some(true) => return self.leave_bench(stage),
            // In the window that follows a file nothing else is played.
            Some(false) => Stage::Bench,
            None => stage,
        };
        if stage == Stage::Design {
            self.list_designs();
        }
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

    pub(super) fn keep(&mut self) {
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
}

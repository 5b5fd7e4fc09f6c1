//! Won and lost: what the records of the player come to, by ruleset and level of the computer, and the luck in them.
//!
//! They are counted beside the window, which shows what is counted so far.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use bevy_egui::egui::{self, Align, Layout, RichText, ScrollArea, Ui, Vec2};

use super::{library::Library, pages, session::Wake, theme, ui_action::UiAction, widgets};
use grapeshot_floor::english;
use grapeshot_game::{
    background::{self, Left},
    battle::Plugins,
    statistics::{COLUMNS, Counting, Score, Statistics, cells},
};

/// A count that goes on.
#[derive(Default)]
struct Count {
    so_far: Mutex<Statistics>,
    stop: AtomicBool,
    over: AtomicBool,
}

/// What the page shows.
#[derive(Default)]
pub struct StatisticsPage {
    count: Arc<Count>,
}

impl Drop for StatisticsPage {
    fn drop(&mut self) {
        self.count.stop.store(true, Ordering::Relaxed);
    }
}

impl StatisticsPage {
    /// Counts these records anew; the window is woken whenever one more is counted.
    pub fn read(&mut self, files: Vec<PathBuf>, plugins: Plugins, wake: Wake) {
        // A count that goes on is dropped.
        *self = Self::default();
        let count = Arc::clone(&self.count);
        let mut counting = Counting::new(files, plugins);
        let step = move || {
            let goes_on = !count.stop.load(Ordering::Relaxed) && counting.step();
            *count.so_far.lock().unwrap_or_else(PoisonError::into_inner) = counting.so_far().clone();
            count.over.store(!goes_on, Ordering::Relaxed);
            wake();
            if goes_on { Left::More } else { Left::Nothing }
        };
        if background::begin("statistics", step).is_err() {
            tracing::error!("the system gives no thread to count records in");
        }
    }

    /// Whether all records are counted.
    pub fn is_over(&self) -> bool {
        self.count.over.load(Ordering::Relaxed)
    }

    /// What is counted so far.
    fn so_far(&self) -> Statistics {
        self.count.so_far.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Points that a column of numbers takes, and a line of them.
const COLUMN: f32 = 74.0;
const LINE: f32 = 22.0;

/// Shows what is counted.
pub fn show(ctx: &egui::Context, page: &StatisticsPage, library: &Library, ui_actions: &mut Vec<UiAction>) {
    let counted = page.so_far();
    let aside = format!("{}, none of which leaves this machine", english::count(counted.battles, "battle"));
    let room = pages::page(ctx, "statistics", "Won and lost", &aside, ui_actions, |_, _| {});
    let [battles, rest] = pages::parts(ctx, "statistics", room, ["Battles", "Luck and the rest"], [1.3, 1.0]);
    if let Some(battles) = battles {
        pages::place(ctx, "statistics battles", battles, |ui| {
            widgets::head(ui, "Against the computer", "");
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| against_computer(ui, &counted, library));
        });
    }
    if let Some(rest) = rest {
        pages::place(ctx, "statistics rest", rest, |ui| {
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| the_rest(ui, &counted, page.is_over()));
        });
    }
}

fn against_computer(ui: &mut Ui, counted: &Statistics, library: &Library) {
    if counted.against_computer.is_empty() {
        let told = "No battle of yours against the computer is recorded yet.";
        ui.add(egui::Label::new(theme::body(told)).wrap());
        return;
    }
    line(ui, theme::secondary(""), COLUMNS.map(theme::secondary));
    let mut ruleset = "";
    for row in &counted.against_computer {
        if ruleset != row.ruleset {
            ruleset = &row.ruleset;
            ui.add(egui::Label::new(theme::title(library.title_of(ruleset), theme::SIZE_LIST)).wrap());
        }
        score(ui, theme::body(row.level.word()), &row.score, theme::body);
    }
    widgets::rule(ui);
    score(ui, theme::bold("All"), &counted.all(), theme::bold);
}

/// A line with the numbers of a score.
fn score(ui: &mut Ui, name: RichText, score: &Score, letters: fn(String) -> RichText) {
    line(ui, name, cells(score).map(letters));
}

/// A name at the left and its numbers in columns at the right.
fn line(ui: &mut Ui, name: RichText, cells: [RichText; 5]) {
    let right = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(Vec2::new(ui.available_width(), LINE), right, |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for cell in cells.into_iter().rev() {
            ui.allocate_ui_with_layout(Vec2::new(COLUMN, LINE), right, |ui| {
                ui.set_min_width(COLUMN);
                ui.label(cell);
            });
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.add(egui::Label::new(name).truncate()));
    });
}

fn the_rest(ui: &mut Ui, counted: &Statistics, over: bool) {
    let say = |ui: &mut Ui, text: RichText| ui.add(egui::Label::new(text).wrap());
    widgets::head(ui, "Luck over all", "");
    say(ui, theme::body(counted.luck.words()));
    if !over {
        let told = format!("{} of {} battles are played anew for it.", counted.luck_counted, counted.luck_of);
        say(ui, theme::secondary(told));
    }
    ui.add_space(10.0);
    widgets::head(ui, "Counted apart", "");
    for (name, apart) in counted.apart() {
        say(ui, theme::bold(name));
        say(ui, theme::body(apart.words()));
    }
    if !counted.faulty.is_empty() {
        ui.add_space(10.0);
        widgets::head(ui, "Not counted, or not wholly", "");
        for faulty in &counted.faulty {
            say(ui, theme::body(&faulty.why).color(theme::TARGET));
        }
    }
}

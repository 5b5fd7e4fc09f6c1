//! The battles begun: every order is kept in a journal as it is given; here one goes on with it or replays it.

use std::{
    path::{Path, PathBuf},
    sync::OnceLock,
    time::SystemTime,
};

use bevy_egui::egui::{self, Align, Layout};

use super::{
    pages, theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_game::{
    ai::Controller,
    battle::{Battle, Plugins, replay},
    record::{Journal, JournalInfo, shelf},
};

/// A battle as its journal left it.
pub struct Opened {
    /// The battle, played anew to its last good order.
    pub battle: Battle,
    /// The journal.
    pub journal: Journal,
    /// The number of orders that were good.
    pub good: usize,
    /// What the player must be told, if something was wrong.
    pub note: Option<String>,
}

/// Opens a journal and plays its orders anew with these rulesets.
///
/// # Errors
/// Why it cannot be opened and what to do.
pub fn open(path: &Path, plugins: Plugins) -> Result<Opened, String> {
    let journal = Journal::open(path).map_err(|error| error.to_string())?;
    let replayed = replay(&journal, None, plugins)?;
    let mut note = journal.damage.as_ref().map(|damage| {
        format!("Line {} of the journal is bad: {}. The orders before it are good.", damage.line, damage.what)
    });
    if let Some(diverged) = replayed.diverged {
        note = Some(format!("Order {} differs: {}. The battle stands before it.", diverged.step, diverged.what));
    }
    let good = replayed.battle.orders().len();
    Ok(Opened { battle: replayed.battle, journal, good, note })
}

/// What the page of the battles begun shows.
#[derive(Default)]
pub struct RecordsPage {
    /// The journals, the last written first. Each is opened when it is shown.
    pub list: Vec<(PathBuf, OnceLock<JournalInfo>)>,
    /// The one that the keys have chosen, by its place in the list.
    pub chosen: usize,
}

impl RecordsPage {
    /// Looks at the shelf again.
    pub fn read(&mut self) {
        let files = shelf::folder().map(|folder| shelf::files(&folder)).unwrap_or_default();
        self.list = files.into_iter().map(|path| (path, OnceLock::new())).collect();
    }

    /// What a player needs to know of a journal.
    fn info(&self, n: usize) -> Option<&JournalInfo> {
        self.list.get(n).map(|(path, info)| info.get_or_init(|| shelf::info(path)))
    }
}

/// How long ago something was written, in words.
fn ago(written: Option<SystemTime>) -> String {
    let Some(seconds) = written.and_then(|at| at.elapsed().ok()).map(|gone| gone.as_secs()) else {
        return String::new();
    };
    match seconds {
        0..60 => "just now".into(),
        60..3600 => format!("{} min ago", seconds / 60),
        3600..86400 => format!("{} h ago", seconds / 3600),
        _ => format!("{} days ago", seconds / 86400),
    }
}

/// Who decides for a side, as a player says it.
fn in_words(who: &str) -> String {
    who.parse().map_or_else(|_| who.to_owned(), Controller::words)
}

/// Shows the battles begun.
pub fn show(ctx: &egui::Context, page: &mut RecordsPage, ui_actions: &mut Vec<UiAction>) {
    if let Some(step) = widgets::list_step(ctx) {
        page.chosen = page.chosen.saturating_add_signed(step);
    }
    page.chosen = page.chosen.min(page.list.len().saturating_sub(1));
    if let Some(info) = page.info(page.chosen).filter(|info| opens(info)) {
        if super::panels::keys::pressed(ctx, "Enter") {
            ui_actions.push(UiAction::Load(info.path.clone(), info.outcome.is_some()));
        } else if super::panels::keys::pressed(ctx, "R") {
            ui_actions.push(UiAction::Load(info.path.clone(), true));
        }
    }
    let aside = format!("{} kept, every order as it was given", page.list.len());
    let room = pages::page(ctx, "records", "Battles begun", &aside, ui_actions, |_, _| {});
    pages::place(ctx, "records list", room, |ui| {
        let place = shelf::folder().map_or_else(String::new, |folder| folder.display().to_string());
        widgets::head(ui, "Go on, or replay", &place);
        if page.list.is_empty() {
            ui.label(theme::body("No battle was begun yet."));
        }
        let list = egui::ScrollArea::vertical().auto_shrink([false, false]);
        list.show_rows(ui, ROW + 4.0, page.list.len(), |ui, rows| {
            for n in rows {
                if let Some(info) = page.info(n) {
                    entry(ui, info, n == page.chosen, ui_actions);
                }
            }
        });
    });
}

/// Points that what is said of a battle is high.
const ROW: f32 = 64.0;

/// Whether a journal can be opened.
fn opens(info: &JournalInfo) -> bool {
    info.trouble.is_none() || info.step > 0
}

fn entry(ui: &mut egui::Ui, info: &JournalInfo, chosen: bool, ui_actions: &mut Vec<UiAction>) {
    let key = |key: &'static str| if chosen { key } else { "" };
    widgets::row(ui, chosen, |ui| {
        ui.horizontal(|ui| {
            ui.set_min_height(ROW);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let opens = opens(info);
                let rank = if opens { Rank::Plain } else { Rank::Struck };
                if widgets::key_button(ui, key("R"), "Replay", rank, 34.0).clicked() && opens {
                    ui_actions.push(UiAction::Load(info.path.clone(), true));
                }
                if info.outcome.is_none()
                    && widgets::key_button(ui, key("Enter"), "Go on", rank, 34.0).clicked()
                    && opens
                {
                    ui_actions.push(UiAction::Load(info.path.clone(), false));
                }
                ui.label(theme::secondary(ago(info.written)));
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    ui.add_space(4.0);
                    ui.add(egui::Label::new(theme::title(&info.title, theme::SIZE_LIST)).truncate());
                    let sides: Vec<String> =
                        info.sides.iter().map(|(side, who)| format!("{side}: {}", in_words(who))).collect();
                    let state = match (&info.outcome, info.waits_for.as_slice()) {
                        (Some(outcome), _) => outcome.text.clone(),
                        (None, []) => String::new(),
                        (None, waits) => format!("{} to decide", waits.join(" and ")),
                    };
                    let text =
                        format!("turn {}, step {} \u{b7} {state} \u{b7} {}", info.turn, info.step, sides.join(", "));
                    ui.add(egui::Label::new(theme::body(&text)).truncate()).on_hover_text(&text);
                    if let Some(trouble) = &info.trouble {
                        ui.add(egui::Label::new(theme::body(trouble).color(theme::TARGET)).truncate())
                            .on_hover_text(trouble);
                    }
                });
            });
        });
    });
}

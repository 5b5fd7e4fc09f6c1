//! The lessons: one for each ruleset, ten minutes each.

use bevy_egui::egui::{self, Align, Layout, ScrollArea, Ui, Vec2};

use super::{
    keyboard,
    library::{LessonEntry, Library},
    pages,
    preferences::{Bookmark, Preferences},
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};

/// Points that the entry of a lesson is high.
const HIGH: f32 = 76.0;

/// Shows the lessons.
pub fn show(ctx: &egui::Context, library: &Library, preferences: &Preferences, ui_actions: &mut Vec<UiAction>) {
    let room = pages::page(ctx, "lessons", "Lessons", "ten minutes each, at the table itself", ui_actions, |_, _| {});
    let finished = |lesson: &LessonEntry| preferences.finished.contains(&*lesson.scenario.id);
    let next = library.lessons.iter().position(|lesson| !finished(lesson)).unwrap_or(0);
    let mark = |lesson: &LessonEntry| preferences.under_way.get(&*lesson.scenario.id).copied();
    // One that is under way goes on at its card.
    let at_its_card = |n: usize| (n, library.lessons.get(n).and_then(mark).map_or(1, |mark| mark.card));
    let mut begun = keyboard::pressed(ctx, "Enter").then(|| at_its_card(next));
    for n in 0..library.lessons.len().min(9) {
        if keyboard::pressed(ctx, &(n + 1).to_string()) {
            begun = Some(at_its_card(n));
        }
    }
    pages::place(ctx, "lessons list", room, |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            if library.lessons.is_empty() {
                let told = "There is no folder `lessons` beside the program, or no lesson in it.";
                ui.add(egui::Label::new(theme::body(told)).wrap());
            }
            for (n, lesson) in library.lessons.iter().enumerate() {
                let card = entry(ui, library, lesson, n, n == next, finished(lesson), mark(lesson));
                begun = card.map(|card| (n, card)).or(begun);
                ui.add_space(6.0);
            }
        });
    });
    if let Some((lesson, card)) = begun.filter(|(lesson, _)| *lesson < library.lessons.len()) {
        ui_actions.push(UiAction::Learn(lesson, card));
    }
}

/// Shows a lesson; returns the card at which it is to begin, if it was clicked.
fn entry(
    ui: &mut Ui,
    library: &Library,
    lesson: &LessonEntry,
    n: usize,
    next: bool,
    finished: bool,
    mark: Option<Bookmark>,
) -> Option<usize> {
    let scenario = &lesson.scenario;
    let mut chosen = None;
    let response = widgets::row(ui, next, |ui| {
        ui.set_min_height(HIGH);
        ui.allocate_ui(Vec2::new(ui.available_width(), 28.0), |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let word = match (finished, next) {
                    (true, _) => "finished",
                    (false, true) if mark.is_none() => "Enter",
                    (false, _) => "",
                };
                ui.label(theme::secondary(word));
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let title = format!("{}  {}", n + 1, scenario.title);
                    ui.add(egui::Label::new(theme::title(&title, theme::SIZE_LIST)).truncate());
                });
            });
        });
        ui.add(egui::Label::new(theme::secondary(library.title_of(&scenario.ruleset))).wrap());
        ui.add(egui::Label::new(theme::body(scenario.lesson.split_whitespace().collect::<Vec<_>>().join(" "))).wrap());
        chosen = mark.and_then(|mark| ways_in(ui, next, mark));
    });
    chosen.or_else(|| response.clicked().then(|| mark.map_or(1, |mark| mark.card)))
}

/// Shows the two ways into a lesson that is under way; returns the card of the one that was chosen.
fn ways_in(ui: &mut Ui, next: bool, mark: Bookmark) -> Option<usize> {
    let key = |key: &'static str| if next { key } else { "" };
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        let word = format!("Go on at card {} of {}", mark.card, mark.of);
        if widgets::key_button(ui, key("Enter"), &word, Rank::Gold, 28.0).clicked() {
            chosen = Some(mark.card);
        }
        let clicked = widgets::key_button(ui, key("A"), "Begin anew", Rank::Plain, 28.0).clicked();
        if clicked || (next && keyboard::pressed(ui.ctx(), "A")) {
            chosen = Some(1);
        }
    });
    chosen
}

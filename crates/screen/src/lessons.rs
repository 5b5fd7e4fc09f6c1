//! The lessons: one for each ruleset, ten minutes each.

use bevy_egui::egui::{self, Align, Layout, ScrollArea, Ui, Vec2};

use super::{
    keyboard,
    library::{LessonEntry, Library},
    pages,
    preferences::Preferences,
    theme,
    ui_action::UiAction,
    widgets,
};

/// Points that the entry of a lesson is high.
const HIGH: f32 = 76.0;

/// Shows the lessons.
pub fn show(ctx: &egui::Context, library: &Library, preferences: &Preferences, ui_actions: &mut Vec<UiAction>) {
    let room = pages::page(ctx, "lessons", "Lessons", "ten minutes each, at the table itself", ui_actions, |_, _| {});
    let finished = |lesson: &LessonEntry| preferences.finished.contains(&*lesson.scenario.id);
    let next = library.lessons.iter().position(|lesson| !finished(lesson)).unwrap_or(0);
    let mut begun = keyboard::pressed(ctx, "Enter").then_some(next);
    for n in 0..library.lessons.len().min(9) {
        if keyboard::pressed(ctx, &(n + 1).to_string()) {
            begun = Some(n);
        }
    }
    pages::place(ctx, "lessons list", room, |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            if library.lessons.is_empty() {
                let told = "There is no folder `lessons` beside the program, or no lesson in it.";
                ui.add(egui::Label::new(theme::body(told)).wrap());
            }
            for (n, lesson) in library.lessons.iter().enumerate() {
                if entry(ui, library, lesson, n, n == next, finished(lesson)) {
                    begun = Some(n);
                }
                ui.add_space(6.0);
            }
        });
    });
    if let Some(lesson) = begun.filter(|lesson| *lesson < library.lessons.len()) {
        ui_actions.push(UiAction::Learn(lesson));
    }
}

/// Shows a lesson; returns whether it was clicked.
fn entry(ui: &mut Ui, library: &Library, lesson: &LessonEntry, n: usize, next: bool, finished: bool) -> bool {
    let scenario = &lesson.scenario;
    let response = widgets::row(ui, next, |ui| {
        ui.set_min_height(HIGH);
        ui.allocate_ui(Vec2::new(ui.available_width(), 28.0), |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let word = match (finished, next) {
                    (true, _) => "finished",
                    (false, true) => "Enter",
                    (false, false) => "",
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
    });
    response.clicked()
}

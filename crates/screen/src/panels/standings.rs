//! How the sides stand: their points, with the reasons.

use bevy_egui::egui::{Align, Layout, Ui};

use super::shown::Shown;
use crate::{theme, ui_action::UiAction, widgets};
use grapeshot_floor::english;

/// Shows the points of the sides, with the reasons.
pub fn show(ui: &mut Ui, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    for standing in shown.battle.rules().standings(&shown.moment()) {
        ui.add_space(6.0);
        // The total stands with the name, where no long sum hides it.
        ui.horizontal(|ui| {
            ui.label(theme::title(&shown.view().side_named(standing.side).short, theme::SIZE_LIST));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(theme::bold(english::amount(standing.points.total(), "point")));
            });
        });
        widgets::sum(ui, &standing.points, ui_actions);
    }
}

//! How often each side won a battle that the computer played against itself.

use bevy_egui::egui::{self, Rect, Ui, Vec2};

use super::choices::labelled;
use crate::{library::Entry, preferences::Preferences, theme, widgets};
use grapeshot_floor::forces::SideId;

/// Shows how often each side won when the computer played the battle many times: a bar, and each share with its
/// uncertainty.
pub(super) fn show(ui: &mut Ui, entry: &Entry, preferences: &Preferences) {
    ui.label(theme::title("Fairness", theme::SIZE_PANEL));
    widgets::rule(ui);
    let Some(measured) = &entry.fairness else {
        let text = "Not measured. “grapeshot simulate --keep” plays it many times and counts who wins.";
        ui.add(egui::Label::new(theme::body(text)).wrap());
        return;
    };
    let sides = entry.scenario.players();
    let (bar, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 18.0), egui::Sense::hover());
    ui.painter().rect_filled(bar, egui::CornerRadius::ZERO, theme::PAPER_DARK);
    // The first side from the left, the others from the right: what lies between them are draws.
    let (mut left, mut right) = (bar.left(), bar.right());
    for (n, side) in sides.iter().enumerate() {
        let width = bar.width() * measured.share(SideId(n as u8)).share as f32;
        let range = if n == 0 { left..=left + width } else { right - width..=right };
        if n == 0 {
            left += width;
        } else {
            right -= width;
        }
        let part = Rect::from_x_y_ranges(range, bar.y_range());
        ui.painter().rect_filled(part, egui::CornerRadius::ZERO, theme::coat(&preferences.palette, &side.coat));
        ui.painter().rect_stroke(
            part,
            egui::CornerRadius::ZERO,
            egui::Stroke::new(1.2, theme::INK),
            egui::StrokeKind::Inside,
        );
    }
    ui.painter().vline(bar.center().x, bar.y_range().expand(3.0), egui::Stroke::new(1.5, theme::INK));
    ui.add_space(4.0);
    for (n, side) in sides.iter().enumerate() {
        let share = measured.share(SideId(n as u8));
        labelled(ui, &side.short, |ui| {
            ui.label(theme::bold(format!("{:.0} %", share.share * 100.0)));
            ui.label(theme::secondary(format!("{:.0} to {:.0}", share.low * 100.0, share.high * 100.0)));
        });
    }
    let drawn = measured.battles.saturating_sub(measured.wins.iter().sum());
    let mut text = format!("{} battles, computer against computer", measured.battles);
    if drawn > 0 {
        text += &format!(", {drawn} drawn");
    }
    text += &format!("; half were over by turn {:.0}.", measured.turns);
    if measured.hash != format!("{:016x}", entry.scenario.hash) {
        text += " The scenario was changed since.";
    }
    ui.add(egui::Label::new(theme::secondary(text)).wrap());
}

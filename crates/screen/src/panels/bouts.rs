//! The fights hand to hand that are still to come, each with its chances.

use bevy_egui::egui::{self, Align, CornerRadius, Layout, Rect, Sense, Stroke, StrokeKind, Ui, Vec2};

use super::{odds, shown::Shown};
use crate::{theme, ui_action::UiAction, widgets};
use grapeshot_floor::{
    forces::{PieceId, SideId},
    turn::rules::Bout,
};

/// The most fights to come that are told one by one.
const TOLD: usize = 4;

/// The fights to come, if the log was shown to its end.
pub(super) fn to_tell(shown: &Shown) -> Vec<Bout> {
    if shown.session.caught_up() { shown.session.fights_to_come() } else { Vec::new() }
}

/// The fights to come, each with its chances as a bar; where the player chooses the next, a click takes it.
pub(super) fn show(ui: &mut Ui, shown: &Shown, after_one: bool, low: bool, ui_actions: &mut Vec<UiAction>) {
    let bouts = to_tell(shown);
    if bouts.is_empty() {
        return;
    }
    let asked = shown.ask.filter(|_| shown.person).map(|ask| ask.side);
    let own = asked.filter(|side| bouts.iter().any(|bout| shown.session.may_engage(pair(shown, bout, *side))));
    // The pips tell how many there are.
    if own.is_none() && after_one && low {
        return;
    }
    if after_one {
        widgets::rule(ui);
    }
    let title = if own.is_some() { "Which fight comes next?" } else { "Still to come" };
    ui.label(theme::bold(title));
    // Where there is nothing to choose they leave the table its room.
    let told = if own.is_some() { TOLD } else { TOLD / 2 };
    for bout in bouts.iter().take(told) {
        let wins = bout.odds.chance;
        let response = widgets::row(ui, false, |ui| {
            ui.horizontal(|ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(theme::bold(format!("wins {}", odds::percent(wins))));
                    bar(ui, wins);
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        ui.add(egui::Label::new(theme::body(&bout.odds.label)).truncate());
                    });
                });
            });
        });
        let response = response.on_hover_ui(|ui| {
            ui.label(theme::bold(&bout.odds.needs));
            for (line, _) in &bout.odds.then {
                ui.label(theme::body(line));
            }
        });
        if let (true, Some(side)) = (response.clicked(), own) {
            let (one, foe) = pair(shown, bout, side);
            ui_actions.push(UiAction::Engage(one, foe));
        }
    }
    if bouts.len() > told {
        ui.label(theme::secondary(format!("and {} more", bouts.len() - told)));
    }
}

/// The two of a fight, the one of this side first.
fn pair(shown: &Shown, bout: &Bout, side: SideId) -> (PieceId, PieceId) {
    match shown.view().side_of(bout.attacker) == side {
        true => (bout.attacker, bout.defender),
        false => (bout.defender, bout.attacker),
    }
}

/// The chance of winning as a part of a bar.
fn bar(ui: &mut Ui, chance: f32) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(120.0, 10.0), Sense::hover());
    ui.painter().rect_filled(rect, CornerRadius::same(2), theme::PAPER_DARK);
    let part = Rect::from_min_size(rect.min, Vec2::new(rect.width() * chance.clamp(0.0, 1.0), rect.height()));
    ui.painter().rect_filled(part, CornerRadius::same(2), theme::GOOD);
    ui.painter().rect_stroke(rect, CornerRadius::same(2), Stroke::new(1.0, theme::INK2), StrokeKind::Inside);
}

#[cfg(test)]
mod tests {
    use crate::panels::trying::{Panels, two_fights};

    #[test]
    fn the_fights_to_come_are_told_with_their_chances_before_the_first_is_chosen() {
        let (session, _) = two_fights();
        let mut panels = Panels::new(1280.0, 720.0);
        let texts = panels.texts(&session);
        let wins = texts.iter().filter(|(text, _)| text.starts_with("wins ")).count();
        assert!(texts.iter().any(|(text, _)| text.contains("Which fight comes next?")) && wins == 2, "{texts:?}");
    }
}

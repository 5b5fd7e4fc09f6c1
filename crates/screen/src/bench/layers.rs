//! The layers, and what else is shown of the table: each with its key.

use bevy_egui::egui::{self, Ui};

use super::{
    Bench, ROW,
    measured::MEASURE,
    measuring::{LENGTHS, Series},
    sheet,
};
use crate::{
    keyboard::pressed,
    panels::shown::Shown,
    preferences::RULER,
    session::Tool,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::{english::agreement, forces::SideId};
use grapeshot_game::picture::map::Layer;

/// The key that takes the table in hand to change it.
const CHANGE: &str = "E";
/// The key that plays the script beside the file.
const PLAY: &str = "P";
/// The key that looks at the table as another side knows it.
const EYES: &str = "V";

/// The eyes with which the table is seen after these.
fn next_eyes(shown: &Shown) -> Option<SideId> {
    let players = shown.session.scenario().players();
    match shown.session.viewer() {
        None => players.first().map(|side| side.id),
        Some(side) => players.iter().map(|player| player.id).find(|player| *player > side),
    }
}

pub(super) fn keys(ctx: &egui::Context, bench: &Bench, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    if ctx.text_edit_focused() {
        return;
    }
    for (n, layer) in Layer::ALL.into_iter().enumerate() {
        if pressed(ctx, &(n + 1).to_string()) {
            ui_actions.push(UiAction::Draw(layer));
        }
    }
    if pressed(ctx, EYES) {
        ui_actions.push(UiAction::SeeAs(next_eyes(shown)));
    }
    if pressed(ctx, CHANGE) {
        ui_actions.push(UiAction::ChangeTable);
    }
    if bench.editor().is_some() && bench.wrong().is_none() {
        sheet::keys(ctx, ui_actions);
    }
    if pressed(ctx, MEASURE) && !bench.series().is_some_and(Series::goes_on) {
        ui_actions.push(UiAction::Measure(LENGTHS[0]));
    }
    if let Some(played) = bench.played().filter(|_| pressed(ctx, PLAY)) {
        ui_actions.push(UiAction::PlayScript(!played));
    }
    if pressed(ctx, shown.preferences.key(&RULER)) {
        ui_actions.push(UiAction::Take(Tool::Ruler, None));
    }
}

/// What is shown through the eyes of a side.
fn known_to(short: &str) -> String {
    format!("what the {short} {}", agreement::verb(short, "knows", "know"))
}

/// The layers, each with its key, and whose eyes look.
pub(super) fn show(ui: &mut Ui, bench: &Bench, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    widgets::head(ui, "Shown", "");
    let eyes = match shown.session.viewer() {
        None => "all of the table".to_owned(),
        Some(side) => known_to(&shown.view().side_named(side).short),
    };
    ui.horizontal_wrapped(|ui| {
        for (n, layer) in Layer::ALL.into_iter().enumerate() {
            let key = (n + 1).to_string();
            let rank = if shown.session.shows(layer) { Rank::Gold } else { Rank::Plain };
            let response = widgets::key_button(ui, &key, layer.word(), rank, ROW);
            let response = match layer.meaning() {
                Some(meaning) => response.on_hover_text(meaning),
                None => response,
            };
            if response.clicked() {
                ui_actions.push(UiAction::Draw(layer));
            }
        }
    });
    ui.add_space(6.0);
    if widgets::key_button(ui, EYES, &eyes, Rank::Plain, ROW).clicked() {
        ui_actions.push(UiAction::SeeAs(next_eyes(shown)));
    }
    ui.add_space(6.0);
    let rank = if bench.editor().is_some() { Rank::Gold } else { Rank::Plain };
    if widgets::key_button(ui, CHANGE, "change the table", rank, ROW).clicked() {
        ui_actions.push(UiAction::ChangeTable);
    }
    if bench.series().is_none() {
        let meaning = "The computer plays against itself on this table, as simulate does.";
        let word = format!("play {} battles", LENGTHS[0]);
        if widgets::key_button(ui, MEASURE, &word, Rank::Plain, ROW).on_hover_text(meaning).clicked() {
            ui_actions.push(UiAction::Measure(LENGTHS[0]));
        }
    }
    if let Some(played) = bench.played() {
        ui.add_space(6.0);
        let word = if played { "after the script" } else { "before the script" };
        let meaning = "The script beside the file, its name the same up to .script.ron, is played on the table or not.";
        let rank = if played { Rank::Gold } else { Rank::Plain };
        if widgets::key_button(ui, PLAY, word, rank, ROW).on_hover_text(meaning).clicked() {
            ui_actions.push(UiAction::PlayScript(!played));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_side_knows_is_said_as_its_name_wants_it() {
        assert_eq!(known_to("Americans"), "what the Americans know");
        assert_eq!(known_to("Law"), "what the Law knows");
    }
}

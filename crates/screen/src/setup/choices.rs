//! What the player chooses for a battle: who plays each side, and the seed.

use bevy_egui::egui::{self, Align, Layout, Ui, Vec2};

use super::{SetupPage, next_seed};
use crate::{
    preferences::Preferences,
    session::Controller,
    theme,
    widgets::{self, Rank},
};
use grapeshot_floor::english;
use grapeshot_game::{ai::Level, scenario::Scenario};

pub(super) fn sides(ui: &mut Ui, page: &mut SetupPage, scenario: &Scenario, preferences: &Preferences) {
    let players = scenario.players().len();
    page.controllers = page.controllers_for(players.max(page.controllers.len()));
    for side in scenario.players() {
        let controller = &mut page.controllers[side.id.index()];
        let men: usize = scenario.units.iter().filter(|unit| unit.side == side.id).map(|unit| unit.pieces.len()).sum();
        ui.horizontal(|ui| {
            widgets::flag(ui, &side.flag, theme::coat(&preferences.palette, &side.coat), 24.0);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(theme::secondary(english::count(men, "piece")));
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(egui::Label::new(theme::title(&side.short, theme::SIZE_PANEL)).truncate());
                });
            });
        });
        widgets::rule(ui);
        ui.add(egui::Label::new(theme::bold(&side.name)).wrap());
        ui.add(egui::Label::new(theme::body(&side.goes_for)).wrap());
        let handicap = scenario.victory.handicap.get(side.id.index()).copied().unwrap_or(0.0);
        if handicap != 0.0 {
            ui.label(theme::body(format!("points to begin with: {}", english::number(handicap))));
        }
        labelled(ui, "Played by", |ui| {
            let chosen = usize::from(*controller != Controller::Human);
            let clicked = widgets::segments(ui, &["Human", "Computer"], chosen);
            let key = (side.id.index() + 1).to_string();
            let pressed = widgets::keyed_button(ui, &key, "", Rank::Plain, 28.0).then_some(1 - chosen);
            match clicked.or(pressed) {
                Some(0) => *controller = Controller::Human,
                Some(_) if chosen == 0 => *controller = Controller::Computer(Level::Regular),
                _ => {}
            }
        });
        match controller {
            Controller::Human => labelled(ui, "Level", |ui| {
                ui.label(theme::italic("a person at this table", theme::SIZE_BODY + 2.0));
            }),
            // The words of the levels need the whole width, and no label.
            Controller::Computer(level) => row(ui, |ui| {
                let words = LEVELS.map(Level::word);
                let at = LEVELS.iter().position(|known| known == level).unwrap_or(0);
                let clicked = widgets::segments(ui, &words, at);
                // Its key stands beside it: the keys of the levels follow those of the sides.
                let key = (players + side.id.index() + 1).to_string();
                let pressed = widgets::keyed_button(ui, &key, "", Rank::Plain, 28.0);
                if let Some(n) = clicked.or(pressed.then_some((at + 1) % LEVELS.len())) {
                    *level = LEVELS[n];
                }
            }),
        }
        ui.add_space(14.0);
    }
}

/// The levels that a player chooses from: blind orders are no opponent.
const LEVELS: [Level; Level::ALL.len() - 1] = {
    let [_, levels @ ..] = Level::ALL;
    levels
};

fn row(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.set_min_height(34.0);
        contents(ui);
    });
}

pub(crate) fn labelled(ui: &mut Ui, label: &str, contents: impl FnOnce(&mut Ui)) {
    row(ui, |ui| {
        ui.allocate_ui_with_layout(Vec2::new(66.0, 28.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(66.0);
            ui.label(theme::secondary(label));
        });
        contents(ui);
    });
}

pub(super) fn length(ui: &mut Ui, page: &mut SetupPage, scenario: &Scenario) {
    ui.label(theme::title("Length and seed", theme::SIZE_PANEL));
    widgets::rule(ui);
    labelled(ui, "Turns", |ui| {
        ui.label(theme::bold(scenario.turns.to_string()));
        ui.label(theme::secondary("as the scenario has it"));
    });
    labelled(ui, "Seed", |ui| {
        ui.add(egui::TextEdit::singleline(&mut page.seed).desired_width(110.0).margin(egui::Margin::symmetric(8, 6)));
        if widgets::keyed_button(ui, "N", "new one", Rank::Plain, 30.0) {
            page.seed = next_seed(page.seed()).to_string();
        }
    });
    ui.label(theme::secondary("Same seed and orders: the same battle, on every machine."));
    ui.add_space(14.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{panels::trying::tap, setup::trying::opened};

    #[test]
    fn the_key_beside_who_plays_a_side_changes_it_and_that_beside_a_level_the_level() {
        let mut chooser = opened();
        chooser.frame(Vec::new());
        let mut press = |key| {
            chooser.frame(tap(key));
            chooser.page.controllers[1]
        };
        assert_eq!(press(egui::Key::Num2), Controller::Human);
        assert_eq!(press(egui::Key::Num4), Controller::Human, "a person has no level");
        assert_eq!(press(egui::Key::Num2), Controller::Computer(Level::Regular));
        let levels: Vec<Controller> = LEVELS.iter().map(|_| press(egui::Key::Num4)).collect();
        assert_eq!(levels.last(), Some(&Controller::Computer(Level::Regular)), "it has gone round");
        assert!(LEVELS.iter().all(|level| levels.contains(&Controller::Computer(*level))));
    }
}

//! The panel of the series: how many battles, how far it has come, who won, where it happened, every battle.

use bevy_egui::egui::{
    self, Color32, CornerRadius, ProgressBar, Rect, Ui,
    ecolor::{gamma_u8_from_linear_f32, linear_f32_from_gamma_u8},
    epaint::Shape,
};

use super::{
    ROW,
    measuring::{LENGTHS, Series},
};
use crate::{
    camera::BoardView,
    panels::shown::Shown,
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use bevy::math::Vec2;
use grapeshot_floor::english;
use grapeshot_game::{
    scenario::Scenario,
    simulate::{
        BattleResult, Report,
        deeds::{CELL, DENSEST, HeatMap},
        report::{SideSummary, Summary},
    },
};

/// The key that has battles played on the table.
pub const MEASURE: &str = "M";

/// Shows the panel, which is scrolled as a whole.
pub fn show(ui: &mut Ui, series: Option<&Series>, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    widgets::head(ui, "Measured", "the computer against itself");
    ui.horizontal_wrapped(|ui| match series.filter(|series| series.goes_on()) {
        Some(series) => {
            let (done, of) = series.progress();
            ui.label(theme::body(format!("{done} of {of}")));
            ui.add(ProgressBar::new(done as f32 / of as f32).desired_width(ui.available_width() - 90.0));
            if widgets::key_button(ui, "", "Stop", Rank::Plain, ROW).clicked() {
                ui_actions.push(UiAction::StopMeasuring);
            }
        }
        None => {
            for (n, battles) in LENGTHS.into_iter().enumerate() {
                let (key, word) = (if n == 0 { MEASURE } else { "" }, english::count(battles as usize, "battle"));
                if widgets::key_button(ui, key, &word, Rank::Plain, ROW).clicked() {
                    ui_actions.push(UiAction::Measure(battles));
                }
            }
            if widgets::key_button(ui, "", "Put away", Rank::Plain, ROW).clicked() {
                ui_actions.push(UiAction::StopMeasuring);
            }
        }
    });
    ui.add_space(4.0);
    let scenario = shown.session.scenario();
    let Some((series, (report, summary))) = series.and_then(|series| Some((series, series.report()?))) else { return };
    if !series.is_of(scenario) {
        ui.add(egui::Label::new(theme::bold("The file was changed since.").color(theme::TARGET)).wrap());
    }
    wins(ui, report, summary);
    if series.is_of(scenario) {
        let maps = report.deeds.heat_maps(scenario);
        ui.add_space(8.0);
        widgets::head(ui, "On the table", "a click shows or hides it");
        for (n, map) in maps.iter().enumerate() {
            if ui.selectable_label(series.heat == Some(n), theme::body(&map.name)).clicked() {
                ui_actions.push(UiAction::ShowHeat(n));
            }
        }
        of_a_unit(ui, deeds(report, shown).as_deref());
    }
    ui.add_space(8.0);
    widgets::head(ui, "Battles", "a click opens one");
    for result in &report.results {
        if widgets::row(ui, false, |ui| drop(ui.label(theme::body(told(result, summary))))).clicked() {
            ui_actions.push(UiAction::OpenBattle(result.battle));
        }
    }
}

/// Wins with their intervals, what they tell, length, losses, points.
fn wins(ui: &mut Ui, report: &Report, summary: &Summary) {
    let percent = |share: f64| share * 100.0;
    let line = |ui: &mut Ui, text: String| {
        ui.add(egui::Label::new(theme::body(text)).wrap());
    };
    for SideSummary { side, wins, casualties, points, .. } in &summary.sides {
        let interval = format!("{:.0} to {:.0} %", percent(wins.low), percent(wins.high));
        ui.label(theme::bold(format!("{side} {}: {:.0} % ({interval})", wins.count, percent(wins.share))));
        line(ui, format!("{:.1} lost, {:.1} points on average", casualties.mean, points.mean));
    }
    let draws = &summary.draws;
    let turns = &summary.turns;
    line(ui, format!("Drawn {}: {:.0} %", draws.count, percent(draws.share)));
    line(
        ui,
        match (turns.low, turns.high) {
            (low, high) if low == high => format!("Most battles end in turn {low:.0}"),
            (low, high) => format!("Half of the battles end in turn {low:.0} to {high:.0}"),
        },
    );
    ui.add(egui::Label::new(theme::bold(summary.verdict())).wrap());
    for (battle, error) in &summary.errors {
        line(ui, format!("Battle {battle} has no end: {error}"));
    }
    if report.results.len() as u64 != report.conditions.battles {
        line(ui, format!("Stopped after {}", english::count(report.results.len(), "battle")));
    }
}

/// What the chosen unit did, if one is chosen.
fn deeds(report: &Report, shown: &Shown) -> Option<String> {
    let unit = shown.session.selection().unit?;
    let deeds = report.deeds.units.get(unit.index())?;
    let battles = report.results.len().max(1) as f64;
    let mean = |sum: f64| format!("{:.1}", sum / battles);
    let (inches, shots) = (mean(deeds.tenths as f64 / 10.0), mean(deeds.shots as f64));
    let (fights, lost) = (mean(deeds.fights as f64), mean(deeds.lost as f64));
    Some(format!(
        "{}: {inches} inches, {shots} shots, {fights} fights, {lost} lost in a battle",
        shown.view().unit(unit).name
    ))
}

/// Rows that what a unit did takes at most.
const DEEDS: usize = 3;

/// What the chosen unit did; what stands below it stays where it is when another one is chosen.
fn of_a_unit(ui: &mut Ui, deeds: Option<&str>) {
    let text = theme::body(deeds.unwrap_or("A unit that is chosen tells here what it did."));
    ui.scope(|ui| {
        ui.set_min_height(DEEDS as f32 * ui.text_style_height(&egui::TextStyle::Body));
        ui.add(egui::Label::new(text).wrap());
    });
}

/// A battle of the series in a line.
fn told(result: &BattleResult, summary: &Summary) -> String {
    let winner = match result.winner.and_then(|side| summary.sides.get(side.index())) {
        Some(side) => side.side.as_str(),
        None if result.error.is_some() => "no end",
        None => "drawn",
    };
    let points: Vec<String> = result.points.iter().map(|points| format!("{points:.0}")).collect();
    format!("{}: {winner}, turn {}, {} points", result.battle, result.turns, points.join(" to "))
}

/// A colour of which a share lies on the table. They are mixed as light is, and a colour that was thinned as numbers are
/// would darken the table.
fn thinned(colour: Color32, share: f32) -> Color32 {
    let part = |part: u8| gamma_u8_from_linear_f32(linear_f32_from_gamma_u8(part) * share);
    let [r, g, b, _] = colour.to_array();
    Color32::from_rgba_premultiplied(part(r), part(g), part(b), (share * 255.0) as u8)
}

/// Lays the heat map that was chosen on the table.
pub fn heat(ctx: &egui::Context, series: &Series, scenario: &Scenario, palette: &str, board: &BoardView) {
    let Some((report, _)) = series.report().filter(|_| series.is_of(scenario)) else { return };
    let maps = report.deeds.heat_maps(scenario);
    let Some(HeatMap { side, heat, .. }) = series.heat.and_then(|n| maps.get(n)) else { return };
    let coat = theme::coat(palette, &scenario.sides[side.index()].coat);
    let at = |corner: Vec2| board.to_points(corner.min(scenario.terrain.size));
    let cells = heat.cells().map(|(column, row, count)| {
        let corner = Vec2::new(column as f32, row as f32) * CELL;
        let rect = Rect::from_two_pos(at(corner), at(corner + Vec2::splat(CELL)));
        Shape::rect_filled(rect, CornerRadius::ZERO, thinned(coat, (heat.strength(count) * DENSEST) as f32))
    });
    widgets::paint_under(ctx, cells.collect());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels;

    #[test]
    fn the_list_of_battles_stays_where_it_is_when_a_unit_is_chosen() {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let below = |deeds: Option<&str>| {
            let mut below = 0.0;
            for _ in 0..3 {
                ctx.begin_pass(egui::RawInput::default());
                let rect = Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(312.0, 400.0));
                panels::at(&ctx, "panel", rect, |ui| {
                    of_a_unit(ui, deeds);
                    below = ui.cursor().top();
                });
                ctx.end_pass().textures_delta.clear();
            }
            below
        };
        let none: f32 = below(None);
        let long = "2nd Battalion, 95th Rifles: 12.3 inches, 10.2 shots, 10.4 fights, 10.5 lost in a battle";
        for deeds in ["Guard: 1.0 inches", long] {
            assert!((below(Some(deeds)) - none).abs() < 1.0, "{deeds}");
        }
    }
}

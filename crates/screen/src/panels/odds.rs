//! What the order in hand would do: costs, chances with every modifier, the distribution, what comes next.

use bevy_egui::egui::{
    self, Align, Align2, Color32, CornerRadius, FontId, Layout, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2,
};

use super::Desk;
use crate::{session::Draft, theme, ui_action::UiAction, widgets};
use grapeshot_floor::{
    english::{self, capital},
    orders::{LabelledChance, Odds, Outlook, Plan, PlannedMove},
};

/// The width of the panel.
pub const WIDTH: f32 = 340.0;

/// Whether there is something to show.
pub fn wanted(draft: &Draft) -> bool {
    draft.plan().is_some_and(|plan| {
        !plan.odds.is_empty()
            || !plan.outcomes.is_empty()
            || !plan.warnings.is_empty()
            || !plan.outlooks.is_empty()
            || plan.moves.iter().any(|way| !way.cost.is_empty() || way.stopped.is_some())
    })
}

/// Shows the plan of the order in hand.
pub fn show(ui: &mut Ui, draft: &Draft, plan: &Plan, desk: &mut Desk, ui_actions: &mut Vec<UiAction>) {
    ui.horizontal(|ui| {
        if !plan.odds.is_empty() {
            reticle(ui);
        }
        ui.add(egui::Label::new(theme::title(draft.verb().label, theme::SIZE_PANEL)).truncate());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            widgets::rule_link(ui, &draft.verb().rule, ui_actions);
        });
    });
    ui.add(egui::Label::new(theme::secondary(&plan.summary)).wrap());
    widgets::rule(ui);
    // The chance comes first, as it is what the cost of the way is paid for.
    if !plan.odds.is_empty() {
        desk.odds_shown = desk.odds_shown.min(plan.odds.len() - 1);
        if plan.odds.len() > 1 {
            tries(ui, plan, desk);
        }
        chance(ui, &plan.odds[desk.odds_shown], ui_actions);
    }
    way(ui, plan, ui_actions);
    let tried = plan.odds.get(desk.odds_shown).map(|odds| odds.label.as_str());
    let mut outcomes = plan.outcomes.iter().filter(|one| one.of.is_none() || one.of.as_deref() == tried).peekable();
    if outcomes.peek().is_some() {
        widgets::rule(ui);
    }
    for outcome in outcomes {
        result(ui, outcome, ui_actions);
    }
    if plan.distribution.len() > 1 {
        bars(ui, &plan.distribution);
    }
    if !plan.outlooks.is_empty() {
        widgets::rule(ui);
        outlooks(ui, "The fight that follows", &plan.outlooks);
    }
    for reason in plan.reasons() {
        ui.add(egui::Label::new(theme::body(capital(reason)).color(theme::TARGET)).wrap());
    }
}

fn reticle(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(22.0), Sense::hover());
    let (c, stroke) = (rect.center(), Stroke::new(1.6, theme::TARGET));
    ui.painter().circle_stroke(c, 7.0, stroke);
    for dir in [Vec2::X, -Vec2::X, Vec2::Y, -Vec2::Y] {
        ui.painter().line_segment([c + dir * 3.0, c + dir * 11.0], stroke);
    }
}

/// Tells what the march costs, for the piece that has the longest way.
fn way(ui: &mut Ui, plan: &Plan, ui_actions: &mut Vec<UiAction>) {
    if let Some(way) = PlannedMove::dearest(&plan.moves).filter(|way| !way.cost.is_empty()) {
        if !plan.odds.is_empty() {
            widgets::rule(ui);
        }
        widgets::sum(ui, &way.cost, ui_actions);
        ui.horizontal(|ui| {
            ui.label(theme::bold("Costs"));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let cost = english::tenths(way.cost.total());
                let text = match way.allowance {
                    Some(allowance) => format!("{cost} of {}\u{2033}", english::tenths(allowance)),
                    None => format!("{cost}\u{2033}"),
                };
                ui.label(if plan.odds.is_empty() { big(text) } else { theme::bold(text) });
            });
        });
    }
}

fn big(text: String) -> RichText {
    RichText::new(text).font(FontId::new(theme::SIZE_BIG, theme::bold_family())).color(theme::INK)
}

/// A chance in percent; one that is not nothing never reads as nothing.
pub fn percent(chance: f32) -> String {
    let share = chance * 100.0;
    if share > 0.0 && share < 1.0 { "under 1 %".into() } else { format!("{share:.0} %") }
}

/// The tries as tabs, of which the player chooses the one that is explained.
fn tries(ui: &mut Ui, plan: &Plan, desk: &mut Desk) {
    egui::ComboBox::from_id_salt("tries")
        .width(ui.available_width() - 8.0)
        .truncate()
        .selected_text(theme::body(&plan.odds[desk.odds_shown].label))
        .show_ui(ui, |ui| {
            for (n, odds) in plan.odds.iter().enumerate() {
                let text = format!("{}: {}", odds.label, percent(odds.chance));
                ui.selectable_value(&mut desk.odds_shown, n, theme::body(text));
            }
        });
}

fn chance(ui: &mut Ui, odds: &Odds, ui_actions: &mut Vec<UiAction>) {
    widgets::sum(ui, &odds.explained, ui_actions);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(big(percent(odds.chance)));
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                ui.add(egui::Label::new(theme::bold(&odds.needs)).wrap());
            });
        });
    });
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 8.0), Sense::hover());
    ui.painter().rect(
        rect,
        CornerRadius::same(2),
        theme::PAPER_DARK,
        Stroke::new(1.0, theme::INK3),
        StrokeKind::Inside,
    );
    let part = Rect::from_min_size(rect.min, Vec2::new(rect.width() * odds.chance.clamp(0.0, 1.0), rect.height()));
    ui.painter().rect_filled(part, CornerRadius::same(2), theme::GOOD);
    for (line, rule) in &odds.then {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                widgets::rule_link(ui, rule, ui_actions);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(egui::Label::new(theme::body(line)).wrap());
                });
            });
        });
    }
}

/// The height of a row with one of several results.
const RESULT: f32 = 20.0;

/// One of several results: its chance as a bar behind its name, in percent beside it.
fn result(ui: &mut Ui, outcome: &LabelledChance, ui_actions: &mut Vec<UiAction>) {
    let row = Rect::from_min_size(ui.cursor().min, Vec2::new(ui.available_width() - RULE, RESULT));
    let end = row.left() + row.width() * outcome.chance.clamp(0.0, 1.0);
    let bar = [row.left_center(), egui::Pos2::new(end, row.center().y)];
    if outcome.chance > 0.0 {
        ui.painter().line_segment(bar, Stroke::new(RESULT - 2.0, theme::BRASS_LIGHT));
    }
    let foot = [row.left_bottom(), row.right_bottom()];
    ui.painter().line_segment(foot, Stroke::new(1.0, theme::INK3));
    let none = outcome.chance <= 0.0;
    let name = RichText::new(&outcome.label).color(if none { theme::INK2 } else { theme::INK });
    widgets::sum_line(ui, name.size(theme::SIZE_BODY), &percent(outcome.chance), Some(&outcome.rule), ui_actions);
}

/// The width that the rule of a result takes.
const RULE: f32 = 58.0;

/// The fights that would follow, each as a bar: won, a tie, lost.
pub fn outlooks(ui: &mut Ui, title: &str, all: &[Outlook]) {
    ui.label(theme::secondary(title));
    for outlook in all {
        ui.horizontal(|ui| {
            let room = ui.available_width();
            let label = room * 0.38;
            ui.allocate_ui_with_layout(Vec2::new(label, 18.0), Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_width(label);
                ui.add(egui::Label::new(theme::body(&outlook.label)).truncate()).on_hover_text(&outlook.label);
            });
            let width = ui.available_width();
            three_parts(ui, width, outlook.wins, outlook.ties);
        });
    }
}

/// The most bars beside each other.
const BARS: usize = 9;

/// Numbers of successes that share a bar, with their chance: where there are many, the numbers far from the mean are
/// taken together.
fn binned(distribution: &[f32]) -> Vec<(String, f32)> {
    let last = distribution.len() - 1;
    let mean: f32 = distribution.iter().enumerate().map(|(n, share)| n as f32 * share).sum();
    let half = BARS / 2;
    let (from, to) = match last < BARS {
        true => (0, last),
        false => {
            let from = (mean.round() as usize).saturating_sub(half).min(last + 1 - BARS);
            (from, from + BARS - 1)
        }
    };
    (from..=to)
        .map(|n| match n {
            n if n == from && from > 0 => (format!("0\u{2013}{n}"), distribution[..=n].iter().sum()),
            n if n == to && to < last => (format!("{n}+"), distribution[n..].iter().sum()),
            n => (n.to_string(), distribution[n]),
        })
        .collect()
}

/// Draws the chance of each number of successes as bars, and the mean beside them.
fn bars(ui: &mut Ui, distribution: &[f32]) {
    ui.add_space(4.0);
    let shown = binned(distribution);
    let most = shown.iter().map(|(_, share)| *share).fold(0.01, f32::max);
    let mean: f32 = distribution.iter().enumerate().map(|(n, share)| n as f32 * share).sum();
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 92.0), Sense::hover());
    let painter = ui.painter();
    let width = ((rect.width() - 76.0) / shown.len() as f32).min(30.0);
    let (floor, height) = (rect.bottom() - 18.0, rect.height() - 36.0);
    for (n, (label, share)) in shown.iter().enumerate() {
        let left = rect.left() + width * n as f32;
        let top = floor - height * (share / most).min(1.0);
        let bar = Rect::from_min_max(egui::Pos2::new(left + 2.0, top), egui::Pos2::new(left + width - 2.0, floor));
        let fill = if label == "0" { theme::PAPER_DARK } else { theme::SELECT };
        painter.rect(bar, CornerRadius::ZERO, fill, Stroke::new(1.0, theme::INK2), StrokeKind::Inside);
        let font = FontId::proportional(theme::SIZE_LINK);
        let middle = left + width / 2.0;
        painter.text(
            egui::Pos2::new(middle, top - 1.0),
            Align2::CENTER_BOTTOM,
            format!("{:.0}", share * 100.0),
            font.clone(),
            theme::INK2,
        );
        let font = if label.chars().count() > 2 { font } else { FontId::proportional(theme::SIZE_BODY) };
        painter.text(egui::Pos2::new(middle, floor + 1.0), Align2::CENTER_TOP, label, font, theme::INK);
    }
    let font = FontId::new(theme::SIZE_NUMBER, theme::bold_family());
    let at = egui::Pos2::new(rect.right() - 70.0, rect.top() + 20.0);
    painter.text(at, Align2::LEFT_TOP, format!("mean {}", english::small(mean)), font, theme::INK);
    let font = FontId::proportional(theme::SIZE_LINK);
    painter.text(at + Vec2::new(0.0, 20.0), Align2::LEFT_TOP, "how many,\nin percent", font, theme::INK2);
}

/// The chances of a fight as one bar: won, a tie, lost.
fn three_parts(ui: &mut Ui, width: f32, wins: f32, ties: f32) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(width, 18.0), Sense::hover());
    let loses = (1.0 - wins - ties).max(0.0);
    let mut left = rect.left();
    for (share, fill, word, ink) in [
        (wins, theme::GOOD, "win", Color32::WHITE),
        (ties, theme::BRASS_LIGHT, "", theme::INK),
        (loses, theme::LOSS, "lose", theme::INK),
    ] {
        let part =
            Rect::from_min_size(egui::Pos2::new(left, rect.top()), Vec2::new(rect.width() * share, rect.height()));
        left = part.right();
        ui.painter().rect_filled(part, CornerRadius::ZERO, fill);
        let font = FontId::new(theme::SIZE_LINK, theme::bold_family());
        let number = format!("{:.0}", share * 100.0);
        let long = format!("{word} {number} %");
        let fits = |text: &str| {
            let galley = ui.painter().layout_no_wrap(text.to_owned(), font.clone(), ink);
            galley.size().x + 4.0 <= part.width()
        };
        let text = [long.trim_start().to_owned(), number].into_iter().find(|text| fits(text));
        if let Some(text) = text {
            ui.painter().text(part.center(), Align2::CENTER_CENTER, text, font, ink);
        }
    }
    ui.painter().rect_stroke(rect, CornerRadius::ZERO, Stroke::new(1.0, theme::INK), StrokeKind::Inside);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_that_is_small_but_not_nothing_does_not_read_as_nothing() {
        assert_eq!(percent(0.24), "24 %");
        assert_eq!(percent(0.004), "under 1 %");
        assert_eq!(percent(0.0), "0 %");
    }

    #[test]
    fn many_numbers_of_successes_share_bars_at_both_ends() {
        let few = binned(&[0.5, 0.5]);
        assert_eq!(few, [("0".to_owned(), 0.5), ("1".to_owned(), 0.5)]);
        let many = binned(&[1.0 / 16.0; 16]);
        let labels: Vec<&str> = many.iter().map(|(label, _)| label.as_str()).collect();
        assert_eq!(labels, ["0\u{2013}4", "5", "6", "7", "8", "9", "10", "11", "12+"]);
        assert!((many.iter().map(|(_, share)| share).sum::<f32>() - 1.0).abs() < 1e-6);
    }
}

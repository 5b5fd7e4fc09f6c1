//! The part of the report about luck: what was to be expected of cards and dice and what they gave, question by
//! question and in all.

use bevy_egui::egui::{
    self, Color32, CornerRadius, FontId, Pos2, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, epaint::Mesh,
};

use crate::{panels::shown::Shown, theme};
use grapeshot_floor::forces::{Side, SideId, players};
use grapeshot_game::luck::{Luck, Tally};

/// Points across a column of numbers.
const NUMBER: f32 = 52.0;
/// The fewest and the most points that a hill is wide.
const HILL: (f32, f32) = (76.0, 240.0);
/// Points that a hill is high.
const HIGH: f32 = 23.0;
/// The share of a hill's peak below which its foot is not drawn.
const FOOT: f64 = 0.004;

/// A column of words or numbers that is as wide in every row.
fn cell(ui: &mut Ui, width: f32, text: egui::RichText) {
    ui.allocate_ui_with_layout(Vec2::new(width, HIGH), egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.set_min_width(width);
        ui.add(egui::Label::new(text).truncate());
    });
}

/// Every question with its draws, for each side.
pub(super) fn table(ui: &mut Ui, shown: &Shown, tally: &Tally) {
    if tally.luck.is_empty() {
        ui.label(theme::body("Nothing was left to chance yet."));
        return;
    }
    let known = shown.view();
    let sides = players(&known.sides().0);
    let width = |text: &str, ui: &Ui| {
        let font = FontId::new(theme::SIZE_BODY, theme::bold_family());
        ui.painter().layout_no_wrap(text.to_owned(), font, theme::INK).size().x
    };
    let question = tally.luck.keys().map(|label| width(label, ui)).fold(70.0, f32::max) + 4.0;
    ui.spacing_mut().item_spacing = Vec2::new(8.0, 2.0);
    // The hills take what room the numbers leave; in a narrow page the sides stand one below the other.
    let numbers = 4.0 * (NUMBER + 8.0) + 8.0;
    let room = ui.available_width() - question - 8.0;
    let beside = if room >= sides.len() as f32 * (numbers + HILL.0) { sides.len().max(1) } else { 1 };
    let hill = (room / beside as f32 - numbers).clamp(HILL.0, HILL.1);
    for sides in sides.chunks(beside) {
        rows(ui, shown, tally, sides, (question, hill));
    }
    let text = "The needle is what was drawn, the dotted line what was owed, the hill what such battles would draw. \
                Luckier: than how many of them in a hundred.";
    ui.add(egui::Label::new(theme::secondary(text)).wrap());
}

/// The questions with the draws of some sides beside each other.
fn rows(ui: &mut Ui, shown: &Shown, tally: &Tally, sides: &[Side], (question, hill): (f32, f32)) {
    ui.horizontal(|ui| {
        cell(ui, question, theme::secondary("question"));
        for side in sides {
            cell(ui, hill, theme::bold(&side.short).color(theme::legible(shown.coat(side.id), theme::PAPER_LIGHT)));
            for head in ["draws", "expected", "drawn", "luckier"] {
                cell(ui, NUMBER, theme::secondary(head));
            }
        }
    });
    for (label, lucks) in &tally.luck {
        ui.horizontal(|ui| {
            cell(ui, question, theme::bold(label));
            for side in sides {
                let Some(luck) = lucks.get(&side.id) else {
                    cell(ui, hill + 4.0 * (NUMBER + 8.0), theme::secondary("not asked"));
                    continue;
                };
                self::hill(ui, hill, luck, shown.coat(side.id));
                cell(ui, NUMBER, theme::body(luck.tries().to_string()));
                cell(ui, NUMBER, theme::body(format!("{:.1}", luck.expected())));
                cell(ui, NUMBER, theme::bold(luck.drawn.to_string()));
                cell(ui, NUMBER, theme::body(format!("{:.0} %", luck.percentile() * 100.0)));
            }
        });
    }
    ui.add_space(4.0);
}

/// The first and the last number of successes that are drawn: where some could have come about, and where they did.
fn span(shares: &[f64], drawn: usize) -> (usize, usize) {
    let most = shares.iter().copied().fold(0.0, f64::max);
    let high = |n: &usize| shares[*n] > most * FOOT;
    let first = (0..shares.len()).find(high).unwrap_or(0).min(drawn);
    let last = (0..shares.len()).rfind(high).unwrap_or(0).max(drawn);
    (first, last.min(shares.len().saturating_sub(1)))
}

/// Draws the distribution of the possible successes as a hill, and the number that came as a needle.
fn hill(ui: &mut Ui, width: f32, luck: &Luck, coat: Color32) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(width, HIGH), Sense::hover());
    let shares = luck.distribution();
    let most = shares.iter().copied().fold(1e-9, f64::max);
    let (first, last) = span(&shares, luck.drawn);
    let inner = rect.shrink2(Vec2::new(7.0, 0.0));
    let foot = rect.bottom() - 5.0;
    let span = (last - first).max(1) as f32;
    let x = |n: f32| inner.left() + inner.width() * (n - first as f32) / span;
    let crest: Vec<Pos2> = (first..=last)
        .map(|n| Pos2::new(x(n as f32), foot - (foot - rect.top() - 1.0) * (shares[n] / most) as f32))
        .collect();
    let painter = ui.painter();
    let mut body = Mesh::default();
    for (n, point) in crest.iter().enumerate() {
        body.colored_vertex(*point, theme::PAPER_DARK);
        body.colored_vertex(Pos2::new(point.x, foot), theme::PAPER_DARK);
        if n > 0 {
            let at = 2 * n as u32;
            body.add_triangle(at - 2, at - 1, at);
            body.add_triangle(at - 1, at, at + 1);
        }
    }
    painter.add(body);
    painter.add(Shape::line(crest, Stroke::new(1.0, theme::INK2)));
    painter.hline(rect.x_range(), foot, Stroke::new(1.0, theme::INK2));
    let owed = x(luck.expected().clamp(first as f32, last as f32));
    let line = [Pos2::new(owed, rect.top()), Pos2::new(owed, foot)];
    painter.extend(Shape::dashed_line(&line, Stroke::new(1.0, theme::INK2), 2.0, 2.0));
    let needle = x(luck.drawn as f32);
    painter.vline(needle, rect.top()..=foot, Stroke::new(2.4, theme::INK));
    let tip = [(0.0, -1.0), (4.0, 5.0), (-4.0, 5.0)].map(|(x, y)| Pos2::new(needle + x, foot + y)).to_vec();
    painter.add(Shape::convex_polygon(tip, coat, Stroke::new(0.8, theme::INK)));
}

/// Tells how lucky a side was in all, and with which question most and least.
pub(super) fn gauge(ui: &mut Ui, shown: &Shown, tally: &Tally, side: SideId, luck: &Luck) {
    let share = luck.percentile() as f32;
    let word = match share {
        s if s < 0.2 => "worse than most",
        s if s > 0.8 => "better than most",
        _ => "even",
    };
    ui.horizontal(|ui| {
        ui.allocate_ui(Vec2::new(96.0, 26.0), |ui| {
            ui.set_min_width(96.0);
            ui.add(egui::Label::new(theme::bold(format!("The {}", shown.view().side_named(side).short))).truncate());
        });
        let width = (ui.available_width() - 150.0).max(60.0);
        let (rect, _) = ui.allocate_exact_size(Vec2::new(width, 22.0), Sense::hover());
        let bar = rect.shrink2(Vec2::new(0.0, 6.0));
        let edge = Stroke::new(1.0, theme::INK2);
        ui.painter().rect(bar, CornerRadius::same(2), theme::FIELD, edge, StrokeKind::Inside);
        ui.painter().vline(bar.center().x, bar.y_range(), Stroke::new(1.0, theme::INK3));
        let c = Pos2::new(bar.left() + bar.width() * share.clamp(0.02, 0.98), rect.center().y);
        let kite = [(0.0, -10.0), (6.0, 0.0), (0.0, 10.0), (-6.0, 0.0)].map(|(x, y)| c + Vec2::new(x, y)).to_vec();
        ui.painter().add(Shape::convex_polygon(kite, shown.coat(side), Stroke::new(1.2, theme::INK)));
        ui.add(egui::Label::new(theme::body(format!("{:.0} %: {word}", share * 100.0))).truncate());
    });
    let told = tally.luck.iter().filter_map(|(label, sides)| Some((label, sides.get(&side)?)));
    let mut told: Vec<(&String, &Luck)> = told.filter(|(_, luck)| luck.tries() > 1).collect();
    told.sort_by(|a, b| a.1.percentile().total_cmp(&b.1.percentile()));
    let told: Vec<_> = if told.len() > 1 {
        [told.last(), told.first()].into_iter().flatten().collect()
    } else {
        told.iter().collect()
    };
    for (word, (label, luck)) in ["best", "worst"].into_iter().zip(told) {
        let text = format!("{word}: {label}, {} drawn, {:.1} owed", luck.drawn, luck.expected());
        ui.add(egui::Label::new(theme::secondary(text)).truncate());
    }
    ui.add_space(6.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hill_reaches_from_what_could_have_come_about_to_the_needle() {
        let luck = Luck { chances: vec![0.5; 400], ..Luck::default() };
        let shares = luck.distribution();
        let (first, last) = span(&shares, 200);
        assert!(first > 150 && last < 250 && first < 180 && last > 220, "{first} to {last}");
        assert_eq!(span(&shares, 390), (first, 390));
        assert_eq!(span(&shares, 3), (3, last));
        assert_eq!(span(&[0.0, 1.0], 1), (1, 1));
    }
}

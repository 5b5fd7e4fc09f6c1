//! The report: who won and by which points, losses over time, luck, honours, the line of time, the seed.

use bevy_egui::egui::{
    self, Align, Align2, CornerRadius, FontId, Layout, Rect, RichText, Sense, Shape, Stroke, Ui, Vec2,
};
use egui_plot::{GridInput, GridMark, Line, LineStyle, MarkerShape, Plot, PlotPoints, Points};

use super::{
    deeds::Deed,
    luck::{Luck, Tally},
    pages,
    panels::{shown::Shown, standings, top},
    stage::Stage,
    theme,
    widgets::{self, Rank},
};
use crate::{english, forces::players};

/// What the page of the report has worked out, and of which log.
#[derive(Default)]
pub struct ReportPage {
    of: Option<(u64, usize)>,
    tally: Tally,
}

/// Shows the report of the battle on the table; before its end it shows how it stands.
pub fn show(ctx: &egui::Context, page: &mut ReportPage, shown: &Shown, deeds: &mut Vec<Deed>) {
    let now = (shown.battle.seed(), shown.log.len());
    if page.of != Some(now) {
        *page = ReportPage { of: Some(now), tally: Tally::of(&shown.view(), shown.log) };
    }
    let tally = &page.tally;
    let title = shown.view().occasion().title.clone();
    let turns = shown.view().clock().turn;
    let hour = shown.hour(turns).map_or(String::new(), |hour| format!(", {hour}"));
    let aside = match shown.battle.outcome() {
        Some(_) => format!("after the battle: {turns} turns played{hour}"),
        None => format!("how it stands in turn {turns}{hour}"),
    };
    let seed = shown.battle.seed();
    let room = pages::page(ctx, "report", &title, &aside, deeds, |ui, deeds| {
        if widgets::keyed_button(ui, "N", "Same battle, new seed", Rank::Bar, 30.0) {
            deeds.push(Deed::Again(seed.wrapping_add(1)));
        }
        if widgets::keyed_button(ui, "A", "The same again", Rank::Bar, 30.0) {
            deeds.push(Deed::Again(seed));
        }
        if widgets::keyed_button(ui, "B", "Another battle", Rank::Bar, 30.0) {
            deeds.push(Deed::Open(Stage::Setup));
        }
    });
    let places = Places::of(ctx, room);
    if let Some(head) = places.head {
        pages::place(ctx, "report head", head, |ui| winner(ui, shown));
    }
    if let Some(why) = places.why {
        pages::place(ctx, "report why", why, |ui| {
            widgets::head(ui, "Why: the points", "each with its rule");
            egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| standings(ui, shown, deeds));
        });
    }
    if let Some(losses) = places.losses {
        pages::place(ctx, "report losses", losses, |ui| {
            widgets::head(ui, "Losses over time", "out of action or fled");
            plot(ui, shown, tally);
        });
    }
    if let Some(honours) = places.honours {
        pages::place(ctx, "report honours", honours, |ui| {
            widgets::head(ui, "Honours of the day", "a click shows the moment");
            egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| distinctions(ui, tally, deeds));
        });
    }
    if let Some(luck) = places.luck {
        pages::place(ctx, "report luck", luck, |ui| {
            let questions: usize = tally.all.values().map(|luck| luck.chances.len()).sum();
            let asked = format!("{questions} questions put to chance, seed {seed}");
            widgets::head(ui, "Luck: what was owed and what was given", &asked);
            egui::ScrollArea::both().auto_shrink([false, false]).show(ui, |ui| questions_table(ui, shown, tally));
        });
    }
    if let Some(all) = places.all {
        pages::place(ctx, "report all", all, |ui| {
            widgets::head(ui, "Luck, all in all", "");
            for (side, luck) in &tally.all {
                gauge(ui, shown, *side, luck);
            }
            if tally.all.is_empty() {
                ui.label(theme::body("Nothing was left to chance yet."));
            }
            ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
                let state = format!("state {:016x}", shown.battle.checksum());
                ui.horizontal_wrapped(|ui| {
                    ui.label(theme::bold(format!("seed {seed}")));
                    ui.label(theme::secondary(&state));
                    if ui.button(theme::body("copy both")).clicked() {
                        ui.ctx().copy_text(format!("seed {seed}, {state}"));
                    }
                });
            });
        });
    }
    if let Some(foot) = places.foot {
        pages::place(ctx, "report foot", foot, |ui| timeline(ui, shown, deeds));
    }
}

/// Below this height in points who won and the line of time have no room beside the rest.
const VERY_LOW: f32 = 420.0;

/// Where the parts of the report lie; those that are not shown now have no place.
struct Places {
    head: Option<Rect>,
    foot: Option<Rect>,
    why: Option<Rect>,
    losses: Option<Rect>,
    honours: Option<Rect>,
    luck: Option<Rect>,
    all: Option<Rect>,
}

impl Places {
    fn of(ctx: &egui::Context, room: Rect) -> Self {
        let folded = pages::is_narrow(room.width()) || pages::is_low(room.height());
        let high = if folded { 76.0 } else { 96.0 };
        let head = Rect::from_min_size(room.min, Vec2::new(room.width(), high));
        let foot = Rect::from_min_max(egui::pos2(room.left(), room.bottom() - 72.0), room.max);
        if room.height() < VERY_LOW {
            let words = ["Result", "Points", "Losses", "Honours", "Luck", "All in all"];
            let (shown, room) = pages::tabbed(ctx, "report", room, &words);
            let part = |n: usize| (n == shown).then_some(room);
            let head = part(0).map(|room| Rect::from_min_size(room.min, Vec2::new(room.width(), high)));
            return Self {
                head,
                foot: part(0).map(|_| foot),
                why: part(1),
                losses: part(2),
                honours: part(3),
                luck: part(4),
                all: part(5),
            };
        }
        let middle = Rect::from_min_max(
            egui::pos2(room.left(), head.bottom() + theme::MARGIN),
            egui::pos2(room.right(), foot.top() - theme::MARGIN),
        );
        if folded {
            let words = ["Points", "Losses", "Honours", "Luck", "All in all"];
            let (shown, middle) = pages::tabbed(ctx, "report", middle, &words);
            let [why, losses, honours, luck, all] = std::array::from_fn(|n| (n == shown).then_some(middle));
            return Self { head: Some(head), foot: Some(foot), why, losses, honours, luck, all };
        }
        let [upper, lower] = pages::rows(middle, [1.0, 0.85]);
        let [why, losses, honours] = pages::columns(upper, [1.0, 1.15, 0.9]).map(Some);
        let [luck, all] = pages::columns(lower, [2.2, 0.9]).map(Some);
        Self { head: Some(head), foot: Some(foot), why, losses, honours, luck, all }
    }
}

fn winner(ui: &mut Ui, shown: &Shown) {
    let sides = &shown.view().sides().0;
    ui.horizontal(|ui| {
        let outcome = shown.battle.outcome();
        let (headline, text) = match outcome {
            Some(outcome) => (
                outcome
                    .winner
                    .map_or_else(|| "A draw".into(), |side| format!("Victory for the {}", sides[side.index()].short)),
                outcome.text.clone(),
            ),
            None => ("Not decided yet".to_string(), "The battle goes on.".to_string()),
        };
        if let Some(side) = outcome.and_then(|outcome| outcome.winner) {
            widgets::flag(ui, &sides[side.index()].flag, shown.coat(side), 56.0);
            ui.add_space(10.0);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(theme::secondary("points"));
            let points: Vec<f32> = match outcome {
                Some(outcome) => outcome.points.clone(),
                None => shown.battle.rules().standings(&shown.view()).iter().map(|s| s.points.total()).collect(),
            };
            for (n, side) in sides.iter().enumerate().rev() {
                let number = english::number(points.get(n).copied().unwrap_or(0.0));
                let font = FontId::new(38.0, theme::bold_family());
                ui.label(RichText::new(number).font(font).color(theme::INK));
                widgets::flag(ui, &side.flag, shown.coat(side.id), 24.0).on_hover_text(&side.name);
                if n > 0 {
                    ui.label(theme::italic("to", theme::SIZE_LIST));
                }
            }
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                ui.label(theme::title(headline, 32.0));
                ui.add(egui::Label::new(theme::body(&text)).truncate()).on_hover_text(&text);
            });
        });
    });
}

/// Turns and men come whole: nothing between them is named.
fn whole(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { String::new() }
}

fn plot(ui: &mut Ui, shown: &Shown, tally: &Tally) {
    let last = f64::from(shown.view().clock().turn.max(1)) + 1.0;
    let most = tally.losses.values().filter_map(|line| line.last()).map(|(_, n)| *n).max().unwrap_or(0);
    // The legend stands above, where no line runs through it.
    ui.horizontal_wrapped(|ui| {
        for (n, (side, line)) in tally.losses.iter().enumerate() {
            let (rect, _) = ui.allocate_exact_size(Vec2::new(30.0, 14.0), Sense::hover());
            let stroke = Stroke::new(2.5, shown.coat(*side));
            let ends = [rect.left_center(), rect.right_center()];
            if n % 2 == 0 {
                ui.painter().line_segment(ends, stroke);
                ui.painter().circle_filled(rect.center(), 4.0, stroke.color);
            } else {
                ui.painter().extend(Shape::dashed_line(&ends, stroke, 6.0, 4.0));
                let square = Rect::from_center_size(rect.center(), Vec2::splat(7.0));
                ui.painter().rect_filled(square, CornerRadius::ZERO, stroke.color);
            }
            let lost = line.last().map_or(0, |(_, lost)| *lost);
            ui.label(theme::body(format!("{} {lost}", shown.view().side_named(*side).short)));
            ui.add_space(10.0);
        }
    });
    // A mark beyond the plot would be written over what stands beside it.
    let marks = |input: GridInput, from: usize, to: usize, step: usize| -> Vec<GridMark> {
        let values = (from..=to).step_by(step.max(1)).map(|value| value as f64);
        let seen = values.filter(|value| (input.bounds.0..=input.bounds.1).contains(value));
        seen.map(|value| GridMark { value, step_size: step as f64 }).collect()
    };
    let step = (most + 1).div_ceil(6);
    let turns = move |input: GridInput| marks(input, 1, last as usize, 1);
    let men = move |input: GridInput| marks(input, 0, 6 * step, step);
    Plot::new("losses")
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .show_background(false)
        .include_x(1.0)
        .include_x(last)
        .include_y(0.0)
        .include_y(most as f64 + 1.0)
        .x_grid_spacer(turns)
        .y_grid_spacer(men)
        .x_axis_formatter(|mark, _| whole(mark.value))
        .y_axis_formatter(|mark, _| whole(mark.value))
        .x_axis_label("turn")
        .height((ui.available_height() - 6.0).max(80.0))
        .show(ui, |plot| {
            for (n, (side, line)) in tally.losses.iter().enumerate() {
                let colour = shown.coat(*side);
                let name = format!("{} {}", shown.view().side_named(*side).short, line.last().map_or(0, |(_, n)| *n));
                let mut stairs: Vec<[f64; 2]> = Vec::new();
                for (turn, losses) in line {
                    if let Some(before) = stairs.last() {
                        stairs.push([*turn, before[1]]);
                    }
                    stairs.push([*turn, *losses as f64]);
                }
                let end = stairs.last().map_or(0.0, |point| point[1]);
                stairs.push([last, end]);
                let style = if n % 2 == 0 { LineStyle::Solid } else { LineStyle::dashed_dense() };
                let shape = if n % 2 == 0 { MarkerShape::Circle } else { MarkerShape::Square };
                let marks: Vec<[f64; 2]> = line.iter().skip(1).map(|(turn, n)| [*turn, *n as f64]).collect();
                plot.line(Line::new(name.clone(), PlotPoints::from(stairs)).color(colour).width(2.5).style(style));
                plot.points(Points::new(name, PlotPoints::from(marks)).color(colour).radius(4.0).shape(shape));
            }
        });
}

fn distinctions(ui: &mut Ui, tally: &Tally, deeds: &mut Vec<Deed>) {
    if tally.honours.is_empty() {
        ui.label(theme::body("Nobody has stood out yet."));
    }
    for (who, what, step) in &tally.honours {
        let response = widgets::row(ui, false, |ui| {
            ui.horizontal(|ui| {
                ui.label(theme::title(who, theme::SIZE_LIST));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(
                        RichText::new(format!("step {step}"))
                            .size(theme::SIZE_SECONDARY)
                            .color(theme::LINK)
                            .underline(),
                    );
                });
            });
            ui.label(theme::body(what));
        });
        if response.clicked() {
            deeds.push(Deed::Seek(*step));
            deeds.push(Deed::Open(Stage::Battle));
        }
    }
}

fn questions_table(ui: &mut Ui, shown: &Shown, tally: &Tally) {
    if tally.luck.is_empty() {
        ui.label(theme::body("Nothing was left to chance yet."));
        return;
    }
    egui::Grid::new("luck").spacing([18.0, 6.0]).show(ui, |ui| {
        ui.label(theme::secondary("question"));
        for side in players(&shown.view().sides().0) {
            for head in [side.short.as_str(), "draws", "expected", "drawn", ""] {
                let text = theme::secondary(head);
                ui.label(if head == side.short { theme::bold(head).color(shown.coat(side.id)) } else { text });
            }
        }
        ui.end_row();
        for (label, sides) in &tally.luck {
            ui.label(theme::bold(label));
            for side in shown.view().sides().players() {
                let Some(luck) = sides.get(&side) else {
                    for _ in 0..5 {
                        ui.label("");
                    }
                    continue;
                };
                hill(ui, luck);
                ui.label(theme::body(luck.chances.len().to_string()));
                ui.label(theme::body(format!("{:.1}", luck.expected())));
                ui.label(theme::bold(luck.drawn.to_string()));
                ui.label(theme::body(format!("{:.0} %", luck.percentile() * 100.0)));
            }
            ui.end_row();
        }
    });
    ui.label(theme::secondary("The needle is what was drawn; the hill is what such battles would draw. Per cent: how many of them would have been no luckier."));
}

/// The hill of what could have been drawn, and the needle of what was.
fn hill(ui: &mut Ui, luck: &Luck) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(120.0, 24.0), Sense::hover());
    let painter = ui.painter();
    let shares = luck.distribution();
    let most = shares.iter().copied().fold(1e-9, f64::max);
    let tries = luck.chances.len().max(1) as f32;
    let x = |n: f32| rect.left() + rect.width() * n / tries;
    let points: Vec<egui::Pos2> = shares
        .iter()
        .enumerate()
        .map(|(n, share)| egui::pos2(x(n as f32), rect.bottom() - 3.0 - 18.0 * (*share / most) as f32))
        .collect();
    for point in &points {
        painter.vline(
            point.x,
            point.y..=rect.bottom() - 3.0,
            Stroke::new((rect.width() / tries).clamp(1.0, 12.0), theme::PAPER_DARK),
        );
    }
    painter.add(Shape::line(points, Stroke::new(1.0, theme::INK3)));
    painter.hline(rect.x_range(), rect.bottom() - 3.0, Stroke::new(1.0, theme::INK2));
    let needle = x(luck.drawn as f32);
    painter.vline(needle, rect.top()..=rect.bottom(), Stroke::new(2.0, theme::INK));
}

fn gauge(ui: &mut Ui, shown: &Shown, side: crate::forces::SideId, luck: &Luck) {
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
        ui.painter().rect(
            bar,
            CornerRadius::same(2),
            theme::FIELD,
            Stroke::new(1.0, theme::INK2),
            egui::StrokeKind::Inside,
        );
        ui.painter().vline(bar.center().x, bar.y_range(), Stroke::new(1.0, theme::INK3));
        let c = egui::pos2(bar.left() + bar.width() * share.clamp(0.02, 0.98), rect.center().y);
        let kite = [(0.0, -10.0), (6.0, 0.0), (0.0, 10.0), (-6.0, 0.0)].map(|(x, y)| c + Vec2::new(x, y)).to_vec();
        ui.painter().add(Shape::convex_polygon(kite, shown.coat(side), Stroke::new(1.2, theme::INK)));
        ui.label(theme::body(format!("{:.0} %: {word}", share * 100.0)));
    });
}

fn timeline(ui: &mut Ui, shown: &Shown, deeds: &mut Vec<Deed>) {
    ui.horizontal(|ui| {
        let before = deeds.len();
        if widgets::keyed_button(ui, "W", "Watch from the start", Rank::Gold, 44.0) {
            deeds.push(Deed::Seek(0));
            deeds.push(Deed::Pause);
        }
        let width = ui.available_width() - 150.0;
        egui::Frame::NONE
            .fill(theme::TABLE)
            .corner_radius(CornerRadius::same(4))
            .inner_margin(egui::Margin::symmetric(6, 4))
            .show(ui, |ui| {
                top::scrubber(ui, Vec2::new(width, 44.0), shown, deeds);
            });
        let (rect, _) = ui.allocate_exact_size(Vec2::new(110.0, 44.0), Sense::hover());
        let font = FontId::new(theme::SIZE_BODY, theme::bold_family());
        let steps = shown.session.steps();
        ui.painter().text(
            rect.left_center(),
            Align2::LEFT_CENTER,
            format!("step {} of {}", steps.0, steps.1),
            font,
            theme::INK,
        );
        if deeds.len() > before {
            deeds.push(Deed::Open(Stage::Battle));
        }
    });
}

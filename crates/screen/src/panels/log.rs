//! The battle log: one line an event, its details folded under it, the sum and the rules when it is unfolded.

use bevy_egui::egui::{self, Align, CornerRadius, Layout, Pos2, Rect, Sense, Stroke, Ui, Vec2};
use std::ops::Range;

use super::{Desk, shown::Shown};
use crate::{pictures::Pictures, theme, ui_action::UiAction, widgets};
use grapeshot_floor::{
    english::{self, words::in_words},
    events::{BattleEvent, EventKind, folded, worth_reading},
};

in_words! {
    /// Which events the log lists.
    #[derive(Default)]
    pub enum Filter: word {
        /// All main events.
        #[default]
        All = "all";
        /// What was shot, struck, fought and lost.
        Fighting = "fighting";
        /// Cards and dice.
        Chance = "cards and dice";
    }
}

impl Filter {
    fn next(self) -> Self {
        match self {
            Self::All => Self::Fighting,
            Self::Fighting => Self::Chance,
            Self::Chance => Self::All,
        }
    }

    fn lets_through(self, group: &[BattleEvent]) -> bool {
        match self {
            Self::All => true,
            Self::Fighting => group.iter().any(|event| {
                matches!(
                    event.kind,
                    EventKind::Shot { .. }
                        | EventKind::Fought { .. }
                        | EventKind::Hit { .. }
                        | EventKind::Removed { .. }
                )
            }),
            Self::Chance => {
                group.iter().any(|event| matches!(event.kind, EventKind::Drew(_) | EventKind::Rolled { .. }))
            }
        }
    }
}

/// Shows the log, the newest event first.
pub fn show(ui: &mut Ui, shown: &Shown, desk: &mut Desk, pictures: &mut Pictures, ui_actions: &mut Vec<UiAction>) {
    ui.horizontal(|ui| {
        ui.label(theme::title("Battle log", theme::SIZE_PANEL));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if widgets::text_link(ui, &format!("filter: {}", desk.filter.word())).clicked() {
                desk.filter = desk.filter.next();
            }
        });
    });
    widgets::rule(ui);
    let events = shown.events();
    let barrier = shown.barrier();
    let groups: Vec<Range<usize>> = folded(events)
        .into_iter()
        .rev()
        .filter(|line| desk.filter.lets_through(&events[line.clone()]))
        .take(400)
        .collect();
    egui::ScrollArea::vertical().id_salt("log").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        let mut barred = false;
        for line in groups {
            if !barred && barrier.is_some_and(|barrier| barrier >= line.start) {
                barred = true;
                let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 22.0), Sense::hover());
                ui.painter().hline(rect.x_range(), rect.top() + 3.0, Stroke::new(2.0, theme::SELECT));
                let font = egui::FontId::new(theme::SIZE_SECONDARY, theme::italic_family());
                let at = rect.left_center() + Vec2::new(6.0, 3.0);
                ui.painter().text(
                    at,
                    egui::Align2::LEFT_CENTER,
                    "undo stops at this line: chance was shown",
                    font,
                    theme::INK2,
                );
            }
            group(ui, shown, desk, pictures, line.start, &events[line], ui_actions);
        }
    });
}

/// Points that the bar and the sign before a line of the log take.
const SIGN: f32 = 14.0;
/// The most rows of a line that is folded.
const ROWS: usize = 6;
/// Points that are left for the link to the rule.
const LINK: f32 = 62.0;

fn group(
    ui: &mut Ui,
    shown: &Shown,
    desk: &mut Desk,
    pictures: &mut Pictures,
    index: usize,
    events: &[BattleEvent],
    ui_actions: &mut Vec<UiAction>,
) {
    let main = &events[0];
    let unfolded = desk.unfolded == Some(index);
    let response = widgets::row(ui, unfolded, |ui| {
        ui.horizontal_top(|ui| {
            let room = ui.available_width() - SIGN - LINK;
            let font = egui::FontId::proportional(theme::SIZE_BODY);
            let mut job = egui::text::LayoutJob::simple(shown.in_short(&main.text), font, theme::INK, room);
            // The result stands at the end of a line.
            job.wrap.max_rows = ROWS;
            let text = ui.painter().layout_job(job);
            let (rect, _) = ui.allocate_exact_size(Vec2::new(SIGN, text.size().y.max(20.0)), Sense::hover());
            let bar = Rect::from_min_size(rect.min, Vec2::new(4.0, rect.height()));
            ui.painter().rect_filled(bar, CornerRadius::ZERO, shown.coat_of(main.side));
            fold_sign(ui, Pos2::new(rect.center().x + 5.0, rect.top() + 10.0), unfolded);
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                widgets::rule_link(ui, &main.rule, ui_actions);
                ui.with_layout(Layout::left_to_right(Align::Min), |ui| ui.label(text));
            });
        });
    });
    if response.clicked() {
        desk.unfolded = if unfolded { None } else { Some(index) };
    }
    if unfolded {
        egui::Frame::NONE
            .fill(theme::FIELD)
            .stroke(Stroke::new(1.0, theme::INK3))
            .corner_radius(CornerRadius::same(3))
            .inner_margin(egui::Margin::symmetric(8, 6))
            .show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.add(egui::Label::new(theme::bold(&main.text)).wrap());
                let told = worth_reading(main, &events[1..]);
                for (n, event) in std::iter::once(main).chain(told).enumerate() {
                    if n > 0 {
                        ui.horizontal(|ui| {
                            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                                widgets::rule_link(ui, &event.rule, ui_actions);
                                ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                                    ui.add(egui::Label::new(theme::body(&event.text)).wrap());
                                });
                            });
                        });
                    }
                    widgets::sum(ui, &event.explained, ui_actions);
                    if event.explained.modifiers().len() > 1 {
                        let total = english::number(event.explained.total());
                        widgets::sum_line(ui, theme::bold("in all"), &total, None, ui_actions);
                    }
                    chance(ui, shown, pictures, event);
                }
                ui.horizontal(|ui| {
                    ui.label(theme::secondary(format!("turn {}, order {}", main.turn, main.step)));
                    if widgets::text_link(ui, "show this moment").clicked() {
                        ui_actions.push(UiAction::Seek(main.step as usize));
                    }
                });
            });
    }
}

fn fold_sign(ui: &Ui, at: Pos2, unfolded: bool) {
    let points = if unfolded {
        vec![at + Vec2::new(-4.0, -2.5), at + Vec2::new(4.0, -2.5), at + Vec2::new(0.0, 3.5)]
    } else {
        vec![at + Vec2::new(-2.5, -4.0), at + Vec2::new(3.5, 0.0), at + Vec2::new(-2.5, 4.0)]
    };
    ui.painter().add(egui::Shape::convex_polygon(points, theme::INK2, Stroke::NONE));
}

/// The card or the dice of an event.
fn chance(ui: &mut Ui, shown: &Shown, pictures: &mut Pictures, event: &BattleEvent) {
    match &event.kind {
        EventKind::Rolled { faces, dice, .. } => {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                for die in dice {
                    let (rect, response) = ui.allocate_exact_size(Vec2::splat(26.0), Sense::hover());
                    widgets::paint_die(ui.painter(), rect, *faces, *die);
                    response.on_hover_text(format!("d{faces}: {die}"));
                }
            });
        }
        EventKind::Drew(drawn) => {
            if let Some(texture) = pictures.card(ui.ctx(), shown.battle.vocabulary(), drawn, 100) {
                ui.add(egui::Image::new((texture, Vec2::new(100.0, 140.0))));
            }
        }
        _ => {}
    }
}

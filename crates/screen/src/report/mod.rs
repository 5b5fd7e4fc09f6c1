//! The report: who won and by which points, losses over time, luck, honours, the line of time, the seed.

mod chance;
mod losses;

use bevy_egui::egui::{self, Align, Align2, CornerRadius, FontId, Layout, Rect, RichText, Sense, Ui, Vec2};

use super::{
    pages,
    panels::{shown::Shown, standings, top},
    stage::Stage,
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::english;
use grapeshot_game::luck::Tally;

/// What the page of the report has worked out, and the log it was worked out from.
#[derive(Default)]
pub struct ReportPage {
    of: Option<(u64, usize)>,
    tally: Tally,
}

/// Shows the report of the battle on the table; before its end it shows how it stands.
pub fn show(ctx: &egui::Context, page: &mut ReportPage, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let now = (shown.battle.seed(), shown.log.len());
    if page.of != Some(now) {
        *page = ReportPage { of: Some(now), tally: Tally::of(&shown.view(), shown.log) };
    }
    let tally = &page.tally;
    let title = shown.view().scenario_info().title.clone();
    let turns = shown.view().clock().turn;
    let hour = shown.hour(turns).map_or(String::new(), |hour| format!(", {hour}"));
    let aside = match shown.battle.outcome() {
        Some(_) => format!("after the battle: {turns} turns played{hour}"),
        None => format!("how it stands in turn {turns}{hour}"),
    };
    let seed = shown.battle.seed();
    let room = pages::page(ctx, "report", &title, &aside, ui_actions, |ui, ui_actions| bar(ui, seed, ui_actions));
    let places = Places::of(ctx, room);
    if let Some(head) = places.head {
        pages::place(ctx, "report head", head, |ui| winner(ui, shown));
    }
    if let Some(why) = places.why {
        pages::place(ctx, "report why", why, |ui| {
            widgets::head(ui, "Why: the points", "each with its rule");
            egui::ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| standings::show(ui, shown, ui_actions));
        });
    }
    if let Some(losses) = places.losses {
        pages::place(ctx, "report losses", losses, |ui| {
            widgets::head(ui, "Losses over time", "out of action or fled");
            losses::plot(ui, shown, tally);
        });
    }
    if let Some(honours) = places.honours {
        pages::place(ctx, "report honours", honours, |ui| {
            widgets::head(ui, "Honours of the day", "a click shows the moment");
            egui::ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| distinctions(ui, shown, tally, ui_actions));
        });
    }
    if let Some(luck) = places.luck {
        pages::place(ctx, "report luck", luck, |ui| {
            let questions: usize = tally.all.values().map(|luck| luck.tries()).sum();
            let asked = format!("{questions} questions put to chance");
            widgets::head(ui, "Luck: what was owed and what was given", &asked);
            egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| chance::table(ui, shown, tally));
        });
    }
    if let Some(all) = places.all {
        pages::place(ctx, "report all", all, |ui| {
            widgets::head(ui, "Luck, all in all", "");
            let state = format!("state {:016x}", shown.battle.checksum());
            let list = (ui.available_height() - STATE).max(40.0);
            egui::ScrollArea::vertical().auto_shrink([false, false]).max_height(list).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                for (side, luck) in &tally.all {
                    chance::gauge(ui, shown, tally, *side, luck);
                }
                if tally.all.is_empty() {
                    ui.label(theme::body("Nothing was left to chance yet."));
                }
            });
            ui.add(egui::Label::new(theme::secondary(format!("seed {seed}, {state}"))).truncate());
        });
    }
    if let Some(foot) = places.foot {
        pages::place(ctx, "report foot", foot, |ui| timeline(ui, shown, ui_actions));
    }
}

/// What can be done now, in the bar of the page.
fn bar(ui: &mut Ui, seed: u64, ui_actions: &mut Vec<UiAction>) {
    let narrow = pages::is_narrow(ui.ctx().content_rect().width());
    for (key, label, short, ui_action) in [
        ("N", "Same battle, new seed", "New seed", UiAction::Again(seed.wrapping_add(1))),
        ("A", "The same again", "Again", UiAction::Again(seed)),
        ("B", "Another battle", "Another", UiAction::Open(Stage::Setup)),
        ("E", "Export", "Export", UiAction::Export),
        ("S", "Story", "Story", UiAction::Story),
    ] {
        if widgets::keyed_button(ui, key, if narrow { short } else { label }, Rank::Bar, 30.0) {
            ui_actions.push(ui_action);
        }
    }
}

/// Below this height in points who won and the line of time have no room beside the rest.
const VERY_LOW: f32 = 420.0;

/// Points that the line with the seed takes.
const STATE: f32 = 28.0;

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
        let high = 80.0;
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
        let [upper, lower] = pages::rows(middle, [1.0, 0.9]);
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

fn distinctions(ui: &mut Ui, shown: &Shown, tally: &Tally, ui_actions: &mut Vec<UiAction>) {
    if tally.honours.is_empty() {
        ui.label(theme::body("Nobody has stood out yet."));
    }
    for honour in &tally.honours {
        let response = widgets::row(ui, false, |ui| {
            ui.horizontal(|ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let step = RichText::new(format!("order {}", honour.step));
                    ui.label(step.size(theme::SIZE_SECONDARY).color(theme::LINK).underline());
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        let flag = &shown.view().side_named(honour.side).flag;
                        widgets::flag(ui, flag, shown.coat(honour.side), 14.0);
                        ui.add(egui::Label::new(theme::title(&honour.who, theme::SIZE_LIST)).truncate());
                    });
                });
            });
            ui.add(egui::Label::new(theme::body(&honour.what)).truncate()).on_hover_text(&honour.what);
        });
        if response.clicked() {
            ui_actions.push(UiAction::Seek(honour.step));
            ui_actions.push(UiAction::Open(Stage::Battle));
        }
    }
}

fn timeline(ui: &mut Ui, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    ui.horizontal(|ui| {
        let before = ui_actions.len();
        if widgets::keyed_button(ui, "W", "Watch from the start", Rank::Gold, 44.0) {
            ui_actions.push(UiAction::Seek(0));
            ui_actions.push(UiAction::Pause);
        }
        let width = ui.available_width() - 150.0;
        egui::Frame::NONE
            .fill(theme::TABLE)
            .corner_radius(CornerRadius::same(4))
            .inner_margin(egui::Margin::symmetric(6, 4))
            .show(ui, |ui| {
                top::scrubber(ui, Vec2::new(width, 44.0), shown, ui_actions);
            });
        let (rect, _) = ui.allocate_exact_size(Vec2::new(110.0, 44.0), Sense::hover());
        let font = FontId::new(theme::SIZE_BODY, theme::bold_family());
        let steps = shown.session.steps();
        ui.painter().text(
            rect.left_center(),
            Align2::LEFT_CENTER,
            format!("order {} of {}", steps.0, steps.1),
            font,
            theme::INK,
        );
        if ui_actions.len() > before {
            ui_actions.push(UiAction::Open(Stage::Battle));
        }
    });
}

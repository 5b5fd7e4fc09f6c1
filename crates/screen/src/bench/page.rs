//! The page of the bench: a bar with the scenario, the layers with their keys, the card of the chosen unit, and what is
//! wrong with the files.

use std::{fmt::Debug, hash::Hash};

use bevy_egui::egui::{
    self, Align, Area, Color32, CornerRadius, FontId, Id, Layout, Order, Pos2, Rect, RichText, ScrollArea, Sense,
    Stroke, Ui, Vec2,
};

use super::{Bench, ROW, Wrong, editing::Editor, layers, measured, measuring::Series, mistakes, sheet};
use crate::{
    camera::{BoardView, Insets},
    pages,
    panels::{
        self, Desk,
        shown::{Shown, Worked},
        unit,
    },
    stage::Stage,
    theme,
    ui_action::{Edit, UiAction},
    widgets::{self, Rank},
};
use grapeshot_floor::{english, forces::UnitId};
use grapeshot_game::home;

/// Points that the bar is high.
const BAR: f32 = 52.0;
/// Points that the column at the left is wide.
const COLUMN: f32 = 320.0;
/// Points from top to bottom of the panel of the layers.
const LAYERS: f32 = 304.0;
/// Below this height in points what stands under the layers shares their panel.
const LEAST: f32 = 240.0;
/// Below this width of the window in points the series shares that panel, too: the table needs the room beside it.
const WIDE: f32 = 2.0 * (COLUMN + 2.0 * theme::MARGIN) + 300.0;
/// Points across that the list of mistakes must have beside the column; in a narrower window it has the place of both.
const LIST_WIDTH: f32 = 560.0;
/// The most points across of the slip at the foot of the table.
const SLIP_WIDTH: f32 = 520.0;
/// Frames after which everything is seen that was laid out for the first time.
const FRESH: u8 = 3;
/// The key that goes to the page on which battles are begun.
const BEGIN: &str = "N";
/// Points that a button of the bar is high.
const BUTTON: f32 = 30.0;

/// Shows the page; returns what it takes of the window.
pub fn show(
    ctx: &egui::Context,
    bench: &Bench,
    shown: Option<&Shown>,
    desk: &mut Desk,
    board: &BoardView,
    ui_actions: &mut Vec<UiAction>,
) -> Insets {
    let screen = ctx.content_rect();
    Area::new(Id::new("bench bar")).order(Order::Middle).constrain(false).fixed_pos(screen.min).show(ctx, |ui| {
        bar(ui, Rect::from_min_size(screen.min, Vec2::new(screen.width(), BAR)), bench, shown, ui_actions);
    });
    let editor = bench.editor().filter(|_| bench.wrong().is_none());
    if pages::escaped(ctx) {
        let lays_down = editor.is_some_and(|editor| editor.stake().is_some());
        let back = bench.leads_back().then_some(UiAction::Back);
        ui_actions.extend(if lays_down { Some(UiAction::Edit(Edit::LayDown)) } else { back });
    }
    let mut insets = Insets { top: BAR, ..Insets::default() };
    if let Some(shown) = shown {
        layers::keys(ctx, bench, shown, ui_actions);
        let top = screen.top() + BAR + theme::MARGIN;
        let column = Rect::from_min_max(
            Pos2::new(screen.left() + theme::MARGIN, top),
            Pos2::new(screen.left() + theme::MARGIN + COLUMN, screen.bottom() - theme::MARGIN),
        );
        let aside = screen.width() >= WIDE;
        let left = COLUMN + 2.0 * theme::MARGIN;
        // Beside the column a narrow window has no room for the lines of a file.
        if bench.wrong().is_none() || screen.width() >= left + LIST_WIDTH {
            left_column(ctx, column, Under::of(bench, shown, !aside), bench, shown, desk, ui_actions);
            insets.left = left;
        }
        if aside && bench.series().is_some() {
            let column =
                column.with_min_x(screen.right() - theme::MARGIN - COLUMN).with_max_x(screen.right() - theme::MARGIN);
            panel(ctx, "bench series", (), column, |ui| measured::show(ui, bench.series(), shown, ui_actions));
            insets.right = COLUMN + 2.0 * theme::MARGIN;
        }
        if let Some(editor) = editor {
            sheet::draw(ctx, editor, &shown.battle.view(), board);
        }
        if let Some(series) = bench.series() {
            measured::heat(ctx, series, shown.session.scenario(), &shown.preferences.palette, board);
        }
    }
    let free =
        Rect::from_min_max(screen.min + Vec2::new(insets.left, insets.top), screen.max - Vec2::new(insets.right, 0.0));
    match bench.wrong() {
        Some(wrong) => {
            if shown.is_some() {
                mistakes::mark(ctx, wrong, board);
            }
            mistakes::list(ctx, free, wrong, shown.is_some(), ui_actions);
        }
        None if !bench.was_read() => waiting(ctx, free, bench),
        None => {}
    }
    let told = editor.and_then(|editor| editor.told.as_deref());
    let how = editor.and_then(sheet::how_to_draw);
    match (told, &how) {
        (Some(told), _) => slip(ctx, free, told, theme::TARGET),
        (None, Some(how)) => slip(ctx, free, how, theme::INK),
        (None, None) => {}
    }
    let chosen = shown.and_then(|shown| shown.session.selection().unit);
    let (edits, plays) = (bench.editor().map(|editor| editor.chosen), bench.series().is_some());
    draw_again(ctx, (shown.is_some(), chosen, bench.wrong().map(Wrong::text), (told, how), edits, plays));
    insets
}

/// A panel whose contents are scrolled where they have no room, beside a bar that covers none of them; what it tells of
/// something else begins at its top.
fn panel(ctx: &egui::Context, id: &str, of: impl Hash + Debug, rect: Rect, contents: impl FnOnce(&mut Ui)) {
    panels::at(ctx, id, rect, |ui| {
        widgets::clear_of_bars(ui);
        ScrollArea::vertical().id_salt((id, of)).auto_shrink([false, false]).show(ui, contents);
    });
}

/// Draws some frames more after something else is shown: what is laid out for the first time is seen only a frame later.
fn draw_again(ctx: &egui::Context, what: impl Hash + Debug) {
    let (kept, now) = (Id::new("bench laid out"), Id::new(what));
    let (known, left) = ctx.data(|data| data.get_temp::<(Id, u8)>(kept)).unwrap_or((Id::NULL, 0));
    let left = if known == now { left.saturating_sub(1) } else { FRESH };
    ctx.data_mut(|data| data.insert_temp(kept, (now, left)));
    if left > 0 {
        ctx.request_repaint();
    }
}

/// The way back if there is one, the title of the scenario, its file, the way to another battle, and whether the table is
/// as the file has it.
fn bar(ui: &mut Ui, rect: Rect, bench: &Bench, shown: Option<&Shown>, ui_actions: &mut Vec<UiAction>) {
    ui.painter().rect_filled(rect, CornerRadius::ZERO, theme::TABLE);
    ui.painter().hline(rect.x_range(), rect.bottom() - 1.0, Stroke::new(2.0, theme::BRASS));
    ui.allocate_rect(rect, Sense::click_and_drag());
    let inside = rect.shrink2(Vec2::new(16.0, 8.0));
    ui.scope_builder(egui::UiBuilder::new().max_rect(inside).layout(Layout::right_to_left(Align::Center)), |ui| {
        let (word, dark) = match bench.wrong() {
            Some(wrong) => (english::count(wrong.count, "mistake"), true),
            None if bench.was_read() => ("as saved".to_owned(), false),
            None => ("reading".to_owned(), false),
        };
        widgets::badge(ui, &word, dark);
        ui.add_space(8.0);
        if !home::PAGE && widgets::keyed_button(ui, BEGIN, "Another battle", Rank::Bar, BUTTON) {
            ui_actions.push(UiAction::Open(Stage::Design));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            if bench.leads_back() {
                if widgets::key_button(ui, "Esc", "Back", Rank::Bar, BUTTON).clicked() {
                    ui_actions.push(UiAction::Back);
                }
                ui.add_space(8.0);
            }
            let file = bench.file().display().to_string();
            let (title, aside) = match shown {
                Some(shown) => {
                    let scenario = shown.session.scenario();
                    let (book, turns) = (shown.battle.rulebook().title, scenario.turns.into());
                    (scenario.title.clone(), format!("{book}, {}    {file}", english::count(turns, "turn")))
                }
                None => (file, String::new()),
            };
            let title = theme::title(title, theme::SIZE_TITLE).color(theme::IVORY);
            ui.add(egui::Label::new(title).truncate());
            ui.add_space(8.0);
            let font = FontId::proportional(theme::SIZE_BODY);
            let room = ui.available_width();
            if ui.painter().layout_no_wrap(aside.clone(), font.clone(), theme::IVORY).size().x <= room {
                ui.label(RichText::new(aside).font(font).color(theme::BRASS_LIGHT));
            }
        });
    });
}

/// What stands under the layers.
struct Under<'b> {
    /// The series, where it has no column of its own.
    series: Option<&'b Series>,
    /// The table that is changed.
    editor: Option<&'b Editor>,
    /// The chosen unit, if the table is not changed.
    unit: Option<UnitId>,
}

impl<'b> Under<'b> {
    fn of(bench: &'b Bench, shown: &Shown, with_series: bool) -> Self {
        let editor = bench.editor().filter(|_| bench.wrong().is_none());
        let chosen = shown.session.selection().unit.filter(|unit| shown.view().knows_unit(*unit));
        Self { series: bench.series().filter(|_| with_series), editor, unit: chosen.filter(|_| editor.is_none()) }
    }

    fn is_empty(&self) -> bool {
        self.series.is_none() && self.editor.is_none() && self.unit.is_none()
    }

    fn show(&self, ui: &mut Ui, shown: &Shown, desk: &mut Desk, ui_actions: &mut Vec<UiAction>) {
        if self.series.is_some() {
            measured::show(ui, self.series, shown, ui_actions);
        }
        if let Some(editor) = self.editor {
            sheet::show(ui, editor, shown, ui_actions);
        }
        if let Some(unit) = self.unit {
            let mut worked = Worked::default();
            worked.refresh(shown);
            unit::show(ui, shown, &mut worked, desk, unit, ui_actions);
        }
    }
}

/// The layers, and under them the sheet or the card; where the column is too low for both or holds the series, too, one
/// panel has all of it.
fn left_column(
    ctx: &egui::Context,
    column: Rect,
    under: Under,
    bench: &Bench,
    shown: &Shown,
    desk: &mut Desk,
    ui_actions: &mut Vec<UiAction>,
) {
    let more = bench.played().map_or(0.0, |_| ROW + 6.0);
    let height = (LAYERS + more).min(column.height());
    let card = column.with_min_y(column.top() + height + theme::MARGIN);
    if !under.is_empty() && (under.series.is_some() || card.height() < LEAST) {
        panel(ctx, "bench layers", (), column, |ui| {
            layers::show(ui, bench, shown, ui_actions);
            ui.add_space(8.0);
            under.show(ui, shown, desk, ui_actions);
        });
        return;
    }
    panel(ctx, "bench layers", (), column.with_max_y(column.top() + height), |ui| {
        layers::show(ui, bench, shown, ui_actions);
    });
    if !under.is_empty() {
        let of = (bench.file(), under.unit, under.editor.map(|editor| editor.chosen));
        panel(ctx, "bench sheet", of, card, |ui| under.show(ui, shown, desk, ui_actions));
    }
}

/// Says at the foot of the table, wherever the sheet is scrolled to, why a change was not made, or how one is.
fn slip(ctx: &egui::Context, free: Rect, words: &str, ink: Color32) {
    let room = free.shrink(theme::MARGIN);
    let at = Pos2::new(room.center().x, room.bottom());
    let area = Area::new(Id::new("bench told")).order(Order::Middle).interactable(false);
    area.pivot(egui::Align2::CENTER_BOTTOM).fixed_pos(at).show(ctx, |ui| {
        theme::panel_frame().stroke(Stroke::new(2.0, ink)).show(ui, |ui| {
            ui.set_width((room.width() - 30.0).min(SLIP_WIDTH));
            ui.add(egui::Label::new(theme::bold(words).color(ink)).wrap());
        });
    });
}

/// Says that the file is being read.
fn waiting(ctx: &egui::Context, free: Rect, bench: &Bench) {
    let name = bench.file().file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Area::new(Id::new("bench reads")).order(Order::Middle).fixed_pos(free.min + Vec2::splat(24.0)).show(ctx, |ui| {
        ui.label(theme::title(format!("Reading {name}"), theme::SIZE_PANEL).color(theme::IVORY));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_that_tells_of_something_else_begins_at_its_top() {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let frame = |of: usize, to_the_end: bool| {
            ctx.begin_pass(egui::RawInput::default());
            let mut top = 0.0;
            let rect = Rect::from_min_size(Pos2::ZERO, Vec2::new(300.0, 200.0));
            panel(&ctx, "panel", of, rect, |ui| {
                top = ui.next_widget_position().y;
                (0..100).for_each(|n| drop(ui.label(n.to_string())));
                if to_the_end {
                    ui.scroll_to_cursor(None);
                }
            });
            ctx.end_pass().textures_delta.clear();
            top
        };
        let at_rest = |of: usize, to_the_end: bool| (0..60).fold(0.0, |_, _| frame(of, to_the_end));
        let begin = at_rest(1, false);
        assert!(at_rest(1, true) < begin - 100.0, "it is scrolled");
        assert!((at_rest(2, false) - begin).abs() < 1.0, "the other is at its top");
        assert!(at_rest(1, false) < begin - 100.0, "the first stays where it was");
    }

    #[test]
    fn the_bar_of_a_panel_covers_no_words() {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let width = |lines: usize| {
            let mut width = 0.0;
            for _ in 0..60 {
                ctx.begin_pass(egui::RawInput::default());
                let rect = Rect::from_min_size(Pos2::ZERO, Vec2::new(300.0, 200.0));
                panel(&ctx, "panel", (), rect, |ui| {
                    width = ui.available_width();
                    (0..lines).for_each(|n| drop(ui.label(n.to_string())));
                });
                ctx.end_pass().textures_delta.clear();
            }
            width
        };
        let (few, many) = (width(3), width(100));
        assert!(many < few - 6.0, "{many} points beside the bar, {few} without one");
    }
}

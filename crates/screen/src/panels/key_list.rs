//! The list of the keys, over the battle: those of the question first, in columns and on pages.

use bevy_egui::egui::{self, Align2, Area, Id, Order, Pos2, Rect, Sense, Ui, Vec2};

use super::{shade::shade, shown::Shown};
use crate::{
    preferences::{ACTIONS, FIXED},
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};

/// Points across the list of the keys, where there is room.
const KEYS_WIDTH: f32 = 1140.0;
/// Points for the name of a key in that list.
const KEY_ROOM: f32 = 104.0;
/// The height of a row of that list.
const KEY_ROW: f32 = 21.0;

/// A line of the list of the keys.
enum Line<'a> {
    /// What the keys below it are for.
    Head(&'static str),
    /// A key and what it does.
    Key(String, &'a str),
    /// A word without a key.
    Word(&'static str),
}

/// The keys, those of the question first: of the orders that may be given now.
fn key_lines<'a>(shown: &'a Shown) -> Vec<Line<'a>> {
    let mut lines = vec![Line::Head("At this question")];
    let open = shown.session.buttons().iter().filter(|button| button.open.is_ok());
    lines.extend(open.map(|button| Line::Key(shown.preferences.verb_key(&button.verb), button.verb.label)));
    if lines.len() == 1 {
        lines.push(Line::Word("Nobody at this screen is asked just now."));
    }
    lines.push(Line::Head("On the table"));
    lines.extend(ON_THE_TABLE.map(|(key, label)| Line::Key(key.to_owned(), label)));
    lines.push(Line::Head("Always"));
    lines.extend(FIXED.map(|(key, label)| Line::Key(key.to_owned(), label)));
    lines.extend(ACTIONS.iter().map(|action| Line::Key(shown.preferences.key(action).to_owned(), action.label)));
    lines
}

/// What the pointer does on the table.
pub const ON_THE_TABLE: [(&str, &str); 4] = [
    ("Wheel", "Zoom about the pointer"),
    ("Right drag", "Move the table"),
    ("Right click", "The menu of a piece; beside one, the last step back"),
    ("Shift", "Choose further men"),
];

/// Points between two lines of the list, and between two of its columns.
const KEY_GAP: Vec2 = Vec2::new(12.0, 3.0);
/// The least points that a column is wide, unless there is but one.
const KEY_COLUMN: f32 = 330.0;
/// The most columns.
const KEY_COLUMNS: usize = 3;

/// The lines of each column, from the height of each line and whether it is a heading: columns as high as they must be
/// so that there are at most `count`, and no higher than the room. No heading stands at the foot of a column.
fn columns_of(heights: &[(f32, bool)], count: usize, room: f32) -> Vec<std::ops::Range<usize>> {
    let filled = |most: f32| {
        let (mut columns, mut from, mut height) = (Vec::new(), 0, 0.0);
        for (n, (line, _)) in heights.iter().enumerate() {
            if height + line > most && n > from {
                let to = if heights[n - 1].1 && n - 1 > from { n - 1 } else { n };
                columns.push(from..to);
                (from, height) = (to, heights[to..n].iter().map(|(line, _)| line).sum());
            }
            height += line;
        }
        columns.push(from..heights.len());
        columns
    };
    let all: f32 = heights.iter().map(|(line, _)| line).sum();
    let mut most = all / count as f32;
    while most < room && filled(most).len() > count {
        most += KEY_ROW / 2.0;
    }
    filled(most.min(room))
}

/// Shows the keys in columns; where they have no room side by side, on pages.
pub(super) fn show(ctx: &egui::Context, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    if shade(ctx, "help shade") {
        ui_actions.push(UiAction::Help);
    }
    let screen = ctx.content_rect();
    let area = Area::new(Id::new("help")).order(Order::Foreground).pivot(Align2::CENTER_CENTER);
    area.fixed_pos(screen.center()).show(ctx, |ui| {
        let width = KEYS_WIDTH.min(screen.width() - 40.0);
        widgets::panel(ui, Vec2::new(width, 0.0), |ui| {
            let (room, lines) = (ui.available_width(), key_lines(shown));
            let most = ((room / KEY_COLUMN) as usize).clamp(1, KEY_COLUMNS);
            let wide = |count: usize| (room - KEY_GAP.x * (count - 1) as f32) / count as f32;
            let laid_out = |count: usize| {
                let heights: Vec<(f32, bool)> = lines.iter().map(|line| line_height(ui, line, wide(count))).collect();
                (count, columns_of(&heights, count, screen.height() - 110.0))
            };
            // Uses as few columns as can stand side by side.
            let fits = |(count, columns): &(usize, Vec<_>)| columns.len() <= *count;
            let found = (most.min(2)..=most).map(laid_out).find(fits);
            let (count, columns) = found.unwrap_or_else(|| laid_out(most));
            let column = wide(count);
            let pages = columns.len().div_ceil(count);
            let page = turned(ui, pages);
            ui.horizontal(|ui| {
                ui.label(theme::title("Keys", theme::SIZE_PANEL));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if widgets::key_button(ui, "Escape", "Back", Rank::Plain, 26.0).clicked() {
                        ui_actions.push(UiAction::Help);
                    }
                    if pages > 1 {
                        let word = format!("Page {} of {pages}: the next", page + 1);
                        if widgets::key_button(ui, "Right", &word, Rank::Plain, 26.0).clicked() {
                            turn_to(ui, page + 1);
                        }
                    }
                });
            });
            widgets::rule(ui);
            let top = ui.cursor().min;
            for (n, shown_here) in columns.into_iter().skip(page * count).take(count).enumerate() {
                let left = top.x + (column + KEY_GAP.x) * n as f32;
                let rect = Rect::from_min_size(Pos2::new(left, top.y), Vec2::new(column, 0.0));
                ui.scope_builder(egui::UiBuilder::new().max_rect(rect).id_salt(("keys", n)), |ui| {
                    ui.spacing_mut().item_spacing.y = KEY_GAP.y;
                    for line in &lines[shown_here] {
                        match line {
                            Line::Head(text) => _ = ui.label(theme::bold(*text)),
                            Line::Word(text) => _ = ui.label(theme::secondary(*text)),
                            Line::Key(key, label) => key_row(ui, key, label),
                        }
                    }
                });
            }
        });
    });
}

/// Where the page of the list of keys is kept.
pub fn page_id() -> Id {
    Id::new("page of keys")
}

fn turn_to(ui: &Ui, page: usize) {
    ui.data_mut(|data| data.insert_temp(page_id(), page));
}

/// The page that is open, of this many; the arrow keys turn it.
fn turned(ui: &Ui, pages: usize) -> usize {
    let page = ui.data(|data| data.get_temp::<usize>(page_id())).unwrap_or_default();
    let by = ui.input(|input| {
        let pressed = |key| usize::from(input.key_pressed(key));
        pressed(egui::Key::ArrowRight) + pages.saturating_sub(1) * pressed(egui::Key::ArrowLeft)
    });
    let page = (page + by) % pages.max(1);
    turn_to(ui, page);
    page
}

/// The height of a line in a column of a width, with the gap below it, and whether it is a heading.
fn line_height(ui: &Ui, line: &Line, column: f32) -> (f32, bool) {
    let high = |text: &str, size: f32, room: f32| {
        let font = egui::FontId::proportional(size);
        ui.painter().layout(text.to_owned(), font, theme::INK, room).size().y
    };
    let (height, heads) = match line {
        Line::Head(text) => (high(text, theme::SIZE_BODY, column), true),
        Line::Word(text) => (high(text, theme::SIZE_SECONDARY, column), false),
        Line::Key(_, label) => {
            let room = column - KEY_ROOM - ui.spacing().item_spacing.x;
            (high(label, theme::SIZE_BODY, room).max(KEY_ROW), false)
        }
    };
    (height + KEY_GAP.y, heads)
}

fn key_row(ui: &mut egui::Ui, key: &str, label: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = KEY_ROW;
        let (rect, _) = ui.allocate_exact_size(Vec2::new(KEY_ROOM, KEY_ROW), Sense::hover());
        let cap = widgets::Cap::of(ui.painter(), key);
        let at = Pos2::new(rect.left() + cap.width / 2.0, rect.center().y);
        cap.paint(ui.painter(), at, theme::PAPER_DARK);
        ui.add(egui::Label::new(theme::body(label)).wrap());
    });
}

//! The bars and the columns at the edges of the window, as many as it has room for.

use bevy_egui::egui::{self, Area, Id, Order, Pos2, Rect, Ui, Vec2};

use super::{
    Desk, NARROW, Tab, allotment, at, bottom, cards, log, minimap, roster,
    shown::{Shown, Worked},
    standings, steps, top, unit,
};
use crate::{
    camera::{BoardView, Insets},
    pictures::Pictures,
    theme,
    ui_action::UiAction,
    widgets,
};

/// Below this width or height in points one column is all there is room for, and it can be put away.
const SMALL: Vec2 = Vec2::new(1040.0, 520.0);
/// Points that the tabs of that column are wide, and that it is itself.
const DRAWER: (f32, f32) = (70.0, 266.0);

/// Below this height in points the right column has no room for the common card beside the last cards and the log.
const LOW: f32 = 540.0;

#[expect(clippy::too_many_arguments, reason = "they are the whole desk")]
pub(super) fn bars_and_columns(
    ctx: &egui::Context,
    screen: Rect,
    shown: &Shown,
    desk: &mut Desk,
    pictures: &mut Pictures,
    board: &BoardView,
    worked: &mut Worked,
    young: bool,
    ui_actions: &mut Vec<UiAction>,
) -> Insets {
    let narrow = screen.width() < NARROW;
    let small = screen.width() < SMALL.x || screen.height() < SMALL.y;
    let foot = bottom::height(screen.width());
    let bar = |id: &str, y: f32| {
        Area::new(Id::new(id)).order(Order::Middle).constrain(false).fixed_pos(Pos2::new(screen.left(), y))
    };
    bar("top bar", screen.top()).show(ctx, |ui| {
        ui.set_min_size(Vec2::new(screen.width(), theme::TOP_BAR));
        top::show(ui, screen.width(), narrow, shown, ui_actions);
    });
    bar("bottom bar", screen.bottom() - foot).show(ctx, |ui| {
        ui.set_min_size(Vec2::new(screen.width(), foot));
        bottom::show(ui, screen.width(), narrow, young, shown, ui_actions);
    });
    let bars = theme::TOP_BAR + steps::show(ctx, screen, shown, worked, ui_actions);
    let (left, right) = if narrow { (260.0, 260.0) } else { (320.0, 324.0) };
    let margin = if small { 4.0 } else { theme::MARGIN };
    let top = screen.top() + bars + margin;
    let height = screen.height() - bars - foot - 2.0 * margin;
    if small {
        let column = Rect::from_min_size(Pos2::new(screen.left() + margin, top), Vec2::new(0.0, height));
        let taken = drawer(ctx, column, shown, desk, pictures, board, worked, ui_actions);
        return Insets { left: taken + 2.0 * margin, top: bars, right: 0.0, bottom: foot, card: 0.0 };
    }
    let column = |x: f32, width: f32| Rect::from_min_size(Pos2::new(x, top), Vec2::new(width, height));
    left_column(
        ctx,
        column(screen.left() + theme::MARGIN, left),
        narrow,
        shown,
        desk,
        pictures,
        board,
        worked,
        ui_actions,
    );
    let place = column(screen.right() - theme::MARGIN - right, right);
    right_column(ctx, place, narrow, shown, desk, worked, pictures, ui_actions);
    let (left, right) = (left + 2.0 * theme::MARGIN, right + 2.0 * theme::MARGIN);
    Insets { left, top: bars, right, bottom: foot, card: 0.0 }
}

/// The one column of a small window: a strip of tabs, and beside it what the chosen one shows, until it is clicked
/// again.
#[expect(clippy::too_many_arguments, reason = "they are the whole desk")]
fn drawer(
    ctx: &egui::Context,
    column: Rect,
    shown: &Shown,
    desk: &mut Desk,
    pictures: &mut Pictures,
    board: &BoardView,
    worked: &mut Worked,
    ui_actions: &mut Vec<UiAction>,
) -> f32 {
    let (strip, wide) = DRAWER;
    let tabs =
        [(Tab::Unit, "Unit"), (Tab::Roster, "Roster"), (Tab::Map, "Map"), (Tab::Cards, "Cards"), (Tab::Log, "Log")];
    Area::new(Id::new("drawer tabs")).order(Order::Middle).constrain(false).fixed_pos(column.min).show(ctx, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.spacing_mut().interact_size.x = strip;
        for (tab, word) in tabs {
            let open = desk.drawer && desk.tab == tab;
            let rank = if open { widgets::Rank::Gold } else { widgets::Rank::Plain };
            if widgets::key_button(ui, "", word, rank, 28.0).clicked() {
                (desk.drawer, desk.tab) = (!open, tab);
            }
        }
    });
    if !desk.drawer {
        return strip;
    }
    let min = Pos2::new(column.left() + strip + 4.0, column.top());
    let (low, high) = board.seen();
    let seen = Some(bevy::math::Rect::from_corners(low, high));
    at(ctx, "drawer", Rect::from_min_size(min, Vec2::new(wide, column.height())), |ui| match desk.tab {
        Tab::Unit => unit_panel(ui, shown, desk, worked, ui_actions),
        Tab::Roster => units_panel(ui, shown, worked, desk, ui_actions),
        Tab::Map => minimap::show(ui, shown, pictures, seen, ui_actions),
        Tab::Cards => {
            egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                cards::common(ui, shown, worked, pictures, 84, ui_actions);
                if cards::any(shown) {
                    ui.add_space(8.0);
                    cards::last(ui, shown, pictures, true, ui_actions);
                }
            });
        }
        Tab::Log => log::show(ui, shown, desk, pictures, ui_actions),
    });
    strip + 4.0 + wide
}

#[expect(clippy::too_many_arguments, reason = "they are the whole desk")]
fn left_column(
    ctx: &egui::Context,
    column: Rect,
    narrow: bool,
    shown: &Shown,
    desk: &mut Desk,
    pictures: &mut Pictures,
    board: &BoardView,
    worked: &mut Worked,
    ui_actions: &mut Vec<UiAction>,
) {
    let (low, high) = board.seen();
    let seen = Some(bevy::math::Rect::from_corners(low, high));
    if narrow {
        at(ctx, "left column", column, |ui| {
            let tabs = [Tab::Unit, Tab::Roster, Tab::Map];
            let chosen = tabs.iter().position(|tab| *tab == desk.tab).unwrap_or(0);
            desk.tab = tabs[chosen];
            if let Some(n) = widgets::segments(ui, &["Unit", "Roster", "Map"], chosen) {
                desk.tab = tabs[n];
            }
            ui.add_space(4.0);
            match desk.tab {
                Tab::Unit => unit_panel(ui, shown, desk, worked, ui_actions),
                Tab::Roster => units_panel(ui, shown, worked, desk, ui_actions),
                Tab::Map | Tab::Cards | Tab::Log => minimap::show(ui, shown, pictures, seen, ui_actions),
            }
        });
        return;
    }
    let map = (column.height() * 0.21).clamp(120.0, 230.0);
    // Where each unit is given something the list of them comes first.
    let share = if shown.session.allotment().is_some() { 0.46 } else { 0.27 };
    let list = (column.height() * share).clamp(130.0, if share > 0.3 { 480.0 } else { 320.0 });
    let card = column.height() - map - list - 2.0 * theme::MARGIN;
    let part = |from: f32, height: f32| {
        Rect::from_min_size(Pos2::new(column.left(), column.top() + from), Vec2::new(column.width(), height))
    };
    at(ctx, "unit", part(0.0, card), |ui| unit_panel(ui, shown, desk, worked, ui_actions));
    at(ctx, "roster", part(card + theme::MARGIN, list), |ui| units_panel(ui, shown, worked, desk, ui_actions));
    at(ctx, "minimap", part(card + list + 2.0 * theme::MARGIN, map), |ui| {
        minimap::show(ui, shown, pictures, seen, ui_actions);
    });
}

/// The units of a side: its roster, or what each of them is given.
fn units_panel(ui: &mut Ui, shown: &Shown, worked: &mut Worked, desk: &mut Desk, ui_actions: &mut Vec<UiAction>) {
    match shown.session.allotment() {
        Some(allotment) => allotment::show(ui, shown, allotment, ui_actions),
        None => roster::show(ui, shown, worked, desk, ui_actions),
    }
}

fn unit_panel(ui: &mut Ui, shown: &Shown, desk: &mut Desk, worked: &mut Worked, ui_actions: &mut Vec<UiAction>) {
    egui::ScrollArea::vertical().id_salt("unit").auto_shrink([false, false]).show(ui, |ui| match shown.unit() {
        Some(id) => unit::show(ui, shown, worked, desk, id, ui_actions),
        None => {
            ui.label(theme::title("No unit chosen", theme::SIZE_PANEL));
            widgets::rule(ui);
            ui.add(egui::Label::new(theme::body("Click a piece on the table or a unit in the roster.")).wrap());
            standings::show(ui, shown, ui_actions);
        }
    });
}

#[expect(clippy::too_many_arguments, reason = "they are the whole desk")]
fn right_column(
    ctx: &egui::Context,
    column: Rect,
    narrow: bool,
    shown: &Shown,
    desk: &mut Desk,
    worked: &mut Worked,
    pictures: &mut Pictures,
    ui_actions: &mut Vec<UiAction>,
) {
    let mut top = column.top();
    let mut part = |height: f32| {
        let rect = Rect::from_min_size(Pos2::new(column.left(), top), Vec2::new(column.width(), height));
        top += height + theme::MARGIN;
        rect
    };
    let common = match (cards::any(shown), narrow) {
        (true, false) => 190.0,
        (true, true) => 172.0,
        (false, _) => 152.0,
    };
    // In a low window the log needs the room of the common card, or it would hang over the bar.
    if column.height() >= LOW || !cards::any(shown) {
        at(ctx, "common card", part(common), |ui| {
            ui.set_clip_rect(ui.max_rect().expand(2.0));
            cards::common(ui, shown, worked, pictures, if narrow { 84 } else { 116 }, ui_actions);
        });
    }
    if cards::any(shown) {
        let height = if narrow { 226.0 } else { 304.0 };
        at(ctx, "last cards", part(height), |ui| cards::last(ui, shown, pictures, narrow, ui_actions));
    }
    let used = part(0.0).top();
    at(ctx, "log panel", Rect::from_min_max(Pos2::new(column.left(), used), column.max), |ui| {
        log::show(ui, shown, desk, pictures, ui_actions);
    });
}

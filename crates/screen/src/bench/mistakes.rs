//! What is wrong with the files: numbers on the table, and the list over it.

use bevy_egui::egui::{self, Area, FontId, Id, Order, Pos2, Rect, RichText, ScrollArea, Stroke};

use super::{Mistake, Wrong};
use crate::{camera::BoardView, theme, ui_action::UiAction, widgets};
use grapeshot_floor::english;

/// Points from the middle to the edge of the mark of a mistake.
const MARK: f32 = 13.0;
/// The most of the free part that the list of mistakes covers.
const LIST_SHARE: f32 = 0.5;

/// Numbers on the table where mistakes are.
pub(super) fn mark(ctx: &egui::Context, wrong: &Wrong, board: &BoardView) {
    let painter = ctx.layer_painter(egui::LayerId::new(Order::Background, Id::new("bench marks")));
    for (n, mistake) in wrong.mistakes.iter().enumerate() {
        let Some(place) = mistake.at else { continue };
        // Of several at one place the first has its number there, with a sign that there are more.
        let there = |other: &Mistake| other.at == Some(place);
        if wrong.mistakes[..n].iter().any(there) {
            continue;
        }
        let more = if wrong.mistakes[n + 1..].iter().any(there) { "+" } else { "" };
        let at = board.to_points(place);
        painter.circle(at, MARK, theme::TARGET, Stroke::new(2.5, theme::IVORY));
        let font = FontId::proportional(theme::SIZE_BODY);
        painter.text(at, egui::Align2::CENTER_CENTER, format!("{}{more}", n + 1), font, theme::IVORY);
    }
}

/// What is wrong with the files, over the last good table; a click on a number goes to its place on the table.
pub(super) fn list(ctx: &egui::Context, free: Rect, wrong: &Wrong, table: bool, ui_actions: &mut Vec<UiAction>) {
    let room = free.shrink(theme::MARGIN);
    let most = if table { room.height() * LIST_SHARE } else { room.height() - 60.0 };
    let count = english::capital(&english::count(wrong.count, "mistake"));
    let head = match (wrong.of_script, table) {
        (true, _) => format!("{count} in the script: the table is as it ended"),
        (false, true) => format!("{count} in the files: the table is the last good one"),
        (false, false) => format!("{count} in the files"),
    };
    let at = Pos2::new(room.left(), if table { room.bottom() } else { room.top() });
    let pivot = if table { egui::Align2::LEFT_BOTTOM } else { egui::Align2::LEFT_TOP };
    Area::new(Id::new("bench mistakes")).order(Order::Foreground).constrain(true).pivot(pivot).fixed_pos(at).show(
        ctx,
        |ui| {
            theme::panel_frame().stroke(Stroke::new(2.0, theme::TARGET)).show(ui, |ui| {
                ui.set_width(room.width() - 30.0);
                // An area gives no more room than it took before: a longer list would keep the height of a shorter one.
                ui.set_max_height(room.height() - 30.0);
                ui.label(theme::title(head, theme::SIZE_PANEL).color(theme::TARGET));
                widgets::rule(ui);
                ScrollArea::vertical().id_salt("mistakes").max_height(most).auto_shrink([false, true]).show(ui, |ui| {
                    for (n, mistake) in wrong.mistakes.iter().enumerate() {
                        if let Some(at) = mistake.at.filter(|_| table) {
                            let place = format!("{}: at {:.0}, {:.0} on the table", n + 1, at.x, at.y);
                            if ui.link(theme::bold(place).color(theme::TARGET)).clicked() {
                                ui_actions.push(UiAction::LookAt(at));
                            }
                        }
                        ui.add(egui::Label::new(RichText::new(&mistake.text).monospace().color(theme::INK)).wrap());
                    }
                    let more = wrong.count - wrong.mistakes.len();
                    if more > 0 {
                        ui.label(theme::body(format!("and {more} more")).color(theme::INK));
                    }
                });
            });
        },
    );
}

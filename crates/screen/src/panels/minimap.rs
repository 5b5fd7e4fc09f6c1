//! The whole table in small, with the units and the part that the window shows.

use bevy_egui::egui::{self, CornerRadius, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2};

use super::shown::Shown;
use crate::{pictures::Pictures, theme, ui_action::UiAction};
use grapeshot_floor::forces::Fate;

/// Shows the minimap in the room there is; `seen` is the part of the table in the window, in inches.
pub fn show(
    ui: &mut Ui,
    shown: &Shown,
    pictures: &mut Pictures,
    seen: Option<bevy::math::Rect>,
    ui_actions: &mut Vec<UiAction>,
) {
    let table = shown.view().terrain().size;
    let room = ui.available_size();
    let scale = (room.x / table.x.max(1.0)).min(room.y / table.y.max(1.0)).max(0.1);
    let size = Vec2::new(table.x * scale, table.y * scale);
    let (outer, response) = ui.allocate_exact_size(room, Sense::click_and_drag());
    let rect = Rect::from_center_size(outer.center(), size);
    let at = |point: bevy::math::Vec2| Pos2::new(rect.left() + point.x * scale, rect.bottom() - point.y * scale);
    let painter = ui.painter_at(outer);
    painter.rect_filled(rect, CornerRadius::ZERO, theme::PAPER);
    if let Some(texture) = pictures.ground(ui.ctx(), shown.battle.scenario()) {
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        painter.image(texture, rect, whole, egui::Color32::WHITE);
    }
    painter.rect_stroke(rect, CornerRadius::ZERO, Stroke::new(1.2, theme::INK2), StrokeKind::Inside);
    for unit in shown.view().units() {
        let colour = shown.coat(shown.view().side_of_unit(unit));
        let square = shown.view().side_of_unit(unit).index() % 2 == 1;
        for (_, piece) in shown.session.shown().present(unit).filter(|(_, piece)| piece.fate == Fate::InPlay) {
            let middle = at(piece.place.at);
            if square {
                let dot = Rect::from_center_size(middle, Vec2::splat(5.0));
                painter.rect(dot, CornerRadius::ZERO, colour, Stroke::new(0.6, theme::INK), StrokeKind::Middle);
            } else {
                painter.circle(middle, 2.8, colour, Stroke::new(0.6, theme::INK));
            }
        }
    }
    if let Some(seen) = seen {
        let window = Rect::from_two_pos(at(seen.min), at(seen.max)).intersect(rect);
        if window.is_positive() {
            painter.rect_stroke(window, CornerRadius::ZERO, Stroke::new(2.0, theme::SELECT), StrokeKind::Inside);
        }
    }
    if let Some(pos) = response.interact_pointer_pos()
        && (response.clicked() || response.dragged())
    {
        let x = ((pos.x - rect.left()) / scale).clamp(0.0, table.x);
        let y = ((rect.bottom() - pos.y) / scale).clamp(0.0, table.y);
        ui_actions.push(UiAction::LookAt(bevy::math::Vec2::new(x, y)));
    }
}

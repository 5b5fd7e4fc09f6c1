//! The whole table in small, with the units and the part that the window shows.

use bevy_egui::egui::{self, CornerRadius, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2};

use super::shown::Shown;
use crate::{pictures::Pictures, theme, ui_action::UiAction};
use grapeshot_floor::forces::Fate;

/// The corners of the dot of a piece of one side and of the other, in points from its middle.
const SQUARE: [(f32, f32); 4] = [(-2.5, -2.5), (2.5, -2.5), (2.5, 2.5), (-2.5, 2.5)];
const DISC: [(f32, f32); 8] =
    [(2.9, 0.0), (2.0, 2.0), (0.0, 2.9), (-2.0, 2.0), (-2.9, 0.0), (-2.0, -2.0), (0.0, -2.9), (2.0, -2.0)];
/// The most pieces whose dots have an edge: the dots of more pieces lie on each other.
const EDGED: usize = 400;
/// The share of its size that the edge of a dot stands out.
const EDGE: f32 = 0.25;

fn dot(mesh: &mut egui::Mesh, middle: Pos2, corners: &[(f32, f32)], size: f32, colour: egui::Color32) {
    let first = mesh.vertices.len() as u32;
    for (x, y) in corners {
        mesh.colored_vertex(middle + Vec2::new(*x, *y) * size, colour);
    }
    for n in 1..corners.len() as u32 - 1 {
        mesh.add_triangle(first, first + n, first + n + 1);
    }
}

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
    // All in one mesh: a stroke round each of two thousand takes long.
    let mut dots = egui::Mesh::default();
    let view = shown.view();
    let pieces = &shown.session.shown().pieces;
    let edged = pieces.len() <= EDGED;
    for piece in pieces.iter().filter(|piece| piece.fate == Fate::InPlay && view.knows_unit(piece.unit)) {
        let side = view.side_of_unit(piece.unit);
        let corners: &[(f32, f32)] = if side.index() % 2 == 1 { &SQUARE } else { &DISC };
        let middle = at(piece.place.at);
        if edged {
            dot(&mut dots, middle, corners, 1.0 + EDGE, theme::INK);
        }
        dot(&mut dots, middle, corners, 1.0, shown.coat(side));
    }
    painter.add(dots);
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

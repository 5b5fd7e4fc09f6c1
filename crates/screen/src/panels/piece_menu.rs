//! The menu at a piece: what can be done with its unit now, and what can be asked about it.

use bevy_egui::egui::{self, Area, Id, Order, Pos2, Rect, Vec2};

use super::shown::Shown;
use crate::{
    camera::BoardView,
    preferences::{RULER, SIGHT, THREAT},
    session::Tool,
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::forces::PieceId;

/// Points that the menu is wide.
const WIDTH: f32 = 250.0;
/// Points from the piece to the menu.
const ASIDE: f32 = 18.0;

/// An entry: its key, its words, what it does.
struct Entry {
    key: String,
    label: String,
    ui_actions: Vec<UiAction>,
}

impl Entry {
    fn new(key: impl Into<String>, label: impl Into<String>, ui_actions: Vec<UiAction>) -> Self {
        Self { key: key.into(), label: label.into(), ui_actions }
    }
}

/// Shows the menu of the piece that was asked about.
pub fn show(ctx: &egui::Context, shown: &Shown, board: &BoardView, ui_actions: &mut Vec<UiAction>) {
    let Some(piece) = shown.session.menu_of else { return };
    let there = shown.session.shown().piece(piece).filter(|_| shown.view().knows_piece(piece));
    let Some(there) = there else {
        ui_actions.push(UiAction::CloseMenu);
        return;
    };
    let entries = entries(shown, piece);
    let id = Id::new("piece menu");
    let size = ctx.memory(|memory| memory.area_rect(id)).map_or(Vec2::new(WIDTH, 240.0), |rect| rect.size());
    let at = place(ctx.content_rect(), board.to_points(there.place.at), size);
    let response = Area::new(id).order(Order::Foreground).constrain(true).fixed_pos(at).show(ctx, |ui| {
        widgets::panel(ui, Vec2::new(WIDTH, 0.0), |ui| {
            let view = shown.view();
            let name = shown.session.name_alone(piece).to_owned();
            let unit = shown.session.short_name(there.unit).to_owned();
            ui.add(egui::Label::new(theme::title(&unit, theme::SIZE_LIST)).truncate());
            if name != view.unit(there.unit).name {
                ui.add(egui::Label::new(theme::secondary(name)).truncate());
            }
            widgets::rule(ui);
            ui.spacing_mut().item_spacing.y = 4.0;
            ui.spacing_mut().interact_size.x = ui.available_width();
            for entry in &entries {
                if widgets::key_button(ui, &entry.key, &entry.label, Rank::Plain, 28.0).clicked() {
                    ui_actions.extend(entry.ui_actions.iter().cloned());
                    ui_actions.push(UiAction::CloseMenu);
                }
            }
        });
    });
    let beside = ctx.input(|input| {
        let pressed = input.pointer.any_pressed();
        pressed && input.pointer.interact_pos().is_some_and(|at| !response.response.rect.contains(at))
    });
    if beside {
        ui_actions.push(UiAction::CloseMenu);
    }
}

/// A place beside a piece, on the side where the window has room.
fn place(window: Rect, piece: Pos2, size: Vec2) -> Pos2 {
    let right = piece.x + ASIDE + size.x <= window.right();
    let x = if right { piece.x + ASIDE } else { piece.x - ASIDE - size.x };
    let most = (window.bottom() - size.y).max(window.top());
    Pos2::new(x.max(window.left()), (piece.y - size.y * 0.3).clamp(window.top(), most))
}

fn entries(shown: &Shown, piece: PieceId) -> Vec<Entry> {
    let view = shown.view();
    let unit = view.unit_of(piece);
    let session = shown.session;
    let mut entries = vec![Entry::new("", "Choose this unit", vec![UiAction::Select(unit)])];
    if let Some(draft) = shown.draft() {
        if draft.targets().contains(&piece) {
            entries.push(Entry::new("", "Make it the target", vec![UiAction::Shoot(piece)]));
        }
        if draft.target_units().contains(&unit) {
            entries.push(Entry::new("", "Make it the target", vec![UiAction::Aim(unit)]));
        }
    }
    if let Some(ask) = shown.ask.filter(|ask| shown.person && ask.side == view.side_of(piece)) {
        let asked = ask.unit.is_none_or(|asked| asked == unit);
        for button in session.buttons().iter().filter(|button| asked && button.open.is_ok()) {
            let ui_actions = vec![UiAction::Select(unit), UiAction::TakeUp(button.verb.id.clone())];
            entries.push(Entry::new(shown.preferences.verb_key(&button.verb), button.verb.label, ui_actions));
        }
    }
    let tool = |tool: Tool| vec![UiAction::Take(tool, Some(piece))];
    entries.push(Entry::new(shown.preferences.key(&RULER), "Measure from here", tool(Tool::Ruler)));
    entries.push(Entry::new(shown.preferences.key(&SIGHT), "What it sees", tool(Tool::Sight)));
    entries.push(Entry::new(shown.preferences.key(&THREAT), "What it could reach", tool(Tool::Threat)));
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_menu_stays_in_the_window_and_off_its_piece() {
        let window = Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 720.0));
        let size = Vec2::new(250.0, 300.0);
        for piece in [Pos2::new(10.0, 10.0), Pos2::new(1270.0, 710.0), Pos2::new(640.0, 360.0), Pos2::new(1270.0, 5.0)]
        {
            let menu = Rect::from_min_size(place(window, piece, size), size);
            assert!(window.contains_rect(menu), "{piece:?}: {menu:?}");
            assert!(!menu.contains(piece), "{piece:?}");
        }
    }
}

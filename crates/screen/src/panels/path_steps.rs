//! The steps of the order in hand as chips over the table's lower edge, in the order in which they were given: each can
//! be put before the one that precedes it, or left out.

use bevy_egui::egui::{self, Area, Id, Order, Pos2, Rect, Ui};

use super::shown::Shown;
use crate::{
    session::Draft,
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::orders::{ArgumentKind, Leg};

/// The height of the row of chips, in points.
const HEIGHT: f32 = 34.0;
/// Points between the row and the edge of the table.
const ABOVE: f32 = 8.0;
/// Points at the left that are kept for the scale of the table.
const SCALE: f32 = 110.0;

/// Whether the order in hand has several steps whose sequence matters.
fn wanted(draft: &Draft) -> bool {
    let path = &draft.order().path;
    draft.takes(ArgumentKind::Steps) && (path.len() > 1 || matches!(path.first(), Some(Leg::Form(_))))
}

/// Shows the steps at the lower edge of a room, and returns what is left of the room above them.
pub fn show(ctx: &egui::Context, room: Rect, shown: &Shown, ui_actions: &mut Vec<UiAction>) -> Rect {
    let Some(draft) = shown.draft().filter(|draft| wanted(draft)) else { return room };
    let row = Rect::from_min_max(Pos2::new(room.left() + SCALE, room.bottom() - HEIGHT - ABOVE), room.max);
    Area::new(Id::new("path steps")).order(Order::Middle).constrain(false).fixed_pos(row.min).show(ctx, |ui| {
        ui.set_max_size(row.size());
        let scroll = egui::ScrollArea::horizontal().id_salt("path steps").auto_shrink([true, true]);
        scroll.max_height(HEIGHT).show(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            ui.horizontal(|ui| {
                for (n, leg) in draft.order().path.iter().enumerate() {
                    chip(ui, n, &label(leg, shown), ui_actions);
                }
            });
        });
    });
    Rect::from_min_max(room.min, Pos2::new(room.right(), row.top()))
}

fn chip(ui: &mut Ui, n: usize, label: &str, ui_actions: &mut Vec<UiAction>) {
    if n > 0 {
        let earlier = widgets::key_button(ui, "", "\u{2039}", Rank::Plain, HEIGHT - 4.0);
        if earlier.on_hover_text("Do this step before the one that precedes it").clicked() {
            ui_actions.push(UiAction::HastenStep(n));
        }
    }
    widgets::badge(ui, &format!("{}  {label}", n + 1), false);
    let drop = widgets::key_button(ui, "", "\u{d7}", Rank::Plain, HEIGHT - 4.0);
    if drop.on_hover_text("Leave this step out").clicked() {
        ui_actions.push(UiAction::DropStep(n));
    }
    ui.add_space(theme::MARGIN);
}

/// A step in words.
fn label(leg: &Leg, shown: &Shown) -> String {
    let side = |degrees: f32| if degrees > 0.0 { "left" } else { "right" };
    match leg {
        Leg::To(_) => "March".to_owned(),
        Leg::March { inches, aside } if *aside == 0.0 => format!("{inches:.1}\u{2033} ahead"),
        Leg::March { inches, aside } if aside.abs() == 180.0 => format!("{inches:.1}\u{2033} back"),
        Leg::March { inches, aside } => format!("{inches:.1}\u{2033} to the {}", side(*aside)),
        Leg::Wheel { degrees, .. } => format!("Wheel {:.0}\u{b0} {}", degrees.abs(), side(*degrees)),
        Leg::AboutFace => "Face about".to_owned(),
        Leg::Climb(storey) => format!("Storey {storey}"),
        Leg::Form(word) => match shown.battle.vocabulary().formation(word) {
            Some(formation) => formation.label.to_owned(),
            None => word.to_string(),
        },
    }
}

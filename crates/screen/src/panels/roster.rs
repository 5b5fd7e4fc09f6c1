//! The units of a side, with dice, states and markers.

use bevy_egui::egui::{self, Align, Layout, RichText, Sense, TextStyle, TextWrapMode, Ui, Vec2, WidgetText};

use super::{
    Desk,
    shown::{Shown, Worked},
};
use crate::{theme, ui_action::UiAction, widgets};
use grapeshot_floor::{
    english,
    forces::{SideId, UnitId},
};

/// The part of a line that a name may take in any case.
const NAME_SHARE: f32 = 0.62;
/// Points that a badge of markers takes.
const BADGE: f32 = 100.0;
/// Points beside the name that it takes to show a state and a badge of markers, too.
const BADGE_ROOM: f32 = 190.0;

/// The side whose units are listed: the chosen one, else the side of the unit looked at, else the side that is asked.
fn side(shown: &Shown, desk: &Desk) -> SideId {
    let asked = shown.ask.map(|ask| ask.side);
    let looked_at = shown.unit().map(|unit| shown.view().side_of_unit(unit));
    let side = desk.roster_side.or(asked).or(looked_at).unwrap_or(SideId(0));
    if shown.view().sides().players().any(|player| player == side) { side } else { SideId(0) }
}

/// Shows the roster.
pub fn show(ui: &mut Ui, shown: &Shown, worked: &mut Worked, desk: &mut Desk, ui_actions: &mut Vec<UiAction>) {
    let view = shown.view();
    let side = side(shown, desk);
    let units: Vec<UnitId> = view.units().filter(|unit| view.side_of_unit(*unit) == side).collect();
    let men: usize = units.iter().map(|unit| shown.session.shown().present(*unit).count()).sum();
    let others: Vec<SideId> = view.sides().players().collect();
    ui.horizontal(|ui| {
        let named = view.side_named(side);
        let next = others[(side.index() + 1) % others.len()];
        let title = egui::Label::new(theme::title(&named.short, theme::SIZE_PANEL)).sense(Sense::click());
        let hint = format!("Click for {}", view.side_named(next).name);
        if ui.add(title).on_hover_text(hint).on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            desk.roster_side = Some(next);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(theme::secondary(format!("{} \u{b7} {men} in play", english::count(units.len(), "unit"))));
        });
    });
    widgets::rule(ui);
    egui::ScrollArea::vertical().id_salt("roster").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for unit in units {
            row(ui, shown, worked, unit, ui_actions);
        }
    });
}

fn row(ui: &mut Ui, shown: &Shown, worked: &mut Worked, unit: UnitId, ui_actions: &mut Vec<UiAction>) {
    let view = shown.view();
    let left = shown.session.shown().present(unit).count();
    let die = worked.card(shown, unit).die;
    let state = worked.state(shown, unit).unwrap_or_default().to_string();
    let marks: Vec<String> = shown
        .session
        .shown()
        .units
        .get(unit.index())
        .map(|unit| unit.marks.iter().map(|(mark, n)| (mark.clone(), n)).collect::<Vec<_>>())
        .unwrap_or_default()
        .into_iter()
        .filter_map(|(mark, n)| shown.battle.vocabulary().mark(&mark).map(|mark| (mark.label, n)))
        .map(|(label, n)| if n > 1 { format!("{label} \u{d7}{n}") } else { label.to_string() })
        .collect();
    let chosen = shown.unit() == Some(unit);
    let acting = shown.ask.is_some_and(|ask| ask.unit == Some(unit));
    let response = widgets::row(ui, chosen, |ui| {
        ui.horizontal(|ui| {
            ui.set_height(22.0);
            match die {
                Some(face) => {
                    let (rect, _) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::hover());
                    widgets::paint_die(ui.painter(), rect, widgets::COMMAND, face);
                }
                None => ui.add_space(4.0),
            }
            let name = shown.session.short_name(unit);
            let mut text: RichText = theme::title(name, theme::SIZE_LIST);
            if left == 0 {
                text = text.strikethrough().color(theme::INK2);
            }
            let word = if left == 0 {
                "gone".to_string()
            } else if acting {
                "acting".to_string()
            } else if state.is_empty() {
                left.to_string()
            } else {
                state.clone()
            };
            // The name comes first; its state has what room is left, and some of it in any case.
            let wide = |ui: &Ui, text: RichText| {
                let galley =
                    WidgetText::from(text).into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Body);
                galley.size().x + 8.0
            };
            let room = ui.available_width();
            let badge = if marks.is_empty() { 0.0 } else { BADGE };
            let beside = (wide(ui, theme::body(&word)) + badge).min((1.0 - NAME_SHARE) * room);
            let width = wide(ui, text.clone()).min(room - beside);
            let fits = |name: &str| wide(ui, theme::title(name, theme::SIZE_LIST)) <= width;
            if let Some(short) = shortened(name, fits) {
                text = theme::title(&short, theme::SIZE_LIST);
                if left == 0 {
                    text = text.strikethrough().color(theme::INK2);
                }
            }
            ui.allocate_ui_with_layout(Vec2::new(width, 22.0), Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(text).truncate());
            });
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let marked = !marks.is_empty();
                if !marked || ui.available_width() > BADGE_ROOM {
                    let word = if marked { super::bottom::clip(&word, 12) } else { word };
                    ui.add(egui::Label::new(theme::body(word).color(theme::INK2)).truncate());
                }
                if marked {
                    widgets::badge(ui, &super::bottom::clip(&marks.join(", "), 14), false);
                }
            });
        });
    });
    if response.clicked() {
        ui_actions.push(UiAction::Select(unit));
        if shown
            .draft()
            .is_some_and(|draft| draft.waits_for() == Some(grapeshot_floor::orders::ArgumentKind::TargetUnit))
        {
            ui_actions.push(UiAction::Aim(unit));
        }
    }
    if response.double_clicked()
        && let Some((_, piece)) = shown.session.shown().present(unit).next()
    {
        ui_actions.push(UiAction::LookAt(piece.place.at));
    }
    response.on_hover_ui(|ui| {
        ui.label(theme::bold(&view.unit(unit).name));
        ui.label(theme::body(format!("{left} of {} in play", view.unit(unit).pieces.len())));
        if !state.is_empty() {
            ui.label(theme::body(&state));
        }
        for mark in &marks {
            ui.label(theme::body(mark));
        }
        ui.label(theme::secondary("Double click to go there"));
    });
}

/// A name that is too long, cut before its last word, by which it differs from others; none if it fits or cannot be cut
/// so.
pub(super) fn shortened(name: &str, fits: impl Fn(&str) -> bool) -> Option<String> {
    if fits(name) {
        return None;
    }
    let (head, last) = name.rsplit_once(' ')?;
    let cuts = head.char_indices().rev().map(|(at, _)| head[..at].trim_end_matches([' ', ',']));
    cuts.filter(|cut| !cut.is_empty()).map(|cut| format!("{cut}\u{2026} {last}")).find(|short| fits(short))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_its_last_word() {
        let short = |most: usize| shortened("21st Infantry, Section Barrow", |name| name.chars().count() <= most);
        assert_eq!(short(40), None);
        assert_eq!(short(22).as_deref(), Some("21st Infantry\u{2026} Barrow"));
        assert_eq!(short(4), None);
    }
}

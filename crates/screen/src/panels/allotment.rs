//! A question in which each of several units is given one of the choices: the list of the units with what each was
//! given, and the buttons that give one to all that are chosen.

use smol_str::SmolStr;
use std::collections::BTreeSet;

use bevy_egui::egui::{
    self, Align, CornerRadius, Layout, Rect, Response, RichText, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
};

use super::{roster, shown::Shown};
use crate::{
    chits::{self, Chit, Wording},
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::{
    english,
    forces::UnitId,
    turn::chit::{Allotment, AllotmentGroup, AllottedUnit},
};

/// Points across the box that says whether a unit is chosen.
const BOX: f32 = 16.0;
/// Points that a row is high.
const ROW: f32 = 24.0;

/// How many were given a choice, and how many may be.
fn counted(allotment: &Allotment) -> (usize, usize) {
    let given = allotment.open().filter(|unit| unit.given.is_some()).count();
    (given, allotment.open().count())
}

/// Shows the list of the units, by their groups.
pub fn show(ui: &mut Ui, shown: &Shown, allotment: &Allotment, ui_actions: &mut Vec<UiAction>) {
    let chosen = shown.session.allotted();
    let (given, of) = counted(allotment);
    ui.horizontal(|ui| {
        ui.label(theme::title(&allotment.title, theme::SIZE_PANEL));
        widgets::rule_link(ui, &allotment.rule, ui_actions);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(theme::bold(format!("{given} of {of} given")));
        });
    });
    widgets::rule(ui);
    let open = |wanted: fn(&AllottedUnit) -> bool| -> Vec<UnitId> {
        allotment.open().filter(|unit| wanted(unit)).map(|unit| unit.unit).collect()
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let rest = open(|unit| unit.given.is_none());
        for (label, hint, units) in [
            ("All", "Choose all units that may be given an order", open(|_| true)),
            ("Not given", "Choose those that were given none yet", rest),
            ("None", "Choose none", Vec::new()),
        ] {
            if widgets::key_button(ui, "", label, Rank::Plain, 26.0).on_hover_text(hint).clicked() {
                ui_actions.push(UiAction::ChooseUnits(units, false));
            }
        }
    });
    ui.add_space(2.0);
    ScrollArea::vertical().id_salt("allotment").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for group in &allotment.groups {
            head(ui, group, &chosen, ui_actions);
            for unit in &group.units {
                row(ui, shown, allotment, unit, &chosen, ui_actions);
            }
        }
    });
}

/// The head of a group; a click chooses all of it.
fn head(ui: &mut Ui, group: &AllotmentGroup, chosen: &BTreeSet<UnitId>, ui_actions: &mut Vec<UiAction>) {
    let units: Vec<UnitId> = group.units.iter().filter(|unit| unit.barred.is_none()).map(|unit| unit.unit).collect();
    let all = !units.is_empty() && units.iter().all(|unit| chosen.contains(unit));
    let response = widgets::row(ui, false, |ui| {
        ui.horizontal(|ui| {
            ui.set_height(ROW - 2.0);
            tick(ui, all);
            let text = RichText::new(&group.title).size(theme::SIZE_BODY).color(theme::INK2).strong();
            ui.add(egui::Label::new(text).truncate());
        });
    });
    choose(&response, units, true, ui_actions);
    response.on_hover_text("Choose all of them");
}

/// A box, with a tick in it if what it stands for is chosen.
fn tick(ui: &mut Ui, on: bool) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(BOX), Sense::hover());
    let rect = rect.shrink(1.0);
    ui.painter().rect(rect, CornerRadius::same(2), theme::FIELD, Stroke::new(1.3, theme::INK), StrokeKind::Inside);
    if on {
        let c = rect.center();
        let line = vec![c + Vec2::new(-4.5, 0.0), c + Vec2::new(-1.0, 4.0), c + Vec2::new(5.0, -4.5)];
        ui.painter().add(Shape::line(line, Stroke::new(2.4, theme::INK)));
    }
}

/// Chooses units by a click: alone, or, on the box and with Ctrl or Shift, with those chosen before.
fn choose(response: &Response, units: Vec<UnitId>, adds: bool, ui_actions: &mut Vec<UiAction>) {
    if response.clicked() && !units.is_empty() {
        let held = response.ctx.input(|input| input.modifiers.command || input.modifiers.shift);
        let on_box = response.interact_pointer_pos().is_some_and(|at| at.x < response.rect.left() + BOX + 12.0);
        ui_actions.push(UiAction::ChooseUnits(units, held || (adds && on_box)));
    }
}

fn row(
    ui: &mut Ui,
    shown: &Shown,
    allotment: &Allotment,
    unit: &AllottedUnit,
    chosen: &BTreeSet<UnitId>,
    ui_actions: &mut Vec<UiAction>,
) {
    let picked = chosen.contains(&unit.unit);
    let coat = shown.coat(shown.view().side_of_unit(unit.unit));
    let name = shown.session.short_name(unit.unit);
    let response = widgets::row(ui, picked, |ui| {
        ui.horizontal(|ui| {
            ui.set_height(ROW - 4.0);
            if unit.barred.is_none() {
                tick(ui, picked);
            } else {
                ui.add_space(BOX + ui.spacing().item_spacing.x);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                status(ui, allotment, unit, coat);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let room = ui.available_width() - 4.0;
                    let fits = |name: &str| {
                        let text = egui::WidgetText::from(theme::title(name, theme::SIZE_LIST - 1.0));
                        let extend = Some(egui::TextWrapMode::Extend);
                        text.into_galley(ui, extend, f32::INFINITY, egui::TextStyle::Body).size().x <= room
                    };
                    let short = roster::shortened(name, fits);
                    let mut text = theme::title(short.as_deref().unwrap_or(name), theme::SIZE_LIST - 1.0);
                    if unit.barred.is_some() {
                        text = text.color(theme::INK2);
                    }
                    ui.add(egui::Label::new(text).truncate());
                });
            });
        });
    });
    choose(&response, vec![unit.unit], true, ui_actions);
    if response.double_clicked()
        && let Some((_, piece)) = shown.session.shown().present(unit.unit).next()
    {
        ui_actions.push(UiAction::LookAt(piece.place.at));
    }
    response.on_hover_ui(|ui| {
        ui.label(theme::bold(&shown.view().unit(unit.unit).name));
        let face = |word: &Option<SmolStr>| {
            word.as_deref().and_then(|word| allotment.face(word)).map(|face| face.label.clone())
        };
        match (&unit.barred, face(&unit.given), face(&unit.keeps)) {
            (Some(refusal), _, _) => {
                ui.label(theme::body(format!("{}.", refusal.reason)));
                ui.label(theme::secondary(refusal.rule.to_string()));
            }
            (None, Some(given), _) => {
                ui.label(theme::body(format!("Given: {given}")));
            }
            (None, None, Some(keeps)) => {
                ui.label(theme::body(format!("Given nothing: it keeps {keeps}")));
            }
            (None, None, None) => {}
        }
    });
}

/// The chit that was given, or in brackets the one that is kept.
fn status(ui: &mut Ui, allotment: &Allotment, unit: &AllottedUnit, coat: egui::Color32) {
    let word = unit.given.as_ref().or(unit.keeps.as_ref());
    let Some(face) = word.and_then(|word| allotment.face(word)) else { return };
    let given = unit.given.is_some();
    let room = ui.available_width();
    let wording = if given && room > 230.0 { Wording::Word } else { Wording::Letter };
    let chit = Chit { face: Some(face), shown: given, coat, wording };
    if given {
        chits::show(ui, &chit);
    } else {
        let word = if unit.barred.is_some() { "bound" } else { "keeps" };
        chits::show(ui, &chit);
        ui.label(theme::body(word).color(theme::INK2));
    }
}

/// Shows the buttons in the bottom bar that give a choice to all chosen units.
pub fn buttons(ui: &mut Ui, shown: &Shown, allotment: &Allotment, ui_actions: &mut Vec<UiAction>) {
    let chosen = shown.session.allotted().len();
    let side = shown.ask.map_or(theme::EDGE, |ask| shown.coat(ask.side));
    ui.spacing_mut().item_spacing.x = 6.0;
    let wide = |ui: &Ui, wording: Wording| -> f32 {
        let chit = |face| Chit { face: Some(face), shown: true, coat: side, wording };
        allotment.faces.iter().map(|face| chit(face).size(ui.painter()).x + 46.0).sum()
    };
    let wording = if wide(ui, Wording::Word) <= ui.available_width() { Wording::Word } else { Wording::Letter };
    for (n, face) in allotment.faces.iter().enumerate() {
        let chit = Chit { face: Some(face), shown: true, coat: side, wording };
        let open = shown.session.may_allot(&face.word);
        let response = button(ui, &(n + 1).to_string(), &chit, chosen > 0 && open.is_ok());
        if response.clicked() && open.is_ok() {
            ui_actions.push(UiAction::Allot(face.word.clone()));
        }
        response.on_hover_ui(|ui| {
            let whom = match chosen {
                0 => "choose units first".to_owned(),
                n => english::count(n, "unit"),
            };
            ui.label(theme::bold(format!("{}: {whom}", face.label)));
            if let Err(refusal) = &open {
                ui.label(theme::body(format!("{}.", refusal.reason)));
                ui.label(theme::secondary(refusal.rule.to_string()));
            }
        });
    }
}

/// A button with a key cap and a chit on it.
fn button(ui: &mut Ui, key: &str, chit: &Chit, open: bool) -> Response {
    let inside = chit.size(ui.painter());
    let size = Vec2::new(inside.x + 40.0, 40.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let fill = match (open, response.hovered()) {
        (true, true) => theme::PAPER,
        (true, false) => theme::FIELD,
        (false, _) => theme::PAPER_DARK.gamma_multiply(0.75),
    };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(4), fill, Stroke::new(1.4, theme::INK2), StrokeKind::Inside);
    let cap = Rect::from_center_size(egui::pos2(rect.left() + 17.0, rect.center().y), Vec2::new(20.0, 20.0));
    painter.rect(cap, CornerRadius::same(3), theme::PAPER_DARK, Stroke::new(1.0, theme::INK2), StrokeKind::Inside);
    let font = egui::FontId::new(theme::SIZE_SECONDARY, theme::bold_family());
    painter.text(cap.center(), egui::Align2::CENTER_CENTER, key, font, theme::INK);
    let at = Rect::from_min_size(egui::pos2(cap.right() + 6.0, rect.center().y - inside.y / 2.0), inside);
    chit.draw(painter, at);
    if !open {
        painter.hline(at.x_range(), at.center().y, Stroke::new(1.6, theme::INK));
    }
    response
}

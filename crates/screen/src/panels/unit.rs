//! The card of the unit that is looked at, front and back.

use bevy_egui::egui::{
    self, Align, CornerRadius, FontId, Layout, RichText, Sense, Stroke, StrokeKind, TextStyle, TextWrapMode, Ui, Vec2,
    WidgetText,
};

use super::{
    Desk,
    shown::{Shown, Worked},
};
use crate::{theme, ui_action::UiAction, widgets};
use grapeshot_floor::{
    forces::UnitId,
    turn::rules::{CardPiece, CardRow, CardTable, UnitCard},
};

/// Shows the card of a unit.
pub fn show(
    ui: &mut Ui,
    shown: &Shown,
    worked: &mut Worked,
    desk: &mut Desk,
    unit: UnitId,
    ui_actions: &mut Vec<UiAction>,
) {
    let card = worked.card(shown, unit).clone();
    let side = shown.view().side_of_unit(unit);
    let named = shown.view().side_named(side);
    ui.spacing_mut().item_spacing.y = 4.0;
    ui.horizontal(|ui| {
        widgets::flag(ui, shown.session.flag_of(unit), shown.coat(side), 20.0).on_hover_text(&named.name);
        title(ui, &card, shown.session.short_name(unit));
    });
    widgets::rule(ui);
    subtitle(ui, &card);
    let back = desk.card_back && !card.back.is_empty();
    if back {
        for table in &card.back {
            tables(ui, table, ui_actions);
        }
    } else {
        values(ui, &card.values, ui_actions);
        pieces(ui, shown, &card, ui_actions);
        for table in &card.tables {
            tables(ui, table, ui_actions);
        }
        rows(ui, &card.rows, ui_actions);
        for own in &card.own {
            ui.push_id(&own.title, |ui| own_card(ui, own, ui_actions));
        }
    }
    if !card.back.is_empty() {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button(theme::body(if back { "front" } else { "turn over" })).clicked() {
                desk.card_back = !desk.card_back;
            }
        });
    }
}

/// The title of a card, or the short name where it has no room, with its die.
fn title(ui: &mut Ui, card: &UnitCard, short: &str) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if let Some(die) = card.die {
            widgets::die(ui, die, 32.0);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let fits = |text: &str, size: f32| {
                let galley = WidgetText::from(theme::title(text, size)).into_galley(
                    ui,
                    Some(TextWrapMode::Extend),
                    f32::INFINITY,
                    TextStyle::Body,
                );
                galley.size().x <= ui.available_width()
            };
            let ways =
                [(card.title.as_str(), theme::SIZE_BIG), (&card.title, theme::SIZE_LIST), (short, theme::SIZE_BIG)];
            let (text, size) =
                ways.into_iter().find(|(text, size)| fits(text, *size)).unwrap_or((short, theme::SIZE_LIST));
            ui.add(egui::Label::new(theme::title(text, size)).truncate()).on_hover_text(&card.title);
        });
    });
}

/// The line under the title, and the states.
fn subtitle(ui: &mut Ui, card: &UnitCard) {
    ui.add(egui::Label::new(theme::body(&card.subtitle)).wrap());
    if !card.badges.is_empty() {
        ui.horizontal_wrapped(|ui| {
            for (n, badge) in card.badges.iter().enumerate() {
                widgets::badge(ui, badge, n == 0);
            }
        });
    }
}

/// The card of a figure inside the unit that has a card of its own.
fn own_card(ui: &mut Ui, card: &UnitCard, ui_actions: &mut Vec<UiAction>) {
    widgets::rule(ui);
    ui.horizontal(|ui| title(ui, card, &card.title));
    subtitle(ui, card);
    values(ui, &card.values, ui_actions);
    for table in &card.tables {
        tables(ui, table, ui_actions);
    }
    rows(ui, &card.rows, ui_actions);
}

/// The boxed values in a row.
fn values(ui: &mut Ui, values: &[CardRow], ui_actions: &mut Vec<UiAction>) {
    if values.is_empty() {
        return;
    }
    let room = ui.available_width();
    let wide = |value: &CardRow, size: f32| {
        let font = FontId::new(size, theme::bold_family());
        ui.painter().layout_no_wrap(value.value.clone(), font, theme::INK).size().x
    };
    // A row holds as many values as have room for the longest word.
    let longest = values.iter().map(|value| wide(value, theme::SIZE_SECONDARY)).fold(0.0, f32::max);
    let most = values.len().min(if room < 260.0 { 4 } else { 5 });
    let across = (1..=most).rev().find(|across| room / *across as f32 - 6.0 >= longest).unwrap_or(1);
    let sizes: Vec<f32> = values
        .iter()
        .map(|value| {
            let fits = wide(value, theme::SIZE_NUMBER) <= room / across as f32 - 6.0;
            if fits { theme::SIZE_NUMBER } else { theme::SIZE_SECONDARY }
        })
        .collect();
    let mut sizes = sizes.into_iter();
    for line in values.chunks(across) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let width = ui.available_width() / across as f32;
            for value in line {
                let (rect, response) = ui.allocate_exact_size(Vec2::new(width, 44.0), Sense::click());
                let painter = ui.painter();
                let well = rect.shrink2(Vec2::new(1.0, 0.0));
                painter.rect(
                    well,
                    CornerRadius::same(2),
                    theme::FIELD,
                    Stroke::new(1.0, theme::INK3),
                    StrokeKind::Inside,
                );
                let small = FontId::proportional(theme::SIZE_LINK);
                painter.text(
                    well.center_top() + Vec2::new(0.0, 4.0),
                    egui::Align2::CENTER_TOP,
                    &value.label,
                    small,
                    theme::INK2,
                );
                let size = sizes.next().unwrap_or(theme::SIZE_SECONDARY);
                let big = FontId::new(size, theme::bold_family());
                painter.text(
                    well.center_bottom() - Vec2::new(0.0, 4.0),
                    egui::Align2::CENTER_BOTTOM,
                    &value.value,
                    big,
                    theme::INK,
                );
                if let Some(rule) = &value.rule {
                    if response.clicked() {
                        ui_actions.push(UiAction::OpenRule(rule.clone()));
                    }
                    response.on_hover_text(format!("{}: {} ({rule}, click to read)", value.label, value.value));
                }
            }
        });
    }
}

/// The pieces in two columns, with their states.
fn pieces(ui: &mut Ui, shown: &Shown, card: &UnitCard, ui_actions: &mut Vec<UiAction>) {
    if card.pieces.is_empty() {
        return;
    }
    widgets::rule(ui);
    let columns = if card.pieces.len() > 4 { 2 } else { 1 };
    let rows = card.pieces.len().div_ceil(columns);
    ui.columns(columns, |columns| {
        for (n, piece) in card.pieces.iter().enumerate() {
            one_piece(&mut columns[n / rows], shown, n, piece, ui_actions);
        }
    });
}

fn one_piece(ui: &mut Ui, shown: &Shown, n: usize, piece: &CardPiece, ui_actions: &mut Vec<UiAction>) {
    let picked = shown.draft().is_some_and(|draft| draft.shown().pieces.contains(&piece.piece));
    let place = shown.session.shown().piece(piece.piece).map(|piece| piece.place);
    let storey = place.filter(|_| !piece.out).and_then(|place| shown.session.storey_of(place));
    let name = format!("{} {}", n + 1, piece.name);
    let mut text = theme::body(name);
    if piece.out {
        text = text.strikethrough().color(theme::INK2);
    }
    let response = widgets::row(ui, picked, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.add(egui::Label::new(text).truncate());
        if let Some(storey) = storey {
            ui.add(egui::Label::new(theme::secondary(format!("storey {storey}"))).truncate());
        }
        if !piece.states.is_empty() {
            // Only markers are warnings; how a man is armed or mounted is none.
            let marked =
                |state: &String| shown.battle.vocabulary().marks.iter().any(|mark| state.starts_with(mark.label));
            let colour = if piece.states.iter().any(marked) { theme::TARGET } else { theme::INK2 };
            let states = piece.states.join(", ");
            ui.add(egui::Label::new(RichText::new(states).size(theme::SIZE_SECONDARY).color(colour)).truncate());
        }
    });
    if response.clicked() && !piece.out {
        ui_actions.push(UiAction::Pick(piece.piece));
    }
    response.on_hover_ui(|ui| {
        ui.label(theme::bold(&piece.name));
        ui.label(theme::body(&piece.note));
        for state in &piece.states {
            ui.label(theme::body(state));
        }
    });
}

/// Points between the columns of a table.
const TABLE_GAP: f32 = 4.0;
/// The least points that the first column of a table has, however broad the others are.
const NARROWEST_NAME: f32 = 36.0;

/// Shows a table with its title and rule.
fn tables(ui: &mut Ui, table: &CardTable, ui_actions: &mut Vec<UiAction>) {
    widgets::rule(ui);
    ui.horizontal(|ui| {
        ui.label(theme::bold(&table.title));
        if let Some(rule) = &table.rule {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| widgets::rule_link(ui, rule, ui_actions));
        }
    });
    let columns = table.heads.len().max(table.rows.iter().map(Vec::len).max().unwrap_or(0));
    if columns == 0 {
        return;
    }
    let names = room_for_names(ui, table);
    egui::ScrollArea::horizontal().id_salt(("table", &table.title)).show(ui, |ui| {
        egui::Grid::new(("grid", &table.title)).num_columns(columns).min_col_width(0.0).spacing([TABLE_GAP, 2.0]).show(
            ui,
            |ui| {
                if table.heads.iter().any(|head| !head.is_empty()) {
                    for head in &table.heads {
                        ui.label(theme::secondary(head));
                    }
                    ui.end_row();
                }
                for row in &table.rows {
                    for (n, cell) in row.iter().enumerate() {
                        if n == 0 {
                            ui.scope(|ui| {
                                ui.set_max_width(names);
                                ui.add(egui::Label::new(theme::body(cell)).truncate()).on_hover_text(cell);
                            });
                        } else {
                            ui.label(theme::bold(cell));
                        }
                    }
                    ui.end_row();
                }
            },
        );
    });
}

/// Points that the other columns of a table leave for the first.
fn room_for_names(ui: &Ui, table: &CardTable) -> f32 {
    let font = FontId::new(theme::SIZE_BODY, theme::bold_family());
    let width = |text: &String| ui.painter().layout_no_wrap(text.clone(), font.clone(), theme::INK).size().x;
    let columns = table.heads.len().max(table.rows.iter().map(Vec::len).max().unwrap_or(0));
    let others: f32 = (1..columns)
        .map(|n| {
            let cells = table.rows.iter().filter_map(|row| row.get(n)).chain(table.heads.get(n));
            cells.map(width).fold(0.0, f32::max) + TABLE_GAP
        })
        .sum();
    (ui.available_width() - others).max(NARROWEST_NAME)
}

/// Shows the rows below the values.
fn rows(ui: &mut Ui, rows: &[CardRow], ui_actions: &mut Vec<UiAction>) {
    if rows.is_empty() {
        return;
    }
    widgets::rule(ui);
    for row in rows {
        ui.horizontal(|ui| {
            ui.label(theme::secondary(&row.label));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if let Some(rule) = &row.rule {
                    widgets::rule_link(ui, rule, ui_actions);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(egui::Label::new(theme::body(&row.value)).wrap());
                });
            });
        });
    }
}

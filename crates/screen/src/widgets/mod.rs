//! Small things that all panels are made of: panels, heads, rows, sums, rule links, pips.
//!
//! `art`: flags and other drawings; `buttons`: key caps and what is pressed; `dice`.

mod art;
mod buttons;
mod dice;

use bevy_egui::egui::{
    self, Color32, CornerRadius, FontId, Pos2, Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui, Vec2,
};

pub use self::{
    art::{flag, paint_art, paint_flag},
    buttons::{Cap, Rank, badge, key_button, key_button_width, keyed_button, place_of_button},
    dice::{COMMAND, die, paint_die, paint_rolling_die},
};
use super::{keyboard, theme, ui_action::UiAction};
use grapeshot_floor::{
    english::{number, signed},
    events::{Explained, RuleId},
    rulebook_text,
};

/// A panel of paper with a double edge, of this size in points; where its height is 0, as high as its contents.
pub fn panel<R>(ui: &mut Ui, size: Vec2, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let frame = theme::panel_frame();
    let margin = frame.total_margin().sum();
    let shown = frame.show(ui, |ui| {
        ui.set_width(size.x - margin.x);
        if size.y > 0.0 {
            ui.set_height(size.y - margin.y);
        }
        contents(ui)
    });
    inner_rule(ui, shown.response.rect);
    #[cfg(test)]
    tell_growth(ui, size, shown.response.rect);
    shown.inner
}

/// A text cut to at most this many letters.
pub fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most.saturating_sub(1)).chain(['\u{2026}']).collect()
}

/// The panels that grew wider than they should since this was asked last, each with the points by which it is too wide.
#[cfg(test)]
pub fn grown_panels(ctx: &egui::Context) -> Vec<(Rect, f32)> {
    ctx.data_mut(|data| data.remove_temp(egui::Id::new(GROWN))).unwrap_or_default()
}

/// The panels that grew higher than they should since this was asked last, each with the points by which it is too high.
#[cfg(test)]
pub fn tall_panels(ctx: &egui::Context) -> Vec<(Rect, f32)> {
    ctx.data_mut(|data| data.remove_temp(egui::Id::new(TALL))).unwrap_or_default()
}

#[cfg(test)]
const GROWN: &str = "grown panels";
#[cfg(test)]
const TALL: &str = "tall panels";

#[cfg(test)]
fn tell_growth(ui: &Ui, wanted: Vec2, rect: Rect) {
    let tell = |id: &str, over: f32| {
        if over > 1.0 {
            ui.data_mut(|data| {
                data.get_temp_mut_or_default::<Vec<(Rect, f32)>>(egui::Id::new(id)).push((rect, over));
            });
        }
    };
    tell(GROWN, rect.width() - wanted.x);
    if wanted.y > 0.0 {
        tell(TALL, rect.height() - wanted.y);
    }
}

/// The fine inner rule of a panel.
pub fn inner_rule(ui: &Ui, rect: Rect) {
    ui.painter().rect_stroke(
        rect.shrink(4.0),
        CornerRadius::same(2),
        Stroke::new(1.0, theme::EDGE),
        StrokeKind::Inside,
    );
}

/// A text shortened until it fits into this many points.
pub fn fitted(ui: &Ui, text: &str, font: &FontId, room: f32) -> String {
    let fits = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), theme::INK).size().x <= room;
    if fits(text) {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let cut = |n: usize| letters[..n].iter().collect::<String>().trim_end().to_owned() + "\u{2026}";
    (1..letters.len()).rev().map(cut).find(|text| fits(text)).unwrap_or_default()
}

/// The place that is kept under what is painted on the table.
const UNDER: &str = "under the names";

/// Keeps a place in the layer of the table under all that is painted in it from now on in this frame.
pub fn keep_place_under(painter: &egui::Painter) {
    let place = painter.add(egui::Shape::Noop);
    painter.ctx().data_mut(|data| data.insert_temp(egui::Id::new(UNDER), place));
}

/// Paints shapes in the place that was kept.
pub fn paint_under(ctx: &egui::Context, shapes: Vec<egui::Shape>) {
    let place = ctx.data(|data| data.get_temp::<egui::layers::ShapeIdx>(egui::Id::new(UNDER)));
    if let Some(place) = place {
        ctx.layer_painter(egui::LayerId::background()).set(place, shapes);
    }
}

/// A thick over a thin line under a heading.
pub fn rule(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 6.0), Sense::hover());
    let painter = ui.painter();
    painter.hline(rect.x_range(), rect.top() + 1.0, Stroke::new(1.2, theme::INK3));
    painter.hline(rect.x_range(), rect.top() + 3.5, Stroke::new(0.6, theme::INK3));
}

/// Shows the head of a panel: its title, and a word at the right where there is room for it.
pub fn head(ui: &mut Ui, title: &str, aside: &str) {
    let title = theme::title(title, theme::SIZE_PANEL);
    let word = theme::secondary(aside);
    let width = |ui: &Ui, text: RichText| {
        let galley = egui::WidgetText::from(text).into_galley(
            ui,
            Some(egui::TextWrapMode::Extend),
            f32::INFINITY,
            egui::TextStyle::Body,
        );
        galley.size().x
    };
    let needed = width(ui, title.clone()) + width(ui, word.clone()) + 2.0 * ui.spacing().item_spacing.x;
    let fits = needed <= ui.available_width();
    let response = ui.horizontal(|ui| {
        ui.add(egui::Label::new(title).truncate());
        if fits {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.label(word));
        }
    });
    if !fits && !aside.is_empty() {
        response.response.on_hover_text(aside);
    }
    rule(ui);
}

/// An underlined rule id that opens the reader at its paragraph.
pub fn rule_link(ui: &mut Ui, id: &RuleId, ui_actions: &mut Vec<UiAction>) -> Response {
    let text = RichText::new(id.0.as_str()).size(theme::SIZE_LINK).color(theme::LINK).underline();
    let response =
        ui.add(egui::Label::new(text).sense(Sense::click()).extend()).on_hover_cursor(egui::CursorIcon::PointingHand);
    let response = match rulebook_text::rule(&id.0) {
        Some(rule) => response.on_hover_text(format!("{id} {}: open the rule", rule.title)),
        None => response,
    };
    if response.clicked() {
        ui_actions.push(UiAction::OpenRule(id.clone()));
    }
    response
}

/// Shows the lines of a sum, the base first: each with its reason, amount and rule.
pub fn sum(ui: &mut Ui, explained: &Explained, ui_actions: &mut Vec<UiAction>) {
    for (n, modifier) in explained.modifiers().iter().enumerate() {
        let amount = if n == 0 { number(modifier.amount) } else { signed(modifier.amount) };
        sum_line(ui, theme::body(modifier.label.as_ref()), &amount, Some(&modifier.rule), ui_actions);
    }
}

/// One line of a sum: text at the left, the amount and the rule in columns at the right.
pub fn sum_line(ui: &mut Ui, text: RichText, amount: &str, rule: Option<&RuleId>, ui_actions: &mut Vec<UiAction>) {
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.allocate_ui_with_layout(Vec2::new(54.0, 18.0), egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.set_min_width(54.0);
                if let Some(id) = rule {
                    rule_link(ui, id, ui_actions);
                }
            });
            ui.allocate_ui_with_layout(Vec2::new(40.0, 18.0), egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.set_min_width(40.0);
                ui.label(
                    RichText::new(amount).font(FontId::new(theme::SIZE_NUMBER, theme::bold_family())).color(theme::INK),
                );
            });
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(text).truncate());
            });
        });
    });
}

/// How many pips are drawn of a number of turns, and the points that each takes.
fn pips_of(turns: u16) -> (u16, f32) {
    let of = turns.clamp(1, 30);
    (of, if of > 12 { 9.0 } else { 13.0 })
}

/// Points that the pips of a number of turns are wide.
pub fn turn_pips_width(turns: u16) -> f32 {
    let (of, step) = pips_of(turns);
    step * f32::from(of)
}

/// Pips of the turns: those gone by are filled.
pub fn turn_pips(ui: &mut Ui, turn: u16, turns: u16) {
    let (of, step) = pips_of(turns);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(step * f32::from(of), 16.0), Sense::hover());
    for n in 0..of {
        let at = Pos2::new(rect.left() + step * (f32::from(n) + 0.5), rect.center().y);
        if n < turn {
            ui.painter().circle_filled(at, step * 0.32, theme::BRASS_LIGHT);
        } else {
            ui.painter().circle_stroke(at, step * 0.3, Stroke::new(1.0, theme::BRASS));
        }
    }
    response.on_hover_text(format!("Turn {turn} of {turns}"));
}

/// A row that can be chosen: washed in gold when it is. The contents are laid out inside.
pub fn row(ui: &mut Ui, chosen: bool, contents: impl FnOnce(&mut Ui)) -> Response {
    let wash = ui.painter().add(egui::Shape::Noop);
    // The row senses its clicks beneath its contents, so that links inside it stay links.
    let response = ui
        .scope_builder(egui::UiBuilder::new().sense(Sense::click()), |ui| {
            egui::Frame::NONE.inner_margin(egui::Margin::symmetric(6, 2)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                contents(ui);
            });
        })
        .response;
    let fill = if chosen {
        theme::SELECT_WASH
    } else if response.hovered() {
        theme::PAPER
    } else {
        Color32::TRANSPARENT
    };
    let edge = if chosen { theme::SELECT } else { Color32::TRANSPARENT };
    ui.painter().set(
        wash,
        egui::epaint::RectShape::new(
            response.rect,
            CornerRadius::same(3),
            fill,
            Stroke::new(1.2, edge),
            StrokeKind::Inside,
        ),
    );
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// Has what is scrolled in this part end beside its bar, which else lies on the words at the right.
pub fn clear_of_bars(ui: &mut Ui) {
    let scroll = &mut ui.spacing_mut().scroll;
    scroll.floating_allocated_width = scroll.bar_width;
}

/// Begins to write in a field of text, so that what is typed takes the place of what stands there.
pub fn write_anew(ctx: &egui::Context, field: &mut egui::text_edit::TextEditOutput, text: &str) {
    field.response.request_focus();
    let end = egui::text::CCursor::new(text.chars().count());
    let all = egui::text::CCursorRange::two(egui::text::CCursor::default(), end);
    field.state.cursor.set_char_range(Some(all));
    field.state.clone().store(ctx, field.response.id);
}

/// The step that the arrow keys make in a list of this page, 1 or -1, if one was pressed and nobody writes text.
pub fn list_step(ctx: &egui::Context) -> Option<isize> {
    if keyboard::writes(ctx) {
        return None;
    }
    ctx.input(|input| {
        let pressed = |key| input.key_pressed(key);
        if pressed(egui::Key::ArrowDown) {
            Some(1)
        } else if pressed(egui::Key::ArrowUp) {
            Some(-1)
        } else {
            None
        }
    })
}

/// Shows several words of which one is chosen; returns the new choice if another was clicked.
pub fn segments(ui: &mut Ui, labels: &[&str], chosen: usize) -> Option<usize> {
    let mut clicked = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (n, label) in labels.iter().enumerate() {
            let rank = if n == chosen { theme::SELECT_WASH } else { theme::FIELD };
            let text = if n == chosen { theme::bold(*label) } else { theme::body(*label) };
            if ui.add(egui::Button::new(text).fill(rank).min_size(Vec2::new(0.0, 28.0))).clicked() {
                clicked = Some(n);
            }
        }
    });
    clicked
}

/// A text link that is no rule.
pub fn text_link(ui: &mut Ui, text: &str) -> Response {
    let text = RichText::new(text).size(theme::SIZE_SECONDARY).color(theme::LINK).underline();
    ui.add(egui::Label::new(text).sense(Sense::click())).on_hover_cursor(egui::CursorIcon::PointingHand)
}

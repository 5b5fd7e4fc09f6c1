//! Buttons with the caps of their keys, and chips with a word.

use bevy_egui::egui::{
    self, Color32, CornerRadius, FontId, Galley, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2,
};
use std::sync::Arc;

use crate::{keyboard, theme};

/// How a button of the bottom bar looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rank {
    /// One of several buttons.
    Plain,
    /// The button of the verb in hand.
    Chosen,
    /// The gold button, of which there is one.
    Gold,
    /// A button that cannot be used now: struck through.
    Struck,
    /// A button on the walnut of a bar.
    Bar,
}

/// How far below the top of a line the middle of its capitals is.
fn middle_of_capitals(painter: &egui::Painter, font: FontId) -> f32 {
    painter.layout_no_wrap("H".to_owned(), font, theme::INK).mesh_bounds.center().y
}

/// The letters of a key cap.
pub struct Cap {
    galley: Arc<Galley>,
    /// How far below the top of the galley the middle of its capitals is.
    middle: f32,
    /// Points that the cap is wide.
    pub width: f32,
}

impl Cap {
    /// The height of a cap.
    pub const HEIGHT: f32 = 20.0;

    /// The cap of a key by its name.
    pub fn of(painter: &egui::Painter, key: &str) -> Self {
        let word = match key {
            "Escape" => "Esc",
            "Delete" => "Del",
            "Left" => "\u{2190}",
            "Right" => "\u{2192}",
            key => key,
        };
        let size = if word.chars().count() > 1 { theme::SIZE_LINK } else { theme::SIZE_SECONDARY };
        let letters =
            |word: &str| painter.layout_no_wrap(word.to_owned(), FontId::new(size, theme::bold_family()), theme::INK);
        let galley = letters(word);
        let width = galley.size().x.max(10.0) + 12.0;
        Self { galley, middle: letters("H").mesh_bounds.center().y, width }
    }

    /// Paints the cap about a point, with its letters in its middle.
    pub fn paint(self, painter: &egui::Painter, at: Pos2, fill: Color32) {
        let rect = Rect::from_center_size(at, Vec2::new(self.width, Self::HEIGHT));
        painter.rect(rect, CornerRadius::same(3), fill, Stroke::new(1.0, theme::INK2), StrokeKind::Inside);
        let letters = rect.center() - Vec2::new(self.galley.mesh_bounds.center().x, self.middle);
        painter.galley(letters, self.galley, theme::INK);
    }
}

/// The lettering of a button with a key cap.
struct Lettering {
    cap: Option<Cap>,
    text: Arc<Galley>,
    /// How far below the top of the text the middle of its capitals is.
    middle: f32,
    gap: f32,
    width: f32,
    ink: Color32,
}

impl Lettering {
    fn of(ui: &Ui, key: &str, label: &str, rank: Rank) -> Self {
        let font = match rank {
            Rank::Gold => FontId::new(theme::SIZE_BODY, theme::bold_family()),
            _ => FontId::proportional(theme::SIZE_BODY),
        };
        let ink = match rank {
            Rank::Struck => theme::INK2,
            Rank::Bar => theme::IVORY,
            _ => theme::INK,
        };
        let cap = (!key.is_empty()).then(|| Cap::of(ui.painter(), key));
        let middle = middle_of_capitals(ui.painter(), font.clone());
        let text = ui.painter().layout_no_wrap(label.to_string(), font, ink);
        let cap_width = cap.as_ref().map_or(0.0, |cap| cap.width);
        let gap = if cap.is_some() && !label.is_empty() { 8.0 } else { 0.0 };
        let width = (9.0 + cap_width + gap + text.size().x + 11.0).max(ui.spacing().interact_size.x);
        Self { cap, text, middle, gap, width, ink }
    }
}

/// Points that a button with a key cap is wide.
pub fn key_button_width(ui: &Ui, key: &str, label: &str) -> f32 {
    Lettering::of(ui, key, label, Rank::Plain).width
}

/// Where the place of a button with this word is kept, with the number of the pass in which it was drawn.
fn kept_place(word: &str) -> egui::Id {
    egui::Id::new(("button", word))
}

/// The place of a button with this word, if it was drawn in this pass or the one before.
pub fn place_of_button(ctx: &egui::Context, word: &str) -> Option<Rect> {
    let kept = ctx.data(|data| data.get_temp::<(Rect, u64)>(kept_place(word)));
    kept.filter(|(_, pass)| *pass + 1 >= ctx.cumulative_pass_nr()).map(|(rect, _)| rect)
}

/// A button with a key cap. A struck one keeps its place and can still be hovered.
pub fn key_button(ui: &mut Ui, key: &str, label: &str, rank: Rank, height: f32) -> Response {
    let Lettering { cap, text, middle, gap, width, ink } = Lettering::of(ui, key, label, rank);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, height), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, rank != Rank::Struck, label));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let pass = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| data.insert_temp(kept_place(label), (rect, pass)));
    let hovered = response.hovered() && rank != Rank::Struck;
    let (fill, edge) = match rank {
        Rank::Plain | Rank::Chosen if hovered => (theme::PAPER, theme::INK),
        Rank::Plain => (theme::FIELD, theme::INK2),
        Rank::Chosen => (theme::FIELD, theme::SELECT),
        Rank::Gold if hovered => (theme::BRASS_LIGHT, theme::INK),
        Rank::Gold => (theme::SELECT, theme::INK),
        Rank::Struck => (theme::PAPER_DARK.gamma_multiply(0.75), theme::INK3),
        Rank::Bar if hovered => (theme::TABLE_DARK, theme::BRASS_LIGHT),
        Rank::Bar => (Color32::TRANSPARENT, theme::BRASS),
    };
    let painter = ui.painter();
    let radius = CornerRadius::same(4);
    painter.rect(rect, radius, fill, Stroke::new(1.4, edge), StrokeKind::Inside);
    if rank == Rank::Chosen {
        painter.rect_stroke(rect.expand(2.0), radius, Stroke::new(2.0, theme::SELECT), StrokeKind::Outside);
    }
    if response.has_focus() {
        painter.rect_stroke(rect.expand(3.0), radius, Stroke::new(1.5, theme::IVORY), StrokeKind::Outside);
    }
    let mut x = rect.left() + 9.0;
    if let Some(cap) = cap {
        let fill = if rank == Rank::Gold { theme::FIELD } else { theme::PAPER_DARK };
        let across = cap.width;
        cap.paint(painter, Pos2::new(x + across / 2.0, rect.center().y), fill);
        x += across + gap;
    }
    let at = Pos2::new(x, rect.center().y - middle);
    let width = text.size().x;
    painter.galley(at, text, ink);
    if rank == Rank::Struck {
        let struck = if label.is_empty() { rect.x_range().shrink(6.0) } else { egui::Rangef::new(x, x + width) };
        painter.hline(struck, rect.center().y, Stroke::new(1.2, theme::INK2));
    }
    response
}

/// A button with a key cap that its key presses, too, unless somebody writes text; returns whether it was pressed.
pub fn keyed_button(ui: &mut Ui, key: &str, label: &str, rank: Rank, height: f32) -> bool {
    let clicked = key_button(ui, key, label, rank, height).clicked();
    clicked || (!keyboard::writes(ui.ctx()) && keyboard::pressed(ui.ctx(), key))
}

/// A chip with a word; dark or brass.
pub fn badge(ui: &mut Ui, text: &str, dark: bool) -> Response {
    let (fill, ink) = if dark { (theme::INK, theme::IVORY) } else { (theme::BRASS_LIGHT, theme::INK) };
    let font = FontId::proportional(theme::SIZE_SECONDARY);
    let middle = middle_of_capitals(ui.painter(), font.clone());
    let word = ui.painter().layout_no_wrap(text.to_owned(), font, ink);
    let (rect, response) = ui.allocate_exact_size(word.size() + Vec2::new(14.0, 6.0), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, text));
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(3), fill, Stroke::new(1.0, theme::INK2), StrokeKind::Inside);
    painter.galley(Pos2::new(rect.left() + 7.0, rect.center().y - middle), word, ink);
    response
}

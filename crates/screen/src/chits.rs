//! Chits with orders, on the table and in the panels: a sign and a word on the face, lozenges on the back.

use std::sync::Arc;

use bevy_egui::egui::{
    Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
};

use super::{theme, widgets};
use grapeshot_floor::turn::chit::ChitFace;
use grapeshot_game::picture::{chits, fonts, palette::Rgb};

/// Points that a chit is high.
pub const HEIGHT: f32 = 22.0;
/// Points that the sign takes.
const SIGN: f32 = 15.0;
/// Points between the edge of a chit and what stands on it.
const PAD: f32 = 4.0;
/// Points of the bar in the colour of its side.
const BAR: f32 = 4.0;
/// Points that the back of a chit is wide.
const BACK: f32 = 28.0;

/// How much is written on a chit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wording {
    /// The whole word beside the sign.
    Word,
    /// The first letter or two of the word, beside the sign.
    Letter,
    /// The sign alone.
    Sign,
}

/// A chit as it is drawn.
#[derive(Debug, Clone)]
pub struct Chit<'a> {
    /// What stands on its face; none: its back is seen.
    pub face: Option<&'a ChitFace>,
    /// Whether it lies face up for everybody; a dashed edge tells its owner that it does not.
    pub shown: bool,
    /// The coat of its side.
    pub coat: Color32,
    /// How much is written on it.
    pub wording: Wording,
}

impl Chit<'_> {
    fn lettering(&self, painter: &Painter) -> Option<Arc<Galley>> {
        let face = self.face?;
        let text = match self.wording {
            Wording::Word => &face.label,
            Wording::Letter => &face.letter,
            Wording::Sign => return None,
        };
        let font = FontId::new(theme::SIZE_BODY, theme::bold_family());
        Some(painter.layout_no_wrap(text.to_string(), font, theme::INK))
    }

    /// The width and height of the chit, in points.
    pub fn size(&self, painter: &Painter) -> Vec2 {
        if self.face.is_none() {
            return Vec2::new(if self.wording == Wording::Sign { HEIGHT } else { BACK }, HEIGHT);
        }
        let text = self.lettering(painter).map_or(0.0, |text| text.size().x + PAD);
        Vec2::new(BAR + PAD + SIGN + text + 2.0 * PAD, HEIGHT)
    }

    pub fn draw(&self, painter: &Painter, rect: Rect) {
        let radius = CornerRadius::same(3);
        painter.rect_filled(rect.translate(Vec2::new(0.0, 1.5)), radius, Color32::from_black_alpha(90));
        let Some(face) = self.face else {
            let coat = Rgb(self.coat.r(), self.coat.g(), self.coat.b());
            let (width, height) = (rect.width().round(), rect.height().round());
            widgets::paint_art(painter, rect, ("chit back", self.coat, width as u32), || {
                let back = chits::back(width, height, coat);
                fonts::document(-width / 2.0, -height / 2.0, width, height, &back)
            });
            painter.rect_stroke(rect, radius, Stroke::new(1.0, theme::INK), StrokeKind::Inside);
            return;
        };
        painter.rect_filled(rect, radius, theme::FIELD);
        let bar = Rect::from_min_size(rect.min, Vec2::new(BAR, rect.height()));
        painter.rect_filled(bar, CornerRadius { nw: 3, sw: 3, ..CornerRadius::ZERO }, self.coat);
        if self.shown {
            painter.rect_stroke(rect, radius, Stroke::new(1.6, theme::INK), StrokeKind::Inside);
        } else {
            let edge = rect.shrink(0.7);
            let round = [edge.left_top(), edge.right_top(), edge.right_bottom(), edge.left_bottom(), edge.left_top()];
            painter.extend(Shape::dashed_line(&round, Stroke::new(1.4, theme::INK2), 4.0, 3.0));
        }
        let sign =
            Rect::from_center_size(Pos2::new(rect.left() + BAR + PAD + SIGN / 2.0, rect.center().y), Vec2::splat(SIGN));
        widgets::paint_art(painter, sign, ("chit", &face.picture), || {
            fonts::document(-11.0, -11.0, 22.0, 22.0, &chits::sign(&face.picture))
        });
        if let Some(text) = self.lettering(painter) {
            // Letters of this face stand high in their line.
            let at = Pos2::new(sign.right() + PAD, rect.center().y - text.size().y / 2.0 + 1.0);
            painter.galley(at, text, theme::INK);
        }
    }

    /// Draws it as it turns over, its back first; `share`, 0 to 1, is how far it has turned.
    pub fn draw_turning(&self, painter: &Painter, rect: Rect, share: f32) {
        if share >= 1.0 {
            self.draw(painter, rect);
            return;
        }
        let width = (rect.width() * (1.0 - 2.0 * share).abs()).max(2.0);
        let card = Rect::from_center_size(rect.center(), Vec2::new(width, rect.height()));
        let fill = if share < 0.5 { self.coat } else { theme::FIELD };
        painter.rect(card, CornerRadius::same(3), fill, Stroke::new(1.6, theme::INK), StrokeKind::Inside);
    }
}

/// A chit in a row of a panel.
pub fn show(ui: &mut Ui, chit: &Chit) -> Response {
    let (rect, response) = ui.allocate_exact_size(chit.size(ui.painter()), Sense::hover());
    if ui.is_rect_visible(rect) {
        chit.draw(ui.painter(), rect);
    }
    response
}

//! Lines with a halo, dashes and chips, in points of the panels over points of the table.

use bevy::math::Vec2;
use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, StrokeKind,
};
use std::sync::Arc;

use super::room::Room;
use crate::{camera::BoardView, theme};

/// The halo under a line.
pub const HALO: Color32 = Color32::from_rgb(0xFF, 0xF7, 0xDC);

/// How a chip looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chip {
    /// Ink on paper.
    Plain,
    /// Vermilion on paper: danger, or what is in the way.
    Danger,
    /// Ivory on walnut: a refusal.
    Dark,
}

impl Chip {
    /// Fill, edge and ink.
    fn colours(self) -> (Color32, Color32, Color32) {
        match self {
            Self::Plain => (theme::PAPER_LIGHT, theme::INK2, theme::INK),
            Self::Danger => (theme::PAPER_LIGHT, theme::TARGET, theme::TARGET),
            Self::Dark => (theme::TABLE_DARK, theme::BRASS, theme::IVORY),
        }
    }
}

fn chip_size(galley: &Galley) -> egui::Vec2 {
    galley.size() + egui::vec2(12.0, 6.0)
}

/// Paints on the table.
pub struct Pen<'a> {
    /// The layer under the panels.
    pub painter: Painter,
    /// The view of the table.
    pub view: &'a BoardView,
    /// The room that is left for words.
    pub room: Room,
}

impl Pen<'_> {
    /// Where a point of the table lies in the window, in points of the panels.
    pub fn at(&self, point: Vec2) -> Pos2 {
        self.view.to_points(point)
    }

    /// Where points of the table lie in the window, in points of the panels.
    pub fn line_of(&self, points: &[Vec2]) -> Vec<Pos2> {
        points.iter().map(|point| self.at(*point)).collect()
    }

    /// A line in ink over its halo.
    pub fn line(&self, points: &[Vec2], width: f32, colour: Color32) {
        let line = self.line_of(points);
        self.painter.add(Shape::line(line.clone(), Stroke::new(width + 2.0, HALO.gamma_multiply(0.85))));
        self.painter.add(Shape::line(line, Stroke::new(width, colour)));
    }

    /// A dashed line over its halo.
    pub fn dashes(&self, points: &[Vec2], closed: bool, (on, off): (f32, f32), width: f32, colour: Color32) {
        let mut line = self.line_of(points);
        if closed && let Some(first) = line.first() {
            line.push(*first);
        }
        self.painter.add(Shape::line(line.clone(), Stroke::new(width + 2.0, HALO.gamma_multiply(0.6))));
        self.painter.extend(Shape::dashed_line(&line, Stroke::new(width, colour), on, off));
    }

    /// A chip with text, as near to a point of the panels as there is room; returns its place, or none if there is no
    /// room anywhere.
    pub fn chip(&mut self, middle: Pos2, text: &str, look: Chip) -> Option<Rect> {
        let galley = self.lettering(text, look);
        let rect = self.room.nearest(middle, chip_size(&galley))?;
        self.lay_chip(rect, galley, look);
        Some(rect)
    }

    /// A chip with text at the first of these points where there is room; returns its place, or none if there is no
    /// room.
    pub fn chip_at(&mut self, middles: impl IntoIterator<Item = Pos2>, text: &str, look: Chip) -> Option<Rect> {
        let galley = self.lettering(text, look);
        let size = chip_size(&galley);
        let rect = self.room.first(middles.into_iter().map(|middle| Rect::from_center_size(middle, size)))?;
        self.lay_chip(rect, galley, look);
        Some(rect)
    }

    fn lettering(&self, text: &str, look: Chip) -> Arc<Galley> {
        let font = FontId::new(theme::SIZE_SECONDARY, theme::bold_family());
        self.painter.layout(text.to_owned(), font, look.colours().2, 300.0)
    }

    fn lay_chip(&self, rect: Rect, galley: Arc<Galley>, look: Chip) {
        let (fill, edge, ink) = look.colours();
        let radius = CornerRadius::same(3);
        self.painter.rect_filled(rect.translate(egui::vec2(0.0, 1.5)), radius, Color32::from_black_alpha(70));
        self.painter.rect(rect, radius, fill, Stroke::new(1.2, edge), StrokeKind::Inside);
        self.painter.galley(rect.min + egui::vec2(6.0, 3.0), galley, ink);
    }

    /// Plain text with a halo, as names stand on a map.
    pub fn map_text(&self, at: Pos2, text: &str, font: FontId, colour: Color32) {
        for by in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)] {
            let by = egui::vec2(by.0, by.1);
            self.painter.text(at + by, Align2::CENTER_CENTER, text, font.clone(), HALO.gamma_multiply(0.7));
        }
        self.painter.text(at, Align2::CENTER_CENTER, text, font, colour);
    }
}

/// Points round a circle.
pub fn circle(centre: Vec2, radius: f32) -> Vec<Vec2> {
    arc(centre, radius, 0.0, 360.0)
}

/// Points along an arc, degrees counter-clockwise from +x.
pub fn arc(centre: Vec2, radius: f32, from: f32, to: f32) -> Vec<Vec2> {
    let steps = (((to - from).abs() / 4.0).ceil() as usize).max(2);
    (0..=steps)
        .map(|n| {
            let degrees = from + (to - from) * n as f32 / steps as f32;
            let (sin, cos) = bevy::math::ops::sin_cos(degrees.to_radians());
            centre + Vec2::new(cos, sin) * radius
        })
        .collect()
}

/// Inches as the player reads them ("7.0″").
pub fn inches(amount: f32) -> String {
    format!("{amount:.1}\u{2033}")
}

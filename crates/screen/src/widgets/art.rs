//! Drawings as they stand in files, and the flags among them.

use bevy_egui::egui::{self, Color32, Pos2, Rect, Response, Sense, Ui, Vec2};

use crate::pictures;
use grapeshot_game::picture::{flags, fonts, palette::Rgb};

/// A little flag.
pub fn flag(ui: &mut Ui, flag: &str, coat: Color32, height: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(height * 1.5, height), Sense::hover());
    paint_flag(ui.painter(), rect, flag, coat);
    response
}

/// Draws a flag into a rectangle.
pub fn paint_flag(painter: &egui::Painter, rect: Rect, flag: &str, coat: Color32) {
    let (length, height) = (flags::LENGTH, flags::HEIGHT);
    paint_art(painter, rect, ("flag", flag, coat), || {
        fonts::document(0.0, 0.0, length, height, &flags::flag(flag, Rgb(coat.r(), coat.g(), coat.b())))
    });
}

/// Draws a whole SVG file into a rectangle, from a texture that is made once for each size. The id stands for the file.
pub fn paint_art(
    painter: &egui::Painter,
    rect: Rect,
    id: impl std::hash::Hash + std::fmt::Debug,
    svg: impl FnOnce() -> String,
) {
    let ctx = painter.ctx();
    let pixels = (rect.size() * ctx.pixels_per_point()).round().max(Vec2::splat(1.0));
    let id = egui::Id::new(("art", id, pixels.x as u32, pixels.y as u32));
    let kept = ctx.data(|data| data.get_temp::<Option<egui::TextureHandle>>(id));
    let texture = kept.unwrap_or_else(|| {
        let made = pictures::texture(ctx, "art", &svg(), pixels.x as u32, pixels.y as u32);
        ctx.data_mut(|data| data.insert_temp(id, made.clone()));
        made
    });
    if let Some(texture) = texture {
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        painter.image(texture.id(), rect, whole, Color32::WHITE);
    }
}

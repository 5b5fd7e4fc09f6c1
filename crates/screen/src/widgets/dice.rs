//! Dice: as they lie, and as they roll.

use bevy_egui::egui::{self, Align2, CornerRadius, FontId, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2};

use crate::theme;

/// The faces of a die of command.
pub const COMMAND: u8 = 6;

/// A die of command that shows a number.
pub fn die(ui: &mut Ui, face: u8, size: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    paint_die(ui.painter(), rect, COMMAND, face);
    response.on_hover_text(format!("Command die: {face}"))
}

/// The share of its time in which a die rolls; then it lies still.
const ROLLS: f32 = 0.75;
/// The faces that come up while it rolls.
const TUMBLES: f32 = 6.0;
/// How high it leaps first, as a share of its height.
const LEAPS: f32 = 0.45;

/// Draws a die on its way: it tumbles from face to face, leaps lower and lower, and lies with the face that it showed;
/// `share`, 0 to 1, is the share of its time, `nth` its place among those that are rolled with it.
pub fn paint_rolling_die(painter: &egui::Painter, rect: Rect, faces: u8, face: u8, (nth, share): (usize, f32)) {
    let rolled = (share / ROLLS).min(1.0);
    let leap = (bevy::math::ops::sin(rolled * TUMBLES * std::f32::consts::FRAC_PI_2) * (1.0 - rolled)).abs();
    let up = Vec2::new(0.0, -rect.height() * LEAPS * leap);
    paint_die(painter, rect.translate(up), faces, tumbling(faces, face, nth, rolled));
}

/// The face of a die that has rolled a share of its way.
fn tumbling(faces: u8, face: u8, nth: usize, rolled: f32) -> u8 {
    if rolled >= 1.0 || faces < 2 {
        return face;
    }
    let tumble = (rolled * TUMBLES) as usize;
    // Neighbours do not tumble alike, and each tumble brings another face up.
    1 + ((usize::from(face) + nth * 2 + tumble * 5 + 1) % usize::from(faces)) as u8
}

/// Draws a die with this number of faces into a rectangle: a cube with its pips, any other as a kite with the figure.
pub fn paint_die(painter: &egui::Painter, rect: Rect, faces: u8, face: u8) {
    let figure = |at: Pos2, share: f32| {
        let font = FontId::new(rect.height() * share, theme::bold_family());
        painter.text(at, Align2::CENTER_CENTER, face.to_string(), font, theme::INK);
    };
    if faces != COMMAND {
        let inner = rect.shrink(1.0);
        let shoulder = inner.top() + inner.height() * 0.58;
        let kite = vec![
            inner.center_top(),
            Pos2::new(inner.right(), shoulder),
            inner.center_bottom(),
            Pos2::new(inner.left(), shoulder),
        ];
        painter.add(egui::Shape::convex_polygon(kite, theme::FIELD, Stroke::new(1.5, theme::INK)));
        figure(Pos2::new(inner.center().x, inner.top() + inner.height() * 0.54), 0.46);
        return;
    }
    painter.rect(
        rect.shrink(1.0),
        CornerRadius::same(3),
        theme::FIELD,
        Stroke::new(1.5, theme::INK),
        StrokeKind::Inside,
    );
    let s = rect.width() * 0.25;
    let pip = |x: f32, y: f32| {
        painter.circle_filled(rect.center() + Vec2::new(x * s, y * s), rect.width() * 0.085, theme::INK);
    };
    let corners: &[(f32, f32)] = match face {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        6 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        _ => {
            figure(rect.center(), 0.55);
            &[]
        }
    };
    for (x, y) in corners {
        pip(*x, *y);
    }
}

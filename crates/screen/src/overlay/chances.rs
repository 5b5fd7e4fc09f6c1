//! Chances on the table: that a round strikes a man, that a fight still to come is won, that a march comes to a place.

use bevy::math::Vec2;
use bevy_egui::egui::{self, FontId, Pos2, Rect, Stroke};

use super::pen::{Chip, HALO, Pen};
use crate::{
    session::{Draft, Session},
    theme,
};
use grapeshot_floor::{
    forces::PieceId,
    orders::{Outlook, Plan},
};

/// Points from the middle to the rim of the sign of a fight.
const SIGN: f32 = 10.0;
/// Points between a block and the chance that it comes to that place.
const PART: f32 = 18.0;
/// Points between a figure and its chance.
const GAP: f32 = 3.0;

/// The chance in percent of each man that the order in hand may strike, beside his figure; in vermilion for men of the
/// side that gives the order.
pub(super) fn paint_struck(pen: &mut Pen, session: &Session, plan: &Plan) {
    let side = session.draft().map(|draft| draft.order().side);
    let font = FontId::new(theme::SIZE_SECONDARY, theme::bold_family());
    let view = session.view();
    for (piece, chance) in &plan.struck {
        let Some(shown) = session.shown().piece(*piece) else { continue };
        let own = side == Some(view.side_of(*piece));
        let ink = if own { theme::TARGET } else { theme::INK };
        let number = format!("{:.0}", chance * 100.0);
        let galley = pen.painter.layout_no_wrap(number.clone(), font.clone(), ink);
        let (at, size) = (pen.at(shown.place.at), galley.mesh_bounds.size() + egui::vec2(2.0, 2.0));
        let away = pen.view.points_per_inch() * view.footprint(*piece).reach() + GAP;
        let beside = [(1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (0.0, 1.0)].map(|(x, y)| {
            let middle = at + egui::vec2(x * (away + size.x / 2.0), y * (away + size.y / 2.0));
            Rect::from_center_size(middle, size)
        });
        let Some(rect) = pen.room.first(beside) else { continue };
        pen.map_text(rect.center(), &number, font.clone(), ink);
    }
}

/// Crossed swords between figures that still have to fight each other, with the attacker's chance to win.
pub(super) fn paint_fights(pen: &mut Pen, session: &Session) {
    if !session.caught_up() {
        return;
    }
    let place = |piece| session.shown().piece(piece).map(|piece| piece.place.at);
    for bout in session.fights_to_come() {
        let (Some(from), Some(to)) = (place(bout.attacker), place(bout.defender)) else { continue };
        let middle = pen.at(meeting(session, (bout.attacker, from), (bout.defender, to)));
        swords(pen, middle);
        let text = format!("{} %", (bout.odds.chance * 100.0).round());
        let beside = [(32.0, 0.0), (-32.0, 0.0), (0.0, 24.0), (0.0, -24.0), (40.0, 22.0), (-40.0, 22.0), (40.0, -22.0)];
        pen.chip_at(beside.map(|(x, y)| middle + egui::vec2(x, y)), &text, Chip::Plain);
    }
}

/// Each place where chance may leave the pieces of the order in hand, with the chance, 0 to 1, that they come that far.
pub(super) fn paint_parts(pen: &mut Pen, session: &Session) {
    for (part, chance) in session.draft().map_or(&[][..], Draft::parts) {
        let Some(shown) = session.shown().piece(part.piece) else { continue };
        let footprint = part.outline(shown.footprint).footprint;
        let inches = PART / pen.view.points_per_inch();
        let (ahead, aside) = (footprint.half_depth() + inches, footprint.half_width() + inches);
        let text = format!("{:.0} %", chance * 100.0);
        let beside = [(ahead, aside / 2.0), (ahead, 0.0), (-ahead, aside / 2.0), (0.0, aside), (0.0, -aside)];
        pen.chip_at(beside.map(|(ahead, aside)| pen.at(part.end.offset(ahead, aside))), &text, Chip::Plain);
    }
}

/// On the arrow of each declared charge, the chance that it would win.
pub(super) fn paint_charges(pen: &mut Pen, session: &Session) {
    for charge in session.declared_charges() {
        let Outlook { wins, ties, .. } = charge.outlook;
        let percent = |share: f32| (share * 100.0).round();
        let text = format!("wins {} %, ties {} %", percent(wins), percent(ties));
        let along = [0.45, 0.3, 0.6, 0.15].map(|share| pen.at(charge.from.lerp(charge.to, share)));
        pen.chip_at(along, &text, Chip::Danger);
    }
}

/// Where two pieces touch: the point of the first outline that is nearest to the second piece, as near as can be told
/// from their middles.
fn meeting(session: &Session, (one, from): (PieceId, Vec2), (foe, to): (PieceId, Vec2)) -> Vec2 {
    let view = session.view();
    let depth = |piece| view.footprint(piece).half_depth();
    let share = depth(one) / (depth(one) + depth(foe)).max(f32::EPSILON);
    from.lerp(to, share)
}

/// The sign of a fight that is still to come.
fn swords(pen: &mut Pen, middle: Pos2) {
    pen.painter.circle(middle, SIGN + 1.5, HALO, Stroke::NONE);
    pen.painter.circle(middle, SIGN, theme::PAPER_LIGHT, Stroke::new(1.6, theme::TARGET));
    for way in [1.0, -1.0] {
        let along = egui::vec2(way, -1.0).normalized();
        let (hilt, point) = (middle - along * (SIGN - 3.5), middle + along * (SIGN - 3.0));
        pen.painter.line_segment([hilt, point], Stroke::new(1.8, theme::INK));
        let guard = hilt + along * 3.5;
        pen.painter
            .line_segment([guard - along.rot90() * 3.0, guard + along.rot90() * 3.0], Stroke::new(1.6, theme::INK));
    }
    pen.room.bar(Rect::from_center_size(middle, egui::Vec2::splat(2.0 * SIGN)));
}

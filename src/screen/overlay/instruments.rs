//! The tools on the table, drawn: ruler, lines of sight, how far units could come and what they could shoot at.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Color32, Shape, Stroke};

use super::pen::{Chip, Pen, arc, circle, inches};
use crate::{
    screen::{
        session::{InHand, Session, Tool},
        theme,
    },
    turn::rules::Arc2,
};

/// The most units whose reach is named; of more only the one under the pointer is.
const NAMED: usize = 4;

/// The wash over a field of fire. It is mixed with what lies under it in linear light, so it is brighter than a share of the
/// colour would be.
const FIRE: Color32 = Color32::from_rgba_premultiplied(62, 17, 10, 28);

/// Draws the tool that lies on the table.
pub(super) fn paint(pen: &mut Pen, session: &Session) {
    match session.tool {
        Some(ruler @ InHand { tool: Tool::Ruler, .. }) => measure(pen, session, ruler),
        Some(InHand { tool: Tool::Sight, .. }) => look(pen, session),
        Some(InHand { tool: Tool::Threat, piece, .. }) => threaten(pen, session, piece),
        None => {}
    }
}

/// A line with a tick at every inch, a longer one at every sixth, and its length.
fn measure(pen: &mut Pen, session: &Session, ruler: InHand) {
    let (Some(from), Some(to)) = (ruler.from, session.pointer) else {
        hint(pen, "Ruler: click where it begins");
        return;
    };
    let Some(length) = session.measured(ruler, to) else { return };
    pen.line(&[from, to], 2.0, theme::INK);
    let along = (to - from).normalize_or_zero();
    let across = Vec2::new(-along.y, along.x);
    let whole = from.distance(to).floor() as u32;
    if pen.view.points_per_inch() >= 4.0 {
        for n in 0..=whole.min(200) {
            let at = from + along * n as f32;
            let half = pen.view.inches(if n % 6 == 0 { 7.0 } else { 3.5 });
            let tick = [pen.at(at - across * half), pen.at(at + across * half)];
            pen.painter.line_segment(tick, Stroke::new(1.2, theme::INK));
        }
    }
    pen.chip(pen.at(to) + egui::vec2(34.0, -20.0), &inches(length), Chip::Plain);
}

/// A line to each enemy unit: whole where it is free, dotted up to what blocks it.
fn look(pen: &mut Pen, session: &Session) {
    let looks = session.looks();
    if looks.is_empty() {
        hint(pen, "Lines of sight: choose a unit that looks");
        return;
    }
    let hovered = session.hovered.and_then(|piece| session.shown().piece(piece)).map(|piece| piece.unit);
    for look in &looks {
        match &look.line.blocker {
            None => pen.line(&[look.from, look.to], 1.6, theme::GOOD),
            Some((_, at)) => {
                pen.dashes(&[look.from, *at], false, (2.0, 5.0), 1.6, theme::INK2);
                cross(pen, *at);
            }
        }
    }
    // What is in the way is named, first for the unit that is pointed at.
    let mut named: Vec<_> = looks.iter().collect();
    named.sort_by_key(|look| hovered != Some(look.unit));
    for look in named.into_iter().take(if hovered.is_some() { 1 } else { usize::MAX }) {
        let name = session.short_name(look.unit);
        match &look.line.blocker {
            Some((what, at)) => {
                let text = format!("{name} is hidden by {what}  {}", look.line.rule);
                beside(pen, *at, &text, Chip::Danger, hovered == Some(look.unit));
            }
            None if hovered == Some(look.unit) => {
                let text = format!("sees {name}  {}", look.line.rule);
                beside(pen, look.from.lerp(look.to, 0.5), &text, Chip::Plain, true);
            }
            None => {}
        }
    }
}

/// A chip beside a point: somewhere near, or not at all unless it is wanted.
fn beside(pen: &mut Pen, at: Vec2, text: &str, look: Chip, wanted: bool) {
    let at = pen.at(at);
    let middles = [(0.0, -18.0), (0.0, 18.0), (90.0, 0.0), (-90.0, 0.0)].map(|(x, y)| at + egui::vec2(x, y));
    if pen.chip_at(middles, text, look).is_none() && wanted {
        pen.chip(at, text, look);
    }
}

fn cross(pen: &Pen, at: Vec2) {
    let middle = pen.at(at);
    for (x, y) in [(1.0, 1.0), (1.0, -1.0)] {
        let arm = egui::vec2(x, y) * 5.0;
        pen.painter.line_segment([middle - arm, middle + arm], Stroke::new(4.5, super::pen::HALO));
        pen.painter.line_segment([middle - arm, middle + arm], Stroke::new(2.2, theme::TARGET));
    }
}

/// How far units could come, and what they could shoot at from where they stand.
fn threaten(pen: &mut Pen, session: &Session, at: Option<crate::forces::PieceId>) {
    let strides = session.strides(at);
    if strides.is_empty() {
        hint(pen, "Nobody stands there who could come or shoot");
        return;
    }
    let view = session.view();
    let battle = session.battle();
    let few = strides.len() <= NAMED;
    let hovered = session.hovered.and_then(|piece| session.shown().piece(piece)).map(|piece| piece.unit);
    for (unit, stride) in &strides {
        let shown = || session.shown().present(*unit);
        let pieces: Vec<_> = shown().map(|(id, piece)| (id, piece.place.at)).collect();
        let count = pieces.len().max(1) as f32;
        let middle = pieces.iter().map(|(_, at)| *at).sum::<Vec2>() / count;
        let spread = shown().map(|(_, piece)| piece.place.at.distance(middle) + piece.footprint.reach());
        let spread = spread.fold(0.0, f32::max);
        if let Some(fire) = pieces
            .get(pieces.len() / 2)
            .filter(|(id, _)| view.knows_piece(*id) && view.in_play(*id))
            .and_then(|(id, _)| battle.rules().arc(&view, *id))
        {
            field_of_fire(pen, &fire);
        }
        let Some(stride) = stride else { continue };
        let radius = stride.inches + spread;
        let ring = circle(middle, radius);
        pen.dashes(&ring, true, (9.0, 5.0), 1.6, theme::INK);
        if few || hovered == Some(*unit) {
            let name = session.short_name(*unit);
            let text = format!("{name}: {} with {}  {}", inches(stride.inches), stride.label, stride.rule);
            let points = [90.0_f32, 60.0, 120.0, 30.0, 150.0, 0.0, 180.0, 270.0, 230.0, 310.0].map(|turn| {
                let (sin, cos) = bevy::math::ops::sin_cos(turn.to_radians());
                pen.at(middle + Vec2::new(cos, sin) * radius)
            });
            if pen.chip_at(points, &text, Chip::Plain).is_none() {
                pen.chip(pen.at(middle), &text, Chip::Plain);
            }
        }
    }
    hint(pen, "Dashed: how far they could come. Red: what they could shoot at from where they stand");
}

/// The field of fire of a piece, the nearer the darker.
fn field_of_fire(pen: &Pen, fire: &Arc2) {
    let (from, to) = (fire.heading.0 - fire.half_angle, fire.heading.0 + fire.half_angle);
    for (radius, _) in &fire.bands {
        let whole = fire.half_angle >= 179.0;
        let rim = arc(fire.apex, *radius, from, to);
        let mut outline = pen.line_of(&rim);
        if !whole {
            outline.push(pen.at(fire.apex));
        }
        let edge = Stroke::new(1.4, theme::TARGET);
        if fire.half_angle <= 90.0 || whole {
            let fill = FIRE;
            pen.painter.add(Shape::convex_polygon(outline, fill, edge));
        } else {
            pen.painter.add(Shape::closed_line(outline, edge));
        }
    }
}

/// What the tool wants or shows, at the upper edge of the free part.
fn hint(pen: &mut Pen, text: &str) {
    let top = pen.room.free().center_top() + egui::vec2(0.0, 16.0);
    let middles = [0.0, -160.0, 160.0, -280.0, 280.0].map(|x| top + egui::vec2(x, 0.0));
    if pen.chip_at(middles, text, Chip::Dark).is_none() {
        pen.chip(top, text, Chip::Dark);
    }
}

//! The tools on the table, drawn: ruler, lines of sight, how far units could come and what they could shoot at.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Stroke};

use super::pen::{Chip, Pen, inches};
use crate::{
    session::{InHand, Session, Tool},
    theme,
};
use grapeshot_game::battle::reconnaissance::{Look, Threat};

/// The most units whose reach is marked whole and named; of more units only the reach of the one under the pointer is.
const NAMED: usize = 4;

/// Draws the tool that lies on the table.
pub(super) fn paint(pen: &mut Pen, session: &Session) {
    match session.tool {
        Some(ruler @ InHand { tool: Tool::Ruler, .. }) => measure(pen, session, ruler),
        Some(InHand { tool: Tool::Sight, .. }) => look(pen, session),
        Some(InHand { tool: Tool::Threat, .. }) => threaten(pen, session),
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
        draw_look(pen, look);
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

/// A line of sight: whole where it is free, dotted up to what blocks it.
pub(super) fn draw_look(pen: &Pen, look: &Look) {
    match &look.line.blocker {
        None => pen.line(&[look.from, look.to], 1.6, theme::GOOD),
        Some((_, at)) => {
            pen.dashes(&[look.from, *at], false, (2.0, 5.0), 1.6, theme::INK2);
            cross(pen, *at);
        }
    }
}

/// A chip beside a point. Where there is no room for it, it is left out, unless it is wanted.
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

/// A threat as it is marked.
#[derive(Debug, Clone)]
pub struct MarkedThreat {
    pub threat: Threat,
    /// Whether all of it is marked: the unit is one of few, or pointed at. Else it is marked faintly, so that others
    /// are seen beside it.
    pub whole: bool,
}

/// The threats that the tool on the table shows, if that tool shows threats.
pub(super) fn threats(session: &Session) -> Vec<MarkedThreat> {
    let Some(InHand { tool: Tool::Threat, piece, .. }) = session.tool else { return Vec::new() };
    let threats = session.threats(piece);
    let few = threats.len() <= NAMED;
    let hovered = session.hovered.and_then(|piece| session.shown().piece(piece)).map(|piece| piece.unit);
    let alone = hovered.filter(|unit| threats.iter().any(|threat| threat.unit == *unit));
    // A player who points at a unit wants to see its threat alone.
    let wanted = |threat: &Threat| few || alone.is_none_or(|alone| alone == threat.unit);
    let marked = |threat: Threat| {
        let whole = few || alone == Some(threat.unit);
        MarkedThreat { threat, whole }
    };
    threats.into_iter().filter(wanted).map(marked).collect()
}

/// Writes beside units how far they could come.
fn threaten(pen: &mut Pen, session: &Session) {
    let threats = threats(session);
    if threats.is_empty() {
        hint(pen, "Nobody stands there who could come or shoot");
        return;
    }
    for MarkedThreat { threat, .. } in threats.iter().filter(|marked| marked.whole) {
        let (Some(stride), Some(radius)) = (&threat.stride, threat.radius) else { continue };
        let name = session.short_name(threat.unit);
        let text = format!("{name}: {} with {}  {}", inches(stride.inches), stride.label, stride.rule);
        let points = [90.0_f32, 60.0, 120.0, 30.0, 150.0, 0.0, 180.0, 270.0, 230.0, 310.0].map(|turn| {
            let (sin, cos) = bevy::math::ops::sin_cos(turn.to_radians());
            pen.at(threat.middle + Vec2::new(cos, sin) * radius)
        });
        if pen.chip_at(points, &text, Chip::Plain).is_none() {
            pen.chip(pen.at(threat.middle), &text, Chip::Plain);
        }
    }
    match threats.iter().any(|marked| marked.whole) {
        true => hint(pen, "Dashed: how far they could come. Red: what they could shoot at from where they stand"),
        false => hint(pen, "Where they could come and shoot. Point at one of them to see its own reach"),
    }
}

/// A hint on what the tool wants or shows, at the upper edge of the free part.
fn hint(pen: &mut Pen, text: &str) {
    let top = pen.room.free().center_top() + egui::vec2(0.0, 16.0);
    let middles = [0.0, -160.0, 160.0, -280.0, 280.0].map(|x| top + egui::vec2(x, 0.0));
    if pen.chip_at(middles, text, Chip::Dark).is_none() {
        pen.chip(top, text, Chip::Dark);
    }
}

//! Marks above the pieces: ways and what they cost, the line of fire, why an order is refused, names of bands and
//! places.

use bevy::prelude::*;
use bevy_egui::egui::{self, FontId, Stroke, StrokeKind};

use super::{
    aims::{SlowStretch, aim_of, found_at, slow_stretches},
    chances,
    pen::{Chip, Pen, inches},
    shapes,
    slip::{Item, Slip, ground},
};
use crate::{
    pieces::{Acted, motion::Scene, things::Things},
    pointer::{
        Pointer,
        bend::LineEnd,
        handle::{GRIP, Handle},
    },
    session::{Draft, Session},
    theme,
};
use grapeshot_floor::{
    english,
    forces::{PieceId, SideId},
    orders::{Plan, PlannedMove},
    table::{measure, position::Heading},
    turn::rules::{Thing, ThingAt},
};
use grapeshot_game::picture::{
    map::Layer,
    palette::{Coat, Palette},
};

/// What is said of a piece that has acted.
const ACTED: &str = "has acted";
/// Points from top to bottom of a counter on the table.
const COUNTER: f32 = 31.0;
/// Points to the inch under which the numbers of storeys would lie on each other.
const LEGIBLE: f32 = 9.0;

/// Ways, targets and the line of fire of the order in hand, with their words.
pub(super) fn paint_order(pen: &mut Pen, session: &Session) {
    if let Some(handle) = Handle::of(session, pen.view) {
        show_handle(pen, session, &handle);
    }
    if let Some(draft) = session.draft() {
        show_ends(pen, session, draft);
        show_targets(pen, session, draft);
        if let Some(plan) = draft.plan() {
            show_moves(pen, session, plan);
        }
        show_aim(pen, session, draft);
        if let Some(plan) = draft.plan() {
            chances::paint_struck(pen, session, plan);
        }
    }
}

/// What is said beside the pointer.
pub(super) fn paint_pointed(
    pen: &mut Pen,
    session: &Session,
    pointer: &Pointer,
    things: &Things,
    scene: &Scene,
    acted: &Acted,
) {
    if let Some(draft) = session.draft() {
        show_refusal(pen, session, draft);
    }
    if let Some((a, b)) = pointer.boxed {
        let rect = egui::Rect::from_two_pos(pen.at(a), pen.at(b));
        pen.painter.rect(
            rect,
            egui::CornerRadius::ZERO,
            theme::SELECT.gamma_multiply(0.12),
            Stroke::new(1.5, theme::INK),
            StrokeKind::Middle,
        );
    }
    match session.hovered {
        Some(piece) if session.draft().is_none() => name_piece(pen, session, things, acted, piece),
        Some(_) => {}
        None => name_thing(pen, session, things, scene),
    }
}

/// The names of what lies on the table and is no unit.
pub(super) fn paint_names(pen: &mut Pen, session: &Session, things: &Things, scene: &Scene) {
    name_bands(pen, session);
    if !session.is_inspected() {
        name_reaches(pen, session);
    }
    if session.shows(Layer::Objectives) {
        name_objectives(pen, session);
    }
    name_suspected(pen, things);
    number_storeys(pen, session, scene);
}

/// Where a label of a circle may lie: at the circle, from its lowest point to both sides, moved from there by points
/// that depend on the way out.
fn along_circle(
    pen: &Pen,
    (centre, radius): (Vec2, f32),
    away: impl Fn(egui::Vec2) -> egui::Vec2,
) -> impl Iterator<Item = egui::Pos2> {
    let turns = [0.0, 180.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0, 120.0, -120.0, 150.0, -150.0];
    let point = move |turn: f32| {
        let (sin, cos) = bevy::math::ops::sin_cos((turn - 90.0_f32).to_radians());
        let way = Vec2::new(cos, sin);
        pen.at(centre + way * radius) + away(egui::vec2(cos, -sin))
    };
    turns.into_iter().map(point)
}

/// How far the middle of a label of this size lies from a point that it touches from outside, on this way out.
pub(super) fn touching(way: egui::Vec2, size: egui::Vec2) -> egui::Vec2 {
    let corner = (way * std::f32::consts::SQRT_2).clamp(egui::Vec2::splat(-1.0), egui::Vec2::splat(1.0));
    corner * size / 2.0 + way * INSET
}

/// Where a label of this size may lie by a circle: it touches the circle, else it lies over it or away from it by these
/// shares of its length.
fn beside(pen: &Pen, circle: (Vec2, f32), size: egui::Vec2, shares: &[f32]) -> Vec<egui::Rect> {
    let touch = along_circle(pen, circle, |way| touching(way, size));
    let others = shares.iter().flat_map(|share| {
        let outside = size.y * 0.6 + size.x * *share;
        along_circle(pen, circle, move |way| way * outside)
    });
    touch.chain(others).map(|middle| egui::Rect::from_center_size(middle, size)).collect()
}

/// Names each objective, with its points.
fn name_objectives(pen: &mut Pen, session: &Session) {
    let terms = &session.scenario().victory;
    for (n, objective) in terms.objectives.iter().enumerate() {
        let font = FontId::new(theme::SIZE_SECONDARY, theme::bold_family());
        let name = pen.painter.layout_no_wrap(objective.name.clone(), font.clone(), theme::INK);
        let worth = terms.worth_told(n, &session.scenario().sides);
        let worth = worth.map(|worth| pen.painter.layout_no_wrap(worth, font, theme::SELECT));
        // A disc, as long as its words.
        let long = worth.as_ref().map_or(0.0, |worth| (worth.size().x + DISC).max(2.0 * DISC));
        let disc = if worth.is_some() { long + 4.0 } else { 0.0 };
        let bare = egui::vec2(name.size().x, name.size().y.max(2.0 * DISC));
        let circle = (objective.at, objective.radius.max(0.5));
        // A name gives its points up before it goes far away.
        let near = beside(pen, circle, bare + egui::vec2(disc, 0.0), &FROM_RIM[..1]);
        let (rect, disc) = match pen.room.first(near) {
            Some(rect) => (rect, disc),
            None => {
                let places = beside(pen, circle, bare, &FROM_RIM);
                let Some(rect) = pen.room.first(places) else { continue };
                (rect, 0.0)
            }
        };
        ground(pen, rect);
        if let Some(worth) = worth.filter(|_| disc > 0.0) {
            let middle = rect.left_center() + egui::vec2(long / 2.0, 0.0);
            let shape = egui::Rect::from_center_size(middle, egui::vec2(long, 2.0 * DISC));
            let (round, edge) = (egui::CornerRadius::same(DISC as u8), Stroke::new(1.5, theme::SELECT));
            pen.painter.rect(shape, round, theme::INK, edge, StrokeKind::Middle);
            pen.painter.galley(middle - worth.size() / 2.0, worth, theme::SELECT);
        }
        let at = egui::pos2(rect.left() + disc, rect.center().y - name.size().y / 2.0);
        pen.painter.galley(at, name, theme::INK);
    }
}

/// Names each area and each stretch of the edge that earns points, with what a piece earns there and the coat of the
/// side that gets it.
pub(super) fn name_goals(pen: &mut Pen, session: &Session, palette: Palette) {
    if !session.shows(Layer::Objectives) {
        return;
    }
    let scenario = session.scenario();
    for zone in &scenario.victory.zones {
        let inside = zone.outline.iter().sum::<Vec2>() / zone.outline.len().max(1) as f32;
        let rim = measure::edges(&zone.outline).map(|(from, to)| from.midpoint(to));
        let coat = coat_of(session, zone.side, palette);
        name_goal(pen, (zone.told(), coat), inside, std::iter::once(inside).chain(rim));
    }
    for exit in &scenario.victory.exits {
        let shares = |ends: &[Vec2]| [0.5, 0.25, 0.75].map(|share| ends[0].lerp(ends[1], share));
        let coat = coat_of(session, exit.side, palette);
        name_goal(pen, (exit.told(), coat), scenario.terrain.size / 2.0, exit.line.windows(2).flat_map(shares));
    }
}

/// Writes words on a slip with a coat beside the first of these places that has room, on the side of what is inside.
fn name_goal(pen: &mut Pen, (words, coat): (String, egui::Color32), inside: Vec2, places: impl Iterator<Item = Vec2>) {
    let font = FontId::new(theme::SIZE_SECONDARY, theme::bold_family());
    let words = pen.painter.layout_no_wrap(words, font, theme::INK);
    let slip = Slip::of_paper(vec![Item::Name(words)], coat);
    let (size, inside) = (slip.size(), pen.at(inside));
    let beside = |place: Vec2| {
        let at = pen.at(place);
        let way = (inside - at).normalized();
        let reach = way.abs() * (size / 2.0 + egui::Vec2::splat(INSET));
        egui::Rect::from_center_size(at + way * (reach.x + reach.y), size)
    };
    let rects: Vec<egui::Rect> = places.map(beside).collect();
    if let Some(rect) = pen.room.first(rects) {
        slip.draw(pen, rect, false);
    }
}

/// Shares of its length by which the name of an objective may lie away from its rim, the nearest first.
const FROM_RIM: [f32; 3] = [0.1, 0.4, 0.6];

/// Points between the name of what earns points and its rim.
const INSET: f32 = 6.0;

/// Points from the middle to the rim of the disc with an objective's points, up and down.
const DISC: f32 = 10.0;

/// Writes a word under the counter of each suspected place.
fn name_suspected(pen: &mut Pen, things: &Things) {
    for (thing, (place, _)) in things.0.iter().filter_map(|thing| Some((thing, found_at(thing)?))) {
        let away = COUNTER / 2.0 + 11.0;
        let at = pen.at(place);
        let middles = [egui::vec2(0.0, away), egui::vec2(0.0, -away), egui::vec2(3.0 * away, 0.0)];
        pen.chip_at(middles.map(|by| at + by), &thing.look, Chip::Plain);
    }
}

/// The thing under the pointer, if no piece is there.
fn name_thing(pen: &mut Pen, session: &Session, things: &Things, scene: &Scene) {
    let Some(pointer) = session.pointer else { return };
    let near = pen.view.inches(COUNTER / 2.0).max(0.5);
    let gap = |thing: &Thing| Some(Things::place(thing, scene)?.distance(pointer));
    let touched = things.0.iter().filter_map(|thing| Some((gap(thing)?, thing))).filter(|(gap, _)| *gap <= near);
    let Some((_, thing)) = touched.min_by(|a, b| a.0.total_cmp(&b.0)) else { return };
    let at = pen.at(pointer) + egui::vec2(0.0, COUNTER);
    pen.chip(at, &format!("{}  {}", thing.label, thing.rule), Chip::Plain);
}

fn name_reaches(pen: &mut Pen, session: &Session) {
    let Some(unit) = session.selection().unit.filter(|_| session.caught_up()) else { return };
    let battle = session.battle();
    for reach in battle.rules().reaches(&session.view(), unit) {
        let middles: Vec<egui::Pos2> = along_circle(pen, (reach.centre, reach.radius), |_| egui::Vec2::ZERO).collect();
        pen.chip_at(middles, &reach.label, Chip::Plain);
    }
}

fn name_bands(pen: &mut Pen, session: &Session) {
    for arc in shapes::arcs(session) {
        for (radius, name) in &arc.bands {
            let label = if name.contains(|letter: char| letter.is_ascii_digit()) {
                name.clone()
            } else {
                format!("{name} {radius:.0}\u{2033}")
            };
            // At the end of the band, or along it where there is room.
            let turns = [1.0, -1.0, 0.75, -0.75, 0.5, -0.5, 0.25, -0.25, 0.0];
            let point = |turn: f32| {
                let way = Heading(arc.heading.0 + arc.half_angle * turn).forward();
                pen.at(arc.apex + way * *radius)
            };
            let middles = turns.map(point);
            pen.chip_at(middles, &label, Chip::Plain);
        }
    }
}

/// The storey of each figure in a house of several, as a small number beside it.
fn number_storeys(pen: &Pen, session: &Session, scene: &Scene) {
    let view = session.battle().view();
    let tall = view.terrain().buildings.iter().any(|building| building.storeys > 1);
    if !tall || pen.view.points_per_inch() < LEGIBLE {
        return;
    }
    for (piece, pose) in session.shown().pieces.iter().zip(&scene.poses).filter(|(_, pose)| pose.shown) {
        let Some(storey) = session.storey_of(piece.place) else { continue };
        let at = pen.at(pose.place.at + Vec2::new(0.4, 0.4));
        pen.painter.circle(at, 6.5, theme::PAPER_LIGHT, Stroke::new(1.0, theme::INK));
        let font = FontId::new(theme::SIZE_LINK, theme::bold_family());
        pen.painter.text(at, egui::Align2::CENTER_CENTER, storey.to_string(), font, theme::INK);
    }
}

/// A scale in the first corner of the free part that is empty.
pub(super) fn draw_scale(pen: &mut Pen) {
    let free = pen.view.free();
    let per_inch = pen.view.points_per_inch();
    let length = [1.0, 2.0, 5.0, 10.0, 20.0].into_iter().find(|l| l * per_inch >= 60.0).unwrap_or(40.0);
    let parts = 5;
    let step = length * per_inch / parts as f32;
    let size = egui::vec2(step * parts as f32 + 30.0, 32.0);
    let (left, right) = (free.left() + 10.0, free.right() - 10.0 - size.x);
    let (top, bottom) = (free.top() + 10.0, free.bottom() - 8.0 - size.y);
    let corners = [(left, bottom), (right, bottom), (left, top), (right, top)];
    let slips = corners.map(|(x, y)| egui::Rect::from_min_size(egui::pos2(x, y), size));
    let Some(slip) = pen.room.first(slips) else { return };
    let left = slip.min + egui::vec2(14.0, 20.0);
    let round = egui::CornerRadius::same(3);
    pen.painter.rect(
        slip,
        round,
        theme::PAPER_LIGHT.gamma_multiply(0.85),
        Stroke::new(1.0, theme::INK2),
        StrokeKind::Inside,
    );
    for n in 0..parts {
        let rect = egui::Rect::from_min_size(left + egui::vec2(n as f32 * step, 0.0), egui::vec2(step, 5.0));
        let fill = if n % 2 == 0 { theme::INK } else { theme::PAPER_LIGHT };
        pen.painter.rect(rect, egui::CornerRadius::ZERO, fill, Stroke::new(1.0, theme::INK), StrokeKind::Inside);
    }
    let font = FontId::new(theme::SIZE_SECONDARY, theme::bold_family());
    pen.map_text(left + egui::vec2(0.0, -9.0), "0", font.clone(), theme::INK);
    pen.map_text(left + egui::vec2(step * parts as f32, -9.0), &format!("{length:.0}\u{2033}"), font, theme::INK);
}

/// The handle that turns the chosen unit: a stem and a gold grip with two arrows round it; while the unit is carried,
/// where it will be.
fn show_handle(pen: &Pen, session: &Session, handle: &Handle) {
    let carried = session.draft().filter(|draft| draft.is_trial()).and_then(|draft| draft.plan());
    if carried.is_some() {
        return;
    }
    pen.line(&[handle.front, handle.at], 2.0, theme::INK);
    let middle = pen.at(handle.at);
    pen.painter.circle(middle, GRIP, theme::SELECT, Stroke::new(2.0, theme::INK));
    for half in [0.0, 180.0] {
        let point = |degrees: f32| {
            let (sin, cos) = bevy::math::ops::sin_cos((half + degrees).to_radians());
            middle + egui::vec2(cos, sin) * GRIP * 0.58
        };
        let curve: Vec<egui::Pos2> = (0..=8).map(|n| point(n as f32 * 16.0)).collect();
        let (end, before) = (curve[8], curve[6]);
        pen.painter.add(egui::Shape::line(curve, Stroke::new(1.6, theme::INK)));
        let along = (end - before).normalized() * 4.5;
        let head = vec![end + along, end + along.rot90() * 0.8, end - along.rot90() * 0.8];
        pen.painter.add(egui::Shape::convex_polygon(head, theme::INK, Stroke::NONE));
    }
}

/// The handles at the ends of a line that may be bent back.
fn show_ends(pen: &Pen, session: &Session, draft: &Draft) {
    for end in LineEnd::of_draft(session, draft) {
        let middle = pen.at(end.at);
        pen.painter.circle(middle, 8.0, theme::SELECT, Stroke::new(2.0, theme::INK));
        pen.painter.circle_filled(middle, 2.5, theme::INK);
    }
}

/// The pieces that may be named as targets.
fn show_targets(pen: &Pen, session: &Session, draft: &Draft) {
    if draft.shown().target.is_some() {
        return;
    }
    for piece in draft.targets() {
        if let Some(piece) = session.shown().piece(*piece) {
            let radius = pen.view.points_per_inch() * 0.5 + 3.0;
            let at = pen.at(piece.place.at);
            for quarter in 0..4 {
                let line: Vec<egui::Pos2> = (0..=4)
                    .map(|n| {
                        let degrees = quarter as f32 * 90.0 + 30.0 + n as f32 * 7.5;
                        let (sin, cos) = bevy::math::ops::sin_cos(degrees.to_radians());
                        at + egui::vec2(cos, sin) * radius
                    })
                    .collect();
                pen.painter.add(egui::Shape::line(line, Stroke::new(2.0, theme::TARGET)));
            }
        }
    }
}

/// What the ways of a plan cost, and why a way stops short.
fn show_moves(pen: &mut Pen, session: &Session, plan: &Plan) {
    if let Some(slow) = plan.moves.first().and_then(|first| SlowStretch::dearest(slow_stretches(session, first))) {
        pen.chip(pen.at((slow.from + slow.to) / 2.0) + egui::vec2(70.0, 14.0), &slow.text, Chip::Danger);
    }
    let Some(longest) = PlannedMove::dearest(&plan.moves) else { return };
    let mut next = pen.at(longest.end.at) + egui::vec2(0.0, -pen.view.points_per_inch() - 16.0);
    if !longest.cost.is_empty() {
        next = show_cost(pen, longest, next);
    }
    for text in plan.reasons() {
        if let Some(rect) = pen.chip(next, text, Chip::Danger) {
            next = rect.center_bottom() + egui::vec2(0.0, 14.0);
        }
    }
}

/// Writes the cost of the dearest way; returns the place below it.
fn show_cost(pen: &mut Pen, longest: &PlannedMove, at: egui::Pos2) -> egui::Pos2 {
    let spent = longest.cost.total();
    let cost = match longest.allowance {
        Some(allowance) => format!("{} of {}\u{2033}", english::tenths(spent), english::tenths(allowance)),
        None => inches(spent),
    };
    let rect = pen.chip(at, &cost, Chip::Plain);
    rect.map_or(at, |rect| rect.center_bottom() + egui::vec2(0.0, 14.0))
}

/// The length of the line of fire, and the reticle.
fn show_aim(pen: &mut Pen, session: &Session, draft: &Draft) {
    let Some(aim) = aim_of(session, draft) else { return };
    if let Some((nearest, at)) = aim.nearest() {
        let view = session.view();
        let gap = aim.target.map_or_else(|| at.distance(aim.to), |target| view.gap(nearest, target));
        let middle = pen.at(at.lerp(aim.to, 0.55));
        pen.chip(middle + egui::vec2(26.0, 0.0), &inches(gap), Chip::Danger);
    }
    reticle(pen, aim.to);
}

fn reticle(pen: &Pen, at: Vec2) {
    let middle = pen.at(at);
    let radius = (pen.view.points_per_inch() * 0.5 + 5.0).max(12.0);
    pen.painter.circle_stroke(middle, radius, Stroke::new(4.6, super::pen::HALO));
    pen.painter.circle_stroke(middle, radius, Stroke::new(2.6, theme::TARGET));
    for (x, y) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
        let along = egui::vec2(x, y) * std::f32::consts::FRAC_1_SQRT_2;
        pen.painter.line_segment(
            [middle + along * (radius - 6.0), middle + along * (radius + 5.0)],
            Stroke::new(3.0, theme::TARGET),
        );
    }
}

/// Why the rules forbid what is pointed at, beside the pointer.
fn show_refusal(pen: &mut Pen, session: &Session, draft: &Draft) {
    let (Some(refusal), Some(at)) = (draft.refusal(), session.pointer) else { return };
    pen.chip(pen.at(at) + egui::vec2(24.0, 34.0), &format!("{}  {}", refusal.reason, refusal.rule), Chip::Dark);
}

/// Names the piece under the pointer.
fn name_piece(pen: &mut Pen, session: &Session, things: &Things, acted: &Acted, piece: PieceId) {
    let view = session.view();
    if !view.knows_piece(piece) {
        return;
    }
    let name = session.name_alone(piece);
    let Some(shown) = session.shown().piece(piece) else { return };
    let mut text = name.to_owned();
    let marks = &session.battle().vocabulary().marks;
    let laid = marks.iter().filter(|mark| shown.marks.has(&mark.id)).map(|mark| mark.label.to_owned());
    let hides = shown.hidden.then(|| "hidden".to_owned());
    let storey = session.storey_of(shown.place).map(|storey| format!("storey {storey}"));
    let carries = things.0.iter().filter(|thing| thing.at == ThingAt::Carried(piece));
    let carries = carries.map(|thing| format!("carries {}", thing.label));
    let mut words: Vec<String> = storey.into_iter().chain(hides).chain(laid).chain(carries).collect();
    if acted.has(piece) && !words.iter().any(|word| word == ACTED) {
        words.push(ACTED.to_owned());
    }
    if !words.is_empty() {
        text = format!("{text}: {}", words.join(", "));
    } else if session.is_block(shown.unit) || session.shown().present(shown.unit).count() == 1 {
        // Its tag says the same.
        return;
    }
    let at = pen.at(shown.place.at) + egui::vec2(0.0, pen.view.points_per_inch() * 0.6 + 16.0);
    pen.chip(at, &text, Chip::Plain);
}

/// The colour of a side's coat for the panels.
pub fn coat_of(session: &Session, side: SideId, palette: Palette) -> egui::Color32 {
    let coat = session.view().side_named(side).coat.clone();
    let [red, green, blue] = palette.coat(Coat::named(&coat)).channels();
    egui::Color32::from_rgb(red, green, blue)
}

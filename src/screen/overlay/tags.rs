//! The tags of units: side bar, command die, name, state, markers; behind the unit, never on its enemy side.

use bevy::{math::Vec2, prelude::*};
use bevy_egui::{
    EguiContexts,
    egui::{self, Align2, Color32, CornerRadius, FontId, LayerId, Pos2, Rect, Stroke, StrokeKind},
};

use super::{over::coat_of, pen::Pen};
use crate::{
    forces::UnitId,
    screen::{
        camera::BoardView,
        pieces::{art::Art, motion::Scene},
        session::Session,
        theme,
    },
    turn::vocabulary::MarkShape,
};

/// What a tag says.
#[derive(Debug, Clone, PartialEq)]
pub struct Tag {
    /// The unit.
    pub unit: UnitId,
    /// Its name.
    pub name: String,
    /// The command die or its like.
    pub die: Option<u8>,
    /// The words of its state.
    pub state: Option<String>,
    /// What of its state its shape on the table does not show.
    pub badges: String,
    /// Coins on it.
    pub coins: u8,
    /// The bar of its side.
    pub bar: Color32,
}

/// The tags of all units that are on the table.
#[derive(Resource, Debug, Default)]
pub struct Tags {
    list: Vec<Tag>,
    /// The step, the number of shown events, whether no more is to be shown, and the palette that they were gathered at.
    known: Option<(usize, usize, bool, crate::picture::palette::Palette)>,
}

/// Where the tags lie, as corners on the table, the uppermost first.
#[derive(Resource, Debug, Default)]
pub struct TagPlaces(Vec<(UnitId, Vec2, Vec2)>);

impl TagPlaces {
    /// The unit whose tag covers a point of the table.
    pub fn unit_at(&self, at: Vec2) -> Option<UnitId> {
        let covers = |low: Vec2, high: Vec2| at.cmpge(low).all() && at.cmple(high).all();
        self.0.iter().find(|(_, low, high)| covers(*low, *high)).map(|(unit, ..)| *unit)
    }
}

/// Asks the rules for names and states whenever the shown battle went on.
pub(super) fn gather(session: Option<Res<Session>>, art: Res<Art>, mut tags: ResMut<Tags>) {
    let Some(session) = session else {
        if tags.known.is_some() {
            *tags = Tags::default();
        }
        return;
    };
    let battle = session.battle();
    let known = Some((battle.orders().len(), session.playback().shown(), session.caught_up(), art.palette()));
    if tags.known == known {
        return;
    }
    let view = session.view();
    // The rules know only how it ended: while that is still being shown, what was known before stands.
    let before = if session.caught_up() { Vec::new() } else { std::mem::take(&mut tags.list) };
    tags.list = view
        .units()
        .filter(|unit| session.shown().present(*unit).next().is_some())
        .map(|unit| {
            let shown = &session.shown().units[unit.index()];
            let coins = battle
                .vocabulary()
                .marks
                .iter()
                .filter(|mark| mark.shape == MarkShape::Coins)
                .map(|mark| shown.marks.count(&mark.id))
                .sum();
            let bar = coat_of(&session, view.side_of_unit(unit), art.palette());
            if let Some(tag) = before.iter().find(|tag| tag.unit == unit) {
                return Tag { coins, bar, ..tag.clone() };
            }
            let card = battle.rules().unit_card(&view, unit);
            Tag {
                unit,
                name: session.short_name(unit).to_owned(),
                die: card.die,
                badges: card.badges.join(", "),
                state: state_of(&session, unit),
                coins,
                bar,
            }
        })
        .collect();
    tags.known = known;
}

/// The words of a unit's state, those of the rules after the word that it hides.
fn state_of(session: &Session, unit: UnitId) -> Option<String> {
    let hides = session.shown().present(unit).all(|(_, piece)| piece.hidden).then(|| "hidden".to_owned());
    let state = session.battle().rules().unit_state(&session.view(), unit);
    let words: Vec<String> = hides.into_iter().chain(state).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// Points to the inch under which tags are small.
const SMALL: f32 = 8.0;
/// The number of tags above which they are small up to twice that scale.
const CROWD: usize = 26;

pub(super) fn paint(
    mut contexts: EguiContexts,
    session: Option<Res<Session>>,
    view: Res<BoardView>,
    scene: Res<Scene>,
    tags: Res<Tags>,
    mut places: ResMut<TagPlaces>,
) -> Result {
    places.0.clear();
    let Some(session) = session else { return Ok(()) };
    let painter = contexts.ctx_mut()?.layer_painter(LayerId::background());
    let pen = Pen { painter, view: &view };
    let hovered = session.hovered.and_then(|piece| session.shown().piece(piece)).map(|piece| piece.unit);
    let mut list: Vec<(&Tag, Stand)> = tags
        .list
        .iter()
        .filter_map(|tag| Some((tag, stand_of(&session, &scene, &view, tag.unit)?)))
        .filter(|(_, stand)| view.free().intersects(stand.body))
        .collect();
    // What is chosen or pointed at finds its place first.
    list.sort_by_key(|(tag, _)| (session.selection().unit != Some(tag.unit), hovered != Some(tag.unit), tag.unit));
    let bodies: Vec<Rect> = list.iter().map(|(_, stand)| stand.body).collect();
    let mut taken: Vec<Rect> = Vec::new();
    let mut placed = Vec::new();
    let small = view.points_per_inch() < if list.len() > CROWD { 2.0 * SMALL } else { SMALL };
    for (n, (tag, stand)) in list.iter().enumerate() {
        let looked_at = session.selection().unit == Some(tag.unit) || hovered == Some(tag.unit);
        let laid = lay_out(&pen, tag, small && !looked_at);
        let rect = find_place(&pen, stand, laid.size, (n, &bodies), &taken);
        taken.push(rect);
        let (a, b) = (view.table_at(rect.min), view.table_at(rect.max));
        places.0.push((tag.unit, a.min(b), a.max(b)));
        placed.push((*tag, laid, rect, stand.body));
    }
    for (tag, laid, rect, body) in placed.into_iter().rev() {
        lead_to(&pen, rect, body);
        draw(&pen, tag, laid, rect, session.selection().unit == Some(tag.unit));
    }
    Ok(())
}

/// How a unit stands in the window.
struct Stand {
    /// The rectangle round its pieces.
    body: Rect,
    /// The point just behind it.
    behind: Pos2,
    /// The direction away from the enemy.
    back: egui::Vec2,
}

fn stand_of(session: &Session, scene: &Scene, view: &BoardView, unit: UnitId) -> Option<Stand> {
    let places: Vec<_> = session
        .shown()
        .present(unit)
        .filter_map(|(id, _)| scene.poses.get(id.index()))
        .map(|pose| pose.place)
        .collect();
    if places.is_empty() {
        return None;
    }
    let count = places.len() as f32;
    let middle = places.iter().map(|place| place.at).sum::<Vec2>() / count;
    let facing = places.iter().map(|place| place.facing.forward()).sum::<Vec2>().normalize_or(Vec2::Y);
    let depth = places.iter().map(|place| (middle - place.at).dot(facing)).fold(0.0, f32::max);
    let back = -facing;
    let body = places
        .iter()
        .fold(Rect::NOTHING, |body, place| body.union(Rect::from_pos(view.to_points(place.at))))
        .expand(view.points_per_inch() * 0.6);
    Some(Stand { body, behind: view.to_points(middle + back * (depth + 0.75)), back: egui::vec2(back.x, -back.y) })
}

/// A place for a tag: behind its unit, or where there is no room, behind and aside, or at its flank; never before it.
/// It covers as little as it can of the bodies, of which its own is the `own`-th, and of the tags that lie already.
fn find_place(pen: &Pen, stand: &Stand, size: egui::Vec2, (own, bodies): (usize, &[Rect]), taken: &[Rect]) -> Rect {
    let half = size / 2.0;
    let (back, body) = (stand.back, stand.body);
    let reach = half.x * back.x.abs() + half.y * back.y.abs();
    let behind = stand.behind + back * (reach + 6.0);
    let mut middles = vec![behind];
    let step = size.y + 4.0;
    for n in 1..=4 {
        for way in [1.0, -1.0] {
            let aside = egui::vec2(-back.y, back.x) * way * n as f32 * step;
            middles.push(behind + aside);
        }
    }
    if back.x.abs() > back.y.abs() {
        let x = body.center().x + back.x.signum() * (size.x - body.width()).max(0.0) / 2.0;
        middles.extend([Pos2::new(x, body.bottom() + half.y + 5.0), Pos2::new(x, body.top() - half.y - 5.0)]);
    } else {
        let y = body.center().y;
        middles.extend([Pos2::new(body.right() + half.x + 5.0, y), Pos2::new(body.left() - half.x - 5.0, y)]);
    }
    let covered = |rect: Rect, other: &Rect| {
        let shared = rect.intersect(*other);
        shared.width().max(0.0) * shared.height().max(0.0)
    };
    let cost = |n: usize, rect: Rect| {
        let of_bodies: f32 =
            bodies.iter().enumerate().map(|(n, b)| covered(rect, b) * if n == own { 3.0 } else { 1.0 }).sum();
        let of_tags: f32 = taken.iter().map(|tag| covered(rect.expand(2.0), tag)).sum();
        of_bodies + 4.0 * of_tags + 40.0 * n as f32
    };
    middles
        .into_iter()
        .enumerate()
        .map(|(n, middle)| (n, pen.keep_in_sight(Rect::from_center_size(middle, size))))
        .min_by(|(n, a), (m, b)| cost(*n, *a).total_cmp(&cost(*m, *b)))
        .map_or_else(|| Rect::from_center_size(behind, size), |(_, rect)| rect)
}

/// A thin line from a tag that lies away from its unit to the unit.
fn lead_to(pen: &Pen, rect: Rect, body: Rect) {
    let (from, to) = (rect.clamp(body.center()), body.clamp(rect.center()));
    if from.distance(to) > APART {
        pen.painter.line_segment([from, to], Stroke::new(3.0, super::pen::HALO.gamma_multiply(0.7)));
        pen.painter.line_segment([from, to], Stroke::new(1.2, theme::INK));
    }
}

struct Laid {
    name: std::sync::Arc<egui::Galley>,
    state: Option<std::sync::Arc<egui::Galley>>,
    size: egui::Vec2,
}

fn lay_out(pen: &Pen, tag: &Tag, small: bool) -> Laid {
    let size = if small { theme::SIZE_SECONDARY } else { 16.0 };
    let name = pen.painter.layout_no_wrap(tag.name.clone(), FontId::new(size, theme::title_family()), theme::INK);
    let state = if small { Some(&tag.badges) } else { tag.state.as_ref() };
    let state = state.filter(|state| !state.is_empty()).map(|state| {
        pen.painter.layout_no_wrap(state.clone(), FontId::new(12.0, theme::bold_family()), theme::PAPER_LIGHT)
    });
    let mut width = 5.0 + 7.0 + name.size().x + 8.0;
    if tag.die.is_some() {
        width += DIE + 6.0;
    }
    if let Some(state) = &state {
        width += state.size().x + 12.0;
    }
    Laid { size: egui::vec2(width, name.size().y.max(DIE) + 6.0), name, state }
}

const DIE: f32 = 17.0;
/// Points between a tag and its unit from which on a line leads from one to the other.
const APART: f32 = 22.0;

fn draw(pen: &Pen, tag: &Tag, laid: Laid, rect: Rect, chosen: bool) {
    let radius = CornerRadius::same(3);
    pen.painter.rect_filled(rect.translate(egui::vec2(0.0, 1.5)), radius, Color32::from_black_alpha(90));
    let edge = if chosen { Stroke::new(2.5, theme::SELECT) } else { Stroke::new(1.2, theme::INK) };
    pen.painter.rect(rect, radius, theme::PAPER_LIGHT, edge, StrokeKind::Outside);
    let bar = Rect::from_min_size(rect.min, egui::vec2(5.0, rect.height()));
    pen.painter.rect_filled(bar, CornerRadius { nw: 3, sw: 3, ..CornerRadius::ZERO }, tag.bar);
    let mut x = rect.left() + 12.0;
    if let Some(pips) = tag.die {
        die(pen, Pos2::new(x + DIE / 2.0, rect.center().y), pips);
        x += DIE + 6.0;
    }
    let width = laid.name.size().x;
    pen.painter.galley(Pos2::new(x, rect.center().y - laid.name.size().y / 2.0), laid.name, theme::INK);
    x += width + 6.0;
    if let Some(state) = laid.state {
        let pill = Rect::from_min_size(
            Pos2::new(x, rect.center().y - state.size().y / 2.0 - 2.0),
            state.size() + egui::vec2(8.0, 4.0),
        );
        pen.painter.rect_filled(pill, radius, theme::INK);
        pen.painter.galley(pill.min + egui::vec2(4.0, 2.0), state, theme::PAPER_LIGHT);
    }
    if tag.coins > 0 {
        coins(pen, Pos2::new(rect.right() + 9.0, rect.bottom() - 6.0), tag.coins);
    }
}

/// A die with its pips.
fn die(pen: &Pen, middle: Pos2, pips: u8) {
    let rect = Rect::from_center_size(middle, egui::Vec2::splat(DIE));
    pen.painter.rect(rect, CornerRadius::same(3), theme::FIELD, Stroke::new(1.2, theme::INK), StrokeKind::Inside);
    let spots: &[(f32, f32)] = match pips {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (0.0, 0.0)],
        6 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        _ => {
            let font = FontId::new(12.0, theme::bold_family());
            pen.painter.text(middle, Align2::CENTER_CENTER, pips.to_string(), font, theme::INK);
            return;
        }
    };
    for (x, y) in spots {
        pen.painter.circle_filled(middle + egui::vec2(*x, *y) * 4.3, 1.7, theme::INK);
    }
}

/// A stack of coins with its count.
fn coins(pen: &Pen, bottom: Pos2, count: u8) {
    for n in 0..count.min(3) {
        let at = bottom - egui::vec2(0.0, f32::from(n) * 4.0);
        let coin = egui::Shape::ellipse_filled(at, egui::vec2(9.0, 5.0), theme::INK);
        pen.painter.add(coin);
        pen.painter.add(egui::Shape::ellipse_filled(at - egui::vec2(0.0, 1.2), egui::vec2(7.8, 3.8), theme::BRASS));
    }
    let top = bottom + egui::vec2(9.0, -4.0 * f32::from(count.min(3)) - 4.0);
    pen.painter.circle(top, 7.5, theme::INK, Stroke::new(1.0, theme::FIELD));
    let font = FontId::new(12.0, theme::bold_family());
    pen.painter.text(top, Align2::CENTER_CENTER, count.to_string(), font, Color32::WHITE);
}

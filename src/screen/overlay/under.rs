//! Marks below the pieces, as one mesh that is made anew when something it shows changed.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy_egui::egui::Color32;

use super::pen::{arc, circle};
use crate::{
    events::EventKind,
    forces::{PieceId, UnitId},
    orders::{ArgumentKind, Order},
    screen::{
        board::mesh::{Triangles, hatch},
        camera::BoardView,
        pieces::{Cast, art::Art, motion::Scene},
        session::{Draft, Session},
        stage::OnTable,
        theme,
    },
    table::{footprint::Outline, position::Heading, template::Template},
    turn::{Objective, Zone, rules::Arc2},
};

/// The layer of range bands, reach and command radii: over the buildings, under the walnut that ends the table.
const LAYER: f32 = 7.85;
/// The layer of the gold frame round what is chosen.
const FRAME_LAYER: f32 = 9.5;

/// The mesh of the marks below the pieces.
#[derive(Component)]
pub(super) struct UnderMarks;

/// The mesh of the gold frames.
#[derive(Component)]
pub(super) struct Frames;

#[expect(clippy::too_many_arguments, reason = "the marks depend on all that is shown")]
pub(super) fn draw(
    mut commands: Commands,
    session: Option<Res<Session>>,
    on_table: Res<OnTable>,
    view: Res<BoardView>,
    cast: Res<Cast>,
    scene: Res<Scene>,
    art: Res<Art>,
    mut meshes: ResMut<Assets<Mesh>>,
    under: Query<(Entity, &Mesh2d), With<UnderMarks>>,
    frames: Query<(Entity, &Mesh2d), (With<Frames>, Without<UnderMarks>)>,
) {
    let changed = session.as_ref().is_some_and(|session| session.is_changed())
        || on_table.is_changed()
        || view.is_changed()
        || cast.is_changed()
        || scene.is_changed();
    if !changed {
        return;
    }
    let mut marks = Triangles::default();
    let mut gold = Triangles::default();
    let pixel = view.inches(1.0);
    let scenario = session.as_ref().map(|session| session.scenario()).or(on_table.0.as_ref());
    if let Some(scenario) = scenario {
        for objective in &scenario.victory.objectives {
            ring_objective(&mut marks, objective, pixel);
        }
        let deploying = session.as_ref().is_none_or(|session| session.shown().turn == 0);
        if deploying {
            for zone in &scenario.deployment {
                let coat = scenario.sides.get(zone.side.index()).map_or("", |side| side.coat.as_str());
                hatch_zone(&mut marks, zone, coat, &art, pixel);
            }
        }
    }
    if let Some(session) = &session {
        draw_reaches(&mut marks, session, pixel);
        draw_arcs(&mut marks, session, pixel);
        draw_templates(&mut marks, session, pixel);
        frame_chosen(&mut gold, session, &cast, &scene, pixel);
    }
    put(&mut commands, &mut meshes, &art, under.single().ok(), marks, LAYER, UnderMarks);
    put(&mut commands, &mut meshes, &art, frames.single().ok(), gold, FRAME_LAYER, Frames);
}

fn put(
    commands: &mut Commands,
    meshes: &mut Assets<Mesh>,
    art: &Art,
    there: Option<(Entity, &Mesh2d)>,
    triangles: Triangles,
    layer: f32,
    label: impl Component,
) {
    match there {
        Some((entity, _)) if triangles.is_empty() => commands.entity(entity).despawn(),
        Some((_, mesh)) => {
            if meshes.insert(&mesh.0, triangles.mesh()).is_err() {
                tracing::debug!("the mesh of the marks is gone");
            }
        }
        None if triangles.is_empty() => {}
        None => {
            commands.spawn((
                label,
                Mesh2d(meshes.add(triangles.mesh())),
                MeshMaterial2d(art.white.clone()),
                Transform::from_xyz(0.0, 0.0, layer),
                // Its extent changes with every new mesh; it is never worth culling.
                bevy::camera::visibility::NoFrustumCulling,
            ));
        }
    }
}

/// A colour of the panels for meshes.
fn of(colour: Color32, alpha: f32) -> Color {
    Color::srgba_u8(colour.r(), colour.g(), colour.b(), (alpha * 255.0) as u8)
}

fn ring_objective(marks: &mut Triangles, objective: &Objective, pixel: f32) {
    let ring = circle(objective.at, objective.radius.max(0.5));
    marks.line(&ring, true, 4.0 * pixel, of(theme::PAPER_LIGHT, 0.6));
    marks.dashes(&ring, true, (9.0 * pixel, 5.0 * pixel), 2.0 * pixel, of(theme::INK, 0.9));
}

fn hatch_zone(marks: &mut Triangles, zone: &Zone, coat: &str, art: &Art, pixel: f32) {
    let colour = crate::picture::palette::Coat::named(coat);
    let [red, green, blue] = art.palette().coat(colour).channels();
    let shade = |alpha: f32| Color::srgba_u8(red, green, blue, (alpha * 255.0) as u8);
    marks.fill(&zone.outline, shade(0.06));
    for stroke in hatch(&zone.outline, 9.0 * pixel) {
        marks.line(&stroke, false, 0.8 * pixel, shade(0.4));
    }
    marks.dashes(&zone.outline, true, (9.0 * pixel, 5.0 * pixel), 2.0 * pixel, shade(0.95));
}

/// The command radii of the chosen unit.
fn draw_reaches(marks: &mut Triangles, session: &Session, pixel: f32) {
    let Some(unit) = session.selection().unit else { return };
    let battle = session.battle();
    if session.caught_up() {
        for reach in battle.rules().reaches(&session.view(), unit) {
            let ring = circle(reach.centre, reach.radius);
            marks.line(&ring, true, 3.5 * pixel, of(theme::PAPER_LIGHT, 0.5));
            marks.dashes(&ring, true, (9.0 * pixel, 5.0 * pixel), 1.6 * pixel, of(theme::INK, 0.8));
        }
    }
}

/// The arc of the piece in the middle of those that would shoot, or of the chosen piece.
fn draw_arcs(marks: &mut Triangles, session: &Session, pixel: f32) {
    for arc in arcs(session) {
        draw_arc(marks, &arc, pixel);
    }
}

/// The arcs to draw: of the shooters' middle man while a target is wanted, of a single chosen piece otherwise.
pub(super) fn arcs(session: &Session) -> Vec<Arc2> {
    if !session.caught_up() {
        return Vec::new();
    }
    let pieces: Vec<PieceId> = match session.draft() {
        Some(draft) if draft.takes(ArgumentKind::Target) => {
            let shooters = &draft.shown().pieces;
            shooters.get(shooters.len() / 2).copied().into_iter().collect()
        }
        Some(_) => Vec::new(),
        None => match session.selection().pieces.as_slice() {
            [one] => vec![*one],
            _ => Vec::new(),
        },
    };
    let battle = session.battle();
    let view = session.view();
    pieces
        .into_iter()
        .filter(|piece| view.knows_piece(*piece) && view.in_play(*piece))
        .filter_map(|piece| battle.rules().arc(&view, piece))
        .collect()
}

fn draw_arc(marks: &mut Triangles, of_fire: &Arc2, pixel: f32) {
    let Arc2 { apex, heading: Heading(middle), half_angle, bands } = of_fire;
    let (from, to) = (middle - half_angle, middle + half_angle);
    let mut inner = 0.0;
    let Some((farthest, _)) = bands.last() else { return };
    for (n, (radius, _)) in bands.iter().enumerate() {
        let mut wedge = arc(*apex, *radius, from, to);
        if inner > 0.0 {
            wedge.extend(arc(*apex, inner, from, to).into_iter().rev());
        } else {
            wedge.push(*apex);
        }
        let alpha = [0.20, 0.12, 0.06].get(n).copied().unwrap_or(0.04);
        marks.fill(&wedge, of(theme::SELECT, alpha));
        inner = *radius;
    }
    let far = arc(*apex, *farthest, from, to);
    for edge in [far.first(), far.last()].into_iter().flatten() {
        marks.line(&[*apex, *edge], false, 1.2 * pixel, of(theme::INK2, 0.7));
    }
    for (n, (radius, _)) in bands.iter().enumerate() {
        let band = arc(*apex, *radius, from, to);
        match n {
            0 => marks.line(&band, false, 2.0 * pixel, of(theme::INK, 0.85)),
            1 => marks.dashes(&band, false, (11.0 * pixel, 5.0 * pixel), 2.0 * pixel, of(theme::INK, 0.85)),
            _ => marks.dashes(&band, false, (2.0 * pixel, 5.0 * pixel), 2.0 * pixel, of(theme::INK, 0.85)),
        }
    }
}

/// What the order in hand would cover, or else what the last step covered.
fn draw_templates(marks: &mut Triangles, session: &Session, pixel: f32) {
    if let Some(plan) = session.draft().and_then(Draft::plan) {
        for template in &plan.templates {
            let outline = shape(template);
            marks.fill(&outline, of(theme::TARGET, 0.10));
            for stroke in hatch(&outline, 8.0 * pixel) {
                marks.line(&stroke, false, 0.9 * pixel, of(theme::TARGET, 0.55));
            }
            marks.dashes(&outline, true, (8.0 * pixel, 4.0 * pixel), 2.0 * pixel, of(theme::TARGET, 0.95));
        }
        return;
    }
    let events = session.shown_events();
    let Some(last) = events.last() else { return };
    for event in events.iter().rev().take_while(|event| event.step == last.step) {
        let EventKind::Covered { templates, .. } = &event.kind else { continue };
        for template in templates {
            let outline = shape(template);
            marks.fill(&outline, of(theme::INK, 0.16));
            marks.line(&outline, true, 3.5 * pixel, of(theme::PAPER_LIGHT, 0.6));
            marks.line(&outline, true, 1.8 * pixel, of(theme::INK, 0.85));
        }
    }
}

/// The outline of a template.
fn shape(template: &Template) -> Vec<Vec2> {
    match *template {
        Template::Circle { centre, radius } => circle(centre, radius),
        Template::Cone { apex, heading: Heading(middle), half_angle, length } => {
            let mut wedge = arc(apex, length, middle - half_angle, middle + half_angle);
            wedge.push(apex);
            wedge
        }
        Template::Strip { from, to, half_width } => {
            let aside = Heading::from_to(from, to).right() * half_width;
            vec![from - aside, from + aside, to + aside, to - aside]
        }
    }
}

/// The gold frames round the chosen unit and round what the order in hand is about.
fn frame_chosen(gold: &mut Triangles, session: &Session, cast: &Cast, scene: &Scene, pixel: f32) {
    let drafted = session.draft().filter(|draft| draft.takes(ArgumentKind::Pieces)).map(|draft| draft.shown());
    let picked = drafted.map_or(session.selection().pieces.as_slice(), |order| &order.pieces);
    let units: BTreeSet<UnitId> = picked
        .iter()
        .filter_map(|piece| session.shown().piece(*piece).map(|piece| piece.unit))
        .chain(session.selection().unit)
        .collect();
    for unit in units {
        frame_unit(gold, (session, cast, scene), unit, (drafted, picked), pixel);
    }
}

/// The gold frame round a unit if it stands close and all of it is meant, else a ring round each of its pieces.
fn frame_unit(
    gold: &mut Triangles,
    (session, cast, scene): (&Session, &Cast, &Scene),
    unit: UnitId,
    (drafted, picked): (Option<&Order>, &[PieceId]),
    pixel: f32,
) {
    let outlines: Vec<(PieceId, Outline)> = session
        .shown()
        .present(unit)
        .filter_map(|(id, _)| {
            let footprint = cast.worn.get(id.index())?.footprint;
            Some((id, Outline { footprint, place: scene.poses.get(id.index())?.place }))
        })
        .collect();
    let second = drafted.map_or(&[] as &[PieceId], |order| &order.also);
    // All of a unit are framed as a unit.
    let all = second.is_empty() && outlines.iter().all(|(id, _)| picked.contains(id));
    let picked: Vec<&Outline> = if all {
        Vec::new()
    } else {
        outlines.iter().filter(|(id, _)| picked.contains(id)).map(|(_, outline)| outline).collect()
    };
    let frame = |gold: &mut Triangles, line: &[Vec2]| {
        gold.line(line, true, 5.0 * pixel, of(theme::INK, 1.0));
        gold.line(line, true, 3.0 * pixel, of(theme::SELECT, 1.0));
    };
    for outline in &picked {
        frame(gold, &circle(outline.place.at, outline.footprint.reach() + 0.1));
    }
    for (_, outline) in outlines.iter().filter(|(id, _)| second.contains(id)) {
        let ring = circle(outline.place.at, outline.footprint.reach() + 0.25);
        gold.dashes(&ring, true, (5.0 * pixel, 4.0 * pixel), 2.0 * pixel, of(theme::INK, 1.0));
    }
    if !picked.is_empty() || drafted.is_some_and(|order| order.pieces.is_empty() && order.unit == Some(unit)) {
        return;
    }
    if let Some(hull) = close_body(&outlines) {
        gold.fill(&hull, of(theme::SELECT, 0.10));
        frame(gold, &hull);
    } else {
        for (_, outline) in &outlines {
            frame(gold, &circle(outline.place.at, outline.footprint.reach() + 0.1));
        }
    }
}

/// The outline of a body whose pieces stand close together.
fn close_body(outlines: &[(PieceId, Outline)]) -> Option<Vec<Vec2>> {
    let facing = outlines.first()?.1.place.facing;
    if outlines.iter().any(|(_, outline)| outline.place.facing.angle_to(facing) > 30.0) {
        return None;
    }
    let (forward, right) = (facing.forward(), facing.right());
    let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    let mut covered = 0.0;
    for (_, outline) in outlines {
        let at = Vec2::new(outline.place.at.dot(right), outline.place.at.dot(forward));
        let half = Vec2::new(outline.footprint.half_width(), outline.footprint.half_depth());
        low = low.min(at - half);
        high = high.max(at + half);
        covered += 4.0 * half.x * half.y;
    }
    let size = high - low;
    if size.x * size.y > 2.2 * covered {
        return None;
    }
    let (low, high) = (low - 0.25, high + 0.25);
    let corner = |x: f32, y: f32| right * x + forward * y;
    Some(vec![corner(low.x, low.y), corner(high.x, low.y), corner(high.x, high.y), corner(low.x, high.y)])
}

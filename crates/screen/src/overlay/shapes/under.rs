//! Marks below the pieces: zones, objectives, reaches, fields of fire, templates, the gold frame of what is chosen.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{FRAME, Kind, Marks, UNDER, coat, of};
use crate::{
    overlay::pen::{arc, circle},
    pieces::{Cast, art::Art, motion::Scene},
    session::{Draft, Session, frame},
    theme,
};
use grapeshot_floor::{
    events::EventKind,
    forces::{PieceId, UnitId},
    orders::{ArgumentKind, Order},
    table::{footprint::Outline, position::Heading, template::Template},
    turn::rules::Arc2,
};
use grapeshot_game::picture::map::Layer;

/// Inches that the frame round a chosen body stands off it.
const FRAMED_OFF: f32 = 0.25;

/// The zones of the sides while they set up, the places worth holding, and what else earns points.
pub(super) fn mark_scenario(marks: &mut Marks, session: &Session, art: &Art) {
    let scenario = session.scenario();
    if session.shows(Layer::Zones) {
        for (n, zone) in scenario.deployment.iter().enumerate() {
            let shade = |alpha: f32| coat(session, art, zone.side, alpha);
            marks
                .mark(Kind::Zone, n, UNDER)
                .fill(&zone.outline, shade(0.06))
                .hatch(&zone.outline, 9.0, 0.8, shade(0.4))
                .dashes(&zone.outline, true, (9.0, 5.0), 2.0, shade(0.95));
        }
    }
    for (n, objective) in scenario.victory.objectives.iter().enumerate().filter(|_| session.shows(Layer::Objectives)) {
        let ring = circle(objective.at, objective.radius.max(0.5));
        marks.mark(Kind::Objective, n, UNDER).line(&ring, true, 4.0, of(theme::PAPER_LIGHT, 0.6)).dashes(
            &ring,
            true,
            (9.0, 5.0),
            2.0,
            of(theme::INK, 0.9),
        );
    }
    if session.shows(Layer::Objectives) {
        mark_goals(marks, session, art);
    }
}

/// The areas and the stretches of the edge that earn points, in the coat of the side that gets them.
fn mark_goals(marks: &mut Marks, session: &Session, art: &Art) {
    let terms = &session.scenario().victory;
    let zones = terms.zones.iter().map(|zone| (zone.side, &zone.outline, true, 3.0));
    let exits = terms.exits.iter().map(|exit| (exit.side, &exit.line, false, 12.0));
    for (n, (side, line, closed, points)) in zones.chain(exits).enumerate() {
        let look = marks.mark(Kind::Goal, n, UNDER).line(line, closed, points + 2.0, of(theme::PAPER_LIGHT, 0.6));
        look.dashes(line, closed, (14.0, 6.0), points, coat(session, art, side, 0.95));
    }
}

/// What belongs to what is chosen and to the order in hand.
pub(super) fn mark_chosen(marks: &mut Marks, session: &Session, cast: &Cast, scene: &Scene) {
    mark_reaches(marks, session);
    for (n, arc) in arcs(session).iter().enumerate() {
        mark_arc(marks, n, arc);
    }
    mark_templates(marks, session);
    frame_chosen(marks, session, cast, scene);
}

/// The command radii of the chosen unit, in a battle that is played.
fn mark_reaches(marks: &mut Marks, session: &Session) {
    let wanted = session.caught_up() && !session.is_inspected();
    let Some(unit) = session.selection().unit.filter(|_| wanted) else { return };
    for (n, reach) in session.battle().rules().reaches(&session.view(), unit).iter().enumerate() {
        let ring = circle(reach.centre, reach.radius);
        marks.mark(Kind::Reach, n, UNDER).line(&ring, true, 3.5, of(theme::PAPER_LIGHT, 0.5)).dashes(
            &ring,
            true,
            (9.0, 5.0),
            1.6,
            of(theme::INK, 0.8),
        );
    }
}

/// The arcs to draw: of the shooters' middle man while a target is wanted, of a single chosen piece otherwise.
pub(in crate::overlay) fn arcs(session: &Session) -> Vec<Arc2> {
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

/// The edges of a field of fire, and its bands.
pub(super) fn mark_arc(marks: &mut Marks, n: usize, of_fire: &Arc2) {
    let Arc2 { apex, heading: Heading(middle), half_angle, bands } = of_fire;
    let (from, to) = (middle - half_angle, middle + half_angle);
    let Some((farthest, _)) = bands.last() else { return };
    let mut inner = 0.0;
    for (band, (radius, _)) in bands.iter().enumerate() {
        let rim = arc(*apex, *radius, from, to);
        let mut wedge = rim.clone();
        if inner > 0.0 {
            wedge.extend(arc(*apex, inner, from, to).into_iter().rev());
        } else {
            wedge.push(*apex);
        }
        inner = *radius;
        let alpha = [0.20, 0.12, 0.06].get(band).copied().unwrap_or(0.04);
        let ink = of(theme::INK, 0.85);
        let look = marks.mark(Kind::Band, n, UNDER).fill(&wedge, of(theme::SELECT, alpha));
        match band {
            0 => look.line(&rim, false, 2.0, ink),
            1 => look.dashes(&rim, false, (11.0, 5.0), 2.0, ink),
            _ => look.dashes(&rim, false, (2.0, 5.0), 2.0, ink),
        };
    }
    let far = arc(*apex, *farthest, from, to);
    let edges = [far.first(), far.last()].into_iter().flatten().map(|edge| vec![*apex, *edge]).collect();
    marks.mark(Kind::Arc, n, UNDER).lines(edges, 1.2, of(theme::INK2, 0.7));
}

/// What the order in hand would cover, or else what the last step covered.
fn mark_templates(marks: &mut Marks, session: &Session) {
    if let Some(plan) = session.draft().and_then(Draft::plan) {
        for (n, template) in plan.templates.iter().enumerate() {
            let outline = shape(template);
            marks
                .mark(Kind::Template, n, UNDER)
                .fill(&outline, of(theme::TARGET, 0.10))
                .hatch(&outline, 8.0, 0.9, of(theme::TARGET, 0.55))
                .dashes(&outline, true, (8.0, 4.0), 2.0, of(theme::TARGET, 0.95));
        }
        return;
    }
    let events = session.shown_events();
    let Some(last) = events.last() else { return };
    let of_step = events.iter().rev().take_while(|event| event.step == last.step);
    let covered = of_step.filter_map(|event| match &event.kind {
        EventKind::Covered { templates, .. } => Some(templates),
        _ => None,
    });
    for (n, template) in covered.flatten().enumerate() {
        let outline = shape(template);
        marks
            .mark(Kind::Template, n, UNDER)
            .fill(&outline, of(theme::INK, 0.16))
            .line(&outline, true, 3.5, of(theme::PAPER_LIGHT, 0.6))
            .line(&outline, true, 1.8, of(theme::INK, 0.85));
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
fn frame_chosen(marks: &mut Marks, session: &Session, cast: &Cast, scene: &Scene) {
    let drafted = session.draft().filter(|draft| draft.takes(ArgumentKind::Pieces)).map(|draft| draft.shown());
    let picked = drafted.map_or(session.selection().pieces.as_slice(), |order| &order.pieces);
    let units: BTreeSet<UnitId> = picked
        .iter()
        .filter_map(|piece| session.shown().piece(*piece).map(|piece| piece.unit))
        .chain(session.selection().unit)
        .collect();
    for unit in units {
        frame_unit(marks, (session, cast, scene), unit, (drafted, picked));
    }
}

/// The gold frame round a unit if it stands close and all of it is meant, else a ring round each of its pieces.
fn frame_unit(
    marks: &mut Marks,
    (session, cast, scene): (&Session, &Cast, &Scene),
    unit: UnitId,
    (drafted, picked): (Option<&Order>, &[PieceId]),
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
    let ink = of(theme::INK, 1.0);
    let gold = of(theme::SELECT, 1.0);
    let ring = |marks: &mut Marks, outline: &Outline| {
        let ring = circle(outline.place.at, outline.footprint.reach() + 0.1);
        marks.mark(Kind::Frame, unit.index(), FRAME).line(&ring, true, 5.0, ink).line(&ring, true, 3.0, gold);
    };
    for outline in &picked {
        ring(marks, outline);
    }
    for (_, outline) in outlines.iter().filter(|(id, _)| second.contains(id)) {
        let ring = circle(outline.place.at, outline.footprint.reach() + 0.25);
        marks.mark(Kind::Frame, unit.index(), FRAME).dashes(&ring, true, (5.0, 4.0), 2.0, ink);
    }
    if !picked.is_empty() || drafted.is_some_and(|order| order.pieces.is_empty() && order.unit == Some(unit)) {
        return;
    }
    let body: Vec<Outline> = outlines.iter().map(|(_, outline)| *outline).collect();
    if let Some(hull) = frame(&body, FRAMED_OFF) {
        marks
            .mark(Kind::Frame, unit.index(), FRAME)
            .fill(&hull, of(theme::SELECT, 0.10))
            .line(&hull, true, 5.0, ink)
            .line(&hull, true, 3.0, gold);
    } else {
        for (_, outline) in &outlines {
            ring(marks, outline);
        }
    }
}

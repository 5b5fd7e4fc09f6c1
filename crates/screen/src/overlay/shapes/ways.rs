//! Marks over the pieces: ways and where they end, dear ground on them, lines of fire, places where somebody may be.

use bevy::prelude::*;

use super::{Kind, Marks, OVER, UNDER, of};
use crate::{
    overlay::{
        aims::{aim_of, slow_stretches, suspected},
        pen::{HALO, circle},
    },
    pieces::things::Things,
    session::{Draft, Session},
    theme,
};
use grapeshot_floor::{orders::PlannedMove, turn::rules::DeclaredCharge};

/// The ways that are fixed, and what belongs to the order in hand.
pub(super) fn mark(marks: &mut Marks, session: &Session, things: &Things) {
    for (n, (at, reach)) in suspected(things).into_iter().enumerate() {
        let ring = circle(at, reach);
        marks.mark(Kind::Suspected, n, UNDER).line(&ring, true, 3.6, of(HALO, 0.6)).dashes(
            &ring,
            true,
            (2.0, 5.0),
            1.6,
            of(theme::INK, 1.0),
        );
    }
    for charge in session.declared_charges() {
        mark_charge(marks, &charge);
    }
    mark_ways(marks, session, &session.fixed_ways());
    let Some(draft) = session.draft() else { return };
    if let Some(plan) = draft.plan() {
        for (n, planned) in plan.moves.iter().enumerate() {
            mark_slow(marks, session, n, planned);
        }
        mark_ways(marks, session, &plan.moves);
        if let Some(longest) = PlannedMove::dearest(&plan.moves).filter(|way| !way.cost.is_empty()) {
            mark_longest(marks, longest);
        }
    }
    mark_aim(marks, session, draft);
}

/// Ways, and where they end.
fn mark_ways(marks: &mut Marks, session: &Session, ways: &[PlannedMove]) {
    for planned in ways {
        let n = planned.piece.index();
        if planned.path.len() > 1 {
            marks.mark(Kind::Way, n, OVER).line(&planned.path, false, 3.4, of(HALO, 0.6)).dashes(
                &planned.path,
                false,
                (6.0, 4.0),
                1.4,
                of(theme::INK2, 1.0),
            );
        }
        let Some(piece) = session.shown().piece(planned.piece) else { continue };
        let outline = planned.outline(piece.footprint).corners();
        marks.mark(Kind::Ghost, n, OVER).line(&outline, true, 3.2, of(HALO, 0.6)).dashes(
            &outline,
            true,
            (6.0, 4.0),
            1.2,
            of(theme::INK, 1.0),
        );
    }
}

/// Inches across the shaft of a charge's arrow where it is widest, and along its head.
const SHAFT: f32 = 1.0;
const HEAD: f32 = 1.4;

/// A charge that was declared, as a broad arrow to the enemy that it would meet.
fn mark_charge(marks: &mut Marks, charge: &DeclaredCharge) {
    let way = charge.to - charge.from;
    let (ahead, length) = (way.normalize_or_zero(), way.length());
    if length < 0.1 {
        return;
    }
    let half = (charge.width * 0.25).min(SHAFT / 2.0);
    let neck = charge.from + ahead * (length - HEAD).max(length * 0.4);
    let aside = ahead.perp();
    let arrow = [
        charge.from + aside * half,
        neck + aside * half,
        neck + aside * half * 2.2,
        charge.to,
        neck - aside * half * 2.2,
        neck - aside * half,
        charge.from - aside * half,
    ];
    marks
        .mark(Kind::Charge, charge.unit.index(), OVER)
        .line(&arrow, true, 4.5, of(HALO, 0.7))
        .fill(&arrow, of(theme::TARGET, 0.55))
        .line(&arrow, true, 1.4, of(theme::INK, 1.0));
}

/// The way of the piece that pays most, as an arrow.
fn mark_longest(marks: &mut Marks, longest: &PlannedMove) {
    let [.., before, end] = longest.path.as_slice() else { return };
    let ink = of(theme::INK, 1.0);
    let pixel = marks.pixel;
    let look = marks.mark(Kind::Longest, longest.piece.index(), OVER);
    look.line(&longest.path, false, 4.0, of(HALO, 0.85)).line(&longest.path, false, 2.0, ink);
    let along = (*end - *before).normalize_or_zero() * pixel;
    let head = [*end + along * 3.0, *end - along * 9.0 + along.perp() * 5.5, *end - along * 9.0 - along.perp() * 5.5];
    look.fill(&head, ink).line(&head, true, 1.0, of(HALO, 1.0));
}

/// Hatches the stretches of a way that cost more than their length.
fn mark_slow(marks: &mut Marks, session: &Session, n: usize, planned: &PlannedMove) {
    for slow in slow_stretches(session, planned) {
        let across = (slow.to - slow.from).normalize_or_zero().perp() * 0.5;
        let strip = [slow.from + across, slow.to + across, slow.to - across, slow.from - across];
        marks.mark(Kind::Slow, n, UNDER).hatch(&strip, 7.0, 1.0, of(theme::INK, 0.6));
    }
}

/// The lines of fire to the target, the shortest strong.
fn mark_aim(marks: &mut Marks, session: &Session, draft: &Draft) {
    let Some(aim) = aim_of(session, draft) else { return };
    let lines = aim.from.iter().map(|(_, at)| vec![*at, aim.to]).collect();
    let look = marks.mark(Kind::Aim, 0, OVER).lines(lines, 1.0, of(theme::TARGET, 0.35));
    if let Some((_, at)) = aim.nearest() {
        let line = [at, aim.to];
        look.line(&line, false, 4.0, of(HALO, 0.85)).line(&line, false, 2.0, of(theme::TARGET, 1.0));
    }
}

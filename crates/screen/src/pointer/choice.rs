//! Choosing with a click or a box: units, their pieces, targets.

use bevy::math::Vec2;

use super::touch::Hand;
use crate::session::Session;
use grapeshot_floor::{
    forces::{Fate, PieceId},
    orders::ArgumentKind,
};

pub(super) fn aim(session: &mut Session, piece: Option<PieceId>) {
    let Some(piece) = piece else { return };
    let unit_wanted = session.draft().is_some_and(|draft| {
        let kinds = (draft.takes(ArgumentKind::TargetUnit), draft.takes(ArgumentKind::Target));
        draft.waits_for() == Some(ArgumentKind::TargetUnit) || kinds == (true, false)
    });
    if unit_wanted {
        if let Some(unit) = session.shown().piece(piece).map(|piece| piece.unit) {
            session.draft_target_unit(unit);
        }
    } else {
        session.draft_target(piece);
    }
}

/// Chooses with a click: a unit first, then its pieces one by one.
pub(super) fn choose(session: &mut Session, hand: Hand, at: Vec2, add: bool) {
    let Some(piece) = hand.piece_at(session, at) else {
        if let Some(unit) = hand.tags.unit_at(at) {
            session.select_unit(Some(unit));
            return;
        }
        if !add && session.draft().is_none() {
            session.select_unit(None);
        }
        return;
    };
    let Some(unit) = session.shown().piece(piece).map(|piece| piece.unit) else { return };
    let drafted = session.draft().is_some_and(|draft| {
        draft.takes(ArgumentKind::Pieces) && (draft.order().unit == Some(unit) || draft.order().pieces.contains(&piece))
    });
    if drafted {
        // A man steps into the order or out of it; with shift into its second part, where it has one.
        let second = session.draft().is_some_and(|draft| {
            draft.waits_for() == Some(ArgumentKind::Also) || (add && draft.takes(ArgumentKind::Also))
        });
        session.draft_toggle(piece, second);
    } else if add {
        session.select_pieces(&[piece], true);
    } else if session.selection().unit == Some(unit) && session.draft().is_none() && !session.is_block(unit) {
        session.select_pieces(&[piece], false);
    } else {
        session.select_unit(Some(unit));
    }
}

/// Chooses the pieces in a box: those of the chosen unit, or of the unit with the most pieces in it, own side first.
pub(super) fn choose_in_box(session: &mut Session, a: Vec2, b: Vec2, add: bool) {
    let (low, high) = (a.min(b), a.max(b));
    let side = session.ask_for_human().map(|ask| ask.side);
    let view = session.view();
    let inside: Vec<PieceId> = session
        .shown()
        .pieces
        .iter()
        .enumerate()
        .filter(|(_, piece)| piece.fate == Fate::InPlay)
        .filter(|(_, piece)| piece.place.at.cmpge(low).all() && piece.place.at.cmple(high).all())
        .map(|(n, _)| PieceId(n as u32))
        .filter(|id| side.is_none_or(|side| view.side_of(*id) == side))
        .collect();
    let mut counts = std::collections::BTreeMap::new();
    for id in &inside {
        *counts.entry(view.unit_of(*id)).or_insert(0) += 1;
    }
    let to_pick: Vec<PieceId> = session.to_pick().into_iter().filter(|piece| inside.contains(piece)).collect();
    if !to_pick.is_empty() {
        session.select_pieces(&to_pick, add);
        return;
    }
    let chosen = session.selection().unit.filter(|unit| counts.contains_key(unit));
    let Some(unit) = chosen.or_else(|| counts.iter().max_by_key(|(_, n)| **n).map(|(unit, _)| *unit)) else { return };
    let pieces: Vec<PieceId> = inside.into_iter().filter(|id| view.unit_of(*id) == unit).collect();
    session.select_pieces(&pieces, add);
}

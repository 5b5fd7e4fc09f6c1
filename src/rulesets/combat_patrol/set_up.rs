//! Setting up (CP-1.12): the sides that have a zone place their units unseen, and when all are ready they are shown.

use super::{book::Cp, flow::Flow, sequence};
use crate::{
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, SideId, UnitId},
    table::position::Place,
    turn::{Deployment, Field},
};

/// From now on no side sees what another sets up.
pub fn begin(field: &mut Field) {
    let view = field.view();
    let zones = &view.resource::<Deployment>().0;
    let sets_up = |side: SideId| zones.iter().any(|zone| zone.side == side);
    let pieces = view.pieces().filter(|piece| view.in_play(*piece) && sets_up(view.side_of(*piece)));
    let pieces: Vec<PieceId> = pieces.collect();
    field.conceal(&pieces);
}

/// A side has placed pieces of a unit.
pub fn place(field: &mut Field, side: SideId, unit: UnitId, places: &[(PieceId, Place)]) {
    let text = format!("{} is placed", field.view().unit(unit).name);
    field.tell_only(side, |field| {
        field.note(Some(side), RuleId::new("CP-1.12"), text);
        for (piece, place) in places {
            let from = field.view().place(*piece).at;
            let text = format!("{} is placed", field.view().piece(*piece).name);
            field.move_piece(*piece, vec![from, place.at], *place, RuleId::new("CP-1.12"), text);
        }
    });
}

/// A side is ready: with the last of them all is shown that does not hide, and the first turn begins.
pub fn ready(field: &mut Field, side: SideId) {
    let players = field.view().sides().players().count();
    let all = {
        let mut flow = field.resource_mut::<Flow>();
        flow.ready.push(side);
        flow.ready.len() == players
    };
    if all {
        show(field);
        sequence::begin_turn(field);
    }
}

fn show(field: &mut Field) {
    let view = field.view();
    let cp = Cp::of(view);
    let set_up = |piece: &PieceId| view.conceals(*piece) && !cp.is_hidden(view.unit_of(*piece));
    let pieces: Vec<PieceId> = view.pieces().filter(set_up).collect();
    if pieces.is_empty() {
        return;
    }
    let text = "All are set up: their units are shown";
    field.log(None, EventKind::Note, RuleId::new("CP-1.12"), text, Explained::default());
    for piece in pieces {
        let text = format!("{} is set up", field.view().piece(piece).name);
        field.show_piece(piece, RuleId::new("CP-1.12"), text);
    }
}

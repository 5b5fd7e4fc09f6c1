//! Setting up (CP-1.12): the sides that have a zone place their units unseen, and when all are ready they are shown.

use crate::{
    state::sequence_of_play::{SequenceOfPlay, Stage, go_to},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, SideId, UnitId},
    table::position::Place,
    turn::{BattleMut, Deployment},
};

/// Hides from each side what the others set up from now on.
pub fn begin(battle: &mut BattleMut) {
    let view = battle.view();
    let zones = &view.resource::<Deployment>().0;
    let sets_up = |side: SideId| zones.iter().any(|zone| zone.side == side);
    let pieces = view.pieces().filter(|piece| view.in_play(*piece) && sets_up(view.side_of(*piece)));
    let pieces: Vec<PieceId> = pieces.collect();
    battle.conceal(&pieces);
}

/// Puts pieces of a unit where their side has placed them.
pub fn place(battle: &mut BattleMut, side: SideId, unit: UnitId, places: &[(PieceId, Place)]) {
    let text = format!("{} is placed", battle.view().unit(unit).name);
    battle.tell_only(side, |battle| {
        battle.note(Some(side), RuleId::new("CP-1.12"), text);
        for (piece, place) in places {
            let from = battle.view().place(*piece).at;
            let text = format!("{} is placed", battle.view().piece(*piece).name);
            battle.move_piece(*piece, vec![from, place.at], *place, RuleId::new("CP-1.12"), text);
        }
    });
}

/// Notes that a side is ready: with the last side everything is shown that does not hide, and the first turn begins.
pub fn ready(battle: &mut BattleMut, side: SideId) {
    let players = battle.view().sides().players().count();
    let all = {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.ready.push(side);
        play.ready.len() == players
    };
    if all {
        show(battle);
        go_to(battle, Stage::NEW_TURN);
    }
}

fn show(battle: &mut BattleMut) {
    let view = battle.view();
    let cp = SkirmishView::of(view);
    let set_up = |piece: &PieceId| view.conceals(*piece) && !cp.is_hidden(view.unit_of(*piece));
    let pieces: Vec<PieceId> = view.pieces().filter(set_up).collect();
    if pieces.is_empty() {
        return;
    }
    let text = "All are set up: their units are shown";
    battle.log(None, EventKind::Note, RuleId::new("CP-1.12"), text, Explained::default());
    for piece in pieces {
        let text = format!("{} is set up", battle.view().piece(piece).name);
        battle.show_piece(piece, RuleId::new("CP-1.12"), text);
    }
}

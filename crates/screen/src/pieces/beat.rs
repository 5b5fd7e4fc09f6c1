//! The beat that is shown at its moment: how long each of its events takes, and what the pieces in it are.

use smol_str::SmolStr;

use super::timing::along_line;
use crate::{playback::Tabletop, session::Session};
use grapeshot_floor::{
    events::{BattleEvent, EventKind},
    forces::{PieceId, UnitId},
    table::position::Place,
    turn::BattleView,
};
use grapeshot_game::picture::blocks::Mover;

/// The beat that is shown, and its moment.
pub(super) struct Shown<'s> {
    pub(super) session: &'s Session,
    view: BattleView<'s>,
    /// Seconds since it began.
    pub(super) elapsed: f32,
    /// Seconds of the longest march of each unit: its pieces arrive together.
    marches: Vec<(UnitId, f32)>,
    /// The turn of each shot in its volley.
    pub(super) order: Vec<usize>,
}

impl<'s> Shown<'s> {
    /// The beat that runs, this many seconds after it began.
    pub(super) fn of(session: &'s Session, elapsed: f32) -> Self {
        Self { session, view: session.view(), elapsed, marches: marches(session), order: order(session) }
    }

    pub(super) fn table(&self) -> &Tabletop {
        self.session.shown()
    }

    pub(super) fn seconds(&self, event: &BattleEvent, nth: usize) -> f32 {
        let own = self.session.playback().seconds(event, nth);
        let EventKind::Moved { piece, .. } = &event.kind else { return own };
        let unit = self.table().piece(*piece).map(|piece| piece.unit);
        self.marches.iter().find(|(of, _)| Some(*of) == unit).map_or(own, |(_, seconds)| *seconds)
    }

    pub(super) fn mover(&self, piece: PieceId) -> Mover {
        mover_of(&self.view, self.table(), piece)
    }

    pub(super) fn coat(&self, piece: PieceId) -> SmolStr {
        dress_of(&self.view, piece).map_or_else(SmolStr::default, |(_, coat)| coat.clone())
    }

    /// Whether a piece carries its unit's cloth: a man with the colours, or the last that stands of a block.
    pub(super) fn bore_cloth(&self, piece: PieceId) -> bool {
        let unit = self.table().piece(piece).map(|piece| piece.unit);
        let Some(unit) = unit.filter(|unit| self.view.knows_unit(*unit)) else { return false };
        let colours = dress_of(&self.view, piece).is_some_and(|(look, _)| look.contains(COLOURS));
        colours || self.session.is_block(unit) && self.table().present(unit).all(|(other, _)| other == piece)
    }
}

/// The look and the coat of a piece; none if the viewer does not know it.
fn dress_of<'w>(view: &BattleView<'w>, piece: PieceId) -> Option<(&'w SmolStr, &'w SmolStr)> {
    let known = view.knows_piece(piece);
    known.then(|| (&view.piece(piece).look, &view.side_named(view.side_of(piece)).coat))
}

/// What goes and fires when a piece does; a man where the viewer does not know it.
pub fn mover_of(view: &BattleView, shown: &Tabletop, piece: PieceId) -> Mover {
    let dressed = dress_of(view, piece).zip(shown.piece(piece));
    dressed.map_or(Mover::Foot, |((look, coat), shown)| Mover::of(look, coat, shown.footprint))
}

/// The word in the looks of men who carry the colours.
const COLOURS: &str = "colours";

/// The seconds of the longest march of each unit in the running beat.
fn marches(session: &Session) -> Vec<(UnitId, f32)> {
    let mut marches: Vec<(UnitId, f32)> = Vec::new();
    for event in session.beat_events() {
        let EventKind::Moved { piece, .. } = &event.kind else { continue };
        let Some(unit) = session.shown().piece(*piece).map(|piece| piece.unit) else { continue };
        let seconds = session.playback().seconds(event, 0);
        match marches.iter_mut().find(|(of, _)| *of == unit) {
            Some((_, longest)) => *longest = longest.max(seconds),
            None => marches.push((unit, seconds)),
        }
    }
    marches
}

/// The turn of each shot of the running beat: a volley runs along the line, from its right to its left.
fn order(session: &Session) -> Vec<usize> {
    let shooters = session.beat_events().iter().filter_map(|event| match &event.kind {
        EventKind::Shot { shooter, .. } => Some(session.shown().piece(*shooter).map(|piece| piece.place)),
        _ => None,
    });
    along_line(&shooters.map(Option::unwrap_or_default).collect::<Vec<Place>>())
}

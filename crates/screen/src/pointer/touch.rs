//! What lies under the pointer on the table.

use bevy::math::Vec2;

use super::{handle::Handle, tag_places::TagPlaces};
use crate::{
    pieces::{Cast, motion::Scene},
    playback::ShownPiece,
    session::Session,
};
use grapeshot_floor::{
    forces::{Fate, PieceId},
    table::footprint::Outline,
};

/// Inches round a base that still count as the piece.
pub(super) const TOUCH: f32 = 0.2;

/// What the pointer can touch on the table, and the view of it.
#[derive(Clone, Copy)]
pub(super) struct Hand<'a> {
    pub(super) cast: &'a Cast,
    pub(super) scene: &'a Scene,
    pub(super) tags: &'a TagPlaces,
    pub(super) handle: Option<Handle>,
}

impl Hand<'_> {
    /// The piece whose base is under a point, or nearest to it within a finger's breadth; else the piece whose tag is
    /// there, if it is a unit by itself.
    pub(super) fn piece_at(&self, session: &Session, at: Vec2) -> Option<PieceId> {
        let gap_of = |(n, piece): (usize, &ShownPiece)| {
            let footprint = self.cast.worn.get(n)?.footprint;
            // A piece is touched where it is drawn, which is not where it stands if it stands under another.
            let place = self.scene.poses.get(n)?.place;
            let near = footprint.reach() + TOUCH;
            if piece.fate != Fate::InPlay || place.at.distance_squared(at) > near * near {
                return None;
            }
            let gap = Outline { footprint, place }.gap_to_point(at);
            (gap <= TOUCH).then_some((PieceId(n as u32), gap + 0.01 * place.at.distance(at)))
        };
        let pieces = session.shown().pieces.iter().enumerate();
        let touched: Vec<(PieceId, f32)> = pieces.filter_map(gap_of).collect();
        let nearest = touched.iter().min_by(|a, b| a.1.total_cmp(&b.1)).map(|(id, _)| *id);
        let touched = nearest.map(|nearest| below_the_picked(session, nearest, &touched));
        touched.or_else(|| {
            let mut all = session.shown().present(self.tags.unit_at(at)?);
            let (id, _) = all.next()?;
            all.next().is_none().then_some(id)
        })
    }
}

/// Of pieces that stand over each other on the storeys of a house, the highest that is not picked yet, so that one
/// click after the other goes down from storey to storey; else the nearest.
fn below_the_picked(session: &Session, nearest: PieceId, touched: &[(PieceId, f32)]) -> PieceId {
    let floor = |piece: PieceId| session.shown().piece(piece).map_or(0, |piece| piece.place.floor);
    if touched.iter().all(|(piece, _)| floor(*piece) == floor(nearest)) {
        return nearest;
    }
    let draft = session.draft().map(|draft| draft.order().pieces.as_slice());
    let picked = draft.unwrap_or(session.selection().pieces.as_slice());
    let free = touched.iter().map(|(piece, _)| *piece).filter(|piece| !picked.contains(piece));
    free.max_by_key(|piece| (floor(*piece), std::cmp::Reverse(*piece))).unwrap_or(nearest)
}

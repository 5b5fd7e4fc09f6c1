//! The pieces of a battle on its picture, those that fell, and what stands beside them.

use bevy::math::Vec2;
use std::fmt::Write as _;

use super::{Actor, Cast, MapOptions, Troop};
use crate::picture::{
    bases, blocks,
    symbols::{self, Detail},
    terrain,
};
use grapeshot_floor::{table::position::Place, turn::vocabulary::MarkShape};

/// No figure stands under a crown nearer than this, in inches.
const CROWN_GAP: f32 = 1.1;

impl Cast<'_> {
    pub(super) fn lost(&self, scale: f32) -> String {
        let mut svg = String::new();
        for piece in self.troops.iter().flat_map(Troop::fallen) {
            let at = self.spot(piece.place.at, scale);
            let _ = write!(
                svg,
                "<g transform=\"translate({:.1} {:.1})scale({:.2})\">{}</g>",
                at.x,
                at.y,
                (scale / 26.0).clamp(0.5, 1.0),
                symbols::lost_mark()
            );
        }
        svg
    }

    /// All pieces, from the top of the picture down, and faint those that come later.
    pub(super) fn pieces(&self, options: &MapOptions) -> String {
        let mut drawn: Vec<(f32, String)> = Vec::new();
        for troop in &self.troops {
            for piece in troop.present() {
                drawn.push(self.piece(troop, piece, piece.place, options));
            }
            for (piece, place) in troop.pieces.iter().filter_map(|piece| Some((piece, piece.ghost?))) {
                let (y, svg) = self.piece(troop, piece, place, options);
                drawn.push((y, format!("<g opacity=\".55\">{svg}</g>")));
            }
        }
        drawn.sort_by(|a, b| a.0.total_cmp(&b.0));
        drawn.into_iter().map(|(_, svg)| svg).collect()
    }

    /// A piece at a place, with how far down the picture it is; a stunned man stands askew, a hidden one is faint.
    fn piece(&self, troop: &Troop, piece: &Actor, place: Place, options: &MapOptions) -> (f32, String) {
        let scale = options.pixels_per_inch;
        let detail = if scale >= 14.0 { Detail::Near } else { Detail::at(scale) };
        let at = self.spot(place.at, scale);
        let has = |shape| piece.marks.iter().any(|(mark, _)| *mark == shape);
        let askew = if has(MarkShape::Stars) { 26.0 } else { 0.0 };
        // Facing 90 degrees is up on the table and up in the symbol; the picture turns clockwise.
        let turn = 90.0 - place.facing.0 + askew;
        let (look, coat) = (&piece.look, self.coat(troop.side));
        let symbol = if piece.bases.is_empty() {
            blocks::piece(detail, look, &troop.formation, coat, options.palette, piece.footprint)
        } else {
            let (palette, footprint) = (options.palette, piece.footprint);
            bases::unit(detail, look, &troop.formation, coat, palette, footprint, &piece.bases)
        };
        let faint = if has(MarkShape::CrossedEye) { " opacity=\".45\"" } else { "" };
        let svg = format!(
            "<g transform=\"translate({:.2} {:.2})rotate({turn:.1})scale({})\"{faint}>{symbol}</g>",
            at.x,
            at.y,
            scale / 100.0
        );
        (at.y, svg)
    }

    pub(super) fn crowns(&self, scale: f32) -> String {
        let figures = self.troops.iter().flat_map(Troop::present).map(|piece| piece.place.at);
        let figures: Vec<Vec2> = figures.chain(self.things.iter().map(|(_, place)| place.at)).collect();
        let mut svg = String::new();
        for crown in terrain::crowns(self.terrain) {
            let gap = CROWN_GAP + crown.radius * 0.3;
            if figures.iter().any(|at| at.distance(crown.at) < gap) {
                continue;
            }
            let at = self.spot(crown.at, scale);
            let units = if crown.kind == 3 { 13.0 } else { 18.0 };
            let _ = write!(
                svg,
                "<g transform=\"translate({:.1} {:.1})scale({:.3})\">{}</g>",
                at.x,
                at.y,
                crown.radius * scale / units,
                symbols::crown(crown.kind)
            );
        }
        svg
    }

    /// Smoke at the muzzle, stars over the head, chevrons behind, the chips at the right-hand rear.
    pub(super) fn markers(&self, scale: f32) -> String {
        let mut svg = String::new();
        let size = (scale / 26.0).clamp(0.5, 1.0);
        for piece in self.troops.iter().flat_map(Troop::present) {
            let mut chips = 0.0;
            for (shape, count) in &piece.marks {
                let (ahead, right) = match shape {
                    MarkShape::Smoke => (1.05, 0.18),
                    MarkShape::Stars => (0.55, 0.0),
                    MarkShape::Chevron | MarkShape::Tick => (-0.72, 0.0),
                    _ => {
                        chips += 1.0;
                        (-0.42, 0.42 + 0.5 * (chips - 1.0))
                    }
                };
                let repeats = if *shape == MarkShape::Smoke { (*count).clamp(1, 2) } else { 1 };
                for i in 0..repeats {
                    let at = self.spot(piece.place.offset(ahead, right - 0.35 * f32::from(i)), scale);
                    let _ = write!(
                        svg,
                        "<g transform=\"translate({:.1} {:.1})scale({size:.2})\">{}</g>",
                        at.x,
                        at.y,
                        symbols::marker(*shape, *count)
                    );
                }
            }
        }
        svg
    }
}

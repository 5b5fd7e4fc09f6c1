//! Formations that flow into each other: each base of a block goes from its place in the old layout to its place in the
//! new one. A block without bases is parted into as many tiles for that.

use bevy::math::Vec2;

use super::bases_of;
use crate::session::Session;
use grapeshot_floor::{
    events::EventKind,
    forces::PieceId,
    table::{footprint::Footprint, position::Place},
    turn::bases::Base,
};

/// Tiles into which a block without bases is parted.
const TILES: u8 = 6;
/// Columns into which they may be laid.
const COLUMNS: [u8; 4] = [1, 2, 3, 6];

/// A block on its way into another formation.
#[derive(Debug, Clone, PartialEq)]
pub struct Flow {
    /// The block.
    pub piece: PieceId,
    /// Its bases where they are now.
    pub bases: Vec<Flowing>,
}

/// A base on its way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flowing {
    /// Where it is, and where it faces.
    pub place: Place,
    /// Its width and depth now, in inches.
    pub size: Vec2,
    /// What it is in the old layout.
    pub base: Base,
}

/// The bases of a block in two layouts, each with its place on the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Layouts {
    bases: Vec<(Base, Place, Base, Place)>,
}

impl Layouts {
    /// The layouts between which a piece goes: as it is shown now, and in its new shape at its new place; none for a
    /// figure.
    pub(super) fn of(session: &Session, piece: PieceId, ends: (Place, Place), footprint: Footprint) -> Option<Self> {
        let (shown, view) = (session.shown(), session.view());
        let now = shown.piece(piece).filter(|_| view.knows_piece(piece))?;
        let before = shown.units.get(now.unit.index()).and_then(|unit| unit.formation.clone()).unwrap_or_default();
        let formed = session.beat_events().iter().rev().find_map(|event| match &event.kind {
            EventKind::Formed { unit, formation } if *unit == now.unit => Some(formation.clone()),
            _ => None,
        });
        let after = formed.unwrap_or_else(|| before.clone());
        let bases = |shape: (&str, Footprint)| -> Vec<Base> {
            let all = bases_of(session.battle(), &view, shown, piece, shape);
            all.into_iter().filter(|base| !base.is_lost()).collect()
        };
        let old = bases((before.as_str(), now.footprint));
        let new = bases((after.as_str(), footprint));
        if !old.is_empty() && old.len() == new.len() {
            return Some(Self::between(&old, &new, ends));
        }
        Some(Self::between(&tiles(now.footprint)?, &tiles(footprint)?, ends))
    }

    /// Bases of two layouts, in their order, round the places of their block.
    fn between(old: &[Base], new: &[Base], (start, end): (Place, Place)) -> Self {
        let pair = |(from, to): (&Base, &Base)| (*from, stands(from, start), *to, stands(to, end));
        Self { bases: old.iter().zip(new).map(pair).collect() }
    }

    /// Where all bases are after a share of the way, 0 to 1.
    pub fn at(&self, share: f32) -> Vec<Flowing> {
        let flowing = |(base, from, to_base, to): &(Base, Place, Base, Place)| {
            let turn = from.facing.turn_to(to.facing);
            let (at, facing) = (from.at.lerp(to.at, share), from.facing.turned(turn * share));
            let size = base.size.lerp(to_base.size, share);
            Flowing { place: Place { at, facing, floor: to.floor }, size, base: *base }
        };
        self.bases.iter().map(flowing).collect()
    }
}

/// Where a base of a block stands on the table.
fn stands(base: &Base, block: Place) -> Place {
    Place { at: block.offset(base.at.y, base.at.x), facing: block.facing.turned(base.turn), floor: block.floor }
}

/// A block parted into tiles as square as may be, from its front rank on; none for a round base.
fn tiles(footprint: Footprint) -> Option<Vec<Base>> {
    let Footprint::Rectangle { width, depth } = footprint else { return None };
    let size = |columns: &u8| Vec2::new(width / f32::from(*columns), depth * f32::from(*columns) / f32::from(TILES));
    let oblong = |columns: &u8| (size(columns).x - size(columns).y).abs();
    let columns = COLUMNS.into_iter().min_by(|a, b| oblong(a).total_cmp(&oblong(b)))?;
    let size = size(&columns);
    let tile = |n: u8| {
        let (column, row) = (f32::from(n % columns) + 0.5, f32::from(n / columns) + 0.5);
        let at = Vec2::new(column * size.x - width / 2.0, depth / 2.0 - row * size.y);
        Base { at, turn: 0.0, size, ranks: (3, 3), figures: 9 }
    };
    Some((0..TILES).map(tile).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formation_flows_from_its_old_layout_to_its_new_one() {
        let line = tiles(Footprint::Rectangle { width: 9.0, depth: 1.5 }).expect("it is a block");
        let column = tiles(Footprint::Rectangle { width: 4.0, depth: 3.5 }).expect("it is a block");
        let ends = (Place::new(20.0, 20.0, 90.0), Place::new(24.0, 21.0, 0.0));
        let layouts = Layouts::between(&line, &column, ends);
        let places = |share| -> Vec<Place> { layouts.at(share).iter().map(|flowing| flowing.place).collect() };
        let near = |a: Vec<Place>, layout: &[Base], block: Place| {
            a.into_iter().zip(layout).for_each(|(now, base)| {
                let place = stands(base, block);
                assert!(now.at.distance(place.at) < 1e-4 && now.facing.angle_to(place.facing) < 1e-3);
            });
        };
        near(places(0.0), &line, ends.0);
        near(places(1.0), &column, ends.1);
        assert_eq!(layouts.at(1.0)[0].size, column[0].size);
        assert_ne!(places(0.5), places(0.0));
    }

    #[test]
    fn tiles_cover_their_block_and_no_more() {
        for (width, depth) in [(9.0, 1.5), (4.0, 3.5), (2.0, 9.0)] {
            let tiles = tiles(Footprint::Rectangle { width, depth }).expect("it is a block");
            let area: f32 = tiles.iter().map(|tile| tile.size.x * tile.size.y).sum();
            assert!((area - width * depth).abs() < 1e-3);
            let inside =
                |tile: &Base| (tile.at.abs() + tile.size / 2.0).cmple(Vec2::new(width, depth) / 2.0 + 1e-3).all();
            assert!(tiles.iter().all(inside));
        }
        assert_eq!(tiles(Footprint::Circle { diameter: 1.0 }), None);
    }
}

//! The smoke of the volleys before: it lies where they were fired, drifts, and thins with all that happens until it is gone
//! at the end of the turn at the latest.

use bevy::math::Vec2;

use super::{
    smoke::{self, LASTS},
    speck::Speck,
};
use crate::{
    pieces::motion::Firing,
    playback::{SHOT, Tabletop},
};
use grapeshot_floor::{
    events::{BattleEvent, EventKind},
    forces::PieceId,
    table::position::{Heading, Place},
};

/// Seconds by which smoke ages with each thing that happens.
const EACH: f32 = 1.4;
/// The most volleys whose smoke lies.
const MOST: usize = 120;

/// The smoke of one shot.
#[derive(Debug, Clone, PartialEq)]
pub struct Bank {
    /// The piece that fired, as it stood then.
    fired: Firing,
    /// How much has happened since.
    since: u16,
}

/// Finds the smoke that lies on a table after all these events, the newest first; `guns` tells which pieces fire with
/// guns.
pub fn banks(events: &[BattleEvent], table: &Tabletop, guns: &dyn Fn(PieceId) -> bool, banks: &mut Vec<Bank>) {
    banks.clear();
    let mut moved: Vec<(PieceId, Vec2)> = Vec::new();
    let mut since = 0_u16;
    let turn = events.last().map_or(0, |event| event.turn);
    for event in events.iter().rev() {
        if event.turn != turn || f32::from(since) * EACH > LASTS || banks.len() == MOST {
            return;
        }
        match &event.kind {
            // A piece that has moved since stood before at the beginning of its way.
            EventKind::Moved { piece, path, .. } => {
                if let Some(from) = path.first() {
                    moved.retain(|(of, _)| of != piece);
                    moved.push((*piece, *from));
                }
            }
            EventKind::Shot { shooter, target, .. } => {
                let to = stood(table, &moved, *target).map(|target| target.at);
                banks.extend(bank(table, &moved, *shooter, to, guns).map(|fired| Bank { fired, since }));
            }
            EventKind::Covered { from: Some(gun), templates } if guns(*gun) => {
                let to = templates.first().map(|template| template.reach().0);
                banks.extend(bank(table, &moved, *gun, to, guns).map(|fired| Bank { fired, since }));
            }
            _ => {}
        }
        since += u16::from(!event.detail);
    }
}

/// Where a piece stood: where it stands, or where its way began if it has moved since.
fn stood(table: &Tabletop, moved: &[(PieceId, Vec2)], piece: PieceId) -> Option<Place> {
    let place = table.piece(piece)?.place;
    let from = moved.iter().find(|(of, _)| *of == piece);
    Some(from.map_or(place, |(_, at)| Place { at: *at, ..place }))
}

/// A piece as it fired at a point: how one faced that has moved since is told by where it fired.
fn bank(
    table: &Tabletop,
    moved: &[(PieceId, Vec2)],
    shooter: PieceId,
    to: Option<Vec2>,
    guns: &dyn Fn(PieceId) -> bool,
) -> Option<Firing> {
    let (place, footprint) = (stood(table, moved, shooter)?, table.piece(shooter)?.footprint);
    let gone = moved.iter().any(|(of, _)| *of == shooter);
    let aimed = to.filter(|_| gone).map(|to| Heading::from_to(place.at, to));
    let place = Place { facing: aimed.unwrap_or(place.facing), ..place };
    Some(Firing { place, footprint, guns: guns(shooter), ball: None, since: 0.0 })
}

/// The smoke that lies; `under_way` is the share of the next thing that happens, 0 to 1.
pub fn lie(banks: &[Bank], under_way: f32, out: &mut Vec<Speck>) {
    for Bank { fired, since } in banks {
        let age = SHOT + (f32::from(*since) + under_way) * EACH;
        out.extend(smoke::muzzles(fired).filter_map(|muzzle| smoke::puff(&muzzle, fired.guns, age)));
    }
}

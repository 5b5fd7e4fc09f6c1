//! How the stands of a unit take their places: they follow from its pose.

use bevy::math::Vec2;

use super::{displaced, headline};
use crate::{
    book::{
        formations::{Formation, Pose, Stands},
        values::{Leader, Troops},
    },
    state::view::FuryView,
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, PieceId, UnitId},
    shared::formed::walk::Body,
    table::{footprint::Outline, position::Place},
    turn::BattleMut,
};

/// Points that a stand passes are kept if they are farther apart than this, in inches.
const APART: f32 = 0.05;

/// The unit takes a pose by a way through others, as details of the last main event. A leader who is attached goes with
/// it (FF-11.1).
pub fn take(battle: &mut BattleMut, unit: UnitId, way: &[Pose], rule: &'static str) {
    let Some(last) = way.last().copied() else { return };
    let ff = FuryView::of(battle.view());
    let before = ff.pose(unit);
    let name = ff.name(unit).to_owned();
    let pieces: Vec<PieceId> = ff.view.unit(unit).pieces.clone();
    let holders = ff.holders(unit);
    let alive =
        |piece: &PieceId| matches!(ff.view.fate(*piece), Fate::InPlay | Fate::Awaited) && !holders.contains(piece);
    let pieces: Vec<PieceId> = pieces.into_iter().filter(alive).collect();
    let (refuse, count, mounted) = (ff.numbers().refuse, pieces.len(), ff.values(unit).mounted);
    let body = |pose: &Pose| -> Vec<Outline> {
        Stands::new(pose, count, ff.size_in(unit, pose, mounted), refuse).outlines().collect()
    };
    let places: Vec<Vec<Outline>> = way.iter().map(body).collect();
    let leader = ff.attached_to(unit);
    battle.unit_mut::<Troops>(unit).pose = last;
    let told = headline(battle);
    if before.formation != last.formation {
        let side = battle.view().side_of_unit(unit);
        let kind = EventKind::Formed { unit, formation: last.formation.id().into() };
        let label = last.formation.label();
        let known = told.contains(label) || last.formation == Formation::Broken;
        let text = if known { told.clone() } else { format!("{name}: {label}") };
        battle.detail(Some(side), kind, RuleId::new(rule), text, Explained::default());
    }
    let same_shape = way.iter().all(|pose| pose.formation == last.formation && pose.refused == last.refused)
        && before.formation == last.formation
        && before.refused == last.refused;
    for (n, piece) in pieces.into_iter().enumerate() {
        let end = places[places.len() - 1][n];
        let now = battle.view().outline(piece);
        let text = told.clone();
        if now.footprint != end.footprint {
            battle.reshape_piece(piece, end.footprint, end.place, RuleId::new(rule), text);
            continue;
        }
        if now.place == end.place && battle.view().in_play(piece) {
            continue;
        }
        let mut path: Vec<Vec2> = vec![now.place.at];
        if same_shape {
            for outlines in &places {
                let at = outlines[n].place.at;
                if path.last().is_none_or(|last| last.distance(at) > APART) {
                    path.push(at);
                }
            }
        }
        if path.last() != Some(&end.place.at) {
            path.push(end.place.at);
        }
        battle.move_piece(piece, path, end.place, RuleId::new(rule), text);
    }
    if let Some(leader) = leader {
        follow(battle, leader, unit);
    }
    displaced::displace(battle, unit);
}

/// FF-6.19: cavalry mounts, or dismounts and leaves stands with its horses; they come back with the pose that it takes
/// next once it has mounted.
pub fn set_mounted(battle: &mut BattleMut, unit: UnitId, mounted: bool) {
    let ff = FuryView::of(battle.view());
    if ff.values(unit).mounted == mounted {
        return;
    }
    let fight = ff.stands_if(unit, mounted);
    let hold: Vec<PieceId> = ff.stands(unit).into_iter().filter(|piece| !fight.contains(piece)).collect();
    let name = ff.name(unit).to_owned();
    battle.unit_mut::<Troops>(unit).mounted = mounted;
    for piece in hold {
        let text = format!("Stands of {name} hold the horses");
        battle.remove_piece_of_unit(piece, Fate::Awaited, RuleId::new("FF-6.19"), text);
    }
}

/// FF-11.1: an attached leader stands with his unit: behind the middle of its front.
pub fn follow(battle: &mut BattleMut, leader: UnitId, unit: UnitId) {
    let ff = FuryView::of(battle.view());
    let pose = ff.pose(unit);
    let depth = ff.measures(unit).1;
    let at = pose.front - pose.facing.forward() * depth;
    let place = Place { at, facing: pose.facing, floor: 0 };
    let piece = ff.view.unit(leader).pieces[0];
    let now = ff.view.place(piece);
    if now.at.distance(at) < APART {
        return;
    }
    let text = format!("{} goes with {}", ff.name(leader), ff.name(unit));
    battle.move_piece(piece, vec![now.at, at], place, RuleId::new("FF-11.1"), text);
}

/// FF-11.1: a leader attached to a unit that is gone is attached no more.
pub fn release(battle: &mut BattleMut, unit: UnitId) {
    let ff = FuryView::of(battle.view());
    let side = ff.side(unit);
    let leaders: Vec<UnitId> = ff.view.units().filter(|leader| ff.leader(*leader).is_some()).collect();
    for leader in leaders {
        if battle.view().side_of_unit(leader) == side
            && battle.view().unit_part::<Leader>(leader).attached == Some(unit)
        {
            battle.unit_mut::<Leader>(leader).attached = None;
        }
    }
}

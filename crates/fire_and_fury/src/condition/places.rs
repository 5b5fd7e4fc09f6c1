//! How the stands of a unit take their places: they follow from its pose.

use bevy::math::Vec2;

use super::{displaced, headline};
use crate::{
    book::{
        formations::{Formation, Pose, Stands},
        marks,
        values::{Leader, OrderState, Troops},
    },
    state::{standing::StandingUnit, view::FuryView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, Marks, PieceId, UnitId},
    shared::formed::walk::{Body, thinner},
    table::{
        footprint::{Footprint, Outline},
        position::Place,
    },
    turn::BattleMut,
};

/// Inches between the points that are kept of the way of a stand.
const APART: f32 = 0.05;

/// Moves a unit to a pose along a way of poses, as details of the last main event. An attached leader goes with it
/// (FF-11.1).
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
    let end = body(&last);
    // A block that is formed before an enemy or water may overlap it until it has gone off (FF-6.15): no stand is shown
    // going that way.
    let (side, all) = (ff.side(unit), ff.standing_units());
    let is_free = |stands: &Vec<Outline>| {
        let own = StandingUnit::new(unit, stands.clone());
        let near = all.iter().filter(|other| other.may_be_within(0.0, own.middle, own.reach));
        let mut theirs = near.filter(|other| ff.side(other.unit) != side).flat_map(|other| &other.stands);
        !theirs.any(|theirs| stands.iter().any(|stand| thinner(stand).overlap(theirs) > 0.0))
            && !ff.is_closed(unit, stands)
    };
    let places: Vec<Vec<Outline>> = way[..way.len() - 1].iter().map(body).filter(is_free).collect();
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
    for (n, piece) in pieces.into_iter().enumerate() {
        let end = end[n];
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
        for at in places.iter().map(|stands| stands[n].place.at) {
            if path.last().is_none_or(|last| last.distance(at) > APART) {
                path.push(at);
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

/// Lays the stands of a unit where its pose has them, with its leader and the markers of its state, and tells nothing:
/// its state was set from outside the rules.
pub fn lay(battle: &mut BattleMut, unit: UnitId) {
    let ff = FuryView::of(battle.view());
    let mut ends: Vec<(PieceId, Outline)> = Vec::new();
    let mut markers = Vec::new();
    if let Some(values) = ff.troops(unit) {
        ends.extend(ff.stands(unit).into_iter().zip(ff.body(unit).outlines()));
        let ordered = |state| (marks::of_order(state), values.order == state);
        markers.extend([ordered(OrderState::Disordered), ordered(OrderState::Broken)]);
        markers.extend([
            (Some(marks::SILENCED), values.silenced),
            (Some(marks::ABANDONED), values.sheltered.is_some()),
            (Some(marks::LOW_AMMO), values.low_on_ammo),
        ]);
    }
    let leader = ff.leader(unit).map(|_| unit).or_else(|| ff.attached_to(unit));
    if let Some(leader) = leader
        && let Some(with) = ff.leader(leader).and_then(|leader| leader.attached).filter(|with| ff.present(*with))
    {
        let piece = ff.view.unit(leader).pieces[0];
        ends.push((piece, Outline { place: ff.beside(with), ..ff.view.outline(piece) }));
    }
    for (mark, lies) in markers {
        if let Some(mark) = mark {
            battle.unit_mut::<Marks>(unit).set(&mark, u8::from(lies));
        }
    }
    for (piece, end) in ends {
        *battle.piece_mut::<Footprint>(piece) = end.footprint;
        *battle.piece_mut::<Place>(piece) = end.place;
    }
}

/// FF-6.19: mounts cavalry, or dismounts it and leaves stands with its horses; these come back with the next pose after
/// it has mounted.
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

impl FuryView<'_> {
    /// FF-11.1: the place of a leader attached to a unit: behind the middle of its front.
    fn beside(&self, unit: UnitId) -> Place {
        let pose = self.pose(unit);
        let depth = self.measures(unit).1;
        Place { at: pose.front - pose.facing.forward() * depth, facing: pose.facing, floor: 0 }
    }
}

/// FF-11.1: puts an attached leader beside his unit.
pub fn follow(battle: &mut BattleMut, leader: UnitId, unit: UnitId) {
    let ff = FuryView::of(battle.view());
    let place = ff.beside(unit);
    let at = place.at;
    let piece = ff.view.unit(leader).pieces[0];
    let now = ff.view.place(piece);
    if now.at.distance(at) < APART {
        return;
    }
    let text = format!("{} goes with {}", ff.name(leader), ff.name(unit));
    battle.move_piece(piece, vec![now.at, at], place, RuleId::new("FF-11.1"), text);
}

/// FF-11.1: detaches the leader of a unit that is gone.
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

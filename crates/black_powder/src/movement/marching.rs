//! How units move along a walk, and what the log tells of it (BP-3.2 to BP-3.4).

use bevy::math::Vec2;

use super::{
    commanders::{displace_officers, ride},
    moves::Walk,
};
use crate::{
    book::values::{Formation, Regiment, Work},
    state::{pose::Pose, view::BlackPowderView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    shared::formed::{trail, walk::USED_UP},
    table::{
        footprint::{Footprint, Outline},
        position::Place,
    },
    turn::BattleMut,
};

/// Puts a unit where a walk led it: along its way, with its turns and changes of formation. The log says how many
/// inches of its moves it used, why it stopped before the end, or why it stays where it is.
pub fn go(battle: &mut BattleMut, unit: UnitId, walk: &Walk, why: &'static str) {
    let now = BlackPowderView::of(battle.view()).pose(unit);
    let mut poses = walk.poses.clone();
    if poses[0].formation != now.formation || poses[0].building != now.building {
        put(battle, unit, vec![poses[0].block.place.at], poses[0], why);
    } else if poses[0].block != now.block {
        // The unit turns before it goes.
        poses.insert(0, Pose { cost: poses[0].cost, ..now });
    }
    let stopped = walk.stopped.as_deref().filter(|why| *why != USED_UP);
    let mut from = 0;
    for n in 1..poses.len() {
        let (before, pose) = (poses[n - 1], poses[n]);
        let changes = before.formation != pose.formation || before.building != pose.building;
        let last = n + 1 == poses.len();
        if changes || last {
            let upto = if changes { n - 1 } else { n };
            if upto > from {
                let run = Run {
                    poses: &poses[from..=upto],
                    paid: Some((poses[upto].cost - poses[from].cost, walk.allowance - poses[from].cost)),
                    stopped: stopped.filter(|_| last && !changes),
                };
                shift(battle, unit, &run, why);
            }
            from = n;
        }
        if changes {
            put(battle, unit, vec![before.block.place.at, pose.block.place.at], pose, why);
        }
    }
    if let (Some(stopped), true) = (&walk.stopped, poses[..] == [now]) {
        let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
        let text = format!("{name} stays where it is: {stopped}");
        battle.detail(Some(side), EventKind::Note, RuleId::new(why), text, Explained::default());
    }
    let moves = walk.moves;
    battle.unit_mut::<Work>(unit).moves += moves;
}

/// A unit on its way without a change of formation.
struct Run<'p> {
    poses: &'p [Pose],
    /// Inches of its moves that it used, and that it had.
    paid: Option<(f32, f32)>,
    /// Why it stopped before its end.
    stopped: Option<&'p str>,
}

/// Puts a unit at the end of a run.
fn shift(battle: &mut BattleMut, unit: UnitId, run: &Run, why: &'static str) {
    let piece = battle.view().unit(unit).pieces[0];
    let name = battle.view().unit(unit).name.clone();
    let pose = run.poses[run.poses.len() - 1];
    battle.unit_mut::<Regiment>(unit).building = pose.building;
    let Some(text) = trail::told(&name, run.poses, run.paid, run.stopped) else { return };
    let way = trail::corners(run.poses);
    match way[..] {
        [at] if at == pose.block.place.at => battle.turn_piece(piece, pose.block.place.facing, RuleId::new(why), text),
        _ => battle.move_piece(piece, way, pose.block.place, RuleId::new(why), text),
    }
    accompany(battle, unit, &pose);
}

/// Puts a unit at the end of a way, in the formation that it has. `paid` are the inches of its moves that it used, and
/// that it had.
pub fn lead(
    battle: &mut BattleMut,
    unit: UnitId,
    way: &[Vec2],
    pose: Pose,
    paid: Option<(f32, f32)>,
    why: &'static str,
) {
    let now = BlackPowderView::of(battle.view()).pose(unit);
    let at = |at: &Vec2| Pose { block: Outline { place: Place { at: *at, ..now.block.place }, ..now.block }, ..now };
    let poses: Vec<Pose> = way.iter().map(at).chain([pose]).collect();
    shift(battle, unit, &Run { poses: &poses, paid, stopped: None }, why);
}

/// Puts a unit at a pose.
pub fn put(battle: &mut BattleMut, unit: UnitId, way: Vec<Vec2>, pose: Pose, why: &'static str) {
    let piece = battle.view().unit(unit).pieces[0];
    let (name, side) = (battle.view().unit(unit).name.clone(), battle.view().side_of_unit(unit));
    let was = battle.view().unit_part::<Regiment>(unit).formation;
    let before: Footprint = battle.view().footprint(piece);
    if was == pose.formation && before == pose.block.footprint {
        lead(battle, unit, &way, pose, None, why);
        return;
    }
    {
        let mut values = battle.unit_mut::<Regiment>(unit);
        values.formation = pose.formation;
        values.building = pose.building;
    }
    let text = match (pose.building, was == Formation::Garrison) {
        (Some(_), _) => format!("{name} goes into the building"),
        (None, true) => format!("{name} leaves the building, {}", pose.formation),
        _ => format!("{name}: {}", pose.formation),
    };
    let kind = EventKind::Formed { unit, formation: pose.formation.id().into() };
    battle.log(Some(side), kind, RuleId::new("BP-3.4"), text, Explained::default());
    let front = 2.0 * pose.block.footprint.half_width();
    let depth = 2.0 * pose.block.footprint.half_depth();
    let room = format!("{name} is {front:.1}\u{2033} wide and {depth:.1}\u{2033} deep");
    battle.reshape_piece(piece, pose.block.footprint, pose.block.place, RuleId::new("BP-3.4"), room);
    accompany(battle, unit, &pose);
}

/// BP-9.3, BP-9.1: moves the commanders with a unit along with it, and enemy commanders that it comes upon away.
fn accompany(battle: &mut BattleMut, unit: UnitId, pose: &Pose) {
    let name = battle.view().unit(unit).name.clone();
    let with: Vec<UnitId> = BlackPowderView::of(battle.view()).officers_with(unit).collect();
    for commander in with {
        let text = format!("{} goes with {name}", battle.view().unit(commander).name);
        ride(battle, commander, pose.block.place, "BP-9.3", text);
    }
    displace_officers(battle, unit);
}

//! How units move along their walks, what the log tells of it, and the levels that they and their friends lose
//! (SB-4.10, SB-4.11).

use bevy::math::Vec2;

use super::moves::Walk;
use crate::{
    book::{
        bases,
        values::{Chit, Level, Troops, Work},
    },
    cohesion::levels,
    state::{
        pose::Pose,
        sequence_of_play::{AssaultStage, SequenceOfPlay, Step},
        view::BurtView,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    shared::formed::{
        block, trail,
        walk::{Body, Moment, USED_UP},
    },
    table::{
        footprint::Outline,
        position::{Heading, Place},
    },
    turn::{BattleMut, Secret},
};

/// The rules by which a unit moves as an event of its own in the log.
const HEADLINES: [&str; 5] = ["SB-3.4", "SB-4.2", "SB-10.1", "SB-10.2", "SB-11.6"];
/// The rules by which a unit turns on the spot before it goes: it runs from its enemies, or after them.
const TURNING: [&str; 4] = ["SB-9.7", "SB-10.1", "SB-10.2", "SB-10.3"];
/// Inches that outlines may press into each other by a turn.
const PRESSED: f32 = 0.01;

/// Whether a unit only turns where it stands, and would come to stand on others: there is no room for it.
fn turns_onto_others(battle: &BattleMut, unit: UnitId, poses: &[Pose]) -> bool {
    let (now, end) = (poses[0].block, poses[poses.len() - 1].block);
    let burt = BurtView::of(battle.view());
    now.place.at.distance(end.place.at) < PRESSED
        && burt.units().filter(|other| *other != unit).any(|other| {
            let other = burt.outline(other);
            end.overlap(&other) > now.overlap(&other).max(PRESSED)
        })
}

/// Puts a unit where a walk led it, with its turns and changes of formation, and takes the levels that it and the
/// friends that it passed lose on the way. A unit that loses its last level in this way routs next.
///
/// The inches of a move and the reason why it stopped would give away a chit that lies face down (SB-3.2), so the log
/// tells them only of units whose order everybody knows.
pub fn go(battle: &mut BattleMut, unit: UnitId, walk: &Walk, why: &'static str) {
    let now = BurtView::of(battle.view()).pose(unit);
    let mut poses = walk.poses.clone();
    if poses[0].array != now.array || poses[0].block != now.block {
        // The unit turns, or comes out of a building, before it goes.
        poses.insert(0, Pose { cost: poses[0].cost, ..now });
    }
    let stuck = TURNING.contains(&why) && turns_onto_others(battle, unit, &poses);
    if stuck {
        poses.truncate(1);
    }
    let known = battle.view().get_unit_part::<Secret<Chit>>(unit).is_none_or(Secret::is_shown);
    let stopped = walk.stopped.as_deref().filter(|why| known && *why != USED_UP);
    let mut from = 0;
    for n in 1..poses.len() {
        let (before, pose) = (poses[n - 1], poses[n]);
        let changes = !before.same_form(&pose);
        let last = n + 1 == poses.len();
        if changes || last {
            let upto = if changes { n - 1 } else { n };
            if upto > from {
                shift(battle, unit, &poses[from..=upto], stopped.filter(|_| last && !changes), why);
            }
            from = n;
        }
        if changes {
            put(battle, unit, pose);
        }
    }
    turn_edges(battle, unit, now.block.place.facing);
    if let (Some(stopped), true) = (stopped, poses[..] == [now]) {
        let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
        let text = format!("{name} stays in place: {stopped}");
        battle.detail(Some(side), EventKind::Note, RuleId::new(why), text, Explained::default());
    }
    if stuck {
        return;
    }
    let used = walk.end().cost;
    if known && used > 0.0 {
        let (side, name) = (battle.view().side_of_unit(unit), &battle.view().unit(unit).name);
        let text = format!("{name} uses {used:.1}\u{2033} of {:.1}\u{2033}", walk.allowance);
        battle.detail(Some(side), EventKind::Note, RuleId::new("SB-4.1"), text, walk.explained());
    }
    if let Some(motion) = walk.motion {
        let mut work = battle.unit_mut::<Work>(unit);
        work.motion = Some(motion);
        work.moved = true;
    }
    disorder(battle, unit, walk);
}

/// SB-4.10, SB-4.11: takes the levels that a walk costs.
fn disorder(battle: &mut BattleMut, unit: UnitId, walk: &Walk) {
    if walk.disorders && !battle.view().unit_part::<Work>(unit).lost_order {
        battle.unit_mut::<Work>(unit).lost_order = true;
        levels::lose_to_terrain(battle, unit);
    }
    for friend in &walk.passed {
        let names = [unit, *friend].map(|unit| battle.view().unit(unit).name.clone());
        let text = format!("{} passes through {}", names[0], names[1]);
        battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new("SB-4.11"), text);
        if !walk.spared {
            levels::lose(battle, unit, "SB-4.11");
        }
        levels::lose(battle, *friend, "SB-4.11");
        // SB-10.3: a unit that becomes shaken in step 3 retreats in the next step 3.
        let shaken = battle.view().unit_part::<Troops>(*friend).level == Level::Shaken;
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        if shaken && play.step == Step::Compulsory {
            play.dealt_with.push(*friend);
        }
    }
}

/// Puts a unit at the end of a run without a change of formation.
fn shift(battle: &mut BattleMut, unit: UnitId, run: &[Pose], stopped: Option<&str>, why: &'static str) {
    let piece = battle.view().unit(unit).pieces[0];
    let name = battle.view().unit(unit).name.clone();
    let Some(text) = trail::told(&name, run, None, stopped) else { return };
    if HEADLINES.contains(&why) {
        battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new(why), text.clone());
    }
    let end = run[run.len() - 1];
    match trail::corners(run)[..] {
        [at] if at == end.block.place.at => battle.turn_piece(piece, end.block.place.facing, RuleId::new(why), text),
        ref way => battle.move_piece(piece, way.to_vec(), end.block.place, RuleId::new(why), text),
    }
}

/// Puts a unit at a pose without a walk: it slides along a way of its middle to where it comes to stand.
pub fn place(battle: &mut BattleMut, unit: UnitId, way: &[Vec2], pose: Pose, why: &'static str) {
    let now = BurtView::of(battle.view()).pose(unit);
    let at = |at: &Vec2| Pose { block: Outline { place: Place { at: *at, ..now.block.place }, ..now.block }, ..now };
    let run: Vec<Pose> = way.iter().map(at).chain([Pose { array: now.array, ..pose }]).collect();
    shift(battle, unit, &run, None, why);
    turn_edges(battle, unit, now.block.place.facing);
}

/// SB-9.1: assaulters of a unit that has turned hit the edge whose zone now holds the point from which they started.
fn turn_edges(battle: &mut BattleMut, unit: UnitId, before: Heading) {
    let now = BurtView::of(battle.view()).outline(unit);
    if now.place.facing == before {
        return;
    }
    for assault in &mut battle.resource_mut::<SequenceOfPlay>().assaults {
        let comes = matches!(assault.stage, AssaultStage::Declared | AssaultStage::GoesIn);
        if assault.target == unit && comes {
            assault.edge = block::quarter(&now, assault.start);
        }
    }
}

/// Puts a unit into the arrangement of a pose.
pub fn put(battle: &mut BattleMut, unit: UnitId, pose: Pose) {
    let piece = battle.view().unit(unit).pieces[0];
    let (name, side) = (battle.view().unit(unit).name.clone(), battle.view().side_of_unit(unit));
    let (word, label) = {
        let burt = BurtView::of(battle.view());
        let (arm, bases) = (burt.arm(unit), burt.bases(unit));
        (bases::word_of(pose.array, arm, bases), bases::label_of(pose.array, arm, bases))
    };
    battle.unit_mut::<Troops>(unit).array = pose.array;
    let kind = EventKind::Formed { unit, formation: word.into() };
    battle.log(Some(side), kind, RuleId::new("SB-5.4"), format!("{name}: {label}"), Explained::default());
    let front = 2.0 * pose.block.half_width();
    let depth = 2.0 * pose.block.half_depth();
    let room = format!("{name} is {front:.1}\u{2033} wide and {depth:.1}\u{2033} deep");
    battle.reshape_piece(piece, pose.block.footprint, pose.block.place, RuleId::new("SB-5.4"), room);
}

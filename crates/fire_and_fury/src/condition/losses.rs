//! Lost stands: which stand is lost, how the formation changes, and units that are gone (FF-3.9, FF-3.10, FF-9.4).

use super::{headline, places};
use crate::{
    book::{
        formations::{self, Formation, Pose},
        marks,
        values::{Effectiveness, Gun},
    },
    state::{sequence_of_play::change, view::FuryView},
};
use grapeshot_floor::{
    english,
    events::{EventKind, Explained, RuleId},
    forces::{Fate, PieceId, UnitId},
    table::footprint::Outline,
    turn::BattleMut,
};

impl FuryView<'_> {
    /// FF-3.9: the stand that a unit loses next, and its pose then. The others stay where they are: a line loses a
    /// stand at an end, the one farther from the command stand and never a refused one before the other; if a rank
    /// becomes shorter, it loses the end behind which no stand stands.
    pub fn next_loss(&self, unit: UnitId) -> Option<(PieceId, Pose)> {
        let stands = self.stands(unit);
        let others = |piece: &&PieceId| !self.is_kept(unit, **piece);
        let last = stands.iter().rev().find(others).or(stands.last()).copied()?;
        let poses = self.poses_after_loss(unit, &stands);
        let stays = |pose: &Pose| self.left_free(unit, pose).map(|place| (stands[place], *pose));
        let (piece, pose) = poses.iter().find_map(stays).unwrap_or((last, poses[0]));
        Some((if self.is_kept(unit, piece) { last } else { piece }, pose))
    }

    /// FF-3.9: the poses that a unit may take after it has lost a stand, the preferred first.
    fn poses_after_loss(&self, unit: UnitId, stands: &[PieceId]) -> Vec<Pose> {
        let pose = self.pose(unit);
        let open = pose.formation == Formation::OpenOrder;
        if matches!(pose.formation, Formation::Line | Formation::Unlimbered) || open && pose.ranks <= 1 {
            let command = stands.iter().position(|piece| self.is_kept(unit, *piece)).unwrap_or(stands.len() / 2);
            let on_right = match (pose.refused.0 > 0, pose.refused.1 > 0) {
                (true, false) => true,
                (false, true) => false,
                _ => stands.len() - 1 - command >= command,
            };
            return vec![self.without(unit, &pose, on_right), self.without(unit, &pose, !on_right)];
        }
        if !open && pose.formation != Formation::SupportedLine {
            return vec![pose];
        }
        let shallower = Pose { ranks: pose.ranks.max(2) - 1, ..pose };
        let as_wide = Pose { files: formations::files(&pose, stands.len()) as u8, ..pose };
        let mut poses = vec![pose, shallower, self.without(unit, &pose, false), self.without(unit, &pose, true)];
        poses.extend(Some(as_wide).filter(|_| open));
        poses
    }

    /// The place, by its number, that a unit leaves free if all others stay where they are when it takes a pose with
    /// one stand less; none if they do not stay.
    fn left_free(&self, unit: UnitId, pose: &Pose) -> Option<usize> {
        const HAIR: f32 = 0.01;
        let (size, refuse, count) = (self.size(unit), self.numbers().refuse, self.count(unit));
        let before = formations::outlines(&self.pose(unit), count, size, refuse);
        let after = formations::outlines(pose, count.checked_sub(1)?, size, refuse);
        let same = |a: &Outline, b: &Outline| {
            a.footprint == b.footprint
                && a.place.at.distance(b.place.at) < HAIR
                && a.place.facing.angle_to(b.place.facing) < 1.0
        };
        let first = after.iter().zip(&before).position(|(now, then)| !same(now, then)).unwrap_or(after.len());
        after[first..].iter().zip(&before[first + 1..]).all(|(now, then)| same(now, then)).then_some(first)
    }

    /// FF-3.9: whether a unit has one flank refused, so that its owner says at which end it loses a stand.
    fn refuses_one_flank(&self, unit: UnitId) -> bool {
        let pose = self.pose(unit);
        self.present(unit) && (pose.refused.0 > 0) != (pose.refused.1 > 0)
    }

    /// FF-3.9: the unit whose owner is asked next at which end it has lost a stand.
    pub fn lost_end(&self) -> Option<UnitId> {
        self.play().lost_ends.iter().copied().find(|unit| self.refuses_one_flank(*unit))
    }

    /// FF-3.9: the pose of a unit if it had lost its last stand at its refused end instead of the other.
    pub fn lost_at_refused_end(&self, unit: UnitId) -> Pose {
        let pose = self.pose(unit);
        let on_right = pose.refused.1 > 0;
        let there = self.without(unit, &pose, on_right);
        // The other end gets its stand back.
        let step = (there.front - pose.front) * 2.0;
        Pose { front: pose.front + step, ..there }
    }

    /// The pose of a unit whose front is one stand shorter at one end, while the others stay where they are.
    fn without(&self, unit: UnitId, pose: &Pose, on_right: bool) -> Pose {
        let spaced = matches!(pose.formation, Formation::OpenOrder | Formation::Unlimbered);
        let gap = if spaced { pose.interval } else { 0.0 };
        let shift = (self.size(unit).0 + gap) / 2.0 * if on_right { -1.0 } else { 1.0 };
        let (mut left, mut right) = pose.refused;
        if on_right {
            right = right.saturating_sub(1);
        } else {
            left = left.saturating_sub(1);
        }
        Pose { front: pose.front + pose.facing.right() * shift, refused: (left, right), ..*pose }
    }
}

/// FF-3.9: takes this many stands from a unit of troops or guns; a unit that is reduced to one stand, or to no gun, is
/// removed (FF-3.10).
pub fn lose(battle: &mut BattleMut, unit: UnitId, count: u8, rule: &'static str) {
    if count == 0 || !FuryView::of(battle.view()).present(unit) {
        return;
    }
    let ff = FuryView::of(battle.view());
    let (name, before) = (ff.name(unit).to_owned(), ff.effectiveness(unit));
    let text = format!("{name} loses {}", english::count(usize::from(count).min(ff.count(unit)), "stand"));
    let side = ff.side(unit);
    battle.note(Some(side), RuleId::new(rule), text);
    for _ in 0..count {
        let Some((piece, pose)) = FuryView::of(battle.view()).next_loss(unit) else { break };
        let ff = FuryView::of(battle.view());
        // A unit that has only refused stands left at its other end has no choice.
        if ff.refuses_one_flank(unit) && ff.pose(unit).refused == pose.refused {
            change(battle, |play| play.lost_ends.push(unit));
        }
        remove(battle, unit, piece, pose, rule);
    }
    after(battle, unit, before);
}

/// FF-9.4: wrecks a gun stand.
pub fn wreck(battle: &mut BattleMut, unit: UnitId, piece: PieceId, rule: &'static str) {
    let ff = FuryView::of(battle.view());
    let (text, side) = (format!("{} loses a gun", ff.name(unit)), ff.side(unit));
    battle.note(Some(side), RuleId::new(rule), text);
    let ff = FuryView::of(battle.view());
    let pose = ff.pose(unit);
    let stands = ff.stands(unit);
    let at_end = (stands.last() == Some(&piece), stands.first() == Some(&piece));
    let pose = match at_end {
        _ if pose.formation != Formation::Unlimbered || stands.len() < 2 => pose,
        (true, _) => ff.without(unit, &pose, true),
        (_, true) => ff.without(unit, &pose, false),
        _ => pose,
    };
    remove(battle, unit, piece, pose, rule);
}

/// FF-9.4: damages a gun stand, or wrecks it if it was damaged already.
pub fn damage(battle: &mut BattleMut, unit: UnitId, piece: PieceId, rule: &'static str) {
    if battle.view().piece_part::<Gun>(piece).damaged {
        wreck(battle, unit, piece, rule);
        return;
    }
    battle.piece_mut::<Gun>(piece).damaged = true;
    let text = format!("{}: a gun is damaged", battle.view().unit(unit).name);
    battle.mark_piece(piece, &marks::DAMAGED, 1, RuleId::new(rule), text);
}

/// Takes a unit off with all stands that are left: it broke up, was lost or left the table.
pub fn lose_all(battle: &mut BattleMut, unit: UnitId, fate: Fate, rule: &'static str) {
    let ff = FuryView::of(battle.view());
    for piece in ff.stands(unit).into_iter().chain(ff.holders(unit)) {
        count(battle, unit);
        battle.remove_piece_of_unit(piece, fate, RuleId::new(rule), headline(battle));
    }
    places::release(battle, unit);
}

/// FF-3.9: puts the loss of a stand at the end that its owner has named: the refused one or the other.
pub fn lost_there(battle: &mut BattleMut, unit: UnitId, refused: bool) {
    change(battle, |play| {
        if let Some(at) = play.lost_ends.iter().position(|known| *known == unit) {
            play.lost_ends.remove(at);
        }
    });
    if refused {
        let pose = FuryView::of(battle.view()).lost_at_refused_end(unit);
        let text = format!("{} has lost a stand of its refused flank", battle.view().unit(unit).name);
        battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new("FF-3.9"), text);
        places::take(battle, unit, &[pose], "FF-3.9");
    }
}

fn count(battle: &mut BattleMut, unit: UnitId) {
    let side = battle.view().side_of_unit(unit).index().min(1);
    change(battle, |play| play.lost[side] += 1);
}

fn remove(battle: &mut BattleMut, unit: UnitId, piece: PieceId, pose: Pose, rule: &'static str) {
    count(battle, unit);
    battle.remove_piece_of_unit(piece, Fate::Casualty, RuleId::new(rule), headline(battle));
    let ff = FuryView::of(battle.view());
    let left = ff.count(unit);
    if ff.is_gone_with(unit, left) && !ff.values(unit).is_guns() {
        let text = match left {
            0 => format!("{} is removed: only those are left who hold its horses", ff.name(unit)),
            _ => format!("{} is removed with one stand left", ff.name(unit)),
        };
        battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new("FF-3.10"), text);
        lose_all(battle, unit, Fate::Casualty, "FF-3.10");
    } else if left == 0 {
        places::release(battle, unit);
    } else {
        places::take(battle, unit, &[pose], "FF-3.9");
    }
}

/// FF-2.6: tells if the effectiveness of a unit has changed after a loss.
fn after(battle: &mut BattleMut, unit: UnitId, before: Effectiveness) {
    let ff = FuryView::of(battle.view());
    if !ff.present(unit) || ff.values(unit).is_guns() {
        return;
    }
    let now = ff.effectiveness(unit);
    if now != before {
        let text = format!("{} is {}", ff.name(unit), now.word());
        let side = ff.side(unit);
        battle.detail(Some(side), EventKind::Note, RuleId::new("FF-2.6"), text, Explained::default());
    }
}

/// Takes guns off that would be forced to move unlimbered.
pub fn lose_guns(battle: &mut BattleMut, unit: UnitId, rule: &'static str) {
    let text = format!("{} is lost", battle.view().unit(unit).name);
    battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new(rule), text);
    lose_all(battle, unit, Fate::Casualty, rule);
}

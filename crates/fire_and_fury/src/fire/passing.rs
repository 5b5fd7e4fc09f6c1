//! Pass-through fire (FF-8.16): fire at an enemy in the middle of its move.
//!
//! The way of a mover is judged as it was planned. The mover is halted once, at the pose at which it comes nearest to a
//! unit that may fire at it; the other player says whether he fires, and the mover goes the rest of its way.

use super::aim::SAME;
use crate::{
    book::formations::{Pose, Stands},
    condition::places,
    movement::maneuvers::{self, Maneuver},
    state::{
        arc::FireArc,
        sequence_of_play::{UnderWay, change},
        view::FuryView,
    },
};
use grapeshot_floor::{
    english::count,
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::{Order, Plan, Refusal},
    shared::{formed::walk::Body, refuse},
    table::footprint::Outline,
    turn::BattleMut,
};

/// The inches of a step in which a way is looked at.
const STEP: f32 = 0.25;

/// A unit that may fire at an enemy that passes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Watch {
    pub unit: UnitId,
    /// The number of its stands that may fire.
    pub stands: usize,
    /// The range in inches.
    pub range: f32,
}

/// The place where a unit is halted on its way, for enemies to fire at it.
#[derive(Debug, Clone, PartialEq)]
pub struct Halt {
    /// The poses up to the halt, the last one at the halt itself.
    pub until: Vec<Pose>,
    /// The poses of the rest of its way.
    pub rest: Vec<Pose>,
    /// The units that may fire at it there.
    pub by: Vec<Watch>,
}

/// A maneuver, with the place where it is halted.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    pub maneuver: Maneuver,
    /// FF-8.16: the place where it is halted for enemies to fire at it, if any may.
    pub halt: Option<Halt>,
}

/// The poses of a way with those between them, each with the number of poses of the way that it has come to or passed.
fn between(way: &[Pose]) -> Vec<(usize, Pose)> {
    let mut poses = vec![(1, way[0])];
    for (n, leg) in way.windows(2).enumerate() {
        let straight =
            leg[0].formation == leg[1].formation && leg[0].facing == leg[1].facing && leg[0].bend == leg[1].bend;
        let steps = if straight { (leg[0].front.distance(leg[1].front) / STEP).ceil() as usize } else { 1 };
        for step in 1..steps {
            let front = leg[0].front.lerp(leg[1].front, step as f32 / steps as f32);
            poses.push((n + 1, leg[0].at(front, leg[0].facing)));
        }
        poses.push((n + 2, leg[1]));
    }
    poses
}

impl FuryView<'_> {
    /// FF-8.16: whether a unit may fire now at an enemy at a range, if the enemy is halted as it passes.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_pass_fire(&self, unit: UnitId, target: UnitId, range: f32) -> Result<(), Refusal> {
        let Some(way) = self.play().under_way.as_ref() else { return Ok(()) };
        let (name, enemy) = (self.name(unit), self.name(target));
        if !way.by.contains(&unit) {
            return refuse("FF-8.16", format!("{enemy} does not pass {name}: it ends its move before it, or far off"));
        }
        if !self.within(range, self.numbers().close) {
            return refuse("FF-8.16", format!("{enemy} is out of close range of the stand"));
        }
        Ok(())
    }

    /// The arcs of the stands of a unit that could fire at an enemy that passes.
    fn watching(&self, unit: UnitId) -> Vec<FireArc> {
        if self.may_fire(unit).is_err() {
            return Vec::new();
        }
        let stands = self.stands(unit);
        let ready = stands
            .iter()
            .enumerate()
            .filter(|(n, piece)| self.rank_fires(unit, *n) && !self.play().fired.contains(piece));
        ready.flat_map(|(_, piece)| self.arcs_of(unit, *piece)).map(|(_, arc)| arc).collect()
    }

    /// FF-8.16: the notes for a player about the enemies that may fire at a unit as it passes.
    pub fn told_of(&self, unit: UnitId, halt: &Halt) -> Vec<String> {
        let told = |watch: &Watch| {
            let (stands, by, name) = (count(watch.stands, "stand"), self.name(watch.unit), self.name(unit));
            format!("{stands} of {by} may fire at {name} as it passes, {:.1}\u{2033} off (FF-8.16)", watch.range)
        };
        halt.by.iter().map(told).collect()
    }

    /// FF-8.16: the plan of a maneuver with the enemies that may fire at its unit as it passes.
    pub fn watched(&self, maneuver: Maneuver) -> (Plan, Passage) {
        let mut plan = self.plan_of(&maneuver);
        let halt = self.halt_of(maneuver.unit, &maneuver.poses, maneuver.mounted);
        plan.warnings.extend(halt.iter().flat_map(|halt| self.told_of(maneuver.unit, halt)));
        (plan, Passage { maneuver, halt })
    }

    /// FF-8.16: the halt of a unit of the phasing player on a way that it goes mounted or not; none if no enemy may
    /// fire at it as it passes.
    pub fn halt_of(&self, unit: UnitId, way: &[Pose], mounted: bool) -> Option<Halt> {
        let side = self.side(unit);
        if side != self.play().phasing || way.len() < 2 {
            return None;
        }
        let close = self.numbers().close;
        let poses = between(way);
        let (stands, refuse) = (self.stands_if(unit, mounted).len(), self.numbers().refuse);
        let body = |pose: &Pose| Stands::new(pose, stands, self.size_in(unit, pose, mounted), refuse);
        let bodies: Vec<_> = poses.iter().map(|(_, pose)| body(pose)).collect();
        // Per enemy and pose: the range at which it has the pose in its arc, and the number of its stands that do.
        let mut seen: Vec<(UnitId, Vec<Option<(f32, usize)>>)> = Vec::new();
        for enemy in self.enemies_of(side) {
            let theirs: Vec<Outline> = self.outlines(enemy).collect();
            let near = |body: &Stands| {
                let (at, reach) = (body.place().at, body.reach() + close);
                theirs.iter().any(|stand| stand.place.at.distance(at) <= reach + stand.footprint.reach())
            };
            if !bodies.iter().any(near) {
                continue;
            }
            let arcs = self.watching(enemy);
            let of = |body: &Stands| {
                let own: Vec<Outline> = body.outlines().collect();
                let hits = arcs.iter().filter_map(|arc| self.shot_at_stands(enemy, arc, unit, &own, close));
                let ranges: Vec<f32> = hits.map(|hit| hit.range).collect();
                let nearest = ranges.iter().copied().min_by(f32::total_cmp)?;
                Some((nearest, ranges.len()))
            };
            let at = |body: &Stands| if near(body) { of(body) } else { None };
            // FF-8.16: an enemy that will have it in close range at its end fires in its own turn.
            if bodies.last().and_then(at).is_some() {
                continue;
            }
            let hits: Vec<_> = bodies.iter().map(at).collect();
            if hits.iter().any(Option::is_some) {
                seen.push((enemy, hits));
            }
        }
        // The nearest pose; of several equally near, the first that most stands have in their arc.
        let at_pose = |n: usize| {
            let hits: Vec<(f32, usize)> = seen.iter().filter_map(|(_, hits)| hits[n]).collect();
            let nearest = hits.iter().map(|(range, _)| *range).min_by(f32::total_cmp)?;
            Some((n, nearest, hits.iter().map(|(_, stands)| stands).sum::<usize>()))
        };
        let (at, ..) = (0..poses.len()).filter_map(at_pose).reduce(|best, other| {
            let as_near = other.1 < best.1 + SAME;
            if other.1 < best.1 - SAME || as_near && other.2 > best.2 { other } else { best }
        })?;
        let watch = |(enemy, hits): &(UnitId, Vec<Option<(f32, usize)>>)| {
            hits[at].map(|(range, stands)| Watch { unit: *enemy, stands, range })
        };
        let by = seen.iter().filter_map(watch).collect();
        let (passed, here) = poses[at];
        let mut until: Vec<Pose> = way[..passed].to_vec();
        if until.last() != Some(&here) {
            until.push(here);
        }
        Some(Halt { until, rest: way[passed..].to_vec(), by })
    }
}

/// Moves a unit along its way, or as far as to where it is halted. Returns whether it has come to the end of its way.
/// `charges` says whether it charges.
pub fn go(
    battle: &mut BattleMut,
    unit: UnitId,
    (way, halt): (&[Pose], Option<&Halt>),
    charges: bool,
    rule: &'static str,
) -> bool {
    let Some(halt) = halt else {
        places::take(battle, unit, way, rule);
        return true;
    };
    places::take(battle, unit, &halt.until, rule);
    let ff = FuryView::of(battle.view());
    let by: Vec<UnitId> = halt.by.iter().map(|watch| watch.unit).collect();
    let names: Vec<&str> = by.iter().map(|enemy| ff.name(*enemy)).collect();
    let text = format!("{} passes {}", ff.name(unit), grapeshot_floor::english::list(&names));
    let (side, here) = (ff.side(unit), ff.pose(unit));
    battle.log(Some(side), EventKind::Note, RuleId::new("FF-8.16"), text, Explained::default());
    let under_way = UnderWay { unit, here, rest: halt.rest.clone(), charges, by, answered: false };
    change(battle, |play| play.under_way = Some(under_way));
    false
}

/// Makes the maneuver of the order in hand.
pub fn maneuver(battle: &mut BattleMut, _: &Order, passage: Passage) {
    pass(battle, &passage);
}

/// Makes a maneuver, halted where enemies may fire at the unit.
pub fn pass(battle: &mut BattleMut, passage: &Passage) {
    let Passage { maneuver, halt } = passage;
    maneuvers::begin(battle, maneuver);
    go(battle, maneuver.unit, (&maneuver.poses, halt.as_ref()), false, maneuver.rule);
}

/// Moves a unit that was halted along the rest of its way, with the stands that it has left.
pub fn go_on(battle: &mut BattleMut, way: UnderWay) {
    change(battle, |play| play.under_way = None);
    let ff = FuryView::of(battle.view());
    if !ff.present(way.unit) {
        return;
    }
    // FF-3.9: the middle of its front has moved if it lost a stand at one end.
    let now = ff.pose(way.unit);
    let moved = now.front - way.here.front;
    let (ahead, right) = (moved.dot(now.facing.forward()), moved.dot(now.facing.right()));
    let shifted = |pose: &Pose| match pose.formation == now.formation {
        true => pose.at(pose.front + pose.facing.forward() * ahead + pose.facing.right() * right, pose.facing),
        false => *pose,
    };
    let rest: Vec<Pose> = way.rest.iter().map(shifted).collect();
    if rest.is_empty() {
        return;
    }
    let text = format!("{} goes on", ff.name(way.unit));
    battle.log(
        Some(battle.view().side_of_unit(way.unit)),
        EventKind::Note,
        RuleId::new("FF-8.16"),
        text,
        Explained::default(),
    );
    places::take(battle, way.unit, &rest, "FF-8.16");
}

//! The withdrawal of units of a broken brigade (BP-10.2).

use super::breaks::WAYS;
use crate::{
    book::{
        marks,
        values::{Formation, Work},
    },
    movement::{marching, moves::Walk, walker::Leave},
    shooting::casualties,
    state::{
        sequence_of_play::{Manoeuvre, Retire, SequenceOfPlay, Task},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    events::RuleId,
    forces::{Fate, UnitId},
    shared::formed::block,
    turn::BattleMut,
};

/// Inches of a step by which the length of a withdrawal is found.
const STEP: f32 = 0.5;

/// A way back.
struct Way {
    walk: Walk,
    /// Whether it leads over the edge of the table.
    off: bool,
    /// Inches that it falls short of what brings the unit out of the enemy's reach, or of a whole move.
    short: f32,
}

impl Way {
    /// Whether it is better than another: a longer way is, and any way on the table is better than one over its edge.
    fn is_better_than(&self, other: &Self) -> bool {
        match (other.off, self.off) {
            (true, false) => true,
            (false, true) => false,
            _ => self.short < other.short - STEP,
        }
    }
}

impl<'w> BlackPowderView<'w> {
    /// BP-10.2: why a unit of a broken brigade does not withdraw, if it does not.
    fn stays(&self, unit: UnitId) -> Option<&'static str> {
        if self.in_combat(unit) {
            Some("it fights on")
        } else if self.disordered(unit) {
            Some("it is disordered")
        } else {
            match self.formation(unit) {
                Formation::Deployed => Some("its guns are deployed"),
                Formation::Garrison => Some("it holds a building"),
                _ => None,
            }
        }
    }

    /// BP-10.2, BP-7.9: the way of a withdrawal: straight back, or slanting up to 45 degrees if that takes it farther
    /// from the enemy; over the edge of the table only if there is no other. The error says why there is no way.
    fn withdrawal(&self, unit: UnitId) -> Result<(Walk, bool), String> {
        let mut why = None;
        let mut best: Option<Way> = None;
        for aside in WAYS {
            let way = self.way_back(unit, aside);
            if way.walk.is_still() && !way.off {
                why = why.or(way.walk.stopped);
                continue;
            }
            if !self.keeps_off(unit, &way.walk) {
                why = why.or_else(|| Some("it would pass too near to an enemy".to_owned()));
                continue;
            }
            if best.as_ref().is_none_or(|best| way.is_better_than(best)) {
                best = Some(way);
            }
        }
        match best {
            Some(way) => Ok((way.walk, way.off)),
            None => Err(why.unwrap_or_else(|| "there is no way back".to_owned())),
        }
    }

    /// A way back `aside` degrees off the straight one, far enough to bring the unit out of the enemy's reach, or to
    /// the first place beyond where it may end.
    fn way_back(&self, unit: UnitId, aside: f32) -> Way {
        let block = self.outline(unit);
        let back = block.place.facing.about().turned(aside).forward();
        let one = self.move_inches(unit);
        let near = self.numbers().near_enemy;
        let far = |inches: f32| {
            let there = block::moved(&block, back * inches);
            self.enemies_of(self.side(unit)).all(|enemy| !self.within(there.gap(&self.outline(enemy)), near))
        };
        let steps = (one / STEP).ceil() as i32;
        let inches = (1..=steps).map(|step| (step as f32 * STEP).min(one)).find(|inches| far(*inches)).unwrap_or(one);
        let leave = Leave { through_friends: true, ..Leave::default() };
        let walked = |most: f32| {
            let walk = self.walk(unit, &[Manoeuvre::Slide { by: back * most }], 1, leave);
            let off = walk.stopped.as_deref().is_some_and(|why| why.contains("edge of the table"));
            let gone = walk.poses[0].block.place.at.distance(walk.end().block.place.at);
            Way { walk, off, short: (inches - gone).max(0.0) }
        };
        let first = walked(inches);
        if first.off || first.short < STEP {
            return first;
        }
        let farther = (1..=steps).map(|step| inches + step as f32 * STEP).take_while(|most| *most <= one);
        farther.map(walked).find(|way| !way.off && way.short <= 0.0).unwrap_or(first)
    }
}

/// BP-10.2: lets the units of a side's broken brigades withdraw that have an enemy within 12 inches; the log tells why
/// a unit stays. A unit that is disordered now stays, whatever its elite die brings afterwards.
pub fn begin(battle: &mut BattleMut, own: &[UnitId]) {
    let concerned: Vec<(UnitId, Option<&str>)> = {
        let bp = BlackPowderView::of(battle.view());
        let near = own.iter().filter(|unit| bp.broken(**unit) && (bp.enemy_near(**unit) || bp.in_combat(**unit)));
        let gap = |unit: UnitId| bp.nearest_enemy(unit).map_or(0.0, |(_, gap)| gap);
        let mut near: Vec<(f32, UnitId)> = near.map(|unit| (gap(*unit), *unit)).collect();
        // The rearmost unit goes first and makes room for the next.
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        near.into_iter().map(|(_, unit)| (unit, bp.stays(unit))).collect()
    };
    let mut tasks = Vec::new();
    for (unit, stays) in concerned {
        match stays {
            Some(why) => note(battle, unit, &format!("does not withdraw: {why}")),
            None => tasks.push(Task::Retire(Retire {
                unit,
                disorder: false,
                supports: Vec::new(),
                withdrawal: true,
                ways: Vec::new(),
                looked: false,
            })),
        }
    }
    battle.resource_mut::<SequenceOfPlay>().tasks.extend(tasks.into_iter().rev());
}

fn note(battle: &mut BattleMut, unit: UnitId, what: &str) {
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    battle.note(Some(side), RuleId::new("BP-10.2"), format!("{name} {what}"));
}

/// BP-10.2: moves a unit one move to its rear, until it is more than 12 inches from the enemy.
pub fn carry_out(battle: &mut BattleMut, unit: UnitId) {
    let found = BlackPowderView::of(battle.view()).withdrawal(unit);
    battle.unit_mut::<Work>(unit).initiative = true;
    let text = format!("{} has acted: it withdraws", battle.view().unit(unit).name);
    battle.mark_unit(unit, &marks::ACTED, 1, RuleId::new("BP-10.2"), text);
    match found {
        Err(why) => note(battle, unit, &format!("cannot withdraw: {why}")),
        Ok((walk, off)) => {
            note(battle, unit, "withdraws: its brigade is broken");
            if !walk.is_still() {
                marching::go(battle, unit, &walk, "BP-10.2");
            }
            if off {
                let name = battle.view().unit(unit).name.clone();
                casualties::lose(battle, unit, Fate::Fled, "BP-10.2", format!("{name} leaves the table"));
            }
        }
    }
}

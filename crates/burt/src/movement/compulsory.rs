//! Compulsory moves, in step 3 or at once: routs, pursuits, retreats (SB-10.1 to SB-10.4).

use bevy::math::Vec2;

use super::{flight::EDGE, marching};
use crate::{
    book::{
        marks,
        values::{Arm, Array, Chit, Level, Troops, Work},
    },
    cohesion::{forced, losses},
    state::{
        fights,
        pose::Pose,
        sequence_of_play::{Assault, AssaultStage, Contact, SequenceOfPlay, push},
        tasks::Task,
        view::BurtView,
    },
};
use grapeshot_floor::{
    events::RuleId,
    forces::{Fate, SideId, UnitId},
    shared::formed::{
        block::{self, Face},
        trail::TRIFLE,
    },
    turn::BattleMut,
};

/// Units no farther apart than this are in contact, in inches.
const TOUCH: f32 = 0.05;

/// SB-10.4: the kinds of compulsory moves, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Rout,
    Pursuit,
    Retreat,
}

impl BurtView<'_> {
    /// Whether a unit has still to make a compulsory move of a kind in this step 3.
    fn compelled(&self, unit: UnitId, kind: Kind) -> bool {
        let (values, work) = (self.values(unit), self.work(unit));
        if !self.present(unit) || self.play().dealt_with.contains(&unit) {
            return false;
        }
        match kind {
            Kind::Rout => values.level == Level::Rout && !work.routed && !self.in_melee(unit),
            Kind::Pursuit => values.pursuing.is_some() && !self.in_melee(unit),
            // SB-10.3: a unit that a pursuer has reached does not retreat.
            Kind::Retreat => {
                values.must_retreat
                    && values.level == Level::Shaken
                    && values.pursuing.is_none()
                    && !self.assaults_on(unit).any(|assault| assault.pursuit)
            }
        }
    }

    /// SB-10.4: the next compulsory move: routs, pursuits, retreats, alternately inside each, the first side first.
    fn next_compelled(&self) -> Option<(UnitId, Kind)> {
        [Kind::Rout, Kind::Pursuit, Kind::Retreat].into_iter().find_map(|kind| {
            let first = self.play().first;
            let next = |side: SideId| self.units_of(side).find(|unit| self.compelled(*unit, kind));
            let made = |side: SideId| {
                let of_kind = |unit: &&UnitId| {
                    let (values, work) = (self.values(**unit), self.work(**unit));
                    self.side(**unit) == side
                        && match kind {
                            Kind::Rout => work.routed,
                            Kind::Pursuit => values.pursuing.is_some() && !work.routed,
                            Kind::Retreat => work.retreated,
                        }
                };
                self.play().dealt_with.iter().filter(of_kind).count()
            };
            let turns =
                if made(first) <= made(first.other()) { [first, first.other()] } else { [first.other(), first] };
            turns.into_iter().find_map(next).map(|unit| (unit, kind))
        })
    }
}

/// Makes the next compulsory move of step 3, in the order of SB-10.4; returns whether there was one.
pub fn go_on(battle: &mut BattleMut) -> bool {
    let Some((unit, kind)) = BurtView::of(battle.view()).next_compelled() else { return false };
    battle.resource_mut::<SequenceOfPlay>().dealt_with.push(unit);
    match kind {
        Kind::Rout => rout(battle, unit),
        Kind::Pursuit => pursue(battle, unit),
        Kind::Retreat => retreat(battle, unit),
    }
    true
}

/// SB-10.1: makes the rout move of a unit.
pub fn rout(battle: &mut BattleMut, unit: UnitId) {
    if !BurtView::of(battle.view()).present(unit) {
        return;
    }
    leave_melee(battle, unit);
    battle.unit_mut::<Work>(unit).routed = true;
    let name = battle.view().unit(unit).name.clone();
    let guns = {
        let burt = BurtView::of(battle.view());
        burt.arm(unit) == Arm::Artillery && burt.array(unit) != Array::Limbered
    };
    if guns {
        let text = format!("The crews of {name} run: their guns are lost");
        return losses::lose(battle, unit, Fate::Casualty, "SB-10.1", text);
    }
    let walk = BurtView::of(battle.view()).rout_walk(unit);
    marching::go(battle, unit, &walk, "SB-10.1");
    battle.unit_mut::<Work>(unit).rout_way.extend(walk.poses.iter().map(|pose| pose.block.place.at));
    let burt = BurtView::of(battle.view());
    let own = burt.outline(unit);
    let still = walk.inches() < TRIFLE;
    let caught = still && burt.enemies_of(burt.side(unit)).any(|enemy| own.gap(&burt.outline(enemy)) <= TOUCH);
    let over_the_edge = walk.stopped.as_deref() == Some(EDGE) || burt.at_edge(&own);
    if over_the_edge {
        losses::lose(battle, unit, Fate::Fled, "SB-10.1", format!("{name} runs off the table"));
    } else if caught {
        losses::lose(
            battle,
            unit,
            Fate::Casualty,
            "SB-10.1",
            format!("{name} is lost: no way leads away from the enemy"),
        );
    }
}

/// SB-9.17: takes a unit out of all contact; its enemies that have no other contact get REGROUP orders, unless they
/// pursue or rout.
fn leave_melee(battle: &mut BattleMut, unit: UnitId) {
    let enemies = BurtView::of(battle.view()).fighting(unit);
    fights::part(battle, unit);
    stand_free(battle, &enemies);
}

/// SB-9.17: gives REGROUP orders to the units given that have no contact left.
fn stand_free(battle: &mut BattleMut, units: &[UnitId]) {
    for unit in units {
        let free = {
            let burt = BurtView::of(battle.view());
            burt.present(*unit)
                && !burt.in_melee(*unit)
                && !burt.routing(*unit)
                && burt.values(*unit).pursuing.is_none()
        };
        if free {
            forced::order(battle, *unit, Chit::Regroup, "SB-9.17");
        }
    }
}

/// SB-10.2: moves a pursuer straight at the unit that it broke. If it meets routers, they fight in step 11; before
/// another enemy it stops, and assaults him.
fn pursue(battle: &mut BattleMut, unit: UnitId) {
    let (walk, quarry) = BurtView::of(battle.view()).pursuit_walk(unit);
    let from = block::front(&BurtView::of(battle.view()).outline(unit));
    marching::go(battle, unit, &walk, "SB-10.2");
    let burt = BurtView::of(battle.view());
    if burt.values(unit).pursuing.is_none() || !burt.present(unit) {
        return;
    }
    let own = burt.outline(unit);
    if let Some(routers) = quarry.filter(|quarry| own.gap(&burt.outline(*quarry)) <= TOUCH) {
        return close_with(battle, (unit, from), routers, "SB-10.2");
    }
    let left = (walk.allowance - walk.end().cost).max(burt.numbers().enemy_berth);
    let Some(target) = burt.before(unit, burt.numbers().enemy_berth) else { return };
    let edge = block::quarter_of(&burt.outline(target), &own);
    let names = [unit, target].map(|unit| burt.name(unit).to_owned());
    let side = burt.side(unit);
    if let Err(why) = burt.has_room_at(target, edge) {
        return battle.note(Some(side), why.rule, format!("{} stops: {}", names[0], why.reason));
    }
    let gap = own.gap(&burt.outline(target));
    let assault = Assault {
        unit,
        target,
        edge,
        start: from,
        left: left.max(gap + TOUCH),
        stage: AssaultStage::Declared,
        pursuit: true,
    };
    let text = format!("{} comes upon {}", names[0], names[1]);
    battle.note(Some(side), RuleId::new("SB-10.2"), text.clone());
    battle.resource_mut::<SequenceOfPlay>().assaults.push(assault);
    for marked in [unit, target] {
        battle.mark_unit(marked, &marks::ASSAULT, 1, RuleId::new("SB-10.2"), text.clone());
    }
}

/// SB-9.1, SB-10.2: lines up a unit that has come up to an enemy from a point, flush with the edge in whose zone the
/// point lies, and puts both in melee; without room there it stops before the enemy.
fn close_with(battle: &mut BattleMut, (unit, from): (UnitId, Vec2), enemy: UnitId, rule: &'static str) {
    let (face, now, flush) = {
        let burt = BurtView::of(battle.view());
        let (face, now) = (block::quarter(&burt.outline(enemy), from), burt.pose(unit));
        (face, now, burt.flush(unit, &now.block, enemy, face, now.block.footprint.half_width()))
    };
    let Some(block) = flush else {
        let names = [unit, enemy].map(|unit| battle.view().unit(unit).name.clone());
        let side = battle.view().side_of_unit(unit);
        return battle.note(Some(side), RuleId::new(rule), format!("{} stops before {}", names[0], names[1]));
    };
    marching::place(battle, unit, &[now.block.place.at], Pose { block, ..now }, rule);
    let contact = Contact { attacker: unit, defender: enemy, attacker_face: Face::Front, defender_face: face };
    fights::begin(battle, contact, &[unit], rule);
}

/// SB-10.3: makes a shaken unit retreat, once for each time that it became shaken. Guns that are not limbered stay.
fn retreat(battle: &mut BattleMut, unit: UnitId) {
    battle.unit_mut::<Troops>(unit).must_retreat = false;
    battle.unit_mut::<Work>(unit).retreated = true;
    let name = battle.view().unit(unit).name.clone();
    let (side, stays, enemies) = {
        let burt = BurtView::of(battle.view());
        (burt.side(unit), burt.array(unit) == Array::Unlimbered, burt.fighting(unit))
    };
    if stays {
        let text = format!("{name} is shaken; the guns stay where they are");
        battle.note(Some(side), RuleId::new("SB-10.3"), text);
        return;
    }
    let Some(walk) = BurtView::of(battle.view()).retreat_walk(unit) else { return };
    battle.note(Some(side), RuleId::new("SB-10.3"), format!("{name} is shaken and retreats"));
    marching::go(battle, unit, &walk, "SB-10.3");
    let parted: Vec<UnitId> = {
        let burt = BurtView::of(battle.view());
        let own = burt.outline(unit);
        enemies.into_iter().filter(|enemy| own.gap(&burt.outline(*enemy)) > TOUCH).collect()
    };
    if parted.is_empty() {
        return;
    }
    battle
        .resource_mut::<SequenceOfPlay>()
        .fights
        .retain(|fight| fight.contact.other(unit).is_none_or(|enemy| !parted.contains(&enemy)));
    let may_follow: Vec<UnitId> = {
        let burt = BurtView::of(battle.view());
        let may = |enemy: &&UnitId| !burt.in_melee(**enemy) && burt.follow_walk(**enemy, unit).is_some();
        parted.iter().filter(may).copied().collect()
    };
    stand_free(battle, &[unit]);
    let stay: Vec<UnitId> = parted.into_iter().filter(|enemy| !may_follow.contains(enemy)).collect();
    stand_free(battle, &stay);
    if !may_follow.is_empty() {
        push(battle, Task::BreakOff { unit, may_follow });
    }
}

/// SB-10.3: lets the enemy that is asked first follow a unit that broke off, or stay.
pub(super) fn follow(battle: &mut BattleMut, unit: UnitId, enemy: UnitId, rest: &[UnitId], follows: bool) {
    if !follows {
        stand_free(battle, &[enemy]);
        if !rest.is_empty() {
            push(battle, Task::BreakOff { unit, may_follow: rest.to_vec() });
        }
        return;
    }
    let Some(walk) = BurtView::of(battle.view()).follow_walk(enemy, unit) else { return };
    let from = block::front(&BurtView::of(battle.view()).outline(enemy));
    marching::go(battle, enemy, &walk, "SB-10.3");
    close_with(battle, (enemy, from), unit, "SB-10.3");
    stand_free(battle, &[enemy]);
    stand_free(battle, rest);
}

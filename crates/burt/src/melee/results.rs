//! The results of a round of melee: units break and are pursued, or are pushed back and followed; then all test
//! (SB-9.14 to SB-9.17).

use bevy::math::Vec2;

use super::forecast::{Ending, ending};
use crate::{
    book::{
        data::TroopRow,
        values::{Arm, Array, Formation, Motion, Reason, Work},
    },
    cohesion::{levels, losses, pursuit},
    morale::{modifiers::Circumstances, tests},
    movement::marching,
    state::{
        fights,
        pose::Pose,
        sequence_of_play::{Fight, SequenceOfPlay, push},
        tasks::Task,
        view::BurtView,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, SideId, UnitId},
    shared::formed::{
        block::{self, Face},
        walk::thinner,
    },
    table::footprint::Outline,
    turn::BattleMut,
};

/// The units that fought in a round, and their fights, as they stood in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Melee {
    /// The units, in id order.
    pub units: Vec<UnitId>,
    /// Their fights.
    pub fights: Vec<Fight>,
    /// The units that pursue if they win: no artillery, no square, no unit behind an obstacle or in a building
    /// (SB-9.16).
    pursuers: Vec<UnitId>,
}

impl Melee {
    /// The melee of units that are linked by contact.
    pub fn of(burt: &BurtView, units: &[UnitId]) -> Self {
        let of_it = |fight: &&Fight| units.contains(&fight.contact.attacker);
        let fights: Vec<Fight> = burt.play().fights.iter().filter(of_it).cloned().collect();
        let pursuers = units.iter().copied().filter(|unit| burt.would_pursue(*unit, &fights)).collect();
        Self { units: units.to_vec(), fights, pursuers }
    }

    /// The enemies that a unit fought.
    fn enemies(&self, unit: UnitId) -> Vec<UnitId> {
        self.fights.iter().filter_map(|fight| fight.contact.other(unit)).collect()
    }
}

impl BurtView<'_> {
    /// SB-9.16: whether a unit pursues when it has won.
    fn would_pursue(&self, unit: UnitId, fights: &[Fight]) -> bool {
        if matches!(self.arm(unit), Arm::Artillery | Arm::Wagon)
            || matches!(self.formation(unit), Formation::Square | Formation::House)
        {
            return false;
        }
        let own = self.outline(unit);
        let behind = |fight: &Fight| {
            let Some(enemy) = fight.contact.other(unit) else { return false };
            let blow = self.blow_of(fight, enemy, unit);
            !self.obstacle_covers(&own, blow.by.behind()).is_empty()
        };
        !fights.iter().any(behind)
    }

    /// SB-9.15: the inches by which a unit is pushed back: half its normal move.
    fn pushed_by(&self, unit: UnitId) -> f32 {
        TroopRow::by_formation(self.row(unit).moves, self.formation(unit)) * self.numbers().push_back
    }

    /// SB-9.15: the direction in which a unit is pushed: straight back from its front, or away from the enemy that
    /// struck its flank or rear.
    fn pushed_toward(&self, unit: UnitId) -> Vec2 {
        let own = self.outline(unit);
        let mut faces: Vec<Face> = self.fights_of(unit).map(|fight| fight.contact.face_of(unit)).collect();
        faces.sort_unstable();
        let face = faces.first().copied().unwrap_or(Face::Front);
        -block::outward(&own, face).forward()
    }

    /// SB-9.15: the place to which a unit is pushed; `with` gets it and the friends that are pushed with it, each after
    /// the unit that pushes it. A friend that is pushed already is in no unit's way: two friends that touch would push
    /// each other without end.
    ///
    /// # Errors
    /// The ground, the edge of the table or the unit that blocks it, so that it breaks instead.
    fn push_back(&self, unit: UnitId, by: Vec2, with: &mut Vec<(UnitId, Outline)>) -> Result<(), String> {
        let own = self.outline(unit);
        let end = block::moved(&own, by);
        if !self.on_table(&end) {
            return Err("the edge of the table".into());
        }
        let steps = (by.length() / 0.25).ceil().max(1.0) as i32;
        let free = |step: i32| self.may_stand(unit, &block::moved(&own, by * (step as f32 / steps as f32)), None);
        if !(1..=steps).all(free) {
            return Err("the ground".into());
        }
        with.push((unit, end));
        let slim = thinner(&own);
        for other in self.units() {
            if with.iter().any(|(known, _)| *known == other) {
                continue;
            }
            let outline = self.outline(other);
            let Some(share) = slim.sweep(slim.place.at + by, &outline, 0.0) else { continue };
            let friend = self.side(other) == self.side(unit);
            let passes = matches!(self.arm(other), Arm::Skirmishers) || self.array(other) == Array::Unlimbered;
            if friend && passes && thinner(&end).overlap(&outline) <= 0.0 {
                continue;
            }
            let fixed = self.in_melee(other)
                || matches!(self.array(other), Array::Unlimbered | Array::House(_) | Array::Square);
            if !friend || fixed {
                return Err(self.name(other).to_owned());
            }
            self.push_back(other, by * (1.0 - share), with)?;
        }
        Ok(())
    }

    /// SB-9.15: the outline of a winner that follows an enemy after a push back; none if it cannot follow.
    pub fn followed_to(&self, unit: UnitId, enemy: UnitId) -> Option<Outline> {
        let fight = self.fights_of(unit).find(|fight| fight.contact.other(unit) == Some(enemy))?;
        if fight.contact.face_of(unit) != Face::Front
            || matches!(self.formation(unit), Formation::Square | Formation::House | Formation::Unlimbered)
            || self.routing(unit)
        {
            return None;
        }
        // A winner does not leave another enemy that is still in contact with it.
        let held = |other: &UnitId| *other != enemy && self.gap(unit, *other) <= 0.05;
        if self.fighting(unit).iter().any(held) {
            return None;
        }
        let own = self.outline(unit);
        let most = self.numbers().staff_reach;
        let by = own.place.facing.forward() * most;
        let share = own.sweep(own.place.at + by, &self.outline(enemy), 0.0)?;
        let end = block::moved(&own, by * share);
        let comes_to_blows =
            self.touch((unit, &end, Face::Front), (enemy, &self.outline(enemy), fight.contact.face_of(enemy)));
        (comes_to_blows && self.is_clear(unit, &end, enemy)).then_some(end)
    }
}

/// SB-9.14: applies the result of a round. `more` and `less`: casualties scored by the two sides.
pub fn decide(battle: &mut BattleMut, melee: &Melee, winner: Option<SideId>, (more, less): (u8, u8)) {
    let minimum = BurtView::of(battle.view()).settings().break_minimum;
    let (losers, winners) = {
        let burt = BurtView::of(battle.view());
        let there = |unit: &UnitId| burt.present(*unit);
        let is_loser = |unit: &UnitId| winner.is_some_and(|side| burt.side(*unit) != side);
        let (losers, winners): (Vec<UnitId>, Vec<UnitId>) =
            melee.units.iter().copied().filter(there).partition(is_loser);
        (losers, winners)
    };
    match (ending(more, less, minimum), winner) {
        (Ending::Broken, Some(_)) => break_all(battle, melee, &losers, &winners),
        (Ending::Pushed, Some(_)) => push_all(battle, melee, &losers, &winners),
        _ => push(battle, Task::MeleeTests { units: melee.units.clone() }),
    }
    flee_again(battle, melee);
}

/// SB-9.16: the losers rout at once, and the winners pursue, or stay.
fn break_all(battle: &mut BattleMut, melee: &Melee, losers: &[UnitId], winners: &[UnitId]) {
    for unit in losers {
        break_one(battle, *unit, "SB-9.16");
    }
    for unit in winners {
        pursue_if_free(battle, melee, *unit);
    }
}

/// One unit breaks; a unit that routs already flees again.
fn break_one(battle: &mut BattleMut, unit: UnitId, rule: &'static str) {
    fights::part(battle, unit);
    if BurtView::of(battle.view()).routing(unit) {
        return;
    }
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    battle.note(Some(side), RuleId::new(rule), format!("{name} breaks"));
    levels::rout(battle, unit, rule);
}

/// SB-9.16: a winner that is in contact with no enemy any more pursues the nearest enemy that it broke.
fn pursue_if_free(battle: &mut BattleMut, melee: &Melee, unit: UnitId) {
    let broken = {
        let burt = BurtView::of(battle.view());
        if !burt.present(unit) || burt.routing(unit) || burt.in_melee(unit) || !melee.pursuers.contains(&unit) {
            return;
        }
        let enemies = melee.enemies(unit).into_iter().filter(|enemy| burt.routing(*enemy) || !burt.present(*enemy));
        let own = burt.outline(unit);
        enemies.min_by(|a, b| own.gap(&burt.outline(*a)).total_cmp(&own.gap(&burt.outline(*b))))
    };
    if let Some(enemy) = broken {
        pursuit::begin(battle, unit, enemy, "SB-9.16");
    }
}

/// SB-10.2: units that were caught routing rout again, whatever the result of the melee.
fn flee_again(battle: &mut BattleMut, melee: &Melee) {
    let routing: Vec<UnitId> = {
        let burt = BurtView::of(battle.view());
        let play = burt.play();
        let due = |unit: &UnitId| play.tasks.contains(&Task::Rout { unit: *unit });
        melee.units.iter().copied().filter(|unit| burt.present(*unit) && burt.routing(*unit) && !due(unit)).collect()
    };
    for unit in routing {
        fights::part(battle, unit);
        push(battle, Task::Rout { unit });
    }
}

/// SB-9.15: the losers and friends behind them are pushed back; the winners may follow; then all test.
fn push_all(battle: &mut BattleMut, melee: &Melee, losers: &[UnitId], winners: &[UnitId]) {
    let mut loses_level: Vec<UnitId> = Vec::new();
    let mut breaks: Vec<(UnitId, String)> = Vec::new();
    let mut pushed: Vec<UnitId> = Vec::new();
    for unit in losers.iter().copied() {
        let (stays, guns, routs) = {
            let burt = BurtView::of(battle.view());
            let formation = burt.formation(unit);
            let guns = matches!(burt.arm(unit), Arm::Artillery | Arm::Wagon);
            (matches!(formation, Formation::Square | Formation::House), guns, burt.routing(unit))
        };
        if routs {
            continue;
        }
        let name = battle.view().unit(unit).name.clone();
        if guns {
            losses::lose(
                battle,
                unit,
                Fate::Casualty,
                "SB-9.15",
                format!("{name} is lost: guns cannot be pushed back"),
            );
            continue;
        }
        if stays {
            let side = battle.view().side_of_unit(unit);
            let text = format!("{name} stays in place, but one level lower");
            battle.note(Some(side), RuleId::new("SB-9.15"), text);
            loses_level.push(unit);
            continue;
        }
        let found = {
            let burt = BurtView::of(battle.view());
            let mut with = Vec::new();
            let by = burt.pushed_toward(unit) * burt.pushed_by(unit);
            burt.push_back(unit, by, &mut with).map(|()| with)
        };
        match found {
            Ok(with) => {
                let side = battle.view().side_of_unit(unit);
                battle.note(Some(side), RuleId::new("SB-9.15"), format!("{name} is pushed back"));
                if with.len() > 1 {
                    loses_level.extend(with.iter().map(|(one, _)| *one));
                }
                for (one, block) in with.into_iter().rev() {
                    shift(battle, one, block, Motion::Retired);
                }
                pushed.push(unit);
            }
            Err(what) => breaks.push((unit, what)),
        }
    }
    for unit in winners {
        if BurtView::of(battle.view()).present(*unit) {
            battle.unit_mut::<Work>(*unit).motion = Some(Motion::Advanced);
        }
    }
    push(battle, Task::MeleeTests { units: melee.units.clone() });
    ask_to_follow(battle, &pushed, winners);
    loses_level.sort_unstable();
    loses_level.dedup();
    for unit in loses_level {
        levels::lose(battle, unit, "SB-9.15");
    }
    for (unit, what) in breaks {
        let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
        battle.note(Some(side), RuleId::new("SB-9.15"), format!("{what} is in the way of {name}"));
        break_one(battle, unit, "SB-9.15");
    }
    for unit in winners {
        if melee.enemies(*unit).iter().all(|enemy| !pushed.contains(enemy)) {
            pursue_if_free(battle, melee, *unit);
        }
    }
}

/// SB-9.15: asks the winners that can follow; the others lose contact with the enemy.
fn ask_to_follow(battle: &mut BattleMut, pushed: &[UnitId], winners: &[UnitId]) {
    let mut parted: Vec<(UnitId, UnitId)> = Vec::new();
    let mut asked: Vec<Task> = Vec::new();
    {
        let burt = BurtView::of(battle.view());
        for unit in winners.iter().copied().filter(|unit| burt.present(*unit)) {
            let mut asks = false;
            for enemy in burt.fighting(unit).into_iter().filter(|enemy| pushed.contains(enemy)) {
                if !asks && burt.followed_to(unit, enemy).is_some() {
                    asked.push(Task::FollowUp { unit, enemy });
                    asks = true;
                } else {
                    parted.push((unit, enemy));
                }
            }
        }
    }
    for (unit, enemy) in parted {
        separate(battle, unit, enemy);
    }
    for task in asked.into_iter().rev() {
        push(battle, task);
    }
}

/// Ends the contact between two units.
pub fn separate(battle: &mut BattleMut, unit: UnitId, enemy: UnitId) {
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.fights.retain(|fight| fight.contact.other(unit) != Some(enemy));
}

/// Moves a unit to another place without turning it.
fn shift(battle: &mut BattleMut, unit: UnitId, block: Outline, motion: Motion) {
    let now = BurtView::of(battle.view()).pose(unit);
    marching::place(battle, unit, &[now.block.place.at], Pose { block, ..now }, "SB-9.15");
    let mut work = battle.unit_mut::<Work>(unit);
    work.motion = Some(motion);
    work.moved = true;
}

/// SB-9.15: a winner follows into contact: the melee goes on, and it has the impetus.
pub fn follow(battle: &mut BattleMut, unit: UnitId, enemy: UnitId) {
    let Some(block) = BurtView::of(battle.view()).followed_to(unit, enemy) else {
        separate(battle, unit, enemy);
        return;
    };
    let names = [unit, enemy].map(|unit| battle.view().unit(unit).name.clone());
    let side = battle.view().side_of_unit(unit);
    battle.note(Some(side), RuleId::new("SB-9.15"), format!("{} follows {}", names[0], names[1]));
    shift(battle, unit, block, Motion::Advanced);
    for fight in &mut battle.resource_mut::<SequenceOfPlay>().fights {
        if fight.contact.other(unit) == Some(enemy) {
            fight.impetus = vec![unit];
        }
    }
}

/// SB-9.15: all units of both sides test after a melee that decided nothing; units that fought only routers do not.
pub fn test(battle: &mut BattleMut, units: &[UnitId]) {
    let due: Vec<(UnitId, Vec<UnitId>)> = {
        let burt = BurtView::of(battle.view());
        let stands = |unit: &UnitId| burt.present(*unit) && !burt.routing(*unit);
        let enemies = |unit: UnitId| {
            let fought = |other: &UnitId| burt.side(*other) != burt.side(unit) && stands(other);
            units.iter().copied().filter(fought).collect::<Vec<UnitId>>()
        };
        let standing = units.iter().copied().filter(stands);
        standing.map(|unit| (unit, enemies(unit))).filter(|(_, enemies)| !enemies.is_empty()).collect()
    };
    for (unit, enemies) in due {
        if !tests::test(battle, unit, Reason::Melee, &Circumstances { enemies, ..Circumstances::default() }) {
            levels::lose(battle, unit, "SB-9.15");
        }
    }
}

/// Tells of a winner that stays where it is, and ends its contact.
pub fn stay(battle: &mut BattleMut, unit: UnitId, enemy: UnitId) {
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    let text = format!("{name} stays in place");
    battle.log(Some(side), EventKind::Note, RuleId::new("SB-9.15"), text, Explained::default());
    separate(battle, unit, enemy);
}

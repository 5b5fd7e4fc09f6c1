//! Foolish orders of Black Powder. What is counted, and of what:
//!
//! - **Columns that shoot**, of shots of columns (BP-4.1): a unit in attack column, with or without a screen, shoots
//!   its one die in its shooting part, was not told to charge in this player turn, and could have charged when the turn
//!   began: it might act, and one move would have brought it to an enemy that it may charge (BP-6.1, BP-6.2).
//! - **Short moves for nothing**, of moves (BP-2.13): a unit carries out an order to march, or moves by initiative, so
//!   that the middle of its front is less than 3 inches from where it was, its facing less than 15 degrees from what it
//!   was, and all else is as it was: its formation and building, the casualties to be expected of its best shot, the
//!   enemies before its front that one move brings it to, whether an enemy is within 12 inches, its cover from the
//!   nearest enemy, the objectives that it stands at, the units that it supports and that support it.
//! - **Guns behind their own units**, of guns in action (BP-1.8, BP-5.10): when all units of the side have moved, a
//!   battery that may shoot has no target at all, though an enemy that is not in combat stands within its range, before
//!   its front as it stands or pivoted by up to 45 degrees, and only units of its own side stand on a line to it that
//!   the ground leaves open.
//! - **Commanders without an order**, of commanders (BP-2.1): somebody who at any time could have given an order gives
//!   none in the whole battle, not even a rally. Generals count, too.
//! - **Garrisons only shot at**, of player turns (BP-8.2): two or more infantry units of one brigade shoot at a
//!   garrison though they are able to charge it and within one move of it, nobody charged it in this player turn, and
//!   it was so already in two player turns since it was last charged. Of: all such player turns, the first two too.

use std::collections::{BTreeMap, BTreeSet};

use bevy::math::Vec2;
use grapeshot::{
    battle::Battle,
    events::BattleEvent,
    forces::{SideId, UnitId},
    orders::Order,
    rulesets::{
        black_powder::{
            book::{
                values::{Formation, Troop},
                verbs,
            },
            state::{
                sequence_of_play::{Part, Task},
                view::BlackPowderView,
            },
        },
        shared::formed::block,
    },
    table::{footprint::Outline, position::Heading},
    turn::VictoryTerms,
};

use super::{Kind, Tally, Watcher};

const COLUMN: usize = 0;
const SHORT: usize = 1;
const GUNS: usize = 2;
const COMMANDER: usize = 3;
const GARRISON: usize = 4;

const KINDS: [Kind; 5] = [
    Kind { name: "columns that shoot", of: "shots of columns" },
    Kind { name: "short moves for nothing", of: "moves" },
    Kind { name: "guns behind their own units", of: "guns in action, each turn" },
    Kind { name: "commanders without an order", of: "commanders" },
    Kind { name: "garrisons only shot at", of: "turns" },
];

/// A move of fewer inches is short.
const INCHES: f32 = 3.0;
/// A unit that turns by more degrees has done something.
const TURN: f32 = 15.0;
/// Player turns in which a garrison may be shot at before it should be assaulted.
const PREPARED: u32 = 2;

/// All that a short move could have been for.
#[derive(Debug, Clone, PartialEq)]
struct Circumstances {
    formation: Formation,
    building: Option<usize>,
    /// The casualties to be expected of its best shot, in hundredths.
    shot: i32,
    within_reach: Vec<UnitId>,
    enemy_near: bool,
    cover: i8,
    objectives: Vec<usize>,
    supports: Vec<UnitId>,
    supported_by: Vec<UnitId>,
}

impl Circumstances {
    fn of(bp: &BlackPowderView, unit: UnitId) -> Self {
        let own = bp.outline(unit);
        let shots = bp.targets(unit).into_iter().filter_map(|target| bp.aim(unit, target).ok());
        let best = shots.map(|shot| shot.expected()).fold(0.0, f32::max);
        let ahead = |enemy: &UnitId| bp.quarter(unit, *enemy) == block::Face::Front;
        let reached = |enemy: &UnitId| bp.gap(unit, *enemy) <= bp.move_inches(unit);
        let friends: Vec<UnitId> = bp.regiments_of(bp.side(unit)).filter(|friend| *friend != unit).collect();
        let eye = bp.nearest_enemy(unit).map(|(enemy, _)| bp.outline(enemy).place.at);
        let cover = eye.and_then(|eye| bp.shelter(&own, bp.values(unit).building, eye));
        let objectives = &bp.view.resource::<VictoryTerms>().objectives;
        let at = |n: &usize| own.gap_to_point(objectives[*n].at) <= objectives[*n].radius;
        Self {
            formation: bp.formation(unit),
            building: bp.values(unit).building,
            shot: (best * 100.0).round() as i32,
            within_reach: bp.enemies_of(bp.side(unit)).filter(ahead).filter(reached).collect(),
            enemy_near: bp.enemy_near(unit),
            cover: cover.map_or(0, |(_, cover)| cover),
            objectives: (0..objectives.len()).filter(at).collect(),
            supports: friends.iter().copied().filter(|friend| bp.could_support(unit, *friend).is_some()).collect(),
            supported_by: friends.iter().copied().filter(|friend| bp.could_support(*friend, unit).is_some()).collect(),
        }
    }
}

/// Watches one battle.
#[derive(Default)]
pub struct Watch {
    /// The turn and the side of the player turn under way.
    now: Option<(u16, SideId)>,
    /// Columns that could have charged when the player turn began.
    could_charge: BTreeSet<UnitId>,
    /// Units told to charge in this player turn.
    told_to_charge: BTreeSet<UnitId>,
    /// Whether the guns of this player turn were looked at.
    guns_seen: bool,
    /// Commanders who could have given an order, and whether they gave one.
    commanders: BTreeMap<UnitId, bool>,
    /// Garrisons with the infantry that shot at each in this player turn and could have assaulted it.
    besiegers: BTreeMap<UnitId, Vec<UnitId>>,
    /// Player turns since it was last charged in which a garrison was only shot at.
    sieges: BTreeMap<UnitId, u32>,
    /// A unit about to move, with where and how it stands.
    mover: Option<(UnitId, Outline, Circumstances)>,
}

impl Watcher for Watch {
    fn kinds(&self) -> &'static [Kind] {
        &KINDS
    }

    fn before(&mut self, battle: &Battle, order: &Order, tally: &mut Tally) {
        let bp = BlackPowderView::of(battle.view());
        let now = (battle.view().clock().turn, bp.play().active);
        if self.now != Some(now) {
            self.now = Some(now);
            self.guns_seen = false;
            self.besiegers.clear();
            self.told_to_charge.clear();
            self.could_charge = columns_that_could_charge(&bp, now.1);
        }
        match bp.play().part {
            Part::Command if bp.play().task().is_none() => self.note_commanders(&bp, order),
            Part::Officers if !self.guns_seen => {
                self.guns_seen = true;
                note_guns(&bp, now.1, tally);
            }
            Part::Shooting if order.verb == verbs::SHOOT => self.note_shot(&bp, order, tally),
            _ => {}
        }
        if let Some(target) = order.target.filter(|_| order.verb == verbs::CHARGE || order.verb == verbs::FOLLOW) {
            self.told_to_charge.extend(order.pieces.iter().map(|piece| bp.view.unit_of(*piece)));
            self.sieges.remove(&bp.view.unit_of(target));
        }
        let mover = match bp.play().task() {
            Some(Task::Carry(carry)) if order.verb == verbs::GO => Some(carry.unit),
            None if bp.play().part == Part::Initiative && order.verb == verbs::MARCH => {
                order.pieces.first().map(|piece| bp.view.unit_of(*piece))
            }
            _ => None,
        };
        let mover = mover.filter(|unit| bp.present(*unit));
        self.mover = mover.map(|unit| (unit, bp.outline(unit), Circumstances::of(&bp, unit)));
    }

    fn after(&mut self, battle: &Battle, _events: &[BattleEvent], tally: &mut Tally) {
        let bp = BlackPowderView::of(battle.view());
        if let Some((unit, from, before)) = self.mover.take().filter(|(unit, ..)| bp.present(*unit)) {
            let now = bp.outline(unit);
            let inches = block::front(&from).distance(block::front(&now));
            let short = inches < INCHES && from.place.facing.angle_to(now.place.facing) < TURN;
            let foolish = short && Circumstances::of(&bp, unit) == before;
            tally.note(SHORT, foolish, || format!("{} moves {inches:.1} inches", bp.name(unit)));
        }
        if battle.outcome().is_some() {
            for (commander, gave) in std::mem::take(&mut self.commanders) {
                tally.note(COMMANDER, !gave, || bp.name(commander).to_owned());
            }
        }
    }
}

impl Watch {
    fn note_commanders(&mut self, bp: &BlackPowderView, order: &Order) {
        for commander in bp.commanding(order.side) {
            self.commanders.entry(commander).or_insert(false);
        }
        let gives = [verbs::MARCH, verbs::CHARGE, verbs::FOLLOW, verbs::RALLY].contains(&order.verb);
        let first = order.pieces.first().map(|piece| bp.view.unit_of(*piece));
        let own = first.and_then(|unit| bp.view.unit(unit).superior);
        if let Some(commander) = order.unit.or(bp.play().commander).or(own).filter(|_| gives) {
            self.commanders.insert(commander, true);
        }
    }

    fn note_shot(&mut self, bp: &BlackPowderView, order: &Order, tally: &mut Tally) {
        let (Some(piece), Some(target)) = (order.pieces.first(), order.target) else { return };
        let (unit, target) = (bp.view.unit_of(*piece), bp.view.unit_of(target));
        let idle = !self.told_to_charge.contains(&unit);
        let shot = || format!("{} shoots at {}", bp.name(unit), bp.name(target));
        if bp.formation(unit).body() == Formation::AttackColumn {
            tally.note(COLUMN, idle && self.could_charge.contains(&unit), shot);
        }
        let able = idle
            && bp.formation(target) == Formation::Garrison
            && bp.troop(unit) == Troop::Infantry
            && bp.values(unit).building.is_none()
            && bp.can_charge_at(unit, target).is_ok()
            && bp.gap(unit, target) <= bp.move_inches(unit);
        let assaulted = bp.regiments_of(order.side).any(|other| bp.work(other).charged == Some(target));
        if !able || assaulted {
            return;
        }
        let besiegers = self.besiegers.entry(target).or_default();
        let together = |besiegers: &[UnitId]| {
            let brigade = |unit: UnitId| bp.view.unit(unit).superior;
            besiegers.iter().any(|one| besiegers.iter().any(|two| one != two && brigade(*one) == brigade(*two)))
        };
        let before = together(besiegers);
        besiegers.push(unit);
        if !before && together(besiegers) {
            let turns = self.sieges.entry(target).or_default();
            *turns += 1;
            tally.note(GARRISON, *turns > PREPARED, shot);
        }
    }
}

/// The columns of a side that may act and could charge an enemy that one move reaches.
fn columns_that_could_charge(bp: &BlackPowderView, side: SideId) -> BTreeSet<UnitId> {
    let reaches = |unit: UnitId, enemy: UnitId| {
        bp.gap(unit, enemy) <= bp.move_inches(unit)
            && bp.can_charge_at(unit, enemy).is_ok()
            && bp.charge_way(unit, enemy).is_some_and(|way| way.cost <= bp.move_inches(unit))
    };
    bp.regiments_of(side)
        .filter(|unit| bp.formation(*unit).body() == Formation::AttackColumn && bp.may_act(*unit).is_ok())
        .filter(|unit| bp.enemies_of(side).any(|enemy| reaches(*unit, enemy)))
        .collect()
}

fn note_guns(bp: &BlackPowderView, side: SideId, tally: &mut Tally) {
    for battery in bp.regiments_of(side) {
        if bp.troop(battery) == Troop::Artillery && bp.may_shoot(battery).is_ok() {
            let silent = bp.targets(battery).is_empty() && bp.enemies_of(side).any(|enemy| masked(bp, battery, enemy));
            tally.note(GUNS, silent, || bp.name(battery).to_owned());
        }
    }
}

/// Whether only units of its own side hide an enemy from a battery that could else shoot at it.
fn masked(bp: &BlackPowderView, battery: UnitId, enemy: UnitId) -> bool {
    let (own, other) = (bp.outline(battery), bp.outline(enemy));
    let range = bp.weapon(battery).map_or(0.0, |weapon| bp.inches(weapon.range));
    if own.gap(&other) > range || bp.in_combat(enemy) {
        return false;
    }
    let most = bp.numbers().free_pivot;
    let turn = own.place.facing.turn_to(Heading::from_to(own.place.at, block::front(&other))).clamp(-most, most);
    let turned = block::facing(&own, own.place.facing.turned(turn));
    let ahead = |from: &Outline| block::quarter_of(from, &other) == block::Face::Front;
    if !ahead(&own) && !ahead(&turned) {
        return false;
    }
    block::eyes(&own).into_iter().any(|eye: Vec2| {
        let point = block::nearest_point(&other, eye);
        let cuts = |unit: &UnitId| bp.formation(*unit) != Formation::Skirmish && bp.outline(*unit).cut_by(eye, point);
        let others = bp.regiments().filter(|unit| *unit != battery && *unit != enemy);
        let between: Vec<UnitId> = others.filter(cuts).collect();
        !between.is_empty()
            && between.iter().all(|unit| bp.side(*unit) == bp.side(battery))
            && bp.ground_is_free(battery, enemy, eye, point)
    })
}

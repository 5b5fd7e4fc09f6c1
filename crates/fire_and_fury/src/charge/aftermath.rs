//! What units do when their combat is over (FF-10.10 to FF-10.15).

use bevy::math::Vec2;

use super::{combat::fight, score::Combat};
use crate::{
    book::{
        formations::{Formation, Pose},
        values::{Arm, Class, Work},
    },
    condition::{order_state, places},
    movement::retreats,
    state::{
        orders::{bad_answer, planned},
        sequence_of_play::{Aftermath, Sequel, SequenceOfPlay, change},
        view::FuryView,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::{Order, Plan, Refusal},
    shared::{
        formed::walk::{Body, thinner},
        refuse,
    },
    table::footprint::Outline,
    turn::BattleMut,
};

/// What a unit does, with its way if it is recalled.
#[derive(Debug, Clone, PartialEq)]
pub struct Chosen {
    /// Whose combat is over.
    pub aftermath: Aftermath,
    /// What it does.
    pub sequel: Sequel,
    /// FF-10.15: the way of a recall.
    pub way: Vec<Pose>,
}

fn corners(outlines: &[Outline]) -> Vec<Vec2> {
    outlines.iter().flat_map(Outline::corners).collect()
}

impl FuryView<'_> {
    /// FF-10.15: whether a unit may be recalled after a combat: mounted cavalry, and not after a second one.
    pub fn may_recall(&self, unit: UnitId, combat: &Combat) -> bool {
        self.present(unit) && self.values(unit).is_mounted() && !combat.second
    }

    /// FF-10.14: the closest enemy in sight of a unit that breaks through; those whom it has beaten are left out.
    pub fn closest_prey(&self, unit: UnitId, beaten: &[UnitId]) -> Option<UnitId> {
        let prey = self
            .enemies_of(self.side(unit))
            .filter(|enemy| !beaten.contains(enemy) && self.sees(unit, *enemy))
            .map(|enemy| (enemy, self.gap(unit, enemy)));
        prey.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))).map(|(enemy, _)| enemy)
    }

    /// FF-10.10, FF-10.14, FF-10.15: what a unit may do that has won by a difference.
    fn sequels_of_win(&self, combat: &Combat, unit: UnitId, difference: i32) -> Vec<Sequel> {
        let table = &self.book.charge;
        let (driven, swept) = (difference >= i32::from(table.driven), difference >= i32::from(table.swept));
        let values = self.values(unit);
        let through = !combat.second
            && values.formation() != Formation::StormingColumn
            && self.closest_prey(unit, &[combat.defender]).is_some();
        match values.is_mounted() {
            true if driven && through => vec![Sequel::BreakThrough],
            true if !driven && difference > 0 && self.may_recall(unit, combat) => vec![Sequel::Carry, Sequel::Recall],
            false if swept && through && values.arm == Arm::Infantry => vec![Sequel::Carry, Sequel::BreakThrough],
            _ => vec![Sequel::Carry],
        }
    }

    /// FF-10.10 to FF-10.15: whether the unit whose combat is over does what an order says.
    ///
    /// # Errors
    /// Why it does not.
    pub fn check_sequel(&self, order: &Order) -> Result<Plan, Refusal> {
        let unit = self.one_unit(order)?;
        let Some(aftermath) = self.play().aftermath.first().filter(|known| known.unit == unit) else {
            return bad_answer(order);
        };
        let name = self.name(unit);
        let word = order.choice.as_deref().unwrap_or_default();
        let Some(sequel) = aftermath.sequels.iter().copied().find(|sequel| sequel.word() == word) else {
            let words: Vec<&str> = aftermath.sequels.iter().map(|sequel| sequel.word()).collect();
            return refuse("FF-10.10", format!("{name} does one of these: {}", words.join(", ")));
        };
        let mut plan = Plan { summary: format!("{name}: {}", sequel.label()), ..Plan::default() };
        let mut way = Vec::new();
        if sequel == Sequel::Recall {
            let pose = self.pose(unit);
            let most = self.full_move(unit, pose.formation, Class::Open, false);
            let inches = order.number.unwrap_or(most);
            if !(0.0..=most + 0.01).contains(&inches) {
                return refuse("FF-10.15", format!("{name} goes back up to {most:.0}\u{2033}"));
            }
            way = self.recalled(unit, inches, order.heading.unwrap_or(pose.facing));
            let ends = self.body_in(unit, &way[way.len() - 1]);
            plan.moves = self
                .stands(unit)
                .into_iter()
                .zip(ends.outlines())
                .map(|(piece, end)| {
                    let path = vec![self.view.place(piece).at, end.place.at];
                    planned(piece, path, end.place, None, Explained::default(), Some(most), None)
                })
                .collect();
        }
        Ok(plan.finding(Chosen { aftermath: aftermath.clone(), sequel, way }))
    }
}

/// FF-10.10: whether a winner is disordered by its win.
fn is_shaken_by_win(ff: &FuryView, combat: &Combat, unit: UnitId) -> bool {
    let storms = ff.formation(unit) == Formation::StormingColumn;
    combat.class >= Class::Broken || ff.values(unit).is_mounted() || combat.second || storms
}

/// A unit's combat is over; what it does comes after all that is to be done before.
pub fn goes_on(battle: &mut BattleMut, aftermath: Aftermath) {
    change(battle, |play: &mut SequenceOfPlay| play.aftermath.push(aftermath));
}

/// FF-10.15: a loser in disorder gives way, or is recalled if it is cavalry and this was its first combat.
pub fn loser_goes(battle: &mut BattleMut, combat: &Combat, unit: UnitId, way: Sequel, enemies: &[UnitId]) {
    let ff = FuryView::of(battle.view());
    if !ff.present(unit) {
        return;
    }
    let mut sequels = vec![way];
    if ff.may_recall(unit, combat) {
        sequels.push(Sequel::Recall);
    }
    let enemies = enemies.to_vec();
    goes_on(battle, Aftermath { unit, sequels, enemies, former: Vec::new(), disordered: false });
}

/// FF-10.12: cavalry whose countercharge has won carries the position, is recalled or holds.
pub fn countercharger_goes(battle: &mut BattleMut, combat: &Combat, former: &[Outline]) {
    let unit = combat.defender;
    let ff = FuryView::of(battle.view());
    if !ff.countercharges(unit) || !ff.may_recall(unit, combat) {
        return;
    }
    let sequels = vec![Sequel::Hold, Sequel::Carry, Sequel::Recall];
    let (enemies, former) = (combat.attackers.clone(), corners(former));
    goes_on(battle, Aftermath { unit, sequels, enemies, former, disordered: false });
}

/// The defender is beaten or gone: the attackers carry its position, break through or are recalled. `former`: where it
/// stood.
pub fn winners_go(battle: &mut BattleMut, combat: &Combat, former: &[Outline], difference: i32) {
    for unit in combat.attackers.clone() {
        let ff = FuryView::of(battle.view());
        if !ff.present(unit) || ff.values(unit).is_broken() {
            continue;
        }
        let sequels = ff.sequels_of_win(combat, unit, difference);
        let disordered = is_shaken_by_win(&ff, combat, unit);
        let enemies = vec![combat.defender];
        goes_on(battle, Aftermath { unit, sequels, enemies, former: corners(former), disordered });
    }
}

/// Carries out what a unit does when its combat is over.
pub fn settle(battle: &mut BattleMut, chosen: &Chosen) {
    let Chosen { aftermath, sequel, way } = chosen;
    let unit = aftermath.unit;
    change(battle, |play: &mut SequenceOfPlay| play.aftermath.retain(|known| known != aftermath));
    let ff = FuryView::of(battle.view());
    if !ff.present(unit) || ff.values(unit).is_broken() {
        return;
    }
    match sequel {
        Sequel::Hold => {}
        Sequel::PushedBack => retreats::push_back(battle, unit, &aftermath.enemies, "FF-10.10"),
        Sequel::OutOfRange => {
            let mut near = ff.close_enemies(unit);
            near.extend(&aftermath.enemies);
            retreats::retreat_out_of_range(battle, unit, &near, "FF-10.10");
        }
        Sequel::Recall => retreats::goes(battle, unit, way, "is recalled", "FF-10.15"),
        Sequel::Carry => carry(battle, unit, &aftermath.former),
        Sequel::BreakThrough => {
            break_through(battle, aftermath);
            return;
        }
    }
    if aftermath.disordered && FuryView::of(battle.view()).present(unit) {
        order_state::disorder(battle, unit, "FF-10.10");
    }
}

/// FF-10.13: the winner goes on straight ahead until its front lies on the line of the loser's former rear, as far as it
/// has room.
fn carry(battle: &mut BattleMut, unit: UnitId, former: &[Vec2]) {
    const BACK: f32 = 0.25;
    let ff = FuryView::of(battle.view());
    let pose = ff.pose(unit);
    let ahead = pose.facing.forward();
    let far = former.iter().map(|corner| (*corner - pose.front).dot(ahead)).fold(0.0, f32::max);
    let storms = pose.formation == Formation::StormingColumn;
    let opened = |inches: f32| ff.opened(unit, &pose.at(pose.front + ahead * inches, pose.facing));
    let free = |pose: &Pose| {
        if storms {
            return ff.opened(unit, pose).is_some();
        }
        let body: Vec<Outline> = ff.body_in(unit, pose).outlines().collect();
        let pressed =
            |other: UnitId| ff.outlines(other).any(|theirs| body.iter().any(|own| thinner(own).overlap(&theirs) > 0.0));
        ff.class_ahead(unit, &body) != Class::Impassable && !ff.units().any(|other| other != unit && pressed(other))
    };
    let mut inches = far;
    while inches > 0.0 && !free(&pose.at(pose.front + ahead * inches, pose.facing)) {
        inches = (inches - BACK).max(0.0);
    }
    let opened = if storms { opened(inches) } else { None };
    let (name, side) = (ff.name(unit).to_owned(), ff.side(unit));
    // FF-10.13: into the structure of the beaten, if it holds the winner.
    let centre = former.iter().sum::<Vec2>() / former.len().max(1) as f32;
    let taken = ff.structure_at(centre).filter(|structure| !former.is_empty() && ff.may_hold(unit, structure).is_ok());
    if let Some(structure) = taken {
        let held = ff.held(unit, structure, pose.facing);
        let text = format!("{name} carries the position and occupies {}", structure.name);
        battle.log(Some(side), EventKind::Note, RuleId::new("FF-10.13"), text, Explained::default());
        places::take(battle, unit, &[held], "FF-10.13");
        return;
    }
    let text = format!("{name} carries the position");
    battle.log(Some(side), EventKind::Note, RuleId::new("FF-10.13"), text, Explained::default());
    if let Some(opened) = opened {
        places::take(battle, unit, &[opened], "FF-12.2");
    } else if inches > 0.0 {
        places::take(battle, unit, &[pose, pose.at(pose.front + ahead * inches, pose.facing)], "FF-10.13");
    }
}

impl FuryView<'_> {
    /// The worst class of the ground under some stands, and the edge of the table, which nobody passes.
    fn class_ahead(&self, unit: UnitId, stands: &[Outline]) -> Class {
        let size = self.view.terrain().size;
        let rides = self.rides(unit);
        let of = |stand: &Outline| {
            let over = stand.corners().iter().any(|at| at.cmplt(Vec2::ZERO).any() || at.cmpgt(size).any());
            if over { Class::Impassable } else { self.class_under(stand, rides).0 }
        };
        stands.iter().map(of).max().unwrap_or(Class::Open)
    }
}

/// FF-10.14: a unit breaks through toward the closest enemy; if it meets one a second combat is fought at once.
fn break_through(battle: &mut BattleMut, aftermath: &Aftermath) {
    let unit = aftermath.unit;
    let ff = FuryView::of(battle.view());
    let (name, side) = (ff.name(unit).to_owned(), ff.side(unit));
    let Some(prey) = ff.closest_prey(unit, &aftermath.enemies) else {
        carry(battle, unit, &aftermath.former);
        if aftermath.disordered {
            order_state::disorder(battle, unit, "FF-10.14");
        }
        return;
    };
    let turned = ff.turned_to(unit, ff.middle(prey));
    let mounted = ff.values(unit).mounted;
    let start = if ff.has_room(unit, &turned, mounted).is_ok() { turned } else { ff.pose(unit) };
    let way = ff.break_through_from(unit, &start, prey);
    let level = ff.level_of(unit);
    let centres: Vec<Vec2> = ff.body_in(unit, &start).outlines().map(|stand| stand.place.at).collect();
    let flanked = |enemy: UnitId| !ff.has_no_flank(enemy) && ff.behind_front(enemy, &centres);
    let outflanked = way.meets.is_some_and(flanked);
    let text = format!("{name} breaks through {:.1}\u{2033}", way.cost);
    battle.log(Some(side), EventKind::Note, RuleId::new("FF-10.14"), text, Explained::default());
    places::take(battle, unit, &way.poses, "FF-10.14");
    battle.unit_mut::<Work>(unit).done = true;
    if let Some(defender) = way.meets {
        let class = way.class;
        let next = Combat { attackers: vec![unit], defender, second: true, desperate: false, outflanked, class, level };
        fight(battle, next);
    } else if aftermath.disordered {
        order_state::disorder(battle, unit, "FF-10.14");
    }
}

//! What the winners of a charge combat do (FF-10.13, FF-10.14).

use bevy::math::Vec2;

use super::{
    combat::{fight, is_shaken_by_win},
    score::Combat,
    ways::CONTACT,
};
use crate::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    rulesets::{
        fire_and_fury::{
            book::{
                formations::Pose,
                values::{Arm, Class, Work},
            },
            condition::{order_state, places},
            movement::march::Purpose,
            state::{
                sequence_of_play::{SequenceOfPlay, Winner, change},
                view::FuryView,
            },
        },
        shared::formed::walk::{Body, Step, thinner},
    },
    table::footprint::Outline,
    turn::BattleMut,
};

/// The defender is beaten or gone: the attackers carry its position, or break through. `former`: where it stood.
pub fn won_ground(battle: &mut BattleMut, combat: &Combat, former: Option<Vec<Outline>>, difference: i32) {
    let ff = FuryView::of(battle.view());
    let table = &ff.book.charge;
    let (driven, swept) = (difference >= i32::from(table.driven), difference >= i32::from(table.swept));
    for unit in combat.attackers.clone() {
        let ff = FuryView::of(battle.view());
        if !ff.present(unit) || ff.values(unit).is_broken() {
            continue;
        }
        let horse = ff.values(unit).is_mounted();
        let must = horse && driven && !combat.second;
        let may = swept && !combat.second && ff.values(unit).arm == Arm::Infantry;
        if must {
            break_through(battle, combat, unit);
            continue;
        }
        if may && former.is_some() && ff.closest_prey(combat, unit).is_some() {
            let winner =
                Winner { unit, former: corners(former.as_deref()), beaten: combat.defender, class: combat.class };
            change(battle, |play: &mut SequenceOfPlay| play.winners.push(winner));
            continue;
        }
        carry(battle, unit, &corners(former.as_deref()));
        if is_shaken_by_win(&FuryView::of(battle.view()), combat, unit) {
            order_state::disorder(battle, unit, "FF-10.10");
        }
    }
}

fn corners(former: Option<&[Outline]>) -> Vec<Vec2> {
    former.unwrap_or_default().iter().flat_map(Outline::corners).collect()
}

/// FF-10.13: the winner goes on straight ahead until its front lies on the line of the loser's former rear, as far as it
/// has room.
pub fn carry(battle: &mut BattleMut, unit: UnitId, former: &[Vec2]) {
    const BACK: f32 = 0.25;
    let ff = FuryView::of(battle.view());
    let pose = ff.pose(unit);
    let ahead = pose.facing.forward();
    let far = former.iter().map(|corner| (*corner - pose.front).dot(ahead)).fold(0.0, f32::max);
    let free = |pose: &Pose| {
        let body: Vec<Outline> = ff.body_in(unit, pose).outlines().collect();
        let pressed =
            |other: UnitId| ff.outlines(other).any(|theirs| body.iter().any(|own| thinner(own).overlap(&theirs) > 0.0));
        ff.class_ahead(unit, &body) != Class::Impassable && !ff.units().any(|other| other != unit && pressed(other))
    };
    let mut inches = far;
    while inches > 0.0 && !free(&pose.at(pose.front + ahead * inches, pose.facing)) {
        inches = (inches - BACK).max(0.0);
    }
    let (name, side) = (ff.name(unit).to_owned(), ff.side(unit));
    let text = format!("{name} carries the position");
    battle.log(Some(side), EventKind::Note, RuleId::new("FF-10.13"), text, Explained::default());
    if inches > 0.0 {
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

    /// FF-10.14: the closest enemy in sight of a unit that breaks through; who was beaten in this combat is left out.
    pub fn closest_prey(&self, combat: &Combat, unit: UnitId) -> Option<UnitId> {
        let prey = self
            .enemies_of(self.side(unit))
            .filter(|enemy| *enemy != combat.defender && self.sees(unit, *enemy))
            .map(|enemy| (enemy, self.gap(unit, enemy)));
        prey.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))).map(|(enemy, _)| enemy)
    }
}

/// FF-10.14: a unit breaks through toward the closest enemy; if it reaches him a second combat is fought at once.
pub fn break_through(battle: &mut BattleMut, combat: &Combat, unit: UnitId) {
    let ff = FuryView::of(battle.view());
    let (name, side) = (ff.name(unit).to_owned(), ff.side(unit));
    let Some(prey) = ff.closest_prey(combat, unit) else {
        let text = format!("{name} finds no enemy to break through to");
        battle.note(Some(side), RuleId::new("FF-10.14"), text);
        if ff_is_mounted(battle, unit) {
            order_state::disorder(battle, unit, "FF-10.14");
        }
        return;
    };
    let turned = ff.turned_to(unit, ff.middle(prey));
    let mounted = ff.values(unit).mounted;
    let start = if ff.has_room(unit, &turned, mounted).is_ok() { turned } else { ff.pose(unit) };
    let steps = [Step::Slide(start.facing.forward() * 60.0)];
    let goals = [prey];
    let rate = start.formation;
    let purpose = Purpose { steps: &steps, share: 0.5, rate, double_quick: true, passes: false, goals: &goals };
    let walked = ff.walk(unit, &start, &purpose);
    let end = *walked.end();
    let theirs: Vec<Outline> = ff.outlines(prey).collect();
    let contact = ff.gap_of(ff.body_in(unit, &end).outlines(), &theirs) <= CONTACT;
    let class = walked.class_touched(&ff, unit);
    let level = ff.level_of(unit);
    let centres: Vec<Vec2> = ff.body_in(unit, &start).outlines().map(|stand| stand.place.at).collect();
    let outflanked = ff.formation(prey) != crate::rulesets::fire_and_fury::book::formations::Formation::Square
        && ff.behind_front(prey, &centres);
    let poses = walked.poses();
    let text = format!("{name} breaks through {:.1}\u{2033}", walked.inches());
    battle.log(Some(side), EventKind::Note, RuleId::new("FF-10.14"), text, Explained::default());
    places::take(battle, unit, &poses, "FF-10.14");
    battle.unit_mut::<Work>(unit).done = true;
    if contact {
        let next =
            Combat { attackers: vec![unit], defender: prey, second: true, desperate: false, outflanked, class, level };
        fight(battle, next);
    } else if mounted && FuryView::of(battle.view()).present(unit) && ff_is_mounted(battle, unit) {
        order_state::disorder(battle, unit, "FF-10.14");
    }
}

fn ff_is_mounted(battle: &BattleMut, unit: UnitId) -> bool {
    FuryView::of(battle.view()).values(unit).is_mounted()
}

/// FF-10.10: a winner carries the position or breaks through, as its owner says.
pub fn decide(battle: &mut BattleMut, winner: &Winner, breaks_through: bool) {
    let unit = winner.unit;
    change(battle, |play: &mut SequenceOfPlay| play.winners.retain(|known| known.unit != unit));
    if !FuryView::of(battle.view()).present(unit) {
        return;
    }
    let level = FuryView::of(battle.view()).level_of(unit);
    let combat = Combat {
        attackers: vec![unit],
        defender: winner.beaten,
        second: false,
        desperate: false,
        outflanked: false,
        class: winner.class,
        level,
    };
    if breaks_through {
        break_through(battle, &combat, unit);
        return;
    }
    carry(battle, unit, &winner.former);
    if is_shaken_by_win(&FuryView::of(battle.view()), &combat, unit) {
        order_state::disorder(battle, unit, "FF-10.10");
    }
}

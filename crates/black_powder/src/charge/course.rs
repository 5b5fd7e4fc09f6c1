//! A charger on its course: how far the charger comes, and where it stops if it does not strike (BP-6.1, BP-6.2,
//! BP-6.4).

use super::ways::{Short, Strike};
use crate::{
    book::values::{Stood, Work},
    movement::{marching, walker::Leave},
    state::{
        sequence_of_play::{Charger, Course, Manoeuvre},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    events::RuleId,
    forces::{SideId, UnitId},
    shared::formed::{
        block::{self, front},
        strip,
        walk::Body,
    },
    table::footprint::Outline,
    turn::BattleMut,
};

impl Charger {
    /// Makes the way of a charge the charger's course, all of which is before it.
    pub fn takes(&mut self, bp: &BlackPowderView, strike: &Strike, target: UnitId) {
        self.face = Some(strike.way.face);
        self.needs = bp.moves_needed(self.unit, strike.way.cost);
        self.course = Some(Course {
            list: strike.way.list.clone(),
            cost: strike.way.cost,
            contact: Stood::of(strike.way.contact),
            target: Stood::of(bp.outline(target)),
        });
    }

    /// Its course, if the target still stands where it stood when the course was found.
    pub fn course_to(&self, bp: &BlackPowderView, target: UnitId) -> Option<&Course> {
        self.course.as_ref().filter(|course| course.target == Stood::of(bp.outline(target)))
    }
}

/// The part of a list that brings a block to within this many inches of another, and the rest of it.
pub(super) fn cut(start: Outline, list: &[Manoeuvre], goal: &Outline, inches: f32) -> (Vec<Manoeuvre>, Vec<Manoeuvre>) {
    let mut block = start;
    for (n, manoeuvre) in list.iter().enumerate() {
        let (halves, end) = match manoeuvre {
            Manoeuvre::Slide { by } => {
                let share = strip::slide_nears(&block, *by, goal, inches);
                let part = |share: f32| Manoeuvre::Slide { by: *by * share };
                (share.map(|share| (part(share), part(1.0 - share))), block::moved(&block, *by))
            }
            Manoeuvre::Wheel { degrees } => {
                let near = strip::wheel_nears(&block, *degrees, goal, inches);
                let part = |degrees: f32| Manoeuvre::Wheel { degrees };
                (near.map(|near| (part(near), part(degrees - near))), block.wheeled(*degrees))
            }
            _ => (None, block),
        };
        if let Some((before, after)) = halves {
            let first = list[..n].iter().cloned().chain([before]).collect();
            let rest = std::iter::once(after).chain(list[n + 1..].iter().cloned()).collect();
            return (first, rest);
        }
        block = end;
    }
    (list.to_vec(), Vec::new())
}

impl<'w> BlackPowderView<'w> {
    /// BP-6.4: a charger's course up to this many inches from the target, the rest of it, and where it halts if nothing
    /// stops it.
    pub(super) fn halt(
        &self,
        charger: &Charger,
        target: UnitId,
        inches: f32,
    ) -> Option<(Vec<Manoeuvre>, Vec<Manoeuvre>, Outline)> {
        let course = charger.course_to(self, target)?;
        let own = self.outline(charger.unit);
        let (first, rest) = cut(own, &course.list, &self.outline(target), inches);
        let end = first.iter().fold(own, |block, manoeuvre| match manoeuvre {
            Manoeuvre::Slide { by } => block::moved(&block, *by),
            Manoeuvre::Wheel { degrees } => block.wheeled(*degrees),
            _ => block,
        });
        Some((first, rest, end))
    }
}

/// Whether a charger has not been driven off.
pub(super) fn still_coming(battle: &BattleMut, unit: UnitId) -> bool {
    let bp = BlackPowderView::of(battle.view());
    bp.present(unit) && !bp.play().driven.contains(&unit)
}

/// Moves a charger along its course until it is within `halt` inches of the target.
pub(super) fn come_on(battle: &mut BattleMut, charger: &mut Charger, target: UnitId, halt: f32) {
    let (walk, rest) = {
        let bp = BlackPowderView::of(battle.view());
        let Some((first, rest, _)) = bp.halt(charger, target, halt) else { return };
        let leave = Leave { target: Some(target), charging: true, ..Leave::default() };
        let most = (charger.reach - charger.gone).max(0.0);
        (bp.walk_inches(charger.unit, &first, charger.moves.max(1), Some(most), leave), rest)
    };
    if walk.is_still() {
        return;
    }
    charger.gone += walk.end().cost;
    let stopped = walk.stopped.is_some();
    charger.course = charger.course.take().filter(|_| !stopped).map(|course| Course {
        list: rest,
        cost: (course.cost - walk.end().cost).max(0.0),
        ..course
    });
    let moves = battle.view().unit_part::<Work>(charger.unit).moves;
    marching::go(battle, charger.unit, &walk, "BP-6.2");
    let one = BlackPowderView::of(battle.view()).move_inches(charger.unit);
    battle.unit_mut::<Work>(charger.unit).moves = moves + (charger.gone / one).ceil() as u8;
}

/// BP-6.1: moves a charger that does not strike its full distance straight toward the target.
pub(super) fn fall_short(battle: &mut BattleMut, charger: &Charger, target: UnitId, short: &Short) {
    let walk = {
        let bp = BlackPowderView::of(battle.view());
        let own = bp.outline(charger.unit);
        let straight = || {
            let point = block::nearest_point(&bp.outline(target), front(&own));
            vec![Manoeuvre::Slide { by: point - front(&own) }]
        };
        let list = short.way.as_ref().map_or_else(straight, |way| way.list.clone());
        let most = (charger.reach - charger.gone).max(0.0);
        bp.walk_inches(charger.unit, &list, charger.moves, Some(most), Leave::default())
    };
    let (side, name) = side_and_name(battle, charger.unit);
    let why = if charger.moves == 0 { "no move is left" } else { short.why.as_str() };
    let text = format!("{name} does not reach {}: {why}", battle.view().unit(target).name);
    battle.note(Some(side), RuleId::new("BP-6.1"), text);
    if charger.moves > 0 {
        marching::go(battle, charger.unit, &walk, "BP-6.1");
    }
}

/// BP-11.1: moves a charger whose enemy is gone to the place of contact, where it stops.
pub(super) fn stand_on_place(battle: &mut BattleMut, charger: &Charger) {
    let walk = {
        let bp = BlackPowderView::of(battle.view());
        let most = (charger.reach - charger.gone).max(0.0);
        let list = charger.course.as_ref().map_or(&[][..], |course| &course.list);
        bp.walk_inches(charger.unit, list, charger.moves.max(1), Some(most), Leave::default())
    };
    marching::go(battle, charger.unit, &walk, "BP-6.2");
}

/// Logs what becomes of a unit of a charge.
pub(super) fn say(battle: &mut BattleMut, unit: UnitId, rule: &'static str, what: &str) {
    let (side, name) = side_and_name(battle, unit);
    battle.note(Some(side), RuleId::new(rule), format!("{name}: {what}"));
}

/// The side and the name of a unit.
pub(super) fn side_and_name(battle: &BattleMut, unit: UnitId) -> (SideId, String) {
    (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone())
}

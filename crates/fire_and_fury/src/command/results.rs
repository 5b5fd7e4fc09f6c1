//! What a maneuver check does to a unit at once (FF-5.9 to FF-5.12).

use crate::{
    book::{
        army_list,
        formations::{Formation, Pose},
        values::{Effect, OrderState, Work},
    },
    condition::{losses, order_state, places},
    movement::giving_way,
    state::view::FuryView,
};
use grapeshot_floor::{english::agreement, events::RuleId, forces::UnitId, table::position::Heading, turn::BattleMut};

impl FuryView<'_> {
    /// FF-5.9: how a broken unit re-forms: in line, or in open order if it forms no line, facing the nearest enemy that
    /// it could see, else away from its friendly edge.
    pub fn re_formed(&self, unit: UnitId) -> Pose {
        let values = self.values(unit);
        let line = army_list::may_form(values.arm, values.flags, values.mounted, Formation::Line).is_ok();
        let formation = if line { Formation::Line } else { Formation::OpenOrder };
        let pose = values.pose;
        let seen = self
            .enemies_of(self.side(unit))
            .filter(|enemy| self.ground_is_free(pose.front, self.middle(*enemy)))
            .map(|enemy| (enemy, self.gap(unit, enemy)))
            .filter(|(_, gap)| self.within(*gap, self.farthest_sight()))
            .min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        let facing = match seen {
            Some((enemy, _)) => Heading::from_to(pose.front, self.middle(enemy)),
            None => self.homeward(self.side(unit)).about(),
        };
        let interval = if line { pose.interval } else { self.numbers().interval.0 };
        Pose { ranks: 1, interval, ..pose.form(formation).at(pose.front, facing) }
    }
}

/// FF-5.9: puts a unit into a better state of order; a broken unit re-forms in line where it stands, or at the nearest
/// place with room. Without room it stays broken, and its maneuver is over.
fn rally(battle: &mut BattleMut, unit: UnitId, order: OrderState) {
    let ff = FuryView::of(battle.view());
    if !ff.values(unit).is_broken() {
        return order_state::set(battle, unit, order, "FF-5.9");
    }
    let Some(pose) = ff.room_to_re_form(unit, &ff.re_formed(unit)) else {
        let (side, name) = (ff.side(unit), ff.name(unit));
        let text = format!("{name} {} no room to re-form", agreement::verb(name, "finds", "find"));
        battle.note(Some(side), RuleId::new("FF-5.9"), text);
        battle.unit_mut::<Work>(unit).done = true;
        return;
    };
    order_state::set(battle, unit, order, "FF-5.9");
    places::take(battle, unit, &[pose], "FF-5.9");
}

/// FF-5.9, FF-5.10: makes a unit within close range of the enemy retreat out of it; outside it holds. Returns whether
/// it is broken at its edge of the table (FF-6.16).
fn out_of_range(battle: &mut BattleMut, unit: UnitId, rule: &'static str) -> bool {
    let near = FuryView::of(battle.view()).close_enemies(unit);
    !near.is_empty() && giving_way::retreat_out_of_range(battle, unit, &near, rule)
}

/// FF-5.10 to FF-5.12: applies to a unit what an effect does at once; `modified` is the result of its check.
pub fn apply(battle: &mut BattleMut, unit: UnitId, effect: Effect, modified: i32) {
    let ff = FuryView::of(battle.view());
    let values = ff.values(unit).clone();
    let square = values.formation() == Formation::Square;
    let fortified = ff.is_fortified(unit);
    match effect {
        Effect::RallyWithElan | Effect::Rally => {
            rally(battle, unit, OrderState::Good);
        }
        Effect::Shaken | Effect::Wavering => {
            let order = if effect == Effect::Shaken { OrderState::Good } else { OrderState::Disordered };
            if square || !out_of_range(battle, unit, "FF-5.9") {
                rally(battle, unit, order);
            }
        }
        Effect::FallBack if values.is_guns() => guns_fall_back(battle, unit),
        Effect::FallBack => {
            let near = !FuryView::of(battle.view()).close_enemies(unit).is_empty();
            if near && !square && !fortified {
                out_of_range(battle, unit, "FF-5.10");
                order_state::disorder(battle, unit, "FF-5.10");
            }
        }
        Effect::Panic if values.is_guns() => guns_panic(battle, unit),
        Effect::Panic => {
            if values.must_check() {
                losses::lose(battle, unit, (-modified).max(0) as u8, "FF-5.9");
            }
            giving_way::retreat_in_full(battle, unit, "FF-5.11");
        }
        Effect::DoubleQuick | Effect::WellHandled | Effect::Tardy => {}
    }
    if !effect.is_usable() && FuryView::of(battle.view()).present(unit) {
        battle.unit_mut::<Work>(unit).done = true;
    }
}

/// FF-5.10: makes guns in close range limber and retreat; unlimbered heavy guns and fixed guns are lost.
fn guns_fall_back(battle: &mut BattleMut, unit: UnitId) {
    let ff = FuryView::of(battle.view());
    if ff.close_enemies(unit).is_empty() {
        return;
    }
    let unlimbered = ff.formation(unit) == Formation::Unlimbered;
    if unlimbered && (ff.has_heavy_guns(unit) || ff.values(unit).flags.fixed) {
        if !ff.is_fortified(unit) {
            losses::lose_guns(battle, unit, "FF-5.10");
        }
        return;
    }
    giving_way::retreat_in_full(battle, unit, "FF-5.10");
}

/// FF-5.11: makes guns limber and retreat; unlimbered heavy guns and fixed guns are lost unless they are fortified.
fn guns_panic(battle: &mut BattleMut, unit: UnitId) {
    let ff = FuryView::of(battle.view());
    let fixed = ff.values(unit).flags.fixed;
    let stays = ff.formation(unit) == Formation::Unlimbered && (ff.has_heavy_guns(unit) || fixed);
    if !stays {
        giving_way::retreat_in_full(battle, unit, "FF-5.11");
        return;
    }
    let holds = ff.is_fortified(unit) && (!fixed || ff.close_enemies(unit).is_empty());
    if holds {
        order_state::silence(battle, unit, true, "FF-5.11");
    } else {
        losses::lose_guns(battle, unit, "FF-5.11");
    }
}

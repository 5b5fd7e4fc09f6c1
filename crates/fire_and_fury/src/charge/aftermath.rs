//! What each unit may choose when its combat is over (FF-10.10 to FF-10.15).

use bevy::math::Vec2;

use super::score::Combat;
use crate::{
    book::{
        formations::Formation,
        values::{Arm, Class},
    },
    movement::storming::OPENS_INTO,
    state::{
        sequence_of_play::{Aftermath, Sequel, SequenceOfPlay, change},
        view::FuryView,
    },
};
use grapeshot_floor::{forces::UnitId, table::footprint::Outline, turn::BattleMut};

impl FuryView<'_> {
    /// FF-10.15: whether a unit may be recalled after a combat: mounted cavalry, and not after a second one.
    pub fn may_recall(&self, unit: UnitId, combat: &Combat) -> bool {
        self.present(unit) && self.values(unit).is_mounted() && !combat.second
    }

    /// FF-10.14: the closest enemy in sight of a unit that breaks through; enemies that it has beaten are left out.
    pub fn closest_prey(&self, unit: UnitId, beaten: &[UnitId]) -> Option<UnitId> {
        let prey = self
            .enemies_of(self.side(unit))
            .filter(|enemy| !beaten.contains(enemy) && self.sees(unit, *enemy))
            .map(|enemy| (enemy, self.gap(unit, enemy)));
        prey.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))).map(|(enemy, _)| enemy)
    }

    /// FF-10.10, FF-10.14, FF-10.15: the choices of a unit that has won by a difference.
    fn sequels_of_win(&self, combat: &Combat, unit: UnitId, difference: i32) -> Vec<Sequel> {
        let table = &self.book.charge;
        let (driven, swept) = (difference >= i32::from(table.driven), difference >= i32::from(table.swept));
        let values = self.values(unit);
        let through = !combat.second
            && values.formation() != Formation::StormingColumn
            && self.closest_prey(unit, &combat.defenders).is_some();
        if values.formation() == Formation::StormingColumn {
            return OPENS_INTO.into_iter().map(Sequel::Open).chain([Sequel::Occupy]).collect();
        }
        match values.is_mounted() {
            true if driven && through => vec![Sequel::BreakThrough],
            true if !driven && difference > 0 && self.may_recall(unit, combat) => {
                vec![Sequel::Carry, Sequel::CarryTurned, Sequel::Recall]
            }
            false if swept && through && values.arm == Arm::Infantry => {
                vec![Sequel::Carry, Sequel::CarryTurned, Sequel::BreakThrough]
            }
            _ => vec![Sequel::Carry, Sequel::CarryTurned],
        }
    }
}

fn corners(outlines: &[Outline]) -> Vec<Vec2> {
    outlines.iter().flat_map(Outline::corners).collect()
}

/// FF-10.10: whether a winner is disordered by its win.
fn is_shaken_by_win(ff: &FuryView, combat: &Combat, unit: UnitId) -> bool {
    let storms = ff.formation(unit) == Formation::StormingColumn;
    combat.class >= Class::Broken || ff.values(unit).is_mounted() || combat.second || storms
}

/// Lets a unit go on whose combat is over, once all that comes before it is done.
pub fn goes_on(battle: &mut BattleMut, aftermath: Aftermath) {
    change(battle, |play: &mut SequenceOfPlay| play.aftermath.push(aftermath));
}

/// FF-10.15: lets a loser in disorder give way, or be recalled if it is cavalry and this was its first combat.
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

/// FF-10.12: lets cavalry whose countercharge has won carry the position, be recalled or hold.
pub fn countercharger_goes(battle: &mut BattleMut, combat: &Combat, unit: UnitId, former: &[Outline]) {
    let ff = FuryView::of(battle.view());
    if !ff.countercharges(unit) || !ff.may_recall(unit, combat) {
        return;
    }
    let sequels = vec![Sequel::Hold, Sequel::Carry, Sequel::CarryTurned, Sequel::Recall];
    let (enemies, former) = (combat.attackers.clone(), corners(former));
    goes_on(battle, Aftermath { unit, sequels, enemies, former, disordered: false });
}

/// Lets the attackers carry the position, break through or be recalled when the defender is beaten or gone. `former`
/// are the outlines where its stands stood.
pub fn winners_go(battle: &mut BattleMut, combat: &Combat, former: &[Outline], difference: i32) {
    for unit in combat.attackers.clone() {
        let ff = FuryView::of(battle.view());
        if !ff.present(unit) || ff.values(unit).is_broken() {
            continue;
        }
        let sequels = ff.sequels_of_win(combat, unit, difference);
        let disordered = is_shaken_by_win(&ff, combat, unit);
        let enemies = combat.defenders.clone();
        goes_on(battle, Aftermath { unit, sequels, enemies, former: corners(former), disordered });
    }
}

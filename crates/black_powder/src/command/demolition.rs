//! Bridges that are destroyed (BP-3.5): which unit may do it, its order, and the die at the end of the player turn.

use super::instruct::Command;
use crate::{
    book::{dice, marks, mines::Mine},
    state::view::BlackPowderView,
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::{SideId, UnitEntry, UnitId},
    orders::{Order, Plan, Refusal},
    procedure::Found,
    shared::{formed::block::overlaps, refuse},
    table::{
        house::{Breach, Breaches, Wall},
        measure::edges,
    },
    turn::BattleMut,
};

/// The rule of all this.
const RULE: &str = "BP-3.5";
/// Inches from a bridge within which a unit works at it.
const AT_WORK: f32 = 1.0;

impl BlackPowderView<'_> {
    /// BP-3.5: the charge of a unit, if its scenario lets it destroy a bridge.
    pub fn mine_of(&self, unit: UnitId) -> Option<Mine> {
        Mine::of(&self.view.unit_part::<UnitEntry>(unit).values)
    }

    /// BP-3.5: the bridge that a unit may destroy, by the index of its crossing, as long as that stands.
    pub fn bridge_of(&self, unit: UnitId) -> Option<usize> {
        self.mine_of(unit)?.bridge(self.view.terrain())
    }

    /// BP-3.5: whether a unit could destroy its bridge where it stands and as it is; if it could, its charge with the index
    /// of the crossing.
    ///
    /// # Errors
    /// If it has no charge, if its bridge is destroyed or somebody stands on it, if the unit is too far from it, or if it is
    /// off the table, shaken, disordered or in combat.
    pub fn may_demolish(&self, unit: UnitId) -> Result<(Mine, usize), Refusal> {
        let name = self.name(unit);
        let Some(mine) = self.mine_of(unit) else {
            return refuse(RULE, format!("{name} has no charge for a bridge"));
        };
        let terrain = self.view.terrain();
        let Some(bridge) = mine.bridge(terrain) else {
            return refuse(RULE, "The bridge is destroyed");
        };
        if !self.present(unit) {
            return refuse(RULE, format!("{name} is not on the table"));
        }
        if self.unsteady(unit) {
            let how = if self.disordered(unit) { "disordered" } else { "shaken" };
            return refuse(RULE, format!("{name} is {how} and destroys no bridge"));
        }
        if self.in_combat(unit) {
            return refuse(RULE, format!("{name} is in combat"));
        }
        let outline = &terrain.crossings[bridge].outline;
        if let Some(other) = self.regiments().find(|other| overlaps(&self.outline(*other), outline)) {
            return refuse(RULE, format!("{} stands on the bridge", self.name(other)));
        }
        let block = self.outline(unit);
        let gap = edges(outline).map(|(a, b)| block.gap_to_segment(a, b)).fold(f32::INFINITY, f32::min);
        if !self.within(gap, AT_WORK) {
            let (gap, most) = (format!("{gap:.1}\u{2033}"), format!("{:.1}\u{2033}", self.inches(AT_WORK)));
            return refuse(RULE, format!("{name} is {gap} from the bridge, and works at it within {most}"));
        }
        Ok((mine, bridge))
    }

    /// BP-3.5: checks the order to destroy a bridge.
    pub fn check_demolition(&self, order: &Order) -> Found<Command> {
        let command = self.command_of(order)?;
        let unit = command.units[0].0;
        let (mine, _) = self.may_demolish(unit)?;
        let (mut odds, outcomes) = self.odds_of(&command, None);
        let then = format!("{} or more on a die at the end of the turn: {:.0} %", mine.score, mine.chance() * 100.0);
        for order in &mut odds {
            order.then.push((then.clone(), RuleId::new(RULE)));
        }
        let summary = format!("{} sets to work at the bridge instead of moving", self.name(unit));
        Ok((Plan { summary, odds, outcomes, ..Plan::default() }, command))
    }

    /// BP-10.3: the points of a side for the bridges that it has destroyed.
    pub fn points_for_bridges(&self, side: SideId) -> f32 {
        let gone = self.view.resource::<Breaches>().0.iter();
        let fallen = gone.filter(|breach| matches!(breach.wall, Wall::Crossing(_)));
        let earned = fallen.filter_map(|breach| {
            let own = self.view.units().filter(|unit| self.side(*unit) == side);
            own.filter_map(|unit| self.mine_of(unit)).find(|mine| mine.at == breach.at)
        });
        earned.map(|mine| mine.points).sum()
    }
}

/// BP-3.5: a unit sets to work at its bridge.
pub(super) fn begin(battle: &mut BattleMut, unit: UnitId) {
    let text = format!("{} sets to work at the bridge", battle.view().unit(unit).name);
    battle.mark_unit(unit, &marks::AT_THE_BRIDGE, 1, RuleId::new(RULE), text);
}

/// BP-3.5: at the end of its player turn a side rolls a die for each of its units that is at work at a bridge.
pub fn finish(battle: &mut BattleMut, side: SideId) {
    let view = battle.view();
    let at_work = |unit: &UnitId| view.side_of_unit(*unit) == side && view.unit_marks(*unit).has(&marks::AT_THE_BRIDGE);
    let units: Vec<UnitId> = view.units().filter(at_work).collect();
    for unit in units {
        let name = battle.view().unit(unit).name.clone();
        let may = BlackPowderView::of(battle.view()).may_demolish(unit);
        match may {
            Ok((mine, bridge)) => fire(battle, (side, unit), mine, bridge),
            Err(why) => battle.note(Some(side), RuleId::new(RULE), format!("The bridge stands: {}", why.reason)),
        }
        let text = format!("{name} is no more at work at the bridge");
        battle.mark_unit(unit, &marks::AT_THE_BRIDGE, 0, RuleId::new(RULE), text);
    }
}

/// BP-3.5: rolls the die that decides whether a unit destroys its bridge.
fn fire(battle: &mut BattleMut, (side, unit): (SideId, UnitId), mine: Mine, bridge: usize) {
    let die = battle.roll(&dice::BRIDGES, 6);
    let goes = die >= mine.score;
    let what = if goes { "the bridge is destroyed" } else { "the bridge stands" };
    let name = battle.view().unit(unit).name.clone();
    let text = format!("{name} rolls {die}, needing {} or more: {what}", mine.score);
    dice::log(battle, (side, unit), &[die], RULE, text, Explained::default());
    battle.trial("To destroy a bridge", mine.chance(), usize::from(goes), 1);
    if goes {
        let breach = Breach { wall: Wall::Crossing(bridge), at: mine.at, width: 0.0 };
        battle.breach(breach, RuleId::new(RULE), "Nothing leads over the bridge any more");
    }
}

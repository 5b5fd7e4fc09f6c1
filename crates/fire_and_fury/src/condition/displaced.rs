//! Leaders that the enemy moves onto, and leaders that are gone (FF-11.1, FF-11.5).

use crate::{book::values::Leader, state::view::FuryView};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, UnitId},
    table::position::Place,
    turn::BattleMut,
};

impl FuryView<'_> {
    /// FF-11.1: the enemy leaders attached to no unit that a unit stands on.
    fn run_over(&self, unit: UnitId) -> Vec<UnitId> {
        let enemies = self.view.units().filter(|leader| {
            self.leader(*leader).is_some_and(|leader| leader.attached.is_none())
                && self.side(*leader) != self.side(unit)
                && self.present(*leader)
        });
        let pressed = |leader: &UnitId| {
            self.outlines(*leader).any(|base| self.outlines(unit).any(|stand| stand.overlap(&base) > 0.0))
        };
        enemies.filter(pressed).collect()
    }
}

/// FF-11.1: displaces leaders that a unit has moved onto: each goes to the nearest unit of his side within reach, or is
/// captured.
pub fn displace(battle: &mut BattleMut, unit: UnitId) {
    for leader in FuryView::of(battle.view()).run_over(unit) {
        let ff = FuryView::of(battle.view());
        let (name, side, piece) = (ff.name(leader).to_owned(), ff.side(leader), ff.view.unit(leader).pieces[0]);
        let friends = ff.units_of(side).map(|friend| (friend, ff.gap(leader, friend)));
        let near = friends.filter(|(_, gap)| ff.within(*gap, ff.numbers().displaced));
        let Some((friend, _)) = near.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))) else {
            let delay = ff.settings().replacement_delay;
            let text = format!("{name} is captured");
            battle.log(Some(side), EventKind::Note, RuleId::new("FF-11.1"), text.clone(), Explained::default());
            remove(battle, leader, 1 + delay, true);
            battle.remove_piece(piece, Fate::Casualty, RuleId::new("FF-11.1"), text);
            continue;
        };
        let (pose, depth) = (ff.pose(friend), ff.measures(friend).1);
        let at = pose.front - pose.facing.forward() * depth;
        let text = format!("{name} gets away to {}", ff.name(friend));
        let from = ff.view.place(piece).at;
        battle.log(Some(side), EventKind::Note, RuleId::new("FF-11.1"), text.clone(), Explained::default());
        let place = Place { at, facing: pose.facing, floor: 0 };
        battle.move_piece(piece, vec![from, at], place, RuleId::new("FF-11.1"), text);
    }
}

/// FF-11.3, FF-11.5: takes a leader off the table until this many of his side's turns have begun; with `for_good` a
/// successor comes then.
pub fn remove(battle: &mut BattleMut, leader: UnitId, turns: u8, for_good: bool) {
    let mut of = battle.unit_mut::<Leader>(leader);
    of.attached = None;
    of.absent = turns;
    of.removed = for_good;
}

//! How commanders ride, join units and are lost (BP-9.1 to BP-9.4).

use crate::{
    book::values::Officer,
    state::{sequence_of_play::SequenceOfPlay, view::BlackPowderView},
};
use grapeshot_floor::{
    events::RuleId,
    forces::{Fate, UnitId},
    table::position::Place,
    turn::BattleMut,
};

/// BP-9.3: puts a commander with a unit: he is where it is.
pub fn join(battle: &mut BattleMut, commander: UnitId, unit: UnitId, why: &'static str) {
    battle.unit_mut::<Officer>(commander).with = Some(unit);
    let place = battle.view().place(battle.view().unit(unit).pieces[0]);
    let text = format!("{} joins {}", battle.view().unit(commander).name, battle.view().unit(unit).name);
    ride(battle, commander, place, why, text);
}

/// Moves a commander to a place.
pub fn ride(battle: &mut BattleMut, commander: UnitId, place: Place, why: &'static str, text: String) {
    let piece = battle.view().unit(commander).pieces[0];
    let from = battle.view().place(piece).at;
    battle.move_piece(piece, vec![from, place.at], place, RuleId::new(why), text);
}

/// BP-9.1, BP-9.4: moves a commander to the nearest friendly unit, which must be within `within` inches if that is
/// given; else he is lost.
pub fn go_to_friend(battle: &mut BattleMut, commander: UnitId, within: Option<f32>) {
    battle.unit_mut::<Officer>(commander).with = None;
    let found = {
        let bp = BlackPowderView::of(battle.view());
        let at = bp.outline(commander).place.at;
        let friends = bp.regiments_of(bp.side(commander));
        let near = friends.map(|unit| (unit, bp.outline(unit).gap_to_point(at)));
        let nearest = near.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        nearest.filter(|(_, gap)| within.is_none_or(|most| bp.within(*gap, most))).map(|(unit, _)| unit)
    };
    match found {
        Some(unit) => join(battle, commander, unit, "BP-9.1"),
        None => fall(battle, commander, "BP-9.1"),
    }
}

/// BP-9.1: moves commanders that stand alone with an enemy within an inch to the nearest friend within 12 inches.
pub fn displace_officers(battle: &mut BattleMut, moved: UnitId) {
    let (alone, flee) = {
        let bp = BlackPowderView::of(battle.view());
        let block = bp.outline(moved);
        let officers = bp.view.units().filter(|unit| {
            bp.officer(*unit).is_some_and(|officer| officer.with.is_none())
                && bp.present(*unit)
                && bp.side(*unit) != bp.side(moved)
                && bp.within(block.gap(&bp.outline(*unit)), bp.numbers().berth)
        });
        (officers.collect::<Vec<_>>(), bp.numbers().flee_within)
    };
    for commander in alone {
        go_to_friend(battle, commander, Some(flee));
    }
}

/// Takes a commander that is lost off the table (BP-9.1, BP-9.4).
pub fn fall(battle: &mut BattleMut, commander: UnitId, why: &'static str) {
    {
        let mut officer = battle.unit_mut::<Officer>(commander);
        officer.fallen = true;
        officer.with = None;
        officer.done = true;
    }
    let name = battle.view().unit(commander).name.clone();
    let piece = battle.view().unit(commander).pieces[0];
    battle.remove_piece(piece, Fate::Casualty, RuleId::new(why), format!("{name} is lost"));
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    if play.commander == Some(commander) {
        play.commander = None;
    }
}

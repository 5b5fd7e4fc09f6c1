//! What units suffer: casualties, disorder, loss, and the commanders at risk with them (BP-5.8, 5.9, 6.5, 7.9, 9.4).

use crate::{
    book::{data::Effect, dice, marks, values::Regiment},
    movement::commanders::{fall, go_to_friend},
    state::{
        sequence_of_play::{Loss, SequenceOfPlay},
        view::{BlackPowderView, Book},
    },
};
use grapeshot_floor::{
    english::count,
    events::{EventKind, Explained, RuleId},
    forces::{Fate, Marks, UnitId},
    turn::BattleMut,
};

/// Sets the casualties of a unit, and whether it is shaken.
pub fn set_casualties(battle: &mut BattleMut, unit: UnitId, now: u8, why: &'static str) {
    let (name, before, stamina) = {
        let bp = BlackPowderView::of(battle.view());
        (bp.name(unit).to_owned(), bp.casualties(unit), bp.values(unit).stamina)
    };
    let text = if now > before {
        format!("{name} has {}, stamina {stamina}", count(now.into(), "casualty"))
    } else {
        format!("{name} is down to {}, stamina {stamina}", count(now.into(), "casualty"))
    };
    battle.mark_unit(unit, &marks::CASUALTY, now, RuleId::new(why), text);
    mark_shaken(battle, unit);
}

/// BP-6.12: lays or takes the marker of a shaken unit.
pub fn mark_shaken(battle: &mut BattleMut, unit: UnitId) {
    let (name, shaken) = {
        let bp = BlackPowderView::of(battle.view());
        (bp.name(unit).to_owned(), bp.shaken(unit))
    };
    let text = if shaken { format!("{name} is shaken") } else { format!("{name} is no longer shaken") };
    battle.mark_unit(unit, &marks::SHAKEN, u8::from(shaken), RuleId::new("BP-6.12"), text);
}

/// BP-5.9: gives a unit casualties. Those above its stamina are dropped, and their number is returned.
pub fn hurt(battle: &mut BattleMut, unit: UnitId, casualties: u8, artillery: bool, why: &'static str) -> u8 {
    if casualties == 0 {
        return 0;
    }
    untested(battle, unit);
    let (before, stamina) = {
        let bp = BlackPowderView::of(battle.view());
        (bp.casualties(unit), bp.values(unit).stamina)
    };
    let all = before + casualties;
    let excess = all.saturating_sub(stamina);
    set_casualties(battle, unit, all.min(stamina), why);
    if excess > 0 {
        let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
        let text = format!("{name}: {excess} above its stamina of {stamina}");
        battle.detail(Some(side), EventKind::Note, RuleId::new("BP-5.9"), text, Explained::default());
    }
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    match play.losses.iter_mut().find(|loss| loss.unit == unit) {
        Some(loss) => {
            loss.casualties += casualties;
            loss.excess += excess;
            loss.artillery |= artillery;
        }
        None => play.losses.push(Loss { unit, casualties, excess, artillery }),
    }
    excess
}

/// BP-11.1, Untested: when a unit is first hit, a die changes its stamina.
fn untested(battle: &mut BattleMut, unit: UnitId) {
    let is_first = !battle.view().unit_part::<Regiment>(unit).past.hit;
    battle.unit_mut::<Regiment>(unit).past.hit = true;
    if !is_first || !BlackPowderView::of(battle.view()).has(unit, Effect::Untested) {
        return;
    }
    let die = battle.roll(&dice::SPECIALS, 6);
    let stamina = battle.view().unit_part::<Regiment>(unit).stamina;
    let now = match die {
        1 => stamina.saturating_sub(1).max(1),
        6 => stamina + 1,
        _ => stamina,
    };
    battle.unit_mut::<Regiment>(unit).stamina = now;
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    let text = format!("{name} is untested: {die}, stamina {now}");
    dice::detail(battle, (side, unit), &[die], "BP-11.1", text, Explained::default());
}

/// BP-5.8, BP-6.5: puts a unit into disorder.
pub fn disorder(battle: &mut BattleMut, unit: UnitId, why: &'static str) {
    let name = battle.view().unit(unit).name.clone();
    battle.mark_unit(unit, &marks::DISORDERED, 1, RuleId::new(why), format!("{name} is disordered"));
}

/// BP-6.5: brings a unit back into order.
pub fn recover(battle: &mut BattleMut, unit: UnitId, why: &'static str) {
    let name = battle.view().unit(unit).name.clone();
    battle.mark_unit(unit, &marks::DISORDERED, 0, RuleId::new(why), format!("{name} is in order again"));
}

/// Takes a unit out of all contact.
pub fn part(battle: &mut BattleMut, unit: UnitId) {
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.contacts.retain(|contact| contact.other(unit).is_none());
}

/// BP-7.8: takes a unit off the table for good: it broke, or fled over the edge, or went off by an exit.
pub fn lose(battle: &mut BattleMut, unit: UnitId, fate: Fate, why: &'static str, text: String) {
    part(battle, unit);
    vacate(battle, unit);
    battle.unit_mut::<Marks>(unit).set(&marks::ACTED, 0);
    let piece = battle.view().unit(unit).pieces[0];
    battle.remove_piece(piece, fate, RuleId::new(why), text);
    {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.driven.push(unit);
        play.won.retain(|known| *known != unit);
    }
    let with: Vec<UnitId> = BlackPowderView::of(battle.view()).officers_with(unit).collect();
    for commander in with {
        match fate {
            Fate::Casualty => escape_or_fall(battle, commander),
            _ => go_to_friend(battle, commander, None),
        }
    }
}

/// Takes a garrison out of its building.
fn vacate(battle: &mut BattleMut, unit: UnitId) {
    battle.unit_mut::<Regiment>(unit).building = None;
}

/// BP-9.4: 10 or more on two dice: the commander of a broken unit is lost; else he goes to the nearest friend.
fn escape_or_fall(battle: &mut BattleMut, commander: UnitId) {
    let book = Book::of(battle);
    let dice = dice::roll(battle, &dice::OFFICERS, 2);
    let total = dice[0] + dice[1];
    let lost = total >= book.numbers.officer_lost_broken;
    let (side, name) = (battle.view().side_of_unit(commander), battle.view().unit(commander).name.clone());
    let text = if lost {
        format!("{name} falls with the unit: {total}")
    } else {
        format!("{name} escapes from the broken unit: {total}")
    };
    dice::log(battle, (side, commander), &dice, "BP-9.4", text, Explained::default());
    if lost {
        fall(battle, commander, "BP-9.4");
    } else {
        go_to_friend(battle, commander, None);
    }
}

/// BP-9.4: each commander with a unit that took a casualty is at risk.
pub fn risk_officer(battle: &mut BattleMut, unit: UnitId) {
    let with: Vec<UnitId> = BlackPowderView::of(battle.view()).officers_with(unit).collect();
    for commander in with {
        risk(battle, commander);
    }
}

fn risk(battle: &mut BattleMut, commander: UnitId) {
    let book = Book::of(battle);
    let dice = dice::roll(battle, &dice::OFFICERS, 2);
    let total = dice[0] + dice[1];
    let lost = total >= book.numbers.officer_lost_on;
    let (side, name) = (battle.view().side_of_unit(commander), battle.view().unit(commander).name.clone());
    let text = if lost { format!("{name} is hit: {total}") } else { format!("{name} is not hit: {total}") };
    dice::log(battle, (side, commander), &dice, "BP-9.4", text, Explained::default());
    if lost {
        fall(battle, commander, "BP-9.4");
    }
}

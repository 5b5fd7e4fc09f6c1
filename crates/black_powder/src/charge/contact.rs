//! How chargers come into contact (BP-6.2, BP-6.3, BP-6.13).

use super::{
    course::{fall_short, side_and_name, stand_on_place, still_coming},
    onward::Onward,
    ways::{ChargeWay, Short, Strike},
};
use crate::{
    book::{
        data::Effect,
        values::{Formation, Regiment, Troop, Work},
    },
    combat::fight,
    movement::marching,
    state::{
        pose::Pose,
        sequence_of_play::{Cause, Charge, ChargeStage, Charger, Contact, Response, SequenceOfPlay, Test},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    shared::formed::{block::Face, contacts},
    turn::BattleMut,
};

/// BP-11.1, Terrifying Charge: lets the target test just before contact.
pub(super) fn terrify(battle: &mut BattleMut, charge: &mut Charge) -> Onward {
    charge.chargers.retain(|charger| still_coming(battle, charger.unit));
    let terror = !charge.terrified && {
        let bp = BlackPowderView::of(battle.view());
        bp.present(charge.target)
            && !bp.play().driven.contains(&charge.target)
            && charge
                .chargers
                .iter()
                .any(|charger| bp.has(charger.unit, Effect::Terrifies) && !plain(&bp, charger.unit, charge.target))
    };
    charge.terrified = true;
    let test = terror.then(|| Test::new(charge.target, Cause::Terror));
    Onward::after_tests(test, ChargeStage::Strike)
}

/// BP-6.11: whether a charge earns neither bonus nor special rules: a charge of cavalry on a square.
fn plain(bp: &BlackPowderView, unit: UnitId, target: UnitId) -> bool {
    bp.formation(target) == Formation::Square && bp.troop(unit) == Troop::Cavalry
}

/// BP-6.2: lets the chargers strike, the nearest first.
pub(super) fn strike(battle: &mut BattleMut, charge: &mut Charge) -> Onward {
    charge.chargers.retain(|charger| still_coming(battle, charger.unit));
    let target = charge.target;
    for charger in charge.chargers.clone() {
        let gone = {
            let bp = BlackPowderView::of(battle.view());
            !bp.present(target) || bp.play().driven.contains(&target)
        };
        if gone {
            stand_on_place(battle, &charger);
        } else {
            hit_home(battle, charge, &charger);
        }
    }
    // A sweep that was met by a counter-charge has left the list of chargers already.
    let unit = charge.chargers.first().map_or(target, |charger| charger.unit);
    if charge.sweep && BlackPowderView::of(battle.view()).in_combat(unit) {
        fight::begin(battle, unit);
    }
    Onward::to(ChargeStage::Over)
}

/// Where a charger strikes at the end of the course on which it came, if the target has not moved and there is room.
fn on_course(bp: &BlackPowderView, charger: &Charger, target: UnitId) -> Option<Strike> {
    let (unit, face) = (charger.unit, charger.face?);
    let course = charger.course_to(bp, target)?;
    let place = bp.flush(unit, &bp.outline(unit), target, face, bp.formation(unit), &[])?;
    Some(Strike { way: ChargeWay::along(course, face), place })
}

/// BP-6.3: where a charger strikes, with the inches that it has left, if its target has moved or it has no place on its
/// face.
fn off_course(bp: &BlackPowderView, charger: &Charger, target: UnitId) -> Result<Strike, Short> {
    let due = charger.face.unwrap_or_else(|| bp.face_for(charger.unit, target));
    bp.strike_way(charger.unit, target, due, charger.reach - charger.gone)
}

/// Brings one charger into contact.
fn hit_home(battle: &mut BattleMut, charge: &Charge, charger: &Charger) {
    let (unit, target) = (charger.unit, charge.target);
    let straight = on_course(&BlackPowderView::of(battle.view()), charger, target);
    let found = match straight.or_else(|| make_room(battle, charge, charger)) {
        Some(strike) => Ok(strike),
        None => off_course(&BlackPowderView::of(battle.view()), charger, target),
    };
    let Strike { way, place } = match found {
        Ok(strike) => strike,
        Err(short) => {
            fall_short(battle, charger, target, &short);
            return;
        }
    };
    let (path, formation) = {
        let bp = BlackPowderView::of(battle.view());
        (vec![bp.outline(unit).place.at, way.contact.place.at, place.place.at], bp.formation(unit))
    };
    let pose = Pose { block: place, formation, building: None, cost: way.cost };
    let paid = Some((way.cost, charger.reach - charger.gone));
    marching::lead(battle, unit, &path, pose, paid, "BP-6.2");
    let needs = charger.needs.max(1);
    {
        let mut work = battle.unit_mut::<Work>(unit);
        work.moves = work.moves.max(needs);
    }
    let face = match charge.response {
        // BP-6.8: it strikes the rear of the evader.
        Some(Response::Evade | Response::EvadeFacing) => Face::Rear,
        _ => way.face,
    };
    struck(battle, unit, target, Face::Front, face);
    strike_beside(battle, unit);
}

/// BP-6.2: lets a charger strike the enemies against which it has come to lie beside its target.
fn strike_beside(battle: &mut BattleMut, unit: UnitId) {
    let others: Vec<UnitId> = {
        let bp = BlackPowderView::of(battle.view());
        let own = bp.outline(unit);
        let struck = bp.fighting(unit);
        let shares =
            |enemy: &UnitId| contacts::shared(&own, &bp.outline(*enemy)) >= bp.inches(bp.numbers().least_contact);
        bp.enemies_of(bp.side(unit)).filter(|enemy| !struck.contains(enemy) && shares(enemy)).collect()
    };
    for second in others {
        let face = BlackPowderView::of(battle.view()).quarter(second, unit);
        struck(battle, unit, second, Face::Front, face);
    }
}

/// BP-6.13: lets two chargers share a face: the first stands aside as far as the second needs.
fn make_room(battle: &mut BattleMut, charge: &Charge, charger: &Charger) -> Option<Strike> {
    let target = charge.target;
    let face = charger.face?;
    let (first, aside, place, way) = {
        let bp = BlackPowderView::of(battle.view());
        let course = charger.course_to(&bp, target)?;
        let contact = bp.play().contacts.iter().find(|contact| {
            contact.defender == target
                && contact.defender_face == face
                && charge.chargers.iter().any(|other| other.unit == contact.attacker)
        })?;
        let first = contact.attacker;
        let (aside, place) = bp.shared_face(first, charger.unit, target, face)?;
        (first, aside, place, ChargeWay::along(course, face))
    };
    let (own, formation) = {
        let bp = BlackPowderView::of(battle.view());
        (bp.outline(first), bp.formation(first))
    };
    let pose = Pose { block: aside, formation, building: None, cost: 0.0 };
    marching::put(battle, first, vec![own.place.at, aside.place.at], pose, "BP-6.13");
    strike_beside(battle, first);
    Some(Strike { way, place })
}

/// Notes that two units are in contact now.
pub(super) fn struck(battle: &mut BattleMut, unit: UnitId, target: UnitId, own: Face, face: Face) {
    let plain_charge = plain(&BlackPowderView::of(battle.view()), unit, target);
    {
        let mut work = battle.unit_mut::<Work>(unit);
        work.charged = Some(target);
        work.plain_charge = plain_charge;
    }
    let contact = Contact { attacker: unit, defender: target, attacker_face: own, defender_face: face };
    {
        let fighting = BlackPowderView::of(battle.view()).in_combat(target);
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.contacts.push(contact);
        // BP-7.3: a won round counts in its own combat only.
        play.won.retain(|known| *known != unit && (fighting || *known != target));
    }
    for one in [unit, target] {
        take_in_screen(battle, one);
    }
    let (side, name) = side_and_name(battle, unit);
    let enemy = battle.view().unit(target).name.clone();
    let text = format!("{name} strikes the {} of {enemy}", face.word());
    let (attacker, defender) = (battle.view().unit(unit).pieces[0], battle.view().unit(target).pieces[0]);
    let kind = EventKind::Fought { attacker, defender, winner: None, duel: None };
    battle.log(Some(side), kind, RuleId::new("BP-6.3"), text, Explained::default());
}

/// BP-4.3: takes in the screen of a unit on contact.
fn take_in_screen(battle: &mut BattleMut, unit: UnitId) {
    let formation = battle.view().unit_part::<Regiment>(unit).formation;
    if !formation.screened() {
        return;
    }
    battle.unit_mut::<Regiment>(unit).formation = formation.body();
    let (side, name) = side_and_name(battle, unit);
    let kind = EventKind::Formed { unit, formation: formation.body().id().into() };
    let text = format!("{name} takes its skirmishers in");
    battle.detail(Some(side), kind, RuleId::new("BP-4.3"), text, Explained::default());
}

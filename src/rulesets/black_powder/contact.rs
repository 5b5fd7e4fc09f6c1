//! Chargers come into contact (BP-6.2, BP-6.3, BP-6.13).

use super::{
    block::{self, Face, front},
    book::Bp,
    charge::ChargeWay,
    charges::{fall_short, push, put_back, say, side_and_name, still_coming},
    data::Effect,
    flow::{Cause, Charge, ChargeStage, Charger, Contact, Flow, Response, Task, Test},
    harm,
    moves::{Leave, Pose},
    values::{Formation, Regiment, Troop, Work},
};
use crate::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    table::footprint::Outline,
    turn::Field,
};

/// BP-11.1, Terrifying Charge: the target tests just before contact.
pub(super) fn terrify(field: &mut Field, mut charge: Charge) {
    charge.chargers.retain(|charger| still_coming(field, charger.unit));
    let terror = !charge.terrified && {
        let bp = Bp::of(field.view());
        bp.present(charge.target)
            && !bp.flow().driven.contains(&charge.target)
            && charge
                .chargers
                .iter()
                .any(|charger| bp.has(charger.unit, Effect::Terrifies) && !plain(&bp, charger.unit, charge.target))
    };
    let target = charge.target;
    charge.terrified = true;
    remember_ways(field, &mut charge);
    put_back(field, charge, ChargeStage::Strike);
    if terror {
        push(field, Task::Test(Test::new(target, Cause::Terror)));
    }
}

/// Where chargers would strike, in case the target goes before.
pub(super) fn remember_ways(field: &Field, charge: &mut Charge) {
    let bp = Bp::of(field.view());
    for charger in &mut charge.chargers {
        charger.list = bp.charge_way(charger.unit, charge.target).map_or_else(Vec::new, |way| way.list);
    }
}

/// BP-6.11: whether a charge earns neither bonus nor special rules: that of cavalry on a square.
fn plain(bp: &Bp, unit: UnitId, target: UnitId) -> bool {
    bp.formation(target) == Formation::Square && bp.troop(unit) == Troop::Cavalry
}

/// BP-6.2: the chargers strike, the nearest first.
pub(super) fn strike(field: &mut Field, mut charge: Charge) {
    charge.chargers.retain(|charger| still_coming(field, charger.unit));
    let target = charge.target;
    for charger in charge.chargers.clone() {
        let gone = {
            let bp = Bp::of(field.view());
            !bp.present(target) || bp.flow().driven.contains(&target)
        };
        if gone {
            stand_on_place(field, &charger);
        } else {
            hit_home(field, &charge, &charger);
        }
    }
    // A sweep that was met by a counter-charge has left the list of chargers already.
    let unit = charge.chargers.first().map_or(target, |charger| charger.unit);
    if charge.sweep && Bp::of(field.view()).in_combat(unit) {
        super::fight::begin(field, unit);
    }
}

/// BP-11.1: the enemy is gone: the charger goes to the place of contact and stops.
fn stand_on_place(field: &mut Field, charger: &Charger) {
    let walk = {
        let bp = Bp::of(field.view());
        let most = (charger.reach - charger.gone).max(0.0);
        bp.walk_inches(charger.unit, &charger.list, charger.moves.max(1), Some(most), Leave::default())
    };
    harm::go(field, charger.unit, &walk, "BP-6.2");
}

/// One charger comes into contact.
fn hit_home(field: &mut Field, charge: &Charge, charger: &Charger) {
    let (unit, target) = (charger.unit, charge.target);
    let goal = {
        let bp = Bp::of(field.view());
        let due = charger.face.unwrap_or_else(|| bp.face_for(unit, target));
        let formation = bp.formation(unit);
        bp.charge_way_on(unit, target, due).and_then(|way| {
            let left = charger.reach - charger.gone + bp.numbers().tolerance;
            let far = charger.gone > 0.0 || way.cost <= left;
            let room = bp.flush(unit, target, way.face, formation);
            room.filter(|_| far).map(|block| (way, block))
        })
    };
    let Some((way, block)) = goal.or_else(|| make_room(field, charge, charger)) else {
        say(field, unit, "BP-6.3", "finds no room to strike");
        fall_short(field, charger, target, None);
        return;
    };
    let (path, formation, cost) = {
        let bp = Bp::of(field.view());
        let own = bp.outline(unit);
        (vec![own.place.at, way.contact.place.at, block.place.at], bp.formation(unit), way.cost)
    };
    let pose = Pose { block, formation, building: None, cost };
    harm::put(field, unit, path, pose, "BP-6.2");
    let needs = charger.needs.max(1);
    {
        let mut work = field.unit_mut::<Work>(unit);
        work.moves = work.moves.max(needs);
    }
    let face = match charge.response {
        // BP-6.8: it strikes the rear of the evader.
        Some(Response::Evade | Response::EvadeFacing) => Face::Rear,
        _ => way.face,
    };
    struck(field, unit, target, Face::Front, face);
    let others: Vec<UnitId> = {
        let bp = Bp::of(field.view());
        let own = bp.outline(unit);
        let shares =
            |enemy: &UnitId| block::contact(&own, &bp.outline(*enemy)) >= bp.inches(bp.numbers().least_contact);
        bp.enemies_of(bp.side(unit)).filter(|enemy| *enemy != target && shares(enemy)).collect()
    };
    for second in others {
        let face = Bp::of(field.view()).quarter(second, unit);
        struck(field, unit, second, Face::Front, face);
    }
}

/// BP-6.13: two chargers share a face: the first stands aside as far as the second needs.
fn make_room(field: &mut Field, charge: &Charge, charger: &Charger) -> Option<(ChargeWay, Outline)> {
    let target = charge.target;
    let face = charger.face?;
    let first = {
        let bp = Bp::of(field.view());
        let contact = bp.flow().contacts.iter().find(|contact| {
            contact.defender == target
                && contact.defender_face == face
                && charge.chargers.iter().any(|other| other.unit == contact.attacker)
        });
        contact.map(|contact| contact.attacker)
    }?;
    let (aside, own) = {
        let bp = Bp::of(field.view());
        let own = bp.outline(first);
        let (width, _) = bp.measures(charger.unit, bp.formation(charger.unit))?;
        let along = own.place.facing.right();
        let to = (front(&bp.outline(charger.unit)) - own.place.at).dot(along);
        let by = along * if to >= 0.0 { -width / 2.0 } else { width / 2.0 };
        let aside = block::moved(&own, by);
        (bp.is_clear(first, target, &aside).then_some(aside)?, own)
    };
    let formation = Bp::of(field.view()).formation(first);
    let pose = Pose { block: aside, formation, building: None, cost: 0.0 };
    harm::put(field, first, vec![own.place.at, aside.place.at], pose, "BP-6.13");
    let bp = Bp::of(field.view());
    let way = bp.charge_way_on(charger.unit, target, face)?;
    let block = bp.flush(charger.unit, target, way.face, bp.formation(charger.unit))?;
    Some((way, block))
}

/// Two units are in contact now.
pub(super) fn struck(field: &mut Field, unit: UnitId, target: UnitId, own: Face, face: Face) {
    let plain_charge = plain(&Bp::of(field.view()), unit, target);
    {
        let mut work = field.unit_mut::<Work>(unit);
        work.charged = Some(target);
        work.plain_charge = plain_charge;
    }
    let contact = Contact { attacker: unit, defender: target, attacker_face: own, defender_face: face };
    {
        let fighting = Bp::of(field.view()).in_combat(target);
        let mut flow = field.resource_mut::<Flow>();
        flow.contacts.push(contact);
        // BP-7.3: what was won counts in that combat only.
        flow.won.retain(|known| *known != unit && (fighting || *known != target));
    }
    for one in [unit, target] {
        take_in_screen(field, one);
    }
    let (side, name) = side_and_name(field, unit);
    let enemy = field.view().unit(target).name.clone();
    let text = format!("{name} strikes the {} of {enemy}", face.word());
    let (attacker, defender) = (field.view().unit(unit).pieces[0], field.view().unit(target).pieces[0]);
    let kind = EventKind::Fought { attacker, defender, winner: None };
    field.log(Some(side), kind, RuleId::new("BP-6.3"), text, Explained::default());
}

/// BP-4.3: on contact the screen is taken in.
fn take_in_screen(field: &mut Field, unit: UnitId) {
    let formation = field.view().unit_part::<Regiment>(unit).formation;
    if !formation.screened() {
        return;
    }
    field.unit_mut::<Regiment>(unit).formation = formation.body();
    let (side, name) = side_and_name(field, unit);
    let kind = EventKind::Formed { unit, formation: formation.body().id().into() };
    let text = format!("{name} takes its skirmishers in");
    field.detail(Some(side), kind, RuleId::new("BP-4.3"), text, Explained::default());
}

//! Which units are in melee: fights begin by contact, and end when it does.

use super::sequence_of_play::{Contact, Fight, SequenceOfPlay};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    shared::formed::block::Face,
    turn::BattleMut,
};

/// Puts a unit and an enemy with which it comes into contact in melee. `charging` are those of the two that charge.
pub fn begin(battle: &mut BattleMut, contact: Contact, charging: &[UnitId], rule: &'static str) {
    let (unit, enemy) = (contact.attacker, contact.defender);
    let known = |fight: &Fight| fight.contact.other(unit) == Some(enemy);
    if battle.view().resource::<SequenceOfPlay>().fights.iter().any(known) {
        return;
    }
    let fight = Fight { contact, fought: false, impetus: charging.to_vec() };
    battle.resource_mut::<SequenceOfPlay>().fights.push(fight);
    let view = battle.view();
    let face = match contact.defender_face {
        Face::Left | Face::Right => "flank",
        face => face.word(),
    };
    let text = format!("{} strikes the {face} of {}", view.unit(unit).name, view.unit(enemy).name);
    let (attacker, defender) = (view.unit(unit).pieces[0], view.unit(enemy).pieces[0]);
    let side = view.side_of_unit(unit);
    let kind = EventKind::Fought { attacker, defender, winner: None, duel: None };
    battle.log(Some(side), kind, RuleId::new(rule), text, Explained::default());
}

/// Takes a unit out of all contact: it broke, retreated or was lost.
pub fn part(battle: &mut BattleMut, unit: UnitId) {
    let parted = |fight: &Fight| fight.contact.other(unit).is_some();
    if battle.view().resource::<SequenceOfPlay>().fights.iter().any(parted) {
        battle.resource_mut::<SequenceOfPlay>().fights.retain(|fight| !parted(fight));
    }
}

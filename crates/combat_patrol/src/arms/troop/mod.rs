//! Troops that fight in their own way, by a period's table, as far as the core plays it.
//!
//! 1. This file: what the table changes in the set-up of a scenario, and when units leave the table.
//! 2. [`prey`]: the lure of easy prey.

pub mod prey;

use smol_str::SmolStr;

use crate::{
    book::{
        cites::{Cites, Topic},
        rule_settings::CoreSettings,
        troops::Troop,
    },
    view::{
        period::period,
        rulebook::{BookData, SkirmishView},
        supplement::Supplement,
    },
};
use grapeshot_floor::{
    events::RuleId,
    forces::{Fate, PieceId, UnitEntry, UnitId, Value, Values},
    turn::{
        ArmyList, ArmyListProblem, BattleMut,
        vocabulary::{ValueField, ValueKind},
    },
};

/// The value by which a scenario says what kind of troops a unit is.
pub fn value(cites: Cites, troops: &[Troop]) -> ValueField {
    ValueField {
        name: "troop".into(),
        kind: ValueKind::Word(troops.iter().map(|troop| troop.id.clone()).collect()),
        default: Some(Value::List(Vec::new())),
        rule: RuleId::new(cites(Topic::SpecialUnits)),
        hint: "what kind of troops it is, if it fights in its own way".into(),
        sparse: false,
    }
}

/// The kind of troops that these values name, by its number in the table.
pub fn named(troops: &[Troop], values: &Values) -> Option<u8> {
    let word = values.word("troop")?;
    troops.iter().position(|troop| troop.id == *word).map(|n| n as u8)
}

/// Whether a unit of a scenario begins hidden because of what it is.
pub fn begins_hidden(troops: &[Troop], entry: &UnitEntry) -> bool {
    named(troops, &entry.values).is_some_and(|n| troops[usize::from(n)].hidden.is_some())
}

/// What is wrong with units of such troops in a scenario: an Endurance other than theirs, close order.
pub fn problems(book: &BookData, supplement: &dyn Supplement, army: &ArmyList) -> Vec<ArmyListProblem> {
    let troops = supplement.troops();
    let mut found = Vec::new();
    for (n, unit) in army.units.iter().enumerate() {
        let entry = &unit.unit_entry;
        let Some(troop) = named(troops, &entry.values).map(|n| &troops[usize::from(n)]) else { continue };
        let mut say = |field, rule: &RuleId, message, help: String| {
            found.push(ArmyListProblem { unit: UnitId(n as u16), field, rule: rule.clone(), message, help });
        };
        if let Some(own) = &troop.endurance
            && entry.values.number("endurance").is_some_and(|wounds| wounds != f32::from(own.wounds))
        {
            let message = format!("the `endurance` of {} is {}", troop.name, own.wounds);
            say("values", &own.rule, message, "Leave it out.".into());
        }
        if let Some(rule) = &troop.no_crew {
            let crewed = |id: &SmolStr| book.weapons.iter().any(|weapon| weapon.crew && weapon.id == *id);
            if entry.values.words("weapons").iter().any(crewed) || !entry.equipment.is_empty() {
                say("values", rule, format!("{} cannot use crewed weapons", troop.name), "Take it from them.".into());
            }
        }
        if let Some(rule) = &troop.no_close_order {
            let tolerance = CoreSettings::read(army.settings).touch_tolerance;
            if supplement.forms_body(&unit.outlines, &|a, b| a.gap(b) <= tolerance) {
                let battle = if unit.outlines.len() == 1 { "at" } else { "layout" };
                say(battle, rule, format!("{} may not use close order", troop.name), "Give them spaces.".into());
            }
        }
    }
    found
}

/// `Quitting`: units that have had enough leave the table.
pub fn quit(battle: &mut BattleMut) {
    if period(battle).supplement.troops().iter().all(|troop| troop.quits.is_none()) {
        return;
    }
    let cp = SkirmishView::of(battle.view());
    let mut gone: Vec<(UnitId, RuleId)> = Vec::new();
    for unit in cp.view.units() {
        let Some(quits) = cp.troop(unit).and_then(|troop| troop.quits.as_ref()) else { continue };
        let left = cp.men(unit).count();
        if left > 0 && (left as f32) < quits.below * f32::from(cp.section(unit).strength) {
            gone.push((unit, quits.rule.clone()));
        }
    }
    for (unit, rule) in gone {
        let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
        crate::spotting::of_unit(battle, unit, |battle| {
            battle.note(Some(side), rule.clone(), format!("{name} has had enough and leaves the field"));
        });
        let men: Vec<PieceId> = battle.view().present(unit).collect();
        for piece in men {
            let text = format!("{} leaves the table", battle.view().piece(piece).name);
            battle.remove_piece(piece, Fate::Exited, rule.clone(), text);
            crate::fire::wounds::lose_leader(battle, unit, piece);
        }
    }
}

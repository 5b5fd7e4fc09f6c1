//! Troops that fight in their own way: what a period's table says of them, as far as the core plays it.
//!
//! 1. This file: what the table of such troops changes in command, melee and the roll of a scenario.
//! 2. [`prey`]: the lure of easy prey.

pub mod prey;

use crate::{
    events::RuleId,
    forces::{Fate, PieceId, UnitEntry, UnitId, Value, Values},
    orders::Refusal,
    rulesets::combat_patrol::{
        book::{
            cites::{Cites, Topic},
            rule_settings::CoreSettings,
            troops::Troop,
        },
        view::rulebook::{Book, BookData, SkirmishView},
    },
    table::footprint::Outline,
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

/// What is wrong with units of such troops in a scenario: another Endurance than theirs, close order.
pub fn problems(book: &BookData, army: &ArmyList) -> Vec<ArmyListProblem> {
    let troops = book.supplement.troops();
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
        if let Some(rule) = &troop.no_close_order {
            let tolerance = CoreSettings::read(army.settings).touch_tolerance;
            if book.supplement.forms_body(&unit.outlines, &|a, b| a.gap(b) <= tolerance) {
                let battle = if unit.outlines.len() == 1 { "at" } else { "layout" };
                say(battle, rule, format!("{} may not use close order", troop.name), "Give them spaces.".into());
            }
        }
    }
    found
}

impl<'w> SkirmishView<'w> {
    /// What kind of troops a unit is, if it fights in its own way.
    pub fn troop(&self, unit: UnitId) -> Option<&'w Troop> {
        let number = self.section(unit).troop?;
        self.book.supplement.troops().get(usize::from(number))
    }

    /// `NoCloseOrder`: whether a unit may use close order.
    ///
    /// # Errors
    /// If its kind of troops may not.
    pub fn may_form(&self, unit: UnitId) -> Result<(), Refusal> {
        match self.troop(unit) {
            Some(Troop { no_close_order: Some(rule), name, .. }) => {
                Err(Refusal::new(rule.clone(), format!("{name} may not use close order")))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// `NoCloseOrder`: whether these troops may stand so, who may not use close order.
    ///
    /// # Errors
    /// If four or more of them would touch each other.
    pub fn may_stand_so(&self, unit: UnitId, outlines: &[Outline]) -> Result<(), Refusal> {
        match self.may_form(unit) {
            Err(refusal) if self.book.supplement.forms_body(outlines, &|a, b| self.bases_touch(a, b)) => Err(refusal),
            _ => Ok(()),
        }
    }

    /// `NoCloseOrder`: whether the figures of a unit may end so, some of them at new places.
    ///
    /// # Errors
    /// If they may not.
    pub fn may_end_so(&self, unit: UnitId, ends: &[(PieceId, Outline)]) -> Result<(), Refusal> {
        if self.troop(unit).is_none() {
            return Ok(());
        }
        let stays = |piece: &PieceId| !ends.iter().any(|(id, _)| id == piece);
        let staying = self.men(unit).filter(stays).map(|piece| self.view.outline(piece));
        let outlines: Vec<Outline> = staying.chain(ends.iter().map(|(_, outline)| *outline)).collect();
        self.may_stand_so(unit, &outlines)
    }

    /// `TroopDice`: whether a leader of one unit may swap dice with another unit.
    ///
    /// # Errors
    /// If that one obeys only leaders of its own kind.
    pub fn may_lead(&self, leader_unit: UnitId, unit: UnitId) -> Result<(), Refusal> {
        let Some(troop) = self.troop(unit) else { return Ok(()) };
        match &troop.own_leaders {
            Some(rule) if self.troop(leader_unit) != Some(troop) => {
                let name = &troop.name;
                let reason = format!("Leaders who are not {name} cannot swap dice with {name}");
                Err(Refusal::new(rule.clone(), reason))
            }
            _ => Ok(()),
        }
    }

    /// `TroopMelee`: what a figure's kind of troops adds hand to hand, with its name and rule.
    pub fn melee_of_troop(&self, figure: PieceId) -> Option<(&'w str, f32, RuleId)> {
        let troop = self.troop(self.view.unit_of(figure))?;
        let bonus = troop.melee.as_ref()?;
        let amount = self.view.settings().number(&bonus.setting).filter(|amount| *amount != 0.0)?;
        Some((troop.name.as_str(), amount, bonus.rule.clone()))
    }
}

/// `Quitting`: units that have had enough leave the table.
pub fn quit(battle: &mut BattleMut) {
    if battle.resource::<Book>().supplement.troops().iter().all(|troop| troop.quits.is_none()) {
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
        crate::rulesets::combat_patrol::spotting::of_unit(battle, unit, |battle| {
            battle.note(Some(side), rule.clone(), format!("{name} has had enough and leaves the field"));
        });
        let men: Vec<PieceId> = battle.view().present(unit).collect();
        for piece in men {
            let text = format!("{} leaves the table", battle.view().piece(piece).name);
            battle.remove_piece(piece, Fate::Exited, rule.clone(), text);
            crate::rulesets::combat_patrol::fire::wounds::lose_leader(battle, unit, piece);
        }
    }
}

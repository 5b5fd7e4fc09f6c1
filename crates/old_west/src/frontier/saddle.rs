//! Riders of the frontier (OW-8.5 to OW-8.8).

use super::{OldWest, settings};
use crate::book::{data::Class, settings::LanceImpetus};
use grapeshot_combat_patrol::{
    book::grade::Grade,
    state::shot::Manner,
    view::{rulebook::SkirmishView, supplement::FightSide},
};
use grapeshot_floor::{
    english::signed,
    events::{Explained, RuleId},
    forces::{PieceId, UnitEntry, UnitId, Value},
    orders::Refusal,
    shared::refuse,
    turn::{
        ArmyList, ArmyListProblem,
        vocabulary::{ValueField, ValueKind},
    },
};

/// OW-8.8: the value by which a scenario gives a unit horsemanship.
const HORSEMANSHIP: &str = "horsemanship";

/// OW-8.8: the value as a ruleset registers it.
pub fn value() -> ValueField {
    ValueField {
        name: HORSEMANSHIP.into(),
        kind: ValueKind::Flag,
        default: Some(Value::Flag(false)),
        rule: RuleId::new("OW-8.8"),
        hint: "whether its Elite riders shoot from the saddle as from the ground".into(),
        sparse: false,
    }
}

fn has_horsemanship(entry: &UnitEntry) -> bool {
    entry.values.flag(HORSEMANSHIP).unwrap_or(false)
}

/// OW-8.8: whether a rider is of a unit with horsemanship.
pub fn is_horseman(cp: &SkirmishView, rider: PieceId) -> bool {
    has_horsemanship(cp.view.unit_part::<UnitEntry>(cp.view.unit_of(rider)))
}

/// OW-8.8: units with horsemanship that are not Elite, or have no horses.
pub fn problems(army: &ArmyList) -> Vec<ArmyListProblem> {
    let units = (0..).zip(army.units).filter(|(_, unit)| has_horsemanship(&unit.unit_entry));
    let wrong = units.filter_map(|(n, unit)| {
        let entry = &unit.unit_entry;
        let elite = entry.values.word("guts").is_some_and(|word| word == Grade::Elite.word());
        let (message, help) = match (elite, entry.kind == "mounted") {
            (true, true) => return None,
            (false, _) => ("only Elite units have horsemanship", "Make their `guts` Elite, or leave it out."),
            (true, false) => ("only mounted units have horsemanship", "Make their `kind` mounted, or leave it out."),
        };
        let (field, rule) = ("values", RuleId::new("OW-8.8"));
        Some(ArmyListProblem { unit: UnitId(n), field, rule, message: message.into(), help: help.into() })
    });
    wrong.collect()
}

impl OldWest {
    /// OW-8.7, OW-8.8: on the move riders fire pistols alone, with horsemanship bows and carbines too.
    ///
    /// # Errors
    /// The refusal.
    pub fn may_fire_mounted(
        &self,
        cp: &SkirmishView,
        shooter: PieceId,
        weapon: u8,
        manner: Manner,
    ) -> Result<(), Refusal> {
        if !manner.moving_fire || !cp.mounted(shooter) {
            return Ok(());
        }
        match self.arm(weapon).class {
            Class::Pistol => Ok(()),
            Class::Carbine | Class::Bow if is_horseman(cp, shooter) => Ok(()),
            Class::Bow => refuse("OW-8.7", format!("{}: dismount or stand to use a bow", cp.name(shooter))),
            _ => refuse("OW-8.7", format!("{}: dismount or stand to use a long gun", cp.name(shooter))),
        }
    }

    /// OW-8.5: with `lance_impetus` at `replace` impetus and lance give a lancer 3 together.
    pub fn lance_in_place_of_impetus(&self, cp: &SkirmishView, figure: PieceId, fight: FightSide, sum: &mut Explained) {
        let replaces = settings(cp).lance_impetus == LanceImpetus::Replace;
        let lance = cp.soldier(figure).weapons.iter().find_map(|n| cp.book.weapon(*n).hth_moving);
        if let Some(hth) = lance.filter(|_| replaces && fight.ride.impetus && cp.activity(figure).fights == 0) {
            let impetus = f32::from(cp.horse().impetus);
            sum.add("OW-8.5", format!("impetus with a lance is {} in all", signed(hth.into())), -impetus);
        }
    }
}

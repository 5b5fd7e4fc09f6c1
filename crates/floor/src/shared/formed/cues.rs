//! Units that wait for a cue of the scenario: a turn, an enemy near, or harm.
//!
//! A unit that waits gets no orders of its own; it fires, fights and answers as ever. Whether its cue has come is looked
//! at when a turn of its side begins, and once it has come it stays.

use crate::{
    english::inches,
    events::RuleId,
    forces::{UnitEntry, UnitId, Value},
    orders::Refusal,
    shared::refuse,
    turn::{
        BattleMut, BattleView,
        vocabulary::{ValueField, ValueKind},
    },
};

const TURN: &str = "cue_turn";
const WITHIN: &str = "cue_within";

/// The values of a unit that say until when it waits.
pub fn values(rule: &'static str) -> [ValueField; 2] {
    let none = || Some(Value::List(Vec::new()));
    [
        ValueField::new(TURN, ValueKind::Integer(2, 99), none(), rule, "until this turn it waits for its cue").sparse(),
        ValueField::new(
            WITHIN,
            ValueKind::Number(0.0, 120.0),
            none(),
            rule,
            "with an enemy so near when a turn of its side begins it has its cue before, in inches",
        )
        .sparse(),
    ]
}

/// The turn in which a unit that waits has its cue at the latest, and how near an enemy gives it before, in inches.
fn cue(view: &BattleView, unit: UnitId) -> Option<(f32, f32)> {
    let values = &view.unit_part::<UnitEntry>(unit).values;
    Some((values.number(TURN)?, values.number(WITHIN).unwrap_or_default()))
}

/// Refuses what a unit that waits does not do.
///
/// # Errors
/// If it waits.
pub fn require(view: &BattleView, unit: UnitId, rule: &'static str) -> Result<(), Refusal> {
    let Some((turn, within)) = cue(view, unit) else { return Ok(()) };
    let near = if within > 0.0 { format!(", or until an enemy is within {}", inches(within)) } else { String::new() };
    let name = &view.unit(unit).name;
    refuse(rule, format!("{name} waits for its cue: until turn {turn}{near}, or until it is harmed"))
}

/// Gives these units their cue that have waited for it: because its turn has come, an enemy is near, or they are
/// harmed.
pub fn give(
    battle: &mut BattleMut,
    units: impl IntoIterator<Item = UnitId>,
    is_harmed: impl Fn(&BattleView, UnitId) -> bool,
    rule: &'static str,
) {
    for unit in units {
        let view = battle.view();
        let Some((turn, within)) = cue(&view, unit) else { continue };
        let why = if f32::from(view.clock().turn) >= turn {
            "its turn has come".to_owned()
        } else if is_harmed(&view, unit) {
            "it is harmed".to_owned()
        } else if within > 0.0 && enemy_within(&view, unit, within) {
            format!("an enemy is within {}", inches(within))
        } else {
            continue;
        };
        let (side, name) = (view.side_of_unit(unit), view.unit(unit).name.clone());
        let mut entry = battle.unit_mut::<UnitEntry>(unit);
        entry.values.0.remove(TURN);
        entry.values.0.remove(WITHIN);
        battle.note(Some(side), RuleId::new(rule), format!("{name} has its cue: {why}"));
    }
}

fn enemy_within(view: &BattleView, unit: UnitId, within: f32) -> bool {
    let side = view.side_of_unit(unit);
    let enemies = view.units().filter(|other| view.is_enemy_unit(*other, side));
    let mut pieces = enemies.flat_map(|other| view.present(other));
    pieces.any(|enemy| view.present(unit).any(|own| view.gap(own, enemy) <= within))
}

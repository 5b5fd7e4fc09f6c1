//! The die: one ten-sided die a check (FF-1.7), in streams by purpose.

use grapeshot_floor::{
    chance::StreamId,
    english::signed,
    events::{EventKind, Explained, RuleId},
    forces::{SideId, UnitId},
    shared::arrivals,
    turn::{BattleMut, ChanceStream, Draws},
};

/// FF-1.7: faces of the die.
pub const FACES: u8 = 10;

/// Maneuver checks.
pub const MANEUVER: StreamId = StreamId::new("maneuver");
/// Dice of fire (FF-8).
pub const FIRE: StreamId = StreamId::new("fire");
/// Dice of rockets (FF-9).
pub const ROCKETS: StreamId = StreamId::new("rockets");
/// Charge combat.
pub const CHARGE: StreamId = StreamId::new("charge");
/// Leaders in danger.
pub const LEADERS: StreamId = StreamId::new("leaders");

/// The streams of the ruleset's dice, by which they are forced.
pub fn streams() -> Vec<ChanceStream> {
    let stream = |id: StreamId, hint| ChanceStream { id: id.0, draws: Draws::Dice(FACES), by_side: false, hint };
    vec![
        stream(MANEUVER, "maneuver checks, a die for a leader and his group (FF-5.3)"),
        stream(FIRE, "fire, a die for a target (FF-8.10)"),
        stream(ROCKETS, "rockets, a die for a stand (FF-8.8)"),
        stream(CHARGE, "charge combat, a die for the attacker, then one for the defender (FF-10.5)"),
        stream(LEADERS, "leaders in danger (FF-11.3)"),
        arrivals::stream(),
    ]
}

/// The die and what is added to it, in words.
pub fn with_modifier(modifier: i32) -> String {
    if modifier == 0 { "the die as it falls".to_owned() } else { format!("the die {}", signed(modifier as f32)) }
}

/// FF-1.7: a die on the table, as a main event.
pub fn log(
    battle: &mut BattleMut,
    (side, unit): (SideId, UnitId),
    die: u8,
    rule: &'static str,
    text: impl Into<String>,
    explained: Explained,
) {
    let kind = EventKind::Rolled { side: Some(side), unit: Some(unit), faces: FACES, dice: vec![die] };
    battle.log(Some(side), kind, RuleId::new(rule), text, explained);
}

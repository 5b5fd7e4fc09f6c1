//! Changes of a unit's condition, whatever brings them about: order gained and lost, guns silenced, stands lost, places
//! taken.

pub mod displaced;
pub mod losses;
pub mod order_state;
pub mod places;

use grapeshot_floor::turn::BattleMut;

/// The text of the last main line of the log, which the details about each stand repeat.
fn headline(battle: &BattleMut) -> String {
    let lines = battle.view().log().events().iter().rev();
    lines.filter(|event| !event.detail).map(|event| event.text.clone()).next().unwrap_or_default()
}

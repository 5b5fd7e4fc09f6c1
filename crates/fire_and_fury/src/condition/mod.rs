//! What happens to units wherever it comes from: order gained and lost, guns silenced, stands lost, places taken.

pub mod displaced;
pub mod losses;
pub mod order_state;
pub mod places;

use grapeshot_floor::turn::BattleMut;

/// The words of the last line of the log: what happens to each stand has them too, and is not told again.
fn headline(battle: &BattleMut) -> String {
    let lines = battle.view().log().events().iter().rev();
    lines.filter(|event| !event.detail).map(|event| event.text.clone()).next().unwrap_or_default()
}

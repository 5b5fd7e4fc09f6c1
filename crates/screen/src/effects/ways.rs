//! The ways that pieces went by the last order that was shown, for a player who has motion cut to its end.

use super::speck::Speck;
use grapeshot_floor::events::{BattleEvent, EventKind};

/// Inches that a piece goes at least for its way to be shown.
const WENT: f32 = 0.3;

/// Lays the ways of the last order.
pub fn lay(shown: &[BattleEvent], out: &mut Vec<Speck>) {
    let Some(last) = shown.last() else { return };
    for event in shown.iter().rev().take_while(|event| event.step == last.step && event.turn == last.turn) {
        let EventKind::Moved { path, end, .. } = &event.kind else { continue };
        if path.first().is_none_or(|from| from.distance(end.at) < WENT) {
            continue;
        }
        for (n, leg) in path.windows(2).enumerate() {
            out.push(Speck::Leg { from: leg[0], to: leg[1], last: n + 2 == path.len() });
        }
    }
}

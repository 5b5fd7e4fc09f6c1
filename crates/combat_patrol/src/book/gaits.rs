//! How figures go by the rules.

use super::cites::{Cites, Topic};
use grapeshot_floor::{
    events::RuleId,
    turn::vocabulary::{Gait, gaits as listed},
};

/// The rules by which figures do not march: those of the core, and a supplement's own.
pub fn gaits<const N: usize>(cites: Cites, own: [(&'static str, Gait); N]) -> Vec<(RuleId, Gait)> {
    let core = listed([
        ("CP-9.6", Gait::Run),
        ("CP-11.7", Gait::Run),
        (cites(Topic::CounterCharge), Gait::Charge),
        (cites(Topic::Pursuit), Gait::Charge),
    ]);
    [core, listed(own)].concat()
}

use super::{Commander, Decision, reason::Grounds};
use crate::battle::Battle;
use grapeshot_floor::{
    chance::{Chance, StreamId},
    turn::Ask,
};

/// Gives any legal order, each as likely as the next.
pub(super) struct Random {
    chance: Chance,
}

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self { chance: Chance::new(seed) }
    }
}

impl Commander for Random {
    fn decide(&mut self, battle: &Battle, ask: &Ask) -> Decision {
        let mut candidates = battle.rules().candidates(&battle.view_of(ask.side), ask);
        let picked = self.chance.pick(&StreamId::new("commander"), candidates.len());
        let grounds = Grounds::Blind(candidates.len());
        Decision { order: candidates.swap_remove(picked), checked: None, grounds }
    }
}

//! How far assaults and the reactions to them have come.

use crate::state::sequence_of_play::{AssaultStage, Reaction, SequenceOfPlay};
use grapeshot_floor::{forces::UnitId, turn::BattleMut};

/// Notes the reaction of a support.
pub fn set_reaction(battle: &mut BattleMut, unit: UnitId, reaction: Reaction, against: Option<UnitId>) {
    for support in &mut battle.resource_mut::<SequenceOfPlay>().supports {
        if support.unit == unit {
            support.reaction = Some(reaction);
            support.against = against;
        }
    }
}

/// Notes how far the assault of a unit has come.
pub fn set_stage(battle: &mut BattleMut, unit: UnitId, stage: AssaultStage) {
    for assault in &mut battle.resource_mut::<SequenceOfPlay>().assaults {
        if assault.unit == unit && assault.stage != AssaultStage::Over {
            assault.stage = stage;
        }
    }
}

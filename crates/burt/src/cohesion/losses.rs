//! Units that are gone for good: their last figure fell, they ran off the table, or they were taken.

use crate::{
    book::values::{Level, Officer, Troops},
    state::{
        fights,
        sequence_of_play::{Assault, AssaultStage, SequenceOfPlay},
        tasks::Task,
    },
};
use grapeshot_floor::{
    events::RuleId,
    forces::{Fate, UnitId},
    turn::BattleMut,
};

/// Takes a unit off the table for good. Its melees, its assaults, those on it and its tasks end, and a general that led
/// it is free again. If it ran from an assault, its assaulters still have to say what they do (SB-9.5).
pub fn lose(battle: &mut BattleMut, unit: UnitId, fate: Fate, rule: &'static str, text: impl Into<String>) {
    fights::part(battle, unit);
    let ran = battle.view().unit_part::<Troops>(unit).level == Level::Rout;
    {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        let ends = |assault: &&mut Assault| {
            let runs = ran && assault.stage == AssaultStage::Declared;
            assault.unit == unit || assault.target == unit && !runs
        };
        play.assaults.iter_mut().filter(ends).for_each(|assault| assault.stage = AssaultStage::Over);
        play.supports.retain(|support| support.unit != unit);
        play.countercharges.retain(|charge| charge.unit != unit && charge.against != unit);
        play.hits.retain(|hits| hits.target != unit);
        play.tasks.retain(|task| {
            task.unit() != Some(unit) || matches!(task, Task::AssaultersTest { .. } | Task::SupportsTest { .. })
        });
    }
    let generals: Vec<UnitId> = {
        let view = battle.view();
        let leads = |officer: &UnitId| view.get_unit_part::<Officer>(*officer).is_some_and(|o| o.leads == Some(unit));
        view.units().filter(leads).collect()
    };
    for general in generals {
        battle.unit_mut::<Officer>(general).leads = None;
    }
    let piece = battle.view().unit(unit).pieces[0];
    battle.remove_piece(piece, fate, RuleId::new(rule), text);
}

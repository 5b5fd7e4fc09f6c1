//! Orders resolved: one system for each verb, with what the check of the order found.

use bevy::{
    app::App,
    ecs::{schedule::IntoScheduleConfigs, system::Res, world::World},
};

use super::{
    check::{Chosen, LostEnd},
    deployment, sequence,
};
use crate::{
    book::{values::Work, verbs},
    charge::{aftermath, declare, hasty, moves},
    command::{checks, leaders},
    condition::{losses, order_state},
    fire::{
        passing::{self, Passage},
        volley,
    },
    movement::retreats,
    state::{
        orders::{found, hand},
        sequence_of_play::{SequenceOfPlay, change},
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::VerbId,
    turn::{BattleMut, InHand, Resolve, ResolveSystems},
};

/// A run condition: the order in hand has this verb.
fn ordered(verb: &'static VerbId) -> impl Fn(Option<Res<InHand>>) -> bool + Clone {
    move |hand| hand.is_some_and(|hand| hand.order.verb == *verb)
}

macro_rules! resolve {
    ($($verb:ident => $system:path),+ $(,)?) => {
        ($( $system.run_if(ordered({ static VERB: VerbId = verbs::$verb; &VERB })) ),+)
    };
}

/// Adds the systems of all verbs to the ruleset's schedule.
pub fn add_systems(app: &mut App, label: Resolve) {
    app.add_systems(
        label,
        resolve!(
            PLACE => deployment::resolve_place,
            RIDE => leaders::resolve_ride,
            CHECK => checks::resolve_check,
            MARCH => resolve_march,
            REFUSE => resolve_march,
            SPREAD => resolve_march,
            DECIDE => resolve_decide,
            CHARGE => declare::resolve_charge,
            REACT => hasty::resolve_react,
            GO => moves::resolve_go,
            SHOOT => volley::resolve_shoot,
            PASS => resolve_pass,
            CONCEDE => resolve_concede,
        )
        .chain()
        .in_set(ResolveSystems::Obey),
    );
    app.add_systems(label, sequence::advance.in_set(ResolveSystems::Advance));
}

/// The maneuver of the order in hand, or its refused flank.
fn resolve_march(world: &mut World) {
    let mut battle = BattleMut::new(world);
    if let Some(passage) = found::<Passage>(&battle) {
        passing::maneuver(&mut battle, &passage);
    }
}

fn resolve_decide(world: &mut World) {
    let mut battle = BattleMut::new(world);
    if let Some(chosen) = found::<aftermath::Chosen>(&battle) {
        aftermath::settle(&mut battle, &chosen);
        return;
    }
    if let Some(LostEnd { unit, refused }) = found::<LostEnd>(&battle) {
        losses::lost_there(&mut battle, unit, refused);
        return;
    }
    let Some((unit, chosen)) = found::<(UnitId, Chosen)>(&battle) else { return };
    let name = battle.view().unit(unit).name.clone();
    let side = battle.view().side_of_unit(unit);
    let (rule, text) = match chosen {
        Chosen::Rally => ("FF-9.2", format!("{name} rallies and holds")),
        Chosen::Retreat => ("FF-9.2", format!("{name} limbers to retreat")),
        Chosen::Resupply => ("FF-8.13", format!("{name} resupplies")),
    };
    battle.log(Some(side), EventKind::Note, RuleId::new(rule), text, Explained::default());
    battle.unit_mut::<Work>(unit).done = true;
    match chosen {
        Chosen::Rally => order_state::silence(&mut battle, unit, false, rule),
        Chosen::Retreat => retreats::retreat_in_full(&mut battle, unit, rule),
        Chosen::Resupply => {
            battle.unit_mut::<Work>(unit).resupplies = true;
            order_state::set_ammunition(&mut battle, unit, false, rule);
        }
    }
}

fn resolve_pass(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let side = hand(&battle).side;
    let text = format!("The {} pass", battle.view().side_named(side).short);
    battle.detail(Some(side), EventKind::Note, RuleId::new("FF-5.2"), text, Explained::default());
    sequence::pass(&mut battle);
}

fn resolve_concede(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let side = hand(&battle).side;
    change(&mut battle, |play: &mut SequenceOfPlay| play.conceded = Some(side));
}

//! Orders resolved: one system for each verb, with what the check of the order found.

use bevy::{
    app::App,
    ecs::{schedule::IntoScheduleConfigs, system::Res, world::World},
};

use super::{deployment, orders, steps};
use crate::{
    assault::{declare, responding},
    book::verbs,
    fire::volley,
    melee::questions,
    movement::{break_off, commanders, manoeuvres, reserves},
    state::{
        orders::{found, hand},
        sequence_of_play::{SequenceOfPlay, Step},
        tasks::Task,
    },
};
use grapeshot_floor::{
    forces::{SideId, UnitId},
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
            ORDER => orders::resolve_order,
            READY => resolve_ready,
            CHOOSE => resolve_choose,
            ASSAULT => declare::resolve_assault,
            MARCH => manoeuvres::resolve_march,
            SUPPORT => reserves::resolve_support,
            RIDE => commanders::resolve_ride,
            LEAD => commanders::resolve_lead,
            SHOOT => volley::resolve_shoot,
            REACT => responding::resolve_reaction,
            NEXT => responding::resolve_reaction,
            FOLLOW => responding::resolve_reaction,
            DECIDE => resolve_decide,
            PASS => resolve_pass,
            CONCEDE => resolve_concede,
        )
        .chain()
        .in_set(ResolveSystems::Obey),
    );
    app.add_systems(label, (next_side, steps::advance).chain().in_set(ResolveSystems::Advance));
}

/// SB-2.2: a unit has acted: the other side is next.
fn next_side(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let order = hand(&battle);
    let acts = [verbs::ASSAULT, verbs::MARCH, verbs::SUPPORT, verbs::RIDE, verbs::LEAD, verbs::SHOOT];
    let step = battle.view().resource::<SequenceOfPlay>().step;
    if !acts.contains(&order.verb) || step == Step::Orders {
        return;
    }
    let unit: Option<UnitId> = order.pieces.first().map(|piece| battle.view().unit_of(*piece));
    if let Some(unit) = unit {
        steps::acted(&mut battle, unit);
    }
}

fn resolve_ready(world: &mut World) {
    let step = BattleMut::new(world).view().resource::<SequenceOfPlay>().step;
    if step == Step::Deploy { deployment::resolve_ready(world) } else { orders::resolve_ready(world) }
}

fn resolve_choose(world: &mut World) {
    let mut battle = BattleMut::new(world);
    if let Some(side) = found::<SideId>(&battle) {
        steps::acts_first(&mut battle, side);
    }
}

fn resolve_decide(world: &mut World) {
    let task = BattleMut::new(world).view().resource::<SequenceOfPlay>().task().cloned();
    match task {
        Some(Task::Divide { .. } | Task::FollowUp { .. }) => questions::resolve_melee(world),
        Some(Task::BreakOff { .. }) => break_off::resolve_break_off(world),
        _ => responding::resolve_reaction(world),
    }
}

fn resolve_pass(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let side = hand(&battle).side;
    steps::pass(&mut battle, side);
}

fn resolve_concede(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let side = hand(&battle).side;
    battle.resource_mut::<SequenceOfPlay>().conceded = Some(side);
}

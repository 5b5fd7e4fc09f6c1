//! What beasts hear: shots, bursts, charges, losses, wagons and herds on the run, as the log tells it to everybody. A
//! man that hides and does nothing startles nobody.

use bevy::{ecs::resource::Resource, math::Vec2};
use serde::{Deserialize, Serialize};

use grapeshot_combat_patrol::{
    state::sequence_of_play::SequenceOfPlay,
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    events::{BattleEvent, EventKind, Subject},
    forces::{Fate, MarkId, PieceId, UnitId},
    table::template::Template,
    turn::BattleMut,
};

/// A wagon whose team runs away (OW-10.10).
pub const RUNAWAY: MarkId = MarkId::new("runaway");
/// A wagon that lies on its side.
pub const OVERTURNED: MarkId = MarkId::new("overturned");

/// The rules by which dynamite bursts begin so.
const DYNAMITE: &str = "OW-7.";

/// Somebody else who hears what beasts hear.
#[derive(Debug, Clone, Copy)]
pub struct Listener {
    /// Whether there is anybody to hear in this battle.
    pub is_there: fn(&SkirmishView) -> bool,
    /// What he makes of it.
    pub hear: fn(&mut BattleMut, &BookData, &[Alarm]),
}

/// All who hear what beasts hear, besides them.
#[derive(Resource, Debug, Clone, Default)]
pub struct Listeners(pub Vec<Listener>);

/// How far the beasts have heard what is going on.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Heard {
    /// The order whose events were heard last.
    step: u32,
    /// How many of its events.
    events: usize,
    /// The fights to come of this activation that were heard of.
    charges: Vec<(PieceId, PieceId)>,
}

/// Something that beasts hear.
#[derive(Debug, Clone, PartialEq)]
pub enum Alarm {
    /// A shot; `silent` if it made no noise.
    Shot { shooter: PieceId, target: PieceId, silent: bool },
    /// Something burst; whether it was a bundle of dynamite, thrown or placed.
    Burst { at: Vec2, bundle: bool },
    /// A figure came into contact to attack.
    Charge { attacker: PieceId, defender: PieceId },
    /// A piece was lost.
    Lost(PieceId),
    /// A wagon began to run away, or overturned.
    Wagon(PieceId),
    /// A piece went this way.
    Went(PieceId, Vec<Vec2>),
}

impl Alarm {
    /// Whose action it belongs to: one unit's fire, one unit's charge, one burst.
    pub fn doer(&self, cp: &SkirmishView) -> Option<UnitId> {
        match self {
            Self::Shot { shooter: piece, .. } | Self::Charge { attacker: piece, .. } | Self::Wagon(piece) => {
                Some(cp.view.unit_of(*piece))
            }
            Self::Went(piece, _) => Some(cp.view.unit_of(*piece)),
            Self::Burst { .. } | Self::Lost(_) => None,
        }
    }
}

/// What is new since the beasts last listened.
pub fn listen(battle: &mut BattleMut) -> Vec<Alarm> {
    let mut heard = battle.resource::<Heard>().clone();
    let cp = SkirmishView::of(battle.view());
    let step = cp.view.clock().step;
    if heard.step != step {
        (heard.step, heard.events) = (step, 0);
    }
    let all = cp.view.log().events();
    let of_step = all.iter().rev().take_while(|event| event.step == step).count();
    let new = &all[all.len() - of_step + heard.events.min(of_step)..];
    heard.events = of_step;
    let known = new.iter().filter(|event| event.known_to.is_all());
    let mut alarms: Vec<Alarm> = known.filter_map(|event| alarm(&cp, event)).collect();
    let activation = cp.view.resource::<SequenceOfPlay>().activation.as_ref();
    let contacts: Vec<(PieceId, PieceId)> = activation.map_or_else(Vec::new, |activation| {
        activation.contacts.iter().map(|contact| (contact.attacker, contact.defender)).collect()
    });
    let fresh = contacts.iter().filter(|pair| !heard.charges.contains(pair));
    alarms.extend(fresh.map(|(attacker, defender)| Alarm::Charge { attacker: *attacker, defender: *defender }));
    heard.charges = if activation.is_none() { Vec::new() } else { [heard.charges, contacts].concat() };
    heard.charges.sort_unstable();
    heard.charges.dedup();
    if *battle.resource::<Heard>() != heard {
        *battle.resource_mut::<Heard>() = heard;
    }
    alarms
}

fn alarm(cp: &SkirmishView, event: &BattleEvent) -> Option<Alarm> {
    match &event.kind {
        EventKind::Shot { shooter, target, .. } => {
            let weapon = cp.ranged_weapon(*shooter, cp.view.gap(*shooter, *target));
            let silent = weapon.is_some_and(|weapon| cp.book.weapon(weapon).silent);
            Some(Alarm::Shot { shooter: *shooter, target: *target, silent })
        }
        EventKind::Covered { templates, .. } => match templates.first() {
            Some(Template::Circle { centre, radius }) => {
                let [_, medium, _] = cp.settings().core.template_radii;
                let bundle = event.rule.0.starts_with(DYNAMITE) && *radius >= medium;
                Some(Alarm::Burst { at: *centre, bundle })
            }
            _ => None,
        },
        EventKind::Removed { piece, fate: Fate::Casualty } => Some(Alarm::Lost(*piece)),
        EventKind::Marked { subject: Subject::Piece(piece), mark, before: 0, now } if *now > 0 => {
            (*mark == RUNAWAY || *mark == OVERTURNED).then_some(Alarm::Wagon(*piece))
        }
        EventKind::Moved { piece, path, .. } => Some(Alarm::Went(*piece, path.clone())),
        _ => None,
    }
}

//! Where the sequence of play stands (chapter 2): plain data, saved with the battle.

use bevy::{ecs::resource::Resource, math::Vec2};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::fmt;

use super::{shot::Sweep, ways::Route};
use crate::book::action_card::MoraleResult;
use grapeshot_floor::{
    forces::{PieceId, SideId, UnitId},
    table::position::Heading,
    turn::BattleMut,
};

/// A stage of the sequence of play, at which something happens or somebody is asked. A chapter or a period may add its
/// own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stage(SmolStr);

impl Stage {
    /// The owners may move their units within their zones; the sides that are ready are listed.
    pub const DEPLOY: Self = Self::new("Deploy");
    /// The next activation card is drawn.
    pub const CARD: Self = Self::new("Card");
    /// The next unit on the card begins.
    pub const NEXT_UNIT: Self = Self::new("NextUnit");
    /// A higher leader may act or swap his die (CP-2.13).
    pub const LEAD: Self = Self::new("Lead");
    /// The leader may remove morale markers (CP-11.5).
    pub const STEADY: Self = Self::new("Steady");
    /// Morale draws are made and their results carried out (CP-11.3).
    pub const MORALE: Self = Self::new("Morale");
    /// The owner says at which of several equally near enemies his unit goes (`EasyPrey`).
    pub const PREY: Self = Self::new("Prey");
    /// A unit that nobody plays, or that has no man left, acts by the rules of the period.
    pub const UNPLAYED: Self = Self::new("Unplayed");
    /// The owner declares which figures move (CP-2.11).
    pub const DECLARE: Self = Self::new("Declare");
    /// The figures act.
    pub const ACT: Self = Self::new("Act");
    /// The owner of a crew-served weapon names its next target (CP-6.12).
    pub const SWEEP: Self = Self::new("Sweep");
    /// Figures move along their paths (CP-2.15).
    pub const MARCH: Self = Self::new("March");
    /// The enemy names his reactions (CP-10.1).
    pub const REACT: Self = Self::new("React");
    /// Reactions are carried out (CP-10.5).
    pub const REACTIONS: Self = Self::new("Reactions");
    /// The mover may shorten his paths (CP-10.3).
    pub const RESUME: Self = Self::new("Resume");
    /// Riders that met nobody close to an enemy beside their way or ride on (`CloseIn`).
    pub const RIDE_ON: Self = Self::new("RideOn");
    /// The fights of the activation (CP-9.1).
    pub const FIGHTS: Self = Self::new("Fights");
    /// The winner of a fight may advance (CP-9.7).
    pub const FOLLOW_UP: Self = Self::new("FollowUp");
    /// A rider that won with impetus goes on beyond his foe (`RideThrough`).
    pub const BREAKTHROUGH: Self = Self::new("Breakthrough");
    /// The activation ends.
    pub const END_UNIT: Self = Self::new("EndUnit");
    /// The turn ends (CP-2.4).
    pub const END_TURN: Self = Self::new("EndTurn");
    /// The next turn begins (CP-2.1).
    pub const NEW_TURN: Self = Self::new("NewTurn");
    /// A new leader is chosen (CP-4.5).
    pub const PROMOTE: Self = Self::new("Promote");
    /// The battle is over.
    pub const OVER: Self = Self::new("Over");

    /// A stage by its name.
    pub const fn new(name: &'static str) -> Self {
        Self(SmolStr::new_static(name))
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A figure's part in its unit's activation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum FigureAction {
    /// Stationary, free to act.
    #[default]
    Stationary,
    /// Declared moving.
    Moving,
    /// Declared sprinting (CP-5.7).
    Sprinting,
    /// Its action is used.
    Done,
}

/// What acts on a card: a unit, or a hero inside a unit by himself (CP-13.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Actor {
    /// A unit, with the heroes in it.
    Unit(UnitId),
    /// A hero without his unit.
    Hero(PieceId),
}

/// A reaction of a figure (CP-10.3).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Reaction {
    /// To shoot at a mover.
    Shoot(PieceId),
    /// To turn.
    Turn(Heading),
    /// To step into cover along this path.
    Step(Route),
    /// To close ranks (`CloseRanks`).
    CloseRanks,
    /// To counter-charge (`CounterCharge`).
    CounterCharge,
    /// To pursue an enemy who moves away (`Pursuit`).
    Pursue,
}

/// A reaction named at a pause: one figure, or a body that checks once (`GroupReaction`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Try {
    /// The side that tries.
    pub side: SideId,
    /// The figures, each with what it would do.
    pub figures: Vec<(PieceId, Reaction)>,
    /// Whether the check succeeded, once it was drawn.
    pub success: Option<bool>,
}

/// Why figures move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// Their owner ordered it.
    Ordered,
    /// A morale result (CP-11.7).
    Morale(MoraleResult),
}

/// A movement phase under way (CP-2.15).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct March {
    /// Why the movers move.
    pub cause: Cause,
    /// The fixed paths.
    pub routes: Vec<Route>,
    /// The share of its path up to which each mover goes: 1 unless it is stopped or shortened.
    pub until: Vec<f32>,
    /// The share of their paths, 0 to 1, that the movers have gone.
    pub gone: f32,
    /// Whether the pause for reactions was taken.
    pub paused: bool,
    /// The reactions that were named.
    pub tries: Vec<Try>,
    /// Sides that still have to name their reactions.
    pub asking: Vec<SideId>,
    /// The figures that gain from a reaction at the pause (CP-10.1), in id order.
    pub reactors: Vec<PieceId>,
    /// The bog checks still to be drawn (CP-5.10).
    pub bogs: Vec<Bog>,
    /// The ways of the riders that come at the movers by reaction, as far as they went (`CounterCharge`).
    pub riders: Vec<Route>,
    /// The bog checks of these riders.
    pub rider_bogs: Vec<Bog>,
    /// Movers that were stopped short of the end of their paths by a bog or by their owner.
    pub halted: Vec<PieceId>,
    /// Movers that are stunned when the movement is over (`BogAtObstacle`).
    pub shaken: Vec<PieceId>,
    /// The lines of first contact of the movers, and of the riders that came at them (`CloseIn`).
    pub lines: [Option<(Vec2, Heading)>; 2],
    /// Sides that have said which of their riders close to an enemy (`CloseIn`).
    pub settled: Vec<SideId>,
    /// Riders that met nobody and rode on (`CloseIn`).
    pub rode_on: Vec<PieceId>,
    /// Movers that kept their place in a body until contact (`GroupContact`).
    pub formed: Vec<PieceId>,
}

impl March {
    /// A movement phase that begins.
    pub fn new(cause: Cause, routes: Vec<Route>) -> Self {
        Self {
            cause,
            until: vec![1.0; routes.len()],
            routes,
            gone: 0.0,
            paused: false,
            tries: Vec::new(),
            asking: Vec::new(),
            reactors: Vec::new(),
            bogs: Vec::new(),
            riders: Vec::new(),
            rider_bogs: Vec::new(),
            halted: Vec::new(),
            shaken: Vec::new(),
            lines: [None; 2],
            settled: Vec::new(),
            rode_on: Vec::new(),
            formed: Vec::new(),
        }
    }
}

/// A bog check that movers will come to (CP-5.10).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bog {
    /// The ground or obstacle that bogs.
    pub place: BogPlace,
    /// The grade of the ground in the scenario's words.
    pub grade: SmolStr,
    /// The share of its way at which the first mover comes to it.
    pub share: f32,
    /// The movers that come to it, each with the share of its way at which it is there and the share at which it stops
    /// if it bogs.
    pub movers: Vec<(PieceId, f32, f32)>,
}

/// The ground or obstacle that bogs a mover.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum BogPlace {
    /// Any ground of this kind.
    Ground(SmolStr),
    /// A linear obstacle, by its index.
    Obstacle(usize),
}

/// How a figure came into a fight (`Impetus` to `Lance`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Ride {
    /// Whether it moved into contact in this activation or reaction.
    pub moved: bool,
    /// Whether it rode with impetus.
    pub impetus: bool,
}

/// A fight to come (CP-9.2).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// The figure that came into contact.
    pub attacker: PieceId,
    /// The enemy that it touched.
    pub defender: PieceId,
    /// Whether the attacker keeps the bonus of its body (`GroupContact`).
    pub attacker_in_body: bool,
    /// Whether the defender was in a body when contact was made.
    pub defender_in_body: bool,
    /// Whether the attacker came from the defender's rear (CP-9.4).
    pub from_rear: bool,
    /// How the attacker came.
    pub attacker_ride: Ride,
    /// How the defender came, if he rode against the attacker.
    pub defender_ride: Ride,
    /// Whether the defender is a man on foot caught from behind by a pursuer (`CaughtFromBehind`).
    pub caught: bool,
    /// Whether it is the second melee of a mandatory advance (`SecondMelee`).
    pub second: bool,
}

impl Contact {
    /// The two figures, the one of this side first.
    pub fn pair_of(&self, ours: impl Fn(PieceId) -> bool) -> (PieceId, PieceId) {
        if ours(self.attacker) { (self.attacker, self.defender) } else { (self.defender, self.attacker) }
    }

    /// Whether these two are to fight, whichever of them came.
    pub fn is_between(&self, one: PieceId, other: PieceId) -> bool {
        (self.attacker, self.defender) == (one, other) || (self.attacker, self.defender) == (other, one)
    }
}

/// The advance that a rider who won with impetus must make (`RideThrough`).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Breakthrough {
    /// The rider that won.
    pub winner: PieceId,
    /// Inches that he goes straight ahead.
    pub inches: f32,
    /// The foe that he rides through, if that foe is still there.
    pub through: Option<PieceId>,
}

/// An advance that the winner of a fight may make (CP-9.7).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FollowUp {
    /// The figure that may advance.
    pub winner: PieceId,
    /// The heading of the advance.
    pub toward: Heading,
    /// The most inches that there is room for.
    pub most: f32,
}

/// The phase in the log with which an activation begins.
pub const ACTIVATION: &str = "activation";

/// The activation of a unit (CP-2.11).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Activation {
    /// The unit that acts.
    pub unit: UnitId,
    /// The hero of the unit that acts without it, if one does (CP-13.2).
    pub alone: Option<PieceId>,
    /// The leader that used the activation to remove morale markers (CP-4.4).
    pub busy: Option<PieceId>,
    /// Whether the unit is pinned (CP-11.4).
    pub pinned: bool,
    /// Morale results still to be carried out, in order.
    pub results: Vec<MoraleResult>,
    /// The inches that were drawn for the movement of each morale result (CP-11.7).
    pub forced_inches: Vec<(MoraleResult, Vec<f32>)>,
    /// The figures that act, in order; what each does stands in its [`Activity`](super::activity::Activity).
    pub figures: Vec<PieceId>,
    /// The paths fixed so far.
    pub routes: Vec<Route>,
    /// Whether the movement phase is over.
    pub marched: bool,
    /// The stage after the fights, if it is not the end of the activation.
    pub then: Option<Stage>,
    /// Fights to come.
    pub contacts: Vec<Contact>,
    /// Whether the unit has worked on its charge (`LayCharge`).
    pub laid: bool,
}

impl Activation {
    /// An activation that begins.
    pub fn new(unit: UnitId) -> Self {
        Self {
            unit,
            alone: None,
            busy: None,
            pinned: false,
            results: Vec::new(),
            forced_inches: Vec::new(),
            figures: Vec::new(),
            routes: Vec::new(),
            marched: false,
            then: None,
            contacts: Vec::new(),
            laid: false,
        }
    }
}

/// Where the sequence of play stands.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SequenceOfPlay {
    /// The stage that is played now.
    pub stage: Stage,
    /// The number of the last number card of this turn (CP-2.6).
    pub number: Option<u8>,
    /// The card on which units act, in words.
    pub card: SmolStr,
    /// Whether the last card that was drawn is a number card.
    pub on_number: bool,
    /// How many Reshuffle cards were drawn in this turn (CP-2.14).
    pub reshuffles: u8,
    /// Whether a Green card was drawn since the last number, so that Green units lose the next (CP-2.7).
    pub green: bool,
    /// The units and heroes that still act on this card, in order.
    pub queue: Vec<Actor>,
    /// Units that have acted on this card.
    pub acted: Vec<UnitId>,
    /// Heroes that have acted on this card (CP-13.2).
    pub heroes_acted: Vec<PieceId>,
    /// The activation under way, if there is one.
    pub activation: Option<Activation>,
    /// The movement under way, if there is one.
    pub march: Option<March>,
    /// The fire of a crew-served weapon under way, if there is any.
    pub sweep: Option<Sweep>,
    /// The advance that the winner of a fight may make.
    pub follow_up: Option<FollowUp>,
    /// The advance that a rider must make.
    pub breakthrough: Option<Breakthrough>,
    /// Units that need a new leader.
    pub leaderless: Vec<UnitId>,
    /// Sides that are ready to begin.
    pub ready: Vec<SideId>,
    /// The leaders that were lost this turn, by unit, with the values that their successors take over (CP-4.5).
    pub lost_leaders: Vec<(UnitId, crate::book::profile::Leader)>,
}

impl SequenceOfPlay {
    /// The beginning of a battle.
    pub fn new(stage: Stage) -> Self {
        Self {
            stage,
            number: None,
            card: SmolStr::default(),
            on_number: false,
            reshuffles: 0,
            green: false,
            queue: Vec::new(),
            acted: Vec::new(),
            heroes_acted: Vec::new(),
            activation: None,
            march: None,
            sweep: None,
            follow_up: None,
            breakthrough: None,
            leaderless: Vec::new(),
            ready: Vec::new(),
            lost_leaders: Vec::new(),
        }
    }

    /// The activation under way.
    ///
    /// # Panics
    /// If there is none: the stages that call this exist only within one.
    pub fn active(&self) -> &Activation {
        self.activation.as_ref().expect("this stage exists only within an activation")
    }

    /// The activation under way, to change.
    ///
    /// # Panics
    /// As [`SequenceOfPlay::active`].
    pub fn active_mut(&mut self) -> &mut Activation {
        self.activation.as_mut().expect("this stage exists only within an activation")
    }
}

/// Changes the movement under way, and returns what the change returns; without a movement it returns the default.
pub fn change_march<R: Default>(battle: &mut BattleMut, deed: impl FnOnce(&mut March) -> R) -> R {
    battle.resource_mut::<SequenceOfPlay>().march.as_mut().map(deed).unwrap_or_default()
}

/// Goes to a stage.
pub fn go_to(battle: &mut BattleMut, stage: Stage) {
    battle.resource_mut::<SequenceOfPlay>().stage = stage;
}

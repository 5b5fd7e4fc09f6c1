//! Where the sequence of play stands (FF-5.1, FF-5.2), as plain data.

use bevy::{ecs::resource::Resource, math::Vec2};
use serde::{Deserialize, Serialize};

use crate::book::{
    formations::{Formation, Pose},
    values::Class,
};
use grapeshot_floor::{
    english::words::in_words,
    forces::{PieceId, SideId, UnitId},
    turn::BattleMut,
};

in_words! {
    /// FF-5.1, FF-5.2: a step of a player turn.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum Step: label {
        /// FF-14.1: the sides set up in their zones.
        SetUp = "set-up";
        /// Leaders of the phasing player move.
        Leaders = "leaders";
        /// Maneuver checks, and the maneuvers that they give.
        Checks = "maneuver checks";
        /// Charges are declared.
        Charges = "charges declared";
        /// FF-5.13: hasty maneuvers of the other player.
        Hasty = "hasty maneuvers";
        /// The charges go in.
        ChargeMoves = "charges";
        /// Leaders move that have not moved yet.
        LastLeaders = "leaders again";
        /// FF-8.1: the other player fires.
        DefensiveFire = "defensive fire";
        /// FF-8.1: the phasing player fires.
        OffensiveFire = "offensive fire";
        /// FF-10.5: charge combats.
        Combats = "charge combats";
        /// The battle is over.
        Over = "the end";
    }
}

impl Step {
    /// The steps of a player turn, in their order.
    pub const ALL: [Self; 9] = [
        Self::Leaders,
        Self::Checks,
        Self::Charges,
        Self::Hasty,
        Self::ChargeMoves,
        Self::LastLeaders,
        Self::DefensiveFire,
        Self::OffensiveFire,
        Self::Combats,
    ];

    /// The step after it in the player turn; the last is followed by none.
    pub fn next(self) -> Option<Self> {
        Self::ALL.into_iter().find(|step| *step > self)
    }
}

/// How far a charge has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChargeStage {
    /// The charge was declared.
    Declared,
    /// The charger has come into contact.
    Contact,
    /// The charger stopped short.
    Short,
    /// Its combat is over.
    Over,
}

/// FF-10.1: a charge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Charge {
    /// The unit that charges.
    pub unit: UnitId,
    /// The unit that it charges.
    pub target: UnitId,
    /// FF-10.4: whether it charges with cold steel.
    pub cold_steel: bool,
    /// FF-6.4: whether it goes its full move in disorder.
    pub disordered: bool,
    /// FF-10.17: whether it was behind the front of its target when it was declared.
    pub outflanks: bool,
    /// FF-10.2: enemies that it meets together with its target and that become targets, too; each with whether it was
    /// behind their front.
    pub also: Vec<(UnitId, bool)>,
    /// FF-4.2: the level from which it comes.
    pub level: u8,
    /// FF-4.1: the slowest class that it touched.
    pub class: Class,
    /// How far it has come.
    pub stage: ChargeStage,
    /// FF-12.2: the points of its way through a defile; none if it is no storming column.
    pub storm: Vec<Vec2>,
    /// FF-10.3: friends that may follow to support it.
    pub followers: Vec<UnitId>,
    /// FF-10.3: the way that it went, in inches.
    pub moved: Vec2,
}

impl Charge {
    /// A charge of a unit on another, from a level, as it is declared: with fire, over open ground.
    pub fn new(unit: UnitId, target: UnitId, level: u8) -> Self {
        Self {
            unit,
            target,
            cold_steel: false,
            disordered: false,
            outflanks: false,
            also: Vec::new(),
            level,
            class: Class::Open,
            stage: ChargeStage::Declared,
            storm: Vec::new(),
            followers: Vec::new(),
            moved: Vec2::ZERO,
        }
    }

    /// FF-10.2: the enemies that it meets: its target, and those that it meets together with it.
    pub fn targets(&self) -> impl Iterator<Item = UnitId> {
        std::iter::once(self.target).chain(self.also.iter().map(|(unit, _)| *unit))
    }
}

/// FF-10.9: cavalry that countercharges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Countercharge {
    /// The cavalry.
    pub unit: UnitId,
    /// The charger that it meets.
    pub charger: UnitId,
    /// Whether it has moved.
    pub moved: bool,
}

/// FF-10.10 to FF-10.15: how a unit may go on when its combat is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sequel {
    /// FF-10.13: it carries the position.
    Carry,
    /// FF-10.13: it carries the position, and turns to where the beaten have gone.
    CarryTurned,
    /// FF-10.14: it breaks through.
    BreakThrough,
    /// FF-10.15: cavalry is recalled.
    Recall,
    /// FF-6.16: it retreats out of close range.
    OutOfRange,
    /// FF-6.17: it retreats two inches.
    PushedBack,
    /// FF-12.2: a storming column carries the position and opens into a formation.
    Open(Formation),
    /// FF-12.2: a storming column occupies the structure of the beaten.
    Occupy,
    /// FF-10.13: a unit that has carried a position refuses its left flank, its right flank, or both (FF-12.2).
    Refuse(bool, bool),
    /// It stays where it is.
    Hold,
}

impl Sequel {
    /// The word of the choice.
    pub fn word(self) -> &'static str {
        match self {
            Self::Carry => "carry",
            Self::CarryTurned => "carry_turned",
            Self::BreakThrough => "breakthrough",
            Self::Recall => "recall",
            Self::OutOfRange | Self::PushedBack => "give_way",
            Self::Open(formation) => formation.id(),
            Self::Occupy => Formation::Garrison.id(),
            Self::Refuse(true, true) => "both",
            Self::Refuse(true, false) => "left",
            Self::Refuse(..) => "right",
            Self::Hold => "hold",
        }
    }

    /// What a unit does that refuses a flank, or holds, for the log.
    pub fn does(self) -> &'static str {
        match self {
            Self::Refuse(true, true) => "refuses both flanks",
            Self::Refuse(true, false) => "refuses its left flank",
            Self::Refuse(..) => "refuses its right flank",
            _ => "holds",
        }
    }

    /// What the unit does, in words.
    pub fn label(self) -> &'static str {
        match self {
            Self::Open(Formation::Line) => "open into line",
            Self::Open(Formation::SupportedLine) => "open into supported line",
            Self::Open(_) => "open into field column",
            Self::Occupy => "occupy the structure",
            Self::Refuse(true, true) => "refuse both flanks",
            Self::Refuse(true, false) => "refuse the left flank",
            Self::Refuse(..) => "refuse the right flank",
            Self::Carry => "carry the position",
            Self::CarryTurned => "carry the position and turn to where the beaten have gone",
            Self::BreakThrough => "break through",
            Self::Recall => "recall",
            Self::OutOfRange => "retreat out of close range",
            Self::PushedBack => "go back 2\u{2033}",
            Self::Hold => "hold",
        }
    }
}

/// FF-10.10 to FF-10.15: a unit whose combat is over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Aftermath {
    pub unit: UnitId,
    /// What it may do; its owner chooses if there are several.
    pub sequels: Vec<Sequel>,
    /// The enemies that it fought.
    pub enemies: Vec<UnitId>,
    /// Corners of the stands of the beaten where they stood, in inches.
    pub former: Vec<Vec2>,
    /// FF-10.10: whether it becomes disordered when its charge ends.
    pub disordered: bool,
}

/// FF-8.16: a unit on its way that has come to where it may be fired at as it passes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnderWay {
    /// The unit that moves.
    pub unit: UnitId,
    /// Its pose when it came here.
    pub here: Pose,
    /// The poses of the rest of its way, the last at its end.
    pub rest: Vec<Pose>,
    /// FF-10.2: whether it charges.
    pub charges: bool,
    /// The units that may fire at it here.
    pub by: Vec<UnitId>,
    /// Whether they have fired, or keep their shots.
    pub answered: bool,
}

/// Where the sequence of play stands.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SequenceOfPlay {
    /// The step that is played.
    pub step: Step,
    /// The side whose player turn it is.
    pub phasing: SideId,
    /// FF-5.1: the side that goes first in every turn.
    pub first: SideId,
    /// FF-5.2: units that have checked together and still have to use the effect.
    pub group: Vec<UnitId>,
    /// FF-5.3: whether the phasing player checks no more, so that units that must still check do it alone.
    pub last_checks: bool,
    /// FF-8.16: the unit that is halted in the middle of a move.
    pub under_way: Option<UnderWay>,
    /// FF-10.1: charges of this player turn.
    pub charges: Vec<Charge>,
    /// FF-5.13: units that have made a hasty maneuver in this player turn.
    pub reacted: Vec<UnitId>,
    /// FF-10.9: cavalry that countercharges.
    pub countercharges: Vec<Countercharge>,
    /// FF-12.9: units that have evaded, and their poses before.
    pub evaded: Vec<(UnitId, Pose)>,
    /// FF-10.10 to FF-10.15: units whose combat is over, in the order in which they go on.
    pub aftermath: Vec<Aftermath>,
    /// FF-3.9: units with one flank refused that have lost a stand at the other end: their owner says whether it is the
    /// refused one instead.
    pub lost_ends: Vec<UnitId>,
    /// FF-8.1: stands that have fired in this step; in defensive fire also those that fired at units that passed
    /// (FF-8.16).
    pub fired: Vec<PieceId>,
    /// FF-4.6: the faces of garrisons from which a stand has fired in this step, by unit and number.
    pub faces: Vec<(UnitId, u8)>,
    /// FF-8.1: units that were fired at in this step.
    pub shot_at: Vec<UnitId>,
    /// FF-14.1: the sides that have set up.
    pub set_up: [bool; 2],
    /// FF-16.1: the number of stands that each side has lost.
    pub lost: [u16; 2],
    /// FF-16.2: the side that holds each key position, by the objective's number.
    pub holders: Vec<Option<SideId>>,
    /// The side that gave the battle up.
    pub conceded: Option<SideId>,
}

impl SequenceOfPlay {
    /// The beginning of a battle.
    pub fn new(first: SideId, holders: Vec<Option<SideId>>) -> Self {
        Self {
            step: Step::Leaders,
            phasing: first,
            first,
            group: Vec::new(),
            last_checks: false,
            under_way: None,
            charges: Vec::new(),
            reacted: Vec::new(),
            countercharges: Vec::new(),
            evaded: Vec::new(),
            aftermath: Vec::new(),
            lost_ends: Vec::new(),
            fired: Vec::new(),
            faces: Vec::new(),
            shot_at: Vec::new(),
            set_up: [false; 2],
            lost: [0; 2],
            holders,
            conceded: None,
        }
    }
}

/// The sequence of play, to change.
pub fn change(battle: &mut BattleMut, change: impl FnOnce(&mut SequenceOfPlay)) {
    change(&mut battle.resource_mut::<SequenceOfPlay>());
}

//! Where the sequence of play stands (FF-5.1, FF-5.2), as plain data.

use bevy::{ecs::resource::Resource, math::Vec2};
use serde::{Deserialize, Serialize};

use crate::book::{
    formations::{Formation, Pose},
    values::Class,
};
use grapeshot_floor::{
    forces::{PieceId, SideId, UnitId},
    turn::BattleMut,
};

/// FF-5.1, FF-5.2: a step of a player turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Step {
    /// FF-14.1: the sides set up in their zones.
    SetUp,
    /// Leaders of the phasing player move.
    Leaders,
    /// Maneuver checks, and what they give.
    Checks,
    /// Charges are declared.
    Charges,
    /// FF-5.13: hasty maneuvers of the other player.
    Hasty,
    /// The charges go in.
    ChargeMoves,
    /// Leaders that did not move yet.
    LastLeaders,
    /// FF-8.1: the other player fires.
    DefensiveFire,
    /// FF-8.1: the phasing player fires.
    OffensiveFire,
    /// FF-10.5: charge combats.
    Combats,
    /// The battle is over.
    Over,
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

    /// What happens in it, in a few words.
    pub fn label(self) -> &'static str {
        match self {
            Self::SetUp => "set-up",
            Self::Leaders => "leaders",
            Self::Checks => "maneuver checks",
            Self::Charges => "charges declared",
            Self::Hasty => "hasty maneuvers",
            Self::ChargeMoves => "charges",
            Self::LastLeaders => "leaders again",
            Self::DefensiveFire => "defensive fire",
            Self::OffensiveFire => "offensive fire",
            Self::Combats => "charge combats",
            Self::Over => "the end",
        }
    }

    /// The step after it in the player turn; the last is followed by none.
    pub fn next(self) -> Option<Self> {
        Self::ALL.into_iter().find(|step| *step > self)
    }
}

/// How far a charge has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChargeStage {
    /// It was declared.
    Declared,
    /// It is in contact.
    Contact,
    /// It stopped short.
    Short,
    /// Its combat is over.
    Over,
}

/// FF-10.1: a charge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Charge {
    /// Who charges.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// FF-10.4: with cold steel.
    pub cold_steel: bool,
    /// FF-6.4: it goes its full move in disorder.
    pub disordered: bool,
    /// FF-10.17: it was behind the front of its target when it was declared.
    pub outflanks: bool,
    /// FF-10.2: enemies whom it meets together with its target, who become targets too, each with whether it was behind
    /// their front.
    pub also: Vec<(UnitId, bool)>,
    /// FF-4.2: the level from which it comes.
    pub level: u8,
    /// FF-4.1: the slowest class that it touched.
    pub class: Class,
    /// How far it has come.
    pub stage: ChargeStage,
    /// FF-12.2: the points of its way through a defile; none if it is no storming column.
    pub storm: Vec<Vec2>,
    /// FF-10.3: friends who may follow to support it.
    pub followers: Vec<UnitId>,
    /// FF-10.3: how far it went, in inches.
    pub moved: Vec2,
}

impl Charge {
    /// FF-10.2: whom it meets: its target, and those whom it meets together with it.
    pub fn targets(&self) -> impl Iterator<Item = UnitId> {
        std::iter::once(self.target).chain(self.also.iter().map(|(unit, _)| *unit))
    }
}

/// FF-10.9: cavalry that countercharges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Countercharge {
    /// Who countercharges.
    pub unit: UnitId,
    /// The charger whom it meets.
    pub charger: UnitId,
    /// Whether it has moved.
    pub moved: bool,
}

/// FF-10.10 to FF-10.15: what a unit may do when its combat is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sequel {
    /// FF-10.13.
    Carry,
    /// FF-10.13: the same, turned to where the beaten have gone.
    CarryTurned,
    /// FF-10.14.
    BreakThrough,
    /// FF-10.15.
    Recall,
    /// FF-6.16: it retreats out of close range.
    OutOfRange,
    /// FF-6.17: it retreats two inches.
    PushedBack,
    /// FF-12.2: a storming column carries the position and opens into a formation.
    Open(Formation),
    /// FF-12.2: a storming column occupies the structure of the beaten.
    Occupy,
    /// FF-10.13: who has carried a position refuses its left flank, its right flank, or both (FF-12.2).
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

    /// What the unit does that refuses a flank, or holds, as it is told.
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
    /// Whose.
    pub unit: UnitId,
    /// What it may do; its owner chooses if there are several.
    pub sequels: Vec<Sequel>,
    /// Whom it fought.
    pub enemies: Vec<UnitId>,
    /// Corners of the stands of the beaten where they stood, in inches.
    pub former: Vec<Vec2>,
    /// FF-10.10: it becomes disordered when its charge ends.
    pub disordered: bool,
}

/// FF-8.16: a unit on its way that has come to where it may be fired at as it passes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnderWay {
    /// Who moves.
    pub unit: UnitId,
    /// How it stood when it came here.
    pub here: Pose,
    /// The poses that are left of its way, the last at its end.
    pub rest: Vec<Pose>,
    /// FF-10.2: it charges.
    pub charges: bool,
    /// The units that may fire at it here.
    pub by: Vec<UnitId>,
    /// They have fired, or keep their shots.
    pub answered: bool,
}

/// Where the sequence of play stands.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SequenceOfPlay {
    /// The step of the player turn.
    pub step: Step,
    /// The phasing player.
    pub phasing: SideId,
    /// FF-5.1: the player who goes first in every turn.
    pub first: SideId,
    /// FF-5.2: units that have checked together and have still to use what that gave.
    pub group: Vec<UnitId>,
    /// FF-5.3: the phasing player checks no more; those who must still check do it alone.
    pub last_checks: bool,
    /// FF-8.16: who is halted in the middle of a move.
    pub under_way: Option<UnderWay>,
    /// FF-10.1: charges of this player turn.
    pub charges: Vec<Charge>,
    /// FF-5.13: units that have made a hasty maneuver in this player turn.
    pub reacted: Vec<UnitId>,
    /// FF-10.9: cavalry that countercharges.
    pub countercharges: Vec<Countercharge>,
    /// FF-12.9: units that have evaded, and how they stood before.
    pub evaded: Vec<(UnitId, Pose)>,
    /// FF-10.10 to FF-10.15: units whose combat is over, in the order in which they go on.
    pub aftermath: Vec<Aftermath>,
    /// FF-3.9: units with one flank refused that have lost a stand at the other: their owner says whether it is that one.
    pub lost_ends: Vec<UnitId>,
    /// FF-8.1: stands that have fired in this step; in defensive fire also those that fired at who passed (FF-8.16).
    pub fired: Vec<PieceId>,
    /// FF-4.6: garrisons with the faces from which a stand of theirs has fired in this step.
    pub faces: Vec<(UnitId, u8)>,
    /// FF-8.1: units that were fired at in this step.
    pub shot_at: Vec<UnitId>,
    /// FF-14.1: the sides that have set up.
    pub set_up: [bool; 2],
    /// FF-16.1: stands lost by each side.
    pub lost: [u16; 2],
    /// FF-16.2: who holds each key position, by the objective's number.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// FF-5.1, FF-5.2: maneuver, defensive fire, offensive fire, charge combats.
    #[test]
    fn the_steps_follow_each_other() {
        assert_eq!(Step::Leaders.next(), Some(Step::Checks));
        assert_eq!(Step::LastLeaders.next(), Some(Step::DefensiveFire));
        assert_eq!(Step::Combats.next(), None);
    }
}

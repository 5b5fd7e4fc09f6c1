//! The tasks that can be under way in the middle of a step, as plain data: they wait for a decision, or go on by
//! themselves.

use serde::{Deserialize, Serialize};

use grapeshot_floor::forces::{SideId, UnitId};

/// A task that is under way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// SB-10.1: a unit routs: it makes its rout move at once.
    Rout {
        /// The unit that routs.
        unit: UnitId,
    },
    /// SB-10.3: a shaken unit breaks off from its melee; an enemy of it may follow.
    BreakOff {
        /// The unit that retreats.
        unit: UnitId,
        /// Enemies that may follow and have not been asked.
        may_follow: Vec<UnitId>,
    },
    /// SB-9.4: a side names which of its assaulted units comes next.
    NextReaction {
        /// The side that chooses.
        side: SideId,
    },
    /// SB-9.4: the supports of an assaulted unit test; then it and they react.
    SupportsTest {
        /// The assaulted unit.
        target: UnitId,
    },
    /// SB-9.9: the assaulters of a unit test, or do what its flight leaves open to them.
    AssaultersTest {
        /// The assaulted unit.
        target: UnitId,
    },
    /// SB-9.6: an assaulted unit that stands reacts.
    React {
        /// The assaulted unit.
        unit: UnitId,
    },
    /// SB-9.20: a support reacts.
    Support {
        /// The support.
        unit: UnitId,
    },
    /// SB-9.5: the target of an assault ran; its assaulter stops or goes on.
    Routed {
        /// The assaulter.
        unit: UnitId,
    },
    /// SB-9.7: the target of an assault evaded; its assaulter tries to catch it, or follows as far.
    Evaded {
        /// The assaulter.
        unit: UnitId,
    },
    /// SB-9.19: a unit in melee with several enemies divides its dice.
    Divide {
        /// The unit that divides.
        unit: UnitId,
    },
    /// SB-9.13: units that are linked by contact fight a round; all dice are divided.
    Round {
        /// The units that are linked.
        units: Vec<UnitId>,
    },
    /// SB-9.15: after an indecisive melee the units of both sides test.
    MeleeTests {
        /// The units that fought.
        units: Vec<UnitId>,
    },
    /// SB-9.15: a winner follows an enemy that was pushed back, or stays.
    FollowUp {
        /// The winner.
        unit: UnitId,
        /// The enemy that was pushed back.
        enemy: UnitId,
    },
}

impl Task {
    /// The unit of the task; none if a side chooses one.
    pub fn unit(&self) -> Option<UnitId> {
        match self {
            Self::BreakOff { may_follow, .. } => may_follow.first().copied(),
            Self::NextReaction { .. } | Self::Round { .. } | Self::MeleeTests { .. } => None,
            Self::SupportsTest { target } | Self::AssaultersTest { target } => Some(*target),
            Self::Rout { unit }
            | Self::React { unit }
            | Self::Support { unit }
            | Self::Routed { unit }
            | Self::Evaded { unit }
            | Self::Divide { unit }
            | Self::FollowUp { unit, .. } => Some(*unit),
        }
    }
}

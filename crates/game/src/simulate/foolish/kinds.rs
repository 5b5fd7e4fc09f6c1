use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use grapeshot_floor::forces::SideId;

/// A kind of foolish order. All inches are those of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Fire of which nothing can come, whatever the dice or cards show.
    HopelessFire,
    /// A charge at an enemy with another enemy within 12 inches of it, and no friend of the charger within 12 inches.
    AloneIntoContact,
    /// A march into canister that ends where the unit can fire at nobody and stands at no objective.
    IntoCanister,
    /// A march that a friend stops before a third of its allowance.
    CutByFriends,
    /// A unit that lacks ammunition through a turn in which it may be resupplied, and neither fires nor charges nor
    /// is resupplied.
    ResupplyLeftOut,
    /// A battle lost at the end of its last turn, in which the loser could have charged and did not.
    LastTurnWithoutTry,
    /// A commander by himself who ends a move with an enemy within 8 inches and no friend as near.
    LeaderAlone,
    /// A unit that is asked in a turn, with an enemy who could fire at it or stands within 4 inches, and does nothing.
    IdleUnderFire,
    /// A whole unit of three or more declared moving, of which a third or fewer go.
    FewGo,
    /// A march of less than half an inch without a turn or a change of formation.
    HalfAnInch,
    /// A shot on the move with a chance of 6 % or less that would be better if its figures stood.
    ShotOnTheMove,
}

impl Kind {
    pub const ALL: [Self; 11] = [
        Self::HopelessFire,
        Self::AloneIntoContact,
        Self::IntoCanister,
        Self::CutByFriends,
        Self::ResupplyLeftOut,
        Self::LastTurnWithoutTry,
        Self::LeaderAlone,
        Self::IdleUnderFire,
        Self::FewGo,
        Self::HalfAnInch,
        Self::ShotOnTheMove,
    ];

    /// The head of its column.
    pub fn head(self) -> &'static str {
        match self {
            Self::HopelessFire => "hopeless fire",
            Self::AloneIntoContact => "alone in",
            Self::IntoCanister => "into canister",
            Self::CutByFriends => "cut short",
            Self::ResupplyLeftOut => "no resupply",
            Self::LastTurnWithoutTry => "no last try",
            Self::LeaderAlone => "leader alone",
            Self::IdleUnderFire => "idle",
            Self::FewGo => "few go",
            Self::HalfAnInch => "half an inch",
            Self::ShotOnTheMove => "on the move",
        }
    }

    /// What it is, in a phrase.
    pub fn phrase(self) -> &'static str {
        match self {
            Self::HopelessFire => "fire of which nothing can come",
            Self::AloneIntoContact => "a charge without a friend near, at an enemy who has one",
            Self::IntoCanister => "a march into canister without need",
            Self::CutByFriends => "a march that a friend cuts short",
            Self::ResupplyLeftOut => "short of ammunition, and not resupplied",
            Self::LastTurnWithoutTry => "the battle lost without a try in the last turn",
            Self::LeaderAlone => "a commander alone near the enemy",
            Self::IdleUnderFire => "idle under fire or close to the enemy",
            Self::FewGo => "a whole unit declared moving, and few go",
            Self::HalfAnInch => "a march under half an inch",
            Self::ShotOnTheMove => "a shot on the move where standing needs less",
        }
    }

    /// What could have been foolish in this way.
    pub fn chances(self) -> &'static str {
        match self {
            Self::HopelessFire => "fires",
            Self::AloneIntoContact => "charges",
            Self::IntoCanister | Self::CutByFriends | Self::HalfAnInch => "marches",
            Self::ResupplyLeftOut => "turns of a unit that lacks ammunition",
            Self::LastTurnWithoutTry => "battles lost with a charge to be had in the last turn",
            Self::LeaderAlone => "moves of commanders",
            Self::IdleUnderFire => "turns of a unit under fire or close to the enemy",
            Self::FewGo => "declarations of whole units",
            Self::ShotOnTheMove => "shots on the move",
        }
    }
}

/// How often something of a kind was ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Count {
    /// How often it was foolish.
    pub times: u64,
    /// How often it could have been.
    pub chances: u64,
}

/// The counts of all kinds.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tally(BTreeMap<Kind, Count>);

impl Tally {
    /// Counts an order that could have been foolish.
    pub fn note(&mut self, kind: Kind, foolish: bool) {
        let count = self.0.entry(kind).or_default();
        count.chances += 1;
        count.times += u64::from(foolish);
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &Self) {
        for (kind, more) in &other.0 {
            let count = self.0.entry(*kind).or_default();
            count.times += more.times;
            count.chances += more.chances;
        }
    }

    pub fn of(&self, kind: Kind) -> Count {
        self.0.get(&kind).copied().unwrap_or_default()
    }
}

/// A foolish order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Foolish {
    /// The order after which it was seen, from 1.
    pub step: u32,
    pub side: SideId,
    pub kind: Kind,
    /// The unit that was ordered, by its name.
    pub unit: String,
}

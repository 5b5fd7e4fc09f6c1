use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use grapeshot_floor::{english::words::in_words, forces::SideId};

in_words! {
    /// A kind of foolish order. All inches are those of the table.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Kind: ALL, head, phrase {
        /// Fire of which nothing can come, whatever the dice or cards show.
        HopelessFire = "hopeless fire", "fire of which nothing can come";
        /// A charge at an enemy with another enemy within 12 inches of it, and no friend of the charger within 12
        /// inches.
        AloneIntoContact = "alone in", "a charge without a friend near, at an enemy who has one";
        /// A march into canister that ends where the unit can fire at nobody and stands at no objective.
        IntoCanister = "into canister", "a march into canister without need";
        /// A march that a friend stops before a third of its allowance.
        CutByFriends = "cut short", "a march that a friend cuts short";
        /// A unit that lacks ammunition through a turn in which it may be resupplied, and neither fires nor charges nor
        /// is resupplied.
        ResupplyLeftOut = "no resupply", "short of ammunition, and not resupplied";
        /// A battle lost at the end of its last turn, in which the loser could have charged and did not.
        LastTurnWithoutTry = "no last try", "the battle lost without a try in the last turn";
        /// A commander by himself who ends a move with an enemy within 8 inches and no friend as near.
        LeaderAlone = "leader alone", "a commander alone near the enemy";
        /// A unit that is asked in a turn, with an enemy who could fire at it or stands within 4 inches, and does
        /// nothing.
        IdleUnderFire = "idle", "idle under fire or close to the enemy";
        /// A whole unit of three or more declared moving, of which a third or fewer go.
        FewGo = "few go", "a whole unit declared moving, and few go";
        /// A march of less than half an inch without a turn or a change of formation.
        HalfAnInch = "half an inch", "a march under half an inch";
        /// A shot on the move with a chance of 6 % or less that would be better if its figures stood.
        ShotOnTheMove = "on the move", "a shot on the move where standing needs less";
    }
}

impl Kind {
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

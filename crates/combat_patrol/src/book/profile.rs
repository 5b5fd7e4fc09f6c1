//! Attributes, weapons and leaders: what a unit card says (CP-1.2, CP-1.3, CP-4.1).

use bevy::ecs::component::Component;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{
    action_card::{BURST, Burst},
    grade::Grade,
};
use grapeshot_floor::{
    english::words::in_words,
    files::{
        record::record,
        shape::Kind::{self, Flag, Key, Maybe, Text, Tuple, Whole},
        tables::{MODIFIER, STEP},
    },
    forces::PieceId,
};

/// The ends of bands: inches that do not become less.
pub const BANDS: Kind = Tuple(&[STEP; 3]);
/// To-hit cards in each band.
pub const RATES: Kind = Tuple(&[Whole(0, 10); 3]);

in_words! {
    /// CP-4.1: the levels of leaders.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Level: ALL, word, named(word) {
        Team = "team";
        Squad = "squad";
        Platoon = "platoon";
        Company = "company";
    }
}

/// The five attributes of a unit's ordinary figures, and the state of the unit (CP-1.2).
#[derive(Component, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// Guts, for morale.
    pub guts: Grade,
    /// Accuracy, for shooting.
    pub accuracy: Grade,
    /// Melee, -1 to +3.
    pub melee: i8,
    /// Wounds that incapacitate.
    pub endurance: u8,
    /// Reaction, 1 to 6.
    pub reaction: u8,
    /// Its leader, while it has one.
    pub leader: Option<PieceId>,
    /// Its command die; 0 before the first roll.
    pub die: u8,
    /// How many figures it had at the start.
    pub strength: u16,
    /// Its kind of troops, by its number in the period's table, if it fights in its own way.
    pub troop: Option<u8>,
}

/// A leader's own values (CP-4.1). Higher leaders are units of one figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Leader {
    /// Guts, for morale.
    pub guts: Grade,
    pub level: Level,
    /// His rank in words ("sergeant").
    pub rank: SmolStr,
    /// Whether he is trained (CP-4.2).
    pub trained: bool,
}

/// A hero, who has a die of his own even inside a unit (CP-13.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hero {
    /// Guts, for morale.
    pub guts: Grade,
    /// His command die inside a unit; 0 before the first roll, and for a hero by himself, whose unit has it.
    pub die: u8,
}

/// What a piece is that is no man and has no attributes (CP-1.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Engine {
    /// A gun, which a crew serves.
    Gun,
    /// A limber with its team.
    Limber,
    /// A wagon with its team.
    Wagon,
    /// A piece of the period's own, which its supplement knows.
    Own,
}

/// The attributes, weapons and roles of one figure.
#[derive(Component, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Soldier {
    /// Accuracy, for shooting.
    pub accuracy: Grade,
    /// Melee, -1 to +3.
    pub melee: i8,
    /// Wounds that incapacitate him.
    pub endurance: u8,
    /// Reaction, 1 to 6.
    pub reaction: u8,
    /// His weapons, by their number in the ruleset's table, the one that he uses first in front.
    pub weapons: Vec<u8>,
    /// Whether his bayonet is fixed (`Bayonet`).
    pub bayonet: bool,
    /// His values as a leader, if he is one.
    pub leader: Option<Leader>,
    /// What makes him a hero, if he is one.
    pub hero: Option<Hero>,
    /// Whether he is rated sniper (CP-6.13).
    pub sniper: bool,
    /// Whether he is on a horse (`Mounting`).
    pub mounted: bool,
    /// Whether he is of the heavy cavalry (`HeavyCavalry`).
    pub heavy: bool,
    /// Whether he wears armour (`HeavyCavalry`).
    pub armour: bool,
    /// Weapons that he dropped for good (`SecondWeapon`).
    pub dropped: Vec<u8>,
    /// His unloaded weapons and how many markers each has, if markers belong to weapons; two of a kind have an entry
    /// each.
    #[serde(default)]
    pub unloaded: Vec<(u8, u8)>,
    /// The gun, limber or wagon that it is, if it is no man (CP-1.1).
    pub engine: Option<Engine>,
}

record! {
    /// A weapon of the ruleset's table (`Weapons`).
    #[derive(serde::Serialize)]
    Weapon: "a weapon" {
        id: SmolStr, Key, "its own id";
        name: SmolStr, Text, "the word";
        /// A weapon that only strikes has none.
        bands: Option<(f32, f32, f32)>, Maybe(&BANDS), "ends of the short, medium and long band, inches";
        rate: u8, Whole(1, 10), "to-hit cards a shot (CP-6.5)";
        reload: bool, Flag, "whether it is reloaded after each shot";
        hth: i8, MODIFIER, "what it adds hand to hand";
        bayonet: bool, Flag, "whether it can carry a bayonet";
    } may {
        rates: Option<(u8, u8, u8)>, Maybe(&RATES), "to-hit cards in each band, if they differ";
        /// To others it adds `hth` (`Lance`).
        hth_moving: Option<i8>, Maybe(&MODIFIER), "what it adds to one who moved into contact";
        /// He shoots from hiding (`BeginHidden`).
        silent: bool, Flag, "whether it may not give the shooter away";
        burst: Option<Burst>, Maybe(&BURST), "the template it bursts in (CP-8.4)";
        crew: bool, Flag, "whether it takes a crew (CP-6.12)";
        family: Option<SmolStr>, Maybe(&Text), "the family of older and newer weapons it is of";
        year: u16, Whole(0, 2000), "the year of general use, 0 for any";
    }
}

in_words! {
    /// A range band (CP-6.2).
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Band: word {
        Short = "short";
        Medium = "medium";
        Long = "long";
    }
}

impl Band {
    /// CP-6.2: the band of a distance, by the ends of the three bands in inches; none beyond the last. A band that ends
    /// at 0 does not exist.
    pub fn at(distance: f32, (short, medium, long): (f32, f32, f32)) -> Option<Self> {
        let ends = [(short, Self::Short), (medium, Self::Medium), (long, Self::Long)];
        ends.into_iter().find(|(end, _)| distance <= *end && *end > 0.0).map(|(_, band)| band)
    }

    /// One band shorter; short stays short (`GroupTarget`).
    pub fn shorter(self) -> Self {
        match self {
            Self::Short | Self::Medium => Self::Short,
            Self::Long => Self::Medium,
        }
    }
}

impl Weapon {
    /// What it adds hand to hand to a figure that moved into contact, or did not (`Lance`).
    pub fn hth_of(&self, moved: bool) -> i8 {
        self.hth_moving.filter(|_| moved).unwrap_or(self.hth)
    }

    /// CP-6.5: to-hit cards of a full shot in a band.
    pub fn rate_at(&self, band: Band) -> u8 {
        let Some((short, medium, long)) = self.rates else { return self.rate };
        match band {
            Band::Short => short,
            Band::Medium => medium,
            Band::Long => long,
        }
    }

    /// CP-6.2: the band of a distance in inches; none beyond the long limit.
    pub fn band(&self, distance: f32) -> Option<Band> {
        Band::at(distance, self.bands?)
    }
}

//! What units and commanders are and what they have done (chapters 1, 4 and 9).

use bevy::ecs::component::Component;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::fmt;

use grapeshot_floor::{english::words::in_words, forces::UnitId, table::footprint::Outline};

in_words! {
    /// The arm of a unit.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Troop: word {
        Infantry = "infantry";
        Cavalry = "cavalry";
        /// A battery.
        Artillery = "artillery";
        Wagon = "wagons";
    }
}

in_words! {
    /// BP-1.1: the size of a unit.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Size: ALL, word, named(word) {
        /// Four thirds of the usual front.
        Large = "large";
        /// The usual front.
        Standard = "standard";
        /// Two thirds of it.
        Small = "small";
        /// A third of it.
        Tiny = "tiny";
    }
}

in_words! {
    /// BP-4.1: a formation. A mixed formation is its main body with a screen of its own skirmishers in front.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Formation: ALL, id, label, named(id) {
        Line = "line", "line";
        AttackColumn = "attack_column", "attack column";
        /// Line with a screen.
        MixedLine = "mixed_line", "line with skirmishers";
        /// Attack column with a screen.
        MixedColumn = "mixed_column", "column with skirmishers";
        /// Skirmish order.
        Skirmish = "skirmish", "skirmish order";
        Square = "square", "square";
        MarchColumn = "march_column", "march column";
        /// Guns behind their teams.
        Limbered = "limbered", "limbered";
        /// Guns ready to fire.
        Deployed = "deployed", "deployed";
        /// In a building.
        Garrison = "garrison", "garrison";
    }
}

impl Formation {
    /// BP-4.3: the formation of the main body, without its screen.
    pub fn body(self) -> Self {
        match self {
            Self::MixedLine => Self::Line,
            Self::MixedColumn => Self::AttackColumn,
            other => other,
        }
    }

    /// BP-4.3: whether its own skirmishers are out in front.
    pub fn screened(self) -> bool {
        self != self.body()
    }

    /// BP-2.9, BP-3.2: march columns and limbered guns, which follow a path and may move after a failed order.
    pub fn is_march(self) -> bool {
        matches!(self, Self::MarchColumn | Self::Limbered)
    }

    /// BP-4.2, BP-4.4, BP-8.1: what has no flanks and no rear.
    pub fn is_all_round(self) -> bool {
        matches!(self, Self::Skirmish | Self::Square | Self::Garrison)
    }
}

impl fmt::Display for Formation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

/// A unit of the battle: its values, its formation and what it has been through.
#[derive(Component, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Regiment {
    /// The id of its row in `units.ron`.
    pub row: SmolStr,
    /// Its arm.
    pub troop: Troop,
    pub size: Size,
    /// Whether it is a horse battery.
    pub horse: bool,
    /// Dice hand to hand.
    pub hand: u8,
    /// Dice shooting: close, medium and long range; small arms have the same three times.
    pub shoot: [u8; 3],
    /// The score of a D6 that saves a hit (BP-5.7).
    pub morale: u8,
    /// The casualties that make it shaken.
    pub stamina: u8,
    /// One move in inches, limbered for guns.
    pub inches: f32,
    /// One move by hand in inches, for guns.
    pub manhandled: f32,
    /// Its weapon, by its number in `weapons.ron`, from 0.
    pub weapon: Option<u8>,
    /// Its special rules, by their numbers in `special_rules.ron`, from 0.
    pub rules: Vec<u8>,
    /// How it stands.
    pub formation: Formation,
    /// The building that it holds, by its number on the table, from 0.
    pub building: Option<usize>,
    /// What it has done for the first time in this battle.
    pub past: Past,
    /// Points for the side that takes it off by an exit (scenario).
    pub worth_off: f32,
    /// Points for the enemy if it is lost; the scenario's usual if none.
    pub worth_lost: Option<f32>,
    /// Points for the enemy if it is shaken at the end (scenario).
    pub worth_shaken: f32,
    /// It may arrive from this turn on if the building named is lost (scenario).
    pub early: Option<(u16, SmolStr)>,
}

/// What happens once in a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Past {
    /// It has shot.
    pub shot: bool,
    /// It has shot or fought.
    pub blooded: bool,
    /// It was hit.
    pub hit: bool,
    /// It took a break test.
    pub tested: bool,
    /// It used its second roll (Valiant).
    pub rerolled: bool,
    /// It came onto the table, if it was not there at the start.
    pub arrived: bool,
}

/// What a unit did in this player turn.
#[derive(Component, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Work {
    /// BP-2.6: whether it began the turn with an enemy within 12 inches.
    pub near: bool,
    /// Where it stood at the start of the turn (BP-6.3).
    pub start: Option<Stood>,
    /// An order was given to it, successful or not, or it may get none for another reason.
    pub ordered: bool,
    /// It moved by initiative.
    pub initiative: bool,
    /// The moves it made.
    pub moves: u8,
    /// The enemy that it charged, if it charged.
    pub charged: Option<UnitId>,
    /// BP-6.11: its charge earns neither bonus nor special rules.
    pub plain_charge: bool,
    /// It shot in its shooting part. If it has dice for each face, `SequenceOfPlay::faces` says which faces shot
    /// instead.
    pub shot: bool,
    /// It gave closing fire.
    pub closing: bool,
    /// It countercharged.
    pub countered: bool,
    /// It fought hand to hand.
    pub fought: bool,
    /// It made a sweeping advance.
    pub swept: bool,
    /// It was disordered when the turn began, so that it recovers at its end (BP-6.5).
    pub recovers: bool,
}

/// An outline that can be kept with the battle.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Stood {
    /// Where it stood, and its heading.
    pub place: grapeshot_floor::table::position::Place,
    /// Its shape there.
    pub footprint: grapeshot_floor::table::footprint::Footprint,
}

impl Stood {
    /// Keeps an outline.
    pub fn of(outline: Outline) -> Self {
        Self { place: outline.place, footprint: outline.footprint }
    }

    pub fn outline(self) -> Outline {
        Outline { footprint: self.footprint, place: self.place }
    }
}

/// BP-2.1, BP-9: a commander.
#[derive(Component, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Officer {
    /// Staff rating.
    pub rating: u8,
    /// Whether he rides.
    pub mounted: bool,
    /// The dice he adds hand to hand.
    pub aggression: u8,
    /// Whether he is the general of his side.
    pub general: bool,
    /// The unit he is with.
    pub with: Option<UnitId>,
    /// Whether he gives no more orders in this turn.
    pub done: bool,
    /// Whether he has moved at the end of the command part.
    pub rode: bool,
    /// Whether he fell and is to be replaced.
    pub fallen: bool,
    /// Until this turn his units stand still (scenario); 0 if they do not wait.
    pub waits: u16,
    /// Whether the loss of a building ends their waiting.
    pub waits_for_loss: bool,
}

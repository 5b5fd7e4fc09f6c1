use bevy::math::Vec2;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{Explained, RuleId};
use crate::{
    forces::{Fate, MarkId, Marks, PieceId, SideId, UnitId},
    table::{
        footprint::Footprint,
        position::{Heading, Place},
        template::Template,
    },
};

/// What a marker lies on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    Unit(UnitId),
    Piece(PieceId),
}

/// A card as it was drawn: the deck, the card, and the fields of it that were read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drawn {
    /// The deck in the ruleset's words ("action", "activation").
    pub deck: SmolStr,
    /// Whose deck it is, if sides have their own.
    pub side: Option<SideId>,
    /// The card's id in its deck.
    pub card: SmolStr,
    /// The fields that answer the question ("move"), in the ruleset's words.
    pub read: Vec<SmolStr>,
    /// Cards left in the deck.
    pub left: u16,
}

/// The few things that can be seen on a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// A piece went along a path.
    Moved {
        piece: PieceId,
        /// The corners of the path, the start first.
        path: Vec<Vec2>,
        /// Where it stands now.
        end: Place,
    },
    /// A piece turned in place.
    Turned {
        piece: PieceId,
        /// Its facing now.
        to: Heading,
    },
    /// A unit took a formation or lost it.
    Formed {
        unit: UnitId,
        /// The formation in the ruleset's words.
        formation: SmolStr,
    },
    /// A piece took another shape, as a unit that is one block does with its formation.
    Reshaped {
        piece: PieceId,
        /// Its shape now.
        footprint: Footprint,
        /// Where it stands now.
        end: Place,
    },
    /// A card was drawn.
    Drew(Drawn),
    /// Dice were rolled.
    Rolled {
        /// Whose dice.
        side: Option<SideId>,
        /// The unit they are for.
        unit: Option<UnitId>,
        /// Number of faces.
        faces: u8,
        /// What they showed.
        dice: Vec<u8>,
    },
    /// A piece shot at another.
    Shot {
        shooter: PieceId,
        /// The named target.
        target: PieceId,
        /// Whether it struck.
        hit: bool,
    },
    /// Two pieces fought.
    Fought {
        /// The one that came.
        attacker: PieceId,
        /// The one that was there.
        defender: PieceId,
        /// The winner; `None` for a tie.
        winner: Option<PieceId>,
        /// How it was decided; none where they only came to blows.
        #[serde(skip_serializing_if = "Option::is_none")]
        duel: Option<Box<Duel>>,
    },
    /// A piece was struck.
    Hit {
        piece: PieceId,
        /// Where ("torso"), in the ruleset's words.
        location: SmolStr,
        /// Whether cover stopped it.
        stopped: bool,
    },
    /// Something covered a part of the table: a burst, a swath, the track of a shot.
    Covered {
        /// The piece it came from, if it came from one.
        from: Option<PieceId>,
        /// What it covered.
        templates: Vec<Template>,
    },
    /// Markers were laid or taken off.
    Marked {
        /// What they lie on.
        subject: Subject,
        /// Their kind.
        mark: MarkId,
        /// How many were there before.
        before: u8,
        /// How many are there now.
        now: u8,
    },
    /// A piece left play.
    Removed {
        piece: PieceId,
        /// What became of it.
        fate: Fate,
    },
    /// A piece that was hidden is placed for all to see, with the markers that lie on it.
    Appeared {
        piece: PieceId,
        /// The unit that it belongs to.
        unit: UnitId,
        /// Its shape, which may have changed since others saw it.
        footprint: Footprint,
        /// Where it stands.
        place: Place,
        /// Its markers.
        marks: Marks,
    },
    /// What one side knew alone is known to everybody now.
    Revealed {
        /// The unit whose secret it was; none if it was one of the event's side.
        unit: Option<UnitId>,
        /// The secret in the ruleset's words ("order").
        secret: SmolStr,
        /// What it is, if one word tells it ("regroup").
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<SmolStr>,
    },
    /// What everybody knew of a unit only its own side knows from now on: a chit was laid face down again.
    Veiled {
        unit: UnitId,
        /// The secret in the ruleset's words ("order").
        secret: SmolStr,
    },
    /// Nobody is suspected at a place any more.
    Cleared {
        /// The number of the place.
        place: u16,
        /// Where it is, in inches.
        at: Vec2,
    },
    /// A unit came into being in the battle, by itself or out of another one.
    Raised {
        unit: UnitId,
        /// The unit that it comes from, if it comes from one.
        from: Option<UnitId>,
    },
    /// A piece came into being in the battle.
    Added {
        piece: PieceId,
        /// The unit that it belongs to.
        unit: UnitId,
        /// Its shape.
        footprint: Footprint,
        /// Where it stands.
        place: Place,
    },
    /// A piece joined a unit, or took a post in it.
    Joined {
        piece: PieceId,
        unit: UnitId,
        /// The post, if any ("leader").
        post: Option<SmolStr>,
    },
    /// The sequence of play went on.
    Phase {
        /// The phase in the ruleset's words.
        phase: SmolStr,
        /// The turn, from 1.
        turn: u16,
    },
    /// Something else worth a line.
    Note,
}

/// How a fight was decided: the sum of who was there, and what could be expected of it. The sum of who came is the
/// event's own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Duel {
    /// The sum of who was there, what chance gave included.
    pub against: Explained,
    /// The chance before it that who came would win, 0 to 1.
    pub wins: f32,
    /// The chance before it of a tie, 0 to 1.
    pub ties: f32,
}

/// A question put to chance, once or several times, for the luck page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// What was asked, in the ruleset's words ("To hit").
    pub what: SmolStr,
    /// The chance of each try, 0 to 1, or what they have on average.
    pub chance: f32,
    /// How often it was tried: cards, dice.
    pub tries: u16,
    /// How often it succeeded for the event's side.
    pub successes: u16,
    /// How likely each number of successes was, from 0 up, where one try hangs on another; else nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spread: Vec<f32>,
}

impl Trial {
    /// Tries that do not hang on each other, each with the same chance, 0 to 1.
    pub fn of_tries(what: &'static str, chance: f32, successes: usize, tries: usize) -> Self {
        let what = SmolStr::new_static(what);
        Self { what, chance, tries: tries as u16, successes: successes as u16, spread: Vec::new() }
    }
}

/// The sides that learn of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Known {
    /// Everybody.
    #[default]
    All,
    /// One side: it happened where no other saw it.
    Only(SideId),
    /// Nobody at the table.
    Nobody,
}

impl Known {
    /// Whether everybody learns of it.
    pub fn is_all(&self) -> bool {
        *self == Self::All
    }

    /// The sides that are in both audiences: they learn of what both must learn of.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::All, who) | (who, Self::All) => who,
            (Self::Only(one), Self::Only(other)) if one == other => self,
            _ => Self::Nobody,
        }
    }

    /// Whether a side learns of it; who looks on without a side learns of everything.
    pub fn includes(self, side: Option<SideId>) -> bool {
        match (self, side) {
            (Self::All, _) | (_, None) => true,
            (Self::Only(one), Some(side)) => one == side,
            (Self::Nobody, Some(_)) => false,
        }
    }
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BattleEvent {
    /// The number of the order that brought it about; 0 before the first.
    pub step: u32,
    /// The turn, from 1; 0 before the first.
    pub turn: u16,
    /// The side it concerns most, for its coloured bar.
    pub side: Option<SideId>,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
    /// The line of the log; empty if the line before it tells of this, too.
    pub text: String,
    /// The rule that made it happen.
    pub rule: RuleId,
    /// Every modifier, if a sum led to it.
    #[serde(skip_serializing_if = "Explained::is_empty")]
    pub explained: Explained,
    /// What chance was asked, if it was a question with a yes or a no.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trial: Option<Trial>,
    /// Whether it is a detail of the event before it that is none: the log folds it away.
    pub detail: bool,
    /// The sides that learn of it.
    #[serde(skip_serializing_if = "Known::is_all")]
    pub known_to: Known,
}

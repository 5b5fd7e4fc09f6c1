//! The tasks that can be under way in the middle of a part of the turn, as plain data.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use crate::book::values::{Formation, Stood};
use grapeshot_floor::{
    english::words::in_words,
    forces::{SideId, UnitId},
    shared::formed::{block::Face, contacts},
    table::position::Heading,
};

/// Two units in contact: each with the face on which it is struck.
pub type Contact = contacts::Contact<UnitId>;

/// A step of an order's list, or a part of one (BP-2.13, BP-3.2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Manoeuvre {
    /// A straight slide, facing as before.
    Slide {
        /// Its distance and direction, in inches.
        by: Vec2,
    },
    /// A wheel on a front corner.
    Wheel {
        /// How far it wheels, counter-clockwise.
        degrees: f32,
    },
    /// A turn about the centre.
    Pivot {
        /// How far it turns, counter-clockwise.
        degrees: f32,
    },
    /// A turn of 180 degrees on the spot.
    About,
    /// The head of a column goes along a path and the column follows.
    Follow {
        /// The way from corner to corner, in inches.
        by: Vec<Vec2>,
    },
    /// A change of formation.
    Form {
        /// The new formation.
        formation: Formation,
        /// The facing in it, if it changes.
        heading: Option<Heading>,
        /// Whether it keeps the centre of its outline rather than of its front.
        centre: bool,
    },
    /// A move into a building.
    Enter {
        /// The building, by its index.
        building: usize,
    },
}

/// A unit that may carry out its list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Carry {
    pub unit: UnitId,
    /// The list that was ordered.
    pub list: Vec<Manoeuvre>,
    /// The moves it may make.
    pub moves: u8,
    /// Why it may move.
    pub why: Leave,
}

/// Why a unit may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Leave {
    /// A successful order (BP-2.3).
    Order,
    /// A free move after a failed order (BP-2.9).
    Free,
    /// Superbly Drilled (BP-11.1).
    Drill,
}

in_words! {
    /// A response to a charge (BP-6.4).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Response: ALL, id, label, named(id) {
        /// To hold in place.
        Hold = "hold", "hold";
        /// To fire at the chargers an inch away (BP-6.6).
        ClosingFire = "closing_fire", "closing fire";
        /// To charge in turn (BP-6.7).
        CounterCharge = "counter_charge", "counter-charge";
        /// To evade, facing away at the end.
        Evade = "evade", "evade, facing away";
        /// To evade, facing the charger at the end.
        EvadeFacing = "evade_facing", "evade, facing them";
        /// To form square (BP-6.9).
        Square = "square", "form square";
        /// To turn the front to the charger (BP-6.10).
        TurnToFace = "turn_to_face", "turn to face";
    }
}

/// A unit that charges.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Charger {
    pub unit: UnitId,
    /// The manoeuvres before its charge.
    pub list: Vec<Manoeuvre>,
    /// The moves that it has.
    pub moves: u8,
    /// The inches of its reach that are left.
    pub reach: f32,
    /// The inches it has gone since its charge began.
    pub gone: f32,
    /// The face that it strikes.
    pub face: Option<Face>,
    /// The moves that it needs to get there.
    pub needs: u8,
    /// The rest of its way.
    pub course: Option<Course>,
}

impl Charger {
    /// A unit that is to charge with this many moves.
    pub fn new(unit: UnitId, list: Vec<Manoeuvre>, moves: u8) -> Self {
        Self { unit, list, moves, reach: 0.0, gone: 0.0, face: None, needs: 0, course: None }
    }
}

/// The way of a charge from where the charger stands, as it was found, shortened as the charger comes on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// Slides and wheels to where it meets the target.
    pub list: Vec<Manoeuvre>,
    /// Inches of the move that they take.
    pub cost: f32,
    /// The charger where it meets the target, before it turns flush.
    pub contact: Stood,
    /// The target where it stood when the way was found; if it stands elsewhere, the way is looked for anew.
    pub target: Stood,
}

/// How far a charge has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChargeStage {
    /// The chargers carry out the manoeuvres before the charge.
    Approach,
    /// It is found which chargers reach the target.
    Measure,
    /// The owner of the target answers.
    Respond,
    /// The answer is carried out.
    Answer,
    /// Enemies that terrify make the target test (BP-11.1).
    Terrify,
    /// The chargers strike.
    Strike,
    /// The target has gone: the charger may turn on another enemy (BP-6.8).
    Redirect,
    /// Cavalry has stopped before a square (BP-6.11).
    Halted,
    /// The charge has ended.
    Over,
}

impl ChargeStage {
    /// Whether a player must decide before the charge goes on.
    pub fn waits(self) -> bool {
        matches!(self, Self::Respond | Self::Redirect | Self::Halted)
    }
}

/// A charge under way (BP-6).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Charge {
    /// The units that charge.
    pub chargers: Vec<Charger>,
    /// The unit that is charged.
    pub target: UnitId,
    /// How far it has come.
    pub stage: ChargeStage,
    /// The response that was given.
    pub response: Option<Response>,
    /// The charger at which the target shoots.
    pub shoots_at: Option<UnitId>,
    /// Whether it is a sweeping advance (BP-7.12).
    pub sweep: bool,
    /// Whether a blunder brought it about (BP-2.8).
    pub blunder: bool,
    /// Whether the tests of a terrifying charge were taken (BP-11.1).
    pub terrified: bool,
    /// Enemies that have evaded it already.
    pub missed: Vec<UnitId>,
}

impl Charge {
    /// A charge of these units.
    pub fn new(chargers: Vec<Charger>, target: UnitId) -> Self {
        Self {
            chargers,
            target,
            stage: ChargeStage::Approach,
            response: None,
            shoots_at: None,
            sweep: false,
            blunder: false,
            terrified: false,
            missed: Vec::new(),
        }
    }
}

in_words! {
    /// Why a unit takes a break test (BP-7.7).
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Cause: label {
        /// Excess casualties from shooting.
        A = "shot to pieces";
        /// Hurt by closing fire.
        B = "closing fire";
        /// Defeat hand to hand.
        C = "beaten hand to hand";
        /// A draw of a shaken unit.
        D = "shaken in a drawn fight";
        /// The unit that it supported was destroyed.
        E = "the unit it supported is destroyed";
        /// It wavers (BP-11.1).
        Wavering = "it wavers";
        /// A terrifying charge (BP-11.1).
        Terror = "a terrifying charge";
    }
}

/// A break test (BP-7.8).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Test {
    pub unit: UnitId,
    /// The causes; the first says which lines of the table count.
    pub causes: Vec<Cause>,
    /// Excess casualties, which are above stamina.
    pub excess: u8,
    /// Whether artillery caused casualties.
    pub artillery: bool,
    /// BP-7.10: whether it is a square against cavalry only.
    pub only_cavalry: bool,
    /// Whether a round of combat brought it about (BP-11.1, Wavering).
    pub in_combat: bool,
    /// Units that supported it, which test if it breaks (E).
    pub supports: Vec<UnitId>,
    /// The dice, once rolled.
    pub dice: Option<(u8, u8)>,
    /// Whether its owner is asked for a second roll (Valiant).
    pub asks: bool,
}

/// A retirement (BP-7.9), or a withdrawal (BP-10.2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Retire {
    pub unit: UnitId,
    /// Whether it is disordered by it.
    pub disorder: bool,
    /// Units that supported it, which test if it cannot retire anywhere (E).
    pub supports: Vec<UnitId>,
    /// Whether it withdraws with its broken brigade.
    pub withdrawal: bool,
    /// The ways that are open, as degrees off the straight way back; more than one are put to the owner.
    pub ways: Vec<f32>,
    /// Whether the ways were looked for.
    pub looked: bool,
}

/// How far a round of combat has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoundStage {
    /// The choices of owners are gathered: dice to divide, and supports.
    Gather,
    /// Owners are asked.
    Ask,
    /// The dice are rolled.
    Roll,
    /// The tests have been taken.
    After,
}

/// A choice put to an owner in a round of combat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum RoundChoice {
    /// How a unit divides its dice (BP-7.2).
    Divide(UnitId),
    /// Whether a unit supports this combat (BP-7.6).
    Support(UnitId),
}

/// A round of combat (BP-7).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// The units in it, by id.
    pub units: Vec<UnitId>,
    /// How far it has come.
    pub stage: RoundStage,
    /// Choices still to be made.
    pub choices: Vec<RoundChoice>,
    /// At which enemy a unit throws most of its dice.
    pub main: Vec<(UnitId, UnitId)>,
    /// Units that were told not to support this combat.
    pub withheld: Vec<UnitId>,
    /// The contacts when it began.
    pub contacts: Vec<Contact>,
    /// The side that won, once known.
    pub winner: Option<SideId>,
}

impl Round {
    /// A round of these units that begins.
    pub fn new(units: Vec<UnitId>, contacts: Vec<Contact>) -> Self {
        Self {
            units,
            stage: RoundStage::Gather,
            choices: Vec::new(),
            main: Vec::new(),
            withheld: Vec::new(),
            contacts,
            winner: None,
        }
    }

    /// The unit whose owner must make the next choice.
    pub fn chooser(&self) -> Option<UnitId> {
        self.choices.first().map(|choice| match choice {
            RoundChoice::Divide(unit) | RoundChoice::Support(unit) => *unit,
        })
    }
}

/// A unit that has beaten all its enemies (BP-7.11).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Win {
    pub unit: UnitId,
    /// Whether the round was drawn, so that it may only stay or reform.
    pub drew: bool,
    /// The enemies that it beat and that are still on the table.
    pub beaten: Vec<UnitId>,
    /// The building that was held against it.
    pub building: Option<usize>,
}

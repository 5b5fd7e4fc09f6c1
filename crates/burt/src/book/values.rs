//! The values of units and commanders, and what they have done in a turn (chapters 1, 3, 5, 7 and 12).

use bevy::{ecs::component::Component, math::Vec2};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::fmt;

use grapeshot_floor::{
    english::words::in_words,
    forces::UnitId,
    shared::settings::Worded,
    turn::{Confidential, chit::ChitFace},
};

/// SB-1.4: the arm of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Arm {
    /// Infantry in close order.
    Infantry,
    /// Infantry in open order.
    Skirmishers,
    HeavyCavalry,
    LightCavalry,
    /// A battery.
    Artillery,
    Wagon,
}

impl Arm {
    /// Heavy or light cavalry.
    pub fn is_cavalry(self) -> bool {
        matches!(self, Self::HeavyCavalry | Self::LightCavalry)
    }

    /// The word for it in ground that a scenario closes to some.
    pub fn who(self) -> &'static str {
        match self {
            Self::Infantry | Self::Skirmishers => "foot",
            Self::HeavyCavalry | Self::LightCavalry => "mounted",
            Self::Artillery | Self::Wagon => "wheeled",
        }
    }

    /// Close order troops: neither skirmishers nor artillery nor wagons.
    pub fn is_close_order(self) -> bool {
        self == Self::Infantry || self.is_cavalry()
    }
}

/// SB-8.1: the morale class of a unit, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Class {
    A,
    B,
    C,
    D,
    E,
}

impl Worded for Class {
    const WORDS: &'static [(&'static str, Self)] =
        &[("A", Self::A), ("B", Self::B), ("C", Self::C), ("D", Self::D), ("E", Self::E)];
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

in_words! {
    /// SB-7.1: the cohesion level of a unit, the best first. To lose a level is to move on by one.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Level: ALL, word {
        /// Level 0.
        Formed = "formed";
        /// Level 1.
        Unformed = "unformed";
        /// Level 2.
        Disordered = "disordered";
        /// Level 3.
        Shaken = "shaken";
        /// Level 4: it is routing.
        Rout = "routing";
    }
}

impl Level {
    /// One level lower; a rout is the lowest.
    pub fn worse(self) -> Self {
        Self::ALL[(self as usize + 1).min(4)]
    }

    /// One level higher; formed is the highest.
    pub fn better(self) -> Self {
        Self::ALL[(self as usize).saturating_sub(1)]
    }
}

in_words! {
    /// SB-3.3: an order, on a chit that lies face down until the unit does what proves it.
    /// Its words: in scenarios and orders, on the chit, on a small chit, and of the picture on it.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Chit: ALL, id, label, letter, picture, named(id) {
        /// Held back; moves far in step 6, and may support.
        Reserve = "reserve", "RESERVE", "RS", "hold";
        /// Moves and changes formation in step 5.
        Manoeuver = "manoeuver", "MANOEUVER", "M", "march";
        /// Fires in step 9.
        Fire = "fire", "FIRE", "F", "fire";
        /// Declares an assault in step 4.
        Assault = "assault", "ASSAULT", "A", "charge";
        /// Regains a level in step 8.
        Regroup = "regroup", "REGROUP", "RG", "rally";
    }
}

impl Chit {
    /// The face of its chit.
    pub fn face(self) -> ChitFace {
        let [word, picture, label, letter] =
            [self.id(), self.picture(), self.label(), self.letter()].map(SmolStr::new_static);
        ChitFace { word, picture, label, letter }
    }
}

impl Confidential for Chit {
    const NAME: &'static str = "burt_order";

    fn word(&self) -> Option<SmolStr> {
        Some(SmolStr::new_static(self.id()))
    }
}

/// SB-11.1: the army morale of a side, which the other does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArmyMorale(pub u8);

impl Confidential for ArmyMorale {
    const NAME: &'static str = "burt_army_morale";
}

/// How the bases of a unit are arranged (chapter 5). Bases in ranks are a column or a line by their width and depth
/// ([`Formation`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Array {
    /// Ranks with this number of bases side by side, in close or open order.
    Ranks(u8),
    /// SB-5.3: bases that face four ways.
    Square,
    /// Guns ready to fire, side by side.
    Unlimbered,
    /// Guns behind their teams, or wagons, side by side.
    Limbered,
    /// In the building of this number on the table, from 0.
    House(usize),
}

in_words! {
    /// SB-5.1 to SB-5.3: a formation as the rules see it.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Formation: ALL, id, label {
        /// One or two bases wide and deeper than wide, or neither column nor line.
        Column = "column", "column";
        /// One or two bases deep.
        Line = "line", "line";
        /// Bases that face four ways.
        Square = "square", "square";
        /// Open order.
        Open = "open_order", "open order";
        /// Guns ready to fire.
        Unlimbered = "unlimbered", "unlimbered";
        /// Guns behind their teams, or wagons.
        Limbered = "limbered", "limbered";
        /// In a building.
        House = "house", "in a building";
    }
}

/// What a unit is and how it stands. Figures (guns, wagons) that it has lost lie on it as marks
/// ([`super::marks::LOST`]).
#[derive(Component, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Troops {
    /// Its kind of troops, by its number in `troops.ron`, from 0.
    pub row: u8,
    pub arm: Arm,
    /// Its morale class.
    pub class: Class,
    /// Its small arms, by their number in `weapons.ron`, from 0; none for artillery and wagons.
    pub weapon: Option<u8>,
    /// Its guns, by their number in `guns.ron`, from 0; none for all but artillery.
    pub gun: Option<u8>,
    /// Armoured cavalry.
    pub armoured: bool,
    /// Cavalry with lances.
    pub lancer: bool,
    /// Figures (guns, wagons) at the start of the battle.
    pub start: u8,
    /// How its bases are arranged.
    pub array: Array,
    /// Its cohesion level.
    pub level: Level,
    /// SB-6.8: it has fired small arms in this battle.
    pub fired_first: bool,
    /// SB-3.6: it has had another order than RESERVE.
    pub left_reserve: bool,
    /// SB-10.2: the unit that it broke and pursues, if it pursues.
    pub pursuing: Option<UnitId>,
    /// SB-10.3: it became shaken and has still to retreat.
    pub must_retreat: bool,
    /// SB-11.6: it came onto the table, if it was not there at the start.
    pub arrived: bool,
}

/// The last thing that a unit did by moving in this turn (SB-8.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Motion {
    /// It moved forward, or won a push back.
    Advanced,
    /// It moved away from the nearest enemy, or was pushed back.
    Retired,
    /// It moved otherwise.
    Moved,
}

in_words! {
    /// SB-8.2: why a unit tests its morale.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Reason: label {
        /// A tenth of its figures fell to fire in this turn.
        Casualties = "losses by fire";
        /// It goes in.
        Assaulting = "going in";
        /// An enemy assaults it.
        Assaulted = "being assaulted";
        /// It supports an assaulted unit.
        Supporting = "supporting";
        /// A melee decided nothing.
        Melee = "an indecisive melee";
        /// It sees friends routing.
        FriendsRouting = "friends routing";
        /// Its army is demoralised.
        ArmyMorale = "the army's morale";
        /// It would rally from rout.
        RallyRout = "rallying from rout";
        /// It would rally from pursuit.
        RallyPursuit = "rallying from pursuit";
    }
}

/// What a unit did in this turn. It begins anew with every turn.
#[derive(Component, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Work {
    /// Figures (guns) at the start of the turn.
    pub figures: u8,
    /// It has acted in this step.
    pub acted: bool,
    /// The last thing it did by moving.
    pub motion: Option<Motion>,
    /// SB-7.4: it moved at all, by choice or compulsion.
    pub moved: bool,
    /// SB-4.10: it has lost a level to terrain in its move of this turn.
    pub lost_order: bool,
    /// SB-6.1: it has fired.
    pub fired: bool,
    /// Figures (guns) lost to fire.
    pub lost_to_fire: u8,
    /// SB-8.4: enemies whose fire cost it figures.
    pub shot_by: Vec<UnitId>,
    /// Figures (guns) lost.
    pub lost: u8,
    /// What it has tested for.
    pub tested: Vec<Reason>,
    /// SB-10.3: it made its retreat in this turn.
    pub retreated: bool,
    /// It broke or failed into rout in this turn.
    pub broke: bool,
    /// SB-10.1: it made a rout move in this turn.
    pub routed: bool,
    /// SB-8.6: where the middle of its outline went in its rout moves, in inches.
    pub rout_way: Vec<Vec2>,
    /// SB-10.5: its rout or pursuit began in step 12 of this turn.
    pub began_late: bool,
    /// SB-9.7: it evaded.
    pub evaded: bool,
}

/// SB-12: what a commander is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Role {
    /// The command element of a brigade.
    Brigade,
    /// The commander of the army.
    CommanderInChief,
    /// Another general.
    General,
    /// An aide.
    Adc,
}

impl Role {
    /// The kinds of unit that commanders are in a scenario.
    pub const KINDS: [(&'static str, Self); 4] = [
        ("command_element", Self::Brigade),
        ("commander_in_chief", Self::CommanderInChief),
        ("general", Self::General),
        ("adc", Self::Adc),
    ];

    /// The role of a kind of unit; none if it is no commander.
    pub fn of(kind: &str) -> Option<Self> {
        Self::KINDS.into_iter().find(|(word, _)| *word == kind).map(|(_, role)| role)
    }

    /// The words for players.
    pub fn label(self) -> &'static str {
        match self {
            Self::Brigade => "command element",
            Self::CommanderInChief => "commander-in-chief",
            Self::General => "general",
            Self::Adc => "aide-de-camp",
        }
    }

    /// SB-12.2, SB-12.3: whether he is a general.
    pub fn is_general(self) -> bool {
        matches!(self, Self::CommanderInChief | Self::General)
    }
}

/// A commander.
#[derive(Component, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Officer {
    /// What he is.
    pub role: Role,
    /// SB-12.3: the unit that he leads.
    pub leads: Option<UnitId>,
    /// SB-12.5: the command elements beside which an aide began the last step 7.
    pub rides_for: Vec<UnitId>,
    /// He has acted in this step.
    pub acted: bool,
    /// SB-12.4: he was at risk in this step.
    pub risked: bool,
    /// SB-12.4: the turn in which a command element was lost, if its successor is still to come.
    pub lost: Option<u16>,
}

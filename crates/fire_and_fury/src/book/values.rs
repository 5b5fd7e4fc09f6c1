//! The values of units and leaders.

use bevy::ecs::component::Component;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::formations::{Formation, Pose};
use grapeshot_floor::{english::words::in_words, forces::UnitId, shared::settings::worded};

worded! {
    /// FF-2.1 to FF-2.3: the arm of a unit.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    Arm {
        /// On foot.
        Infantry = "infantry",
        /// On horse, or dismounted.
        Cavalry = "cavalry",
        /// With guns.
        Artillery = "guns",
    }
}

worded! {
    /// FF-2.5: how well drilled and tried a unit is.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    Experience {
        /// Poorly drilled, little or no combat.
        Raw = "raw",
        /// Drilled or tried.
        Trained = "trained",
        /// Well drilled and tried.
        Veteran = "veteran",
        /// Specialized or seasoned.
        Elite = "elite",
    }
}

worded! {
    /// FF-2.6: how many losses a unit bears.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    MoraleClass {
        /// It bears the most losses.
        Spirited = "spirited",
        /// It bears many losses.
        Reliable = "reliable",
        /// It bears few losses.
        Unreliable = "unreliable",
        /// FF-2.7: without regular discipline.
        Dispirited = "dispirited",
    }
}

worded! {
    /// FF-2.4: how good a leader is.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    Rating {
        /// Adds to a check.
        Gallant = "gallant",
        /// Adds nothing.
        Able = "able",
        /// Takes from a check.
        Poor = "poor",
    }
}

worded! {
    /// FF-2.4: the troops that a leader commands.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    Level {
        Brigade = "brigade",
        Division = "division",
        Army = "army",
        /// Guns only.
        Artillery = "artillery",
    }
}

impl Experience {
    pub fn word(self) -> &'static str {
        word_of(self)
    }

    /// The modifier that belongs to it.
    pub fn pick(self, [elite, veteran, trained, raw]: [i8; 4]) -> i8 {
        match self {
            Self::Elite => elite,
            Self::Veteran => veteran,
            Self::Trained => trained,
            Self::Raw => raw,
        }
    }
}

impl MoraleClass {
    pub fn word(self) -> &'static str {
        word_of(self)
    }
}

impl Rating {
    pub fn word(self) -> &'static str {
        word_of(self)
    }
}

impl Level {
    pub fn word(self) -> &'static str {
        word_of(self)
    }
}

/// The word of a value among its words.
fn word_of<T: grapeshot_floor::shared::settings::Worded + PartialEq>(value: T) -> &'static str {
    T::WORDS.iter().find(|(_, known)| *known == value).map_or("", |(word, _)| word)
}

in_words! {
    /// FF-2.6: how much of a unit's strength is left.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Effectiveness: word {
        /// It has lost little.
        Fresh = "fresh";
        /// It has lost much.
        Worn = "worn";
        /// It has lost too much.
        Spent = "spent";
    }
}

impl Effectiveness {
    /// The modifier that belongs to it.
    pub fn pick(self, [fresh, worn, spent]: [i8; 3]) -> i8 {
        match self {
            Self::Fresh => fresh,
            Self::Worn => worn,
            Self::Spent => spent,
        }
    }
}

in_words! {
    /// FF-4.1: how hard ground is to cross.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Class: ALL, word, named(word) {
        /// Clear ground.
        Open = "open";
        /// Brush, light woods, fences.
        Broken = "broken";
        /// Dense woods, swamp.
        Rough = "rough";
        /// Rivers and cliffs.
        Impassable = "impassable";
    }
}

impl Class {
    /// The classes that can be crossed, the easiest first.
    pub const PASSABLE: [Self; 3] = [Self::Open, Self::Broken, Self::Rough];
}

in_words! {
    /// FF-4.3: the shelter of a target, the worst first.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Cover: ALL, word, words, named(word) {
        /// Woods, fences.
        Partial = "partial", "partial cover";
        /// Walls, buildings.
        Full = "full", "full cover";
        /// Works.
        Fortified = "fortified", "fortified";
    }
}

worded! {
    /// FF-1.5: the order state of troops.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    OrderState {
        Good = "good",
        Disordered = "disordered",
        Broken = "broken",
    }
}

impl OrderState {
    pub fn words(self) -> &'static str {
        match self {
            Self::Good => "good order",
            Self::Disordered => "disordered",
            Self::Broken => "broken",
        }
    }
}

in_words! {
    /// FF-5.8, FF-5.9: the effect of a maneuver check.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Effect: words {
        /// A Well Handled maneuver at the double quick.
        DoubleQuick = "Double Quick";
        /// A Well Handled maneuver.
        WellHandled = "Well Handled";
        /// A Tardy maneuver.
        Tardy = "Tardy";
        /// FF-5.10: from close range back out of it, disordered or silenced.
        FallBack = "Fall Back";
        /// FF-5.11: a full retreat, broken or silenced.
        Panic = "Panic";
        /// Good order, and a Well Handled maneuver.
        RallyWithElan = "Rally with Elan";
        /// Good order, and a Tardy maneuver.
        Rally = "Rally";
        /// Good order, out of close range.
        Shaken = "Shaken";
        /// Disordered, out of close range.
        Wavering = "Wavering";
    }
}

impl Effect {
    /// FF-6.2: whether it gives the maneuvers of Well Handled.
    pub fn is_well_handled(self) -> bool {
        matches!(self, Self::DoubleQuick | Self::WellHandled | Self::RallyWithElan)
    }

    /// FF-6.2: whether it gives the maneuvers of Tardy, and no more.
    pub fn is_tardy(self) -> bool {
        matches!(self, Self::Tardy | Self::Rally)
    }

    /// Whether it lets the unit make a maneuver.
    pub fn is_usable(self) -> bool {
        self.is_well_handled() || self.is_tardy()
    }
}

/// FF-2.1: the traits of a unit besides its arm and its experience.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Flags {
    /// FF-2.10: it may form open order.
    pub light: bool,
    /// FF-2.10: it may form open order and march column only.
    pub open_only: bool,
    /// FF-2.8: it is under provisional command at best.
    pub militia: bool,
    /// FF-2.9: it fights in open order, and better in woods.
    pub indian: bool,
    /// FF-2.11: bayonets, or sabers.
    pub bayonets: bool,
    /// FF-8.11: its marksmen add to the die of fire.
    pub marksmen: bool,
    /// FF-8.11: its muskets add to the die of fire in a charge.
    pub buck_and_ball: bool,
    /// FF-2.11: its colonel adds to maneuver checks and to charge combat.
    pub brave_colonel: bool,
    /// FF-9.5: its guns are fixed.
    pub fixed: bool,
}

/// FF-2.1 to FF-2.3: a unit of troops or guns.
#[derive(Component, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Troops {
    pub arm: Arm,
    /// Its small arms, by their number in `weapons.ron`, from 0.
    pub weapon: Option<u8>,
    pub experience: Experience,
    /// FF-2.6: how many losses it bears.
    pub morale: MoraleClass,
    /// FF-2.1: its other traits.
    pub flags: Flags,
    /// Stands that it began with.
    pub start: u8,
    /// FF-3.1: its place, its heading and its formation.
    pub pose: Pose,
    /// FF-1.5: the order of troops.
    pub order: OrderState,
    /// FF-1.5: its guns are silenced.
    pub silenced: bool,
    /// FF-12.6: the square in which the crews of its guns have taken shelter.
    pub sheltered: Option<UnitId>,
    /// FF-8.13: its fire counts half.
    pub low_on_ammo: bool,
    /// FF-2.2: whether cavalry is mounted.
    pub mounted: bool,
    /// FF-14.1: whether it came onto the table, or began there.
    pub arrived: bool,
    /// FF-11.4: turns of its side that have still to begin before its brave colonel is back; 0 if it awaits none.
    pub colonel_away: u8,
}

impl Troops {
    pub fn formation(&self) -> Formation {
        self.pose.formation
    }

    /// Whether it is cavalry on horseback.
    pub fn is_mounted(&self) -> bool {
        self.arm == Arm::Cavalry && self.mounted
    }

    /// FF-6.19: whether cavalry is mounted once it is in a formation.
    pub fn mounted_in(&self, formation: Formation) -> bool {
        match formation {
            Formation::OpenOrder => false,
            Formation::MarchColumn => self.mounted,
            _ => true,
        }
    }

    /// FF-8.2: whether it could fire a weapon at all in a formation.
    ///
    /// # Errors
    /// The rule and the reason why it could not, as a phrase about the unit.
    pub fn armed_in(&self, formation: Formation) -> Result<(), (&'static str, &'static str)> {
        let mounted = if formation == self.formation() { self.mounted } else { self.mounted_in(formation) };
        match self.arm {
            Arm::Artillery if formation != Formation::Unlimbered => Err(("FF-8.2", "is limbered")),
            Arm::Artillery if self.silenced => Err(("FF-8.2", "is silenced")),
            Arm::Artillery => Ok(()),
            _ if self.is_broken() => Err(("FF-8.2", "is broken")),
            Arm::Cavalry if mounted => Err(("FF-2.2", "is mounted: cavalry fires only dismounted")),
            _ if self.weapon.is_none() => Err(("FF-15.1", "has no firearms")),
            _ => Ok(()),
        }
    }

    /// Whether it is guns.
    pub fn is_guns(&self) -> bool {
        self.arm == Arm::Artillery
    }

    /// FF-2.11, FF-11.4: whether a brave colonel leads it now.
    pub fn has_brave_colonel(&self) -> bool {
        self.flags.brave_colonel && self.colonel_away == 0
    }

    pub fn is_broken(&self) -> bool {
        self.order == OrderState::Broken
    }

    /// FF-5.3: whether it must check: disordered or broken troops, silenced guns that are not abandoned.
    pub fn must_check(&self) -> bool {
        if self.is_guns() { self.silenced && self.sheltered.is_none() } else { self.order != OrderState::Good }
    }
}

/// FF-2.3: the gun of a stand.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gun {
    /// Its kind, by its number among the guns of `weapons.ron`, from 0.
    pub kind: u8,
    /// FF-9.4: whether it is damaged, so that its fire counts half.
    pub damaged: bool,
}

/// FF-2.4: a leader.
#[derive(Component, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leader {
    /// How good he is.
    pub rating: Rating,
    /// FF-2.4: the troops that he commands.
    pub level: Level,
    /// FF-11.2: the unit that he is attached to.
    pub attached: Option<UnitId>,
    /// FF-5.2: whether he has moved in this phase.
    pub moved: bool,
    /// FF-5.3: whether he has made his check in this phase.
    pub checked: bool,
    /// FF-11.3: turns of his side that have still to end while he fights on foot; 0 if he does not.
    pub on_foot: u8,
    /// FF-11.3, FF-11.5: turns of his side that have still to begin before he, or a successor, comes back; 0 if none is
    /// awaited.
    pub absent: u8,
    /// FF-11.5: whether he does not come back himself; a successor may take his place.
    pub removed: bool,
}

/// The actions of a unit in a player turn; they are forgotten when the next turn of its side begins.
#[derive(Component, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Work {
    /// FF-5.3: the effect of its check.
    pub effect: Option<Effect>,
    /// FF-5.3: whether it has checked, or may not check any more.
    pub checked: bool,
    /// FF-6.2: whether its maneuver is made.
    pub done: bool,
    /// FF-8.13: whether it resupplies.
    pub resupplies: bool,
    /// FF-8.2: whether it may not fire, as it retreated in full or its guns were prolonged.
    pub no_fire: bool,
    /// FF-3.5: whether its open order has expanded, or else contracted; none if it has done neither.
    pub spread: Option<bool>,
}

/// The kinds of unit that are troops, with their arms.
pub const KINDS: [(&str, Arm); 3] = [("infantry", Arm::Infantry), ("cavalry", Arm::Cavalry), ("guns", Arm::Artillery)];

/// The kind of unit that a leader is.
pub const LEADER: &str = "commander";

/// The arm of a kind of unit; none if it is a leader.
pub fn arm_of(kind: &SmolStr) -> Option<Arm> {
    KINDS.iter().find(|(known, _)| kind == known).map(|(_, arm)| *arm)
}

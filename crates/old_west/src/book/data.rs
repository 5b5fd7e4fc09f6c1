//! The supplement's numbers: what stands in the files of `assets/rulesets/old_west/`, and what is read of it.

use serde::Deserialize;
use smol_str::SmolStr;

use super::judgement::Judgement;
use grapeshot_combat_patrol::book::{
    action_card::{BURST, Burst},
    data::{GunKind, TerrainTable},
    judgement::JudgementChanges,
    profile::{RATES, Weapon},
    troops::Troop,
};
use grapeshot_floor::{
    files::{
        record::{data_files, record},
        shape::Kind::{self, Flag, Key, Maybe, Record, Rows, Text, Tuple, Whole, Word},
        tables::{INCHES, MODIFIER},
    },
    turn::{
        position::Weights,
        quick::{ArmyLists, Grounds},
    },
};

/// Ends of bands; one that ends at 0 is none of the weapon's.
const ENDS: Kind = Tuple(&[INCHES; 3]);

data_files! { "old_west": Data {
    WEAPONS arms: Vec<Arm>, "weapons.ron", Rows(&Arm::SHAPE, 1), "the weapons (OW-5.1)";
    NUMBERS numbers: Numbers, "numbers.ron", Record(&Numbers::SHAPE), "the numbers that stand in no table";
    GUNS guns: Vec<GunKind>, "guns.ron", Rows(&GunKind::SHAPE, 1), "the guns (OW-8.10)";
    TROOPS troops: Vec<Troop>, "troops.ron", Rows(&Troop::SHAPE, 0), "troops that fight in their own way (OW-8.11)";
    TERRAIN terrain: TerrainTable, "terrain.ron", Record(&TerrainTable::SHAPE), "what the ground does";
    JUDGEMENT judgement: Judgement, "judgement.ron", Record(&Judgement::SHAPE), "what the computer thinks otherwise";
    SEASONED seasoned: JudgementChanges, "seasoned.ron", Record(&JudgementChanges::SHAPE), "what seasoned commanders think otherwise";
    WORTH worth: Weights, "value.ron", Record(&Weights::SHAPE), "what a position is worth, learnt from battles";
    ARMIES armies: ArmyLists, "armies.ron", Record(&ArmyLists::SHAPE), "the armies of battles made on demand";
    COUNTRY country: Grounds, "grounds.ron", Record(&Grounds::SHAPE), "the countries of battles made on demand";
}}

record! {
    /// A weapon of the frontier (OW-5.1).
    Arm: "a weapon" {
        id: SmolStr, Key, "its own id";
        name: SmolStr, Text, "the word";
        /// A band that ends at 0 is none of the weapon's.
        bands: Option<(f32, f32, f32)>, Maybe(&ENDS), "ends of the short, medium and long band, inches";
        reload: Reload, Word(&["Always", "Normal", "Double", "Never"]), "when it gets markers (OW-5.3)";
        hth: i8, MODIFIER, "what it adds hand to hand";
        year: u16, Whole(0, 1915), "the year of general use, 0 for any (OW-5.8)";
        class: Class, Word(&["Pistol", "Carbine", "Long", "Bow", "Crew", "Melee", "Thrown"]),
            "what kind of weapon it is (OW-8.7)";
    } may {
        /// One if it is not said.
        rates: Option<(u8, u8, u8)>, Maybe(&RATES), "to-hit cards in each band (OW-5.2)";
        /// To others it adds `hth`.
        hth_moving: Option<i8>, Maybe(&MODIFIER), "what it adds to one who moved into contact";
        bayonet: bool, Flag, "whether it can carry a bayonet (OW-5.9)";
        silent: bool, Flag, "whether it may not give the shooter away";
        burst: Option<Burst>, Maybe(&BURST), "the template it bursts in (OW-7.1)";
        family: Option<SmolStr>, Maybe(&Text), "the family of older and newer weapons it is of (OW-5.8)";
    }

    /// `numbers.ron`.
    Numbers: "the file of the numbers that stand in no table" {
        bayonet: i8, MODIFIER, "OW-5.9, what a fixed bayonet adds";
    }
}

impl From<&Arm> for Weapon {
    fn from(arm: &Arm) -> Self {
        Self {
            id: arm.id.clone(),
            name: arm.name.clone(),
            bands: arm.bands,
            rate: 1,
            rates: arm.rates,
            reload: arm.reload == Reload::Always,
            hth: arm.hth,
            hth_moving: arm.hth_moving,
            bayonet: arm.bayonet,
            silent: arm.silent,
            burst: arm.burst,
            crew: arm.class == Class::Crew,
            family: arm.family.clone(),
            year: arm.year,
        }
    }
}

/// OW-5.4 to OW-5.6: when a weapon gets markers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Reload {
    /// Whenever it is fired.
    Always,
    /// One by an Out of Ammunition card.
    Normal,
    /// Two by an Out of Ammunition card.
    Double,
    /// It gets none.
    Never,
}

/// OW-8.7, OW-8.8: what kind of weapon it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Class {
    /// A hand gun.
    Pistol,
    /// A long gun that is short enough for the saddle.
    Carbine,
    /// Another long gun.
    Long,
    /// A bow with its arrows.
    Bow,
    /// A weapon with a crew.
    Crew,
    /// One that only strikes.
    Melee,
    /// One that is thrown.
    Thrown,
}

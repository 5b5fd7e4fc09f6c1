//! The supplement's numbers, read from `assets/rulesets/old_west/`.

use serde::Deserialize;
use smol_str::SmolStr;

use super::{files, judgement::Judgement};
use grapeshot_combat_patrol::book::{
    action_card::Burst,
    data::{GunKind, TerrainTable},
    profile::Weapon,
    troops::Troop,
};
use grapeshot_floor::files::{DataFile, DataFiles, Problem};

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

/// A weapon of the frontier (OW-5.1).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arm {
    /// The id ("ml_rifle").
    pub id: SmolStr,
    /// The word.
    pub name: SmolStr,
    /// Ends of the short, medium and long band in inches; a band that ends at 0 is none of the weapon's.
    pub bands: Option<(f32, f32, f32)>,
    /// To-hit cards in each band; one if it is not said.
    #[serde(default)]
    pub rates: Option<(u8, u8, u8)>,
    /// When it gets markers.
    pub reload: Reload,
    /// What it adds hand to hand.
    pub hth: i8,
    /// What it adds to one who moved into contact, if that is another number.
    #[serde(default)]
    pub hth_moving: Option<i8>,
    /// Whether it can carry a bayonet.
    #[serde(default)]
    pub bayonet: bool,
    /// Whether it may not give the shooter away.
    #[serde(default)]
    pub silent: bool,
    /// The template it bursts in.
    #[serde(default)]
    pub burst: Option<Burst>,
    /// The family of older and newer weapons that it is of (OW-5.8).
    #[serde(default)]
    pub family: Option<SmolStr>,
    /// The year of its general use; 0 for any.
    pub year: u16,
    /// What kind of weapon it is.
    pub class: Class,
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

/// `numbers.ron`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// What a fixed bayonet adds to the weapon that carries it (OW-5.9).
    pub bayonet: i8,
}

/// All numbers of the supplement.
#[derive(Debug, Clone, PartialEq)]
pub struct Data {
    /// Weapons (OW-5.1), in the order of their numbers.
    pub arms: Vec<Arm>,
    /// Guns (OW-8.10).
    pub guns: Vec<GunKind>,
    /// Troops that fight in their own way (OW-8.11).
    pub troops: Vec<Troop>,
    /// What a fixed bayonet adds to the weapon that carries it (OW-5.9).
    pub bayonet: i8,
    /// What each kind of ground does to movement and fire.
    pub terrain: TerrainTable,
    /// What the computer thinks otherwise.
    pub judgement: Judgement,
}

impl Data {
    /// Reads the supplement's data.
    ///
    /// # Errors
    /// What is wrong with which file.
    pub fn read(user: &DataFiles) -> Result<Self, (&'static DataFile, Problem)> {
        let numbers: Numbers = files::NUMBERS.load(user)?;
        Ok(Self {
            bayonet: numbers.bayonet,
            arms: files::WEAPONS.load(user)?,
            guns: files::GUNS.load(user)?,
            troops: files::TROOPS.load(user)?,
            terrain: files::TERRAIN.load(user)?,
            judgement: files::JUDGEMENT.load(user)?,
        })
    }
}

//! The supplement's numbers, read from `assets/rulesets/horse_and_musket/`.

use serde::Deserialize;

use crate::files;
use grapeshot_combat_patrol::book::{
    data::{GunKind, TerrainTable},
    profile::Weapon,
    troops::Troop,
};
use grapeshot_floor::files::{DataFile, DataFiles, Problem};

/// `close_order.ron` (section 5). Inches and degrees.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CloseOrder {
    /// Fewest touching figures that make a group (HM-5.1).
    pub min_linked: usize,
    /// What any oblique or backward stretch costs, once (HM-5.6).
    pub oblique: f32,
    /// What each obstacle costs on foot (HM-5.6).
    pub obstacle_foot: f32,
    /// Straight ahead is within this of the facing (HM-5.6).
    pub straight_within: f32,
    /// Inches of allowance for an inch of rough ground (HM-5.8).
    pub rough_cost: f32,
    /// The bonus hand to hand (HM-5.10).
    pub melee_bonus: i8,
    /// How far beside its strip a figure may reach for an enemy (HM-5.9).
    pub reach_beside: f32,
    /// Degrees to each side in which a formed figure fires (HM-5.13).
    pub arc: f32,
    /// Range bands by which a formed target is nearer (HM-5.14).
    pub band_reduction: u8,
    /// Markers more that its leader removes (HM-5.15).
    pub leader_extra: u8,
    /// Ranks that may fire (HM-5.12).
    pub firing_ranks: u8,
    /// How far aside a figure may stand and be ahead, beyond half a base (HM-5.4).
    pub rank_aside: f32,
    /// How far facings in one chain of ranks may differ (HM-5.4).
    pub rank_facing: f32,
    /// What a fixed bayonet adds to the weapon that carries it (HM-3.2).
    pub bayonet: i8,
}

/// All numbers of the supplement.
#[derive(Debug, Clone, PartialEq)]
pub struct Data {
    /// Weapons (HM-3.1).
    pub weapons: Vec<Weapon>,
    /// Guns (HM-7.34).
    pub guns: Vec<GunKind>,
    /// Troops that fight in their own way (HM-8).
    pub troops: Vec<Troop>,
    pub close_order: CloseOrder,
    pub terrain: TerrainTable,
}

impl Data {
    /// Reads the supplement's data.
    ///
    /// # Errors
    /// What is wrong with which file.
    pub fn read(user: &DataFiles) -> Result<Self, (&'static DataFile, Problem)> {
        Ok(Self {
            weapons: files::WEAPONS.load(user)?,
            guns: files::GUNS.load(user)?,
            troops: files::TROOPS.load(user)?,
            close_order: files::CLOSE_ORDER.load(user)?,
            terrain: files::TERRAIN.load(user)?,
        })
    }
}

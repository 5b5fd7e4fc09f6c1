//! The numbers, read from `assets/rulesets/fire_and_fury/`.

use serde::Deserialize;
use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::{
    files,
    judgement::Judgement,
    values::{Class, Effect, Effectiveness, Experience, MoraleClass},
};
use grapeshot_floor::{
    files::{DataFile, DataFiles, Problem},
    table::terrain::SightThrough,
};

/// FF-16.3: points.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    pub worn: f32,
    pub spent: f32,
    pub destroyed: f32,
    pub gun: f32,
    pub leader: f32,
    pub heavy: f32,
    pub greater: f32,
    pub minor: f32,
    pub major: f32,
}

/// The figures on stands, abreast and one behind the other, as they are drawn.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    pub infantry: (u8, u8),
    pub open_order: (u8, u8),
    pub cavalry: (u8, u8),
    pub gun: (u8, u8),
}

/// `numbers.ron`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    pub tolerance: f32,
    pub close: f32,
    pub canister: f32,
    pub arc: f32,
    pub battery_gap: f32,
    pub interval: (f32, f32),
    pub refuse: f32,
    pub command: f32,
    pub command_less: f32,
    pub outflanked: f32,
    pub flank_guard: f32,
    pub battalion_gun: f32,
    pub linear_cover: f32,
    pub overhead_clear: f32,
    pub passage: f32,
    pub face_stands: u8,
    pub wheel: f32,
    pub change_front: f32,
    pub oblique: f32,
    pub retreat_clear: f32,
    pub retreat_headings: Vec<f32>,
    pub pushed: f32,
    pub twilight: (f32, f32, f32, f32),
    pub night: (f32, f32, f32),
    pub fog: f32,
    pub longest_dark: (u8, u8),
    pub enemy_berth: f32,
    pub resupply: f32,
    pub support: f32,
    pub gun_counts: u8,
    pub countercharge: f32,
    pub shelter: f32,
    pub displaced: f32,
    pub replacement: f32,
    pub heavy_casualties: f32,
    pub greater_losses: f32,
    pub stands: (u8, u8),
    pub men: (u16, u16),
    pub infantry: (f32, f32),
    pub cavalry: (f32, f32),
    pub gun: (f32, f32),
    pub leader: f32,
    pub high_leader: f32,
    pub figures: Figures,
    pub score: Points,
}

/// FF-6.1: inches in open, broken and rough ground.
pub type ByClass = (f32, f32, f32);

/// A row of `movement.ron`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rates {
    pub id: SmolStr,
    pub rates: ByClass,
    pub double: ByClass,
    pub road: f32,
}

impl Rates {
    /// Inches of a full move in a class of ground; 0 is not allowed.
    pub fn inches(&self, class: Class, double_quick: bool) -> f32 {
        let (open, broken, rough) = if double_quick && self.double.0 > 0.0 { self.double } else { self.rates };
        match class {
            Class::Open => open,
            Class::Broken => broken,
            Class::Rough => rough,
            Class::Impassable => 0.0,
        }
    }
}

/// A row of `effectiveness.ron`: for each morale class worn and spent at so many stands.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strength {
    pub start: u8,
    pub spirited: (Option<u8>, u8),
    pub reliable: (Option<u8>, u8),
    pub unreliable: (Option<u8>, u8),
    pub dispirited: (Option<u8>, u8),
}

impl Strength {
    /// FF-2.6: at how many stands a unit of a morale class is worn, and spent.
    pub fn steps(&self, class: MoraleClass) -> (Option<u8>, u8) {
        match class {
            MoraleClass::Spirited => self.spirited,
            MoraleClass::Reliable => self.reliable,
            MoraleClass::Unreliable => self.unreliable,
            MoraleClass::Dispirited => self.dispirited,
        }
    }
}

/// Small arms of troops.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmallArm {
    pub id: SmolStr,
    pub label: SmolStr,
    pub bands: Vec<(f32, f32)>,
}

/// A kind of gun.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunKind {
    pub id: SmolStr,
    pub label: SmolStr,
    pub heavy: bool,
    pub bands: Vec<(f32, f32)>,
    pub row: SmolStr,
    pub haul: Option<SmolStr>,
}

/// `weapons.ron`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapons {
    pub small_arms: Vec<SmallArm>,
    pub guns: Vec<GunKind>,
    pub rockets: Vec<(f32, u8)>,
}

/// FF-8.11.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireModifiers {
    pub target_square: i8,
    pub enfilade: i8,
    pub target_march_column: i8,
    pub target_storming_column: i8,
    pub target_field_column: i8,
    pub target_limbered: i8,
    pub target_crossing_abatis: i8,
    pub target_open_order: i8,
    pub target_open_order_in_cover: i8,
    pub target_partial_cover: i8,
    pub target_full_cover: i8,
    pub target_dark: i8,
    pub target_elite: i8,
    pub target_raw: i8,
    pub firer_raw: i8,
    pub buck_and_ball: i8,
    pub marksmen: i8,
}

/// FF-8.17: what fire does from a result on.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireResult {
    pub from: i8,
    pub name: SmolStr,
    /// Stands that troops lose.
    pub lost: u8,
    /// Stands that troops lose who are disordered.
    pub disordered: u8,
    /// Gun stands that are damaged.
    pub damaged: u8,
    /// Gun stands that are wrecked.
    pub wrecked: u8,
}

/// `fire.ron`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireTable {
    pub breaks: Vec<(u8, i8)>,
    pub modifiers: FireModifiers,
    pub results: Vec<FireResult>,
}

impl FireTable {
    /// FF-8.10: what fire points modify the die by; none if there are none.
    pub fn of_points(&self, points: f32) -> Option<i8> {
        let whole = points.floor();
        self.breaks.iter().rev().find(|(from, _)| whole >= f32::from(*from)).map(|(_, modifier)| *modifier)
    }

    /// FF-8.17: what a modified result does; nothing below the first.
    pub fn result(&self, modified: i32) -> Option<&FireResult> {
        self.results.iter().rev().find(|result| modified >= i32::from(result.from))
    }
}

/// FF-5.4.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManeuverModifiers {
    pub leader_gallant: i8,
    pub leader_able: i8,
    pub leader_poor: i8,
    pub attached: i8,
    pub provisional: i8,
    pub out_of_command: i8,
    pub elite: i8,
    pub veteran: i8,
    pub trained: i8,
    pub raw: i8,
    pub battery: i8,
    pub fresh: i8,
    pub worn: i8,
    pub spent: i8,
    pub column_square_cover: i8,
    pub indians_in_woods: i8,
    pub indians_elsewhere: i8,
    pub outflanked_or_broken: i8,
    pub key_position_lost: i8,
    pub heavy_casualties: i8,
    pub greater_losses: i8,
}

impl ManeuverModifiers {
    /// What experience gives.
    pub fn of_experience(&self, experience: Experience) -> i8 {
        match experience {
            Experience::Elite => self.elite,
            Experience::Veteran => self.veteran,
            Experience::Trained => self.trained,
            Experience::Raw => self.raw,
        }
    }

    /// What effectiveness gives.
    pub fn of_effectiveness(&self, effectiveness: Effectiveness) -> i8 {
        match effectiveness {
            Effectiveness::Fresh => self.fresh,
            Effectiveness::Worn => self.worn,
            Effectiveness::Spent => self.spent,
        }
    }
}

/// `maneuver.ron`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManeuverTable {
    pub modifiers: ManeuverModifiers,
    pub good_order: Vec<(i8, Effect)>,
    pub disordered: Vec<(i8, Effect)>,
}

impl ManeuverTable {
    /// FF-5.8, FF-5.9: the effect of a modified result on good order troops and guns, or on disordered or broken troops.
    pub fn effect(&self, modified: i32, disordered: bool) -> Effect {
        let rows = if disordered { &self.disordered } else { &self.good_order };
        rows.iter().find(|(from, _)| modified >= i32::from(*from)).map_or(Effect::Panic, |(_, effect)| *effect)
    }

    /// The effects of a column of the table, in its order.
    pub fn effects(&self, disordered: bool) -> impl Iterator<Item = Effect> + use<'_> {
        let rows = if disordered { &self.disordered } else { &self.good_order };
        rows.iter().map(|(_, effect)| *effect).chain([Effect::Panic])
    }
}

/// FF-10.6.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChargeModifiers {
    pub elite: i8,
    pub veteran: i8,
    pub trained: i8,
    pub raw: i8,
    pub fresh: i8,
    pub worn: i8,
    pub spent: i8,
    pub outnumbered: Vec<(f32, i8)>,
    pub disordered: i8,
    pub leader: i8,
    pub supported_guns: i8,
    pub unsupported_guns: i8,
    pub loose: i8,
    pub outflanked: i8,
    pub favorable: i8,
    pub strong: i8,
    pub elan: i8,
    pub cavalry_open: i8,
    pub cavalry_broken: i8,
}

/// `charge.ron`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChargeTable {
    pub modifiers: ChargeModifiers,
    pub pushed: i8,
    pub driven: i8,
    pub swept: i8,
    pub lost_driven: u8,
    pub lost_driven_more: u8,
    pub lost_swept: u8,
    pub more_from: i8,
    pub leader_removed: u8,
    pub leader_absent: u8,
    pub leader_dismounted: u8,
}

/// What a kind of ground is.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundRow {
    pub class: Class,
    pub cover: Option<SmolStr>,
    pub sight: SightThrough,
    pub mounted: bool,
}

/// What a kind of linear feature is.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BarrierRow {
    pub class: Class,
    pub height: f32,
    pub cover: Option<SmolStr>,
    pub mounted: bool,
}

/// `terrain.ron`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainTable {
    pub grounds: BTreeMap<SmolStr, GroundRow>,
    pub barriers: BTreeMap<SmolStr, BarrierRow>,
    pub building_class: Class,
    pub building_cover: SmolStr,
}

/// All data of the ruleset.
#[derive(Debug, Clone, PartialEq)]
pub struct Data {
    /// Distances and shares.
    pub numbers: Numbers,
    /// Rates of movement.
    pub movement: Vec<Rates>,
    /// Effectiveness by starting stands.
    pub effectiveness: Vec<Strength>,
    /// Small arms and guns.
    pub weapons: Weapons,
    /// Fire.
    pub fire: FireTable,
    /// Maneuver checks.
    pub maneuver: ManeuverTable,
    /// Charge combat.
    pub charge: ChargeTable,
    /// The terrain.
    pub terrain: TerrainTable,
    /// What the computer player thinks of things.
    pub judgement: Judgement,
}

impl Data {
    /// Reads the data.
    ///
    /// # Errors
    /// What is wrong with which file.
    pub fn read(user: &DataFiles) -> Result<Self, (&'static DataFile, Problem)> {
        Ok(Self {
            numbers: files::NUMBERS.load(user)?,
            movement: files::MOVEMENT.load(user)?,
            effectiveness: files::EFFECTIVENESS.load(user)?,
            weapons: files::WEAPONS.load(user)?,
            fire: files::FIRE.load(user)?,
            maneuver: files::MANEUVER.load(user)?,
            charge: files::CHARGE.load(user)?,
            terrain: files::TERRAIN.load(user)?,
            judgement: files::JUDGEMENT.load(user)?,
        })
    }

    /// FF-6.1: a row of rates.
    pub fn rates(&self, id: &str) -> Option<&Rates> {
        self.movement.iter().find(|row| row.id == id)
    }

    /// FF-2.6: at how many stands a unit that starts with so many is worn, and spent.
    pub fn steps(&self, start: u8, class: MoraleClass) -> (Option<u8>, u8) {
        self.effectiveness.iter().find(|row| row.start == start).map_or((None, 0), |row| row.steps(class))
    }

    /// FF-2.6: how effective a unit is that started with so many stands and has so many left.
    pub fn effectiveness_of(&self, start: u8, now: u8, class: MoraleClass) -> Effectiveness {
        match self.steps(start, class) {
            (_, spent) if now <= spent => Effectiveness::Spent,
            (Some(worn), _) if now <= worn => Effectiveness::Worn,
            _ => Effectiveness::Fresh,
        }
    }

    /// The number of small arms.
    pub fn small_arm(&self, code: &str) -> Option<u8> {
        self.weapons.small_arms.iter().position(|arm| arm.id.eq_ignore_ascii_case(code)).map(|n| n as u8)
    }

    /// The number of a kind of gun.
    pub fn gun(&self, code: &str) -> Option<u8> {
        self.weapons.guns.iter().position(|gun| gun.id.eq_ignore_ascii_case(code)).map(|n| n as u8)
    }
}

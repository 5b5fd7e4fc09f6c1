//! The numbers, read from `assets/rulesets/burt/`.

use serde::Deserialize;
use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::{
    files,
    judgement::Judgement,
    values::{Arm, Class, Formation, Level},
};
use grapeshot_floor::{
    files::{DataFile, DataFiles, Problem},
    table::terrain::SightThrough,
};

/// SB-11.1: what an army's quality multiplies the number of its units with.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Qualities {
    pub poor: f32,
    pub average: f32,
    pub good: f32,
}

/// SB-11.4: points.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    pub lost: f32,
    pub under_half: f32,
    pub demoralised: f32,
    pub lead: f32,
}

/// `numbers.ron`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    pub tolerance: f32,
    pub wood_sight: f32,
    pub overlooked: f32,
    pub reserve_berth: f32,
    pub enemy_berth: f32,
    pub fire_forward: f32,
    pub fire_back: f32,
    pub backward: f32,
    pub oblique_most: f32,
    pub oblique_cost: f32,
    pub road_bonus: f32,
    pub turn_cost: f32,
    pub obstacle_cost: f32,
    pub limber_cost: f32,
    pub gun_push: f32,
    pub gun_pivot: f32,
    pub free_pivot: f32,
    pub frontage_cost: f32,
    pub house_side: u8,
    pub assault_wheel: f32,
    pub assault_edge: u8,
    pub assault_target: u8,
    pub clipped: f32,
    pub marked_move: f32,
    pub support_within: f32,
    pub push_back: f32,
    pub home_within: f32,
    pub rout_past: f32,
    pub rally_clear: f32,
    pub staff_reach: f32,
    pub staff_berth: f32,
    pub with_unit: f32,
    pub general_lost_on: u8,
    pub replaced_after: u16,
    pub casualty_test: f32,
    pub flank_enemies: f32,
    pub quality: Qualities,
    pub score: Points,
    pub squares_rout: f32,
    pub staff_base: (f32, f32),
    pub square_side: f32,
    pub limbered: (f32, f32),
}

/// A row of the Data section (SB-1.4, SB-4.1): triples are of column, line and square.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TroopRow {
    pub id: SmolStr,
    pub label: SmolStr,
    pub arm: Arm,
    pub moves: (f32, f32, f32),
    pub charges: (f32, f32, f32),
    pub reserve: (f32, f32, f32),
    /// Figures on a base.
    pub figures: u8,
    /// Ranks of figures on a base.
    pub ranks: u8,
    /// Width and depth of a base in inches.
    pub base: (f32, f32),
    /// The fewest and the most figures.
    pub strength: (u8, u8),
    /// The best level it can have.
    pub level: Level,
    /// Its usual small arms.
    pub weapon: SmolStr,
}

impl TroopRow {
    /// The value of a triple in a formation; what has no other formations has all three alike.
    pub fn by_formation(values: (f32, f32, f32), formation: Formation) -> f32 {
        match formation {
            Formation::Line => values.1,
            Formation::Square => values.2,
            _ => values.0,
        }
    }
}

/// A row of small arms.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    pub id: SmolStr,
    pub label: SmolStr,
    /// Short, medium and long range in inches.
    pub ranges: (f32, f32, f32),
}

/// A row of guns.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gun {
    pub id: SmolStr,
    pub label: SmolStr,
    pub crew: u8,
    pub canister: (f32, f32, f32),
    pub ball: (f32, f32, f32),
    pub howitzer: bool,
}

/// What a kind of ground does: close order infantry, cavalry, skirmishers and staff, guns and wagons.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundRow {
    pub rates: (f32, f32, f32, f32),
    /// SB-4.10: close order troops lose a level in it.
    pub order: bool,
    pub cover: Option<SmolStr>,
    pub sight: SightThrough,
}

/// What a linear obstacle is.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BarrierRow {
    pub height: f32,
    pub cover: Option<SmolStr>,
}

/// `terrain.ron`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainTable {
    pub grounds: BTreeMap<SmolStr, GroundRow>,
    pub barriers: BTreeMap<SmolStr, BarrierRow>,
    pub building_cover: SmolStr,
    pub steep_rate: f32,
}

/// SB-6.5.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireHits {
    pub long: i8,
    pub leftover: i8,
    pub cover: i8,
    pub shaken: i8,
    pub many_ranks: i8,
    pub first_volley: i8,
    pub short: i8,
}

/// SB-6.6.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireSaves {
    pub artillery_in_the_open: i8,
    pub hard_cover: i8,
    pub skirmishers_or_crew: i8,
}

/// `fire.ron`.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireTable {
    pub to_hit: i8,
    pub to_save: i8,
    pub floor: i8,
    pub figures_per_die: u8,
    pub canister_dice: u8,
    pub ball_dice: u8,
    pub near_target: f32,
    pub cover_within: f32,
    pub melee_berth: f32,
    pub reaction_range: f32,
    pub hit: FireHits,
    pub many_ranks: u8,
    pub save: FireSaves,
}

/// SB-9.11.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeleeHits {
    pub leftover: i8,
    pub cover: i8,
    pub cavalry_at_square: i8,
    pub light_cavalry_at_formed: i8,
    pub shaken_or_routing: i8,
    pub impetus: i8,
    pub deeper: i8,
    pub close_at_open: i8,
    pub flank_or_rear: i8,
    pub at_shaken: i8,
    pub cavalry_at_disordered: i8,
    pub armoured_or_lancers: i8,
    pub at_routing: i8,
}

/// SB-9.12.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeleeSaves {
    pub unformed: i8,
    pub downhill: i8,
    pub armoured: i8,
}

/// `melee.ron`.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeleeTable {
    pub to_hit: i8,
    pub to_save: i8,
    /// SB-9.10: edges touch if they overlap more than this, inches.
    pub overlap: f32,
    pub hit: MeleeHits,
    pub save: MeleeSaves,
}

/// SB-8.3, added to the die. The upper group and the row for standing uphill are settings of the battle.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleAdds {
    pub hard_cover: i8,
    pub advancing: i8,
    pub general: i8,
    pub in_column: i8,
    pub secure_flank: i8,
    pub soft_cover: i8,
    pub casualties: i8,
    pub retiring: i8,
    pub disordered: i8,
    pub demoralised: i8,
    pub shaken: i8,
    pub routing: i8,
}

impl MoraleAdds {
    /// What a level adds.
    pub fn of_level(&self, level: Level) -> i8 {
        match level {
            Level::Formed | Level::Unformed => 0,
            Level::Disordered => self.disordered,
            Level::Shaken => self.shaken,
            Level::Rout => self.routing,
        }
    }
}

/// `morale.ron`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleTable {
    /// The score of each class.
    pub classes: (i8, i8, i8, i8, i8),
    /// Shares of strength under which so much is added; the last that holds counts.
    pub strength: Vec<(f32, i8)>,
    pub add: MoraleAdds,
}

impl MoraleTable {
    /// SB-8.1: the score of a class.
    pub fn score(&self, class: Class) -> i8 {
        let scores = self.classes;
        match class {
            Class::A => scores.0,
            Class::B => scores.1,
            Class::C => scores.2,
            Class::D => scores.3,
            Class::E => scores.4,
        }
    }
}

/// All data of the ruleset.
#[derive(Debug, Clone, PartialEq)]
pub struct Data {
    /// Distances and shares.
    pub numbers: Numbers,
    /// Kinds of troops.
    pub troops: Vec<TroopRow>,
    /// Small arms.
    pub weapons: Vec<Weapon>,
    /// Guns.
    pub guns: Vec<Gun>,
    /// The terrain.
    pub terrain: TerrainTable,
    /// Fire.
    pub fire: FireTable,
    /// Melee.
    pub melee: MeleeTable,
    /// Morale.
    pub morale: MoraleTable,
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
            troops: files::TROOPS.load(user)?,
            weapons: files::WEAPONS.load(user)?,
            guns: files::GUNS.load(user)?,
            terrain: files::TERRAIN.load(user)?,
            fire: files::FIRE.load(user)?,
            melee: files::MELEE.load(user)?,
            morale: files::MORALE.load(user)?,
            judgement: files::JUDGEMENT.load(user)?,
        })
    }

    /// The number of a weapon.
    pub fn weapon(&self, id: &str) -> Option<u8> {
        self.weapons.iter().position(|weapon| weapon.id == id).map(|n| n as u8)
    }

    /// The number of a gun.
    pub fn gun(&self, id: &str) -> Option<u8> {
        self.guns.iter().position(|gun| gun.id == id).map(|n| n as u8)
    }

    /// A kind of troops with its number.
    pub fn row(&self, id: &str) -> Option<(u8, &TroopRow)> {
        self.troops.iter().enumerate().find(|(_, row)| row.id == id).map(|(n, row)| (n as u8, row))
    }
}

//! The numbers, read from `assets/rulesets/black_powder/`.

use serde::Deserialize;
use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::{
    files,
    judgement::Judgement,
    values::{Formation, Size, Troop},
};
use grapeshot_floor::{
    files::{DataFile, DataFiles, Problem},
    shared::formed::block::Face,
    table::terrain::SightThrough,
};

/// A value for each size.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySize {
    pub large: SizeRow,
    pub standard: SizeRow,
    pub small: SizeRow,
    pub tiny: SizeRow,
}

/// BP-1.1: what a size adds.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeRow {
    pub shoot: i8,
    pub hand: i8,
    pub stamina: i8,
    pub width: f32,
}

impl BySize {
    /// The row of a size.
    pub fn of(&self, size: Size) -> &SizeRow {
        match size {
            Size::Large => &self.large,
            Size::Standard => &self.standard,
            Size::Small => &self.small,
            Size::Tiny => &self.tiny,
        }
    }
}

/// BP-1.3: front width and depth by arm, where an arm has the formation.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ByTroop {
    pub infantry: Option<(f32, f32)>,
    pub cavalry: Option<(f32, f32)>,
    pub artillery: Option<(f32, f32)>,
    pub wagon: Option<(f32, f32)>,
}

impl ByTroop {
    /// What an arm has.
    pub fn of(&self, troop: Troop) -> Option<(f32, f32)> {
        match troop {
            Troop::Infantry => self.infantry,
            Troop::Cavalry => self.cavalry,
            Troop::Artillery => self.artillery,
            Troop::Wagon => self.wagon,
        }
    }
}

/// BP-2.4.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandModifiers {
    pub per_step: i8,
    pub enemy_near: i8,
    pub attack_column: i8,
    pub column_off_road: i8,
    pub column_on_road: i8,
}

/// BP-5.4.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShootingModifiers {
    pub artillery_at_column: i8,
    pub close: i8,
    pub shaken: i8,
    pub hard_target: i8,
    pub long_range: i8,
    pub overhead: i8,
}

/// BP-5.7.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveModifiers {
    pub column: i8,
    pub march_column: i8,
    pub artillery_long: i8,
    pub artillery_near: i8,
}

/// BP-7.3.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FightingModifiers {
    pub charging: i8,
    pub won: i8,
    pub shaken: i8,
    pub skirmishers: i8,
    pub flank: i8,
}

/// BP-7.5.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultModifiers {
    pub rear_support: i8,
    pub flank_support: i8,
    pub square: i8,
    pub small_building: i8,
    pub medium_building: i8,
    pub large_building: i8,
}

/// BP-7.8.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestModifiers {
    pub excess: i8,
    pub disordered: i8,
    pub artillery: i8,
}

/// BP-2.8: what a die of the blunder table brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Blunder {
    /// So many moves to the rear.
    Retreat(u8),
    /// A charge to that side, or a move that way.
    Slide(Face),
    /// A charge on the nearest enemy.
    Charge,
}

/// What a break test brings (BP-7.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Outcome {
    /// It is destroyed.
    Breaks,
    /// It retires and is disordered.
    RetiresDisordered,
    /// It retires in order.
    Retires,
    /// It holds.
    Holds,
}

/// A row of the break test table, for totals up to its own that no earlier row has.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BreakRow {
    pub up_to: i8,
    /// Infantry, cavalry, artillery.
    pub shooting: (Outcome, Outcome, Outcome),
    pub hand_to_hand: (Outcome, Outcome, Outcome),
}

/// BP-11.2: what costs how many points.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    pub die: f32,
    pub cavalry_die: f32,
    /// Ranges up to which a die costs so much.
    pub small_arms: Vec<(f32, f32)>,
    /// The same for artillery, of its dice at long range.
    pub artillery: Vec<(f32, f32)>,
    /// A point of morale below 7, or of stamina.
    pub point: f32,
    /// The same of artillery.
    pub artillery_point: f32,
    /// A point of a commander's rating above the one that costs nothing.
    pub rating: f32,
    pub free_rating: u8,
}

/// `numbers.ron`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    pub sizes: BySize,
    pub outlines: BTreeMap<Formation, ByTroop>,
    pub commander_diameter: f32,
    pub tolerance: f32,
    pub wood_sight: f32,
    pub overlooked: f32,
    pub distance_step: f32,
    pub near_enemy: f32,
    pub group_gap: f32,
    pub group_spread: f32,
    pub follow_within: f32,
    pub command: CommandModifiers,
    pub blunders: [Blunder; 6],
    pub berth: f32,
    pub obstacle_cost: f32,
    pub building_cost: f32,
    pub retire_aside: f32,
    pub form_turn: f32,
    pub commander_foot: f32,
    pub commander_mounted: f32,
    pub close_range: f32,
    pub nearly_as_near: f32,
    pub free_pivot: f32,
    pub to_hit: u8,
    pub shooting: ShootingModifiers,
    pub closing_evading: i8,
    pub save: SaveModifiers,
    pub wheel_most: f32,
    pub second_target: f32,
    pub square_halt: f32,
    pub square_room: f32,
    pub fighting: FightingModifiers,
    pub result: ResultModifiers,
    pub support_within: f32,
    pub face_dice: u8,
    pub least_contact: f32,
    pub testing: TestModifiers,
    pub break_table: Vec<BreakRow>,
    pub sweep_infantry: f32,
    pub flee_within: f32,
    pub officer_lost_on: u8,
    pub officer_lost_broken: u8,
    pub least_rating: u8,
    pub margin: f32,
    pub points: Prices,
}

/// A row of the Data section.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitRow {
    pub id: SmolStr,
    pub label: String,
    pub troop: Troop,
    pub size: Size,
    pub hand: u8,
    pub shoot: (u8, u8, u8),
    pub morale: u8,
    pub stamina: u8,
    pub inches: f32,
    pub manhandled: f32,
    pub horse: bool,
    pub weapon: Option<SmolStr>,
    pub rules: Vec<SmolStr>,
}

/// BP-5.3: what a weapon is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum WeaponKind {
    /// Muskets and the like.
    SmallArms,
    /// Guns that shoot flat.
    Cannon,
    /// Guns that shoot over what is between (BP-5.10).
    Howitzer,
}

/// A weapon.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    pub id: SmolStr,
    pub label: SmolStr,
    pub range: f32,
    pub kind: WeaponKind,
}

impl Weapon {
    /// Whether it is artillery.
    pub fn is_artillery(&self) -> bool {
        self.kind != WeaponKind::SmallArms
    }
}

/// A bonus to the combat result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Bonus {
    /// So much.
    Fixed(i8),
    /// A D3.
    D3,
}

/// BP-11.1: what a special rule does where the game asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Effect {
    /// Added to the rating for orders to it.
    Command(i8),
    /// Added to the rating for orders to change formation.
    CommandToForm(i8),
    /// The distance to its commander does not matter.
    IgnoresDistance,
    /// It makes no initiative moves.
    NoInitiative,
    /// A failed order still brings a move.
    MovesAnyway,
    /// A roll equal to the rating brings none.
    EqualGivesNone,
    /// It must charge when it can.
    MustCharge,
    /// It may take skirmish order.
    Skirmishes,
    /// It may send out a screen.
    Screens,
    /// It forms square against cavalry.
    FormsSquare,
    /// It may evade in any formation.
    Evades,
    /// It shoots before it evades.
    FiresEvading,
    /// Added to hit the first time it shoots.
    FirstFire(i8),
    /// A die the first time it shoots or fights.
    Fresh,
    /// A die when it is first hit.
    Untested,
    /// One missed shot is rolled again.
    RerollShot,
    /// One missed blow is rolled again.
    RerollBlow,
    /// All missed blows of its charge are rolled again.
    RerollCharge,
    /// One failed save is rolled again.
    RerollSave,
    /// One failed save is rolled again while it has no casualties.
    RerollSaveUnhurt,
    /// Added to the combat result of its charge.
    ChargeResult(Bonus),
    /// Added to the saves of the enemy it charged.
    ChargeSave(i8),
    /// The enemy it charges takes a break test.
    Terrifies,
    /// It passes its first break test.
    PassesFirst,
    /// It may roll one break test again.
    RerollTest,
    /// It tests whenever it takes a casualty.
    Wavers,
    /// A die of so much removes its disorder at the start of the turn.
    Recovers(u8),
    /// It removes a casualty at the end of the command part.
    Rallies,
}

/// BP-11.2: what a special rule costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Cost {
    /// So much.
    Each(i8),
    /// So much, and so much for cavalry.
    ByArm(i8, i8),
    /// Seven less its morale.
    SevenLessMorale,
    /// So much for each point of stamina.
    PerStamina(i8),
}

/// A special rule.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Special {
    pub id: SmolStr,
    pub label: SmolStr,
    pub text: SmolStr,
    pub effects: Vec<Effect>,
    pub points: Cost,
}

/// BP-3.5: what a kind of ground does to each kind of mover.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundRow {
    /// Formed infantry, skirmishing infantry, formed cavalry, skirmishing cavalry, guns and wagons.
    pub rates: (f32, f32, f32, f32, f32),
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
    pub covers: BTreeMap<SmolStr, i8>,
    pub building_cover: SmolStr,
    pub building_sizes: Vec<SmolStr>,
    pub steep_rate: f32,
}

/// All data of the ruleset.
#[derive(Debug, Clone, PartialEq)]
pub struct Data {
    /// The numbers.
    pub numbers: Numbers,
    /// The rows of the Data section.
    pub units: Vec<UnitRow>,
    /// The weapons.
    pub weapons: Vec<Weapon>,
    /// The special rules.
    pub specials: Vec<Special>,
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
            units: files::UNITS.load(user)?,
            weapons: files::WEAPONS.load(user)?,
            specials: files::SPECIAL_RULES.load(user)?,
            terrain: files::TERRAIN.load(user)?,
            judgement: files::JUDGEMENT.load(user)?,
        })
    }

    /// The number of a weapon.
    pub fn weapon(&self, id: &str) -> Option<u8> {
        self.weapons.iter().position(|weapon| weapon.id == id).map(|n| n as u8)
    }

    /// The number of a special rule.
    pub fn special(&self, id: &str) -> Option<u8> {
        self.specials.iter().position(|special| special.id == id).map(|n| n as u8)
    }

    /// A row of the Data section.
    pub fn row(&self, id: &str) -> Option<&UnitRow> {
        self.units.iter().find(|row| row.id == id)
    }
}

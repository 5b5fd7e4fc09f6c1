//! The numbers of the core, read from `assets/rulesets/combat_patrol/`.

use serde::Deserialize;
use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::{
    action_card::{ActionCard, Burst, ByGrade, Severity},
    files,
    judgement::Judgement,
    profile::Grade,
};
use grapeshot_floor::{
    files::{DataFile, DataFiles, Problem},
    table::terrain::Ground,
    turn::vocabulary::Barrier,
};

/// Shifts of the to-hit column (CP-6.3).
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shifts {
    pub medium: i8,
    pub long: i8,
    pub target_moving: i8,
    pub moving_fire: i8,
    pub wounded: i8,
    pub leader_absent: i8,
    pub mounted: i8,
    pub sniper: i8,
}

/// Modifiers hand to hand (CP-9.4).
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeleeModifiers {
    pub wounded: i8,
    pub stunned: i8,
    pub earlier_fight: i8,
    pub defended_position: i8,
    pub from_rear: i8,
}

/// `core.ron`. Inches and degrees.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoreNumbers {
    pub start_column: ByGrade<i8>,
    pub shifts: Shifts,
    pub most_holes: i8,
    pub friend_beside: f32,
    pub target_area_before: f32,
    pub next_target: f32,
    pub cover_within: f32,
    pub cover_order: SmolStr,
    pub cover_names: BTreeMap<SmolStr, SmolStr>,
    pub leader_removes: ByGrade<u8>,
    pub reaction_by_guts: ByGrade<u8>,
    pub reaction_step: f32,
    pub sight_edge: f32,
    pub man_height: f32,
    pub overlap_tolerance: f32,
    pub obstacle_cost: f32,
    pub obstacle_limit: f32,
    pub door_closed_cost: f32,
    pub window_cost: f32,
    pub enemy_berth: f32,
    pub melee: MeleeModifiers,
    pub recoil: f32,
    pub advance: f32,
    pub parting: f32,
    pub cover_from_enemy: f32,
    pub wounded_cost: f32,
    pub bog_holes: ByGrade<u8>,
}

/// `RidersPace`: what a mounted figure moves.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paces {
    /// Cards added up.
    pub cards: u8,
    /// Inches added to them.
    pub plus: f32,
    /// What all that is multiplied by (`Manhandle`).
    #[serde(default = "Paces::whole")]
    pub times: f32,
}

impl Paces {
    /// The inches that these cards give, the first drawn in front.
    pub fn inches(&self, drawn: &[f32]) -> f32 {
        (drawn.iter().take(usize::from(self.cards)).sum::<f32>() + self.plus) * self.times
    }

    fn whole() -> f32 {
        1.0
    }
}

/// `mounted.ron`. Inches and degrees.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MountedNumbers {
    pub light: Paces,
    pub heavy: Paces,
    pub impetus_run: f32,
    pub straight_within: f32,
    pub impetus: i8,
    pub impetus_heavy: i8,
    pub heavy_melee: i8,
    pub bog_together: f32,
    pub close_ranks: f32,
    pub beside: f32,
    pub beyond_nobody: f32,
    pub beyond_fallen: f32,
    pub beyond_wounded: f32,
    pub veer: f32,
    pub held_by_one: usize,
    pub horse_hit: u8,
}

/// `burst.ron` (CP-8). Inches and degrees.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BurstNumbers {
    pub protection: BTreeMap<SmolStr, f32>,
    pub roof: f32,
    pub walls: BTreeMap<SmolStr, SmolStr>,
    pub behind_wall: f32,
    pub splinters: BTreeMap<SmolStr, Burst>,
    pub fuse: f32,
    pub structure: Burst,
    pub sets_off: Burst,
}

/// `artillery.ron`. Inches.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArtilleryNumbers {
    pub limbered: Paces,
    pub by_hand: Paces,
    pub bog: SmolStr,
    pub fewest_gunners: usize,
    pub most_helpers: usize,
    pub helpers_for_a_gunner: usize,
    pub limber_reach: f32,
    pub wagon_guard: f32,
    pub loading: (u8, u8, u8),
    pub run_on: f32,
    pub beside_track: f32,
    pub close_order_icon: Burst,
    pub open_order_icon: Burst,
    pub banks: Vec<SmolStr>,
    pub no_cover_from_shot: SmolStr,
    pub ricochet: f32,
    pub further_unit: i8,
    pub shell_deviation: f32,
    pub shell_template: Burst,
    pub case_template: Burst,
    pub case_on_roof: Burst,
}

/// `spotting.ron` (CP-12). Inches.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpottingNumbers {
    pub found_within: f32,
    pub reach: f32,
    pub near: f32,
    pub far: f32,
    pub beyond_near: i8,
    pub beyond_far: i8,
    pub in_cover: i8,
}

/// A kind of gun of the supplement's table (`GunTable`). Inches; pounds are its usual weight of shot.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunKind {
    /// The id ("gun_6").
    pub id: SmolStr,
    /// The word ("6-pounder").
    pub name: SmolStr,
    /// Ends of the bands of solid shot.
    pub shot: (f32, f32, f32),
    /// Ends of the bands of canister; some guns have no long one.
    pub canister: (f32, f32, Option<f32>),
    /// The least and the greatest range of shell and spherical case, if it fires them.
    pub shell: Option<(f32, f32)>,
    /// How accurate its canister is with any crew (`Canister`).
    pub canister_accuracy: Grade,
    /// Its weight of shot if the scenario does not say otherwise.
    pub pounds: f32,
    /// The weapon of the ruleset's table as which it fires, card after card, if it fires no rounds (CP-6.12).
    #[serde(default)]
    pub fires_as: Option<SmolStr>,
}

/// `terrain.ron` of a period: what its ground does.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainTable {
    /// What each kind of ground does to foot.
    pub grounds: BTreeMap<SmolStr, Ground>,
    /// What each kind of linear obstacle does.
    pub barriers: BTreeMap<SmolStr, Barrier>,
    /// The cover of a building.
    pub building_cover: Option<SmolStr>,
    /// Materials of buildings.
    pub materials: Vec<SmolStr>,
    /// Rate on a steep slope.
    pub steep_rate: f32,
}

/// The numbers and cards of the core.
#[derive(Debug, Clone, PartialEq)]
pub struct CoreData {
    /// The numbers.
    pub numbers: CoreNumbers,
    /// The numbers of mounted figures.
    pub mounted: MountedNumbers,
    /// The numbers of explosives and walls.
    pub burst: BurstNumbers,
    /// The numbers of guns.
    pub artillery: ArtilleryNumbers,
    /// The numbers of hidden units.
    pub spotting: SpottingNumbers,
    /// What the computer player thinks of things.
    pub judgement: Judgement,
    /// The action deck, card n at n - 1.
    pub action_deck: Vec<ActionCard>,
    /// CP-6.8: the share of the cards that stop a hit on a figure in cover, by the types of [`COVER`].
    cover_stops: [f32; COVER.len()],
    /// CP-6.8: the share of the cards by which one hit incapacitates.
    pub incapacitates: f32,
}

/// The cover types of CP-7.5.
const COVER: [&str; 5] = ["k", "h", "w", "f", "b"];

impl CoreData {
    /// Reads the core's data.
    ///
    /// # Errors
    /// What is wrong with which file.
    pub fn read(user: &DataFiles) -> Result<Self, (&'static DataFile, Problem)> {
        let action_deck: Vec<ActionCard> = files::ACTION_DECK.load(user)?;
        let stops = |code: &str| action_deck.iter().filter(|card| card.cover.contains(code)).count() as f32;
        let cover_stops = COVER.map(|code| stops(code) / action_deck.len() as f32);
        let fatal = action_deck.iter().filter(|card| card.sev == Severity::Incapacitated).count() as f32;
        let incapacitates = fatal / action_deck.len() as f32;
        Ok(Self {
            numbers: files::CORE.load(user)?,
            mounted: files::MOUNTED.load(user)?,
            burst: files::BURSTING.load(user)?,
            artillery: files::ARTILLERY.load(user)?,
            spotting: files::SPOTTING.load(user)?,
            judgement: files::JUDGEMENT.load(user)?,
            action_deck,
            cover_stops,
            incapacitates,
        })
    }

    /// CP-6.8: the share of the cards that stop a hit on a figure in a type of cover.
    pub fn cover_stops(&self, code: &str) -> f32 {
        COVER.iter().position(|known| *known == code).map_or(0.0, |n| self.cover_stops[n])
    }
}

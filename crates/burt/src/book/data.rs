//! The numbers: the files of `assets/rulesets/burt/`, and the values that the rules read in them.

use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::{
    judgement::{Judgement, JudgementChanges},
    values::{Arm, Class, Formation, Level},
};
use grapeshot_floor::{
    files::{
        record::{data_files, record},
        shape::Kind::{
            self, Flag, Integer, Key, List, Map, Maybe, Number, OneOf, Record, Rows, Text, Tuple, Whole, Word,
        },
        tables::{DEGREES, HEIGHT, INCHES, MODIFIER, RATE, SIGHT, STEP},
    },
    table::terrain::SightThrough,
    turn::{
        position::Weights,
        quick::{ArmyLists, Grounds},
    },
};

const SHARE: Kind = Number(0.0, 1.0);
const DIE: Kind = Integer(1, 7);
const POINTS: Kind = Number(0.0, 100.0);
/// Inches in column, line and square; or at short, medium and long range.
const THREE: Kind = Tuple(&[INCHES; 3]);
const COVER: Kind = Maybe(&OneOf(&["soft", "hard"]));

data_files! { "burt": Data {
    NUMBERS numbers: Numbers, "numbers.ron", Record(&Numbers::SHAPE), "the numbers of the rulebook";
    TROOPS troops: Vec<TroopRow>, "troops.ron", Rows(&TroopRow::SHAPE, 1), "the kinds of troops (SB-4.1)";
    WEAPONS weapons: Vec<Weapon>, "weapons.ron", Rows(&Weapon::SHAPE, 1), "the small arms (SB-6.2)";
    GUNS guns: Vec<Gun>, "guns.ron", Rows(&Gun::SHAPE, 1), "the guns (SB-6.2, SB-6.10)";
    TERRAIN terrain: TerrainTable, "terrain.ron", Record(&TerrainTable::SHAPE), "what the ground does";
    FIRE fire: FireTable, "fire.ron", Record(&FireTable::SHAPE), "fire (SB-6)";
    MELEE melee: MeleeTable, "melee.ron", Record(&MeleeTable::SHAPE), "melee (SB-9)";
    MORALE morale: MoraleTable, "morale.ron", Record(&MoraleTable::SHAPE), "morale (SB-8)";
    JUDGEMENT judgement: Judgement, "judgement.ron", Record(&Judgement::SHAPE), "what the computer player thinks";
    SEASONED seasoned: JudgementChanges, "seasoned.ron", Record(&JudgementChanges::SHAPE), "what seasoned commanders think otherwise";
    WORTH worth: Weights, "value.ron", Record(&Weights::SHAPE), "what a position is worth, learnt from battles";
    ARMIES armies: ArmyLists, "armies.ron", Record(&ArmyLists::SHAPE), "the armies of battles made on demand";
    COUNTRY country: Grounds, "grounds.ron", Record(&Grounds::SHAPE), "the countries of battles made on demand";
}}

impl Data {
    /// The data by which seasoned commanders judge.
    pub fn seasoned(&self) -> Self {
        Self { judgement: self.judgement.with(&self.seasoned), ..self.clone() }
    }

    /// The number of the small arms with this id, from 0; none if no row has it.
    pub fn weapon(&self, id: &str) -> Option<u8> {
        self.weapons.iter().position(|weapon| weapon.id == id).map(|n| n as u8)
    }

    /// The number of the gun with this id, from 0; none if no gun has it.
    pub fn gun(&self, id: &str) -> Option<u8> {
        self.guns.iter().position(|gun| gun.id == id).map(|n| n as u8)
    }

    /// The kind of troops with this id, and its number, from 0; none if no kind has it.
    pub fn row(&self, id: &str) -> Option<(u8, &TroopRow)> {
        self.troops.iter().enumerate().find(|(_, row)| row.id == id).map(|(n, row)| (n as u8, row))
    }
}

record! {
    /// SB-11.1: what the number of an army's units is multiplied by, for each quality.
    #[derive(Copy)]
    Qualities: "the qualities of armies" {
        poor, average, good: f32, Number(0.1, 5.0), "SB-11.1";
    }

    /// SB-11.4: points for the enemy's losses, and the least lead of a winner.
    #[derive(Copy)]
    Points: "the score" {
        lost, under_half, demoralised, lead: f32, POINTS, "SB-11.4";
    }

    /// `numbers.ron`.
    Numbers: "the file of numbers" {
        tolerance: f32, Number(0.0, 0.5), "SB-1.1, inches";
        wood_sight, overlooked: f32, INCHES, "SB-1.7, inches";
        reserve_berth: f32, INCHES, "SB-3.5, inches";
        enemy_berth: f32, INCHES, "SB-4.12, inches";
        fire_forward, fire_back: f32, SHARE, "SB-3.3, a share of the move";
        backward: f32, Number(0.05, 1.0), "SB-4.2, inches moved for an inch of the move";
        oblique_most: f32, DEGREES, "SB-4.3, degrees";
        oblique_cost: f32, Number(1.0, 10.0), "SB-4.3, inches of the move for an inch moved";
        road_bonus: f32, INCHES, "SB-4.4, inches";
        turn_cost: f32, SHARE, "SB-4.2, a share of the move";
        obstacle_cost: f32, SHARE, "SB-4.6, a share of the move";
        limber_cost: f32, SHARE, "SB-4.5, a share of the move";
        gun_push: f32, INCHES, "SB-4.1, inches";
        gun_pivot: f32, DEGREES, "SB-4.1, degrees";
        free_pivot: f32, DEGREES, "SB-4.2, degrees";
        frontage_cost: f32, Number(0.01, 1.0), "SB-5.4, a share of the move for a base";
        house_side: u8, Whole(1, 60), "SB-4.9, figures";
        assault_wheel: f32, DEGREES, "SB-9.1, degrees";
        assault_edge: u8, Whole(1, 10), "SB-9.1, units";
        assault_target: u8, Whole(1, 20), "SB-9.1, units";
        clipped: f32, SHARE, "SB-9.1, a share of the width";
        marked_move: f32, SHARE, "SB-9.2, a share of the move";
        support_within: f32, INCHES, "SB-9.3, inches";
        push_back: f32, SHARE, "SB-9.15, a share of the move";
        home_within: f32, INCHES, "SB-10.1, inches";
        rout_past: f32, INCHES, "SB-8.6, inches";
        rally_clear: f32, INCHES, "SB-10.5, inches";
        staff_reach: f32, STEP, "SB-12.1, inches";
        staff_berth: f32, INCHES, "SB-12.1, inches";
        with_unit: f32, INCHES, "SB-12.2, inches";
        general_lost_on: u8, Whole(2, 13), "SB-12.4, two dice";
        replaced_after: u16, Whole(1, 60), "SB-12.4, turns";
        casualty_test: f32, SHARE, "SB-8.2, a share of the figures";
        flank_enemies: f32, INCHES, "SB-8.5, inches";
        quality: Qualities, Record(&Qualities::SHAPE), "SB-11.1";
        score: Points, Record(&Points::SHAPE), "SB-11.4";
        squares_rout: f32, STEP, "SB-10.1, inches";
        square_side: f32, STEP, "SB-5.3, inches";
        staff_base: (f32, f32), Tuple(&[STEP; 2]), "SB-1.4, width and depth of a commander's base, inches";
        limbered: (f32, f32), Tuple(&[STEP; 2]), "SB-1.4, width and depth of a limbered gun, inches";
    }

    /// `troops.ron`: a kind of troops (SB-1.4, SB-4.1). Its triples are for column, line and square.
    TroopRow: "a kind of troops" {
        id: SmolStr, Key, "its own id";
        label: SmolStr, Text, "what it is called";
        arm: Arm, Word(&["Infantry", "Skirmishers", "HeavyCavalry", "LightCavalry", "Artillery", "Wagon"]), "its arm";
        moves: (f32, f32, f32), THREE, "SB-4.1, inches in column, line and square";
        charges: (f32, f32, f32), THREE, "SB-4.1, inches in column, line and square; 0 for none";
        reserve: (f32, f32, f32), THREE, "SB-4.1, inches in column, line and square";
        figures: u8, Whole(1, 12), "SB-1.4, figures on a base";
        ranks: u8, Whole(1, 4), "SB-1.4, ranks on a base";
        base: (f32, f32), Tuple(&[Number(0.25, 6.0); 2]), "SB-1.4, width and depth, inches";
        strength: (u8, u8), Tuple(&[Whole(1, 60); 2]), "SB-1.2, the fewest and the most figures";
        level: Level, Word(&["Formed", "Unformed", "Disordered", "Shaken"]), "SB-7.1, its best level";
        weapon: SmolStr, Text, "its usual small arms, or \"none\"";
    }

    /// `weapons.ron`: the ranges of small arms (SB-6.2).
    Weapon: "a weapon" {
        id: SmolStr, Key, "its own id";
        label: SmolStr, Text, "what it is called";
        ranges: (f32, f32, f32), THREE, "short, medium and long range, inches";
    }

    /// `guns.ron`: the crew and the ranges of a gun (SB-6.2, SB-6.10).
    Gun: "a gun" {
        id: SmolStr, Key, "its own id";
        label: SmolStr, Text, "what it is called";
        crew: u8, Whole(1, 6), "SB-6.10";
        canister: (f32, f32, f32), THREE, "ranges of canister, inches";
        ball: (f32, f32, f32), THREE, "ranges of ball or shell, inches";
        howitzer: bool, Flag, "whether its shell goes over units";
    }

    /// The effects of a kind of ground. Its rates are for close order infantry, for cavalry, for skirmishers and staff,
    /// and for guns and wagons.
    GroundRow: "a kind of ground" {
        rates: (f32, f32, f32, f32), Tuple(&[RATE; 4]), "infantry, cavalry, skirmishers, guns";
        order: bool, Flag, "SB-4.10, whether close order troops lose a level in it";
        cover: Option<SmolStr>, COVER, "SB-6.9, its cover";
        sight: SightThrough, SIGHT, "how it hinders sight";
    }

    /// How high a linear obstacle is, and what cover it gives.
    BarrierRow: "a kind of obstacle" {
        height: f32, HEIGHT, "inches";
        cover: Option<SmolStr>, COVER, "SB-6.9, its cover";
    }

    /// `terrain.ron`.
    TerrainTable: "the file of terrain" {
        grounds: BTreeMap<SmolStr, GroundRow>, Map(&Record(&GroundRow::SHAPE)), "kinds of ground";
        barriers: BTreeMap<SmolStr, BarrierRow>, Map(&Record(&BarrierRow::SHAPE)), "kinds of obstacles";
        building_cover: SmolStr, OneOf(&["soft", "hard"]), "the cover of a building";
        steep_rate: f32, RATE, "the rate on a steep slope";
    }

    /// SB-6.5: what is added to the score that hits by fire.
    #[derive(Copy)]
    FireHits: "the modifiers of fire" {
        long, leftover, cover, shaken, many_ranks, first_volley, short: i8, MODIFIER, "SB-6.5";
    }

    /// SB-6.6: what is added to the score that saves from fire.
    #[derive(Copy)]
    FireSaves: "the modifiers of saves from fire" {
        artillery_in_the_open, hard_cover, skirmishers_or_crew: i8, MODIFIER, "SB-6.6";
    }

    /// `fire.ron`.
    #[derive(Copy)]
    FireTable: "the file of fire" {
        to_hit: i8, DIE, "SB-6.5, a die";
        to_save: i8, DIE, "SB-6.6, a die";
        floor: i8, DIE, "SB-1.9, a die";
        figures_per_die: u8, Whole(1, 12), "SB-6.4";
        canister_dice, ball_dice: u8, Whole(0, 12), "SB-6.4, for a gun";
        near_target: f32, INCHES, "SB-6.3, inches";
        cover_within: f32, INCHES, "SB-6.9, inches";
        melee_berth: f32, INCHES, "SB-6.12, inches";
        reaction_range: f32, INCHES, "SB-9.6, inches";
        hit: FireHits, Record(&FireHits::SHAPE), "SB-6.5, added to the score";
        many_ranks: u8, Whole(0, 12), "SB-6.5, more ranks than this";
        save: FireSaves, Record(&FireSaves::SHAPE), "SB-6.6, added to the score";
    }

    /// SB-9.11: what is added to the score that hits in melee.
    #[derive(Copy)]
    MeleeHits: "the modifiers of melee" {
        leftover, cover, cavalry_at_square, light_cavalry_at_formed, shaken_or_routing, impetus, deeper,
            close_at_open, flank_or_rear, at_shaken, cavalry_at_disordered, armoured_or_lancers,
            at_routing: i8, MODIFIER, "SB-9.11";
    }

    /// SB-9.12: what is added to the score that saves in melee.
    #[derive(Copy)]
    MeleeSaves: "the modifiers of saves in melee" {
        unformed, downhill, armoured: i8, MODIFIER, "SB-9.12";
    }

    /// `melee.ron`.
    #[derive(Copy)]
    MeleeTable: "the file of melee" {
        to_hit: i8, DIE, "SB-9.11, a die";
        to_save: i8, DIE, "SB-9.12, a die";
        /// Edges touch if they overlap more than this.
        overlap: f32, INCHES, "SB-9.10, inches";
        hit: MeleeHits, Record(&MeleeHits::SHAPE), "SB-9.11, added to the score";
        save: MeleeSaves, Record(&MeleeSaves::SHAPE), "SB-9.12, added to the score";
    }

    /// SB-8.3: what is added to the die of a morale test. The upper group and the row for standing uphill are settings
    /// of the battle.
    #[derive(Copy)]
    MoraleAdds: "the modifiers of morale" {
        hard_cover, advancing, general, in_column, secure_flank, soft_cover, casualties, retiring, disordered,
            demoralised, shaken, routing: i8, MODIFIER, "SB-8.3";
    }

    /// `morale.ron`.
    MoraleTable: "the file of morale" {
        classes: (i8, i8, i8, i8, i8), Tuple(&[DIE; 5]), "SB-8.1, the score of A to E";
        /// The last that holds counts.
        strength: Vec<(f32, i8)>, List(&Tuple(&[SHARE, MODIFIER]), 0), "SB-8.3, under these shares so much is added";
        add: MoraleAdds, Record(&MoraleAdds::SHAPE), "SB-8.3, added to the die";
    }
}

impl TroopRow {
    /// The value of a triple in a formation. All formations but line and square have the value of the column.
    pub fn by_formation(values: (f32, f32, f32), formation: Formation) -> f32 {
        match formation {
            Formation::Line => values.1,
            Formation::Square => values.2,
            _ => values.0,
        }
    }
}

impl MoraleAdds {
    /// What a cohesion level adds to the die; 0 for formed and unformed troops.
    pub fn of_level(&self, level: Level) -> i8 {
        match level {
            Level::Formed | Level::Unformed => 0,
            Level::Disordered => self.disordered,
            Level::Shaken => self.shaken,
            Level::Rout => self.routing,
        }
    }
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

//! The numbers: the rows of the files of `assets/rulesets/fire_and_fury/`, and what the rules read from them.

use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::{
    judgement::{Judgement, JudgementChanges},
    values::{Class, Effect, Effectiveness, Experience, MoraleClass},
};
use grapeshot_floor::{
    files::{
        record::{data_files, record},
        shape::Kind::{
            self, Flag, Integer, Key, List, Map, Maybe, Number, OneOf, Record, Rows, Text, Tuple, Whole, Word,
        },
        tables::{DEGREES, HEIGHT, INCHES, MODIFIER, SIGHT, STEP},
    },
    table::terrain::SightThrough,
    turn::{
        position::Weights,
        quick::{ArmyLists, Grounds},
    },
};

const SHARE: Kind = Number(0.0, 1.0);
const STANDS: Kind = Whole(0, 25);
const DIE: Kind = Whole(1, 10);
const POINTS: Kind = Number(0.0, 20.0);
/// A result of a check, or a difference in charge combat.
const RESULT: Kind = Integer(-20, 30);
/// Inches in open, broken and rough ground.
const BY_CLASS: Kind = Tuple(&[INCHES; 3]);
const SIZE: Kind = Tuple(&[Number(0.25, 6.0); 2]);
const STEPS: Kind = Tuple(&[Maybe(&STANDS), STANDS]);
const BANDS: Kind = List(&Tuple(&[STEP, POINTS]), 1);
const ORDERED: Kind = Word(&["DoubleQuick", "WellHandled", "Tardy", "FallBack"]);
const DISORDERED: Kind = Word(&["RallyWithElan", "Rally", "Shaken", "Wavering"]);
const CLASS: Kind = Word(&["Open", "Broken", "Rough", "Impassable"]);
const COVERS: &[&str] = &["partial", "full", "fortified"];

/// FF-6.1: inches in open, broken and rough ground.
pub type ByClass = (f32, f32, f32);

data_files! { "fire_and_fury": Data {
    NUMBERS numbers: Numbers, "numbers.ron", Record(&Numbers::SHAPE), "the numbers of the rulebook";
    MOVEMENT movement: Vec<Rates>, "movement.ron", Rows(&Rates::SHAPE, 1), "the rates of movement (FF-6.1)";
    EFFECTIVENESS effectiveness: Vec<Strength>, "effectiveness.ron", Rows(&Strength::SHAPE, 1),
        "the effectiveness of units (FF-2.6)";
    WEAPONS weapons: Weapons, "weapons.ron", Record(&Weapons::SHAPE), "the weapons (FF-8.6 to FF-8.8)";
    FIRE fire: FireTable, "fire.ron", Record(&FireTable::SHAPE), "fire (FF-8)";
    MANEUVER maneuver: ManeuverTable, "maneuver.ron", Record(&ManeuverTable::SHAPE), "maneuver checks (FF-5)";
    CHARGE charge: ChargeTable, "charge.ron", Record(&ChargeTable::SHAPE), "charge combat (FF-10)";
    TERRAIN terrain: TerrainTable, "terrain.ron", Record(&TerrainTable::SHAPE), "what the ground does (FF-4)";
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

    /// FF-6.1: a row of rates.
    pub fn rates(&self, id: &str) -> Option<&Rates> {
        self.movement.iter().find(|row| row.id == id)
    }

    /// FF-2.6: the stands at which a unit that starts with `start` stands is worn, and spent.
    pub fn steps(&self, start: u8, class: MoraleClass) -> (Option<u8>, u8) {
        self.effectiveness.iter().find(|row| row.start == start).map_or((None, 0), |row| row.steps(class))
    }

    /// FF-2.6: the effectiveness of a unit that started with `start` stands and has `now` left.
    pub fn effectiveness_of(&self, start: u8, now: u8, class: MoraleClass) -> Effectiveness {
        match self.steps(start, class) {
            (_, spent) if now <= spent => Effectiveness::Spent,
            (Some(worn), _) if now <= worn => Effectiveness::Worn,
            _ => Effectiveness::Fresh,
        }
    }

    /// The number of the small arms with this code, from 0; none if no row has it.
    pub fn small_arm(&self, code: &str) -> Option<u8> {
        self.weapons.small_arms.iter().position(|arm| arm.id.eq_ignore_ascii_case(code)).map(|n| n as u8)
    }

    /// The number of the kind of gun with this code, from 0; none if no kind has it.
    pub fn gun(&self, code: &str) -> Option<u8> {
        self.weapons.guns.iter().position(|gun| gun.id.eq_ignore_ascii_case(code)).map(|n| n as u8)
    }
}

record! {
    /// FF-16.3: the points that each loss of a side gives to its enemy.
    #[derive(Copy)]
    Points: "the score" {
        worn, spent, destroyed, gun, leader, heavy, greater, minor, major: f32, POINTS, "FF-16.3, points";
    }

    /// The figures that are drawn on stands, abreast and one behind the other.
    Figures: "the figures on stands" {
        infantry, open_order, cavalry, gun: (u8, u8), Tuple(&[Whole(1, 6); 2]), "abreast, and one behind the other";
    }

    /// `numbers.ron`.
    Numbers: "the file of numbers" {
        tolerance: f32, Number(0.0, 0.5), "FF-1.4, inches";
        close, canister: f32, STEP, "FF-1.6, inches";
        arc: f32, DEGREES, "FF-8.4, degrees";
        battery_gap: f32, INCHES, "FF-2.3, inches";
        interval: (f32, f32), Tuple(&[INCHES; 2]), "FF-3.5, the least and the most, inches";
        refuse: f32, DEGREES, "FF-3.4, degrees";
        command, command_less: f32, INCHES, "FF-5.5, inches";
        outflanked, flank_guard: f32, INCHES, "FF-5.7, inches";
        battalion_gun: f32, INCHES, "FF-5.4, inches";
        linear_cover: f32, INCHES, "FF-4.3, inches";
        overhead_clear: f32, INCHES, "FF-4.4, inches";
        passage: f32, INCHES, "FF-4.7, inches";
        face_stands: u8, STANDS, "FF-4.6, stands that fire from a face of a structure";
        wheel: f32, DEGREES, "FF-6.6, degrees";
        change_front: f32, DEGREES, "FF-6.8, degrees";
        oblique: f32, DEGREES, "FF-6.9, degrees";
        retreat_clear: f32, INCHES, "FF-6.15, inches";
        retreat_headings: Vec<f32>, List(&DEGREES, 1), "FF-6.15, degrees, tried left and right by turns";
        pushed: f32, INCHES, "FF-6.17, inches";
        twilight: (f32, f32, f32, f32), Tuple(&[INCHES; 4]), "FF-13.1, inches in each turn after sunset";
        night: (f32, f32, f32), Tuple(&[INCHES; 3]), "FF-13.3, inches: overcast, moonlit, full moon";
        fog: f32, INCHES, "FF-13.4, the least inches that one sees in fog";
        longest_dark: (u8, u8), Tuple(&[Whole(0, 4), STANDS]), "FF-13, most turns of a twilight, of a night";
        enemy_berth: f32, INCHES, "FF-6.18, inches";
        resupply: f32, INCHES, "FF-8.13, inches";
        support: f32, INCHES, "FF-10.3, inches";
        gun_counts: u8, Whole(1, 10), "FF-10.8, stands";
        countercharge: f32, INCHES, "FF-10.9, inches";
        shelter: f32, INCHES, "FF-12.6, inches";
        displaced: f32, INCHES, "FF-11.1, inches";
        replacement: f32, INCHES, "FF-11.5, inches";
        heavy_casualties, greater_losses: f32, SHARE, "FF-16.1, a share of the starting stands";
        stands: (u8, u8), Tuple(&[Whole(1, 25); 2]), "FF-1.2, the fewest and the most";
        men: (u16, u16), Tuple(&[Whole(1, 100); 2]), "FF-1.1, on a stand in both scales";
        infantry, cavalry, gun: (f32, f32), SIZE, "FF-1.3, width and depth, inches";
        leader, high_leader: f32, STEP, "FF-1.3, diameter, inches";
        figures: Figures, Record(&Figures::SHAPE), "figures on stands, as they are drawn";
        score: Points, Record(&Points::SHAPE), "FF-16.3";
    }

    /// A row of `movement.ron`.
    Rates: "a row of rates" {
        id: SmolStr, Key, "its own id";
        rates: ByClass, BY_CLASS, "inches in open, broken and rough ground; 0 is not allowed";
        double: ByClass, BY_CLASS, "inches at the double quick; 0 is not allowed";
        road: f32, Number(1.0, 4.0), "FF-7.3, what a good road multiplies with";
    }

    /// A row of `effectiveness.ron`: the stands at which a unit of each morale class is worn, and spent.
    Strength: "a row of effectiveness" {
        start: u8, Whole(2, 25), "starting stands";
        spirited, reliable, unreliable, dispirited: (Option<u8>, u8), STEPS,
            "the most stands at which it is worn, and spent";
    }

    /// FF-8.6: the fire points of small arms by range.
    SmallArm: "small arms" {
        id: SmolStr, Text, "its code";
        label: SmolStr, Text, "what they are called";
        bands: Vec<(f32, f32)>, BANDS, "the points up to each range in inches";
    }

    /// FF-8.7: the fire points of a gun by range, and how it moves.
    GunKind: "a gun" {
        id: SmolStr, Text, "its code";
        label: SmolStr, Text, "what it is called";
        heavy: bool, Flag, "FF-15.2, whether its carriage is heavy";
        bands: Vec<(f32, f32)>, BANDS, "the points up to each range in inches";
        row: SmolStr, Key, "FF-6.1, its row of rates when limbered";
        haul: Option<SmolStr>, Maybe(&Key), "FF-9.3, its row of rates by hand";
    }

    /// `weapons.ron`.
    Weapons: "the file of weapons" {
        small_arms: Vec<SmallArm>, Rows(&SmallArm::SHAPE, 1), "FF-8.6";
        guns: Vec<GunKind>, Rows(&GunKind::SHAPE, 1), "FF-8.7";
        rockets: Vec<(f32, u8)>, List(&Tuple(&[STEP, DIE]), 1), "FF-8.8, up to so far, the least die";
    }

    /// FF-8.11: the modifiers of the die of fire.
    #[derive(Copy)]
    FireModifiers: "the modifiers of fire" {
        target_square, enfilade, target_march_column, target_storming_column, target_field_column,
            target_limbered, target_crossing_abatis, target_open_order, target_open_order_in_cover,
            target_partial_cover, target_full_cover, target_dark, target_elite, target_raw, firer_raw,
            buck_and_ball, marksmen: i8, MODIFIER, "FF-8.11";
    }

    /// FF-8.17: what fire does from a result on.
    FireResult: "a result of fire" {
        from: i8, RESULT, "from this result on";
        name: SmolStr, Text, "what it is called";
        lost: u8, STANDS, "stands that troops lose";
        disordered: u8, STANDS, "stands that troops lose who are disordered";
        damaged: u8, STANDS, "gun stands that are damaged";
        wrecked: u8, STANDS, "gun stands that are wrecked";
    }

    /// `fire.ron`.
    FireTable: "the file of fire" {
        breaks: Vec<(u8, i8)>, List(&Tuple(&[Whole(1, 100), MODIFIER]), 1),
            "FF-8.10, the points from which each modifier holds";
        modifiers: FireModifiers, Record(&FireModifiers::SHAPE), "FF-8.11";
        results: Vec<FireResult>, Rows(&FireResult::SHAPE, 1), "FF-8.17, the lowest first";
    }

    /// FF-5.4: the modifiers of the die of a maneuver check.
    #[derive(Copy)]
    ManeuverModifiers: "the modifiers of maneuver checks" {
        leader_gallant, leader_able, leader_poor, attached, provisional, out_of_command, elite, veteran,
            trained, raw, battery, fresh, worn, spent, column_square_cover, indians_in_woods, indians_elsewhere,
            outflanked_or_broken, key_position_lost, heavy_casualties, greater_losses: i8, MODIFIER, "FF-5.4";
    }

    /// `maneuver.ron`.
    ManeuverTable: "the file of maneuver checks" {
        modifiers: ManeuverModifiers, Record(&ManeuverModifiers::SHAPE), "FF-5.4";
        good_order: Vec<(i8, Effect)>, List(&Tuple(&[RESULT, ORDERED]), 1),
            "FF-5.8, from this result on, the highest first";
        disordered: Vec<(i8, Effect)>, List(&Tuple(&[RESULT, DISORDERED]), 1),
            "FF-5.9, from this result on, the highest first";
    }

    /// FF-10.6: the modifiers of the die of charge combat.
    ChargeModifiers: "the modifiers of charge combat" {
        elite, veteran, trained, raw, fresh, worn, spent: i8, MODIFIER, "FF-10.6";
        outnumbered: Vec<(f32, i8)>, List(&Tuple(&[Number(1.0, 20.0), MODIFIER]), 1),
            "FF-10.6, the odds from which each modifier holds";
        disordered, leader, supported_guns, unsupported_guns, loose, outflanked, favorable, strong, elan,
            cavalry_open, cavalry_broken: i8, MODIFIER, "FF-10.6";
    }

    /// `charge.ron`.
    ChargeTable: "the file of charge combat" {
        modifiers: ChargeModifiers, Record(&ChargeModifiers::SHAPE), "FF-10.6";
        pushed, driven, swept: i8, RESULT, "FF-10.10, a difference";
        lost_driven, lost_driven_more, lost_swept: u8, STANDS, "FF-10.10";
        more_from: i8, RESULT, "FF-10.10, a difference";
        leader_removed, leader_absent, leader_dismounted: u8, DIE, "FF-11.3";
    }

    /// A kind of ground: how hard it is to cross, how it hinders sight, and which cover it gives.
    GroundRow: "a kind of ground" {
        class: Class, CLASS, "FF-4.1, its class";
        cover: Option<SmolStr>, Maybe(&OneOf(COVERS)), "FF-4.3, its cover";
        sight: SightThrough, SIGHT, "how it hinders sight";
        mounted: bool, Flag, "FF-4.1, whether mounted cavalry and guns may enter";
    }

    /// A kind of linear feature: how hard it is to cross, how high it is, and which cover it gives.
    BarrierRow: "a kind of linear feature" {
        class: Class, CLASS, "FF-4.1, its class";
        height: f32, HEIGHT, "inches";
        cover: Option<SmolStr>, Maybe(&OneOf(COVERS)), "FF-4.3, its cover";
        mounted: bool, Flag, "FF-4.1, whether mounted cavalry and guns may cross";
    }

    /// `terrain.ron`.
    TerrainTable: "the file of terrain" {
        grounds: BTreeMap<SmolStr, GroundRow>, Map(&Record(&GroundRow::SHAPE)), "kinds of ground";
        barriers: BTreeMap<SmolStr, BarrierRow>, Map(&Record(&BarrierRow::SHAPE)), "kinds of linear features";
        building_class: Class, CLASS, "FF-4.1, the class of a structure";
        building_cover: SmolStr, OneOf(COVERS), "FF-4.3, the cover of a structure";
    }
}

impl Rates {
    /// Inches of a full move in a class of ground; 0 if the move is not allowed.
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

impl Strength {
    /// FF-2.6: the numbers of stands at which a unit of a morale class is worn, and spent.
    pub fn steps(&self, class: MoraleClass) -> (Option<u8>, u8) {
        match class {
            MoraleClass::Spirited => self.spirited,
            MoraleClass::Reliable => self.reliable,
            MoraleClass::Unreliable => self.unreliable,
            MoraleClass::Dispirited => self.dispirited,
        }
    }
}

impl FireTable {
    /// FF-8.10: the modifier that fire points add to the die; none for fewer than the first row asks.
    pub fn of_points(&self, points: f32) -> Option<i8> {
        let whole = points.floor();
        self.breaks.iter().rev().find(|(from, _)| whole >= f32::from(*from)).map(|(_, modifier)| *modifier)
    }

    /// FF-8.10: the modifier of points that are only estimated, between the steps of the table.
    pub fn between_breaks(&self, points: f32) -> Option<f32> {
        let from = self.breaks.iter().rposition(|(from, _)| points >= f32::from(*from))?;
        let (low, here) = self.breaks[from];
        let (high, next) = self.breaks.get(from + 1).copied().unwrap_or((low, here));
        let share = (points - f32::from(low)) / f32::from(high - low).max(1.0);
        Some(f32::from(here) + share * f32::from(next - here))
    }

    /// FF-8.17: the row of a modified result; none below the first row.
    pub fn result(&self, modified: i32) -> Option<&FireResult> {
        self.results.iter().rev().find(|result| modified >= i32::from(result.from))
    }
}

impl ManeuverModifiers {
    /// FF-5.4: the modifier that experience adds to the die.
    pub fn of_experience(&self, experience: Experience) -> i8 {
        experience.pick([self.elite, self.veteran, self.trained, self.raw])
    }

    /// FF-5.4: the modifier that effectiveness adds to the die.
    pub fn of_effectiveness(&self, effectiveness: Effectiveness) -> i8 {
        effectiveness.pick([self.fresh, self.worn, self.spent])
    }
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

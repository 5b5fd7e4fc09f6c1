//! The numbers of the core: what stands in the files of `assets/rulesets/combat_patrol/`, and what is read of it.

use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::{
    action_card::{ActionCard, BURST, Burst, ByGrade, COVER, COVERS, by_grade},
    grade::Grade,
    judgement::{Judgement, JudgementChanges},
    profile::BANDS,
};
use grapeshot_floor::{
    files::{
        record::{data_files, record},
        shape::{
            Field,
            Kind::{
                self, AnyOf, Flag, Integer, Key, Letters, List, Map, Maybe, Number, OneOf, Record, Rows, Text, Texts,
                Tuple, Whole, Word,
            },
            Shape, may, must,
        },
        tables::{DEGREES, HEIGHT, INCHES, MODIFIER, RATE, SIGHT, STEP},
    },
    table::terrain::Ground,
    turn::vocabulary::Barrier,
};

/// A code of cover, if there is any.
const COVER_CODE: Kind = Maybe(&OneOf(&COVERS));
const GRADES: &[&str] = &["elite", "regular", "green"];

data_files! { "combat_patrol": CoreData {
    CORE numbers: CoreNumbers, "core.ron", Record(&CoreNumbers::SHAPE), "the numbers of the core";
    MOUNTED mounted: MountedNumbers, "mounted.ron", Record(&MountedNumbers::SHAPE), "the numbers of mounted figures";
    BURSTING burst: BurstNumbers, "burst.ron", Record(&BurstNumbers::SHAPE), "the numbers of explosives and walls";
    ARTILLERY artillery: ArtilleryNumbers, "artillery.ron", Record(&ArtilleryNumbers::SHAPE), "the numbers of guns";
    SPOTTING spotting: SpottingNumbers, "spotting.ron", Record(&SpottingNumbers::SHAPE), "the numbers of hidden units";
    JUDGEMENT judgement: Judgement, "judgement.ron", Record(&Judgement::SHAPE), "what the computer player thinks";
    SEASONED seasoned: JudgementChanges, "seasoned.ron", Record(&JudgementChanges::SHAPE), "what seasoned commanders think otherwise";
    ACTION_DECK action_deck: Vec<ActionCard>, "action_deck.ron", Rows(&ActionCard::SHAPE, 1),
        "the cards of the action deck";
}}

record! {
    /// Shifts of the to-hit column (CP-6.3).
    #[derive(Copy)]
    Shifts: "the shifts of the column" {
        medium, long, target_moving, moving_fire, wounded, leader_absent, mounted, sniper: i8, MODIFIER, "CP-6.3";
    }

    /// Modifiers hand to hand (CP-9.4).
    #[derive(Copy)]
    MeleeModifiers: "the modifiers hand to hand" {
        wounded, stunned, earlier_fight, defended_position, from_rear: i8, MODIFIER, "CP-9.4";
    }

    /// `core.ron`. Inches and degrees.
    CoreNumbers: "the file of the core's numbers" {
        start_column: ByGrade<i8>, by_grade!("a column by grade", Integer(0, 6)), "CP-6.3";
        shifts: Shifts, Record(&Shifts::SHAPE), "CP-6.3";
        most_holes: i8, Integer(1, 20), "CP-6.3";
        friend_beside: f32, INCHES, "CP-6.1, inches";
        target_area_before: f32, INCHES, "CP-6.6, inches";
        next_target: f32, INCHES, "CP-6.12, inches";
        cover_within: f32, INCHES, "CP-7.5, inches";
        cover_order: SmolStr, Letters(COVER), "CP-7.5, the best first";
        cover_names: BTreeMap<SmolStr, SmolStr>, Map(&Text), "CP-7.5, a word for each code";
        leader_removes: ByGrade<u8>, by_grade!("markers by grade", Whole(0, 20)), "CP-11.5";
        reaction_by_guts: ByGrade<u8>, by_grade!("a die by grade", Whole(0, 12)), "CP-10.2";
        reaction_step: f32, STEP, "CP-10.3, inches";
        sight_edge, man_height: f32, INCHES, "CP-1.8, inches";
        overlap_tolerance: f32, Number(0.0, 0.5), "CP-1.5, inches";
        obstacle_cost, obstacle_limit: f32, INCHES, "CP-5.4, inches";
        door_closed_cost, window_cost: f32, INCHES, "CP-5.5, inches";
        enemy_berth: f32, Number(0.0, 12.0), "CP-5.8, inches";
        melee: MeleeModifiers, Record(&MeleeModifiers::SHAPE), "CP-9.4";
        recoil: f32, INCHES, "CP-9.6, inches";
        advance: f32, INCHES, "CP-9.7, inches";
        parting: f32, INCHES, "CP-9.8, inches";
        cover_from_enemy: f32, INCHES, "CP-11.7, inches";
        wounded_cost: f32, INCHES, "CP-5.6, inches";
        bog_holes: ByGrade<u8>, by_grade!("holes by grade", Whole(0, 20)), "CP-5.10";
    }

    /// `RidersPace`: what a mounted figure moves.
    #[derive(Copy)]
    Paces: "a pace" {
        cards: u8, Whole(1, 6), "movement cards added up";
        plus: f32, Number(0.0, 48.0), "inches added to them";
    } may {
        /// It counts once if nothing is said (`Manhandle`).
        times: Option<f32>, Number(0.05, 4.0), "what all that is multiplied by";
    }

    /// `mounted.ron`. Inches and degrees.
    MountedNumbers: "the file of mounted figures" {
        light: Paces, Record(&Paces::SHAPE), "movement cards of riders";
        heavy: Paces, Record(&Paces::SHAPE), "heavy cavalry";
        impetus_run: f32, INCHES, "the straight run that gives impetus, inches";
        straight_within: f32, DEGREES, "how straight that run must be, degrees";
        impetus: i8, MODIFIER, "what impetus adds";
        impetus_heavy, heavy_melee: i8, MODIFIER, "heavy cavalry";
        bog_together: f32, INCHES, "bog checks of riders at obstacles, inches";
        close_ranks: f32, INCHES, "reactions of foot against riders, inches";
        beside: f32, INCHES, "chargers who met nobody, inches";
        beyond_nobody, beyond_fallen, beyond_wounded: f32, INCHES, "how far a victor rides on, inches";
        veer: f32, INCHES, "the way of a victor who rides on, inches";
        held_by_one: usize, Whole(1, 20), "mounting, dismounting, led horses, horses";
        horse_hit: u8, Whole(0, 10), "whether a hit falls on the man or the horse, a ten-sided icon";
    }

    /// `burst.ron` (CP-8). Inches and degrees.
    BurstNumbers: "the file of explosives and walls" {
        protection: BTreeMap<SmolStr, f32>, Map(&Number(0.0, 20.0)), "CP-8.9, by material";
        roof: f32, Number(0.0, 20.0), "CP-8.9";
        walls: BTreeMap<SmolStr, SmolStr>, Map(&Text), "CP-8.6, materials of obstacles";
        behind_wall: f32, INCHES, "a solid shot at a building, inches";
        splinters: BTreeMap<SmolStr, Burst>, Map(&BURST), "a solid shot at a building, templates by material";
        fuse: f32, INCHES, "firing a charge, inches";
        structure: Burst, BURST, "firing a charge";
        sets_off: Burst, BURST, "CP-6.13";
    }

    /// `artillery.ron`. Inches.
    ArtilleryNumbers: "the file of guns" {
        limbered: Paces, Record(&Paces::SHAPE), "a limbered gun that moves";
        by_hand: Paces, Record(&Paces::SHAPE), "a gun moved by hand";
        bog: SmolStr, OneOf(GRADES), "a limbered gun that moves, a grade of ground";
        fewest_gunners: usize, Whole(1, 12), "a gun moved by hand";
        most_helpers: usize, Whole(0, 12), "helpers at a gun";
        helpers_for_a_gunner: usize, Whole(1, 12), "helpers at a gun";
        limber_reach: f32, INCHES, "limbering up, inches";
        wagon_guard: f32, INCHES, "inches";
        loading: (u8, u8, u8), Tuple(&[Whole(1, 12); 3]), "loading a gun, load actions by strength";
        run_on: f32, INCHES, "where a solid shot strikes, inches";
        beside_track: f32, INCHES, "the track of a solid shot, inches";
        close_order_icon, open_order_icon: Burst, BURST, "what a solid shot does";
        banks: Vec<SmolStr>, Texts, "cover from a solid shot, kinds of obstacles";
        no_cover_from_shot: SmolStr, Letters(COVER), "cover from a solid shot, codes of cover";
        ricochet: f32, Number(-240.0, 240.0), "a ricochet, inches";
        further_unit: i8, MODIFIER, "canister on several units";
        shell_deviation: f32, INCHES, "shells at troops, inches";
        shell_template: Burst, BURST, "the burst of a shell";
        case_template, case_on_roof: Burst, BURST, "a shell on a roof";
    }

    /// `spotting.ron` (CP-12). Inches.
    SpottingNumbers: "the file of hidden units" {
        found_within: f32, INCHES, "CP-12.2, inches";
        reach, near, far: f32, INCHES, "CP-12.3, inches";
        beyond_near, beyond_far, in_cover: i8, MODIFIER, "CP-12.3";
    }

    /// A kind of gun of the supplement's table (`GunTable`). Inches; pounds are its usual weight of shot.
    GunKind: "a gun" {
        id: SmolStr, Key, "its own id";
        name: SmolStr, Text, "the word";
        shot: (f32, f32, f32), BANDS, "ends of the bands of solid shot, inches";
        /// Some guns have no long one.
        canister: (f32, f32, Option<f32>), Tuple(&[STEP, STEP, Maybe(&STEP)]), "ends of the bands of canister, inches";
        /// Spherical case has the same.
        shell: Option<(f32, f32)>, Maybe(&Tuple(&[INCHES, STEP])), "least and greatest range of shell, inches";
        /// With any crew it is as accurate as this grade (`Canister`).
        canister_accuracy: Grade, Word(&["Green", "Regular", "Elite"]), "what canister does";
        pounds: f32, Number(0.5, 100.0), "its usual weight of shot";
    } may {
        fires_as: Option<SmolStr>, Maybe(&Text), "the weapon as which it fires, if it fires no rounds (CP-6.12)";
    }

    /// `terrain.ron` of a period: what its ground does.
    TerrainTable: "the file of terrain" {
        grounds: BTreeMap<SmolStr, Ground>, Map(&Record(&GROUND)), "kinds of ground";
        barriers: BTreeMap<SmolStr, Barrier>, Map(&Record(&BARRIER)), "kinds of obstacles";
        building_cover: Option<SmolStr>, COVER_CODE, "the code of the cover of a building";
        materials: Vec<SmolStr>, List(&Key, 1), "what buildings are made of";
        steep_rate: f32, RATE, "the rate on a steep slope";
    }
}

impl Paces {
    /// The inches that these cards give, the first drawn in front.
    pub fn inches(&self, drawn: &[f32]) -> f32 {
        let sum = drawn.iter().take(usize::from(self.cards)).sum::<f32>() + self.plus;
        sum * self.times.unwrap_or(1.0)
    }
}

const COVERED: Field = must("cover", COVER_CODE, "the code of its cover");
const BOG: Field = must("bog", Maybe(&OneOf(GRADES)), "the grade of its bog check");

/// What ground does.
const GROUND: Shape = Shape {
    what: "a kind of ground",
    fields: &[
        must("rate", RATE, "inches moved for an inch of allowance, 0 is impassable"),
        COVERED,
        must("sight", SIGHT, "how it hinders sight"),
        BOG,
        may("closed_to", AnyOf(&["foot", "mounted", "wheeled"]), "what cannot enter it"),
        may("stops_shot", Maybe(&Flag), "whether its cover stops solid shot"),
    ],
};

/// What an obstacle does.
const BARRIER: Shape = Shape { what: "a kind of obstacle", fields: &[must("height", HEIGHT, "inches"), COVERED, BOG] };

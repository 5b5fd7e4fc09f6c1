//! The numbers: what stands in the files of `assets/rulesets/black_powder/`, and what the rules read of it.

use serde::Deserialize;
use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::{
    judgement::{Judgement, JudgementChanges},
    values::{Formation, Size, Troop},
};
use grapeshot_floor::{
    files::{
        record::{choice, data_files, record},
        shape::{
            Kind::{
                self, AnyOf, Flag, Integer, Key, List, Map, Maybe, Number, Record, Rows, Text, Texts, Tuple, Whole,
                Word,
            },
            Shape, must,
        },
        tables::{DEGREES, HEIGHT, INCHES, MODIFIER, RATE, SIGHT, STEP},
    },
    shared::formed::block::Face,
    table::terrain::SightThrough,
    turn::{
        position::Weights,
        quick::{ArmyLists, Grounds},
    },
};

const POINTS: Kind = Number(-1000.0, 1000.0);
const DICE: Kind = Whole(0, 30);
/// The front and depth of an arm in a formation.
const SIDES: Kind = Maybe(&Tuple(&[Number(0.25, 48.0); 2]));
const FACE: Kind = Word(&["Front", "Rear", "Left", "Right"]);
const OUTCOME: Kind = Word(&["Breaks", "RetiresDisordered", "Retires", "Holds"]);
/// What a special rule costs.
const PRICE: Kind = Integer(-100, 100);
/// Ranges in inches, and what a die costs up to each of them.
const RANGES: Kind = List(&Tuple(&[Number(0.0, 1000.0), POINTS]), 1);

const BY_TROOP: Kind = Record(&ByTroop::SHAPE);
/// An outline for each formation.
const OUTLINES: Shape = Shape {
    what: "the outlines",
    fields: &[
        must("line", BY_TROOP, "BP-1.3"),
        must("attack_column", BY_TROOP, "BP-1.3"),
        must("march_column", BY_TROOP, "BP-1.3"),
        must("square", BY_TROOP, "BP-1.3"),
        must("skirmish", BY_TROOP, "BP-1.3"),
        must("mixed_line", BY_TROOP, "BP-1.3"),
        must("mixed_column", BY_TROOP, "BP-1.3"),
        must("limbered", BY_TROOP, "BP-1.3"),
        must("deployed", BY_TROOP, "BP-1.3"),
        must("garrison", BY_TROOP, "BP-1.3"),
    ],
};

data_files! { "black_powder": Data {
    NUMBERS numbers: Numbers, "numbers.ron", Record(&Numbers::SHAPE), "the numbers of the rulebook";
    UNITS units: Vec<UnitRow>, "units.ron", Rows(&UnitRow::SHAPE, 1), "the units (BP-1.2)";
    WEAPONS weapons: Vec<Weapon>, "weapons.ron", Rows(&Weapon::SHAPE, 1), "the weapons (BP-5.3)";
    SPECIAL_RULES specials: Vec<Special>, "special_rules.ron", Rows(&Special::SHAPE, 1), "the special rules (BP-11.1)";
    TERRAIN terrain: TerrainTable, "terrain.ron", Record(&TerrainTable::SHAPE), "what the ground does";
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

    /// The number of the weapon with this id, from 0; none if no weapon has it.
    pub fn weapon(&self, id: &str) -> Option<u8> {
        self.weapons.iter().position(|weapon| weapon.id == id).map(|n| n as u8)
    }

    /// The number of the special rule with this id, from 0; none if no rule has it.
    pub fn special(&self, id: &str) -> Option<u8> {
        self.specials.iter().position(|special| special.id == id).map(|n| n as u8)
    }

    /// The unit with this id; none if no unit has it.
    pub fn row(&self, id: &str) -> Option<&UnitRow> {
        self.units.iter().find(|row| row.id == id)
    }
}

record! {
    /// BP-1.1: a row for each size.
    #[derive(Copy)]
    BySize: "the sizes" {
        large, standard, small, tiny: SizeRow, Record(&SizeRow::SHAPE), "BP-1.1";
    }

    /// BP-1.1: what a size adds.
    #[derive(Copy)]
    SizeRow: "a size" {
        shoot: i8, MODIFIER, "shooting dice";
        hand: i8, MODIFIER, "dice hand to hand";
        stamina: i8, MODIFIER, "stamina";
        width: f32, Number(0.1, 10.0), "what the front is multiplied by";
    }

    /// BP-1.3: front width and depth by arm, where an arm has the formation.
    #[derive(Copy)]
    ByTroop: "an outline by arm" {} may {
        infantry, cavalry, artillery, wagon: Option<(f32, f32)>, SIDES, "front and depth, inches";
    }

    /// BP-2.4: what is added to the staff rating for an order.
    #[derive(Copy)]
    CommandModifiers: "the modifiers of command" {
        per_step, enemy_near, attack_column, column_off_road, column_on_road: i8, MODIFIER, "BP-2.4";
    }

    /// BP-5.4: what is added to a die of shooting.
    #[derive(Copy)]
    ShootingModifiers: "the modifiers of shooting" {
        artillery_at_column, close, shaken, hard_target, long_range, overhead: i8, MODIFIER, "BP-5.4";
    }

    /// BP-5.7: what is added to a die that saves.
    #[derive(Copy)]
    SaveModifiers: "the modifiers of saves" {
        column, march_column, artillery_long, artillery_near: i8, MODIFIER, "BP-5.7";
    }

    /// BP-7.3: what is added to a die hand to hand.
    #[derive(Copy)]
    FightingModifiers: "the modifiers hand to hand" {
        charging, won, shaken, skirmishers, flank: i8, MODIFIER, "BP-7.3";
    }

    /// BP-7.5: what is added to the score of a side in combat.
    #[derive(Copy)]
    ResultModifiers: "the modifiers of the combat result" {
        rear_support, flank_support, square, small_building, medium_building, large_building: i8, MODIFIER, "BP-7.5";
    }

    /// BP-7.8: what is added to the two dice of a break test.
    #[derive(Copy)]
    TestModifiers: "the modifiers of break tests" {
        excess, disordered, artillery: i8, MODIFIER, "BP-7.8";
    }

    /// BP-7.8: a row of the break test table. It holds for totals up to its own that no earlier row has.
    #[derive(Copy)]
    BreakRow: "a row of the break test table" {
        up_to: i8, Integer(-99, 99), "totals up to this that no earlier row has";
        shooting, hand_to_hand: (Outcome, Outcome, Outcome), Tuple(&[OUTCOME; 3]), "for infantry, cavalry, artillery";
    }

    /// BP-11.2: what costs how many points.
    Prices: "the prices" {
        die: f32, POINTS, "points of a die";
        cavalry_die: f32, POINTS, "points of a die of cavalry";
        small_arms: Vec<(f32, f32)>, RANGES, "ranges up to which a die costs so much";
        /// Its dice are those at long range.
        artillery: Vec<(f32, f32)>, RANGES, "the same for artillery";
        /// Morale counts below 7.
        point: f32, POINTS, "points of one of morale or stamina";
        artillery_point: f32, POINTS, "the same for artillery";
        /// Each step of a rating above `free_rating` costs it, and each step below takes it off.
        rating: f32, POINTS, "points of one of a commander's rating";
        free_rating: u8, Whole(0, 12), "the rating that costs nothing";
    }

    /// `numbers.ron`.
    Numbers: "the file of numbers" {
        sizes: BySize, Record(&BySize::SHAPE), "BP-1.1";
        outlines: BTreeMap<Formation, ByTroop>, Record(&OUTLINES), "BP-1.3, front and depth in inches";
        commander_diameter: f32, Number(0.1, 12.0), "BP-1.3, inches";
        tolerance: f32, Number(0.0, 0.5), "BP-1.4, inches";
        wood_sight, overlooked: f32, INCHES, "BP-1.8, inches";
        distance_step: f32, STEP, "BP-2.4, inches";
        near_enemy: f32, INCHES, "BP-2.4, inches";
        group_gap: f32, INCHES, "BP-2.5, inches";
        group_spread: f32, DEGREES, "BP-2.5, degrees";
        follow_within: f32, INCHES, "BP-2.6, inches";
        command: CommandModifiers, Record(&CommandModifiers::SHAPE), "BP-2.4";
        blunders: [Blunder; 6], Tuple(&[Blunder::KIND; 6]), "BP-2.8, what each die means";
        berth: f32, Number(0.0, 12.0), "BP-3, inches";
        obstacle_cost, building_cost: f32, INCHES, "BP-3, inches";
        retire_aside, form_turn: f32, DEGREES, "BP-3, degrees";
        commander_foot, commander_mounted: f32, STEP, "BP-3.1, inches";
        close_range, nearly_as_near: f32, INCHES, "BP-5, inches";
        free_pivot: f32, DEGREES, "BP-5, degrees";
        to_hit: u8, Integer(1, 7), "BP-5, a die";
        shooting: ShootingModifiers, Record(&ShootingModifiers::SHAPE), "BP-5.4";
        closing_evading: i8, MODIFIER, "BP-5";
        save: SaveModifiers, Record(&SaveModifiers::SHAPE), "BP-5.7";
        wheel_most: f32, DEGREES, "BP-6, degrees";
        second_target, square_halt, square_room: f32, INCHES, "BP-6, inches";
        fighting: FightingModifiers, Record(&FightingModifiers::SHAPE), "BP-7.3";
        result: ResultModifiers, Record(&ResultModifiers::SHAPE), "BP-7.5";
        support_within: f32, INCHES, "BP-7.6, inches";
        face_dice: u8, DICE, "BP-7, dice";
        least_contact: f32, INCHES, "BP-7, inches";
        testing: TestModifiers, Record(&TestModifiers::SHAPE), "BP-7.8";
        break_table: Vec<BreakRow>, Rows(&BreakRow::SHAPE, 1), "BP-7.8";
        sweep_infantry: f32, INCHES, "BP-7, inches";
        flee_within: f32, INCHES, "BP-9, inches";
        officer_lost_on, officer_lost_broken: u8, Whole(2, 13), "BP-9, two dice";
        least_rating: u8, Whole(1, 12), "BP-9";
        margin: f32, Number(0.0, 1.0), "BP-10.3, a share";
        points: Prices, Record(&Prices::SHAPE), "BP-11.2";
    }

    /// `units.ron`: a kind of unit (BP-1.2).
    UnitRow: "a unit" {
        id: SmolStr, Key, "its own id";
        label: String, Text, "what it is called";
        troop: Troop, Word(&["Infantry", "Cavalry", "Artillery", "Wagon"]), "its arm";
        size: Size, Word(&["Large", "Standard", "Small", "Tiny"]), "its size";
        hand: u8, DICE, "dice hand to hand";
        shoot: (u8, u8, u8), Tuple(&[DICE; 3]), "dice at close, medium and long range";
        morale: u8, Whole(2, 6), "the die that saves";
        stamina: u8, Whole(1, 20), "stamina";
        inches: f32, Number(0.5, 48.0), "inches of a move";
        manhandled: f32, Number(0.0, 48.0), "inches of a move by hand";
        horse: bool, Flag, "whether it is horse artillery";
        weapon: Option<SmolStr>, Maybe(&Text), "its weapon";
        rules: Vec<SmolStr>, Texts, "its special rules";
    }

    /// `weapons.ron`: how far a weapon shoots, and how (BP-5.3).
    Weapon: "a weapon" {
        id: SmolStr, Key, "its own id";
        label: SmolStr, Text, "what it is called";
        range: f32, STEP, "inches";
        kind: WeaponKind, Word(&["SmallArms", "Cannon", "Howitzer"]), "how it shoots";
    }

    /// `special_rules.ron`: what a special rule says, does and costs (BP-11.1).
    Special: "a special rule" {
        id: SmolStr, Key, "its own id";
        label: SmolStr, Text, "what it is called";
        text: SmolStr, Text, "what it says";
        effects: Vec<Effect>, List(&Effect::KIND, 0), "what it does";
        points: Cost, Cost::KIND, "BP-11.2, what it costs";
    }

    /// BP-3.5: what a kind of ground does to each kind of mover.
    GroundRow: "a kind of ground" {
        /// Formed infantry, skirmishing infantry, formed cavalry, skirmishing cavalry, guns and wagons.
        rates: (f32, f32, f32, f32, f32), Tuple(&[RATE; 5]), "foot, skirmishers, cavalry, skirmishing cavalry, guns";
        cover: Option<SmolStr>, Maybe(&Text), "its cover";
        sight: SightThrough, SIGHT, "how it hinders sight";
    }

    /// How high a linear obstacle is, and what cover it gives.
    BarrierRow: "a kind of obstacle" {
        height: f32, HEIGHT, "inches";
        cover: Option<SmolStr>, Maybe(&Text), "its cover";
    }

    /// `terrain.ron`.
    TerrainTable: "the file of terrain" {
        grounds: BTreeMap<SmolStr, GroundRow>, Map(&Record(&GroundRow::SHAPE)), "kinds of ground";
        barriers: BTreeMap<SmolStr, BarrierRow>, Map(&Record(&BarrierRow::SHAPE)), "kinds of obstacles";
        covers: BTreeMap<SmolStr, i8>, Map(&MODIFIER), "what each cover adds to saves";
        building_cover: SmolStr, Text, "the cover of a building";
        building_sizes: Vec<SmolStr>, AnyOf(&["small", "medium", "large"]), "sizes of buildings, the usual first";
        steep_rate: f32, RATE, "the rate on a steep slope";
    }
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

impl ByTroop {
    /// Front and depth of an arm in inches; none for an arm without the formation.
    pub fn of(&self, troop: Troop) -> Option<(f32, f32)> {
        match troop {
            Troop::Infantry => self.infantry,
            Troop::Cavalry => self.cavalry,
            Troop::Artillery => self.artillery,
            Troop::Wagon => self.wagon,
        }
    }
}

impl Weapon {
    /// Whether it is a cannon or a howitzer.
    pub fn is_artillery(&self) -> bool {
        self.kind != WeaponKind::SmallArms
    }
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
    /// It stays where it is.
    Holds,
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

choice! {
    /// BP-2.8: what a die of the blunder table brings.
    Blunder {
        /// This number of moves to the rear.
        Retreat(u8: Whole(1, 3)),
        /// A charge to that side, or a move that way.
        Slide(Face: FACE),
        /// A charge on the nearest enemy.
        Charge,
    }

    /// A bonus to the combat result.
    Bonus {
        /// The same every time.
        Fixed(i8: MODIFIER),
        /// The roll of a D3, 1 to 3.
        D3,
    }

    /// BP-11.1: what a special rule does where the game asks for it.
    Effect {
        /// Added to the rating for orders to it.
        Command(i8: MODIFIER),
        /// Added to the rating for orders to change formation.
        CommandToForm(i8: MODIFIER),
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
        FirstFire(i8: MODIFIER),
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
        ChargeResult(Bonus: Bonus::KIND),
        /// Added to the saves of the enemy it charged.
        ChargeSave(i8: MODIFIER),
        /// The enemy it charges takes a break test.
        Terrifies,
        /// It passes its first break test.
        PassesFirst,
        /// It may roll one break test again.
        RerollTest,
        /// It tests whenever it takes a casualty.
        Wavers,
        /// A die of this score or more removes its disorder at the start of the turn.
        Recovers(u8: Whole(1, 7)),
        /// It removes a casualty at the end of the command part.
        Rallies,
    }

    /// BP-11.2: what a special rule costs.
    Cost {
        /// The same for every unit.
        Each(i8: PRICE),
        /// The first price for other arms, the second for cavalry.
        ByArm(i8: PRICE, i8: PRICE),
        /// 7 less the score that saves.
        SevenLessMorale,
        /// This price for each point of stamina.
        PerStamina(i8: PRICE),
    }
}

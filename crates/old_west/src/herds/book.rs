//! The animals and the numbers of this chapter (`livestock.ron`), and its settings.

use bevy::ecs::resource::Resource;
use serde::Deserialize;
use smol_str::SmolStr;
use std::sync::Arc;

use grapeshot_combat_patrol::book::{action_card::MoraleResult, profile::Grade};
use grapeshot_floor::{
    files::{
        DataFile, DataFiles, Problem,
        shape::{Kind, Shape, must},
        tables::{ID, INCHES, MODIFIER, STEP, data_file},
    },
    forces::{Value, Values},
    shared::{
        judgement::section,
        settings::{Worded, settings, worded},
    },
    table::footprint::Footprint,
    turn::vocabulary::{
        UnitKind,
        ValueKind::{Flag, Number, Word, Words},
    },
};

/// Animals (OW-9.1) and the measures of herds.
pub static LIVESTOCK: DataFile =
    data_file!("old_west", "livestock.ron", Kind::Record(&FILE), "animals, and the measures of herds (OW-9)");

static FILE: Shape = Shape {
    what: "the file of animals",
    fields: &[
        must("species", Kind::Rows(&SPECIES, 1), "the animals (OW-9.1, OW-D4)"),
        must("numbers", Kind::Record(&NUMBERS), "the measures of herds"),
        must("judgement", Kind::Record(&Judgement::SHAPE), "what the computer thinks of herds"),
    ],
};

static SPECIES: Shape = Shape {
    what: "a kind of animal",
    fields: &[
        ID,
        must("name", Kind::Text, "what it is called"),
        must("guts", Kind::Word(&["Elite", "Regular", "Green"]), "OW-9.1"),
        must("melee", MODIFIER, "OW-9.1"),
        must("endurance", Kind::Tuple(&[Kind::Whole(1, 6), Kind::Whole(1, 6)]), "from and to, OW-9.1"),
        must("usual_endurance", Kind::Whole(1, 6), "OW-9.1"),
        must("reaction", Kind::Whole(1, 6), "OW-9.1"),
        must("moves", Kind::Whole(1, 6), "cards of a normal move, OW-9.4"),
        must("charges", Kind::Whole(1, 6), "cards of a charge, OW-9.4"),
        must("stampedes", Kind::Flag, "whether its herds stampede, OW-9.10"),
        must("attacks", Kind::Flag, "whether it lives alone and starts fights, OW-9.13"),
        must("base", Kind::Number(0.5, 3.0), "diameter of its base, inches (OW-D4)"),
    ],
};

static NUMBERS: Shape = Shape {
    what: "the measures of herds",
    fields: &[
        must("reach", STEP, "OW-9.5, inches from the central animal"),
        must("slot_gap", INCHES, "OW-9.6, inches between bases"),
        must("slot_step", STEP, "OW-9.6, inches by which the rings close up"),
        must("catch_up", INCHES, "OW-9.6, inches beyond the allowance"),
        must("zone", INCHES, "OW-9.6, inches round each animal"),
        must("shy", INCHES, "OW-9.2, inches"),
        must("grazes", Kind::Whole(0, 10), "OW-9.2, ten-sided icons up to which a herd stays"),
        must("riders", Kind::Whole(1, 12), "OW-9.7, figures that ride herd"),
        must("fire_near", INCHES, "OW-9.10, inches"),
        must("charge_near", INCHES, "OW-9.10, inches"),
        must("burst_near", INCHES, "OW-9.10, inches"),
        must("wagon_near", INCHES, "OW-9.10, inches"),
        must("herd_near", INCHES, "OW-9.10, inches"),
        must("medium", INCHES, "OW-9.12, inches across"),
        must("split", INCHES, "OW-9.12, inches to either side"),
        must("small", INCHES, "OW-9.12, inches"),
        must("clear", INCHES, "OW-9.12, inches between a base and what it passes"),
        must("deflections", Kind::Whole(0, 9), "OW-9.12, in one move"),
        must("trample", INCHES, "OW-9.15, inches"),
        must("slow_foot", Kind::Number(0.05, 1.0), "OW-9.8, the rate of foot in a herd"),
        must("slow_others", Kind::Number(0.05, 1.0), "OW-9.8, the rate of riders and wagons in a herd"),
        must("counter_charge", INCHES, "OW-9.14, inches"),
    ],
};

/// Points of the scenario.
const POINTS: Kind = Kind::Number(0.0, 100.0);
/// A part of something.
const SHARE: Kind = Kind::Number(0.0, 1.0);

section! { Judgement: "what the computer thinks of herds" {
    rides: f32, POINTS, "what it is worth to ride herd on an animal";
    helps: f32, POINTS, "what it is worth to help those who ride herd already";
    share: f32, SHARE, "the part of what could be won with a herd that it is worth to have it";
    denied: f32, SHARE, "the part of what the enemy could win with it that it is worth to deny it him";
    pen_far: f32, INCHES, "animals so far from where they count are worth nothing yet, in inches";
    brings: f32, POINTS, "what it is worth to bring a herd on";
    drives: f32, POINTS, "what it is worth to drive it anywhere";
    calm: f32, POINTS, "what an inch more between a herd and the enemy is worth";
    calm_within: f32, INCHES, "farther from the enemy than this it is no calmer, in inches";
    runs: f32, Kind::Number(0.0, 20.0), "a stampede is thought to run on so many cards at most";
    takes_over: f32, SHARE, "the part of a herd's worth that it brings that the leader takes it over when his men are near";
    winded: f32, SHARE, "the part of it that is lost if they come there out of breath";
    bear_room: f32, INCHES, "so much farther than it is provoked from a unit keeps from a bear, in inches";
    provokes: f32, POINTS, "what it costs to fire at a bear that can come at those who fire";
    mauls: f32, SHARE, "the part of a figure that is lost when a bear goes at it";
    spent: f32, POINTS, "what it costs that a herd stampedes";
    retaken: f32, SHARE, "the part of all that is to be had with a herd which it costs to come at it again";
}}

/// A kind of animal (OW-9.1, OW-9.4, OW-D4).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Species {
    /// The id, which is that of its kind of unit ("cattle").
    pub id: SmolStr,
    /// The word.
    pub name: String,
    /// Its Guts, with which herds and bears check (OW-9.10, OW-9.14).
    pub guts: Grade,
    /// Its Melee, which is added to its card (OW-9.1).
    pub melee: i8,
    /// The least and the most Endurance.
    pub endurance: (u8, u8),
    /// Endurance if the scenario gives none.
    pub usual_endurance: u8,
    /// Its Reaction, with which a bear counter-charges (OW-9.14).
    pub reaction: u8,
    /// Cards of a normal move.
    pub moves: u8,
    /// Cards of a charge.
    pub charges: u8,
    /// Whether its herds stampede.
    pub stampedes: bool,
    /// Whether it lives alone and starts fights.
    pub attacks: bool,
    /// Diameter of its base in inches.
    pub base: f32,
}

/// The measures of herds; inches if nothing else is said.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// How far from the central animal the others are (OW-9.5).
    pub reach: f32,
    /// Between bases in their slots (OW-9.6).
    pub slot_gap: f32,
    /// By how much the rings close up (OW-9.6).
    pub slot_step: f32,
    /// How much farther than the allowance an animal may come (OW-9.6).
    pub catch_up: f32,
    /// Round each animal (OW-9.6).
    pub zone: f32,
    /// How near a figure must be for a herd to shy (OW-9.2).
    pub shy: f32,
    /// Ten-sided icons up to which a herd stays (OW-9.2).
    pub grazes: u8,
    /// Figures that ride herd (OW-9.7).
    pub riders: usize,
    /// How near a shot startles (OW-9.10).
    pub fire_near: f32,
    /// How near a charged unit startles (OW-9.10).
    pub charge_near: f32,
    /// How near a burst startles (OW-9.10).
    pub burst_near: f32,
    /// How near a wagon startles (OW-9.10).
    pub wagon_near: f32,
    /// How near another herd startles (OW-9.10).
    pub herd_near: f32,
    /// The widest thing that is flowed around (OW-9.12).
    pub medium: f32,
    /// How wide a thing is at most that is trampled if it is not solid (OW-9.12).
    pub small: f32,
    /// How far to either side a thing may reach that splits the herd (OW-9.12).
    pub split: f32,
    /// Between a base and what it passes (OW-9.12).
    pub clear: f32,
    /// How often a herd is turned aside in a move (OW-9.12).
    pub deflections: u8,
    /// How near an animal runs a figure down (OW-9.15).
    pub trample: f32,
    /// Inches that foot move in a herd for an inch of allowance (OW-9.8).
    pub slow_foot: f32,
    /// Inches that riders and wagons move in a herd for an inch of allowance (OW-9.8).
    pub slow_others: f32,
    /// How near a mover brings a bear out (OW-9.14).
    pub counter_charge: f32,
}

/// `livestock.ron`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LivestockTable {
    /// The animals.
    pub species: Vec<Species>,
    /// The measures.
    pub numbers: Numbers,
    /// What the computer thinks.
    pub judgement: Judgement,
}

/// The animals of the ruleset.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Livestock(pub Arc<LivestockTable>);

impl Livestock {
    /// Reads the table.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn read(user: &DataFiles) -> Result<Self, (&'static DataFile, Problem)> {
        LIVESTOCK.load(user).map(|table| Self(Arc::new(table)))
    }

    /// The number of a kind of animal.
    pub fn number(&self, id: &str) -> Option<u8> {
        self.0.species.iter().position(|species| species.id == id).map(|n| n as u8)
    }

    /// The kinds of unit of its animals, as scenarios name them.
    pub fn kinds(&self) -> Vec<UnitKind> {
        self.0.species.iter().map(kind).collect()
    }
}

/// Animals as scenarios name them; they are what the table says.
fn kind(species: &Species) -> UnitKind {
    let mut values = Values::default();
    for (name, value) in [
        ("guts", Value::Word(species.guts.to_string().into())),
        ("accuracy", Value::Word("Green".into())),
        ("melee", Value::Number(species.melee.into())),
        ("endurance", Value::Number(species.usual_endurance.into())),
        ("reaction", Value::Number(species.reaction.into())),
        ("weapons", Value::List(Vec::new())),
    ] {
        values.0.insert(name.into(), value);
    }
    UnitKind {
        pieces: (1, if species.attacks { 1 } else { 61 }),
        values,
        ..UnitKind::new(species.id.clone(), "animals", Footprint::Circle { diameter: species.base })
    }
}

worded! {
    /// Setting: where a stampede goes that was ordered.
    StampedeDirection {
        /// Where the arrow of a card points.
        Scatter = "scatter",
        /// Where the side points that orders it.
        Chosen = "chosen",
    }
}

worded! {
    /// Setting: what becomes of a stampede at the edge of the table.
    AtTheEdge {
        /// It leaves the game.
        Leave = "leave",
        /// It turns along the edge.
        TurnBack = "turn_back",
    }
}

/// The word of a result of morale.
fn results() -> Vec<SmolStr> {
    use MoraleResult::{A1, C1, CA, F1, FB, RT};
    [A1, C1, CA, F1, FB, RT].map(|result| SmolStr::from(result.to_string())).to_vec()
}

/// What may startle a herd (OW-9.10), as scenarios name it.
pub const STARTLES: [&str; 8] =
    ["fire_near", "fired_at", "charged", "charge_near", "loss", "burst", "wagon", "stampede"];

/// The turns at whose end something may startle all herds.
const TURNS: u8 = 20;

/// The word for something that startles all herds at the end of a turn ("turn_2").
pub fn at_end_of(turn: u16) -> SmolStr {
    smol_str::format_smolstr!("turn_{turn}")
}

fn startles() -> Vec<SmolStr> {
    let timed = (1..=TURNS).map(|turn| at_end_of(turn.into()));
    STARTLES.map(SmolStr::new_static).into_iter().chain(timed).collect()
}

fn words(list: &[&str]) -> Vec<SmolStr> {
    list.iter().map(|word| SmolStr::from(*word)).collect()
}

settings! {
    /// Settings of animals.
    HerdSettings {
        animal_controller: SmolStr = "program".into(), Word(Vec::new()), "OW-9.2",
            "who decides for animals that nobody herds: program, or the key of a side";
        stampede_results: Vec<SmolStr> = words(&["A1", "C1"]), Words(results()), "OW-9.10",
            "the results of morale with which herds stampede and teams run away";
        herdable_species: Vec<SmolStr> = words(&["cattle", "horses"]),
            Words(words(&["bison", "cattle", "horses", "sheep"])), "OW-9.7", "the animals that can be herded";
        ordered_stampede_direction: StampedeDirection = StampedeDirection::Scatter, StampedeDirection::kind(), "OW-9.7",
            "where a stampede goes that was ordered";
        herding_distance_in: f32 = 12.0, Number(4.0, 24.0), "OW-9.7", "how near its central animal a herd is ridden, inches";
        bear_threat_in: f32 = 6.0, Number(0.0, 12.0), "OW-9.13", "how near a figure provokes a bear, inches";
        startling_events: Vec<SmolStr> = words(&STARTLES), Words(startles()), "OW-9.10",
            "what startles herds; turn_2 startles all of them at the end of turn 2";
        silent_bows_startle: bool = true, Flag, "OW-9.10", "whether bows and thrown weapons startle herds that are near";
        stampede_off_table: AtTheEdge = AtTheEdge::Leave, AtTheEdge::kind(), "OW-9.12",
            "what becomes of a stampede at the edge of the table";
    }
}

impl HerdSettings {
    /// OW-9.10: whether something startles herds in this battle.
    pub fn startles(&self, what: &str) -> bool {
        self.startling_events.iter().any(|known| known == what)
    }

    /// OW-9.10: whether a result of morale sends a herd or a team off.
    pub fn bolts(&self, result: MoraleResult) -> bool {
        self.stampede_results.iter().any(|known| *known == result.to_string())
    }
}

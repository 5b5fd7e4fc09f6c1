//! The animals and the numbers of this chapter (`livestock.ron`), and its settings.

use bevy::ecs::resource::Resource;
use smol_str::SmolStr;
use std::sync::Arc;

use grapeshot_combat_patrol::book::{action_card::MoraleResult, grade::Grade};
use grapeshot_floor::{
    files::{
        DataFile, DataFiles, Problem,
        record::record,
        shape::Kind,
        tables::{INCHES, MODIFIER, STEP, data_file},
    },
    forces::{Value, Values},
    shared::{
        judgement::{POINTS, SHARE, section},
        settings::{Worded, settings, worded},
    },
    table::footprint::Footprint,
    turn::vocabulary::{
        UnitKind,
        ValueKind::{Flag, Number, Word, Words},
    },
};

/// Animals (OW-9.1) and the measures of herds.
pub static LIVESTOCK: DataFile = data_file!(
    "old_west",
    "livestock.ron",
    Kind::Record(&LivestockTable::SHAPE),
    "animals, and the measures of herds (OW-9)"
);

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
    runs: f32, Kind::Number(0.0, 20.0), "the most cards for which a stampede is thought to run on";
    takes_over: f32, SHARE, "the part of a herd's worth that it brings that the leader takes it over when his men are near";
    winded: f32, SHARE, "the part of it that is lost if they come there out of breath";
    bear_room: f32, INCHES, "so much farther than it is provoked from a unit keeps from a bear, in inches";
    provokes: f32, POINTS, "what it costs to fire at a bear that can come at those who fire";
    mauls: f32, SHARE, "the part of a figure that is lost when a bear goes at it";
    spent: f32, POINTS, "what it costs that a herd stampedes";
    retaken: f32, SHARE, "the part of all that is to be had with a herd which it costs to come at it again";
}}

record! {
    /// A kind of animal (OW-9.1, OW-9.4, OW-D4).
    Species: "a kind of animal" {
        /// It is that of its kind of unit ("cattle").
        id: SmolStr, Kind::Key, "its own id";
        name: String, Kind::Text, "what it is called";
        near: String, Kind::Text, "what it does when somebody comes near, as the log says it: \"shies from\"";
        /// Its Guts, with which herds and bears check.
        guts: Grade, Kind::Word(&["Elite", "Regular", "Green"]), "OW-9.1";
        /// Its Melee, which is added to its card.
        melee: i8, MODIFIER, "OW-9.1";
        endurance: (u8, u8), Kind::Tuple(&[Kind::Whole(1, 6); 2]), "from and to, OW-9.1";
        /// Endurance if the scenario gives none.
        usual_endurance: u8, Kind::Whole(1, 6), "OW-9.1";
        /// Its Reaction, with which a bear counter-charges.
        reaction: u8, Kind::Whole(1, 6), "OW-9.1";
        moves: u8, Kind::Whole(1, 6), "cards of a normal move, OW-9.4";
        charges: u8, Kind::Whole(1, 6), "cards of a charge, OW-9.4";
        stampedes: bool, Kind::Flag, "whether its herds stampede, OW-9.10";
        attacks: bool, Kind::Flag, "whether it lives alone and starts fights, OW-9.13";
        base: f32, Kind::Number(0.5, 3.0), "diameter of its base, inches (OW-D4)";
    }

    /// The measures of herds; inches if nothing else is said.
    #[derive(Copy)]
    Numbers: "the measures of herds" {
        reach: f32, STEP, "OW-9.5, inches from the central animal";
        slot_gap: f32, INCHES, "OW-9.6, inches between bases";
        slot_step: f32, STEP, "OW-9.6, inches by which the rings close up";
        /// How much farther than the allowance an animal may come.
        catch_up: f32, INCHES, "OW-9.6, inches beyond the allowance";
        zone: f32, INCHES, "OW-9.6, inches round each animal";
        /// How near a figure must be for a herd to shy.
        shy: f32, INCHES, "OW-9.2, inches";
        grazes: u8, Kind::Whole(0, 10), "OW-9.2, ten-sided icons up to which a herd stays";
        riders: usize, Kind::Whole(1, 12), "OW-9.7, figures that ride herd";
        /// How near a shot startles.
        fire_near: f32, INCHES, "OW-9.10, inches";
        /// How near a charged unit startles.
        charge_near: f32, INCHES, "OW-9.10, inches";
        /// How near a burst startles.
        burst_near: f32, INCHES, "OW-9.10, inches";
        /// How near a wagon startles.
        wagon_near: f32, INCHES, "OW-9.10, inches";
        /// How near another herd startles.
        herd_near: f32, INCHES, "OW-9.10, inches";
        /// The widest thing that is flowed around.
        medium: f32, INCHES, "OW-9.12, inches across";
        /// How far to either side a thing may reach that splits the herd.
        split: f32, INCHES, "OW-9.12, inches to either side";
        /// How wide a thing is at most that is trampled if it is not solid.
        small: f32, INCHES, "OW-9.12, inches";
        clear: f32, INCHES, "OW-9.12, inches between a base and what it passes";
        /// How often a herd is turned aside in a move.
        deflections: u8, Kind::Whole(0, 9), "OW-9.12, in one move";
        /// How near an animal runs a figure down.
        trample: f32, INCHES, "OW-9.15, inches";
        slow_foot: f32, Kind::Number(0.05, 1.0), "OW-9.8, the rate of foot in a herd";
        slow_others: f32, Kind::Number(0.05, 1.0), "OW-9.8, the rate of riders and wagons in a herd";
        /// How near a mover brings a bear out.
        counter_charge: f32, INCHES, "OW-9.14, inches";
    }

    /// `livestock.ron`.
    LivestockTable: "the file of animals" {
        species: Vec<Species>, Kind::Rows(&Species::SHAPE, 1), "the animals (OW-9.1, OW-D4)";
        numbers: Numbers, Kind::Record(&Numbers::SHAPE), "the measures of herds";
        judgement: Judgement, Kind::Record(&Judgement::SHAPE), "what the computer thinks of herds";
    }
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

/// People who fight for nobody, and act as animals do (OW-9.2).
const CIVILIAN: &str = "civilian";

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
        usual: if species.attacks { "" } else { r#"figures: 12, layout: "herd""# },
        ..UnitKind::new(
            species.id.clone(),
            if species.id == CIVILIAN { "civilians" } else { "animals" },
            Footprint::Circle { diameter: species.base },
        )
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

//! The wagons and the numbers of this chapter (`wagons.ron`), and its settings.

use bevy::ecs::resource::Resource;
use serde::Deserialize;
use smol_str::SmolStr;
use std::sync::Arc;

use grapeshot_combat_patrol::arms::artillery;
use grapeshot_floor::{
    files::{
        DataFile, DataFiles, Problem,
        shape::{Kind, Shape, must},
        tables::{DEGREES, ID, INCHES, MODIFIER, RATE, STEP, data_file},
    },
    shared::settings::{Worded, settings, worded},
    table::footprint::Footprint,
    turn::vocabulary::{
        Equipment, UnitKind,
        ValueKind::{Flag, Integer},
    },
};

/// Wagons (OW-10, OW-D5).
pub static WAGONS: DataFile =
    data_file!("old_west", "wagons.ron", Kind::Record(&FILE), "wagons and their measures (OW-10)");

static FILE: Shape = Shape {
    what: "the file of wagons",
    fields: &[
        must("kinds", Kind::Rows(&WAGON, 1), "the wagons (OW-D5)"),
        must("numbers", Kind::Record(&NUMBERS), "their measures"),
    ],
};

/// Length and width.
const SIZE: Kind = Kind::Tuple(&[STEP, STEP]);

static WAGON: Shape = Shape {
    what: "a wagon",
    fields: &[
        ID,
        must("name", Kind::Text, "what it is called"),
        must("body", SIZE, "length and width of its body, inches"),
        must("animals", Kind::Whole(1, 12), "how many draw it"),
        must("team", SIZE, "length and width of its team, inches"),
        must("seats", Kind::Whole(1, 12), "how many sit on it, the driver with them"),
    ],
};

static NUMBERS: Shape = Shape {
    what: "the measures of wagons",
    fields: &[
        must("axle", INCHES, "OW-10.3, inches before the rear edge"),
        must("moves", Kind::Whole(1, 6), "OW-10.2, cards"),
        must("gallops", Kind::Whole(1, 6), "OW-10.2, cards"),
        must("free_turn", DEGREES, "OW-10.3, degrees"),
        must("sharp_turn", DEGREES, "OW-10.3, degrees"),
        must("gap_room", INCHES, "OW-10.2, inches that a gap is wider than the body at least"),
        must("hurt", RATE, "OW-10.8, the rate of a wounded team"),
        must("runs", Kind::Whole(1, 6), "OW-10.11, cards"),
        must("spook_near", INCHES, "OW-10.10, inches"),
        must("trample_near", INCHES, "OW-10.10, inches"),
        must("melee", MODIFIER, "OW-10.11, Melee of a wagon that runs men down"),
        must("seat", STEP, "how wide a seat is, inches"),
        must("rider", STEP, "how wide he is who sits there, inches"),
        must("gap", STEP, "OW-10.6, inches"),
        must("overturners", Kind::Whole(1, 12), "OW-10.16, figures"),
        must("halts", INCHES, "OW-10.17, inches"),
    ],
};

/// A kind of wagon (OW-D5).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WagonKind {
    /// The id, which is that of its kind of unit ("buggy").
    pub id: SmolStr,
    /// The word.
    pub name: String,
    /// Length and width of its body in inches.
    pub body: (f32, f32),
    /// How many animals draw it.
    pub animals: u8,
    /// Length and width of its team in inches.
    pub team: (f32, f32),
    /// How many sit on it, the driver with them.
    pub seats: u8,
}

/// The measures of wagons.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// How far before the rear edge the axle is, in inches.
    pub axle: f32,
    /// Cards of a normal move.
    pub moves: u8,
    /// Cards at a gallop.
    pub gallops: u8,
    /// Degrees of a turn that needs no check.
    pub free_turn: f32,
    /// Degrees of the sharpest turn.
    pub sharp_turn: f32,
    /// OW-10.2: inches that a gap is wider than the body at least.
    pub gap_room: f32,
    /// The rate of a wounded team.
    pub hurt: f32,
    /// Cards of a runaway.
    pub runs: u8,
    /// How near a shot spooks a team, in inches.
    pub spook_near: f32,
    /// How near a stampede spooks a team, in inches.
    pub trample_near: f32,
    /// Melee of a wagon that runs men down.
    pub melee: i8,
    /// How wide a seat is, in inches.
    pub seat: f32,
    /// How wide he is who sits there, in inches.
    pub rider: f32,
    /// How wide a gap is that men clear in an obstacle, in inches.
    pub gap: f32,
    /// How many figures it takes to overturn a wagon.
    pub overturners: u8,
    /// How far before the enemy a wagon halts that is driven at him, in inches.
    pub halts: f32,
}

impl Numbers {
    /// The base of a figure that sits on a wagon.
    pub fn seated(&self) -> Footprint {
        Footprint::Circle { diameter: self.rider }
    }
}

/// `wagons.ron`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WagonTable {
    /// The wagons.
    pub kinds: Vec<WagonKind>,
    /// Their measures.
    pub numbers: Numbers,
}

/// The wagons of the ruleset.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct WagonPark(pub Arc<WagonTable>);

/// The base of a gun, in inches (OW-D6).
const GUN_DEPTH: f32 = 2.0;
const GUN_WIDTH: f32 = 1.5;

/// The body of a wagon among what a unit has.
pub const BODY: &str = "body";
/// The team of a wagon among what a unit has.
pub const TEAM: &str = "team";

impl WagonPark {
    /// Reads the table.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn read(user: &DataFiles) -> Result<Self, (&'static DataFile, Problem)> {
        WAGONS.load(user).map(|table| Self(Arc::new(table)))
    }

    /// The table of a user whose files were checked.
    ///
    /// # Panics
    /// If his file is wrong.
    pub fn known(user: &DataFiles) -> Self {
        match Self::read(user) {
            Ok(park) => park,
            Err((_, problem)) => panic!("{}: {}", WAGONS.name, problem.message),
        }
    }

    /// The number of a kind of wagon.
    pub fn number(&self, id: &str) -> Option<u8> {
        self.0.kinds.iter().position(|kind| kind.id == id).map(|n| n as u8)
    }

    /// The kinds of unit of its wagons, as scenarios name them.
    pub fn kinds(&self) -> Vec<UnitKind> {
        self.0.kinds.iter().map(|wagon| kind(wagon, &self.0.numbers)).collect()
    }
}

/// Men of a wagon at most: its driver, and the crew of a Gatling that rides on it.
const MEN: usize = 7;

/// A wagon as scenarios name it: a driver, the body, a team if it is hitched, and a Gatling if it carries one (OW-6.10).
fn kind(wagon: &WagonKind, numbers: &Numbers) -> UnitKind {
    let piece = |id: &'static str, (depth, width): (f32, f32), needed| Equipment {
        id: SmolStr::new_static(id),
        footprint: Footprint::Rectangle { width, depth },
        size_setting: None,
        needed,
        most: 1,
        bears_unit_name: id == BODY,
    };
    UnitKind {
        // Nobody need drive it.
        pieces: (0, MEN),
        // The driver sits on the body.
        takes_room: false,
        equipment: vec![
            piece(BODY, wagon.body, true),
            piece(TEAM, wagon.team, false),
            Equipment {
                size_setting: Some(SmolStr::new_static("base_gun")),
                ..piece(artillery::GUN, (GUN_DEPTH, GUN_WIDTH), false)
            },
        ],
        ..UnitKind::new(wagon.id.clone(), "wagon", numbers.seated())
    }
}

worded! {
    /// Setting: whether wagons go into woods.
    Woods {
        /// As into rough ground.
        Rough = "rough",
        /// Not at all.
        Forbidden = "forbidden",
    }
}

worded! {
    /// Setting: the cover that a wagon on its side gives.
    LyingCover {
        /// That of a fence.
        Fence = "fence",
        /// That of a wall.
        Wall = "wall",
    }
}

settings! {
    /// What a scenario may choose of the rules of wagons (OW-10).
    WagonSettings {
        wagons_in_woods: Woods = Woods::Rough, Woods::kind(), "OW-10.2", "whether wagons go into woods";
        gap_stone_wall_figures: u8 = 2, Integer(1, 4), "OW-10.6", "how many figures clear a gap in a stone wall";
        passenger_fire_spooks: bool = true, Flag, "OW-10.10", "whether the fire of those on board spooks their team";
        overturn_attack_value: u8 = 0, Integer(0, 3), "OW-10.12", "what attacks those on board when a wagon overturns";
        overturned_wagon_cover: LyingCover = LyingCover::Wall, LyingCover::kind(), "OW-10.16",
            "the cover of a wagon that lies on its side";
    }
}

//! The wagons and the numbers of this chapter (`wagons.ron`), and its settings.

use bevy::ecs::resource::Resource;
use smol_str::SmolStr;
use std::sync::Arc;

use grapeshot_combat_patrol::arms::artillery;
use grapeshot_floor::{
    files::{
        DataFile, DataFiles, Problem,
        record::record,
        shape::Kind,
        tables::{DEGREES, INCHES, MODIFIER, RATE, STEP, data_file},
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
    data_file!("old_west", "wagons.ron", Kind::Record(&WagonTable::SHAPE), "wagons and their measures (OW-10)");

/// Length and width.
const SIZE: Kind = Kind::Tuple(&[STEP; 2]);

record! {
    /// A kind of wagon (OW-D5).
    WagonKind: "a wagon" {
        /// It is that of its kind of unit ("buggy").
        id: SmolStr, Kind::Key, "its own id";
        name: String, Kind::Text, "what it is called";
        body: (f32, f32), SIZE, "length and width of its body, inches";
        animals: u8, Kind::Whole(1, 12), "how many draw it";
        team: (f32, f32), SIZE, "length and width of its team, inches";
        seats: u8, Kind::Whole(1, 12), "how many sit on it, the driver with them";
    }

    /// The measures of wagons.
    #[derive(Copy)]
    Numbers: "the measures of wagons" {
        /// How far before the rear edge the axle is.
        axle: f32, INCHES, "OW-10.3, inches before the rear edge";
        /// Cards of a normal move.
        moves: u8, Kind::Whole(1, 6), "OW-10.2, cards";
        /// Cards at a gallop.
        gallops: u8, Kind::Whole(1, 6), "OW-10.2, cards";
        /// Degrees of a turn that needs no check.
        free_turn: f32, DEGREES, "OW-10.3, degrees";
        /// Degrees of the sharpest turn.
        sharp_turn: f32, DEGREES, "OW-10.3, degrees";
        gap_room: f32, INCHES, "OW-10.2, inches that a gap is wider than the body at least";
        hurt: f32, RATE, "OW-10.8, the rate of a wounded team";
        /// Cards of a runaway.
        runs: u8, Kind::Whole(1, 6), "OW-10.11, cards";
        /// How near a shot spooks a team.
        spook_near: f32, INCHES, "OW-10.10, inches";
        /// How near a stampede spooks a team.
        trample_near: f32, INCHES, "OW-10.10, inches";
        melee: i8, MODIFIER, "OW-10.11, Melee of a wagon that runs men down";
        seat: f32, STEP, "how wide a seat is, inches";
        rider: f32, STEP, "how wide he is who sits there, inches";
        /// How wide a gap is that men clear in an obstacle.
        gap: f32, STEP, "OW-10.6, inches";
        /// How many figures it takes to overturn a wagon.
        overturners: u8, Kind::Whole(1, 12), "OW-10.16, figures";
        /// How far before the enemy a wagon halts that is driven at him.
        halts: f32, INCHES, "OW-10.17, inches";
    }

    /// `wagons.ron`.
    WagonTable: "the file of wagons" {
        kinds: Vec<WagonKind>, Kind::Rows(&WagonKind::SHAPE, 1), "the wagons (OW-D5)";
        numbers: Numbers, Kind::Record(&Numbers::SHAPE), "their measures";
    }
}

impl Numbers {
    /// The base of a figure that sits on a wagon.
    pub fn seated(&self) -> Footprint {
        Footprint::Circle { diameter: self.rider }
    }
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

/// What scenarios say of a usual wagon.
const USUAL: &str = r#"figures: 1, values: (guts: "Regular", accuracy: "Regular", melee: 0, endurance: 3, reaction: 3, weapons: ["revolver"]), equipment: [(what: "body", at: $BEHIND)]"#;

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
        usual: USUAL,
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
        passenger_fire_spooks: bool = true, Flag, "OW-10.10", "whether the fire of men on board spooks their team";
        overturn_attack_value: u8 = 0, Integer(0, 3), "OW-10.12", "what attacks those on board when a wagon overturns";
        overturned_wagon_cover: LyingCover = LyingCover::Wall, LyingCover::kind(), "OW-10.16",
            "the cover of a wagon that lies on its side";
    }
}

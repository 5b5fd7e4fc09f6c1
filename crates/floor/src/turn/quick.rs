//! What battles are made of on demand: armies by period, and the ground they meet on.

use bevy::math::Vec2;
use smol_str::SmolStr;

use crate::files::{
    record::{choice, record},
    shape::Kind::{self, Flag, Key, List, Maybe, Number, Record, Rows, Text, Texts, Tuple, Whole},
};

choice! {
    /// What a unit fights as, which says where it stands in a line of battle.
    Arm {
        /// In the line.
        Foot,
        /// On the wings.
        Horse,
        /// In the middle of the line.
        Guns,
    }

    /// How a battle comes about.
    QuickKind {
        /// Both come up to a place that neither has.
        Meeting,
        /// One side stands on a position, the other comes for it.
        Attack,
        /// One side marches along a road with what it guards, the other bars it.
        Convoy,
        /// One side comes for a place behind the other's outposts before help is there.
        Raid,
        /// One side holds what leads over a river.
        Crossing,
        /// One side marches along a road and is attacked from beside it.
        Ambush,
    }
}

impl QuickKind {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 6] = [Self::Meeting, Self::Attack, Self::Convoy, Self::Raid, Self::Crossing, Self::Ambush];

    /// Its word on the command line and on screen.
    pub fn word(self) -> &'static str {
        match self {
            Self::Meeting => "meeting",
            Self::Attack => "attack",
            Self::Convoy => "convoy",
            Self::Raid => "raid",
            Self::Crossing => "crossing",
            Self::Ambush => "ambush",
        }
    }
}

/// A smallest and a largest whole number.
const RANGE: Kind = Tuple(&[Whole(0, 40), Whole(0, 40)]);
/// A smallest and a largest number of inches.
const SPAN: Kind = Tuple(&[Number(0.1, 60.0), Number(0.1, 60.0)]);

record! {
    /// `armies.ron`: who fought when, and of what an army is made.
    ArmyLists: "the file of armies" {
        periods: Vec<Period>, Rows(&Period::SHAPE, 1), "the periods; armies of one period fight each other";
        armies: Vec<Army>, Rows(&Army::SHAPE, 2), "the armies";
    }

    /// A war, or a part of it: who fought where and when.
    Period: "a period" {
        key: SmolStr, Key, "its id";
        name: String, Text, "its name";
        fought: Vec<Fought>, Rows(&Fought::SHAPE, 1), "where and when it was fought";
        villages: Vec<String>, Texts, "names for the places that are fought over";
        waters: Vec<String>, Texts, "names for streams";
    } may {
        houses: Vec<String>, Texts, "names for houses, each with its article";
    }

    /// Where and when.
    Fought: "a place and its time" {
        location: String, Text, "the country";
        date: String, Text, "the month, or the season";
    }

    /// An army of a period.
    Army: "an army" {
        key: SmolStr, Key, "its id, by which it is chosen";
        name: String, Text, "its name, as that of a side";
        short: SmolStr, Text, "one word for banners and logs, at most 16 letters";
        coat, flag: SmolStr, Text, "a word of the coats and flags";
        period: SmolStr, Key, "the key of its period";
        commander: Listed, Record(&Listed::SHAPE), "the commander of all of it";
        units: Vec<Listed>, Rows(&Listed::SHAPE, 1), "the units from which its forces are drawn";
    } may {
        officer: Option<Listed>, Maybe(&Record(&Listed::SHAPE)), "an officer of some of its units, under the commander";
        train: Option<Listed>, Maybe(&Record(&Listed::SHAPE)), "what it guards in a convoy";
        apart: bool, Flag, "whether the commander is the superior of nobody";
        camp: Option<SmolStr>, Maybe(&Key), "its camp; armies of one camp do not fight each other";
    }

    /// An entry of an army's list.
    Listed: "an entry of an army's list" {
        called: Vec<String>, Texts, "the names of such units, in the order in which they come; no more come than there are names";
        arm: Arm, Arm::KIND, "what it fights as";
        cost: f32, Number(0.0, 100.0), "its strength, in points";
        room: (f32, f32), SPAN, "its front and its depth as it is drawn up, in inches";
        says: String, Text, "what a scenario says of it besides its key, name, side, superior, layout, place and facing; `$NAME` is its name, `$LAST` the last word of it, `$AHEAD` and `$BEHIND` places before and behind it";
    } may {
        layout: Option<String>, Maybe(&Text), "how it is drawn up";
        march: Option<(String, f32, f32)>, Maybe(&Tuple(&[Text, Number(0.1, 60.0), Number(0.1, 60.0)])), "how it is drawn up on the march, its front and its depth then, in inches";
        usual: u16, Whole(0, 9), "how many of them stand in every force";
    }

    /// `grounds.ron`: tables, ground and kinds of battles.
    Grounds: "the file of grounds" {
        sizes: Vec<QuickSize>, Rows(&QuickSize::SHAPE, 1), "the sizes, the smallest first";
        grounds: Vec<QuickGround>, Rows(&QuickGround::SHAPE, 1), "the kinds of country";
        kinds: Vec<(QuickKind, f32)>, List(&Tuple(&[QuickKind::KIND, Number(0.3, 3.0)]), 1), "the kinds of battle, and the strength of the first side for one of the second";
        strip: f32, Number(1.0, 30.0), "inches from an edge to the first line of a side";
        gap: f32, Number(0.1, 12.0), "inches between the units of a line, and between lines";
        span: usize, Whole(1, 12), "units under an officer";
        road, stream: f32, Number(0.5, 6.0), "the width of roads and of streams, in inches";
        house: House, Record(&House::SHAPE), "what houses are like";
        hold: f32, Number(1.0, 99.0), "points for holding the place that counts most; the others count half";
        settings: String, Text, "what all battles change of the settings, as a scenario has it: `(name: value)`; `$FIRST` and `$SECOND` are the hands at which the sides begin, `left` in the west";
    } may {
        losses: Option<String>, Maybe(&Text), "what all battles give for losses, as a scenario has it: `(each: 1)`";
        deep: bool, Flag, "whether only crossings lead over the water of a river line";
    }

    /// A size of battle.
    QuickSize: "a size" {
        key: SmolStr, Key, "its id, by which it is chosen";
        table: (f32, f32), Tuple(&[Number(12.0, 240.0), Number(12.0, 240.0)]), "the table from west to east and from south to north, in inches";
        strength: f32, Number(1.0, 500.0), "the strength of a side, in points";
        turns: u16, Whole(3, 40), "turns until it ends";
    } may {
        units: u16, Whole(1, 200), "about how many units both sides have together, by which other battles are called small or large";
    }

    /// A kind of country.
    QuickGround: "a country" {
        key: SmolStr, Key, "its id, by which it is chosen";
        name: String, Text, "what it is, as in \"among woods\"";
        patches: Vec<Patch>, Rows(&Patch::SHAPE, 0), "the areas that lie about";
        hills: (u16, u16), RANGE, "the fewest and the most hills";
        houses: (u16, u16), RANGE, "the fewest and the most houses of its village";
        lanes: (u16, u16), RANGE, "the fewest and the most roads besides the main road, all of which meet";
        water: f32, Number(0.0, 1.0), "how often a stream runs through it, of one";
    }

    /// Areas of a kind that lie about in a country.
    Patch: "areas of a country" {
        kind: SmolStr, Key, "a kind of area";
        count: (u16, u16), RANGE, "the fewest and the most of them on a table of the smallest size, on larger ones as many more as they are larger";
        across: (f32, f32), SPAN, "how far they reach, in inches";
    } may {
        square: bool, Flag, "whether they have straight sides, as fields do";
        bounds: Option<SmolStr>, Maybe(&Key), "the kind of obstacle along two of their sides";
        name: Option<String>, Maybe(&Text), "what they are called";
    }

    /// What the houses of a village are like.
    House: "what houses are like" {
        material: SmolStr, Key, "what they are of";
        side: (f32, f32), SPAN, "the shortest and the longest side, in inches";
    } may {
        says: String, Text, "what is said of each besides";
    }
}

impl Grounds {
    /// The place of the size whose number of units and whose table are nearest to those of a battle.
    pub fn size_of(&self, table: Vec2, units: usize) -> usize {
        let ratio = |a: f32, b: f32| (a / b).max(b / a);
        let length = |table: Vec2| (table.x * table.y).sqrt();
        let off = |size: &QuickSize| {
            ratio(units.max(1) as f32, f32::from(size.units.max(1))) * ratio(length(table), length(size.table.into()))
        };
        let sizes = self.sizes.iter().enumerate();
        sizes.min_by(|(_, a), (_, b)| off(a).total_cmp(&off(b))).map_or(0, |(n, _)| n)
    }
}

/// What battles are made of on demand in a ruleset; nothing if it has no lists.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct QuickLists {
    /// The wars, with their places and dates.
    pub periods: Vec<Period>,
    /// The armies, with their units.
    pub armies: Vec<Army>,
    /// Tables, ground, kinds of battles.
    pub grounds: Option<Grounds>,
}

impl QuickLists {
    /// The lists of these files.
    pub fn new(lists: &ArmyLists, grounds: &Grounds) -> Self {
        Self { periods: lists.periods.clone(), armies: lists.armies.clone(), grounds: Some(grounds.clone()) }
    }

    /// An army by its key.
    pub fn army(&self, key: &str) -> Option<&Army> {
        self.armies.iter().find(|army| army.key == key)
    }

    /// A period by its key.
    pub fn period(&self, key: &str) -> Option<&Period> {
        self.periods.iter().find(|period| period.key == key)
    }

    /// Armies that may fight this one: of its period and of another camp, and told apart by their coats.
    pub fn enemies<'a>(&'a self, army: &'a Army) -> impl Iterator<Item = &'a Army> {
        let allied = |other: &Army| army.camp.is_some() && other.camp == army.camp;
        let fights = move |other: &&Army| {
            other.period == army.period && other.key != army.key && other.coat != army.coat && !allied(other)
        };
        self.armies.iter().filter(fights)
    }
}

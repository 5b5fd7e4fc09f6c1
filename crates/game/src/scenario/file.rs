//! The format of a `*.scenario.ron` file, version 1: its sections and what may stand in them.

use std::ops::RangeInclusive;

use super::shape::{Field, Kind, Shape, may, must};
use grapeshot_floor::forces::{COLOURS, NATIONS};

/// The version of the format that this program reads.
pub const FORMAT: u32 = 1;

/// Inches that a table may measure.
pub const TABLE: RangeInclusive<f32> = 6.0..=240.0;

/// Inches from the middle of an objective to its rim.
pub const RADIUS: RangeInclusive<f32> = 0.5..=60.0;

const EDGES: &[&str] = &["west", "east", "south", "north"];
const HOLDS: &[&str] = &["most", "some", "denied"];
const SPOILS: &[&str] = &["off", "taken", "left", "worked", "inside", "wrecked"];
const SIGHTS: &[&str] = &["free", "blocked"];

/// The whole file.
pub static SCENARIO: Shape = Shape {
    what: "a scenario",
    fields: &[
        must("format", Kind::Whole(FORMAT, FORMAT), "the version of the format"),
        must("about", Kind::Record(&ABOUT), "what the battle is"),
        must("table", Kind::Record(&TABLE_SIZE), "the size of the table"),
        may("turns", Kind::Whole(1, 99), "after this many turns the battle ends"),
        may("terrain", Kind::Record(&TERRAIN), "what lies on the table"),
        must("sides", Kind::Records(&SIDE), "two sides or more, the first is asked first"),
        must("units", Kind::Records(&UNIT), "the units of all sides"),
        may("settings", Kind::Values, "what differs from the ruleset's defaults"),
        may("victory", Kind::Record(&VICTORY), "who wins"),
        may("events", Kind::Records(&EVENT), "what may happen"),
    ],
};

static ABOUT: Shape = Shape {
    what: "the section about",
    fields: &[
        must("id", Kind::Key, "the name of the file without its endings"),
        must("title", Kind::Text, "the name of the battle"),
        must("ruleset", Kind::Text, "whose rules are played"),
        must("location", Kind::Text, "where it was"),
        must("date", Kind::Text, "when it was"),
        must("story", Kind::Text, "how it came to this"),
        may("lesson", Kind::Text, "what a player gets or learns"),
    ],
};

static TABLE_SIZE: Shape = Shape {
    what: "a table",
    fields: &[
        must("width", Kind::Number(*TABLE.start(), *TABLE.end()), "inches from west to east"),
        must("height", Kind::Number(*TABLE.start(), *TABLE.end()), "inches from south to north"),
    ],
};

static TERRAIN: Shape = Shape {
    what: "the terrain",
    fields: &[
        may("areas", Kind::Records(&AREA), "woods, fields, marshes"),
        may("obstacles", Kind::Records(&OBSTACLE), "walls, fences, hedges, ditches"),
        may("roads", Kind::Records(&ROAD), "roads and tracks"),
        may("streams", Kind::Records(&STREAM), "streams and rivers"),
        may("crossings", Kind::Records(&CROSSING), "fords and bridges"),
        may("buildings", Kind::Records(&BUILDING), "houses and barns"),
        may("hills", Kind::Records(&HILL), "hills"),
    ],
};

const ID: Field = must("id", Kind::Key, "its own id");
const NAME: Field = may("name", Kind::Text, "the name on the map");
const OUTLINE: Field = must("outline", Kind::Points(3), "the corners in order");
const LINE: Field = must("line", Kind::Points(2), "the points along its middle");
const RATE: Field = may("rate", Kind::Number(0.0, 1.0), "inches moved for an inch of allowance, 0 is impassable");
const COVER: Field = may("cover", Kind::Text, "the ruleset's code of the cover it gives, or \"none\"");
const SIGHT: Field = may("sight", Kind::NumberOr(0.5, 60.0, SIGHTS), "how far one sees inside it, in inches");
const BOG: Field = may("bog", Kind::Text, "the grade of its bog check in the ruleset's words, or \"none\"");

const STOPS_SHOT: Field =
    may("stops_shot", Kind::Flag, "whether its cover stops solid shot; as its type of cover does if it is not said");

const CLOSED_TO: Field = may("closed_to", Kind::AnyOf(&["foot", "mounted", "wheeled"]), "who cannot enter it");

const VALUES: Field = may("values", Kind::Values, "what it is in the ruleset's own terms");

static AREA: Shape = Shape {
    what: "an area",
    fields: &[
        ID,
        must("kind", Kind::Text, "a kind of ground in the ruleset's words"),
        NAME,
        OUTLINE,
        RATE,
        COVER,
        SIGHT,
        BOG,
        CLOSED_TO,
        STOPS_SHOT,
        VALUES,
    ],
};

static OBSTACLE: Shape = Shape {
    what: "an obstacle",
    fields: &[
        ID,
        must("kind", Kind::Text, "a kind of obstacle in the ruleset's words"),
        LINE,
        may("height", Kind::Number(0.1, 12.0), "inches"),
        COVER,
        BOG,
        STOPS_SHOT,
        VALUES,
    ],
};

static ROAD: Shape = Shape {
    what: "a road",
    fields: &[
        ID,
        must("kind", Kind::Text, "a kind of road in the ruleset's words"),
        LINE,
        must("width", Kind::Number(0.5, 12.0), "inches"),
        VALUES,
    ],
};

static STREAM: Shape = Shape {
    what: "a stream",
    fields: &[
        ID,
        NAME,
        LINE,
        must("width", Kind::Number(0.25, 24.0), "inches"),
        may("deep", Kind::Flag, "whether nobody gets through but at a crossing"),
        RATE,
        BOG,
        CLOSED_TO,
        VALUES,
    ],
};

static CROSSING: Shape = Shape {
    what: "a crossing",
    fields: &[ID, must("kind", Kind::Text, "\"ford\" or \"bridge\""), OUTLINE, RATE, BOG, CLOSED_TO, VALUES],
};

static BUILDING: Shape = Shape {
    what: "a building",
    fields: &[
        ID,
        must("name", Kind::Text, "the name on the map"),
        OUTLINE,
        may("storeys", Kind::Whole(1, 4), "one if it is not said"),
        must("material", Kind::Text, "a material in the ruleset's words"),
        may("doors", Kind::Records(&DOOR), "doors, 1 inch wide"),
        may("windows", Kind::Points(0), "the middles of the windows that every storey has, 0.5 inches wide"),
        may("windows_on", Kind::Records(&ON_STOREY), "the middles of windows that only one storey has"),
        may("breaches", Kind::Points(0), "the middles of breached stretches of its walls, 2 inches wide"),
        may("rooms", Kind::Records(&ROOM), "the sections of its storeys; a storey without any is one"),
        may("stairs", Kind::Points(0), "where one climbs from each storey to the next"),
        COVER,
        may("size", Kind::Text, "how large it counts in the ruleset's words"),
        VALUES,
    ],
};

static DOOR: Shape = Shape {
    what: "a door",
    fields: &[
        must("at", Kind::Point, "its middle, on the outline"),
        may("state", Kind::OneOf(&["open", "closed", "locked"]), "closed if it is not said"),
        may("gate", Kind::Flag, "whether it is a gate, which is harder to break"),
        may("endurance", Kind::Whole(1, 10), "how often it must be beaten before it breaks"),
    ],
};

static ROOM: Shape = Shape {
    what: "a room",
    fields: &[
        may("storey", Kind::Whole(1, 4), "the storey it is on, 1 is the ground floor"),
        must("name", Kind::Text, "what it is called"),
        OUTLINE,
    ],
};

static ON_STOREY: Shape = Shape {
    what: "points on a storey",
    fields: &[
        must("storey", Kind::Whole(1, 4), "1 is the ground floor"),
        must("points", Kind::Points(1), "the points"),
    ],
};

static HILL: Shape = Shape {
    what: "a hill",
    fields: &[
        ID,
        NAME,
        OUTLINE,
        may("levels", Kind::Whole(1, 9), "levels above the table, one if it is not said"),
        may("steep", Kind::Flag, "whether its slopes slow movement"),
        RATE,
        VALUES,
    ],
};

static SIDE: Shape = Shape {
    what: "a side",
    fields: &[
        must("key", Kind::Key, "its own id"),
        must("name", Kind::Text, "its full name"),
        must("short", Kind::Text, "one word for banners and logs"),
        must("coat", Kind::OneOf(NATIONS), "whose coat its men wear"),
        must("flag", Kind::OneOf(NATIONS), "whose flag it flies, which also gives the men their names"),
        may("goes_for", Kind::Text, "what it is after, in a line"),
        must("own_edge", Kind::OneOf(EDGES), "the edge its men fall back to"),
        may("exit_edges", Kind::AnyOf(EDGES), "edges over which it may leave the table"),
        may("zone", Kind::Points(3), "where it may deploy"),
        may("dummies", Kind::Points(1), "places at which its enemies suspect somebody in vain, if it has hidden units"),
        may(
            "plays",
            Kind::Flag,
            "whether somebody plays it, as is so if it is not said; a side without players comes last",
        ),
    ],
};

static UNIT: Shape = Shape {
    what: "a unit",
    fields: &[
        must("key", Kind::Key, "its own id"),
        must("name", Kind::Text, "its name"),
        may("short", Kind::Text, "its name on tags and in lists, if that one is long"),
        may("colours", Kind::OneOf(COLOURS), "the colours it carries instead of the flag of its side"),
        must("side", Kind::Text, "the key of its side"),
        may("under", Kind::Text, "the key of the unit whose leader it obeys"),
        must("kind", Kind::Text, "a kind of unit in the ruleset's words"),
        may("figures", Kind::Whole(0, 99), "how many, the leader counted; 0 for a wagon that nobody drives"),
        may("layout", Kind::Text, "how they stand"),
        may("at", Kind::Point, "where the first rank has its middle"),
        may("spacing", Kind::Number(0.5, 12.0), "inches from one to the next"),
        may("points", Kind::Points(1), "instead of a layout: where each stands, the leader first"),
        may("points_on", Kind::Records(&ON_STOREY), "where those stand who are on storeys of a building, after them"),
        must("facing", Kind::Number(-360.0, 360.0), "degrees, 0 is east, 90 is north"),
        may("values", Kind::Values, "what the men are, in the ruleset's words"),
        may("leader", Kind::Record(&LEADER), "who leads it, the first figure"),
        may("men", Kind::Texts, "names of the others, in order"),
        may("heroes", Kind::Records(&HERO), "those of its men who are somebody in their own right"),
        may("equipment", Kind::Records(&EQUIPMENT), "what it has besides its men: guns, limbers"),
        may("led_horses", Kind::Record(&LED_HORSES), "where the horses of its men stand, who begin on foot"),
        may(
            "arrives",
            Kind::Record(&ARRIVAL),
            "when and where it comes onto the table, if it is not there at the start",
        ),
        may("house_rules", Kind::Records(&HOUSE_RULE), "what the scenario adds to its sums"),
        may("hidden", Kind::Flag, "whether it begins hidden from the other sides"),
    ],
};

static HOUSE_RULE: Shape = Shape {
    what: "a house rule",
    fields: &[
        must("rule", Kind::Text, "the id of the rule whose sums it goes into, in the ruleset's words"),
        must("amount", Kind::Integer(-9, 9), "how much, with the sign that modifiers have in the ruleset's own table"),
        must("text", Kind::Text, "what it is for, as the sums tell it"),
    ],
};

static HERO: Shape = Shape {
    what: "a hero",
    fields: &[
        may("figure", Kind::Whole(1, 99), "which figure of the unit he is, the first if it is not said"),
        may("name", Kind::Text, "his name, if he is not the leader, who has one"),
        may("values", Kind::Values, "what he is, in the ruleset's words; the rest is as his men's"),
    ],
};

static EQUIPMENT: Shape = Shape {
    what: "a piece of equipment",
    fields: &[
        must("what", Kind::Text, "what it is, in the ruleset's words"),
        must("at", Kind::Point, "the middle of its base"),
        may("facing", Kind::Number(-360.0, 360.0), "degrees, as the unit faces if it is not said"),
    ],
};

static LED_HORSES: Shape = Shape {
    what: "the led horses of a unit",
    fields: &[
        must("points", Kind::Points(1), "where each stands, at most one for each of its men"),
        may("facing", Kind::Number(-360.0, 360.0), "degrees, as the unit faces if it is not said"),
    ],
};

static ARRIVAL: Shape = Shape {
    what: "an arrival",
    fields: &[
        must("turn", Kind::WholeOrDice(1, 99), "the turn from which it may come, or the dice that say it"),
        may(
            "chance",
            Kind::Whole(1, 5),
            "from that turn on it comes in a turn if a six-sided die shows this many or fewer",
        ),
        must("line", Kind::Points(2), "the stretch of the table's edge over which it comes"),
        may("elsewhere", Kind::Record(&ELSEWHERE), "where it comes instead if a six-sided die says so"),
    ],
};

static ELSEWHERE: Shape = Shape {
    what: "another way to come",
    fields: &[
        must("die", Kind::Whole(1, 5), "it comes here if the die shows this many or fewer"),
        must("line", Kind::Points(2), "the stretch of the table's edge over which it comes then"),
        may("facing", Kind::Number(-360.0, 360.0), "degrees, as the unit faces if it is not said"),
    ],
};

static LEADER: Shape = Shape {
    what: "a leader",
    fields: &[
        must("name", Kind::Text, "rank and name"),
        may("values", Kind::Values, "what he is, in the ruleset's words; the rest is as his men's"),
    ],
};

const WHAT: Field = must("name", Kind::Text, "what it is");
const COUNTED: Field = must("side", Kind::Text, "the key of the side whose figures count");
const OF: Field = may("of", Kind::Texts, "keys of the units whose pieces count instead");
const EACH: Field = must("each", Kind::Number(0.0, 99.0), "points for each figure; the sum is rounded down");

static VICTORY: Shape = Shape {
    what: "the section victory",
    fields: &[
        may("objectives", Kind::Records(&OBJECTIVE), "places worth holding"),
        may("holds", Kind::Records(&HOLD), "points for holding them at the end"),
        may("losses", Kind::Record(&LOSSES), "points for enemy losses"),
        may("zones", Kind::Records(&ZONE), "points for standing in an area at the end"),
        may("exits", Kind::Records(&EXIT), "points for leaving the table over a stretch of an edge"),
        may("falls", Kind::Records(&FALL), "points for what falls of the units that nobody plays"),
        may("breaks", Kind::Records(&BREAK), "points for breaking units that are named"),
        may("prizes", Kind::Records(&PRIZE), "things worth carrying"),
        may("spoils", Kind::Records(&SPOIL), "points for what becomes of wagons and guns"),
        may("handicap", Kind::Numbers(-999.0, 999.0), "points a side begins with, by its key"),
        may("margin", Kind::Number(0.0, 999.0), "the lead that wins; as the ruleset says if it is not said"),
        may("otherwise", Kind::Text, "the key of the side that wins with a smaller lead; a draw if it is not said"),
    ],
};

static EVENT: Shape = Shape {
    what: "an event",
    fields: &[
        must("name", Kind::Text, "what it is, in a few words"),
        must("text", Kind::Text, "what is told when it happens"),
        may("turn", Kind::Whole(1, 99), "the turn at whose end it happens; without one it waits for its card"),
        may("points", Kind::Numbers(-999.0, 999.0), "points that sides get by it, by their keys"),
        may("markers", Kind::Numbers(-20.0, 20.0), "morale markers that units get or lose by it, by their keys"),
        may("comes", Kind::Texts, "keys of units that come onto the table by it"),
        may("strikes", Kind::Record(&STRIKES), "the ground beside which it may stun figures"),
    ],
};

static STRIKES: Shape = Shape {
    what: "what an event strikes",
    fields: &[
        must("areas", Kind::Texts, "ids of areas"),
        must("within", Kind::Number(0.0, 24.0), "figures so near to one of them, or in it, may be stunned, in inches"),
    ],
};

static OBJECTIVE: Shape = Shape {
    what: "an objective",
    fields: &[
        ID,
        WHAT,
        must("at", Kind::Point, "its middle"),
        must("radius", Kind::Number(*RADIUS.start(), *RADIUS.end()), "inches"),
        may("indoors", Kind::Flag, "whether only those inside the building at its middle count"),
        may(
            "held_by",
            Kind::Text,
            "the key of the side that holds it at the start, where the rules keep account of that",
        ),
    ],
};

static HOLD: Shape = Shape {
    what: "a reward for holding",
    fields: &[
        must("objective", Kind::Text, "the id of the objective"),
        must("points", Kind::Number(0.0, 999.0), "points for its holder at the end"),
        may("side", Kind::Text, "the key of the only side that can earn them"),
        may("when", Kind::OneOf(HOLDS), "most there if it is not said, some there, or the enemy denied it"),
    ],
};

static LOSSES: Shape = Shape {
    what: "the points for losses",
    fields: &[
        may("each", Kind::Number(0.0, 99.0), "points for each enemy figure"),
        may("by_rank", Kind::Numbers(0.0, 99.0), "points for a leader instead, by his rank"),
        may("heroes", Kind::Number(0.0, 99.0), "points for a hero instead"),
        may("guns", Kind::Number(0.0, 99.0), "points for each enemy gun without crew at the end"),
        may("horses", Kind::Number(0.0, 99.0), "points for each horse that enemy riders have lost"),
        may(
            "own_hand",
            Kind::Flag,
            "whether a loss counts only for the side by whose hand it came, as it always does where more than two fight",
        ),
    ],
};

static EXIT: Shape = Shape {
    what: "a reward for leaving the table",
    fields: &[WHAT, COUNTED, OF, must("line", Kind::Points(2), "the stretch of the edge"), EACH],
};

static FALL: Shape = Shape {
    what: "a reward for what falls",
    fields: &[
        WHAT,
        must("side", Kind::Text, "the key of the side that earns it"),
        must("of", Kind::Texts, "keys of units that nobody plays"),
        may("own_hand", Kind::Flag, "whether only those count that figures of the side brought down"),
        EACH,
    ],
};

static BREAK: Shape = Shape {
    what: "a reward for breaking units",
    fields: &[
        WHAT,
        must("side", Kind::Text, "the key of the side that earns it"),
        must("of", Kind::Texts, "keys of enemy units; a commander stands for all units under him"),
        may("share", Kind::Number(0.05, 1.0), "the share of them that must be lost; all of them if it is not said"),
        must("points", Kind::Number(0.0, 999.0), "points for its side"),
    ],
};

static PRIZE: Shape = Shape {
    what: "a thing worth carrying",
    fields: &[
        WHAT,
        may("bearer", Kind::Text, "the key of the unit whose first figure carries it at the start"),
        may("aboard", Kind::Text, "the key of the unit on whose wagon it is at the start, if nobody carries it"),
        may("at", Kind::Point, "where it lies at the start, if nobody carries it"),
        may("weight", Kind::Number(0.0, 9.0), "a man on foot with more than 1 moves at half his rate; 0 if not said"),
        must("rewards", Kind::Records(&REWARD), "what it brings to which side"),
    ],
};

static REWARD: Shape = Shape {
    what: "a reward for carrying",
    fields: &[
        must("side", Kind::Text, "the key of the side that earns it"),
        must("points", Kind::Number(0.0, 999.0), "points, the best that fits"),
        may("off", Kind::Points(2), "the stretch of an edge over which it must be carried off"),
        may("at", Kind::Text, "the id of the objective at which it must be at the end"),
        may("untouched", Kind::Flag, "whether it counts if nobody has ever taken it up"),
    ],
};

static SPOIL: Shape = Shape {
    what: "a reward for spoils",
    fields: &[
        WHAT,
        must("side", Kind::Text, "the key of the side that gets the points"),
        must("of", Kind::Text, "which equipment, in the ruleset's words"),
        must("when", Kind::OneOf(SPOILS), "what must have become of it at the end"),
        may("line", Kind::Points(2), "the stretch of the edge over which it must go off"),
        may("outline", Kind::Points(3), "the corners of the area in which it must be"),
        must("each", Kind::Number(0.0, 99.0), "points for each"),
    ],
};

static ZONE: Shape = Shape {
    what: "a reward for an area",
    fields: &[
        WHAT,
        COUNTED,
        OF,
        may("driven", Kind::Flag, "whether they count only while the side drives them"),
        OUTLINE,
        EACH,
    ],
};

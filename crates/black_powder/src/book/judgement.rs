//! What the computer player thinks of things: the numbers of its judgement, as data.
//!
//! They are read from `judgement.ron` with the other data files. One table tells what each number means and its range;
//! a file of the evaluation uses one section of it.

use grapeshot_floor::{
    files::{
        shape::Kind,
        tables::{DEGREES, INCHES},
    },
    shared::judgement::{COUNT, FAR, POINTS, SHARE, TIMES, judgement, section},
};

/// A turn to the left, or to the right if it is less than 0, in degrees.
const TURN: Kind = Kind::Number(-180.0, 180.0);

judgement! {
    may be changed:
    units: Units, "what a unit is worth, and a casualty of it";
    goals: Goals, "which brigade goes for what";
    clash: Clash, "what a charge may be expected to do";
    lanes: Lanes, "the fields of fire of a side's own guns";
    position: Position, "what it is worth for a unit to stand somewhere";
    marches: Marches, "orders to march and to form";
    assaults: Assaults, "which enemy to charge, with which units, and how to answer a charge";
    replies: Replies, "all other questions";
}

section! { units Units: "what a unit is worth, and a casualty of it" {
    point: f32, TIMES, "what a point of the scenario counts for: an ordinary battalion comes to about ten";
    victory: f32, POINTS, "what breaking the enemy's army is worth where that ends the battle, in points of the scenario";
    brigade: f32, POINTS, "what a brigade is worth although the scenario gives nothing for it, in points of the scenario";
    each: f32, SHARE, "how much of the loss of a brigade each of the units counts that are still to be lost for it";
    spent: f32, SHARE, "what part of that worth to its brigade is left of a shaken unit: it counts as lost already (BP-10.1), but may be rallied";
    off: f32, SHARE, "what part of the points for leaving by an exit a unit is worth";
    least: f32, POINTS, "what a unit is worth at least, in points of the scenario";
    garrison: f32, SHARE, "what part of a building's worth its garrison is worth, too";
    driven: f32, SHARE, "the chance that one more casualty drives a shaken garrison out";
    shaken: f32, SHARE, "what part of its worth one more casualty costs a unit that is shaken";
    last: f32, SHARE, "one that the next casualty makes shaken";
    second_last: f32, SHARE, "one that two casualties make shaken";
    third_last: f32, SHARE, "one that three casualties make shaken";
    fresh: f32, SHARE, "and one that can take more";
}}

section! { goals Goals: "which brigade goes for what" {
    house: f32, TIMES, "what the points for a building are worth to the side that holds it, times them";
    hunt: f32, POINTS, "what it is worth to come up with the enemy, in points of the scenario";
    draw: f32, FAR, "inches over which a goal draws with all it is worth";
    pull: f32, POINTS, "what an inch nearer is worth at most";
    start: f32, FAR, "inches that count for distance even on the spot";
    guns_start: f32, FAR, "the same when guns choose what to shoot at";
    walls: f32, TIMES, "how much more guns are drawn to enemies behind walls";
    crowded: f32, INCHES, "a brigade leaves to another what is nearer than this to where that one goes, in inches";
    shared: f32, SHARE, "what is left of a goal for those who go there as well";
    meet: f32, INCHES, "how far from the enemy infantry and cavalry stand that have come up with him, in inches";
    guns: f32, INCHES, "how far guns stand from what they shoot at, in inches";
    guns_within: f32, INCHES, "but so much less than half their range at most, in inches";
    guns_pull: f32, SHARE, "what part of the pull of its goal guns feel";
    gunnery: f32, POINTS, "what an inch nearer is worth to guns at least";
    prize: f32, SHARE, "the part of a goal's worth that a unit earns by standing there";
    hurry: f32, TIMES, "how much more a goal draws in the last turns";
    winning: f32, TIMES, "how a goal draws a side that wins as things stand";
    losing: f32, TIMES, "and one that loses";
    barred: f32, TIMES, "what every enemy on the way takes from a goal";
    bars: f32, INCHES, "an enemy so near the way to a goal is on it, in inches";
    there: f32, INCHES, "but for those who are so near the goal itself, in inches";
    threat: f32, INCHES, "enemies so near a place put it in danger, in inches";
    safe: f32, SHARE, "what is left of a place that is held and not in danger: nobody more is needed there";
    place: f32, INCHES, "a place is so wide at least, in inches from its middle";
    zone: f32, INCHES, "a zone to be reached is taken for so wide, in inches from its middle";
    zone_worth: f32, TIMES, "how many times the points of one unit such a zone is worth";
    door: f32, INCHES, "a unit that is to go into a building has come to it when it is this near, in inches";
    beside: f32, INCHES, "units keep their places in the brigade, so far beyond the width of the goal, in inches";
    none: f32, POINTS, "what an inch back to its place is worth to a unit without a goal";
}}

section! { clash Clash: "what a charge may be expected to do" {
    retired: f32, SHARE, "what is lost of the worth of a unit that retires in disorder: it is out of the fight for a turn or two";
    in_order: f32, SHARE, "how much of that is lost if it retires in order";
    rounds: usize, COUNT, "how many rounds of a fight with a garrison are counted: it is seldom out after one";
    pinned: f32, SHARE, "what it is worth to make infantry form square, as a share of its worth: it hardly moves or shoots any more";
    stopped: f32, TIMES, "what it costs the cavalry to stop before the square, in casualties";
}}

section! { lanes Lanes: "the fields of fire of a side's own guns" {
    kept: usize, COUNT, "how many targets of a battery count: the best ones";
    aside: f32, INCHES, "how far a unit keeps out of a line of fire, in inches";
}}

section! { position Position: "what it is worth for a unit to stand somewhere" {
    fire: f32, SHARE, "what part of its best shot counts for a unit";
    harm: f32, SHARE, "the part of an enemy's fire that comes at the unit nearest to him";
    harm_others: f32, SHARE, "and at others";
    as_near: f32, INCHES, "a unit that is farther away by no more than this is as near, in inches";
    turned_away: f32, SHARE, "how much of that comes from an enemy who would have to turn first";
    nearer: f32, SHARE, "how much of it comes if he comes nearer first";
    comes_nearer: f32, TIMES, "how far he comes nearer, in moves";
    one_move: f32, SHARE, "the chance that a charge comes as far as one move in a turn";
    two_moves: f32, SHARE, "as far as two moves";
    three_moves: f32, SHARE, "as far as three";
    spare: f32, INCHES, "one move brings a charge so much less far, in inches";
    aside: f32, SHARE, "how much of a charge is to be feared from an enemy who looks another way";
    fear: f32, TIMES, "how much the worst charge counts that could be made at a unit: the enemy has other targets, but may come with more than one unit";
    fear_others: f32, SHARE, "how much all the other charges count";
    hope: f32, SHARE, "how much its own charge next turn counts";
    crowd: f32, INCHES, "enemies as near as this are counted against friends beside it, in inches";
    beside: f32, INCHES, "friends are beside it whose middles are so near, in inches";
    matched: f32, TIMES, "how many enemies a friend matches";
    alone: f32, POINTS, "what every enemy costs that has no friend to match him";
    care: f32, SHARE, "how careful a side is in its last turn";
    care_turn: f32, SHARE, "and by how much more for each turn before";
    support: f32, POINTS, "what a support is worth near the enemy";
    support_near: f32, INCHES, "the distance within which the enemy is near, in inches";
    far: f32, INCHES, "enemies farther away than this do not matter, in inches";
    safe: f32, INCHES, "a shaken unit wants to be so far from all enemies, in inches";
    safety: f32, POINTS, "what an inch on the way there is worth to it";
    in_action: f32, POINTS, "what it is worth that guns are in action";
    in_range: f32, TIMES, "with an enemy within so much of their range";
    on_road: f32, POINTS, "what it is worth to be in march column far from the enemy";
    on_road_far: f32, INCHES, "the distance beyond which the enemy is far, in inches";
    surprised: f32, POINTS, "what it costs to be in march column near him";
    surprised_near: f32, INCHES, "the distance within which the enemy is near, in inches";
    column: f32, POINTS, "what it is worth to be in attack column before the fight";
    column_far: f32, INCHES, "the distance from the enemy beyond which a unit is before the fight, in inches";
    square: f32, POINTS, "what it costs to stand in square without cavalry near";
    horse: f32, TIMES, "the number of its moves within which cavalry is near";
    facing: f32, POINTS, "what it costs to look away from the nearest enemy";
    facing_within: f32, INCHES, "if he is nearer than this, in inches";
    facing_near: f32, TIMES, "how many times as much it costs if he is near";
    facing_near_within: f32, INCHES, "the distance within which the enemy is near, in inches";
}}

section! { marches Marches: "orders to march and to form" {
    turn: f32, DEGREES, "a turn of fewer degrees is left out";
    guns_turn: f32, DEGREES, "guns are not turned for less than this, in degrees";
    open: f32, SHARE, "a way is gone round that is barred after less than this part of it";
    round: [f32; 4], Kind::Tuple(&[TURN, TURN, TURN, TURN]), "by these degrees to the left, or to the right below 0";
    effort: f32, POINTS, "what it costs to give an order to a unit that might have got a better one";
    own_effort: f32, POINTS, "what it costs to move by initiative: a commander might have brought more than one move";
    lasting: f32, SHARE, "how much more the fire counts that another formation brings: it is for some turns";
    fuss: f32, POINTS, "what it costs to move a unit but a little";
    short: f32, INCHES, "which is by less than this, in inches";
    facing: f32, DEGREES, "a unit that turns by fewer degrees has not turned";
    stir: f32, INCHES, "a unit that could go less than this with a group is left out of it, in inches";
    coming: f32, POINTS, "what it costs to stay off the table when one may come";
    silence: f32, POINTS, "what the failure of an order costs for every unit that the commander could have ordered still";
    silence_most: f32, TIMES, "the most units for which that is counted";
    arrived: f32, INCHES, "a unit that is so near its goal has arrived, in inches";
    wide: f32, INCHES, "a goal wider than this is entered, in inches from its middle";
    inside: f32, INCHES, "how far it is entered, in inches";
    door: f32, INCHES, "a unit goes into a building that is so much farther than it can go, in inches: it may come to the door";
    close_from: f32, INCHES, "an enemy farther than this may be approached, in inches";
    close: f32, INCHES, "as near as this";
    stand_off_from: f32, INCHES, "one farther than this may be approached with care, in inches";
    stand_off: f32, INCHES, "as near as this: beyond 12 inches orders are easier";
    near: f32, INCHES, "an enemy so near is prepared for by facing and formation, in inches";
    back: f32, INCHES, "a unit goes back only from an enemy nearer than this, in inches";
    line_from: f32, INCHES, "a unit that forms line before an enemy farther than this comes nearer first, in inches";
    line_least: f32, INCHES, "how far it comes nearer at least, in inches";
    limber: f32, INCHES, "guns are limbered up for a way longer than this, in inches";
    guns_part: f32, SHARE, "guns try to go into action after this part of a move, too";
    group_close_from: f32, INCHES, "a group may approach an enemy farther than this, in inches";
    group_close: f32, INCHES, "as near as this";
    group_stand_off_from: f32, INCHES, "and one farther than this with care, in inches";
    group_stand_off_to: f32, INCHES, "but nearer than this";
    group_least: f32, INCHES, "a group does not set out for less than this, in inches";
}}

section! { assaults Assaults: "which enemy to charge, with which units, and how to answer a charge" {
    moves: f32, TIMES, "the longest charge that is thought of, in moves";
    together: f32, TIMES, "units farther away than this do not charge together, in moves";
    able: usize, COUNT, "how many of the units that could charge together are thought of: the nearest ones";
    short: f32, TIMES, "what a charge that may fall short costs, in casualties";
    dash: f32, POINTS, "charges decide battles, so that a little is given for every one that should succeed";
    storm: f32, POINTS, "what storming a garrison is worth beside the fight itself: with fire alone the battle is over before the house falls";
    leads: f32, POINTS, "what it is worth that a commander leads the charge himself";
    closing_fire: f32, SHARE, "how much of the casualties of closing fire counts besides what they change in the fight";
    square: f32, POINTS, "what it is worth to form square before cavalry";
    gives_ground: f32, POINTS, "what it costs to evade";
    caught: f32, POINTS, "what it costs to be caught evading, besides the fight";
    front: f32, POINTS, "what it is worth to end an evasion with the front to the enemy";
}}

section! { replies Replies: "all other questions" {
    offered: usize, COUNT, "how many answers are offered at most, the best first";
    parts: [f32; 3], Kind::Tuple(&[SHARE, SHARE, SHARE]), "the parts of a march at which it may be broken off";
    long: f32, INCHES, "if it is longer than this, in inches";
    ordered: f32, POINTS, "what it is worth to carry an order out";
    arrives: f32, POINTS, "what it is worth to come onto the table";
    target: f32, POINTS, "what it is worth to shoot at all";
    disorder: f32, SHARE, "what part of its worth a unit loses that is disordered";
    behind: f32, INCHES, "how far behind the middle of his men a commander rides, in inches";
    part_way: f32, SHARE, "or this part of the way there";
    beside: f32, INCHES, "or so far beside that, in inches";
    distance: f32, POINTS, "what every step of distance between a commander and a unit of his costs (BP-2.4)";
    inch: f32, TIMES, "and every inch, in parts of a step";
    example: f32, POINTS, "what it is worth for a commander to fight beside his men";
    example_general: f32, SHARE, "how much of that it is worth for the general";
    danger: f32, POINTS, "what it costs a commander to ride near the enemy";
    danger_within: f32, INCHES, "the distance within which the enemy is near, in inches";
    ride: f32, POINTS, "what it costs a commander to ride at all";
    worn: f32, TIMES, "the fewest casualties with which a unit may be rallied";
    rally: f32, SHARE, "what part of a rally counts to ride where it could be tried next turn";
    no_longer_shaken: f32, SHARE, "what part of its worth unshaken it brings that a unit is no longer shaken";
    casualty_back: f32, SHARE, "what part of its worth it brings that a unit gets all its casualties back";
    last_order: f32, POINTS, "what it costs a unit that its commander rallies another as his last order";
    last_order_most: f32, TIMES, "the most units for which that is counted";
    at_hand: f32, INCHES, "a unit that is so near to what it goes for needs no order, in inches";
    strong: f32, POINTS, "what each die more in a combat is worth to fight it first";
    reroll: f32, POINTS, "what it is worth to roll again what came out badly";
    retire: f32, POINTS, "what an inch farther from the enemy is worth to a unit that retires";
    retire_within: f32, INCHES, "the distance from the enemy up to which that is counted, in inches";
    support: f32, POINTS, "what it is worth to support a combat";
    evenly: f32, POINTS, "what it is worth to divide dice evenly";
    blows: f32, SHARE, "what part of the casualties counts that most of the dice should bring at one enemy";
    first_turn: f32, POINTS, "what it is worth to have the first turn";
    reform_turn: f32, DEGREES, "a winner does not turn for less than this, in degrees";
    close: f32, INCHES, "a winner comes as near as this to the next enemy, in inches";
    stir: f32, INCHES, "and does not move for less than this, in inches";
    occupy: f32, POINTS, "what it is worth to go into a building that was won, besides its worth";
}}

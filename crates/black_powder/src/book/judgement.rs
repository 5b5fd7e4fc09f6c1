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

judgement! {
    may be changed:
    units: Units, "what a unit is worth, and a casualty of it";
    goals: Goals, "which brigade goes for what";
    clash: Clash, "what a charge may be expected to do";
    position: Position, "what it is worth for a unit to stand somewhere";
    marches: Marches, "orders to march and to form";
    assaults: Assaults, "which enemy to charge, with which units, and how to answer a charge";
    replies: Replies, "all other questions";
}

section! { units Units: "what a unit is worth, and a casualty of it" {
    point: f32, TIMES, "what a point of the scenario counts for: an ordinary battalion comes to about ten";
    victory: f32, POINTS, "what breaking the enemy's army is worth where that ends the battle, in points of the scenario";
    brigade: f32, POINTS, "what a brigade is worth although the scenario gives nothing for it, in points of the scenario";
    spent: f32, SHARE, "what part of that worth to its brigade is left of a shaken unit: it counts as lost already (BP-10.1), but may be rallied";
    least: f32, POINTS, "what a unit is worth at least, in points of the scenario";
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
    shared: f32, SHARE, "what is left of a goal for those who go there as well";
    meet: f32, INCHES, "how far from the enemy infantry and cavalry stand that have come up with him, in inches";
    winning: f32, TIMES, "how a goal draws a side that wins as things stand";
    losing: f32, TIMES, "and one that loses";
    safe: f32, SHARE, "what is left of a place that is held and not in danger: nobody more is needed there";
    place: f32, INCHES, "a place is so wide at least, in inches from its middle";
    zone: f32, INCHES, "a zone to be reached is taken for so wide, in inches from its middle";
    zone_worth: f32, TIMES, "how many times the points of one unit such a zone is worth";
}}

section! { clash Clash: "what a charge may be expected to do" {
    retired: f32, SHARE, "what is lost of the worth of a unit that retires in disorder: it is out of the fight for a turn or two";
    rounds: usize, COUNT, "how many rounds of a fight with a garrison are counted: it is seldom out after one";
    pinned: f32, SHARE, "what it is worth to make infantry form square, as a share of its worth: it hardly moves or shoots any more";
    stopped: f32, TIMES, "what it costs the cavalry to stop before the square, in casualties";
}}

section! { position Position: "what it is worth for a unit to stand somewhere" {
    fire: f32, SHARE, "what part of its best shot counts for a unit";
    harm: f32, SHARE, "the part of an enemy's fire that comes at the unit nearest to him";
    harm_others: f32, SHARE, "and at others";
    as_near: f32, INCHES, "a unit that is farther away by no more than this is as near, in inches";
    turned_away: f32, SHARE, "how much of that comes from an enemy who would have to turn first";
    nearer: f32, SHARE, "how much of it comes if he comes nearer first";
    comes_nearer: f32, TIMES, "how far he comes nearer, in moves";
    fear_others: f32, SHARE, "how much the other charges count that the enemy might make besides the worst";
    beside: f32, INCHES, "friends are beside it whose middles are so near, in inches";
    matched: f32, TIMES, "how many enemies a friend matches";
    alone: f32, POINTS, "what every enemy costs who presses it and has no friend to match him";
    care: f32, SHARE, "how careful a side is in its last turn";
    care_turn: f32, SHARE, "and by how much more for each turn before";
    support: f32, POINTS, "what a support is worth near the enemy";
    support_near: f32, INCHES, "the distance within which enemies press a unit, in inches";
    far: f32, INCHES, "enemies farther away than this do not matter, in inches";
    safe: f32, INCHES, "a shaken unit wants to be so far from all enemies, in inches";
    safety: f32, POINTS, "what an inch on the way there is worth to it";
    on_road: f32, POINTS, "what it is worth to be in march column far from the enemy";
    surprised: f32, POINTS, "what it costs to be in march column near him";
    near: f32, INCHES, "the distance within which the enemy is near, in inches";
    square: f32, POINTS, "what it costs to stand in square without cavalry near";
    horse: f32, TIMES, "the number of its moves within which cavalry is near";
    facing: f32, POINTS, "what it costs to look away from the nearest enemy";
    facing_within: f32, INCHES, "if he is nearer than this, in inches";
}}

section! { marches Marches: "orders to march and to form" {
    turn: f32, DEGREES, "a turn of fewer degrees is left out";
    effort: f32, POINTS, "what it costs to give an order to a unit that might have got a better one";
    fuss: f32, POINTS, "what it costs to move a unit but a little";
    short: f32, INCHES, "which is by less than this, in inches";
    coming: f32, POINTS, "what it costs to stay off the table when one may come";
    silence: f32, POINTS, "what the failure of an order costs for every unit that the commander could have ordered still";
    silence_most: f32, TIMES, "the most units for which that is counted";
    close: f32, INCHES, "how near to an enemy units come up, in inches";
    stand_off: f32, INCHES, "and how near with care, in inches: beyond 12 inches orders are easier";
    guns_part: f32, SHARE, "guns try to go into action after this part of a move, too";
    least: f32, INCHES, "nobody sets out for less than this, in inches";
}}

section! { assaults Assaults: "which enemy to charge, with which units, and how to answer a charge" {
    able: usize, COUNT, "how many of the units that could charge together are thought of: the nearest ones";
    dash: f32, POINTS, "charges decide battles, so that a little is given for every one that should succeed";
    leads: f32, POINTS, "what it is worth that a commander leads the charge himself";
    closing_fire: f32, SHARE, "how much of the casualties of closing fire counts besides what they change in the fight";
    square: f32, POINTS, "what it is worth to form square before cavalry";
    front: f32, POINTS, "what it is worth to end an evasion with the front to the enemy";
}}

section! { replies Replies: "all other questions" {
    offered: usize, COUNT, "how many answers are offered at most, the best first";
    parts: [f32; 3], Kind::Tuple(&[SHARE, SHARE, SHARE]), "the parts of a march at which it may be broken off";
    arrives: f32, POINTS, "what it is worth to come onto the table";
    target: f32, POINTS, "what it is worth to shoot at all";
    behind: f32, INCHES, "how far behind the middle of his men a commander rides, in inches";
    beside: f32, INCHES, "or so far beside that, in inches";
    distance: f32, POINTS, "what every step of distance between a commander and a unit of his costs (BP-2.4)";
    example: f32, POINTS, "what it is worth for a commander to fight beside his men";
    danger: f32, POINTS, "what it costs a commander to ride near the enemy";
    ride: f32, POINTS, "what it costs a commander to ride at all";
    worn: f32, TIMES, "the fewest casualties with which a unit may be rallied";
    rally: f32, SHARE, "what part of a rally counts to ride where it could be tried next turn";
    no_longer_shaken: f32, SHARE, "what part of its worth unshaken it brings that a unit is no longer shaken";
    casualty_back: f32, SHARE, "what part of its worth it brings that a unit gets all its casualties back";
    last_order: f32, POINTS, "what it costs a unit that its commander rallies another as his last order";
    last_order_most: f32, TIMES, "the most units for which that is counted";
    yes: f32, POINTS, "what it is worth to take what a rule offers: to roll badly cast dice again, to support, to go first";
    retire: f32, POINTS, "what an inch farther from the enemy is worth to a unit that retires";
    retire_within: f32, INCHES, "the distance from the enemy up to which that is counted, in inches";
}}

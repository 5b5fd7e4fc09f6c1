//! What the computer player thinks of things: the numbers of its judgement, as data.
//!
//! They are read from `judgement.ron` with the other data files of the core. One table tells what each number means and
//! its range; a file of the evaluation uses one section of it. A period may bring a file of its own with the numbers
//! that differ.

use grapeshot_floor::{
    files::{
        shape::Kind,
        tables::{DEGREES, INCHES, STEP},
    },
    shared::judgement::{COUNT, POINTS, SHARE, TIMES, judgement, section},
};

/// A number of men, perhaps none.
const MEN: Kind = Kind::Whole(0, 100);

judgement! {
    may be changed:
    figures: Figures, "what a figure is worth, and a hit on it";
    goals: Goals, "which unit goes for which goal";
    fire: Fire, "what a shot is worth, and a loaded musket";
    ambush: Ambush, "what hiding is worth";
    ground: Ground, "what it is worth for a unit to be somewhere";
    moves: Moves, "where to go and how to stand there";
    leaders: Leaders, "where a leader by himself goes";
    horse: Horse, "what riders might do";
    guns: Guns, "what the crew of a gun might do where it stands";
    limbers: Limbers, "where a gun might go";
    wagons: Wagons, "what the men of a train do with their wagons";
    declare: Declare, "which figures move, which stay, which sprint";
    command: Command, "what leaders do";
    reply: Reply, "what to do in the enemy's turn and in the fights";
}

section! { figures Figures: "what a figure is worth, and a hit on it" {
    wounded: f32, SHARE, "the part of a figure that a wound takes which leaves it in play";
    stunned: f32, SHARE, "the part of a figure that is lost when cover stops the hit and it is stunned";
    marker: f32, SHARE, "what the morale marker that a hit brings is worth, in parts of the figure";
    least: f32, POINTS, "a figure is worth so much at least, even if the scenario gives no points for it, and one that hides to him who spots it";
    base: f32, STEP, "two figures are so much nearer to each other than their middles, in inches";
    this_turn: f32, TIMES, "activations that a unit may still expect in the turn under way";
    ready: f32, POINTS, "what it is worth that a man is ready: fit again, steady, turned to the enemy, or riding at him";
}}

section! { goals Goals: "which unit goes for which goal" {
    for_both: f32, TIMES, "how many times its points a place is worth that both sides can hold: what one has, the other has not";
    about: f32, INCHES, "enemies so near the edge of a goal are counted as holding it, in inches";
    reach: f32, TIMES, "a unit goes for no goal that is farther than this many times what it can still march";
    second: f32, SHARE, "what a goal is worth to a unit while those sent there are not more than hold it";
    further: f32, SHARE, "what it is worth to one more unit when enough are sent there";
    spare: u8, MEN, "how many more men than hold it are enough there";
    step: f32, SHARE, "the share of the points of a goal that a step toward it is worth: to drive the enemy off, to strike at its door";
    inch: f32, POINTS, "points that an inch of the way to a goal costs when the goals are shared out";
}}

section! { fire Fire: "what a shot is worth, and a loaded musket" {
    patience: f32, SHARE, "what a musket kept loaded is worth, as a share of a shot that is better by a column: that shot may never come";
    friend: f32, TIMES, "how many times as much as an enemy a friend in the target area counts";
    spread: f32, INCHES, "a unit whose middle is so much beyond the reach of a weapon may have men within it, in inches";
    loaded: f32, POINTS, "what it is worth to load a musket";
    shot: f32, POINTS, "and with an enemy in range, for the chance that it hits, times this";
    turned_away: f32, DEGREES, "a man who looks farther than this away from the nearest enemy turns to him, in degrees";
    turn_within: f32, INCHES, "if he is nearer than this, in inches";
    turn: f32, POINTS, "what it is worth that they turn";
}}

section! { ambush Ambush: "what hiding is worth" {
    patience: f32, SHARE, "the share of the turns after which nobody waits for the others any more";
    wait: f32, POINTS, "what it is worth to wait for the others";
    hiding: f32, POINTS, "what it is worth to hide, for each man of the unit";
    pounce: f32, INCHES, "how near an enemy must come before a unit that hides goes after its goal, in inches";
    meets: f32, POINTS, "what it is worth to a unit that hides to go to where the enemy will come by";
}}

section! { ground Ground: "what it is worth for a unit to be somewhere" {
    over_time: f32, SHARE, "the share of the muskets of a unit that are loaded and turned on one enemy, over time: it loads every other time";
    march: f32, TIMES,
        "a goal is worth less the farther it is: nothing at this many times what the unit can still march";
    there: f32, Kind::Number(0.05, 1.0), "a unit has come to its goal when this share of its men is there";
    caution: f32, TIMES, "how much the fire counts that a unit may come under";
    body: u8, MEN, "fewer men lay no ambush, escort nobody, and do not get down from their horses to shoot";
    helpless: f32, TIMES, "how much more fire counts for men who end stunned than for men who can go on or shoot back";
    bars: f32, INCHES, "enemies so near the way bar it to one who carries something, in inches";
    apart: f32, INCHES, "how far leaders keep behind their men, bearers behind those who lead the way, and ambushes beside the way of the enemy, in inches";
    close: f32, INCHES, "so near, in inches, the enemy is close: he is about to find men who hide, many a way is barred, and nobody mounts or dismounts";
    noticed: f32, POINTS, "a smaller difference than this is no reason for anything, in points or inches";
}}

section! { moves Moves: "where to go and how to stand there" {
    offered: usize, COUNT, "how many places and targets are thought through: the best or nearest ones";
    promising: f32, POINTS, "what promises less is not looked at closer";
    within: f32, INCHES, "a unit that comes into a range band goes so far into it, in inches";
    covers: usize, COUNT, "how many places in cover are thought of: the nearest ones";
    at_edge: f32, INCHES, "how far behind a wall, or inside the edge of a wood, men stand in cover, in inches";
    spacing: f32, Kind::Number(0.5, 12.0), "the spacing of a line in open order, in inches";
    set_out: f32, POINTS, "what it is worth that those go, too, who have found no way yet: more than that the others set out without them";
    march: f32, POINTS, "what it is worth that all set out who know their way";
    spacing_close: f32, Kind::Number(0.5, 12.0), "of a line in cover, at a way out or at a goal";
    body: usize, COUNT, "fewer men do not charge as a body";
    close_fight: f32, POINTS, "what close order is worth to each man among the enemy, and to each rider";
    close_danger: f32, SHARE, "how much more dangerous the fire is to close order";
}}

section! { leaders Leaders: "where a leader by himself goes" {
    keeps_up: f32, POINTS, "what it is worth to come an inch nearer to that place";
    caught: f32, SHARE, "the share of a leader's worth that is at risk when he is alone before an enemy";
}}

section! { horse Horse: "what riders might do" {
    wheel: f32, Kind::Number(1.0, 180.0), "a body turns no farther than this before it goes on, in degrees";
    meets_nobody: f32, POINTS, "what it costs a rider to be carried beyond the enemy alone, or to halt before him";
    next_time: f32, SHARE, "what is left of a charge that may be made in another activation";
    stands_to_fire: f32, SHARE, "how far into the range bands of their firearms riders go to shoot, in parts of them; at nothing they do not stand to shoot";
    mounting: f32, POINTS, "what it is worth for a man to mount: he goes twice as far";
    on_foot: f32, TIMES, "riders get down if they win by this many volleys on foot; at nothing they never do";
}}

section! { guns Guns: "what the crew of a gun might do where it stands" {
    friend: f32, TIMES, "how many times as much as an enemy a struck friend counts";
    stays_on: f32, SHARE, "the share of solid shots whose track still passes through the ranks at which they were aimed";
    kept: f32, POINTS, "what a round is worth that is kept for a better target, in men: a gun that could strike fewer looks for another place";
    over_time: f32, SHARE, "the share of its rounds that a gun fires in an activation, over time";
}}

section! { limbers Limbers: "where a gun might go" {
    stand_by: f32, TIMES, "activations that go by until a gun that is limbered up fires again, besides the drive";
    in_band: f32, SHARE, "a place for a gun is so far into a range band of its rounds";
    about: f32, DEGREES, "a place is looked for straight before an enemy and so far to both sides, in degrees";
    arrived: f32, INCHES, "so near its place a gun has arrived, in inches";
    serves: f32, POINTS, "what it is worth that the crew serves the gun, besides what it could strike, in men";
}}

section! { wagons Wagons: "what the men of a train do with their wagons" {
    rolls: f32, POINTS, "what it is worth that a wagon rolls on";
}}

section! { declare Declare: "which figures move, which stay, which sprint" {
    breathless: f32, POINTS, "what it costs to sprint a man: he must recover";
    may_fall_short: f32, SHARE, "what is left of a charge that the movement card may leave short of the enemy";
}}

section! { command Command: "what leaders do" {
    tempo: f32, SHARE, "the part of an activation that a swap of dice brings: the unit acts now, its old number may still come";
    march: f32, STEP, "what a march brings in an activation: all points of a goal for this many inches";
}}

section! { reply Reply: "what to do in the enemy's turn and in the fights" {
    press_on: f32, POINTS, "what it is worth to go on with what was begun: to where men were sent, with the work on a charge";
    fight: f32, TIMES, "what a man is worth who is beaten hand to hand, in parts of him";
}}

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
    assault: Assault, "whether to charge";
    leaders: Leaders, "where a leader by himself goes";
    horse: Horse, "what riders might do";
    guns: Guns, "what the crew of a gun might do where it stands";
    limbers: Limbers, "where a gun might go, and who might help to serve it";
    close: Close, "what men might throw, call for and break open";
    sappers: Sappers, "what engineers do at their charge";
    houses: Houses, "which men go to the windows of a house";
    wagons: Wagons, "what the men of a train do with their wagons";
    prizes: Prizes, "which men carry what, and which leave the table";
    declare: Declare, "which figures move, which stay, which sprint";
    command: Command, "what leaders do";
    reply: Reply, "what to do in the enemy's turn and in the fights";
    prey: Prey, "which enemy to go at, if several can hardly fight";
}

section! { figures Figures: "what a figure is worth, and a hit on it" {
    wounded: f32, SHARE, "the part of a figure that a wound takes which leaves it in play";
    stunned: f32, SHARE, "the part of a figure that is lost when cover stops the hit and it is stunned";
    marker: f32, SHARE, "what the morale marker that a hit brings is worth, in parts of the figure";
    least: f32, POINTS, "a figure is worth so much at least, even if the scenario gives no points for it";
    base: f32, INCHES, "two figures are so much nearer to each other than their middles, in inches";
    this_turn: f32, TIMES, "activations that a unit may still expect in the turn under way";
}}

section! { goals Goals: "which unit goes for which goal" {
    for_both: f32, TIMES, "how many times its points a place is worth that both sides can hold: what one has, the other has not";
    about: f32, INCHES, "enemies so near the edge of a goal are counted as holding it, in inches";
    reach: f32, TIMES, "a unit goes for no goal that is farther than this many times what it can still march";
    second: f32, SHARE, "what a goal is worth to a unit while those sent there are not more than hold it";
    further: f32, SHARE, "what it is worth to one more unit when enough are sent there";
    spare: u8, MEN, "how many more men than hold it are enough there";
    inch: f32, POINTS, "points that an inch of the way to a goal costs when the goals are shared out";
    astray: f32, TIMES, "how many times an inch beside the way counts";
    wagon: f32, STEP, "how near a wagon those stand who hold it, in inches";
}}

section! { fire Fire: "what a shot is worth, and a loaded musket" {
    empty: f32, POINTS, "what it costs a man to be unloaded when the enemy is at hand";
    patience: f32, SHARE, "what a musket kept loaded is worth, as a share of a shot that is better by a column: that shot may never come";
    last_turn: f32, TIMES, "with no more activations to come than this, no shot is kept for later";
    friend: f32, TIMES, "how many times as much as an enemy a friend in the target area counts";
    spread: f32, INCHES, "a unit whose middle is so much beyond the reach of a weapon may have men within it, in inches";
    comes_nearer: f32, INCHES, "how much nearer the enemy is when a musket that is loaded now is fired, in inches";
    loaded: f32, POINTS, "what it is worth to load a musket with an enemy in range";
    shot: f32, POINTS, "and for the chance that it hits, times this";
    loaded_early: f32, POINTS, "what it is worth to load a musket with no enemy in range";
    recover: f32, POINTS, "what it is worth that men recover, for there is nothing else to be done with them";
    recovered: f32, POINTS, "and for each of them";
    reload: f32, POINTS, "what it is worth that men reload, besides the loaded muskets";
    lookout: f32, POINTS, "what it is worth to spot somebody who may be at a suspected place";
    turned_away: f32, DEGREES, "a man who looks farther than this away from the nearest enemy turns to him, in degrees";
    turn_within: f32, INCHES, "if he is nearer than this, in inches";
    turn: f32, POINTS, "what it is worth that they turn";
    needless_turn: f32, POINTS, "what it costs to turn if nobody needs to";
}}

section! { ambush Ambush: "what hiding is worth" {
    men: usize, COUNT, "fewer men are no ambush";
    good_shot: f32, SHARE, "a shot that hits with this chance is worth opening an ambush for";
    near: f32, INCHES,
        "an enemy in sight this near ends the wait, in inches between middles: one step more, and he finds the unit";
    patience: f32, SHARE, "the share of the turns after which nobody waits for the others any more";
    wait: f32, POINTS, "what it is worth to wait for the others";
    hiding: f32, POINTS, "what it is worth to hide";
    hiding_man: f32, POINTS, "and for each man of the unit";
    alone: f32, TIMES, "what hiding is worth, times the above, while other hidden units are not ready";
    together: f32, TIMES, "the same when one of them is ready";
    sprung: f32, TIMES, "the same when one of them was found";
    pounce: f32, INCHES, "how near an enemy must come before a unit that hides goes after its goal, in inches";
    beside: f32, Kind::Number(1.0, 24.0), "how far from the way of the enemy a unit that hides awaits him, in inches";
    meets: f32, POINTS, "what it is worth to a unit that hides to go to where the enemy will come by";
}}

section! { ground Ground: "what it is worth for a unit to be somewhere" {
    over_time: f32, SHARE, "the share of the muskets of a unit that are loaded and turned on one enemy, over time: it loads every other time";
    at_openings: f32, SHARE, "the share of the men inside a building who stand at its openings";
    arrival: f32, TIMES, "what it adds to the points of a goal to be there, not only near it, in parts of them";
    well_inside: f32, INCHES, "a unit that is this far within a goal has come to it, in inches";
    march: f32, TIMES,
        "a goal is worth less the farther it is: nothing at this many times what the unit can still march";
    march_least: f32, Kind::Number(1.0, 20.0), "but at this distance at least, in inches";
    march_most: f32, Kind::Number(20.0, 240.0), "and at this one at most, in inches";
    there: f32, Kind::Number(0.05, 1.0), "a unit has come to its goal when this share of its men is there";
    before_the_wall: f32, SHARE, "the share of the points of a house that is earned by coming to its walls, at most";
    alone: f32, TIMES, "how much more fire falls on a unit that comes on alone";
    draws_off: f32, SHARE, "how much of it each friend draws off who is as near to the enemy";
    abreast: f32, INCHES, "a friend who is farther from the enemy by no more than this is as near to him, in inches";
    body: u8, MEN, "a unit of fewer men draws no fire off the others, and escorts nobody";
    lone_target: f32, SHARE, "how much of the fire falls on a leader by himself: he is seldom named as a target";
    helpless: f32, TIMES, "how much more fire counts for men who end stunned than for men who can go on or shoot back";
    suspicion: f32, SHARE, "how likely somebody is where he is suspected";
    bars: f32, INCHES, "enemies so near the way bar it to one who carries something, in inches";
    behind: f32, INCHES, "how far he keeps behind those who lead the way, in inches";
    looks: f32, STEP, "steps in which a hidden unit looks over its way, in inches";
    comes_by: f32, INCHES, "the middle of a unit is so much farther off than the nearest of its men, in inches";
    noticed: f32, POINTS, "a smaller difference than this is no reason for anything, in points or inches";
}}

section! { moves Moves: "where to go and how to stand there" {
    offered: usize, COUNT, "how many places are thought through: the best ones";
    promising: f32, POINTS, "what promises less is not looked at closer";
    long_shot: f32, INCHES, "beyond this muskets do not carry, in inches";
    within: f32, INCHES, "a unit that comes into a range band goes so far into it, in inches";
    charge: f32, INCHES, "riders who come to where a charge may begin come so much nearer than they can ride, in inches";
    nearest: f32, INCHES, "nobody goes nearer than this to an enemy to shoot at him, in inches";
    step: f32, INCHES, "nobody sets out to come nearer to an enemy by less than this, in inches";
    back: f32, INCHES, "how far a unit falls back, in inches";
    cover: f32, INCHES, "cover so far beyond the movement is thought of, in inches";
    covers: usize, COUNT, "how many places in cover are thought of: the nearest ones";
    wall: f32, STEP, "a shorter piece of wall is no cover for a unit, in inches";
    wall_end: f32, INCHES, "how far from the end of a wall a line of men has its middle, in inches";
    behind_wall: f32, INCHES, "how far behind a wall the men stand, in inches";
    at_edge: f32, INCHES, "how far inside the edge of a wood one stands who sees out of it, in inches";
    wide: f32, Kind::Number(0.5, 12.0), "the widest spacing of men who hide along an edge, in inches";
    narrow: f32, Kind::Number(0.5, 12.0), "and the narrowest";
    edges: usize, COUNT, "how many edges of its wood a hidden unit looks at: the nearest ones";
    spacing: f32, Kind::Number(0.5, 12.0), "the spacing of a line in open order, in inches";
    spacing_close: f32, Kind::Number(0.5, 12.0), "of a line in cover, at a way out or round a goal";
    spacing_room: f32, Kind::Number(0.5, 12.0), "of two ranks in a room";
    spacing_door: f32, Kind::Number(0.5, 12.0), "of men before a door";
    ahead: f32, INCHES, "how far the front of two ranks round a goal lies ahead of its middle, in inches";
    among_them: f32, INCHES, "so near the enemy, or the walls of a goal, many a way is barred, in inches";
    as_declared: f32, POINTS, "what it is worth that men who were declared moving move";
    set_out: f32, POINTS, "what it is worth that those go, too, who have found no way yet: more than that the others set out without them";
    march: f32, POINTS, "what it is worth that all set out who know their way";
    close: f32, INCHES, "how near the enemy a unit closes its ranks for the fight, in inches";
    close_fight: f32, POINTS, "what close order is worth to each man before a fight";
    close_morale: f32, POINTS, "what it is worth to each man for his morale";
    close_danger: f32, SHARE, "how much more dangerous the fire is to close order";
    close_fire: f32, SHARE, "how much of its own fire close order loses by its narrow arc";
}}

section! { assault Assault: "whether to charge" {
    blow: f32, TIMES, "what a man is worth who was hit hand to hand, in parts of him, with the marker it brings";
    find_a_way: f32, SHARE,
        "the share of men within reach of an enemy who come at him: in a crowd not all find a way round their mates";
    reacts: f32, SHARE, "the share of a unit's reaction checks that succeed";
    steps_aside: f32, SHARE, "the share of men who close their ranks that the riders then miss";
    sooner: f32, SHARE, "the share of the loss by a shot at chargers that counts: else it would be fired at them a little later";
    stunned: f32, SHARE, "how much of the risk it takes away that all the enemies are stunned";
    body: usize, COUNT, "fewer men do not charge as a body";
    straight: f32, DEGREES, "a body charges an enemy no farther aside than this, in degrees";
    no_way: f32, POINTS, "what an assault costs that cannot get at the enemy";
    nobody: f32, POINTS, "what a charge costs that meets nobody";
    together: f32, POINTS, "what it is worth to each rider that they charge as a body";
    about_goal: f32, INCHES, "an enemy so near the edge of a goal is driven from it, in inches";
    drives_off: f32, SHARE, "the share of the points of the goal that this is worth";
}}

section! { leaders Leaders: "where a leader by himself goes" {
    behind: f32, INCHES, "how far behind his men a leader goes, in inches";
    keeps_up: f32, POINTS, "what it is worth to come an inch nearer to that place";
    on_foot: f32, INCHES, "an enemy on foot who is so near may attack him in his next activation, in inches";
    on_horseback: f32, INCHES, "the same for one on horseback";
    caught: f32, SHARE, "the share of a leader's worth that is at risk when he is alone before an enemy";
    noticed: f32, POINTS, "a smaller difference of danger than this is no reason for anything, in points";
}}

section! { horse Horse: "what riders might do" {
    card: f32, STEP, "inches of a movement card, on the average";
    wheel: f32, Kind::Number(1.0, 180.0), "a body turns no farther than this before it goes on, in degrees";
    straight: f32, DEGREES, "and does not turn for less than this, in degrees";
    together: f32, POINTS, "what it is worth for each rider to stay in close order";
    meets_nobody: f32, POINTS, "what it costs a rider to be carried beyond the enemy alone, or to halt before him";
    shaken: f32, POINTS, "what it costs a rider to be stunned";
    slow: f32, POINTS, "what it takes off a charge that a rider comes without impetus";
    meets: f32, POINTS, "how much more a rider holds his own who rides at a charger instead of awaiting him";
    meets_within: f32, TIMES, "he rides at a charger who is no farther than this, in cards of movement";
    catches: f32, POINTS, "what it is worth to catch a man on foot from behind";
    catches_within: f32, TIMES, "he goes after one who is no farther than this, in cards of movement";
    musket: f32, POINTS, "what a loaded musket near the place where a pursuit may end takes off its worth";
    musket_within: f32, TIMES, "muskets nearer than this count, in cards of movement";
    square: f32, POINTS, "what it is worth for a man on foot to be in a rally square when riders come";
    square_within: f32, TIMES, "riders who are no farther than this are met by a rally square, in cards of movement";
    square_men: usize, COUNT, "the fewest men who form a rally square";
    next_time: f32, SHARE, "what is left of a charge that may be made in another activation";
    nearest: f32, INCHES, "the distance that riders need to come to a charge, in inches";
    stands_to_fire: f32, SHARE, "how far into the range bands of their firearms riders go to shoot, in parts of them; at nothing they do not stand to shoot";
    mounting: f32, POINTS, "what it is worth for a man to mount: he goes twice as far";
    on_foot: f32, TIMES, "riders get down if they win by this many volleys on foot; at nothing they never do";
    pressed: f32, INCHES, "nobody mounts or dismounts with the enemy as near as this, in inches";
}}

section! { guns Guns: "what the crew of a gun might do where it stands" {
    front_close: f32, TIMES, "men to an inch of front, in close order of two ranks";
    front_open: f32, TIMES, "and in open order";
    two_ranks: u8, MEN, "the fewest men in close order who are in two ranks; fewer are in one";
    shell_close: f32, TIMES, "men under the template of a shell, in close order";
    shell_open: f32, TIMES, "and in open order";
    case: f32, SHARE, "the share of them under the template of spherical case";
    stays_on: f32, SHARE, "the share of solid shots whose track still passes through the ranks at which they were aimed";
    beside: f32, SHARE, "what is left of a burst that deviated";
    aside: f32, INCHES, "how far to one side a solid shot may come down, in inches";
    aside_often: f32, Kind::Number(0.0, 0.5), "the share of shots that come down on that side; as many come down on the other";
    friend: f32, TIMES, "how many times as much as an enemy a struck friend counts";
    loaded: f32, POINTS, "what a loaded gun is worth beyond what it may strike now, in men";
    laid: f32, POINTS, "what it is worth to have an enemy before the muzzle, in men";
    needless: f32, POINTS, "what it costs to turn a gun that is laid";
    kept: f32, POINTS, "what a round is worth that is kept for a better target, in men";
    kept_in_reaction: f32, TIMES, "how many times as much it is worth not to fire it by reaction";
    comes_on: f32, INCHES, "how far foot comes on before the gun is loaded, in inches";
    comes_from: f32, TIMES, "if it is farther off than this many times that";
    not_laid: f32, SHARE, "what a round is worth that is loaded for men when the gun must first be turned toward them";
    unseen: f32, SHARE, "what a round is worth that is loaded for men that the gun does not see";
    over_time: f32, SHARE, "the share of its rounds that a gun fires in an activation, over time";
    crew_near: f32, INCHES, "men so near their gun come to serve it, in inches";
}}

section! { limbers Limbers: "where a gun might go, and who might help to serve it" {
    drive: f32, STEP, "what a movement card brings a limber on the average, in inches";
    stand_by: f32, TIMES, "activations that go by until a gun that is limbered up fires again, besides the drive";
    nothing: f32, POINTS, "a gun that could strike fewer men than this where it is looks for another place";
    in_band: f32, SHARE, "a place for a gun is so far into a range band of its rounds";
    about: f32, DEGREES, "a place is looked for straight before an enemy and so far to both sides, in degrees";
    edge: f32, INCHES, "no gun goes nearer to the edge of the table, in inches";
    musketry: f32, SHARE, "the share of the muskets that are fired at a gun";
    better: f32, TIMES, "a place is better if more than this many times as much could be struck from there";
    as_good: f32, SHARE, "a place is as good as the best if this share could be struck from there";
    arrived: f32, INCHES, "so near its place a gun has arrived, in inches";
    limber: f32, POINTS, "what it is worth to limber up for a better place, besides what could be struck from there";
    stands_well: f32, POINTS, "what it costs to limber up a gun that stands well";
    unlimber: f32, POINTS, "what it is worth to unlimber where the gun has come to its place";
    farther_on: f32, POINTS, "what it costs to unlimber before that";
    goes: f32, POINTS, "what it is worth that a gun drives to its place, besides what could be struck from there";
    goes_least: f32, POINTS, "which counts so much at least";
    comes: f32, POINTS, "what it is worth that the limber comes to its gun";
    serves: f32, POINTS, "what it is worth that the crew serves the gun, besides what it could strike, in men";
    by_hand: f32, INCHES, "how far the crew runs a gun forward to see over an edge, in inches";
    sees_more: f32, TIMES, "a gun is run forward to strike more than this many times as much as what is nothing";
    run_forward: f32, POINTS, "what that is worth, in men";
    run_back: f32, POINTS, "what it costs to run it back";
    back_to_gun: f32, POINTS, "what it is worth for each man who comes back to his gun";
    worked_again: f32, POINTS, "what it is worth that a gun can be worked again, in men";
    on_the_way: f32, POINTS, "what it is worth that those go who are to come to a gun";
    help_reach: f32, INCHES, "how far helpers come to a gun, in inches";
    musket: f32, POINTS, "what a man is worth in an activation who serves no gun";
    often: f32, SHARE, "the share of a crew's activations in which it would load";
}}

section! { close Close: "what men might throw, call for and break open" {
    beside: f32, SHARE, "what is left of a throw that deviated";
    friend: f32, TIMES, "how many times as much as an enemy a friend under a burst counts";
    may_move: f32, SHARE, "the share of the men under a mission who are still there when it lands";
    thrown: f32, POINTS, "what it costs to throw away what can be thrown only so often";
    called: f32, POINTS, "what it costs to call for one of the missions";
    blow_at_door: f32, SHARE, "the share of a goal that a man's blow at its door is worth";
    before_door: f32, INCHES, "how far before a door one stands to break it, in inches";
}}

section! { sappers Sappers: "what engineers do at their charge" {
    work: f32, POINTS, "what an activation of work on a charge is worth";
    share: f32, SHARE, "besides this share of its points, shared out over the work";
    goes: f32, POINTS, "what it is worth that engineers go to the charge";
    to_fire: f32, SHARE, "the share of the points of a charge that is worth an activation in which it could be fired";
    enemy_on_it: f32, TIMES, "what an enemy is worth who is on the bridge when it goes, in parts of him";
    friend_on_it: f32, TIMES, "and a friend, who counts against it";
    pressed_within: f32, INCHES, "enemies so near the charge press the engineers, in inches";
    pressed: f32, POINTS, "what it is worth then that the charge goes off at once";
}}

section! { houses Houses: "which men go to the windows of a house" {
    nearby: f32, INCHES, "a building is thought of from so far beyond the movement, in inches";
    hope: f32, POINTS, "what a post at an opening may be hoped to be worth to a man before anybody knows who gets there";
}}

section! { wagons Wagons: "what the men of a train do with their wagons" {
    rolls: f32, POINTS, "what it is worth that a wagon rolls on";
}}

section! { prizes Prizes: "which men carry what, and which leave the table" {
    way_out: f32, SHARE, "the share of a figure's worth at an exit that a unit still has to march for";
    denied: f32, SHARE, "the share of what the enemy would get for a prize that it is worth to take it first";
    reach: f32, INCHES, "how near a prize one comes to take it up, in inches";
    chase: f32, SHARE, "the share of the worth of a prize that it is worth to go after an enemy who has it";
    guarded: f32, SHARE, "the share of it that it is worth to go for one on a wagon that has guards";
    chase_within: f32, INCHES, "how near him one comes, in inches";
    fetch: f32, SHARE, "the share of the worth of a prize that it is worth that a man goes for it by himself";
    fetch_within: f32, INCHES, "from how far he does, in inches";
}}

section! { declare Declare: "which figures move, which stay, which sprint" {
    breathless: f32, POINTS, "what it costs to sprint a man: he must recover";
    leader_breathless: f32, POINTS, "what it costs a leader by himself, who can neither lead nor swap dice then";
    may_fall_short: f32, SHARE, "what is left of a charge that the movement card may leave short of the enemy";
    apart: f32, POINTS, "what it costs that a unit comes apart";
    recovers: f32, POINTS, "what it is worth that a man recovers";
}}

section! { command Command: "what leaders do" {
    tempo: f32, SHARE, "the part of an activation that a swap of dice brings: the unit acts now, its old number may still come";
    acts: f32, POINTS, "what it is worth for a leader to act himself";
    march: f32, STEP, "what a march brings in an activation: all points of a goal for this many inches";
    unfit: f32, POINTS, "what it brings for each man who may recover";
    one_stunned: f32, POINTS, "what a morale result costs by which one man charges or is stunned: A1, S1";
    one_runs: f32, POINTS, "what it costs that one man runs for cover or falls back: C1, F1";
    pinned: f32, POINTS, "what it costs that the unit is pinned: P";
    all_to_cover: f32, SHARE, "what it costs for each man that all run for cover: CA";
    all_stunned: f32, SHARE, "that all are stunned: SA";
    all_fall_back: f32, SHARE, "that all fall back: FB";
    rout: f32, SHARE, "that all run: RT";
    hero: f32, POINTS, "what it costs a hero at least to do nothing but steady himself";
    shoot_without: f32, POINTS, "what it costs for each loaded musket that the men shoot without their leader";
    successor: f32, POINTS, "what it is worth that one takes over who is among the men";
    astray: f32, POINTS, "less so much for each inch that he is away from them";
    stunned: f32, POINTS, "and so much if he is stunned";
    wounded: f32, POINTS, "and so much if he is wounded";
}}

section! { reply Reply: "what to do in the enemy's turn and in the fights" {
    behind: f32, INCHES, "how near a mover behind one's back must be to turn to him, in inches";
    turn: f32, POINTS, "what it is worth for a man to turn to him";
    nearest: usize, COUNT, "how many movers each man looks at for a target: the nearest ones";
    keep_shot: f32, POINTS, "a reaction shot that is worth less than this is kept for a better target";
    press_on: f32, POINTS, "what it is worth to go on to where one was sent";
    fight: f32, TIMES, "what a man is worth who is beaten hand to hand, in parts of him";
}}

section! { prey Prey: "which enemy to go at, if several can hardly fight" {
    fit: f32, TIMES, "how much a man who can fight takes off it, in parts of him";
}}

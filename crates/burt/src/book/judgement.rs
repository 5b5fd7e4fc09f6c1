//! The weights by which the computer player judges, as data.
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
    units: Units, "what a unit is worth, and what it loses with a figure or a level";
    belief: Belief, "which order a chit that lies face down may be";
    ways: Over, "how far it is to a place over the ground";
    goals: Goals, "what each unit goes for";
    clash: Clash, "what fire and assaults may be expected to do";
    position: Position, "what it is worth for a unit to stand somewhere";
    chits: Chits, "which order to give";
    acts: Acts, "what to do with it";
    replies: Replies, "all other questions";
}

section! { units Units: "what a unit is worth, and what it loses with a figure or a level" {
    point: f32, POINTS, "what a point of the score counts for: a lost unit is one point";
    demoralised: f32, POINTS, "what the army's morale is worth: each point of it so much, shared among those that are left";
    guns: f32, TIMES, "how much more a battery is worth than another unit";
    skirmishers: f32, TIMES, "and skirmishers";
    wagons: f32, TIMES, "and wagons";
    figure: f32, POINTS, "what a figure of a unit is worth, as parts of its strength go";
    unformed: f32, POINTS, "what it costs to be unformed";
    disordered: f32, POINTS, "to be disordered";
    shaken: f32, POINTS, "to be shaken";
    routing: f32, SHARE, "what part of its worth a unit that routs has lost: it may rally";
}}

section! { belief Belief: "which order a chit that lies face down may be" {
    reserve: f32, TIMES, "how likely a unit is in reserve that is far from its enemies";
    reserve_near: f32, TIMES, "and one that is near them";
    manoeuver: f32, TIMES, "how likely a unit manoeuvres";
    fire: f32, TIMES, "how likely a unit fires that has an enemy in range before it";
    fire_far: f32, TIMES, "and one that has none";
    guns: f32, TIMES, "how likely unlimbered guns fire";
    assault: f32, TIMES, "how likely a unit assaults that has an enemy in reach";
    assault_far: f32, TIMES, "and one that has none";
    column: f32, TIMES, "how much likelier a column or cavalry assaults";
    regroup: f32, TIMES, "how likely a unit regroups for each level it has lost";
    far: f32, INCHES, "a unit is far from its enemies if all are farther away than this, in inches";
}}

section! { ways Over: "how far it is to a place over the ground" {
    closed: f32, TIMES, "inches that an inch counts where a unit cannot go";
    order: f32, TIMES, "inches more that an inch counts where it loses order";
    obstacle: f32, TIMES, "and across an obstacle";
}}

section! { goals Goals: "what each unit goes for" {
    objective: f32, TIMES, "how much a point for an objective draws a side that does not hold it";
    held: f32, TIMES, "how much it draws a side that does";
    hunt: f32, TIMES, "how much an enemy unit draws, in points of the score";
    guard: f32, TIMES, "how much more an enemy draws who is near an objective that is held";
    garrison: f32, SHARE, "what part of the points of an objective draws to the enemies who stand on it, together";
    start: f32, FAR, "inches that count for distance even on the spot";
    pull: f32, POINTS, "what an inch nearer to its goal is worth to a unit";
    least: f32, SHARE, "a place draws as if it were worth at least this, in points";
    most: f32, Kind::Number(1.0, 100.0), "and at most";
    winning: f32, SHARE, "what part of that it is worth to a side that leads by enough";
    losing: f32, TIMES, "and to one that is behind";
    superior: f32, TIMES, "how many times as strong as its enemy a side must be to attack although it leads by enough";
    hurry: f32, Kind::Number(1.0, 100.0), "how much more where a unit needs all the turns that are left";
    leisure: f32, SHARE, "how much at least where it has all the time in the world";
    pace: f32, INCHES, "the move with which a unit counts an inch in full, in inches; a faster unit counts it less";
    meet: f32, SHARE, "at what part of its charge, or of its medium range, a unit stands that has come up with an enemy";
    guns: f32, SHARE, "at what part of their ball's short range guns like to stand";
    crowd: f32, TIMES, "how much less a place draws for each unit that goes for it already";
    ahead: f32, FAR, "how far ahead on its way the point lies toward which a unit goes, in inches";
    wide: f32, INCHES, "how far beside the goal of its brigade each unit may keep its place";
    claim: f32, POINTS, "what an inch nearer to an objective is worth to a unit that is sent to keep it at the end";
    in_time: f32, TIMES, "how many turns earlier than it must such a unit sets out";
}}

section! { clash Clash: "what fire and assaults may be expected to do" {
    fails: f32, TIMES, "what a level counts that a failed test costs, besides the level itself";
    pushed: f32, POINTS, "what it is worth to push an enemy back";
    rally: f32, SHARE, "what part of its worth a unit that breaks has lost";
    nerve: f32, POINTS, "what it is worth that an enemy has casualties before he is assaulted, for each of them";
    dash: f32, POINTS, "assaults decide battles, so that a little is given for each that should succeed";
    risk: f32, TIMES, "how much more an own unit that breaks counts than an enemy";
    rounds: usize, COUNT, "how many rounds at most are thought of after one in which nobody gives way";
    pursuit: f32, POINTS, "what it costs that a winner pursues and is out of hand";
    fired_on: f32, SHARE, "how much of the fire counts that a target may give when it is assaulted";
    evades: f32, SHARE, "how likely skirmishers and reserves evade an assault";
    together: f32, POINTS, "what it is worth that another unit can assault the same enemy";
    abreast: usize, COUNT, "how many units at most are thought of that go in together against one enemy";
    mutual: f32, SHARE, "what part of an assault is left where the enemy assaults too";
    support: f32, POINTS, "what it is worth to have a support behind a unit that is assaulted";
    ground: f32, SHARE, "what part of the points for a place it is worth to drive an enemy off who stands on it";
}}

section! { position Position: "what it is worth for a unit to stand somewhere" {
    harm: f32, SHARE, "how much of the fire counts that a unit may come under";
    fire: f32, SHARE, "how much of the fire counts that it may give";
    fear: f32, SHARE, "how much of the assaults counts that it may suffer";
    hope: f32, SHARE, "how much of the assaults counts that it may make";
    later: f32, SHARE, "how much of that counts where an assault could be made only after the next move";
    blocked: f32, SHARE, "what part of that is left where a friend stands in the way";
    bold: f32, SHARE, "how much of the fire and the assaults a side fears that does not lead by enough";
    spare: f32, INCHES, "inches of a charge that are not counted on";
    facing: f32, POINTS, "what it costs to turn the back on the nearest enemy";
    facing_within: f32, INCHES, "if he is nearer than this, in inches";
    line: f32, POINTS, "what it is worth to stand in line with an enemy near";
    line_within: f32, INCHES, "the distance within which an enemy is near, in inches";
    column: f32, POINTS, "what it is worth to stand in column with none near";
    square: f32, POINTS, "what it is worth to stand in square with cavalry in reach, and what it costs without";
    flank: f32, POINTS, "what a secure flank is worth with an enemy near";
    unlimbered: f32, POINTS, "what it is worth to guns to be ready to fire at an enemy in range";
    safe: f32, INCHES, "how far from the enemy a shaken unit wants to be";
    safety: f32, POINTS, "what an inch of that is worth";
    prize: f32, SHARE, "the part of an objective's worth that a unit earns by standing there";
    last_turns: f32, TIMES, "all of it counts in the last turn, more and more of it in this number of turns before";
    second: f32, SHARE, "what part of that it earns who is not alone there";
    alone: f32, POINTS, "what each enemy costs within reach beyond the friends who could strike him too";
    in_time: f32, SHARE, "how much a friend counts who could strike him only after the next move";
    in_the_way: f32, POINTS, "what it costs to stand in the way of a friend who has declared an assault";
    apart: f32, POINTS, "what it costs a unit for each inch that it stands apart from the others of its brigade";
    apart_ahead: f32, POINTS, "and where its side leads by enough";
    closed_up: f32, INCHES, "the distance from the others that costs nothing, in inches";
    apart_most: f32, INCHES, "the most inches that cost something beyond the distance that costs nothing";
    barred: f32, TIMES, "how much more than an inch of its way an inch counts from which a friend keeps a unit";
    cover: f32, POINTS, "what it is worth to stand in cover under fire";
}}

section! { chits Chits: "which order to give" {
    given: f32, POINTS, "what it is worth to give every unit its order";
    nearly: f32, POINTS, "an order that is worse than the best by no more than this may be given as well, so that nobody can be sure";
    tried: usize, COUNT, "how many moves are tried by the rules for each order that a unit could have";
    steady: f32, POINTS, "what it is worth to leave an order as it is";
    leaving: f32, SHARE, "what part of a point of army morale it costs to leave the reserve: some day it must";
    coming: f32, SHARE, "how likely an enemy comes up into range who could";
    column: f32, SHARE, "what part of its own fire counts for a column whose side does not lead by enough";
    assault_advance: f32, SHARE, "what part of a move an ASSAULT order is worth that finds nobody in reach";
    threat: f32, SHARE, "how much of the chance counts that an enemy assaults, for the reaction that an order allows";
    countercharge: f32, SHARE, "what part of its own assault a countercharge is worth";
    evade: f32, SHARE, "what part of the loss by an assault is spared who may evade";
    reserve: f32, POINTS, "what it is worth to keep a unit in reserve";
    reserve_behind: f32, INCHES, "a reserve is kept only so far from the enemy at least";
    support: f32, POINTS, "what it is worth to have a reserve behind a friend who may be assaulted";
    support_within: f32, INCHES, "how far from the friend it may be, in inches";
    regroup: f32, TIMES, "how much the level counts that a unit may regain";
    ready: f32, POINTS, "what each level is worth besides to a unit that is about to close with the enemy, and has the time";
    ready_within: f32, INCHES, "the distance within which a unit is about to close with the enemy, in inches";
    regroup_near: f32, INCHES, "a unit does not regroup before enemies nearer than this";
    still: f32, POINTS, "what it costs to have an order that does nothing";
    needed: f32, POINTS, "what another order counts for at most to those who could bring it";
    taken_over: f32, POINTS, "a general takes over a unit to which another order is worth so much more";
    stuck: f32, POINTS, "what it costs to have ASSAULT orders that let a unit neither assault nor advance";
}}

section! { acts Acts: "what to do with it" {
    offered: usize, COUNT, "how many answers are offered at most, the best first";
    weighed: usize, COUNT, "how many answers are checked against the rules";
    compared: usize, COUNT, "how many are compared at least, and further ones until none looks better at a glance";
    declare: f32, POINTS, "what it is worth to declare an assault that must be declared";
    advance: f32, POINTS, "what it is worth to advance that must";
    due: f32, SHARE, "what part of the price of bad ground counts that a unit must cross anyhow";
    move_least: f32, POINTS, "a move that gains less is not made";
    wheels: [f32; 4], Kind::Tuple(&[DEGREES, DEGREES, DEGREES, DEGREES]), "wheels that are thought of, in degrees to either side";
    toward: f32, DEGREES, "how far a unit wheels toward its goal at most, in degrees";
    turns_beyond: f32, DEGREES, "a unit thinks of turns on the spot if its goal lies farther off than this, in degrees";
    flanked: usize, COUNT, "the number of enemies whose flanks a unit thinks of going round: the nearest ones";
    flank_off: f32, INCHES, "so far beside them";
    stand_off: f32, INCHES, "how far from an enemy a unit stops that comes up with him";
    near: f32, INCHES, "and how near it may come to him";
    fire: f32, POINTS, "what it is worth to fire at all";
    hold_fire: f32, SHARE, "what part of the fire is worth more to an assaulted unit when the assault comes";
    contact: f32, POINTS, "what it is worth to have a unit in contact with its command element";
    general: f32, POINTS, "what it is worth that a unit near the enemy passes a test, for the general who is with it";
    general_within: f32, INCHES, "the distance within which a unit is near the enemy, in inches";
    danger: f32, POINTS, "what it costs a commander to be near the enemy";
    danger_within: f32, INCHES, "the distance within which a commander is near the enemy, in inches";
    ride: f32, POINTS, "what it costs a commander to ride at all";
    lead: f32, POINTS, "what it is worth to take over a unit that is out of contact";
    support: f32, POINTS, "what it is worth to name a support";
}}

section! { replies Replies: "all other questions" {
    first: f32, POINTS, "what it is worth to act first";
    stop: f32, POINTS, "what it is worth to stop when the target has run, for a unit that others may assault";
    pursue: f32, POINTS, "what it is worth to go on after it";
    follow: f32, POINTS, "what it is worth to follow an enemy that was pushed back";
    catch: f32, SHARE, "what part of its worth an evader that is caught loses";
    evenly: f32, POINTS, "what it is worth to divide dice evenly";
}}

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
    figure: f32, POINTS, "what a figure of a unit is worth, as parts of its strength go";
    unformed: f32, POINTS, "what it costs to be unformed";
    disordered: f32, POINTS, "to be disordered";
    shaken: f32, POINTS, "to be shaken";
    routing: f32, SHARE, "what part of its worth a unit that routs has lost: it may rally";
}}

section! { ways Over: "how far it is to a place over the ground" {
    closed: f32, TIMES, "inches that an inch counts where a unit cannot go";
}}

section! { goals Goals: "what each unit goes for" {
    held: f32, TIMES, "how much it draws a side that does";
    hunt: f32, TIMES, "how much an enemy unit draws, in points of the score";
    start: f32, FAR, "inches that count for distance even on the spot";
    pull: f32, POINTS, "what an inch nearer to its goal is worth to a unit";
    least: f32, SHARE, "a place draws as if it were worth at least this, in points";
    most: f32, Kind::Number(1.0, 100.0), "and at most";
    superior: f32, TIMES, "how many times as strong as its enemy a side must be to attack although it leads by enough";
    meet: f32, SHARE, "at what part of its charge, or of its medium range, a unit stands that has come up with an enemy";
    guns: f32, SHARE, "at what part of their ball's short range guns like to stand";
    ahead: f32, FAR, "how far ahead on its way the point lies toward which a unit goes, in inches";
    wide: f32, INCHES, "how far beside the goal of its brigade each unit may keep its place";
    claim: f32, POINTS, "what an inch nearer to an objective is worth to a unit that is sent to keep it at the end";
    in_time: f32, TIMES, "how many turns earlier than it must such a unit sets out";
}}

section! { clash Clash: "what fire and assaults may be expected to do" {
    likely: f32, TIMES, "how many times likelier than others is an order on a chit that lies face down if the unit could carry it out where it stands";
    pushed: f32, POINTS, "what it is worth to push an enemy back";
    rally: f32, SHARE, "what part of its worth a unit that breaks has lost";
    abreast: usize, COUNT, "how many units at most are thought of that go in together against one enemy";
}}

section! { position Position: "what it is worth for a unit to stand somewhere" {
    harm: f32, SHARE, "how much of the fire counts that a unit may come under";
    fire: f32, SHARE, "how much of the fire counts that it may give";
    facing: f32, POINTS, "what it costs to turn the back on the nearest enemy";
    facing_within: f32, INCHES, "if he is nearer than this, in inches";
    square: f32, POINTS, "what it is worth to stand in square with cavalry in reach, and what it costs without";
    unlimbered: f32, POINTS, "what it is worth to guns to be ready to fire at an enemy in range";
    safe: f32, INCHES, "how far from the enemy a shaken unit wants to be";
    safety: f32, POINTS, "what an inch of that is worth";
    prize: f32, SHARE, "the part of an objective's worth that a unit earns by standing there";
    last_turns: f32, TIMES, "all of it counts in the last turn, more and more of it in this number of turns before";
    alone: f32, POINTS, "what each enemy costs within reach beyond the friends who could strike him too";
    in_the_way: f32, POINTS, "what it costs to stand in the way of a friend who has declared an assault";
    cover: f32, POINTS, "what it is worth to stand in cover under fire";
}}

section! { chits Chits: "which order to give" {
    given: f32, POINTS, "what it is worth to give every unit its order";
    tried: usize, COUNT, "how many moves are tried by the rules for each order that a unit could have";
    support: f32, POINTS, "what it is worth to have a reserve behind a friend who may be assaulted";
    support_within: f32, INCHES, "how far from the friend it may be, in inches";
    ready: f32, POINTS, "what each level is worth besides to a unit that is about to close with the enemy, and has the time";
    ready_within: f32, INCHES, "the distance within which a unit is about to close with the enemy, in inches";
    taken_over: f32, POINTS, "a general takes over a unit to which another order is worth so much more";
}}

section! { acts Acts: "what to do with it" {
    offered: usize, COUNT, "how many answers are offered at most, the best first";
    weighed: usize, COUNT, "how many answers are checked against the rules";
    compared: usize, COUNT, "how many are compared at least, and further ones until none looks better at a glance";
    declare: f32, POINTS, "what it is worth to declare an assault that must be declared";
    advance: f32, POINTS, "what it is worth to advance that must";
    move_least: f32, POINTS, "a move that gains less is not made";
    toward: f32, DEGREES, "how far a unit wheels toward its goal at most, in degrees";
    turns_beyond: f32, DEGREES, "a unit thinks of turns on the spot if its goal lies farther off than this, in degrees";
    flanked: usize, COUNT, "the number of enemies whose flanks a unit thinks of going round: the nearest ones";
    flank_off: f32, INCHES, "so far beside them";
    fire: f32, POINTS, "what it is worth to fire at all";
    contact: f32, POINTS, "what it is worth to have a unit in contact with its command element";
    general: f32, POINTS, "what it is worth that a unit near the enemy passes a test, for the general who is with it";
    general_within: f32, INCHES, "the distance within which a unit is near the enemy, in inches";
    danger: f32, POINTS, "what it costs a commander to be near the enemy";
    danger_within: f32, INCHES, "the distance within which a commander is near the enemy, in inches";
    lead: f32, POINTS, "what it is worth to take over a unit that is out of contact";
    support: f32, POINTS, "what it is worth to name a support";
}}

section! { replies Replies: "all other questions" {
    first: f32, POINTS, "what it is worth to act first";
    pursue: f32, POINTS, "what it is worth to go on after it";
    follow: f32, POINTS, "what it is worth to follow an enemy that was pushed back";
    catch: f32, SHARE, "what part of its worth an evader that is caught loses";
    evenly: f32, POINTS, "what it is worth to divide dice evenly";
}}

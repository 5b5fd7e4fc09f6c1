//! The weights by which the computer player judges, as data.
//!
//! They are read from `judgement.ron` with the other data files. One table tells what each number means and its range;
//! a file of the evaluation uses one section of it.

use grapeshot_floor::{
    files::tables::{DEGREES, INCHES},
    shared::judgement::{COUNT, FAR, POINTS, SHARE, TIMES, judgement, section},
};

judgement! {
    may be changed:
    units: Units, "what a unit is worth, and what it loses with a level";
    goals: Goals, "what each unit goes for";
    clash: Clash, "what fire and assaults may be expected to do";
    position: Position, "what it is worth for a unit to stand somewhere";
    acts: Acts, "which order to give, and what to do with it";
}

section! { units Units: "what a unit is worth, and what it loses with a level" {
    point: f32, POINTS, "what a point of the score counts for: a lost unit is one point";
    demoralised: f32, POINTS, "what the army's morale is worth: each point of it so much, shared among those that are left";
    levels: f32, POINTS, "what all levels together cost a unit, each more than the one before";
    broken: f32, SHARE, "what part of its worth a unit that breaks has lost: it may rally";
}}

section! { goals Goals: "what each unit goes for" {
    pull: f32, POINTS, "what an inch nearer to its goal is worth to a unit, and to a shaken one an inch away from the enemy";
    meet: f32, SHARE, "at what part of its charge, or of its range, a unit stands that has come up with an enemy";
    ahead: f32, FAR, "how far ahead on its way the point lies toward which a unit goes, in inches";
    wide: f32, INCHES, "how far beside the goal of its brigade each unit may keep its place";
    closed: f32, TIMES, "inches that an inch counts where a unit cannot go";
    prize: f32, SHARE, "the part of an objective's worth that a unit earns by standing there";
    last_turns: f32, TIMES, "all of it counts in the last turn, more and more of it in this number of turns before";
}}

section! { clash Clash: "what fire and assaults may be expected to do" {
    likely: f32, TIMES, "how many times likelier than others is an order on a chit that lies face down if the unit could carry it out where it stands";
    pushed: f32, POINTS, "what it is worth to push an enemy back";
    abreast: usize, COUNT, "how many units at most are thought of that go in together against one enemy";
    caught: f32, SHARE, "how likely a unit that evades is caught";
    caught_open: f32, SHARE, "and skirmishers";
    regroups: f32, POINTS, "what it costs to evade besides";
}}

section! { position Position: "what it is worth for a unit to stand somewhere" {
    near: f32, INCHES, "an enemy is near within this distance, in inches";
    order: f32, POINTS, "what it is worth to be drawn up well: in square before cavalry, with guns ready to fire";
    facing: f32, POINTS, "what it costs to turn the back on the nearest enemy";
    cover: f32, POINTS, "what it is worth to stand in cover";
}}

section! { acts Acts: "which order to give, and what to do with it" {
    offered: usize, COUNT, "how many answers are checked against the rules and offered at most, the best first";
    tried: usize, COUNT, "how many are compared at least, and how many moves are tried for each order that a unit could have";
    must: f32, POINTS, "what it is worth to do what must be done: to give every unit its order, and to declare assaults that were ordered";
    offer: f32, POINTS, "what it is worth to take what a rule offers for nothing";
    contact: f32, POINTS, "what it is worth to have a unit in contact with its command element, and that no commander is alone before the enemy";
    toward: f32, DEGREES, "how far a unit wheels toward its goal at most, in degrees";
    turns_beyond: f32, DEGREES, "a unit thinks of turns on the spot if its goal lies farther off than this, in degrees";
}}

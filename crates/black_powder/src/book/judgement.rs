//! What the computer player thinks of things: the numbers of its judgement, as data.
//!
//! They are read from `judgement.ron` with the other data files. One table tells what each number means and its range;
//! a file of the evaluation uses one section of it.

use grapeshot_floor::{
    files::tables::{DEGREES, INCHES},
    shared::judgement::{COUNT, FAR, POINTS, SHARE, TIMES, judgement, section},
};

judgement! {
    may be changed:
    units: Units, "what a unit is worth, and a casualty of it";
    goals: Goals, "which brigade goes for what";
    clash: Clash, "what a charge may be expected to do";
    position: Position, "what it is worth for a unit to stand somewhere";
    marches: Marches, "orders to march and to form";
    replies: Replies, "all other questions";
}

section! { units Units: "what a unit is worth, and a casualty of it" {
    point: f32, TIMES, "what a point of the scenario counts for: an ordinary battalion comes to about ten";
    brigade: f32, POINTS, "what a brigade is worth although the scenario gives nothing for it, and what it is worth to come up with the enemy, in points of the scenario";
    spent: f32, SHARE, "what part of that worth to its brigade is left of a shaken unit: it counts as lost already (BP-10.1), but may be rallied";
    least: f32, POINTS, "what a unit is worth at least, in points of the scenario";
}}

section! { goals Goals: "which brigade goes for what" {
    draw: f32, FAR, "inches over which a goal draws with all it is worth";
    pull: f32, POINTS, "what an inch nearer is worth at most";
    start: f32, FAR, "inches that count for distance even on the spot";
    shared: f32, SHARE, "what is left of a goal for those who go there as well";
}}

section! { clash Clash: "what a charge may be expected to do" {
    retired: f32, SHARE, "what is lost of the worth of a unit that retires in disorder: it is out of the fight for a turn or two";
    rounds: usize, COUNT, "how many rounds of a fight with a garrison are counted: it is seldom out after one";
    dash: f32, POINTS, "charges decide battles, so that a little is given for every one that should succeed";
}}

section! { position Position: "what it is worth for a unit to stand somewhere" {
    support: f32, POINTS, "what a support is worth near the enemy";
    safety: f32, POINTS, "what an inch farther from the enemies near is worth to a unit that goes back";
    near: f32, INCHES, "the distance within which the enemy is near, in inches";
    others: f32, SHARE, "what part counts of the fire and the charges of the enemy that are more likely to come at somebody else";
    unready: f32, POINTS, "what it costs to stand as no unit should: in march column near the enemy, in square without cavalry near, with its back to the enemy";
}}

section! { marches Marches: "orders to march and to form" {
    turn: f32, DEGREES, "a turn of fewer degrees is left out";
    effort: f32, POINTS, "what an order is worth that a unit cannot get because another got one, or failed to";
    least: f32, INCHES, "nobody sets out for less than this, in inches";
}}

section! { replies Replies: "all other questions" {
    offered: usize, COUNT, "how many answers are offered at most, the best first";
    arrives: f32, POINTS, "what it is worth to come onto the table";
    distance: f32, POINTS, "what every step of distance between a commander and a unit of his costs (BP-2.4)";
    danger: f32, POINTS, "what it costs a commander to ride near the enemy";
    yes: f32, POINTS, "what it is worth to take what a rule offers: to roll badly cast dice again, to support, to go first";
}}

//! What the computer thinks of things on the frontier: what it thinks otherwise than the core, and of what the core does
//! not know.

use grapeshot_combat_patrol::book::judgement::JudgementChanges;
use grapeshot_floor::{
    files::{shape::Kind, tables::INCHES},
    shared::judgement::{POINTS, SHARE, TIMES, judgement, section},
};

judgement! {
    core: JudgementChanges, "what it thinks otherwise than the core";
    dynamite: DynamiteWorth, "where dynamite is worth a charge";
    wagons: WagonWorth, "where wagons go, and how fast";
}

section! { DynamiteWorth: "where dynamite is worth a charge" {
    prize: f32, POINTS, "what it is worth to come at a prize that lies behind walls";
    work: f32, SHARE, "the part of what a charge will do that each step towards it is worth: to carry a bundle to its wall, to place it";
    crowd: u8, Kind::Whole(1, 12), "how many men of a unit stand under one burst at most";
}}

section! { WagonWorth: "where wagons go, and how fast" {
    pace: f32, SHARE, "a wagon gallops if it has not come to its place at a walk in this part of the turns that are left";
    closed: f32, TIMES, "inches that an inch counts where a wagon cannot go";
    rough: f32, TIMES, "inches that an inch counts besides on ground where it may bog down";
    obstacle: f32, INCHES, "and an obstacle across its way, in inches";
    comes_round: f32, Kind::Number(0.0, 1.0), "and each degree by which it heads off its way, in inches";
    sharp: f32, Kind::Number(1.0, 90.0), "the sharpest turn of which it thinks, in degrees";
    peril: f32, POINTS, "what it costs to fail a check on the way";
    halts: f32, POINTS, "what it is worth to halt where it is to stand, and to take the reins before the team runs away; to halt elsewhere costs it";
    waits: f32, POINTS, "what it costs to leave a mate of men on board behind beside the wagon";
    boards: f32, POINTS, "what it is worth to each man to ride with a wagon, if that brings him nearer to where he goes";
    leaves: f32, SHARE, "the part of a man's worth that it costs that he leaves his unit for the reins";
    strands: f32, SHARE, "the part of what an enemy's wagon carries that it is worth to cut out its whole team";
    barrier: f32, INCHES, "an obstacle so far ahead on its way is thought of, in inches";
    hands: f32, POINTS, "what it is worth to a unit on foot to go where a wagon needs hands";
    barricade: f32, TIMES, "how many activations of fire a barricade is thought to stop";
}}

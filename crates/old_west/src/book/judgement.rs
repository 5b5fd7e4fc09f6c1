//! What the computer thinks of things on the frontier: what it thinks otherwise than the core, and of what the core does
//! not know.

use grapeshot_combat_patrol::book::judgement::JudgementChanges;
use grapeshot_floor::{
    files::{shape::Kind, tables::INCHES},
    shared::judgement::{POINTS, SHARE, TIMES, judgement, section},
};

judgement! {
    core: JudgementChanges, "what it thinks otherwise than the core";
    saddle: SaddleWorth, "what riders do, and those who hide";
    dynamite: DynamiteWorth, "where dynamite is worth a charge";
    gatling: GatlingWorth, "what the crew of a Gatling does";
    wagons: WagonWorth, "where wagons go, and how fast";
}

section! { SaddleWorth: "what riders do, and those who hide" {
    foes: u8, Kind::Whole(1, 12), "how many enemies a rider thinks of charging by himself: the nearest ones";
    stirs: f32, POINTS, "what it costs a unit that hides to move";
}}

section! { DynamiteWorth: "where dynamite is worth a charge" {
    prize: f32, POINTS, "what it is worth to come at a prize that lies behind walls";
    friend: f32, TIMES, "what a friend under the burst costs, in parts of him";
    carried: f32, SHARE, "the part of what a charge will do that it is worth to carry a bundle to its wall";
    crowd: u8, Kind::Whole(1, 12), "how many men of a unit stand under one burst at most";
    prepared: f32, SHARE, "the part of what a charge will do that it is worth to prepare it";
    placed: f32, SHARE, "the part that it is worth to place it";
    lit: f32, SHARE, "the part that it is worth to light its fuse";
    connected: f32, SHARE, "the part that it is worth to connect a machine";
    taken: f32, POINTS, "what it is worth to take dynamite up";
}}

section! { GatlingWorth: "what the crew of a Gatling does" {
    fires: f32, POINTS, "what each card of its fire is worth besides the hits";
    clears: f32, POINTS, "what it is worth to clear a jam";
}}

section! { WagonWorth: "where wagons go, and how fast" {
    haste_within: f32, INCHES, "with an enemy so near a wagon gallops, in inches";
    pace: f32, SHARE, "or if it has not come there at a walk in this part of the turns that are left";
    there: f32, INCHES, "how near the middle of an area a wagon has come to it, in inches";
    closed: f32, TIMES, "inches that an inch counts where a wagon cannot go";
    rough: f32, TIMES, "inches that an inch counts besides on ground where it may bog down";
    obstacle: f32, INCHES, "and an obstacle across its way, in inches";
    comes_round: f32, Kind::Number(0.0, 1.0), "and each degree by which it heads off its way, in inches";
    slight: f32, Kind::Number(1.0, 90.0), "a slight turn, in degrees";
    sharp: f32, Kind::Number(1.0, 90.0), "the sharpest turn of which it thinks, in degrees";
    inch: f32, POINTS, "what an inch nearer to its place is worth";
    peril: f32, POINTS, "what it costs to fail a check on the way";
    halts: f32, POINTS, "what it is worth to halt where it is to stand, and costs elsewhere";
    waits: f32, POINTS, "what it costs to leave a mate of men on board behind beside the wagon";
    boards: f32, POINTS, "what it is worth to each man to ride with a wagon";
    rides_at_least: f32, INCHES, "which must bring him so much nearer to where he goes, in inches";
    reined: f32, POINTS, "what it is worth to take the reins before the team runs away";
    leaves: f32, SHARE, "the part of a man's worth that it costs that he leaves his unit for the reins";
    strands: f32, SHARE, "the part of what an enemy's wagon carries that it is worth to cut out its whole team";
    barrier_within: f32, INCHES, "an obstacle so far ahead on its way is thought of, in inches";
    barrier_close: f32, INCHES, "so near before the team it stops a wagon that cannot gallop, in inches";
    gap_aside: f32, INCHES, "how far beside the way of the wagon the middle of a gap may be, in inches";
    hands: f32, POINTS, "what it is worth to a unit on foot to go where a wagon needs hands";
    hands_within: f32, INCHES, "if it is so near, in inches";
    hands_near: f32, INCHES, "nobody gets down if somebody is so near the team already, in inches";
    bolts: f32, SHARE, "the part of a wagon and of the men on board that is lost when its team runs away";
    barricade: f32, TIMES, "how many activations of fire a barricade is thought to stop";
}}

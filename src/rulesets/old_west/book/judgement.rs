//! What the computer thinks of things on the frontier: what it thinks otherwise than the core, and of what the core does
//! not know.

use crate::{
    files::{shape::Kind, tables::INCHES},
    rulesets::{
        combat_patrol::book::judgement::JudgementChanges,
        shared::judgement::{POINTS, SHARE, TIMES, judgement, section},
    },
};

judgement! {
    core: JudgementChanges, "what it thinks otherwise than the core";
    dynamite: DynamiteWorth, "where dynamite is worth a charge";
    gatling: GatlingWorth, "what the crew of a Gatling does";
    wagons: WagonWorth, "where wagons go, and how fast";
}

section! { DynamiteWorth: "where dynamite is worth a charge" {
    prize: f32, POINTS, "what it is worth to come at a prize that lies behind walls";
    friend: f32, TIMES, "what a friend under the burst costs, in parts of him";
    carried: f32, SHARE, "the part of what a charge will do that it is worth to carry a bundle to its wall";
    crowd: u8, Kind::Whole(1, 12), "so many men of a unit at most stand under one burst";
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
    there: f32, INCHES, "how near the middle of an area a wagon has come to it, in inches";
    road: f32, INCHES, "a wagon keeps to a road that is so near, in inches";
    slight: f32, Kind::Number(1.0, 90.0), "a slight turn, in degrees";
    sharp: f32, Kind::Number(1.0, 90.0), "the sharpest turn of which it thinks, in degrees";
    inch: f32, POINTS, "what an inch nearer to its place is worth";
    peril: f32, POINTS, "what it costs to fail a check on the way";
    halts: f32, POINTS, "what it is worth to halt where it is to stand, and costs elsewhere";
}}

//! What the computer thinks of things on the frontier: what it thinks otherwise than the core, and of what the core does
//! not know.

use crate::rulesets::{
    combat_patrol::book::judgement::JudgementChanges,
    shared::judgement::{POINTS, SHARE, TIMES, judgement, section},
};

judgement! {
    core: JudgementChanges, "what it thinks otherwise than the core";
    dynamite: DynamiteWorth, "where dynamite is worth a charge";
    gatling: GatlingWorth, "what the crew of a Gatling does";
}

section! { DynamiteWorth: "where dynamite is worth a charge" {
    prize: f32, POINTS, "what it is worth to come at a prize that lies behind walls";
    friend: f32, TIMES, "what a friend under the burst costs, in parts of him";
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

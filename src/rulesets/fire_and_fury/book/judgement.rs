//! What the computer player thinks of things: the numbers of `judgement.ron`.

use crate::rulesets::shared::judgement::{COUNT, FAR, POINTS, SHARE, TIMES, judgement, section};

judgement! {
    units: Units, "what units are worth";
    goals: Goals, "what units go for";
    fire: Fire, "what fire is worth";
    charges: Charges, "what charges are worth";
    acts: Acts, "how much is thought over";
}

section! { Units: "what units are worth" {
    stand: f32, POINTS, "what a stand is worth";
    gun: f32, POINTS, "what a gun stand is worth";
    disordered: f32, POINTS, "what it costs to be disordered";
    broken: f32, POINTS, "what it costs to be broken";
    silenced: f32, POINTS, "what it costs guns to be silenced";
}}

section! { Goals: "what units go for" {
    objective: f32, TIMES, "how much a point for a key position draws";
    enemy: f32, TIMES, "how much an enemy unit draws";
    start: f32, FAR, "inches that count for distance even on the spot";
    pull: f32, POINTS, "what an inch nearer to its goal is worth to a unit";
    meet: f32, FAR, "how far from the enemy foot stands that has come up";
    guns: f32, FAR, "how far from the enemy guns stand that have come up";
    column: f32, FAR, "how far from the enemy foot marches in column";
    crowd: f32, SHARE, "how much less a goal draws for each unit that goes for it already";
}}

section! { Fire: "what fire is worth" {
    threat: f32, TIMES, "how much of the fire counts that a unit may come under";
    shot: f32, TIMES, "how much of the fire counts that a unit may give";
    disorder: f32, POINTS, "what it is worth to disorder a unit by fire";
}}

section! { Charges: "what charges are worth" {
    bold: f32, POINTS, "what is given for each charge that should win";
    least: f32, SHARE, "the least chance of a win with which it charges";
    steel: f32, SHARE, "from which chance on without fire it takes to cold steel";
}}

section! { Acts: "how much is thought over" {
    offered: usize, COUNT, "so many answers are weighed at most";
}}

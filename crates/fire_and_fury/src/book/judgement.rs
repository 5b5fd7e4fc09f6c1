//! The values that the computer player sets on things: the numbers of `judgement.ron`.

use grapeshot_floor::shared::judgement::{COUNT, FAR, POINTS, SHARE, TIMES, judgement, section};

judgement! {
    may be changed:
    units: Units, "what units are worth";
    goals: Goals, "what units go for";
    ground: Ground, "what it is worth to stand somewhere";
    formations: Formations, "what formations are worth";
    fire: Fire, "what fire is worth";
    charges: Charges, "what charges are worth";
    command: Command, "what leaders do";
    acts: Acts, "how much is thought over";
}

section! { units Units: "what units are worth" {
    stand: f32, POINTS, "what a stand is worth";
    gun: f32, POINTS, "what a gun stand is worth";
    guns: f32, SHARE, "how much guns count beside troops, as a goal and in command";
    point: f32, TIMES, "what a point for victory is worth that the loss of a stand brings";
    most: f32, TIMES, "the most points that count for a stand";
    disordered: f32, POINTS, "what it costs to be disordered, and guns to be silenced or exposed";
    broken: f32, POINTS, "what it costs to be broken";
}}

section! { goals Goals: "what units go for" {
    objective: f32, TIMES, "how much a point for a key position draws";
    kept: f32, SHARE, "how much of that a position draws that the side holds";
    enemy: f32, TIMES, "how much an enemy unit draws";
    weak: f32, TIMES, "how much more one draws that is disordered or silenced";
    broken: f32, TIMES, "how much of that one draws that is broken";
    start: f32, FAR, "inches that count for distance even on the spot";
    pull: f32, POINTS, "what an inch nearer to its goal is worth to a unit";
    meet: f32, FAR, "how far from the enemy foot stands that has come up";
    guns: f32, FAR, "how far from the enemy guns stand that have come up";
    post: f32, TIMES, "how many times what guns could do from a post counts beside the way there";
    claim: f32, TIMES, "how many times its points count for a key position that a unit goes to in time";
    a_turn: f32, FAR, "how many inches foot gets on in a turn";
    fight: f32, TIMES, "how many turns a side needs to fight a battle out";
    column: f32, FAR, "how far from the enemy foot marches in column";
    crowd: f32, SHARE, "how much less a goal draws for each unit that goes for it already";
    frame: f32, SHARE, "how much a unit goes by where its frame is";
}}

section! { ground Ground: "what it is worth to stand somewhere" {
    degree: f32, POINTS, "what it costs to look a degree past the enemy";
    flank: f32, POINTS, "what it costs to have an enemy on the flank";
    refused: f32, SHARE, "how many of the stands of a line are bent back where it refuses a flank";
    close: f32, FAR, "how near the enemy guns are exposed and troops about to fight";
    cover: f32, POINTS, "what cover toward the enemy is worth to who sets up";
}}

section! { formations Formations: "what formations are worth" {
    line_near: f32, POINTS, "a line or open order near the enemy";
    supported_near: f32, POINTS, "a supported line near the enemy";
    column_far: f32, POINTS, "a field column, open order or march column far from him";
    line_far: f32, POINTS, "a line far from him";
    wide: usize, COUNT, "the fewest stands with which a unit may form two ranks";
    unlimbered: f32, POINTS, "unlimbered guns that have an enemy in canister range";
    unlimbered_far: f32, POINTS, "unlimbered guns that have one in range farther off";
    garrison: f32, POINTS, "a garrison in its structure";
    hasty: f32, SHARE, "how much of what horse could do counts for a square of foot that forms one in haste without losing its order";
}}

section! { fire Fire: "what fire is worth" {
    threat: f32, TIMES, "how much of the fire counts that a unit may come under";
    tired: f32, TIMES, "how much more of it counts for a spent unit";
    passed: f32, SHARE, "how much of the fire of small arms counts that have a friend nearer";
    shot: f32, TIMES, "how much of the fire counts that a unit may give";
    charged: f32, TIMES, "how many times disorder counts of a unit that charges or is charged";
}}

section! { charges Charges: "what charges are worth" {
    bold: f32, POINTS, "what is taken off for a charge with too small a chance";
    least: f32, SHARE, "the least chance of a win with which it charges";
    worthwhile: f32, POINTS, "a charge that brings less is not made";
    ground: f32, POINTS, "what it costs to be driven from a place";
    place: f32, SHARE, "how much of a key position a charge brings that drives an enemy off it";
}}

section! { command Command: "what leaders do" {
    behind: f32, FAR, "how far behind his units a leader stays";
    leads: f32, POINTS, "what a leader is worth with a unit that must rally or is about to fight";
    must_check: f32, TIMES, "how many times a unit in command counts that must check";
    near: f32, TIMES, "how many times one that is near the enemy";
    strays: f32, TIMES, "how much a unit counts that must check, is not the leader's own and is in command of nobody";
}}

section! { acts Acts: "how much is thought over" {
    offered: usize, COUNT, "how many answers are weighed at most";
    passes: f32, POINTS, "what it costs to pass while somebody has something to do";
    planned: usize, COUNT, "how many maneuvers of a unit are planned by the rules";
}}

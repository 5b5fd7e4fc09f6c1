//! The verbs, as they are registered.

use crate::{
    events::RuleId,
    orders::{ArgumentKind as A, Verb, VerbId},
};

/// To place a unit in its zone before the battle.
pub const PLACE: VerbId = VerbId::new("place");
/// A brigade, or all, stand as they shall.
pub const READY: VerbId = VerbId::new("ready");
/// To say who has the first turn.
pub const CHOOSE: VerbId = VerbId::new("choose");
/// To order units, or one by initiative, along a path or into a formation.
pub const MARCH: VerbId = VerbId::new("march");
/// To order units, or one by initiative, to charge.
pub const CHARGE: VerbId = VerbId::new("charge");
/// A commander leads a unit himself.
pub const FOLLOW: VerbId = VerbId::new("follow_me");
/// A commander rallies a unit.
pub const RALLY: VerbId = VerbId::new("rally");
/// To end what the side is about: a commander's orders, the shooting.
pub const DONE: VerbId = VerbId::new("done");
/// To carry an order out, as far as one likes.
pub const GO: VerbId = VerbId::new("go");
/// To stay.
pub const STAY: VerbId = VerbId::new("stay");
/// To answer a charge.
pub const RESPOND: VerbId = VerbId::new("respond");
/// To move by the leave of a rule.
pub const MOVE: VerbId = VerbId::new("move");
/// A commander rides somewhere, or to a unit.
pub const RIDE: VerbId = VerbId::new("ride");
/// To shoot.
pub const SHOOT: VerbId = VerbId::new("shoot");
/// To fight one of several combats next.
pub const FIGHT: VerbId = VerbId::new("fight");
/// To decide by one of the choices.
pub const DECIDE: VerbId = VerbId::new("decide");
/// To change formation or facing after a victory.
pub const REFORM: VerbId = VerbId::new("reform");
/// To go on into another charge.
pub const SWEEP: VerbId = VerbId::new("sweep");
/// To go into the building that was won.
pub const OCCUPY: VerbId = VerbId::new("occupy");
/// To give the battle up.
pub const CONCEDE: VerbId = VerbId::new("concede");

/// All verbs in the order of their buttons.
pub fn verbs() -> Vec<Verb> {
    let verb = |id: &VerbId, label, hint, hotkey, needs, takes, rule| Verb {
        id: id.clone(),
        label,
        hint,
        hotkey,
        needs,
        takes,
        rule: RuleId::new(rule),
    };
    const WAY: &[A] = &[A::FreePath, A::BodyPath, A::Heading, A::Formation];
    vec![
        verb(
            &PLACE,
            "Place",
            "Place a unit anywhere in its zone",
            'P',
            &[A::Pieces, A::FreePath],
            &[A::Heading, A::Formation],
            "BP-1.9",
        ),
        verb(&READY, "Ready", "The brigade stands as it shall", 'B', &[], &[], "BP-1.9"),
        verb(&CHOOSE, "Choose", "Say who has the first turn", 'C', &[A::Choice], &[], "BP-1.6"),
        verb(&MARCH, "March", "Order units along a path, or into a formation", 'M', &[A::Pieces], WAY, "BP-2.2"),
        verb(
            &CHARGE,
            "Charge",
            "Order units to charge an enemy",
            'A',
            &[A::Pieces, A::Target],
            &[A::FreePath, A::BodyPath, A::Formation],
            "BP-6.1",
        ),
        verb(
            &FOLLOW,
            "Follow me",
            "The commander leads a unit himself, as his last order",
            'F',
            &[A::Pieces],
            &[A::FreePath, A::BodyPath, A::Heading, A::Formation, A::Target],
            "BP-2.10",
        ),
        verb(&RALLY, "Rally", "The commander rallies a unit, as his last order", 'L', &[A::Pieces], &[], "BP-2.11"),
        verb(&GO, "Go", "Carry the order out, as many inches as you like", 'G', &[], &[A::Number], "BP-2.13"),
        verb(&STAY, "Stay", "Stay where you are", 'S', &[], &[], "BP-2.13"),
        verb(&RESPOND, "Answer", "Answer the charge", 'R', &[A::Choice], &[A::Target], "BP-6.4"),
        verb(&MOVE, "Move", "Make the move that the rule allows", 'V', WAY_NEEDED, &[A::Heading], "BP-6.11"),
        verb(
            &RIDE,
            "Ride",
            "The commander rides to a point, or joins a unit",
            'I',
            &[A::Pieces],
            &[A::FreePath, A::TargetUnit],
            "BP-9.2",
        ),
        verb(&SHOOT, "Shoot", "Shoot at an enemy", 'S', &[A::Pieces, A::Target], &[A::Heading], "BP-5.1"),
        verb(&FIGHT, "Fight", "Fight this combat next", 'F', &[A::Target], &[], "BP-7.1"),
        verb(&DECIDE, "Decide", "Decide by one of the choices", 'D', &[A::Choice], &[], "BP-7.2"),
        verb(
            &REFORM,
            "Reform",
            "Change formation or facing after the victory",
            'O',
            &[],
            &[A::Formation, A::Heading],
            "BP-7.11",
        ),
        verb(&SWEEP, "Sweep on", "Charge on into another enemy", 'W', &[A::Target], &[], "BP-7.12"),
        verb(&OCCUPY, "Occupy", "Go into the building", 'U', &[], &[], "BP-8.2"),
        verb(&DONE, "Done", "Go on", 'E', &[], &[A::Pieces], "BP-2.2"),
        verb(&CONCEDE, "Concede", "Give the battle up", 'X', &[], &[], "BP-10.3"),
    ]
}

const WAY_NEEDED: &[A] = &[A::FreePath];

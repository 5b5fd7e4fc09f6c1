//! The verbs, as they are registered.

use grapeshot_floor::orders::{ArgumentKind as A, Verb, VerbId};

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

/// All verbs in the order of their buttons, each with a key of its own.
pub fn verbs() -> Vec<Verb> {
    const WAY: &[A] = &[A::Commander, A::FreePath, A::BodyPath, A::Steps, A::Heading, A::Formation];
    vec![
        Verb::new(PLACE, "Place", "Place a unit anywhere in its zone", 'P', "BP-1.9")
            .needs(&[A::Pieces, A::Place])
            .takes(&[A::Heading, A::Formation]),
        Verb::new(READY, "Ready", "The brigade stands as it shall", 'B', "BP-1.9"),
        Verb::new(CHOOSE, "Choose", "Say who has the first turn", 'N', "BP-1.6")
            .needs(&[A::Choice])
            .meaning(&[(A::Choice, "the key of the side that goes first")]),
        Verb::new(MARCH, "March", "Order units along a path, or into a formation", 'M', "BP-2.2")
            .needs(&[A::Pieces])
            .takes(WAY),
        Verb::new(CHARGE, "Charge", "Order units to charge an enemy", 'C', "BP-6.1")
            .needs(&[A::Pieces, A::Target])
            .takes(&[A::Commander, A::FreePath, A::BodyPath, A::Steps, A::Formation]),
        Verb::new(FOLLOW, "Follow me", "The commander leads a unit himself, as his last order", 'F', "BP-2.10")
            .needs(&[A::Pieces])
            .takes(&[A::Commander, A::FreePath, A::BodyPath, A::Steps, A::Heading, A::Formation, A::Target]),
        Verb::new(RALLY, "Rally", "The commander rallies a unit, as his last order", 'L', "BP-2.11")
            .needs(&[A::Pieces])
            .takes(&[A::Commander]),
        Verb::new(GO, "Go", "Carry the order out, as many inches as you like", 'G', "BP-2.13")
            .takes(&[A::Number])
            .meaning(&[(A::Number, "inches; the whole way if none")]),
        Verb::new(STAY, "Stay", "Stay where you are", 'T', "BP-2.13"),
        Verb::new(RESPOND, "Answer", "Answer the charge", 'R', "BP-6.4")
            .needs(&[A::Choice])
            .takes(&[A::Target])
            .meaning(&[(
                A::Choice,
                "the response: hold, closing_fire, counter_charge, evade, evade_facing, square or turn_to_face",
            )]),
        Verb::new(MOVE, "Move", "Make the move that the rule allows", 'V', "BP-6.11")
            .needs(&[A::FreePath])
            .takes(&[A::Heading]),
        Verb::new(RIDE, "Ride", "The commander rides to a point, or joins a unit", 'I', "BP-9.2")
            .needs(&[A::Pieces])
            .takes(&[A::FreePath, A::TargetUnit]),
        Verb::new(SHOOT, "Shoot", "Shoot at an enemy", 'S', "BP-5.1")
            .needs(&[A::Pieces, A::Target])
            .takes(&[A::Heading]),
        Verb::new(FIGHT, "Fight", "Fight this combat next", 'H', "BP-7.1").needs(&[A::Target]),
        Verb::new(DECIDE, "Decide", "Answer with one of the choices", 'D', "BP-7.2").needs(&[A::Choice]).meaning(&[(
            A::Choice,
            "yes or no, even or the key of an enemy, or the number of a way, as the question names them",
        )]),
        Verb::new(REFORM, "Reform", "Change formation or facing after the victory", 'O', "BP-7.11")
            .takes(&[A::Formation, A::Heading]),
        Verb::new(SWEEP, "Sweep on", "Charge on into another enemy", 'W', "BP-7.12").needs(&[A::Target]),
        Verb::new(OCCUPY, "Occupy", "Go into the building", 'U', "BP-8.2"),
        Verb::new(DONE, "Done", "Go on", 'E', "BP-2.2").takes(&[A::Pieces]),
        Verb::new(CONCEDE, "Concede", "Give the battle up", 'X', "BP-10.3").gives_up(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_verb_has_a_key_of_its_own() {
        let keys: BTreeSet<char> = verbs().iter().map(|verb| verb.hotkey).collect();
        assert_eq!(keys.len(), verbs().len());
    }
}

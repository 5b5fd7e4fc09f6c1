//! The verbs, as they are registered.

use grapeshot_floor::orders::{ArgumentKind as A, Verb, VerbId};

/// To place a unit or a leader before the battle.
pub const PLACE: VerbId = VerbId::new("place");
/// A leader moves, attaches himself or detaches himself.
pub const RIDE: VerbId = VerbId::new("ride");
/// To check the maneuver of a leader's group, or of a unit out of command.
pub const CHECK: VerbId = VerbId::new("check");
/// A unit makes the maneuver that its check gave.
pub const MARCH: VerbId = VerbId::new("march");
/// To do what the unit may choose by its check.
pub const DECIDE: VerbId = VerbId::new("decide");
/// To refuse a flank.
pub const REFUSE: VerbId = VerbId::new("refuse");
/// To expand or contract an open order.
pub const SPREAD: VerbId = VerbId::new("spread");
/// To declare a charge.
pub const CHARGE: VerbId = VerbId::new("charge");
/// To answer a charge in haste.
pub const REACT: VerbId = VerbId::new("react");
/// To fire.
pub const SHOOT: VerbId = VerbId::new("shoot");
/// A charge goes in, or its combat is fought.
pub const GO: VerbId = VerbId::new("go");
/// To do no more in this step.
pub const PASS: VerbId = VerbId::new("pass");
/// To give the battle up.
pub const CONCEDE: VerbId = VerbId::new("concede");

/// All verbs in the order of their buttons, each with a key of its own.
pub fn verbs() -> Vec<Verb> {
    vec![
        Verb::new(CHECK, "Check", "Check the maneuver of a leader's group, or of a unit out of command", 'K', "FF-5.3")
            .needs(&[A::Pieces])
            .takes(&[A::TargetUnit]),
        Verb::new(MARCH, "Maneuver", "Make the maneuver that the check gave", 'M', "FF-6.2")
            .needs(&[A::Pieces])
            .takes(&[A::BodyPath, A::FreePath, A::Steps, A::Formation, A::Choice, A::Heading])
            .meaning(&[
                (
                    A::Choice,
                    "how: disordered for a full move disordered, change_front, flank_left or flank_right; road for a column \
                     on the road that the unit touches; the side to which a column deploys: both, left or right; the \
                     side of a short rear rank: left; the sides of a square that get odd stands, with a + between them",
                ),
                (
                    A::Heading,
                    "where a unit looks that leaves its square or forms column on a road, or the side by which a garrison \
                     leaves its structure",
                ),
            ]),
        Verb::new(REFUSE, "Refuse a flank", "Bend stands at an end of the line back", 'F', "FF-3.4")
            .needs(&[A::Pieces, A::Bend])
            .takes(&[A::Number])
            .meaning(&[(A::Bend, "left, right, or straight"), (A::Number, "how many stands; 1 if none is named")]),
        Verb::new(SPREAD, "Expand or contract", "Give an open order a wider or a narrower front", 'O', "FF-3.5")
            .needs(&[A::Pieces, A::Number])
            .takes(&[A::Choice])
            .meaning(&[(A::Choice, "on which flank: left, right or both"), (A::Number, "inches of the front")]),
        Verb::new(DECIDE, "Decide", "Answer with one of the choices", 'D', "FF-5.9")
            .needs(&[A::Pieces, A::Choice])
            .takes(&[A::Number, A::Heading])
            .meaning(&[
                (A::Choice, "one of the words that the question names"),
                (A::Number, "inches of a recall, or the stands of a flank that is refused"),
                (A::Heading, "where who is recalled faces at the end"),
            ]),
        Verb::new(
            RIDE,
            "Ride",
            "The leader moves to a point, or to a unit to which he attaches himself",
            'I',
            "FF-11.1",
        )
        .needs(&[A::Pieces])
        .takes(&[A::FreePath, A::TargetUnit]),
        Verb::new(CHARGE, "Charge", "Declare a charge on an enemy unit", 'C', "FF-10.1")
            .needs(&[A::Pieces, A::Target])
            .takes(&[A::FreePath, A::Choice])
            .meaning(&[
                (A::FreePath, "the way of a storming column through a defile"),
                (A::Choice, "cold_steel, or fire; with _disordered after it for a full move in disorder"),
            ]),
        Verb::new(REACT, "React", "Answer a charge in haste", 'R', "FF-5.13")
            .needs(&[A::Pieces, A::Choice])
            .takes(&[A::TargetUnit])
            .meaning(&[
                (A::Choice, "square, countercharge, evade or shelter; after square and a colon the sides that get odd stands"),
                (A::TargetUnit, "the friend behind whom the unit shelters that evades"),
            ]),
        Verb::new(
            GO,
            "Go",
            "The charge goes in, a unit follows to support it, or its combat is fought",
            'G',
            "FF-10.2",
        )
        .needs(&[A::Pieces])
        .takes(&[A::BodyPath, A::Choice])
        .meaning(&[
            (A::BodyPath, "the way of the charge; the rules lay the shortest if none is named"),
            (A::Choice, "follow or stop, if the target has evaded; disordered, if a unit supports by a full move"),
        ]),
        Verb::new(PLACE, "Place", "Place a unit or a leader anywhere in the zone", 'P', "FF-14.1")
            .needs(&[A::Pieces, A::Place])
            .takes(&[A::Heading, A::Formation, A::Choice, A::Number])
            .meaning(&[(A::Choice, "a flank that is refused: left or right"), (A::Number, "how many stands of it")]),
        Verb::new(SHOOT, "Fire", "Fire at an enemy with all stands that may, or with those named", 'S', "FF-8.14")
            .needs(&[A::Target])
            .takes(&[A::Pieces]),
        Verb::new(PASS, "Pass", "Do no more in this step", 'E', "FF-5.2"),
        Verb::new(CONCEDE, "Concede", "Give the battle up", 'X', "FF-16.3").gives_up(),
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

//! The verbs, as they are registered.

use grapeshot_floor::orders::{ArgumentKind as A, Verb, VerbId};

/// To place a unit in its zone before the battle.
pub const PLACE: VerbId = VerbId::new("place");
/// To give units an order on their chits.
pub const ORDER: VerbId = VerbId::new("order");
/// A side has placed its units or chosen its orders.
pub const READY: VerbId = VerbId::new("ready");
/// To say who acts first.
pub const CHOOSE: VerbId = VerbId::new("choose");
/// To declare an assault.
pub const ASSAULT: VerbId = VerbId::new("assault");
/// To move a unit, or to change its formation.
pub const MARCH: VerbId = VerbId::new("march");
/// To name a support.
pub const SUPPORT: VerbId = VerbId::new("support");
/// A commander rides.
pub const RIDE: VerbId = VerbId::new("ride");
/// A general takes over a unit.
pub const LEAD: VerbId = VerbId::new("lead");
/// To fire.
pub const SHOOT: VerbId = VerbId::new("shoot");
/// To react to an assault.
pub const REACT: VerbId = VerbId::new("react");
/// To say whose reaction comes next.
pub const NEXT: VerbId = VerbId::new("next");
/// To decide by one of the choices.
pub const DECIDE: VerbId = VerbId::new("decide");
/// To go on with so many inches.
pub const FOLLOW: VerbId = VerbId::new("follow");
/// To pass for the rest of the step.
pub const PASS: VerbId = VerbId::new("pass");
/// To give the battle up.
pub const CONCEDE: VerbId = VerbId::new("concede");

/// All verbs in the order of their buttons, each with a key of its own.
pub fn verbs() -> Vec<Verb> {
    vec![
        Verb::new(PLACE, "Place", "Place a unit anywhere in its zone", 'P', "SB-2.4")
            .needs(&[A::Pieces, A::Place])
            .takes(&[A::Heading, A::Formation]),
        Verb::new(ORDER, "Order", "Give units an order on their chits, face down", 'O', "SB-3.1")
            .needs(&[A::Pieces, A::Choice])
            .meaning(&[(A::Choice, "the order: reserve, manoeuver, fire, assault or regroup")]),
        Verb::new(READY, "Ready", "The side stands by its places and orders", 'B', "SB-3.1"),
        Verb::new(CHOOSE, "Choose", "Say who acts first in this turn", 'C', "SB-1.10")
            .needs(&[A::Choice])
            .meaning(&[(A::Choice, "the key of the side that acts first")]),
        Verb::new(ASSAULT, "Assault", "Declare an assault on an enemy unit", 'A', "SB-9.1")
            .needs(&[A::Pieces, A::Target]),
        Verb::new(MARCH, "March", "Move a unit, or change its formation", 'M', "SB-4.2").needs(&[A::Pieces]).takes(&[
            A::FreePath,
            A::BodyPath,
            A::Steps,
            A::Heading,
            A::Formation,
        ]),
        Verb::new(SUPPORT, "Support", "Bring a reserve up to support a friend in an assault", 'U', "SB-9.3")
            .needs(&[A::Pieces, A::TargetUnit])
            .takes(&[A::FreePath]),
        Verb::new(RIDE, "Ride", "The commander rides to a point, or to a unit", 'I', "SB-12.1")
            .needs(&[A::Pieces])
            .takes(&[A::FreePath, A::TargetUnit]),
        Verb::new(LEAD, "Take over", "The general takes command of a unit beside him", 'L', "SB-12.3")
            .needs(&[A::Pieces, A::TargetUnit]),
        Verb::new(SHOOT, "Fire", "Fire at an enemy", 'S', "SB-6.1")
            .needs(&[A::Pieces, A::Target])
            .takes(&[A::Choice])
            .meaning(&[(A::Choice, "what guns fire: canister or ball")]),
        Verb::new(REACT, "React", "React to the assault", 'R', "SB-9.6")
            .needs(&[A::Choice])
            .takes(&[A::Target])
            .meaning(&[(A::Choice, "the reaction: fire, canister, ball, countercharge, evade or hold")]),
        Verb::new(NEXT, "Next", "Say which assaulted unit comes next", 'N', "SB-9.4").needs(&[A::Pieces]),
        Verb::new(DECIDE, "Decide", "Answer with one of the choices", 'D', "SB-9.15")
            .needs(&[A::Choice])
            .meaning(&[(A::Choice, "one of the words that the question names")]),
        Verb::new(FOLLOW, "Follow", "Go on by so many inches", 'F', "SB-9.7")
            .takes(&[A::Number])
            .meaning(&[(A::Number, "inches; all that are left if none")]),
        Verb::new(PASS, "Pass", "Do no more in this step", 'E', "SB-2.2"),
        Verb::new(CONCEDE, "Concede", "Give the battle up", 'X', "SB-11.4").gives_up(),
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

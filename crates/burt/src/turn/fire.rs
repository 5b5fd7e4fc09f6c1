//! Step 9: fire (SB-6), and step 12: tests of morale (SB-8.2).

use super::{
    by_turns::{Acts, act},
    steps::by_itself,
};
use crate::{
    book::verbs,
    evaluation::family::Chapter,
    fire::{shot::Load, volley},
    morale::step_of_tests,
    state::{sequence_of_play::Step, view::BurtView},
};
use grapeshot_floor::{
    orders::{ArgumentKind as A, Verb},
    turn::{Ask, Awaiting},
};

/// The chapter of fire.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("fire");
    chapter.verbs = vec![
        Verb::new(verbs::SHOOT, "Fire", "Fire at an enemy", 'S', "SB-6.1")
            .needs(&[A::Pieces, A::Target])
            .takes(&[A::Choice])
            .meaning(&[(A::Choice, "what guns fire: canister or ball")]),
    ];
    chapter.handlers = vec![
        act(verbs::SHOOT, |burt, order| burt.check_shoot(order), volley::resolve_shoot)
            .worth(|mind, order| mind.worth_of_fire(order)),
    ];
    let fire = Acts {
        step: Step::Fire,
        name: "fire_by_turns",
        kind: ("fire", "which unit fires at which enemy", "SB-6.1"),
        ask: |burt, _| ask(burt),
        answers: |mind, ask| mind.answers_to_fire(ask),
        ends: volley::end,
    };
    fire.add(&mut chapter);
    chapter.phases.push(by_itself(Step::Morale, "test_morale", step_of_tests::go_on));
    chapter
}

/// SB-6.1, SB-6.2: the question which unit fires; guns choose what they fire.
fn ask(burt: &BurtView) -> Awaiting {
    let awaiting = burt.ask_act("fire", "SB-6.1", "Which unit of the {} fires next?", &[verbs::SHOOT]);
    let loads = [(Load::Canister.id(), "Canister"), (Load::Ball.id(), "Ball or shell")];
    let guns = |ask: &Ask| ask.pieces.iter().any(|piece| burt.gun(burt.view.unit_of(*piece)).is_some());
    let asks = awaiting.asks.into_iter().map(|ask| if guns(&ask) { ask.choices(loads) } else { ask });
    Awaiting { asks: asks.collect() }
}

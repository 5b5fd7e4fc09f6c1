//! Steps 3, 5, 6, 7, 8: moves by compulsion, by order and in reserve, rides of commanders, and regrouping.

use super::{
    by_turns::{Acts, act},
    steps::{by_itself, decision, task},
};
use crate::{
    book::verbs,
    cohesion::levels,
    evaluation::family::{Chapter, Handler, Question},
    movement::{break_off, compulsory, manoeuvres, reserves, riding},
    state::{phase::Phase, sequence_of_play::Step, tasks::Task},
};
use grapeshot_floor::orders::{ArgumentKind as A, Verb};

/// The chapter of compulsory moves, and of units that break off from a melee (SB-10).
pub fn compulsion() -> Chapter {
    let mut chapter = Chapter::new("compulsory moves");
    chapter.handlers = vec![
        Handler::new(verbs::DECIDE, |burt, order| burt.check_break_off(order), break_off::resolve_break_off)
            .during([Phase::BreakOff])
            .worth(|mind, order| mind.worth_of_decision(order)),
    ];
    chapter.questions = vec![Question::new(
        Phase::BreakOff,
        ("break_off", "whether an enemy follows a shaken unit that leaves a melee", "SB-10.3"),
        |burt, _| burt.ask_break_off(),
        |mind, ask| mind.answers_by_choice(ask),
    )];
    chapter.phases = vec![
        by_itself(Step::Compulsory, "make_compulsory_moves", compulsory::go_on),
        by_itself(Step::Regroup, "regroup", levels::regroup),
        task(Phase::Rout, "rout", |battle, task| {
            if let Task::Rout { unit } = task {
                compulsory::rout(battle, *unit);
            }
        }),
        decision(Phase::BreakOff, "ask_who_follows", |_, _| false),
    ];
    chapter
}

/// The chapter of moves by order (SB-4), and of reserves (SB-3.5, SB-9.3).
pub fn by_order() -> Chapter {
    let mut chapter = Chapter::new("moves");
    chapter.verbs = vec![
        Verb::new(verbs::MARCH, "March", "Move a unit, or change its formation", 'M', "SB-4.2")
            .needs(&[A::Pieces])
            .takes(&[A::FreePath, A::BodyPath, A::Steps, A::Heading, A::Formation]),
        Verb::new(verbs::SUPPORT, "Support", "Bring a reserve up to support a friend in an assault", 'U', "SB-9.3")
            .needs(&[A::Pieces, A::TargetUnit])
            .takes(&[A::FreePath]),
    ];
    chapter.handlers = vec![
        act(verbs::MARCH, |burt, order| burt.check_march(order), manoeuvres::resolve_march)
            .worth(|mind, order| mind.worth_of_march(order)),
        act(verbs::SUPPORT, |burt, order| burt.check_support(order), reserves::resolve_support)
            .worth(|mind, order| mind.worth_of_support(order)),
    ];
    let manoeuvres = Acts {
        step: Step::Manoeuvres,
        name: "manoeuvre_by_turns",
        kind: ("manoeuvre", "which unit moves or changes formation", "SB-4.2"),
        ask: |burt, _| burt.ask_act("manoeuvre", "SB-4.2", "Which unit of the {} moves next?", &[verbs::MARCH]),
        answers: |mind, ask| mind.answers_to_moves(ask),
        ends: manoeuvres::end,
    };
    manoeuvres.add(&mut chapter);
    let reserves = Acts {
        step: Step::Reserves,
        name: "move_reserves_by_turns",
        kind: ("reserve", "which reserve moves or supports", "SB-3.5"),
        ask: |burt, _| {
            let verbs = [verbs::MARCH, verbs::SUPPORT];
            burt.ask_act("reserve", "SB-3.5", "Which reserve of the {} moves next?", &verbs)
        },
        answers: |mind, ask| mind.answers_to_moves(ask),
        ends: |_| {},
    };
    reserves.add(&mut chapter);
    chapter
}

/// The chapter of commanders (SB-12).
pub fn of_commanders() -> Chapter {
    let mut chapter = Chapter::new("commanders");
    chapter.verbs = vec![
        Verb::new(verbs::RIDE, "Ride", "The commander rides to a point, or to a unit", 'I', "SB-12.1")
            .needs(&[A::Pieces])
            .takes(&[A::FreePath, A::TargetUnit]),
        Verb::new(verbs::LEAD, "Take over", "The general takes command of a unit beside him", 'L', "SB-12.3")
            .needs(&[A::Pieces, A::TargetUnit]),
    ];
    chapter.handlers = vec![
        act(verbs::RIDE, |burt, order| burt.check_ride(order), riding::resolve_ride)
            .worth(|mind, order| mind.worth_of_ride(order)),
        act(verbs::LEAD, |burt, order| burt.check_lead(order), riding::resolve_lead)
            .during([Phase::At(Step::Commanders)])
            .worth(|mind, order| mind.worth_of_taking_over(order)),
        Handler::new(verbs::LEAD, |burt, order| burt.check_lead(order), riding::resolve_lead)
            .during([Phase::At(Step::Orders)])
            .worth(|mind, order| mind.worth_of_taking_over(order)),
    ];
    let rides = Acts {
        step: Step::Commanders,
        name: "ride_by_turns",
        kind: ("command", "where commanders ride", "SB-12.1"),
        ask: |burt, _| {
            let verbs = [verbs::RIDE, verbs::LEAD];
            burt.ask_act("command", "SB-12.1", "Where do the commanders of the {} ride?", &verbs)
        },
        answers: |mind, ask| mind.answers_to_command(ask),
        ends: |_| {},
    };
    rides.add(&mut chapter);
    chapter
}

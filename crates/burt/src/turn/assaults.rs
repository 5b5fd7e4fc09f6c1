//! Steps 4, 10 and 11: assaults, reactions to them, and melees (SB-9).

use super::{
    by_turns::{Acts, act},
    steps::{by_itself, decision, task},
};
use crate::{
    assault::{
        declare::{self, Declared},
        procedure,
        reactions::Reacts,
        responding,
    },
    book::verbs,
    evaluation::family::{Chapter, Handler, Question},
    melee::{questions, results, rounds},
    state::{phase::Phase, sequence_of_play::Step, tasks::Task, view::BurtView},
};
use grapeshot_floor::{
    orders::{ArgumentKind as A, Order, Verb},
    procedure::Found,
};

/// The chapter of assaults: step 4.
pub fn declared() -> Chapter {
    let mut chapter = Chapter::new("assaults");
    chapter.verbs = vec![
        Verb::new(verbs::ASSAULT, "Assault", "Declare an assault on an enemy unit", 'A', "SB-9.1")
            .needs(&[A::Pieces, A::Target]),
    ];
    chapter.handlers = vec![
        act(verbs::ASSAULT, check_assault, declare::resolve_assault).worth(|mind, order| mind.worth_of_assault(order)),
    ];
    let assaults = Acts {
        step: Step::Assaults,
        name: "declare_by_turns",
        kind: ("assault", "which unit declares an assault on which enemy", "SB-9.1"),
        ask: |burt, _| {
            burt.ask_act("assault", "SB-9.1", "Which unit of the {} declares an assault?", &[verbs::ASSAULT])
        },
        answers: |mind, ask| mind.answers_to_assault(ask),
        ends: |_| {},
    };
    assaults.add(&mut chapter);
    chapter
}

/// The plan of an assault with the forecast of its melee if the target holds.
fn check_assault(burt: &BurtView, order: &Order) -> Found<Declared> {
    let (mut plan, declared) = burt.check_assault(order)?;
    let forecast = burt.outlook_of_assault(&declared);
    plan.outlooks = vec![forecast.outlook("if it holds")];
    plan.outcomes = forecast.outcomes();
    Ok((plan, declared))
}

/// The plan of a reaction to an assault with the forecast of its first round.
fn check_react(burt: &BurtView, order: &Order) -> Found<Reacts> {
    let (mut plan, reacts) = burt.check_react(order)?;
    let task = burt.play().task();
    plan.outlooks = task.and_then(|task| burt.outlook_of_reaction(task, &reacts)).into_iter().collect();
    Ok((plan, reacts))
}

/// The chapter of reactions: step 10.
pub fn met() -> Chapter {
    let mut chapter = Chapter::new("reactions");
    chapter.verbs = vec![
        Verb::new(verbs::REACT, "React", "React to the assault", 'R', "SB-9.6")
            .needs(&[A::Choice])
            .takes(&[A::Target])
            .meaning(&[(A::Choice, "the reaction: fire, canister, ball, countercharge, evade or hold")]),
        Verb::new(verbs::NEXT, "Next", "Say which assaulted unit comes next", 'N', "SB-9.4").needs(&[A::Pieces]),
        Verb::new(verbs::DECIDE, "Decide", "Answer with one of the choices", 'D', "SB-9.15")
            .needs(&[A::Choice])
            .meaning(&[(A::Choice, "one of the words that the question names")]),
        Verb::new(verbs::FOLLOW, "Follow", "Go on by some inches", 'F', "SB-9.7")
            .takes(&[A::Number])
            .meaning(&[(A::Number, "inches; all that are left if none")]),
    ];
    chapter.handlers = vec![
        Handler::new(verbs::NEXT, |burt, order| burt.check_next(order), procedure::resolve_next),
        Handler::new(verbs::REACT, check_react, responding::resolve_reaction),
        Handler::new(verbs::DECIDE, |burt, order| burt.check_routed(order), responding::resolve_sequel)
            .during([Phase::Routed])
            .worth(|mind, order| mind.worth_of_decision(order)),
        Handler::new(verbs::DECIDE, |burt, order| burt.check_evaded(order), responding::resolve_sequel)
            .during([Phase::Evaded])
            .worth(|mind, order| mind.worth_of_decision(order)),
        Handler::new(verbs::FOLLOW, |burt, order| burt.check_follow(order), responding::resolve_sequel),
    ];
    chapter.questions = vec![
        Question::new(
            Phase::NextReaction,
            ("next", "which assaulted unit reacts next", "SB-9.4"),
            |burt, _| burt.ask_next(),
            |mind, ask| mind.answers_by_choice(ask),
        ),
        Question::new(
            Phase::React,
            ("react", "what an assaulted unit does", "SB-9.6"),
            |burt, _| burt.ask_react("react", "SB-9.6"),
            |mind, ask| mind.answers_to_react(ask),
        ),
        Question::new(
            Phase::Support,
            ("support", "what a support does", "SB-9.20"),
            |burt, _| burt.ask_react("support", "SB-9.20"),
            |mind, ask| mind.answers_to_react(ask),
        ),
        Question::new(
            Phase::Routed,
            ("routed", "what an assaulter does whose target ran", "SB-9.5"),
            |burt, _| burt.ask_routed(),
            |mind, ask| mind.answers_by_choice(ask),
        ),
        Question::new(
            Phase::Evaded,
            ("evaded", "what an assaulter does whose target evaded", "SB-9.7"),
            |burt, _| burt.ask_evaded(),
            |mind, ask| mind.answers_by_choice(ask),
        ),
    ];
    chapter.phases = vec![
        by_itself(Step::Reactions, "meet_assaults", procedure::go_on),
        task(Phase::SupportsTest, "supports_test", procedure::carry_on),
        task(Phase::AssaultersTest, "assaulters_test", procedure::carry_on),
        decision(Phase::NextReaction, "ask_who_is_next", |_, _| false),
        decision(Phase::React, "react", procedure::goes_by_itself),
        decision(Phase::Support, "support", procedure::goes_by_itself),
        decision(Phase::Routed, "ask_who_pursues", |_, _| false),
        decision(Phase::Evaded, "ask_who_catches", |_, _| false),
    ];
    chapter
}

/// The chapter of melees: step 11.
pub fn melees() -> Chapter {
    let mut chapter = Chapter::new("melees");
    chapter.handlers = vec![
        Handler::new(verbs::DECIDE, |burt, order| burt.check_division(order), questions::resolve_division)
            .during([Phase::Divide])
            .worth(|mind, order| mind.worth_of_decision(order)),
        Handler::new(verbs::DECIDE, |burt, order| burt.check_follow_up(order), questions::resolve_follow_up)
            .during([Phase::FollowUp])
            .worth(|mind, order| mind.worth_of_decision(order)),
    ];
    chapter.questions = vec![
        Question::new(
            Phase::Divide,
            ("divide", "at which of several enemies a unit strikes most", "SB-9.19"),
            |burt, _| burt.ask_division(),
            |mind, ask| mind.answers_by_choice(ask),
        ),
        Question::new(
            Phase::FollowUp,
            ("follow_up", "whether a winner follows an enemy that was pushed back", "SB-9.15"),
            |burt, _| burt.ask_follow_up(),
            |mind, ask| mind.answers_by_choice(ask),
        ),
    ];
    chapter.phases = vec![
        by_itself(Step::Melees, "fight_melees", rounds::go_on),
        task(Phase::Round, "fight_a_round", |battle, task| {
            if let Task::Round { units } = task {
                rounds::fight(battle, units);
            }
        }),
        task(Phase::MeleeTests, "test_after_melee", |battle, task| {
            if let Task::MeleeTests { units } = task {
                results::test(battle, units);
            }
        }),
        decision(Phase::Divide, "ask_for_division", |_, _| false),
        decision(Phase::FollowUp, "ask_who_follows_up", |_, _| false),
    ];
    chapter
}

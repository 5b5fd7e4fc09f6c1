//! The responses to a charge (BP-6.4), and where it goes on (BP-6.8, BP-6.11).

use super::sequence::{decision, task};
use crate::{
    book::verbs,
    charge::{procedure, responding},
    evaluation::family::{Chapter, Handler, Question, ask},
    movement::{marching, moves::Walk},
    state::{
        orders::bad_answer,
        phase::Phase,
        sequence_of_play::{Charge, ChargeStage, Response, SequenceOfPlay, Task, pop, push},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    forces::UnitId,
    orders::{ArgumentKind as A, Order, Plan, Refusal, Verb},
    procedure::{Found, plainly},
    shared::refuse,
    turn::{Awaiting, BattleMut},
};

/// The chapter of charges.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("charges");
    chapter.verbs = vec![
        Verb::new(verbs::RESPOND, "Answer", "Answer the charge", 'R', "BP-6.4")
            .needs(&[A::Choice])
            .takes(&[A::Target])
            .meaning(&[(
                A::Choice,
                "the response: hold, closing_fire, counter_charge, evade, evade_facing, square or turn_to_face",
            )]),
        Verb::new(verbs::MOVE, "Move", "Make the move that the rule allows", 'V', "BP-6.11")
            .needs(&[A::FreePath])
            .takes(&[A::Heading]),
    ];
    chapter.handlers = vec![
        Handler::new(verbs::RESPOND, check_response, respond).worth(|mind, order| mind.worth_of_response(order)),
        Handler::new(verbs::SWEEP, check_redirect, redirect)
            .during([Phase::Redirect])
            .worth(|mind, order| mind.worth_of_sweep(order)),
        Handler::new(verbs::STAY, |bp, order| stays(bp, order, "stops after its full distance"), run_out)
            .during([Phase::Redirect]),
        Handler::new(verbs::MOVE, check_ride_on, ride_on)
            .during([Phase::Halted])
            .worth(|mind, order| mind.worth_of_leave(order)),
        Handler::new(
            verbs::STAY,
            |bp, order| stays(bp, order, "stays before the square"),
            |battle, _, ()| {
                pop(battle);
            },
        )
        .during([Phase::Halted]),
    ];
    chapter.questions = vec![
        Question::new(
            Phase::Respond,
            ("respond", "what a unit answers to a charge", "BP-6.4"),
            ask_respond,
            |mind, ask| mind.answers_by_choice(ask, &verbs::RESPOND),
        ),
        Question::new(
            Phase::Redirect,
            ("redirect", "whether a charger whose target evaded turns on another", "BP-6.8"),
            ask_redirect,
            |mind, ask| match charge_at_hand(mind.bp) {
                Some(charge) => mind.answers_to_sweep(ask, &mind.bp.redirects(charge, &charge.chargers[0])),
                None => Vec::new(),
            },
        ),
        Question::new(
            Phase::Halted,
            ("halted", "where cavalry goes that stands before a square", "BP-6.11"),
            ask_halted,
            |mind, ask| mind.answers_to_halt(ask),
        ),
    ];
    chapter.phases = vec![
        decision(Phase::Respond, "answer_a_charge"),
        decision(Phase::Redirect, "redirect_a_charge"),
        decision(Phase::Halted, "halt_before_a_square"),
        task(Phase::Charge, "charge", |battle, task| {
            if let Task::Charge(charge) = task {
                procedure::go_on(battle, charge);
            }
        }),
    ];
    chapter
}

/// The charge that is under way.
fn charge_at_hand<'w>(bp: &BlackPowderView<'w>) -> Option<&'w Charge> {
    match bp.play().task() {
        Some(Task::Charge(charge)) => Some(charge),
        _ => None,
    }
}

/// The charge that an order is about.
fn of_charge<'w>(bp: &BlackPowderView<'w>, order: &Order) -> Result<&'w Charge, Refusal> {
    charge_at_hand(bp).map_or_else(|| bad_answer(order), Ok)
}

fn ask_respond(bp: &BlackPowderView, _: &SequenceOfPlay) -> Awaiting {
    let Some(charge) = charge_at_hand(bp) else { return Awaiting::default() };
    let (charger, target) = (bp.name(first_of(charge)), charge.target);
    let question = format!("{charger} charges {}: what does it answer?", bp.name(target));
    let responses = bp.responses(charge).into_iter();
    let choices = responses.map(|response| (response.id(), response.label()));
    let one = ask("respond", bp.side(target), "BP-6.4", question, [verbs::RESPOND]).choices(choices);
    Awaiting::one(one.about(target, [bp.piece(target)]))
}

fn ask_redirect(bp: &BlackPowderView, _: &SequenceOfPlay) -> Awaiting {
    let Some(charge) = charge_at_hand(bp) else { return Awaiting::default() };
    let charger = first_of(charge);
    let question = format!("{} has gone: does {} turn on another enemy?", bp.name(charge.target), bp.name(charger));
    let one = ask("redirect", bp.side(charger), "BP-6.8", question, [verbs::SWEEP, verbs::STAY]);
    Awaiting::one(one.about(charger, [bp.piece(charger)]))
}

fn ask_halted(bp: &BlackPowderView, _: &SequenceOfPlay) -> Awaiting {
    let Some(charge) = charge_at_hand(bp) else { return Awaiting::default() };
    let charger = first_of(charge);
    let question = format!("{} stands before the square: does it ride on?", bp.name(charger));
    let one = ask("halted", bp.side(charger), "BP-6.11", question, [verbs::MOVE, verbs::STAY]);
    Awaiting::one(one.about(charger, [bp.piece(charger)]))
}

/// The first charger of a charge.
fn first_of(charge: &Charge) -> UnitId {
    charge.chargers.first().map_or(charge.target, |charger| charger.unit)
}

fn check_response(bp: &BlackPowderView, order: &Order) -> Found<()> {
    let charge = of_charge(bp, order)?;
    let word = order.choice.as_deref().unwrap_or_default();
    let responses = bp.responses(charge);
    let Some(response) = Response::named(word).filter(|response| responses.contains(response)) else {
        return refuse("BP-6.4", "The target cannot answer like that");
    };
    let mut odds = Vec::new();
    if let Some(target) = order.target {
        let at = bp.view.unit_of(target);
        let mut chargers = charge.chargers.iter();
        let fit = chargers.any(|one| one.unit == at && bp.gives_closing_fire(charge.target, at, one.face));
        if response == Response::ClosingFire && !fit {
            return refuse("BP-6.6", "Closing fire goes at one of the chargers in front");
        }
    }
    if response == Response::ClosingFire {
        let named = order.target.map(|piece| bp.view.unit_of(piece));
        let at = bp.closing_fire_goes_at(charge, named);
        odds.extend(at.map(|at| bp.odds_of_shot(&bp.closing_fire(charge, at))));
    }
    let summary = format!("{}: {}", bp.name(charge.target), response.label());
    Ok((Plan { summary, odds, ..Plan::default() }, ()))
}

fn check_redirect(bp: &BlackPowderView, order: &Order) -> Found<UnitId> {
    let charge = of_charge(bp, order)?;
    let target = bp.target_of(order)?;
    if !bp.redirects(charge, &charge.chargers[0]).contains(&target) {
        return refuse("BP-6.8", format!("{} is not in its path within its reach", bp.name(target)));
    }
    plainly(format!("{} charges {}", bp.name(charge.chargers[0].unit), bp.name(target)), target)
}

fn check_ride_on(bp: &BlackPowderView, order: &Order) -> Found<Walk> {
    let unit = of_charge(bp, order)?.chargers[0].unit;
    let walk = bp.free_walk(unit, order)?;
    let moves = vec![bp.planned_way(unit, &walk)];
    Ok((Plan { summary: format!("{} rides on", bp.name(unit)), moves, ..Plan::default() }, walk))
}

/// Checks the order that a charger goes no farther.
fn stays(bp: &BlackPowderView, order: &Order, what: &str) -> Found<()> {
    plainly(format!("{} {what}", bp.name(of_charge(bp, order)?.chargers[0].unit)), ())
}

fn respond(battle: &mut BattleMut, order: &Order, (): ()) {
    let Some(Task::Charge(mut charge)) = pop(battle) else { return };
    charge.response = order.choice.as_deref().and_then(Response::named);
    charge.shoots_at = order.target.map(|piece| battle.view().unit_of(piece));
    charge.stage = ChargeStage::Answer;
    push(battle, Task::Charge(charge));
}

fn run_out(battle: &mut BattleMut, _: &Order, (): ()) {
    if let Some(Task::Charge(charge)) = pop(battle) {
        responding::run_out(battle, &charge);
    }
}

fn ride_on(battle: &mut BattleMut, _: &Order, walk: Walk) {
    if let Some(Task::Charge(charge)) = pop(battle) {
        marching::go(battle, charge.chargers[0].unit, &walk, "BP-7.11");
    }
}

/// BP-6.8: turns a charger on another enemy.
fn redirect(battle: &mut BattleMut, _: &Order, target: UnitId) {
    if let Some(Task::Charge(mut charge)) = pop(battle) {
        charge.target = target;
        charge.response = None;
        charge.shoots_at = None;
        charge.stage = ChargeStage::Measure;
        push(battle, Task::Charge(charge));
    }
}

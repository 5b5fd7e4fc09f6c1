//! What the computer orders a player can order: for its orders there is a way of clicks and keys that gives the same.
#![cfg(feature = "screen")]

use grapeshot::{
    ai::{Controller, Level, commander},
    orders::{ArgumentKind, Leg, Order, Plan},
    rulesets,
    scenario::Scenario,
    screen::{playback::Speed, session::Session},
    testing::shipped,
    turn::Ask,
};
use rayon::prelude::*;
use std::{collections::BTreeMap, sync::Arc};

/// Orders that are given by hand in each battle.
const ORDERS: usize = 200;

/// The person who is asked sits at the screen and has read what happened.
fn sit_down(session: &mut Session) {
    for _ in 0..100 {
        session.go_on_showing(10.0);
        if let Some(side) = session.hand_over() {
            session.take_seat(side, false);
        }
        if session.halted() {
            session.leave_fight(true);
        }
        if session.ask_for_human().is_some() || session.battle().outcome().is_some() {
            return;
        }
    }
    panic!("nobody is asked: {:?}", session.waiting().map(|ask| &ask.question));
}

/// Puts an order together by what clicks and keys do.
fn drawn(session: &mut Session, ask: &Ask, order: &Order) -> Result<(), String> {
    let verb = session.battle().vocabulary().verb(&order.verb).cloned().ok_or("there is no such verb")?;
    let takes = |kind: ArgumentKind| verb.needs.contains(&kind) || verb.takes.contains(&kind);
    let view = session.battle().view_of(ask.side);
    let units: Vec<_> = order.pieces.iter().map(|piece| view.unit_of(*piece)).collect();
    session.drop_draft();
    session.select_unit(None);
    if ask.pick && !order.pieces.is_empty() {
        session.select_pieces(&order.pieces, false);
    } else if ask.unit.is_none() {
        session.select_unit(order.unit.or(units.first().copied()));
    }
    let button = session.buttons().iter().find(|button| button.verb.id == order.verb).ok_or("it has no button")?;
    button.open.clone().map_err(|refusal| format!("its button is shut: {refusal}"))?;
    session.choose_verb(&order.verb);
    let chosen = |session: &Session| session.draft().map(|draft| draft.order().clone()).ok_or("it is not taken up");
    if takes(ArgumentKind::Commander)
        && let Some(commander) = order.unit
        && chosen(session)?.unit != Some(commander)
    {
        session.draft_commander(commander);
    }
    if order.unit.is_some_and(|unit| chosen(session).is_ok_and(|chosen| chosen.unit != Some(unit))) {
        return Err(format!("it is for {:?} and not for {:?}", chosen(session)?.unit, order.unit));
    }
    if takes(ArgumentKind::Pieces) && chosen(session)?.pieces != order.pieces {
        session.draft_pieces(order.pieces.clone());
    }
    for piece in &order.also {
        if !chosen(session)?.also.contains(piece) {
            session.draft_toggle(*piece, true);
        }
    }
    if let Some(target) = order.target {
        session.draft_target(target);
        session.draft_pieces(order.pieces.clone());
    }
    if let Some(unit) = order.target_unit {
        session.draft_target_unit(unit);
    }
    for leg in &order.path {
        let can = match leg {
            Leg::To(_) | Leg::Climb(_) => takes(ArgumentKind::FreePath) || takes(ArgumentKind::Place),
            Leg::March { .. } | Leg::Wheel { .. } => takes(ArgumentKind::BodyPath),
            Leg::AboutFace => takes(ArgumentKind::Steps),
            Leg::Form(_) => takes(ArgumentKind::Steps),
        };
        if !can {
            return Err(format!("no click gives {leg:?}"));
        }
        match leg {
            Leg::Form(formation) => session.draft_formation(formation.clone()),
            leg => session.draft_leg(leg.clone()),
        }
    }
    if let Some(formation) = &order.formation {
        session.draft_formation(formation.clone());
    }
    if let Some(heading) = order.heading {
        session.settle(|order| order.heading = Some(heading));
    }
    if let Some(choice) = &order.choice
        && chosen(session)?.choice.as_ref() != Some(choice)
    {
        let offered = takes(ArgumentKind::Bend) || ask.choices_of(&order.verb).any(|(word, _)| word == choice);
        if !offered {
            return Err(format!("the choice {choice} is not offered"));
        }
        session.draft_choice(choice.clone());
    }
    if let Some(number) = order.number
        && chosen(session)?.number != Some(number)
    {
        session.draft_number(number);
    }
    Ok(())
}

/// What a plan says that a player sees.
fn seen(plan: &Plan) -> String {
    format!("{} {:?} {:?} {:?}", plan.summary, plan.moves, plan.odds, plan.outcomes)
}

/// Gives an order as a player would; why it cannot be given, if it cannot.
fn by_hand(session: &mut Session, ask: &Ask, order: &Order) -> Result<(), String> {
    let battle = session.battle();
    let wanted = battle.draft(order.clone()).map_err(|refusal| refusal.to_string())?;
    let wanted = wanted.told(|line| battle.view().in_english(line));
    if ask.go_on.as_ref() == Some(&order.verb) {
        let goes_on = Order { unit: order.unit, ..Order::new(order.side, &order.verb) };
        if goes_on == *order {
            return Ok(());
        }
    }
    if session.allotment().is_some_and(|allotment| allotment.verb == order.verb) {
        return Ok(());
    }
    drawn(session, ask, order)?;
    let draft = session.draft().ok_or("it was laid down")?;
    match draft.result() {
        Some(Ok(plan)) if seen(plan) == seen(wanted.plan()) => Ok(()),
        Some(Ok(plan)) => Err(format!("it does something else: {:?} for {:?}: {}", draft.order(), order, plan.summary)),
        Some(Err(refusal)) => Err(format!("it is refused: {refusal}: {:?} for {order:?}", draft.order())),
        None => Err(format!("it still wants {:?}", draft.waits_for())),
    }
}

/// What of the computer's orders in a battle cannot be given by hand, the kinds of order each once.
fn out_of_hand(scenario: &Arc<Scenario>) -> Vec<String> {
    let persons = vec![Controller::Human; scenario.players().len()];
    let mut session = Session::begin(scenario, rulesets::plugin, 3, persons, None, Arc::new(|| {}));
    session.set_speed(Speed::Instant);
    let mut computer = commander(Level::Regular, 3);
    let mut wrong = BTreeMap::new();
    for _ in 0..ORDERS {
        sit_down(&mut session);
        let Some(ask) = session.ask_for_human().cloned() else { break };
        let order = computer.decide(session.battle(), &ask).order;
        if let Err(why) = by_hand(&mut session, &ask, &order) {
            wrong.entry((ask.kind.clone(), order.verb.clone())).or_insert(why);
        }
        assert!(session.answer_with(order), "{:?}", session.notice());
    }
    let told = |((question, verb), why)| format!("{}: {verb} at {question}: {why}", scenario.id);
    wrong.into_iter().map(told).collect()
}

#[test]
fn every_kind_of_order_of_the_computer_can_be_given_by_hand() {
    let wrong: Vec<String> = shipped(rulesets::plugin).par_iter().flat_map(out_of_hand).collect();
    assert!(wrong.is_empty(), "{} kinds cannot be given:\n{}", wrong.len(), wrong.join("\n"));
}

//! The command part: moves by initiative (BP-2.6), orders (BP-2.2), and how far they are carried out (BP-2.13).

use super::sequence::{decision, go_to, open};
use crate::{
    book::verbs,
    command::command_roll::{end_command, finish_commander, march, resolve_command},
    evaluation::family::{Chapter, Handler, Question, ask},
    movement::moves::Walk,
    state::{
        orders::bad_answer,
        phase::Phase,
        sequence_of_play::{Carry, Leave, Part, SequenceOfPlay, Task, pop},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    english,
    orders::{ArgumentKind as A, Order, Plan, PlannedMove, Refusal, Verb},
    procedure::{self, Found, plainly},
    shared::refuse,
    turn::{Awaiting, BattleMut},
};

/// The most inches to which an order may be cut short.
const FARTHEST: f32 = 200.0;

/// The chapter of orders.
pub fn chapter() -> Chapter {
    const WAY: &[A] = &[A::Commander, A::FreePath, A::BodyPath, A::Steps, A::Heading, A::Formation];
    let mut chapter = Chapter::new("orders");
    chapter.verbs = vec![
        Verb::new(verbs::MARCH, "March", "Order units along a path, or into a formation", 'M', "BP-2.2")
            .needs(&[A::Pieces])
            .takes(WAY),
        Verb::new(verbs::CHARGE, "Charge", "Order units to charge an enemy", 'C', "BP-6.1")
            .needs(&[A::Pieces, A::Target])
            .takes(&[A::Commander, A::FreePath, A::BodyPath, A::Steps, A::Formation]),
        Verb::new(verbs::FOLLOW, "Follow me", "The commander leads a unit himself, as his last order", 'F', "BP-2.10")
            .needs(&[A::Pieces])
            .takes(&[A::Commander, A::FreePath, A::BodyPath, A::Steps, A::Heading, A::Formation, A::Target]),
        Verb::new(verbs::RALLY, "Rally", "The commander rallies a unit, as his last order", 'L', "BP-2.11")
            .needs(&[A::Pieces])
            .takes(&[A::Commander]),
        Verb::new(verbs::GO, "Go", "Carry the order out, as many inches as the number says", 'G', "BP-2.13")
            .takes(&[A::Number])
            .meaning(&[(A::Number, "inches; the whole way if none")]),
        Verb::new(verbs::STAY, "Stay", "Stay where you are", 'T', "BP-2.13"),
        Verb::new(verbs::DONE, "Done", "Go on", 'E', "BP-2.2").takes(&[A::Pieces]),
    ];
    let [initiative, command] = [Part::Initiative, Part::Command].map(Phase::At);
    let order = |verb| Handler::new(verb, |bp, order| bp.check_command(order), resolve_command);
    chapter.handlers = vec![
        order(verbs::MARCH).worth(|mind, order| mind.worth_of_march(order)),
        order(verbs::CHARGE).worth(|mind, order| mind.worth_of_charge(order)),
        order(verbs::FOLLOW).worth(|mind, order| mind.worth_of_charge(order)),
        order(verbs::RALLY).worth(|mind, order| mind.worth_of_rally(order)),
        Handler::new(verbs::DONE, check_done, |battle, _, ()| go_to(battle, Part::Command)).during([initiative]),
        Handler::new(verbs::DONE, check_done, give_no_more).during([command]),
        Handler::new(verbs::GO, check_carry, carry_out).worth(|mind, order| mind.worth_of_go(order)),
        Handler::new(verbs::STAY, check_stay, |battle, _, ()| {
            pop(battle);
        })
        .during([Phase::Carry]),
    ];
    chapter.questions = vec![
        Question::new(
            initiative,
            ("initiative", "which units move without an order", "BP-2.6"),
            ask_initiative,
            |mind, ask| mind.answers_to_initiative(ask),
        ),
        Question::new(command, ("command", "which commander orders what", "BP-2.2"), ask_command, |mind, ask| {
            mind.answers_to_command(ask)
        }),
        Question::new(
            Phase::Carry,
            ("carry", "how far a unit goes of what it was ordered", "BP-2.13"),
            ask_carry,
            |mind, ask| mind.answers_to_carry(ask),
        ),
    ];
    chapter.phases = vec![
        procedure::Phase::new(initiative, "take_initiative", |battle| {
            open(battle, Part::Command, |bp, side| {
                bp.regiments_of(side).any(|unit| bp.may_take_initiative(unit).is_ok())
            })
        }),
        procedure::Phase::new(command, "give_orders", |battle| {
            open(battle, Part::Rally, |bp, side| bp.commanding(side).next().is_some())
        }),
        decision(Phase::Carry, "carry_out_orders"),
    ];
    chapter
}

fn ask_initiative(bp: &BlackPowderView, play: &SequenceOfPlay) -> Awaiting {
    let side = play.active;
    let question = format!("Which units of the {} move by initiative?", bp.view.side_named(side).short);
    let able = bp.regiments_of(side).filter(|unit| bp.may_take_initiative(*unit).is_ok());
    let one = ask("initiative", side, "BP-2.6", question, [verbs::MARCH, verbs::CHARGE, verbs::DONE]);
    Awaiting::one(one.pick(able.map(|unit| bp.piece(unit))).ending("End initiative: orders"))
}

fn ask_command(bp: &BlackPowderView, play: &SequenceOfPlay) -> Awaiting {
    let side = play.active;
    let question = match play.commander {
        Some(commander) => format!("What does {} order next?", bp.name(commander)),
        None => format!("Which commander of the {} gives orders next?", bp.view.side_named(side).short),
    };
    let mut list = vec![verbs::MARCH, verbs::CHARGE, verbs::FOLLOW, verbs::RALLY];
    if bp.regiments_of(side).any(|unit| bp.bridge_of(unit).is_some()) {
        list.push(verbs::DEMOLISH);
    }
    list.push(verbs::DONE);
    let mut one = ask("command", side, "BP-2.2", question, list);
    one.unit = play.commander;
    let units: std::collections::BTreeSet<_> =
        bp.commanding(side).flat_map(|commander| bp.orderable_units(commander)).collect();
    let ending = match play.commander {
        Some(commander) => format!("{} has given all orders", bp.name(commander)),
        None => "End orders: commanders ride".to_owned(),
    };
    Awaiting::one(one.pick(units.into_iter().map(|unit| bp.piece(unit))).ending(ending))
}

fn ask_carry(bp: &BlackPowderView, play: &SequenceOfPlay) -> Awaiting {
    let Some(Task::Carry(carry)) = play.task() else { return Awaiting::default() };
    let unit = carry.unit;
    let moves = english::count(usize::from(carry.moves), "move");
    let why = match carry.why {
        Leave::Order => "",
        Leave::Free => ", although the order failed",
        Leave::Drill => ", being superbly drilled",
    };
    let question = format!("{} has {moves}{why}: how far does it go?", bp.name(unit));
    let one = ask("carry", bp.side(unit), "BP-2.13", question, [verbs::STAY, verbs::GO]);
    Awaiting::one(one.numbers(0.0, FARTHEST).about(unit, [bp.piece(unit)]))
}

fn check_done(bp: &BlackPowderView, order: &Order) -> Found<()> {
    match order.unit {
        Some(unit) if bp.officer(unit).is_none() => refuse("BP-2.1", format!("{} is no commander", bp.name(unit))),
        Some(unit) => plainly(format!("{} gives no more orders", bp.name(unit)), ()),
        None if bp.play().part == Part::Initiative => plainly("No more moves by initiative", ()),
        None => plainly("No more orders in this turn", ()),
    }
}

/// Ends the orders of a commander, or of all.
fn give_no_more(battle: &mut BattleMut, order: &Order, (): ()) {
    match order.unit.or(battle.resource::<SequenceOfPlay>().commander) {
        Some(commander) => finish_commander(battle, commander, false),
        None => {
            end_command(battle);
            go_to(battle, Part::Rally);
        }
    }
}

/// BP-2.13: the unit that carries its order out; the order itself no longer changes.
fn carried_out<'w>(bp: &BlackPowderView<'w>, order: &Order) -> Result<&'w Carry, Refusal> {
    if !order.path.is_empty() || order.heading.is_some() || order.formation.is_some() {
        return refuse("BP-2.13", "The order was given before the dice");
    }
    match bp.play().task() {
        Some(Task::Carry(carry)) => Ok(carry),
        _ => bad_answer(order),
    }
}

fn check_stay(bp: &BlackPowderView, order: &Order) -> Found<()> {
    let carry = carried_out(bp, order)?;
    plainly(format!("{} stays", bp.name(carry.unit)), ())
}

fn check_carry(bp: &BlackPowderView, order: &Order) -> Found<Walk> {
    let carry = carried_out(bp, order)?;
    let walk = bp.carried(carry, order.number);
    let moves = vec![PlannedMove {
        allowance: Some(walk.allowance),
        stopped: walk.stopped.clone(),
        ..bp.planned_way(carry.unit, &walk)
    }];
    Ok((Plan { summary: format!("{} moves as ordered", bp.name(carry.unit)), moves, ..Plan::default() }, walk))
}

fn carry_out(battle: &mut BattleMut, _: &Order, walk: Walk) {
    if let Some(Task::Carry(carry)) = pop(battle) {
        march(battle, carry.unit, &walk);
    }
}

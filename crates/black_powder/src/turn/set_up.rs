//! Before the first turn: which side goes first (BP-1.6), and where brigades stand (BP-1.9).

use super::sequence::settle_first;
use crate::{
    book::{values::Formation, verbs},
    evaluation::family::{Chapter, Handler, Question, ask},
    movement::{commanders, marching},
    state::{
        orders::planned,
        phase::Phase,
        pose::Pose,
        sequence_of_play::{Part, SequenceOfPlay},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::{SideId, UnitId},
    orders::{ArgumentKind as A, NewShape, Order, Plan, Verb},
    procedure::{Found, plainly},
    shared::refuse,
    table::footprint::Outline,
    turn::{Awaiting, BattleMut},
};

/// The chapter of the set-up before the first turn.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("set-up");
    chapter.verbs = vec![
        Verb::new(verbs::PLACE, "Place", "Place a unit anywhere in its zone", 'P', "BP-1.9")
            .needs(&[A::Pieces, A::Place])
            .takes(&[A::Heading, A::Formation]),
        Verb::new(verbs::READY, "Ready", "The brigade stands as it shall", 'B', "BP-1.9"),
        Verb::new(verbs::CHOOSE, "Choose", "Say who has the first turn", 'N', "BP-1.6")
            .needs(&[A::Choice])
            .meaning(&[(A::Choice, "the key of the side that goes first")]),
    ];
    chapter.handlers = vec![
        Handler::new(verbs::PLACE, check_place, place),
        Handler::new(verbs::READY, |_, _| plainly("The brigade stands", ()), stand),
        Handler::new(verbs::CHOOSE, check_choice, choose).worth(|mind, order| mind.worth_of_choice(order)),
    ];
    chapter.questions = vec![
        Question::new(
            Phase::At(Part::Deploy),
            ("deploy", "a side sets up in its zone, brigade by brigade", "BP-1.9"),
            ask_deploy,
            |_, ask| vec![Order::new(ask.side, &verbs::READY)],
        ),
        Question::new(Phase::At(Part::First), ("first", "who has the first turn", "BP-1.6"), ask_first, |mind, ask| {
            mind.answers_by_choice(ask, &verbs::CHOOSE)
        }),
    ];
    chapter
}

fn ask_first(bp: &BlackPowderView, play: &SequenceOfPlay) -> Awaiting {
    let side = play.active;
    let question = format!("The {} rolled higher: who has the first turn?", bp.view.side_named(side).short);
    let sides = [side, side.other()].map(|side| bp.view.side_named(side));
    let one = ask("first", side, "BP-1.6", question, [verbs::CHOOSE]);
    Awaiting::one(one.choices(sides.map(|side| (side.key.as_str(), side.name.as_str()))))
}

fn ask_deploy(bp: &BlackPowderView, play: &SequenceOfPlay) -> Awaiting {
    let side = play.placing;
    let brigade = bp.next_to_place(side);
    let question = match brigade {
        Some(brigade) => format!("Place the brigade of {} in the zone", bp.name(brigade)),
        None => "Place your units in the zone".to_owned(),
    };
    let mut one = ask("deploy", side, "BP-1.9", question, [verbs::PLACE, verbs::READY]);
    one.unit = brigade;
    Awaiting::one(one.pick(bp.to_place(side).into_iter().map(|unit| bp.piece(unit))))
}

fn check_choice(bp: &BlackPowderView, order: &Order) -> Found<SideId> {
    let key = order.choice.as_deref().unwrap_or_default();
    match bp.view.sides().0.iter().find(|side| side.key == key) {
        Some(side) => plainly(format!("{} go first", side.name), side.id),
        None => refuse("BP-1.6", "Name the side that goes first"),
    }
}

/// BP-1.9: whether a unit may be placed as ordered.
fn check_place(bp: &BlackPowderView, order: &Order) -> Found<(UnitId, Outline)> {
    let (unit, outline) = bp.placement(order)?;
    let end = outline.place;
    let way = vec![bp.outline(unit).place.at, end.at];
    let shape = NewShape { footprint: outline.footprint, formation: order.formation.clone() };
    let moves = vec![planned(bp.piece(unit), way, end, Some(shape), Explained::default(), None, None)];
    Ok((Plan { summary: format!("{} is placed", bp.name(unit)), moves, ..Plan::default() }, (unit, outline)))
}

fn place(battle: &mut BattleMut, order: &Order, (unit, outline): (UnitId, Outline)) {
    let formation = order.formation.as_deref().and_then(Formation::named);
    if BlackPowderView::of(battle.view()).regiment(unit).is_some() {
        let formation = formation.unwrap_or(BlackPowderView::of(battle.view()).formation(unit));
        let from = BlackPowderView::of(battle.view()).outline(unit).place.at;
        let pose = Pose { block: outline, formation, building: None, cost: 0.0 };
        marching::put(battle, unit, vec![from, outline.place.at], pose, "BP-1.9");
        // The facing may have changed only with the formation.
        let piece = battle.view().unit(unit).pieces[0];
        let text = format!("{} is placed", battle.view().unit(unit).name);
        battle.turn_piece(piece, outline.place.facing, RuleId::new("BP-1.9"), text);
    } else {
        let text = format!("{} is placed", battle.view().unit(unit).name);
        commanders::ride(battle, unit, outline.place, "BP-1.9", text);
    }
}

/// BP-1.9: ends the placing of a brigade; the other side places its next, if it has one left.
fn stand(battle: &mut BattleMut, _: &Order, (): ()) {
    let side = battle.resource::<SequenceOfPlay>().placing;
    let brigade = BlackPowderView::of(battle.view()).next_to_place(side);
    let mut next = side.other();
    {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.placed.extend(brigade);
    }
    if BlackPowderView::of(battle.view()).next_to_place(next).is_none() {
        next = side;
    }
    let over = BlackPowderView::of(battle.view()).next_to_place(next).is_none();
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.placing = next;
    if over {
        play.part = Part::Begin;
    }
}

fn choose(battle: &mut BattleMut, _: &Order, side: SideId) {
    let name = battle.view().side_named(side).name.clone();
    battle.note(Some(side), RuleId::new("BP-1.6"), format!("{name} go first"));
    settle_first(battle, side);
}

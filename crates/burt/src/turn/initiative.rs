//! Step 2: the sides roll; the higher says which side acts first in every step of the turn (SB-1.10).

use super::steps::{next_step, phase};
use crate::{
    book::{dice, verbs},
    evaluation::family::{Chapter, Handler, Question},
    state::{
        phase::Phase,
        sequence_of_play::{SequenceOfPlay, Step},
        view::BurtView,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::SideId,
    orders::{ArgumentKind as A, Order, Verb},
    procedure::{Found, plainly},
    shared::refuse,
    turn::{Ask, Awaiting, BattleMut},
};

/// The chapter of the initiative.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("initiative");
    chapter.verbs = vec![
        Verb::new(verbs::CHOOSE, "Choose", "Say who acts first in this turn", 'C', "SB-1.10")
            .needs(&[A::Choice])
            .meaning(&[(A::Choice, "the key of the side that acts first")]),
    ];
    chapter.handlers =
        vec![Handler::new(verbs::CHOOSE, check_choice, acts_first).worth(|mind, order| mind.worth_of_choice(order))];
    chapter.questions = vec![Question::new(
        Phase::At(Step::Initiative),
        ("initiative", "who acts first in this turn", "SB-1.10"),
        ask,
        |mind, ask| mind.answers_by_choice(ask),
    )];
    chapter.phases = vec![phase(Phase::At(Step::Initiative), "roll_for_initiative", roll)];
    chapter
}

fn ask(burt: &BurtView, play: &SequenceOfPlay) -> Awaiting {
    let Some(side) = play.chooses else { return Awaiting::default() };
    let question = format!("The {} rolled higher: who acts first?", burt.view.side_named(side).short);
    let sides = [side, side.other()].map(|side| burt.view.side_named(side));
    let ask = Ask::new("initiative", side, "SB-1.10", question, [verbs::CHOOSE]);
    Awaiting::one(ask.choices(sides.map(|side| (side.key.as_str(), side.name.as_str()))))
}

/// Checks the choice of the side that rolled higher, which of them acts first.
fn check_choice(burt: &BurtView, order: &Order) -> Found<SideId> {
    let key = order.choice.as_deref().unwrap_or_default();
    match burt.view.sides().0.iter().find(|side| side.key == key && side.plays) {
        Some(side) => plainly(format!("{} act first", side.name), side.id),
        None => refuse("SB-1.10", "Name the side that acts first"),
    }
}

/// Makes a side act first in every step of this turn.
fn acts_first(battle: &mut BattleMut, _: &Order, side: SideId) {
    let text = format!("{} act first in this turn", battle.view().side_named(side).name);
    battle.note(Some(side), RuleId::new("SB-1.10"), text);
    battle.resource_mut::<SequenceOfPlay>().first = side;
    next_step(battle);
}

/// Lets both sides roll until one is higher, which is asked.
fn roll(battle: &mut BattleMut) -> bool {
    if battle.view().resource::<SequenceOfPlay>().chooses.is_some() {
        return false;
    }
    let sides = [SideId(0), SideId(1)];
    loop {
        let rolled = sides.map(|_| battle.roll(&dice::INITIATIVE, 6));
        for (side, die) in sides.into_iter().zip(rolled) {
            let text = format!("{} roll {die} for initiative", battle.view().side_named(side).name);
            let kind = EventKind::Rolled { side: Some(side), unit: None, faces: 6, dice: vec![die] };
            battle.detail(Some(side), kind, RuleId::new("SB-1.10"), text, Explained::default());
        }
        if rolled[0] != rolled[1] {
            let higher = if rolled[0] > rolled[1] { SideId(0) } else { SideId(1) };
            battle.resource_mut::<SequenceOfPlay>().chooses = Some(higher);
            return false;
        }
    }
}

//! Passing (FF-5.2), and giving the battle up (FF-16.3).

use crate::{
    book::verbs,
    evaluation::family::{Chapter, Handler},
    state::{phase::Phase, sequence_of_play::change, view::FuryView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    orders::{Order, Verb},
    procedure::{Found, plainly},
    turn::BattleMut,
};

/// The handler of a pass in a phase: whether it is allowed, and what follows.
pub fn passes(phase: Phase, check: fn(&FuryView, &Order) -> Found<()>, then: fn(&mut BattleMut)) -> Handler {
    let resolve = move |battle: &mut BattleMut, order: &Order, (): ()| {
        let text = format!("The {} pass", battle.view().side_named(order.side).short);
        battle.detail(Some(order.side), EventKind::Note, RuleId::new("FF-5.2"), text, Explained::default());
        then(battle);
    };
    Handler::new(verbs::PASS, check, resolve).during([phase])
}

/// The chapter of the answers that are possible in every phase.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("passing");
    chapter.verbs = vec![
        Verb::new(verbs::PASS, "Pass", "Do no more in this step", 'E', "FF-5.2"),
        Verb::new(verbs::CONCEDE, "Concede", "Give the battle up", 'X', "FF-16.3").gives_up(),
    ];
    chapter.handlers = vec![
        Handler::new(
            verbs::CONCEDE,
            |_, _| plainly("The battle is given up", ()),
            |battle, order, ()| {
                change(battle, |play| play.conceded = Some(order.side));
            },
        )
        .worth(|_, _| Explained::base("FF-16.3", "defeat", -100.0)),
    ];
    chapter
}

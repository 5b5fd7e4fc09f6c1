//! Defensive and offensive fire (FF-8.1), and fire at an enemy that passes (FF-8.16).

use super::{passing::passes, sequence::next_step};
use crate::{
    book::verbs,
    charge::moves,
    evaluation::family::{Chapter, Handler, Question},
    fire::{passing, volley},
    state::{
        phase::Phase,
        sequence_of_play::{Step, change},
        view::FuryView,
    },
};
use grapeshot_floor::{
    forces::SideId,
    orders::{ArgumentKind as A, Verb},
    procedure::{self, plainly},
    turn::{Ask, Awaiting, BattleMut},
};

/// The chapter of fire.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("fire");
    chapter.verbs = vec![
        Verb::new(
            verbs::SHOOT,
            "Fire",
            "Fire at an enemy with all stands that may, or with those named",
            'S',
            "FF-8.14",
        )
        .needs(&[A::Target])
        .takes(&[A::Pieces]),
    ];
    chapter.handlers = vec![
        Handler::new(verbs::SHOOT, |ff, order| ff.check_shoot(order), volley::resolve_shoot)
            .worth(|mind, order| mind.worth_of_fire(order)),
        passes(
            Phase::PassingFire,
            |ff, order| plainly(format!("The {} keep their shots", ff.view.side_named(order.side).short), ()),
            |battle| change(battle, |play| play.under_way.iter_mut().for_each(|way| way.answered = true)),
        ),
    ];
    chapter.questions = vec![Question::new(
        Phase::PassingFire,
        ("pass_through", "whether to fire at an enemy who passes", "FF-8.16"),
        |ff, play| Awaiting::one(ff.ask_pass_through(play.phasing.other())),
        |mind, ask, _| mind.answers_to_pass_through(ask),
    )];
    chapter.phases = vec![procedure::Phase::new(Phase::PassingFire, "pass_enemies", pass_enemies)];
    for step in [Step::DefensiveFire, Step::OffensiveFire] {
        let phase = Phase::At(step);
        chapter.handlers.push(passes(phase, |_, _| plainly("No more fire in this step", ()), next_step));
        chapter.questions.push(Question::new(
            phase,
            ("fire", "at which enemy stands fire", "FF-8.14"),
            |ff, _| ff.firing_side().map(|side| Awaiting::one(ff.ask_fire(side))).unwrap_or_default(),
            |mind, ask, all| mind.answers_to_fire(ask, all),
        ));
        chapter.phases.push(procedure::Phase::new(phase, "fire", fire));
    }
    chapter
}

impl FuryView<'_> {
    /// FF-8.14: asks which units of a side fire, and at which targets.
    fn ask_fire(&self, side: SideId) -> Ask {
        let question = format!("At whom do the {} fire?", self.view.side_named(side).short);
        let able = self.units_of(side).filter(|unit| !self.targets_of(*unit).is_empty());
        Ask::new("fire", side, "FF-8.14", question, [verbs::SHOOT, verbs::PASS])
            .pick(able.flat_map(|unit| self.stands(unit)))
            .go_on(verbs::PASS)
            .ending("No more fire")
    }

    /// FF-8.16: asks whether a side fires at an enemy that passes.
    fn ask_pass_through(&self, side: SideId) -> Ask {
        let way = self.play().under_way.as_ref();
        let passes = way.map_or("The enemy", |way| self.name(way.unit));
        let able = way.iter().flat_map(|way| &way.by).flat_map(|unit| self.stands(*unit));
        Ask::new("pass_through", side, "FF-8.16", format!("{passes} passes. Fire now?"), [verbs::SHOOT, verbs::PASS])
            .pick(able)
            .go_on(verbs::PASS)
            .ending("Hold fire")
    }
}

/// FF-8.1: lets a side fire as long as it may.
fn fire(battle: &mut BattleMut) -> bool {
    let ff = FuryView::of(battle.view());
    let able = ff.firing_side().is_some_and(|side| !ff.open_targets(side).is_empty());
    if !able {
        next_step(battle);
    }
    !able
}

/// FF-8.16: lets a unit that is halted on its way go on when enemies have fired, or keep their shots.
fn pass_enemies(battle: &mut BattleMut) -> bool {
    let ff = FuryView::of(battle.view());
    let Some(way) = ff.play().under_way.clone() else { return true };
    if !way.answered && !ff.open_targets(ff.play().phasing.other()).is_empty() {
        return false;
    }
    let charges = way.charges.then_some(way.unit);
    passing::go_on(battle, way);
    if let Some(unit) = charges {
        moves::arrive(battle, unit);
    }
    true
}

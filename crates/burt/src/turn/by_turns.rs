//! SB-2.2: the steps in which the sides act by turns, one unit each, until both have passed.

use std::any::Any;

use super::steps::{self, next_step, tell_step};
use crate::{
    book::{
        values::{Officer, Work},
        verbs,
    },
    evaluation::family::{Answers, Chapter, Handler, Napoleonic, Question},
    state::{
        phase::Phase,
        sequence_of_play::{SequenceOfPlay, Step},
        view::BurtView,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::{Order, Verb, VerbId},
    procedure::{self, Found, plainly},
    shared::refuse,
    turn::{Ask, Awaiting, BattleMut},
};

/// A step in which the sides act by turns.
pub struct Acts {
    /// The step in the turn.
    pub step: Step,
    /// The name of its system.
    pub name: &'static str,
    /// The kind of its question, what it asks, in a line, and its rule.
    pub kind: (&'static str, &'static str, &'static str),
    /// The question, and the side that is asked.
    pub ask: fn(&BurtView, &SequenceOfPlay) -> Awaiting,
    /// The answers that the computer thinks of.
    pub answers: Answers,
    /// The procedure that ends the step.
    pub ends: fn(&mut BattleMut),
}

impl Acts {
    /// Adds it to a chapter.
    pub fn add(self, chapter: &mut Chapter) {
        chapter.questions.push(Question::new(Phase::At(self.step), self.kind, self.ask, self.answers));
        chapter.phases.push(phase(self.step, self.name, self.ends));
    }
}

/// The handler of what a unit does in its side's turn to act, after which the other side is next.
pub fn act<T: Any + Clone + Send + Sync>(
    verb: VerbId,
    check: fn(&BurtView, &Order) -> Found<T>,
    resolve: fn(&mut BattleMut, &Order, T),
) -> Handler {
    Handler::new(verb, check, move |battle, order, found| {
        resolve(battle, order, found);
        if let Some(piece) = order.pieces.first() {
            let unit = battle.view().unit_of(*piece);
            acted(battle, unit);
        }
    })
}

/// The chapter of the pass, which is possible in all these steps.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("passing");
    chapter.verbs = vec![Verb::new(verbs::PASS, "Pass", "Do no more in this step", 'E', "SB-2.2")];
    chapter.handlers = vec![Handler::new(verbs::PASS, check_pass, pass)];
    chapter
}

/// SB-2.2, SB-3.4: a pass is final, and not open to a side that must declare an assault.
fn check_pass(burt: &BurtView, order: &Order) -> Found<()> {
    if burt.play().step == Step::Assaults
        && let Some(unit) = burt.must_declare(order.side)
    {
        return refuse("SB-3.4", format!("{} has ASSAULT orders and must declare", burt.name(unit)));
    }
    plainly("No more in this step", ())
}

/// SB-2.2: lets a side pass for the rest of the step. The line of the log says no more than that.
fn pass(battle: &mut BattleMut, order: &Order, (): ()) {
    let text = format!("The {} pass", battle.view().side_named(order.side).short);
    battle.detail(Some(order.side), EventKind::Note, RuleId::new("SB-2.2"), text, Explained::default());
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.passed[order.side.index()] = true;
    play.acting = order.side.other();
}

impl BurtView<'_> {
    /// SB-2.2: the question for one unit of the side that acts next, or a pass. The question names the units that
    /// everybody knows might act, so that it gives no chit away.
    pub fn ask_act(&self, kind: &'static str, rule: &'static str, question: &str, verbs: &[VerbId]) -> Awaiting {
        let side = self.play().acting;
        let question = question.replace("{}", &self.view.side_named(side).short);
        let verbs: Vec<VerbId> = verbs.iter().cloned().chain([verbs::PASS]).collect();
        let able: Vec<UnitId> = self.public().able(side);
        let ask = Ask::new(kind, side, rule, question, verbs)
            .pick(able.into_iter().map(|unit| self.piece(unit)))
            .go_on(verbs::PASS);
        Awaiting::one(ask)
    }
}

/// The phase of such a step. Which side is asked follows from what everybody knows, so that it gives no chit away.
fn phase(step: Step, name: &'static str, ends: fn(&mut BattleMut)) -> procedure::Phase<Napoleonic> {
    steps::phase(Phase::At(step), name, move |battle| {
        let play = battle.view().resource::<SequenceOfPlay>();
        let (acting, passed) = (play.acting, play.passed);
        if passed == [true, true] {
            let from = battle.view().log().len();
            ends(battle);
            tell_step(battle, step, from, true);
            next_step(battle);
            return true;
        }
        let side = if passed[acting.index()] { acting.other() } else { acting };
        if BurtView::of(battle.view()).public().able(side).is_empty() {
            battle.resource_mut::<SequenceOfPlay>().passed[side.index()] = true;
            return true;
        }
        battle.resource_mut::<SequenceOfPlay>().acting = side;
        false
    })
}

/// Notes that a unit has acted; the other side is next.
fn acted(battle: &mut BattleMut, unit: UnitId) {
    if battle.view().get_unit_part::<Officer>(unit).is_some() {
        battle.unit_mut::<Officer>(unit).acted = true;
    } else {
        battle.unit_mut::<Work>(unit).acted = true;
    }
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.acting = play.acting.other();
}

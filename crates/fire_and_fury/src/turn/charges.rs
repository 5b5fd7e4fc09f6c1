//! How charges are declared (FF-10.1), answered in haste (FF-5.13), go in (FF-5.2) and are fought out (FF-10.5).

use super::{passing::passes, sequence::next_step};
use crate::{
    book::{formations::Side, values::Effect, verbs},
    charge::{
        combat, declare,
        hasty::{self, Hasty},
        moves,
        sequels::{self, Chosen},
    },
    evaluation::family::{Chapter, Handler, Question},
    state::{
        phase::Phase,
        sequence_of_play::{Charge, SequenceOfPlay, Step},
        view::FuryView,
    },
};
use grapeshot_floor::{
    forces::{SideId, UnitId},
    orders::{ArgumentKind as A, Order, Verb},
    procedure::{self, Found, plainly},
    turn::{Ask, Awaiting, BattleMut},
};

/// FF-6.4, FF-10.4: the kinds of charges, each with its label.
const CHARGES: [(&str, &str); 4] = [
    ("cold_steel", "with cold steel"),
    ("fire", "with fire"),
    ("cold_steel_disordered", "with cold steel, a full move in disorder"),
    ("fire_disordered", "with fire, a full move in disorder"),
];

/// The chapter of charges.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("charges");
    chapter.verbs = verbs_of_charges();
    let [charges, hasty, moves, combats] =
        [Step::Charges, Step::Hasty, Step::ChargeMoves, Step::Combats].map(Phase::At);
    chapter.handlers = vec![
        Handler::new(verbs::CHARGE, check_charge, declare::resolve_charge)
            .worth(|mind, order| mind.worth_of_charge(order)),
        Handler::new(verbs::REACT, check_react, hasty::resolve_react),
        Handler::new(verbs::GO, |ff, order| ff.check_go_in(order), moves::resolve_go).during([moves]),
        Handler::new(verbs::GO, |ff, order| ff.check_fight(order), combat::resolve_fight).during([combats]),
        Handler::new(verbs::DECIDE, |ff, order| ff.check_sequel(order), sequels::resolve_sequel)
            .during([Phase::Aftermath]),
        passes(charges, |_, _| plainly("No more charges", ()), next_step),
        passes(hasty, |_, _| plainly("No more hasty maneuvers", ()), next_step),
        passes(moves, |_, _| plainly("Nobody else follows a charge", ()), next_step),
    ];
    chapter.questions = vec![
        Question::new(
            charges,
            ("declare", "which unit charges which enemy", "FF-10.1"),
            |ff, play| Awaiting::one(ff.ask_declare(play.phasing)),
            |mind, ask, all| mind.answers_to_declare(ask, all),
        ),
        Question::new(
            hasty,
            ("hasty", "what the charged do in haste", "FF-5.13"),
            |ff, play| Awaiting::one(ff.ask_hasty(play.phasing.other())),
            |mind, ask, _| mind.answers_to_hasty(ask),
        ),
        Question::new(
            moves,
            ("go", "which charge goes in next", "FF-5.2"),
            |ff, play| Awaiting::one(ff.ask_go(play.phasing)),
            |mind, ask, _| mind.answers_by_piece(ask),
        ),
        Question::new(
            combats,
            ("combat", "which charge combat is fought next", "FF-10.5"),
            |ff, play| Awaiting::one(ff.ask_combat(play.phasing)),
            |mind, ask, _| mind.answers_by_piece(ask),
        ),
        Question::new(
            Phase::Aftermath,
            ("winner", "what a unit does whose combat is over", "FF-10.10"),
            |ff, play| ff.ask_sequel(play),
            |mind, ask, _| mind.answers_by_piece(ask),
        ),
    ];
    chapter.phases = vec![
        procedure::Phase::new(charges, "declare_charges", declarations),
        procedure::Phase::new(hasty, "answer_in_haste", hasty_maneuvers),
        procedure::Phase::new(moves, "charges_go_in", charge_moves),
        procedure::Phase::new(combats, "fight_combats", fight_combats),
        procedure::Phase::new(Phase::Aftermath, "go_on_after_a_combat", go_on),
    ];
    chapter
}

fn verbs_of_charges() -> Vec<Verb> {
    vec![
        Verb::new(verbs::CHARGE, "Charge", "Declare a charge on an enemy unit", 'C', "FF-10.1")
            .needs(&[A::Pieces, A::Target])
            .takes(&[A::FreePath, A::Choice])
            .meaning(&[
                (A::FreePath, "the way of a storming column through a defile"),
                (A::Choice, "cold_steel, or fire; with _disordered after it for a full move in disorder"),
            ]),
        Verb::new(verbs::REACT, "React", "Answer a charge in haste", 'R', "FF-5.13")
            .needs(&[A::Pieces, A::Choice])
            .takes(&[A::TargetUnit])
            .meaning(&[
                (
                    A::Choice,
                    "square, countercharge, evade or shelter; after square and a colon the sides that get odd stands",
                ),
                (A::TargetUnit, "the friend behind which the unit shelters that evades"),
            ]),
        Verb::new(
            verbs::GO,
            "Go",
            "The charge goes in, a unit follows to support it, or its combat is fought",
            'G',
            "FF-10.2",
        )
        .needs(&[A::Pieces])
        .takes(&[A::BodyPath, A::Choice])
        .meaning(&[
            (A::BodyPath, "the way of the charge; the rules lay the shortest if none is named"),
            (A::Choice, "follow or stop, if the target has evaded; disordered, if a unit supports by a full move"),
        ]),
    ]
}

/// The plan of a charge, with the chances of its combat and of the fire before it.
fn check_charge(ff: &FuryView, order: &Order) -> Found<Charge> {
    let (mut plan, charge) = ff.check_charge(order)?;
    if let Some(outlook) = ff.outlook_of_charge(&charge) {
        (plan.odds, plan.outcomes, plan.outlooks) = (outlook.odds, outlook.outcomes, outlook.outlooks);
    }
    Ok((plan, charge))
}

/// The plan of a hasty maneuver, with the chances of its combat and of the fire before it.
fn check_react(ff: &FuryView, order: &Order) -> Found<(UnitId, Hasty)> {
    let (mut plan, (unit, hasty)) = ff.check_react(order)?;
    plan.outlooks = ff.outlook_in_haste(unit, Some(&hasty)).into_iter().collect();
    Ok((plan, (unit, hasty)))
}

impl FuryView<'_> {
    /// FF-10.1: asks which units charge, and at which targets.
    fn ask_declare(&self, side: SideId) -> Ask {
        let question = format!("Which units of the {} charge?", self.view.side_named(side).short);
        let able = self.able_to_charge(side);
        Ask::new("declare", side, "FF-10.1", question, [verbs::CHARGE, verbs::PASS])
            .pick(able.iter().flat_map(|unit| self.stands(*unit)))
            .choices(self.kinds_of_charge(&able))
            .go_on(verbs::PASS)
            .ending("No more charges")
    }

    /// FF-10.4, FF-6.4: the kinds of charges that some units choose from.
    pub fn kinds_of_charge(&self, units: &[UnitId]) -> impl Iterator<Item = (&'static str, &'static str)> {
        let tardy = units.iter().any(|unit| self.work(*unit).effect.is_some_and(Effect::is_tardy));
        CHARGES.into_iter().filter(move |(word, _)| !word.ends_with("_disordered") || tardy)
    }

    /// FF-5.13: asks what the charged units do in haste.
    fn ask_hasty(&self, side: SideId) -> Ask {
        let question = format!("What do the {} do in haste?", self.view.side_named(side).short);
        let odd = |unit: &UnitId| self.hasty_choices(*unit).contains(&"square") && self.has_odd_sides(*unit);
        let squares = self.may_react().iter().any(odd);
        let sides = Side::CHOICES.into_iter().filter(|_| squares);
        let sides = sides.map(|(word, label)| (format!("square:{word}"), format!("form square, {label}")));
        Ask::new("hasty", side, "FF-5.13", question, [verbs::REACT, verbs::PASS])
            .pick(self.may_react().into_iter().flat_map(|unit| self.stands(unit)))
            .choices(Hasty::CHOICES.into_iter().map(|(word, label)| (word.to_owned(), label.to_owned())).chain(sides))
            .go_on(verbs::PASS)
            .ending("No more in haste")
    }

    /// FF-5.2: asks which charge goes in next, and which units follow to support it.
    fn ask_go(&self, side: SideId) -> Ask {
        let to_go = self.still_to_go();
        let all = to_go.is_empty();
        let question = if all { "Who follows to support a charge?" } else { "Which charge goes in next?" };
        let follow = self.still_to_follow().into_iter().map(|(unit, _)| unit);
        let able: Vec<_> = to_go.into_iter().chain(follow).flat_map(|unit| self.stands(unit)).collect();
        let verbs = if all { vec![verbs::GO, verbs::PASS] } else { vec![verbs::GO] };
        let ask = Ask::new("go", side, "FF-5.2", question, verbs).pick(able).choices([
            ("follow", "go on after the evader"),
            ("stop", "stop where the evader stood"),
            ("disordered", "follow in disorder"),
        ]);
        if all { ask.go_on(verbs::PASS).ending("Nobody more follows") } else { ask }
    }

    /// FF-10.5: asks which combat is fought next.
    fn ask_combat(&self, side: SideId) -> Ask {
        let able = self.combats().into_iter().flat_map(|combat| combat.attackers);
        let able = able.flat_map(|unit| self.stands(unit));
        Ask::new("combat", side, "FF-10.5", "Which charge combat is fought next?", [verbs::GO]).pick(able)
    }

    /// FF-10.10 to FF-10.15: asks how a unit goes on whose combat is over.
    fn ask_sequel(&self, play: &SequenceOfPlay) -> Awaiting {
        let Some(over) = play.aftermath.first() else { return Awaiting::default() };
        let sequels = self.sequels_of(over);
        let what: Vec<&str> = sequels.iter().map(|sequel| sequel.label()).collect();
        let question = format!("Does {} {}?", self.name(over.unit), what.join(" or "));
        let ask = Ask::new("winner", self.side(over.unit), "FF-10.10", question, [verbs::DECIDE])
            .about(over.unit, self.stands(over.unit))
            .choices(sequels.iter().map(|sequel| (sequel.word(), sequel.label())));
        Awaiting::one(ask)
    }
}

/// FF-10.1: lets charges be declared as long as a unit may charge.
fn declarations(battle: &mut BattleMut) -> bool {
    let ff = FuryView::of(battle.view());
    let able = !ff.able_to_charge(ff.play().phasing).is_empty();
    if !able {
        next_step(battle);
    }
    !able
}

/// FF-5.13: lets the other player answer the charges as long as he may.
fn hasty_maneuvers(battle: &mut BattleMut) -> bool {
    let ff = FuryView::of(battle.view());
    let may = !ff.play().charges.is_empty() && !ff.may_react().is_empty();
    if !may {
        next_step(battle);
    }
    !may
}

/// FF-5.2: moves countercharges; then the charges go in and are followed, as the phasing player says.
fn charge_moves(battle: &mut BattleMut) -> bool {
    if moves::countercharge(battle) {
        return true;
    }
    let ff = FuryView::of(battle.view());
    let done = ff.still_to_go().is_empty() && ff.still_to_follow().is_empty();
    if done {
        next_step(battle);
    }
    done
}

/// FF-10.5: fights combats; if there are several, the phasing player says which is next.
fn fight_combats(battle: &mut BattleMut) -> bool {
    let mut combats = FuryView::of(battle.view()).combats();
    match combats.len() {
        0 => next_step(battle),
        1 => combat::fight(battle, combats.remove(0)),
        _ => return false,
    }
    true
}

/// FF-10.10: lets a unit that has fought go on; its owner says how if it has a choice.
fn go_on(battle: &mut BattleMut) -> bool {
    let ff = FuryView::of(battle.view());
    let Some(over) = ff.play().aftermath.first().cloned() else { return true };
    let sequels = ff.sequels_of(&over);
    let asked = sequels.len() > 1 && ff.present(over.unit) && !ff.values(over.unit).is_broken();
    if !asked {
        let sequel = sequels[0];
        sequels::settle(battle, &Chosen { aftermath: over, sequel, way: Vec::new() });
    }
    !asked
}

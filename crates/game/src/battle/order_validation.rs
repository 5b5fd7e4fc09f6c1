//! What is asked of every order before the ruleset looks at it, so that a ruleset never meets an id of another
//! battle, an argument it does not know, or a number that is none.

use std::collections::BTreeSet;

use super::Battle;
use grapeshot_floor::{
    events::RuleId,
    forces::PieceId,
    orders::{ArgumentKind, Leg, Order, Refusal, Verb},
    turn::Ask,
};

/// The most legs of a path.
const MOST_LEGS: usize = 256;
/// The farthest a coordinate or length may lie from 0, in inches: far beyond any table.
const FARTHEST: f32 = 10_000.0;
/// The longest word of a choice.
const LONGEST_WORD: usize = 128;

/// Why an order makes no sense in this battle now.
pub(super) enum Fault {
    /// It is no answer to the question that is asked now.
    Untimely(Refusal),
    /// No rule would ever look at it.
    Malformed(Refusal),
}

impl Fault {
    /// The refusal, whatever the fault.
    pub(super) fn refusal(self) -> Refusal {
        match self {
            Self::Untimely(refusal) | Self::Malformed(refusal) => refusal,
        }
    }
}

/// Whether an order makes sense in this battle now.
///
/// # Errors
/// A refusal with the rule of the question that it should answer.
pub(super) fn check(battle: &Battle, order: &Order) -> Result<(), Fault> {
    let ask = asked(battle, order).map_err(Fault::Untimely)?;
    let refusal = |reason: String| Refusal::new(ask.rule.clone(), reason);
    let malformed = |reason: String| Fault::Malformed(refusal(reason));
    let known = battle.vocabulary().verb(&order.verb);
    let Some(verb) = known.filter(|verb| ask.verbs.contains(&verb.id)) else {
        if let Some(refusal) = battle.rules().untimely(&battle.view_of(order.side), order) {
            return Err(Fault::Untimely(refusal));
        }
        let verbs: Vec<&str> = ask.verbs.iter().map(|verb| verb.0.as_str()).collect();
        let reason = format!("{} does not answer this; the answers are {}", order.verb, verbs.join(", "));
        return Err(if known.is_some() { Fault::Untimely(refusal(reason)) } else { malformed(reason) });
    };
    check_ids(battle, order).map_err(malformed)?;
    check_arguments(order, verb).map_err(malformed)?;
    check_path(order).map_err(malformed)?;
    check_formations(battle, order).map_err(malformed)?;
    check_values(order, ask).map_err(|reason| Fault::Untimely(refusal(reason)))
}

/// The question that an order answers.
fn asked<'b>(battle: &'b Battle, order: &Order) -> Result<&'b Ask, Refusal> {
    if let Some(ask) = battle.awaiting().of(order.side) {
        return Ok(ask);
    }
    if let Some(outcome) = battle.outcome() {
        return Err(Refusal::new(outcome.rule.clone(), "the battle is over"));
    }
    let sides = battle.view().sides();
    match battle.awaiting().asks.first() {
        Some(ask) => {
            let asked = &sides.get(ask.side).short;
            let question = ask.as_known(&battle.view_of(order.side)).question;
            Err(Refusal::new(ask.rule.clone(), format!("it is for the {asked} to answer: {question}")))
        }
        None => Err(Refusal::new(RuleId::new("sequence of play"), "nobody is asked")),
    }
}

fn check_ids(battle: &Battle, order: &Order) -> Result<(), String> {
    let view = battle.view_of(order.side);
    if let Some(unit) = order.unit {
        if !view.knows_unit(unit) {
            return Err(format!("there is no {unit} in this battle"));
        }
        if view.side_of_unit(unit) != order.side {
            return Err(format!("{} is not of your side", view.unit(unit).name));
        }
    }
    for list in [&order.pieces, &order.also] {
        let mut seen = BTreeSet::<PieceId>::new();
        for piece in list.iter().copied() {
            if !view.knows_piece(piece) {
                return Err(format!("there is no {piece} in this battle"));
            }
            if view.side_of(piece) != order.side {
                return Err(format!("{} is not of your side", view.piece(piece).name));
            }
            if !seen.insert(piece) {
                return Err(format!("{} is named twice", view.piece(piece).name));
            }
        }
    }
    if let Some(piece) = order.target.filter(|piece| !view.knows_piece(*piece)) {
        return Err(format!("there is no {piece} in this battle"));
    }
    if let Some(unit) = order.target_unit.filter(|unit| !view.knows_unit(*unit)) {
        return Err(format!("there is no {unit} in this battle"));
    }
    Ok(())
}

/// The arguments an order carries, each with the kinds of argument that allow it.
fn carried(order: &Order) -> [(bool, &'static [ArgumentKind], &'static str); 9] {
    use ArgumentKind as Kind;
    let free = order.path.iter().all(|leg| matches!(leg, Leg::To(_) | Leg::Climb(_)));
    let path: &'static [Kind] = if free { &[Kind::FreePath, Kind::Place, Kind::BodyPath] } else { &[Kind::BodyPath] };
    [
        (!order.pieces.is_empty(), &[Kind::Pieces], "pieces"),
        (!order.also.is_empty(), &[Kind::Also], "pieces in a second role"),
        (order.target.is_some(), &[Kind::Target], "a target"),
        (order.target_unit.is_some(), &[Kind::TargetUnit], "a unit as target"),
        (!order.path.is_empty(), path, if free { "a path" } else { "a path of marches and turns" }),
        (order.heading.is_some(), &[Kind::Heading], "a heading"),
        (order.formation.is_some(), &[Kind::Formation], "a formation"),
        (order.choice.is_some(), &[Kind::Choice, Kind::Bend], "a choice"),
        (order.number.is_some(), &[Kind::Number], "a number"),
    ]
}

fn check_arguments(order: &Order, verb: &Verb) -> Result<(), String> {
    for (given, kinds, name) in carried(order) {
        let known = |list: &[ArgumentKind]| list.iter().any(|kind| kinds.contains(kind));
        if given && !known(verb.needs) && !known(verb.takes) {
            return Err(format!("{} does not take {name}", verb.label));
        }
        if !given && known(verb.needs) {
            return Err(format!("{} needs {name}", verb.label));
        }
    }
    Ok(())
}

fn check_path(order: &Order) -> Result<(), String> {
    if order.path.len() > MOST_LEGS {
        return Err(format!("a path has at most {MOST_LEGS} legs"));
    }
    let sound = |number: f32| number.is_finite() && number.abs() <= FARTHEST;
    for leg in &order.path {
        let sound = match leg {
            Leg::To(point) => sound(point.x) && sound(point.y),
            Leg::March { inches, aside } => sound(*inches) && sound(*aside),
            Leg::Wheel { degrees, .. } => sound(*degrees),
            Leg::AboutFace | Leg::Form(_) | Leg::Climb(_) => true,
        };
        if !sound {
            return Err("the path goes beyond any table".into());
        }
    }
    match order.heading {
        Some(heading) if !sound(heading.0) => Err("the heading is no angle".into()),
        _ => Ok(()),
    }
}

fn check_formations(battle: &Battle, order: &Order) -> Result<(), String> {
    for leg in &order.path {
        if let Leg::Wheel { about: Some(piece), .. } = leg
            && !battle.view_of(order.side).knows_piece(*piece)
        {
            return Err(format!("there is no {piece} in this battle"));
        }
    }
    let on_the_way = order.path.iter().filter_map(|leg| match leg {
        Leg::Form(formation) => Some(formation),
        _ => None,
    });
    for formation in on_the_way.chain(&order.formation) {
        if battle.vocabulary().formation(formation).is_none() {
            return Err(format!("there is no formation called {formation:.128}"));
        }
    }
    Ok(())
}

fn check_values(order: &Order, ask: &Ask) -> Result<(), String> {
    if let Some(choice) = &order.choice {
        if choice.len() > LONGEST_WORD {
            return Err("no choice has so long a name".into());
        }
        if !ask.choices.is_empty() && !ask.choices.iter().any(|(word, _)| word == choice) {
            let words: Vec<&str> = ask.choices.iter().map(|(word, _)| word.as_str()).collect();
            return Err(format!("{choice} is not among the choices {}", words.join(", ")));
        }
    }
    if let Some(number) = order.number {
        if !number.is_finite() || number.abs() > FARTHEST {
            return Err("the number is none that could be meant".into());
        }
        if let Some((least, most)) = ask.numbers.filter(|(least, most)| number < *least || number > *most) {
            return Err(format!("the number must be between {least} and {most}"));
        }
    }
    Ok(())
}

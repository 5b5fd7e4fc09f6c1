//! The lists of the manual: steps, orders, values, and of each ruleset verbs, questions, streams, cards and state.

use std::fmt::Write;

use super::{
    expectations::{event_kinds, plan_shape},
    file::{LEGS, ORDER, STEPS},
};
use crate::battle::{Plugins, simulation_world};
use grapeshot_floor::{
    files::shape::Shape,
    orders::{ArgumentKind, Verb},
    turn::{BattleStates, Draws, Rulebook, Rulebooks, StateShape, Vocabulary},
};

/// All lists of the manual, as Markdown.
pub fn manual(plugins: Plugins) -> String {
    let mut text = String::new();
    steps(&mut text);
    looks(&mut text);
    let world = simulation_world(plugins);
    for book in world.resource::<Rulebooks>().iter() {
        ruleset(&mut text, book);
    }
    states(&mut text, world.resource::<BattleStates>());
    text
}

fn steps(text: &mut String) {
    text.push_str("## Steps\n");
    for form in &STEPS {
        let _ = write!(text, "\n### `{}`\n{}\n\n", form.word, form.hint);
        if std::ptr::eq(form.shape, &ORDER) && form.word != "order" {
            text.push_str("Its fields are those of `order`.\n");
        } else {
            fields(text, form.shape);
        }
    }
    text.push_str("\n### Parts of a way\nA `path` is a list of these:\n\n");
    for (leg, meaning) in LEGS {
        let _ = writeln!(text, "- `{leg}`: {meaning}");
    }
}

fn fields(text: &mut String, shape: &Shape) {
    text.push_str("| Field | Holds | Means |\n|---|---|---|\n");
    for field in shape.fields {
        let must = if field.required { " (needed)" } else { "" };
        let _ = writeln!(text, "| `{}`{must} | {} | {} |", field.name, cell(&field.kind.expected()), cell(field.hint));
    }
}

fn looks(text: &mut String) {
    text.push_str("\n## Events\nEvery event has `step`, `turn`, `side`, `text`, `rule`, `explained` (a list of `modifiers`, each with `rule`, `label` and `amount`), `detail`, and where they mean something `trial` and `known_to`. Besides it has one of these:\n\n");
    for (kind, shape) in event_kinds() {
        let _ = writeln!(text, "- `{kind}`: `{}`", shape.told());
    }
    text.push_str("\n## Plans\n");
    if let StateShape::Record(fields) = plan_shape() {
        text.push_str("A plan has these fields:\n\n");
        for (name, shape) in fields {
            let _ = writeln!(text, "- `{name}`: `{}`", shape.told());
        }
    }
}

fn ruleset(text: &mut String, book: &Rulebook) {
    let words = &book.vocabulary;
    let _ = write!(text, "\n## {}\nIts id is `{}`.\n\n### Verbs of {}\n", book.title, book.id, book.title);
    text.push_str("| Verb | Does | Needs | May have |\n|---|---|---|---|\n");
    for verb in &words.verbs {
        let told = |kinds: &[ArgumentKind]| {
            let kinds: Vec<String> = kinds.iter().map(|kind| argument(verb, *kind)).collect();
            cell(&kinds.join("; "))
        };
        let _ = writeln!(
            text,
            "| `{}` | {} ({}) | {} | {} |",
            verb.id,
            cell(verb.hint),
            verb.rule,
            told(verb.needs),
            told(verb.takes)
        );
    }
    let _ = write!(text, "\n### Questions of {}\n", book.title);
    for question in &words.questions {
        let _ = writeln!(text, "- `{}`: {} ({})", question.id, question.hint, question.rule);
    }
    streams(text, book.title, words);
    let list = |words: Vec<String>| words.join(", ");
    let marks = words.marks.iter().map(|mark| format!("`{}` ({})", mark.id.0, mark.label)).collect();
    let _ = write!(text, "\n### Markers of {}\n{}\n", book.title, list(marks));
    let formations = words.formations.iter().map(|formation| format!("`{}`", formation.id)).collect();
    let _ = write!(text, "\n### Formations of {}\n{}\n", book.title, list(formations));
}

/// An argument as the field of an order, with what it means.
fn argument(verb: &Verb, kind: ArgumentKind) -> String {
    let of = match kind {
        ArgumentKind::FreePath | ArgumentKind::Place => " of `to` and `climb`",
        ArgumentKind::BodyPath => " of marches and turns",
        ArgumentKind::Steps => " with `form` among them",
        ArgumentKind::Commander => " that gives it",
        _ => "",
    };
    match verb.meaning_of(kind) {
        Some(meaning) => format!("`{}`{of}: {meaning}", kind.field()),
        None => format!("`{}`{of}", kind.field()),
    }
}

fn streams(text: &mut String, title: &str, words: &Vocabulary) {
    let _ = write!(text, "\n### Streams of chance of {title}\n");
    for stream in &words.streams {
        let name = if stream.by_side { format!("{} SIDE", stream.id) } else { stream.id.to_string() };
        let draws = match &stream.draws {
            Draws::Dice(faces) => format!("dice with {faces} faces"),
            Draws::Cards(deck) => format!("cards of the {deck} deck"),
        };
        let _ = writeln!(text, "- `{name}`: {draws}; {}", stream.hint);
    }
    for deck in &words.decks {
        let ids: Vec<&str> = deck.cards.iter().map(|(id, _)| id.as_str()).collect();
        let ids = match ids.as_slice() {
            [first, .., last] if ids.len() > 20 => format!("`{first}` to `{last}`"),
            ids => ids.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", "),
        };
        let fields: Vec<String> = deck
            .cards
            .first()
            .into_iter()
            .flat_map(|(_, face)| face.0.keys())
            .map(|name| format!("`{name}`"))
            .collect();
        let _ = write!(text, "\nThe cards of the {} deck are {ids}; on them stand {}.\n", deck.id, fields.join(", "));
    }
}

fn states(text: &mut String, states: &BattleStates) {
    text.push_str("\n## State\nWhat a script may look at with `expect`, and set where it does not come from the scenario. `@unit`, `@piece` and `@side` stand for a name or an id.\n\n");
    for state in states.iter() {
        let of = if state.component { "of a unit or piece" } else { "of the battle" };
        let _ = writeln!(text, "- `{}` ({of}): `{}`", state.name, (state.shape)().told());
    }
}

/// A text that may stand in a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

//! The terms of a scenario that its ruleset does not play.

use super::{
    node::{Form, Name, Node},
    problem::Problem,
};
use grapeshot_floor::turn::{Rulebook, Unplayed};

/// Says every term that the ruleset does not play, with what to do instead.
pub fn refuse(root: &Node, book: &Rulebook, problems: &mut Vec<Problem>) {
    for unplayed in &book.vocabulary.unplayed {
        let way: Vec<&str> = unplayed.term.split(": ").collect();
        refuse_below(root, &way, (book, unplayed), problems);
    }
}

/// Goes on from a value along the fields that lead to the term, through every entry of lists on the way.
fn refuse_below(node: &Node, way: &[&str], found: (&Rulebook, &Unplayed), problems: &mut Vec<Problem>) {
    let Some((first, rest)) = way.split_first() else { return };
    for item in node.items() {
        refuse_below(item, way, found, problems);
    }
    for (name, value) in node.fields().iter().filter(|(name, _)| name.text == *first) {
        match rest {
            [] if !says_nothing(value) => problems.push(refusal(name, first, found)),
            [word] if value.as_text() == Some(word) => {
                problems.push(refusal(name, &format!("{first}: {word:?}"), found));
            }
            _ => refuse_below(value, rest, found, problems),
        }
    }
}

/// Whether a value says no more than to leave it out would.
fn says_nothing(value: &Node) -> bool {
    match &value.form {
        Form::Flag(flag) => !flag,
        Form::List(items) => items.is_empty(),
        _ => false,
    }
}

fn refusal(name: &Name, term: &str, (book, unplayed): (&Rulebook, &Unplayed)) -> Problem {
    Problem::at(name.span.clone(), format!("`{term}` has no meaning in {}", book.title))
        .label("without effect")
        .help(unplayed.instead)
}

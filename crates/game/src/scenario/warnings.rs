//! What can be played and not be read: names that are too long for their place, letters that no font has.

use super::{
    node::{Form, Node},
    problem::{Problem, Problems},
    text,
};
/// Letters of the longest short name that has room on tags and in lists.
const SHORT: usize = 16;

/// What should be otherwise in the text of a scenario with which nothing is wrong, if anything should; the name stands in
/// the messages, `has` says of a letter whether it can be shown.
pub fn warnings(name: &str, text: &str, has: fn(char) -> bool) -> Option<Problems> {
    let root = text::parse_either(text, &mut Vec::new())?;
    let mut found = Vec::new();
    look_at(&root, "", has, &mut found);
    (!found.is_empty()).then(|| Problems::new(name, text, found).as_warnings())
}

/// Looks at a value, which is that of a field unless its name is empty, and at all below it.
fn look_at(node: &Node, field: &str, has: fn(char) -> bool, found: &mut Vec<Problem>) {
    for (name, below) in node.fields() {
        look_at(below, &name.text, has, found);
    }
    for below in node.items() {
        look_at(below, "", has, found);
    }
    let Form::Text(text) = &node.form else { return };
    let letters = text.chars().count();
    if field == "short" && letters > SHORT {
        let message = format!("the short name has {letters} letters");
        let help = format!("It is cut where there is room for {SHORT}.");
        found.push(Problem::at(node.head(), message).label("too long").help(help));
    }
    let mut missing: Vec<String> = Vec::new();
    for letter in text.chars().filter(|letter| !letter.is_whitespace() && !has(*letter)) {
        let shown = format!("{letter:?} (U+{:04X})", u32::from(letter));
        if !missing.contains(&shown) {
            missing.push(shown);
        }
    }
    if !missing.is_empty() {
        let message = format!("no font of the game has {}", missing.join(", "));
        let help = "They have the Latin, Greek and Cyrillic letters.";
        found.push(Problem::at(node.head(), message).label("shown with boxes in it").help(help));
    }
}

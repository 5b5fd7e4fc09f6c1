//! The text of a scenario file or script as a tree in which every value knows its place.
//!
//! What is RON or JSON and what is not, the crates `ron` and `serde_json` decide. They keep no places of values, though,
//! and stop at the first error, so the brackets are matched here first (which also bounds the nesting before they
//! recurse) and the tree is built here afterwards, without recursion.

use serde::de::IgnoredAny;
use std::ops::Range;

use super::{
    node::{Form, Name, Node},
    problem::Problem,
    read::Limit,
    token::{Token, never_closed, runaway, tokens},
};

/// Bytes of the longest line: a problem shows its line, and nobody could read a longer one.
const LONGEST_LINE: usize = 2000;
/// Bytes of the longest line of a JSON file, in which a text cannot go over several.
const LONGEST_JSON_LINE: usize = 10_000;

/// Brackets may lie this deep in each other; a scenario needs seven.
const DEEPEST: usize = 32;

/// The name in a JSON file under which editors find its schema.
const SCHEMA: &str = "$schema";

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Notation {
    Ron,
    /// Texts have the escapes of JSON, and two numbers in a list are a point.
    Json,
}

impl Notation {
    /// The notation of a text that may be in either: JSON begins with a brace.
    fn of(text: &str) -> Self {
        if text.trim_start().starts_with('{') { Self::Json } else { Self::Ron }
    }

    /// What is wrong with a text in this notation.
    fn misread(self, text: &str) -> Option<Problem> {
        match self {
            Self::Ron => ron::from_str::<IgnoredAny>(text).err().map(|error| misread(text, &error, "this is not RON")),
            Self::Json => serde_json::from_str::<IgnoredAny>(text).err().map(|error| misread_json(text, &error)),
        }
    }

    /// The content of a text in quotes.
    fn content(self, word: &str) -> String {
        match self {
            Self::Ron => ron::from_str(word).unwrap_or_default(),
            Self::Json => serde_json::from_str(word).unwrap_or_default(),
        }
    }

    /// What a list of values is.
    fn list(self, items: Vec<Node>) -> Form {
        let numbers = |items: &[Node]| items.iter().all(|item| matches!(item.form, Form::Number(_)));
        match self {
            Self::Json if items.len() == 2 && numbers(&items) => Form::Tuple(items),
            _ => Form::List(items),
        }
    }
}

/// Reads a text in RON into a tree, or says why it is not RON.
pub fn parse(text: &str, problems: &mut Vec<Problem>) -> Option<Node> {
    read(text, Notation::Ron, problems)
}

/// Reads a text in RON, or in JSON if it begins with a brace, into a tree, or says why it is neither. The place of its
/// schema, which a JSON text may name for editors, is left out.
pub fn parse_either(text: &str, problems: &mut Vec<Problem>) -> Option<Node> {
    let notation = Notation::of(text);
    let mut root = read(text, notation, problems)?;
    if let (Notation::Json, Form::Record(fields)) = (notation, &mut root.form) {
        fields.retain(|(name, value)| !(name.text == SCHEMA && matches!(value.form, Form::Text(_))));
    }
    Some(root)
}

fn read(text: &str, notation: Notation, problems: &mut Vec<Problem>) -> Option<Node> {
    let tokens = tokens(text, problems)?;
    if let Some(opened) = runaway(text, &tokens) {
        problems.push(never_closed(text, &tokens, opened));
        return None;
    }
    if !brackets_match(text, &tokens, problems) {
        return None;
    }
    if let Some(problem) = notation.misread(text) {
        problems.push(problem);
        return None;
    }
    tree(text, notation, &tokens, problems)
}

/// Why a text is nothing that a person could have meant as such a file, if it is not: there is no place to show then.
pub fn unfit(text: &str, limit: Limit) -> Option<Problem> {
    if text.len() as u64 > limit.bytes {
        let message = format!("is larger than {} can be, which has at most {} bytes", limit.what, limit.bytes);
        return Some(Problem::at(0..0, message));
    }
    if text.trim().is_empty() {
        return Some(Problem::at(0..0, "is empty").help("Copy one that comes with the game."));
    }
    let (most, help) = match Notation::of(text) {
        Notation::Ron => (LONGEST_LINE, "Break it into several lines; a text in quotes may go over several."),
        Notation::Json => (LONGEST_JSON_LINE, "Break it into several lines."),
    };
    let long = text.lines().position(|line| line.len() > most)?;
    Some(Problem::at(0..0, format!("line {} is longer than {most} bytes", long + 1)).help(help))
}

/// What `ron` says against a text, at its place.
pub fn misread(text: &str, error: &ron::error::SpannedError, what: &str) -> Problem {
    let start = offset(text, error.span.start.line, error.span.start.col);
    let end = offset(text, error.span.end.line, error.span.end.col).max(start);
    let problem = |said: String| Problem::at(start..end, format!("{what}: {said}")).label("here, or just before");
    match &error.code {
        // It takes a number where none can stand for a word that begins with a digit.
        ron::Error::SuggestRawIdentifier(word) if word.starts_with(|first: char| first.is_ascii_digit()) => {
            problem(format!("a name is expected, not {word}"))
                .help("Name the field it belongs to; the numbers of a point stand in brackets: (25, 26).")
        }
        code => problem(code.to_string()),
    }
}

/// What `serde_json` says against a text, at its place.
fn misread_json(text: &str, error: &serde_json::Error) -> Problem {
    let line = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    // It counts the bytes of the line up to the one that it stumbled over.
    let mut at = (line + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let end = text[at..].chars().next().map_or(at, |letter| at + letter.len_utf8());
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or_default();
    Problem::at(at..end, format!("this is not JSON: {said}")).label("here, or just before")
}

/// The byte of a line and column, both from 1, the column in characters.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start = match line.checked_sub(2) {
        None => 0,
        Some(breaks) => text.match_indices('\n').nth(breaks).map_or(text.len(), |(at, _)| at + 1),
    };
    text[start..].char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| start + at)
}

fn brackets_match(text: &str, tokens: &[(Token, Range<usize>)], problems: &mut Vec<Problem>) -> bool {
    let mut open: Vec<(u8, Range<usize>)> = Vec::new();
    for (token, span) in tokens {
        match token {
            Token::Open(bracket) => {
                open.push((*bracket, span.clone()));
                if open.len() > DEEPEST {
                    problems.push(
                        Problem::at(span.clone(), format!("brackets are nested more than {DEEPEST} deep"))
                            .label("this one is too deep"),
                    );
                    return false;
                }
            }
            Token::Close(bracket) => match open.pop() {
                Some((opened, _)) if partner(opened) == *bracket => {}
                Some((opened, from)) => {
                    let wanted = char::from(partner(opened));
                    problems.push(
                        Problem::at(span.clone(), format!("`{}` closes nothing here", char::from(*bracket)))
                            .label(format!("expected `{wanted}`"))
                            .also(from, "this bracket is still open"),
                    );
                    return false;
                }
                None => {
                    problems.push(
                        Problem::at(span.clone(), format!("`{}` closes nothing", char::from(*bracket)))
                            .label("no bracket is open here"),
                    );
                    return false;
                }
            },
            _ => {}
        }
    }
    if let Some((opened, from)) = open.pop() {
        let wanted = char::from(partner(opened));
        problems.push(
            Problem::at(from, format!("a bracket is never closed: `{wanted}` is missing"))
                .label("opened here")
                .also(text.len()..text.len(), "the file ends here"),
        );
        return false;
    }
    true
}

fn partner(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

/// A group that is still open.
struct Group {
    start: usize,
    bracket: u8,
    entries: Vec<(Option<Name>, Node)>,
    name: Option<Name>,
    tag: Option<Name>,
}

fn tree(text: &str, notation: Notation, tokens: &[(Token, Range<usize>)], problems: &mut Vec<Problem>) -> Option<Node> {
    let mut groups: Vec<Group> = Vec::new();
    let mut whole = None;
    let mut tag = None;
    for (at, (token, span)) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1).map(|(token, _)| *token);
        let word = &text[span.clone()];
        let form = match token {
            Token::Comma | Token::Colon => continue,
            Token::Open(bracket) => {
                groups.push(Group {
                    start: span.start,
                    bracket: *bracket,
                    entries: Vec::new(),
                    name: None,
                    tag: tag.take(),
                });
                continue;
            }
            Token::Close(_) => {
                let group = groups.pop()?;
                let (start, tag) = (group.start, group.tag.clone());
                let node = Node { span: start..span.end, form: group.close(notation, problems), tag };
                match groups.last_mut() {
                    Some(outer) => outer.put(node),
                    None => whole = Some(node),
                }
                continue;
            }
            Token::Text => {
                let content = notation.content(word);
                if let (Some(Token::Colon), Some(group)) = (next, groups.last_mut()) {
                    group.name = Some(Name { text: content, span: span.clone() });
                    continue;
                }
                Form::Text(content)
            }
            Token::Word => match (next, groups.last_mut()) {
                (Some(Token::Colon), Some(group)) => {
                    group.name = Some(Name { text: word.to_owned(), span: span.clone() });
                    continue;
                }
                (Some(Token::Open(b'(')), _) => {
                    tag = Some(Name { text: word.to_owned(), span: span.clone() });
                    continue;
                }
                _ if word == "true" || word == "false" => Form::Flag(word == "true"),
                _ => Form::Word(word.to_owned()),
            },
            Token::Number => Form::Number(ron::from_str(word).unwrap_or(f64::NAN)),
        };
        let node = Node { span: span.clone(), form, tag: None };
        match groups.last_mut() {
            Some(group) => group.put(node),
            None => whole = Some(node),
        }
    }
    whole
}

impl Group {
    fn put(&mut self, node: Node) {
        let name = self.name.take();
        self.entries.push((name, node));
    }

    fn close(self, notation: Notation, problems: &mut Vec<Problem>) -> Form {
        if self.bracket == b'[' {
            return notation.list(self.entries.into_iter().map(|(_, node)| node).collect());
        }
        if self.bracket == b'(' && self.entries.iter().all(|(name, _)| name.is_none()) && !self.entries.is_empty() {
            return Form::Tuple(self.entries.into_iter().map(|(_, node)| node).collect());
        }
        let mut fields: Vec<(Name, Node)> = Vec::new();
        for (name, node) in self.entries {
            match name {
                Some(name) => fields.push((name, node)),
                None => problems.push(
                    Problem::at(node.head(), "a value without a name stands among named values")
                        .label("its name is missing"),
                ),
            }
        }
        Form::Record(fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::math::Vec2;

    fn tree_of(text: &str) -> Node {
        let mut problems = Vec::new();
        let node = parse(text, &mut problems);
        assert!(problems.is_empty(), "{problems:?}");
        node.expect("the text is RON")
    }

    fn problem_of(text: &str) -> Problem {
        let mut problems = Vec::new();
        assert_eq!(parse(text, &mut problems), None);
        problems.remove(0)
    }

    #[test]
    fn every_value_knows_its_place() {
        let text = "Scenario(\n  // a remark, with a (bracket\n  at: (1, -2.5), /* and /* nested */ */ name: \"É \\\"x\\\"\", on: true,\n)";
        let node = tree_of(text);
        assert_eq!(node.point("at"), Some(Vec2::new(1.0, -2.5)));
        assert_eq!(node.text("name"), "É \"x\"");
        assert!(node.flag("on"));
        assert_eq!(&text[node.get("name").unwrap().span.clone()], "\"É \\\"x\\\"\"");
        assert_eq!(&text[node.get("at").unwrap().span.clone()], "(1, -2.5)");
    }

    #[test]
    fn raw_texts_and_maps_are_read_as_ron_has_them() {
        let node = tree_of("(story: r#\"He said \"no\".\"#, ranks: {\"sergeant\": 3})");
        assert_eq!(node.text("story"), "He said \"no\".");
        assert_eq!(node.get("ranks").unwrap().number("sergeant"), Some(3.0));
    }

    #[test]
    fn a_bracket_that_is_never_closed_is_shown_where_it_was_opened() {
        let problem = problem_of("(\n  a: [1, 2,\n  b: 3,\n)");
        assert_eq!(problem.message, "`)` closes nothing here");
        assert_eq!(problem.also, [(7..8, "this bracket is still open".to_owned())]);
        assert_eq!(problem_of("(a: 1").span, 0..1);
    }

    #[test]
    fn a_hundred_thousand_brackets_do_not_overflow_the_stack() {
        for bracket in ["(", "[", "{"] {
            assert!(problem_of(&bracket.repeat(100_000)).message.contains("nested more than"));
        }
        assert!(problem_of(&"/*".repeat(100_000)).message.contains("never closed"));
    }

    #[test]
    fn json_is_read_as_the_same_tree() {
        let mut problems = Vec::new();
        let text =
            "{\n  \"$schema\": \"x.json\", \"at\": [1, -2.5e0], \"name\": \"\\u00c9 \\/ \\\"x\\\"\",\n  \"on\": true}";
        let node = parse_either(text, &mut problems).expect("it is JSON");
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!((node.point("at"), node.text("name")), (Some(Vec2::new(1.0, -2.5)), "\u{c9} / \"x\""));
        assert!(node.flag("on") && node.get(SCHEMA).is_none());
        assert_eq!(&text[node.get("at").unwrap().span.clone()], "[1, -2.5e0]");
    }

    #[test]
    fn what_is_no_json_is_reported_with_its_place() {
        let problem_of = |text: &str| {
            let mut problems = Vec::new();
            assert_eq!(parse_either(text, &mut problems), None);
            problems.remove(0)
        };
        let missing = problem_of("{\n  \"\u{c9}\": 1\n  \"b\": 2\n}");
        assert!(missing.message.starts_with("this is not JSON: expected `,`"), "{}", missing.message);
        assert_eq!(missing.span, 14..15);
        assert!(problem_of("{\"a\": 1, // a remark\n \"b\": 2}").message.starts_with("this is not JSON"));
        assert_eq!(problem_of("{\"a\": [1, 2}").message, "`}` closes nothing here");
    }

    #[test]
    fn a_missing_comma_is_reported_by_ron_with_its_place() {
        let problem = problem_of("(\n  a: 1\n  b: 2,\n)");
        assert!(problem.message.starts_with("this is not RON"), "{}", problem.message);
        assert!((4..=12).contains(&problem.span.start), "{:?}", problem.span);
        let problem = problem_of("(\n  at: 25, 26,\n)");
        assert_eq!(problem.message, "this is not RON: a name is expected, not 26");
    }
}

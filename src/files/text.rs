//! The text of a scenario file or script as a tree in which every value knows its place.
//!
//! What is RON and what is not, the `ron` crate decides. It keeps no places of values, though, and stops at the
//! first error, so the brackets are matched here first (which also bounds the nesting before `ron` recurses) and
//! the tree is built here afterwards, without recursion.

use bevy::math::Vec2;
use serde::de::IgnoredAny;
use std::ops::Range;

use super::{problem::Problem, read::Limit};

/// Bytes of the longest line: a problem shows its line, and nobody could read a longer one.
const LONGEST_LINE: usize = 2000;

/// Brackets may lie this deep in each other; a scenario needs seven.
const DEEPEST: usize = 32;

/// Entries of one list and fields of one record that are looked at. A file with more is refused, so that nothing
/// takes long however absurd the file is.
pub const MOST: usize = 200;

/// A value of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// What it is.
    pub form: Form,
    /// The word before its round brackets, if there is one.
    pub tag: Option<Name>,
}

/// What a value of the file is.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    /// Named values in brackets.
    Record(Vec<(Name, Node)>),
    /// Values in square brackets.
    List(Vec<Node>),
    /// Values in round brackets, as the coordinates of a point.
    Tuple(Vec<Node>),
    /// Text in quotes.
    Text(String),
    /// A number, perhaps not finite.
    Number(f64),
    /// `true` or `false`.
    Flag(bool),
    /// A word without quotes.
    Word(String),
}

/// The name of a value in a record.
#[derive(Debug, Clone, PartialEq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its bytes in the text.
    pub span: Range<usize>,
}

impl Node {
    /// The first bracket of a group, or the whole of a simple value: what a label points at.
    pub fn head(&self) -> Range<usize> {
        match self.form {
            Form::Record(_) | Form::List(_) | Form::Tuple(_) => self.span.start..self.span.start + 1,
            _ => self.span.clone(),
        }
    }

    /// What stands in `Some(...)`, or the value itself; nothing in `None`.
    pub fn inner(&self) -> Option<&Node> {
        match &self.form {
            Form::Word(word) if word == "None" => None,
            Form::Tuple(values) if self.tag.as_ref().is_some_and(|tag| tag.text == "Some") => values.first(),
            _ => Some(self),
        }
    }

    /// The named values of a record, at most [`MOST`]; none of anything else.
    pub fn fields(&self) -> &[(Name, Node)] {
        match &self.form {
            Form::Record(fields) => &fields[..fields.len().min(MOST)],
            _ => &[],
        }
    }

    /// The number of values of a record or list, however many.
    pub fn count(&self) -> usize {
        match &self.form {
            Form::Record(fields) => fields.len(),
            Form::List(items) | Form::Tuple(items) => items.len(),
            _ => 0,
        }
    }

    /// A value of a record by name.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.fields().iter().find(|(known, _)| known.text == name).map(|(_, node)| node)
    }

    /// The place of a value of a record, or of the record's bracket if it has no such value.
    pub fn span_of(&self, name: &str) -> Range<usize> {
        self.get(name).map_or_else(|| self.head(), Node::head)
    }

    /// The text of a value.
    pub fn as_text(&self) -> Option<&str> {
        match &self.form {
            Form::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The finite number of a value.
    pub fn as_number(&self) -> Option<f32> {
        match self.form {
            // What is finite in the file may be too large for a number of the rules.
            Form::Number(number) => Some(number as f32).filter(|number| number.is_finite()),
            _ => None,
        }
    }

    /// The point of a value.
    pub fn as_point(&self) -> Option<Vec2> {
        match &self.form {
            Form::Tuple(xy) if xy.len() == 2 => Some(Vec2::new(xy[0].as_number()?, xy[1].as_number()?)),
            _ => None,
        }
    }

    /// The values of a list, at most [`MOST`]; none of anything else.
    pub fn items(&self) -> &[Node] {
        match &self.form {
            Form::List(items) => &items[..items.len().min(MOST)],
            _ => &[],
        }
    }

    /// A text of a record by name; empty if there is none.
    pub fn text(&self, name: &str) -> &str {
        self.get(name).and_then(Node::as_text).unwrap_or_default()
    }

    /// A number of a record by name.
    pub fn number(&self, name: &str) -> Option<f32> {
        self.get(name)?.as_number()
    }

    /// A flag of a record by name; `false` if there is none.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Node { form: Form::Flag(true), .. }))
    }

    /// A point of a record by name.
    pub fn point(&self, name: &str) -> Option<Vec2> {
        self.get(name)?.as_point()
    }

    /// A list of a record by name; empty if there is none.
    pub fn list(&self, name: &str) -> &[Node] {
        self.get(name).map_or(&[], Node::items)
    }

    /// The points of a list of a record by name.
    pub fn points(&self, name: &str) -> Vec<Vec2> {
        self.list(name).iter().filter_map(Node::as_point).collect()
    }

    /// The values of a list or tuple, however many; none of anything else.
    pub fn all(&self) -> &[Node] {
        match &self.form {
            Form::List(items) | Form::Tuple(items) => items,
            _ => &[],
        }
    }

    /// What it is, in words.
    pub fn describe(&self) -> &'static str {
        match &self.form {
            Form::Record(_) => "a group of named values",
            Form::List(_) => "a list",
            Form::Tuple(_) => "a group of values without names",
            Form::Text(_) => "a text",
            Form::Number(_) => "a number",
            Form::Flag(_) => "true or false",
            Form::Word(_) => "a word without quotes",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Token {
    Open(u8),
    Close(u8),
    Colon,
    Comma,
    Text,
    Word,
    Number,
}

/// Reads a text into a tree, or says why it is not RON.
pub fn parse(text: &str, problems: &mut Vec<Problem>) -> Option<Node> {
    let tokens = tokens(text, problems)?;
    if let Some(opened) = runaway(text, &tokens) {
        problems.push(never_closed(text, &tokens, opened));
        return None;
    }
    if !brackets_match(text, &tokens, problems) {
        return None;
    }
    if let Err(error) = ron::from_str::<IgnoredAny>(text) {
        problems.push(misread(text, &error, "this is not RON"));
        return None;
    }
    tree(text, &tokens, problems)
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
    let long = text.lines().position(|line| line.len() > LONGEST_LINE)?;
    let message = format!("line {} is longer than {LONGEST_LINE} bytes", long + 1);
    Some(Problem::at(0..0, message).help("Break it into several lines; a text in quotes may go over several."))
}

/// What `ron` says against a text, at its place.
pub fn misread(text: &str, error: &ron::error::SpannedError, what: &str) -> Problem {
    let start = offset(text, error.span.start.line, error.span.start.col);
    let end = offset(text, error.span.end.line, error.span.end.col).max(start);
    Problem::at(start..end, format!("{what}: {}", error.code)).label("here, or just before")
}

/// The byte of a line and column, both from 1, the column in characters.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start = match line.checked_sub(2) {
        None => 0,
        Some(breaks) => text.match_indices('\n').nth(breaks).map_or(text.len(), |(at, _)| at + 1),
    };
    text[start..].char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| start + at)
}

fn tokens(text: &str, problems: &mut Vec<Problem>) -> Option<Vec<(Token, Range<usize>)>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let rest = &bytes[at..];
        let token = match bytes[at] {
            b' ' | b'\t' | b'\r' | b'\n' => {
                at += 1;
                continue;
            }
            // The extensions that a file asks for stand before all else.
            b'#' if found.is_empty() && rest.starts_with(b"#![") => {
                at += rest.iter().position(|byte| *byte == b']').map_or(rest.len(), |end| end + 1);
                continue;
            }
            b'/' if rest.starts_with(b"//") => {
                at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                continue;
            }
            b'/' if rest.starts_with(b"/*") => {
                at = after_comment(bytes, at).or_else(|| {
                    problems.push(Problem::at(start..start + 2, "a comment is never closed").label("it begins here"));
                    None
                })?;
                continue;
            }
            open @ (b'(' | b'[' | b'{') => Token::Open(open),
            close @ (b')' | b']' | b'}') => Token::Close(close),
            b':' => Token::Colon,
            b',' => Token::Comma,
            b'"' => {
                at = after_text(bytes, at).or_else(|| {
                    problems.push(never_closed(text, &found, start));
                    None
                })?;
                found.push((Token::Text, start..at));
                continue;
            }
            b'r' if raw_text(bytes, at).is_some() => {
                at = raw_text(bytes, at)?.or_else(|| {
                    problems.push(Problem::at(start..start + 1, "a text is never closed").label("it begins here"));
                    None
                })?;
                found.push((Token::Text, start..at));
                continue;
            }
            first if first.is_ascii_alphanumeric() || b"_+-.".contains(&first) => {
                at += rest
                    .iter()
                    .position(|byte| !(byte.is_ascii_alphanumeric() || b"_+-.".contains(byte)))
                    .unwrap_or(rest.len());
                let word = &text[start..at];
                let digit = first.is_ascii_digit() || b"+-.".contains(&first);
                let token = if digit || word == "inf" || word == "NaN" { Token::Number } else { Token::Word };
                found.push((token, start..at));
                continue;
            }
            _ => {
                if let Some(opened) = runaway(text, &found) {
                    problems.push(never_closed(text, &found, opened));
                    return None;
                }
                let length = text[start..].chars().next().map_or(1, char::len_utf8);
                let span = start..start + length;
                problems.push(
                    Problem::at(span.clone(), format!("{:?} has no meaning here", &text[span]))
                        .label("here")
                        .help("Text belongs in quotes, remarks behind //."),
                );
                return None;
            }
        };
        at += 1;
        found.push((token, start..at));
    }
    Some(found)
}

/// The start of the first text that goes over several lines and ends where no text can end: before a word. Its own
/// closing quote is missing, and what closed it was meant to open the next one.
fn runaway(text: &str, found: &[(Token, Range<usize>)]) -> Option<usize> {
    let pairs = found.windows(2);
    let mut odd = pairs.filter(|pair| pair[0].0 == Token::Text && matches!(pair[1].0, Token::Word | Token::Text));
    odd.find(|pair| text[pair[0].1.clone()].contains('\n')).map(|pair| pair[0].1.start)
}

fn never_closed(text: &str, found: &[(Token, Range<usize>)], start: usize) -> Problem {
    let opened = runaway(text, found).unwrap_or(start);
    Problem::at(opened..opened + 1, "a text is never closed")
        .label("it begins here")
        .help("Its closing quote is missing.")
}

fn after_comment(bytes: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = start;
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if bytes[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return Some(at);
            }
        } else {
            at += 1;
        }
    }
    None
}

fn after_text(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

/// `None` if no raw text begins here; its end, if it has one.
fn raw_text(bytes: &[u8], start: usize) -> Option<Option<usize>> {
    let hashes = bytes[start + 1..].iter().take_while(|byte| **byte == b'#').count();
    let quote = start + 1 + hashes;
    if bytes.get(quote) != Some(&b'"') {
        return None;
    }
    let mut at = quote + 1;
    while at < bytes.len() {
        if bytes[at] == b'"' && bytes[at + 1..].iter().take_while(|byte| **byte == b'#').count() >= hashes {
            return Some(Some(at + 1 + hashes));
        }
        at += 1;
    }
    Some(None)
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

fn tree(text: &str, tokens: &[(Token, Range<usize>)], problems: &mut Vec<Problem>) -> Option<Node> {
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
                let node = Node { span: start..span.end, form: group.close(problems), tag };
                match groups.last_mut() {
                    Some(outer) => outer.put(node),
                    None => whole = Some(node),
                }
                continue;
            }
            Token::Text => {
                let content: String = ron::from_str(word).unwrap_or_default();
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

    fn close(self, problems: &mut Vec<Problem>) -> Form {
        if self.bracket == b'[' {
            return Form::List(self.entries.into_iter().map(|(_, node)| node).collect());
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
    fn a_missing_comma_is_reported_by_ron_with_its_place() {
        let problem = problem_of("(\n  a: 1\n  b: 2,\n)");
        assert!(problem.message.starts_with("this is not RON"), "{}", problem.message);
        assert!((4..=12).contains(&problem.span.start), "{:?}", problem.span);
    }
}

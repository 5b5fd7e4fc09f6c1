//! How a change is written: points and numbers, in RON or in JSON, with the indents and the commas of what stands
//! around it.

use bevy::math::Vec2;
use serde_json::Value;
use std::ops::Range;

use super::Document;
use crate::scenario::{
    node::{Form, Name, Node},
    text,
};

/// Decimals of an inch that are written.
pub(super) const FINE: f32 = 100.0;

impl Document {
    /// The name of a field in the notation of the file.
    pub(super) fn name(&self, field: &str) -> String {
        if self.is_json() { format!("\"{field}\"") } else { field.to_owned() }
    }

    /// The text without these bytes and what parts them from others.
    pub(super) fn cut(&self, span: Range<usize>) -> String {
        self.replaced(vec![(self.with_comma(span), String::new())])
    }

    /// The change that puts an entry behind another, and behind a remark that ends the line of the other.
    pub(super) fn behind(&self, other: &Range<usize>, entry: &str) -> (Range<usize>, String) {
        let indent = self.indent(other.start);
        let rest = self.text[other.end..].lines().next().unwrap_or_default();
        let remarked = rest.trim_start().strip_prefix(',').is_some_and(|rest| rest.trim_start().starts_with("//"));
        if remarked && indent.starts_with('\n') {
            let at = other.end + rest.len();
            return (at..at, format!("{indent}{entry},"));
        }
        (other.end..other.end, format!(",{indent}{entry}"))
    }

    /// A piece of RON in the notation of the file.
    pub(super) fn as_the_file(&self, ron: &str) -> String {
        let node = if self.is_json() { text::parse_either(ron, &mut Vec::new()) } else { None };
        node.map_or_else(|| ron.to_owned(), |node| json(&node))
    }

    pub(super) fn replaced(&self, changes: Vec<(Range<usize>, String)>) -> String {
        replaced(&self.text, changes)
    }

    fn is_json(&self) -> bool {
        self.text[self.root.span.start..].starts_with('{')
    }

    /// A point in the notation of the file.
    pub(super) fn written(&self, point: Vec2) -> String {
        self.as_the_file(&self.point(point))
    }

    /// A point as RON; one on the table is not rounded off it, nor off its edge.
    pub(super) fn point(&self, point: Vec2) -> String {
        let inches = |at: f32, most: f32| {
            if at <= most && rounded(at) >= most { most.to_string() } else { number(at) }
        };
        format!("({}, {})", inches(point.x, self.table.x), inches(point.y, self.table.y))
    }

    /// An id that nothing in the file has: the word, else with a number.
    pub(super) fn free_id(&self, word: &str) -> String {
        let stem = word.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end_matches('_');
        let taken = |id: &str| self.text.contains(&format!("\"{id}\""));
        let numbered = (2..).map(|n| format!("{stem}_{n}"));
        std::iter::once(word.to_owned()).chain(numbered).find(|id| !taken(id)).unwrap_or_default()
    }

    /// The line break and the spaces with which the line of a byte begins; a space if something stands before it there.
    pub(super) fn indent(&self, at: usize) -> String {
        let line = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = &self.text[line..at];
        if before.trim().is_empty() { format!("\n{before}") } else { " ".to_owned() }
    }

    /// Bytes with the comma and the space behind them, and their line if nothing else is left in it; the comma before them
    /// if none follows.
    fn with_comma(&self, span: Range<usize>) -> Range<usize> {
        let blank = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
        let rest = &self.text[span.end..];
        let (mut start, mut end) = (span.start, span.end);
        let spaces = blank(rest);
        if rest[spaces..].starts_with(',') {
            end += spaces + 1;
            end += blank(&self.text[end..]);
        } else if let Some(comma) = self.text[..start].trim_end().strip_suffix(',') {
            start = comma.len();
        }
        let line = self.text[..start].rfind('\n').map_or(0, |before| before + 1);
        if self.text[line..start].trim().is_empty() && self.text[end..].starts_with('\n') {
            (start, end) = (line, end + 1);
        }
        start..end
    }
}

/// Bytes within others, from their beginning.
pub(super) fn inside(span: &Range<usize>, outer: &Range<usize>) -> Range<usize> {
    span.start - outer.start..span.end - outer.start
}

/// A list of points as RON.
pub fn points(points: &[Vec2]) -> String {
    let points: Vec<String> = points.iter().map(|point| written(*point)).collect();
    format!("[{}]", points.join(", "))
}

/// A point as RON.
pub(crate) fn written(point: Vec2) -> String {
    format!("({}, {})", number(point.x), number(point.y))
}

/// The same value in JSON.
fn json(node: &Node) -> String {
    let joined = |parts: Vec<String>| parts.join(", ");
    match &node.form {
        Form::Record(fields) => {
            let field = |(name, value): &(Name, Node)| format!("\"{}\": {}", name.text, json(value));
            format!("{{{}}}", joined(fields.iter().map(field).collect()))
        }
        Form::List(parts) | Form::Tuple(parts) => format!("[{}]", joined(parts.iter().map(json).collect())),
        Form::Text(text) | Form::Word(text) => Value::from(text.as_str()).to_string(),
        Form::Number(number) => number.to_string(),
        Form::Flag(flag) => flag.to_string(),
    }
}

/// A number as it is written: no more decimals than it needs.
pub(crate) fn number(number: f32) -> String {
    format!("{}", rounded(number))
}

fn rounded(number: f32) -> f32 {
    // Zero has no sign in a file.
    (number * FINE).round() / FINE + 0.0
}

/// A text in which these bytes are others; no two changes touch the same bytes.
pub(in crate::scenario) fn replaced(text: &str, mut changes: Vec<(Range<usize>, String)>) -> String {
    changes.sort_by_key(|(span, _)| span.start);
    let mut new = String::with_capacity(text.len());
    let mut from = 0;
    for (span, with) in changes {
        new.push_str(&text[from..span.start]);
        new.push_str(&with);
        from = span.end;
    }
    new + &text[from..]
}

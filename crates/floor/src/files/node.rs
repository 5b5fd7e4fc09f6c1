//! A value of a file that knows its place in the text.

use bevy::math::Vec2;
use std::ops::Range;

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

    /// The middle of the points in the smallest part around these bytes that has any, in inches. Only an entry of a list
    /// and what is in it has a place; `entry` says whether this is one or in one.
    pub fn place_around(&self, span: &Range<usize>, entry: bool) -> Option<Vec2> {
        let list = matches!(self.form, Form::List(_));
        let part = self.parts().find(|part| part.span.start <= span.start && span.end <= part.span.end);
        part.and_then(|part| part.place_around(span, entry || list)).or_else(|| {
            let mut points = Vec::new();
            self.gather_points(&mut points);
            let many = points.len() as f32;
            (entry && !points.is_empty()).then(|| points.into_iter().sum::<Vec2>() / many)
        })
    }

    fn gather_points(&self, points: &mut Vec<Vec2>) {
        match self.as_point() {
            Some(point) => points.push(point),
            None => self.parts().for_each(|part| part.gather_points(points)),
        }
    }

    /// The values in this one.
    pub fn parts(&self) -> impl Iterator<Item = &Node> {
        self.fields().iter().map(|(_, part)| part).chain(self.all())
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

    /// The names in a record of this record.
    pub fn names(&self, name: &str) -> Vec<String> {
        self.get(name).map_or(&[][..], Node::fields).iter().map(|(name, _)| name.text.clone()).collect()
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

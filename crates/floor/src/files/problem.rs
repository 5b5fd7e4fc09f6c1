//! What is wrong with a file, each with its place and what to do.

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, Severity,
    SourceCode, SourceSpan, SpanContents,
};
use std::{collections::BTreeSet, fmt, ops::Range};

/// More problems than this are counted, not shown: nobody reads them, and a broken file may have thousands.
const SHOWN: usize = 100;

/// Other places this many lines away are shown, farther ones only named by their line.
const NEARBY: usize = 5;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// What is wrong, in a sentence.
    pub message: String,
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// What to say at its place.
    pub label: String,
    /// Other places that have to do with it.
    pub also: Vec<(Range<usize>, String)>,
    /// What to do.
    pub help: Option<String>,
}

impl Problem {
    /// A problem at a place of the text.
    pub fn at(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { message: message.into(), span, label: "here".to_owned(), also: Vec::new(), help: None }
    }

    /// What to say at its place.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Another place that has to do with it.
    pub fn also(mut self, span: Range<usize>, label: impl Into<String>) -> Self {
        self.also.push((span, label.into()));
        self
    }

    /// What to do.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with a hint at the nearest of the valid names, or at all of them if none is near.
    pub fn nearest<'n>(self, word: &str, valid: impl IntoIterator<Item = &'n str>) -> Self {
        let mut valid: Vec<&str> = valid.into_iter().filter(|name| !name.is_empty()).collect();
        let mut seen = BTreeSet::new();
        valid.retain(|name| seen.insert(*name));
        let help = match nearest(word, valid.iter().copied()) {
            Some(near) => format!("Did you mean `{near}`?"),
            None if valid.is_empty() => return self.help("There is nothing that can be named here."),
            None => format!("Valid are {}.", listed(&valid)),
        };
        self.help(help)
    }
}

/// The valid name nearest to a word, if one is near enough to be meant.
pub fn nearest<'n>(word: &str, valid: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    if word.len() > 64 {
        return None;
    }
    let word = word.to_lowercase();
    let nearness = |name: &str| strsim::jaro_winkler(&word, &name.to_lowercase());
    valid
        .into_iter()
        .map(|name| (nearness(name), name))
        .filter(|(nearness, _)| *nearness > 0.8)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, name)| name)
}

fn listed(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(12).map(|name| format!("`{name}`")).collect();
    if names.len() > shown.len() {
        format!("{} and {} more", shown.join(", "), names.len() - shown.len())
    } else {
        shown.join(", ")
    }
}

/// A text cut to a length that can be shown in a line.
pub fn short(text: &str) -> String {
    let line = text.split('\n').next().unwrap_or_default();
    if line.chars().count() > 40 || line.len() < text.len() {
        format!("{}...", line.chars().take(40).collect::<String>())
    } else {
        line.to_owned()
    }
}

/// All that is wrong with a file, in the order of the text. As text (`{}`) it is what a person reads:
/// each problem with file, line, column, the line itself with a mark under it, and what to do.
#[derive(Clone)]
pub struct Problems {
    file: String,
    text: String,
    /// The byte at which each line begins.
    lines: Vec<usize>,
    list: Vec<Problem>,
    /// Whether the file can be used all the same.
    warnings: bool,
}

impl Problems {
    /// Problems of a file and its text.
    pub fn new(file: impl Into<String>, text: impl Into<String>, mut list: Vec<Problem>) -> Self {
        list.sort_by_key(|problem| problem.span.start);
        let text = text.into();
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { file: file.into(), text, lines, list, warnings: false }
    }

    /// The same as warnings: the file can be used all the same.
    pub fn as_warnings(self) -> Self {
        Self { warnings: true, ..self }
    }

    /// The file they are in.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The text in which they are.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The problems in the order of the text.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Problem> {
        self.list.iter()
    }

    /// The line and column of a problem, both from 1, the column in characters.
    pub fn place_of(&self, problem: &Problem) -> (usize, usize) {
        let line = self.line_of(problem.span.start);
        (line + 1, self.column_of(problem.span.start) + 1)
    }

    /// The line of a byte, from 0.
    fn line_of(&self, at: usize) -> usize {
        self.lines.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// The column of a byte, from 0, in characters.
    fn column_of(&self, at: usize) -> usize {
        self.text.get(self.lines[self.line_of(at)]..at).map_or(0, |before| before.chars().count())
    }

    /// The problems as data: line, column, message, help.
    pub fn json(&self) -> Vec<serde_json::Value> {
        let entry = |problem: &Problem| {
            let (line, column) = self.place_of(problem);
            serde_json::json!({ "line": line, "column": column, "message": problem.message, "help": problem.help })
        };
        self.iter().map(entry).collect()
    }

    /// All problems as text; with colours and frames for a terminal, or plain.
    pub fn render(&self, for_terminal: bool) -> String {
        let mut texts = self.render_each(for_terminal);
        if self.list.len() > SHOWN {
            texts.push(format!("... and {} more\n", self.list.len() - SHOWN));
        }
        texts.concat()
    }

    /// The first problems as texts, one for each; a file that has very many is read by its first ones.
    pub fn render_each(&self, for_terminal: bool) -> Vec<String> {
        let theme = if for_terminal { GraphicalTheme::unicode() } else { GraphicalTheme::none() };
        let handler = GraphicalReportHandler::new_themed(theme).with_links(false).with_width(100);
        let text = |problem| {
            let mut out = String::new();
            let report = Report { problems: self, problem };
            if handler.render_report(&mut out, &report).is_err() {
                out.push_str(&report.problem.message);
            }
            out + "\n"
        };
        self.list.iter().take(SHOWN).map(text).collect()
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl fmt::Debug for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Problems {}

/// One problem in its text, as `miette` draws it.
struct Report<'p> {
    problems: &'p Problems,
    problem: &'p Problem,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.problems.text.is_empty() {
            write!(f, "{}: {}", self.problems.file, self.problem.message)
        } else {
            f.write_str(&self.problem.message)
        }
    }
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Report<'_> {}

impl Report<'_> {
    fn is_nearby(&self, span: &Range<usize>) -> bool {
        self.problems.line_of(span.start).abs_diff(self.problems.line_of(self.problem.span.start)) <= NEARBY
    }
}

impl Diagnostic for Report<'_> {
    fn severity(&self) -> Option<Severity> {
        self.problems.warnings.then_some(Severity::Warning)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let far = self.problem.also.iter().filter(|(span, _)| !self.is_nearby(span));
        let far = far.map(|(span, label)| format!("Line {}: {label}.", self.problems.line_of(span.start) + 1));
        let lines: Vec<String> = self.problem.help.iter().cloned().chain(far).collect();
        (!lines.is_empty()).then(|| Box::new(lines.join("\n")) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        (!self.problems.text.is_empty()).then_some(self.problems as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        if self.problems.text.is_empty() {
            return None;
        }
        let first = LabeledSpan::new_primary_with_span(Some(self.problem.label.clone()), self.problem.span.clone());
        let also = self.problem.also.iter().filter(|(span, _)| self.is_nearby(span));
        let also = also.map(|(span, label)| LabeledSpan::new_with_span(Some(label.clone()), span.clone()));
        Some(Box::new(std::iter::once(first).chain(also)))
    }
}

// What `miette` has for a string reads it from the start for every label, which takes seconds for a long file.
impl SourceCode for Problems {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let end = span.offset() + span.len();
        if end > self.text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let line = self.line_of(span.offset()).saturating_sub(before);
        let last = self.line_of(end.saturating_sub(1).max(span.offset())) + after;
        let from = if before == 0 { span.offset() } else { self.lines[line] };
        let to = if after == 0 { end } else { self.lines.get(last + 1).copied().unwrap_or(self.text.len()) };
        Ok(Box::new(MietteSpanContents::new_named(
            self.file.clone(),
            &self.text.as_bytes()[from..to],
            (from, to - from).into(),
            line,
            if before == 0 { self.column_of(from) } else { 0 },
            last.min(self.lines.len() - 1),
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_names_file_line_and_column_and_shows_the_line() {
        let problem = Problem::at(11..18, "there is no kind `wodds`").nearest("wodds", ["marsh", "woods"]);
        let problems = Problems::new("x.ron", "(\n  a: 1,\n \"wodds\",\n)", vec![problem.clone()]);
        assert_eq!(problems.place_of(&problem), (3, 2));
        let text = problems.to_string();
        for part in ["x.ron:3:2", "wodds", "Did you mean `woods`?"] {
            assert!(text.contains(part), "{text}");
        }
    }
}

//! The rulebooks as text: every rule by its id, as the screen's reader and `grapeshot rules` show it.
//!
//! 1. [`books`] are the files of `assets/rulebooks`, compiled in: chapters, and in them rules with their rulings, and
//!    tables.
//! 2. [`rule`] finds a rule by its id, [`search`] by words, [`Rule::links`] follows the ids in its text.
//! 3. [`Sources`] says which tests a rule has and which files implement it.

mod ids;
mod sources;

pub use ids::ids;
pub use sources::{Places, Sources};

use std::{collections::BTreeMap, sync::LazyLock};

/// The texts of the rulebooks, in the order of their file names.
static TEXTS: &[&str] = include!(concat!(env!("OUT_DIR"), "/rulebooks.rs"));

/// A rulebook.
#[derive(Debug)]
pub struct Book {
    /// Its title ("Combat Patrol Core").
    pub title: &'static str,
    /// What stands before the first chapter, in Markdown.
    pub text: &'static str,
    /// Its chapters in order.
    pub chapters: Vec<Chapter>,
}

/// A chapter of a rulebook.
#[derive(Debug)]
pub struct Chapter {
    /// Its heading ("2 Turn and activation", "Data").
    pub title: &'static str,
    /// What stands in it before its first rule, in Markdown; in a chapter without rules all of it.
    pub text: &'static str,
    /// Its rules in order, as indices into [`all`].
    pub rules: Vec<usize>,
}

/// A rule of a rulebook.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its id ("CP-6.3").
    pub id: &'static str,
    pub title: &'static str,
    /// The heading of its chapter.
    pub chapter: &'static str,
    /// The title of its book.
    pub book: &'static str,
    /// All that stands under its heading, in Markdown, without its rulings.
    pub text: &'static str,
    /// How the rule is read where it leaves room, each a paragraph.
    pub rulings: Vec<&'static str>,
    /// The line of its heading in the book's file, from 1.
    pub line: usize,
    /// Its examples, one line each.
    pub examples: Vec<&'static str>,
}

impl Rule {
    /// Its text and under it its rulings, a line each.
    pub fn whole(&self) -> String {
        self.rulings.iter().fold(self.text.to_owned(), |whole, ruling| whole + "\n" + ruling)
    }

    /// The rules named in its text and its rulings, each once, in order of their mention.
    pub fn links(&self) -> Vec<&'static Rule> {
        let mut links: Vec<&'static Rule> = Vec::new();
        for found in ids(&self.whole()).filter(|id| *id != self.id).filter_map(rule) {
            if !links.contains(&found) {
                links.push(found);
            }
        }
        links
    }
}

struct Library {
    books: Vec<Book>,
    rules: Vec<Rule>,
    by_id: BTreeMap<&'static str, usize>,
}

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let mut rules = Vec::new();
    let books = TEXTS.iter().map(|text| book(text, &mut rules)).collect();
    let by_id = rules.iter().enumerate().map(|(at, rule): (usize, &Rule)| (rule.id, at)).collect();
    Library { books, rules, by_id }
});

/// All rulebooks.
pub fn books() -> &'static [Book] {
    &LIBRARY.books
}

/// All rules, in the order of the books.
pub fn all() -> &'static [Rule] {
    &LIBRARY.rules
}

/// The rule with this id, written in small or capital letters, with or without its hyphen ("bp2.8").
pub fn rule(id: &str) -> Option<&'static Rule> {
    let letters: String = id.chars().filter(|letter| !letter.is_whitespace() && *letter != '-').collect();
    let digits = letters.find(|letter: char| letter.is_ascii_digit())?;
    let id = format!("{}-{}", letters[..digits].to_ascii_uppercase(), &letters[digits..]);
    LIBRARY.by_id.get(id.as_str()).map(|at| &LIBRARY.rules[*at])
}

/// The rules in which all these words occur, those with them in the title first, else in the order of the books.
pub fn search(words: &str) -> Vec<&'static Rule> {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let found = all().iter().filter_map(|rule| {
        let title = format!("{} {}", rule.id, rule.title).to_lowercase();
        let text = rule.whole().to_lowercase();
        let all = words.iter().all(|word| title.contains(word.as_str()) || text.contains(word.as_str()));
        all.then(|| (words.iter().filter(|word| !title.contains(word.as_str())).count(), rule))
    });
    let mut found: Vec<(usize, &Rule)> = found.collect();
    found.sort_by_key(|(not_in_title, _)| *not_in_title);
    found.into_iter().map(|(_, rule)| rule).collect()
}

/// What begins a ruling under its rule.
const RULING: &str = "> Ruling: ";

/// A heading of a Markdown file.
struct Heading {
    /// How many `#` it has.
    level: usize,
    title: &'static str,
    /// The byte at which it begins, and at which its text begins.
    start: usize,
    body: usize,
    line: usize,
}

fn headings(text: &'static str) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut start = 0;
    let mut code = false;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let body = start + line.len();
        if line.starts_with("```") {
            code = !code;
        }
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        if !code && level > 0 && line[level..].starts_with(' ') {
            headings.push(Heading { level, title: line[level..].trim(), start, body, line: number + 1 });
        }
        start = body;
    }
    headings
}

fn book(text: &'static str, rules: &mut Vec<Rule>) -> Book {
    let headings = headings(text);
    let mut book = Book { title: "", text: "", chapters: Vec::new() };
    let until = |from: usize, ends: &dyn Fn(&Heading) -> bool| {
        headings[from + 1..].iter().find(|next| ends(next)).map_or(text.len(), |next| next.start)
    };
    for (n, heading) in headings.iter().enumerate() {
        match (heading.level, rule_heading(heading.title)) {
            (1, _) => {
                book.title = heading.title;
                book.text = text[heading.body..until(n, &|next| next.level <= 2)].trim();
            }
            (2, _) => {
                let end = until(n, &|next| next.level <= 2 || rule_heading(next.title).is_some());
                let text = text[heading.body..end].trim();
                book.chapters.push(Chapter { title: heading.title, text, rules: Vec::new() });
            }
            (3, Some((id, title))) => {
                let body = text[heading.body..until(n, &|next| next.level <= 3)].trim();
                let rulings = body.lines().filter_map(|line| line.strip_prefix(RULING)).collect();
                let body = body.find(RULING).map_or(body, |at| body[..at].trim_end());
                let chapter = book.chapters.last_mut();
                let examples = body.lines().filter_map(|line| line.strip_prefix("- Example: ")).collect();
                rules.push(Rule {
                    id,
                    title,
                    chapter: chapter.as_ref().map_or("", |chapter| chapter.title),
                    book: book.title,
                    text: body,
                    rulings,
                    line: heading.line,
                    examples,
                });
                if let Some(chapter) = chapter {
                    chapter.rules.push(rules.len() - 1);
                }
            }
            _ => {}
        }
    }
    book
}

/// The id and title of a rule's heading.
fn rule_heading(title: &str) -> Option<(&str, &str)> {
    let (id, rest) = title.split_once(' ')?;
    (ids(id).next() == Some(id)).then_some((id, rest.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_rule_of_all_books_is_found_under_its_own_id() {
        let files =
            std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/rulebooks")).expect("it is there");
        assert_eq!(books().len(), files.count());
        assert!((550..750).contains(&all().len()), "{} rules", all().len());
        let distinct: BTreeSet<&str> = all().iter().map(|rule| rule.id).collect();
        assert_eq!(distinct.len(), all().len());
        for known in all() {
            assert_eq!(rule(known.id), Some(known));
            assert!(!known.title.is_empty() && !known.text.is_empty() && !known.chapter.is_empty(), "{}", known.id);
        }
        let in_chapters: usize =
            books().iter().flat_map(|book| &book.chapters).map(|chapter| chapter.rules.len()).sum();
        assert_eq!(in_chapters, all().len());
    }

    #[test]
    fn every_heading_with_an_id_is_a_rule() {
        for text in TEXTS {
            for line in text.lines().filter(|line| line.starts_with("### ")) {
                if let Some(id) = ids(line).next().filter(|id| line[4..].starts_with(*id)) {
                    assert!(rule(id).is_some(), "{line}");
                }
            }
        }
    }

    #[test]
    fn a_rule_has_its_chapter_text_line_and_examples() {
        let rule = rule("cp-1.1").unwrap();
        assert_eq!(
            (rule.title, rule.chapter, rule.book),
            ("Figures, units and sides", "1 Basics", "Combat Patrol Core")
        );
        assert!(rule.text.starts_with("A figure is one man"));
        assert!(rule.text.contains("- Source:"));
        let heading = "### CP-1.1 Figures, units and sides";
        assert!(TEXTS.iter().any(|text| text.lines().nth(rule.line - 1) == Some(heading)));
        assert!(rule.examples[0].starts_with("a section of 1 sergeant"));
    }

    #[test]
    fn nothing_of_a_book_is_lost() {
        for (book, text) in books().iter().zip(TEXTS.iter().copied()) {
            let kept: usize = book.text.len()
                + book.chapters.iter().map(|chapter| chapter.text.len()).sum::<usize>()
                + all().iter().filter(|rule| rule.book == book.title).map(|rule| rule.text.len()).sum::<usize>()
                + text.lines().filter(|line| line.starts_with(RULING)).map(|line| line.len() + 2).sum::<usize>();
            let heads: usize = headings(text)
                .iter()
                .filter(|head| head.level < 3 || rule_heading(head.title).is_some())
                .map(|head| head.body - head.start)
                .sum();
            let gaps = text.len() - kept - heads;
            assert!(gaps < 3 * headings(text).len() + 9, "{gaps} bytes of {} are in no chapter or rule", book.title);
        }
    }

    #[test]
    fn links_and_search_lead_to_rules() {
        let rule = rule("CP-1.1").unwrap();
        assert!(rule.links().iter().any(|link| link.id == "CP-4.5"));
        assert_eq!(search("command dice")[0].id, "CP-2.1");
        assert!(search("CP-2.1").iter().any(|rule| rule.id == "CP-2.1"));
        assert!(search("").is_empty() && search("xyzzy").is_empty());
    }

    #[test]
    fn a_rule_is_found_however_its_id_is_written() {
        for written in ["BP-2.8", "bp-2.8", "BP2.8", "bp2.8", " bp 2.8 "] {
            assert_eq!(rule(written).map(|rule| rule.id), Some("BP-2.8"), "{written}");
        }
        assert!(rule("2.8").is_none() && rule("blunders").is_none() && rule("").is_none());
    }

    #[test]
    fn rulings_stand_at_the_end_of_their_rule_and_are_no_part_of_its_text() {
        let rule = rule("CP-2.14").unwrap();
        assert!(rule.text.ends_with("reviews of the sister game)"), "{}", rule.text);
        assert_eq!(rule.rulings, ["The bottom half is rounded down: of 13 cards it is the lowest six."]);
        assert!(search("bottom half rounded").iter().any(|found| found.id == "CP-2.14"));
        let mut written = 0;
        for text in TEXTS {
            let mut ruled = false;
            for line in text.lines().filter(|line| !line.is_empty()) {
                if line.starts_with('>') {
                    assert!(line.starts_with(RULING), "{line}: a ruling is one line that begins with {RULING:?}");
                    written += 1;
                }
                assert!(!ruled || line.starts_with(['>', '#']), "{line}: rulings end a rule");
                ruled = line.starts_with('>');
            }
        }
        let kept: usize = all().iter().map(|rule| rule.rulings.len()).sum();
        assert_eq!(kept, written, "a ruling stands under no rule");
    }

    #[test]
    fn every_rule_that_a_ruling_names_exists() {
        for known in all() {
            for id in known.rulings.iter().flat_map(|ruling| ids(ruling)) {
                assert!(rule(id).is_some(), "a ruling of {} names {id}", known.id);
            }
        }
    }
}

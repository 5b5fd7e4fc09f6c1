//! How comments, documentation and the descriptions of data files are written: plain sentences, and no comment that
//! only repeats a name.

use grapeshot::{files::shape::Kind, rulebook_text::ids, rulesets::data_files};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The sources that are held to it.
const HELD: [&str; 7] = ["crates", "src", "tests", "examples", "benches", "docs", "assets"];

/// What no comment says.
const BANNED: [&str; 4] = ["whom", "of those", "so many", "reckon"];

/// A paragraph that people read, and the line at which it begins.
struct Paragraph {
    line: usize,
    text: String,
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// All files that are held to it, by their paths from the root, with their texts.
fn held_files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = vec![root.join("README.md"), root.join("build.rs")];
    for folder in HELD {
        files(&root.join(folder), &mut found);
    }
    // What earlier versions wrote stays as they wrote it.
    found.retain(|path| !path.starts_with(root.join("tests/old/0.1")));
    let shown = |path: &PathBuf| path.strip_prefix(root).expect("it is under the root").display().to_string();
    found.sort();
    found.iter().filter_map(|path| Some((shown(path), fs::read_to_string(path).ok()?))).collect()
}

/// The comments of a source file.
fn comments(text: &str) -> Vec<Paragraph> {
    let mut comments: Vec<Paragraph> = Vec::new();
    let mut before = None;
    for (n, line) in text.lines().enumerate() {
        let line = line.trim();
        let sign = ["///", "//!", "//"].into_iter().find(|sign| line.starts_with(sign));
        let words = sign.map_or("", |sign| line[sign.len()..].trim());
        match comments.last_mut().filter(|_| sign.is_some() && before == sign) {
            Some(comment) if !words.is_empty() => {
                comment.text.push(' ');
                comment.text.push_str(words);
            }
            _ if sign.is_some() => comments.push(Paragraph { line: n + 1, text: words.to_owned() }),
            _ => {}
        }
        before = sign.filter(|_| !words.is_empty());
    }
    comments
}

/// What stands in a file in our own words: comments, paragraphs of the documentation, rulings. Rulebooks say else what
/// their authors say, and the lists of words at the end of the manual of scripts are the rulesets' own.
fn own_words(path: &str, text: &str) -> Vec<Paragraph> {
    if path.ends_with(".rs") || path.ends_with(".ron") {
        return comments(text);
    }
    if !path.ends_with(".md") {
        return Vec::new();
    }
    let text = text.split("\n## Black Powder\n").next().unwrap_or_default();
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut goes_on = false;
    for (n, line) in text.lines().enumerate() {
        let own = !path.starts_with("assets") || line.starts_with("> Ruling: ");
        let words = line.trim().trim_start_matches("> Ruling: ").trim_start_matches("- ");
        let begins = line.trim() != words || line.starts_with(['|', '#']);
        if own && !words.is_empty() {
            match paragraphs.last_mut().filter(|_| goes_on && !begins) {
                Some(paragraph) => {
                    paragraph.text.push(' ');
                    paragraph.text.push_str(words);
                }
                None => paragraphs.push(Paragraph { line: n + 1, text: words.to_owned() }),
            }
        }
        goes_on = own && !words.is_empty();
    }
    paragraphs
}

/// What is wrong with a paragraph, if anything is.
fn wrong(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    let alone = |word: &str| {
        lower.match_indices(word).any(|(at, _)| {
            let free = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
            let before = free(lower[..at].chars().next_back());
            before && (word == "reckon" || free(lower[at + word.len()..].chars().next()))
        })
    };
    let of_rule = text.split_once(": ").filter(|(head, _)| ids(head).any(|id| head.starts_with(id)));
    let said = of_rule.map_or(text, |(_, said)| said);
    let begins = said.starts_with("Who ") || of_rule.is_some() && said.starts_with("who ");
    if begins || [". Who ", "! Who ", "? Who "].iter().any(|begin| text.contains(begin)) {
        return Some("Who, at the beginning of a sentence");
    }
    BANNED.into_iter().find(|word| alone(word))
}

#[test]
fn comments_and_documentation_are_plain_sentences() {
    let mut found = Vec::new();
    for (path, text) in held_files() {
        // They name the words that they forbid.
        if ["tests/prose.rs", "docs/guide/style.md"].contains(&path.as_str()) {
            continue;
        }
        for paragraph in own_words(&path, &text) {
            if let Some(word) = wrong(&paragraph.text) {
                found.push(format!("{path}:{}: {word}", paragraph.line));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// What is wrong with the description of a value of a data file, if anything is: it begins with a small letter.
fn wrong_as_description(text: &str) -> Option<&'static str> {
    if text.starts_with("who ") { Some("who, at the beginning of a description") } else { wrong(text) }
}

/// Finds what is said of a value of a data file and of all in it, each with its place.
fn descriptions(kind: &Kind, place: &str, found: &mut Vec<(String, &'static str)>) {
    match kind {
        Kind::Record(shape) | Kind::Records(shape) | Kind::Rows(shape, _) => {
            found.push((place.to_owned(), shape.what));
            for field in shape.fields {
                let place = format!("{place}: {}", field.name);
                found.push((place.clone(), field.hint));
                descriptions(&field.kind, &place, found);
            }
        }
        Kind::Maybe(kind) | Kind::List(kind, _) | Kind::Map(kind) => descriptions(kind, place, found),
        Kind::Tuple(kinds) => kinds.iter().for_each(|kind| descriptions(kind, place, found)),
        Kind::Variant(variants) => {
            variants.iter().flat_map(|(_, kinds)| *kinds).for_each(|kind| descriptions(kind, place, found));
        }
        _ => {}
    }
}

#[test]
fn descriptions_of_data_files_are_plain_sentences() {
    let mut found = Vec::new();
    for file in data_files() {
        let mut said = vec![(file.name.to_owned(), file.root.hint)];
        descriptions(&file.root.kind, file.name, &mut said);
        let wrong = |(place, text): (String, &str)| Some(format!("{place}: {}", wrong_as_description(text)?));
        found.extend(said.into_iter().filter_map(wrong));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The words of a name, in small letters and without the ending of the plural: "unit", "kind" of `UnitKinds`.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in name.chars() {
        if letter == '_' || (letter.is_uppercase() && name.chars().any(char::is_lowercase)) {
            words.push(String::new());
        }
        if let (true, Some(word)) = (letter.is_alphabetic(), words.last_mut()) {
            word.extend(letter.to_lowercase());
        }
    }
    words.iter().map(|word| word.trim_end_matches('s').to_owned()).collect()
}

/// The name that a line of Rust declares.
fn declared(line: &str) -> &str {
    let mut rest = line.trim();
    for word in ["pub(crate)", "pub(super)", "pub", "const", "static", "fn", "struct", "enum", "trait", "mod", "type"] {
        rest = rest.strip_prefix(word).filter(|rest| rest.starts_with(' ')).map_or(rest, str::trim_start);
    }
    rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default()
}

/// Whether a comment says no more than the name under it.
fn repeats(comment: &str, name: &str) -> bool {
    let Some(sentence) = comment.strip_suffix('.') else { return false };
    let name = words_of(name);
    let small = ["the", "a", "an", "its", "it", "is", "of", "this", "in"];
    let words: Vec<String> = sentence.split(' ').map(str::to_lowercase).collect();
    let mut telling = words.iter().filter(|word| !small.contains(&word.as_str())).peekable();
    words.len() <= 5
        && telling.peek().is_some()
        && telling.all(|word| name.iter().any(|known| known == word.trim_end_matches('s')))
}

#[test]
fn no_comment_only_repeats_the_name_under_it() {
    let mut found = Vec::new();
    // What is said of colours stands in a table, each with its words; the help of the program is for people.
    let apart = |path: &str| path.ends_with("palette.rs") || path.starts_with("src/cli");
    for (path, text) in held_files() {
        if !path.ends_with(".rs") || apart(&path) {
            continue;
        }
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (n, line) in lines.iter().enumerate() {
            let alone = n == 0 || !lines[n - 1].starts_with("///");
            let Some(comment) = line.strip_prefix("/// ").filter(|_| alone) else { continue };
            let below = lines[n + 1..].iter().find(|line| !line.starts_with("#[")).copied().unwrap_or_default();
            if !below.starts_with("///") && repeats(comment, declared(below)) {
                found.push(format!("{path}:{}: {comment}", n + 1));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_is_wrong_is_found() {
    for text in [
        "Who comes is met.",
        "CP-5.8: who comes is met.",
        "It is so. Who comes is met.",
        "Those whom he meets.",
        "So many of them.",
        "Reckoned anew.",
    ] {
        assert!(wrong(text).is_some(), "{text}");
    }
    for text in ["The man who comes.", "Chapter 5: who comes first.", "As so often, many men.", "He beckons."] {
        assert_eq!(wrong(text), None, "{text}");
    }
    for text in ["who comes is met", "those whom he meets"] {
        assert!(wrong_as_description(text).is_some(), "{text}");
    }
    assert_eq!(wrong_as_description("the man who comes"), None);
    for (comment, name) in [("The unit kinds.", "UnitKind"), ("Its id.", "id"), ("Points.", "points")] {
        assert!(repeats(comment, name), "{comment}");
    }
    for (comment, name) in
        [("The share, 0 to 1.", "share"), ("Inches.", "width"), ("The one that was there.", "defender")]
    {
        assert!(!repeats(comment, name), "{comment}");
    }
    assert_eq!(declared("pub const LATO_BOLD: &[u8] = ..;"), "LATO_BOLD");
}

//! Every script under `tests/rules` is played; a rule test needs no Rust.

use grapeshot::{
    battle::{
        Battle, rulebooks,
        script::{Script, Shown},
    },
    rulebook_text, rulesets, scenario,
    testing::files,
};
use std::{collections::BTreeMap, fs, ops::Range, path::Path};

#[test]
fn every_script_comes_out_as_it_expects() {
    let books = rulebooks(rulesets::plugin);
    let mut wrong = Vec::new();
    for file in &files("tests/rules", ".script.ron") {
        let outcome = Script::load(file).and_then(|script| {
            let named = script.scenario().unwrap_or_else(|| panic!("{} names no scenario", file.display()));
            let scenario = scenario::load(&named, &books)?;
            let mut shown = Vec::new();
            let mut battle = Battle::new(&scenario, script.seed(), grapeshot::rulesets::plugin);
            script.play(&mut battle, &mut shown)?;
            Ok(shown)
        });
        match outcome {
            Err(problems) => wrong.push(problems.to_string()),
            Ok(shown) if shown.iter().any(Shown::is_asked_for) => {
                wrong.push(format!("{} shows something and expects nothing of it", file.display()));
            }
            Ok(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The chapters of rules in which there is nothing to try: scope and scale, what the unit cards show, an index.
const NOTHING_TO_TRY: [&str; 5] = ["HM-1", "HM-9", "OW-1", "FF-1", "FF-18"];

/// The letters with which the rules begin of the book whose scripts stand in a folder: "BP" of "black_powder".
fn letters_of(folder: &str) -> String {
    let books = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/rulebooks")).expect("it is there");
    let of_folder =
        |path: &std::path::PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(folder));
    let book = books.map(|entry| entry.expect("it can be read").path()).find(of_folder);
    let text =
        fs::read_to_string(book.unwrap_or_else(|| panic!("no rulebook is called {folder}"))).expect("it can be read");
    let rule = text.split_once("\n### ").and_then(|(_, rule)| rule.split_once('-'));
    rule.expect("a rulebook has rules").0.to_owned()
}

/// The chapter of a rule: "CP-2" of "CP-2.15".
fn chapter(rule: &str) -> &str {
    rule.split_once('.').map_or(rule, |(chapter, _)| chapter)
}

/// The rules that a script tries, the one that it is about first.
fn tried(text: &str) -> Vec<&str> {
    let list = text.split_once("rules: [").and_then(|(_, rest)| rest.split_once(']')).map_or("", |(list, _)| list);
    list.split(',').map(|rule| rule.trim().trim_matches('"')).collect()
}

#[test]
fn every_chapter_that_is_played_has_at_least_three_scripts() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let folders = fs::read_dir(&root).expect("tests/rules is there");
    let folders = folders.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned());
    for folder in folders {
        let book = letters_of(&folder);
        let mut of_chapter: BTreeMap<&str, usize> = rulebook_text::all()
            .iter()
            .map(|rule| chapter(rule.id))
            .filter(|chapter| chapter.split('-').next() == Some(book.as_str()) && !NOTHING_TO_TRY.contains(chapter))
            .map(|chapter| (chapter, 0))
            .collect();
        for file in files(&format!("tests/rules/{folder}"), ".script.ron") {
            let text = fs::read_to_string(&file).expect("it can be read");
            let about = chapter(tried(&text)[0]).to_owned();
            let count = of_chapter.get_mut(about.as_str());
            *count.unwrap_or_else(|| panic!("{} is about {about:?}, which is not of {book}", file.display())) += 1;
        }
        assert!(of_chapter.values().all(|count| *count >= 3), "{of_chapter:?}");
    }
}

/// The bytes of the first value in a part of a script: a number, a flag, or a text that names no field and nobody.
fn first_value(part: &str) -> Option<Range<usize>> {
    // What must not come may be anything else, too.
    let part = part.split("no_event").next().unwrap_or_default();
    let mut from = 0;
    while from < part.len() {
        let left = &part[from..];
        let flag = ["true", "false"].into_iter().find(|flag| left.starts_with(flag)).map(str::len);
        let number = left.find(|c: char| !c.is_ascii_digit() && c != '.').filter(|end| *end > 0);
        if let Some(length) = flag.or(number) {
            return Some(from..from + length);
        }
        let Some(text) = left.strip_prefix('"') else {
            from += left.chars().next().map_or(1, char::len_utf8);
            continue;
        };
        let end = from + text.find('"')? + 2;
        if !part[end..].starts_with(':') && !text.starts_with('@') {
            return Some(from..end);
        }
        from = end;
    }
    None
}

/// A script that expects another value at its last expectation that has one.
fn broken(text: &str) -> Option<String> {
    let words = ["is: ", "events: ", "outcome: ", "reason: "];
    let mut places: Vec<usize> =
        words.iter().flat_map(|word| text.match_indices(word).map(|(at, word)| at + word.len())).collect();
    places.sort_unstable();
    let (from, value) = places.iter().rev().find_map(|from| Some((*from, first_value(&text[*from..])?)))?;
    let other = match &text[from + value.start..from + value.end] {
        "true" => "false".to_owned(),
        "false" => "true".to_owned(),
        found => match found.strip_prefix('"') {
            Some(rest) => format!("\"quite another {rest}"),
            None => format!("{}", found.parse::<f64>().ok()? + 3.0),
        },
    };
    Some(format!("{}{other}{}", &text[..from + value.start], &text[from + value.end..]))
}

#[test]
fn every_script_fails_if_something_else_is_expected() {
    let books = rulebooks(rulesets::plugin);
    let mut blind = Vec::new();
    for file in files("tests/rules", ".script.ron") {
        let text = fs::read_to_string(&file).expect("it can be read");
        let outcome = broken(&text).map(|other| {
            let script = Script::read(&file.display().to_string(), &other).unwrap_or_else(|why| panic!("{why}"));
            let named = file.with_file_name(script.scenario().expect("it names a scenario"));
            let scenario = scenario::load(&named, &books).unwrap_or_else(|why| panic!("{why}"));
            script.play(&mut Battle::new(&scenario, script.seed(), grapeshot::rulesets::plugin), &mut Vec::new())
        });
        if !matches!(outcome, Some(Err(_))) {
            blind.push(file);
        }
    }
    assert!(blind.is_empty(), "{blind:?}");
}

/// The letters of the rules that documentation makes up.
const MADE_UP: &str = "XX-";

#[test]
fn every_rule_that_the_documentation_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md")];
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("docs is there") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(path);
            }
        }
    }
    let mut unknown = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).expect("it can be read");
        let strange = rulebook_text::ids(&text)
            .filter(|id| !id.starts_with(MADE_UP) && rulebook_text::rule(id).is_none())
            .map(|id| format!("{} names {id}", page.display()));
        unknown.extend(strange);
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

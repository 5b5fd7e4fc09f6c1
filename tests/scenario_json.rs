//! Scenarios in JSON, and the schema with which an editor completes and explains them.

use grapeshot::{
    battle::rulebooks,
    files::{
        node::{Form, Node},
        text,
    },
    rulesets, scenario,
    testing::files,
    turn::Rulebooks,
};
use serde_json::{Value, json};
use std::{fs, path::PathBuf};

fn books() -> Rulebooks {
    rulebooks(rulesets::plugin)
}

/// A value of a RON file as JSON has it.
fn as_json(node: &Node) -> Value {
    match &node.form {
        Form::Record(fields) => fields.iter().map(|(name, value)| (name.text.clone(), as_json(value))).collect(),
        Form::List(items) | Form::Tuple(items) => items.iter().map(as_json).collect(),
        Form::Text(text) => json!(text),
        Form::Number(number) if number.fract() == 0.0 => json!(*number as i64),
        Form::Number(number) => json!(number),
        Form::Flag(flag) => json!(flag),
        Form::Word(word) => panic!("{word} is nothing in JSON"),
    }
}

/// All scenarios of the repository that are good, each as JSON too.
fn scenarios() -> Vec<(PathBuf, Value)> {
    let files = files("scenarios", ".scenario.ron").into_iter().chain(files("tests/rules", ".scenario.ron"));
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).expect("a scenario can be read");
        let root = text::parse(&text, &mut Vec::new()).expect("it is RON");
        (file, as_json(&root))
    };
    files.map(read).collect()
}

#[test]
fn a_scenario_says_the_same_in_json() {
    let books = books();
    for (file, json) in scenarios() {
        let ron = scenario::load(&file, &books).unwrap_or_else(|problems| panic!("{problems}"));
        let text = serde_json::to_string_pretty(&json).expect("it is JSON");
        let read = scenario::read("test.scenario.json", &text, &books).unwrap_or_else(|problems| panic!("{problems}"));
        let mut read = scenario::Scenario { hash: ron.hash, ..(*read).clone() };
        // The order of the values in an object says nothing.
        read.changed_settings.clone_from(&ron.changed_settings);
        assert_eq!(read, *ron, "{}", file.display());
    }
}

#[test]
fn what_is_wrong_in_json_is_said_with_line_and_column() {
    let (_, mut json) = scenarios().swap_remove(0);
    let told = |json: &Value| {
        let text = serde_json::to_string_pretty(json).expect("it is JSON");
        let problems = scenario::read("x.scenario.json", &text, &books()).expect_err("it is wrong");
        let first = problems.iter().next().expect("something is wrong");
        let (line, column) = problems.place_of(first);
        let shown = text.lines().nth(line - 1).expect("there is such a line").to_owned();
        (first.message.clone(), shown.chars().skip(column - 1).collect::<String>(), problems.to_string())
    };
    json["table"]["width"] = json!("wide");
    let (message, shown, whole) = told(&json);
    assert!(message.contains("width") && shown.starts_with("\"wide\""), "{message}: {shown}");
    assert!(whole.contains("x.scenario.json:"), "{whole}");
    json["table"]["width"] = json!(null);
    let (message, shown, _) = told(&json);
    assert!(message.contains("width") && shown.starts_with("null"), "{message}: {shown}");
}

/// What a value has against a schema: the parts of JSON Schema that ours are made of.
fn misfit(value: &Value, schema: &Value, at: &str) -> Option<String> {
    let wrong = |what: &str| Some(format!("{at}: {value} {what}"));
    if let Some(any) = schema["anyOf"].as_array() {
        let fits = any.iter().any(|schema| misfit(value, schema, at).is_none());
        return if fits { None } else { wrong("is none of those that may be") };
    }
    if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
        return wrong("is no such word");
    }
    if schema.get("const").is_some_and(|only| only != value) {
        return wrong("is another word");
    }
    let kind = match value {
        Value::Object(_) => "object",
        Value::Array(_) => "array",
        Value::String(_) => "string",
        Value::Bool(_) => "boolean",
        _ => "number",
    };
    let whole = schema["type"] == "integer" && value.as_f64().is_some_and(|number| number.fract() == 0.0);
    if schema["type"].is_string() && schema["type"] != kind && !whole {
        return wrong("is of another kind");
    }
    if let Some(number) = value.as_f64() {
        let (least, most) = (schema["minimum"].as_f64(), schema["maximum"].as_f64());
        if least.is_some_and(|least| number < least) || most.is_some_and(|most| number > most) {
            return wrong("is too small or too large");
        }
    }
    if let Some(items) = value.as_array() {
        let count = items.len() as u64;
        if schema["minItems"].as_u64().is_some_and(|least| count < least)
            || schema["maxItems"].as_u64().is_some_and(|most| count > most)
        {
            return wrong("has too few or too many");
        }
        return items.iter().find_map(|item| misfit(item, &schema["items"], at));
    }
    let missing = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|name| value.get(name.as_str().unwrap_or_default()).is_none());
    if let Some(name) = missing.filter(|_| value.is_object()) {
        return Some(format!("{at}: {name} is missing"));
    }
    value.as_object()?.iter().find_map(|(name, value)| match schema["properties"].get(name) {
        Some(schema) => misfit(value, schema, &format!("{at}: {name}")),
        None if schema["additionalProperties"].is_object() => misfit(value, &schema["additionalProperties"], at),
        None if schema["additionalProperties"] == false => Some(format!("{at}: there is no {name}")),
        None => None,
    })
}

#[test]
fn every_scenario_fits_the_schema_of_its_ruleset_and_of_no_other() {
    let books = books();
    let schemas: Vec<(&str, Value)> = books.iter().map(|book| (book.id.0, scenario::schema_of(book))).collect();
    for (file, json) in scenarios() {
        assert_eq!(misfit(&json, &scenario::schema(), "any"), None, "{}", file.display());
        for (id, schema) in &schemas {
            let fits = misfit(&json, schema, id);
            assert_eq!(fits.is_none(), json["about"]["ruleset"] == *id, "{}: {fits:?}", file.display());
        }
    }
}

#[test]
fn the_schema_of_a_ruleset_has_its_words_with_their_meaning_and_nothing_that_it_does_not_play() {
    let books = books();
    let schema = scenario::schema_of(books.get("black_powder").expect("it is a ruleset"));
    let kinds = schema["properties"]["units"]["items"]["properties"]["kind"]["anyOf"].as_array().expect("kinds");
    let line = kinds.iter().find(|kind| kind["const"] == "line_infantry").expect("the line is a kind");
    assert!(line["description"].as_str().is_some_and(|told| told.contains("smoothbore_musket")), "{line}");
    let first = &schema["properties"]["settings"]["properties"]["army_break"];
    assert_eq!((&first["enum"], &first["default"]), (&json!(["loses", "ends", "points"]), &json!("loses")));
    assert!(first["description"].as_str().is_some_and(|told| told.ends_with("(BP-10.3)")), "{first}");
    for book in books.iter() {
        let text = scenario::schema_of(book).to_string();
        let words = scenario::dictionary::dictionary(book);
        let words = words.iter().filter(|word| word.place != "not played");
        let missing: Vec<_> = words.filter(|word| !text.contains(&format!("\"{}\"", word.word))).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", book.id);
        let schema = scenario::schema_of(book);
        for unplayed in &book.vocabulary.unplayed {
            let mut at = &schema;
            for name in unplayed.term.split(": ") {
                let below = &at["properties"][name];
                at = if below["items"].is_object() { &below["items"] } else { below };
            }
            assert!(at.is_null(), "{}: {}", book.id, unplayed.term);
        }
    }
}

//! Every scenario can be written down as a file again that says the same.

use grapeshot::{battle::rulebooks, rulesets, scenario, testing::files};
use std::path::Path;

#[test]
fn every_good_scenario_is_good_when_it_is_written_down_again() {
    let books = rulebooks(rulesets::plugin);
    let mut wrong = Vec::new();
    for file in files("scenarios", ".scenario.ron").into_iter().chain(files("tests/rules", ".scenario.ron")) {
        let scenario = scenario::load(&file, &books).unwrap_or_else(|problems| panic!("{problems}"));
        if let Err(problems) = scenario::verify(&file.display().to_string(), &scenario, &books) {
            wrong.push(problems.to_string());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_text_is_read_again_as_it_was() {
    let books = rulebooks(rulesets::plugin);
    let file = "scenarios/horse_and_musket/foraging_party.scenario.ron";
    let scenario = scenario::load(Path::new(file), &books).unwrap_or_else(|problems| panic!("{problems}"));
    for story in [
        format!("{}end", "two  spaces ".repeat(40)),
        format!("{}\n\nA second {}.", "word ".repeat(60).trim_end(), "paragraph ".repeat(60).trim_end()),
        "He said \"no\", wrote C:\\users\\x and left \u{7}.".to_owned(),
        "\u{c9}lite \u{1f3a9}".repeat(30),
    ] {
        let mut told = scenario::Scenario::clone(&scenario);
        (told.story, told.title) = (story.clone(), story.replace("\n\n", " "));
        if let Err(problems) = scenario::verify(file, &told, &books) {
            panic!("{story:?}: {problems}");
        }
    }
}

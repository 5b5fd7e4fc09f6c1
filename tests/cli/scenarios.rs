//! Scenarios and data files: checked, begun, warned of.

use super::*;

#[test]
fn check_finds_nothing_in_the_shipped_scenarios() {
    let (code, out, err) = grapeshot(&["check", STARTER]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.ends_with(": good\n"), "{out}");
}

#[test]
fn check_names_file_line_and_column_and_ends_with_1() {
    let folder = TempDir::new().unwrap();
    let bad = in_folder(&folder, "bad.scenario.ron");
    fs::write(&bad, fs::read_to_string(STARTER).unwrap().replacen("turns: 10", "turns: -4", 1)).unwrap();
    let (code, out, err) = grapeshot(&["check", &bad, STARTER]);
    assert_eq!(code, 1);
    assert!(out.contains("1 problem\n") && out.contains(": good\n"), "{out}");
    assert!(err.contains("bad.scenario.ron:") && err.contains("turns"), "{err}");
    let (code, out, _) = grapeshot(&["check", "--json", &bad]);
    let found: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(code, 1);
    assert!(found[0]["problems"][0]["line"].as_u64().is_some_and(|line| line > 1), "{out}");
}

#[test]
fn bad_data_files_are_told_with_their_places_before_the_first_battle() {
    let (code, out, err) = grapeshot(&["--data", "tests/bad_data/counts_of_nothing", "simulate", STARTER]);
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    for part in
        ["mounted.ron:4:20", "artillery.ron:17:18", "action_deck.ron:3:59", "Expected a whole number from 1 to 6"]
    {
        assert!(err.contains(part), "{part} is not in\n{err}");
    }
}

#[test]
fn the_schemas_are_json() {
    for (arguments, title) in [
        (&["schema"][..], "Grapeshot scenario"),
        (&["schema", "--script"], "Grapeshot script"),
        (&["schema", "--ruleset", "black_powder"], "Grapeshot scenario: Black Powder"),
    ] {
        let (code, out, _) = grapeshot(arguments);
        assert_eq!(code, 0);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&out).unwrap()["title"], title);
    }
}

#[test]
fn names_that_cannot_be_read_are_warnings_and_no_shipped_scenario_has_one() {
    let folder = TempDir::new().unwrap();
    let file = in_folder(&folder, "foraging_party.scenario.ron");
    let text = fs::read_to_string(STARTER).unwrap();
    let (title, short) = ("title: \"Foraging Party\"", "short: \"French\"");
    assert!(text.contains(title) && text.contains(short));
    let text = text.replacen(title, "title: \"\u{6f22} \u{411}\u{43e}\u{3c3} \u{6f22}\"", 1);
    fs::write(&file, text.replacen(short, "short: \"French and Poles\"", 1)).unwrap();
    let (code, out, err) = grapeshot(&["check", &file]);
    assert_eq!((code, out.ends_with(": good, 1 warning\n")), (0, true), "{out}{err}");
    assert!(err.contains("no font of the game has '\u{6f22}' (U+6F22)\n"), "{err}");
    fs::write(&file, text.replacen(short, "short: \"French and Polish\"", 1)).unwrap();
    let (code, out, err) = grapeshot(&["check", &file, "--json"]);
    let told: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, told[0]["problems"].as_array().map(Vec::len)), (0, Some(0)), "{err}");
    let warnings = told[0]["warnings"].as_array().expect("they are listed");
    let messages: Vec<&str> = warnings.iter().filter_map(|warning| warning["message"].as_str()).collect();
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert_eq!(messages[1], "the short name has 17 letters");
    let shipped = files("scenarios", ".scenario.ron");
    let shipped: Vec<String> = shipped.iter().map(|file| file.display().to_string()).collect();
    let arguments: Vec<&str> = ["check"].into_iter().chain(shipped.iter().map(String::as_str)).collect();
    let (code, out, err) = grapeshot(&arguments);
    assert_eq!(code, 0, "{err}");
    assert!(out.lines().all(|line| line.ends_with(": good")), "{out}{err}");
}

#[test]
fn a_new_battle_of_every_ruleset_is_good_and_takes_the_place_of_nothing() {
    let folder = TempDir::new().expect("a folder for the test");
    for book in rulebooks(rulesets::plugin).iter() {
        let file = folder.path().join(format!("{}_first.scenario.ron", book.id.0));
        let file = file.to_str().expect("it is plain");
        for size in ["48x36", "30x24"] {
            let (code, told, wrong) = grapeshot(&["new", book.id.0, file, "--size", size]);
            assert!(code == 0 && told.contains("preview"), "{told}{wrong}");
            assert_eq!(grapeshot(&["check", file]).0, 0);
            let (code, _, wrong) = grapeshot(&["simulate", file, "--battles", "2"]);
            assert_eq!(code, 0, "{wrong}");
            let (code, _, wrong) = grapeshot(&["new", book.id.0, file]);
            assert!(code == 2 && wrong.contains("there already"), "{wrong}");
            fs::remove_file(file).expect("it was written");
        }
        for (size, why) in [("48", "a size is written 48x36"), ("1x1", "width")] {
            let (code, _, wrong) = grapeshot(&["new", book.id.0, file, "--size", size]);
            assert!(code == 2 && wrong.contains(why), "{wrong}");
        }
        assert_eq!(grapeshot(&["new", book.id.0, "battle.ron"]).0, 2);
        let (code, _, wrong) = grapeshot(&["new", book.id.0, "my-battle.scenario.ron"]);
        assert!(code == 2 && wrong.contains("small letters"), "{wrong}");
    }
}

//! The command line, from outside: what it prints, how it ends.

use assert_cmd::Command;
use grapeshot::{battle::rulebooks, rulesets, testing::files};
use std::{
    fs,
    path::Path,
    process::{Child, Stdio},
};
use tempfile::TempDir;

const STARTER: &str = "scenarios/horse_and_musket/foraging_party.scenario.ron";

fn grapeshot(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("grapeshot")
        .expect("the program is built")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .args(arguments)
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes text");
    (output.status.code().expect("it ends by itself"), text(output.stdout), text(output.stderr))
}

fn in_folder(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

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
fn files_that_are_not_there_or_no_scenarios_are_told_and_nothing_panics() {
    for file in ["no such file", ".", "Cargo.toml", "assets/rulebooks/horse_and_musket.md"] {
        for command in ["check", "simulate"] {
            let (code, _, err) = grapeshot(&[command, file]);
            assert_eq!(code, 1, "{command} {file}: {err}");
            assert!(!err.is_empty() && !err.contains("panicked"), "{command} {file}: {err}");
        }
    }
    let (code, _, err) = grapeshot(&["replay", "no such file"]);
    assert_eq!(code, 1);
    assert!(err.contains("no such file cannot be read"), "{err}");
}

#[cfg(unix)]
#[test]
fn what_has_no_end_is_refused_at_once_by_every_command() {
    for (arguments, code) in [
        (vec!["check", "/dev/zero"], 1),
        (vec!["simulate", "/dev/zero"], 1),
        (vec!["replay", "/dev/zero"], 1),
        (vec!["merge", "/dev/zero"], 2),
    ] {
        let (ended, _, err) = grapeshot(&arguments);
        assert_eq!(ended, code, "{arguments:?}: {err}");
        assert!(err.contains("is a device or a pipe"), "{arguments:?}: {err}");
    }
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
fn a_record_is_opened_only_with_the_data_files_it_was_played_with() {
    let folder = TempDir::new().unwrap();
    let own = folder.path().join("data/combat_patrol");
    fs::create_dir_all(&own).unwrap();
    fs::copy("assets/rulesets/combat_patrol/spotting.ron", own.join("spotting.ron")).unwrap();
    let (data, records) = (in_folder(&folder, "data"), in_folder(&folder, "records"));
    let play = ["--data", &data, "simulate", STARTER, "--battles", "1", "--level", "random", "--record", &records];
    let (code, _, err) = grapeshot(&play);
    assert_eq!(code, 0, "{err}");
    let record = fs::read_dir(&records).unwrap().next().unwrap().unwrap().path().display().to_string();
    let (code, _, err) = grapeshot(&["replay", &record, "--verify"]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("Name their folder with --data"), "{err}");
    let (code, out, err) = grapeshot(&["--data", &data, "replay", &record, "--verify"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("orders verified"), "{out}");
}

#[test]
fn a_wrong_call_ends_with_2_and_says_what_is_right() {
    for (arguments, word) in [
        (vec!["simulate", STARTER, "--battles", "0"], "battles"),
        (vec!["simulate", STARTER, "--format", "xml"], "text, json, csv"),
        (vec!["simulate", STARTER, "--level", "genius"], "random, recruit"),
        (vec!["simulate", STARTER, "--side", "martians=ai"], "its sides are"),
        (vec!["simulate", STARTER, "--side", "french"], "NAME=human"),
        (vec!["simulate", STARTER, "--shard", "3/2"], "2/8"),
        (vec!["simulate", STARTER, "--vary", "turns=3", "--keep"], "--keep"),
        (vec!["simulate", STARTER, "--swap", "--record", "no such folder"], "--record"),
        (vec!["simulate"], "FILES"),
        (vec!["dance"], "dance"),
        (vec!["preview", STARTER, "-o", "map.bmp"], ".svg or .png"),
        (vec!["resolve", STARTER, "--script", "no such script"], "cannot be read"),
        (vec!["schema", "--ruleset", "chess"], "black_powder, burt"),
        (vec!["schema", "--ruleset", "burt", "--script"], "cannot be used with"),
        (vec!["--data", "no such folder", "check", STARTER], "no folder"),
    ] {
        let (code, _, err) = grapeshot(&arguments);
        assert_eq!(code, 2, "{arguments:?}: {err}");
        assert!(err.contains(word), "{arguments:?}: {err}");
    }
}

#[test]
fn the_game_without_a_display_says_so_and_names_what_works() {
    for arguments in [vec![], vec!["demo", STARTER]] {
        let (code, _, err) = grapeshot(&arguments);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains("simulate") && err.contains("replay") && !err.contains("panicked"), "{err}");
    }
}

/// Window system and driver say by panicking that they cannot: that is no fault of the program.
#[cfg(all(feature = "screen", target_os = "linux"))]
#[test]
fn a_display_that_does_not_answer_is_a_sentence_and_no_crash() {
    for arguments in [vec![], vec!["play", STARTER]] {
        let folder = TempDir::new().unwrap();
        let output = Command::cargo_bin("grapeshot")
            .unwrap()
            .env("DISPLAY", ":987")
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_DATA_HOME", folder.path())
            .args(&arguments)
            .output()
            .expect("it runs");
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{err}");
        assert!(err.contains("The window could not be opened: "), "{err}");
        assert!(!err.contains("fault of its own") && !err.contains("panicked"), "{err}");
        assert!(!folder.path().join("grapeshot/crashes").exists(), "a report was written");
    }
}

#[test]
fn simulate_counts_the_same_for_any_number_of_threads() {
    let run = |jobs: &str| {
        let (code, out, err) = grapeshot(&[
            "simulate",
            STARTER,
            "--battles",
            "2",
            "--seed",
            "9",
            "--jobs",
            jobs,
            "--level",
            "random",
            "--format",
            "csv",
        ]);
        assert_eq!(code, 0, "{err}");
        out
    };
    let one = run("1");
    assert_eq!(one, run("2"));
    assert_eq!(one.lines().count(), 3, "{one}");
}

/// Reports as `--format json` writes them, without what depends on the machine.
fn without_times(json: &str) -> serde_json::Value {
    let mut whole: serde_json::Value = serde_json::from_str(json).expect("it is JSON");
    for report in whole["reports"].as_array_mut().expect("reports are listed") {
        report["seconds"].take();
        report["summary"]["timing"].take();
        for result in report["results"].as_array_mut().expect("results are listed") {
            for time in ["millis", "micros_per_order", "longest_thought"] {
                result[time].take();
            }
        }
    }
    whole
}

/// Three battles of an easy series, as JSON; more arguments may follow.
const SERIES: [&str; 8] = ["simulate", STARTER, "--battles", "3", "--level", "random", "--format", "json"];

#[test]
fn parts_of_a_series_that_are_played_beside_each_other_are_merged_to_the_whole() {
    let folder = TempDir::new().unwrap();
    let mut parts = vec!["merge".to_owned(), "--format".into(), "json".into()];
    let workers = ["1/2", "2/2"].map(|part| {
        let file = in_folder(&folder, &part.replace('/', "-"));
        parts.push(file.clone());
        grapeshot_to(fs::File::create(file).unwrap().into(), &[&SERIES[..], &["--shard", part]].concat())
    });
    for worker in workers {
        assert!(worker.wait_with_output().expect("it runs").status.success());
    }
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let (code, merged, err) = grapeshot(&parts);
    assert_eq!(code, 0, "{err}");
    let (code, whole, err) = grapeshot(&SERIES);
    assert_eq!(code, 0, "{err}");
    assert_eq!(without_times(&merged), without_times(&whole));
    let (code, _, err) = grapeshot(&["merge", "Cargo.toml"]);
    assert_eq!(code, 2);
    assert!(err.contains("is no report"), "{err}");
}

#[test]
fn a_series_that_was_broken_off_goes_on_where_it_was() {
    let folder = TempDir::new().unwrap();
    let kept = in_folder(&folder, "series.json");
    // What was played before is a part of the series.
    fs::write(&kept, grapeshot(&[&SERIES[..], &["--shard", "2/3"]].concat()).1).unwrap();
    let (code, out, err) = grapeshot(&[&SERIES[..], &["--series", &kept]].concat());
    assert_eq!(code, 0, "{err}");
    let whole = without_times(&grapeshot(&SERIES).1);
    assert_eq!(without_times(&out), whole);
    assert_eq!(without_times(&fs::read_to_string(&kept).unwrap()), whole);
    let before = fs::read_to_string(&kept).unwrap();
    let (code, out, err) = grapeshot(&[&SERIES[..], &["--series", &kept]].concat());
    assert_eq!((code, without_times(&out)), (0, whole), "{err}");
    assert_eq!(without_times(&before), without_times(&fs::read_to_string(&kept).unwrap()));
    let (code, _, err) = grapeshot(&[&SERIES[..], &["--series", "Cargo.toml"]].concat());
    assert!(code == 2 && err.contains("is no report"), "{err}");
    let mut twice: serde_json::Value = serde_json::from_str(&before).unwrap();
    let results = twice["reports"][0]["results"].as_array_mut().unwrap();
    results.push(results[0].clone());
    fs::write(&kept, twice.to_string()).unwrap();
    let (code, _, err) = grapeshot(&[&SERIES[..], &["--series", &kept]].concat());
    assert!(code == 2 && err.contains("battle 0 of foraging_party twice"), "{err}");
}

#[test]
fn a_value_of_a_scenario_is_varied_and_drawn_as_a_curve() {
    let few = ["simulate", STARTER, "--battles", "1", "--level", "random"];
    let (code, out, err) = grapeshot(&[&few[..], &["--vary", "turns=1..2"]].concat());
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("with turns = 1\n") && out.contains("with turns = 2\n"), "{out}");
    assert!(out.contains(": turns\n") && out.contains("\n2 "), "{out}");
    let (code, _, err) = grapeshot(&[&few[..], &["--vary", "tuns.x=1..2"]].concat());
    assert!(code == 1 && err.contains("Did you mean `turns`?"), "{err}");
    let (code, _, err) = grapeshot(&[&few[..], &["--vary", "turns=-4"]].concat());
    assert!(code == 1 && err.contains("with turns = -4") && err.contains("1 to"), "{err}");
    let (code, _, err) = grapeshot(&[&few[..], &["--vary", "turns"]].concat());
    assert!(code == 2 && err.contains("units.corbet.figures=6..12"), "{err}");
}

#[test]
fn the_commanders_of_a_series_change_sides() {
    let few = ["simulate", STARTER, "--battles", "1", "--level", "random", "--format", "json", "--swap"];
    let (code, out, err) = grapeshot(&[&few[..], &["--side", "french=ai:recruit"]].concat());
    assert_eq!(code, 0, "{err}");
    let out: serde_json::Value = serde_json::from_str(&out).unwrap();
    let levels = |n: usize| out["reports"][n]["conditions"]["levels"].clone();
    assert_eq!((levels(0)[0].clone(), levels(0)[1].clone()), (levels(1)[1].clone(), levels(1)[0].clone()));
    assert_ne!(levels(0), levels(1));
    let (code, _, err) = grapeshot(&few);
    assert!(code == 2 && err.contains("all commanders are of one level"), "{err}");
}

#[test]
fn a_page_tells_of_a_series_and_runs_nothing_that_stands_in_names() {
    let folder = TempDir::new().unwrap();
    let scenario = in_folder(&folder, "named.scenario.ron");
    let text = fs::read_to_string(STARTER).unwrap();
    let title = text.lines().find(|line| line.trim_start().starts_with("title:")).expect("it has a title");
    fs::write(&scenario, text.replacen(title, "title: \"<script>alert(1)</script>\",", 1)).unwrap();
    let page = in_folder(&folder, "page.html");
    let (code, _, err) = grapeshot(&[
        "simulate",
        &scenario,
        "--battles",
        "2",
        "--level",
        "random",
        "--vary",
        "turns=3,4",
        "--report",
        &page,
    ]);
    assert_eq!(code, 0, "{err}");
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>"));
    assert!(!html.contains("<script>") && html.contains("&lt;script&gt;alert(1)"), "a name runs");
    for part in ["95 % interval", "Inches", "data:image/png;base64,", "where they went", "<polyline", "do not tell"] {
        assert!(html.contains(part), "{part}");
    }
    let (code, _, err) = grapeshot(&[
        "simulate",
        STARTER,
        "--battles",
        "1",
        "--level",
        "random",
        "--report",
        "no such folder/page.html",
    ]);
    assert!(code == 1 && err.contains("cannot be written"), "{err}");
}

#[test]
fn statistics_count_the_records_of_a_folder_and_name_what_is_broken() {
    let folder = TempDir::new().unwrap();
    let records = in_folder(&folder, "records");
    let play = ["simulate", STARTER, "--battles", "2", "--level", "random", "--record", &records];
    assert_eq!(grapeshot(&play).0, 0);
    let (code, out, err) = grapeshot(&["statistics", &records]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("The computer alone: 2 battles finished, 0 not\n"), "{out}");
    let broken = Path::new(&records).join("notes.journal");
    fs::write(&broken, "nonsense\n").unwrap();
    let (code, out, _) = grapeshot(&["statistics", &records, "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(code, 1);
    assert_eq!(told["battles"], 2);
    assert_eq!(told["watched"]["finished"], 2);
    assert_eq!(told["faulty"][0]["path"], broken.display().to_string());
    let (code, _, err) = grapeshot(&["statistics", "no such folder"]);
    assert!(code == 2 && err.contains("is no folder"), "{err}");
}

#[test]
fn a_record_is_told_as_a_page_with_the_table_after_each_turn() {
    let folder = TempDir::new().unwrap();
    let record = in_folder(&folder, "a.journal");
    write_record(Path::new(&record), 60);
    let page = in_folder(&folder, "page.html");
    let (code, out, err) = grapeshot(&["replay", &record, "--story", &page]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>"));
    let last = (1..).take_while(|turn| html.contains(&format!("<h2>Turn {turn}"))).count();
    assert!(last >= 1, "no turn is told");
    assert_eq!(html.matches("data:image/png;base64,").count(), last + 1, "the set-up, and each turn");
    for part in ["Foraging", "What it cost", "After turn", "Luckier than", "CP-"] {
        assert!(html.contains(part), "{part}");
    }
    let (code, _, err) = grapeshot(&["replay", &record, "--story", "no such folder/page.html"]);
    assert!(code == 1 && err.contains("cannot be written"), "{err}");
}

#[test]
fn resolve_prints_events_and_state_and_says_what_differs() {
    let folder = TempDir::new().unwrap();
    let script = in_folder(&folder, "a.script.ron");
    fs::write(&script, r#"[expect(state: "clock", is: {"step": 0})]"#).unwrap();
    let (code, out, err) = grapeshot(&["resolve", STARTER, "--script", &script]);
    assert_eq!(code, 0, "{err}");
    let result: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(result["events"].is_array() && result["state"]["clock"]["step"] == 0, "{out}");
    fs::write(&script, r#"[expect(state: "clock", is: {"step": 5})]"#).unwrap();
    let (code, out, err) = grapeshot(&["resolve", STARTER, "--script", &script]);
    assert_eq!(code, 1);
    assert!(err.contains("clock.step: expected 5, found 0"), "{err}");
    assert!(out.contains("\"failures\""));
    fs::write(&script, "nonsense").unwrap();
    assert_eq!(grapeshot(&["resolve", STARTER, "--script", &script]).0, 2);
}

#[test]
fn resolve_names_line_column_and_step_of_a_failure_and_those_it_is_about() {
    let folder = TempDir::new().unwrap();
    let script = in_folder(&folder, "a.script.ron");
    fs::write(&script, "[\n  until(turn: 1),\n  expect(state: \"clock\", is: {\"turn\": 5}),\n]").unwrap();
    let (code, out, err) = grapeshot(&["resolve", STARTER, "--script", &script]);
    assert_eq!(code, 1);
    assert!(err.contains("a.script.ron:3:39"), "{err}");
    let result: serde_json::Value = serde_json::from_str(&out).unwrap();
    let failure = &result["failures"][0];
    assert_eq!((&failure["step"], &failure["line"]), (&2.into(), &3.into()));
    assert_eq!(failure["text"], "expect(state: \"clock\", is: {\"turn\": 5})");
    assert_eq!(result["names"]["units"][1]["key"], "fr_1");
    assert_eq!(result["state"]["section"]["units"][1]["leader_name"], "fr_1.1");
    assert!(out.contains("\"side_name\": \"french\""));
    assert_eq!(result["names"]["pieces"][1]["key"], "fr_1.1");
}

#[test]
fn a_script_gives_a_record_and_a_log() {
    let folder = TempDir::new().unwrap();
    let script = in_folder(&folder, "a.script.ron");
    let record = in_folder(&folder, "a.journal");
    fs::write(&script, r#"[force(stream: "command dice", results: [1, 2, 3, 4, 5, 6]), until(turn: 2)]"#).unwrap();
    let (code, out, err) = grapeshot(&["resolve", STARTER, "--script", &script, "--record", &record, "--log"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("Foraging Party, seed 0\n") && out.contains("command dice"), "{out}");
    let (code, out, err) = grapeshot(&["replay", &record, "--verify"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("orders verified"), "{out}");
}

#[test]
fn check_knows_scripts() {
    let folder = TempDir::new().unwrap();
    let script = in_folder(&folder, "a.script.ron");
    let starter = Path::new(env!("CARGO_MANIFEST_DIR")).join(STARTER);
    let with = |steps: &str| format!("(scenario: {:?}, steps: [{steps}])", starter.display().to_string());
    fs::write(&script, with(r#"until(turn: 1)"#)).unwrap();
    assert_eq!(grapeshot(&["check", &script]).0, 0);
    fs::write(&script, with(r#"order(verb: "shot"), expect(unit: "fr_9", state: "section", is: {})"#)).unwrap();
    let (code, out, err) = grapeshot(&["check", &script]);
    assert_eq!(code, 1);
    assert!(out.contains("2 problems") && err.contains("Did you mean `shoot`?"), "{err}");
}

#[test]
fn replay_verifies_and_prints_a_record() {
    let folder = TempDir::new().unwrap();
    let record = folder.path().join("battle.journal");
    write_record(&record, 6);
    let record = record.display().to_string();
    let (code, out, err) = grapeshot(&["replay", &record, "--verify"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("6 orders verified, checksum "), "{out}");
    let (code, out, _) = grapeshot(&["replay", &record, "--until", "2", "--dump-state"]);
    let state: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &state["clock"]["step"]), (0, &serde_json::json!(2)));
    assert!(grapeshot(&["replay", &record]).1.lines().count() > 6);
    for wrong in [["--log", "--verify"], ["--log", "--dump-state"], ["--format=json", "--verify"]] {
        assert_eq!(grapeshot(&["replay", &record, wrong[0], wrong[1]]).0, 2, "{wrong:?}");
    }
    let text = fs::read_to_string(&record).unwrap();
    fs::write(&record, &text[..text.len() - 4]).unwrap();
    let (code, out, err) = grapeshot(&["replay", &record, "--verify"]);
    assert_eq!(code, 1);
    assert!(out.starts_with("5 orders") && err.contains("cut in the middle"), "{out}{err}");
}

#[test]
fn simulate_records_its_battles_and_replay_prints_them_folded_whole_and_as_data() {
    let folder = TempDir::new().unwrap();
    let records = in_folder(&folder, "records");
    let simulate = ["simulate", STARTER, "--battles", "2", "--seed", "9", "--format", "csv"];
    let (code, csv, err) = grapeshot(&[&simulate[..], &["--record", &records]].concat());
    assert_eq!(code, 0, "{err}");
    assert_eq!(csv, grapeshot(&simulate).1, "a record changes nothing");
    for row in csv.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let [scenario, battle, seed, .., checksum] = cells[..7] else { panic!("{row}") };
        let record = format!("{records}/{scenario}-battle-{battle}-seed-{seed}.journal");
        let (code, out, err) = grapeshot(&["replay", &record, "--verify"]);
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(out.ends_with(&format!("checksum {checksum}\n")), "{out} is not of {row}");
        let folded = grapeshot(&["replay", &record]).1;
        let whole = grapeshot(&["replay", &record, "--log"]).1;
        let main: Vec<&str> = whole.lines().filter(|line| !line.starts_with("          ")).collect();
        assert_eq!(folded.lines().collect::<Vec<_>>(), main, "a fold keeps the main lines");
        assert!(whole.lines().count() > main.len(), "details stand under their main line");
        assert!(whole.lines().any(|line| line.trim_start().starts_with("= ")), "sums are explained");
        let out = grapeshot(&["replay", &record, "--log", "--format", "json"]).1;
        let data: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
        let lines = data["log"].as_array().expect("the log is a list");
        assert_eq!(lines.len(), main.len() - 1, "the first line of the text is the title");
        assert!(lines.iter().any(|line| line["details"][0]["text"].is_string()));
        assert!(data["outcome"]["text"].is_string());
    }
}

#[test]
fn replay_says_why_the_computer_gave_each_order() {
    let folder = TempDir::new().unwrap();
    let records = in_folder(&folder, "records");
    let (code, csv, err) =
        grapeshot(&["simulate", STARTER, "--battles", "1", "--seed", "9", "--format", "csv", "--record", &records]);
    assert_eq!(code, 0, "{err}");
    let row: Vec<&str> = csv.lines().nth(1).expect("a battle was played").split(',').collect();
    let record = format!("{records}/{}-battle-{}-seed-{}.journal", row[0], row[1], row[2]);
    let until = ["replay", &record, "--until", "20", "--why"];
    let text = grapeshot(&until).1;
    let why: Vec<&str> = text.lines().filter(|line| line.contains("  why (")).collect();
    assert_eq!(why.len(), 20, "{text}");
    assert!(why.iter().any(|line| line.contains("regular): For")), "{text}");
    let folded = grapeshot(&["replay", &record, "--until", "20"]).1;
    let remark = |line: &&str| line.contains("  why (") || line.contains("  foolish (");
    assert!(text.lines().filter(|line| !remark(line)).eq(folded.lines()), "the log is the same");
    let out = grapeshot(&[&until[..], &["--log", "--format", "json"]].concat()).1;
    let data: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    let reasons = data["reasons"].as_array().expect("reasons are a list");
    assert_eq!(reasons.len(), 20);
    for (n, reason) in reasons.iter().enumerate() {
        assert_eq!(reason["step"], n + 1);
        assert!(reason["reason"].is_string() && reason["order"]["verb"].is_string(), "{reason}");
        assert!(reason["grounds"]["Weighed"]["worth"]["modifiers"].is_array(), "{reason}");
    }
    assert_eq!(grapeshot(&["replay", &record, "--why", "--verify"]).0, 2);
    let whole = grapeshot(&["replay", &record, "--why", "--format", "json"]).1;
    let data: serde_json::Value = serde_json::from_str(&whole).expect("it is JSON");
    let foolish = data["foolish"].as_array().expect("foolish orders are a list");
    let text = grapeshot(&["replay", &record, "--why"]).1;
    assert_eq!(text.lines().filter(|line| line.contains("  foolish (")).count(), foolish.len());
    assert!(foolish.iter().all(|order| order["kind"].is_string() && order["unit"].is_string()), "{foolish:?}");
}

#[test]
fn a_league_of_one_level_plays_itself_and_counts_foolish_orders() {
    let (code, text, err) = grapeshot(&["league", STARTER, "--levels", "recruit", "--battles", "1", "--jobs", "1"]);
    assert_eq!(code, 0, "{err}");
    let head = text.lines().find(|line| line.starts_with("foolish orders of")).expect("they have a head");
    assert!(head.contains("hopeless fire") && head.contains("half an inch"), "{head}");
    let line = text.lines().last().expect("there is a line for the level");
    assert!(line.contains("recruit") && line.contains(" of "), "{line}");
}

#[test]
fn records_that_cannot_be_written_are_told_in_plain_words() {
    let folder = TempDir::new().unwrap();
    let records = in_folder(&folder, "records");
    let simulate = |to: &str| grapeshot(&["simulate", STARTER, "--battles", "1", "--level", "random", "--record", to]);
    assert_eq!(simulate(&records).0, 0);
    let (code, _, err) = simulate(&records);
    assert_eq!(code, 1);
    assert!(err.contains("is there already") && err.contains("never written over"), "{err}");
    let (code, _, err) = simulate("Cargo.toml");
    assert_eq!(code, 1);
    assert!(err.contains("are not recorded: Cargo.toml cannot be used as a folder"), "{err}");
}

fn write_record(path: &Path, orders: usize) {
    use grapeshot::{
        ai::{Level, commander},
        battle::{Battle, rulebooks},
        record::{Header, JournalWriter},
        rulesets, scenario,
    };
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(STARTER);
    let scenario =
        scenario::load(&file, &rulebooks(rulesets::plugin)).unwrap_or_else(|p| panic!("{}", p.render(false)));
    let mut writer = JournalWriter::create(path, &Header::new(&scenario, 3, Vec::new(), None)).unwrap();
    let mut battle = Battle::new(&scenario, 3, grapeshot::rulesets::plugin);
    let mut blind = commander(Level::Random, 3);
    for _ in 0..orders {
        let ask = battle.awaiting().asks[0].clone();
        let order = blind.decide(&battle, &ask).order;
        let events = battle.submit(order).unwrap().len();
        writer.order(battle.recorded(events)).unwrap();
    }
}

#[test]
fn rules_are_read_and_found_by_their_words() {
    let (code, out, _) = grapeshot(&["rules", "cp-3.1"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("CP-3.1 "), "{out}");
    assert!(grapeshot(&["rules", "reshuffle"]).1.contains("CP-2.4"));
    assert_eq!(grapeshot(&["rules", "zeppelin"]).0, 1);
    let (code, out, err) = grapeshot(&["rules"]);
    assert_eq!(code, 0);
    assert!(out.lines().count() > 100 && err.contains("have a test"), "{err}");
    for written in ["BP2.8", "bp-2.8"] {
        assert!(grapeshot(&["rules", written]).1.starts_with("BP-2.8 "), "{written}");
    }
}

#[test]
fn a_rule_is_told_with_its_rulings_its_tests_and_the_files_that_implement_it() {
    let (code, out, _) = grapeshot(&["rules", "BP-2.8"]);
    assert_eq!(code, 0);
    let (rule, places) = out.split_once("\nTests:\n").expect("it has tests");
    assert!(rule.trim_end().ends_with("\nRuling: A garrison that blunders stays in its building."), "{rule}");
    let (tests, files) = places.split_once("\nWritten in:\n").expect("a file implements it");
    assert!(tests.contains("  tests/black_powder/command.rs: "), "{tests}");
    for file in files.lines().filter_map(|line| line.strip_prefix("  ")) {
        assert!(Path::new(file).is_file(), "{file}");
    }
}

#[test]
fn no_more_rules_have_a_test_than_there_are() {
    let (_, _, err) = grapeshot(&["rules"]);
    let mut numbers = err.split_whitespace().filter_map(|word| word.parse::<usize>().ok());
    let (tested, all) = (numbers.next().expect("how many have one"), numbers.next().expect("of how many"));
    assert!((1..=all).contains(&tested), "{err}");
}

#[test]
fn rules_away_from_the_source_code_say_that_the_tests_cannot_be_seen() {
    let folder = TempDir::new().unwrap();
    let (code, out, err) = grapeshot(&["rules", "--sources", &folder.path().display().to_string()]);
    assert_eq!(code, 0);
    assert!(out.contains("CP-3.1") && err.contains("cannot be seen"), "{err}");
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
fn a_mark_before_the_text_is_no_trouble_in_any_file_and_utf_16_is_named() {
    let folder = TempDir::new().unwrap();
    let marked = |text: &str| format!("\u{feff}{text}");
    let own = folder.path().join("data/combat_patrol");
    fs::create_dir_all(&own).unwrap();
    let data = fs::read_to_string("assets/rulesets/combat_patrol/spotting.ron").unwrap();
    fs::write(own.join("spotting.ron"), marked(&data)).unwrap();
    let scenario = in_folder(&folder, "foraging_party.scenario.ron");
    fs::write(&scenario, marked(&fs::read_to_string(STARTER).unwrap())).unwrap();
    let data = in_folder(&folder, "data");
    let simulate = ["simulate", &scenario, "--battles", "1", "--level", "random", "--format", "json"];
    let (code, part, err) = grapeshot(&[&["--data", &data][..], &simulate].concat());
    assert_eq!(code, 0, "{err}");
    let file = in_folder(&folder, "part.json");
    fs::write(&file, marked(&part)).unwrap();
    let (code, _, err) = grapeshot(&["merge", &file]);
    assert_eq!(code, 0, "{err}");
    let wide: Vec<u8> = fs::read_to_string(STARTER).unwrap().encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(&scenario, wide).unwrap();
    let (code, _, err) = grapeshot(&["check", &scenario]);
    assert_eq!(code, 1);
    assert!(err.contains("is UTF-16 text; save it as UTF-8"), "{err}");
}

/// A command whose result goes somewhere.
fn grapeshot_to(to: Stdio, arguments: &[&str]) -> Child {
    std::process::Command::new(env!("CARGO_BIN_EXE_grapeshot"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .stdout(to)
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs")
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_told_and_ends_with_1() {
    let folder = TempDir::new().unwrap();
    let record = in_folder(&folder, "a.journal");
    write_record(Path::new(&record), 2);
    let script = in_folder(&folder, "a.script.ron");
    fs::write(&script, r#"[expect(state: "clock", is: {"step": 0})]"#).unwrap();
    let series = vec!["simulate", STARTER, "--battles", "1", "--level", "random", "--format", "json"];
    let part = in_folder(&folder, "part.json");
    fs::write(&part, grapeshot(&series).1).unwrap();
    for arguments in [
        vec!["simulate", STARTER, "--battles", "1", "--level", "random"],
        series,
        vec!["merge", &part],
        vec!["check", STARTER],
        vec!["check", "--json", STARTER],
        vec!["replay", &record],
        vec!["replay", &record, "--verify"],
        vec!["replay", &record, "--dump-state"],
        vec!["replay", &record, "--log"],
        vec!["resolve", STARTER, "--script", &script],
        vec!["rules"],
        vec!["rules", "cp-3.1"],
        vec!["schema"],
        vec!["--help"],
        vec!["--version"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let output = grapeshot_to(full.into(), &arguments).wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {err}");
        assert_eq!(err.matches("The result cannot be written: ").count(), 1, "{arguments:?}: {err}");
    }
}

#[test]
fn a_reader_that_stops_in_the_middle_is_no_trouble() {
    let mut child = grapeshot_to(Stdio::piped(), &["schema"]);
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

/// Names of files need not be text.
#[cfg(target_os = "linux")]
#[test]
fn files_in_folders_whose_names_are_no_text_are_read_and_written() {
    use std::os::unix::ffi::OsStrExt;
    let folder = TempDir::new().unwrap();
    let odd = folder.path().join(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    fs::create_dir(&odd).unwrap();
    fs::copy(STARTER, odd.join("foraging_party.scenario.ron")).unwrap();
    let steps = r#"(scenario: "foraging_party.scenario.ron", steps: [until(turn: 1)])"#;
    fs::write(odd.join("a.script.ron"), steps).unwrap();
    let run = |arguments: &[&std::ffi::OsStr]| {
        let output = Command::cargo_bin("grapeshot").unwrap().args(arguments).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {err}");
    };
    let word = std::ffi::OsStr::new;
    let [scenario, script, records, map] =
        ["foraging_party.scenario.ron", "a.script.ron", "records", "map.svg"].map(|name| odd.join(name));
    run(&[word("check"), scenario.as_os_str(), script.as_os_str()]);
    run(&[word("resolve"), word("--script"), script.as_os_str()]);
    run(&[word("preview"), scenario.as_os_str(), word("-o"), map.as_os_str()]);
    let simulate = ["--battles", "1", "--level", "random", "--keep", "--record"].map(word);
    run(&[&[word("simulate"), scenario.as_os_str()][..], &simulate, &[records.as_os_str()]].concat());
    let record = fs::read_dir(&records).unwrap().next().unwrap().unwrap().path();
    run(&[word("replay"), record.as_os_str(), word("--verify")]);
    let mut names: Vec<_> = fs::read_dir(&odd).unwrap().map(|file| file.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(
        names,
        ["a.script.ron", "foraging_party.fairness.json", "foraging_party.scenario.ron", "map.svg", "records"]
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing lies beside the folder");
}

/// The record of another build is played as far as it goes, and says which build plays it to the end.
#[test]
fn a_record_of_another_build_says_so_where_it_differs() {
    let folder = TempDir::new().unwrap();
    let script = in_folder(&folder, "a.script.ron");
    fs::write(&script, "[until(turn: 2)]").unwrap();
    let record = in_folder(&folder, "a.journal");
    let (code, _, err) = grapeshot(&["resolve", STARTER, "--script", &script, "--record", &record]);
    assert_eq!(code, 0, "{err}");
    let text = fs::read_to_string(&record).unwrap();
    let bare = |line: &str| format!("{}}}", &line[..line.rfind(",\"seal\":").expect("it is sealed")]);
    let mut lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(&bare(line)).unwrap()).collect();
    let own = lines[0]["build"]["data"].as_str().expect("the header names the build").to_owned();
    assert!(lines[0]["build"]["commit"].is_string() && own.len() == 16, "{}", lines[0]["build"]);
    let write = |lines: &[serde_json::Value]| {
        let mut seal = grapeshot::record::seal::Seal::default();
        let sealed = lines.iter().map(|line| String::from_utf8(seal.close(line.to_string().as_bytes())).unwrap());
        fs::write(&record, sealed.map(|line| line + "\n").collect::<String>()).unwrap();
    };
    lines[0]["build"] = serde_json::json!({ "commit": "0123456789ab", "data": "fedcba9876543210" });
    write(&lines);
    let (code, _, err) = grapeshot(&["replay", &record, "--verify"]);
    assert_eq!((code, err.as_str()), (0, ""), "it is played alike");
    lines[2]["order"]["checksum"] = "0123456789abcdef".into();
    write(&lines);
    let (code, _, err) = grapeshot(&["replay", &record, "--verify"]);
    assert_eq!(code, 1);
    for part in ["Order 2 differs", "commit 0123456789ab, data fedcba9876543210", &own, "use that one"] {
        assert!(err.contains(part), "{part}: {err}");
    }
    // A record that names no build is of one before builds were named.
    lines[0].as_object_mut().unwrap().remove("build");
    write(&lines);
    let (code, _, err) = grapeshot(&["replay", &record, "--verify"]);
    assert_eq!(code, 1);
    assert!(err.contains("use that one"), "{err}");
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

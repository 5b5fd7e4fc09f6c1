//! Series of battles: counted, broken off, merged, drawn, told as a page.

use super::*;

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
fn a_league_of_one_level_plays_itself_and_counts_foolish_orders() {
    let (code, text, err) = grapeshot(&["league", STARTER, "--levels", "recruit", "--battles", "1", "--jobs", "1"]);
    assert_eq!(code, 0, "{err}");
    let head = text.lines().find(|line| line.starts_with("foolish orders of")).expect("they have a head");
    assert!(head.contains("hopeless fire") && head.contains("half an inch"), "{head}");
    let line = text.lines().last().expect("there is a line for the level");
    assert!(line.contains("recruit") && line.contains(" of "), "{line}");
}

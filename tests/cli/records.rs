//! Records: written, told, replayed, and refused.

use super::*;

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

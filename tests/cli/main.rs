//! The command line, from outside: what it prints, how it ends.

mod records;
mod rules;
mod scenarios;
mod scripts;
mod series;

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

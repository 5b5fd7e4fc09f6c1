//! Pictures of scenarios: what is drawn over the table, for whose eyes, and all of a folder on one page.

use assert_cmd::Command;
use std::{fs, path::Path};
use tempfile::TempDir;

const STARTER: &str = "scenarios/horse_and_musket/foraging_party.scenario.ron";
const HIDDEN: &str = "scenarios/horse_and_musket/raisin_trail.scenario.ron";
const LATE: &str = "scenarios/black_powder/plancenoit.scenario.ron";

/// Runs `preview` with these arguments; returns how it ended and what it said.
fn preview(arguments: &[&str]) -> (i32, String) {
    let output = Command::cargo_bin("grapeshot")
        .expect("the program is built")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("preview")
        .args(arguments)
        .output()
        .expect("it runs");
    let said = String::from_utf8(output.stderr).expect("it writes text");
    (output.status.code().expect("it ends by itself"), said)
}

/// The picture that `preview` draws with these arguments, as SVG.
fn drawn(arguments: &[&str]) -> String {
    let folder = TempDir::new().expect("a folder for the test");
    let picture = folder.path().join("map.svg").display().to_string();
    let (code, said) = preview(&[arguments, &["-o", &picture]].concat());
    assert_eq!(code, 0, "{said}");
    fs::read_to_string(picture).expect("it was drawn")
}

#[test]
fn a_table_is_drawn_as_svg_or_png() {
    assert!(drawn(&[STARTER]).starts_with("<svg"));
    let folder = TempDir::new().expect("a folder for the test");
    let png = folder.path().join("map.png");
    let (code, said) = preview(&[STARTER, "-o", &png.display().to_string(), "--width", "400"]);
    assert_eq!(code, 0, "{said}");
    assert!(fs::read(&png).expect("it was drawn").starts_with(b"\x89PNG"));
}

#[test]
fn only_the_layers_that_are_wanted_are_drawn() {
    let bare = drawn(&[STARTER, "--layers", "zones"]);
    assert!(!bare.contains("Section Corbet") && !bare.contains("free"));
    let seen = drawn(&[STARTER, "--layers", "names,sight,reach,fire,command,distances"]);
    for word in ["Section Corbet", "sight: lines", "reach: how far", "fire: what", "command: ", "\u{2033} apart, "] {
        assert!(seen.contains(word), "{word}");
    }
    let one = drawn(&[STARTER, "--layers", "reach", "--unit", "fr_1"]);
    assert!(one.contains("\u{2033} with the best card"), "the reach of one unit is told in words");
}

/// BP-3.6: units that come later stand faint at their edge, with the turn in which they come.
#[test]
fn units_that_come_later_are_told_with_their_turn() {
    let late = drawn(&[LATE]);
    assert!(late.contains("arrives turn 2") && late.contains("arrives turn 10"));
    assert!(late.contains("General Ryssel"), "they are named");
    let without = drawn(&[LATE, "--layers", "names"]);
    assert!(!without.contains("arrives turn") && !without.contains("General Ryssel"));
}

/// CP-12.1: the picture of a side has nothing that the side may not know.
#[test]
fn the_picture_of_a_side_shows_what_that_side_may_know() {
    let layers = ["--layers", "names,sight,reach,fire,command,distances"];
    let by = |side: &[&str]| drawn(&[&[HIDDEN][..], &layers, side].concat());
    assert!(by(&[]).contains("Potawatomi"));
    assert!(by(&["--side", "indian"]).contains("Potawatomi"));
    let americans = by(&["--side", "american"]);
    assert!(!americans.contains("Potawatomi") && americans.contains(">suspected<"));
}

#[test]
fn a_wrong_word_is_answered_with_the_right_ones() {
    for (arguments, word) in [
        (vec![STARTER, "--layers", "sights"], "names, zones, objectives, arrivals, sight"),
        (vec![STARTER, "--side", "martians"], "its sides are french, british"),
        (vec![STARTER, "--unit", "nobody"], "its units are"),
        (vec![HIDDEN, "--side", "american", "--unit", "in_1"], "that can be seen"),
        (vec!["--all", "scenarios", STARTER], "cannot be used with"),
        (vec!["--all", "Cargo.toml"], "wants the folder of scenarios"),
    ] {
        let (code, said) = preview(&[&arguments[..], &["-o", "no.svg"]].concat());
        assert_eq!(code, 2, "{arguments:?}: {said}");
        assert!(said.contains(word), "{arguments:?}: {said}");
    }
    assert!(!Path::new(env!("CARGO_MANIFEST_DIR")).join("no.svg").exists());
}

#[cfg(unix)]
#[test]
fn a_contact_sheet_shows_a_folder_and_lists_what_is_wrong() {
    let (battles, elsewhere, out) = (TempDir::new().unwrap(), TempDir::new().unwrap(), TempDir::new().unwrap());
    let starter = fs::read_to_string(STARTER).unwrap();
    let evil = starter.replacen("title: \"Foraging Party\"", "title: \"<script>alert(1)</script>\"", 1);
    assert_ne!(evil, starter);
    fs::create_dir(battles.path().join("more")).unwrap();
    fs::write(battles.path().join("good.scenario.ron"), &evil).unwrap();
    fs::write(battles.path().join("more/good.scenario.ron"), &starter).unwrap();
    let bad = starter.replacen("turns: 10", "turns: \"<b>\"", 1);
    fs::write(battles.path().join("bad.scenario.ron"), bad).unwrap();
    fs::write(battles.path().join("empty.scenario.json"), "{}").unwrap();
    fs::write(elsewhere.path().join("secret.scenario.ron"), &starter).unwrap();
    std::os::unix::fs::symlink(elsewhere.path(), battles.path().join("out")).unwrap();
    std::os::unix::fs::symlink(battles.path(), battles.path().join("more/round")).unwrap();
    let (from, to) = (battles.path().display().to_string(), out.path().join("sheet").display().to_string());
    let (code, said) = preview(&["--all", &from, "-o", &to, "--width", "200"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("bad.scenario.ron and empty.scenario.json") && !said.contains("panicked"), "{said}");
    let page = fs::read_to_string(out.path().join("sheet/index.html")).unwrap();
    assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script"), "{page}");
    assert!(page.contains("bad.scenario.ron:") && page.contains("turns: &quot;&lt;b&gt;&quot;"), "{page}");
    assert!(!page.contains("secret"), "a link out of the folder is passed over");
    assert_eq!(page.matches("<img").count(), 2, "no file is shown twice");
    for picture in ["good.png", "good-2.png"] {
        assert!(page.contains(&format!("src=\"{picture}\"")), "{page}");
        assert!(fs::read(out.path().join("sheet").join(picture)).unwrap().starts_with(b"\x89PNG"));
    }
}

#[test]
fn a_folder_without_scenarios_and_one_that_cannot_be_made_are_told() {
    let (empty, out) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (empty, to) = (empty.path().display().to_string(), out.path().display().to_string());
    let (code, said) = preview(&["--all", &empty, "-o", &to]);
    assert_eq!((code, said.contains("There is no scenario under")), (1, true), "{said}");
    let (code, said) = preview(&["--all", "scenarios/burt", "-o", "Cargo.toml"]);
    assert_eq!((code, said.contains("cannot be made")), (1, true), "{said}");
}

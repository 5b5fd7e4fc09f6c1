//! Every command of the program that the README shows does what it is shown for: each line of its blocks is run, in their
//! order, in a folder that has the game's battles, with fewer battles than a reader would play.

use assert_cmd::Command;
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// How the commands begin that are not run, and why.
const SKIPPED: [(&str, &str); 3] = [
    ("grapeshot play", "it opens the window"),
    ("grapeshot demo", "it opens the window"),
    ("grapeshot preview my_battle.scenario.ron --watch", "it opens a window that follows the file"),
];
/// The call without a command opens the window, too.
const TITLE: &str = "grapeshot";

/// The lines between the fences of a text that call the program.
fn commands(text: &str) -> Vec<&str> {
    let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines).filter(|line| line.split(' ').next() == Some("grapeshot")).collect()
}

/// The files that a word of a command stands for in a folder, as a shell has them: one `*` is whatever there is.
fn files(folder: &Path, word: &str) -> Vec<String> {
    let Some((before, after)) = word.split_once('*') else { return vec![word.to_owned()] };
    let (within, beginning) = before.rsplit_once('/').unwrap_or((".", before));
    let fits = |name: &String| name.starts_with(beginning) && name.ends_with(after);
    let entries = fs::read_dir(folder.join(within)).unwrap_or_else(|error| panic!("{word}: {error}"));
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut found: Vec<String> = names.filter(fits).map(|name| format!("{within}/{name}")).collect();
    assert!(!found.is_empty(), "{word} stands for no file");
    found.sort();
    found
}

/// The arguments of a command, and the file that it is written to.
fn arguments(folder: &Path, command: &str) -> (Vec<String>, Option<PathBuf>) {
    let (call, into) = match command.split_once(" > ") {
        Some((call, into)) => (call, Some(folder.join(into))),
        None => (command, None),
    };
    let mut arguments: Vec<String> = call.split(' ').skip(1).flat_map(|word| files(folder, word)).collect();
    if let Some(number) = arguments.iter().position(|word| word == "--battles") {
        arguments[number + 1] = "2".into();
        if call.contains("--record") {
            arguments[number + 1] = "1".into();
        }
        arguments.extend(["--level".into(), "random".into()]);
    }
    if call.starts_with("grapeshot generate") {
        arguments.extend(["--battles".into(), "0".into()]);
    }
    (arguments, into)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).unwrap();
        }
    }
}

#[test]
fn every_command_of_the_readme_runs() {
    let readme = fs::read_to_string("README.md").unwrap();
    let folder = TempDir::new().unwrap();
    copy(Path::new("scenarios"), &folder.path().join("scenarios"));
    // The battle of your own that the README speaks of before it says how to begin one.
    let own = "scenarios/horse_and_musket/foraging_party.scenario.ron";
    let mine = folder.path().join("my_battle.scenario.ron");
    fs::copy(own, &mine).unwrap();
    let (mut run, mut skipped) = (0, [false; SKIPPED.len()]);
    for command in commands(&readme) {
        if let Some(n) = SKIPPED.iter().position(|(beginning, _)| command.starts_with(beginning)) {
            skipped[n] = true;
            continue;
        }
        if command == TITLE {
            continue;
        }
        if command.starts_with("grapeshot new") {
            fs::remove_file(&mine).unwrap();
        }
        let (arguments, into) = arguments(folder.path(), command);
        let output =
            Command::cargo_bin("grapeshot").unwrap().current_dir(folder.path()).args(&arguments).output().unwrap();
        assert!(output.status.success(), "{command}\n{}", String::from_utf8_lossy(&output.stderr));
        if let Some(file) = into {
            fs::write(file, &output.stdout).unwrap();
        }
        run += 1;
    }
    assert!(run >= 12, "only {run} commands were found");
    for ((beginning, reason), skipped) in SKIPPED.iter().zip(skipped) {
        assert!(skipped, "the README shows no {beginning} any more ({reason})");
    }
}

#[test]
fn commands_are_found_between_fences_alone_and_stars_stand_for_files() {
    let text = "`grapeshot no`\n```sh\ngrapeshot a\ncargo run\n```\ngrapeshot no\n```sh\ngrapeshot b c\n```\n";
    assert_eq!(commands(text), ["grapeshot a", "grapeshot b c"]);
    let folder = TempDir::new().unwrap();
    for name in ["x-2.journal", "x-1.journal", "y-1.journal"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    assert_eq!(files(folder.path(), "x-*.journal"), ["./x-1.journal", "./x-2.journal"]);
    assert_eq!(files(folder.path(), "plain"), ["plain"]);
}

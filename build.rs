//! Tells the program of which commit it is built, for the records that it writes, and which tests and files each rule
//! has, for `grapeshot rules`. A development build is told neither, as it would be built anew after each change: it is
//! of no commit, and reads the source code when it is asked.

use std::{env, fs, path::Path, process::Command};

#[path = "crates/floor/src/rulebook_text/ids.rs"]
mod ids;
#[allow(dead_code, reason = "the list is only written here")]
#[path = "crates/floor/src/rulebook_text/sources.rs"]
mod sources;

/// What git answers in the folder of the source; nothing without git or outside of a repository.
fn git(arguments: &[&str]) -> Option<String> {
    let folder = env::var_os("CARGO_MANIFEST_DIR")?;
    let output = Command::new("git").current_dir(folder).args(arguments).output().ok()?;
    let answer = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !answer.is_empty()).then_some(answer)
}

/// The commit of the source, which an archive of it that lies in another repository does not have.
fn commit() -> Option<String> {
    let folder = Path::new(&env::var_os("CARGO_MANIFEST_DIR")?).canonicalize().ok()?;
    let whole = Path::new(&git(&["rev-parse", "--show-toplevel"])?).canonicalize().ok()?;
    if folder != whole {
        return None;
    }
    // It grows with every commit, and whenever another is looked at.
    let log = folder.join(git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    if log.exists() {
        println!("cargo::rerun-if-changed={}", log.display());
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}

/// The tests and files of all rules, as `rulebook_text::Sources` lists them.
fn places_of_rules() -> String {
    for folder in ["crates", "tests"] {
        println!("cargo::rerun-if-changed={folder}");
    }
    sources::Sources::read(Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it"))).to_string()
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let built_to_be_played = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = if built_to_be_played { commit() } else { None };
    println!("cargo::rustc-env=GRAPESHOT_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
    let places = if built_to_be_played { places_of_rules() } else { String::new() };
    let list = Path::new(&env::var_os("OUT_DIR").expect("Cargo sets it")).join("rules.txt");
    fs::write(list, places).expect("the list can be written");
}

//! Lists the rulebooks of `assets/rulebooks`, so that a ruleset brings its own by putting it there.

use std::{env, fs, path::PathBuf};

fn main() {
    let folder =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it")).join("../../assets/rulebooks");
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(&folder).expect("assets/rulebooks is there");
    let mut books: Vec<PathBuf> = entries.map(|entry| entry.expect("assets/rulebooks can be read").path()).collect();
    books.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    books.sort();
    let list: String = books.iter().map(|path| format!("    include_str!({path:?}),\n")).collect();
    let to = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it")).join("rulebooks.rs");
    fs::write(to, format!("&[\n{list}]\n")).expect("the list can be written");
}

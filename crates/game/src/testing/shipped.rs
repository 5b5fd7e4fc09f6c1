//! The files of the repository that tests find by looking, so that no list can forget one.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    battle::{Plugins, rulebooks},
    scenario::{self, Scenario},
};

/// All files under a folder of the repository ("scenarios") whose names end so (".scenario.ron"), in their order.
///
/// # Panics
/// If a folder cannot be read, or if there is no such file.
pub fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder), ending, &mut found);
    assert!(!found.is_empty(), "no file under {folder} ends in {ending}");
    found.sort();
    found
}

fn gather(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("a folder can be read to its end").path();
        if path.is_dir() {
            gather(&path, ending, found);
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
}

/// The battles that are shipped.
///
/// # Panics
/// If one of them cannot be played with these rulesets.
pub fn shipped(plugins: Plugins) -> Vec<Arc<Scenario>> {
    let books = rulebooks(plugins);
    let load = |file: PathBuf| scenario::load(&file, &books).unwrap_or_else(|problems| panic!("{problems}"));
    files("scenarios", ".scenario.ron").into_iter().map(load).collect()
}

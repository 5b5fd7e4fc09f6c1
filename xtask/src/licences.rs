//! The licences of the crates that the program is made of, in one text: each licence once, under the crates that it is of.

use std::{
    collections::BTreeMap,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    command::{Outcome, read},
    workspace::{Crate, VERSION, Workspace},
};

/// How the names of files begin that hold a licence.
const BEGINNINGS: [&str; 6] = ["licen", "copying", "copyright", "notice", "unlicense", "authors"];

/// The text.
pub fn text(workspace: &Workspace) -> Outcome<String> {
    let own = read(&workspace.root.join("LICENSE"))?;
    let mut text = format!("Grapeshot {VERSION} is under this licence:\n\n{}\n", own.trim_end());
    for font in ["OFL-EBGaramond.txt", "OFL-Lato.txt"] {
        let licence = read(&workspace.root.join("assets/fonts").join(font))?;
        let _ = write!(text, "\nThe fonts in it are under this one:\n\n{}\n", licence.trim_end());
    }
    let _ = writeln!(text, "\nIt is made with these crates, each under its own licence, whose texts follow:\n");
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for of in &workspace.crates {
        let named = format!("{} {}", of.name, of.version);
        let licence = if of.licence.is_empty() { "a licence of its own" } else { &of.licence };
        let _ = writeln!(text, "{named}: {licence}");
        for licence in licences(of)? {
            texts.entry(licence).or_default().push(named.clone());
        }
    }
    for (licence, crates) in texts {
        let _ = write!(text, "\n{}\n{}:\n\n{licence}\n", "-".repeat(78), crates.join(", "));
    }
    Ok(text)
}

/// The texts of the licences in the folder of a crate.
fn licences(of: &Crate) -> Outcome<Vec<String>> {
    let failed = |error| format!("{} cannot be read: {error}.", of.folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(&of.folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_file() && holds_a_licence(&path) {
            found.push(path);
        }
    }
    found.sort();
    let trimmed = |path: &PathBuf| -> Outcome<String> {
        let bytes = fs::read(path).map_err(failed)?;
        Ok(String::from_utf8_lossy(&bytes).replace("\r\n", "\n").trim().to_owned())
    };
    found.iter().map(trimmed).collect()
}

fn holds_a_licence(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    BEGINNINGS.iter().any(|beginning| name.starts_with(beginning)) && !name.ends_with(".rs")
}

//! All scenarios under a folder as pictures on one page.

use grapeshot::{
    english,
    picture::contact_sheet::{self, Drawn, Sheet},
    scenario::{self, ENDINGS, Scenario},
    turn::Rulebooks,
};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use super::{Ending, drawing::Drawing, io, simulate::bar};

/// How deep folders may lie in each other.
const DEPTH: usize = 16;

/// Draws all scenarios under a folder into another, with a page that shows them.
pub fn make(folder: &Path, output: &Path, drawing: &Drawing) -> Ending {
    let Some(root) = folder.canonicalize().ok().filter(|root| root.is_dir()) else {
        return Ending::Usage(format!("{} is no folder; --all wants the folder of scenarios.", folder.display()));
    };
    let mut files = BTreeSet::new();
    gather(&root, &root, &mut BTreeSet::new(), &mut files, DEPTH);
    if files.is_empty() {
        io::tell(&format!(
            "There is no scenario under {}: no name ends in {}.",
            folder.display(),
            ENDINGS.join(" or ")
        ));
        return Ending::Findings;
    }
    if let Err(error) = fs::create_dir_all(output) {
        io::tell(&format!("The folder {} cannot be made: {error}.", output.display()));
        return Ending::Findings;
    }
    let books = io::books();
    let bar = bar(files.len() as u64, "Drawing");
    let mut names = BTreeSet::new();
    let mut sheets = Vec::new();
    for file in files {
        let shown = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
        let stem = scenario::stem(&file).unwrap_or_default();
        let picture = contact_sheet::name_for(&stem, |name| names.contains(name));
        names.insert(picture.clone());
        let drawn = match draw(&file, &books, drawing) {
            Ok((_, png)) if !io::written(&output.join(&picture), &png) => return Ending::Findings,
            Ok((drawn, _)) => Ok(Drawn { picture, ..drawn }),
            Err(wrong) => Err(wrong),
        };
        sheets.push(Sheet { file: shown, drawn });
        bar.inc(1);
    }
    bar.finish_and_clear();
    if !io::written(&output.join("index.html"), contact_sheet::html(&sheets).as_bytes()) {
        return Ending::Findings;
    }
    let wrong: Vec<&str> = sheets.iter().filter(|sheet| sheet.drawn.is_err()).map(|sheet| &*sheet.file).collect();
    if wrong.is_empty() {
        return Ending::Well;
    }
    io::tell(&format!("Something is wrong with {}; the page says what.", english::list(&wrong)));
    Ending::Findings
}

/// A scenario and its picture, or what is wrong with it.
fn draw(file: &Path, books: &Rulebooks, drawing: &Drawing) -> Result<(Drawn, Vec<u8>), String> {
    let scenario = scenario::load(file, books).map_err(|problems| problems.render(false))?;
    let png = drawing.png(&scenario)?;
    let lines = lines(&scenario, books);
    Ok((Drawn { title: scenario.title.clone(), lines, picture: String::new() }, png))
}

/// What stands below the title of a scenario.
fn lines(scenario: &Scenario, books: &Rulebooks) -> Vec<String> {
    let book = books.get(&scenario.ruleset).map_or(scenario.ruleset.as_str(), |book| book.title);
    let turns = english::count(scenario.turns.into(), "turn");
    let of_side = |side: &grapeshot::forces::Side| {
        let units = scenario.units.iter().filter(|unit| unit.side == side.id).count();
        format!("{}: {}", side.name, english::count(units, "unit"))
    };
    let place = [&scenario.location, &scenario.date].into_iter().filter(|part| !part.is_empty());
    let place = place.cloned().collect::<Vec<_>>().join(", ");
    let lines = [place, format!("{book}, {turns}")];
    lines.into_iter().filter(|line| !line.is_empty()).chain(scenario.sides.iter().map(of_side)).collect()
}

/// The scenario files under a folder; links that lead out of `root` are passed over, and no folder is read twice.
fn gather(root: &Path, folder: &Path, read: &mut BTreeSet<PathBuf>, files: &mut BTreeSet<PathBuf>, depth: usize) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    if depth == 0 || !read.insert(folder.to_owned()) {
        return;
    }
    for path in entries.flatten().filter_map(|entry| entry.path().canonicalize().ok()) {
        if !path.starts_with(root) {
            continue;
        }
        if path.is_dir() {
            gather(root, &path, read, files, depth - 1);
        } else if scenario::stem(&path).is_some() {
            files.insert(path);
        }
    }
}

use clap::Args;
use grapeshot::{
    battle::renewed,
    english,
    files::{self, Limit, Problems, kept_beside, read_text, write_over},
    record::{Journal, journal, shelf},
    rulesets,
    scenario::{self, ENDINGS},
    turn::Rulebooks,
};
use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use super::{Ending, io};

#[derive(Args)]
pub struct Migrate {
    /// Scenarios, records, settings and data files, known by their names
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print what would change, and write nothing
    #[arg(long)]
    dry_run: bool,
}

/// A file as it would be today.
struct Change {
    kind: Kind,
    bytes: Vec<u8>,
    /// What is otherwise in it: where, how it was, how it is.
    lines: Vec<(String, String, String)>,
}

/// What a file is by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Scenario,
    Record,
    Settings,
    /// One that lies in a folder of data files, under a name of this many letters.
    Data(usize),
}

/// The name of the file of the settings.
const SETTINGS: &str = "settings.ron";
/// What is read as settings.
const SETTINGS_LIMIT: Limit = Limit { what: "a file of settings", bytes: 1 << 20 };

impl Migrate {
    pub fn run(self) -> Ending {
        let books = io::books();
        let mut ending = Ending::Well;
        for file in &self.files {
            let shown = file.display();
            let done = change(file, &books).and_then(|change| match change {
                None => Ok(format!("{shown}: nothing to change\n")),
                Some(change) if self.dry_run => Ok(format!("{shown}: would be changed\n{}", told(&change.lines))),
                Some(change) => {
                    write(file, &change)?;
                    let kept = kept_beside(file);
                    Ok(format!("{shown}: changed; kept as {}\n{}", kept.display(), told(&change.lines)))
                }
            });
            match done {
                Ok(text) => io::out(&text),
                Err(why) => {
                    io::tell(&why);
                    ending = Ending::Findings;
                }
            }
        }
        ending
    }
}

/// What must change in a file, if anything must.
fn change(file: &Path, books: &Rulebooks) -> Result<Option<Change>, String> {
    let changed = match kind_of(file) {
        Ok(Kind::Record) => return change_record(file),
        Ok(Kind::Scenario) => change_scenario(file, books),
        Ok(Kind::Settings) => read_settings(file).map(|()| None),
        Ok(Kind::Data(letters)) => read_data(file, letters).map(|()| None),
        Err(why) => Err(why),
    };
    changed.map_err(|why| format!("{}: {why}", file.display()))
}

fn kind_of(file: &Path) -> Result<Kind, String> {
    if scenario::stem(file).is_some() {
        return Ok(Kind::Scenario);
    }
    if file.extension().is_some_and(|ending| ending == journal::ENDING) {
        return Ok(Kind::Record);
    }
    let of_data = rulesets::data_files().into_iter().find(|known| file.ends_with(known.name));
    match of_data {
        Some(known) => Ok(Kind::Data(known.name.len())),
        None if file.ends_with(SETTINGS) => Ok(Kind::Settings),
        None => Err(format!(
            "this is no file of Grapeshot by its name. Scenarios end in {}, records in .{}; settings are called \
             {SETTINGS}, and data files lie in folders like combat_patrol.",
            ENDINGS.join(" or "),
            journal::ENDING
        )),
    }
}

fn change_scenario(file: &Path, books: &Rulebooks) -> Result<Option<Change>, String> {
    let before = read_text(file, scenario::LIMIT).map_err(|error| format!("it {error}."))?;
    let after = scenario::migrated(&before, books);
    let name = file.display().to_string();
    if let Err(problems) = scenario::read(&name, after.as_ref().unwrap_or(&before), books) {
        let count = english::count(problems.iter().len(), "problem");
        return Err(format!(
            "it has {count} that no migration mends; `grapeshot check` tells what to do. Nothing is written."
        ));
    }
    Ok(after.map(|after| {
        // A change adds no line and takes none away.
        let pairs = before.lines().zip(after.lines()).enumerate().filter(|(_, (before, after))| before != after);
        let line = |(n, (before, after)): (usize, (&str, &str))| {
            (format!("line {}", n + 1), before.trim().to_owned(), after.trim().to_owned())
        };
        let lines = pairs.map(line).collect();
        Change { kind: Kind::Scenario, bytes: after.into_bytes(), lines }
    }))
}

fn change_record(file: &Path) -> Result<Option<Change>, String> {
    let journal = Journal::open(file).map_err(|error| error.to_string())?;
    let renewal = renewed(&journal, rulesets::plugin).map_err(|why| {
        let shown = file.display();
        format!("{shown}: {why}. It opens as it is, as far as it is good; nothing is written.")
    })?;
    Ok(renewal.map(|renewal| {
        let lines = renewal.changes.into_iter().map(|(before, after)| ("the first line".to_owned(), before, after));
        Change { kind: Kind::Record, lines: lines.collect(), bytes: renewal.bytes }
    }))
}

/// Settings of every version so far are read as they are.
fn read_settings(file: &Path) -> Result<(), String> {
    let text = read_text(file, SETTINGS_LIMIT).map_err(|error| format!("it {error}."))?;
    let mut problems = Vec::new();
    match files::text::parse(&text, &mut problems) {
        Some(_) => Ok(()),
        None => Err(Problems::new(file.display().to_string(), text, problems).render(io::on_terminal())),
    }
}

/// Data files of every version are read as they are; what came or went in them since is told with its place.
fn read_data(file: &Path, letters: usize) -> Result<(), String> {
    let name = file.to_string_lossy();
    let folder = &name[..name.len() - letters];
    let folder = if folder.is_empty() { "." } else { folder };
    rulesets::read_data(Path::new(folder)).map(|_| ()).map_err(|problems| {
        let told: String = problems.iter().map(|problems| problems.render(io::on_terminal())).collect();
        format!(
            "its numbers are yours, so that nothing is changed here. Mend what is told, or copy the game's own.\n{told}"
        )
    })
}

fn write(file: &Path, change: &Change) -> Result<(), String> {
    match change.kind {
        Kind::Record => shelf::renew(file, &change.bytes).map_err(|error| error.to_string()),
        _ => write_over(file, &change.bytes).map_err(|error| format!("{} cannot be written: {error}.", file.display())),
    }
}

/// What is otherwise, as a small difference.
fn told(lines: &[(String, String, String)]) -> String {
    lines.iter().fold(String::new(), |mut text, (place, before, after)| {
        let _ = writeln!(text, "  {place}\n  - {before}\n  + {after}");
        text
    })
}

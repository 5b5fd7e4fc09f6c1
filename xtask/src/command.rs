//! Other programs, and files: what fails says in a sentence which one, and why.

use std::{fs, path::Path, process::Command};

/// What a step comes to, or why it failed.
pub type Outcome<T> = Result<T, String>;

/// Runs a program to its end.
pub fn run(command: &mut Command) -> Outcome<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} failed: {status}.")),
        Err(error) => Err(format!("{name} cannot be run: {error}.")),
    }
}

/// What a program writes to its output.
pub fn output(command: &mut Command) -> Outcome<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.output() {
        Ok(output) if output.status.success() => Ok(output.stdout),
        Ok(output) => Err(format!("{name} failed: {}", String::from_utf8_lossy(&output.stderr))),
        Err(error) => Err(format!("{name} cannot be run: {error}.")),
    }
}

/// Makes a folder with those above it.
pub fn make_folder(folder: &Path) -> Outcome<()> {
    fs::create_dir_all(folder).map_err(|error| format!("{} cannot be made: {error}.", folder.display()))
}

/// Writes a file, with its folder.
pub fn write(file: &Path, text: &str) -> Outcome<()> {
    make_folder(file.parent().unwrap_or(Path::new(".")))?;
    fs::write(file, text).map_err(|error| format!("{} cannot be written: {error}.", file.display()))
}

/// Reads a text.
pub fn read(file: &Path) -> Outcome<String> {
    fs::read_to_string(file).map_err(|error| format!("{} cannot be read: {error}.", file.display()))
}

/// Copies a file, or a folder with all in it; the folder that it is copied into is made.
pub fn copy(from: &Path, to: &Path) -> Outcome<()> {
    let failed = |error| format!("{} cannot be copied: {error}.", from.display());
    if from.is_dir() {
        make_folder(to)?;
        for entry in fs::read_dir(from).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    make_folder(to.parent().unwrap_or(Path::new(".")))?;
    fs::copy(from, to).map(|_| ()).map_err(failed)
}

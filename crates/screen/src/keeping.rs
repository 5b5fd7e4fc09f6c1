//! Where the things go that a player keeps, pictures and battles, and under which names. Nothing is written over.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use grapeshot_floor::files::{disk, write_whole};
use grapeshot_game::home;

/// What the player is told of something that is made meanwhile, once it is made.
pub type Errand = Arc<OnceLock<String>>;

/// The folder for pictures: the user's own, else one among the game's data.
///
/// # Errors
/// If the system names neither, as a sentence.
pub fn pictures() -> Result<PathBuf, String> {
    home::pictures()
        .or_else(|| data("pictures"))
        .ok_or_else(|| "There is no folder for pictures on this system.".into())
}

/// The folder for battles that are given away: the user's documents, else one among the game's data.
///
/// # Errors
/// If the system names neither, as a sentence.
pub fn exports() -> Result<PathBuf, String> {
    home::documents()
        .or_else(|| data("exports"))
        .ok_or_else(|| "There is no folder for documents on this system.".into())
}

/// A folder among the game's data.
fn data(name: &str) -> Option<PathBuf> {
    home::data().map(|data| data.join(name))
}

/// What a file of a battle is called: by its title, in letters that every system takes, and its turn.
pub fn name_of(title: &str, turn: u16) -> String {
    let title: String = title.chars().map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect();
    format!("{}, turn {turn}", title.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The first file of a folder that is not there yet: under this name, or with a number after it.
pub fn free(folder: &Path, name: &str, ending: &str) -> PathBuf {
    let mut file = folder.join(format!("{name}.{ending}"));
    let mut n = 1;
    while disk::is_there(&file) {
        n += 1;
        file = folder.join(format!("{name} ({n}).{ending}"));
    }
    file
}

/// Keeps bytes in a folder, which is made if it is not there, under this name or with a number after it; answers where
/// they are, as [`told`].
///
/// # Errors
/// The file, and why it could not be written ("FILE: why").
pub fn keep(folder: &Path, name: &str, ending: &str, bytes: &[u8]) -> Result<String, String> {
    let file = free(folder, name, ending);
    match disk::make_folder(folder).and_then(|()| write_whole(&file, bytes)) {
        Ok(()) => Ok(told(&file)),
        Err(error) => Err(format!("{}: {error}", file.display())),
    }
}

/// A file that is given away, as a player is told of it: by its place, or in a browser, which puts it where it likes, by
/// its name.
pub fn told(file: &Path) -> String {
    let name = file.file_name().filter(|_| home::PAGE);
    name.unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_called_by_its_battle_and_takes_the_place_of_no_other() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let name = name_of("Quatre-Bras: \"the wood\"", 4);
        assert_eq!(name, "Quatre Bras the wood, turn 4");
        let first = free(folder.path(), &name, "png");
        assert_eq!(first, folder.path().join("Quatre Bras the wood, turn 4.png"));
        let kept =
            ["one", "two"].map(|text| keep(folder.path(), &name, "png", text.as_bytes()).expect("there is room"));
        let second = folder.path().join("Quatre Bras the wood, turn 4 (2).png");
        assert_eq!(kept, [told(&first), told(&second)]);
        assert_eq!(std::fs::read_to_string(first).expect("it was just written"), "one");
    }
}

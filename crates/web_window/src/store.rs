use bevy::prelude::*;
use grapeshot_floor::files::disk::{self, Change};
use grapeshot_game::home::{self, GIVEN};
use std::{io, path::Path};

use crate::page;

/// Has the page keep what changed, or gives it to the player.
///
/// # Errors
/// What the browser says.
pub fn keep(change: Change<'_>) -> io::Result<()> {
    let trouble = match change {
        Change::Whole(path, bytes) if path.starts_with(GIVEN) => {
            page::give(&path.file_name().unwrap_or_default().to_string_lossy(), bytes);
            None
        }
        Change::Whole(path, bytes) if is_kept(path) => page::whole(&path.to_string_lossy(), bytes),
        Change::More(path, at, bytes) if is_kept(path) => page::more(&path.to_string_lossy(), at as f64, bytes),
        Change::Named(from, to) if is_kept(from) => page::named(&from.to_string_lossy(), &to.to_string_lossy()),
        Change::Gone(path) if is_kept(path) => page::gone(&path.to_string_lossy()),
        _ => None,
    };
    trouble.map_or(Ok(()), |trouble| Err(io::Error::other(trouble)))
}

/// Whether a file is to be there at the next visit.
fn is_kept(path: &Path) -> bool {
    [home::config(), home::data()].into_iter().flatten().any(|folder| path.starts_with(folder))
}

pub fn plugin(app: &mut App) {
    app.add_systems(Last, forget_what_was_given);
}

/// What was given is the player's now.
fn forget_what_was_given() {
    for file in disk::list(Path::new(GIVEN)).unwrap_or_default() {
        // At worst it stays until the page is closed.
        let _ = disk::remove(&file);
    }
}

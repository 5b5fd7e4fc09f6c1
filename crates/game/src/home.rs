//! Where the things of a player lie, and those that come with the program. A page in a browser has folders that only it
//! knows.

use std::path::{Path, PathBuf};

use directories::{ProjectDirs, UserDirs};
use grapeshot_floor::files::disk;

/// Whether the program is a page in a browser: one that asks for no places and is left as any page.
pub const PAGE: bool = cfg!(target_family = "wasm");

/// What a browser is to load down goes into this folder of the page.
pub const GIVEN: &str = "/given";

fn own_dirs() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "grapeshot")
}

/// The folder for settings; `None` if the system names none.
pub fn config() -> Option<PathBuf> {
    if PAGE { Some("/config".into()) } else { own_dirs().map(|dirs| dirs.config_dir().to_owned()) }
}

/// The folder for all that the game keeps: records, battles, reports; `None` if the system names none.
pub fn data() -> Option<PathBuf> {
    if PAGE { Some("/data".into()) } else { own_dirs().map(|dirs| dirs.data_dir().to_owned()) }
}

/// The player's folder of pictures; `None` if the system names none.
pub fn pictures() -> Option<PathBuf> {
    if PAGE { Some(GIVEN.into()) } else { UserDirs::new()?.picture_dir().map(Path::to_owned) }
}

/// The player's folder of documents; `None` if the system names none.
pub fn documents() -> Option<PathBuf> {
    if PAGE { Some(GIVEN.into()) } else { UserDirs::new()?.document_dir().map(Path::to_owned) }
}

/// The player's own folder, above all others; `None` in a browser, or if the system names none.
pub fn own() -> Option<PathBuf> {
    if PAGE { None } else { UserDirs::new().map(|dirs| dirs.home_dir().to_owned()) }
}

/// The system's folder for files that nobody needs for long; `None` in a browser.
pub fn passing() -> Option<PathBuf> {
    if PAGE { None } else { Some(std::env::temp_dir()) }
}

/// The folders of this name that are there and came with the program ("scenarios").
pub fn shipped(name: &str) -> Vec<PathBuf> {
    if PAGE {
        return vec![Path::new("/").join(name)];
    }
    let (here, program) = (std::env::current_dir().ok(), std::env::current_exe().ok());
    let all = places(name, here.as_deref(), program.as_deref()).into_iter();
    let mut found: Vec<PathBuf> = all.filter_map(|folder| disk::real(&folder).ok()).collect();
    found.sort();
    found.dedup();
    found
}

/// Where a folder of this name may lie: where the program was started, beside it and its parents, and under their
/// `share/grapeshot`, where a package of the system puts it.
fn places(name: &str, here: Option<&Path>, program: Option<&Path>) -> Vec<PathBuf> {
    let above: Vec<&Path> = program.into_iter().flat_map(|program| program.ancestors().skip(1).take(4)).collect();
    let beside = here.iter().chain(&above).map(|folder| folder.join(name));
    let shared = above.iter().map(|folder| folder.join("share/grapeshot").join(name));
    beside.chain(shared).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn battles_lie_beside_an_unpacked_program_and_where_a_package_of_the_system_puts_them() {
        let of = |program: &str| places("scenarios", Some(Path::new("/anywhere")), Some(Path::new(program)));
        for wanted in ["/anywhere/scenarios", "/usr/share/grapeshot/scenarios", "/usr/bin/scenarios"] {
            assert!(of("/usr/bin/grapeshot").contains(&PathBuf::from(wanted)), "{wanted}");
        }
        assert!(of("/opt/grapeshot-1.0.0/grapeshot").contains(&"/opt/grapeshot-1.0.0/scenarios".into()));
        assert!(of("/src/target/release/grapeshot").contains(&"/src/scenarios".into()));
    }
}

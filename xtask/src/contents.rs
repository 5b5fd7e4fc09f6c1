//! The folder with all that a package holds, as it is unpacked and played from, and an archive of it.

use std::{
    env::consts,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    command::{Outcome, copy, make_folder, run, write},
    licences,
    workspace::{VERSION, Workspace},
};

/// What the program finds beside itself, or under `share/grapeshot` of a folder above it: battles and lessons; and the
/// data files, of which a player takes a copy to change.
pub const FILES: [(&str, &str); 3] =
    [("scenarios", "scenarios"), ("lessons", "lessons"), ("assets/rulesets", "rulesets")];
/// What people read.
pub const READ: [(&str, &str); 4] =
    [("README.md", "README.md"), ("CHANGELOG.md", "CHANGELOG.md"), ("docs", "docs"), ("assets/rulebooks", "rulebooks")];
/// The text with all licences.
pub const LICENCES: &str = "LICENCES.txt";
/// The folder of what the program itself writes for packages: pages for `man`, completions, the icon.
pub const EXTRAS: &str = "extras";

/// The folder.
pub struct Contents {
    pub folder: PathBuf,
    /// Its name, which tells version and system.
    name: String,
}

/// Puts the folder together, anew.
pub fn gather(workspace: &Workspace) -> Outcome<Contents> {
    let name = format!("grapeshot-{VERSION}-{}-{}", consts::OS, consts::ARCH);
    let folder = workspace.packages().join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{} cannot be removed: {error}.", folder.display()))?;
    }
    make_folder(&folder)?;
    let contents = Contents { folder, name };
    copy(&workspace.target.join("dist").join(program_name()), &contents.program())?;
    for (from, to) in FILES.iter().chain(&READ) {
        copy(&workspace.root.join(from), &contents.folder.join(to))?;
    }
    write(&contents.folder.join(LICENCES), &licences::text(workspace)?)?;
    run(Command::new(contents.program()).arg("package").arg(contents.folder.join(EXTRAS)))?;
    Ok(contents)
}

fn program_name() -> String {
    format!("grapeshot{}", consts::EXE_SUFFIX)
}

impl Contents {
    pub fn program(&self) -> PathBuf {
        self.folder.join(program_name())
    }

    /// A page for `man`, a completion or a picture of the icon, by its path.
    pub fn extra(&self, path: &str) -> PathBuf {
        self.folder.join(EXTRAS).join(path)
    }

    /// An archive of the folder as people of this system unpack it. The `tar` of Windows makes a zip by its ending.
    pub fn archive(&self, workspace: &Workspace) -> Outcome<PathBuf> {
        let (ending, how) = if cfg!(windows) { ("zip", "-acf") } else { ("tar.gz", "-czf") };
        let archive = workspace.packages().join(format!("{}.{ending}", self.name));
        let mut tar = Command::new("tar");
        if cfg!(target_os = "linux") {
            tar.args(["--owner=0", "--group=0", "--numeric-owner", "--sort=name"]);
        }
        run(tar.arg(how).arg(&archive).arg("-C").arg(workspace.packages()).arg(Path::new(&self.name)))?;
        Ok(archive)
    }
}

//! What a package of the game holds besides the program and its files, as the program itself knows it: pages for `man`,
//! completions, the icon. `cargo xtask dist` asks for it.

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use grapeshot::picture::{icon::icon, raster};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{Cli, Ending, io::tell};

#[derive(Args)]
pub struct Package {
    /// The folder to write into
    folder: PathBuf,
}

/// The name of the program.
const NAME: &str = "grapeshot";
/// Pixels across the icon.
const ICON: u32 = 256;

impl Package {
    pub fn run(self) -> Ending {
        let icon = icon();
        let png = raster::png(&icon, ICON).expect("the icon is SVG of a size");
        match write(&self.folder, &icon, &png) {
            Ok(()) => Ending::Well,
            Err(error) => {
                tell(&format!("{} cannot be written: {error}.", self.folder.display()));
                Ending::Findings
            }
        }
    }
}

fn write(folder: &Path, icon: &str, png: &[u8]) -> io::Result<()> {
    let (man, completions) = (folder.join("man"), folder.join("completions"));
    fs::create_dir_all(&man)?;
    fs::create_dir_all(&completions)?;
    clap_mangen::generate_to(Cli::command(), &man)?;
    for shell in [Shell::Bash, Shell::Fish, Shell::Zsh, Shell::PowerShell] {
        clap_complete::generate_to(shell, &mut Cli::command(), NAME, &completions)?;
    }
    fs::write(folder.join("grapeshot.svg"), icon)?;
    fs::write(folder.join("grapeshot.png"), png)
}

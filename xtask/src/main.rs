//! Makes what is given away to people who don't build: `cargo xtask dist`.
//!
//! 1. [`command`]: other programs, and files.
//! 2. [`workspace`]: where the workspace lies, and the crates that the program is made of.
//! 3. [`licences`]: the licences of these crates, in one text.
//! 4. [`contents`]: the folder with all that a package holds, and an archive of it.
//! 5. [`debian`]: the same as a package for Debian and its kin.

mod command;
mod contents;
mod debian;
mod licences;
mod workspace;

use std::process::ExitCode;

use command::{Outcome, run};
use workspace::Workspace;

const USAGE: &str = "\
cargo xtask dist
    builds Grapeshot with `--profile dist` and makes packages of it under target/package: an archive on every system,
    and on Linux a .deb too";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments != ["dist"] {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    match dist() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn dist() -> Outcome<()> {
    let workspace = Workspace::read()?;
    if cfg!(target_os = "linux") {
        debian::check_tools()?;
    }
    let mut build = workspace.cargo();
    build.args(["rustc", "--locked", "--profile", "dist", "--package", "grapeshot", "--bin", "grapeshot"]);
    if cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")) {
        // Rust brings its own linker here, which keeps only one of functions that are the same.
        build.args(["--", "-Clink-arg=-Wl,--icf=all"]);
    }
    run(&mut build)?;
    let contents = contents::gather(&workspace)?;
    println!("{}", contents.archive(&workspace)?.display());
    if cfg!(target_os = "linux") {
        println!("{}", debian::package(&contents, &workspace)?.display());
    }
    Ok(())
}

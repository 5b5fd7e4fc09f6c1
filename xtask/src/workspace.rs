//! Where the workspace lies, and the crates that the program is made of, as `cargo metadata` tells them.

use serde_json::Value;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    process::Command,
};

use crate::command::{Outcome, output};

/// The version that all crates of the workspace share.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The workspace.
pub struct Workspace {
    /// Its folder.
    pub root: PathBuf,
    /// The folder of what is built.
    pub target: PathBuf,
    /// The crates from outside that are in the program, by name and version.
    pub crates: Vec<Crate>,
}

/// A crate from outside.
pub struct Crate {
    pub name: String,
    pub version: String,
    /// The expression of its licence ("MIT OR Apache-2.0"); empty if it names none.
    pub licence: String,
    /// Its folder.
    pub folder: PathBuf,
}

impl Workspace {
    /// Asks cargo.
    pub fn read() -> Outcome<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("it is in the workspace").to_owned();
        let host = host()?;
        let told = output(cargo_in(&root).args([
            "metadata",
            "--locked",
            "--format-version",
            "1",
            "--filter-platform",
            &host,
        ]))?;
        let told: Value =
            serde_json::from_slice(&told).map_err(|error| format!("cargo metadata tells no JSON: {error}."))?;
        let target =
            PathBuf::from(told["target_directory"].as_str().ok_or("cargo metadata names no target directory.")?);
        let crates = crates(&told)?;
        Ok(Self { root, target, crates })
    }

    /// Cargo, in the folder of the workspace.
    pub fn cargo(&self) -> Command {
        cargo_in(&self.root)
    }

    /// The folder in which packages are made.
    pub fn packages(&self) -> PathBuf {
        self.target.join("package")
    }
}

fn cargo_in(folder: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder);
    cargo
}

/// The platform that is built for, as rustc calls it.
fn host() -> Outcome<String> {
    let told = String::from_utf8_lossy(&output(Command::new("rustc").arg("-vV"))?).into_owned();
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say for which platform it builds.".to_owned())
}

/// The crates from outside that the program needs when it runs, those for tests and build scripts left out.
fn crates(told: &Value) -> Outcome<Vec<Crate>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (packages, nodes) = (list(&told["packages"]), list(&told["resolve"]["nodes"]));
    let own = packages.iter().find(|package| package["name"] == "grapeshot").ok_or("there is no crate grapeshot.")?;
    let mut open = vec![text(&own["id"])];
    let mut known = BTreeSet::new();
    while let Some(id) = open.pop() {
        if known.insert(id.clone())
            && let Some(node) = nodes.iter().find(|node| node["id"] == id.as_str())
        {
            let needed = |of: &&Value| list(&of["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            open.extend(list(&node["deps"]).iter().filter(needed).map(|of| text(&of["pkg"])));
        }
    }
    let from_outside = packages.iter().filter(|package| !package["source"].is_null());
    let mut crates: Vec<Crate> = from_outside
        .filter(|package| known.contains(package["id"].as_str().unwrap_or_default()))
        .map(|package| Crate {
            name: text(&package["name"]),
            version: text(&package["version"]),
            licence: text(&package["license"]),
            folder: Path::new(&text(&package["manifest_path"])).parent().unwrap_or(Path::new(".")).to_owned(),
        })
        .collect();
    crates.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(crates)
}

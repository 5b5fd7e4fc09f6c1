//! A package for Debian and its kin.

use std::{
    env::consts,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    command::{Outcome, copy, output, read, run, write},
    contents::{Contents, FILES, LICENCES, READ},
    workspace::{VERSION, Workspace},
};

/// The tool that packs it.
const DPKG: &str = "dpkg-deb";

/// Whether the tool is there, before an hour is spent on building.
pub fn check_tools() -> Outcome<()> {
    output(Command::new(DPKG).arg("--version"))
        .map(|_| ())
        .map_err(|_| format!("{DPKG} is not there, which makes the .deb. On Debian it is in the package dpkg."))
}

/// Packs what a package holds as a `.deb`.
pub fn package(contents: &Contents, workspace: &Workspace) -> Outcome<PathBuf> {
    let architecture = architecture()?;
    let name = format!("grapeshot_{VERSION}_{architecture}");
    let root = workspace.packages().join(&name);
    if root.exists() {
        fs::remove_dir_all(&root).map_err(|error| format!("{} cannot be removed: {error}.", root.display()))?;
    }
    let share = root.join("usr/share");
    copy(&contents.program(), &root.join("usr/bin/grapeshot"))?;
    for (_, of) in FILES {
        copy(&contents.folder.join(of), &share.join("grapeshot").join(of))?;
    }
    for (_, of) in READ {
        copy(&contents.folder.join(of), &share.join("doc/grapeshot").join(of))?;
    }
    copy(&contents.folder.join(LICENCES), &share.join("doc/grapeshot/copyright"))?;
    for (extra, place) in [
        ("man", "man/man1"),
        ("completions/grapeshot.bash", "bash-completion/completions/grapeshot"),
        ("completions/grapeshot.fish", "fish/vendor_completions.d/grapeshot.fish"),
        ("completions/_grapeshot", "zsh/vendor-completions/_grapeshot"),
        ("grapeshot.svg", "icons/hicolor/scalable/apps/grapeshot.svg"),
        ("grapeshot.png", "icons/hicolor/256x256/apps/grapeshot.png"),
    ] {
        copy(&contents.extra(extra), &share.join(place))?;
    }
    let linux = workspace.root.join("xtask/linux");
    copy(&linux.join("grapeshot.desktop"), &share.join("applications/grapeshot.desktop"))?;
    let metainfo = read(&linux.join("org.grapeshot.Grapeshot.metainfo.xml"))?.replace("$VERSION", VERSION);
    write(&share.join("metainfo/org.grapeshot.Grapeshot.metainfo.xml"), &metainfo)?;
    let size = size(&root)?.div_ceil(1024).to_string();
    let control = read(&linux.join("control"))?;
    let control = control.replace("$VERSION", VERSION).replace("$ARCHITECTURE", &architecture).replace("$SIZE", &size);
    let control = control.replace("$LIBC", &libc()?);
    write(&root.join("DEBIAN/control"), &control)?;
    let package = workspace.packages().join(format!("{name}.deb"));
    run(Command::new(DPKG).args(["--root-owner-group", "--build"]).arg(&root).arg(&package))?;
    Ok(package)
}

/// The version of the C library that the program was built with: with an older one it may not start.
fn libc() -> Outcome<String> {
    let told = output(Command::new("getconf").arg("GNU_LIBC_VERSION"))?;
    let told = String::from_utf8_lossy(&told);
    let version = told.split_whitespace().last().unwrap_or_default();
    Ok(version.to_owned())
}

/// The machine as Debian calls it.
fn architecture() -> Outcome<String> {
    let named = match consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "x86" => "i386",
        "arm" => "armhf",
        other => return Err(format!("nobody has said how Debian calls a machine of {other}; add it to debian.rs.")),
    };
    Ok(named.to_owned())
}

/// The bytes of all files under a folder.
fn size(folder: &Path) -> Outcome<u64> {
    let failed = |error| format!("{} cannot be read: {error}.", folder.display());
    let mut bytes = 0;
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let about = entry.metadata().map_err(failed)?;
        bytes += if about.is_dir() { size(&entry.path())? } else { about.len() };
    }
    Ok(bytes)
}

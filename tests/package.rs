//! What a package of the game holds besides the program, as `cargo xtask dist` has the program write it, and where.

use assert_cmd::Command;
use std::{fs, path::Path};
use tempfile::TempDir;

#[test]
fn a_package_has_a_page_for_each_command_completions_and_the_icon() {
    let folder = TempDir::new().unwrap();
    let into = folder.path().join("extras");
    let output = Command::cargo_bin("grapeshot").unwrap().arg("package").arg(&into).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = |name: &str| fs::read_to_string(into.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(text("man/grapeshot.1").contains("Horse"));
    for command in ["check", "migrate", "play", "preview", "replay", "simulate"] {
        assert!(text(&format!("man/grapeshot-{command}.1")).contains(command));
        for completion in ["grapeshot.bash", "grapeshot.fish", "_grapeshot"] {
            assert!(text(&format!("completions/{completion}")).contains(command), "{completion}");
        }
    }
    assert!(!into.join("man/grapeshot-package.1").exists(), "nobody needs it by hand");
    assert!(text("grapeshot.svg").starts_with("<svg"));
    assert!(fs::read(into.join("grapeshot.png")).unwrap().starts_with(b"\x89PNG"));
}

/// A desktop shows the program, and shops tell of it, by these names.
#[test]
fn the_files_for_desktops_name_each_other_and_the_version_is_told() {
    let linux = Path::new("xtask/linux");
    let text = |name: &str| fs::read_to_string(linux.join(name)).unwrap();
    let (desktop, about) = (text("grapeshot.desktop"), text("org.grapeshot.Grapeshot.metainfo.xml"));
    assert!(desktop.contains("Exec=grapeshot\n") && desktop.contains("Icon=grapeshot\n"));
    assert!(about.contains("grapeshot.desktop</launchable>") && about.contains("<release version=\"$VERSION\""));
    let changes = fs::read_to_string("CHANGELOG.md").unwrap();
    let newest = changes.lines().find_map(|line| line.strip_prefix("## ")).expect("a version is told");
    assert!(newest.starts_with(env!("CARGO_PKG_VERSION")), "{newest}");
    let date = newest.rsplit(' ').next().unwrap_or_default();
    assert!(about.contains(&format!("date=\"{date}\"")), "{date}");
}

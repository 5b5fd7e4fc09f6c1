//! Every script under `tests/rules` is played; a rule test needs no Rust.

use grapeshot::{
    battle::{Battle, rulebooks, script::Script},
    rulesets, scenario,
};
use std::{fs, path::Path};

fn scripts(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).expect("tests/rules is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            scripts(&path, found);
        } else if path.to_string_lossy().ends_with(".script.ron") {
            found.push(path);
        }
    }
}

#[test]
fn every_script_comes_out_as_it_expects() {
    let books = rulebooks(rulesets::plugin);
    let mut files = Vec::new();
    scripts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules"), &mut files);
    files.sort();
    let mut wrong = Vec::new();
    for file in &files {
        let outcome = Script::load(file).and_then(|script| {
            let named = script.scenario().unwrap_or_else(|| panic!("{} names no scenario", file.display()));
            let scenario = scenario::load(&named, &books)?;
            script.play(&mut Battle::new(&scenario, script.seed()))
        });
        if let Err(problems) = outcome {
            wrong.push(problems.to_string());
        }
    }
    assert!(!files.is_empty(), "there is no script under tests/rules");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_ruleset_has_at_least_ten_scripts_which_name_their_rules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    for ruleset in ["combat_patrol", "horse_and_musket", "black_powder"] {
        let mut files = Vec::new();
        scripts(&root.join(ruleset), &mut files);
        assert!(files.len() >= 10, "{ruleset} has {} scripts", files.len());
        for file in files {
            let text = fs::read_to_string(&file).expect("it can be read");
            assert!(text.contains("rules: [\""), "{} names no rule", file.display());
        }
    }
}

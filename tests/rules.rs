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
        let shown = file.file_name().unwrap_or_default().to_string_lossy();
        let script = match Script::parse(&fs::read_to_string(file).expect("it can be read")) {
            Ok(script) => script,
            Err(why) => {
                wrong.push(format!("{shown}: {why}"));
                continue;
            }
        };
        let named = script.scenario.as_ref().unwrap_or_else(|| panic!("{shown} names no scenario"));
        let scenario = scenario::load(&file.with_file_name("").join(named), &books)
            .unwrap_or_else(|problems| panic!("{}", problems.render(false)));
        let mut battle = Battle::new(&scenario, script.seed);
        for failure in script.play(&mut battle) {
            wrong.push(format!("{shown}, step {}: {}", failure.step, failure.what.join("\n    ")));
        }
    }
    assert!(!files.is_empty(), "there is no script under tests/rules");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

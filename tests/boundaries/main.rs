//! Which module may import from which: each sees those before it in the story, never those after it. Between crates the
//! compiler sees to that, but not to which depends on which at all; inside a crate these tests do.

mod sources;

use sources::*;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The modules in their order; a module may import from those before it. Those on one line may not see each other.
const ORDER: [&[&str]; 22] = [
    &["table", "chance", "english", "rulebook_text", "files"],
    &["forces"],
    &["events"],
    &["orders"],
    &["turn"],
    &["procedure"],
    &["shared"],
    &["home"],
    &["crash"],
    &["rulesets/combat_patrol"],
    &[
        "rulesets/horse_and_musket",
        "rulesets/old_west",
        "rulesets/fire_and_fury",
        "rulesets/burt",
        "rulesets/black_powder",
    ],
    &["rulesets"],
    &["scenario"],
    &["record"],
    &["battle", "background"],
    &["ai", "testing", "luck"],
    &["picture"],
    &["html"],
    &["simulate", "statistics", "story"],
    &["generate"],
    &["screen", "web"],
    &["main", "cli", "lib", "web_window"],
];

/// The rooms of a ruleset, or of the window, in their order; a room may import from those before it.
struct Rooms {
    home: &'static str,
    /// The view of the battle to which rooms add questions, which are kept to the order too. Empty if there is none.
    view: &'static str,
    /// The fewest questions that its rooms ask that view; fewer are not found.
    asked: usize,
    order: &'static [&'static str],
}

const ROOMS: [Rooms; 6] = [
    Rooms {
        home: "rulesets/black_powder",
        view: "BlackPowderView",
        asked: 100,
        order: &[
            "book",
            "state",
            "movement",
            "shooting",
            "combat",
            "charge",
            "command",
            "acting",
            "evaluation",
            "turn",
        ],
    },
    Rooms {
        home: "rulesets/burt",
        view: "BurtView",
        asked: 100,
        order: &[
            "book",
            "state",
            "cohesion",
            "movement",
            "morale",
            "fire",
            "assault",
            "melee",
            "acting",
            "evaluation",
            "turn",
        ],
    },
    Rooms {
        home: "rulesets/fire_and_fury",
        view: "FuryView",
        asked: 100,
        order: &["book", "state", "condition", "movement", "command", "fire", "charge", "acting", "evaluation", "turn"],
    },
    Rooms {
        home: "rulesets/old_west",
        view: "SkirmishView",
        asked: 0,
        order: &["book", "frontier", "gatling", "dynamite", "herds", "wagons"],
    },
    Rooms {
        home: "rulesets/combat_patrol",
        view: "SkirmishView",
        asked: 100,
        order: &[
            "book",
            "state",
            "view",
            "orders",
            "cards",
            "command",
            "fire",
            "spotting",
            "movement",
            "explosives",
            "melee",
            "morale",
            "arms",
            "reaction",
            "ending",
            "evaluation",
            "sheets",
            "turn",
        ],
    },
    Rooms {
        home: "screen",
        view: "",
        asked: 0,
        order: &[
            "keyboard",
            "keeping",
            "strokes",
            "library",
            "mesh",
            "playback",
            "preferences",
            "reopened",
            "tableau",
            "theme",
            "work_area",
            "session",
            "stage",
            "pictures",
            "camera",
            "backdrop",
            "glimpse",
            "shots",
            "thumbs",
            "ui_action",
            "widgets",
            "pieces",
            "effects",
            "board",
            "chits",
            "pointer",
            "panels",
            "pages",
            "bench",
            "lessons",
            "setup",
            "quick",
            "design",
            "overlay",
            "pace",
            "reader",
            "records",
            "report",
            "settings",
            "statistics",
            "title",
            "actions",
            "open",
        ],
    },
];

/// The files of a room that build on each other, in their order; a file may import from those before it.
struct Files {
    folder: &'static str,
    /// What the files add questions to.
    view: &'static str,
    order: &'static [&'static str],
}

const FILES: Files = Files {
    folder: "rulesets/black_powder/evaluation",
    view: "Evaluator",
    order: &[
        "bodies",
        "stance",
        "notes",
        "evaluator",
        "family",
        "detours",
        "ways",
        "clash",
        "goals",
        "lanes",
        "position",
        "filing",
        "marches",
        "assaults",
        "demolition",
        "replies",
        "mod",
    ],
};

/// The index of the pieces speaks of them by their ids, which are plain numbers.
const ALLOWED: [(&str, &str); 1] = [("table/pieces", "forces")];

/// The crates besides the program's own: the folder, and what its modules are called in the order.
const CRATES: [(&str, &str); 12] = [
    ("floor", ""),
    ("game", ""),
    ("screen", "screen"),
    ("web", "web"),
    ("web_window", "web_window"),
    ("rulesets", "rulesets"),
    ("combat_patrol", "rulesets/combat_patrol"),
    ("horse_and_musket", "rulesets/horse_and_musket"),
    ("old_west", "rulesets/old_west"),
    ("fire_and_fury", "rulesets/fire_and_fury"),
    ("burt", "rulesets/burt"),
    ("black_powder", "rulesets/black_powder"),
];

#[test]
fn no_module_imports_from_one_after_it() {
    let mut wrong = Vec::new();
    for source in program() {
        let path = source.module.as_str();
        for import in imports(source.home, &source.code) {
            let Some(name) = known(&import) else { continue };
            let (own, other) = (rank(path), rank(name));
            if ALLOWED.contains(&(path, name)) {
                continue;
            }
            if other > own || (other == own && home(path) != home(name)) {
                wrong.push(format!("{path} imports from {import}"));
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "modules import from modules after them:\n{}", wrong.join("\n"));
}

/// Every crate has its place in the order, and is in the table of crates.
#[test]
fn every_crate_is_known() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    for entry in fs::read_dir(root).expect("the crates are there") {
        let name = entry.expect("the crates can be read").file_name().to_string_lossy().into_owned();
        assert!(CRATES.iter().any(|(folder, _)| *folder == name), "crates/{name} has no place in the order");
    }
}

#[test]
fn computer_player_and_screen_see_no_ruleset() {
    for source in program() {
        if !["ai", "screen", "picture", "scenario", "record"]
            .iter()
            .any(|part| source.module.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
        {
            continue;
        }
        for import in imports(source.home, &source.code) {
            assert!(
                !import.starts_with("rulesets/") || import == "rulesets/plugin",
                "{} looks into the folder of a ruleset: {import}",
                source.module
            );
        }
    }
}

#[test]
fn no_room_imports_from_one_after_it() {
    let mut wrong = Vec::new();
    for of in &ROOMS {
        let prefix = format!("{}/", of.home);
        for (room, path, code) in rooms(of) {
            let own = place(of.order, &room).unwrap_or_else(|| panic!("{room} has no place in the order of rooms"));
            let named = imports(of.home, &code)
                .into_iter()
                .filter_map(|import| import.strip_prefix(&prefix).map(str::to_owned));
            for other in named.chain(from_above(path.split('/').count(), &code)) {
                if place(of.order, &other).is_none_or(|other| other > own) {
                    wrong.push(format!("{prefix}{path} imports from {other}"));
                }
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "rooms import from rooms after them:\n{}", wrong.join("\n"));
}

#[test]
fn no_room_asks_the_view_what_a_room_after_it_answers() {
    for of in ROOMS.iter().filter(|of| !of.view.is_empty()) {
        let (asked, wrong) = asked_of_later(of.view, of.order, &rooms(of), &outside(of));
        assert!(asked >= of.asked, "questions are found: {asked}");
        assert!(wrong.is_empty(), "rooms of {} ask rooms after them:\n{}", of.home, wrong.join("\n"));
    }
}

#[test]
fn no_file_of_an_ordered_room_needs_one_after_it() {
    let (home, room) = FILES.folder.rsplit_once('/').expect("it is a room of a ruleset");
    let of = ROOMS.iter().find(|rooms| rooms.home == home).expect("the ruleset has rooms");
    let of_room = rooms(of).into_iter().filter(|(own, ..)| own == room);
    let stem = |path: &str| path.strip_prefix(&format!("{room}/")).unwrap_or("mod").to_owned();
    let sources: Vec<(String, String, String)> = of_room.map(|(_, path, code)| (stem(&path), path, code)).collect();
    let mut wrong = Vec::new();
    for (file, path, code) in &sources {
        let own = place(FILES.order, file).unwrap_or_else(|| panic!("{path} has no place in the order of files"));
        let named = from_above(1, code);
        for other in named.iter().filter(|other| place(FILES.order, other).is_none_or(|other| other > own)) {
            wrong.push(format!("{path} imports {other}"));
        }
    }
    let rest = rooms(of).into_iter().filter(|(own, ..)| own != room).map(|(.., code)| code);
    let elsewhere: Vec<String> = rest.chain(outside(of)).collect();
    let (asked, later) = asked_of_later(FILES.view, FILES.order, &sources, &elsewhere);
    wrong.extend(later);
    assert!(asked > 50, "questions are found: {asked}");
    assert!(wrong.is_empty(), "files need files after them:\n{}", wrong.join("\n"));
}

/// What outlives a question is part of the state, or is kept with it and forgotten with it: no ruleset hides any behind
/// a lock.
#[test]
fn no_ruleset_keeps_anything_behind_a_lock() {
    for source in program().into_iter().filter(|source| source.module.starts_with("rulesets/")) {
        for lock in ["Mutex", "RwLock", "OnceLock", "LazyLock", "Atomic", "thread_local"] {
            assert!(!source.code.contains(lock), "{} keeps something behind a {lock}", source.module);
        }
    }
}

/// A page in a browser has no system to ask for files: what the floor, the game and the window do with files, they do
/// through `files::disk`.
#[test]
fn only_the_disk_touches_files() {
    // The places of the rules are read by the command line and while the program is built; the bench asks the system
    // whether a folder that it watches is still the same; the others are tests or serve them.
    let elsewhere = [
        "files/disk/system",
        "rulebook_text/sources",
        "screen/actions/tests",
        "screen/bench/",
        "screen/tests",
        "testing/shipped",
        "picture/sample",
    ];
    let others = ["rulesets/", "web", "cli", "main", "lib"];
    for source in program() {
        let module = source.module.as_str();
        if elsewhere.iter().chain(&others).any(|known| module.starts_with(known)) {
            continue;
        }
        let code = bare(&source.code);
        let asks_system = code.match_indices("fs::").any(|(at, _)| !code[..at].ends_with(char::is_alphanumeric));
        assert!(
            !asks_system && !code.contains(".exists()") && !code.contains(".canonicalize()"),
            "{module} touches files itself, not through files::disk"
        );
    }
}

#[test]
fn groups_of_imports_are_read() {
    let code =
        "use crate::{\n    turn::{A, B},\n    x,\n};\nuse grapeshot_floor::{turn::A, chance};\nlet a = crate::ai::b();";
    let of_burt = ["turn/A", "turn/B", "x", "ai/b"].map(|path| format!("rulesets/burt/{path}"));
    assert_eq!(imports("rulesets/burt", code), [&of_burt[..], &["turn/A".into(), "chance".into()]].concat());
    assert_eq!(imports("", code), ["turn/A", "turn/B", "x", "ai/b", "turn/A", "chance"]);
}

/// The `mod.rs` of a folder is left out: it lists the files, and they may take from it what all of them need.
#[test]
fn no_files_import_each_other_in_a_circle() {
    let sources = program();
    let is_folder = |module: &str| sources.iter().any(|other| other.module.starts_with(&format!("{module}/")));
    let files = sources.iter().filter(|source| !is_folder(&source.module));
    let files: BTreeMap<&str, &Source> = files.map(|source| (source.module.as_str(), source)).collect();
    let file_of = |path: &str| {
        let mut known = path.match_indices('/').filter_map(|(at, _)| files.get_key_value(&path[..at]));
        known.next_back().map(|(file, _)| *file)
    };
    let needs = |source: &Source| -> Vec<&str> {
        let code = bare(&source.code);
        let mut named = imports(source.home, &code);
        let mut above = source.module.as_str();
        for levels in 1..=source.module.split('/').count() {
            above = above.rsplit_once('/').map_or("", |(above, _)| above);
            named.extend(from_above(levels, &code).iter().map(|path| joined(above, path)));
        }
        named.iter().filter_map(|path| file_of(path)).filter(|file| *file != source.module).collect()
    };
    let mut left: BTreeMap<&str, Vec<&str>> = files.iter().map(|(file, source)| (*file, needs(source))).collect();
    let mut before = usize::MAX;
    while left.len() < before {
        before = left.len();
        let known = left.clone();
        left.retain(|_, needs| needs.iter().any(|file| known.contains_key(file)));
    }
    let left: Vec<&str> = left.into_keys().collect();
    assert!(left.is_empty(), "these files import each other, or files that do:\n{}", left.join("\n"));
}

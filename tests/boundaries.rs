//! Which module may import from which: each sees those before it in the story, never those after it. Between crates the
//! compiler sees to that, but not to which depends on which at all; inside a crate these tests do.

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

fn rank(path: &str) -> usize {
    // The longest name that fits counts: rulesets/combat_patrol before rulesets.
    let fits = |name: &&str| path == *name || path.strip_prefix(*name).is_some_and(|rest| rest.starts_with('/'));
    let ranked = ORDER.iter().enumerate().flat_map(|(rank, names)| names.iter().map(move |name| (rank, name)));
    let best = ranked.filter(|(_, name)| fits(name)).max_by_key(|(_, name)| name.len());
    best.unwrap_or_else(|| panic!("{path} has no place in the order of modules: give it one")).0
}

fn home(path: &str) -> &'static str {
    ORDER[rank(path)]
        .iter()
        .find(|name| path == **name || path.strip_prefix(**name).is_some_and(|rest| rest.starts_with('/')))
        .expect("the rank was found by one of these names")
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("the sources can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

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

/// A source of the program.
struct Source {
    /// Its module in the order of modules.
    module: String,
    /// What `crate` means in it.
    home: &'static str,
    code: String,
}

fn joined(above: &str, below: &str) -> String {
    [above, below].iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")
}

/// All sources of the program.
fn program() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = CRATES.iter().map(|(folder, home)| (root.join("crates").join(folder).join("src"), *home));
    let mut found = Vec::new();
    for (folder, home) in folders.chain([(root.join("src"), "")]) {
        let mut files = Vec::new();
        sources(&folder, &mut files);
        for file in files {
            let path = file.strip_prefix(&folder).expect("it is below").with_extension("");
            let path = path.to_string_lossy().replace('\\', "/");
            let path = path.trim_end_matches("/mod");
            let path = if path == "lib" && !home.is_empty() { "" } else { path };
            let code = fs::read_to_string(&file).expect("the sources can be read");
            found.push(Source { module: joined(home, path), home, code });
        }
    }
    found
}

/// What code names, as paths like `turn/rules` or `rulesets/combat_patrol/view`; `home` is what `crate` means in it.
fn imports(home: &str, code: &str) -> Vec<String> {
    let code = without_remarks(code);
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::").filter(|(at, _)| !code[..*at].ends_with(['$', '_'])) {
        read_tree(&code[at + "crate::".len()..], home, &mut found);
    }
    for (folder, home) in CRATES {
        let name = format!("grapeshot_{folder}::");
        for (at, _) in code.match_indices(&name) {
            read_tree(&code[at + name.len()..], home, &mut found);
        }
    }
    found
}

/// Reads `a::b`, or `{a, b::c}`, and keeps the path of each as `a/b`.
fn read_tree(text: &str, above: &str, found: &mut Vec<String>) {
    if let Some(group) = text.strip_prefix('{') {
        let mut depth = 0;
        let mut start = 0;
        for (at, letter) in group.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => {
                    read_tree(group[start..at].trim(), above, found);
                    return;
                }
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    read_tree(group[start..at].trim(), above, found);
                    start = at + 1;
                }
                _ => {}
            }
        }
        return;
    }
    let word = word(text);
    let path = joined(above, word);
    match text[word.len()..].strip_prefix("::") {
        Some(below) if !below.starts_with('<') => read_tree(below, &path, found),
        _ if word.is_empty() => {}
        _ => found.push(path),
    }
}

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

/// The name in the order of modules that an import begins with, if it begins with one.
fn known(import: &str) -> Option<&'static str> {
    let names = ORDER.iter().flat_map(|names| names.iter());
    names
        .filter(|name| import == **name || import.strip_prefix(**name).is_some_and(|rest| rest.starts_with('/')))
        .max_by_key(|name| name.len())
        .copied()
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

fn without_remarks(code: &str) -> String {
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Code without its tests and remarks.
fn bare(code: &str) -> String {
    without_remarks(code.split("#[cfg(test)]").next().unwrap_or_default())
}

/// The sources of these rooms without their tests and remarks: room, path below their home, code.
fn rooms(of: &Rooms) -> Vec<(String, String, String)> {
    let own = format!("{}/", of.home);
    let mut found = Vec::new();
    for source in program() {
        let Some(path) = source.module.strip_prefix(&own) else { continue };
        let room = path.split_once('/').map_or(path, |(room, _)| room);
        if room == "tests" || !of.order.contains(&room) && !path.contains('/') {
            continue;
        }
        found.push((room.to_owned(), path.to_owned(), bare(&source.code)));
    }
    found
}

/// The sources of all that is no part of these rooms.
fn outside(of: &Rooms) -> Vec<String> {
    program().into_iter().filter(|source| !source.module.starts_with(of.home)).map(|source| source.code).collect()
}

/// The place in an order of the room, or the file, in which a path begins.
fn place(order: &[&str], path: &str) -> Option<usize> {
    order.iter().position(|known| path.split('/').next() == Some(*known))
}

/// The paths that a source names by going up this many modules from its own.
fn from_above(levels: usize, code: &str) -> Vec<String> {
    let up = "super::".repeat(levels);
    let mut found = Vec::new();
    for (at, _) in code.match_indices(&up) {
        let rest = &code[at + up.len()..];
        if !code[..at].ends_with("super::") && !rest.starts_with("super::") {
            read_tree(rest, "", &mut found);
        }
    }
    found
}

/// The names after each `fn` of a source.
fn functions(code: &str) -> Vec<&str> {
    code.match_indices("fn ").map(|(at, _)| word(&code[at + 3..])).filter(|name| !name.is_empty()).collect()
}

fn word(text: &str) -> &str {
    &text[..text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len())]
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

/// The methods of a view that sources ask of later ones in the order, which no import shows; and how many are
/// asked in all. Each source comes with the name by which it stands in the order, its path and its code.
fn asked_of_later(
    view: &str,
    order: &[&str],
    sources: &[(String, String, String)],
    elsewhere: &[String],
) -> (usize, Vec<String>) {
    let mut homes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (room, _, code) in sources {
        for name in functions(code) {
            homes.entry(name).or_default().push(room);
        }
    }
    for name in elsewhere.iter().flat_map(|code| functions(code)) {
        homes.entry(name).or_default().push("");
    }
    let mut answers: BTreeMap<&str, &str> = BTreeMap::new();
    for (room, _, code) in sources {
        for block in
            code.split("\nimpl").skip(1).filter(|block| block.lines().next().is_some_and(|head| head.contains(view)))
        {
            let body = &block[..block.find("\n}").unwrap_or(block.len())];
            // A name that stands elsewhere too says nothing of who is asked.
            answers.extend(
                functions(body).into_iter().filter(|name| homes[name].len() == 1).map(|name| (name, room.as_str())),
            );
        }
    }
    let (mut asked, mut wrong) = (0, Vec::new());
    for (room, path, code) in sources {
        let own = place(order, room);
        for (at, _) in code.match_indices('.') {
            let name = word(&code[at + 1..]);
            let is_call = code[at + 1 + name.len()..].starts_with('(');
            let Some(other) = answers.get(name).filter(|_| is_call) else { continue };
            asked += 1;
            if place(order, other) > own {
                wrong.push(format!("{path} asks {name} of {other}"));
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    (asked, wrong)
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

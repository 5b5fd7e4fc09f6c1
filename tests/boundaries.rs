//! Who may import from whom: a module sees those before it in the story, never those after it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The modules in their order; a module may import from those before it. Those on one line may not see each other.
const ORDER: [&[&str]; 17] = [
    &["table", "chance", "english", "rulebook_text", "files", "crash"],
    &["forces"],
    &["events"],
    &["orders"],
    &["turn"],
    &["rulesets/shared"],
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
    &["battle"],
    &["ai", "testing"],
    &["simulate"],
    &["picture"],
    &["screen"],
    &["main", "cli", "lib"],
];

/// The rooms of a ruleset in their order; a room may import from those before it.
struct Rooms {
    ruleset: &'static str,
    /// The view of the battle to which rooms add questions, which are kept to the order too.
    view: &'static str,
    /// The fewest questions that its rooms ask that view; fewer are not found.
    asked: usize,
    order: &'static [&'static str],
}

const ROOMS: [Rooms; 5] = [
    Rooms {
        ruleset: "black_powder",
        view: "BlackPowderView",
        asked: 100,
        order: &["book", "state", "movement", "shooting", "combat", "charge", "command", "turn", "evaluation"],
    },
    Rooms {
        ruleset: "burt",
        view: "BurtView",
        asked: 100,
        order: &["book", "state", "cohesion", "movement", "morale", "fire", "assault", "melee", "turn", "evaluation"],
    },
    Rooms {
        ruleset: "fire_and_fury",
        view: "FuryView",
        asked: 100,
        order: &["book", "state", "condition", "movement", "command", "fire", "charge", "turn", "evaluation"],
    },
    Rooms {
        ruleset: "old_west",
        view: "SkirmishView",
        asked: 0,
        order: &["book", "frontier", "gatling", "dynamite", "herds", "wagons"],
    },
    Rooms {
        ruleset: "combat_patrol",
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
];

/// The files of a room that build on each other, in their order; a file may import from those before it.
struct Files {
    folder: &'static str,
    /// What the files add questions to.
    view: &'static str,
    order: &'static [&'static str],
}

const FILES: Files = Files {
    folder: "black_powder/evaluation",
    view: "Evaluator",
    order: &[
        "stance",
        "notes",
        "evaluator",
        "ways",
        "clash",
        "goals",
        "lanes",
        "position",
        "marches",
        "assaults",
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

/// The modules of this crate that a source names, as paths like `turn` or `rulesets/combat_patrol`.
fn imports(source: &str) -> Vec<String> {
    let code: String =
        source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        read_tree(&code[at + "crate::".len()..], "", &mut found);
    }
    found
}

/// Reads `a::b`, or `{a, b::c}`, and keeps the first word, and the two after it where the first is `rulesets`.
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
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    let word = &text[..end];
    if word.is_empty() {
        return;
    }
    let module = if above.is_empty() { word.to_owned() } else { format!("{above}/{word}") };
    let far = module.starts_with("rulesets") && module.matches('/').count() < 2;
    if far && let Some(rest) = text[end..].strip_prefix("::") {
        read_tree(rest, &module, found);
    } else {
        found.push(module);
    }
}

#[test]
fn no_module_imports_from_one_after_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut wrong = Vec::new();
    for file in files {
        let path = file.strip_prefix(&src).expect("it is below").with_extension("");
        let path = path.to_string_lossy().replace('\\', "/");
        let path = path.trim_end_matches("/mod");
        let source = fs::read_to_string(&file).expect("the sources can be read");
        for import in imports(&source) {
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
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for part in ["ai", "screen", "picture", "scenario", "record"] {
        let mut files = Vec::new();
        if src.join(part).is_dir() {
            sources(&src.join(part), &mut files);
        }
        for file in files {
            let source = fs::read_to_string(&file).expect("the sources can be read");
            for import in imports(&source) {
                assert!(
                    !import.starts_with("rulesets/") || import == "rulesets/plugin",
                    "{} looks into the folder of a ruleset: {import}",
                    file.display()
                );
            }
        }
    }
}

/// The sources of the rooms of a ruleset without their tests and remarks: room, path below the ruleset, code.
fn rooms(of: &Rooms) -> Vec<(String, String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rulesets").join(of.ruleset);
    let mut files = Vec::new();
    sources(&folder, &mut files);
    let mut found = Vec::new();
    for file in files {
        let path = file.strip_prefix(&folder).expect("it is below").to_string_lossy().replace('\\', "/");
        let Some((room, _)) = path.split_once('/') else { continue };
        let source = fs::read_to_string(&file).expect("the sources can be read");
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        found.push((room.to_owned(), path.clone(), code.join("\n")));
    }
    found
}

/// The sources of all that is no part of a ruleset's rooms.
fn outside(of: &Rooms) -> Vec<String> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let folder = src.join("rulesets").join(of.ruleset);
    let others = files.into_iter().filter(|file| !file.starts_with(&folder));
    others.map(|file| fs::read_to_string(file).expect("the sources can be read")).collect()
}

fn place(order: &[&str], room: &str) -> Option<usize> {
    order.iter().position(|known| *known == room)
}

/// The rooms that a source names by going up from its own module to the folder of its ruleset.
fn from_above(path: &str, code: &str) -> Vec<String> {
    let module = path.trim_end_matches(".rs").trim_end_matches("/mod");
    let up = "super::".repeat(module.split('/').count());
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
        let prefix = format!("rulesets/{}/", of.ruleset);
        for (room, path, code) in rooms(of) {
            let own = place(of.order, &room).unwrap_or_else(|| panic!("{room} has no place in the order of rooms"));
            let named = imports(&code).into_iter().filter_map(|import| import.strip_prefix(&prefix).map(str::to_owned));
            for other in named.chain(from_above(&path, &code)) {
                if place(of.order, &other).is_none_or(|other| other > own) {
                    wrong.push(format!("{}/{path} imports from {other}", of.ruleset));
                }
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "rooms import from rooms after them:\n{}", wrong.join("\n"));
}

/// The methods of a view that sources ask of those after them in the order, which no import shows; and how many are
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
    for of in &ROOMS {
        let (asked, wrong) = asked_of_later(of.view, of.order, &rooms(of), &outside(of));
        assert!(asked >= of.asked, "questions are found: {asked}");
        assert!(wrong.is_empty(), "rooms of {} ask rooms after them:\n{}", of.ruleset, wrong.join("\n"));
    }
}

#[test]
fn no_file_of_an_ordered_room_needs_one_after_it() {
    let (ruleset, room) = FILES.folder.split_once('/').expect("it is a room of a ruleset");
    let of = ROOMS.iter().find(|rooms| rooms.ruleset == ruleset).expect("the ruleset has rooms");
    let of_room = rooms(of).into_iter().filter(|(own, ..)| own == room);
    let stem = |path: &str| path[room.len() + 1..].trim_end_matches(".rs").to_owned();
    let sources: Vec<(String, String, String)> = of_room.map(|(_, path, code)| (stem(&path), path, code)).collect();
    let mut wrong = Vec::new();
    for (file, path, code) in &sources {
        let own = place(FILES.order, file).unwrap_or_else(|| panic!("{path} has no place in the order of files"));
        let mut named = Vec::new();
        for (at, _) in code.match_indices("super::").filter(|(at, _)| !code[..*at].ends_with("super::")) {
            read_tree(&code[at + "super::".len()..], "", &mut named);
        }
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
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rulesets"), &mut files);
    for file in files {
        let source = fs::read_to_string(&file).expect("the sources can be read");
        for lock in ["Mutex", "RwLock", "OnceLock", "LazyLock", "Atomic", "thread_local"] {
            assert!(!source.contains(lock), "{} keeps something behind a {lock}", file.display());
        }
    }
}

#[test]
fn groups_of_imports_are_read() {
    let source =
        "use crate::{\n    turn::{A, B},\n    rulesets::{combat_patrol::x, plugin},\n};\nlet a = crate::ai::b();";
    assert_eq!(imports(source), ["turn", "rulesets/combat_patrol/x", "rulesets/plugin", "ai"]);
}

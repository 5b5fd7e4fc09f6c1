//! The sources of the program, what they import, and what they ask each other.

use super::*;

pub(super) fn rank(path: &str) -> usize {
    // The longest name that fits counts: rulesets/combat_patrol before rulesets.
    let fits = |name: &&str| path == *name || path.strip_prefix(*name).is_some_and(|rest| rest.starts_with('/'));
    let ranked = ORDER.iter().enumerate().flat_map(|(rank, names)| names.iter().map(move |name| (rank, name)));
    let best = ranked.filter(|(_, name)| fits(name)).max_by_key(|(_, name)| name.len());
    best.unwrap_or_else(|| panic!("{path} has no place in the order of modules: give it one")).0
}

pub(super) fn home(path: &str) -> &'static str {
    ORDER[rank(path)]
        .iter()
        .find(|name| path == **name || path.strip_prefix(**name).is_some_and(|rest| rest.starts_with('/')))
        .expect("the rank was found by one of these names")
}

pub(super) fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("the sources can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// A source of the program.
pub(super) struct Source {
    /// Its module in the order of modules.
    pub(super) module: String,
    /// What `crate` means in it.
    pub(super) home: &'static str,
    pub(super) code: String,
}

pub(super) fn joined(above: &str, below: &str) -> String {
    [above, below].iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")
}

/// All sources of the program.
pub(super) fn program() -> Vec<Source> {
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
pub(super) fn imports(home: &str, code: &str) -> Vec<String> {
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

/// The name in the order of modules that an import begins with, if it begins with one.
pub(super) fn known(import: &str) -> Option<&'static str> {
    let names = ORDER.iter().flat_map(|names| names.iter());
    names
        .filter(|name| import == **name || import.strip_prefix(**name).is_some_and(|rest| rest.starts_with('/')))
        .max_by_key(|name| name.len())
        .copied()
}

fn without_remarks(code: &str) -> String {
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Code without its tests and remarks.
pub(super) fn bare(code: &str) -> String {
    without_remarks(code.split("#[cfg(test)]").next().unwrap_or_default())
}

/// The sources of these rooms without their tests and remarks: room, path below their home, code.
pub(super) fn rooms(of: &Rooms) -> Vec<(String, String, String)> {
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
pub(super) fn outside(of: &Rooms) -> Vec<String> {
    program().into_iter().filter(|source| !source.module.starts_with(of.home)).map(|source| source.code).collect()
}

/// The place in an order of the room, or the file, in which a path begins.
pub(super) fn place(order: &[&str], path: &str) -> Option<usize> {
    order.iter().position(|known| path.split('/').next() == Some(*known))
}

/// The paths that a source names by going up this many modules from its own.
pub(super) fn from_above(levels: usize, code: &str) -> Vec<String> {
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

/// The methods of a view that sources ask of later ones in the order, which no import shows; and how many are
/// asked in all. Each source comes with the name by which it stands in the order, its path and its code.
pub(super) fn asked_of_later(
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

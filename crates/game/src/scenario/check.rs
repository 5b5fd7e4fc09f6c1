//! All that is wrong with a scenario, at once, each with its place and what to do.

use bevy::math::{Rect, Vec2};
use std::{path::Path, sync::Arc};

use super::{
    Scenario, ScenarioUnit, StartPiece, file, ground, migrate,
    node::Node,
    problem::{Problem, Problems, short},
    reading::{Reading, unique},
    scenario_events, shape, sides, standing, terms, text, units, unplayed,
    values::{Rest, values},
};
use grapeshot_floor::{
    files::{Limit, read_text},
    forces::{Side, Values},
    table::{footprint::Outline, terrain::Terrain},
    turn::{ArmyList, ArmyListEntry, LossTerm, Rulebook, Rulebooks, TerrainValues, VictoryTerms},
};

/// What is read as a scenario; a large one has 30,000 bytes.
pub const LIMIT: Limit = Limit { what: "a scenario", bytes: 1 << 20 };
/// Points of all lines and polygons together.
const MOST_POINTS: usize = 10_000;
/// A point may lie this far off the table, in inches.
const OFF_TABLE: f32 = 24.0;

/// Reads and checks a scenario file.
///
/// # Errors
/// All that is wrong with it, or why it cannot be read.
pub fn load(path: &Path, books: &Rulebooks) -> Result<Arc<Scenario>, Problems> {
    let name = path.display().to_string();
    match read_text(path, LIMIT) {
        Ok(text) => read(&name, &text, books),
        Err(error) => {
            let problem =
                Problem::at(0..0, error.to_string()).help("Name an existing *.scenario.ron or *.scenario.json file.");
            Err(Problems::new(name, "", vec![problem]))
        }
    }
}

/// Reads and checks the text of a scenario; the name stands in the messages.
///
/// # Errors
/// All that is wrong with it.
pub fn read(name: &str, text: &str, books: &Rulebooks) -> Result<Arc<Scenario>, Problems> {
    read_with(name, text, books, unplayed::refuse)
}

/// Reads and checks the text of a scenario that was read before and is written with all its terms: those that its
/// ruleset does not play say there what would hold without them.
///
/// # Errors
/// All that is wrong with it.
pub(super) fn read_again(name: &str, text: &str, books: &Rulebooks) -> Result<Arc<Scenario>, Problems> {
    read_with(name, text, books, |_, _, _| {})
}

/// What says which terms the ruleset does not play.
type Refuse = fn(&Node, &Rulebook, &mut Vec<Problem>);

/// Where on the table each problem of a scenario is, in inches: the middle of the points in the smallest part of the text
/// around it that has any. What is said of a whole list or of the whole file is at no place, nor is anything in a text
/// that cannot be read.
pub fn places(problems: &Problems) -> Vec<Option<Vec2>> {
    let root = text::parse_either(problems.text(), &mut Vec::new());
    problems.iter().map(|problem| root.as_ref()?.place_around(&problem.span, false)).collect()
}

fn read_with(name: &str, text: &str, books: &Rulebooks, refuse: Refuse) -> Result<Arc<Scenario>, Problems> {
    if let Some(problem) = text::unfit(text, LIMIT) {
        return Err(Problems::new(name, "", vec![problem]));
    }
    let mut problems = Vec::new();
    let root = text::parse_either(text, &mut problems);
    match root.as_ref().and_then(|root| whole(root, text, (books, refuse), &mut problems)) {
        Some(scenario) if problems.is_empty() => Ok(Arc::new(scenario)),
        _ => {
            if let Some(root) = &root {
                migrate::tell(name, root, books, &mut problems);
            }
            Err(Problems::new(name, text, problems))
        }
    }
}

fn whole(
    root: &Node,
    text: &str,
    (books, refuse): (&Rulebooks, Refuse),
    problems: &mut Vec<Problem>,
) -> Option<Scenario> {
    shape::conform(root, &file::SCENARIO, problems);
    let about = root.get("about")?;
    let book = ruleset(about, books, problems)?;
    let size = size(root, problems)?;

    let mut reading = Reading {
        words: &book.vocabulary,
        rules: &*book.rules,
        settings: Values::default(),
        size,
        problems: std::mem::take(problems),
    };
    // The bases of the units depend on the settings.
    let settings = values(root, "settings", "the ruleset", &book.vocabulary.settings, Rest::Nothing, &mut reading);
    reading.settings = settings.clone();
    let section = root.get("terrain");
    let lists = ["areas", "obstacles", "roads", "streams", "crossings", "buildings", "hills"];
    unique(
        section.into_iter().flat_map(|section| lists.iter().flat_map(|list| section.list(list))),
        "id",
        &mut reading,
    );
    let terrain = match section {
        Some(section) => ground::terrain(section, &mut reading),
        None => Terrain { size, ..Terrain::default() },
    };
    let terrain_values = section.map(|section| ground::own_terms(section, &terrain, &mut reading)).unwrap_or_default();
    let (sides, deployment) = sides::sides(root, &mut reading);
    let units = units::units(root, &sides, &terrain, &mut reading);
    sides::dummies(root, &sides, &units, &mut reading);
    let changed = root.get("settings").map_or(&[][..], Node::fields);
    let mut victory = match root.get("victory") {
        Some(section) => terms::terms(section, &sides, &units, &terrain, &mut reading),
        None => {
            VictoryTerms { handicap: vec![0.0; sides.len()], margin: book.vocabulary.margin, ..VictoryTerms::default() }
        }
    };
    let scenario_events = scenario_events::scenario_events(root, &sides, &units, &terrain, &mut reading);
    if !victory.gives_points() {
        victory.losses = LossTerm { own_hand: victory.losses.own_hand, ..reading.words.losses.clone() };
    }
    if units.iter().map(|unit| unit.pieces.len()).sum::<usize>() <= units::MOST_PIECES {
        standing::standing(root, &units, &terrain, &mut reading);
        army_lists(root, &units, &sides, (&terrain, &terrain_values), &mut reading);
    }
    refuse(root, book, &mut reading.problems);
    far_points(root, Rect::from_corners(Vec2::ZERO, size), &mut reading.problems);
    *problems = reading.problems;

    Some(Scenario {
        id: about.text("id").to_owned(),
        title: about.text("title").to_owned(),
        ruleset: book.id.0.to_owned(),
        location: about.text("location").to_owned(),
        date: about.text("date").to_owned(),
        story: paragraphs(about.text("story")),
        lesson: paragraphs(about.text("lesson")),
        turns: root.number("turns").map_or(reading.words.turns.max(1), |turns| turns as u16),
        terrain,
        terrain_values,
        sides,
        units,
        deployment,
        settings,
        changed_settings: changed.iter().map(|(name, _)| name.text.as_str().into()).collect(),
        victory,
        scenario_events,
        hash: xxhash_rust::xxh3::xxh3_64(text.as_bytes()),
    })
}

/// The size of the table in inches; none if it cannot be read, or if too much is on it.
fn size(root: &Node, problems: &mut Vec<Problem>) -> Option<Vec2> {
    if points(root) > MOST_POINTS {
        let many = format!("there are more than {MOST_POINTS} points on the table");
        problems.push(Problem::at(root.head(), many).label("in here"));
        return None;
    }
    let table = root.get("table")?;
    let size = Vec2::new(table.number("width")?, table.number("height")?);
    // On a table of a wrong size everything would lie in the wrong place.
    (file::TABLE.contains(&size.x) && file::TABLE.contains(&size.y)).then_some(size)
}

/// The ruleset that a scenario names.
fn ruleset<'b>(about: &Node, books: &'b Rulebooks, problems: &mut Vec<Problem>) -> Option<&'b Rulebook> {
    let ruleset = about.get("ruleset")?.as_text()?;
    let book = books.get(ruleset);
    if book.is_none() {
        problems.push(
            Problem::at(about.span_of("ruleset"), format!("there is no ruleset {:?}", short(ruleset)))
                .label("unknown ruleset")
                .nearest(ruleset, books.iter().map(|book| book.id.0)),
        );
    }
    book
}

/// What the ruleset says against the forces.
fn army_lists(
    root: &Node,
    units: &[ScenarioUnit],
    sides: &[Side],
    (terrain, terrain_values): (&Terrain, &TerrainValues),
    reading: &mut Reading,
) {
    // That no side is there is said already; without one the forces belong to nobody.
    if sides.is_empty() {
        return;
    }
    let outline = |piece: &StartPiece| Outline { footprint: piece.footprint, place: piece.place };
    let enrolled: Vec<ArmyListEntry> = units
        .iter()
        .map(|unit| ArmyListEntry {
            key: unit.key.clone(),
            side: unit.side,
            superior: unit.superior,
            unit_entry: unit.unit_entry.clone(),
            outlines: unit.pieces.iter().map(outline).collect(),
        })
        .collect();
    let roll = ArmyList { settings: &reading.settings, terrain, terrain_values, sides, units: &enrolled };
    let found = reading.rules.roll_problems(&roll);
    for problem in reading.rules.setting_problems(&roll) {
        let span = root.get("settings").map_or_else(|| root.head(), |settings| settings.span_of(problem.setting));
        reading
            .problems
            .push(Problem::at(span, problem.message).label(format!("against {}", problem.rule)).help(problem.help));
    }
    let nodes = root.list("units");
    let words = reading.words;
    let is_of_a_kind = |unit: &ScenarioUnit| words.kind(&unit.unit_entry.kind).is_some();
    for problem in found {
        let Some((node, unit)) = nodes.get(problem.unit.index()).zip(units.get(problem.unit.index())) else { continue };
        // All that the rules say of a unit depends on its kind; that there is no such kind is said already.
        let above = unit.superior.and_then(|above| units.get(above.index())).filter(|_| problem.field == "under");
        if !is_of_a_kind(unit) || above.is_some_and(|above| !is_of_a_kind(above)) {
            continue;
        }
        reading.problems.push(
            Problem::at(node.span_of(problem.field), problem.message)
                .label(format!("against {}", problem.rule))
                .help(problem.help),
        );
    }
}

/// The number of points of all lists of points.
fn points(node: &Node) -> usize {
    let below: usize = node.items().iter().chain(node.fields().iter().map(|(_, node)| node)).map(points).sum();
    below + usize::from(node.as_point().is_some())
}

/// Says every point that is nowhere near the table, unless something else is wrong with it.
fn far_points(node: &Node, table: Rect, problems: &mut Vec<Problem>) {
    for below in node.items().iter().chain(node.fields().iter().map(|(_, node)| node)) {
        far_points(below, table, problems);
    }
    if let Some(at) = node.as_point()
        && !table.inflate(OFF_TABLE).contains(at)
        && !problems.iter().any(|problem| problem.span == node.head())
    {
        problems.push(
            Problem::at(node.head(), format!("a point lies more than {OFF_TABLE} inches off the table"))
                .label("out there")
                .help(format!("The table measures {} by {} inches.", table.width(), table.height())),
        );
    }
}

/// A text as it was written over several lines of the file: lines are joined, an empty line parts paragraphs.
fn paragraphs(text: &str) -> String {
    let mut paragraphs = vec![Vec::new()];
    for line in text.lines().map(str::trim) {
        match (line.is_empty(), paragraphs.last_mut()) {
            (false, Some(last)) => last.push(line),
            _ => paragraphs.push(Vec::new()),
        }
    }
    let joined = paragraphs.iter().filter(|lines| !lines.is_empty()).map(|lines| lines.join(" "));
    joined.collect::<Vec<_>>().join("\n\n")
}

//! What belongs together in the data files of the core and of its supplements.

use super::data::{ACTION_DECK, ARTILLERY, BURSTING, CORE, CoreData};
use grapeshot_floor::files::{
    DataFile, DataFiles, Problem, Sheets,
    node::{Form, Node},
};

/// Says what the tables of the core and of a supplement do not, and whether the rules can read them: of its weapons, its
/// guns, its troops and its terrain. `wrong` is what keeps the rules from reading those of the supplement.
pub fn check_with(
    [weapons, guns, troops, terrain]: [&DataFile; 4],
    sheets: &mut Sheets,
    wrong: fn(&DataFiles) -> Option<(&'static DataFile, Problem)>,
) {
    check(sheets);
    for file in [weapons, guns, troops] {
        sheets.unique(file);
    }
    bands(sheets, weapons, &["bands"]);
    bands(sheets, guns, &["shot", "canister", "shell"]);
    names(sheets, terrain, troops);
    if sheets.are_good() {
        for (file, problem) in [CoreData::read(sheets.files).err(), wrong(sheets.files)].into_iter().flatten() {
            sheets.say(file, problem);
        }
    }
}

/// Reports cards, materials and codes of cover in the core's files that do not fit together.
fn check(sheets: &mut Sheets) {
    deck(sheets);
    materials(sheets);
    if let Some(core) = sheets.root(&CORE) {
        let names = core.get("cover_names");
        for code in core.text("cover_order").chars() {
            if names.is_none_or(|names| names.get(&code.to_string()).is_none()) {
                let problem = Problem::at(core.span_of("cover_names"), format!("the cover {code:?} has no name"));
                sheets.say(&CORE, problem.label("in here").help("Every code of cover_order has a word."));
            }
        }
    }
}

/// CP-3.2, CP-3.5: cards are numbered from 1, and one with the out-of-ammo icon has no holes.
fn deck(sheets: &mut Sheets) {
    let Some(deck) = sheets.root(&ACTION_DECK) else { return };
    for (n, card) in deck.items().iter().enumerate() {
        if card.number("id").is_some_and(|id| id != (n + 1) as f32) {
            let problem = Problem::at(card.span_of("id"), format!("this is card {} of the deck", n + 1));
            sheets.say(&ACTION_DECK, problem.label("numbered wrongly").help("Number the cards from 1 without a gap."));
        }
        if card.flag("ooa") && card.number("holes").is_some_and(|holes| holes > 0.0) {
            let problem = Problem::at(card.span_of("holes"), "a card has bullet holes and the out-of-ammo icon");
            sheets.say(&ACTION_DECK, problem.help("A card with `ooa: true` has 0 holes (CP-3.2)."));
        }
    }
}

/// CP-8.9: walls and splinters are of materials that protect.
fn materials(sheets: &mut Sheets) {
    let Some(burst) = sheets.root(&BURSTING) else { return };
    let (known, splinters) = (burst.names("protection"), burst.names("splinters"));
    for (_, material) in burst.get("walls").map_or(&[][..], Node::fields) {
        sheets.refer(&BURSTING, material, "material", &known);
    }
    for material in &known {
        if !splinters.contains(material) {
            let problem =
                Problem::at(burst.span_of("splinters"), format!("the material {material:?} has no splinters"));
            sheets.say(&BURSTING, problem.label("in here").help("Every material of `protection` has its template."));
        }
    }
}

/// Reports names that one file uses and no other defines: kinds of ground and of obstacles, materials.
fn names(sheets: &mut Sheets, ground: &DataFile, kinds: &DataFile) {
    let Some(terrain) = sheets.root(ground) else { return };
    let (grounds, barriers) = (terrain.names("grounds"), terrain.names("barriers"));
    if let Some(troops) = sheets.root(kinds) {
        let woods = troops.items().iter().filter_map(|troop| troop.get("woods")?.inner());
        for kind in woods.flat_map(|woods| woods.list("kinds")) {
            sheets.refer(kinds, kind, "kind of ground", &grounds);
        }
    }
    if let Some(artillery) = sheets.root(&ARTILLERY) {
        for bank in artillery.list("banks") {
            sheets.refer(&ARTILLERY, bank, "kind of obstacle", &barriers);
        }
    }
    if let Some(burst) = sheets.root(&BURSTING) {
        let materials = burst.names("protection");
        for material in terrain.list("materials") {
            sheets.refer(ground, material, "material in combat_patrol/burst.ron", &materials);
        }
    }
}

/// Reports the bands of a table that end before the one below them.
fn bands(sheets: &mut Sheets, file: &DataFile, fields: &[&str]) {
    let Some(root) = sheets.root(file) else { return };
    for row in root.items() {
        for field in fields {
            let Some(bands) = row.get(field) else { continue };
            let ends = ends_of(bands);
            if ends.windows(2).any(|pair| pair[1] < pair[0]) {
                let problem =
                    Problem::at(bands.head(), format!("`{field}` has a band that ends before the one below it"));
                sheets.say(file, problem.label("in here").help("Bands end farther and farther away."));
            }
        }
    }
}

/// The numbers of a tuple, in `Some(...)` or by themselves.
fn ends_of(node: &Node) -> Vec<f32> {
    match &node.form {
        Form::Tuple(values) => values.iter().flat_map(ends_of).collect(),
        _ => node.as_number().into_iter().collect(),
    }
}

//! Whether the data files make sense together, and whether the rules can read them.

use super::data::{Data, NUMBERS, SPECIAL_RULES, TERRAIN, UNITS, WEAPONS};
use grapeshot_floor::files::{Problem, Sheets, node::Node};

/// Reports what the tables of these files do not agree on, and what the rules cannot read.
pub fn check(sheets: &mut Sheets) {
    for file in [&UNITS, &WEAPONS, &SPECIAL_RULES] {
        sheets.unique(file);
    }
    break_table(sheets);
    names(sheets);
    if sheets.are_good()
        && let Err((file, problem)) = Data::read(sheets.files)
    {
        sheets.say(file, problem);
    }
}

/// BP-7.8: the totals of the break test table rise from row to row.
fn break_table(sheets: &mut Sheets) {
    let Some(numbers) = sheets.root(&NUMBERS) else { return };
    for pair in numbers.list("break_table").windows(2) {
        if let (Some(before), Some(here)) = (pair[0].number("up_to"), pair[1].number("up_to"))
            && here <= before
        {
            let problem = Problem::at(pair[1].span_of("up_to"), "no total comes to this row of the break test table");
            sheets.say(&NUMBERS, problem.also(pair[0].span_of("up_to"), "this row has them").help("Rows go up."));
        }
    }
}

/// Reports names that one file uses and no other defines.
fn names(sheets: &mut Sheets) {
    let (weapons, rules) = (sheets.ids(&WEAPONS), sheets.ids(&SPECIAL_RULES));
    if let Some(units) = sheets.root(&UNITS) {
        for unit in units.items() {
            for weapon in unit.get("weapon").into_iter().flat_map(|weapon| weapon.inner()) {
                sheets.refer(&UNITS, weapon, "weapon", &weapons);
            }
            for rule in unit.list("rules") {
                sheets.refer(&UNITS, rule, "special rule", &rules);
            }
        }
    }
    let Some(terrain) = sheets.root(&TERRAIN) else { return };
    let covers = terrain.names("covers");
    let rows = ["grounds", "barriers"].into_iter().filter_map(|field| terrain.get(field)).flat_map(Node::fields);
    let given = rows.filter_map(|(_, row)| row.get("cover"));
    for cover in given.flat_map(|cover| cover.inner()).chain(terrain.get("building_cover")) {
        sheets.refer(&TERRAIN, cover, "cover", &covers);
    }
}

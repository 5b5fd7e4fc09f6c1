//! Whether the data files make sense together, and whether the rules can read them.

use super::data::{Data, MOVEMENT, WEAPONS};
use grapeshot_floor::files::Sheets;

/// Reports what the tables of these files do not agree on, and what the rules cannot read.
pub fn check(sheets: &mut Sheets) {
    sheets.unique(&MOVEMENT);
    let rows = sheets.ids(&MOVEMENT);
    if let Some(weapons) = sheets.root(&WEAPONS) {
        for gun in weapons.list("guns") {
            if let Some(row) = gun.get("row") {
                sheets.refer(&WEAPONS, row, "row", &rows);
            }
        }
    }
    if sheets.are_good()
        && let Err((file, problem)) = Data::read(sheets.files)
    {
        sheets.say(file, problem);
    }
}

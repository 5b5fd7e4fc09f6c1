//! Whether the data files make sense together, and whether the rules can read them.

use super::{
    data::{Data, GUNS, TROOPS, WEAPONS},
    vocabulary::UNARMED,
};
use grapeshot_floor::files::Sheets;

/// Reports what the tables of these files do not agree on, and what the rules cannot read.
pub fn check(sheets: &mut Sheets) {
    for file in [&TROOPS, &WEAPONS, &GUNS] {
        sheets.unique(file);
    }
    let mut weapons = sheets.ids(&WEAPONS);
    weapons.push(UNARMED.into());
    if let Some(troops) = sheets.root(&TROOPS) {
        for row in troops.items() {
            if let Some(weapon) = row.get("weapon") {
                sheets.refer(&TROOPS, weapon, "weapon", &weapons);
            }
        }
    }
    if sheets.are_good()
        && let Err((file, problem)) = Data::read(sheets.files)
    {
        sheets.say(file, problem);
    }
}

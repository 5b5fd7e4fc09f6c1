//! What a unit has with it besides its men.

use super::{
    StartPiece,
    node::Node,
    problem::{Problem, short},
    reading::Reading,
};
use grapeshot_floor::{
    english::{capital, plural},
    table::position::{Heading, Place},
    turn::vocabulary::{Equipment, UnitKind},
};

/// What the unit has with it besides its men: each piece that its kind knows, once.
pub(super) fn equipment(node: &Node, kind: Option<&UnitKind>, reading: &mut Reading) -> Vec<StartPiece> {
    let what = short(node.text("key"));
    let known = kind.map_or(&[][..], |kind| &kind.equipment);
    let mut pieces: Vec<StartPiece> = Vec::new();
    for entry in node.list("equipment") {
        let word = entry.text("what");
        let Some(piece) = known.iter().find(|piece| piece.id == word) else {
            if kind.is_some() {
                reading.problems.push(
                    Problem::at(entry.span_of("what"), format!("unit {what:?} can have no {:?}", short(word)))
                        .label("unknown equipment")
                        .nearest(word, known.iter().map(|piece| piece.id.as_str())),
                );
            }
            continue;
        };
        let have = pieces.iter().filter(|other| other.look == piece.id).count();
        if have >= piece.most {
            let most = if piece.most == 1 { "two".to_owned() } else { format!("more than {}", piece.most) };
            let message = format!("unit {what:?} has {most} of {:?}", short(word));
            reading.problems.push(Problem::at(entry.span_of("what"), message).label("leave one out"));
            continue;
        }
        let Some(at) = entry.point("at") else { continue };
        let facing = entry.number("facing").or(node.number("facing")).unwrap_or_default();
        pieces.push(StartPiece {
            name: name_of_equipment(piece, have, node.text("name")),
            place: Place { at, facing: Heading(facing).normalized(), floor: 0 },
            footprint: piece.footprint_under(&reading.settings),
            look: piece.id.clone(),
        });
    }
    for piece in known.iter().filter(|piece| piece.needed) {
        if !node.list("equipment").iter().any(|entry| entry.text("what") == piece.id) {
            reading.problems.push(
                Problem::at(node.head(), format!("unit {what:?} has no {}", piece.id))
                    .label("in here")
                    .help(format!("Add `equipment: [(what: {:?}, at: (x, y), facing: degrees)]`.", piece.id)),
            );
        }
    }
    // The men come first; each kind's own order makes the ids the same whatever the file's.
    pieces.sort_by_key(|piece| known.iter().position(|other| other.id == piece.look));
    pieces
}

/// What a piece of equipment is called, by its number among those of its kind from 0 and the name of its unit. A unit
/// that is named for it lends it its name: the gun of "East gun" is that gun, and the second wagon of "Wagons 3 and 4"
/// is wagon 4.
fn name_of_equipment(piece: &Equipment, number: usize, unit: &str) -> String {
    let id = piece.id.as_str();
    if piece.most == 1 {
        let named = piece.bears_unit_name || unit.rsplit(' ').next().is_some_and(|word| word.eq_ignore_ascii_case(id));
        return if named { unit.to_owned() } else { format!("{id} of {unit}") };
    }
    let several = capital(&plural(id));
    let numbers = unit.strip_prefix(several.as_str()).and_then(|rest| rest.strip_prefix(' ')).unwrap_or_default();
    let mut own = numbers.split([',', ' ']).filter(|word| !word.is_empty() && *word != "and");
    match own.nth(number).filter(|own| own.parse::<u8>().is_ok()) {
        Some(own) => format!("{} {own}", capital(id)),
        None => format!("{id} {} of {unit}", number + 1),
    }
}

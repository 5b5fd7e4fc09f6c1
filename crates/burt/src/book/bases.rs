//! How many bases a unit has, how they are arranged, and the outline that they make (SB-1.4, SB-5.1 to SB-5.3).

use super::{
    data::{Data, TroopRow},
    values::{Arm, Array, Formation},
};

/// The words for arrangements in scenarios and orders, with what they are called, in the order of their buttons.
pub const ARRAYS: [(&str, &str); 10] = [
    ("column", "column, two wide"),
    ("narrow_column", "column, one wide"),
    ("line", "line"),
    ("deep_line", "line, two deep"),
    ("square", "square"),
    ("open_order", "open order"),
    ("deep_open_order", "open order, two deep"),
    ("unlimbered", "unlimbered"),
    ("limbered", "limbered"),
    ("house", "in a building"),
];

/// SB-1.4: the number of bases that this many figures (guns, wagons) stand on.
pub fn bases(row: &TroopRow, figures: u8) -> u8 {
    figures.div_ceil(row.figures.max(1))
}

/// SB-5.3: the number of bases on the front side of a square of this many: four sides as equal as possible, front and
/// rear first.
pub fn square_front(bases: u8) -> u8 {
    bases.div_ceil(4)
}

/// The arrangement that a word names for this many bases of an arm; none if its arm has no such arrangement.
pub fn array_named(word: &str, arm: Arm, bases: u8) -> Option<Array> {
    let open = arm == Arm::Skirmishers;
    let foot = matches!(arm, Arm::Infantry | Arm::Skirmishers);
    let ranks = |wide: u8| Some(Array::Ranks(wide.clamp(1, bases.max(1))));
    match word {
        "column" if arm.is_close_order() => ranks(2),
        "narrow_column" if arm.is_close_order() => ranks(1),
        "line" if arm.is_close_order() => ranks(bases),
        "deep_line" if arm.is_close_order() => ranks(bases.div_ceil(2)),
        "square" if arm == Arm::Infantry => Some(Array::Square),
        "open_order" if open => ranks(bases),
        "deep_open_order" if open => ranks(bases.div_ceil(2)),
        "unlimbered" if arm == Arm::Artillery => Some(Array::Unlimbered),
        "limbered" if matches!(arm, Arm::Artillery | Arm::Wagon) => Some(Array::Limbered),
        "house" if foot => Some(Array::House(usize::MAX)),
        _ => None,
    }
}

/// The word of an arrangement: its own among [`ARRAYS`], or that of the next similar one.
pub fn word_of(array: Array, arm: Arm, bases: u8) -> &'static str {
    match array {
        Array::Square => "square",
        Array::Unlimbered => "unlimbered",
        Array::Limbered => "limbered",
        Array::House(_) => "house",
        Array::Ranks(wide) if arm == Arm::Skirmishers => {
            if wide >= bases {
                "open_order"
            } else {
                "deep_open_order"
            }
        }
        Array::Ranks(wide) => match formation(array, arm, bases) {
            Formation::Line if wide >= bases => "line",
            Formation::Line => "deep_line",
            _ if wide <= 1 => "narrow_column",
            _ => "column",
        },
    }
}

/// The name of an arrangement for a player.
pub fn label_of(array: Array, arm: Arm, bases: u8) -> &'static str {
    let word = word_of(array, arm, bases);
    ARRAYS.iter().find(|(id, _)| *id == word).map_or(word, |(_, label)| label)
}

/// SB-5.1 to SB-5.4: the formation that this many bases make; close order troops between two widths count as a column.
pub fn formation(array: Array, arm: Arm, bases: u8) -> Formation {
    match array {
        Array::Square => Formation::Square,
        Array::Unlimbered => Formation::Unlimbered,
        Array::Limbered => Formation::Limbered,
        Array::House(_) => Formation::House,
        Array::Ranks(_) if arm == Arm::Skirmishers => Formation::Open,
        Array::Ranks(wide) => {
            let wide = wide.clamp(1, bases.max(1));
            let deep = bases.div_ceil(wide);
            if wide <= 2 && deep > wide {
                Formation::Column
            } else if deep <= 2 {
                Formation::Line
            } else {
                Formation::Column
            }
        }
    }
}

/// Bases side by side at the front.
pub fn wide(array: Array, bases: u8) -> u8 {
    match array {
        Array::Ranks(wide) => wide.clamp(1, bases.max(1)),
        Array::Square => square_front(bases),
        Array::Unlimbered | Array::Limbered | Array::House(_) => bases.max(1),
    }
}

/// Bases one behind the other.
pub fn deep(array: Array, bases: u8) -> u8 {
    match array {
        Array::Ranks(_) => bases.max(1).div_ceil(wide(array, bases)),
        Array::Square | Array::Unlimbered | Array::Limbered | Array::House(_) => 1,
    }
}

/// SB-1.4, SB-5.3: front width and depth in inches of this many bases; none in a building, whose outline the unit has.
pub fn measures(book: &Data, row: &TroopRow, array: Array, bases: u8) -> Option<(f32, f32)> {
    let (width, depth) = row.base;
    let (wide, deep) = (f32::from(wide(array, bases)), f32::from(deep(array, bases)));
    match array {
        Array::Ranks(_) | Array::Unlimbered => Some((wide * width, deep * depth)),
        Array::Square => {
            let side = wide.max(book.numbers.square_side);
            Some((side, side))
        }
        Array::Limbered if row.arm == Arm::Wagon => Some((wide * width, depth)),
        Array::Limbered => Some((wide * book.numbers.limbered.0, book.numbers.limbered.1)),
        Array::House(_) => None,
    }
}

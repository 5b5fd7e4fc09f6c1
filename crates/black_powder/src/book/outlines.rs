//! The outlines of units (BP-1.3), and the formations that they may take (BP-4.1).

use super::{
    data::{Data, Effect},
    values::{Formation, Regiment, Size, Troop},
};
/// BP-1.3: front width and depth of an arm in a formation; the size multiplies the width, of a square both sides by its
/// root, of columns the depth.
pub fn measures(book: &Data, scale: f32, troop: Troop, size: Size, formation: Formation) -> Option<(f32, f32)> {
    let (width, depth) = book.numbers.outlines.get(&formation)?.of(troop)?;
    let factor = book.numbers.sizes.of(size).width;
    let (width, depth) = match formation {
        Formation::Square => (width * factor.sqrt(), depth * factor.sqrt()),
        Formation::MarchColumn | Formation::Limbered => (width, depth * factor),
        _ => (width * factor, depth),
    };
    Some((width * scale, depth * scale))
}

/// BP-4.1: whether a unit may stand in a formation: its arm has it, and the special rules that it needs are there.
pub fn may_form(values: &Regiment, book: &Data, formation: Formation) -> bool {
    let has = |effect: Effect| {
        values.rules.iter().any(|number| book.specials[usize::from(*number)].effects.contains(&effect))
    };
    let known = book.numbers.outlines.get(&formation).is_some_and(|by| by.of(values.troop).is_some());
    known
        && match formation {
            Formation::Skirmish => has(Effect::Skirmishes),
            Formation::MixedLine | Formation::MixedColumn => has(Effect::Screens),
            _ => true,
        }
}

//! The outlines of units (BP-1.3), and the formations that they may take (BP-4.1).

use bevy::math::Vec2;

use super::{
    data::{Data, Effect},
    values::{Formation, Regiment, Size, Troop},
};
use crate::table::{
    footprint::{Footprint, Outline},
    measure::edges,
    position::{Heading, Place},
    terrain::Building,
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

/// The rectangle round a building, which is the outline of its garrison: along its longest wall, its front toward the
/// facing.
pub fn garrison_outline(building: &Building, facing: Heading) -> Outline {
    let longest = edges(&building.outline).max_by(|a, b| a.0.distance(a.1).total_cmp(&b.0.distance(b.1)));
    let along = longest.map_or(Heading(0.0), |(a, b)| Heading::from_to(a, b));
    let turned = [0.0, 90.0, 180.0, 270.0].map(|degrees| along.turned(degrees));
    let heading = turned.into_iter().min_by(|a, b| a.angle_to(facing).total_cmp(&b.angle_to(facing))).unwrap_or(along);
    let frame = Place { at: Vec2::ZERO, facing: heading, floor: 0 };
    let corners: Vec<Vec2> = building.outline.iter().map(|corner| frame.frame(*corner)).collect();
    let low = corners.iter().copied().fold(Vec2::INFINITY, Vec2::min);
    let high = corners.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
    let (middle, size) = ((low + high) / 2.0, high - low);
    Outline {
        footprint: Footprint::Rectangle { width: size.x, depth: size.y },
        place: Place { at: frame.offset(middle.y, middle.x), facing: heading, floor: 0 },
    }
}

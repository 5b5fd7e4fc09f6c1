//! Companies of several stands.

use super::*;

/// DU-1.4: a stand of a company.
pub const STAND: Footprint = Footprint::Rectangle { width: 1.0, depth: 0.5 };

/// DU-1.4: two ranks, base to base, the odd stand in the first.
pub fn frame(anchor: Place, count: usize) -> Vec<Outline> {
    let first = count.div_ceil(2);
    let place = |n: usize| {
        let (rank, file) = (n / first, n % first);
        let right = file as f32 - (first as f32 - 1.0) / 2.0;
        Place { at: anchor.offset(-0.25 - 0.5 * rank as f32, right), ..anchor }
    };
    (0..count).map(|n| Outline { footprint: STAND, place: place(n) }).collect()
}

/// DU-1.4: a hollow square, as many stands on each side, all looking outward.
pub fn square(anchor: Place, count: usize) -> Vec<Outline> {
    let side = count.div_ceil(4);
    let half = side as f32 / 2.0;
    let middle = Place { at: anchor.offset(-half - 0.5, 0.0), ..anchor };
    let place = |n: usize| {
        let facing = Heading(anchor.facing.0 - 90.0 * (n / side) as f32).normalized();
        let face = Place { facing, ..middle };
        Place { at: face.offset(half + 0.25, (n % side) as f32 + 0.5 - half), ..face }
    };
    (0..count).map(|n| Outline { footprint: STAND, place: place(n) }).collect()
}

/// DU-1.4: where the stands of a company are.
pub fn layout(entry: &UnitEntry, anchor: Place, count: usize) -> Option<Vec<Outline>> {
    let formation = entry.values.word("formation").filter(|_| entry.kind == "company")?;
    Some(if formation == "square" { square(anchor, count) } else { frame(anchor, count) })
}

//! Close order groups and their ranks (HM-5.1 to HM-5.4).

use super::data::CloseOrder;
use grapeshot_combat_patrol::view::rulebook::SkirmishView;
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    table::{
        footprint::{Footprint, Outline},
        position::Place,
    },
};

/// HM-5.1: the close order groups among some figures, given where they stand and when two bases touch: linked sets of
/// touching figures, each in id order.
pub fn linked(
    figures: &[(PieceId, Outline)],
    least: usize,
    touch: impl Fn(&Outline, &Outline) -> bool,
) -> Vec<Vec<PieceId>> {
    let mut group: Vec<usize> = (0..figures.len()).collect();
    fn root(group: &mut [usize], mut n: usize) -> usize {
        while group[n] != n {
            group[n] = group[group[n]];
            n = group[n];
        }
        n
    }
    for n in 0..figures.len() {
        for m in n + 1..figures.len() {
            let (a, b) = (&figures[n].1, &figures[m].1);
            // Foot and mounted figures do not link with each other.
            if std::mem::discriminant(&a.footprint) != std::mem::discriminant(&b.footprint) {
                continue;
            }
            if touch(a, b) {
                let (a, b) = (root(&mut group, n), root(&mut group, m));
                group[a.max(b)] = a.min(b);
            }
        }
    }
    let mut sets: Vec<(usize, Vec<PieceId>)> = Vec::new();
    for (n, (piece, _)) in figures.iter().enumerate() {
        let of = root(&mut group, n);
        match sets.iter_mut().find(|(known, _)| *known == of) {
            Some((_, set)) => set.push(*piece),
            None => sets.push((of, vec![*piece])),
        }
    }
    let mut sets: Vec<Vec<PieceId>> = sets.into_iter().map(|(_, set)| set).filter(|set| set.len() >= least).collect();
    for set in &mut sets {
        set.sort_unstable();
    }
    sets
}

/// The figures that may link in a unit: its own, and higher leaders who stand in it (HM-5.1).
fn members(cp: &SkirmishView, unit: UnitId) -> Vec<(PieceId, Outline)> {
    // HM-8.6: men that may not use close order are in open order, however they stand.
    if cp.may_form(unit).is_err() {
        return Vec::new();
    }
    let mut members: Vec<(PieceId, Outline)> = cp.men(unit).map(|piece| (piece, cp.view.outline(piece))).collect();
    for leader in cp.higher_leaders(unit) {
        let outline = cp.view.outline(leader);
        if members.iter().any(|(piece, _)| cp.touch(*piece, leader)) {
            members.push((leader, outline));
        }
    }
    members
}

/// HM-5.1: the close order groups of a unit.
pub fn groups(cp: &SkirmishView, data: &CloseOrder, unit: UnitId) -> Vec<Vec<PieceId>> {
    linked(&members(cp, unit), data.min_linked, |a, b| cp.bases_touch(a, b))
}

/// Whether a figure touches another: most do not, and are in no group.
pub fn touches_anybody(cp: &SkirmishView, piece: PieceId) -> bool {
    let footprint = cp.view.footprint(piece);
    // Only like bases link. Those on foot are all alike; others may be as long as a wagon.
    let reach = match footprint {
        Footprint::Circle { .. } => 2.0 * footprint.reach() + cp.touch_tolerance(),
        Footprint::Rectangle { .. } => footprint.reach() + 4.0,
    };
    let mut near = cp.view.pieces_index().near(cp.view.place(piece).at, reach);
    near.any(|other| other != piece && cp.touch(piece, other))
}

/// The group of a unit under him in which a higher leader stands, if he does.
pub fn group_under(cp: &SkirmishView, data: &CloseOrder, piece: PieceId) -> Option<Vec<PieceId>> {
    let (side, unit) = (cp.view.side_of(piece), cp.view.unit_of(piece));
    let near = cp.view.pieces_index().within(cp.view.place(piece).at, 4.0);
    let mut units: Vec<UnitId> = near
        .into_iter()
        .filter(|mate| *mate != piece && cp.view.side_of(*mate) == side && cp.touch(piece, *mate))
        .map(|mate| cp.view.unit_of(mate))
        .filter(|other| *other != unit && cp.higher_leaders(*other).contains(&piece))
        .collect();
    units.sort_unstable();
    units.dedup();
    units.into_iter().flat_map(|unit| groups(cp, data, unit)).find(|group| group.contains(&piece))
}

/// HM-5.4: whether figure g stands ahead of figure f.
fn ahead(cp: &SkirmishView, data: &CloseOrder, f: PieceId, g: PieceId) -> bool {
    let (mine, theirs): (Place, Place) = (cp.view.place(f), cp.view.place(g));
    let footprint = cp.view.footprint(f);
    let frame = mine.frame(theirs.at);
    frame.y >= footprint.half_depth() - 1e-4
        && frame.x.abs() <= footprint.half_width() + data.rank_aside
        && mine.facing.angle_to(theirs.facing) <= data.rank_facing
        && cp.touch(f, g)
}

/// HM-5.4: the rank of a figure in its group. A chain that comes back to the figure itself makes it rank 1.
pub fn rank(cp: &SkirmishView, data: &CloseOrder, group: &[PieceId], piece: PieceId) -> u8 {
    fn depth(
        cp: &SkirmishView,
        data: &CloseOrder,
        group: &[PieceId],
        piece: PieceId,
        trail: &mut Vec<PieceId>,
    ) -> Option<u8> {
        let mut deepest = 0;
        for other in group.iter().copied().filter(|other| *other != piece) {
            if !ahead(cp, data, piece, other) {
                continue;
            }
            if trail.contains(&other) {
                return None;
            }
            trail.push(other);
            let found = depth(cp, data, group, other, trail);
            trail.pop();
            deepest = deepest.max(found?);
        }
        Some(deepest + 1)
    }
    depth(cp, data, group, piece, &mut vec![piece]).unwrap_or(1)
}

/// HM-5.17: whether at least half of the unit's figures on the table, rounded up, are in close order.
pub fn mostly_formed(cp: &SkirmishView, data: &CloseOrder, unit: UnitId) -> bool {
    let present: Vec<PieceId> = cp.men(unit).collect();
    let formed = groups(cp, data, unit).iter().flatten().filter(|piece| present.contains(piece)).count();
    formed > 0 && formed >= present.len().div_ceil(2)
}

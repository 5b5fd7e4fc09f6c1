//! Figures that move singly and stay in close order (HM-5.5).

use bevy::math::Vec2;

use crate::{data::CloseOrder, groups::linked};
use grapeshot_combat_patrol::{
    movement::{
        allowance::{Others, Wish},
        mover::Mover,
    },
    state::{
        sequence_of_play::Activation,
        ways::{Fixed, Route, level},
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    events::RuleId,
    forces::PieceId,
    orders::{PlannedMove, Refusal},
    table::{
        footprint::Outline,
        path::{self, Crossed, Part},
        position::Heading,
    },
};

/// HM-5.6: the door or window through which a path leads.
fn opening_on(cp: &SkirmishView, route: &Route) -> Option<&'static str> {
    let corners: Vec<Vec2> = route.places.iter().map(|place| place.at).collect();
    path::survey(cp.view.ground(), &corners).into_iter().find_map(|part| match part {
        Part::Crossing { crossed: Crossed::Door { .. }, .. } => Some("door"),
        Part::Crossing { crossed: Crossed::Window { .. }, .. } => Some("window"),
        _ => None,
    })
}

/// HM-5.5: figures that move singly but are in close order before and after pay its costs for their own paths: they go
/// as far as these let them, and not at all through a door or window.
///
/// # Errors
/// If none of them can move at that price.
pub fn charge_formed(
    cp: &SkirmishView,
    data: &CloseOrder,
    activation: &Activation,
    fixed: &mut Fixed,
) -> Result<(), Refusal> {
    let (routes, shown) = fixed;
    let Some(unit) = routes.first().map(|route| cp.view.unit_of(route.piece)) else { return Ok(()) };
    let ends: Vec<(PieceId, Outline)> = cp
        .men(unit)
        .map(|piece| {
            let known = routes.iter().chain(&activation.routes).find(|route| route.piece == piece);
            let place = known.map_or(cp.view.place(piece), Route::end);
            (piece, Outline { footprint: cp.view.footprint(piece), place })
        })
        .collect();
    let after = linked(&ends, data.min_linked, |a, b| cp.bases_touch(a, b));
    let formed =
        |piece: PieceId| after.iter().any(|group| group.contains(&piece)) && cp.supplement().in_body(cp, piece);
    let charged: Vec<PieceId> = routes.iter().map(|route| route.piece).filter(|piece| formed(*piece)).collect();
    // Men who pay go less far than was fixed: they look at where their mates end who have paid, and not at places
    // that nobody reaches at this price.
    let mut taken: Vec<Outline> =
        ends.iter().filter(|(id, _)| !charged.contains(id)).map(|(_, outline)| *outline).collect();
    let moving: Vec<PieceId> = ends.iter().map(|(id, _)| *id).collect();
    let mut keep = Vec::new();
    let mut refusal = None;
    for n in 0..routes.len() {
        let piece = routes[n].piece;
        if !charged.contains(&piece) {
            keep.push(n);
            continue;
        }
        if let Some(opening) = opening_on(cp, &routes[n]) {
            taken.push(cp.view.outline(piece));
            let reason = format!("{} stays in close order, which cannot go through a {opening}", cp.name(piece));
            refusal.get_or_insert(Refusal::new(RuleId::new("HM-5.5"), reason));
            continue;
        }
        match singly_at_the_price(cp, data, &routes[n], Others { moving: &moving, taken: &taken }) {
            Ok((route, mut line)) => {
                taken.push(cp.base_after(&route));
                line.stopped = line.stopped.or(shown[n].stopped.take());
                routes[n] = route;
                shown[n] = line;
                keep.push(n);
            }
            Err(why) => {
                taken.push(cp.view.outline(piece));
                refusal = Some(why);
            }
        }
    }
    if keep.is_empty() {
        return Err(refusal.expect("whoever is not kept was refused"));
    }
    let kept = |n: &mut usize| {
        *n += 1;
        keep.contains(&(*n - 1))
    };
    let (mut route, mut line) = (0, 0);
    routes.retain(|_| kept(&mut route));
    shown.retain(|_| kept(&mut line));
    Ok(())
}

/// The way of a figure that pays like the body it is in: oblique moves and linear obstacles (HM-5.6).
///
/// # Errors
/// Nothing is left of its way at this price.
fn singly_at_the_price(
    cp: &SkirmishView,
    data: &CloseOrder,
    fixed: &Route,
    others: Others,
) -> Result<(Route, PlannedMove), Refusal> {
    let piece = fixed.piece;
    let start = cp.view.place(piece);
    let corners: Vec<Vec2> = fixed.places.iter().map(|place| place.at).collect();
    let legs = || corners.windows(2).map(|pair| (pair[0], pair[1]));
    let oblique = legs().any(|(from, to)| Heading::from_to(from, to).angle_to(start.facing) > data.straight_within);
    let obstacles = legs().map(|(from, to)| cp.view.ground().obstacles_crossed(from, to).len()).sum::<usize>() as f32;
    let mounted = cp.mounted(piece);
    let each = if mounted { 0.0 } else { -data.obstacle_foot };
    let flat = if oblique { -data.oblique } else { 0.0 } + each * obstacles;
    let whole = cp.allowance_of(piece)?;
    let allowance = (whole - flat).max(0.0);
    let going = Mover { close_order: Some(data.rough_cost), ..cp.mover(piece) };
    // HM-5.5: a rider keeps his facing.
    let end_facing = Some(if mounted { start.facing } else { fixed.end().facing });
    // A path into contact ends at the enemy's base: it is walked toward his centre once more.
    let mut way = corners.clone();
    way.extend(fixed.target.map(|enemy| cp.view.place(enemy).at));
    let way = level(&way, start.floor);
    let wish = Wish { piece, way: &way, end_facing, allowance, target: fixed.target, going };
    let (route, mut line) = cp.fix_route(wish, others)?;
    // What is told of its cost has the price in it, so it is told of the whole allowance.
    line.allowance = whole.is_finite().then_some(whole);
    if oblique {
        line.cost.add("HM-5.6", "oblique, lateral or backward", -data.oblique);
    }
    if obstacles > 0.0 && each > 0.0 {
        line.cost.add("HM-5.6", "linear obstacles", each * obstacles);
    }
    Ok((route, line))
}

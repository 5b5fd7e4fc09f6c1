//! How movers set out (CP-2.15), and which of them are under way.

use crate::{
    state::{
        activity,
        sequence_of_play::{Cause, March, SequenceOfPlay, Stage},
        ways::Route,
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{english::inches, events::RuleId, forces::PieceId, turn::BattleMut};

/// CP-2.15: begins the march along the fixed paths of an activation.
pub fn set_out(battle: &mut BattleMut) {
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    let activation = play.active_mut();
    let routes = std::mem::take(&mut activation.routes);
    activation.marched = true;
    for route in &routes {
        activity::change(battle, route.piece, |activity| activity.set_out = Some(route.places[0].at));
    }
    begin(battle, Cause::Ordered, routes);
}

/// Begins a march of movers along these routes.
pub fn begin(battle: &mut BattleMut, cause: Cause, routes: Vec<Route>) {
    let cp = SkirmishView::of(battle.view());
    let bogs = cp.bogs_on(&routes);
    let until = shares_to_hidden(&cp, &routes);
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.march = Some(March { bogs, until, ..March::new(cause, routes) });
    play.stage = Stage::MARCH;
}

/// CP-12.2: how far each mover goes before it runs into a hidden figure; a body stops as one.
fn shares_to_hidden(cp: &SkirmishView, routes: &[Route]) -> Vec<f32> {
    let alone: Vec<f32> = routes.iter().map(|route| cp.share_to_hidden_enemy(route)).collect();
    let same =
        |n: usize, other: usize| n == other || (routes[n].body.is_some() && routes[n].body == routes[other].body);
    let stops =
        |n: usize| (0..routes.len()).filter(|other| same(n, *other)).map(|other| alone[other]).fold(1.0, f32::min);
    (0..routes.len()).map(stops).collect()
}

impl March {
    /// The rule by which they move.
    pub fn rule(&self) -> RuleId {
        match self.cause {
            Cause::Ordered => RuleId::new("CP-2.15"),
            Cause::Morale(_) => RuleId::new("CP-11.7"),
        }
    }
}

/// The movers of the movement under way that are still able, with the enemy side that watches them.
pub fn movers(cp: &SkirmishView) -> Vec<PieceId> {
    let Some(march) = &cp.view.resource::<SequenceOfPlay>().march else { return Vec::new() };
    march.routes.iter().map(|route| route.piece).filter(|piece| cp.view.in_play(*piece)).collect()
}

/// How a figure went, in words; a figure that stayed in place turned.
pub fn went(name: &str, how: &str, length: f32, to: &str) -> String {
    match length > 1e-3 {
        true => format!("{name} {how} {}{to}", inches(length)),
        false => format!("{name} turns"),
    }
}

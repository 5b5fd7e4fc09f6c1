//! What an order was checked to do is what it does, in every battle that ships.

use grapeshot::{
    ai::{Level, commander},
    battle::{Battle, Checked},
    events::EventKind,
    orders::PlannedMove,
    rulesets::combat_patrol::{
        orders::verbs,
        state::{sequence_of_play::SequenceOfPlay, ways::Route},
    },
};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::whole_battles::shipped;

/// The first shot of an order has the column that was shown, and nobody but those who were shown moves another way.
fn resolves_what_was_checked(battle: &Battle, checked: &Checked, events: std::ops::Range<usize>, at: &str) -> bool {
    let (order, plan) = (checked.order(), checked.plan());
    if let Some(routes) = plan.findings.get::<Vec<Route>>() {
        let play = battle.view().resource::<SequenceOfPlay>();
        let fixed = play.activation.as_ref().map(|activation| activation.routes.clone()).unwrap_or_default();
        let ours: Vec<Route> = fixed.into_iter().filter(|route| order.pieces.contains(&route.piece)).collect();
        assert_eq!(&ours, routes, "{at}: other paths are fixed than were shown for {order:?}");
        let shown: Vec<_> = plan.moves.iter().map(|PlannedMove { piece, end, .. }| (*piece, *end)).collect();
        let ends: Vec<_> = routes.iter().map(|route| (route.piece, route.end())).collect();
        assert_eq!(shown, ends, "{at}: the ways that are shown end elsewhere for {order:?}");
        return true;
    }
    if order.verb == verbs::SHOOT {
        let log = &battle.log().events()[events];
        let shot = log.iter().find(|event| matches!(event.kind, EventKind::Shot { .. }));
        let shot = shot.unwrap_or_else(|| panic!("{at}: nobody shoots after {order:?}"));
        assert_eq!(shot.explained, plan.odds[0].explained, "{at}: another shot than was shown for {order:?}");
        return true;
    }
    false
}

/// CP-5.2, CP-5.8, CP-6.3: paths and aims are worked out once: what the player is shown is what happens.
#[test]
fn paths_and_shots_are_resolved_as_they_were_checked() {
    shipped().par_iter().for_each(|scenario| {
        for (level, seed) in [(Level::Regular, 1), (Level::Random, 2)] {
            let mut battle = Battle::new(scenario, seed, grapeshot::rulesets::plugin);
            let mut mind = commander(level, seed);
            let mut compared = 0;
            while let Some(ask) = battle.awaiting().asks.first().cloned() {
                let at = format!("{} seed {seed} order {}", scenario.id, battle.orders().len() + 1);
                let order = mind.decide(&battle, &ask).order;
                let checked = battle.draft(order).unwrap_or_else(|refusal| panic!("{at}: {refusal}"));
                let events = battle.give(checked.clone()).unwrap_or_else(|refusal| panic!("{at}: {refusal}"));
                compared += usize::from(resolves_what_was_checked(&battle, &checked, events, &at));
            }
            assert!(compared > 15, "{} seed {seed}: only {compared} orders were compared", scenario.id);
        }
    });
}

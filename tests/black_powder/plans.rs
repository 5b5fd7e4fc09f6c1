//! What an order was checked to do is what it does.

use super::{player::scenario_named, *};
use grapeshot::{
    ai::{self, Level},
    battle::Battle,
};

/// BP-2.13, BP-7.11, BP-9.2, BP-1.9: a unit goes the way that was shown and stands where that ends.
#[test]
fn units_go_the_ways_that_were_shown() {
    let ways = [verbs::PLACE, verbs::GO, verbs::MOVE, verbs::RIDE, verbs::REFORM];
    let mut gone = 0;
    for (name, level) in
        [("barrosa", Level::Regular), ("fere_champenoise", Level::Regular), ("plancenoit", Level::Random)]
    {
        let mut battle = Battle::new(&scenario_named(name), 11, grapeshot::rulesets::plugin);
        battle.keep_undo(0);
        let mut mind = ai::commander(level, 11);
        for _ in 0..150 {
            let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
            let order = mind.decide(&battle, &ask).order;
            let plan = battle.check(&order).expect("a commander gives only orders that are allowed");
            battle.submit_and_halt(order.clone()).expect("it was allowed");
            let view = battle.view();
            for way in plan.moves.iter().filter(|way| ways.contains(&order.verb) && view.in_play(way.piece)) {
                assert_eq!(view.place(way.piece), way.end, "{name}: another way was shown for {order:?}");
                gone += 1;
            }
            battle.go_on();
        }
    }
    assert!(gone > 60, "only {gone} units went");
}

//! Foolish orders, counted: what these rules do by a chit alone is a deed too.

use grapeshot::{
    rulesets::burt::book::values::{Chit, Level},
    simulate::foolish::{Count, Counter, Kind},
};

use crate::kit::*;

/// SB-7.4: a unit under fire that regroups does something; one that stands with another order does not.
#[test]
fn a_unit_that_regroups_under_fire_is_not_idle() {
    let idle_with = |chit: Chit| {
        let table = table()
            .commander("staff", BLUE, "command_element", (42.0, 16.4, 90.0))
            .foot("column", BLUE, 24, "column", (40.0, 20.0, 90.0))
            .under("staff")
            .foot("line", RED, 24, "line", (40.0, 26.0, 270.0))
            .chit(Chit::Fire);
        let mut test = table.battle();
        put_level(&mut test, "column", Level::Disordered);
        let order = gives(&test, &["column"], chit);
        let mut counter = Counter::default();
        counter.look(&test.battle, &order);
        test.order(order);
        end_turn(&mut test);
        counter.end(&test.battle);
        let Count { times, chances } = counter.tally(BLUE).of(Kind::IdleUnderFire);
        (times, chances)
    };
    assert_eq!(idle_with(Chit::Regroup), (0, 1));
    assert_eq!(idle_with(Chit::Manoeuver), (1, 1));
}

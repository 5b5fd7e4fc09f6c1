//! Foolish orders, counted: what happens before the first turn is none.

use grapeshot::{
    ai,
    battle::Battle,
    rulesets,
    simulate::foolish::{Count, Counter, Kind},
    testing,
};

use super::{BLUE, RED};

/// At Barrosa units stand under the guns when the battle is set up.
#[test]
fn nobody_is_idle_before_the_first_turn() {
    let barrosa = testing::shipped(rulesets::plugin).into_iter().find(|scenario| scenario.id == "barrosa");
    let mut battle = Battle::new(&barrosa.expect("it is shipped"), 21, rulesets::plugin);
    let (mut mind, mut counter) = (ai::unerring(21), Counter::default());
    let mut turn = 0;
    while turn == 0 {
        turn = battle.view().clock().turn;
        let ask = battle.awaiting().asks[0].clone();
        let decision = mind.decide(&battle, &ask);
        counter.look(&battle, &decision.order);
        decision.carry_out(&mut battle).expect("it is allowed");
    }
    for side in [BLUE, RED] {
        assert_eq!(counter.tally(side).of(Kind::IdleUnderFire), Count::default());
    }
}

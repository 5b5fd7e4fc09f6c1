//! Any moment of a battle, come to again.

use super::*;

/// A duel that counts its orders.
fn counted(app: &mut App) {
    duel::plugin(app);
    moments::count_orders(app);
}

/// A duel in which this many times a side lets the other go on.
fn with_passes(turns: u16, passes: usize) -> Battle {
    let mut battle = Battle::new(&duel::scenario(3, turns), 1, counted);
    pass(&mut battle, passes);
    battle
}

/// Lets the other side go on this many times.
fn pass(battle: &mut Battle, passes: usize) {
    for _ in 0..passes {
        let side = battle.awaiting().asks[0].side;
        battle.submit(Order::new(side, &duel::PASS)).expect("it may wait");
    }
}

#[test]
fn any_moment_of_a_duel_is_come_to_again_as_it_was() {
    for (scenario, seed) in [(duel::scenario(3, 40), 2), (with_chits(12), 3), (with_scouts(12, true), 4)] {
        let most = moments::looked_back(&moments::blind(&scenario, counted, seed, 400));
        assert!(most < KEYFRAMES_APART, "{most} orders were given again for a look");
    }
}

#[test]
fn any_moment_of_a_long_battle_is_come_to_again_with_every_second_keyframe() {
    let most = moments::looked_back(&with_passes(2000, KEYFRAMES_APART * KEYFRAMES_MOST - 1));
    assert!(most < KEYFRAMES_APART, "{most} orders were given again for a look");
    let most = moments::looked_back(&with_passes(2000, KEYFRAMES_APART * (KEYFRAMES_MOST + 1)));
    assert!((KEYFRAMES_APART..2 * KEYFRAMES_APART).contains(&most), "{most} orders were given again for a look");
}

#[test]
fn orders_that_were_taken_back_are_in_no_moment_that_is_come_to_again() {
    let mut battle = with_passes(40, 2 * KEYFRAMES_APART + 10);
    for _ in 0..KEYFRAMES_APART + 15 {
        battle.undo().expect("nothing was revealed");
    }
    moments::give_blindly(&mut battle, 3 * KEYFRAMES_APART);
    let most = moments::looked_back(&battle);
    assert!(most < KEYFRAMES_APART, "{most} orders were given again for a look");
}

#[test]
fn what_a_script_does_at_a_keyframe_is_done_once_in_the_moments_after_it() {
    let mut battle = with_passes(40, KEYFRAMES_APART);
    battle.force(&duel::DICE, vec![6, 6]);
    pass(&mut battle, 10);
    moments::looked_back(&battle);
}

#[test]
fn an_order_that_was_drafted_is_reckoned_once() {
    let mut battle = Battle::new(&duel::scenario(3, 40), 1, duel::plugin);
    let walk = |battle: &Battle| {
        let ask = &battle.awaiting().asks[0];
        let man = ask.pieces[0];
        let ahead = battle.view().place(man).offset(3.0, 0.0);
        Order::new(ask.side, &duel::WALK).pieces([man]).path([Leg::To(ahead)])
    };
    let order = walk(&battle);
    let before = duel::RECKONED.get();
    let draft = battle.draft(order.clone()).expect("he may walk there");
    battle.give(draft.clone()).expect("it was allowed");
    assert_eq!(duel::RECKONED.get(), before + 1, "draft, submit and resolve reckon once");
    let plain = walk(&battle);
    battle.submit(plain).expect("his enemy may walk, too");
    assert_eq!(duel::RECKONED.get(), before + 2, "an order without a draft is reckoned once");
    battle.give(draft).expect("he may stay where he is now");
    assert_eq!(duel::RECKONED.get(), before + 3, "what was checked of an earlier moment is checked anew");
}

use grapeshot::{
    ai::{Grounds, Level, Thinking, looking_ahead, thinking_aloud, unerring, value},
    battle::Battle,
    forces::SideId,
};
use std::sync::{Arc, OnceLock};

use super::scenario_named;

/// *Foraging Party* after this many orders of the computer.
fn battle(orders: usize) -> Battle {
    let mut battle = Battle::new(&scenario_named("foraging_party"), 5, grapeshot::rulesets::plugin);
    let mut minds = [unerring(1), unerring(2)];
    for _ in 0..orders {
        let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
        minds[ask.side.index()].decide(&battle, &ask).carry_out(&mut battle).expect("it is allowed");
    }
    battle
}

#[test]
fn who_looks_ahead_decides_the_same_on_one_thread_and_on_three() {
    let mut battle = battle(40);
    let aloud = |threads| thinking_aloud(Level::Veteran, 9, threads, Arc::default());
    let (mut alone, mut together) = (aloud(1), aloud(3));
    for _ in 0..3 {
        let ask = battle.awaiting().asks[0].clone();
        let decision = alone.decide(&battle, &ask);
        assert_eq!(together.decide(&battle, &ask), decision);
        decision.carry_out(&mut battle).expect("it is allowed");
    }
}

#[test]
fn a_battle_is_left_as_it_was_by_a_look_ahead() {
    let battle = battle(60);
    let (checksum, ask) = (battle.checksum(), battle.awaiting().asks[0].clone());
    looking_ahead(3, 4).decide(&battle, &ask);
    assert_eq!(battle.checksum(), checksum);
}

#[test]
fn who_looks_ahead_says_how_many_futures_each_order_won() {
    let mut battle = battle(40);
    let mut mind = looking_ahead(3, 4);
    let foreseen = loop {
        let ask = battle.awaiting().asks[0].clone();
        let decision = mind.decide(&battle, &ask);
        if let Grounds::Foreseen(_) = decision.grounds {
            break decision;
        }
        decision.carry_out(&mut battle).expect("it is allowed");
    };
    let reason = foreseen.reason(&battle);
    assert!(reason.contains(" wins ") && reason.contains(" of 4 futures"), "{reason}");
    assert_eq!(*foreseen.considered()[0].order, foreseen.order);
}

#[test]
fn who_is_told_to_decide_now_decides_with_the_futures_that_are_done() {
    let battle = battle(40);
    let ask = battle.awaiting().asks[0].clone();
    let known: Arc<OnceLock<Arc<Thinking>>> = Arc::default();
    let thoughts = Arc::clone(&known);
    let hurry = move || thoughts.get().expect("it thinks").decide_now();
    let thinking = Arc::new(Thinking::told(Arc::new(hurry)));
    known.set(Arc::clone(&thinking)).ok().expect("it is set once");
    let decision = thinking_aloud(Level::General, 9, 1, thinking).decide(&battle, &ask);
    assert!(battle.check(&decision.order).is_ok());
    if let Grounds::Foreseen(trials) = decision.grounds {
        assert!(trials.iter().map(|trial| trial.futures).sum::<u32>() < 200, "{trials:?}");
    }
}

#[test]
fn the_chances_to_win_add_up_to_one_and_the_winner_has_all() {
    let mut battle = battle(60);
    let chances = value::chances(&battle);
    assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-4 && chances.iter().all(|chance| *chance > 0.0));
    let mut minds = [unerring(1), unerring(2)];
    while let Some(ask) = battle.awaiting().asks.first().cloned() {
        minds[ask.side.index()].decide(&battle, &ask).carry_out(&mut battle).expect("it is allowed");
    }
    let winner = battle.outcome().and_then(|outcome| outcome.winner);
    let wanted = |side: SideId| winner.map_or(0.5, |winner| f32::from(u8::from(winner == side)));
    assert_eq!(value::chances(&battle), [wanted(SideId(0)), wanted(SideId(1))]);
}

//! State that is registered, snapshots that are whole, and systems that stand in an order.

use super::*;

#[test]
fn all_state_of_a_duel_is_registered() {
    kit::all_state_is_registered(&duel::scenario(3, 40), duel::plugin);
}

#[test]
fn no_schedule_of_a_duel_is_ambiguous() {
    kit::no_schedule_is_ambiguous(duel::plugin);
}

#[test]
fn a_snapshot_of_a_duel_is_whole() {
    kit::a_snapshot_is_whole(&duel::scenario(3, 40), duel::plugin);
}

#[test]
fn no_schedule_of_a_shipped_ruleset_is_ambiguous() {
    kit::no_schedule_is_ambiguous(grapeshot::rulesets::plugin);
}

/// A system that nobody has put in order: when the activation card is drawn it might come before or after.
fn planted(_: &mut World) {}

#[test]
#[should_panic(expected = "has systems in no order")]
fn a_system_in_no_order_is_found_at_a_stage() {
    kit::no_schedule_is_ambiguous(|app| {
        grapeshot::rulesets::plugin(app);
        app.add_systems(During::of(HORSE_AND_MUSKET, Stage::CARD), planted);
    });
}

#[test]
#[should_panic(expected = "has systems in no order")]
fn a_system_in_no_order_is_found_among_the_verbs() {
    kit::no_schedule_is_ambiguous(|app| {
        grapeshot::rulesets::plugin(app);
        app.add_systems(Resolve::of(HORSE_AND_MUSKET), planted);
    });
}

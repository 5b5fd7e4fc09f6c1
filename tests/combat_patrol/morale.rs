//! Chapter 11.

use bevy::math::Vec2;
use grapeshot::{
    events::EventKind,
    forces::{Fate, Value},
    rulesets::combat_patrol::{
        book::{action_card::MoraleResult, grade::Grade, marks},
        morale,
        state::shot::Manner,
    },
    testing::{BLUE, RED},
};

use super::*;

/// Three blue men without a leader against a red one; none of them can shoot. Blue's own edge is south.
fn shaken() -> TestTable {
    table()
        .unit("blue", BLUE, &[(20.0, 20.0, 90.0), (24.0, 20.0, 90.0), (28.0, 20.0, 90.0)])
        .weapons(&["sword"])
        .leaderless()
        .unit("red", RED, &[(20.0, 40.0, 270.0)])
        .weapons(&["sword"])
}

/// Blue begins its activation with a morale marker for each of these cards, which it draws; `then` follow them.
fn draws(table: TestTable, cards: &[u16], then: &[u16]) -> TestBattle {
    let mut test = table.acting("red");
    let unit = test.unit("blue");
    test.mark_unit(unit, &marks::MORALE, cards.len() as u8);
    test.cards(BLUE, &[cards, then].concat());
    test.act_next(unit);
    test
}

fn markers(test: &TestBattle) -> u8 {
    test.battle.view().unit_marks(test.unit("blue")).count(&marks::MORALE)
}

fn stunned(test: &TestBattle) -> usize {
    let view = test.battle.view();
    test.pieces("blue").iter().filter(|piece| view.mark(**piece, &marks::STUN) > 0).count()
}

fn pinned(test: &TestBattle) -> bool {
    test.battle.view().unit_marks(test.unit("blue")).has(&marks::PINNED)
}

fn at(test: &TestBattle, n: usize) -> Vec2 {
    test.battle.view().place(test.piece("blue", n)).at
}

/// The first event whose line holds this text.
fn logged(test: &TestBattle, text: &str) -> bool {
    test.battle.log().events().iter().any(|event| event.text.contains(text))
}

/// The unit's markers after one of its men was hit by fire with this damage card.
fn markers_after_a_hit(n: usize, damage: u16) -> u8 {
    let mut test = table()
        .unit("red", RED, &[(20.0, 15.0, 90.0)])
        .unit("blue", BLUE, &[(60.0, 30.0, 90.0), (50.0, 30.0, 90.0)])
        .acting("red");
    test.stand(test.piece("blue", n), 20.0, 20.0, 270.0);
    if test.battle.awaiting().asks[0].kind == "declare" {
        let nobody = order(&test, "declare");
        test.order(nobody);
    }
    test.cards(RED, &[6, damage]);
    let shot = order(&test, "shoot").pieces([test.piece("red", 1)]).target(test.piece("blue", n));
    test.order(shot);
    markers(&test)
}

/// CP-11.1: one marker for a man who is struck, one more if he led the unit and is out of action.
#[test]
fn men_who_are_struck_and_leaders_who_fall_shake_a_unit() {
    assert_eq!(markers_after_a_hit(2, 7), 1, "a wound");
    assert_eq!(markers_after_a_hit(2, 9), 1, "a man falls");
    assert_eq!(markers_after_a_hit(1, 7), 1, "the leader is wounded");
    assert_eq!(markers_after_a_hit(1, 9), 2, "the leader falls");
}

/// CP-11.1: a leader who leaves the table was not struck: that brings no marker.
#[test]
fn a_leader_who_marches_off_shakes_nobody() {
    let mut test = table()
        .unit("blue", BLUE, &[(20.0, 1.0, 270.0), (22.0, 5.0, 270.0)])
        .unit("red", RED, &[(60.0, 40.0, 270.0)])
        .exit(BLUE, grapeshot::forces::Edge::South)
        .acting("blue");
    let leader = test.piece("blue", 1);
    declare(&mut test, vec![leader], 7);
    let off = order(&test, "move").pieces([leader]).path([to(20.0, 0.0)]);
    test.order(off);
    let march = order(&test, "march");
    test.order(march);
    assert_eq!(test.battle.view().fate(leader), Fate::Exited);
    assert_eq!(markers(&test), 0);
}

/// CP-11.2: one draw for each marker at the start of the activation; they come off with the draws.
#[test]
fn each_marker_is_drawn_for_at_the_start_of_the_activation() {
    let test = draws(shaken(), &[4, 7, 9], &[]);
    assert_eq!(markers(&test), 0);
    assert!(logged(&test, "BLUE draws 3 cards for morale as Regular in the open"));
    assert_eq!(test.battle.awaiting().asks[0].kind, "declare");
}

/// CP-11.2: a unit that loses its activation to the Green card makes no checks; the markers stay.
#[test]
fn a_unit_stopped_by_the_green_card_keeps_its_markers() {
    let table = table()
        .unit("blue", BLUE, &[(20.0, 20.0, 90.0), (24.0, 20.0, 90.0)])
        .word("guts", "Green")
        .leaderless()
        .unit("red", RED, &[(20.0, 40.0, 270.0)])
        .weapons(&["sword"]);
    let mut test = table.acting("red");
    test.mark_unit(test.unit("blue"), &marks::MORALE, 2);
    // The turn ends; blue shows 1, red 2; then Green, a black 1, a black 2.
    test.dice(&[1, 2]);
    test.activation_cards(&[12, 14, 0, 1]);
    let end = order(&test, "end");
    test.order(end);
    assert!(logged(&test, "BLUE loses this activation to the Green card"));
    assert_eq!(test.battle.awaiting().asks[0].unit, Some(test.unit("red")));
    assert_eq!(markers(&test), 2);
}

/// CP-11.3: a Regular unit in the open draws CA, P, OK: it runs for cover, and is not pinned.
#[test]
fn the_worst_result_for_the_unit_counts() {
    let test = draws(shaken(), &[2, 5, 7], &[7]);
    assert!(logged(&test, "BLUE CA"));
    assert!(!pinned(&test));
    assert_eq!(markers(&test), 0);
    // No cover is within reach: straight away from the enemy, the full 7 inches.
    assert!(at(&test, 1).distance(Vec2::new(20.0, 13.0)) < 0.01, "{}", at(&test, 1));
}

/// CP-11.3: an Elite unit with the same cards draws P, S1, OK: one man is stunned and the unit pinned.
#[test]
fn the_same_cards_are_kinder_to_an_elite_unit() {
    let elite = table()
        .unit("blue", BLUE, &[(20.0, 20.0, 90.0), (24.0, 20.0, 90.0), (28.0, 20.0, 90.0)])
        .weapons(&["sword"])
        .word("guts", "Elite")
        .leaderless()
        .unit("red", RED, &[(20.0, 40.0, 270.0)])
        .weapons(&["sword"]);
    let test = draws(elite, &[2, 5, 7], &[1]);
    assert_eq!(stunned(&test), 1);
    assert!(logged(&test, "BLUE is pinned: no figure may move in this activation"));
    assert_eq!(at(&test, 1), Vec2::new(20.0, 20.0));
}

/// CP-11.3: single results come first; a result for the unit does not move a man again that a single one has moved.
#[test]
fn who_was_moved_by_a_single_result_is_not_moved_again() {
    // CA, then C1 (which comes first): pick 25 of three is the first man; movement 3 for him, 10 for the others.
    let test = draws(shaken(), &[2, 1], &[1, 11, 4]);
    assert!(at(&test, 1).distance(Vec2::new(20.0, 17.0)) < 0.01, "{}", at(&test, 1));
    let moved: Vec<f32> = [2, 3].map(|n| at(&test, n).distance(Vec2::new(16.0 + 4.0 * n as f32, 20.0))).to_vec();
    assert!(moved.iter().all(|inches| (inches - 10.0).abs() < 0.01), "{moved:?}");
}

/// CP-11.4: the counts of the results in the six columns.
#[test]
fn the_deck_has_as_many_of_each_result_as_the_rulebook_says() {
    use MoraleResult as R;
    let test = shaken().battle();
    let deck = &cp(&test).book.core.action_deck;
    let results = [R::OK, R::A1, R::S1, R::C1, R::P, R::F1, R::CA, R::SA, R::FB, R::RT];
    let table = [
        (Grade::Elite, false, [32, 3, 6, 5, 3, 0, 1, 0, 0, 0]),
        (Grade::Regular, false, [22, 3, 8, 7, 4, 2, 2, 1, 1, 0]),
        (Grade::Green, false, [13, 2, 9, 9, 5, 4, 3, 2, 2, 1]),
        (Grade::Elite, true, [35, 2, 8, 1, 4, 0, 0, 0, 0, 0]),
        (Grade::Regular, true, [26, 2, 9, 2, 6, 2, 0, 2, 1, 0]),
        (Grade::Green, true, [17, 2, 11, 3, 7, 4, 1, 3, 1, 1]),
    ];
    for (grade, cover, counts) in table {
        let counted = results.map(|result| deck.iter().filter(|card| card.morale(grade, cover) == result).count());
        assert_eq!(counted, counts, "{grade}, cover {cover}");
    }
}

/// CP-11.4: a pinned unit may not move in this activation, but do anything else.
#[test]
fn a_pinned_unit_may_not_move() {
    let armed = table()
        .unit("blue", BLUE, &[(20.0, 20.0, 90.0), (24.0, 20.0, 90.0)])
        .leaderless()
        .unit("red", RED, &[(20.0, 30.0, 270.0)])
        .weapons(&["sword"]);
    let mut test = draws(armed, &[5], &[]);
    assert!(pinned(&test));
    let ask = test.battle.awaiting().asks[0].clone();
    assert_eq!(ask.kind, "act", "there is nothing to declare");
    let go = order(&test, "move").pieces([test.piece("blue", 1)]).path([to(20.0, 22.0)]);
    assert_eq!(test.refused(go).1, "CP-11.4");
    let declared = order(&test, "declare").pieces([test.piece("blue", 1)]);
    let pinned = ("Pinned: no figure may move in this activation".to_owned(), "CP-11.4".to_owned());
    assert_eq!(test.refused(declared), pinned);
    let shot = order(&test, "shoot").pieces([test.piece("blue", 1)]).target(test.piece("red", 1));
    test.order(shot);
}

/// CP-11.4: S1 stuns the man of the pick; SA stuns every man; both have used their action (CP-2.11).
#[test]
fn results_that_stun_use_up_the_action() {
    // Card 15 is S1 for Regulars in the open; pick 32 of three is the second man.
    let test = draws(shaken(), &[15], &[2]);
    assert_eq!(stunned(&test), 1);
    assert!(test.battle.view().mark(test.piece("blue", 2), &marks::STUN) > 0);
    assert!(!test.battle.awaiting().asks[0].pieces.contains(&test.piece("blue", 2)));
    let mut test = shaken().acting("red");
    let unit = test.unit("blue");
    test.mark_unit(unit, &marks::MORALE, 1);
    test.cards(BLUE, &[27]);
    test.dice(&[1, 2]);
    test.activation_cards(&[12, 0, 1]);
    let end = order(&test, "end");
    test.order(end);
    assert_eq!(stunned(&test), 3);
    assert_eq!(test.battle.awaiting().asks[0].unit, Some(test.unit("red")), "blue has no action left");
}

/// CP-11.4: a man who is stunned or was touched already is not chosen; if nobody is left there is no effect.
#[test]
fn a_result_for_one_man_passes_over_the_stunned() {
    let mut test = shaken().acting("red");
    let unit = test.unit("blue");
    test.mark_unit(unit, &marks::MORALE, 1);
    for n in [1, 2] {
        test.mark(test.piece("blue", n), &marks::STUN, 1);
    }
    test.cards(BLUE, &[15, 2]);
    test.act_next(unit);
    assert!(test.battle.view().mark(test.piece("blue", 3), &marks::STUN) > 0);
    let mut test = shaken().acting("red");
    test.mark_unit(unit, &marks::MORALE, 1);
    for n in [1, 2, 3] {
        test.mark(test.piece("blue", n), &marks::STUN, 1);
    }
    test.cards(BLUE, &[15]);
    test.act_next(unit);
    assert!(logged(&test, "S1: no figure of BLUE is left that it could name"));
}

/// CP-11.4: RT: as FB with one card more, then every man is stunned.
#[test]
fn a_unit_that_runs_away_goes_two_cards_and_is_stunned() {
    let green = table()
        .unit("blue", BLUE, &[(20.0, 30.0, 90.0), (24.0, 30.0, 90.0)])
        .weapons(&["sword"])
        .word("guts", "Green")
        .leaderless()
        .unit("red", RED, &[(20.0, 45.0, 270.0)])
        .weapons(&["sword"]);
    let mut test = green.acting("red");
    let unit = test.unit("blue");
    test.mark_unit(unit, &marks::MORALE, 1);
    test.cards(BLUE, &[30, 7, 1]);
    test.dice(&[1, 2]);
    test.activation_cards(&[12, 0, 1]);
    let end = order(&test, "end");
    test.order(end);
    assert!(at(&test, 1).distance(Vec2::new(20.0, 17.0)) < 0.01, "7 + 6 inches: {}", at(&test, 1));
    assert_eq!(stunned(&test), 2);
}

/// A unit of four with three of the men at these places, its leader at (20, 20), and this many markers.
fn led(guts: &str, men: &[(f32, f32); 3]) -> TestBattle {
    let places = [(20.0, 20.0), men[0], men[1], men[2]].map(|(x, y)| (x, y, 90.0));
    let mut test = table()
        .unit("blue", BLUE, &places)
        .leader("guts", Value::Word(guts.into()))
        .unit("red", RED, &[(20.0, 44.0, 270.0)])
        .weapons(&["sword"])
        .acting("red");
    let unit = test.unit("blue");
    test.mark_unit(unit, &marks::MORALE, 3);
    test
}

const NEAR: [(f32, f32); 3] = [(23.0, 20.0), (26.0, 20.0), (29.0, 20.0)];

/// CP-11.5: an Elite leader removes up to 2 markers, a Regular one 1, a Green one none.
#[test]
fn leaders_remove_markers_by_their_guts() {
    for (guts, most) in [("Elite", 2), ("Regular", 1), ("Green", 0)] {
        let test = led(guts, &NEAR);
        assert_eq!(morale::most_removals(&cp(&test), test.unit("blue")), most, "{guts}");
    }
}

/// CP-11.5: 3 markers, an Elite leader removes 2: one draw.
#[test]
fn removed_markers_are_not_drawn_for() {
    let mut test = led("Elite", &NEAR);
    test.act_next(test.unit("blue"));
    assert_eq!(test.battle.awaiting().asks[0].kind, "steady");
    let too_many = order(&test, "steady").number(3.0);
    assert_eq!(test.refused(too_many).1, "CP-11.5");
    test.cards(BLUE, &[7]);
    let two = order(&test, "steady").number(2.0);
    let events = test.order(two);
    let drawn = events.iter().filter(|event| matches!(event.kind, EventKind::Drew(_))).count();
    assert_eq!(drawn, 1);
    assert_eq!(markers(&test), 0);
}

/// CP-11.5: a stunned or untrained leader removes none, nor one with less than half of his men, rounded up, near him.
#[test]
fn a_leader_must_be_fit_trained_and_with_his_men() {
    let far = [(23.0, 20.0), (60.0, 20.0), (62.0, 20.0)];
    let half = [(23.0, 20.0), (26.0, 20.0), (62.0, 20.0)];
    let most = |test: &TestBattle| morale::most_removals(&cp(test), test.unit("blue"));
    assert_eq!(most(&led("Elite", &far)), 0, "one of three");
    assert_eq!(most(&led("Elite", &half)), 2, "two of three");
    let mut test = led("Elite", &NEAR);
    test.mark(test.piece("blue", 1), &marks::STUN, 1);
    assert_eq!(most(&test), 0, "stunned");
    let mut untrained = table()
        .unit("blue", BLUE, &[(20.0, 20.0, 90.0), (22.0, 20.0, 90.0)])
        .leader("trained", Value::Flag(false))
        .unit("red", RED, &[(20.0, 44.0, 270.0)])
        .battle();
    untrained.mark_unit(untrained.unit("blue"), &marks::MORALE, 2);
    assert_eq!(most(&untrained), 0, "untrained");
}

/// CP-11.5: it is decided before the draws, and cannot be done after; who removed markers does not lead his men's fire.
#[test]
fn the_leader_decides_before_the_draws_and_is_busy_then() {
    let mut test = led("Regular", &NEAR);
    test.stand(test.piece("red", 1), 23.0, 25.0, 270.0);
    test.act_next(test.unit("blue"));
    let shot = |test: &TestBattle, busy| {
        let manner = Manner { busy, ..Manner::default() };
        cp(test).aim(test.piece("blue", 2), test.piece("red", 1), manner).unwrap().holes()
    };
    let before = shot(&test, None);
    test.cards(BLUE, &[7, 9]);
    let one = order(&test, "steady").number(1.0);
    test.order(one);
    let again = order(&test, "steady").number(1.0);
    let (reason, rule) = test.refused(again);
    assert!(reason.starts_with("Decide before checking"), "{reason}");
    assert_eq!(rule, "CP-11.5");
    let busy = test
        .battle
        .view()
        .resource::<grapeshot::rulesets::combat_patrol::state::sequence_of_play::SequenceOfPlay>()
        .active()
        .busy;
    assert_eq!(busy, Some(test.piece("blue", 1)));
    assert_eq!(shot(&test, busy), before + 1);
}

/// CP-11.6: the cover column counts if at least half of the men, rounded up, are in cover from the nearest enemy seen.
#[test]
fn half_of_the_men_in_cover_put_the_unit_in_cover() {
    let unit = |men: &[(f32, f32, f32)]| {
        table()
            .area("brush", (10.0, 19.0), (25.0, 22.0))
            .unit("blue", BLUE, men)
            .unit("red", RED, &[(20.0, 40.0, 270.0)])
            .battle()
    };
    let in_cover = |test: &TestBattle| morale::in_cover(&cp(test), test.unit("blue"));
    let two_of_three = [(20.0, 20.0, 90.0), (22.0, 20.0, 90.0), (40.0, 20.0, 90.0)];
    let one_of_three = [(20.0, 20.0, 90.0), (38.0, 20.0, 90.0), (40.0, 20.0, 90.0)];
    let one_of_two = [(20.0, 20.0, 90.0), (40.0, 20.0, 90.0)];
    assert!(in_cover(&unit(&two_of_three)));
    assert!(!in_cover(&unit(&one_of_three)));
    assert!(in_cover(&unit(&one_of_two)));
}

/// CP-11.6: a wall on the far side is no cover from the enemy who is seen; if none is seen, within an inch of any
/// cover is in cover.
#[test]
fn cover_counts_against_the_enemy_who_is_seen_or_any_if_none_is() {
    let behind = |table: TestTable| {
        table
            .obstacle("stone_wall", &[(15.0, 19.0), (25.0, 19.0)])
            .unit("blue", BLUE, &[(20.0, 20.0, 90.0)])
            .unit("red", RED, &[(20.0, 40.0, 270.0)])
            .battle()
    };
    let in_cover = |test: &TestBattle| morale::in_cover(&cp(test), test.unit("blue"));
    assert!(!in_cover(&behind(table())), "the wall is at his back");
    let hidden = table().building((10.0, 28.0), (30.0, 32.0), &[], &[]);
    assert!(in_cover(&behind(hidden)), "no enemy is in sight");
}

/// CP-11.7: a man who falls back goes straight toward his own edge, full distance, facing it.
#[test]
fn who_falls_back_goes_straight_to_his_own_edge() {
    // Card 31 is F1 for Regulars in the open; pick 25 of three is the first man; 6 inches.
    let test = draws(shaken(), &[31], &[1, 16]);
    assert!(at(&test, 1).distance(Vec2::new(20.0, 14.0)) < 0.01, "{}", at(&test, 1));
    assert_eq!(test.battle.view().place(test.piece("blue", 1)).facing.0, 270.0);
    assert!(!test.battle.awaiting().asks[0].pieces.contains(&test.piece("blue", 1)), "it is his action");
}

/// CP-11.7: a man who falls back over his own edge leaves the table.
#[test]
fn who_falls_back_over_the_edge_is_out_of_the_game() {
    let mut test = shaken().acting("red");
    let (unit, man) = (test.unit("blue"), test.piece("blue", 1));
    test.stand(man, 20.0, 4.0, 90.0);
    test.mark_unit(unit, &marks::MORALE, 1);
    test.cards(BLUE, &[31, 1, 16]);
    test.act_next(unit);
    assert_eq!(test.battle.view().fate(man), Fate::Fled);
}

/// CP-11.7: a man who runs for cover goes to the nearest place in cover from the nearest enemy in sight, and stops
/// there.
#[test]
fn who_runs_for_cover_stops_in_the_nearest() {
    let walled = shaken().obstacle("stone_wall", &[(15.0, 23.0), (22.0, 23.0)]);
    // Card 1 is C1 for Regulars in the open; pick 25 of three is the first man; 10 inches.
    let test = draws(walled, &[1], &[47, 4]);
    let man = test.piece("blue", 1);
    assert!(cp(&test).cover_from(man, test.piece("red", 1)).is_some(), "{}", at(&test, 1));
    assert!(at(&test, 1).distance(Vec2::new(20.0, 20.0)) < 3.0);
}

/// CP-11.7: no place within 4 inches of an enemy is run to: straight away from him, full distance.
#[test]
fn nobody_runs_to_cover_that_an_enemy_is_near() {
    let walled = shaken().obstacle("stone_wall", &[(15.0, 23.0), (22.0, 23.0)]);
    let mut test = walled.acting("red");
    let unit = test.unit("blue");
    test.stand(test.piece("red", 1), 20.0, 26.0, 270.0);
    test.mark_unit(unit, &marks::MORALE, 1);
    test.cards(BLUE, &[1, 47, 4]);
    test.act_next(unit);
    assert!(at(&test, 1).distance(Vec2::new(20.0, 10.0)) < 0.01, "{}", at(&test, 1));
}

/// CP-11.7: a man who is in cover already stays; that is no action, and he may still do something.
#[test]
fn who_is_in_cover_already_stays_and_keeps_his_action() {
    let mut test = shaken().area("brush", (18.0, 18.0), (22.0, 22.0)).acting("red");
    let (unit, man) = (test.unit("blue"), test.piece("blue", 1));
    test.mark_unit(unit, &marks::MORALE, 1);
    test.cards(BLUE, &[1, 47, 4]);
    test.act_next(unit);
    assert_eq!(at(&test, 1), Vec2::new(20.0, 20.0));
    assert!(test.battle.awaiting().asks[0].pieces.contains(&man));
}

/// CP-11.7: a man who charges goes for the nearest enemy in sight and fights if he gets there.
#[test]
fn who_charges_fights_if_he_gets_there() {
    let mut test = shaken().acting("red");
    let (unit, man, foe) = (test.unit("blue"), test.piece("blue", 1), test.piece("red", 1));
    test.stand(foe, 20.0, 27.0, 270.0);
    test.mark_unit(unit, &marks::MORALE, 1);
    // Card 21 is A1; pick 25 of three is the first man; 7 inches; then the fight, and the damage.
    test.cards(BLUE, &[21, 1, 7]);
    test.act_next(unit);
    assert!(cp(&test).touch(man, foe), "{}", at(&test, 1));
    let end = order(&test, "end");
    let events = test.order(end);
    let fought = events.iter().any(|event| matches!(event.kind, EventKind::Fought { attacker, .. } if attacker == man));
    assert!(fought);
}

/// CP-11.7: a man who cannot see an enemy charges toward the nearest one known.
#[test]
fn who_charges_without_seeing_an_enemy_goes_toward_one() {
    let screen = shaken().building((5.0, 24.0), (55.0, 27.0), &[], &[]);
    let test = draws(screen, &[21], &[1, 7]);
    assert!(at(&test, 1) != Vec2::new(20.0, 20.0));
}

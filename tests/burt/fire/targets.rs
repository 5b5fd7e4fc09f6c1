//! Which targets are fired at, with what, and when it takes effect (SB-6.1 to SB-6.3).

use super::*;

/// SB-6.1: only FIRE orders fire in step 9; not in melee, routing, pursuing, after a retreat, and once a turn.
#[test]
fn units_with_fire_orders_fire_once_a_turn() {
    for chit in Chit::ALL {
        let mut test = lines_at(6.0).chit(Chit::Regroup).battle();
        put_chit(&mut test, "blue", chit);
        to_fire(&mut test);
        let may =
            test.battle.check(&shoot(&test, "blue", "red")).map(|_| ()).map_err(|refusal| refusal.rule.to_string());
        assert_eq!(may, if chit == Chit::Fire { Ok(()) } else { Err("SB-6.1".into()) }, "{chit:?}");
    }
    let ready = || {
        let mut test = lines_at(6.0).foot("near", RED, 24, "line", (70.0, 24.0, 270.0)).battle();
        to_fire(&mut test);
        test
    };
    let mut test = ready();
    put_melee(&mut test, "near", "blue", Face::Front);
    assert_eq!(why_not(&test, "blue", "red"), "SB-6.1");
    let mut test = ready();
    put_level(&mut test, "blue", Level::Rout);
    assert_eq!(why_not(&test, "blue", "red"), "SB-6.1");
    let mut test = ready();
    let enemy = test.unit("near");
    put_troops(&mut test, "blue", |troops| troops.pursuing = Some(enemy));
    assert_eq!(why_not(&test, "blue", "red"), "SB-6.1");
    let mut test = ready();
    put_work(&mut test, "blue", |work| work.retreated = true);
    assert_eq!(why_not(&test, "blue", "red"), "SB-10.3");
    let mut test = ready();
    test.order(shoot(&test, "blue", "red"));
    assert!(burt(&test).work(test.unit("blue")).fired);
    let again = burt(&test).aim(test.unit("blue"), test.unit("red"), Load::SmallArms, Occasion::Reaction);
    assert_eq!(again.expect_err("it has fired").rule.0, "SB-6.1");
}

/// SB-6.1, SB-2.2: firing in step 9 is a choice: a unit may hold its fire, and has not fired then.
#[test]
fn a_unit_may_hold_its_fire() {
    let mut test = lines_at(6.0).battle();
    to_fire(&mut test);
    assert!(may_act(&test, "blue"));
    test.order(Order::new(BLUE, &verbs::PASS));
    assert!(!burt(&test).work(test.unit("blue")).fired);
}

/// SB-3.2, SB-6.1: a unit that fires shows its order.
#[test]
fn a_unit_that_fires_shows_its_order() {
    let mut test = lines_at(6.0).battle();
    to_fire(&mut test);
    assert_eq!(chit_seen_by(&test, RED, "blue"), None);
    test.order(shoot(&test, "blue", "red"));
    assert_eq!(chit_seen_by(&test, RED, "blue"), Some(Chit::Fire));
}

/// SB-3.2: the units that are asked to fire follow from what everybody knows: a unit with a chit face down might have
/// FIRE.
#[test]
fn who_is_asked_to_fire_gives_no_chit_away() {
    for chit in Chit::ALL {
        let mut test = lines_at(6.0).battle();
        put_chit(&mut test, "blue", chit);
        to_fire(&mut test);
        assert!(may_act(&test, "blue"), "{chit:?}");
    }
}

/// SB-6.1: limbered guns and wagons do not fire.
#[test]
fn limbered_guns_and_wagons_do_not_fire() {
    let test = battery("6pdr", 2, "line", 10.0).battle();
    assert_eq!(aims(&test, Load::Ball), Ok(()));
    let test = table()
        .guns("blue", BLUE, "6pdr", 2, "limbered", (48.0, 20.0, 90.0))
        .foot("red", RED, 24, "line", (48.0, 30.0, 270.0))
        .battle();
    assert_eq!(aims(&test, Load::Ball), Err("SB-6.1".into()));
    assert_eq!(aims(&duel("wagon", 1, "limbered", "line", 6.0).battle(), Load::SmallArms), Err("SB-6.2".into()));
}

/// SB-6.2: musket at 3.0" short, 3.1" medium, 9.1" none.
#[test]
fn ranges_of_the_musket() {
    let first_volley = -1.0;
    for (gap, range) in [(3.0, -1.0), (3.1, 0.0), (6.0, 0.0), (6.1, 1.0), (9.0, 1.0)] {
        let score = shot(&lines_at(gap).battle(), Load::SmallArms).hit.0;
        assert_eq!(score.total(), 5.0 + first_volley + range, "{gap}: {:?}", lines(&score));
    }
    assert_eq!(aims(&lines_at(9.0).battle(), Load::SmallArms), Ok(()));
    assert_eq!(aims(&lines_at(9.1).battle(), Load::SmallArms), Err("SB-6.2".into()));
}

/// SB-6.2: all rows of the table.
#[test]
fn every_weapon_has_the_ranges_of_the_table() {
    for (weapon, short, medium, long) in [("carbine", 2., 4., 6.), ("musket", 3., 6., 9.), ("rifle", 4., 8., 12.)] {
        let test = lines_at(5.0).foot("armed", BLUE, 24, "line", (20.0, 20.0, 90.0)).word("weapon", weapon).battle();
        assert_eq!(burt(&test).ranges(test.unit("armed"), Load::SmallArms), (short, medium, long), "{weapon}");
    }
    let guns = [
        ("4pdr", (3., 6., 9.), (12., 24., 36.)),
        ("6pdr", (4., 8., 12.), (16., 32., 48.)),
        ("9pdr", (5., 10., 15.), (20., 40., 60.)),
        ("12pdr", (6., 12., 18.), (24., 48., 72.)),
        ("howitzer", (4., 8., 12.), (16., 32., 48.)),
    ];
    for (gun, canister, ball) in guns {
        let test = battery(gun, 2, "line", 5.0).battle();
        assert_eq!(burt(&test).ranges(test.unit("blue"), Load::Canister), canister, "{gun}");
        assert_eq!(burt(&test).ranges(test.unit("blue"), Load::Ball), ball, "{gun}");
    }
}

/// SB-6.2: distance 0 is never fired at.
#[test]
fn an_enemy_in_contact_is_no_target() {
    assert_eq!(aims(&lines_at(0.0).battle(), Load::SmallArms), Err("SB-6.2".into()));
    assert_eq!(aims(&lines_at(0.1).battle(), Load::SmallArms), Ok(()));
}

/// SB-6.2: guns choose canister or ball each time.
#[test]
fn guns_choose_what_they_fire() {
    let mut test = battery("6pdr", 3, "line", 10.0).battle();
    to_fire(&mut test);
    for (choice, dice) in [("canister", 6.0), ("ball", 3.0)] {
        let plan = test.battle.check(&shoot(&test, "blue", "red").choice(choice)).expect("it is in range of both");
        assert!(plan.summary.contains(choice), "{}", plan.summary);
        assert_eq!(plan.distribution.len() as f32 - 1.0, dice, "{choice}");
    }
    assert_eq!(choices(&test), ["canister", "ball"]);
    assert_eq!(aims(&test, Load::SmallArms), Err("SB-6.2".into()), "guns have no small arms");
    let far = battery("6pdr", 3, "line", 12.1).battle();
    assert_eq!(aims(&far, Load::Canister), Err("SB-6.2".into()));
    assert_eq!(aims(&far, Load::Ball), Ok(()));
}

/// SB-6.2: a gun that is not told what to fire takes what is likely to cost the enemy more.
#[test]
fn guns_that_are_not_told_take_the_better_load() {
    let mut test = battery("6pdr", 3, "line", 6.0).battle();
    to_fire(&mut test);
    let summary = test.battle.check(&shoot(&test, "blue", "red")).expect("it is in range").summary;
    assert!(summary.contains("canister"), "{summary}");
    let mut test = battery("6pdr", 3, "line", 20.0).battle();
    to_fire(&mut test);
    let summary = test.battle.check(&shoot(&test, "blue", "red")).expect("it is in range").summary;
    assert!(summary.contains("ball"), "{summary}");
}

/// SB-6.2: howitzers fire shell over units, but not over hills and woods.
#[test]
fn howitzers_fire_over_units() {
    let behind = |gun: &str| battery(gun, 2, "line", 30.0).foot("friend", BLUE, 24, "line", (48.0, 30.0, 90.0));
    assert_eq!(aims(&behind("howitzer").battle(), Load::Ball), Ok(()));
    assert_eq!(aims(&behind("6pdr").battle(), Load::Ball), Err("SB-1.7".into()));
    let canister = table()
        .guns("blue", BLUE, "howitzer", 2, "unlimbered", (48.0, 20.0, 90.0))
        .foot("friend", BLUE, 24, "line", (48.0, 25.0, 90.0))
        .foot("red", RED, 24, "line", (48.0, 31.0, 270.0))
        .battle();
    assert_eq!(aims(&canister, Load::Canister), Err("SB-1.7".into()));
    let hill = battery("howitzer", 2, "line", 30.0).hill((30.0, 30.0), (66.0, 36.0), 1, false).battle();
    assert_eq!(aims(&hill, Load::Ball), Err("SB-1.7".into()));
    let wood = battery("howitzer", 2, "line", 30.0).area("wood", (30.0, 30.0), (66.0, 36.0)).battle();
    assert_eq!(aims(&wood, Load::Ball), Err("SB-1.7".into()));
}

/// SB-6.3: all fire of step 9 is counted with the strengths at the start of the step; figures leave at its end.
#[test]
fn fire_takes_effect_when_the_step_ends() {
    let mut test = lines_at(5.0).chit(Chit::Fire).battle();
    to_fire(&mut test);
    force(&mut test, &dice::SHOTS, &[6, 6, 6, 6, 1, 1]);
    force(&mut test, &dice::SAVES, &[1, 1, 1, 1]);
    test.order(shoot(&test, "blue", "red"));
    assert_eq!(figures(&test, "red"), 24, "nobody has left");
    assert_eq!(burt(&test).play().hits[0].lost, 4);
    assert_eq!(asked_side(&test), RED);
    let back = burt(&test).shot(test.unit("red"), test.unit("blue"), Load::SmallArms);
    assert_eq!((back.full(), back.leftover.is_some()), (6, false), "all 24 fire");
    force(&mut test, &dice::SHOTS, &[6, 1, 1, 1, 1, 1]);
    force(&mut test, &dice::SAVES, &[1]);
    test.order(shoot(&test, "red", "blue"));
    assert_eq!((figures(&test, "blue"), figures(&test, "red")), (23, 20));
    assert_eq!(burt(&test).play().hits, []);
}

/// SB-6.3: each hit that is not saved removes one figure; dice and saves are told with their scores.
#[test]
fn hits_that_are_not_saved_remove_figures() {
    let mut test = lines_at(5.0).battle();
    to_fire(&mut test);
    // 5 - 1 (first volley): 4 needed; then 5 or more saves.
    force(&mut test, &dice::SHOTS, &[6, 5, 4, 3, 2, 1]);
    force(&mut test, &dice::SAVES, &[5, 2, 1]);
    let events = test.order(shoot(&test, "blue", "red"));
    assert_eq!(rolled(&events, "SB-6.5"), [[6, 5, 4, 3, 2, 1]]);
    assert_eq!(rolled(&events, "SB-6.6"), [[5, 2, 1]]);
    let events = end_step(&mut test);
    assert_eq!(figures(&test, "red"), 22);
    assert!(texts(&events).contains("RED loses 2 figures: 22 of 24 are left (SB-6.3)"), "{}", texts(&events));
}

/// SB-6.3: a target in front within 4" comes before those farther away.
#[test]
fn the_enemy_within_four_inches_comes_first() {
    let with = |gap: f32| {
        let mut test = lines_at(8.0).foot("near", RED, 24, "column", (52.0, 20.0 + gap, 270.0)).battle();
        to_fire(&mut test);
        test.battle.check(&shoot(&test, "blue", "red")).map(|_| ()).map_err(|refusal| refusal.rule.to_string())
    };
    assert_eq!(with(4.0), Err("SB-6.3".into()));
    assert_eq!(with(4.1), Ok(()));
    let mut behind = lines_at(8.0).foot("near", RED, 24, "column", (48.0, 16.0, 90.0)).battle();
    to_fire(&mut behind);
    assert!(behind.battle.check(&shoot(&behind, "blue", "red")).is_ok(), "it is not in front");
}

/// SB-6.3: friends, commanders and units that are not on the table are no targets.
#[test]
fn only_enemy_units_are_targets() {
    let mut test = lines_at(8.0)
        .foot("friend", BLUE, 24, "column", (44.0, 26.0, 90.0))
        .commander("chief", RED, "commander_in_chief", (52.0, 26.0, 270.0))
        .battle();
    to_fire(&mut test);
    assert!(test.battle.check(&shoot(&test, "blue", "friend")).is_err());
    assert_eq!(why_not(&test, "blue", "chief"), "SB-6.3");
}

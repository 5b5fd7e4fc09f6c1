//! What falls, and what is spared (SB-6.10 to SB-6.12).

use super::*;

/// SB-6.10: two musket hits on a 6pdr battery that are not saved, dice 4 and 5: one gun lost.
#[test]
fn a_gun_is_lost_on_a_roll_above_its_crew() {
    let mut test = table()
        .foot("blue", BLUE, 24, "line", (48.0, 20.0, 90.0))
        .chit(Chit::Fire)
        .guns("red", RED, "6pdr", 3, "unlimbered", (48.0, 25.0, 270.0))
        .battle();
    to_fire(&mut test);
    force(&mut test, &dice::SHOTS, &[6, 6, 1, 1, 1, 1]);
    force(&mut test, &dice::SAVES, &[1, 1]);
    force(&mut test, &dice::GUNS, &[4, 5]);
    let events = test.order(shoot(&test, "blue", "red"));
    assert_eq!(rolled(&events, "SB-6.10"), [[4, 5]]);
    end_step(&mut test);
    assert_eq!(figures(&test, "red"), 2);
    near(outline(&test, "red").footprint.half_width() * 2.0, 3.0);
}

/// SB-6.10: the table of crews: small arms and canister above the crew, ball and shell from the crew on.
#[test]
fn the_table_of_guns_out_of_action() {
    let crews = [("4pdr", 4, 3), ("6pdr", 5, 4), ("9pdr", 5, 4), ("12pdr", 6, 5), ("howitzer", 5, 4)];
    for (gun, above, from) in crews {
        let test = table()
            .guns("blue", BLUE, "6pdr", 2, "unlimbered", (48.0, 20.0, 90.0))
            .guns("red", RED, gun, 2, "unlimbered", (48.0, 28.0, 270.0))
            .battle();
        assert_eq!(shot(&test, Load::Canister).effect, Effect::Gun(above), "{gun}");
        assert_eq!(shot(&test, Load::Ball).effect, Effect::Gun(from), "{gun}");
        let chance = one_die(4, 5, Effect::Gun(from), 2).losses()[1];
        let lost = f32::from(7 - from) / 6.0;
        assert!((chance - kills_of_all_rolls(4, 5) * lost).abs() < 1e-6, "{gun}");
    }
}

/// SB-6.10, SB-1.4: a battery is gone with its last gun, a battalion with its last figure.
#[test]
fn a_unit_is_gone_with_its_last_figure() {
    let mut test = lines_at(5.0).battle();
    put_losses(&mut test, "red", 22);
    to_fire(&mut test);
    force(&mut test, &dice::SHOTS, &[6, 6, 6, 1, 1, 1]);
    force(&mut test, &dice::SAVES, &[1, 1, 1]);
    test.order(shoot(&test, "blue", "red"));
    assert_eq!(burt(&test).play().hits.iter().map(|hits| hits.lost).sum::<u8>(), 2, "no more than stand");
    end_step(&mut test);
    assert!(!stands(&test, "red"));
    assert_eq!(figures(&test, "red"), 0);
}

/// SB-6.11: with `base_removal` a unit loses whole bases: a base of 4 goes on a 5 or 6.
#[test]
fn whole_bases_go_if_the_setting_says_so() {
    let mut test = lines_at(5.0).setting("base_removal", Value::Flag(true)).battle();
    put_losses(&mut test, "red", 2);
    to_fire(&mut test);
    force(&mut test, &dice::SHOTS, &[6, 6, 6, 6, 1, 1]);
    force(&mut test, &dice::SAVES, &[1, 1, 1, 1]);
    // The base of 2 goes on a 3; then a base of 4 goes on a 5, not on a 4.
    force(&mut test, &dice::GUNS, &[2, 3, 4, 5]);
    let events = test.order(shoot(&test, "blue", "red"));
    assert_eq!(rolled(&events, "SB-6.11"), [[2], [3], [4], [5]]);
    end_step(&mut test);
    assert_eq!(figures(&test, "red"), 16);
}

/// SB-6.11: the chances of whole bases are those of all rolls.
#[test]
fn the_chance_to_lose_a_base() {
    let losses = one_die(4, 5, Effect::Base(4), 24).losses();
    assert!((losses[4] - 1.0 / 3.0 / 3.0).abs() < 1e-6, "{losses:?}");
    let losses = one_die(4, 5, Effect::Base(4), 22).losses();
    assert!((losses[2] - 1.0 / 3.0 * 4.0 / 6.0).abs() < 1e-6, "a base of 2 goes on 3 or more: {losses:?}");
    assert!((losses.iter().sum::<f32>() - 1.0).abs() < 1e-6);
}

/// SB-6.12: a unit in contact with an enemy is no target.
#[test]
fn nobody_fires_into_a_melee() {
    let mut test = lines_at(6.0).foot("friend", BLUE, 24, "line", (70.0, 26.0, 90.0)).battle();
    put_melee(&mut test, "friend", "red", Face::Front);
    assert_eq!(aims(&test, Load::SmallArms), Err("SB-6.12".into()));
}

/// SB-6.12: a fire line may not pass within 1" of friends in melee.
#[test]
fn the_line_of_fire_keeps_clear_of_friends_in_melee() {
    let beside = |x: f32| {
        let mut test = table()
            .foot("blue", BLUE, 24, "narrow_column", (48.0, 20.0, 90.0))
            .foot("friend", BLUE, 24, "narrow_column", (x, 26.0, 90.0))
            .foot("foe", RED, 24, "narrow_column", (x, 26.0, 270.0))
            .foot("red", RED, 24, "narrow_column", (48.0, 28.0, 270.0))
            .battle();
        put_melee(&mut test, "foe", "friend", Face::Front);
        aims(&test, Load::SmallArms)
    };
    // The lines run from 47.5 to 48.5; the friend is an inch wide.
    assert_eq!(beside(51.0), Ok(()));
    assert_eq!(beside(49.1), Ok(()), "the line on the left is more than an inch away");
    let mut wide = table()
        .foot("blue", BLUE, 24, "narrow_column", (48.0, 20.0, 90.0))
        .foot("left", BLUE, 24, "narrow_column", (46.5, 26.0, 90.0))
        .foot("right", BLUE, 24, "narrow_column", (49.5, 26.0, 90.0))
        .foot("foe", RED, 24, "narrow_column", (49.5, 26.0, 270.0))
        .foot("other", RED, 24, "narrow_column", (46.5, 26.0, 270.0))
        .foot("red", RED, 24, "narrow_column", (48.0, 28.0, 270.0))
        .battle();
    assert_eq!(aims(&wide, Load::SmallArms), Ok(()));
    put_melee(&mut wide, "foe", "right", Face::Front);
    put_melee(&mut wide, "other", "left", Face::Front);
    assert_eq!(aims(&wide, Load::SmallArms), Err("SB-6.12".into()));
}

/// SB-3.7: a RESERVE unit that takes a casualty from small arms gets MANOEUVER; casualties from artillery do not end
/// RESERVE.
#[test]
fn small_arms_drive_a_reserve_out_of_reserve() {
    let mut test = lines_at(5.0).chit(Chit::Reserve).battle();
    to_fire(&mut test);
    force(&mut test, &dice::SHOTS, &[6, 1, 1, 1, 1, 1]);
    force(&mut test, &dice::SAVES, &[1]);
    let morale = army_morale(&test, RED);
    test.order(shoot(&test, "blue", "red"));
    assert_eq!(chit_of(&test, "red"), Chit::Reserve, "it has not taken effect");
    end_step(&mut test);
    assert_eq!(chit_seen_by(&test, BLUE, "red"), Some(Chit::Manoeuver));
    assert_eq!(army_morale(&test, RED), morale - 1, "it has left the reserve");
    let mut test = battery("6pdr", 2, "line", 10.0).chit(Chit::Reserve).battle();
    to_fire(&mut test);
    force(&mut test, &dice::SHOTS, &[6, 6]);
    force(&mut test, &dice::SAVES, &[1, 1]);
    test.order(shoot(&test, "blue", "red").choice("ball"));
    end_step(&mut test);
    assert_eq!(figures(&test, "red"), 22);
    assert_eq!(chit_of(&test, "red"), Chit::Reserve);
}

/// SB-1.4: a unit loses the rear rank first, then bases from both ends; the middle of its front stays.
#[test]
fn a_unit_shrinks_round_the_middle_of_its_front() {
    let after = |formation: &str, lost: u8| {
        let mut test = duel("infantry", 24, "line", formation, 5.0).battle();
        put_losses(&mut test, "red", lost - 1);
        to_fire(&mut test);
        force(&mut test, &dice::SHOTS, &[6, 1, 1, 1, 1, 1]);
        force(&mut test, &dice::SAVES, &[1]);
        test.order(shoot(&test, "blue", "red"));
        end_step(&mut test);
        near_point(front(&test, "red"), 48.0, 25.0);
        let footprint = outline(&test, "red").footprint;
        (footprint.half_width() * 2.0, footprint.half_depth() * 2.0)
    };
    assert_eq!(after("column", 3), (2.0, 3.0), "21 figures are 6 bases");
    assert_eq!(after("column", 4), (2.0, 3.0), "5 bases: one in the third rank");
    assert_eq!(after("column", 8), (2.0, 2.0), "4 bases: the rear rank is gone");
    assert_eq!(after("line", 4), (5.0, 1.0));
    assert_eq!(after("line", 8), (4.0, 1.0));
    assert_eq!(after("square", 8), (2.0, 2.0));
}

/// SB-9.6: fire in a reaction takes effect at once, within 9" or the range of its own weapon if that is shorter.
#[test]
fn the_range_of_a_reaction_is_that_of_a_musket() {
    let reaction =
        |test: &TestBattle, load| burt(test).aim(test.unit("blue"), test.unit("red"), load, Occasion::Reaction).is_ok();
    assert!(reaction(&battery("6pdr", 2, "line", 9.0).battle(), Load::Ball));
    assert!(!reaction(&battery("6pdr", 2, "line", 9.1).battle(), Load::Ball));
    assert!(!reaction(&duel("light_cavalry", 12, "line", "line", 6.1).battle(), Load::SmallArms), "carbines");
}

/// SB-1.8, SB-6.2: the arc that is drawn is the front zone with the ranges; all round for squares, none for limbered guns.
#[test]
fn the_arc_that_is_drawn_has_the_ranges() {
    let arc = |test: &TestBattle| burt(test).fire_arc(test.piece("blue", 1));
    let line = arc(&lines_at(5.0).battle()).expect("it has muskets");
    assert_eq!(line.half_angle, 45.0);
    near_point(line.apex, 48.0, 17.0);
    let ends: Vec<f32> = line.bands.iter().map(|(inches, _)| *inches).collect();
    assert_eq!(ends, [6.0, 9.0, 12.0], "the apex lies three inches behind the front");
    let guns = arc(&battery("6pdr", 2, "line", 10.0).battle()).expect("they are unlimbered");
    assert_eq!(guns.bands.len(), 6);
    assert_eq!(arc(&duel("infantry", 24, "square", "line", 5.0).battle()).expect("it has muskets").half_angle, 180.0);
    assert_eq!(arc(&duel("wagon", 1, "limbered", "line", 5.0).battle()), None);
}

/// SB-8.3, SB-6.2: the card of a unit tells its ranges, and what a test of morale would need.
#[test]
fn the_card_tells_ranges_and_morale() {
    let mut test = lines_at(5.0).battle();
    put_level(&mut test, "blue", Level::Disordered);
    let card = burt(&test).unit_card(test.unit("blue"));
    assert_eq!(card.tables[0].rows, [["musket", "3\u{2033}", "6\u{2033}", "9\u{2033}"]]);
    let morale = &card.tables[1].rows;
    assert_eq!(morale[0], ["class C", "4"]);
    assert_eq!(morale[1], ["disordered", "\u{2212}1"]);
    assert_eq!(morale[2], ["needs", "5, 33 %"]);
}

/// SB-12.4: a general with a unit that loses figures to fire is at risk once in the step.
#[test]
fn fire_puts_generals_at_risk() {
    let mut test = lines_at(5.0)
        .commander("general", RED, "general", (48.0, 26.5, 270.0))
        .foot("also", BLUE, 24, "line", (42.0, 19.0, 90.0))
        .chit(Chit::Fire)
        .battle();
    to_fire(&mut test);
    force(&mut test, &dice::SHOTS, &[6, 1, 1, 1, 1, 1, 6]);
    force(&mut test, &dice::SAVES, &[1, 1]);
    force(&mut test, &dice::OFFICERS, &[6, 6]);
    test.order(shoot(&test, "blue", "red"));
    let events = end_step(&mut test);
    assert_eq!(rolled(&events, "SB-12.4"), [[6, 6]]);
    assert!(!stands(&test, "general"));
}

/// SB-6.3: the short log has hits and losses, not only the details.
#[test]
fn the_short_log_tells_hits_and_losses() {
    let mut test = lines_at(5.0).battle();
    to_fire(&mut test);
    force(&mut test, &dice::SHOTS, &[6, 6, 1, 1, 1, 1]);
    force(&mut test, &dice::SAVES, &[6, 1]);
    let mut events = test.order(shoot(&test, "blue", "red"));
    events.extend(end_step(&mut test));
    let short: Vec<&str> = events.iter().filter(|event| !event.detail).map(|event| event.text.as_str()).collect();
    for line in ["BLUE fires at RED: 6 dice, 2 hits, 1 figure lost", "RED loses 1 figure: 23 of 24 are left"] {
        assert!(short.contains(&line), "{line}: {short:?}");
    }
    assert!(!short.iter().any(|line| line.contains("FIRE orders")), "a chit that turns over folds: {short:?}");
}

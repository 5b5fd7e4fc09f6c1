//! Fire (chapter 6).

use grapeshot::{
    events::{Explained, RuleId},
    forces::{UnitId, Value},
    orders::Order,
    rulesets::{
        burt::{
            book::{
                dice,
                values::{Chit, Level},
                verbs,
            },
            fire::aim::{Effect, Load, Occasion, Shot},
            state::{cover::Cover, sequence_of_play::Step},
        },
        shared::{dice::Score, formed::block::Face},
    },
};

use crate::kit::*;

/// A blue unit with FIRE orders whose front is at (48,20), facing north, and a red battalion whose front is so many
/// inches before it.
fn duel(kind: &str, figures: u8, formation: &str, red_formation: &str, gap: f32) -> TestTable {
    table()
        .troops("blue", BLUE, kind, figures, formation, (48.0, 20.0, 90.0))
        .chit(Chit::Fire)
        .foot("red", RED, 24, red_formation, (48.0, 20.0 + gap, 270.0))
        .chit(Chit::Regroup)
}

fn lines_at(gap: f32) -> TestTable {
    duel("infantry", 24, "line", "line", gap)
}

fn battery(gun: &str, count: u8, red_formation: &str, gap: f32) -> TestTable {
    table()
        .guns("blue", BLUE, gun, count, "unlimbered", (48.0, 20.0, 90.0))
        .chit(Chit::Fire)
        .foot("red", RED, 24, red_formation, (48.0, 20.0 + gap, 270.0))
        .chit(Chit::Regroup)
}

fn shot(test: &TestBattle, load: Load) -> Shot {
    burt(test).shot(test.unit("blue"), test.unit("red"), load)
}

/// The score that small arms need.
fn to_hit(test: &TestBattle) -> i32 {
    shot(test, Load::SmallArms).to_hit()
}

/// Full dice, and whether there is an extra one.
fn dice_of(test: &TestBattle, load: Load) -> (u8, bool) {
    let shot = shot(test, load);
    (shot.full(), shot.leftover.is_some())
}

/// Step 9 begins, and blue acts first.
fn to_fire(test: &mut TestBattle) {
    put_play(test, |play| {
        play.step = Step::Fire;
        play.first = BLUE;
        play.acting = BLUE;
        play.passed = [false; 2];
    });
}

/// Why a unit may not fire at an enemy.
fn why_not(test: &TestBattle, key: &str, target: &str) -> String {
    let refusal = test.battle.check(&shoot(test, key, target)).expect_err("it may not fire");
    refusal.rule.to_string()
}

fn aims(test: &TestBattle, load: Load) -> Result<(), String> {
    let shot = burt(test).aim(test.unit("blue"), test.unit("red"), load, Occasion::Step);
    shot.map(|_| ()).map_err(|refusal| refusal.rule.to_string())
}

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

/// SB-3.2, SB-6.1: who fires shows its order.
#[test]
fn a_unit_that_fires_shows_its_order() {
    let mut test = lines_at(6.0).battle();
    to_fire(&mut test);
    assert_eq!(chit_seen_by(&test, RED, "blue"), None);
    test.order(shoot(&test, "blue", "red"));
    assert_eq!(chit_seen_by(&test, RED, "blue"), Some(Chit::Fire));
}

/// SB-3.2: who is asked to fire follows from what everybody knows: a unit with a chit face down might have FIRE.
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
    assert!(texts(&events).contains("RED loses 2 figures and has 22 of 24 (SB-6.3)"), "{}", texts(&events));
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

/// SB-6.4: 24 infantry in line: 6 dice. 23: 5 + 1. 22: 5 and one that needs more. 21: the same.
#[test]
fn one_die_for_four_figures() {
    for (lost, dice) in [(0, (6, false)), (1, (6, false)), (2, (5, true)), (3, (5, true)), (4, (5, false))] {
        let mut test = lines_at(5.0).battle();
        put_losses(&mut test, "blue", lost);
        assert_eq!(dice_of(&test, Load::SmallArms), dice, "{lost} lost");
    }
    let mut test = lines_at(5.0).battle();
    put_losses(&mut test, "blue", 2);
    let shot = shot(&test, Load::SmallArms);
    assert_eq!((shot.to_hit(), shot.to_hit_leftover()), (4, Some(5)));
}

/// SB-6.4: a column 2 bases wide: 8 figures, 2 dice. 12 cavalry in one rank: 3 dice. 3 guns: ball 3, canister 6.
#[test]
fn the_front_bases_fire() {
    assert_eq!(dice_of(&duel("infantry", 24, "column", "line", 5.0).battle(), Load::SmallArms), (2, false));
    assert_eq!(dice_of(&duel("heavy_cavalry", 12, "line", "line", 5.0).battle(), Load::SmallArms), (3, false));
    assert_eq!(dice_of(&duel("heavy_cavalry", 12, "deep_line", "line", 5.0).battle(), Load::SmallArms), (1, true));
    let test = battery("6pdr", 3, "line", 10.0).battle();
    assert_eq!(dice_of(&test, Load::Ball), (3, false));
    assert_eq!(dice_of(&test, Load::Canister), (6, false));
}

/// SB-6.4: skirmishers fire with two ranks of figures, one deep or two.
#[test]
fn skirmishers_fire_with_two_ranks() {
    assert_eq!(dice_of(&duel("skirmishers", 12, "open_order", "line", 5.0).battle(), Load::SmallArms), (3, false));
    assert_eq!(dice_of(&duel("skirmishers", 12, "deep_open_order", "line", 5.0).battle(), Load::SmallArms), (3, false));
}

/// SB-6.4: a front base counts only if some part of the target lies in its own front zone.
#[test]
fn bases_fire_that_have_the_target_before_them() {
    let beside = |right: f32| {
        let test = table()
            .foot("blue", BLUE, 24, "line", (48.0, 20.0, 90.0))
            .foot("red", RED, 24, "narrow_column", (48.0 + right, 22.0, 270.0))
            .battle();
        burt(&test).figures_that_bear(test.unit("blue"), test.unit("red"))
    };
    // The column is an inch wide and reaches 6 inches farther back, to y 28: a base at u has it before it while the
    // near side of the column is within u + 0.5 + 8.
    assert_eq!(beside(0.0), 24);
    assert_eq!(beside(7.4), 20, "the base on the left has it outside its rays");
    assert_eq!(beside(9.4), 12);
    assert_eq!(beside(11.6), 0);
}

/// SB-1.8, SB-6.4: a square fires from the sides that face the target, a garrison with 8 figures a side.
#[test]
fn squares_and_garrisons_fire_from_the_sides_that_face_the_target() {
    let square = |facing: f32| {
        let test = table()
            .foot("blue", BLUE, 24, "square", (48.0, 20.0, facing))
            .foot("red", RED, 24, "narrow_column", (48.0, 26.0, 270.0))
            .battle();
        burt(&test).figures_that_bear(test.unit("blue"), test.unit("red"))
    };
    assert_eq!([square(90.0), square(270.0)], [8, 8], "two bases in front, two behind");
    assert_eq!([square(0.0), square(180.0)], [4, 4], "one on each flank");
    let house = table()
        .building((46.0, 16.0), (50.0, 20.0), &[], &[])
        .foot("blue", BLUE, 24, "house", (48.0, 18.0, 90.0))
        .foot("red", RED, 24, "line", (48.0, 25.0, 270.0))
        .battle();
    assert_eq!(dice_of(&house, Load::SmallArms), (2, false));
}

/// SB-6.5: musket line, first volley, short range: 3. Long after moving: 6. Shaken, long, cover, moved: 9 (1/36).
#[test]
fn the_score_to_hit_adds_up() {
    assert_eq!(to_hit(&lines_at(3.0).battle()), 3);
    let mut test = lines_at(9.0).battle();
    put_work(&mut test, "blue", |work| work.moved = true);
    assert_eq!(to_hit(&test), 6);
    let mut test = lines_at(9.0).obstacle("hedge", &[(40.0, 28.5), (56.0, 28.5)]).battle();
    put_work(&mut test, "blue", |work| work.moved = true);
    put_level(&mut test, "blue", Level::Shaken);
    put_troops(&mut test, "blue", |troops| troops.fired_first = true);
    assert_eq!(to_hit(&test), 9, "{:?}", lines(&shot(&test, Load::SmallArms).hit.0));
    assert!((dice::chance(9) - 1.0 / 36.0).abs() < 1e-6);
}

/// SB-6.5, SB-1.9: no score below 2 is needed.
#[test]
fn a_natural_one_always_misses() {
    let test = battery("6pdr", 2, "deep_line", 4.0).battle();
    assert_eq!(shot(&test, Load::Canister).to_hit(), 3, "5 - 1 (short) - 1 (ranks)");
    let mut shot = shot(&test, Load::Canister);
    shot.hit = Score::base("SB-6.5", "to hit", 0);
    assert_eq!(shot.to_hit(), 2);
}

/// SB-6.5: setting `moving_fire_penalty` 0 switches the row off.
#[test]
fn the_penalty_for_moving_is_a_setting() {
    let needed = |penalty: f32| {
        let mut test = lines_at(5.0).set_number("moving_fire_penalty", penalty).battle();
        put_work(&mut test, "blue", |work| work.moved = true);
        to_hit(&test)
    };
    assert_eq!((needed(1.0), needed(0.0)), (5, 4));
}

/// SB-6.6: infantry in the open under ball saves on 6; skirmishers in hard cover under muskets on 3; and the other rows.
#[test]
fn the_score_to_save() {
    assert_eq!(shot(&battery("6pdr", 2, "line", 10.0).battle(), Load::Ball).to_save(), 6);
    assert_eq!(shot(&battery("6pdr", 2, "line", 10.0).battle(), Load::Canister).to_save(), 6);
    assert_eq!(shot(&lines_at(5.0).battle(), Load::SmallArms).to_save(), 5);
    let skirmishers = |wall: bool| {
        let table = table().foot("blue", BLUE, 24, "line", (48.0, 20.0, 90.0)).troops(
            "red",
            RED,
            "skirmishers",
            12,
            "open_order",
            (48.0, 26.0, 270.0),
        );
        if wall { table.obstacle("stone_wall", &[(40.0, 25.5), (56.0, 25.5)]) } else { table }
    };
    assert_eq!(shot(&skirmishers(false).battle(), Load::SmallArms).to_save(), 4);
    assert_eq!(shot(&skirmishers(true).battle(), Load::SmallArms).to_save(), 3);
    let walled = battery("6pdr", 2, "line", 10.0).obstacle("stone_wall", &[(40.0, 29.5), (56.0, 29.5)]).battle();
    assert_eq!(shot(&walled, Load::Ball).to_save(), 5, "hard cover saves from the +1 of artillery");
    assert_eq!(shot(&walled, Load::Canister).to_save(), 4);
    let crew = table()
        .foot("blue", BLUE, 24, "line", (48.0, 20.0, 90.0))
        .guns("red", RED, "6pdr", 2, "unlimbered", (48.0, 26.0, 270.0))
        .battle();
    assert_eq!(shot(&crew, Load::SmallArms).to_save(), 4);
}

/// SB-6.6: the chance that one die at required 4 kills against save 5 is 1/3; and the whole table of the Data section
/// against all rolls of two dice to hit and two to save.
#[test]
fn the_chance_that_one_die_removes_a_figure() {
    let printed: [[f32; 5]; 7] = [
        [5. / 18., 5. / 12., 5. / 9., 25. / 36., 55. / 72.],
        [2. / 9., 1. / 3., 4. / 9., 5. / 9., 11. / 18.],
        [1. / 6., 1. / 4., 1. / 3., 5. / 12., 11. / 24.],
        [1. / 9., 1. / 6., 2. / 9., 5. / 18., 11. / 36.],
        [1. / 18., 1. / 12., 1. / 9., 5. / 36., 11. / 72.],
        [1. / 36., 1. / 24., 1. / 18., 5. / 72., 11. / 144.],
        [1. / 54., 1. / 36., 1. / 27., 5. / 108., 11. / 216.],
    ];
    for (row, hit) in (2..=8).enumerate() {
        for (column, save) in (3..=7).enumerate() {
            let shot = one_die(hit, save, Effect::Figure, 24);
            let losses = shot.losses();
            assert!((losses[1] - printed[row][column]).abs() < 1e-6, "{hit} {save}: {losses:?}");
            assert!((losses[1] - kills_of_all_rolls(hit, save)).abs() < 1e-6, "{hit} {save}");
        }
    }
}

fn one_die(hit: i32, save: i32, effect: Effect, standing: u8) -> Shot {
    Shot {
        firer: UnitId(0),
        target: UnitId(1),
        load: Load::SmallArms,
        dice: Explained::base(RuleId::new("SB-6.4"), "a die", 1.0),
        hit: Score::base("SB-6.5", "to hit", hit),
        leftover: None,
        save: Score::base("SB-6.6", "to save", save),
        effect,
        standing,
        floor: 2,
    }
}

/// The share of all rolls of two dice to hit and two to save in which a figure falls.
fn kills_of_all_rolls(hit: i32, save: i32) -> f32 {
    let mut kills = 0;
    for n in 0..6_u32.pow(4) {
        let die = |place: u32| (n / 6_u32.pow(place) % 6 + 1) as u8;
        let reaches = |place: u32, needed: i32| {
            let second = dice::goes_on(die(place), needed).then(|| die(place + 1));
            dice::reaches(die(place), second, needed)
        };
        kills += u32::from(reaches(0, hit) && !reaches(2, save));
    }
    kills as f32 / 6_f32.powi(4)
}

/// SB-6.3: the distribution that a plan shows is that of all rolls: 2 dice at 4 against saves of 5.
#[test]
fn the_plan_tells_how_many_figures_are_likely_to_fall() {
    let mut test = duel("infantry", 24, "column", "line", 5.0).battle();
    to_fire(&mut test);
    let plan = test.battle.check(&shoot(&test, "blue", "red")).expect("it may fire");
    let exact = [4. / 9., 4. / 9., 1. / 9.];
    assert_eq!(plan.distribution.len(), 3);
    for (share, exact) in plan.distribution.iter().zip(exact) {
        assert!((share - exact).abs() < 1e-6, "{:?}", plan.distribution);
    }
    assert_eq!(plan.odds.len(), 1);
    assert!((plan.odds[0].chance - 0.5).abs() < 1e-6);
}

/// SB-6.7: a line one base deep shows 2 ranks, two deep 4; cavalry two deep 2; flanks the figures along the front;
/// squares always more than two, artillery never.
#[test]
fn artillery_fires_better_at_more_than_two_ranks() {
    let bonus =
        |test: &TestBattle| lines(&shot(test, Load::Ball).hit.0).iter().any(|(label, _)| label.contains("ranks"));
    for (formation, many) in [("line", false), ("deep_line", true), ("column", true), ("square", true)] {
        assert_eq!(bonus(&battery("6pdr", 2, formation, 20.0).battle()), many, "{formation}");
    }
    let at = |kind: &str, figures: u8, formation: &str, facing: f32| {
        let table = table().guns("blue", BLUE, "6pdr", 2, "unlimbered", (48.0, 20.0, 90.0));
        bonus(&table.troops("red", RED, kind, figures, formation, (48.0, 40.0, facing)).battle())
    };
    assert!(!at("heavy_cavalry", 12, "deep_line", 270.0), "two ranks");
    assert!(at("infantry", 24, "line", 0.0), "a line from its flank");
    assert!(!at("infantry", 24, "narrow_column", 0.0), "two figures along the front");
    assert!(!at("infantry", 24, "line", 90.0), "a line from behind");
    assert!(!at("skirmishers", 12, "open_order", 270.0));
    assert!(!at("foot_guns", 3, "unlimbered", 0.0), "artillery never");
}

/// SB-6.8: the first time in the battle that a unit fires small arms; not skirmishers, not artillery.
#[test]
fn the_first_volley_of_the_day() {
    let first =
        |test: &TestBattle, load| lines(&shot(test, load).hit.0).iter().any(|(label, _)| label == "first volley");
    let mut test = lines_at(5.0).battle();
    assert!(first(&test, Load::SmallArms));
    to_fire(&mut test);
    test.order(shoot(&test, "blue", "red"));
    assert!(!first(&test, Load::SmallArms));
    assert!(!first(&duel("skirmishers", 12, "open_order", "line", 5.0).battle(), Load::SmallArms));
    assert!(!first(&battery("6pdr", 2, "line", 10.0).battle(), Load::Canister));
    assert!(first(&duel("light_cavalry", 12, "line", "line", 4.0).battle(), Load::SmallArms));
}

/// SB-6.9: woods, hedges, crops and fences are soft cover, walls, buildings and entrenchments hard, if they lie between
/// and within an inch of the target.
#[test]
fn cover_lies_between_and_within_an_inch() {
    let behind = |kind: &str, y: f32| {
        let test = lines_at(9.0).obstacle(kind, &[(40.0, y), (56.0, y)]).battle();
        let eye = outline(&test, "blue").place.at;
        burt(&test).cover(test.unit("red"), eye).map(|(cover, _)| cover)
    };
    for (kind, cover) in
        [("hedge", Cover::Soft), ("fence", Cover::Soft), ("stone_wall", Cover::Hard), ("earthwork", Cover::Hard)]
    {
        assert_eq!(behind(kind, 28.5), Some(cover), "{kind}");
        assert_eq!(behind(kind, 28.0), Some(cover), "{kind}, an inch away");
        assert_eq!(behind(kind, 27.8), None, "{kind}, farther away");
        assert_eq!(behind(kind, 30.5), None, "{kind} behind the target");
    }
    let ground = |kind: &str, from: f32, to: f32| {
        let test = lines_at(9.0).area(kind, (40.0, from), (56.0, to)).battle();
        let eye = outline(&test, "blue").place.at;
        burt(&test).cover(test.unit("red"), eye).map(|(cover, _)| cover)
    };
    assert_eq!(ground("wood", 28.5, 32.0), Some(Cover::Soft), "its nearest edge is inside");
    assert_eq!(ground("wood", 27.5, 28.5), Some(Cover::Soft), "it is behind the wood");
    assert_eq!(ground("wood", 29.5, 32.0), None, "its front has left the wood");
    assert_eq!(ground("crops", 28.5, 32.0), Some(Cover::Soft));
    assert_eq!(ground("marsh", 28.5, 32.0), None);
    let house = table()
        .foot("blue", BLUE, 24, "line", (48.0, 20.0, 90.0))
        .building((46.0, 26.0), (50.0, 30.0), &[], &[])
        .foot("red", RED, 24, "house", (48.0, 28.0, 270.0))
        .battle();
    let eye = outline(&house, "blue").place.at;
    assert_eq!(burt(&house).cover(house.unit("red"), eye).map(|(cover, _)| cover), Some(Cover::Hard));
}

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

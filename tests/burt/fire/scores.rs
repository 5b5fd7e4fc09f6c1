//! Dice, what they need, and what saves (SB-6.4 to SB-6.9).

use super::*;

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
        burt(&test).cover(test.unit("red"), test.unit("blue")).map(|(cover, _)| cover)
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
        burt(&test).cover(test.unit("red"), test.unit("blue")).map(|(cover, _)| cover)
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
    assert_eq!(burt(&house).cover(house.unit("red"), house.unit("blue")).map(|(cover, _)| cover), Some(Cover::Hard));
}

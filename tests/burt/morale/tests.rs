//! When units test, and what a failure costs (SB-8.1, SB-8.2).

use super::*;

/// SB-8.1: the table of chances by class and sum of modifiers, against all rolls of two dice.
#[test]
fn the_table_of_morale() {
    let (a, b, c, d) = (1.0, 5. / 6., 2. / 3., 0.5);
    let (e, f, g, h, i) = (1. / 3., 1. / 6., 1. / 12., 1. / 18., 1. / 36.);
    let printed: [(i32, [f32; 5]); 8] = [
        (3, [a, a, a, b, c]),
        (2, [a, a, b, c, d]),
        (1, [a, b, c, d, e]),
        (0, [b, c, d, e, f]),
        (-1, [c, d, e, f, g]),
        (-2, [d, e, f, g, h]),
        (-3, [e, f, g, h, i]),
        (-4, [f, g, h, i, 0.0]),
    ];
    for (sum, row) in printed {
        for (class, chance) in ["A", "B", "C", "D", "E"].into_iter().zip(row) {
            let mut test = table()
                .foot("blue", BLUE, 24, "line", (48.0, 20.0, 90.0))
                .class(class)
                .foot("red", RED, 24, "line", (48.0, 45.0, 270.0))
                .battle();
            add_to_tests(&mut test, sum);
            let needed = needed(&test, Reason::Casualties);
            let mut passes = 0;
            for first in 1..=6 {
                for second in 1..=6 {
                    let second = dice::goes_on(first, needed).then_some(second);
                    passes += u32::from(needed <= 1 || dice::reaches(first, second, needed));
                }
            }
            assert!((dice::chance(needed) - chance).abs() < 1e-6, "{class} {sum}: {needed}");
            assert!((passes as f32 / 36.0 - chance).abs() < 1e-6, "{class} {sum}: {passes} of 36");
        }
    }
}

/// Brings blue into a state in which so much is added to its tests.
fn add_to_tests(test: &mut TestBattle, sum: i32) {
    let advances = |test: &mut TestBattle| put_work(test, "blue", |work| work.motion = Some(Motion::Advanced));
    match sum {
        3 | 2 => {
            // Nobody in sight: the enemy routs.
            put_level(test, "red", Level::Rout);
            if sum == 3 {
                advances(test);
            }
        }
        1 => advances(test),
        0 => {}
        -1 => put_level(test, "blue", Level::Disordered),
        -2 => put_level(test, "blue", Level::Shaken),
        -3 => put_level(test, "blue", Level::Rout),
        _ => {
            put_level(test, "blue", Level::Rout);
            put_work(test, "blue", |work| work.lost = 1);
        }
    }
}

/// SB-8.1, SB-1.9: class E with -1 needs 7: dice 6 then 4 pass; 6 then 3 fail.
#[test]
fn a_test_that_needs_seven_takes_a_second_die() {
    let tested = |second: u16| {
        let mut test = table()
            .foot("blue", BLUE, 24, "line", (48.0, 20.0, 90.0))
            .class("E")
            .foot("red", RED, 24, "line", (48.0, 45.0, 270.0))
            .battle();
        shot_at(&mut test, "blue", 3);
        force_morale(&mut test, &[6, second]);
        let events = evening(&mut test);
        assert_eq!(rolled(&events, "SB-8.1"), [[6, second as u8]]);
        level(&test, "blue")
    };
    assert_eq!((tested(4), tested(3)), (Level::Formed, Level::Unformed));
}

/// SB-8.1: a test that needs 1 or less passes without a roll, one that needs 10 cannot pass.
#[test]
fn some_tests_need_no_roll() {
    let mut test = field().commander("chief", BLUE, "commander_in_chief", (48.0, 18.0, 90.0)).battle();
    put_troops(&mut test, "blue", |troops| troops.class = grapeshot::rulesets::burt::book::values::Class::A);
    shot_at(&mut test, "blue", 3);
    put_work(&mut test, "blue", |work| work.lost = 0);
    let events = evening(&mut test);
    assert!(rolled(&events, "SB-8.1").is_empty());
    assert!(texts(&events).contains("passed without a roll"), "{}", texts(&events));
    let mut test = field().class("E").battle();
    put_troops(&mut test, "blue", |troops| troops.class = grapeshot::rulesets::burt::book::values::Class::E);
    shot_at(&mut test, "blue", 18);
    put_level(&mut test, "blue", Level::Disordered);
    let events = evening(&mut test);
    assert!(rolled(&events, "SB-8.1").is_empty());
    assert!(texts(&events).contains("cannot be passed"), "{}", texts(&events));
}

/// SB-8.2: 24 figures at the start of the turn, 3 lost to fire: test. 2 lost: no test. Guns: any gun.
#[test]
fn a_tenth_lost_to_fire_makes_a_unit_test() {
    for (lost, tests) in [(2, false), (3, true)] {
        let mut test = field().battle();
        shot_at(&mut test, "blue", lost);
        force_morale(&mut test, &[6]);
        let events = evening(&mut test);
        assert_eq!(!tests_of(&events).is_empty(), tests, "{lost}: {}", texts(&events));
    }
    let mut test = table()
        .guns("blue", BLUE, "6pdr", 4, "unlimbered", (48.0, 20.0, 90.0))
        .foot("red", RED, 24, "line", (48.0, 45.0, 270.0))
        .battle();
    shot_at(&mut test, "blue", 1);
    force_morale(&mut test, &[6]);
    assert_eq!(tests_of(&evening(&mut test)), ["BLUE tests morale for losses by fire"]);
}

/// SB-8.2: losses in melee alone make nobody test for fire.
#[test]
fn losses_in_melee_are_no_losses_to_fire() {
    let mut test = field().battle();
    shot_at(&mut test, "blue", 6);
    put_work(&mut test, "blue", |work| work.lost_to_fire = 0);
    assert!(tests_of(&evening(&mut test)).is_empty());
}

/// SB-8.2, SB-7.1: a unit that fails loses a level; a level loss from shaken is a rout.
#[test]
fn a_unit_that_fails_loses_a_level() {
    for (before, after) in
        [(Level::Formed, Level::Unformed), (Level::Unformed, Level::Disordered), (Level::Disordered, Level::Shaken)]
    {
        let mut test = field().battle();
        shot_at(&mut test, "blue", 3);
        put_level(&mut test, "blue", before);
        force_morale(&mut test, &[1]);
        evening(&mut test);
        assert_eq!(level(&test, "blue"), after);
        assert_eq!(burt(&test).values(test.unit("blue")).must_retreat, after == Level::Shaken, "SB-10.3");
    }
    let mut test = field().battle();
    shot_at(&mut test, "blue", 3);
    put_level(&mut test, "blue", Level::Shaken);
    force_morale(&mut test, &[1]);
    let before = army_morale(&test, BLUE);
    let events = evening(&mut test);
    assert!(texts(&events).contains("is routing (SB-8.2)"), "{}", texts(&events));
    assert_eq!(army_morale(&test, BLUE), before - 1, "SB-11.1");
}

/// SB-8.2: a routing unit takes no test but its rally.
#[test]
fn a_routing_unit_tests_for_nothing_but_to_rally() {
    let mut test = field().battle();
    shot_at(&mut test, "blue", 6);
    put_level(&mut test, "blue", Level::Rout);
    force_morale(&mut test, &[1]);
    assert_eq!(tests_of(&evening(&mut test)), ["BLUE tests morale for rallying from rout"]);
}

/// SB-8.2: a unit tests at most once a turn for each reason.
#[test]
fn a_unit_tests_once_a_turn_for_each_reason() {
    let mut test = field().battle();
    shot_at(&mut test, "blue", 3);
    put_work(&mut test, "blue", |work| work.tested.push(Reason::Casualties));
    assert!(tests_of(&evening(&mut test)).is_empty());
}

/// SB-8.2: in step 12 the order is: fire, friends routing, army morale, rallies.
#[test]
fn the_tests_of_step_12_come_in_their_order() {
    let mut test = field()
        .foot("runs", BLUE, 24, "line", (58.0, 20.0, 90.0))
        .foot("pursues", BLUE, 24, "line", (20.0, 50.0, 90.0))
        .battle();
    shot_at(&mut test, "blue", 3);
    put_level(&mut test, "runs", Level::Rout);
    put_work(&mut test, "runs", |work| work.broke = true);
    let red = test.unit("red");
    put_troops(&mut test, "pursues", |troops| troops.pursuing = Some(red));
    put_army_morale(&mut test, BLUE, 0);
    force_morale(&mut test, &[6; 6]);
    let events = evening(&mut test);
    let expected = [
        "BLUE tests morale for losses by fire",
        "BLUE tests morale for friends routing",
        "BLUE tests morale for the army's morale",
        "PURSUES tests morale for the army's morale",
        "RUNS tests morale for rallying from rout",
        "PURSUES tests morale for rallying from pursuit",
    ];
    assert_eq!(tests_of(&events), expected);
}

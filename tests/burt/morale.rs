//! Morale tests (chapter 8), and rallying (SB-10.5).

use bevy::math::Vec2;
use grapeshot::{
    events::BattleEvent,
    orders::Order,
    rulesets::{
        burt::{
            book::{
                dice,
                values::{Chit, Level, Motion, Reason},
                verbs,
            },
            morale::modifiers::Circumstances,
            state::sequence_of_play::{Assault, AssaultStage, Step},
        },
        shared::formed::block::Face,
    },
};

use crate::kit::*;

/// A blue line of class C whose front is at (48,20), facing north, and a red line in sight 25 inches before it: nothing
/// adds to a test.
pub fn field() -> TestTable {
    table()
        .foot("blue", BLUE, 24, "line", (48.0, 20.0, 90.0))
        .chit(Chit::Regroup)
        .foot("red", RED, 24, "line", (48.0, 45.0, 270.0))
        .chit(Chit::Regroup)
}

fn circumstances(test: &TestBattle, enemies: &[&str]) -> Circumstances {
    Circumstances { enemies: enemies.iter().map(|key| test.unit(key)).collect() }
}

/// The score that blue needs in a test that enemies cause.
fn needed_against(test: &TestBattle, reason: Reason, enemies: &[&str]) -> i32 {
    let about = circumstances(test, enemies);
    burt(test).morale_needed(test.unit("blue"), reason, &about).needed()
}

fn needed(test: &TestBattle, reason: Reason) -> i32 {
    needed_against(test, reason, &[])
}

/// What is added to the die of class C in a test for losses by fire.
fn added(test: &TestBattle) -> i32 {
    4 - needed(test, Reason::Casualties)
}

fn added_against(test: &TestBattle, reason: Reason, enemies: &[&str]) -> i32 {
    4 - needed_against(test, reason, enemies)
}

/// Red assaults blue, from a point.
fn assaulted(test: &mut TestBattle, assaulter: &str, edge: Face) {
    let (unit, target, start) = (test.unit(assaulter), test.unit("blue"), front(test, assaulter));
    put_assault(test, Assault { unit, target, edge, start, left: 0.0, stage: AssaultStage::Declared, pursuit: false });
}

fn put_assault(test: &mut TestBattle, assault: Assault) {
    put_play(test, |play| play.assaults.push(assault));
}

/// Steps 9 to 12 without anybody acting; the events until the next turn begins.
pub fn evening(test: &mut TestBattle) -> Vec<BattleEvent> {
    put_play(test, |play| {
        play.step = Step::Fire;
        play.first = BLUE;
        play.acting = BLUE;
        play.passed = [false, true];
    });
    test.order(Order::new(BLUE, &verbs::PASS))
}

/// The units that tested, with their reasons, in order.
fn tests_of(events: &[BattleEvent]) -> Vec<String> {
    let tests = with_rule(events, "SB-8.1").into_iter().filter(|event| event.text.contains(" tests its morale"));
    tests.map(|event| event.text.split(':').next().unwrap_or_default().to_owned()).collect()
}

/// A unit lost figures to fire in this turn.
fn shot_at(test: &mut TestBattle, key: &str, lost: u8) {
    put_losses(test, key, lost);
    let figures = figures(test, key) + lost;
    put_work(test, key, |work| {
        work.figures = figures;
        work.lost = lost;
        work.lost_to_fire = lost;
    });
}

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

/// SB-8.1: a test that needs 1 or less passes without a roll, one that needs 10 cannot be passed.
#[test]
fn some_tests_need_no_roll() {
    let mut test = field().commander("chief", BLUE, "commander_in_chief", (48.0, 18.0, 90.0)).battle();
    put_troops(&mut test, "blue", |troops| troops.class = grapeshot::rulesets::burt::book::values::Class::A);
    shot_at(&mut test, "blue", 3);
    put_work(&mut test, "blue", |work| work.lost = 0);
    let events = evening(&mut test);
    assert!(rolled(&events, "SB-8.1").is_empty());
    assert!(texts(&events).contains("passes without a roll"), "{}", texts(&events));
    let mut test = field().class("E").battle();
    put_troops(&mut test, "blue", |troops| troops.class = grapeshot::rulesets::burt::book::values::Class::E);
    shot_at(&mut test, "blue", 18);
    put_level(&mut test, "blue", Level::Disordered);
    let events = evening(&mut test);
    assert!(rolled(&events, "SB-8.1").is_empty());
    assert!(texts(&events).contains("cannot pass"), "{}", texts(&events));
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
    assert_eq!(tests_of(&evening(&mut test)), ["BLUE tests its morale for losses by fire"]);
}

/// SB-8.2: losses in melee alone make nobody test for fire.
#[test]
fn losses_in_melee_are_no_losses_to_fire() {
    let mut test = field().battle();
    shot_at(&mut test, "blue", 6);
    put_work(&mut test, "blue", |work| work.lost_to_fire = 0);
    assert!(tests_of(&evening(&mut test)).is_empty());
}

/// SB-8.2, SB-7.1: who fails loses a level; a level loss from shaken is a rout.
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
    assert_eq!(tests_of(&evening(&mut test)), ["BLUE tests its morale for rallying from rout"]);
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
        "BLUE tests its morale for losses by fire",
        "BLUE tests its morale for friends routing",
        "BLUE tests its morale for the army's morale",
        "PURSUES tests its morale for the army's morale",
        "RUNS tests its morale for rallying from rout",
        "PURSUES tests its morale for rallying from pursuit",
    ];
    assert_eq!(tests_of(&events), expected);
}

/// The army morale of a side.
pub fn put_army_morale(test: &mut TestBattle, side: grapeshot::forces::SideId, morale: u8) {
    let ratings = [BLUE, RED].map(|other| if other == side { morale } else { army_morale(test, other) });
    let value = ratings.map(|rating| serde_json::json!({ "value": rating, "shown": false })).to_vec().into();
    let state = "burt_army_morale".into();
    test.battle
        .intervene(grapeshot::battle::Intervention::Put { state, of: None, value })
        .expect("army morale is registered");
}

/// SB-8.3: class C, at 70% strength, casualties this turn, secure flank: needs 5.
#[test]
fn a_worn_battalion_with_a_secure_flank() {
    let mut test = table()
        .foot("blue", BLUE, 20, "line", (48.0, 20.0, 90.0))
        .foot("friend", BLUE, 24, "line", (57.5, 20.0, 90.0))
        .foot("red", RED, 24, "line", (48.0, 45.0, 270.0))
        .battle();
    put_losses(&mut test, "blue", 6);
    put_work(&mut test, "blue", |work| work.lost = 1);
    assert_eq!(needed(&test, Reason::Casualties), 5);
    let about = circumstances(&test, &[]);
    let sum = burt(&test).morale_needed(test.unit("blue"), Reason::Casualties, &about);
    assert_eq!(sum.0.modifiers().len(), 4, "{:?}", lines(&sum.0));
}

/// SB-8.3: class D, charged in square: needs 3.
#[test]
fn a_square_that_is_charged() {
    let mut test = table()
        .foot("blue", BLUE, 24, "square", (48.0, 20.0, 90.0))
        .class("D")
        .troops("red", RED, "heavy_cavalry", 12, "line", (48.0, 30.0, 270.0))
        .battle();
    assaulted(&mut test, "red", Face::Front);
    assert_eq!(needed_against(&test, Reason::Assaulted, &["red"]), 3);
    assert_eq!(needed(&test, Reason::Casualties), 5, "only in tests of that attack");
}

/// SB-8.3: class B routing, 40% strength, no enemy in sight: needs 6.
#[test]
fn a_routing_unit_out_of_sight() {
    let mut test = table()
        .foot("blue", BLUE, 20, "line", (48.0, 20.0, 90.0))
        .class("B")
        .foot("red", RED, 24, "line", (48.0, 45.0, 270.0))
        .building((30.0, 30.0), (66.0, 34.0), &[], &[])
        .battle();
    put_losses(&mut test, "blue", 12);
    put_level(&mut test, "blue", Level::Rout);
    assert_eq!(needed(&test, Reason::RallyRout), 6);
}

/// SB-8.3, SB-8.4: +2 if no unrouted enemy has a free line of sight to the unit.
#[test]
fn no_enemy_in_sight() {
    assert_eq!(added(&field().battle()), 0);
    let mut test = field().battle();
    put_level(&mut test, "red", Level::Rout);
    assert_eq!(added(&test), 2, "routers do not count");
    assert_eq!(added(&field().building((30.0, 30.0), (66.0, 34.0), &[], &[]).battle()), 2);
}

/// SB-8.3: +2 to charge skirmishers or routing troops, +2 to charge a flank or rear.
#[test]
fn charging_weak_enemies() {
    let charge = |kind: &str, figures: u8, formation: &str, edge: Face| {
        let mut test = table()
            .foot("blue", BLUE, 24, "column", (48.0, 20.0, 90.0))
            .troops("red", RED, kind, figures, formation, (48.0, 26.0, 270.0))
            .battle();
        let (unit, target) = (test.unit("blue"), test.unit("red"));
        let start = front(&test, "blue");
        put_assault(
            &mut test,
            Assault { unit, target, edge, start, left: 0., stage: AssaultStage::Declared, pursuit: false },
        );
        test
    };
    let test = charge("infantry", 24, "line", Face::Front);
    assert_eq!(added_against(&test, Reason::Assaulting, &["red"]), 0);
    let test = charge("skirmishers", 12, "open_order", Face::Front);
    assert_eq!(added_against(&test, Reason::Assaulting, &["red"]), 2);
    for edge in [Face::Left, Face::Right, Face::Rear] {
        let test = charge("infantry", 24, "line", edge);
        assert_eq!(added_against(&test, Reason::Assaulting, &["red"]), 2, "{edge:?}");
        let square = charge("infantry", 24, "square", edge);
        assert_eq!(added_against(&square, Reason::Assaulting, &["red"]), 0, "it has no flanks (SB-5.3)");
    }
    let mut test = charge("infantry", 24, "line", Face::Front);
    put_work(&mut test, "red", |work| work.evaded = true);
    assert_eq!(added_against(&test, Reason::Assaulting, &["red"]), 2, "SB-9.7: charging a rear");
    let mut test = charge("infantry", 24, "line", Face::Front);
    put_level(&mut test, "red", Level::Rout);
    assert_eq!(added_against(&test, Reason::Assaulting, &["red"]), 4, "routers, and nobody else in sight");
}

/// SB-8.3, SB-8.4, SB-12.2: C-in-C +2, other generals +1, within an inch; only the highest counts. A command element
/// gives nothing.
#[test]
fn generals_with_the_unit() {
    let with = |officers: &[(&str, f32)]| {
        let mut table = field();
        for (n, (kind, gap)) in officers.iter().enumerate() {
            let x = 45.0 + 2.0 * n as f32;
            table = table.commander(&format!("officer{n}"), BLUE, kind, (x, 19.0 - gap, 90.0));
        }
        added(&table.battle())
    };
    assert_eq!(with(&[("commander_in_chief", 1.0)]), 2);
    assert_eq!(with(&[("commander_in_chief", 1.1)]), 0);
    assert_eq!(with(&[("general", 0.5)]), 1);
    assert_eq!(with(&[("general", 0.5), ("general", 0.5)]), 1);
    assert_eq!(with(&[("general", 0.5), ("commander_in_chief", 0.5)]), 2);
    assert_eq!(with(&[("command_element", 0.5), ("adc", 0.5)]), 0);
}

/// SB-8.3, SB-8.4: charged in column +1, and in an indecisive melee of that attack for who was charged.
#[test]
fn a_column_that_is_charged() {
    let mut test = table()
        .foot("blue", BLUE, 24, "column", (48.0, 20.0, 90.0))
        .foot("red", RED, 24, "column", (48.0, 20.0, 270.0))
        .battle();
    assert_eq!(added_against(&test, Reason::Assaulted, &["red"]), 1);
    assert_eq!(added_against(&test, Reason::Supporting, &["red"]), 0);
    put_melee(&mut test, "red", "blue", Face::Front);
    assert_eq!(added_against(&test, Reason::Melee, &["red"]), 1);
    put_play(&mut test, |play| play.fights.clear());
    put_melee(&mut test, "blue", "red", Face::Front);
    assert_eq!(added_against(&test, Reason::Melee, &["red"]), 0, "it came itself");
}

/// SB-8.3, SB-8.4: uphill of every enemy that charges: +2, in tests of being assaulted and supporting.
#[test]
fn uphill_of_the_chargers() {
    let hill = |from: f32| {
        field().foot("other", RED, 24, "line", (58.0, 42.0, 270.0)).hill((30.0, 0.0), (66.0, from), 1, false).battle()
    };
    let mut test = hill(21.0);
    assaulted(&mut test, "red", Face::Front);
    assert_eq!(added_against(&test, Reason::Assaulted, &["red"]), 2);
    assert_eq!(added_against(&test, Reason::Supporting, &["red"]), 2);
    assert_eq!(added_against(&test, Reason::Casualties, &["red"]), 0);
    assaulted(&mut test, "other", Face::Front);
    put_play(&mut test, |play| play.assaults[1].start = Vec2::new(58.0, 20.0));
    assert_eq!(added_against(&test, Reason::Assaulted, &["red", "other"]), 0, "the other started as high");
    let mut test = hill(50.0);
    assaulted(&mut test, "red", Face::Front);
    assert_eq!(added_against(&test, Reason::Assaulted, &["red"]), 0, "they stand on the same hill");
}

/// SB-8.3, SB-8.4: hard cover +2, soft cover +1, against the enemy that caused the test, else the nearest in sight.
#[test]
fn cover_against_the_enemy_that_causes_the_test() {
    let behind = |kind: &str| {
        field()
            .foot("behind", RED, 24, "line", (48.0, 5.0, 90.0))
            .obstacle(kind, &[(40.0, 20.5), (56.0, 20.5)])
            .battle()
    };
    for (kind, bonus) in [("hedge", 1), ("stone_wall", 2)] {
        let test = behind(kind);
        assert_eq!(added_against(&test, Reason::Assaulted, &["red"]), bonus, "{kind}");
        assert_eq!(added_against(&test, Reason::Assaulted, &["behind"]), 0, "{kind}");
        assert_eq!(added_against(&test, Reason::Assaulted, &["red", "behind"]), 0, "{kind}, the worst of them");
        assert_eq!(added(&test), 0, "the nearest enemy in sight is behind it");
    }
}

/// SB-8.3, SB-8.4: advancing +1, retiring -1; retiring is not counted on top of routing.
#[test]
fn the_last_thing_that_a_unit_did_counts() {
    for (motion, bonus) in [(Motion::Advanced, 1), (Motion::Retired, -1), (Motion::Moved, 0)] {
        let mut test = field().battle();
        put_work(&mut test, "blue", |work| work.motion = Some(motion));
        assert_eq!(added(&test), bonus, "{motion:?}");
    }
    let mut test = field().battle();
    put_level(&mut test, "blue", Level::Rout);
    put_work(&mut test, "blue", |work| work.motion = Some(Motion::Retired));
    assert_eq!(4 - needed(&test, Reason::RallyRout), -3);
}

/// SB-8.3, SB-8.4: under 3/4 -1, under 1/2 -2, under 1/3 -3: the worst counts alone, and exactly so much is not under.
#[test]
fn only_the_worst_row_of_strength_counts() {
    for (lost, bonus) in [(6, 0), (7, -1), (12, -1), (13, -2), (16, -2), (17, -3)] {
        let mut test = field().battle();
        put_losses(&mut test, "blue", lost);
        assert_eq!(added(&test), bonus, "{} of 24", 24 - lost);
    }
}

/// SB-8.3, SB-7.2: casualties this turn -1; disordered -1, shaken -2, routing -3; unformed nothing; army demoralised -1.
#[test]
fn what_wears_a_unit_down() {
    for (level, bonus) in
        [(Level::Formed, 0), (Level::Unformed, 0), (Level::Disordered, -1), (Level::Shaken, -2), (Level::Rout, -3)]
    {
        let mut test = field().battle();
        put_level(&mut test, "blue", level);
        assert_eq!(added(&test), bonus, "{level:?}");
    }
    let mut test = field().battle();
    put_work(&mut test, "blue", |work| work.lost = 1);
    assert_eq!(added(&test), -1);
    put_play(&mut test, |play| play.demoralised = [true, false]);
    assert_eq!(added(&test), -2);
}

/// SB-8.3: settings `top_morale_group` 3 and `uphill_morale` 0 are the other reading of the list.
#[test]
fn the_upper_group_is_a_setting() {
    let other = || field().set_number("top_morale_group", 3.0).set_number("uphill_morale", 0.0);
    let mut test = other().battle();
    put_level(&mut test, "red", Level::Rout);
    assert_eq!(added(&test), 3, "no enemy in sight");
    let chief = other().commander("chief", BLUE, "commander_in_chief", (48.0, 18.0, 90.0)).battle();
    assert_eq!(added(&chief), 3);
    let general = other().commander("chief", BLUE, "general", (48.0, 18.0, 90.0)).battle();
    assert_eq!(added(&general), 1, "the lower group stays");
    let wall = other().obstacle("stone_wall", &[(40.0, 20.5), (56.0, 20.5)]).battle();
    assert_eq!(added(&wall), 2, "hard cover lies below the line");
    let mut hill = other().hill((30.0, 0.0), (66.0, 21.0), 1, false).battle();
    assaulted(&mut hill, "red", Face::Front);
    assert_eq!(added_against(&hill, Reason::Assaulted, &["red"]), 0);
}

/// SB-8.5: a friend 4" to the right: +1. Two secure flanks: still +1.
#[test]
fn a_friend_beside_it_secures_a_flank() {
    let beside = |gap: f32| field().foot("right", BLUE, 24, "line", (54.0 + gap, 20.0, 90.0));
    assert_eq!(added(&beside(4.0).battle()), 1);
    assert_eq!(added(&beside(0.0).battle()), 1, "shoulder to shoulder");
    assert_eq!(added(&beside(6.0).battle()), 1);
    assert_eq!(added(&beside(6.1).battle()), 0);
    assert_eq!(added(&beside(4.0).foot("left", BLUE, 24, "line", (38.0, 20.0, 90.0)).battle()), 1);
    assert_eq!(added(&field().foot("behind", BLUE, 24, "line", (48.0, 16.0, 90.0)).battle()), 0, "not on a flank");
    assert_eq!(added(&beside(4.0).set_number("secure_flank_distance", 3.0).battle()), 0);
}

/// SB-8.5: friends that are shaken or routing, skirmishers and limbered guns secure nothing; an unlimbered battery does;
/// nor does a friend to whom an enemy is nearer.
#[test]
fn not_every_friend_secures_a_flank() {
    for (level, bonus) in [(Level::Disordered, 1), (Level::Shaken, 0), (Level::Rout, 0)] {
        let mut test = field().foot("right", BLUE, 24, "line", (58.0, 20.0, 90.0)).battle();
        put_level(&mut test, "right", level);
        assert_eq!(added(&test), bonus, "{level:?}");
    }
    let beside = |kind: &str, figures: u8, formation: &str| {
        added(&field().troops("right", BLUE, kind, figures, formation, (58.0, 20.0, 90.0)).battle())
    };
    assert_eq!(beside("skirmishers", 4, "open_order"), 0);
    assert_eq!(beside("foot_guns", 2, "unlimbered"), 1);
    assert_eq!(beside("foot_guns", 2, "limbered"), 0);
    let enemy = |y: f32| {
        let friend = field().foot("right", BLUE, 24, "line", (58.0, 20.0, 90.0));
        added(&friend.foot("near", RED, 24, "column", (50.0, y, 270.0)).battle())
    };
    assert_eq!((enemy(25.0), enemy(23.0)), (1, 0), "it is nearer to the flank than the friend 4 inches away");
}

/// SB-8.5: the table edge, impassable terrain and buildings secure a flank; squares have none, skirmishers count terrain
/// alone.
#[test]
fn ground_secures_a_flank() {
    let at_edge = |x: f32| {
        table().foot("blue", BLUE, 24, "line", (x, 20.0, 90.0)).foot("red", RED, 24, "line", (x, 45.0, 270.0)).battle()
    };
    assert_eq!((added(&at_edge(9.0)), added(&at_edge(9.1))), (1, 0));
    assert_eq!(added(&field().stream(&[(54.0, 0.0), (54.0, 60.0)], 2.0, true).battle()), 1);
    assert_eq!(added(&field().stream(&[(54.0, 0.0), (54.0, 60.0)], 2.0, false).battle()), 0, "infantry wades it");
    let house = || field().building((54.0, 18.0), (58.0, 22.0), &[], &[]);
    assert_eq!(added(&house().battle()), 1);
    assert_eq!(added(&house().foot("garrison", RED, 24, "house", (56.0, 20.0, 180.0)).battle()), 0);
    let square = table()
        .foot("blue", BLUE, 24, "square", (48.0, 20.0, 90.0))
        .foot("right", BLUE, 24, "line", (54.0, 20.0, 90.0))
        .foot("red", RED, 24, "line", (48.0, 45.0, 270.0))
        .battle();
    assert_eq!(added(&square), 0);
    let skirmishers = || {
        table().troops("blue", BLUE, "skirmishers", 4, "open_order", (48.0, 20.0, 90.0)).foot(
            "red",
            RED,
            24,
            "line",
            (48.0, 45.0, 270.0),
        )
    };
    assert_eq!(added(&skirmishers().foot("right", BLUE, 24, "line", (56.0, 20.0, 90.0)).battle()), 0);
    assert_eq!(added(&skirmishers().building((54.0, 18.0), (58.0, 22.0), &[], &[]).battle()), 1);
}

/// SB-8.5: terrain counts that is impassable to every enemy unit within 24".
#[test]
fn ground_that_no_near_enemy_can_pass_secures_a_flank() {
    let marsh = |kind: &str, figures: u8, y: f32| {
        let table = table()
            .foot("blue", BLUE, 24, "line", (48.0, 20.0, 90.0))
            .troops("red", RED, kind, figures, if kind == "infantry" { "line" } else { "limbered" }, (48.0, y, 270.0))
            .area("marsh", (54.0, 10.0), (60.0, 30.0));
        added(&table.battle())
    };
    assert_eq!(marsh("infantry", 24, 40.0), 0);
    assert_eq!(marsh("foot_guns", 2, 40.0), 1, "guns cannot enter it");
    assert_eq!(marsh("foot_guns", 2, 44.5), 0, "nobody is within 24 inches: no troops at all may enter what counts");
}

/// SB-8.6: a unit tests that sees a friendly close order unit within 12" that broke in this turn; once, however many.
#[test]
fn friends_who_rout_are_seen() {
    let with = |gap: f32, change: &dyn Fn(&mut TestBattle)| {
        let mut test = field()
            .foot("runs", BLUE, 24, "line", (54.0 + gap, 20.0, 90.0))
            .foot("also", BLUE, 24, "line", (54.0 + gap, 17.0, 90.0))
            .battle();
        for key in ["runs", "also"] {
            put_level(&mut test, key, Level::Rout);
            put_work(&mut test, key, |work| work.broke = true);
        }
        change(&mut test);
        force_morale(&mut test, &[6; 4]);
        let events = evening(&mut test);
        tests_of(&events).iter().filter(|line| line.contains("friends routing")).count()
    };
    assert_eq!(with(11.0, &|_| {}), 1);
    assert_eq!(with(12.1, &|_| {}), 0);
    let pursues = |test: &mut TestBattle| {
        let red = test.unit("red");
        put_troops(test, "blue", |troops| troops.pursuing = Some(red));
    };
    assert_eq!(with(11.0, &pursues), 0, "who pursues does not test");
    let before = |test: &mut TestBattle| {
        for key in ["runs", "also"] {
            put_work(test, key, |work| work.broke = false);
        }
    };
    assert_eq!(with(11.0, &before), 0, "they broke in an earlier turn");
}

/// SB-8.6: a friend that broke earlier frightens those whom it routed past within 6" in this turn.
#[test]
fn friends_who_rout_past_are_seen() {
    let past = |y: f32| {
        let mut test = field().foot("runs", BLUE, 24, "line", (48.0, 10.0, 270.0)).battle();
        put_level(&mut test, "runs", Level::Rout);
        // It came down from y 40 so far to the right, six inches wide.
        put_work(&mut test, "runs", |work| work.rout_way = vec![Vec2::new(y, 40.0), Vec2::new(y, 10.0)]);
        burt(&test).sees_friends_routing(test.unit("blue"))
    };
    assert!(past(60.0), "6 inches from the flank at 51 to the strip that begins at 57");
    assert!(!past(60.1));
}

/// SB-8.6: how far one sees friends routing is a setting.
#[test]
fn the_range_of_seeing_friends_routing_is_a_setting() {
    let with = |range: f32| {
        let mut test =
            field().foot("runs", BLUE, 24, "line", (60.0, 20.0, 90.0)).set_number("rout_sight_range", range).battle();
        put_level(&mut test, "runs", Level::Rout);
        put_work(&mut test, "runs", |work| work.broke = true);
        burt(&test).sees_friends_routing(test.unit("blue"))
    };
    assert!(with(12.0) && !with(5.0));
}

/// SB-8.6: routing skirmishers and wagons frighten only skirmishers.
#[test]
fn routing_skirmishers_frighten_only_skirmishers() {
    let frightens = |seen: &str, sees: &str| {
        let (figures, formation) = if sees == "infantry" { (24, "line") } else { (12, "open_order") };
        let seen_so = match seen {
            "infantry" => (24, "line"),
            "skirmishers" => (12, "open_order"),
            "foot_guns" => (2, "unlimbered"),
            _ => (2, "limbered"),
        };
        let mut test = table()
            .troops("blue", BLUE, sees, figures, formation, (48.0, 20.0, 90.0))
            .troops("runs", BLUE, seen, seen_so.0, seen_so.1, (48.0, 15.0, 90.0))
            .foot("red", RED, 24, "line", (48.0, 45.0, 270.0))
            .battle();
        put_level(&mut test, "runs", Level::Rout);
        put_work(&mut test, "runs", |work| work.broke = true);
        burt(&test).sees_friends_routing(test.unit("blue"))
    };
    assert!(frightens("infantry", "infantry") && frightens("infantry", "skirmishers"));
    assert!(!frightens("skirmishers", "infantry") && frightens("skirmishers", "skirmishers"));
    assert!(!frightens("wagon", "infantry") && frightens("wagon", "skirmishers"));
    assert!(!frightens("foot_guns", "infantry"));
}

/// SB-10.5, SB-7.5: who rallies from rout is shaken with REGROUP orders, and makes no retreat move for that; who fails
/// goes on routing. Class C, routing, an enemy in sight: 7 needed.
#[test]
fn a_unit_that_rallies_is_shaken_and_regroups() {
    for (second, level_after, chit) in [(4, Level::Shaken, Chit::Regroup), (3, Level::Rout, Chit::Manoeuver)] {
        let mut test = field().battle();
        put_level(&mut test, "blue", Level::Rout);
        put_chit(&mut test, "blue", Chit::Manoeuver);
        force_morale(&mut test, &[6, second]);
        evening(&mut test);
        assert_eq!((level(&test, "blue"), chit_of(&test, "blue")), (level_after, chit));
        assert!(!burt(&test).values(test.unit("blue")).must_retreat);
    }
}

/// SB-10.5: a routing unit with an enemy within 4" cannot test.
#[test]
fn an_enemy_within_four_inches_keeps_a_unit_from_rallying() {
    let with = |gap: f32| {
        let mut test = field().foot("near", RED, 24, "column", (48.0, 20.0 + gap, 270.0)).battle();
        put_level(&mut test, "blue", Level::Rout);
        force_morale(&mut test, &[1]);
        tests_of(&evening(&mut test)).len()
    };
    assert_eq!((with(4.0), with(4.1)), (0, 1));
}

/// SB-8.2: a rally needs a rout or pursuit that began before step 12 of this turn.
#[test]
fn a_rout_that_begins_in_step_12_is_rallied_later() {
    let mut test = field().battle();
    shot_at(&mut test, "blue", 3);
    put_level(&mut test, "blue", Level::Shaken);
    force_morale(&mut test, &[1, 6]);
    assert_eq!(tests_of(&evening(&mut test)), ["BLUE tests its morale for losses by fire"]);
}

/// SB-10.5: a pursuing unit that passes keeps its level, halts, and has REGROUP orders; one that fails goes on.
#[test]
fn pursuers_rally() {
    for (die, halts) in [(4, true), (3, false)] {
        let mut test = field().battle();
        let red = test.unit("red");
        put_troops(&mut test, "blue", |troops| troops.pursuing = Some(red));
        put_level(&mut test, "blue", Level::Unformed);
        put_chit(&mut test, "blue", Chit::Assault);
        force_morale(&mut test, &[die]);
        evening(&mut test);
        let values = burt(&test).values(test.unit("blue"));
        assert_eq!((values.pursuing.is_none(), values.level), (halts, Level::Unformed), "{die}");
        assert_eq!(chit_of(&test, "blue"), if halts { Chit::Regroup } else { Chit::Assault });
    }
}

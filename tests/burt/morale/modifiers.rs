//! What counts in a test (SB-8.3 to SB-8.5).

use super::*;

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
    let amounts: Vec<f32> = lines(&sum.0).into_iter().map(|(_, amount)| amount).collect();
    assert_eq!(amounts, [0.0, 1.0, -1.0, -1.0], "the signs of the table: {:?}", lines(&sum.0));
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
/// nor does a friend that an enemy is nearer to.
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

//! Friends who rout, and rallying (SB-8.6, SB-10.5).

use super::*;

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

/// SB-8.6: a friend that broke earlier frightens the units that it routed past within 6" in this turn.
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

/// SB-10.5, SB-7.5: a unit that rallies from rout is shaken with REGROUP orders, and makes no retreat move for that; a
/// unit that fails goes on routing. Class C, routing, an enemy in sight: 7 needed.
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
    assert_eq!(tests_of(&evening(&mut test)), ["BLUE tests morale for losses by fire"]);
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
